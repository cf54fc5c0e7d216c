/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections: the position of each pixel, and profiles. */

#include "projection_checks.h"

static const Scene tilted = {.width = 23, .height = 14, .angle = 33.7, .bins = 5};

static void check_positions(const Scene* scene) {
  GstVideoHistogram* histogram = make_pending_scene(scene);
  guint x, y, position, outside;

  for (y = 0; y < scene->height; y++) {
    for (x = 0; x < scene->width; x++) {
      if (!gst_video_histogram_projection_get_position(nth(histogram, 0), x, y, &position) ||
          position != scene_position(scene, x >> scene->x_sub, y >> scene->y_sub) ||
          position >= gst_video_histogram_projection_get_positions(nth(histogram, 0)))
        fail("pixel %u, %u of %u x %u at %f degrees", x, y, scene->width, scene->height,
             scene_angle(scene));
    }
  }
  if (scene->has_line) {
    fail_unless(gst_video_histogram_projection_get_position(
        nth(histogram, 0), scene->x2 << scene->x_sub, scene->y2 << scene->y_sub, &position));
    fail_unless_equals_int(gst_video_histogram_projection_get_line(nth(histogram, 0)), position);
  }
  outside = 99;
  fail_if(
      gst_video_histogram_projection_get_position(nth(histogram, 0), scene->width, 0, &outside));
  fail_unless_equals_int(outside, 0);
  fail_if(
      gst_video_histogram_projection_get_position(nth(histogram, 0), 0, scene->height, &outside));
  fail_if(gst_video_histogram_projection_get_position(nth(histogram, 0), G_MAXUINT, 0, &outside));
  fail_if(gst_video_histogram_projection_get_position(nth(histogram, 0), 0, G_MAXUINT, &outside));
  gst_video_histogram_unref(histogram);
}

GST_START_TEST(every_pixel_has_the_position_of_the_definition) {
  static const gdouble angles[] = {0, 30, 45, 90, 123.456, 180, 213, 270, 359.9};
  static const guint sizes[][2] = {{1, 1}, {1, 200}, {200, 1}, {37, 23}, {64, 65}, {160, 121}};
  guint a, z, sub;

  for (a = 0; a < G_N_ELEMENTS(angles); a++) {
    for (z = 0; z < G_N_ELEMENTS(sizes); z++) {
      for (sub = 0; sub < 4; sub++) {
        Scene scene = {.width = sizes[z][0],
                       .height = sizes[z][1],
                       .x_sub = sub & 1,
                       .y_sub = sub >> 1,
                       .angle = angles[a],
                       .bins = 2};

        check_positions(&scene);
      }
    }
  }
}
GST_END_TEST;

GST_START_TEST(a_line_has_one_position) {
  GRand* random = g_rand_new_with_seed(20240229);
  guint round;

  for (round = 0; round < 300; round++) {
    Scene scene = {.width = (guint)g_rand_int_range(random, 2, 90),
                   .height = (guint)g_rand_int_range(random, 2, 90),
                   .has_line = TRUE,
                   .bins = 2};

    scene.x1 = (guint)g_rand_int_range(random, 0, (gint)scene.width);
    scene.y1 = (guint)g_rand_int_range(random, 0, (gint)scene.height);
    do {
      scene.x2 = (guint)g_rand_int_range(random, 0, (gint)scene.width);
      scene.y2 = (guint)g_rand_int_range(random, 0, (gint)scene.height);
    } while (scene.x2 == scene.x1 && scene.y2 == scene.y1);
    check_positions(&scene);
  }
  g_rand_free(random);
}
GST_END_TEST;

GST_START_TEST(the_largest_frames_do_not_overflow) {
  /* Frames of the maximum width of caps, with the maximum number of positions. */
  GstVideoHistogramPrivateProjection projection = {
      .c = ONE, .s = 0, .origin = ONE, .positions = 1u << 26, .channel = {"Y", 1, 8}, .line = -1};
  static const gchar* const names[] = {"Y", NULL};
  GstVideoHistogram* histogram =
      new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 1u << 26, G_MAXINT, NULL, names, 1);
  guint position;

  gst_video_histogram_producer()->add_projection(histogram, &projection);
  fail_unless(gst_video_histogram_projection_get_position(nth(histogram, 0), (1u << 26) - 1,
                                                          G_MAXINT - 1, &position));
  fail_unless_equals_int(position, (1 << 26) - 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_position_begins_where_the_one_before_it_ends) {
  static const struct {
    gint64 origin;
    guint first;
  } table[] = {{0, 0}, {1, 0}, {2 * ONE - 1, 0}, {2 * ONE, 1}, {2 * ONE + 1, 1}};
  static const gchar* const names[] = {"Y", NULL};
  guint i, x, position;

  for (i = 0; i < G_N_ELEMENTS(table); i++) {
    GstVideoHistogramPrivateProjection projection = {.c = ONE,
                                                     .s = 0,
                                                     .origin = table[i].origin,
                                                     .positions = 6,
                                                     .channel = {"Y", 1, 8},
                                                     .line = -1};
    GstVideoHistogram* histogram = new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 5, 2, NULL, names, 1);

    gst_video_histogram_producer()->add_projection(histogram, &projection);
    for (x = 0; x < 5; x++) {
      fail_unless(gst_video_histogram_projection_get_position(nth(histogram, 0), x, 1, &position));
      fail_unless_equals_int(position, x + table[i].first);
    }
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

GST_START_TEST(a_projection_that_leaves_the_frame_is_a_bug_of_the_caller) {
  enum { CHANNEL, POSITIONS, BINS, COUNTERS, ANGLE, COSINE, SINE, ORIGIN, SUB, LINE, N_CASES };
  static const gchar* const names[] = {"GRAY", NULL};
  gint i;

  for (i = 0; i < N_CASES; i++) {
    GstVideoHistogramPrivateProjection projection = scene_projection(&tilted);
    GstVideoHistogram* histogram =
        new_pending_alike(GST_VIDEO_FORMAT_GRAY8, tilted.width, tilted.height, NULL, names, 2);

    switch (i) {
    case CHANNEL:
      projection.channel.name = "";
      break;
    case POSITIONS:
      projection.positions--;
      break;
    case BINS:
      projection.channel.bins = 0;
      break;
    case COUNTERS:
      projection.positions = (1u << 26) / projection.channel.bins + 1;
      break;
    case ANGLE:
      projection.angle = 360.0;
      break;
    case COSINE:
      projection.c = -projection.c;
      break;
    case SINE:
      projection.s = 2 * ONE;
      break;
    case ORIGIN:
      projection.origin = -1;
      break;
    case SUB:
      projection.x_sub = 32;
      break;
    case LINE:
      projection.line = (gint)projection.positions;
      break;
    }
    ASSERT_CRITICAL(gst_video_histogram_producer()->add_projection(histogram, &projection));
    fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 0);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

GST_START_TEST(projections_of_a_frame_have_2_to_the_26_counts_together) {
  GstVideoHistogramPrivateProjection projection = {.c = ONE,
                                                   .s = 0,
                                                   .origin = ONE,
                                                   .positions = 1u << 15,
                                                   .channel = {"Y", 1u << 10, 10},
                                                   .line = -1};
  static const gchar* const names[] = {"Y", NULL};
  GstVideoHistogram* histogram =
      new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 1u << 15, 1, NULL, names, 1);

  gst_video_histogram_producer()->add_projection(histogram, &projection);
  gst_video_histogram_producer()->add_projection(histogram, &projection);
  ASSERT_CRITICAL(gst_video_histogram_producer()->add_projection(histogram, &projection));
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 2);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static const Scene steep = {.width = 41, .height = 30, .angle = 207.5, .bins = 16};
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
  Source source = make_source(&steep);
  GstVideoHistogram* histogram = make_scene(&steep, &source);
  guint* profiles[G_N_ELEMENTS(percents)];
  gsize n = 0;
  gdouble* means = gst_video_histogram_projection_get_mean_profile(nth(histogram, 0), &n);
  guint p, q, empty = 0;

  fail_unless_equals_uint64(n, scene_positions(&steep));
  for (q = 0; q < G_N_ELEMENTS(percents); q++) {
    profiles[q] =
        gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), percents[q], &n);
    fail_unless_equals_uint64(n, scene_positions(&steep));
  }
  for (p = 0; p < n; p++) {
    GArray* samples = samples_at(&steep, p);
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

/* Expected are gst_video_histogram_get_mean() and _get_percentile() of a histogram of the counts.
 */
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
  gsize n = 0;
  gdouble* mean_values =
      gst_video_histogram_projection_get_mean_value_profile(nth(histogram, 0), &n);
  gdouble* values =
      gst_video_histogram_projection_get_percentile_value_profile(nth(histogram, 0), 0.3, NULL);
  guint p, i;

  fail_unless_equals_uint64(n, 3);
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
    if (p == 1) {
      fail_unless(isnan(mean_values[p]) && isnan(values[p]));
    } else {
      fail_unless(mean_values[p] == gst_video_histogram_get_mean_value(row, 0));
      fail_unless(values[p] == gst_video_histogram_get_percentile_value(row, 0, 0.3));
    }
    gst_video_histogram_unref(row);
  }
  /* 4 bins of 64 values: 0 to 63, 64 to 127 and so on. */
  fail_unless(mean_values[0] == 127.5);
  fail_unless(mean_values[2] == (3 * 95.5 + 997 * 223.5) / 1000);
  fail_unless(values[0] == 31.5 && values[2] == 95.5);
  fail_unless_equals_int(percentiles[2], 1);
  fail_unless_equals_int(next[2], 3);
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_projection_get_percentile_profile(
                                  nth(histogram, 0), 100.5, NULL) == NULL));
  ASSERT_CRITICAL(fail_unless(
      gst_video_histogram_projection_get_percentile_profile(nth(histogram, 0), NAN, NULL) == NULL));
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_projection_get_percentile_value_profile(
                                  nth(histogram, 0), -1.0, NULL) == NULL));
  g_free(means);
  g_free(percentiles);
  g_free(next);
  g_free(mean_values);
  g_free(values);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* projection_access_suite(void) {
  Suite* suite = suite_create("projection-access");
  TCase* tcase = tcase_create("projection-access");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, every_pixel_has_the_position_of_the_definition);
  tcase_add_test(tcase, a_line_has_one_position);
  tcase_add_test(tcase, the_largest_frames_do_not_overflow);
  tcase_add_test(tcase, a_position_begins_where_the_one_before_it_ends);
  tcase_add_test(tcase, a_projection_that_leaves_the_frame_is_a_bug_of_the_caller);
  tcase_add_test(tcase, projections_of_a_frame_have_2_to_the_26_counts_together);
  tcase_add_test(tcase, a_profile_is_computed_of_the_samples_at_each_position);
  tcase_add_test(tcase, a_position_has_the_statistics_of_a_histogram_of_its_own);
  return suite;
}

GST_CHECK_MAIN(projection_access);
