/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/*
 * The histogram along a direction: how often every value of one channel occurs at every position
 * across the frame. A whole frame has one if the element was told to (its properties `directional`,
 * `angle` and `line`).
 *
 * The frame is thought of as turned clockwise by an angle about its centre; the position of a pixel
 * is the column that its centre then falls in. At 0 degrees it is the pixel's x, as in a waveform
 * monitor, at 90 degrees its y counted from below. Nothing is rotated or resampled: every pixel is
 * counted once, at the position that gst_video_histogram_position() gives.
 *
 * The counts are a matrix of positions x bins. It is large, and may still be on the device that
 * counted it: the first function that reads it brings it here, once. The element does so too when
 * it needs that memory for another frame while somebody holds this histogram; one that is dropped
 * before costs no copy. From then on it is plain memory of this process.
 *
 * What describes the direction is known from the beginning and never waits; without a direction it
 * is nothing: 0, -1, NaN or NULL. What needs the matrix waits for it, at most
 * GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, and gives NULL where there is none: without a direction, for
 * a histogram that failed or is still pending, or for a matrix that could not be read.
 * gst_video_histogram_wait_direction() gives the reason.
 *
 * Thread-safety: any function from any thread, as for GstVideoHistogram. Threads that want the
 * matrix first wait for the one that brings it; from then on reading takes no lock.
 */

/* The direction: these never wait */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_has_direction(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_get_direction_channel(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_direction_angle(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_direction_positions(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_direction_bins(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gint gst_video_histogram_get_direction_line(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_position(GstVideoHistogram* histogram, guint x, guint y,
                                      guint* position);

/* The matrix: these wait */

GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_wait_direction(GstVideoHistogram* histogram, GstClockTime timeout,
                                            GError** error);
GST_VIDEO_HISTOGRAM_API
const guint32* gst_video_histogram_get_direction_counts(GstVideoHistogram* histogram,
                                                        gsize* n_counts);
GST_VIDEO_HISTOGRAM_API
const guint32* gst_video_histogram_get_position_counts(GstVideoHistogram* histogram, guint position,
                                                       gsize* n_bins);
GST_VIDEO_HISTOGRAM_API
gdouble* gst_video_histogram_get_mean_profile(GstVideoHistogram* histogram, gsize* n_positions);
GST_VIDEO_HISTOGRAM_API
guint* gst_video_histogram_get_percentile_profile(GstVideoHistogram* histogram, gdouble percent,
                                                  gsize* n_positions);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_write_direction_csv(GstVideoHistogram* histogram,
                                                 const gchar* filename, GError** error);
GST_VIDEO_HISTOGRAM_API
GstStructure* gst_video_histogram_to_structure_with_direction(GstVideoHistogram* histogram);

G_END_DECLS
