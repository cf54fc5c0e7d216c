/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is computed of a projection, and written of it. */

#include "projection_checks.h"

#include <glib/gstdio.h>

static const Scene tilted = {.width = 41, .height = 30, .angle = 207.5, .bins = 16};

/* The bins of all pixels at a position, in order. */
static GArray* samples_at(const Scene* scene, guint position) {
  GArray* samples = g_array_new(FALSE, FALSE, sizeof(guint));
  guint bin, x, y;

  for (bin = 0; bin < scene->bins; bin++) {
    for (y = 0; y < scene->height; y++) {
      for (x = 0; x < scene->width; x++) {
        if (scene_position(scene, x, y) == position && scene_bin(scene, x, y) == bin)
          g_array_append_val(samples, bin);
      }
    }
  }
  return samples;
}

GST_START_TEST(a_profile_is_computed_of_the_samples_at_each_position) {
  /* Hundreds, so that a rank is a whole number wherever it should be. */
  static const guint percents[] = {0, 1, 10, 50, 90, 99, 100};
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  guint* profiles[G_N_ELEMENTS(percents)];
  gsize n = 0;
  gdouble* means = gst_video_histogram_projection_get_mean_profile(nth(histogram, 0), &n);
  guint p, q, empty = 0;

  fail_unless_equals_uint64(n, scene_positions(&tilted));
  for (q = 0; q < G_N_ELEMENTS(percents); q++) {
    profiles[q] =
        gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), percents[q], &n);
    fail_unless_equals_uint64(n, scene_positions(&tilted));
  }
  for (p = 0; p < n; p++) {
    GArray* samples = samples_at(&tilted, p);
    guint64 sum = 0;
    guint i;

    for (i = 0; i < samples->len; i++)
      sum += g_array_index(samples, guint, i);
    if (samples->len == 0) {
      empty++;
      fail_unless(isnan(means[p]));
    } else {
      fail_unless(means[p] == (gdouble)sum / samples->len);
    }
    for (q = 0; q < G_N_ELEMENTS(percents); q++) {
      guint rank = (percents[q] * samples->len + 99) / 100;

      fail_unless_equals_int(
          profiles[q][p], samples->len == 0 ? 0 : g_array_index(samples, guint, MAX(rank, 1) - 1));
    }
    g_array_unref(samples);
  }
  for (q = 0; q < G_N_ELEMENTS(percents); q++)
    g_free(profiles[q]);
  g_free(means);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

/* As gst_video_histogram_get_mean() and _get_percentile() of a histogram with those counts. */
GST_START_TEST(a_position_has_the_statistics_of_a_histogram_of_its_own) {
  Scene scene = {.width = 3, .height = 1, .angle = 0, .bins = 4};
  guint32 counts[3][4] = {
      {G_MAXUINT32, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32}, {0}, {0, 3, 0, 997}};
  Source source = {.counts = counts[0], .n_counts = 12};
  GstVideoHistogram* histogram = make_scene(&scene, &source);
  gdouble* means = gst_video_histogram_projection_get_mean_profile(nth(histogram, 0), NULL);
  guint* percentiles =
      gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), 0.3, NULL);
  guint* next =
      gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), 0.300001, NULL);
  guint p, i;

  for (p = 0; p < 3; p++) {
    guint64 wide[4];
    GstVideoHistogram* row;

    for (i = 0; i < 4; i++)
      wide[i] = counts[p][i];
    row = make_gray(wide, 4);
    fail_unless(means[p] == gst_video_histogram_get_mean(row, 0) ||
                (p == 1 && isnan(means[p]) && isnan(gst_video_histogram_get_mean(row, 0))));
    fail_unless_equals_int(percentiles[p], gst_video_histogram_get_percentile(row, 0, 0.3));
    fail_unless_equals_int(next[p], gst_video_histogram_get_percentile(row, 0, 0.300001));
    gst_video_histogram_unref(row);
  }
  fail_unless_equals_int(percentiles[2], 1);
  fail_unless_equals_int(next[2], 3);
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_projection_get_percentile_profile(
                                  nth(histogram, 0), 100.5, NULL) == NULL));
  ASSERT_CRITICAL(fail_unless(
      gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), NAN, NULL) == NULL));
  g_free(means);
  g_free(percentiles);
  g_free(next);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

typedef struct {
  gchar *folder, *path;
} Place;

static Place make_place(void) {
  Place place;

  place.folder = g_dir_make_tmp("videohistogram-XXXXXX", NULL);
  fail_unless(place.folder != NULL);
  place.path = g_build_filename(place.folder, "matrix.csv", NULL);
  return place;
}

static void remove_place(Place* place) {
  g_unlink(place->path);
  g_rmdir(place->folder);
  g_free(place->path);
  g_free(place->folder);
}

static void fail_unless_file(const gchar* path, const gchar* expected) {
  gchar* text = NULL;
  gsize length = 0;

  fail_unless(g_file_get_contents(path, &text, &length, NULL));
  fail_unless_equals_string(text, expected);
  fail_unless_equals_uint64(length, strlen(expected));
  g_free(text);
}

GST_START_TEST(the_csv_has_a_header_and_a_line_a_position) {
  Scene scene = {.width = 2, .height = 3, .angle = 90, .bins = 3};
  /* At 90 degrees the position is the row, counted from below. */
  guint32 counts[3][3] = {{2, 0, 0}, {0, 1, 1}, {G_MAXUINT32, 0, 10}};
  Source source = {.counts = counts[0], .n_counts = 9};
  GstVideoHistogram* histogram = make_scene(&scene, &source);
  Place place = make_place();
  GError* error = NULL;

  fail_unless(g_file_set_contents(place.path, "what was there before, and longer than the rest is",
                                  -1, NULL));
  fail_unless(gst_video_histogram_projection_write_csv(nth(histogram, 0), place.path, &error));
  fail_unless(error == NULL);
  fail_unless_file(place.path, "position,bin0,bin1,bin2\n"
                               "0,2,0,0\n"
                               "1,0,1,1\n"
                               "2,4294967295,0,10\n");
  fail_unless(gst_video_histogram_projection_write_csv(nth(histogram, 0), place.path, NULL));
  remove_place(&place);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_file_that_cannot_be_written_is_a_file_error) {
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  Place place = make_place();
  gchar* nowhere = g_build_filename(place.folder, "no", "such", "folder.csv", NULL);
  GError* error = NULL;

  fail_if(gst_video_histogram_projection_write_csv(nth(histogram, 0), nowhere, &error));
  fail_unless(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT));
  fail_unless(strstr(error->message, nowhere) != NULL, "%s", error->message);
  g_clear_error(&error);
  fail_if(gst_video_histogram_projection_write_csv(nth(histogram, 0), nowhere, NULL));
  fail_if(gst_video_histogram_projection_write_csv(nth(histogram, 0), place.folder, &error));
  fail_unless(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_ISDIR));
  g_clear_error(&error);
  g_free(nowhere);
  remove_place(&place);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

GST_START_TEST(a_full_disk_is_noticed_early_and_late) {
  /* One file fits the buffer of a stream and fails when it is closed, the other does not. */
  static const Scene scenes[] = {{.width = 2, .height = 2, .bins = 2},
                                 {.width = 300, .height = 2, .bins = 256}};
  guint i;

  for (i = 0; i < G_N_ELEMENTS(scenes) && g_file_test("/dev/full", G_FILE_TEST_EXISTS); i++) {
    Source source = make_source(&scenes[i]);
    GstVideoHistogram* histogram = make_scene(&scenes[i], &source);
    GError* error = NULL;

    fail_if(gst_video_histogram_projection_write_csv(nth(histogram, 0), "/dev/full", &error));
    fail_unless(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC), "%s",
                error != NULL ? error->message : "no error");
    g_clear_error(&error);
    gst_video_histogram_unref(histogram);
    g_free(source.counts);
  }
}
GST_END_TEST;

GST_START_TEST(a_csv_without_a_matrix_keeps_the_reason_and_touches_no_file) {
  Source source = {.failures = 1, .code = GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST};
  GstVideoHistogram* lost = make_scene(&tilted, &source);
  GstVideoHistogram* failed = make_pending_scene(&tilted);
  Place place = make_place();
  GError* error = NULL;

  gst_video_histogram_private_fail(failed, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "busy");
  fail_unless(g_file_set_contents(place.path, "before", -1, NULL));
  fail_if(gst_video_histogram_projection_write_csv(nth(lost, 0), place.path, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "lost");
  fail_if(gst_video_histogram_projection_write_csv(nth(failed, 0), place.path, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "failed");
  fail_unless_file(place.path, "before");
  remove_place(&place);
  gst_video_histogram_unref(lost);
  gst_video_histogram_unref(failed);
}
GST_END_TEST;

static Suite* profile_suite(void) {
  Suite* suite = suite_create("profile");
  TCase* tcase = tcase_create("profile");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_profile_is_computed_of_the_samples_at_each_position);
  tcase_add_test(tcase, a_position_has_the_statistics_of_a_histogram_of_its_own);
  tcase_add_test(tcase, the_csv_has_a_header_and_a_line_a_position);
  tcase_add_test(tcase, a_file_that_cannot_be_written_is_a_file_error);
  tcase_add_test(tcase, a_full_disk_is_noticed_early_and_late);
  tcase_add_test(tcase, a_csv_without_a_matrix_keeps_the_reason_and_touches_no_file);
  return suite;
}

GST_CHECK_MAIN(profile);
