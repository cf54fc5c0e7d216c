/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spatial and temporal information, and blockiness, of sums and counts that are known. */

#include <math.h>

#include "make_histogram.h"

static const gchar* const names[] = {"Y", "DIFF-Y", NULL};

/* A complete histogram of 8 values with a sum; `counts`: of Y and of DIFF-Y, or NULL. */
static GstVideoHistogram* make(GstVideoFormat format, guint width, guint height, const gchar* name,
                               const gint64* values, gboolean per_column, guint in_row,
                               const guint32* counts) {
  static const guint32 none[512] = {0};
  const GstVideoHistogramPrivateSum shape = {name, "codes", 1, per_column ? 1 : height,
                                             per_column ? width : in_row};
  GstVideoHistogram* histogram = new_pending_alike(format, width, height, NULL, names, 256);

  gst_video_histogram_producer()->add_sum(histogram, &shape);
  gst_video_histogram_producer()->set_sum(histogram, 0, values, FALSE);
  gst_video_histogram_producer()->complete(histogram, counts != NULL ? counts : none);
  return histogram;
}

static void fail_unless_near(gdouble value, gdouble expected) {
  fail_unless(fabs(value - expected) <= 1e-12 * fabs(expected), "%.17g, not %.17g", value,
              expected);
}

GST_START_TEST(spatial_information_is_the_deviation_of_magnitudes) {
  /* 4 x 4, of which 2 x 2 count: magnitudes 256 and 768, then 512 and 512. */
  const gint64 values[8] = {0, 0, 1024, 256 * 256 + 768 * 768, 1024, 2 * 512 * 512, 0, 0};
  GstVideoHistogram *of_8 = make(GST_VIDEO_FORMAT_I420, 4, 4, "SOBEL", values, FALSE, 2, NULL),
                    *of_10 =
                        make(GST_VIDEO_FORMAT_I420_10LE, 4, 4, "SOBEL", values, FALSE, 2, NULL),
                    *both;

  fail_unless_near(gst_video_histogram_get_spatial_information(of_8), sqrt(0.5));
  fail_unless_near(gst_video_histogram_get_spatial_information(of_10), 4 * sqrt(0.5));
  both = gst_video_histogram_add(of_8, of_8, NULL);
  fail_unless_near(gst_video_histogram_get_spatial_information(both), sqrt(0.5));
  gst_video_histogram_unref(both);
  gst_video_histogram_unref(of_8);
  gst_video_histogram_unref(of_10);
}
GST_END_TEST;

GST_START_TEST(equal_magnitudes_have_no_deviation) {
  const gint64 most = 277000, n = 6000; /* 32-bit squares, whose sum a double does not hold */
  gint64 values[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  GstVideoHistogram* histogram;

  values[2] = values[4] = n * most;
  values[3] = values[5] = n * most * most;
  histogram = make(GST_VIDEO_FORMAT_GRAY8, (guint)n + 2, 4, "SOBEL", values, FALSE, 2, NULL);
  fail_unless(gst_video_histogram_get_spatial_information(histogram) == 0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(what_has_no_pixels_inside_has_no_spatial_information) {
  const gint64 values[8] = {0};
  GstVideoHistogram *narrow = make(GST_VIDEO_FORMAT_I420, 2, 4, "SOBEL", values, FALSE, 2, NULL),
                    *low = make(GST_VIDEO_FORMAT_I420, 4, 2, "SOBEL", values, FALSE, 2, NULL),
                    *other = make(GST_VIDEO_FORMAT_I420, 4, 4, "TOUT", values, FALSE, 1, NULL);

  fail_unless(isnan(gst_video_histogram_get_spatial_information(narrow)));
  fail_unless(isnan(gst_video_histogram_get_spatial_information(low)));
  fail_unless(isnan(gst_video_histogram_get_spatial_information(other)));
  gst_video_histogram_unref(narrow);
  gst_video_histogram_unref(low);
  gst_video_histogram_unref(other);
}
GST_END_TEST;

GST_START_TEST(temporal_information_is_the_deviation_of_the_change) {
  /* Y: 10, 20, 30, 40, before 20, 20, 20, 20: the changes are -10, 0, 10 and 20. */
  const gint64 values[8] = {0};
  guint32 counts[512] = {0};
  GstVideoHistogram* histogram;

  counts[10] = counts[20] = counts[30] = counts[40] = 1;
  counts[256 + 0] = counts[256 + 20] = 1;
  counts[256 + 10] = 2;
  histogram = make(GST_VIDEO_FORMAT_I420, 2, 2, "TOUT", values, FALSE, 1, counts);
  fail_unless_near(gst_video_histogram_get_temporal_information(histogram, 20), sqrt(125));
  fail_unless(isnan(gst_video_histogram_get_temporal_information(histogram, NAN)));
  gst_video_histogram_unref(histogram);
  counts[256 + 0] = counts[256 + 20] = counts[256 + 10] = 0; /* no frame before */
  histogram = make(GST_VIDEO_FORMAT_I420, 2, 2, "TOUT", values, FALSE, 1, counts);
  fail_unless(isnan(gst_video_histogram_get_temporal_information(histogram, 20)));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(blockiness_finds_the_grid) {
  gint64 steps[40];
  guint place, i, phase;

  for (place = 0; place < 8; place++) {
    GstVideoHistogram *across, *down;

    for (i = 0; i < 40; i++)
      steps[i] = i == 0 ? 0 : i % 8 == place ? 30 : 10;
    across = make(GST_VIDEO_FORMAT_I420, 40, 9, "HSTEP", steps, TRUE, 1, NULL);
    down = make(GST_VIDEO_FORMAT_I420, 9, 40, "VSTEP", steps, FALSE, 1, NULL);
    fail_unless_near(gst_video_histogram_get_horizontal_blockiness(across, &phase), 3);
    fail_unless_equals_int(phase, place);
    fail_unless_near(gst_video_histogram_get_vertical_blockiness(down, &phase), 3);
    fail_unless_equals_int(phase, place);
    fail_unless(isnan(gst_video_histogram_get_vertical_blockiness(across, &phase)));
    fail_unless_equals_int(phase, 0);
    gst_video_histogram_unref(across);
    gst_video_histogram_unref(down);
  }
}
GST_END_TEST;

GST_START_TEST(blockiness_needs_other_steps) {
  gint64 steps[40] = {0};
  GstVideoHistogram *flat = make(GST_VIDEO_FORMAT_I420, 40, 9, "HSTEP", steps, TRUE, 1, NULL),
                    *narrow = make(GST_VIDEO_FORMAT_I420, 16, 9, "HSTEP", steps, TRUE, 1, NULL),
                    *alone;

  steps[16] = steps[32] = 5;
  alone = make(GST_VIDEO_FORMAT_I420, 40, 9, "HSTEP", steps, TRUE, 1, NULL);
  fail_unless(isnan(gst_video_histogram_get_horizontal_blockiness(flat, NULL)));
  fail_unless(isnan(gst_video_histogram_get_horizontal_blockiness(narrow, NULL)));
  fail_unless(isinf(gst_video_histogram_get_horizontal_blockiness(alone, NULL)));
  gst_video_histogram_unref(flat);
  gst_video_histogram_unref(narrow);
  gst_video_histogram_unref(alone);
}
GST_END_TEST;

static Suite* gradients_suite(void) {
  Suite* suite = suite_create("gradients");
  TCase* tcase = tcase_create("gradients");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, spatial_information_is_the_deviation_of_magnitudes);
  tcase_add_test(tcase, equal_magnitudes_have_no_deviation);
  tcase_add_test(tcase, what_has_no_pixels_inside_has_no_spatial_information);
  tcase_add_test(tcase, temporal_information_is_the_deviation_of_the_change);
  tcase_add_test(tcase, blockiness_finds_the_grid);
  tcase_add_test(tcase, blockiness_needs_other_steps);
  return suite;
}

GST_CHECK_MAIN(gradients);
