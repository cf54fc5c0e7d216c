/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Between the element and the library; not installed, and no promise to anybody else. */
#pragma once

#include <gst/videohistogram/videohistogram.h>

G_BEGIN_DECLS

/* Raise it with every change of the types in this header: a plugin and a library that were built
 * from different headers then refuse each other instead of crashing. */
#define GST_VIDEO_HISTOGRAM_PRODUCER_VERSION 4

/* A projection: what is counted, and how positions run across a frame. The position of a pixel (x,
 * y) of the channel's grid is floor((2 (x c - y s) + origin) / 2^31). */
typedef struct {
  gint64 c, s;                          /* 2^30 times cosine and sine, rounded */
  gint64 origin;                        /* of pixel (0, 0), in units of 2^-31 positions */
  guint positions;                      /* no pixel has another */
  gdouble angle;                        /* degrees, in [0, 360) */
  GstVideoHistogramChannelInfo channel; /* its bins are per position; the name is copied */
  guint x_sub, y_sub;                   /* log2 of how much coarser its grid is than the frame's */
  gint line;                            /* the position of the line that gave the angle, or -1 */
} GstVideoHistogramPrivateProjection;

/* Writes all counts, positions x bins, or says in the domain GST_VIDEO_HISTOGRAM_ERROR why it
 * cannot; after NO_RESOURCES it may be called again. From any thread, never from two at once; uses
 * no histogram. */
typedef gboolean (*GstVideoHistogramPrivateRead)(gpointer data, guint32* counts, GError** error);

/* What fills histograms. The functions below this struct call these and say what each does. */
typedef struct {
  GstVideoHistogram* (*new_pending)(GstVideoFormat format, guint width, guint height,
                                    const GstVideoColorimetry* colorimetry,
                                    const GstVideoHistogramChannelInfo* channels, guint n_channels);
  void (*add_projection)(GstVideoHistogram* histogram,
                         const GstVideoHistogramPrivateProjection* shape);
  void (*set_projection)(GstVideoHistogram* histogram, guint index,
                         GstVideoHistogramPrivateRead read, gpointer data, GDestroyNotify destroy);
  void (*complete)(GstVideoHistogram* histogram, const guint32* counts);
  void (*set_error)(GstVideoHistogram* histogram, GstVideoHistogramError code,
                    const gchar* message);
  gboolean (*accumulate)(GstVideoHistogram** total, GstVideoHistogram* part);
} GstVideoHistogramProducer;

/* The functions, which stay valid for ever, or NULL if `version` is not the library's
 * GST_VIDEO_HISTOGRAM_PRODUCER_VERSION. A plugin checks that once, when it is loaded. From any
 * thread. */
GST_VIDEO_HISTOGRAM_API
const GstVideoHistogramProducer* gst_video_histogram_get_producer(guint version);

/* A histogram whose counts are to come. Arguments as gst_video_histogram_new(), from caps and
 * channels that were accepted: they are not checked again, since this is done for every frame.
 * Whoever makes it calls _complete() or _fail() exactly once, holding a reference over the call;
 * these wake all who wait. May be dropped without either when nobody else has it. */
static inline GstVideoHistogram* gst_video_histogram_private_new_pending(
    GstVideoFormat format, guint width, guint height, const GstVideoColorimetry* colorimetry,
    const GstVideoHistogramChannelInfo* channels, guint n_channels) {
  return gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)
      ->new_pending(format, width, height, colorimetry, channels, n_channels);
}

/* The histogram will have one more projection. At once after _new_pending(), before anybody else
 * has it. */
static inline void
gst_video_histogram_private_add_projection(GstVideoHistogram* histogram,
                                           const GstVideoHistogramPrivateProjection* shape) {
  gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)
      ->add_projection(histogram, shape);
}

/* Where the counts of the projection that was added as number `index`, from 0, are; before
 * _complete(). They may be on a device until somebody wants them. `data` is destroyed once they are
 * read or cannot be, and with the histogram at the latest, from any thread. */
static inline void gst_video_histogram_private_set_projection(GstVideoHistogram* histogram,
                                                              guint index,
                                                              GstVideoHistogramPrivateRead read,
                                                              gpointer data,
                                                              GDestroyNotify destroy) {
  gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)
      ->set_projection(histogram, index, read, data, destroy);
}

/* counts: all of the first channel, then those of the next; copied. From any one thread, which also
 * runs the functions of gst_video_histogram_call_when_ready(): hold no lock. */
static inline void gst_video_histogram_private_complete(GstVideoHistogram* histogram,
                                                        const guint32* counts) {
  gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)
      ->complete(histogram, counts);
}

/* The code and message are what gst_video_histogram_wait() reports. From any one thread, as
 * _complete(). */
static inline void gst_video_histogram_private_fail(GstVideoHistogram* histogram,
                                                    GstVideoHistogramError code,
                                                    const gchar* message) {
  gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)
      ->set_error(histogram, code, message);
}

/* Adds `part` to `*total`, as gst_video_histogram_add() does: both are complete, and have the same
 * channels and projections. In place where the caller has the only reference to `*total`,
 * otherwise `*total` becomes a new histogram. FALSE, with nothing changed, where a sum would not
 * fit 64 bits. */
static inline gboolean gst_video_histogram_private_accumulate(GstVideoHistogram** total,
                                                              GstVideoHistogram* part) {
  return gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)
      ->accumulate(total, part);
}

G_END_DECLS
