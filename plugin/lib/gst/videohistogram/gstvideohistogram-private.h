/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface between the element and the library. It is not installed and not stable. */
#pragma once

#include <gst/videohistogram/videohistogram.h>

G_BEGIN_DECLS

/* Increment this version with every change of the types in this header. A plugin and a library that
 * were built from different headers then refuse each other instead of crashing. */
#define GST_VIDEO_HISTOGRAM_PRODUCER_VERSION 9

/* A projection: the channel that is counted, and how positions run across a frame. The position of
 * pixel (x, y) of the channel's sample plane is floor((2 (x c - y s) + origin) / 2^31). */
typedef struct {
  gint64 c, s;                          /* 2^30 times cosine and sine, rounded */
  gint64 origin;                        /* position of pixel (0, 0), in units of 2^-31 positions */
  guint positions;                      /* number of positions; the last one is positions - 1 */
  gdouble angle;                        /* degrees, in [0, 360) */
  GstVideoHistogramChannelInfo channel; /* `bins` is bins per position; the name is copied */
  guint x_sub, y_sub;                   /* log2 of the sample plane's subsampling */
  gint line;                            /* position of the line that gave the angle, or -1 */
} GstVideoHistogramPrivateProjection;

/* A sum: its name and unit, which stay valid for the life of the process, and its shape. */
typedef struct {
  const gchar *name, *unit;
  guint planes, rows, columns;
} GstVideoHistogramPrivateSum;

/* Writes all counts, row-major: [positions][bins] or [bins of x][bins of y]. On failure the
 * function returns FALSE and sets an error of the domain GST_VIDEO_HISTOGRAM_ERROR; after
 * NO_RESOURCES it may be called again. Calls may come from any thread, one at a time. The function
 * must not use the histogram. */
typedef gboolean (*GstVideoHistogramPrivateRead)(gpointer data, guint32* counts, GError** error);

/* The functions that fill histograms. A histogram is made by new_pending(), given its tables by the
 * functions `add_...` and `set_...`, and ended by complete() or set_error(). */
typedef struct {
  /* Makes a pending histogram. The arguments are those of gst_video_histogram_new(); they are not
   * checked, because the function runs per frame on caps and channels that were accepted before.
   * The producer calls complete() or set_error() exactly once and holds a reference during the
   * call, which wakes all waiting threads. A histogram to which the producer has the only reference
   * may be dropped without either call. */
  GstVideoHistogram* (*new_pending)(GstVideoFormat format, guint width, guint height,
                                    const GstVideoColorimetry* colorimetry,
                                    const GstVideoHistogramChannelInfo* channels, guint n_channels,
                                    GstVideoHistogramColorFlags color_flags);

  /* Says of which field the counts are. Call it directly after new_pending(), while the producer
   * has the only reference; without this call they are of the frame. */
  void (*set_field)(GstVideoHistogram* histogram, GstVideoHistogramField field);

  /* Adds a projection to the histogram. Call it directly after new_pending(), while the producer
   * has the only reference. */
  void (*add_projection)(GstVideoHistogram* histogram,
                         const GstVideoHistogramPrivateProjection* shape);

  /* Sets the function that reads the counts of a projection; `index` counts the calls of
   * add_projection() from 0. Call it before complete(). The counts may stay on a device until a
   * reader asks for them. `destroy` is called on `data`, from any thread, once the counts were read
   * or have finally failed, at the latest when the histogram is freed. */
  void (*set_projection)(GstVideoHistogram* histogram, guint index,
                         GstVideoHistogramPrivateRead read, gpointer data, GDestroyNotify destroy);

  /* Adds a joint histogram of the channels x and y, whose names are copied. The rules of
   * add_projection() apply. */
  void (*add_joint)(GstVideoHistogram* histogram, const GstVideoHistogramChannelInfo axes[2]);

  /* Sets the function that reads the counts of a joint histogram; `index` counts the calls of
   * add_joint() from 0. The rules of set_projection() apply. */
  void (*set_joint)(GstVideoHistogram* histogram, guint index, GstVideoHistogramPrivateRead read,
                    gpointer data, GDestroyNotify destroy);

  /* Adds a sum to the histogram. Call it directly after new_pending(), while the producer has the
   * only reference. */
  void (*add_sum)(GstVideoHistogram* histogram, const GstVideoHistogramPrivateSum* shape);

  /* Sets the values of a sum, planes times rows times columns of them, which are copied; `index`
   * counts the calls of add_sum() from 0. `compared`: the sum compares the frame with the frame
   * before, and there was one. Call it before complete(). */
  void (*set_sum)(GstVideoHistogram* histogram, guint index, const gint64* values,
                  gboolean compared);

  /* Reads the counts of all projections, all joint histograms, or both, so that nobody waits for
   * them later. Call it after set_projection() and set_joint(), and before complete(). Returns how
   * many of the tables could not be read, with the first reason in `error`. Reading such a table
   * later gives the same reason, or tries again after NO_RESOURCES. */
  guint (*load)(GstVideoHistogram* histogram, gboolean projections, gboolean joints,
                GError** error);

  /* Completes the histogram. `counts` has all counts of the first channel, then those of the next,
   * and is copied. Any thread may call it, but only one. That thread also runs the callbacks of
   * gst_video_histogram_call_when_ready(), so the caller must hold no lock. */
  void (*complete)(GstVideoHistogram* histogram, const guint32* counts);

  /* Makes the histogram fail with the code and message that gst_video_histogram_wait() is to
   * report. The rules for threads and locks are those of complete(). */
  void (*set_error)(GstVideoHistogram* histogram, GstVideoHistogramError code,
                    const gchar* message);

  /* Adds `part` to `*total`, as gst_video_histogram_add() does. Both are complete and have the same
   * channels, projections and joint histograms. The sum is made in place if the caller has the only
   * reference to `*total`; otherwise `*total` becomes a new histogram. Returns FALSE and changes
   * nothing if a sum would not fit 64 bits. */
  gboolean (*accumulate)(GstVideoHistogram** total, GstVideoHistogram* part);
} GstVideoHistogramProducer;

/* Returns the function table, which stays valid for the life of the process, or NULL if `version`
 * is not the library's GST_VIDEO_HISTOGRAM_PRODUCER_VERSION. A plugin checks the version once, when
 * it is loaded. Any thread may call it. */
GST_VIDEO_HISTOGRAM_API
const GstVideoHistogramProducer* gst_video_histogram_get_producer(guint version);

/* The function table of the version that the including file is compiled for. */
static inline const GstVideoHistogramProducer* gst_video_histogram_producer(void) {
  return gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION);
}

G_END_DECLS
