/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* MaxCLL and MaxFALL of a video. */

#include "make_light.h"

#include <math.h>

/* Adds a frame in PQ. */
static void add_runs(GstVideoHistogramLightMeter* meter, const Run* runs, guint n_runs) {
  GstVideoHistogram* histogram = make_pq(runs, n_runs);
  GError* error = NULL;

  fail_unless(gst_video_histogram_light_meter_add(meter, histogram, &error));
  fail_unless(error == NULL);
  gst_video_histogram_unref(histogram);
}

static void fail_unless_empty(GstVideoHistogramLightMeter* meter) {
  GstVideoContentLightLevel level = {1, 2};

  fail_unless_equals_uint64(gst_video_histogram_light_meter_get_n_frames(meter), 0);
  fail_unless(isnan(gst_video_histogram_light_meter_get_max_cll(meter)));
  fail_unless(isnan(gst_video_histogram_light_meter_get_max_fall(meter)));
  fail_if(gst_video_histogram_light_meter_get_content_light_level(meter, &level));
  fail_unless_equals_int(level.max_content_light_level, 0);
  fail_unless_equals_int(level.max_frame_average_light_level, 0);
}

GST_START_TEST(a_meter_without_frames_has_no_level) {
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();

  fail_unless_empty(meter);
  gst_video_histogram_light_meter_unref(meter);
}
GST_END_TEST;

/* The first frame has the largest pixel, the second one the largest average. Code 3079 is 1000
 * nits; a code more or less is 2 nits. */
GST_START_TEST(both_levels_are_maxima_over_all_frames) {
  static const Run sparkling[] = {{0, 99}, {4095, 1}}, bright[] = {{3079, 100}}, dark[] = {{62, 1}};
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();
  GstVideoContentLightLevel level;

  add_runs(meter, sparkling, 2);
  fail_unless_near(gst_video_histogram_light_meter_get_max_fall(meter), 100, 1e-9);
  add_runs(meter, bright, 1);
  add_runs(meter, dark, 1);
  fail_unless_equals_uint64(gst_video_histogram_light_meter_get_n_frames(meter), 3);
  fail_unless_near(gst_video_histogram_light_meter_get_max_cll(meter), 10000, 1e-9);
  fail_unless_near(gst_video_histogram_light_meter_get_max_fall(meter), 1000, 4);
  fail_unless(gst_video_histogram_light_meter_get_content_light_level(meter, &level));
  fail_unless_equals_int(level.max_content_light_level, 10000);
  fail_unless_near(level.max_frame_average_light_level, 1000, 4);
  gst_video_histogram_light_meter_unref(meter);
}
GST_END_TEST;

/* White and black only: the average is 10000 nits times the share of white. */
GST_START_TEST(levels_are_rounded_to_the_nearest_nit) {
  static const struct {
    guint white, black, max_fall;
  } cases[] = {
      {1, 2, 3333},  {2, 1, 6667}, {1, 31, 313} /* 312.5 */, {1, 19999, 1} /* 0.5 */, {1, 20001, 0},
      {1, 0, 10000}, {0, 1, 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++) {
    const Run runs[] = {{0, cases[i].black}, {4095, cases[i].white}};
    GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();
    GstVideoContentLightLevel level;

    add_runs(meter, runs, 2);
    fail_unless(gst_video_histogram_light_meter_get_content_light_level(meter, &level));
    fail_unless_equals_int(level.max_content_light_level, cases[i].white > 0 ? 10000 : 0);
    fail_unless_equals_int(level.max_frame_average_light_level, cases[i].max_fall);
    gst_video_histogram_light_meter_unref(meter);
  }
}
GST_END_TEST;

static void fail_unless_refused(GstVideoHistogramLightMeter* meter, GstVideoHistogram* histogram,
                                GstVideoHistogramError code, const gchar* text) {
  GError* error = NULL;

  fail_if(gst_video_histogram_light_meter_add(meter, histogram, &error));
  fail_unless(error != NULL && strstr(error->message, text) != NULL, "no \"%s\" in \"%s\"", text,
              error != NULL ? error->message : "");
  fail_unless_error(&error, code, text);
  fail_if(gst_video_histogram_light_meter_add(meter, histogram, NULL));
  gst_video_histogram_unref(histogram);
}

GST_START_TEST(only_single_frames_in_pq_with_maxrgb_are_accepted) {
  static const gchar* const y[] = {"Y", NULL};
  static const gchar* const maxrgb[] = {"MAXRGB", NULL};
  static const guint64 counts[] = {1, 2};
  static const Run run = {4095, 1};
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();
  GstVideoHistogram *frame = make_pq(&run, 1), *failed;

  fail_unless_refused(meter, gst_video_histogram_add(frame, frame, NULL),
                      GST_VIDEO_HISTOGRAM_ERROR_INVALID, "sum of 2 frames");
  fail_unless_refused(meter,
                      new_alike(GST_VIDEO_FORMAT_NV12, 2, 2, &pq_limited, y, 2, counts, 2, NULL),
                      GST_VIDEO_HISTOGRAM_ERROR_INVALID, "channels=maxrgb");
  fail_unless_refused(meter, make_maxrgb(GST_VIDEO_FORMAT_NV12, &hlg_limited, 8, 0, &run, 0),
                      GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "PQ");
  fail_unless_refused(meter, make_maxrgb(GST_VIDEO_FORMAT_NV12, &sdr_limited, 8, 0, &run, 0),
                      GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "PQ");
  failed = new_pending_alike(GST_VIDEO_FORMAT_I420_10LE, 2, 2, &pq_limited, maxrgb, 256);
  gst_video_histogram_producer()->set_error(failed, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                            "unplugged");
  fail_unless_refused(meter, failed, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "unplugged");
  fail_unless_empty(meter);
  gst_video_histogram_unref(frame);
  gst_video_histogram_light_meter_unref(meter);
}
GST_END_TEST;

GST_START_TEST(an_empty_region_changes_nothing) {
  static const Run none = {0, 0}, black = {0, 5};
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();

  add_runs(meter, &none, 1);
  fail_unless_empty(meter);
  add_runs(meter, &black, 1);
  add_runs(meter, &none, 1);
  fail_unless_equals_uint64(gst_video_histogram_light_meter_get_n_frames(meter), 1);
  fail_unless(gst_video_histogram_light_meter_get_max_cll(meter) == 0.0);
  gst_video_histogram_light_meter_unref(meter);
}
GST_END_TEST;

enum { THREADS = 8, FRAMES = 400 };

/* Adds frames of a common meter; each thread has codes of its own. */
typedef struct {
  GstVideoHistogramLightMeter* meter;
  guint first_code;
} Adder;

static gpointer add_frames(gpointer data) {
  const Adder* adder = data;
  gdouble before = 0;
  guint i;

  for (i = 0; i < FRAMES; i++) {
    const Run run = {adder->first_code + i, 10};
    GstVideoContentLightLevel level;
    gdouble now;

    add_runs(adder->meter, &run, 1);
    now = gst_video_histogram_light_meter_get_max_cll(adder->meter);
    fail_unless(now >= before);
    before = now;
    fail_unless(gst_video_histogram_light_meter_get_content_light_level(adder->meter, &level));
    fail_unless(level.max_frame_average_light_level <= level.max_content_light_level);
  }
  gst_video_histogram_light_meter_unref(adder->meter);
  return NULL;
}

GST_START_TEST(any_thread_may_add_and_read) {
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();
  GThread* threads[THREADS];
  Adder adders[THREADS];
  guint i;

  for (i = 0; i < THREADS; i++) {
    adders[i].meter = gst_video_histogram_light_meter_ref(meter);
    adders[i].first_code = 4095 - FRAMES - i;
    threads[i] = g_thread_new("adder", add_frames, &adders[i]);
  }
  for (i = 0; i < THREADS; i++)
    g_thread_join(threads[i]);
  fail_unless_equals_uint64(gst_video_histogram_light_meter_get_n_frames(meter), THREADS * FRAMES);
  /* Of code 4094. */
  fail_unless_near(gst_video_histogram_light_meter_get_max_cll(meter), 9980, 15);
  gst_video_histogram_light_meter_unref(meter);
}
GST_END_TEST;

GST_START_TEST(a_meter_is_a_boxed_type) {
  static const Run run = {4095, 1};
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();
  GstVideoHistogramLightMeter* copy;
  GValue value = G_VALUE_INIT;

  g_value_init(&value, GST_TYPE_VIDEO_HISTOGRAM_LIGHT_METER);
  g_value_take_boxed(&value, meter);
  copy = g_value_dup_boxed(&value);
  fail_unless(copy == meter);
  g_value_unset(&value);
  add_runs(copy, &run, 1);
  fail_unless_equals_uint64(gst_video_histogram_light_meter_get_n_frames(copy), 1);
  gst_video_histogram_light_meter_unref(copy);
}
GST_END_TEST;

GST_START_TEST(wrong_pointers_are_criticals) {
  static const Run run = {4095, 1};
  GstVideoHistogramLightMeter* meter = gst_video_histogram_light_meter_new();
  GstVideoHistogram* histogram = make_pq(&run, 1);
  GstVideoContentLightLevel level = {1, 2};

  ASSERT_CRITICAL(gst_video_histogram_light_meter_ref(NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_unref(NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_add(NULL, histogram, NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_add(meter, NULL, NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_get_n_frames(NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_get_max_cll(NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_get_max_fall(NULL));
  ASSERT_CRITICAL(gst_video_histogram_light_meter_get_content_light_level(NULL, &level));
  fail_unless_equals_int(level.max_content_light_level, 0);
  ASSERT_CRITICAL(gst_video_histogram_light_meter_get_content_light_level(meter, NULL));
  gst_video_histogram_unref(histogram);
  gst_video_histogram_light_meter_unref(meter);
}
GST_END_TEST;

static Suite* light_meter_suite(void) {
  Suite* suite = suite_create("light meter");
  TCase* tcase = tcase_create("light meter");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, a_meter_without_frames_has_no_level);
  tcase_add_test(tcase, both_levels_are_maxima_over_all_frames);
  tcase_add_test(tcase, levels_are_rounded_to_the_nearest_nit);
  tcase_add_test(tcase, only_single_frames_in_pq_with_maxrgb_are_accepted);
  tcase_add_test(tcase, an_empty_region_changes_nothing);
  tcase_add_test(tcase, any_thread_may_add_and_read);
  tcase_add_test(tcase, a_meter_is_a_boxed_type);
  tcase_add_test(tcase, wrong_pointers_are_criticals);
  return suite;
}

GST_CHECK_MAIN(light_meter);
