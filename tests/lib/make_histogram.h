/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes the histograms that many tests of the library use. */
#pragma once

#include <string.h>

#include <gst/check/gstcheck.h>
#include <gst/videohistogram/gstvideohistogram-private.h>

/* The smallest depth, at least 8 bits, of a channel with that number of bins. */
static inline guint depth_of(guint bins) {
  guint depth = 8;

  while (depth < 16 && bins > 1u << depth)
    depth++;
  return depth;
}

/* Channels of these names, which a NULL ends, all with the same bins; returns how many. */
enum { MANY_CHANNELS = GST_VIDEO_HISTOGRAM_MAX_CHANNELS + 8 };
static inline guint describe_alike(const gchar* const* names, guint bins,
                                   GstVideoHistogramChannelInfo channels[MANY_CHANNELS]) {
  guint n = 0;

  for (; names != NULL && names[n] != NULL && n < MANY_CHANNELS; n++) {
    GstVideoHistogramChannelInfo info = {names[n], bins, depth_of(bins)};

    channels[n] = info;
  }
  return n;
}

/* gst_video_histogram_new() of such channels. */
static inline GstVideoHistogram* new_alike(GstVideoFormat format, guint width, guint height,
                                           const GstVideoColorimetry* colorimetry,
                                           const gchar* const* names, guint bins,
                                           const guint64* counts, gsize n_counts, GError** error) {
  GstVideoHistogramChannelInfo channels[MANY_CHANNELS];
  guint n_channels = describe_alike(names, bins, channels);

  return gst_video_histogram_new(format, width, height, colorimetry,
                                 names != NULL ? channels : NULL, n_channels, counts, n_counts,
                                 error);
}

/* A pending one of such channels. */
static inline GstVideoHistogram* new_pending_alike(GstVideoFormat format, guint width, guint height,
                                                   const GstVideoColorimetry* colorimetry,
                                                   const gchar* const* names, guint bins) {
  GstVideoHistogramChannelInfo channels[MANY_CHANNELS];
  guint n_channels = describe_alike(names, bins, channels);

  return gst_video_histogram_producer()->new_pending(format, width, height, colorimetry, channels,
                                                     n_channels, GST_VIDEO_HISTOGRAM_COLOR_NONE);
}

/* One channel "GRAY" with the given counts, of a frame of unknown format and size. */
static inline GstVideoHistogram* make_gray(const guint64* counts, guint bins) {
  static const gchar* const names[] = {"GRAY", NULL};
  GError* error = NULL;
  GstVideoHistogram* histogram =
      new_alike(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, names, bins, counts, bins, &error);

  fail_unless(histogram != NULL, "%s", error != NULL ? error->message : "no error");
  return histogram;
}

/* R, G and B of a 2x2 RGB frame in 4 bins. */
static inline GstVideoHistogram* make_rgb(void) {
  static const gchar* const names[] = {"R", "G", "B", NULL};
  static const guint64 counts[] = {1, 2, 0, 1, 4, 0, 0, 0, 0, 1, 1, 2};
  GstVideoColorimetry colorimetry = {GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_MATRIX_RGB,
                                     GST_VIDEO_TRANSFER_SRGB, GST_VIDEO_COLOR_PRIMARIES_BT709};
  GError* error = NULL;
  GstVideoHistogram* histogram = new_alike(GST_VIDEO_FORMAT_RGB, 2, 2, &colorimetry, names, 4,
                                           counts, G_N_ELEMENTS(counts), &error);

  fail_unless(histogram != NULL, "%s", error != NULL ? error->message : "no error");
  return histogram;
}

/* A pending one with the layout and the description of make_rgb(), and what completes it. */
static inline GstVideoHistogram* make_pending(void) {
  static const gchar* const names[] = {"R", "G", "B", NULL};

  return new_pending_alike(GST_VIDEO_FORMAT_RGB, 2, 2, NULL, names, 4);
}
static const guint32 pending_counts[12] G_GNUC_UNUSED = {1, 2, 0, 1, 4, 0, 0, 0, 0, 1, 1, 2};

/* Checks that both are complete and equal, by all functions that read them. */
static inline void fail_unless_same(GstVideoHistogram* a, GstVideoHistogram* b) {
  GstVideoColorimetry of_a, of_b;
  guint c;

  fail_unless_equals_int(gst_video_histogram_get_format(a), gst_video_histogram_get_format(b));
  fail_unless_equals_int(gst_video_histogram_get_width(a), gst_video_histogram_get_width(b));
  fail_unless_equals_int(gst_video_histogram_get_height(a), gst_video_histogram_get_height(b));
  gst_video_histogram_get_colorimetry(a, &of_a);
  gst_video_histogram_get_colorimetry(b, &of_b);
  fail_unless(gst_video_colorimetry_is_equal(&of_a, &of_b));
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(a),
                            gst_video_histogram_get_n_frames(b));
  fail_unless_equals_int(gst_video_histogram_get_n_channels(a),
                         gst_video_histogram_get_n_channels(b));
  for (c = 0; c < gst_video_histogram_get_n_channels(a); c++) {
    fail_unless_equals_string(gst_video_histogram_get_channel_name(a, c),
                              gst_video_histogram_get_channel_name(b, c));
    fail_unless_equals_int(gst_video_histogram_get_bins(a, c), gst_video_histogram_get_bins(b, c));
    fail_unless_equals_int(gst_video_histogram_get_depth(a, c),
                           gst_video_histogram_get_depth(b, c));
    fail_unless_equals_int(gst_video_histogram_get_n_values(a, c),
                           gst_video_histogram_get_n_values(b, c));
    fail_unless(memcmp(gst_video_histogram_get_counts(a, c, NULL),
                       gst_video_histogram_get_counts(b, c, NULL),
                       gst_video_histogram_get_bins(a, c) * sizeof(guint64)) == 0);
  }
}

static inline void fail_unless_error(GError** error, GstVideoHistogramError code,
                                     const gchar* what) {
  fail_unless(*error != NULL, "%s: no error", what);
  fail_unless((*error)->domain == GST_VIDEO_HISTOGRAM_ERROR && (*error)->code == (gint)code,
              "%s: %s %d: %s", what, g_quark_to_string((*error)->domain), (*error)->code,
              (*error)->message);
  fail_unless((*error)->message != NULL && (*error)->message[0] != '\0', "%s: no message", what);
  g_clear_error(error);
}
