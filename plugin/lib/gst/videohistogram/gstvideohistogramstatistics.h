/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/*
 * Numbers computed from a histogram's counts.
 *
 * The unit is bins, or values in the functions whose names say so. With one bin per value (256 bins
 * of an 8-bit format) both are the same. With fewer bins, a bin holds several values, which
 * gst_video_histogram_get_bin_values() returns, and its count does not tell them apart. Functions
 * in values then take every sample as the centre of its bin, (first + last) / 2. Minimum and
 * maximum in values are bounds: no sample is outside of them.
 *
 * In the formulas c[i] is the count of bin i, n is the sum of all c[i], and sums run over all bins.
 * Sums are exact integers, however long the video. Only the last division and functions such as
 * log2 round.
 *
 * A statistic that does not exist is 0 in functions that return a whole number and NaN in functions
 * that return a real number. It does not exist for a channel without samples (an empty region), for
 * a failed histogram, and for a histogram that is still pending after
 * GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Thread-safety: any thread may call any function, as for GstVideoHistogram. Each call iterates
 * over the channel's bins once or twice; nothing is cached.
 */

/* One channel */

GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_min(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_max(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_mean(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_variance(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_median(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_percentile(GstVideoHistogram* histogram, guint channel,
                                         gdouble percent);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_entropy(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_fraction_at_or_below(GstVideoHistogram* histogram, guint channel,
                                                     guint bin);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_fraction_above(GstVideoHistogram* histogram, guint channel,
                                               guint bin);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_fraction_outside(GstVideoHistogram* histogram, guint channel,
                                                 guint first, guint last);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_fraction_outside_legal(GstVideoHistogram* histogram, guint channel);

/* One channel, in values */

GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_min_value(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
guint gst_video_histogram_get_max_value(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_mean_value(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_variance_value(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_median_value(GstVideoHistogram* histogram, guint channel);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_percentile_value(GstVideoHistogram* histogram, guint channel,
                                                 gdouble percent);

/* Two histograms */

GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_compare(GstVideoHistogram* a, GstVideoHistogram* b,
                                    GstVideoHistogramCompareMethod method, GError** error);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_compare_channel(GstVideoHistogram* a, GstVideoHistogram* b,
                                            guint channel, GstVideoHistogramCompareMethod method,
                                            GError** error);

/* FFmpeg's signalstats */

/**
 * GST_TYPE_VIDEO_HISTOGRAM_SIGNAL_STATS:
 *
 * The boxed type of #GstVideoHistogramSignalStats.
 *
 * Since: 0.1
 */
#define GST_TYPE_VIDEO_HISTOGRAM_SIGNAL_STATS (gst_video_histogram_signal_stats_get_type())

/**
 * GstVideoHistogramSignalStats:
 * @y_min: YMIN, the smallest value of Y
 * @y_low: YLOW, the 10th percentile of Y
 * @y_average: YAVG, the mean of Y
 * @y_high: YHIGH, the 90th percentile of Y
 * @y_max: YMAX, the largest value of Y
 * @u_min: UMIN, the smallest value of Cb
 * @u_low: ULOW, the 10th percentile of Cb
 * @u_average: UAVG, the mean of Cb
 * @u_high: UHIGH, the 90th percentile of Cb
 * @u_max: UMAX, the largest value of Cb
 * @v_min: VMIN, the smallest value of Cr
 * @v_low: VLOW, the 10th percentile of Cr
 * @v_average: VAVG, the mean of Cr
 * @v_high: VHIGH, the 90th percentile of Cr
 * @v_max: VMAX, the largest value of Cr
 * @sat_min: SATMIN, the smallest saturation
 * @sat_low: SATLOW, the 10th percentile of the saturation
 * @sat_average: SATAVG, the mean saturation
 * @sat_high: SATHIGH, the 90th percentile of the saturation
 * @sat_max: SATMAX, the largest saturation
 * @hue_median: HUEMED, the upper median of the hue in degrees
 * @hue_average: HUEAVG, the arithmetic (not circular) mean of the hue in degrees
 * @y_difference: YDIF, the mean absolute difference of Y to the frame before
 * @u_difference: UDIF, the mean absolute difference of Cb to the frame before
 * @v_difference: VDIF, the mean absolute difference of Cr to the frame before
 * @y_bit_depth: YBITDEPTH, the number of bits that are 1 in at least one sample of Y
 * @u_bit_depth: UBITDEPTH, the number of bits that are 1 in at least one sample of Cb
 * @v_bit_depth: VBITDEPTH, the number of bits that are 1 in at least one sample of Cr
 * @tout: TOUT, the share of pixels that are outliers between the rows above and below
 * @vrep: VREP, the share of rows that repeat the row four above
 * @brng: BRNG, the share of pixels outside of broadcast range
 *
 * The figures of FFmpeg's filter `signalstats`, which gst_video_histogram_get_signalstats() fills
 * in. The names in capitals are the keys of the filter. All fields but the means, the
 * differences and the shares hold whole numbers. A figure that does not exist is NaN.
 *
 * The caller allocates the struct, for example on the stack. Unused fields are reserved. For
 * #GValue and language bindings it is a boxed type.
 *
 * Thread-safety: none of its own, like any plain struct.
 *
 * Since: 0.1
 */
typedef struct {
  gdouble y_min;
  gdouble y_low;
  gdouble y_average;
  gdouble y_high;
  gdouble y_max;
  gdouble u_min;
  gdouble u_low;
  gdouble u_average;
  gdouble u_high;
  gdouble u_max;
  gdouble v_min;
  gdouble v_low;
  gdouble v_average;
  gdouble v_high;
  gdouble v_max;
  gdouble sat_min;
  gdouble sat_low;
  gdouble sat_average;
  gdouble sat_high;
  gdouble sat_max;
  gdouble hue_median;
  gdouble hue_average;
  gdouble y_difference;
  gdouble u_difference;
  gdouble v_difference;
  gdouble y_bit_depth;
  gdouble u_bit_depth;
  gdouble v_bit_depth;
  gdouble tout;
  gdouble vrep;
  gdouble brng;

  /*< private >*/
  gpointer _gst_reserved[GST_PADDING_LARGE];
} GstVideoHistogramSignalStats;

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_signal_stats_get_type(void);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramSignalStats*
gst_video_histogram_signal_stats_copy(const GstVideoHistogramSignalStats* stats);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_signal_stats_free(GstVideoHistogramSignalStats* stats);
GST_VIDEO_HISTOGRAM_API
gboolean gst_video_histogram_get_signalstats(GstVideoHistogram* histogram,
                                             GstVideoHistogramSignalStats* stats, GError** error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GstVideoHistogramSignalStats, gst_video_histogram_signal_stats_free)

/* Neighbours and successive frames */

GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_spatial_information(GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_temporal_information(GstVideoHistogram* histogram,
                                                     gdouble mean_before);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_horizontal_blockiness(GstVideoHistogram* histogram, guint* phase);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_get_vertical_blockiness(GstVideoHistogram* histogram, guint* phase);

G_END_DECLS
