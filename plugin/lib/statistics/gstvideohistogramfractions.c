/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The shares of samples below, above and outside of limits, and the limits of the legal range. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

gboolean _gst_video_histogram_stores_rgb(const GstVideoHistogram* self) {
  if (self->format != GST_VIDEO_FORMAT_UNKNOWN)
    return GST_VIDEO_FORMAT_INFO_IS_RGB(gst_video_format_get_info(self->format));
  return self->colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_RGB ||
         self->colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN;
}

/* Y'CbCr frames without a known range are in limited range, as ITU-T H.264 and H.265 infer it. */
static gboolean is_limited_ycbcr(const GstVideoHistogram* self) {
  const GstVideoColorRange range = self->colorimetry.range;

  return range == GST_VIDEO_COLOR_RANGE_16_235 ||
         (range == GST_VIDEO_COLOR_RANGE_UNKNOWN &&
          self->colorimetry.matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN &&
          self->colorimetry.matrix != GST_VIDEO_COLOR_MATRIX_RGB);
}

/* Whether a colour has legal values: R, G, B, LUMA and MAXRGB of RGB frames in limited range, and
 * R, G and B of Y'CbCr frames if they were computed in narrow codes. */
static gboolean has_legal_codes(const GstVideoHistogram* self, const gchar* colour) {
  if (_gst_video_histogram_stores_rgb(self))
    return self->colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235;
  return (self->color_flags & GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB) != 0 &&
         !g_str_equal(colour, "MAXRGB");
}

/**
 * gst_video_histogram_get_legal_values:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @first: (out) (optional): the smallest legal value; 0 where every value is legal
 * @last: (out) (optional): the largest legal value; the largest of all where every value is legal
 *
 * The legal values of a channel of at least 8 bits in limited range (ITU-R BT.601, BT.709, BT.2020
 * and BT.2100): 16 to 235 times 2^(depth - 8) in Y, GRAY, R, G, B, LUMA and MAXRGB, 16 to 240 times
 * 2^(depth - 8) in Cb and Cr.
 *
 * The frame is in limited range if its colorimetry says so, or if it is Y'CbCr with a known matrix
 * and an unknown range. Every value is legal in other frames and in other channels. R, G and B of
 * Y'CbCr frames are in limited range if they were computed in narrow codes, see
 * %GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB; their MAXRGB never is. Never waits.
 *
 * Returns: %TRUE if there are values that are not legal
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_get_legal_values(GstVideoHistogram* self, guint channel, guint* first,
                                              guint* last) {
  static const gchar* const colours[] = {"R", "G", "B", "LUMA", "MAXRGB", NULL};
  const Channel* of;
  guint low = 0, high = 0;
  gboolean limited;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  g_return_val_if_fail(channel < self->n_channels, FALSE);

  of = &self->channels[channel];
  if (of->depth >= 8) {
    const gboolean limited_range = self->colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235;
    const gboolean limited_ycbcr = is_limited_ycbcr(self);

    low = 16u << (of->depth - 8);
    if (g_strv_contains(colours, of->name) ? has_legal_codes(self, of->name)
                                           : (limited_ycbcr && g_str_equal(of->name, "Y")) ||
                                                 (limited_range && g_str_equal(of->name, "GRAY")))
      high = 235u << (of->depth - 8);
    else if (limited_ycbcr && (g_str_equal(of->name, "Cb") || g_str_equal(of->name, "Cr")))
      high = 240u << (of->depth - 8);
  }
  limited = high > 0;
  if (first != NULL)
    *first = limited ? low : 0;
  if (last != NULL)
    *last = limited ? high : of->n_values - 1;
  return limited;
}

/* The number of samples in bins `first` to `last`; bins that do not exist count as empty. */
static guint64 count_between(const Channel* channel, guint first, guint last) {
  guint64 sum = 0;
  guint i;

  for (i = first; i < channel->bins && i <= last; i++)
    sum += channel->counts[i];
  return sum;
}

static gdouble fraction_of(const Channel* channel, guint64 count) {
  return (gdouble)count / (gdouble)channel->samples;
}

/**
 * gst_video_histogram_get_fraction_at_or_below:
 * @histogram: a histogram
 * @channel: the channel's index
 * @bin: the index of a bin; an index beyond the last bin stands for the last bin
 *
 * The share of samples in @bin or a lower bin, for example crushed blacks at 0: the sum of c[0] to
 * c[@bin], divided by n.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_at_or_below(GstVideoHistogram* histogram, guint channel,
                                                     guint bin) {
  const Channel* of = _gst_video_histogram_counted_channel(histogram, channel);

  return of != NULL ? fraction_of(of, count_between(of, 0, bin)) : NAN;
}

/**
 * gst_video_histogram_get_fraction_above:
 * @histogram: a histogram
 * @channel: the channel's index
 * @bin: the index of a bin; an index beyond the last bin stands for the last bin
 *
 * The share of samples in bins above @bin, for example blown-out highlights above 254: the sum of
 * the counts after c[@bin], divided by n.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_above(GstVideoHistogram* histogram, guint channel,
                                               guint bin) {
  const Channel* of = _gst_video_histogram_counted_channel(histogram, channel);

  return of != NULL ? fraction_of(of, of->samples - count_between(of, 0, bin)) : NAN;
}

/**
 * gst_video_histogram_get_fraction_outside:
 * @histogram: a histogram
 * @channel: the channel's index
 * @first: the smallest value inside
 * @last: the largest value inside; if it is less than @first, no value is inside
 *
 * The share of samples with a value less than @first or more than @last. A bin is outside if all
 * its values are. With one bin per value the fraction is exact. With fewer bins it is a lower
 * bound, because a bin that contains a limit counts as inside.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_outside(GstVideoHistogram* histogram, guint channel,
                                                 guint first, guint last) {
  const Channel* of = _gst_video_histogram_counted_channel(histogram, channel);

  if (of == NULL)
    return NAN;
  if (last < first || first >= of->n_values)
    return 1.0;
  return fraction_of(
      of, of->samples - count_between(of, gst_video_histogram_find_bin(histogram, channel, first),
                                      gst_video_histogram_find_bin(histogram, channel, last)));
}

/**
 * gst_video_histogram_get_fraction_outside_legal:
 * @histogram: a histogram
 * @channel: the channel's index
 *
 * The share of samples outside of the legal values, which gst_video_histogram_get_legal_values()
 * returns, as gst_video_histogram_get_fraction_outside() defines it.
 *
 * Returns: the fraction, 0 to 1, which is 0 where every value is legal; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_outside_legal(GstVideoHistogram* histogram,
                                                       guint channel) {
  guint first = 0, last = 0;

  gst_video_histogram_get_legal_values(histogram, channel, &first, &last);
  return gst_video_histogram_get_fraction_outside(histogram, channel, first, last);
}
