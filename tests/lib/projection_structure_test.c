/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections as structures and as text, and invalid ones, which are refused. */

#include "projection_checks.h"

static const Scene tilted = {.width = 9, .height = 7, .angle = 33.7, .bins = 4};
static const Scene lined = {.width = 9,
                            .height = 7,
                            .x_sub = 1,
                            .has_line = TRUE,
                            .x1 = 4,
                            .y1 = 1,
                            .x2 = 0,
                            .y2 = 6,
                            .bins = 3};

GST_START_TEST(a_structure_has_the_projections_only_if_asked_for) {
  /* The line of the last one is at position 0. */
  const Scene scenes[] = {
      tilted, lined, {.width = 9, .height = 7, .has_line = TRUE, .y2 = 6, .bins = 2}};
  guint n, i;

  for (n = 1; n <= G_N_ELEMENTS(scenes); n++) {
    Source sources[] = {make_source(&scenes[0]), make_source(&scenes[1]), make_source(&scenes[2])};
    GstVideoHistogram *histogram = make_scenes(scenes, n, sources), *back;
    GstStructure* structure = gst_video_histogram_to_structure(histogram);
    GError* error = NULL;
    GstStructure* parsed;
    gchar* text;

    fail_if(gst_structure_has_field(structure, "projections"));
    fail_unless_equals_int(sources[0].reads, 0);
    back = gst_video_histogram_new_from_structure(structure, NULL);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(back), 0);
    gst_video_histogram_unref(back);
    gst_structure_free(structure);

    structure = gst_video_histogram_to_structure_with_tables(histogram);
    text = gst_structure_to_string(structure);
    parsed = gst_structure_from_string(text, NULL);
    fail_unless(parsed != NULL, "%s", text);
    back = gst_video_histogram_new_from_structure(structure, &error);
    fail_unless(back != NULL, "%s", error != NULL ? error->message : "no error");
    fail_unless_same(histogram, back);
    fail_unless_same_projections(histogram, back);
    gst_video_histogram_unref(back);
    back = gst_video_histogram_new_from_structure(parsed, &error);
    fail_unless(back != NULL, "%s", error != NULL ? error->message : "no error");
    fail_unless_same_projections(histogram, back);
    gst_video_histogram_unref(back);
    g_free(text);
    gst_structure_free(parsed);
    gst_structure_free(structure);
    gst_video_histogram_unref(histogram);
    for (i = 0; i < G_N_ELEMENTS(scenes); i++)
      g_free(sources[i].counts);
  }
}
GST_END_TEST;

GST_START_TEST(a_structure_has_all_projections_or_there_is_none) {
  const Scene scenes[] = {tilted, lined};
  Source sources[] = {make_source(&tilted), make_source(&lined)};
  GstVideoHistogram* histogram;

  sources[1].failures = 1;
  sources[1].code = GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  histogram = make_scenes(scenes, 2, sources);
  fail_unless(gst_video_histogram_to_structure_with_tables(histogram) == NULL);
  fail_unless_nth_matrix(histogram, 0, &sources[0]);
  gst_video_histogram_unref(histogram);
  g_free(sources[0].counts);
  g_free(sources[1].counts);
}
GST_END_TEST;

GST_START_TEST(without_projections_both_structures_are_the_same) {
  GstVideoHistogram* histogram = make_rgb();
  GstStructure* without = gst_video_histogram_to_structure(histogram);
  GstStructure* with = gst_video_histogram_to_structure_with_tables(histogram);

  fail_unless(gst_structure_is_equal(without, with));
  gst_structure_free(without);
  gst_structure_free(with);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* `right` with another field in one of its projections. */
static GstVideoHistogram* read_changed(const GstStructure* right, guint index, const gchar* change,
                                       GError** error) {
  GstStructure *structure = gst_structure_copy(right),
               *field = gst_structure_from_string(change, NULL);
  const gchar* name = gst_structure_nth_field_name(field, 0);
  GstStructure* projection =
      gst_structure_copy(gst_value_get_structure(nth_value(structure, index)));
  GstVideoHistogram* histogram;

  gst_structure_set_value(projection, name, gst_structure_get_value(field, name));
  take_nth(structure, index, projection);
  histogram = gst_video_histogram_new_from_structure(structure, error);
  gst_structure_free(field);
  gst_structure_free(structure);
  return histogram;
}

GST_START_TEST(a_hostile_projection_is_refused) {
  static const gchar* const changes[] = {
      "projection, bins=(uint)5",
      "projection, bins=(uint)0",
      "projection, bins=(uint)65537",
      "projection, bins=(string)4",
      "projection, depth=(uint)0",
      "projection, depth=(uint)17",
      "projection, depth=(string)8",
      "projection, n-values=(uint)1",
      "projection, n-values=(uint)65537",
      "projection, n-values=(double)256",
      "projection, positions=(uint)0",
      "projection, positions=(uint)1",
      "projection, positions=(uint)4294967295",
      "projection, positions=(uint)67108864",
      "projection, positions=(guint64)4294967308",
      "projection, positions=(int)-12",
      "projection, channel=(int)3",
      "projection, channel=(string)\"\"",
      "projection, channel=(string)\"a\\ b\"",
      "projection, channel=(string)a-name-of-20-letters",
      "projection, angle=(double)360",
      "projection, angle=(double)-0.5",
      "projection, angle=(double)nan",
      "projection, angle=(double)inf",
      "projection, angle=(int)3",
      "projection, line=(uint)4294967295",
      "projection, line=(uint)1000",
      "projection, line=(int)-2",
      "projection, cos=(gint64)9223372036854775807",
      "projection, cos=(gint64)-9223372036854775808",
      "projection, cos=(gint64)-893292700",
      "projection, cos=(double)1",
      "projection, sin=(gint64)1073741825",
      "projection, sin=(gint64)-9223372036854775808",
      "projection, sin=(string)0",
      "projection, origin=(gint64)-1",
      "projection, origin=(gint64)9223372036854775807",
      "projection, origin=(gint64)-9223372036854775808",
      "projection, x-sub=(uint)31",
      "projection, y-sub=(uint)4294967295",
      "projection, y-sub=(int)-1",
      "projection, counts=(uint)1",
      "projection, counts=<>",
      "projection, counts=<<1,2,3,4>>",
  };
  const Scene scenes[] = {lined, tilted};
  Source sources[] = {make_source(&lined), make_source(&tilted)};
  GstVideoHistogram* histogram = make_scenes(scenes, 2, sources);
  GstStructure* right = gst_video_histogram_to_structure_with_tables(histogram);
  const GstStructure* second = gst_value_get_structure(nth_value(right, 1));
  GstStructure* wrong;
  GValue value = G_VALUE_INIT;
  GError* error = NULL;
  gsize i;
  gint f;

  for (i = 0; i < G_N_ELEMENTS(changes); i++) {
    fail_unless(read_changed(right, 1, changes[i], &error) == NULL, "accepted: %s", changes[i]);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, changes[i]);
  }
  for (f = 0; f < gst_structure_n_fields(second); f++) {
    GstStructure* projection = gst_structure_copy(second);
    const gboolean needed =
        !g_str_equal(gst_structure_nth_field_name(second, (guint)f), "n-values");
    GstVideoHistogram* read;

    wrong = gst_structure_copy(right);
    gst_structure_remove_field(projection, gst_structure_nth_field_name(second, (guint)f));
    take_nth(wrong, 1, projection);
    read = gst_video_histogram_new_from_structure(wrong, NULL);
    fail_unless_equals_int(read == NULL, needed);
    g_clear_pointer(&read, gst_video_histogram_unref);
    gst_structure_free(wrong);
  }
  wrong = gst_structure_copy(right);
  g_value_init(&value, GST_TYPE_STRUCTURE);
  set_nth_value(wrong, 1, &value);
  g_value_unset(&value);
  fail_unless(gst_video_histogram_new_from_structure(wrong, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "NULL structure");
  gst_structure_free(wrong);
  wrong = gst_structure_from_string("x, projections=(uint)<1>", NULL);
  gst_structure_set_value(right, "projections", gst_structure_get_value(wrong, "projections"));
  gst_structure_free(wrong);
  fail_unless(gst_video_histogram_new_from_structure(right, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "no structure");
  gst_structure_set(right, "projections", G_TYPE_UINT, 1, NULL);
  fail_unless(gst_video_histogram_new_from_structure(right, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "no array");
  gst_structure_free(right);
  gst_video_histogram_unref(histogram);
  g_free(sources[0].counts);
  g_free(sources[1].counts);
}
GST_END_TEST;

/* A projection of 16777216 positions is within the limit if it is the first one, but not after
 * another one. */
GST_START_TEST(projections_together_have_a_limit) {
  const Scene scenes[] = {lined, tilted};
  Source sources[] = {make_source(&lined), make_source(&tilted)};
  GstVideoHistogram* histogram = make_scenes(scenes, 2, sources);
  GstStructure* right = gst_video_histogram_to_structure_with_tables(histogram);
  GError* error = NULL;

  fail_unless(read_changed(right, 1, "projection, positions=(uint)16777216", &error) == NULL);
  fail_unless(strstr(error->message, "more than 2^26") != NULL, "%s", error->message);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "2^26");
  fail_unless(read_changed(right, 0, "projection, positions=(uint)16777216", &error) == NULL);
  fail_unless(strstr(error->message, "counts is not an array") != NULL, "%s", error->message);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "no such matrix");
  gst_structure_free(right);
  gst_video_histogram_unref(histogram);
  g_free(sources[0].counts);
  g_free(sources[1].counts);
}
GST_END_TEST;

GST_START_TEST(counts_of_a_projection_have_32_bits) {
  Scene pixel = {.width = 1, .height = 1, .bins = 2};
  Source source = make_source(&pixel);
  GstVideoHistogram *histogram = make_scene(&pixel, &source), *back;
  GstStructure* right = gst_video_histogram_to_structure_with_tables(histogram);
  GError* error = NULL;

  back = read_changed(right, 0, "projection, counts=<<(guint64)4294967295, (guint64)1>>", &error);
  fail_unless(back != NULL, "%s", error != NULL ? error->message : "");
  fail_unless_equals_uint64(gst_video_histogram_projection_get_counts(nth(back, 0), NULL)[0],
                            G_MAXUINT32);
  gst_video_histogram_unref(back);
  fail_unless(read_changed(right, 0, "projection, counts=<<(guint64)0, (guint64)4294967296>>",
                           &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "2^32");
  gst_structure_free(right);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

static Suite* projection_structure_suite(void) {
  Suite* suite = suite_create("projection-structure");
  TCase* tcase = tcase_create("projection-structure");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_structure_has_the_projections_only_if_asked_for);
  tcase_add_test(tcase, a_structure_has_all_projections_or_there_is_none);
  tcase_add_test(tcase, without_projections_both_structures_are_the_same);
  tcase_add_test(tcase, a_hostile_projection_is_refused);
  tcase_add_test(tcase, projections_together_have_a_limit);
  tcase_add_test(tcase, counts_of_a_projection_have_32_bits);
  return suite;
}

GST_CHECK_MAIN(projection_structure);
