/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/**
 * GST_TYPE_VIDEO_HISTOGRAM_PROJECTION:
 *
 * The boxed type of #GstVideoHistogramProjection.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM_PROJECTION (gst_video_histogram_projection_get_type())

/**
 * GstVideoHistogramProjection:
 *
 * A table of how often every value of one channel occurs at every position across the frame. The
 * histogram of a whole frame has any number of projections, as the element's property `projections`
 * asks; gst_video_histogram_get_projection() returns one of them.
 *
 * Positions are the columns of the frame turned clockwise by an angle about its centre; the
 * position of a pixel is the column that the pixel's centre falls in. At 0 degrees the position is
 * x, as in a waveform monitor; at 90 degrees it is y counted from the bottom. No pixel is rotated
 * or resampled: every pixel is counted once, at the position that
 * gst_video_histogram_projection_get_position() returns.
 *
 * The counts are a matrix of positions x bins. The matrix is large and may still be in the memory
 * of the device that counted it. The first function that reads the matrix copies it to the host,
 * once. The element also copies it when it needs the device memory for another frame while a
 * reference to this histogram exists. The matrix of a histogram that is freed before is never
 * copied. After the copy the matrix is plain memory of this process.
 *
 * Functions that describe the projection never wait. Functions that need the matrix wait for the
 * histogram, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT. They return %NULL if the histogram failed
 * or is still pending, or if the matrix could not be read; gst_video_histogram_projection_wait()
 * gives the reason.
 *
 * A projection is a part of its histogram: a reference to it keeps the histogram alive.
 *
 * Thread-safety: any thread may call any function, as for #GstVideoHistogram. While one thread
 * copies the matrix, others that need it wait; after that, reading takes no lock.
 *
 * Since: 0.1
 */
typedef struct _GstVideoHistogramProjection GstVideoHistogramProjection;

/* The projections of a histogram: these never wait */

GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_n_projections(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramProjection* gst_video_histogram_get_projection(GstVideoHistogram* histogram,
                                                                guint index);
GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_projection_get_type(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramProjection*
gst_video_histogram_projection_ref(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_projection_unref(GstVideoHistogramProjection* projection);

/* Channel, bins and positions: these never wait */

GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_projection_get_channel(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_projection_get_angle(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_projection_get_positions(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_projection_get_bins(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_projection_get_depth(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_projection_get_n_values(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_projection_get_bin_values(GstVideoHistogramProjection* projection,
                                                       guint bin, guint* first, guint* last);
GST_VIDEO_HISTOGRAM_API
gint gst_video_histogram_projection_get_line(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_projection_get_position(GstVideoHistogramProjection* projection,
                                                     guint x, guint y, guint* position);

/* The matrix: these wait */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_projection_wait(GstVideoHistogramProjection* projection,
                                             GstClockTime timeout, GError** error);
GST_VIDEO_HISTOGRAM_API
const guint32* gst_video_histogram_projection_get_counts(GstVideoHistogramProjection* projection,
                                                         gsize* n_counts);
GST_VIDEO_HISTOGRAM_API
GBytes* gst_video_histogram_projection_get_counts_bytes(GstVideoHistogramProjection* projection);
GST_VIDEO_HISTOGRAM_API
const guint32*
gst_video_histogram_projection_get_position_counts(GstVideoHistogramProjection* projection,
                                                   guint position, gsize* n_bins);
GST_VIDEO_HISTOGRAM_API
gdouble* gst_video_histogram_projection_get_mean_profile(GstVideoHistogramProjection* projection,
                                                         gsize* n_positions);
GST_VIDEO_HISTOGRAM_API
gdouble*
gst_video_histogram_projection_get_mean_value_profile(GstVideoHistogramProjection* projection,
                                                      gsize* n_positions);
GST_VIDEO_HISTOGRAM_API
gdouble*
gst_video_histogram_projection_get_percentile_value_profile(GstVideoHistogramProjection* projection,
                                                            gdouble percent, gsize* n_positions);
GST_VIDEO_HISTOGRAM_API
guint*
gst_video_histogram_projection_get_percentile_profile(GstVideoHistogramProjection* projection,
                                                      gdouble percent, gsize* n_positions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogramProjection, gst_video_histogram_projection_unref)

G_END_DECLS
