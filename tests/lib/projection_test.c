/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections: their description, and how their matrices are read. */

#include "projection_checks.h"

static const Scene tilted = {.width = 23, .height = 14, .angle = 33.7, .bins = 5};

GST_START_TEST(a_projection_is_known_before_the_counts) {
  GstVideoHistogram* histogram = make_pending_scene(&tilted);
  guint position = 99;

  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 1);
  fail_unless_equals_string(gst_video_histogram_projection_get_channel(nth(histogram, 0)), "LUMA");
  fail_unless(gst_video_histogram_projection_get_angle(nth(histogram, 0)) == 33.7);
  fail_unless_equals_int(gst_video_histogram_projection_get_positions(nth(histogram, 0)),
                         scene_positions(&tilted));
  fail_unless_equals_int(gst_video_histogram_projection_get_bins(nth(histogram, 0)), 5);
  fail_unless_equals_int(gst_video_histogram_projection_get_line(nth(histogram, 0)), -1);
  fail_unless(gst_video_histogram_projection_get_position(nth(histogram, 0), 22, 0, &position));
  fail_unless_equals_int(position, scene_position(&tilted, 22, 0));
  fail_if(gst_video_histogram_is_ready(histogram));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_projection_that_a_histogram_has_not_is_a_bug_of_the_caller) {
  GstVideoHistogram *none = make_rgb(), *one = make_pending_scene(&tilted);

  fail_unless_equals_int(gst_video_histogram_get_n_projections(none), 0);
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_get_projection(none, 0) == NULL));
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_get_projection(one, 1) == NULL));
  gst_video_histogram_unref(none);
  gst_video_histogram_unref(one);
}
GST_END_TEST;

GST_START_TEST(every_projection_has_a_matrix_of_its_own) {
  const Scene scenes[] = {
      tilted,
      {.width = 23, .height = 14, .angle = 90, .bins = 7, .channel = "R"},
      {.width = 23, .height = 14, .has_line = TRUE, .x1 = 3, .y1 = 2, .x2 = 9, .bins = 3},
      {.width = 23, .height = 14, .x_sub = 1, .y_sub = 1, .angle = 90, .bins = 7, .channel = "Cb"}};
  static const gchar* const channels[] = {"LUMA", "R", "LUMA", "Cb"};
  enum { N = G_N_ELEMENTS(scenes), LOST = 1 };
  Source sources[N];
  GstVideoHistogram* histogram;
  GError* error = NULL;
  guint i, x, y, position;

  for (i = 0; i < N; i++)
    sources[i] = make_source(&scenes[i]);
  sources[LOST].failures = 1;
  sources[LOST].code = GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  histogram = make_scenes(scenes, N, sources);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), N);
  for (i = N; i-- > 0;) {
    GstVideoHistogramProjection* projection = nth(histogram, i);

    fail_unless_equals_string(gst_video_histogram_projection_get_channel(projection), channels[i]);
    fail_unless(gst_video_histogram_projection_get_angle(projection) == scene_angle(&scenes[i]));
    fail_unless_equals_int(gst_video_histogram_projection_get_bins(projection), scenes[i].bins);
    fail_unless_equals_int(gst_video_histogram_projection_get_line(projection),
                           i == 2 ? (gint)scene_position(&scenes[i], 3, 2) : -1);
    for (y = 0; y < scenes[i].height; y++) {
      for (x = 0; x < scenes[i].width; x++) {
        fail_unless(gst_video_histogram_projection_get_position(projection, x, y, &position));
        fail_unless_equals_int(
            position, scene_position(&scenes[i], x >> scenes[i].x_sub, y >> scenes[i].y_sub));
      }
    }
    fail_unless_equals_int(sources[i].reads, 0);
    if (i == LOST) {
      fail_if(gst_video_histogram_projection_wait(projection, 0, &error));
      fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "lost");
    } else {
      fail_unless_nth_matrix(histogram, i, &sources[i]);
    }
  }
  for (i = 0; i < N; i++) {
    fail_unless_equals_int(sources[i].reads, 1);
    fail_unless_equals_int(sources[i].destroyed, 1);
    g_free(sources[i].counts);
  }
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_projection_keeps_its_histogram) {
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  GstVideoHistogramProjection* projection = gst_video_histogram_get_projection(histogram, 0);
  GstVideoHistogramProjection* copy = g_boxed_copy(GST_TYPE_VIDEO_HISTOGRAM_PROJECTION, projection);
  gsize n_counts = 0;

  gst_video_histogram_unref(histogram);
  gst_video_histogram_projection_unref(projection);
  fail_unless_equals_int(source.destroyed, 0);
  fail_unless(memcmp(gst_video_histogram_projection_get_counts(copy, &n_counts), source.counts,
                     source.n_counts * sizeof(guint32)) == 0);
  fail_unless_equals_uint64(n_counts, source.n_counts);
  g_boxed_free(GST_TYPE_VIDEO_HISTOGRAM_PROJECTION, copy);
  fail_unless_equals_int(source.destroyed, 1);
  g_free(source.counts);
}
GST_END_TEST;

GST_START_TEST(the_matrix_is_read_once_and_only_when_somebody_wants_it) {
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  const guint32* counts;

  fail_unless(gst_video_histogram_wait(histogram, GST_CLOCK_TIME_NONE, NULL));
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 23 * 14);
  fail_unless_equals_int(source.reads, 0);

  fail_unless_matrix(histogram, &source);
  fail_unless_equals_int(source.reads, 1);
  fail_unless_equals_int(source.destroyed, 1);
  counts = gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL);
  fail_unless(gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL) == counts);
  fail_unless(gst_video_histogram_projection_wait(nth(histogram, 0), 0, NULL));
  fail_unless_equals_int(source.reads, 1);
  gst_video_histogram_unref(histogram);
  fail_unless_equals_int(source.destroyed, 1);
  g_free(source.counts);
}
GST_END_TEST;

GST_START_TEST(a_position_has_its_row_of_the_matrix) {
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  guint p, positions = scene_positions(&tilted);
  guint64 samples = 0;
  gsize n_bins, i;

  for (p = 0; p < positions; p++) {
    const guint32* row =
        gst_video_histogram_projection_get_position_counts(nth(histogram, 0), p, &n_bins);

    fail_unless_equals_uint64(n_bins, tilted.bins);
    fail_unless(memcmp(row, source.counts + p * tilted.bins, n_bins * sizeof(*row)) == 0);
    for (i = 0; i < n_bins; i++)
      samples += row[i];
  }
  fail_unless_equals_uint64(samples, 23 * 14);
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_projection_get_position_counts(
                                  nth(histogram, 0), positions, &n_bins) == NULL));
  fail_unless_equals_uint64(n_bins, 0);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

static gpointer read_matrix(gpointer histogram) {
  GError* error = NULL;

  if (!gst_video_histogram_projection_wait(nth(histogram, 0), GST_CLOCK_TIME_NONE, &error) ||
      error != NULL)
    return NULL;
  return (gpointer)gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL);
}

GST_START_TEST(many_threads_share_one_read) {
  enum { N_THREADS = 8 };
  Source source = make_source(&tilted);
  guint round, i;

  for (round = 0; round < 20; round++) {
    GstVideoHistogram* histogram;
    GThread* threads[N_THREADS];

    source.reads = source.destroyed = 0;
    source.delay = round * 100;
    histogram = round % 2 == 0 ? make_scene(&tilted, &source) : make_pending_scene(&tilted);
    for (i = 0; i < N_THREADS; i++)
      threads[i] = g_thread_new("reader", read_matrix, histogram);
    if (round % 2 != 0)
      complete_scene(histogram, &source);
    for (i = 0; i < N_THREADS; i++)
      fail_unless(g_thread_join(threads[i]) ==
                  (gpointer)gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL));
    fail_unless_matrix(histogram, &source);
    fail_unless_equals_int(source.reads, 1);
    fail_unless_equals_int(source.destroyed, 1);
    gst_video_histogram_unref(histogram);
  }
  g_free(source.counts);
}
GST_END_TEST;

GST_START_TEST(a_matrix_that_nobody_wants_is_only_destroyed) {
  enum { COMPLETED, LOST, STILL_PENDING, N_CASES };
  gint i;

  for (i = 0; i < N_CASES; i++) {
    Source source = {.reads = 0};
    GstVideoHistogram* histogram;

    if (i == COMPLETED) {
      histogram = make_scene(&tilted, &source);
    } else {
      histogram = make_pending_scene(&tilted);
      gst_video_histogram_producer()->set_projection(histogram, 0, read_source, &source,
                                                     destroy_source);
      if (i == LOST)
        gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_FAILED,
                                                  "no count");
    }
    fail_unless_equals_int(source.destroyed, 0);
    gst_video_histogram_unref(histogram);
    fail_unless_equals_int(source.destroyed, 1);
    fail_unless_equals_int(source.reads, 0);
  }
}
GST_END_TEST;

GST_START_TEST(a_matrix_that_is_lost_stays_lost_and_keeps_its_reason) {
  Source source = {.failures = 1, .code = GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST};
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  GError* error = NULL;
  guint i;

  for (i = 0; i < 2; i++) {
    fail_unless(gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL) == NULL);
    fail_unless(gst_video_histogram_projection_get_position_counts(nth(histogram, 0), 0, NULL) ==
                NULL);
    fail_unless(gst_video_histogram_projection_get_mean_profile(nth(histogram, 0), NULL) == NULL);
    fail_unless(
        gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), 50, NULL) == NULL);
    fail_unless(gst_video_histogram_to_structure_with_tables(histogram) == NULL);
    fail_if(gst_video_histogram_projection_wait(nth(histogram, 0), GST_CLOCK_TIME_NONE, &error));
    fail_unless_equals_string(error->message, "no matrix");
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "matrix");
  }
  fail_unless_equals_int(source.reads, 1);
  fail_unless_equals_int(source.destroyed, 1);
  /* The histogram's own counts do not depend on it. */
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 23 * 14);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 1);
  gst_video_histogram_unref(histogram);
  fail_unless_equals_int(source.destroyed, 1);
}
GST_END_TEST;

GST_START_TEST(a_read_without_resources_is_tried_again) {
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram;
  GError* error = NULL;

  source.failures = 2;
  source.code = GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES;
  histogram = make_scene(&tilted, &source);
  fail_if(gst_video_histogram_projection_wait(nth(histogram, 0), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "first read");
  fail_unless(gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL) == NULL);
  fail_unless_matrix(histogram, &source);
  fail_unless_equals_int(source.reads, 3);
  fail_unless_equals_int(source.destroyed, 1);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

GST_START_TEST(a_failed_histogram_gives_its_own_reason) {
  GstVideoHistogram* histogram = make_pending_scene(&tilted);
  GError* error = NULL;

  fail_if(gst_video_histogram_projection_wait(nth(histogram, 0), GST_MSECOND, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "pending");
  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                            "gone");
  fail_if(gst_video_histogram_projection_wait(nth(histogram, 0), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "failed");
  fail_unless(gst_video_histogram_projection_get_counts(nth(histogram, 0), NULL) == NULL);
  fail_unless_equals_int(gst_video_histogram_projection_get_bins(nth(histogram, 0)), 5);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_frame_counted_without_its_matrix_says_so) {
  static const guint32 counts[] = {0, 23 * 14};
  GstVideoHistogram* histogram = make_pending_scene(&tilted);
  GError* error = NULL;

  gst_video_histogram_producer()->complete(histogram, counts);
  fail_if(gst_video_histogram_projection_wait(nth(histogram, 0), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no matrix");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* projection_suite(void) {
  Suite* suite = suite_create("projection");
  TCase* tcase = tcase_create("projection");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, a_projection_is_known_before_the_counts);
  tcase_add_test(tcase, a_projection_that_a_histogram_has_not_is_a_bug_of_the_caller);
  tcase_add_test(tcase, every_projection_has_a_matrix_of_its_own);
  tcase_add_test(tcase, a_projection_keeps_its_histogram);
  tcase_add_test(tcase, the_matrix_is_read_once_and_only_when_somebody_wants_it);
  tcase_add_test(tcase, a_position_has_its_row_of_the_matrix);
  tcase_add_test(tcase, many_threads_share_one_read);
  tcase_add_test(tcase, a_matrix_that_nobody_wants_is_only_destroyed);
  tcase_add_test(tcase, a_matrix_that_is_lost_stays_lost_and_keeps_its_reason);
  tcase_add_test(tcase, a_read_without_resources_is_tried_again);
  tcase_add_test(tcase, a_failed_histogram_gives_its_own_reason);
  tcase_add_test(tcase, a_frame_counted_without_its_matrix_says_so);
  return suite;
}

GST_CHECK_MAIN(projection);
