/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The meta: its fields, and which operations on buffers keep it. */

#include "make_histogram.h"

/* Adds a meta of a face that "histogram0" counted, and one of the frame without further fields. */
static void add_metas(GstBuffer* buffer, GstVideoHistogram* histogram) {
  GstVideoRectangle roi = {1, 0, 1, 2};
  GstVideoHistogramMeta* meta =
      gst_buffer_add_video_histogram_meta(buffer, 7, 3, "face", &roi, histogram);

  fail_unless(meta != NULL);
  gst_video_histogram_meta_set_element_name(meta, "histogram0");
  fail_unless(gst_buffer_add_video_histogram_meta(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1,
                                                  NULL, NULL, histogram) != NULL);
}

static GstBuffer* make_buffer(GstVideoHistogram* histogram) {
  GstBuffer* buffer = gst_buffer_new_allocate(NULL, 12, NULL);

  add_metas(buffer, histogram);
  return buffer;
}

static void check_metas(GstBuffer* buffer, GstVideoHistogram* histogram) {
  GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(buffer);

  fail_unless_equals_int(gst_buffer_get_n_meta(buffer, GST_VIDEO_HISTOGRAM_META_API_TYPE), 2);
  fail_unless(meta != NULL);
  fail_unless_equals_int(meta->id, GST_VIDEO_HISTOGRAM_META_FRAME_ID);
  fail_unless_equals_int(meta->roi.x, 0);
  fail_unless_equals_int(meta->roi.y, 0);
  fail_unless_equals_int(meta->roi.w, 2);
  fail_unless_equals_int(meta->roi.h, 2);
  fail_unless(meta->histogram == histogram);
  fail_unless(gst_video_histogram_meta_get_histogram(meta) == histogram);
  fail_unless_equals_int(meta->parent_id, -1);
  fail_unless_equals_int(meta->roi_type, 0);
  fail_unless(gst_video_histogram_meta_get_roi_type(meta) == NULL);
  fail_unless(gst_video_histogram_meta_get_element_name(meta) == NULL);

  meta = gst_buffer_get_video_histogram_meta_id(buffer, 7);
  fail_unless(meta != NULL);
  fail_unless_equals_int(meta->id, 7);
  fail_unless_equals_int(meta->roi.x, 1);
  fail_unless_equals_int(meta->roi.y, 0);
  fail_unless_equals_int(meta->roi.w, 1);
  fail_unless_equals_int(meta->roi.h, 2);
  fail_unless(meta->histogram == histogram);
  fail_unless_equals_int(meta->parent_id, 3);
  fail_unless_equals_string(gst_video_histogram_meta_get_roi_type(meta), "face");
  fail_unless_equals_string(gst_video_histogram_meta_get_element_name(meta), "histogram0");
}

GST_START_TEST(a_buffer_gives_back_the_metas_that_were_attached) {
  GstVideoHistogram* histogram = make_rgb();
  GstBuffer *buffer = make_buffer(histogram), *without = gst_buffer_new();

  check_metas(buffer, histogram);
  fail_unless(gst_buffer_get_video_histogram_meta_id(buffer, 8) == NULL);
  fail_unless(gst_buffer_get_video_histogram_meta(without) == NULL);
  gst_buffer_unref(without);
  gst_buffer_unref(buffer);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(the_meta_holds_a_reference_until_it_is_removed) {
  GstVideoHistogram* histogram = make_rgb();
  GstBuffer* buffer = make_buffer(histogram);

  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 3);
  fail_unless(
      gst_buffer_remove_meta(buffer, (GstMeta*)gst_buffer_get_video_histogram_meta_id(buffer, 7)));
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 2);
  gst_buffer_unref(buffer);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(the_name_of_an_element_can_be_replaced_and_cleared) {
  GstVideoHistogram* histogram = make_rgb();
  GstBuffer* buffer = make_buffer(histogram);
  GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta_id(buffer, 7);

  gst_video_histogram_meta_set_element_name(meta, meta->element_name);
  fail_unless_equals_string(meta->element_name, "histogram0");
  gst_video_histogram_meta_set_element_name(meta, "after");
  fail_unless_equals_string(meta->element_name, "after");
  gst_video_histogram_meta_set_element_name(meta, NULL);
  fail_unless(gst_video_histogram_meta_get_element_name(meta) == NULL);
  gst_buffer_unref(buffer);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(all_histograms_of_a_buffer_are_listed_in_their_order) {
  GstVideoHistogram* histogram = make_rgb();
  GstBuffer *buffer = make_buffer(histogram), *without = gst_buffer_new();
  GPtrArray* metas;

  /* A meta of another type between histograms is not listed. */
  gst_buffer_add_video_region_of_interest_meta(buffer, "face", 0, 0, 1, 1);
  fail_unless(gst_buffer_add_video_histogram_meta(buffer, 7, -1, NULL, NULL, histogram) != NULL);
  metas = gst_buffer_get_video_histogram_metas(buffer);
  fail_unless_equals_int(metas->len, 3);
  fail_unless(g_ptr_array_index(metas, 0) == gst_buffer_get_video_histogram_meta_id(buffer, 7));
  fail_unless(g_ptr_array_index(metas, 1) == gst_buffer_get_video_histogram_meta(buffer));
  fail_unless_equals_int(((GstVideoHistogramMeta*)g_ptr_array_index(metas, 2))->roi.w, 2);
  g_ptr_array_unref(metas);

  metas = gst_buffer_get_video_histogram_metas(without);
  fail_unless_equals_int(metas->len, 0);
  g_ptr_array_unref(metas);
  gst_buffer_unref(without);
  gst_buffer_unref(buffer);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_rectangle_that_leaves_the_frame_is_refused) {
  static const GstVideoRectangle inside[] = {{0, 0, 2, 2}, {1, 1, 1, 1}, {2, 2, 0, 0}},
                                 outside[] = {{0, 0, 3, 2},  {0, 0, 2, 3},
                                              {-1, 0, 1, 1}, {0, -1, 1, 1},
                                              {1, 1, -1, 1}, {1, 1, 1, -1},
                                              {2, 0, 1, 1},  {G_MAXINT, 0, 2, 1},
                                              {3, 0, 0, 0},  {0, 0, G_MAXINT, G_MAXINT}},
                                 too_far = {1, 0, G_MAXINT, 1}, all = {0, 0, G_MAXINT, G_MAXINT};
  static const guint64 counts[] = {3, 1};
  GstVideoHistogram *histogram = make_rgb(), *of_any_size = make_gray(counts, 2);
  GstBuffer* buffer = gst_buffer_new();
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(outside); i++)
    fail_unless(gst_buffer_add_video_histogram_meta(buffer, 0, -1, NULL, &outside[i], histogram) ==
                NULL);
  fail_unless(gst_buffer_add_video_histogram_meta(buffer, 0, -1, NULL, &too_far, of_any_size) ==
              NULL);
  fail_unless_equals_int(gst_buffer_get_n_meta(buffer, GST_VIDEO_HISTOGRAM_META_API_TYPE), 0);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 1);
  for (i = 0; i < G_N_ELEMENTS(inside); i++)
    fail_unless(gst_buffer_add_video_histogram_meta(buffer, 0, -1, NULL, &inside[i], histogram) !=
                NULL);
  fail_unless(gst_buffer_add_video_histogram_meta(buffer, 0, -1, NULL, &all, of_any_size) != NULL);
  gst_buffer_unref(buffer);
  gst_video_histogram_unref(of_any_size);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(the_meta_has_no_tags) {
  fail_unless(gst_meta_api_type_get_tags(GST_VIDEO_HISTOGRAM_META_API_TYPE) == NULL);
}
GST_END_TEST;

GST_START_TEST(copies_and_parts_of_a_buffer_share_its_histograms) {
  GstVideoHistogram* histogram = make_rgb();
  GstBuffer* buffer = make_buffer(histogram);
  GstBuffer* copies[] = {
      gst_buffer_copy(buffer),
      gst_buffer_copy_deep(buffer),
      gst_buffer_copy_region(buffer, GST_BUFFER_COPY_ALL, 0, 6),
      gst_buffer_copy_region(buffer, GST_BUFFER_COPY_METADATA | GST_BUFFER_COPY_META, 3, 3),
  };
  gsize i;

  gst_buffer_unref(buffer);
  for (i = 0; i < G_N_ELEMENTS(copies); i++) {
    check_metas(copies[i], histogram);
    gst_buffer_unref(copies[i]);
  }
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_pending_histogram_is_shared_and_completes_everywhere) {
  GstVideoHistogram* histogram = make_pending();
  GstBuffer *buffer = make_buffer(histogram), *copy = gst_buffer_copy(buffer);

  gst_video_histogram_producer()->complete(histogram, pending_counts);
  gst_video_histogram_unref(histogram);
  gst_buffer_unref(buffer);
  histogram = gst_buffer_get_video_histogram_meta(copy)->histogram;
  fail_unless_equals_uint64(gst_video_histogram_get_counts(histogram, 0, NULL)[1], 2);
  gst_buffer_unref(copy);
}
GST_END_TEST;

GST_START_TEST(a_buffer_that_is_shared_takes_no_meta) {
  GstVideoHistogram* histogram = make_rgb();
  GstBuffer* buffer = gst_buffer_new();

  gst_buffer_ref(buffer);
  ASSERT_CRITICAL(gst_buffer_add_video_histogram_meta(buffer, 0, -1, NULL, NULL, histogram));
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 1);
  gst_buffer_unref(buffer);
  gst_buffer_unref(buffer);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static GstPadProbeReturn attach(GstPad* pad, GstPadProbeInfo* info, gpointer histogram) {
  GstBuffer* buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));

  add_metas(buffer, histogram);
  GST_PAD_PROBE_INFO_DATA(info) = buffer;
  return GST_PAD_PROBE_OK;
}

typedef struct {
  GstVideoHistogram* histogram;
  guint frames;
} Arrival;

static GstPadProbeReturn check_arrival(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  Arrival* arrival = data;

  check_metas(GST_PAD_PROBE_INFO_BUFFER(info), arrival->histogram);
  arrival->frames++;
  return GST_PAD_PROBE_OK;
}

/* Runs 5 frames with metas through elements; `more`: how many these may add by repeating frames. */
static void run_pipeline(const gchar* middle, guint more) {
  Arrival arrival = {make_rgb(), 0};
  gchar* line = g_strdup_printf(
      "videotestsrc num-buffers=5 ! video/x-raw,format=RGBA,width=64,height=48 ! identity name=in "
      "! %s ! fakesink name=out",
      middle);
  GError* error = NULL;
  GstElement *pipeline = gst_parse_launch(line, &error), *in, *out;
  GstMessage* message;
  GstBus* bus;
  GstPad* pad;

  fail_unless(error == NULL, "%s", error != NULL ? error->message : "");
  in = gst_bin_get_by_name(GST_BIN(pipeline), "in");
  out = gst_bin_get_by_name(GST_BIN(pipeline), "out");
  pad = gst_element_get_static_pad(in, "src");
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, attach, arrival.histogram, NULL);
  gst_object_unref(pad);
  pad = gst_element_get_static_pad(out, "sink");
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, check_arrival, &arrival, NULL);
  gst_object_unref(pad);

  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  bus = gst_element_get_bus(pipeline);
  message = gst_bus_timed_pop_filtered(bus, 30 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless(message != NULL && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS, "%s", middle);
  gst_message_unref(message);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(in);
  gst_object_unref(out);
  gst_object_unref(pipeline);
  g_free(line);

  fail_unless(arrival.frames >= 5 && arrival.frames <= 5 + more, "%u frames", arrival.frames);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(arrival.histogram), 1);
  gst_video_histogram_unref(arrival.histogram);
}

GST_START_TEST(the_meta_survives_a_conversion_of_format) {
  run_pipeline("videoconvert ! video/x-raw,format=I420", 0);
}
GST_END_TEST;

GST_START_TEST(the_meta_survives_scaling) {
  run_pipeline("videoscale ! video/x-raw,width=32,height=100", 0);
}
GST_END_TEST;

GST_START_TEST(the_meta_survives_a_whole_chain) {
  /* videorate of GStreamer 1.28 repeats the last frame at the end. */
  run_pipeline("videoconvert ! videoscale ! videoconvert ! "
               "video/x-raw,format=NV12,width=20,height=10 ! videorate ! "
               "tee name=t ! queue ! videoconvert ! video/x-raw,format=RGB",
               1);
}
GST_END_TEST;

static Suite* meta_suite(void) {
  Suite* suite = suite_create("meta");
  TCase* tcase = tcase_create("meta");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_buffer_gives_back_the_metas_that_were_attached);
  tcase_add_test(tcase, the_meta_holds_a_reference_until_it_is_removed);
  tcase_add_test(tcase, the_name_of_an_element_can_be_replaced_and_cleared);
  tcase_add_test(tcase, all_histograms_of_a_buffer_are_listed_in_their_order);
  tcase_add_test(tcase, a_rectangle_that_leaves_the_frame_is_refused);
  tcase_add_test(tcase, the_meta_has_no_tags);
  tcase_add_test(tcase, copies_and_parts_of_a_buffer_share_its_histograms);
  tcase_add_test(tcase, a_pending_histogram_is_shared_and_completes_everywhere);
  tcase_add_test(tcase, a_buffer_that_is_shared_takes_no_meta);
  tcase_add_test(tcase, the_meta_survives_a_conversion_of_format);
  tcase_add_test(tcase, the_meta_survives_scaling);
  tcase_add_test(tcase, the_meta_survives_a_whole_chain);
  return suite;
}

GST_CHECK_MAIN(meta);
