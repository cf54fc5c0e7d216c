/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The histogram along a direction: what is known of it, and how its matrix is had. */

#include "direction_checks.h"

static const Scene tilted = {.width = 23, .height = 14, .angle = 33.7, .bins = 5};

GST_START_TEST(a_direction_is_known_before_the_counts) {
  GstVideoHistogram* histogram = make_pending_scene(&tilted);
  guint position = 99;

  fail_unless(gst_video_histogram_has_direction(histogram));
  fail_unless_equals_string(gst_video_histogram_get_direction_channel(histogram), "LUMA");
  fail_unless(gst_video_histogram_get_direction_angle(histogram) == 33.7);
  fail_unless_equals_int(gst_video_histogram_get_direction_positions(histogram),
                         scene_positions(&tilted));
  fail_unless_equals_int(gst_video_histogram_get_direction_bins(histogram), 5);
  fail_unless_equals_int(gst_video_histogram_get_direction_line(histogram), -1);
  fail_unless(gst_video_histogram_position(histogram, 22, 0, &position));
  fail_unless_equals_int(position, scene_position(&tilted, 22, 0));
  fail_if(gst_video_histogram_is_ready(histogram));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(without_a_direction_there_is_nothing) {
  GstVideoHistogram* histogram = make_rgb();
  GError* error = NULL;
  guint position = 99;
  gsize n = 99;

  fail_if(gst_video_histogram_has_direction(histogram));
  fail_unless(gst_video_histogram_get_direction_channel(histogram) == NULL);
  fail_unless(isnan(gst_video_histogram_get_direction_angle(histogram)));
  fail_unless_equals_int(gst_video_histogram_get_direction_positions(histogram), 0);
  fail_unless_equals_int(gst_video_histogram_get_direction_bins(histogram), 0);
  fail_unless_equals_int(gst_video_histogram_get_direction_line(histogram), -1);
  fail_if(gst_video_histogram_position(histogram, 0, 0, &position));
  fail_unless_equals_int(position, 0);
  fail_unless(gst_video_histogram_get_direction_counts(histogram, &n) == NULL);
  fail_unless_equals_uint64(n, 0);
  n = 99;
  fail_unless(gst_video_histogram_get_position_counts(histogram, 0, &n) == NULL);
  fail_unless_equals_uint64(n, 0);
  n = 99;
  fail_unless(gst_video_histogram_get_mean_profile(histogram, &n) == NULL);
  fail_unless_equals_uint64(n, 0);
  n = 99;
  fail_unless(gst_video_histogram_get_percentile_profile(histogram, 50.0, &n) == NULL);
  fail_unless_equals_uint64(n, 0);
  fail_if(gst_video_histogram_wait_direction(histogram, 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "no direction");
  gst_video_histogram_unref(histogram);
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
  counts = gst_video_histogram_get_direction_counts(histogram, NULL);
  fail_unless(gst_video_histogram_get_direction_counts(histogram, NULL) == counts);
  fail_unless(gst_video_histogram_wait_direction(histogram, 0, NULL));
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
    const guint32* row = gst_video_histogram_get_position_counts(histogram, p, &n_bins);

    fail_unless_equals_uint64(n_bins, tilted.bins);
    fail_unless(memcmp(row, source.counts + p * tilted.bins, n_bins * sizeof(*row)) == 0);
    for (i = 0; i < n_bins; i++)
      samples += row[i];
  }
  fail_unless_equals_uint64(samples, 23 * 14);
  ASSERT_CRITICAL(
      fail_unless(gst_video_histogram_get_position_counts(histogram, positions, &n_bins) == NULL));
  fail_unless_equals_uint64(n_bins, 0);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

static gpointer read_matrix(gpointer histogram) {
  GError* error = NULL;

  if (!gst_video_histogram_wait_direction(histogram, GST_CLOCK_TIME_NONE, &error) || error != NULL)
    return NULL;
  return (gpointer)gst_video_histogram_get_direction_counts(histogram, NULL);
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
                  (gpointer)gst_video_histogram_get_direction_counts(histogram, NULL));
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
      gst_video_histogram_private_set_matrix(histogram, read_source, &source, destroy_source);
      if (i == LOST)
        gst_video_histogram_private_fail(histogram, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no count");
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
    fail_unless(gst_video_histogram_get_direction_counts(histogram, NULL) == NULL);
    fail_unless(gst_video_histogram_get_position_counts(histogram, 0, NULL) == NULL);
    fail_unless(gst_video_histogram_get_mean_profile(histogram, NULL) == NULL);
    fail_unless(gst_video_histogram_get_percentile_profile(histogram, 50, NULL) == NULL);
    fail_unless(gst_video_histogram_to_structure_with_direction(histogram) == NULL);
    fail_if(gst_video_histogram_wait_direction(histogram, GST_CLOCK_TIME_NONE, &error));
    fail_unless_equals_string(error->message, "no matrix");
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "matrix");
  }
  fail_unless_equals_int(source.reads, 1);
  fail_unless_equals_int(source.destroyed, 1);
  /* The other counts are none of its concern. */
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 23 * 14);
  fail_unless(gst_video_histogram_has_direction(histogram));
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
  fail_if(gst_video_histogram_wait_direction(histogram, 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "first read");
  fail_unless(gst_video_histogram_get_direction_counts(histogram, NULL) == NULL);
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

  fail_if(gst_video_histogram_wait_direction(histogram, GST_MSECOND, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "pending");
  gst_video_histogram_private_fail(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "gone");
  fail_if(gst_video_histogram_wait_direction(histogram, 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "failed");
  fail_unless(gst_video_histogram_get_direction_counts(histogram, NULL) == NULL);
  fail_unless_equals_int(gst_video_histogram_get_direction_bins(histogram), 5);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_frame_counted_without_its_matrix_says_so) {
  static const guint32 counts[] = {0, 23 * 14};
  GstVideoHistogram* histogram = make_pending_scene(&tilted);
  GError* error = NULL;

  gst_video_histogram_private_complete(histogram, counts);
  fail_if(gst_video_histogram_wait_direction(histogram, 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no matrix");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* direction_suite(void) {
  Suite* suite = suite_create("direction");
  TCase* tcase = tcase_create("direction");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, a_direction_is_known_before_the_counts);
  tcase_add_test(tcase, without_a_direction_there_is_nothing);
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

GST_CHECK_MAIN(direction);
