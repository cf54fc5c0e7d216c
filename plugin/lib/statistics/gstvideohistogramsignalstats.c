/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The figures of FFmpeg's filter signalstats, by the rules of libavfilter/vf_signalstats.c. */

#include <math.h>
#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

enum { Y, CB, CR, SAT, HUE, DIFF_Y, DIFF_CB, DIFF_CR, BRNG, N_USED };

/* Names of the channels, and of those that stand in for them. FFmpeg converts gray frames of 8 bits
 * to Y'CbCr frames with the same samples. */
static const gchar* const names[N_USED][2] = {
    [Y] = {"Y", "GRAY"},     [CB] = {"Cb"},           [CR] = {"Cr"},
    [SAT] = {"SAT"},         [HUE] = {"HUE"},         [DIFF_Y] = {"DIFF-Y", "DIFF-GRAY"},
    [DIFF_CB] = {"DIFF-Cb"}, [DIFF_CR] = {"DIFF-Cr"}, [BRNG] = {"BRNG"},
};

/* Values of HUE: whole degrees. */
#define DEGREES 360

/* The rank of a percentile: samples * tenths / 10, rounded to the nearest integer, halves to even,
 * as by lrint(). The rank of 10 % of up to 5 samples is 0, which every value reaches. */
static guint64 rank_of_tenths(guint64 samples, guint tenths) {
  guint64 rank = samples / 10 * tenths + samples % 10 * tenths / 10;
  guint rest = (guint)(samples % 10 * tenths % 10);

  if (rest > 5 || (rest == 5 && rank % 2 == 1))
    rank++;
  return rank;
}

/* As all figures below, NaN if `channel` is NULL, which stands for a channel without samples. */
static void get_channel_levels(const Channel* channel, gdouble* min, gdouble* low, gdouble* high,
                               gdouble* max) {
  *min = *low = *high = *max = NAN;
  if (channel == NULL)
    return;
  *min = _gst_video_histogram_find_rank(channel->counts, 1);
  *low = _gst_video_histogram_find_rank(channel->counts, rank_of_tenths(channel->samples, 1));
  *high = _gst_video_histogram_find_rank(channel->counts, rank_of_tenths(channel->samples, 9));
  *max = _gst_video_histogram_find_rank(channel->counts, channel->samples);
}

static gdouble get_average(const Channel* channel) {
  return channel != NULL ? _gst_video_histogram_mean(channel, FALSE) : NAN;
}

/* The smallest value at which the cumulative count exceeds half of the samples, rounded down. */
static gdouble get_upper_median(const Channel* channel) {
  if (channel == NULL)
    return NAN;
  return _gst_video_histogram_find_rank(channel->counts, channel->samples / 2 + 1);
}

/* The number of bits that are 1 in at least one value with samples. */
static gdouble get_bit_depth(const Channel* channel) {
  guint mask = 0, bits = 0, i;

  if (channel == NULL)
    return NAN;
  for (i = 0; i < channel->bins; i++) {
    if (channel->counts[i] > 0)
      mask |= i;
  }
  for (; mask != 0; mask >>= 1)
    bits += mask & 1;
  return bits;
}

/* Pixels of all frames of a histogram; 0 if the size is not known. */
static gdouble n_pixels(const GstVideoHistogram* histogram) {
  return (gdouble)histogram->width * histogram->height * (gdouble)histogram->n_frames;
}

/* The share of pixels that a sum per row counts. */
static gdouble get_share(GstVideoHistogram* histogram, const gchar* name) {
  const GstVideoHistogramSum* sum = _gst_video_histogram_find_values(histogram, name);
  gdouble total = 0;
  gsize i;

  if (sum == NULL || histogram->width == 0)
    return NAN;
  for (i = 0; i < sum->n_values; i++)
    total += (gdouble)sum->values[i];
  return total / n_pixels(histogram);
}

/* The share of rows from row 4 on that differ from the row four above by less than 1 per pixel. The
 * rows of a sum of frames do not tell it. */
static gdouble get_repeated_rows(GstVideoHistogram* histogram) {
  const GstVideoHistogramSum* sum = _gst_video_histogram_find_values(histogram, "VREP");
  gdouble pixels = 0;
  gsize i;

  if (sum == NULL || histogram->width == 0 || histogram->n_frames != 1)
    return NAN;
  for (i = 4; i < sum->n_values; i++)
    pixels += sum->values[i] < histogram->width ? histogram->width : 0;
  return pixels / n_pixels(histogram);
}

static void get_sums(GstVideoHistogram* histogram, const Channel* brng,
                     GstVideoHistogramSignalStats* stats) {
  stats->tout = get_share(histogram, "TOUT");
  stats->vrep = get_repeated_rows(histogram);
  stats->brng = get_share(histogram, "BRNG");
  if (isnan(stats->brng))
    stats->brng = get_average(brng);
}

static void get_figures(const Channel* const channels[N_USED],
                        GstVideoHistogramSignalStats* stats) {
  get_channel_levels(channels[Y], &stats->y_min, &stats->y_low, &stats->y_high, &stats->y_max);
  get_channel_levels(channels[CB], &stats->u_min, &stats->u_low, &stats->u_high, &stats->u_max);
  get_channel_levels(channels[CR], &stats->v_min, &stats->v_low, &stats->v_high, &stats->v_max);
  get_channel_levels(channels[SAT], &stats->sat_min, &stats->sat_low, &stats->sat_high,
                     &stats->sat_max);
  stats->y_average = get_average(channels[Y]);
  stats->u_average = get_average(channels[CB]);
  stats->v_average = get_average(channels[CR]);
  stats->sat_average = get_average(channels[SAT]);
  stats->hue_median = get_upper_median(channels[HUE]);
  stats->hue_average = get_average(channels[HUE]);
  stats->y_difference = get_average(channels[DIFF_Y]);
  stats->u_difference = get_average(channels[DIFF_CB]);
  stats->v_difference = get_average(channels[DIFF_CR]);
  stats->y_bit_depth = get_bit_depth(channels[Y]);
  stats->u_bit_depth = get_bit_depth(channels[CB]);
  stats->v_bit_depth = get_bit_depth(channels[CR]);
  stats->tout = stats->vrep = stats->brng = NAN;
}

/* Finds the channels that exist; FALSE with INVALID if none does, or if one does not have one bin
 * per value. */
static gboolean find_channels(GstVideoHistogram* histogram, const Channel* channels[N_USED],
                              GError** error) {
  gboolean any = FALSE;
  guint i;

  for (i = 0; i < N_USED; i++) {
    gint index = gst_video_histogram_find_channel(histogram, names[i][0]);

    if (index < 0 && names[i][1] != NULL)
      index = gst_video_histogram_find_channel(histogram, names[i][1]);
    channels[i] = index >= 0 ? &histogram->channels[index] : NULL;
    if (channels[i] == NULL)
      continue;
    any = TRUE;
    if (i == HUE && channels[i]->n_values != DEGREES)
      return _gst_video_histogram_refuse(error,
                                         "Channel HUE has %u values; a hue in degrees has %d",
                                         channels[i]->n_values, DEGREES);
    if (channels[i]->bins != channels[i]->n_values)
      return _gst_video_histogram_refuse(
          error,
          "Channel %s has %u bins for %u values, and signalstats needs one bin per value; "
          "set the element's bins=0",
          channels[i]->name, channels[i]->bins, channels[i]->n_values);
  }
  any |= gst_video_histogram_find_sum(histogram, "TOUT") >= 0 ||
         gst_video_histogram_find_sum(histogram, "VREP") >= 0 ||
         gst_video_histogram_find_sum(histogram, "BRNG") >= 0;
  if (!any)
    _gst_video_histogram_refuse(
        error, "The histogram has no channel and no sum that signalstats uses; count Y'CbCr "
               "frames with channels=y+cb+cr+sat+hue+diff");
  return any;
}

/**
 * gst_video_histogram_signal_stats_copy:
 * @stats: figures
 *
 * Copies figures, as #GValue and language bindings do.
 *
 * Returns: (transfer full): a copy; free it with gst_video_histogram_signal_stats_free()
 *
 * Since: 0.1
 */
GstVideoHistogramSignalStats*
gst_video_histogram_signal_stats_copy(const GstVideoHistogramSignalStats* stats) {
  g_return_val_if_fail(stats != NULL, NULL);
  return g_memdup2(stats, sizeof(*stats));
}

/**
 * gst_video_histogram_signal_stats_free:
 * @stats: (transfer full): figures that were copied
 *
 * Frees a copy.
 *
 * Since: 0.1
 */
void gst_video_histogram_signal_stats_free(GstVideoHistogramSignalStats* stats) {
  g_return_if_fail(stats != NULL);
  g_free(stats);
}

G_DEFINE_BOXED_TYPE(GstVideoHistogramSignalStats, gst_video_histogram_signal_stats,
                    gst_video_histogram_signal_stats_copy, gst_video_histogram_signal_stats_free)

/**
 * gst_video_histogram_get_signalstats:
 * @histogram: a histogram
 * @stats: (out caller-allocates): the figures
 * @error: return location for an error
 *
 * Gives the figures of FFmpeg's filter `signalstats`, from the channels Y (or GRAY), Cb, Cr, SAT,
 * HUE, DIFF-Y (or DIFF-GRAY), DIFF-Cb and DIFF-Cr. The element counts these with
 * `channels=y+cb+cr+sat+hue+diff bins=0`. The figures of a frame of 8 to 12 bits are equal to those
 * that FFmpeg prints, except that no figure here overflows.
 *
 * With n the number of samples of the channel: minimum and maximum are the smallest and the largest
 * value that occurs; averages and differences are the sum of all values divided by n; low and high
 * are the smallest values at which the cumulative count reaches n * 10 / 100 and n * 90 / 100, each
 * rounded to the nearest integer, halves to even. Low is therefore 0 in a channel of at most 5
 * samples. The median of the hue is the smallest value at which the cumulative count exceeds n / 2,
 * rounded down.
 *
 * The figures of a sum of frames are those of all samples together. The first frame of a stream has
 * no difference, where FFmpeg prints 0.
 *
 * TOUT, VREP and BRNG follow from the sums of these names, for which the element counts with
 * `figures=tout+vrep+brng`: pixels that TOUT or BRNG count, and pixels of the rows that repeat,
 * each divided by the pixels of the frame. Without the sum BRNG, the mean of the channel BRNG is
 * taken, which differs in interlaced 4:2:0 frames. The frames of a sum have no VREP together.
 *
 * Figures of a channel or sum that the histogram lacks, or that has no samples, are NaN. All
 * figures are NaN if the call fails.
 *
 * The error is %GST_VIDEO_HISTOGRAM_ERROR_INVALID if one of these channels does not have one bin
 * per value, or if the histogram has none of them. A pending histogram is waited for, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT; without counts the error is that of
 * gst_video_histogram_wait().
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_get_signalstats(GstVideoHistogram* histogram,
                                             GstVideoHistogramSignalStats* stats, GError** error) {
  static const Channel* const none[N_USED] = {NULL};
  const Channel* channels[N_USED];
  guint i;

  g_return_val_if_fail(stats != NULL, FALSE);

  memset(stats, 0, sizeof(*stats));
  get_figures(none, stats);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), FALSE);
  if (!find_channels(histogram, channels, error) ||
      !gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error))
    return FALSE;
  for (i = 0; i < N_USED; i++) {
    if (channels[i] != NULL && channels[i]->samples == 0)
      channels[i] = NULL;
  }
  get_figures(channels, stats);
  get_sums(histogram, channels[BRNG], stats);
  return TRUE;
}
