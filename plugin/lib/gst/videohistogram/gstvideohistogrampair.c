/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Operations on two histograms: sums and comparisons. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* Waits for both and checks that they have the same channels. */
static gboolean check_pair(GstVideoHistogram* a, GstVideoHistogram* b, GError** error) {
  GstVideoHistogramChannelInfo channels[2][GST_VIDEO_HISTOGRAM_MAX_CHANNELS];
  guint c;

  if (a->n_channels != b->n_channels) {
    g_set_error(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE,
                "%u channels do not go with %u channels", a->n_channels, b->n_channels);
    return FALSE;
  }
  _gst_video_histogram_describe(a, channels[0]);
  _gst_video_histogram_describe(b, channels[1]);
  for (c = 0; c < a->n_channels; c++) {
    const GstVideoHistogramChannelInfo *of_a = &channels[0][c], *of_b = &channels[1][c];

    if (!_gst_video_histogram_same_channel(of_a, of_b)) {
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
    if (!g_uint64_checked_add(&samples[c], a->channels[c].samples, b->channels[c].samples))
      return _gst_video_histogram_refuse(
          error, "Channel %s would have more samples than 64 bits can hold", a->channels[c].name);
  }
  if (!g_uint64_checked_add(&n_frames, a->n_frames, b->n_frames))
    return _gst_video_histogram_refuse(error,
                                       "The sum would have more frames than 64 bits can hold");
  sum->n_frames = n_frames;
  for (c = 0; c < a->n_channels; c++)
    sum->channels[c].samples = samples[c];
  /* No count is more than its channel's samples, so none of these overflows. */
  for (i = 0; i < a->n_counts; i++)
    sum->counts[i] = a->counts[i] + b->counts[i];
  return TRUE;
}

/* The top and the bottom field together are a frame. */
static GstVideoHistogramField field_of_sum(const GstVideoHistogram* a, const GstVideoHistogram* b) {
  return a->field == b->field ? a->field : GST_VIDEO_HISTOGRAM_FIELD_NONE;
}

/**
 * gst_video_histogram_add:
 * @a: a histogram
 * @b: a histogram with the same channels, each with the same bins and depth; it may be @a
 * @error: return location for a #GstVideoHistogramError
 *
 * The sum of two histograms, as if the samples of both had been counted together. Waits for both,
 * at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT each. Format, size and colorimetry are kept if both
 * histograms agree, otherwise they are unknown in the sum. So is the field; a sum of both fields
 * has %GST_VIDEO_HISTOGRAM_FIELD_NONE. The number of frames is the sum of both.
 *
 * The sum has those projections of @a that @b has as well: of the same channel, bins and positions,
 * of frames of the same size. Their matrices are added by this call. If one of the two matrices
 * cannot be read, or a count would exceed 32 bits, the sum is still made, without this matrix:
 * gst_video_histogram_projection_wait() of the sum's projection gives the reason. The same holds
 * for joint histograms of the same channels and bins, whose counts have 64 bits. Sums of the same
 * name and shape are added, value by value; if a value would exceed 64 bits, the result has no
 * values of that sum.
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
  Description description = {.channels = channels};
  GstVideoHistogram* sum;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(a), NULL);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(b), NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  if (!check_pair(a, b, error))
    return NULL;

  _gst_video_histogram_describe(a, channels);
  description.n_channels = a->n_channels;
  description.format = a->format == b->format ? a->format : GST_VIDEO_FORMAT_UNKNOWN;
  if (a->width == b->width && a->height == b->height) {
    description.width = a->width;
    description.height = a->height;
  }
  if (gst_video_colorimetry_is_equal(&a->colorimetry, &b->colorimetry))
    description.colorimetry = &a->colorimetry;
  sum = _gst_video_histogram_alloc(&description, TRUE);
  sum->color_flags = a->color_flags & b->color_flags;
  sum->field = field_of_sum(a, b);
  sum->state = COMPLETE;
  if (!add_counts(sum, a, b, error)) {
    gst_video_histogram_unref(sum);
    return NULL;
  }
  _gst_video_histogram_add_projections(sum, a, b);
  _gst_video_histogram_add_joints(sum, a, b);
  _gst_video_histogram_add_sums(sum, a, b);
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
  sum->field = field_of_sum(sum, part);
  _gst_video_histogram_accumulate_tables(sum->projections, part->projections);
  _gst_video_histogram_accumulate_tables(sum->joints, part->joints);
  _gst_video_histogram_accumulate_sums(sum, part);
  return TRUE;
}

/* Both histograms are complete and have the same channels. */
static gdouble compare_channel(GstVideoHistogram* a, GstVideoHistogram* b, guint channel,
                               GstVideoHistogramCompareMethod method) {
  const Channel *of_a = &a->channels[channel], *of_b = &b->channels[channel];
  const gdouble a_samples = (gdouble)of_a->samples, b_samples = (gdouble)of_b->samples;
  const gboolean cumulative = method == GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS;
  guint64 a_count = 0, b_count = 0;
  gdouble sum = 0.0, difference;
  guint i;

  if (of_a->samples == 0 || of_b->samples == 0)
    return NAN;
  for (i = 0; i < of_a->bins; i++) {
    gdouble p, q;

    a_count = of_a->counts[i] + (cumulative ? a_count : 0);
    b_count = of_b->counts[i] + (cumulative ? b_count : 0);
    if (a_count == 0 && b_count == 0)
      continue; /* such a bin adds 0 */
    p = (gdouble)a_count / a_samples;
    q = (gdouble)b_count / b_samples;
    switch (method) {
    case GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION:
      sum += MIN(p, q);
      break;
    case GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE:
      sum += (p - q) * (p - q) / (p + q);
      break;
    case GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA:
      /* p and q each sum to 1, so half the sum of (sqrt(p) - sqrt(q))^2 equals 1 - the sum of
       * sqrt(p * q). The first form is exactly 0 for equal histograms and never negative under the
       * root. */
      difference = sqrt(p) - sqrt(q);
      sum += difference * difference;
      break;
    case GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS:
      sum += fabs(p - q);
      break;
    default:
      g_return_val_if_reached(NAN);
    }
  }
  if (method == GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA)
    return sqrt(sum / 2.0);
  return method == GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE ? sum / 2.0 : sum;
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
