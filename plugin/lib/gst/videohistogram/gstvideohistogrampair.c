/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Operations on two histograms: sums and comparisons. */

#include <math.h>
#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

static gboolean same_channel(const Channel* a, const Channel* b) {
  return strcmp(a->name, b->name) == 0 && a->bins == b->bins && a->depth == b->depth &&
         a->n_values == b->n_values;
}

/* Waits for both and checks that they have the same channels. */
static gboolean check_pair(GstVideoHistogram* a, GstVideoHistogram* b, GError** error) {
  guint c;

  if (a->n_channels != b->n_channels) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE,
                "%u channels do not go with %u channels", a->n_channels, b->n_channels);
    return FALSE;
  }
  for (c = 0; c < a->n_channels; c++) {
    const Channel *of_a = &a->channels[c], *of_b = &b->channels[c];

    if (!same_channel(of_a, of_b)) {
      g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE,
                  "Channel %u is %s of %u bins, %u values and %u bits in one histogram and %s of "
                  "%u bins, %u values and %u bits in the other",
                  c, of_a->name, of_a->bins, of_a->n_values, of_a->depth, of_b->name, of_b->bins,
                  of_b->n_values, of_b->depth);
      return FALSE;
    }
  }
  return gst_video_histogram_wait(a, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error) &&
         gst_video_histogram_wait(b, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error);
}

/* sum = a + b; all three have the same channels, and `sum` may be `a`. FALSE with INVALID, and
 * `sum` unchanged, if a number would exceed 64 bits. */
static gboolean add_counts(GstVideoHistogram* sum, const GstVideoHistogram* a,
                           const GstVideoHistogram* b, GError** error) {
  guint64 samples[GST_VIDEO_HISTOGRAM_MAX_CHANNELS], n_frames;
  gsize i;
  guint c;

  for (c = 0; c < a->n_channels; c++) {
    if (!g_uint64_checked_add(&samples[c], a->channels[c].samples, b->channels[c].samples)) {
      g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                  "Channel %s would have more samples than 64 bits can hold", a->channels[c].name);
      return FALSE;
    }
  }
  if (!g_uint64_checked_add(&n_frames, a->n_frames, b->n_frames)) {
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                        "The sum would have more frames than 64 bits can hold");
    return FALSE;
  }
  sum->n_frames = n_frames;
  for (c = 0; c < a->n_channels; c++)
    sum->channels[c].samples = samples[c];
  /* No count is more than its channel's samples, so none of these overflows. */
  for (i = 0; i < a->n_counts; i++)
    sum->counts[i] = a->counts[i] + b->counts[i];
  return TRUE;
}

/**
 * gst_video_histogram_add:
 * @a: a histogram
 * @b: a histogram with the same channels, each with the same bins and depth; it may be @a
 * @error: return location for a #GstVideoHistogramError
 *
 * The sum of two histograms, as if the samples of both had been counted together. Waits for both,
 * at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT each. Format, size and colorimetry are kept if both
 * histograms agree, otherwise they are unknown in the sum. The number of frames is the sum of both.
 *
 * The sum has those projections of @a that @b has as well: of the same channel, bins and positions,
 * of frames of the same size. Their matrices are added by this call. If one of the two matrices
 * cannot be read, or a count would exceed 32 bits, the sum is still made, without this matrix:
 * gst_video_histogram_projection_wait() of the sum's projection gives the reason. The same holds
 * for joint histograms of the same channels and bins, whose counts have 64 bits.
 *
 * Errors: %GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE if channels differ;
 * %GST_VIDEO_HISTOGRAM_ERROR_INVALID if a channel would have 2^64 samples or more, or the sum 2^64
 * frames, because sums never saturate; the errors of gst_video_histogram_wait() for @a and @b.
 *
 * Returns: (transfer full): the sum, or %NULL with @error set
 *
 * Since: 0.1
 */
GstVideoHistogram* gst_video_histogram_add(GstVideoHistogram* a, GstVideoHistogram* b,
                                           GError** error) {
  GstVideoHistogramChannelInfo channels[GST_VIDEO_HISTOGRAM_MAX_CHANNELS];
  gboolean same_size;
  GstVideoHistogram* sum;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(a), NULL);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(b), NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  if (!check_pair(a, b, error))
    return NULL;

  same_size = a->width == b->width && a->height == b->height;
  _gst_video_histogram_describe(a, channels);
  sum = _gst_video_histogram_alloc(
      a->format == b->format ? a->format : GST_VIDEO_FORMAT_UNKNOWN, same_size ? a->width : 0,
      same_size ? a->height : 0,
      gst_video_colorimetry_is_equal(&a->colorimetry, &b->colorimetry) ? &a->colorimetry : NULL,
      channels, a->n_channels, TRUE);
  sum->color_flags = a->color_flags & b->color_flags;
  sum->state = COMPLETE;
  if (!add_counts(sum, a, b, error)) {
    gst_video_histogram_unref(sum);
    return NULL;
  }
  _gst_video_histogram_add_projections(sum, a, b);
  _gst_video_histogram_add_joints(sum, a, b);
  return sum;
}

gboolean _gst_video_histogram_accumulate(GstVideoHistogram** total, GstVideoHistogram* part) {
  GstVideoHistogram* sum = *total;

  if (!gst_mini_object_is_writable(GST_MINI_OBJECT_CAST(sum))) {
    sum = gst_video_histogram_add(*total, part, NULL);
    if (sum == NULL)
      return FALSE;
    gst_video_histogram_unref(*total);
    *total = sum;
    return TRUE;
  }
  if (!add_counts(sum, sum, part, NULL))
    return FALSE;
  _gst_video_histogram_accumulate_projections(sum, part);
  _gst_video_histogram_accumulate_joints(sum, part);
  return TRUE;
}

static gdouble intersection(const guint64* a, gdouble a_samples, const guint64* b,
                            gdouble b_samples, guint bins) {
  gdouble sum = 0.0;
  guint i;

  for (i = 0; i < bins; i++)
    sum += MIN((gdouble)a[i] / a_samples, (gdouble)b[i] / b_samples);
  return sum;
}

static gdouble chi_square(const guint64* a, gdouble a_samples, const guint64* b, gdouble b_samples,
                          guint bins) {
  gdouble sum = 0.0;
  guint i;

  for (i = 0; i < bins; i++) {
    if (a[i] > 0 || b[i] > 0) {
      gdouble p = (gdouble)a[i] / a_samples, q = (gdouble)b[i] / b_samples;

      sum += (p - q) * (p - q) / (p + q);
    }
  }
  return sum / 2.0;
}

static gdouble bhattacharyya(const guint64* a, gdouble a_samples, const guint64* b,
                             gdouble b_samples, guint bins) {
  gdouble sum = 0.0;
  guint i;

  /* p and q each sum to 1, so half the sum of (sqrt(p) - sqrt(q))^2 equals 1 - the sum of sqrt(p *
   * q). The first form is exactly 0 for equal histograms and never negative under the root. */
  for (i = 0; i < bins; i++) {
    gdouble difference = sqrt((gdouble)a[i] / a_samples) - sqrt((gdouble)b[i] / b_samples);

    sum += difference * difference;
  }
  return sqrt(sum / 2.0);
}

static gdouble earth_movers(const guint64* a, gdouble a_samples, const guint64* b,
                            gdouble b_samples, guint bins) {
  gdouble sum = 0.0;
  guint64 a_below = 0, b_below = 0;
  guint i;

  for (i = 0; i < bins; i++) {
    a_below += a[i];
    b_below += b[i];
    sum += fabs((gdouble)a_below / a_samples - (gdouble)b_below / b_samples);
  }
  return sum;
}

/* Both histograms are complete and have the same channels. */
static gdouble compare_channel(GstVideoHistogram* a, GstVideoHistogram* b, guint channel,
                               GstVideoHistogramCompareMethod method) {
  const guint64* a_counts = gst_video_histogram_get_counts(a, channel, NULL);
  const guint64* b_counts = gst_video_histogram_get_counts(b, channel, NULL);
  guint64 a_samples = gst_video_histogram_get_samples(a, channel);
  guint64 b_samples = gst_video_histogram_get_samples(b, channel);
  guint bins = gst_video_histogram_get_bins(a, channel);

  if (a_samples == 0 || b_samples == 0)
    return NAN;
  switch (method) {
  case GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION:
    return intersection(a_counts, a_samples, b_counts, b_samples, bins);
  case GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE:
    return chi_square(a_counts, a_samples, b_counts, b_samples, bins);
  case GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA:
    return bhattacharyya(a_counts, a_samples, b_counts, b_samples, bins);
  case GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS:
    return earth_movers(a_counts, a_samples, b_counts, b_samples, bins);
  }
  g_return_val_if_reached(NAN);
}

/**
 * gst_video_histogram_compare:
 * @a: a histogram
 * @b: one with the same channels, each with the same bins and depth
 * @method: how to compare them
 * @error: return location for a #GstVideoHistogramError
 *
 * The likeness of two histograms, or the distance between them: the mean of
 * gst_video_histogram_compare_channel() over the channels. Waits for both histograms, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT each. Format and size may differ.
 *
 * Errors: %GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE if channels differ; the errors of
 * gst_video_histogram_wait() for @a and @b.
 *
 * Returns: a likeness or a distance, as @method says; NaN with @error set on error, and NaN without
 *   an error if a channel of @a or @b has no samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_compare(GstVideoHistogram* a, GstVideoHistogram* b,
                                    GstVideoHistogramCompareMethod method, GError** error) {
  gdouble sum = 0.0;
  guint c, n_channels;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(a), NAN);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(b), NAN);
  g_return_val_if_fail(error == NULL || *error == NULL, NAN);

  if (!check_pair(a, b, error))
    return NAN;
  n_channels = gst_video_histogram_get_n_channels(a);
  for (c = 0; c < n_channels; c++)
    sum += compare_channel(a, b, c, method);
  return sum / n_channels;
}

/**
 * gst_video_histogram_compare_channel:
 * @a: a histogram
 * @b: one with the same channels, each with the same bins and depth
 * @channel: the index of the channel to compare
 * @method: how to compare them
 * @error: return location for a #GstVideoHistogramError
 *
 * As gst_video_histogram_compare(), for one channel.
 *
 * Returns: a likeness or a distance, as @method says; NaN with @error set on error, and NaN without
 *   an error if the channel of @a or @b has no samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_compare_channel(GstVideoHistogram* a, GstVideoHistogram* b,
                                            guint channel, GstVideoHistogramCompareMethod method,
                                            GError** error) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(a), NAN);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(b), NAN);
  g_return_val_if_fail(channel < gst_video_histogram_get_n_channels(a), NAN);
  g_return_val_if_fail(error == NULL || *error == NULL, NAN);

  if (!check_pair(a, b, error))
    return NAN;
  return compare_channel(a, b, channel, method);
}
