/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>
#include <gst/videohistogram/wide.h>

/* A percentage has this many parts, so that 99.9 is exactly that and not the double below it. */
#define PERCENT_PARTS 1000000

/* One channel's counts; FALSE where there is nothing to compute from. */
static gboolean get_channel(GstVideoHistogram* histogram, guint channel, const guint64** counts,
                            guint* bins, guint64* samples) {
  *counts = gst_video_histogram_get_counts(histogram, channel, NULL);
  if (*counts == NULL)
    return FALSE;
  *bins = gst_video_histogram_get_bins(histogram);
  *samples = gst_video_histogram_get_samples(histogram, channel);
  return *samples > 0;
}

guint64 _gst_video_histogram_rank(guint64 samples, gdouble percent) {
  guint64 rank = gst_util_uint64_scale_ceil(samples, (guint64)floor(percent * PERCENT_PARTS + 0.5),
                                            G_GUINT64_CONSTANT(100) * PERCENT_PARTS);

  return MAX(rank, 1);
}

/* The smallest bin at which the cumulative count reaches `rank`, which is 1 to the number of
 * samples. */
static guint find_rank(const guint64* counts, guint64 rank) {
  guint bin = 0;
  guint64 sum = counts[0];

  while (sum < rank)
    sum += counts[++bin];
  return bin;
}

/**
 * gst_video_histogram_get_min:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * Returns: the smallest bin whose count is not 0; 0 without samples
 */
guint gst_video_histogram_get_min(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_percentile(histogram, channel, 0.0);
}

/**
 * gst_video_histogram_get_max:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * Returns: the largest bin whose count is not 0; 0 without samples
 */
guint gst_video_histogram_get_max(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_percentile(histogram, channel, 100.0);
}

/* The mean as the nearest integer and what is left of it, in [-1/2, 1/2]. */
static guint get_mean(const guint64* counts, guint bins, guint64 samples, gdouble* rest) {
  Wide sum = {0, 0};
  guint64 remainder, mean;
  guint i;

  for (i = 0; i < bins; i++)
    wide_add_product(&sum, counts[i], i);
  mean = wide_divide(sum, samples, &remainder);
  if (remainder > samples / 2) {
    *rest = -((gdouble)(samples - remainder) / (gdouble)samples);
    return (guint)mean + 1;
  }
  *rest = (gdouble)remainder / (gdouble)samples;
  return (guint)mean;
}

/**
 * gst_video_histogram_get_mean:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The arithmetic mean: the sum of i * c[i], divided by n.
 *
 * Returns: the mean in bins; NaN without samples
 */
gdouble gst_video_histogram_get_mean(GstVideoHistogram* histogram, guint channel) {
  const guint64* counts;
  guint bins, nearest;
  guint64 samples;
  gdouble rest;

  if (!get_channel(histogram, channel, &counts, &bins, &samples))
    return NAN;
  nearest = get_mean(counts, bins, samples, &rest);
  return nearest + rest;
}

/**
 * gst_video_histogram_get_variance:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The variance of the samples, which are all there are (the population variance): the sum of
 * c[i] * (i - mean)^2, divided by n. Its square root is the standard deviation.
 *
 * Returns: the variance in bins squared; NaN without samples
 */
gdouble gst_video_histogram_get_variance(GstVideoHistogram* histogram, guint channel) {
  const guint64* counts;
  guint bins, nearest, i;
  guint64 samples, whole, remainder;
  gdouble rest;
  Wide sum = {0, 0};

  if (!get_channel(histogram, channel, &counts, &bins, &samples))
    return NAN;

  /* Exactly about the integer next to the mean, then moved by the rest of the mean. As that is at
   * most 1/2, what is subtracted is at most half of what it is subtracted from, and no digits are
   * lost. */
  nearest = get_mean(counts, bins, samples, &rest);
  for (i = 0; i < bins; i++) {
    guint32 distance = i > nearest ? i - nearest : nearest - i;

    wide_add_product(&sum, counts[i], distance * distance);
  }
  whole = wide_divide(sum, samples, &remainder);
  return (gdouble)whole + ((gdouble)remainder / (gdouble)samples - rest * rest);
}

/**
 * gst_video_histogram_get_median:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The lower median, which is gst_video_histogram_get_percentile() of 50: with an even number of
 * samples it is the smaller of the two in the middle, and so always a value that occurs.
 *
 * Returns: the median's bin; 0 without samples
 */
guint gst_video_histogram_get_median(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_percentile(histogram, channel, 50.0);
}

/**
 * gst_video_histogram_get_percentile:
 * @histogram: a histogram
 * @channel: the channel's index
 * @percent: 0 to 100; rounded to a millionth of a percent
 *
 * The nearest-rank percentile: the smallest bin at which the cumulative count reaches
 * @percent / 100 * n, and at least 1. So 0 gives the minimum and 100 the maximum, and the result is
 * always a value that occurs. The rank is computed in integers.
 *
 * Returns: the percentile's bin; 0 without samples
 */
guint gst_video_histogram_get_percentile(GstVideoHistogram* histogram, guint channel,
                                         gdouble percent) {
  const guint64* counts;
  guint bins;
  guint64 samples;

  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, 0);

  if (!get_channel(histogram, channel, &counts, &bins, &samples))
    return 0;
  return find_rank(counts, _gst_video_histogram_rank(samples, percent));
}

/**
 * gst_video_histogram_get_entropy:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * Shannon's entropy: minus the sum of p * log2(p) over the bins with p > 0, p being c[i] / n. 0 for
 * a flat picture, at most log2(bins).
 *
 * Returns: the entropy in bits a sample; NaN without samples
 */
gdouble gst_video_histogram_get_entropy(GstVideoHistogram* histogram, guint channel) {
  const guint64* counts;
  guint bins, i;
  guint64 samples;
  gdouble entropy = 0.0;

  if (!get_channel(histogram, channel, &counts, &bins, &samples))
    return NAN;
  for (i = 0; i < bins; i++) {
    if (counts[i] > 0) {
      gdouble p = (gdouble)counts[i] / (gdouble)samples;

      entropy -= p * log2(p);
    }
  }
  return entropy;
}

static guint64 count_at_or_below(const guint64* counts, guint bins, guint bin) {
  guint64 sum = 0;
  guint i;

  for (i = 0; i < bins && i <= bin; i++)
    sum += counts[i];
  return sum;
}

/**
 * gst_video_histogram_get_fraction_at_or_below:
 * @histogram: a histogram
 * @channel: the channel's index
 * @bin: a bin; one that does not exist is above all of them
 *
 * How much of the picture is as dark as @bin or darker, for instance crushed at 0 or below legal
 * range at 15: the sum of c[0] to c[@bin], divided by n.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 */
gdouble gst_video_histogram_get_fraction_at_or_below(GstVideoHistogram* histogram, guint channel,
                                                     guint bin) {
  const guint64* counts;
  guint bins;
  guint64 samples;

  if (!get_channel(histogram, channel, &counts, &bins, &samples))
    return NAN;
  return (gdouble)count_at_or_below(counts, bins, bin) / (gdouble)samples;
}

/**
 * gst_video_histogram_get_fraction_above:
 * @histogram: a histogram
 * @channel: the channel's index
 * @bin: a bin; one that does not exist is above all of them
 *
 * How much of the picture is brighter than @bin, for instance blown out above 254 or above legal
 * range at 235: the sum of the counts after c[@bin], divided by n.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 */
gdouble gst_video_histogram_get_fraction_above(GstVideoHistogram* histogram, guint channel,
                                               guint bin) {
  const guint64* counts;
  guint bins;
  guint64 samples;

  if (!get_channel(histogram, channel, &counts, &bins, &samples))
    return NAN;
  return (gdouble)(samples - count_at_or_below(counts, bins, bin)) / (gdouble)samples;
}
