/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of histograms with projections. */

#include "projection_checks.h"

static const Scene tilted = {.width = 9, .height = 7, .angle = 33.7, .bins = 4};

GST_START_TEST(a_sum_of_the_same_projections_adds_the_matrices) {
  Source source = make_source(&tilted), other = make_source(&tilted);
  GstVideoHistogram *a, *b, *sum, *twice;
  gsize i;

  for (i = 0; i < other.n_counts; i++)
    other.counts[i] = (guint32)i * 1000003;
  a = make_scene(&tilted, &source);
  b = make_scene(&tilted, &other);
  sum = gst_video_histogram_add(a, b, NULL);
  twice = gst_video_histogram_add(sum, sum, NULL);
  /* The sum was made at once and does not read its parts later. */
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
  gst_video_histogram_unref(sum);
  fail_unless_equals_string(gst_video_histogram_projection_get_channel(nth(twice, 0)), "LUMA");
  fail_unless(gst_video_histogram_projection_get_angle(nth(twice, 0)) == 33.7);
  fail_unless(gst_video_histogram_projection_get_position(nth(twice, 0), 8, 6, &(guint){0}));
  for (i = 0; i < source.n_counts; i++)
    source.counts[i] = 2 * (source.counts[i] + other.counts[i]);
  fail_unless_matrix(twice, &source);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(twice, 0), 4 * 9 * 7);
  gst_video_histogram_unref(twice);
  g_free(source.counts);
  g_free(other.counts);
}
GST_END_TEST;

GST_START_TEST(a_sum_of_different_projections_has_none) {
  static const Scene level = {.width = 9, .height = 7, .angle = 0, .bins = 4};
  static const Scene upright = {.width = 9, .height = 7, .angle = 90, .bins = 4};
  static const Scene column = {
      .width = 9, .height = 7, .has_line = TRUE, .x1 = 3, .x2 = 3, .y2 = 6, .bins = 4};
  /* Pairs that differ in one member only. */
  Scene pairs[][2] = {{tilted, tilted},   {tilted, tilted},   {level, level},
                      {upright, upright}, {upright, upright}, {column, column}};
  guint i;

  pairs[0][1].angle = 33.8;
  pairs[1][1].bins = 5;
  pairs[2][1].height = 8;
  pairs[3][1].width = 8;
  pairs[4][1].x_sub = 1;
  pairs[5][1].x1 = pairs[5][1].x2 = 4;
  for (i = 0; i < G_N_ELEMENTS(pairs); i++) {
    Source of_a = {.reads = 0}, of_b = {.reads = 0};
    GstVideoHistogram* a = make_scene(&pairs[i][0], &of_a);
    GstVideoHistogram* b = make_scene(&pairs[i][1], &of_b);
    GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);

    fail_unless(sum != NULL);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(sum), 0);
    fail_unless_equals_int(of_a.reads + of_b.reads, 0);
    gst_video_histogram_unref(sum);
    gst_video_histogram_unref(b);
    gst_video_histogram_unref(a);
  }
}
GST_END_TEST;

GST_START_TEST(a_sum_with_a_histogram_without_projections_has_none) {
  static const gchar* const names[] = {"GRAY", NULL};
  static const guint64 counts[] = {1, 2};
  Source source = {.reads = 0};
  GstVideoHistogram *a = make_scene(&tilted, &source), *sum;
  GstVideoHistogram* b = new_alike(GST_VIDEO_FORMAT_GRAY8, tilted.width, tilted.height, NULL, names,
                                   2, counts, 2, NULL);

  sum = gst_video_histogram_add(a, b, NULL);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(sum), 0);
  gst_video_histogram_unref(sum);
  sum = gst_video_histogram_add(b, a, NULL);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(sum), 0);
  gst_video_histogram_unref(sum);
  fail_unless_equals_int(source.reads, 0);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

GST_START_TEST(a_sum_has_the_projections_that_both_have) {
  static const Scene level = {.width = 9, .height = 7, .angle = 0, .bins = 3, .channel = "R"};
  static const Scene other = {.width = 9, .height = 7, .angle = 0, .bins = 3, .channel = "G"};
  const Scene of_a[] = {tilted, level, level}, of_b[] = {other, level, tilted};
  Source from_a[] = {make_source(&tilted), make_source(&level), make_source(&level)};
  Source from_b[] = {make_source(&other), make_source(&level), make_source(&tilted)};
  GstVideoHistogram *a = make_scenes(of_a, 3, from_a), *b = make_scenes(of_b, 3, from_b);
  GstVideoHistogram *sum, *reverse;
  guint i;
  gsize k;

  for (k = 0; k < from_a[1].n_counts; k++)
    from_a[1].counts[k] = from_a[2].counts[k] = 1000 + (guint32)k * k;
  sum = gst_video_histogram_add(a, b, NULL);
  reverse = gst_video_histogram_add(b, a, NULL);
  fail_unless_equals_int(from_b[0].reads, 0);
  for (i = 0; i < 3; i++) { /* in the order of the first one */
    const Source* added = &from_b[i == 0 ? 2 : 1];

    for (k = 0; k < from_a[i].n_counts; k++)
      from_a[i].counts[k] += added->counts[k];
  }
  fail_unless_equals_int(gst_video_histogram_get_n_projections(sum), 3);
  for (i = 0; i < 3; i++)
    fail_unless_nth_matrix(sum, i, &from_a[i]);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(reverse), 2);
  fail_unless_nth_matrix(reverse, 0, &from_a[1]);
  fail_unless_nth_matrix(reverse, 1, &from_a[0]);
  fail_unless_equals_string(gst_video_histogram_projection_get_channel(nth(reverse, 0)), "R");
  gst_video_histogram_unref(reverse);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
  for (i = 0; i < 3; i++) {
    g_free(from_a[i].counts);
    g_free(from_b[i].counts);
  }
}
GST_END_TEST;

GST_START_TEST(accumulating_adds_each_projection_to_its_own) {
  const Scene scenes[] = {tilted,
                          {.width = 9, .height = 7, .angle = 45, .bins = 3},
                          {.width = 9, .height = 7, .angle = 90, .bins = 2}};
  Source first[3], second[3];
  GstVideoHistogram *total, *before, *part;
  GstVideoHistogramProjection* held;
  GError* error = NULL;
  guint i;
  gsize k;

  for (i = 0; i < 3; i++) {
    first[i] = make_source(&scenes[i]);
    second[i] = make_source(&scenes[i]);
    for (k = 0; k < second[i].n_counts; k++)
      second[i].counts[k] += 5 * i + (guint32)k;
  }
  second[1].failures = 1;
  second[1].code = GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  before = total = make_scenes(scenes, 3, first);
  part = make_scenes(scenes, 3, second);
  /* A histogram of which a projection is held does not change. */
  held = gst_video_histogram_get_projection(total, 0);
  fail_unless(gst_video_histogram_producer()->accumulate(&total, part));
  fail_if(total == before);
  fail_unless(memcmp(gst_video_histogram_projection_get_counts(held, NULL), first[0].counts,
                     first[0].n_counts * sizeof(guint32)) == 0);
  gst_video_histogram_projection_unref(held);
  before = total;
  fail_unless(gst_video_histogram_producer()->accumulate(&total, part));
  fail_unless(total == before);
  for (i = 0; i < 3; i += 2) {
    for (k = 0; k < first[i].n_counts; k++)
      first[i].counts[k] += 2 * second[i].counts[k];
    fail_unless_nth_matrix(total, i, &first[i]);
  }
  fail_if(gst_video_histogram_projection_wait(nth(total, 1), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "second projection");
  gst_video_histogram_unref(total);
  gst_video_histogram_unref(part);
  for (i = 0; i < 3; i++) {
    g_free(first[i].counts);
    g_free(second[i].counts);
  }
}
GST_END_TEST;

GST_START_TEST(a_sum_without_its_matrix_has_all_the_rest_and_the_reason) {
  static const GstVideoHistogramError codes[] = {GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                                 GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES};
  /* The sum keeps no parts that a later call could read. */
  static const GstVideoHistogramError reasons[] = {GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                                   GST_VIDEO_HISTOGRAM_ERROR_FAILED};
  guint i;

  for (i = 0; i < 4; i++) {
    Source good = make_source(&tilted), bad = {.failures = 1, .code = codes[i / 2]};
    GstVideoHistogram* a = make_scene(&tilted, i % 2 == 0 ? &good : &bad);
    GstVideoHistogram* b = make_scene(&tilted, i % 2 == 0 ? &bad : &good);
    GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);
    GstVideoHistogram* more = gst_video_histogram_add(sum, i % 2 == 0 ? a : b, NULL);
    GError* error = NULL;

    fail_unless_equals_uint64(gst_video_histogram_get_samples(more, 0), 3 * 9 * 7);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(more), 1);
    fail_unless(gst_video_histogram_projection_get_counts(nth(more, 0), NULL) == NULL);
    fail_if(gst_video_histogram_projection_wait(nth(more, 0), 0, &error));
    fail_unless_error(&error, reasons[i / 2], "sum");
    gst_video_histogram_unref(more);
    gst_video_histogram_unref(sum);
    gst_video_histogram_unref(a);
    gst_video_histogram_unref(b);
    g_free(good.counts);
  }
}
GST_END_TEST;

GST_START_TEST(a_count_over_32_bits_makes_no_matrix) {
  Source source = make_source(&tilted), other = make_source(&tilted);
  GstVideoHistogram *a, *b, *sum;
  GError* error = NULL;

  source.counts[5] = G_MAXUINT32 - 7;
  other.counts[5] = 7;
  a = make_scene(&tilted, &source);
  b = make_scene(&tilted, &other);
  sum = gst_video_histogram_add(a, b, NULL);
  fail_unless_equals_uint64(gst_video_histogram_projection_get_counts(nth(sum, 0), NULL)[5],
                            G_MAXUINT32);
  gst_video_histogram_unref(b);
  other.counts[5] = 1;
  other.destroyed = 0;
  b = make_scene(&tilted, &other);
  gst_video_histogram_unref(a);
  a = gst_video_histogram_add(sum, b, NULL);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(a, 0), 3 * 9 * 7);
  fail_if(gst_video_histogram_projection_wait(nth(a, 0), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "2^32");
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
  gst_video_histogram_unref(sum);
  g_free(source.counts);
  g_free(other.counts);
}
GST_END_TEST;

/* As the element adds up the frames of an interval. */
GST_START_TEST(accumulating_is_the_same_as_adding) {
  gboolean shared;

  for (shared = FALSE; shared <= TRUE; shared++) {
    Source sources[4], again;
    GstVideoHistogram *total = NULL, *sum = NULL, *kept = NULL;
    guint i;
    gsize k, n_bins = 0;

    for (i = 0; i < 4; i++) {
      GstVideoHistogram* part;

      sources[i] = make_source(&tilted);
      for (k = 0; k < sources[i].n_counts; k++)
        sources[i].counts[k] += i * 7 + (guint32)k;
      part = make_scene(&tilted, &sources[i]);
      if (i == 0) {
        total = gst_video_histogram_ref(part);
        again = sources[0]; /* of the same counts */
        sum = make_scene(&tilted, &again);
        if (shared)
          kept = gst_video_histogram_ref(part);
      } else {
        GstVideoHistogram* before = total;
        GstVideoHistogram* added = gst_video_histogram_add(sum, part, NULL);

        fail_unless(gst_video_histogram_producer()->accumulate(&total, part));
        fail_unless((total == before) == (!shared || i > 1)); /* in place but for a shared one */
        gst_video_histogram_unref(sum);
        sum = added;
      }
      gst_video_histogram_unref(part);
    }
    fail_unless_equals_uint64(gst_video_histogram_get_samples(total, 0),
                              gst_video_histogram_get_samples(sum, 0));
    gst_video_histogram_get_counts(total, 0, &n_bins);
    for (k = 0; k < n_bins; k++)
      fail_unless_equals_uint64(gst_video_histogram_get_counts(total, 0, NULL)[k],
                                gst_video_histogram_get_counts(sum, 0, NULL)[k]);
    for (k = 0; k < sources[0].n_counts; k++)
      fail_unless_equals_uint64(gst_video_histogram_projection_get_counts(nth(total, 0), NULL)[k],
                                gst_video_histogram_projection_get_counts(nth(sum, 0), NULL)[k]);
    if (shared) {
      fail_unless_matrix(kept, &sources[0]);
      fail_unless_equals_uint64(gst_video_histogram_get_samples(kept, 0), 9 * 7);
      gst_video_histogram_unref(kept);
    }
    gst_video_histogram_unref(total);
    gst_video_histogram_unref(sum);
    for (i = 0; i < 4; i++)
      g_free(sources[i].counts);
  }
}
GST_END_TEST;

GST_START_TEST(accumulating_a_matrix_that_cannot_be_had_keeps_the_rest_and_the_reason) {
  guint i;

  for (i = 0; i < 3; i++) { /* no matrix of the total, of the part, or a count over 32 bits */
    Source good = make_source(&tilted), large = make_source(&tilted);
    Source bad = {.failures = 1, .code = GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES};
    GstVideoHistogram *total, *part;
    GError* error = NULL;

    large.counts[5] = G_MAXUINT32;
    good.counts[5] = 1;
    total = make_scene(&tilted, i == 0 ? &bad : &good);
    part = make_scene(&tilted, i == 0 ? &good : i == 1 ? &bad : &large);
    fail_unless(gst_video_histogram_producer()->accumulate(&total, part));
    fail_unless(gst_video_histogram_producer()->accumulate(&total, part));
    fail_unless_equals_uint64(gst_video_histogram_get_samples(total, 0), 3 * 9 * 7);
    fail_unless(gst_video_histogram_projection_get_counts(nth(total, 0), NULL) == NULL);
    fail_if(gst_video_histogram_projection_wait(nth(total, 0), 0, &error));
    fail_unless_error(&error,
                      i < 2 ? GST_VIDEO_HISTOGRAM_ERROR_FAILED : GST_VIDEO_HISTOGRAM_ERROR_INVALID,
                      "accumulate");
    gst_video_histogram_unref(total);
    gst_video_histogram_unref(part);
    g_free(good.counts);
    g_free(large.counts);
  }
}
GST_END_TEST;

GST_START_TEST(a_total_that_would_pass_64_bits_stays_as_it_is) {
  static const gchar* const channels[] = {"R", "G", NULL};
  const guint64 small[] = {1, 2}, large[] = {5, G_MAXUINT64 - 1};
  GstVideoHistogram* total =
      new_alike(GST_VIDEO_FORMAT_RGB, 1, 1, NULL, channels, 1, small, 2, NULL);
  GstVideoHistogram* part =
      new_alike(GST_VIDEO_FORMAT_RGB, 1, 1, NULL, channels, 1, large, 2, NULL);

  fail_if(gst_video_histogram_producer()->accumulate(&total, part));
  fail_unless_equals_uint64(gst_video_histogram_get_samples(total, 0), 1);
  fail_unless_equals_uint64(gst_video_histogram_get_counts(total, 1, NULL)[0], 2);
  gst_video_histogram_unref(total);
  gst_video_histogram_unref(part);
}
GST_END_TEST;

static Suite* projection_sum_suite(void) {
  Suite* suite = suite_create("projection-sum");
  TCase* tcase = tcase_create("projection-sum");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_sum_of_the_same_projections_adds_the_matrices);
  tcase_add_test(tcase, a_sum_of_different_projections_has_none);
  tcase_add_test(tcase, a_sum_with_a_histogram_without_projections_has_none);
  tcase_add_test(tcase, a_sum_has_the_projections_that_both_have);
  tcase_add_test(tcase, accumulating_adds_each_projection_to_its_own);
  tcase_add_test(tcase, a_sum_without_its_matrix_has_all_the_rest_and_the_reason);
  tcase_add_test(tcase, a_count_over_32_bits_makes_no_matrix);
  tcase_add_test(tcase, accumulating_is_the_same_as_adding);
  tcase_add_test(tcase, accumulating_a_matrix_that_cannot_be_had_keeps_the_rest_and_the_reason);
  tcase_add_test(tcase, a_total_that_would_pass_64_bits_stays_as_it_is);
  return suite;
}

GST_CHECK_MAIN(projection_sum);
