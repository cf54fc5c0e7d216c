/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* Sums of count x weight, which pass 64 bits after some hours of video. By hand because 32-bit
 * machines have no 128-bit integer. */
typedef struct {
  guint64 high, low;
} Wide;

/* sum += count * weight. Never overflows for 65536 bins or fewer whose counts sum to 64 bits and
 * whose weights have less than 48. */
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

/* sum / divisor, rounded down; the remainder is put where it is asked for. The quotient has to fit
 * 64 bits, as a mean of weights does. Long division, bit by bit. */
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

/* A percentage has this many parts, so that 99.9 is exactly that and not the double below it. */
#define PERCENT_PARTS 1000000

/* A channel with samples; NULL where there is nothing to compute from. */
static const Channel* get_channel(GstVideoHistogram* histogram, guint channel) {
  if (gst_video_histogram_get_samples(histogram, channel) == 0)
    return NULL;
  return &histogram->channels[channel];
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
 * The first value of the smallest bin whose count is not 0. With one bin per value that is the
 * minimum; otherwise no sample is less.
 *
 * Returns: the value; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_min_value(GstVideoHistogram* histogram, guint channel) {
  guint first = 0;

  if (get_channel(histogram, channel) != NULL)
    gst_video_histogram_get_bin_values(
        histogram, channel, gst_video_histogram_get_min(histogram, channel), &first, NULL);
  return first;
}

/**
 * gst_video_histogram_get_max_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The last value of the largest bin whose count is not 0. With one bin per value that is the
 * maximum; otherwise no sample is more.
 *
 * Returns: the value; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_max_value(GstVideoHistogram* histogram, guint channel) {
  guint last = 0;

  if (get_channel(histogram, channel) != NULL)
    gst_video_histogram_get_bin_values(
        histogram, channel, gst_video_histogram_get_max(histogram, channel), NULL, &last);
  return last;
}

/* Where a bin lies. In bins that is its index, in values its centre, in units of half a value: the
 * sum of its first and its last value. */
static guint place_of(const Channel* channel, guint bin, gboolean in_values) {
  guint first, last;

  if (!in_values)
    return bin;
  _gst_video_histogram_bin_values(channel->bins, channel->n_values, bin, &first, &last);
  return first + last;
}

/* The mean place as the nearest integer and what is left of it, in [-1/2, 1/2]. */
static guint mean_place(const Channel* channel, gboolean in_values, gdouble* rest) {
  const guint64 samples = channel->samples;
  Wide sum = {0, 0};
  guint64 remainder, mean;
  guint i;

  for (i = 0; i < channel->bins; i++)
    wide_add_product(&sum, channel->counts[i], place_of(channel, i, in_values));
  mean = wide_divide(sum, samples, &remainder);
  if (remainder > samples / 2) {
    *rest = -((gdouble)(samples - remainder) / (gdouble)samples);
    return (guint)mean + 1;
  }
  *rest = (gdouble)remainder / (gdouble)samples;
  return (guint)mean;
}

static gdouble variance_of_places(const Channel* channel, gboolean in_values) {
  guint64 whole, remainder;
  guint nearest, i;
  gdouble rest;
  Wide sum = {0, 0};

  /* Exactly about the integer next to the mean, then moved by the rest of the mean. As that is at
   * most 1/2, what is subtracted is at most half of what it is subtracted from, and no digits are
   * lost. */
  nearest = mean_place(channel, in_values, &rest);
  for (i = 0; i < channel->bins; i++) {
    guint place = place_of(channel, i, in_values);
    guint64 distance = place > nearest ? place - nearest : nearest - place;

    wide_add_product(&sum, channel->counts[i], distance * distance);
  }
  whole = wide_divide(sum, channel->samples, &remainder);
  return (gdouble)whole + ((gdouble)remainder / (gdouble)channel->samples - rest * rest);
}

/* Whether a bin is one value, so that numbers in bins are numbers in values. */
static gboolean is_exact(const Channel* channel) {
  return channel->bins == channel->n_values;
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
  const Channel* of = get_channel(histogram, channel);
  guint nearest;
  gdouble rest;

  if (of == NULL)
    return NAN;
  nearest = mean_place(of, FALSE, &rest);
  return nearest + rest;
}

/**
 * gst_video_histogram_get_mean_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The arithmetic mean of the values, each sample being taken as the centre of its bin: exact with
 * one bin per value, else at most half of a bin's values off.
 *
 * Returns: the mean as a value; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_mean_value(GstVideoHistogram* histogram, guint channel) {
  const Channel* of = get_channel(histogram, channel);
  guint nearest;
  gdouble rest;

  if (of == NULL)
    return NAN;
  if (is_exact(of))
    return gst_video_histogram_get_mean(histogram, channel);
  nearest = mean_place(of, TRUE, &rest);
  return (nearest + rest) / 2.0;
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
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_variance(GstVideoHistogram* histogram, guint channel) {
  const Channel* of = get_channel(histogram, channel);

  return of != NULL ? variance_of_places(of, FALSE) : NAN;
}

/**
 * gst_video_histogram_get_variance_value:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The variance of the values, as gst_video_histogram_get_variance(), each sample being taken as the
 * centre of its bin: how far values differ within a bin is not in it.
 *
 * Returns: the variance in values squared; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_variance_value(GstVideoHistogram* histogram, guint channel) {
  const Channel* of = get_channel(histogram, channel);

  if (of == NULL)
    return NAN;
  return is_exact(of) ? variance_of_places(of, FALSE) : variance_of_places(of, TRUE) / 4.0;
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
 * The nearest-rank percentile: the smallest bin at which the cumulative count reaches
 * @percent / 100 * n, and at least 1. So 0 gives the minimum and 100 the maximum, and the result is
 * always a value that occurs. The rank is computed in integers.
 *
 * Returns: the percentile's bin; 0 without samples
 *
 * Since: 0.1
 */
guint gst_video_histogram_get_percentile(GstVideoHistogram* histogram, guint channel,
                                         gdouble percent) {
  const Channel* of;

  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, 0);

  of = get_channel(histogram, channel);
  return of != NULL ? find_rank(of->counts, _gst_video_histogram_rank(of->samples, percent)) : 0;
}

/**
 * gst_video_histogram_get_percentile_value:
 * @histogram: a histogram
 * @channel: the channel's index
 * @percent: 0 to 100; rounded to a millionth of a percent
 *
 * The nearest-rank percentile as a value: the centre of the bin that
 * gst_video_histogram_get_percentile() gives. With one bin per value that is the value itself;
 * otherwise the value lies in that bin.
 *
 * Returns: the percentile as a value, a multiple of 1/2; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_percentile_value(GstVideoHistogram* histogram, guint channel,
                                                 gdouble percent) {
  const Channel* of;

  g_return_val_if_fail(percent >= 0.0 && percent <= 100.0, NAN);

  of = get_channel(histogram, channel);
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
 * Shannon's entropy: minus the sum of p * log2(p) over the bins with p > 0, p being c[i] / n. 0 for
 * a flat image, at most log2(bins).
 *
 * Returns: the entropy in bits a sample; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_entropy(GstVideoHistogram* histogram, guint channel) {
  const Channel* of = get_channel(histogram, channel);
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
