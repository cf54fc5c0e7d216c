/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Histograms as structures and as text, and invalid structures, which are refused. */

#include "structure_checks.h"

GST_START_TEST(a_histogram_comes_back_from_its_structure) {
  static const gchar* const names[] = {"Y", "Cb", "Cr", NULL};
  guint64 counts[3 * 1024];
  GstVideoHistogram* histogram = make_rgb();
  gsize i;

  fail_unless_round_trip(histogram);
  gst_video_histogram_unref(histogram);

  for (i = 0; i < G_N_ELEMENTS(counts); i++)
    counts[i] = i * G_GUINT64_CONSTANT(1234567890123);
  histogram = new_alike(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, names, 1024, counts,
                        G_N_ELEMENTS(counts), NULL);
  fail_unless_round_trip(histogram);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(every_colorimetry_comes_back_from_its_structure) {
  static const gchar* const names[] = {"GRAY", NULL};
  static const guint64 counts[] = {1};
  gint range, matrix, transfer, primaries;

  for (range = 0; range <= GST_VIDEO_COLOR_RANGE_16_235; range++) {
    for (matrix = 0; matrix <= GST_VIDEO_COLOR_MATRIX_BT2020; matrix++) {
      for (transfer = 0; transfer <= GST_VIDEO_TRANSFER_BT601; transfer++) {
        for (primaries = 0; primaries <= GST_VIDEO_COLOR_PRIMARIES_EBU3213; primaries++) {
          GstVideoColorimetry colorimetry = {(GstVideoColorRange)range, (GstVideoColorMatrix)matrix,
                                             (GstVideoTransferFunction)transfer,
                                             (GstVideoColorPrimaries)primaries};
          GstVideoHistogram* histogram =
              new_alike(GST_VIDEO_FORMAT_GRAY8, 1, 1, &colorimetry, names, 1, counts, 1, NULL);

          fail_unless_round_trip(histogram);
          gst_video_histogram_unref(histogram);
        }
      }
    }
  }
}
GST_END_TEST;

GST_START_TEST(a_structure_survives_being_written_as_text) {
  GstVideoHistogram *histogram = make_rgb(), *back;
  GstStructure* structure = gst_video_histogram_to_structure(histogram);
  gchar* text = gst_structure_to_string(structure);
  GstStructure* parsed = gst_structure_from_string(text, NULL);

  fail_unless(parsed != NULL, "%s", text);
  back = gst_video_histogram_new_from_structure(parsed, NULL);
  fail_unless_same(histogram, back);
  gst_video_histogram_unref(back);
  gst_structure_free(parsed);
  g_free(text);
  gst_structure_free(structure);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(numbers_of_any_integer_type_are_read_and_other_fields_ignored) {
  static const gchar* const texts[] = {
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      HEAD
      "bins=<(uint)2,(uint)2>, depth=<16,16>, colorimetry=(string)sRGB, comment=(string)hello" TAIL,
      "GstVideoHistogram, version=4, format=RGB, width=2, height=2, bins=<2,2>, depth=<8,8>, "
      "channels=(string)<R,G>, "
      "counts=<<1,3>,<0,4>>",
      "GstVideoHistogram, version=(guint64)4, format=RGB, width=(gint64)2, height=(guint64)2, "
      "bins=<(gint64)2,(gint64)2>, depth=<(guint64)8,(guint64)8>, n-values=<256,256>, "
      "frames=(uint)1, channels=(string)<R,G>, counts=<<(uint)1,(gint64)3>,<0,(guint64)4>>",
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(texts); i++) {
    GstStructure* structure = gst_structure_from_string(texts[i], NULL);
    GError* error = NULL;
    GstVideoHistogram* histogram;

    fail_unless(structure != NULL, "%s", texts[i]);
    histogram = gst_video_histogram_new_from_structure(structure, &error);
    fail_unless(histogram != NULL, "%s: %s", texts[i], error != NULL ? error->message : "");
    fail_unless_equals_uint64(gst_video_histogram_get_counts(histogram, 0, NULL)[1], 3);
    fail_unless_equals_uint64(gst_video_histogram_get_counts(histogram, 1, NULL)[1], 4);
    gst_video_histogram_unref(histogram);
    gst_structure_free(structure);
  }
}
GST_END_TEST;

GST_START_TEST(a_hostile_structure_is_refused) {
  static const gchar* const texts[] = {
      /* names and versions */
      "SomethingElse, version=4, format=RGB, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, format=RGB, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=5, format=RGB, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=3, format=RGB, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=0, format=RGB, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=(string)4, format=RGB, width=2, height=2, "
      "bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      "GstVideoHistogram, version=(double)4.0, format=RGB, width=2, height=2, "
      "bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      /* the frame */
      "GstVideoHistogram, version=4, width=2, height=2, bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=NOSUCH, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=ENCODED, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=(int)15, width=2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=RGB, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=RGB, width=-2, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=RGB, width=0, height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=RGB, width=2, height=(guint64)4294967298, "
      "bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      "GstVideoHistogram, version=4, format=RGB, width=[1,2], height=2, bins=<(uint)2,(uint)2>, "
      "depth=<16,16>" TAIL,
      HEAD "colorimetry=(string)nonsense, bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      HEAD "colorimetry=(string)1:2:3, bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      HEAD "colorimetry=(string)-1:1:1:1, bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      HEAD "colorimetry=(string)1:99999:1:1, bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      HEAD "colorimetry=(int)1, bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL,
      /* bins */
      "GstVideoHistogram, version=4, format=RGB, width=2, height=2" TAIL,
      HEAD "bins=<(uint)0,(uint)0>, depth=<16,16>" TAIL,
      HEAD "bins=<(uint)1,(uint)1>, depth=<16,16>" TAIL,
      HEAD "bins=<(uint)3,(uint)3>, depth=<16,16>" TAIL,
      HEAD "bins=<(uint)65536,(uint)65536>, depth=<16,16>" TAIL,
      HEAD "bins=<(uint)65537,(uint)65537>, depth=<16,16>" TAIL,
      HEAD "bins=<(uint)4294967295,(uint)4294967295>, depth=<16,16>" TAIL,
      HEAD "bins=<(uint)2147483649,(uint)2147483649>, depth=<16,16>" TAIL,
      HEAD "bins=<(guint64)4294967298,(guint64)4294967298>, depth=<16,16>" TAIL,
      HEAD "bins=<-2,-2>, depth=<16,16>" TAIL,
      HEAD "bins=(string)<2,2>, depth=<16,16>" TAIL,
      HEAD "bins=(uint)2, depth=<16,16>" TAIL,
      HEAD "bins=<2>, depth=<16,16>" TAIL,
      HEAD "bins=<2,2,2>, depth=<16,16>" TAIL,
      HEAD "bins=<2,3>, depth=<16,16>" TAIL,
      /* values and frames */
      HEAD "bins=<2,2>" TAIL,
      HEAD "bins=<2,2>, depth=16" TAIL,
      HEAD "bins=<2,2>, depth=<8,0>" TAIL,
      HEAD "bins=<2,2>, depth=<8,17>" TAIL,
      HEAD "bins=<2,2>, depth=<8,4294967295>" TAIL,
      HEAD BINS ", n-values=<1,2>" TAIL,
      HEAD BINS ", n-values=<256,257>" TAIL,
      HEAD BINS ", n-values=<256>" TAIL,
      HEAD BINS ", n-values=256" TAIL,
      HEAD BINS ", frames=0" TAIL,
      HEAD BINS ", frames=-1" TAIL,
      HEAD BINS ", frames=(string)1" TAIL,
      /* channels */
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, counts=<<1,3>,<0,4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)R, counts=<<1,3>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string){R,G}, counts=<<1,3>,<0,4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<>, counts=<>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=<1,2>, counts=<<1,3>,<0,4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,R>, counts=<<1,3>,<0,4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,\"\">, counts=<<1,3>,<0,4>>",
      HEAD
      "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,\"a\\ b\">, counts=<<1,3>,<0,4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, "
           "channels=(string)<R,a-name-too-long-for-a-channel>, counts=<<1,3>,<0,4>>",
      /* counts */
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=4",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<1,3,0,4>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>>",
      HEAD
      "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,<0,4>,<0,4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,<0>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,<0,4,5>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,4>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts={{1,3},{0,4}}",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,<0,-4>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, "
           "counts=<<1,3>,<0,(gint64)-1>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, "
           "counts=<<1,3>,<0,(double)4.0>>",
      HEAD
      "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,<0,(string)4>>",
      HEAD
      "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, counts=<<1,3>,<<0,4>,<0,4>>>",
      HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>, channels=(string)<R,G>, "
           "counts=<<1,3>,<(guint64)18446744073709551615,(guint64)1>>",
      "GstVideoHistogram",
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(texts); i++) {
    GstStructure* structure = gst_structure_from_string(texts[i], NULL);
    GError* error = NULL;

    fail_unless(structure != NULL, "not a structure: %s", texts[i]);
    fail_unless(gst_video_histogram_new_from_structure(structure, &error) == NULL, "accepted: %s",
                texts[i]);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, texts[i]);
    fail_unless(gst_video_histogram_new_from_structure(structure, NULL) == NULL);
    gst_structure_free(structure);
  }
}
GST_END_TEST;

/* NULL is a legal string and a legal array cannot be written as text with one in it. */
GST_START_TEST(a_name_that_is_null_is_refused) {
  GstStructure* structure =
      gst_structure_from_string(HEAD "bins=<(uint)2,(uint)2>, depth=<16,16>" TAIL, NULL);
  GValue channels = G_VALUE_INIT;
  GError* error = NULL;
  guint i;

  gst_value_array_init(&channels, 2);
  for (i = 0; i < 2; i++) {
    GValue name = G_VALUE_INIT;

    g_value_init(&name, G_TYPE_STRING);
    gst_value_array_append_and_take_value(&channels, &name);
  }
  gst_structure_take_value(structure, "channels", &channels);
  fail_unless(gst_video_histogram_new_from_structure(structure, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "NULL names");
  gst_structure_free(structure);
}
GST_END_TEST;

GST_START_TEST(a_channel_has_bins_of_its_own_in_a_structure) {
  static const GstVideoHistogramChannelInfo channels[] = {
      {"Y", 4, 10}, {"HUE", 360, 9, 360}, {"RANGE", 256, 8}};
  guint64 counts[4 + 360 + 256];
  GstVideoHistogram *histogram, *sum;
  guint i;

  for (i = 0; i < G_N_ELEMENTS(counts); i++)
    counts[i] = i * i;
  histogram = gst_video_histogram_new(GST_VIDEO_FORMAT_I420_10LE, 2, 2, NULL, channels, 3, counts,
                                      G_N_ELEMENTS(counts), NULL);
  fail_unless_round_trip(histogram);
  sum = gst_video_histogram_add(histogram, histogram, NULL);
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(sum), 2);
  fail_unless_round_trip(sum);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static gchar* to_text(GstVideoHistogram* histogram) {
  GValue value = G_VALUE_INIT, text = G_VALUE_INIT;
  gchar* copy;

  g_value_init(&value, GST_TYPE_VIDEO_HISTOGRAM);
  g_value_init(&text, G_TYPE_STRING);
  g_value_set_boxed(&value, histogram);
  fail_unless(g_value_transform(&value, &text));
  copy = g_value_dup_string(&text);
  g_value_unset(&value);
  g_value_unset(&text);
  return copy;
}

GST_START_TEST(a_histogram_prints_as_one_line_in_every_state) {
  static const guint64 nothing[2] = {0}, two_and_three[] = {1, 1, 0, 0, 2};
  static const GstVideoHistogramChannelInfo unlike[] = {{"GRAY", 2, 8}, {"HUE", 3, 2, 3}};
  GstVideoHistogram* histogram = make_rgb();
  gchar* text = to_text(histogram);

  fail_unless_equals_string(text, "RGB 2x2, 4 bins: R mean 1.25 in 0..3, G mean 0.00 in 0..0, "
                                  "B mean 2.25 in 1..3");
  g_free(text);
  gst_video_histogram_unref(histogram);

  histogram = make_gray(nothing, 2);
  text = to_text(histogram);
  fail_unless_equals_string(text, "UNKNOWN 0x0, 2 bins: GRAY empty");
  g_free(text);
  gst_video_histogram_unref(histogram);

  histogram = gst_video_histogram_new(GST_VIDEO_FORMAT_GRAY8, 2, 1, NULL, unlike, 2, two_and_three,
                                      5, NULL);
  text = to_text(histogram);
  fail_unless_equals_string(text, "GRAY8 2x1: GRAY of 2 bins mean 0.50 in 0..1, HUE of 3 bins mean "
                                  "2.00 in 2..2");
  g_free(text);
  gst_video_histogram_unref(histogram);

  histogram = make_pending();
  text = to_text(histogram);
  fail_unless_equals_string(text, "RGB 2x2, 4 bins: pending");
  g_free(text);
  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_FAILED,
                                            "bad luck");
  text = to_text(histogram);
  fail_unless_equals_string(text, "RGB 2x2, 4 bins: failed: bad luck");
  g_free(text);
  gst_video_histogram_unref(histogram);

  text = to_text(NULL);
  fail_unless_equals_string(text, "NULL");
  g_free(text);
}
GST_END_TEST;

GST_START_TEST(a_message_with_histograms_can_be_printed) {
  GstVideoHistogram *pending = make_pending(), *complete = make_rgb();
  GstStructure* structure = gst_structure_new(
      "videohistogram", "pending", GST_TYPE_VIDEO_HISTOGRAM, pending, "complete",
      GST_TYPE_VIDEO_HISTOGRAM, complete, "none", GST_TYPE_VIDEO_HISTOGRAM, NULL, NULL);
  gchar* text = gst_structure_to_string(structure);

  fail_unless(strstr(text, "pending=(GstVideoHistogram)") != NULL, "%s", text);
  fail_unless(strstr(text, "mean\\ 1.25") != NULL, "%s", text);
  fail_unless(strstr(text, "none=(GstVideoHistogram)") != NULL, "%s", text);
  g_free(text);
  gst_structure_free(structure);
  gst_video_histogram_unref(pending);
  gst_video_histogram_unref(complete);
}
GST_END_TEST;

static Suite* structure_suite(void) {
  Suite* suite = suite_create("structure");
  TCase* tcase = tcase_create("structure");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, a_histogram_comes_back_from_its_structure);
  tcase_add_test(tcase, every_colorimetry_comes_back_from_its_structure);
  tcase_add_test(tcase, a_structure_survives_being_written_as_text);
  tcase_add_test(tcase, numbers_of_any_integer_type_are_read_and_other_fields_ignored);
  tcase_add_test(tcase, a_hostile_structure_is_refused);
  tcase_add_test(tcase, a_name_that_is_null_is_refused);
  tcase_add_test(tcase, a_channel_has_bins_of_its_own_in_a_structure);
  tcase_add_test(tcase, a_histogram_prints_as_one_line_in_every_state);
  tcase_add_test(tcase, a_message_with_histograms_can_be_printed);
  return suite;
}

GST_CHECK_MAIN(structure);
