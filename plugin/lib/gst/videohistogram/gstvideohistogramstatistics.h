/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/*
 * Numbers computed from a histogram's counts.
 *
 * Units are bins. With one bin a value (256 bins of an 8-bit format) a bin is the sample value;
 * with fewer, bin b holds the values v with (v * bins) >> depth == b.
 *
 * In the formulas c[i] is the count of bin i, n their sum, and sums run over all bins. Sums are
 * exact integers, however long the film: only the last division and the functions of real numbers
 * round.
 *
 * Where there is no answer the result is 0 (functions that give a bin) or NaN (functions that give
 * a real number). That is so for a channel without samples (an empty region), for a histogram that
 * failed, and for one that is still pending after GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Thread-safety: any function from any thread, as for GstVideoHistogram. Each call walks over the
 * channel's bins once or twice; nothing is cached.
 */

#define GST_TYPE_VIDEO_HISTOGRAM_COMPARE_METHOD (gst_video_histogram_compare_method_get_type())

/**
 * GstVideoHistogramCompareMethod:
 * @GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION: likeness: the sum of min(p, q). 1 is equal, 0 is
 *   disjoint (Swain and Ballard; OpenCV's `HISTCMP_INTERSECT`)
 * @GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE: distance: half the sum of (p - q)^2 / (p + q), over the
 *   bins where p + q is not 0. 0 is equal, 1 is disjoint (a quarter of OpenCV's
 *   `HISTCMP_CHISQR_ALT`); symmetric, unlike Pearson's test
 * @GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA: distance: the square root of 1 - the sum of
 *   sqrt(p * q). 0 is equal, 1 is disjoint (the Hellinger distance; OpenCV's
 *   `HISTCMP_BHATTACHARYYA`)
 * @GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS: distance: the sum of |P - Q|, P and Q being the
 *   cumulative sums of p and q, in bins. 0 is equal, bins - 1 is all black against all white; the
 *   only one that knows that neighbouring bins are close (Rubner, Tomasi and Guibas)
 *
 * How to compare two histograms. p and q are the two channels' counts, each divided by its number
 * of samples, so that the sizes of the frames do not matter.
 *
 * Thread-safety: constants.
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION,
  GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE,
  GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA,
  GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS,
} GstVideoHistogramCompareMethod;

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_compare_method_get_type(void);

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

/* Two histograms */

GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_compare(GstVideoHistogram* a, GstVideoHistogram* b,
                                    GstVideoHistogramCompareMethod method, GError** error);
GST_VIDEO_HISTOGRAM_API
gdouble gst_video_histogram_compare_channel(GstVideoHistogram* a, GstVideoHistogram* b,
                                            guint channel, GstVideoHistogramCompareMethod method,
                                            GError** error);

G_END_DECLS
