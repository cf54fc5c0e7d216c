/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Histograms along a direction as structures and as text, and some that nobody should believe. */

#include "direction_checks.h"

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

GST_START_TEST(a_structure_has_the_matrix_only_if_asked_for) {
  static const Scene first_column = {
      .width = 9, .height = 7, .has_line = TRUE, .y2 = 6, .bins = 2}; /* at position 0 */
  const Scene* scenes[] = {&tilted, &lined, &first_column};
  guint i;

  for (i = 0; i < G_N_ELEMENTS(scenes); i++) {
    Source source = make_source(scenes[i]);
    GstVideoHistogram *histogram = make_scene(scenes[i], &source), *back;
    GstStructure* structure = gst_video_histogram_to_structure(histogram);
    GError* error = NULL;
    GstStructure* parsed;
    gchar* text;

    fail_if(gst_structure_has_field(structure, "direction"));
    fail_unless_equals_int(source.reads, 0);
    back = gst_video_histogram_new_from_structure(structure, NULL);
    fail_if(gst_video_histogram_has_direction(back));
    gst_video_histogram_unref(back);
    gst_structure_free(structure);

    structure = gst_video_histogram_to_structure_with_direction(histogram);
    text = gst_structure_to_string(structure);
    parsed = gst_structure_from_string(text, NULL);
    fail_unless(parsed != NULL, "%s", text);
    back = gst_video_histogram_new_from_structure(structure, &error);
    fail_unless(back != NULL, "%s", error != NULL ? error->message : "no error");
    fail_unless_same(histogram, back);
    fail_unless_same_direction(histogram, back);
    gst_video_histogram_unref(back);
    back = gst_video_histogram_new_from_structure(parsed, &error);
    fail_unless(back != NULL, "%s", error != NULL ? error->message : "no error");
    fail_unless_same_direction(histogram, back);
    gst_video_histogram_unref(back);
    g_free(text);
    gst_structure_free(parsed);
    gst_structure_free(structure);
    gst_video_histogram_unref(histogram);
    g_free(source.counts);
  }
}
GST_END_TEST;

GST_START_TEST(without_a_direction_both_structures_are_the_same) {
  GstVideoHistogram* histogram = make_rgb();
  GstStructure* without = gst_video_histogram_to_structure(histogram);
  GstStructure* with = gst_video_histogram_to_structure_with_direction(histogram);

  fail_unless(gst_structure_is_equal(without, with));
  gst_structure_free(without);
  gst_structure_free(with);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* `right` with another field in its direction. */
static GstVideoHistogram* read_changed(const GstStructure* right, const gchar* change,
                                       GError** error) {
  GstStructure *structure = gst_structure_copy(right),
               *field = gst_structure_from_string(change, NULL);
  const gchar* name = gst_structure_nth_field_name(field, 0);
  GstStructure* direction =
      gst_structure_copy(gst_value_get_structure(gst_structure_get_value(right, "direction")));
  GstVideoHistogram* histogram;

  gst_structure_set_value(direction, name, gst_structure_get_value(field, name));
  gst_structure_set(structure, "direction", GST_TYPE_STRUCTURE, direction, NULL);
  histogram = gst_video_histogram_new_from_structure(structure, error);
  gst_structure_free(direction);
  gst_structure_free(field);
  gst_structure_free(structure);
  return histogram;
}

GST_START_TEST(a_hostile_direction_is_refused) {
  static const gchar* const changes[] = {
      "direction, bins=(uint)5",
      "direction, bins=(uint)0",
      "direction, bins=(uint)65537",
      "direction, bins=(string)4",
      "direction, positions=(uint)0",
      "direction, positions=(uint)1",
      "direction, positions=(uint)4294967295",
      "direction, positions=(uint)67108864",
      "direction, positions=(guint64)4294967308",
      "direction, positions=(int)-12",
      "direction, channel=(int)3",
      "direction, channel=(string)\"\"",
      "direction, channel=(string)\"a\\ b\"",
      "direction, channel=(string)a-name-of-20-letters",
      "direction, angle=(double)360",
      "direction, angle=(double)-0.5",
      "direction, angle=(double)nan",
      "direction, angle=(double)inf",
      "direction, angle=(int)3",
      "direction, line=(uint)4294967295",
      "direction, line=(uint)1000",
      "direction, line=(int)-2",
      "direction, cos=(gint64)9223372036854775807",
      "direction, cos=(gint64)-9223372036854775808",
      "direction, cos=(gint64)-893292700",
      "direction, cos=(double)1",
      "direction, sin=(gint64)1073741825",
      "direction, sin=(gint64)-9223372036854775808",
      "direction, sin=(string)0",
      "direction, origin=(gint64)-1",
      "direction, origin=(gint64)9223372036854775807",
      "direction, origin=(gint64)-9223372036854775808",
      "direction, x-sub=(uint)31",
      "direction, y-sub=(uint)4294967295",
      "direction, y-sub=(int)-1",
      "direction, counts=(uint)1",
      "direction, counts=<>",
      "direction, counts=<<1,2,3,4>>",
  };
  Source source = make_source(&tilted);
  GstVideoHistogram* histogram = make_scene(&tilted, &source);
  GstStructure* right = gst_video_histogram_to_structure_with_direction(histogram);
  const GstStructure* field = gst_value_get_structure(gst_structure_get_value(right, "direction"));
  GError* error = NULL;
  gsize i;
  gint f;

  for (i = 0; i < G_N_ELEMENTS(changes); i++) {
    fail_unless(read_changed(right, changes[i], &error) == NULL, "accepted: %s", changes[i]);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, changes[i]);
  }
  for (f = 0; f < gst_structure_n_fields(field); f++) {
    GstStructure *wrong = gst_structure_copy(right), *direction = gst_structure_copy(field);

    gst_structure_remove_field(direction, gst_structure_nth_field_name(field, (guint)f));
    gst_structure_set(wrong, "direction", GST_TYPE_STRUCTURE, direction, NULL);
    fail_unless(gst_video_histogram_new_from_structure(wrong, NULL) == NULL, "field %d", f);
    gst_structure_free(direction);
    gst_structure_free(wrong);
  }
  gst_structure_set(right, "direction", G_TYPE_UINT, 1, NULL);
  fail_unless(gst_video_histogram_new_from_structure(right, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "no structure");
  gst_structure_set(right, "direction", GST_TYPE_STRUCTURE, NULL, NULL);
  fail_unless(gst_video_histogram_new_from_structure(right, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "NULL structure");
  gst_structure_free(right);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

GST_START_TEST(counts_along_a_direction_have_32_bits) {
  Scene pixel = {.width = 1, .height = 1, .bins = 2};
  Source source = make_source(&pixel);
  GstVideoHistogram *histogram = make_scene(&pixel, &source), *back;
  GstStructure* right = gst_video_histogram_to_structure_with_direction(histogram);
  GError* error = NULL;

  back = read_changed(right, "direction, counts=<<(guint64)4294967295, (guint64)1>>", &error);
  fail_unless(back != NULL, "%s", error != NULL ? error->message : "");
  fail_unless_equals_uint64(gst_video_histogram_get_direction_counts(back, NULL)[0], G_MAXUINT32);
  gst_video_histogram_unref(back);
  fail_unless(
      read_changed(right, "direction, counts=<<(guint64)0, (guint64)4294967296>>", &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "2^32");
  gst_structure_free(right);
  gst_video_histogram_unref(histogram);
  g_free(source.counts);
}
GST_END_TEST;

static Suite* direction_structure_suite(void) {
  Suite* suite = suite_create("direction-structure");
  TCase* tcase = tcase_create("direction-structure");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_structure_has_the_matrix_only_if_asked_for);
  tcase_add_test(tcase, without_a_direction_both_structures_are_the_same);
  tcase_add_test(tcase, a_hostile_direction_is_refused);
  tcase_add_test(tcase, counts_along_a_direction_have_32_bits);
  return suite;
}

GST_CHECK_MAIN(direction_structure);
