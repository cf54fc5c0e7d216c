/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include <gst/videohistogram/gstvideohistogram-enumtypes.h>
#include <gst/videohistogram/gstvideohistogram-prelude.h>
#include <gst/videohistogram/gstvideohistogramenums.h>

G_BEGIN_DECLS

/**
 * GST_TYPE_VIDEO_HISTOGRAM:
 *
 * The boxed type of #GstVideoHistogram.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM (gst_video_histogram_get_type())
/**
 * GST_IS_VIDEO_HISTOGRAM:
 * @obj: a pointer
 *
 * Whether @obj is a #GstVideoHistogram.
 *
 * Since: 0.1
 */
#define GST_IS_VIDEO_HISTOGRAM(obj) (GST_IS_MINI_OBJECT_TYPE((obj), GST_TYPE_VIDEO_HISTOGRAM))
/**
 * GST_VIDEO_HISTOGRAM:
 * @obj: a pointer
 *
 * Casts @obj to #GstVideoHistogram, without a check.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM(obj) ((GstVideoHistogram*)(obj))

/**
 * GST_VIDEO_HISTOGRAM_MAX_CHANNELS:
 *
 * The maximum number of channels of a histogram, stored and computed ones together.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_MAX_CHANNELS 32

/**
 * GST_VIDEO_HISTOGRAM_MAX_BINS:
 *
 * The maximum number of bins of a channel: one for each value of 16 bits.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_MAX_BINS 65536

/**
 * GST_VIDEO_HISTOGRAM_MAX_NAME:
 *
 * The maximum number of characters in a channel's name.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_MAX_NAME 15

/**
 * GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT:
 *
 * How long, in nanoseconds, a function that reads counts waits for a pending histogram: one minute.
 * A frame that takes longer to count indicates a fault. Call gst_video_histogram_wait() first to
 * choose another timeout and to learn the reason.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT G_GUINT64_CONSTANT(60000000000)

/**
 * GstVideoHistogram:
 *
 * All counts of one frame, of a region of it, or of a sum of frames: how often every value occurs
 * in every channel.
 *
 * A histogram is *pending* while its frame is still being counted: the element pushes the buffer at
 * once and fills in the histogram later. Functions that describe the frame (format, size, channels)
 * never wait. Functions that need the counts wait for them, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT. A histogram whose frame could not be counted is *failed*:
 * gst_video_histogram_wait() gives the reason, counts are %NULL, whole numbers are 0 and real
 * numbers are NaN. A complete or failed histogram never changes again.
 *
 * The counts are plain memory of this process. They belong to no device, pipeline or frame, and
 * stay valid without them.
 *
 * #GstVideoHistogram is a #GstMiniObject, and a boxed type for #GValue and for language bindings.
 *
 * Thread-safety: any thread may call any function on the same histogram at the same time. Reading
 * a complete histogram takes no lock.
 *
 * Since: 0.1
 */
typedef struct _GstVideoHistogram GstVideoHistogram;

/**
 * GST_TYPE_VIDEO_HISTOGRAM_CHANNEL_INFO:
 *
 * The boxed type of #GstVideoHistogramChannelInfo.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM_CHANNEL_INFO (gst_video_histogram_channel_info_get_type())

/**
 * GstVideoHistogramChannelInfo:
 * @name: 1 to %GST_VIDEO_HISTOGRAM_MAX_NAME visible ASCII characters, such as "R"
 * @bins: the number of bins, 1 to the number of values
 * @depth: bits of a value, 1 to 16
 * @n_values: the number of values, at most 2^@depth; the values are 0 to @n_values - 1. 0 stands
 *   for 2^@depth
 *
 * The description of a channel. Each channel has its own bins and depth.
 *
 * Value v is in bin floor(v * @bins / @n_values), which is (v * @bins) >> @depth where there are
 * 2^@depth values. Every bin holds at least one value. A quantity that does not use all 2^@depth
 * values has a smaller number of values: a hue of 0 to 359 degrees has 360 values of 9 bits.
 *
 * C programs fill the struct in place, for example with %GST_VIDEO_HISTOGRAM_CHANNEL_INFO_INIT, and
 * set unused fields to 0. For language bindings it is a boxed type that
 * gst_video_histogram_channel_info_new() makes.
 *
 * Thread-safety: none of its own, like any plain struct.
 *
 * Since: 0.1
 */
typedef struct {
  const gchar* name;
  guint bins;
  guint depth;
  guint n_values;

  /*< private >*/
  gpointer _gst_reserved[GST_PADDING];
} GstVideoHistogramChannelInfo;

/**
 * GST_VIDEO_HISTOGRAM_CHANNEL_INFO_INIT:
 * @name: the channel's name
 * @bins: the number of bins
 * @depth: bits of a value
 *
 * Initialises a #GstVideoHistogramChannelInfo of 2^@depth values, in C and in C++.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_CHANNEL_INFO_INIT(name, bins, depth)                                   \
  {                                                                                                \
    (name), (bins), (depth), 0, {                                                                  \
      NULL                                                                                         \
    }                                                                                              \
  }

/**
 * GstVideoHistogramReadyFunc:
 * @histogram: the histogram, complete or failed
 * @user_data: the pointer that was given to gst_video_histogram_call_when_ready()
 *
 * A callback for a histogram that is ready. The callback should return quickly: the calling thread
 * may be the one that completes the frames of the stream. For the same reason the callback must not
 * wait for another histogram that may be pending, nor change states or seek. It may call any other
 * function. No lock of the library is held during the call.
 *
 * Since: 0.1
 */
typedef void (*GstVideoHistogramReadyFunc)(GstVideoHistogram* histogram, gpointer user_data);

/**
 * GST_VIDEO_HISTOGRAM_ERROR:
 *
 * The domain of #GstVideoHistogramError.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_ERROR (gst_video_histogram_error_quark())

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_get_type(void);
GST_VIDEO_HISTOGRAM_API
GQuark gst_video_histogram_error_quark(void);

GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_version(guint* major, guint* minor, guint* micro);

/* Construction and references */

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_channel_info_get_type(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramChannelInfo* gst_video_histogram_channel_info_new(const gchar* name, guint bins,
                                                                   guint depth, guint n_values);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramChannelInfo*
gst_video_histogram_channel_info_copy(const GstVideoHistogramChannelInfo* info);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_channel_info_free(GstVideoHistogramChannelInfo* info);

GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_new(GstVideoFormat format, guint width, guint height,
                                           const GstVideoColorimetry* colorimetry,
                                           const GstVideoHistogramChannelInfo* channels,
                                           guint n_channels, const guint64* counts, gsize n_counts,
                                           GError** error);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_ref(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_unref(GstVideoHistogram* histogram);

/* Readiness */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_is_ready(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_wait(GstVideoHistogram* histogram, GstClockTime timeout,
                                  GError** error);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_call_when_ready(GstVideoHistogram* histogram,
                                         GstVideoHistogramReadyFunc func, gpointer user_data,
                                         GDestroyNotify notify);

/* The frame as analysed: these never wait */

GST_VIDEO_HISTOGRAM_API
GstVideoFormat gst_video_histogram_get_format(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_width(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_height(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramColorFlags gst_video_histogram_get_color_flags(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_get_colorimetry(GstVideoHistogram* histogram,
                                         GstVideoColorimetry* colorimetry);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramField gst_video_histogram_get_field(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint64 gst_video_histogram_get_n_frames(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_n_channels(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_get_channel_name(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gint gst_video_histogram_find_channel(GstVideoHistogram* histogram, const gchar* name);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_bins(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_depth(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_n_values(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_get_bin_values(GstVideoHistogram* histogram, guint channel, guint bin,
                                            guint* first, guint* last);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_find_bin(GstVideoHistogram* histogram, guint channel, guint value);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_get_legal_values(GstVideoHistogram* histogram, guint channel,
                                              guint* first, guint* last);

/* The counts: these wait */

GST_VIDEO_HISTOGRAM_API
const guint64* gst_video_histogram_get_counts(GstVideoHistogram* histogram, guint channel,
                                              gsize* n_bins);
GST_VIDEO_HISTOGRAM_API
GBytes* gst_video_histogram_get_counts_bytes(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint64* gst_video_histogram_get_cumulative_counts(GstVideoHistogram* histogram, guint channel,
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
GstStructure* gst_video_histogram_to_structure_with_tables(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_new_from_structure(const GstStructure* structure,
                                                          GError** error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogram, gst_video_histogram_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogramChannelInfo, gst_video_histogram_channel_info_free)

G_END_DECLS
