/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Figures of the differences of neighbouring samples and of successive frames: spatial and temporal
 * information as ITU-T P.910 defines them, and blockiness. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* Magnitudes of SOBEL are in units of 2^-16 of all codes. */
#define UNIT_BITS 16

/* The distances of `n` numbers to `mean`, squared and added up, from their sum and the sum of their
 * squares. Modulo 2^64, which the result does not exceed. */
static guint64 squares_about(guint64 mean, guint64 n, guint64 sum, guint64 squares) {
  return squares - 2 * mean * sum + n * mean * mean;
}

/**
 * gst_video_histogram_get_spatial_information:
 * @histogram: a histogram
 *
 * SI as ITU-T P.910 defines it: the standard deviation of the magnitude of Sobel's operator, in
 * codes of Y or GRAY, without the pixels at the edges of the frame. It follows from the sum SOBEL,
 * for which the element counts with `figures=sobel`, and whose magnitudes are rounded down to 2^-8
 * of a code of 8 bits. Of a sum of frames, that of the pixels of all frames together. Waits for the
 * histogram, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: the figure; NaN without the sum, and for frames of less than 3 x 3 pixels
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_spatial_information(GstVideoHistogram* histogram) {
  const GstVideoHistogramSum* sobel;
  guint64 in_row, pixels, total = 0, mean, rest;
  gdouble squares = 0, offset;
  guint row;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), NAN);
  if (_gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) != COMPLETE)
    return NAN;
  sobel = _gst_video_histogram_find_values(histogram, "SOBEL");
  if (sobel == NULL || histogram->format == GST_VIDEO_FORMAT_UNKNOWN || histogram->width < 3 ||
      histogram->height < 3)
    return NAN;
  in_row = (histogram->width - 2) * histogram->n_frames;
  pixels = in_row * (histogram->height - 2);
  for (row = 1; row + 1 < histogram->height; row++)
    total += (guint64)sobel->values[2 * row];
  mean = total / pixels;
  rest = total % pixels;
  /* About a whole number near the mean, so that no digits cancel; then by the rest. */
  for (row = 1; row + 1 < histogram->height; row++)
    squares += (gdouble)squares_about(mean, in_row, (guint64)sobel->values[2 * row],
                                      (guint64)sobel->values[2 * row + 1]);
  offset = (gdouble)rest / (gdouble)pixels;
  return ldexp(sqrt(MAX(squares / (gdouble)pixels - offset * offset, 0)),
               (gint)GST_VIDEO_FORMAT_INFO_DEPTH(gst_video_format_get_info(histogram->format), 0) -
                   UNIT_BITS);
}

/* The channel of that name, or else of the other one; NULL without samples. */
static const Channel* find_counted(GstVideoHistogram* histogram, const gchar* name,
                                   const gchar* substitute) {
  gint index = gst_video_histogram_find_channel(histogram, name);

  if (index < 0)
    index = gst_video_histogram_find_channel(histogram, substitute);
  return index >= 0 ? _gst_video_histogram_counted_channel(histogram, (guint)index) : NULL;
}

/**
 * gst_video_histogram_get_temporal_information:
 * @histogram: a histogram
 * @mean_before: the mean of Y or GRAY in the frame before, in codes
 *
 * TI as ITU-T P.910 defines it: the standard deviation, in codes, of the difference of Y, or GRAY,
 * to the frame before. The mean square of the difference follows from the channel DIFF-Y, or
 * DIFF-GRAY, and its mean from the means of both frames. Both channels need one bin per value: the
 * element counts them with `channels=y+gray+diff bins=0`. Waits for the histogram, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: the figure; NaN without these channels, and for a frame without a frame before
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_temporal_information(GstVideoHistogram* histogram,
                                                     gdouble mean_before) {
  const Channel *luma, *difference;
  gdouble change, squares = 0;
  guint value;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), NAN);
  luma = find_counted(histogram, "Y", "GRAY");
  difference = find_counted(histogram, "DIFF-Y", "DIFF-GRAY");
  if (luma == NULL || luma->bins != luma->n_values || difference == NULL ||
      difference->bins != difference->n_values)
    return NAN;
  change = _gst_video_histogram_mean(luma, FALSE) - mean_before;
  for (value = 0; value < difference->bins; value++)
    squares += (gdouble)difference->counts[value] * value * value;
  squares /= (gdouble)difference->samples;
  return isnan(change) ? NAN : sqrt(MAX(squares - change * change, 0));
}

/* Codes between two borders of blocks. */
#define BLOCK 8

/* The greatest ratio, over all places of a grid, of the mean step across its borders to the mean of
 * the other steps. Step i is that from line i - 1 to line i. */
static gdouble find_grid(GstVideoHistogram* histogram, const gchar* name, guint* phase) {
  const GstVideoHistogramSum* steps;
  gdouble sums[BLOCK] = {0}, all = 0, best = NAN;
  guint numbers[BLOCK] = {0}, number, place;
  gsize i;

  if (phase != NULL)
    *phase = 0;
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), NAN);
  if (_gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) != COMPLETE)
    return NAN;
  steps = _gst_video_histogram_find_values(histogram, name);
  if (steps == NULL || steps->n_values <= 2 * BLOCK)
    return NAN;
  number = (guint)steps->n_values - 1;
  for (i = 1; i < steps->n_values; i++) {
    sums[i % BLOCK] += (gdouble)steps->values[i];
    all += (gdouble)steps->values[i];
    numbers[i % BLOCK]++;
  }
  for (place = 0; place < BLOCK && all > 0; place++) {
    /* The quotient of two whole numbers; infinite if all steps are across borders. */
    const gdouble ratio =
        sums[place] * (number - numbers[place]) / ((all - sums[place]) * numbers[place]);

    if (isnan(best) || ratio > best) {
      best = ratio;
      if (phase != NULL)
        *phase = place;
    }
  }
  return best;
}

/**
 * gst_video_histogram_get_horizontal_blockiness:
 * @histogram: a histogram
 * @phase: (out) (optional): columns before the first border of blocks, 0 to 7; 0 without a figure
 *
 * How much the borders of blocks of 8 columns stand out: the mean of |p[x] - p[x-1]| across
 * borders, divided by its mean between all other neighbours, of Y or GRAY. The borders are the one
 * of all eight places for which this is greatest, so that a frame without blocks has little more
 * than 1. It follows from the sum HSTEP, for which the element counts with `figures=hstep`. Of a
 * sum of frames, that of all frames together. Waits for the histogram, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT.
 *
 * Returns: the figure; NaN without the sum, for frames of less than 17 columns, and for those whose
 *   rows are flat; infinite if there are no other differences
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_horizontal_blockiness(GstVideoHistogram* histogram, guint* phase) {
  return find_grid(histogram, "HSTEP", phase);
}

/**
 * gst_video_histogram_get_vertical_blockiness:
 * @histogram: a histogram
 * @phase: (out) (optional): rows before the first border of blocks, 0 to 7; 0 without a figure
 *
 * The same as gst_video_histogram_get_horizontal_blockiness() for blocks of 8 rows, from the sum
 * VSTEP.
 *
 * Returns: the figure; NaN without the sum, for frames of less than 17 rows, and for those whose
 *   columns are flat; infinite if there are no other differences
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_vertical_blockiness(GstVideoHistogram* histogram, guint* phase) {
  return find_grid(histogram, "VSTEP", phase);
}
