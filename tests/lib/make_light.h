/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Histograms of MAXRGB whose light is known. */
#pragma once

#include "make_histogram.h"

static const GstVideoColorimetry pq_limited G_GNUC_UNUSED = {
    GST_VIDEO_COLOR_RANGE_16_235, GST_VIDEO_COLOR_MATRIX_BT2020, GST_VIDEO_TRANSFER_SMPTE2084,
    GST_VIDEO_COLOR_PRIMARIES_BT2020};
static const GstVideoColorimetry hlg_limited G_GNUC_UNUSED = {
    GST_VIDEO_COLOR_RANGE_16_235, GST_VIDEO_COLOR_MATRIX_BT2020, GST_VIDEO_TRANSFER_ARIB_STD_B67,
    GST_VIDEO_COLOR_PRIMARIES_BT2020};
static const GstVideoColorimetry sdr_limited G_GNUC_UNUSED = {
    GST_VIDEO_COLOR_RANGE_16_235, GST_VIDEO_COLOR_MATRIX_BT709, GST_VIDEO_TRANSFER_BT709,
    GST_VIDEO_COLOR_PRIMARIES_BT709};

/* A value of MAXRGB and how often it occurs. */
typedef struct {
  guint value;
  guint64 count;
} Run;

/* The histogram of a frame of `format` with the channel MAXRGB alone, of `depth` bits in `bins`
 * bins (0: one per value), which counts `n_runs` runs. */
static inline GstVideoHistogram* make_maxrgb(GstVideoFormat format,
                                             const GstVideoColorimetry* colorimetry, guint depth,
                                             guint bins, const Run* runs, guint n_runs) {
  const guint n_bins = bins > 0 ? bins : 1u << depth;
  const GstVideoHistogramChannelInfo info = {"MAXRGB", n_bins, depth};
  guint64* counts = g_new0(guint64, n_bins);
  GstVideoHistogram* histogram;
  GError* error = NULL;
  guint i;

  for (i = 0; i < n_runs; i++)
    counts[(guint64)runs[i].value * n_bins >> depth] += runs[i].count;
  histogram = gst_video_histogram_new(format, 0, 0, colorimetry, &info, 1, counts, n_bins, &error);
  fail_unless(histogram != NULL, "%s", error != NULL ? error->message : "no error");
  g_free(counts);
  return histogram;
}

/* MAXRGB of a frame of 10 bits in PQ, with one bin per value: 12 bits in full range. */
static inline GstVideoHistogram* make_pq(const Run* runs, guint n_runs) {
  return make_maxrgb(GST_VIDEO_FORMAT_I420_10LE, &pq_limited, 12, 0, runs, n_runs);
}

/* The light of one value. */
static inline gdouble light_of_value(GstVideoFormat format, const GstVideoColorimetry* colorimetry,
                                     guint depth, guint bins, guint value, gdouble hlg_peak) {
  const Run run = {value, 7};
  GstVideoHistogram* histogram = make_maxrgb(format, colorimetry, depth, bins, &run, 1);
  const gdouble peak = gst_video_histogram_get_peak_light(histogram, hlg_peak);
  const gdouble average = gst_video_histogram_get_average_light(histogram, hlg_peak);

  fail_unless(average >= peak * (1 - 1e-12) && average <= peak * (1 + 1e-12), "%.17g, %.17g", peak,
              average);
  fail_unless(gst_video_histogram_get_percentile_light(histogram, 0, hlg_peak) == peak);
  gst_video_histogram_unref(histogram);
  return peak;
}

/* The light of a signal in [0, 1], to 16 bits. */
static inline gdouble light_of_signal(const GstVideoColorimetry* colorimetry, gdouble signal,
                                      gdouble hlg_peak) {
  return light_of_value(GST_VIDEO_FORMAT_P016_LE, colorimetry, 16, 0, (guint)(signal * 65535 + 0.5),
                        hlg_peak);
}

static inline void fail_unless_near(gdouble found, gdouble expected, gdouble tolerance) {
  fail_unless(found >= expected - tolerance && found <= expected + tolerance,
              "%.9g is not %.9g within %g", found, expected, tolerance);
}
