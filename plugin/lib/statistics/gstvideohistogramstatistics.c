/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* 128-bit sums of count x weight, which exceed 64 bits after some hours of video. Two 64-bit words,
 * because compilers for 32-bit machines have no 128-bit integer. */
typedef struct {
  guint64 high, low;
} Wide;

/* sum += count * weight. The sum does not overflow for up to 65536 bins if the counts together fit
 * 64 bits and each weight has less than 48 bits. */
static inline void wide_add_product(Wide* sum, guint64 count, guint64 weight) {
  guint64 low = (count & 0xffffffff) * (weight & 0xffffffff);
  guint64 middle[] = {(count >> 32) * (weight & 0xffffffff), (count & 0xffffffff) * (weight >> 32)};
  guint i;

  sum->high += (count >> 32) * (weight >> 32);
  sum->low += low;
  sum->high += sum->low < low;
  for (i = 0; i < 2; i++) {
    low = middle[i] << 32;
    sum->low += low;
    sum->high += (middle[i] >> 32) + (sum->low < low);
  }
}

/* Returns sum / divisor, rounded down, and stores the remainder. The quotient must fit 64 bits, as
 * a mean of weights does. The algorithm is long division by bits. */
static inline guint64 wide_divide(Wide sum, guint64 divisor, guint64* remainder) {
  guint64 rest = sum.high; /* less than divisor, or the quotient would not fit */
  guint64 quotient = 0;
  gint bit;

  for (bit = 63; bit >= 0; bit--) {
    gboolean carry = rest >> 63;

    rest = (rest << 1) | ((sum.low >> bit) & 1);
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= G_GUINT64_CONSTANT(1) << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

/* Percentages are rounded to 1 / PERCENT_PARTS, so that 99.9 is exact, unlike the double. */
#define PERCENT_PARTS 1000000

const Channel* _gst_video_histogram_counted_channel(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_samples(histogram, channel) > 0 ? &histogram->channels[channel]
                                                                 : NULL;
}

guint64 _gst_video_histogram_rank(guint64 samples, gdouble percent) {
  guint64 rank = gst_util_uint64_scale_ceil(samples, (guint64)floor(percent * PERCENT_PARTS + 0.5),
                                            G_GUINT64_CONSTANT(100) * PERCENT_PARTS);

  return MAX(rank, 1);
}

guint _gst_video_histogram_find_rank(const guint64* counts, guint64 rank) {
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
 * The first bin of a channel that has samples.
 *
 * Returns: the smallest bin whose count is not 0; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_min(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_percentile(histogram, channel, 0.0);
}

/**
 * gst_video_histogram_get_max:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The last bin of a channel that has samples.
 *
 * Returns: the largest bin whose count is not 0; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_max(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_percentile(histogram, channel, 100.0);
}

/**
 * gst_video_histogram_get_min_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The first value of the smallest bin whose count is not 0. With one bin per value the result is
 * the minimum; otherwise it is a lower bound of all samples.
 *
 * Returns: the value; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_min_value(GstVideoHistogram* histogram, guint channel) {
  guint first = 0;

  if (_gst_video_histogram_counted_channel(histogram, channel) != NULL)
    gst_video_histogram_get_bin_values(
        histogram, channel, gst_video_histogram_get_min(histogram, channel), &first, NULL);
  return first;
}

/**
 * gst_video_histogram_get_max_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The last value of the largest bin whose count is not 0. With one bin per value the result is the
 * maximum; otherwise it is an upper bound of all samples.
 *
 * Returns: the value; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_max_value(GstVideoHistogram* histogram, guint channel) {
  guint last = 0;

  if (_gst_video_histogram_counted_channel(histogram, channel) != NULL)
    gst_video_histogram_get_bin_values(
        histogram, channel, gst_video_histogram_get_max(histogram, channel), NULL, &last);
  return last;
}

/* The place of a bin: in bins the bin's index, in values the bin's centre in units of half a value,
 * which is the sum of the first and the last value. */
static guint place_of(const Channel* channel, guint bin, gboolean in_values) {
  guint first, last;

  if (!in_values)
    return bin;
  _gst_video_histogram_bin_values(channel->bins, channel->n_values, bin, &first, &last);
  return first + last;
}

static Wide sum_of_places(const Channel* channel, gboolean in_values) {
  Wide sum = {0, 0};
  guint i;

  for (i = 0; i < channel->bins; i++)
    wide_add_product(&sum, channel->counts[i], place_of(channel, i, in_values));
  return sum;
}

/* sum / samples: returns the nearest integer and stores the rest, in [-1/2, 1/2]. */
static guint nearest_mean(Wide sum, guint64 samples, gdouble* rest) {
  guint64 remainder, mean = wide_divide(sum, samples, &remainder);

  if (remainder > samples / 2) {
    *rest = -((gdouble)(samples - remainder) / (gdouble)samples);
    return (guint)mean + 1;
  }
  *rest = (gdouble)remainder / (gdouble)samples;
  return (guint)mean;
}

gdouble _gst_video_histogram_mean(const Channel* channel, gboolean in_values) {
  const guint64 max_exact = G_GUINT64_CONSTANT(1) << 53; /* doubles hold integers up to it */
  const Wide sum = sum_of_places(channel, in_values);
  guint nearest;
  gdouble rest;

  /* The division of exact operands rounds once, so other programs get the same double. */
  if (sum.high == 0 && sum.low <= max_exact && channel->samples <= max_exact)
    return (gdouble)sum.low / (gdouble)channel->samples;
  nearest = nearest_mean(sum, channel->samples, &rest);
  return nearest + rest;
}

static gdouble variance_of_places(const Channel* channel, gboolean in_values) {
  guint64 whole, remainder;
  guint nearest, i;
  gdouble rest;
  Wide sum = {0, 0};

  /* The sum of squares about the integer nearest to the mean is exact; then rest^2 is subtracted.
   * |rest| is at most 1/2, so rest^2 is at most half of the minuend and no digits cancel. */
  nearest = nearest_mean(sum_of_places(channel, in_values), channel->samples, &rest);
  for (i = 0; i < channel->bins; i++) {
    guint place = place_of(channel, i, in_values);
    guint64 distance = place > nearest ? place - nearest : nearest - place;

    wide_add_product(&sum, channel->counts[i], distance * distance);
  }
  whole = wide_divide(sum, channel->samples, &remainder);
  return (gdouble)whole + ((gdouble)remainder / (gdouble)channel->samples - rest * rest);
}

/* A statistic of a channel, in bins or in values; NaN without samples. For values, `compute` counts
 * in halves of a value, so that its result is divided by `divisor`: 2 for a mean, 4 for a variance.
 */
static gdouble statistic_of(GstVideoHistogram* histogram, guint channel,
                            gdouble (*compute)(const Channel*, gboolean in_values),
                            gboolean in_values, gdouble divisor) {
  const Channel* of = _gst_video_histogram_counted_channel(histogram, channel);

  if (of == NULL)
    return NAN;
  /* Where every bin holds one value, statistics in bins and in values are equal. */
  return in_values && of->bins != of->n_values ? compute(of, TRUE) / divisor : compute(of, FALSE);
}

/**
 * gst_video_histogram_get_mean:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The arithmetic mean: the sum of i * c[i], divided by n.
 *
 * Returns: the mean in bins; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_mean(GstVideoHistogram* histogram, guint channel) {
  return statistic_of(histogram, channel, _gst_video_histogram_mean, FALSE, 1);
}

/**
 * gst_video_histogram_get_mean_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The arithmetic mean of the values, each sample being taken as the centre of its bin. The mean is
 * exact with one bin per value; otherwise the error is at most half the width of a bin.
 *
 * Returns: the mean as a value; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_mean_value(GstVideoHistogram* histogram, guint channel) {
  return statistic_of(histogram, channel, _gst_video_histogram_mean, TRUE, 2);
}

/**
 * gst_video_histogram_get_variance:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The population variance of the samples: the sum of c[i] * (i - mean)^2, divided by n. The square
 * root of the variance is the standard deviation.
 *
 * Returns: the variance in bins squared; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_variance(GstVideoHistogram* histogram, guint channel) {
  return statistic_of(histogram, channel, variance_of_places, FALSE, 1);
}

/**
 * gst_video_histogram_get_variance_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The population variance of the values, as gst_video_histogram_get_variance(), each sample being
 * taken as the centre of its bin. Differences within a bin do not count.
 *
 * Returns: the variance in values squared; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_variance_value(GstVideoHistogram* histogram, guint channel) {
  return statistic_of(histogram, channel, variance_of_places, TRUE, 4);
}

/**
 * gst_video_histogram_get_median:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The lower median, which is gst_video_histogram_get_percentile() of 50: with an even number of
 * samples the smaller of the two in the middle, so the median always is a bin that has samples.
 *
 * Returns: the median's bin; 0 without samples
 *
 * Since: 0.1
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
 * The nearest-rank percentile: the smallest bin at which the cumulative count reaches the rank,
 * which is @percent / 100 * n but at least 1. 0 gives the minimum and 100 the maximum, and the
 * result always is a bin that has samples. The rank is computed in integers.
 *
 * Returns: the percentile's bin; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_percentile(GstVideoHistogram* histogram, guint channel,
                                         gdouble percent) {
  const Channel* of;

  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, 0);
  of = _gst_video_histogram_counted_channel(histogram, channel);
  return of != NULL ? _gst_video_histogram_find_rank(
                          of->counts, _gst_video_histogram_rank(of->samples, percent))
                    : 0;
}

/**
 * gst_video_histogram_get_percentile_value:
 * @histogram: a histogram
 * @channel: the channel's index
 * @percent: 0 to 100; rounded to a millionth of a percent
 *
 * The nearest-rank percentile as a value: the centre of the bin that
 * gst_video_histogram_get_percentile() gives. With one bin per value the result is exact; otherwise
 * the exact value lies in the same bin.
 *
 * Returns: the percentile as a value, a multiple of 1/2; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_percentile_value(GstVideoHistogram* histogram, guint channel,
                                                 gdouble percent) {
  const Channel* of;

  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, NAN);

  of = _gst_video_histogram_counted_channel(histogram, channel);
  if (of == NULL)
    return NAN;
  return place_of(of, gst_video_histogram_get_percentile(histogram, channel, percent), TRUE) / 2.0;
}

/**
 * gst_video_histogram_get_median_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The lower median as a value, which is gst_video_histogram_get_percentile_value() of 50.
 *
 * Returns: the median as a value, a multiple of 1/2; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_median_value(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_percentile_value(histogram, channel, 50.0);
}

/**
 * gst_video_histogram_get_entropy:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * Shannon's entropy: minus the sum of p * log2(p) over the bins with p > 0, p being c[i] / n. The
 * entropy is 0 for a flat image and at most log2(bins).
 *
 * Returns: the entropy in bits per sample; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_entropy(GstVideoHistogram* histogram, guint channel) {
  const Channel* of = _gst_video_histogram_counted_channel(histogram, channel);
  gdouble entropy = 0.0;
  guint i;

  if (of == NULL)
    return NAN;
  for (i = 0; i < of->bins; i++) {
    if (of->counts[i] > 0) {
      gdouble p = (gdouble)of->counts[i] / (gdouble)of->samples;

      entropy -= p * log2(p);
    }
  }
  return entropy;
}
