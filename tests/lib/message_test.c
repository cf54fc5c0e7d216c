/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages with histograms, and messages without. */

#include "make_histogram.h"

/* Takes the structure. */
static GstMessage* make_message(GstStructure* structure) {
  return gst_message_new_element(NULL, structure);
}

static GstStructure* make_fields(GstVideoHistogram* histogram) {
  return gst_structure_new("videohistogram", "timestamp", G_TYPE_UINT64, (guint64)1, "running-time",
                           G_TYPE_UINT64, (guint64)2, "duration", G_TYPE_UINT64, (guint64)3,
                           "frames", G_TYPE_UINT64, (guint64)4, "histogram",
                           GST_TYPE_VIDEO_HISTOGRAM, histogram, NULL);
}

/* A region of a frame of make_rgb(), as the element writes it. */
static GstStructure* make_region(GstVideoHistogram* histogram, gint id) {
  return gst_structure_new("region", "id", G_TYPE_INT, id, "parent-id", G_TYPE_INT, 4, "roi-type",
                           G_TYPE_STRING, "face", "x", G_TYPE_UINT, 1, "y", G_TYPE_UINT, 0, "w",
                           G_TYPE_UINT, 1, "h", G_TYPE_UINT, 2, "histogram",
                           GST_TYPE_VIDEO_HISTOGRAM, histogram, NULL);
}

/* Takes both. */
static void append_region(GstStructure* fields, GstStructure* region) {
  const GValue* present = gst_structure_get_value(fields, "regions");
  GValue regions = G_VALUE_INIT, item = G_VALUE_INIT;

  g_value_init(&regions, GST_TYPE_ARRAY);
  if (present != NULL)
    g_value_copy(present, &regions);
  g_value_init(&item, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&item, region);
  gst_value_array_append_and_take_value(&regions, &item);
  gst_structure_take_value(fields, "regions", &regions);
}

/* Takes the message. */
static void fail_unless_refused(GstMessage* message, const gchar* why) {
  GstVideoHistogram* histogram = (GstVideoHistogram*)message; /* anything but NULL */
  GstClockTime timestamp = 7, running_time = 7, duration = 7;
  guint64 frames = 7;

  fail_if(gst_message_parse_video_histogram(message, &histogram, &timestamp, &running_time,
                                            &duration, &frames),
          "%s", why);
  fail_unless(histogram == NULL, "%s", why);
  /* JavaScript would warn of GST_CLOCK_TIME_NONE. */
  fail_unless_equals_clocktime(timestamp, 0);
  fail_unless_equals_clocktime(running_time, 0);
  fail_unless_equals_clocktime(duration, 0);
  fail_unless_equals_uint64(frames, 0);
  fail_unless_equals_int(gst_message_video_histogram_get_n_regions(message), 0);
  gst_message_unref(message);
}

static void fail_unless_no_region(GstMessage* message, guint index, const gchar* why) {
  GstVideoHistogram* histogram = (GstVideoHistogram*)message;
  GstVideoRectangle roi = {7, 7, 7, 7};
  gchar* roi_type = (gchar*)message;
  gint id = 7, parent_id = 7;

  fail_if(gst_message_parse_video_histogram_region(message, index, &histogram, &id, &parent_id,
                                                   &roi_type, &roi),
          "%s", why);
  fail_unless(histogram == NULL && roi_type == NULL && id == 0 && parent_id == -1, "%s", why);
  fail_unless(roi.x == 0 && roi.y == 0 && roi.w == 0 && roi.h == 0, "%s", why);
}

GST_START_TEST(a_message_gives_its_histogram_and_times) {
  GstVideoHistogram *original = make_rgb(), *histogram = NULL;
  GstMessage* message = make_message(make_fields(original));
  GstClockTime timestamp, running_time, duration;
  guint64 frames;

  fail_unless(gst_message_parse_video_histogram(message, &histogram, &timestamp, &running_time,
                                                &duration, &frames));
  fail_unless(histogram == original);
  fail_unless_equals_uint64(timestamp, 1);
  fail_unless_equals_uint64(running_time, 2);
  fail_unless_equals_uint64(duration, 3);
  fail_unless_equals_uint64(frames, 4);
  fail_unless(gst_message_parse_video_histogram(message, NULL, NULL, NULL, NULL, NULL));

  /* The references of the message, of this test, and of the parser's result. */
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(original), 3);
  gst_message_unref(message);
  gst_video_histogram_unref(original);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 1);
  fail_unless_equals_uint64(gst_video_histogram_get_counts(histogram, 0, NULL)[1], 2);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(what_a_message_does_not_say_is_unknown) {
  GstVideoHistogram *original = make_rgb(), *histogram = NULL;
  GstStructure* fields = make_fields(original);
  GstClockTime timestamp = 7, running_time = 7, duration = 7;
  GstMessage* message;
  guint64 frames = 7;

  gst_structure_remove_fields(fields, "timestamp", "duration", NULL);
  gst_structure_set(fields, "running-time", G_TYPE_STRING, "2", "frames", G_TYPE_INT, -1, NULL);
  message = make_message(fields);
  fail_unless(gst_message_parse_video_histogram(message, &histogram, &timestamp, &running_time,
                                                &duration, &frames));
  fail_unless(histogram == original);
  fail_unless_equals_clocktime(timestamp, GST_CLOCK_TIME_NONE);
  fail_unless_equals_clocktime(running_time, GST_CLOCK_TIME_NONE);
  fail_unless_equals_clocktime(duration, GST_CLOCK_TIME_NONE);
  fail_unless_equals_uint64(frames, 0);
  gst_message_unref(message);
  gst_video_histogram_unref(histogram);
  gst_video_histogram_unref(original);
}
GST_END_TEST;

GST_START_TEST(other_messages_are_refused) {
  GstVideoHistogram* histogram = make_rgb();
  GstStructure *fields, *region;

  fail_unless_refused(gst_message_new_eos(NULL), "not an element message");
  fail_unless_refused(gst_message_new_application(NULL, make_fields(histogram)),
                      "an application's");
  fields = make_fields(histogram);
  gst_structure_set_name(fields, "level");
  fail_unless_refused(make_message(fields), "another name");
  fields = make_fields(histogram);
  gst_structure_remove_field(fields, "histogram");
  fail_unless_refused(make_message(fields), "no histogram");
  fields = make_fields(histogram);
  append_region(fields, make_region(histogram, 1));
  gst_structure_set(fields, "histogram", GST_TYPE_VIDEO_HISTOGRAM, NULL, NULL);
  fail_unless_refused(make_message(fields), "a histogram of NULL, beside a region");
  fields = make_fields(histogram);
  gst_structure_set(fields, "histogram", G_TYPE_STRING, "R", NULL);
  fail_unless_refused(make_message(fields), "a string");
  fields = make_fields(histogram);
  region = make_region(histogram, 1);
  gst_structure_set(fields, "histogram", GST_TYPE_STRUCTURE, region, NULL);
  gst_structure_free(region);
  fail_unless_refused(make_message(fields), "another boxed type");
  ASSERT_CRITICAL(gst_message_parse_video_histogram(NULL, NULL, NULL, NULL, NULL, NULL));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* The message of a frame that could not be counted, as the element posts it. */
static GstStructure* make_failure(void) {
  return gst_structure_new("videohistogram", "timestamp", G_TYPE_UINT64, (guint64)1, "running-time",
                           G_TYPE_UINT64, (guint64)2, "frames", G_TYPE_UINT64, (guint64)0, "failed",
                           G_TYPE_UINT64, (guint64)3, "error-kind", G_TYPE_STRING, "device-lost",
                           "error", G_TYPE_STRING, "CUDA has failed", NULL);
}

static void fail_unless_no_failure(GstMessage* message) {
  GError* error = (GError*)message; /* anything but NULL */
  GstClockTime timestamp = 7, running_time = 7;
  guint64 failed = 7;

  fail_if(gst_message_parse_video_histogram_failure(message, &error, &timestamp, &running_time,
                                                    &failed));
  fail_unless(error == NULL);
  fail_unless_equals_clocktime(timestamp, 0);
  fail_unless_equals_clocktime(running_time, 0);
  fail_unless_equals_uint64(failed, 0);
  gst_message_unref(message);
}

GST_START_TEST(a_frame_that_failed_says_why_and_has_no_histogram) {
  GstMessage* message = make_message(make_failure());
  GstStructure* fields;
  GstClockTime timestamp = 7, running_time = 7;
  GError* error = NULL;
  guint64 failed = 7;

  fail_unless(gst_message_parse_video_histogram_failure(message, &error, &timestamp, &running_time,
                                                        &failed));
  fail_unless(
      g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST));
  fail_unless_equals_string(error->message, "CUDA has failed");
  g_clear_error(&error);
  fail_unless_equals_clocktime(timestamp, 1);
  fail_unless_equals_clocktime(running_time, 2);
  fail_unless_equals_uint64(failed, 3);
  fail_unless(gst_message_parse_video_histogram_failure(message, NULL, NULL, NULL, NULL));
  fail_unless_refused(message, "a failure");

  fields = make_failure();
  gst_structure_set(fields, "error-kind", G_TYPE_STRING, "no such kind", NULL);
  message = make_message(fields);
  fail_unless(gst_message_parse_video_histogram_failure(message, &error, NULL, NULL, NULL));
  fail_unless(g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_FAILED));
  g_clear_error(&error);
  gst_message_unref(message);
}
GST_END_TEST;

GST_START_TEST(other_messages_are_no_failures) {
  GstVideoHistogram* histogram = make_rgb();
  GstStructure* fields = make_failure();

  fail_unless_no_failure(gst_message_new_eos(NULL));
  fail_unless_no_failure(make_message(make_fields(histogram)));
  gst_structure_set(fields, "error", G_TYPE_INT, 1, NULL);
  fail_unless_no_failure(make_message(fields));
  fields = make_failure();
  gst_structure_set_name(fields, "level");
  fail_unless_no_failure(make_message(fields));
  ASSERT_CRITICAL(gst_message_parse_video_histogram_failure(NULL, NULL, NULL, NULL, NULL));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_message_gives_its_regions) {
  GstVideoHistogram *frame = make_rgb(), *region = make_rgb(), *histogram = NULL;
  GstStructure *fields = make_fields(frame), *untyped = make_region(region, -5);
  GstVideoRectangle roi;
  GstMessage* message;
  gchar* roi_type;
  gint id, parent_id;

  append_region(fields, make_region(region, 9));
  gst_structure_remove_field(untyped, "roi-type");
  gst_structure_remove_field(untyped, "parent-id");
  append_region(fields, untyped);
  message = make_message(fields);
  fail_unless_equals_int(gst_message_video_histogram_get_n_regions(message), 2);
  fail_unless(gst_message_parse_video_histogram_region(message, 0, &histogram, &id, &parent_id,
                                                       &roi_type, &roi));
  fail_unless(histogram == region);
  fail_unless_equals_int(id, 9);
  fail_unless_equals_int(parent_id, 4);
  fail_unless_equals_string(roi_type, "face");
  fail_unless(roi.x == 1 && roi.y == 0 && roi.w == 1 && roi.h == 2);
  g_free(roi_type);
  gst_video_histogram_unref(histogram);

  fail_unless(
      gst_message_parse_video_histogram_region(message, 1, NULL, &id, &parent_id, &roi_type, NULL));
  fail_unless_equals_int(id, -5);
  fail_unless_equals_int(parent_id, -1); /* the message has no parent id */
  fail_unless(roi_type == NULL);
  fail_unless(gst_message_parse_video_histogram_region(message, 0, NULL, NULL, NULL, NULL, NULL));
  fail_unless_no_region(message, 2, "beyond the end");
  fail_unless_no_region(message, G_MAXUINT, "far beyond the end");
  gst_message_unref(message);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(region), 1);
  gst_video_histogram_unref(region);
  gst_video_histogram_unref(frame);
}
GST_END_TEST;

GST_START_TEST(regions_that_are_malformed_are_refused) {
  static const gchar* const changes[] = {
      "region, id=(uint)1",         "region, id=(string)face",    "region, x=(int)1",
      "region, x=(uint)2",          "region, w=(uint)2",          "region, h=(uint)3",
      "region, y=(uint)4294967295", "region, w=(uint)2147483648", "region, histogram=(string)R",
  };
  static const gchar* const needed[] = {"id", "x", "y", "w", "h", "histogram"};
  GstVideoHistogram* histogram = make_rgb();
  GstStructure *fields = make_fields(histogram), *region;
  GstMessage* message;
  guint n = 0, i;

  for (i = 0; i < G_N_ELEMENTS(changes); i++, n++) {
    GstStructure* change = gst_structure_from_string(changes[i], NULL);
    const gchar* field = gst_structure_nth_field_name(change, 0);

    region = make_region(histogram, 1);
    gst_structure_set_value(region, field, gst_structure_get_value(change, field));
    append_region(fields, region);
    gst_structure_free(change);
  }
  for (i = 0; i < G_N_ELEMENTS(needed); i++, n++) {
    region = make_region(histogram, 1);
    gst_structure_remove_field(region, needed[i]);
    append_region(fields, region);
  }
  region = make_region(histogram, 1);
  gst_structure_set_name(region, "area");
  append_region(fields, region);
  append_region(fields, NULL);
  n += 2;
  append_region(fields, make_region(histogram, 1));

  message = make_message(fields);
  fail_unless_equals_int(gst_message_video_histogram_get_n_regions(message), n + 1);
  for (i = 0; i < n; i++)
    fail_unless_no_region(message, i, i < G_N_ELEMENTS(changes) ? changes[i] : "a missing field");
  fail_unless(gst_message_parse_video_histogram_region(message, n, NULL, NULL, NULL, NULL, NULL));
  gst_message_unref(message);

  fields = make_fields(histogram);
  gst_structure_set(fields, "regions", GST_TYPE_VIDEO_HISTOGRAM, histogram, NULL);
  message = make_message(fields);
  fail_unless_equals_int(gst_message_video_histogram_get_n_regions(message), 0);
  fail_unless_no_region(message, 0, "no array");
  gst_message_unref(message);

  fields = make_fields(histogram);
  gst_structure_set_value(fields, "regions", gst_structure_get_value(fields, "frames"));
  message = make_message(fields);
  fail_unless_equals_int(gst_message_video_histogram_get_n_regions(message), 0);
  gst_message_unref(message);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* message_suite(void) {
  Suite* suite = suite_create("message");
  TCase* tcase = tcase_create("message");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, a_message_gives_its_histogram_and_times);
  tcase_add_test(tcase, what_a_message_does_not_say_is_unknown);
  tcase_add_test(tcase, other_messages_are_refused);
  tcase_add_test(tcase, a_frame_that_failed_says_why_and_has_no_histogram);
  tcase_add_test(tcase, other_messages_are_no_failures);
  tcase_add_test(tcase, a_message_gives_its_regions);
  tcase_add_test(tcase, regions_that_are_malformed_are_refused);
  return suite;
}

GST_CHECK_MAIN(message);
