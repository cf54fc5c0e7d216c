/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Structures changed at random, from a fixed seed. */

#include "projection_checks.h"
#include "structure_checks.h"

/* Checks that the structure gives a consistent histogram or an error. */
static gboolean try_structure(const GstStructure* structure) {
  GError* error = NULL;
  GstVideoHistogram* histogram = gst_video_histogram_new_from_structure(structure, &error);

  if (histogram == NULL) {
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "mutated structure");
    return FALSE;
  }
  fail_unless(error == NULL);
  fail_unless_round_trip(histogram);
  gst_video_histogram_unref(histogram);
  return TRUE;
}

static void random_leaf(GRand* random, GValue* value, gint kind) {
  static const gchar* const strings[] = {"", "R", "G", "RGB", "bt709", "1:1:1:1", "UNKNOWN", "-1"};
  static const guint64 numbers[] = {0, 1, 2, 3, 65536, 65537, G_MAXINT32, G_MAXUINT32, G_MAXUINT64};
  guint64 number = numbers[g_rand_int_range(random, 0, G_N_ELEMENTS(numbers))];

  switch (kind) {
  case 0:
    g_value_init(value, G_TYPE_UINT64);
    g_value_set_uint64(value, number);
    break;
  case 1:
    g_value_init(value, G_TYPE_UINT);
    g_value_set_uint(value, (guint)number);
    break;
  case 2:
    g_value_init(value, G_TYPE_INT);
    g_value_set_int(value, (gint)number);
    break;
  case 3:
    g_value_init(value, G_TYPE_INT64);
    g_value_set_int64(value, (gint64)number);
    break;
  case 4:
    g_value_init(value, G_TYPE_DOUBLE);
    g_value_set_double(value, g_rand_double_range(random, -10, 10));
    break;
  default:
    g_value_init(value, G_TYPE_STRING);
    g_value_set_static_string(value, strings[g_rand_int_range(random, 0, G_N_ELEMENTS(strings))]);
    break;
  }
}

/* A leaf, or arrays in arrays with leaves of one kind, as GStreamer does not mix them. */
static void random_value(GRand* random, GValue* value, gint kind, guint depth) {
  gint n = g_rand_int_range(random, 0, 5);

  if (depth == 0) {
    random_leaf(random, value, kind);
    return;
  }
  gst_value_array_init(value, 0);
  while (n-- > 0) {
    GValue element = G_VALUE_INIT;

    random_value(random, &element, kind, depth - 1);
    gst_value_array_append_and_take_value(value, &element);
  }
}

GST_START_TEST(random_values_in_a_structure_never_make_a_broken_histogram) {
  static const gchar* const fields[] = {"version", "format",   "width",  "height",      "bins",
                                        "depth",   "channels", "counts", "colorimetry", "frames"};
  GRand* random = g_rand_new_with_seed(20240229);
  guint round, accepted = 0;

  for (round = 0; round < 20000; round++) {
    GstStructure* structure = gst_structure_from_string(HEAD BINS TAIL, NULL);
    gint changes = g_rand_int_range(random, 1, 4);

    while (changes-- > 0) {
      const gchar* field = fields[g_rand_int_range(random, 0, G_N_ELEMENTS(fields))];
      GValue value = G_VALUE_INIT;

      if (g_rand_int_range(random, 0, 8) == 0) {
        gst_structure_remove_field(structure, field);
      } else {
        random_value(random, &value, g_rand_int_range(random, 0, 6),
                     g_rand_int_range(random, 0, 4));
        gst_structure_take_value(structure, field, &value);
      }
    }
    accepted += try_structure(structure);
    gst_structure_free(structure);
  }
  /* Some changes do no harm; if nothing or everything passed, this would test nothing. */
  fail_unless(accepted > 100 && accepted < 19000, "%u of 20000", accepted);
  g_rand_free(random);
}
GST_END_TEST;

GST_START_TEST(random_bytes_in_its_text_never_make_a_broken_histogram) {
  static const gchar alphabet[] = "0123456789-,;=()<>{}[]\"\\ RGBabcuint64";
  GRand* random = g_rand_new_with_seed(20240229);
  guint round, parsed = 0, accepted = 0;

  for (round = 0; round < 20000; round++) {
    gchar text[] = HEAD BINS TAIL;
    gint changes = g_rand_int_range(random, 1, 4);
    gchar* end; /* where it stopped; without it, GStreamer complains of what is left */
    GstStructure* structure;

    while (changes-- > 0)
      text[g_rand_int_range(random, strlen("GstVideoHistogram"), sizeof(text) - 1)] =
          alphabet[g_rand_int_range(random, 0, sizeof(alphabet) - 1)];
    structure = gst_structure_from_string(text, &end);
    if (structure == NULL)
      continue;
    parsed++;
    accepted += try_structure(structure);
    gst_structure_free(structure);
  }
  fail_unless(accepted > 100 && parsed > accepted + 100, "%u of %u", accepted, parsed);
  g_rand_free(random);
}
GST_END_TEST;

/* A random pixel of those that the histogram says it has. */
static void check_positions(GRand* random, GstVideoHistogram* histogram) {
  guint width = gst_video_histogram_get_width(histogram);
  guint height = gst_video_histogram_get_height(histogram), position, i;

  for (i = 0; i < gst_video_histogram_get_n_projections(histogram) && width > 0; i++) {
    fail_unless(gst_video_histogram_projection_get_position(
        nth(histogram, i), g_rand_int(random) % width, g_rand_int(random) % height, &position));
    fail_unless(position < gst_video_histogram_projection_get_positions(nth(histogram, i)));
  }
}

GST_START_TEST(random_values_in_projections_never_lead_outside_of_a_matrix) {
  static const Scene scenes[] = {{.width = 4, .height = 3, .angle = 33.7, .bins = 3},
                                 {.width = 4, .height = 3, .angle = 90, .x_sub = 1, .bins = 2}};
  static const gchar* const fields[] = {"width", "height"};
  Source sources[] = {make_source(&scenes[0]), make_source(&scenes[1])};
  GstVideoHistogram* original = make_scenes(scenes, 2, sources);
  GstStructure* right = gst_video_histogram_to_structure_with_tables(original);
  GRand* random = g_rand_new_with_seed(20240229);
  guint round, accepted = 0;

  for (round = 0; round < 5000; round++) {
    guint index = g_rand_int_range(random, 0, 2);
    const GstStructure* field = gst_value_get_structure(nth_value(right, index));
    GstStructure *structure = gst_structure_copy(right), *projection = gst_structure_copy(field);
    gint changes = g_rand_int_range(random, 1, 4);
    GstVideoHistogram* histogram;
    GError* error = NULL;

    while (changes-- > 0) {
      gint which = g_rand_int_range(random, 0, gst_structure_n_fields(field) + 2);
      const gchar* name =
          which < 2 ? fields[which] : gst_structure_nth_field_name(field, (guint)which - 2);
      GstStructure* of = which < 2 ? structure : projection;
      GValue value = G_VALUE_INIT;
      gint64 number;

      if (g_rand_boolean(random) && gst_structure_get_int64(of, name, &number)) {
        number += g_rand_int_range(random, -(1 << 30), 1 << 30);
        gst_structure_set(of, name, G_TYPE_INT64, number, NULL);
      } else {
        random_value(random, &value, g_rand_int_range(random, 0, 6),
                     (guint)g_rand_int_range(random, 0, 3));
        gst_structure_take_value(of, name, &value);
      }
    }
    take_nth(structure, index, projection);
    histogram = gst_video_histogram_new_from_structure(structure, &error);
    if (histogram != NULL) {
      accepted++;
      fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 2);
      check_positions(random, histogram);
      gst_video_histogram_unref(histogram);
    } else {
      fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "mutated projection");
    }
    gst_structure_free(structure);
  }
  fail_unless(accepted > 100 && accepted < 4750, "%u of 5000", accepted);
  g_rand_free(random);
  gst_structure_free(right);
  gst_video_histogram_unref(original);
  g_free(sources[0].counts);
  g_free(sources[1].counts);
}
GST_END_TEST;

static Suite* structure_fuzz_suite(void) {
  Suite* suite = suite_create("structure-fuzz");
  TCase* tcase = tcase_create("structure-fuzz");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, random_values_in_a_structure_never_make_a_broken_histogram);
  tcase_add_test(tcase, random_bytes_in_its_text_never_make_a_broken_histogram);
  tcase_add_test(tcase, random_values_in_projections_never_lead_outside_of_a_matrix);
  return suite;
}

GST_CHECK_MAIN(structure_fuzz);
