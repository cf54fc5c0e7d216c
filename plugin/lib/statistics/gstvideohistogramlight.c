/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The light of a histogram's MAXRGB: the EOTF of PQ, and the light of neutral pixels in HLG. */

#include <math.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

#include "core/light_curves.h"

/* The peaks for which an HLG gamma is computed. Below 334 nits gamma would be less than 1, and the
 * light of a neutral pixel no upper bound. */
#define MIN_HLG_PEAK 400.0
#define MAX_HLG_PEAK 10000.0

/* The largest PQ code of 12 bits. */
#define MAX_PQ_CODE 4095

/* The channel MAXRGB of a histogram, and what its values stand for. */
typedef struct {
  const Channel* channel;
  GstVideoTransferFunction transfer; /* SMPTE2084 or ARIB_STD_B67 */
  gdouble black, peak;               /* values of the signals 0 and 1 */
  gdouble hlg_peak, hlg_gamma;
} Levels;

static gboolean is_hlg_peak(gdouble peak) {
  return peak == 0 || (peak >= MIN_HLG_PEAK && peak <= MAX_HLG_PEAK);
}

/* The channel MAXRGB of a frame in PQ or HLG; NULL if the histogram has none. Never waits. */
static const Channel* find_maxrgb(GstVideoHistogram* self) {
  const GstVideoTransferFunction transfer = self->colorimetry.transfer;
  const gint index = gst_video_histogram_find_channel(self, "MAXRGB");

  if (index < 0 ||
      (transfer != GST_VIDEO_TRANSFER_SMPTE2084 && transfer != GST_VIDEO_TRANSFER_ARIB_STD_B67))
    return NULL;
  return &self->channels[index];
}

/* Waits for the counts. FALSE if the histogram has no light. */
static gboolean get_light_levels(GstVideoHistogram* self, gdouble hlg_peak, Levels* levels) {
  const Channel* channel = find_maxrgb(self);

  if (channel == NULL ||
      _gst_video_histogram_wait(self, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT) != COMPLETE ||
      channel->samples == 0)
    return FALSE;
  levels->channel = channel;
  levels->transfer = self->colorimetry.transfer;
  levels->black = 0;
  levels->peak = (1u << channel->depth) - 1;
  /* MAXRGB of RGB formats may be codes of limited range; that of Y'CbCr formats never is. */
  if (_gst_video_histogram_stores_rgb(self) &&
      self->colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235) {
    levels->black = ldexp(16, (gint)channel->depth - 8);
    levels->peak = ldexp(235, (gint)channel->depth - 8);
  }
  levels->hlg_peak = hlg_peak > 0 ? hlg_peak : GST_VIDEO_HISTOGRAM_HLG_PEAK;
  /* ITU-R BT.2100, HLG: the system gamma for a display of this peak. */
  levels->hlg_gamma = 1.2 + 0.42 * log10(levels->hlg_peak / 1000);
  return TRUE;
}

/* The signal of the centre of a bin. */
static gdouble signal_of(const Levels* levels, guint bin) {
  const Channel* channel = levels->channel;
  guint first = bin, last = bin;

  if (channel->bins != channel->n_values) /* else no division */
    _gst_video_histogram_bin_values(channel->bins, channel->n_values, bin, &first, &last);
  return CLAMP((0.5 * (first + last) - levels->black) / (levels->peak - levels->black), 0, 1);
}

/* In nits. */
static gdouble light_of(const Levels* levels, guint bin) {
  const gdouble signal = signal_of(levels, bin);

  if (levels->transfer == GST_VIDEO_TRANSFER_SMPTE2084)
    return pq_eotf(signal);
  /* The OOTF of a neutral pixel: its luminance is that of each of R, G and B. */
  return levels->hlg_peak * pow(hlg_scene_light(signal), levels->hlg_gamma);
}

/* The light of each value of `depth` bits in PQ, full range. The table is made once per depth,
 * since the average of each frame needs it, and kept until the process ends. */
static const gdouble* pq_table(guint depth) {
  static gdouble* tables[17];

  if (g_once_init_enter(&tables[depth])) {
    const guint n = 1u << depth;
    gdouble* table = g_new(gdouble, n);
    guint i;

    for (i = 0; i < n; i++)
      table[i] = pq_eotf(i / (gdouble)(n - 1));
    g_once_init_leave(&tables[depth], table);
  }
  return tables[depth];
}

/* The table, if it has the light of every bin; NULL otherwise. */
static const gdouble* find_table(const Levels* levels) {
  const Channel* channel = levels->channel;
  const gboolean one_value_per_bin = channel->bins == 1u << channel->depth;

  return levels->transfer == GST_VIDEO_TRANSFER_SMPTE2084 && levels->black == 0 && one_value_per_bin
             ? pq_table(channel->depth)
             : NULL;
}

/**
 * gst_video_histogram_get_peak_light:
 * @histogram: the histogram of a frame, of a region, or a sum
 * @hlg_peak: for frames in HLG, the nominal peak of the display in nits, 400 to 10000; 0 stands for
 *   %GST_VIDEO_HISTOGRAM_HLG_PEAK. Without effect on frames in PQ
 *
 * The light of the largest MAXRGB, in nits: for PQ, the EOTF of SMPTE ST 2084 (ITU-R BT.2100); for
 * HLG a bound, see gst_video_histogram_is_light_bound(). Waits for the counts, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT. Any thread may call this function.
 *
 * Returns: the light in nits; NaN if the frames are neither in PQ nor in HLG, if the histogram has
 *   no MAXRGB or no samples, and if there are no counts, see gst_video_histogram_wait()
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_peak_light(GstVideoHistogram* self, gdouble hlg_peak) {
  return gst_video_histogram_get_percentile_light(self, 100, hlg_peak);
}

/**
 * gst_video_histogram_get_average_light:
 * @histogram: the histogram of a frame, of a region, or a sum
 * @hlg_peak: as for gst_video_histogram_get_peak_light()
 *
 * The mean of the light of all samples of MAXRGB, in nits: the sum of c[i] L[i], divided by n,
 * where L[i] is the light of bin i. It is the mean of linear light, not the light of the mean
 * value. For one frame in PQ it is the frame-average light level of CTA-861.3 Annex P.
 *
 * Waits as gst_video_histogram_get_peak_light(). Any thread may call this function.
 *
 * Returns: the light in nits; NaN as for gst_video_histogram_get_peak_light()
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_average_light(GstVideoHistogram* self, gdouble hlg_peak) {
  const guint64* counts;
  const gdouble* table;
  gdouble sum = 0;
  Levels levels;
  guint i;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NAN);
  g_return_val_if_fail(is_hlg_peak(hlg_peak), NAN);

  if (!get_light_levels(self, hlg_peak, &levels))
    return NAN;
  counts = levels.channel->counts;
  table = find_table(&levels);
  for (i = 0; i < levels.channel->bins; i++) {
    if (counts[i] > 0)
      sum += (gdouble)counts[i] * (table != NULL ? table[i] : light_of(&levels, i));
  }
  return sum / (gdouble)levels.channel->samples;
}

/**
 * gst_video_histogram_get_percentile_light:
 * @histogram: the histogram of a frame, of a region, or a sum
 * @percent: 0 to 100, rounded to 6 decimals
 * @hlg_peak: as for gst_video_histogram_get_peak_light()
 *
 * The light of the bin that gst_video_histogram_get_percentile() returns for MAXRGB, in nits: the
 * smallest at or below which @percent percent of the samples lie, and at least one.
 * gst_video_histogram_get_hdr10plus_percents() returns the percentages of HDR10+.
 *
 * Waits as gst_video_histogram_get_peak_light(). Any thread may call this function.
 *
 * Returns: the light in nits; NaN as for gst_video_histogram_get_peak_light()
 *
 * Since: 0.1
 */
gdouble gst_video_histogram_get_percentile_light(GstVideoHistogram* self, gdouble percent,
                                                 gdouble hlg_peak) {
  const Channel* channel;
  Levels levels;

  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), NAN);
  g_return_val_if_fail(percent >= 0 && percent <= 100, NAN);
  g_return_val_if_fail(is_hlg_peak(hlg_peak), NAN);

  if (!get_light_levels(self, hlg_peak, &levels))
    return NAN;
  channel = levels.channel;
  return light_of(&levels,
                  _gst_video_histogram_find_rank(
                      channel->counts, _gst_video_histogram_rank(channel->samples, percent)));
}

/**
 * gst_video_histogram_is_light_bound:
 * @histogram: a histogram
 *
 * Whether the light of this histogram is a bound, because its frames are in HLG. HLG is relative to
 * the display, and the light of a pixel depends on its luminance as well, which MAXRGB does not
 * tell. The light is that of a neutral pixel, on a display of a nominal peak Lw with black at 0, by
 * ITU-R BT.2100: L = Lw E^gamma, where E is the inverse OETF of MAXRGB, and gamma = 1.2 + 0.42
 * log10(Lw / 1000). R, G and B of a coloured pixel of the same MAXRGB emit less. So no pixel
 * exceeds the peak, and the average is at most the one returned, except for signals above the
 * nominal peak, which count as the peak. A bound is not a content light level.
 *
 * Never waits. Any thread may call this function.
 *
 * Returns: %TRUE for a histogram with MAXRGB of frames in HLG; %FALSE for any other, and where the
 *   light is exact
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_is_light_bound(GstVideoHistogram* self) {
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  return find_maxrgb(self) != NULL && self->colorimetry.transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67;
}

static guint pq_code(gdouble signal) {
  return (guint)floor(signal * MAX_PQ_CODE + 0.5);
}

/**
 * gst_video_histogram_get_pq_levels:
 * @histogram: the histogram of a frame, of a region, or the sum of the frames of a scene
 * @min: (out) (optional): the PQ code of the smallest MAXRGB
 * @average: (out) (optional): the mean of the PQ codes of MAXRGB over all samples
 * @max: (out) (optional): the PQ code of the largest MAXRGB
 *
 * Gives the minimum, average and maximum of the PQ-encoded MAXRGB as SMPTE ST 2094-10 defines them
 * for a scene, in PQ codes of 12 bits, each rounded to the nearest: the signal times 4095. These
 * are the values of level 1 of Dolby Vision metadata. The average is the mean of codes, not the
 * code of the average light. The histogram of a scene is the sum of those of its frames, see
 * gst_video_histogram_add().
 *
 * Waits for the counts, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT. Any thread may call this
 * function.
 *
 * Returns: %TRUE; %FALSE with all outputs 0 if the frames are not in PQ, if the histogram has no
 *   MAXRGB or no samples, and if there are no counts
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_get_pq_levels(GstVideoHistogram* self, guint* min, guint* average,
                                           guint* max) {
  const Channel* channel;
  Levels levels;
  gdouble sum = 0;
  guint first = 0, last = 0, i;

  if (min != NULL)
    *min = 0;
  if (average != NULL)
    *average = 0;
  if (max != NULL)
    *max = 0;
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(self), FALSE);
  if (!get_light_levels(self, 0, &levels) || levels.transfer != GST_VIDEO_TRANSFER_SMPTE2084)
    return FALSE;
  channel = levels.channel;
  first = _gst_video_histogram_find_rank(channel->counts, 1);
  last = _gst_video_histogram_find_rank(channel->counts, channel->samples);
  for (i = first; i <= last; i++)
    sum += (gdouble)channel->counts[i] * signal_of(&levels, i);
  if (min != NULL)
    *min = pq_code(signal_of(&levels, first));
  if (average != NULL)
    *average = pq_code(sum / (gdouble)channel->samples);
  if (max != NULL)
    *max = pq_code(signal_of(&levels, last));
  return TRUE;
}

/**
 * gst_video_histogram_get_hdr10plus_percents:
 * @n_percents: (out): the number of percentages, 10
 *
 * The percentages whose percentiles HDR10+ metadata (SMPTE ST 2094-40) has of a scene's MAXRGB in
 * linear light: 1, 5, 10, 25, 50, 75, 90, 95, 98 and 99. Metadata with nine percentages lacks 98.
 * gst_video_histogram_get_percentile_light() returns each percentile. Any thread may call this
 * function.
 *
 * Returns: (array length=n_percents) (transfer none): the percentages; constant
 *
 * Since: 0.1
 */
const gdouble* gst_video_histogram_get_hdr10plus_percents(gsize* n_percents) {
  static const gdouble percents[] = {1, 5, 10, 25, 50, 75, 90, 95, 98, 99};

  g_return_val_if_fail(n_percents != NULL, NULL);
  *n_percents = G_N_ELEMENTS(percents);
  return percents;
}
