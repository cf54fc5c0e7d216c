/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The field whose samples a histogram counts: of sums, structures, metas and messages. */

#include "structure_checks.h"

#if GST_CHECK_VERSION(1, 24, 0)
#include "serialize_checks.h"
#endif

#define NONE GST_VIDEO_HISTOGRAM_FIELD_NONE
#define TOP GST_VIDEO_HISTOGRAM_FIELD_TOP
#define BOTTOM GST_VIDEO_HISTOGRAM_FIELD_BOTTOM

/* A complete histogram of a field, as the element makes it. */
static GstVideoHistogram* make_field(guint field) {
  GstVideoHistogram* histogram = make_pending();

  gst_video_histogram_producer()->set_field(histogram, (GstVideoHistogramField)field);
  gst_video_histogram_producer()->complete(histogram, pending_counts);
  return histogram;
}

GST_START_TEST(a_histogram_has_the_field_of_its_producer) {
  GstVideoHistogram* of_frame = make_rgb();
  guint field;

  fail_unless_equals_int(gst_video_histogram_get_field(of_frame), NONE);
  gst_video_histogram_unref(of_frame);
  for (field = NONE; field <= BOTTOM; field++) {
    GstVideoHistogram* histogram = make_field(field);

    fail_unless_equals_int(gst_video_histogram_get_field(histogram), field);
    gst_video_histogram_unref(histogram);
  }
  ASSERT_CRITICAL(fail_unless_equals_int(gst_video_histogram_get_field(NULL), NONE));
}
GST_END_TEST;

GST_START_TEST(a_sum_of_both_fields_is_of_the_frame) {
  guint of_a, of_b, in_place;

  for (of_a = NONE; of_a <= BOTTOM; of_a++) {
    for (of_b = NONE; of_b <= BOTTOM; of_b++) {
      GstVideoHistogram *a = make_field(of_a), *b = make_field(of_b);
      guint expected = of_a == of_b ? of_a : NONE;
      GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);

      fail_unless_equals_int(gst_video_histogram_get_field(sum), expected);
      gst_video_histogram_unref(sum);
      /* The second sum is made in place, the first one is not. */
      sum = gst_video_histogram_ref(a);
      for (in_place = 0; in_place < 2; in_place++) {
        fail_unless(gst_video_histogram_producer()->accumulate(&sum, b));
        fail_unless_equals_int(gst_video_histogram_get_field(sum), expected);
      }
      fail_unless_equals_int(gst_video_histogram_get_field(a), of_a);
      gst_video_histogram_unref(sum);
      gst_video_histogram_unref(a);
      gst_video_histogram_unref(b);
    }
  }
}
GST_END_TEST;

GST_START_TEST(a_structure_keeps_the_field) {
  static const gchar* const names[] = {NULL, "top", "bottom"};
  guint field;

  for (field = NONE; field <= BOTTOM; field++) {
    GstVideoHistogram *histogram = make_field(field), *copy;
    GstStructure* structure = gst_video_histogram_to_structure(histogram);
    GError* error = NULL;

    fail_unless(g_strcmp0(gst_structure_get_string(structure, "field"), names[field]) == 0);
    copy = gst_video_histogram_new_from_structure(structure, &error);
    fail_unless(copy != NULL);
    fail_unless_equals_int(gst_video_histogram_get_field(copy), field);
    gst_video_histogram_unref(copy);

    gst_structure_set(structure, "field", G_TYPE_STRING, "left", NULL);
    fail_unless(gst_video_histogram_new_from_structure(structure, &error) == NULL);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "left");
    gst_structure_set(structure, "field", G_TYPE_INT, 1, NULL);
    fail_unless(gst_video_histogram_new_from_structure(structure, &error) == NULL);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "a number");
    gst_structure_set(structure, "field", G_TYPE_STRING, NULL, NULL);
    fail_unless(gst_video_histogram_new_from_structure(structure, &error) == NULL);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "NULL");
    gst_structure_free(structure);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

GST_START_TEST(metas_of_fields_are_found_by_id_and_field) {
  static const gint ids[] = {GST_VIDEO_HISTOGRAM_META_FRAME_ID, 7};
  GstBuffer *buffer = gst_buffer_new(), *copy;
  GstVideoHistogram* histograms[2][3];
  guint i, field;

  for (field = NONE; field <= BOTTOM; field++) {
    for (i = 0; i < 2; i++) {
      histograms[i][field] = make_field(field);
      fail_unless(gst_buffer_get_video_histogram_meta_field(buffer, ids[i],
                                                            (GstVideoHistogramField)field) == NULL);
      gst_buffer_add_video_histogram_meta(buffer, ids[i], -1, NULL, NULL, histograms[i][field]);
    }
  }
  copy = gst_buffer_copy(buffer);
  for (i = 0; i < 2; i++) {
    for (field = NONE; field <= BOTTOM; field++) {
      GstVideoHistogramMeta* meta =
          gst_buffer_get_video_histogram_meta_field(copy, ids[i], (GstVideoHistogramField)field);

      fail_unless(meta != NULL && meta->histogram == histograms[i][field]);
      fail_unless_equals_int(gst_video_histogram_meta_get_field(meta), field);
    }
    fail_unless(gst_buffer_get_video_histogram_meta_id(copy, ids[i])->histogram ==
                histograms[i][NONE]);
    for (field = NONE; field <= BOTTOM; field++)
      gst_video_histogram_unref(histograms[i][field]);
  }
  ASSERT_CRITICAL(gst_buffer_get_video_histogram_meta_field(NULL, 7, TOP));
  ASSERT_CRITICAL(gst_video_histogram_meta_get_field(NULL));
  gst_buffer_unref(copy);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

/* Appends a structure, which it takes, to an array of structures. */
static void append(GstStructure* to, const gchar* array, GstStructure* structure) {
  const GValue* present = gst_structure_get_value(to, array);
  GValue all = G_VALUE_INIT, item = G_VALUE_INIT;

  g_value_init(&all, GST_TYPE_ARRAY);
  if (present != NULL)
    g_value_copy(present, &all);
  g_value_init(&item, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&item, structure);
  gst_value_array_append_and_take_value(&all, &item);
  gst_structure_take_value(to, array, &all);
}

static GstStructure* make_entry(const gchar* name, const gchar* field,
                                GstVideoHistogram* histogram) {
  return gst_structure_new(name, "field", G_TYPE_STRING, field, "histogram",
                           GST_TYPE_VIDEO_HISTOGRAM, histogram, NULL);
}

/* The histogram that is found, which the message owns, or NULL. Takes the fields of a message. */
static GstVideoHistogram* parse(GstStructure* fields, guint field, gint region) {
  GstMessage* message = gst_message_new_element(NULL, fields);
  GstVideoHistogram* histogram = (GstVideoHistogram*)message; /* anything but NULL */
  gboolean found = gst_message_parse_video_histogram_field(message, (GstVideoHistogramField)field,
                                                           region, &histogram);

  fail_unless_equals_int(found, histogram != NULL);
  gst_message_unref(message);
  if (histogram != NULL)
    gst_video_histogram_unref(histogram);
  return histogram;
}

GST_START_TEST(messages_give_fields_and_nothing_malformed) {
  GstVideoHistogram *of_frame = make_rgb(), *top = make_field(TOP), *bottom = make_field(BOTTOM);
  GstStructure *message, *entry, *broken;
  GstMessage* eos = gst_message_new_eos(NULL);

  message =
      gst_structure_new("videohistogram", "histogram", GST_TYPE_VIDEO_HISTOGRAM, of_frame, NULL);
  fail_unless(parse(gst_structure_copy(message), TOP, -1) == NULL);
  append(message, "fields", make_entry("other", "top", of_frame));
  append(message, "fields", make_entry("field", "left", of_frame));
  append(message, "fields", make_entry("field", "top", top));
  entry = make_entry("field", "bottom", bottom);
  append(entry, "regions",
         gst_structure_new("region", "id", G_TYPE_INT, 3, "x", G_TYPE_UINT, 0, "y", G_TYPE_UINT, 0,
                           "w", G_TYPE_UINT, 1, "h", G_TYPE_UINT, 2, "histogram",
                           GST_TYPE_VIDEO_HISTOGRAM, bottom, NULL));
  append(message, "fields", entry);
  fail_unless(parse(gst_structure_copy(message), TOP, -1) == top);
  fail_unless(parse(gst_structure_copy(message), BOTTOM, -1) == bottom);
  fail_unless(parse(gst_structure_copy(message), BOTTOM, 0) == bottom);
  fail_unless(parse(gst_structure_copy(message), TOP, 0) == NULL);
  fail_unless(parse(gst_structure_copy(message), BOTTOM, 1) == NULL);
  fail_unless(parse(gst_structure_copy(message), NONE, -1) == NULL);
  fail_unless(parse(gst_structure_copy(message), 99, -1) == NULL);

  broken = gst_structure_copy(message);
  gst_structure_set_name(broken, "level");
  fail_unless(parse(broken, TOP, -1) == NULL);
  broken = gst_structure_copy(message);
  gst_structure_set(broken, "fields", G_TYPE_STRING, "top", NULL);
  fail_unless(parse(broken, TOP, -1) == NULL);
  broken = gst_structure_copy(message);
  gst_structure_remove_field(broken, "fields");
  entry = make_entry("field", "top", top);
  gst_structure_set(entry, "histogram", G_TYPE_STRING, "top", NULL);
  append(broken, "fields", entry);
  fail_unless(parse(broken, TOP, -1) == NULL);
  fail_if(gst_message_parse_video_histogram_field(eos, TOP, -1, NULL));
  ASSERT_CRITICAL(gst_message_parse_video_histogram_field(NULL, TOP, -1, NULL));

  gst_message_unref(eos);
  gst_structure_free(message);
  gst_video_histogram_unref(of_frame);
  gst_video_histogram_unref(top);
  gst_video_histogram_unref(bottom);
}
GST_END_TEST;

#if GST_CHECK_VERSION(1, 24, 0)
GST_START_TEST(another_process_gets_the_field) {
  guint field;

  for (field = NONE; field <= BOTTOM + 1; field++) {
    GstBuffer *buffer = make_carrier(1, NULL, make_field(MIN(field, BOTTOM))), *arrived;
    GByteArray* bytes = serialize(buffer);
    guint8* const number = bytes->data + AT_ID + 12 * 4;

    fail_unless_equals_int(*number, MIN(field, BOTTOM));
    *number = (guint8)field;
    arrived = deserialize(bytes->data, bytes->len);
    fail_unless_equals_int(arrived != NULL, field <= BOTTOM);
    if (arrived != NULL)
      fail_unless_equals_int(gst_video_histogram_meta_get_field(meta_of(arrived)), field);
    gst_clear_buffer(&arrived);
    g_byte_array_unref(bytes);
    gst_buffer_unref(buffer);
  }
}
GST_END_TEST;
#endif

static Suite* field_suite(void) {
  Suite* suite = suite_create("field");
  TCase* tcase = tcase_create("field");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, a_histogram_has_the_field_of_its_producer);
  tcase_add_test(tcase, a_sum_of_both_fields_is_of_the_frame);
  tcase_add_test(tcase, a_structure_keeps_the_field);
  tcase_add_test(tcase, metas_of_fields_are_found_by_id_and_field);
  tcase_add_test(tcase, messages_give_fields_and_nothing_malformed);
#if GST_CHECK_VERSION(1, 24, 0)
  tcase_add_test(tcase, another_process_gets_the_field);
#endif
  return suite;
}

GST_CHECK_MAIN(field);
