/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much of a frame lies below, above and outside of limits, and which limits are legal. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* Whether the colours of the frame are in limited range: so they are stored, or those that are
 * computed of stored R, G and B. R, G and B of a Y'CbCr frame are computed in full range. */
static gboolean has_limited_colours(const GstVideoHistogram* self) {
  const GstVideoFormatInfo* info =
      self->format != GST_VIDEO_FORMAT_UNKNOWN ? gst_video_format_get_info(self->format) : NULL;

  return info == NULL || !GST_VIDEO_FORMAT_INFO_IS_YUV(info);
}

/**
 * gst_video_histogram_get_legal_values:
 * @histogram: a histogram
 * @channel: the channel's index, less than gst_video_histogram_get_n_channels()
 * @first: (out) (optional): the smallest legal value; 0 where every value is legal
 * @last: (out) (optional): the largest legal value; the largest of all where every value is legal
 *
 * Which values are legal in limited range (ITU-R BT.601, BT.709, BT.2020 and BT.2100), of a depth
 * of at least 8: 16 to 235 times 2^(depth - 8) in channels Y, GRAY, R, G, B, LUMA and MAXRGB, 16 to
 * 240 times 2^(depth - 8) in Cb and Cr.
 *
 * The frame is in limited range if its colorimetry says so. Otherwise, in other channels, and in R,
 * G, B and MAXRGB of Y'CbCr frames, which are computed in full range, every value is legal. Never
 * waits.
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
  if (of->depth >= 8 && self->colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235) {
    low = 16u << (of->depth - 8);
    if (g_str_equal(of->name, "Y") || g_str_equal(of->name, "GRAY") ||
        (g_strv_contains(colours, of->name) && has_limited_colours(self)))
      high = 235u << (of->depth - 8);
    else if (g_str_equal(of->name, "Cb") || g_str_equal(of->name, "Cr"))
      high = 240u << (of->depth - 8);
  }
  limited = high > 0;
  if (first != NULL)
    *first = limited ? low : 0;
  if (last != NULL)
    *last = limited ? high : of->n_values - 1;
  return limited;
}

/* Samples in the bins `first` to `last`, of which the channel may have fewer. */
static guint64 count_between(const Channel* channel, guint first, guint last) {
  guint64 sum = 0;
  guint i;

  for (i = first; i < channel->bins && i <= last; i++)
    sum += channel->counts[i];
  return sum;
}

/* A channel with samples, else NULL. */
static const Channel* get_channel(GstVideoHistogram* histogram, guint channel) {
  return gst_video_histogram_get_samples(histogram, channel) > 0 ? &histogram->channels[channel]
                                                                 : NULL;
}

static gdouble fraction_of(const Channel* channel, guint64 count) {
  return (gdouble)count / (gdouble)channel->samples;
}

/**
 * gst_video_histogram_get_fraction_at_or_below:
 * @histogram: a histogram
 * @channel: the channel's index
 * @bin: a bin; one that does not exist is above all of them
 *
 * How much of the image is as dark as @bin or darker, for instance crushed at 0: the sum of c[0] to
 * c[@bin], divided by n.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_at_or_below(GstVideoHistogram* histogram, guint channel,
                                                     guint bin) {
  const Channel* of = get_channel(histogram, channel);

  return of != NULL ? fraction_of(of, count_between(of, 0, bin)) : NAN;
}

/**
 * gst_video_histogram_get_fraction_above:
 * @histogram: a histogram
 * @channel: the channel's index
 * @bin: a bin; one that does not exist is above all of them
 *
 * How much of the image is brighter than @bin, for instance blown out above 254: the sum of the
 * counts after c[@bin], divided by n.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_above(GstVideoHistogram* histogram, guint channel,
                                               guint bin) {
  const Channel* of = get_channel(histogram, channel);

  return of != NULL ? fraction_of(of, of->samples - count_between(of, 0, bin)) : NAN;
}

/**
 * gst_video_histogram_get_fraction_outside:
 * @histogram: a histogram
 * @channel: the channel's index
 * @first: the smallest value inside
 * @last: the largest value inside; less than @first: nothing is inside
 *
 * How much of the image has a value less than @first or more than @last. A bin is outside if all
 * its values are. So the fraction is exact with one bin per value; with fewer bins it is that much
 * or more, since a bin that lies across a limit is not counted.
 *
 * Returns: the fraction, 0 to 1; NaN without samples
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_fraction_outside(GstVideoHistogram* histogram, guint channel,
                                                 guint first, guint last) {
  const Channel* of = get_channel(histogram, channel);

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
 * How much of the image is outside of what gst_video_histogram_get_legal_values() gives, as
 * gst_video_histogram_get_fraction_outside() counts it.
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
