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

G_END_DECLS
