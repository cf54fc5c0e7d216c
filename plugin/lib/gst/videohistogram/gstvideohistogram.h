/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include <gst/videohistogram/gstvideohistogram-prelude.h>

G_BEGIN_DECLS

#define GST_TYPE_VIDEO_HISTOGRAM (gst_video_histogram_get_type())
#define GST_IS_VIDEO_HISTOGRAM(obj) (GST_IS_MINI_OBJECT_TYPE((obj), GST_TYPE_VIDEO_HISTOGRAM))
#define GST_VIDEO_HISTOGRAM(obj) ((GstVideoHistogram*)(obj))

/**
 * GST_VIDEO_HISTOGRAM_MAX_CHANNELS:
 *
 * The most channels that one histogram has: R, G, B, A, LUMA and MAXRGB.
 */
#define GST_VIDEO_HISTOGRAM_MAX_CHANNELS 6

/**
 * GST_VIDEO_HISTOGRAM_MAX_BINS:
 *
 * The most bins that a channel has: one for each value of a 16-bit sample.
 */
#define GST_VIDEO_HISTOGRAM_MAX_BINS 65536

/**
 * GST_VIDEO_HISTOGRAM_MAX_NAME:
 *
 * The most characters in a channel's name.
 */
#define GST_VIDEO_HISTOGRAM_MAX_NAME 15

/**
 * GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT:
 *
 * How long, in nanoseconds, a function that reads counts waits for a histogram that is pending:
 * one minute. The frame is long counted by then, or something is broken; use
 * gst_video_histogram_wait() first to choose another time and to learn the reason.
 */
#define GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT G_GUINT64_CONSTANT(60000000000)

/**
 * GstVideoHistogram:
 *
 * All counts of one frame, of a region of it, or of a sum of frames: how often every value occurs
 * in every channel.
 *
 * A histogram is *pending* while its frame is still being counted: a buffer travels on at once and
 * its histogram is filled in behind it. What describes the frame (format, size, channels, bins) is
 * known from the beginning and never waits. What needs the counts waits for them, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT. A histogram whose frame could not be counted is *failed*:
 * gst_video_histogram_wait() gives the reason, the counts are %NULL, a number is 0 and a fraction
 * is NaN. Once complete or failed it never changes again.
 *
 * The counts are plain memory of this process. They belong to no device, pipeline or frame, and
 * outlive all of them.
 *
 * It is a #GstMiniObject, and a boxed type for #GValue and for other languages.
 *
 * Thread-safety: any thread may call any function on the same histogram at the same time. Reading
 * a complete histogram takes no lock.
 */
typedef struct _GstVideoHistogram GstVideoHistogram;

#define GST_VIDEO_HISTOGRAM_ERROR (gst_video_histogram_error_quark())
#define GST_TYPE_VIDEO_HISTOGRAM_ERROR (gst_video_histogram_error_get_type())

/**
 * GstVideoHistogramError:
 * @GST_VIDEO_HISTOGRAM_ERROR_FAILED: could not be counted, for a reason that is none of the others
 * @GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT: still pending after the time given; a later wait can
 * succeed
 * @GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES: out of memory, or the device was busy
 * @GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST: the device died while it counted this frame
 * @GST_VIDEO_HISTOGRAM_ERROR_INVALID: malformed input
 * @GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE: two histograms differ in their channels or bins
 *
 * The codes of the domain %GST_VIDEO_HISTOGRAM_ERROR.
 *
 * Thread-safety: constants.
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_ERROR_FAILED,
  GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT,
  GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
  GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
  GST_VIDEO_HISTOGRAM_ERROR_INVALID,
  GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE,
} GstVideoHistogramError;

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_get_type(void);
GST_VIDEO_HISTOGRAM_API
GQuark gst_video_histogram_error_quark(void);
GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_error_get_type(void);

/* Making one */

GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_new(GstVideoFormat format, guint width, guint height,
                                           const GstVideoColorimetry* colorimetry,
                                           const gchar* const* channels, guint bins,
                                           const guint64* counts, gsize n_counts, GError** error);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_ref(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_unref(GstVideoHistogram* histogram);

/* Is it there? */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_is_ready(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_wait(GstVideoHistogram* histogram, GstClockTime timeout,
                                  GError** error);

/* The frame as analysed: these never wait */

GST_VIDEO_HISTOGRAM_API
GstVideoFormat gst_video_histogram_get_format(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_width(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_height(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_get_colorimetry(GstVideoHistogram* histogram,
                                         GstVideoColorimetry* colorimetry);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_n_channels(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_get_channel_name(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gint gst_video_histogram_find_channel(GstVideoHistogram* histogram, const gchar* name);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_bins(GstVideoHistogram* histogram);

/* The counts: these wait */

GST_VIDEO_HISTOGRAM_API
const guint64* gst_video_histogram_get_counts(GstVideoHistogram* histogram, guint channel,
                                              gsize* n_bins);
GST_VIDEO_HISTOGRAM_API
guint64 gst_video_histogram_get_samples(GstVideoHistogram* histogram, guint channel);

/* Sums and conversions: these wait */

GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_add(GstVideoHistogram* a, GstVideoHistogram* b,
                                           GError** error);
GST_VIDEO_HISTOGRAM_API
GstStructure* gst_video_histogram_to_structure(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_new_from_structure(const GstStructure* structure,
                                                          GError** error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogram, gst_video_histogram_unref)

G_END_DECLS
