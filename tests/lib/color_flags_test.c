/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The colour flags, which say how colours were computed and which parts of the colorimetry are
 * declared: of a histogram, of sums and of structures. */

#include "make_histogram.h"

enum {
  COMPUTED = GST_VIDEO_HISTOGRAM_COLOR_COMPUTED,
  NARROW = GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB,
  LEGAL = GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS,
  RANGE = GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED,
  MATRIX = GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED,
  PRIMARIES = GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED,
  ALL = COMPUTED | NARROW | LEGAL | RANGE | MATRIX | PRIMARIES |
        GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED,
};

/* A complete histogram of an NV12 frame of limited range, as the element makes it. */
static GstVideoHistogram* make_flagged(guint flags) {
  static const GstVideoHistogramChannelInfo channels[] = {
      {"R", 256, 8}, {"Y", 256, 8}, {"MAXRGB", 256, 8}};
  static const guint32 counts[3 * 256] = {1};
  GstVideoColorimetry colorimetry = {GST_VIDEO_COLOR_RANGE_16_235, GST_VIDEO_COLOR_MATRIX_BT709,
                                     GST_VIDEO_TRANSFER_BT709, GST_VIDEO_COLOR_PRIMARIES_BT709};
  GstVideoHistogram* histogram = gst_video_histogram_producer()->new_pending(
      GST_VIDEO_FORMAT_NV12, 2, 2, &colorimetry, channels, 3, (GstVideoHistogramColorFlags)flags);

  gst_video_histogram_producer()->complete(histogram, counts);
  return histogram;
}

GST_START_TEST(a_histogram_has_the_flags_of_its_producer) {
  guint flags;

  for (flags = 0; flags <= ALL; flags++) {
    GstVideoHistogram* histogram = make_flagged(flags);

    fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram), flags);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

GST_START_TEST(a_histogram_of_counts_alone_has_none) {
  static const guint64 counts[] = {1, 2};
  GstVideoHistogram* histogram = make_gray(counts, 2);

  fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram),
                         GST_VIDEO_HISTOGRAM_COLOR_NONE);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_sum_has_the_flags_that_all_its_parts_have) {
  GstVideoHistogram *a = make_flagged(COMPUTED | RANGE | MATRIX | LEGAL),
                    *b = make_flagged(COMPUTED | RANGE | PRIMARIES | LEGAL);
  GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);

  fail_unless_equals_int(gst_video_histogram_get_color_flags(sum), COMPUTED | RANGE | LEGAL);
  fail_unless(gst_video_histogram_producer()->accumulate(&sum, a));
  fail_unless_equals_int(gst_video_histogram_get_color_flags(sum), COMPUTED | RANGE | LEGAL);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

GST_START_TEST(a_structure_keeps_the_flags_and_drops_unknown_ones) {
  GstVideoHistogram* histogram = make_flagged(ALL);
  GstStructure* structure = gst_video_histogram_to_structure(histogram);
  GError* error = NULL;
  GstVideoHistogram* copy = gst_video_histogram_new_from_structure(structure, &error);

  fail_unless(copy != NULL, "%s", error != NULL ? error->message : "?");
  fail_unless_equals_int(gst_video_histogram_get_color_flags(copy), ALL);
  gst_video_histogram_unref(copy);

  gst_structure_set(structure, "color-flags", G_TYPE_UINT, 0xffffff80u | LEGAL, NULL);
  copy = gst_video_histogram_new_from_structure(structure, &error);
  fail_unless_equals_int(gst_video_histogram_get_color_flags(copy), LEGAL);
  gst_video_histogram_unref(copy);

  gst_structure_set(structure, "color-flags", G_TYPE_STRING, "computed", NULL);
  fail_unless(gst_video_histogram_new_from_structure(structure, &error) == NULL);
  fail_unless(g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_INVALID));
  g_clear_error(&error);

  gst_structure_remove_field(structure, "color-flags");
  copy = gst_video_histogram_new_from_structure(structure, &error);
  fail_unless_equals_int(gst_video_histogram_get_color_flags(copy), GST_VIDEO_HISTOGRAM_COLOR_NONE);
  gst_video_histogram_unref(copy);
  gst_structure_free(structure);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(narrow_colours_have_legal_values_and_full_ones_have_none) {
  GstVideoHistogram *full = make_flagged(COMPUTED), *narrow = make_flagged(COMPUTED | NARROW);
  guint lowest, highest;

  fail_if(gst_video_histogram_get_legal_values(full, 0, &lowest, &highest));
  fail_unless_equals_int(lowest, 0);
  fail_unless_equals_int(highest, 255);
  fail_unless(gst_video_histogram_get_legal_values(narrow, 0, &lowest, &highest));
  fail_unless_equals_int(lowest, 16);
  fail_unless_equals_int(highest, 235);
  /* Y is stored, and MAXRGB is always of full codes. */
  fail_unless(gst_video_histogram_get_legal_values(full, 1, NULL, NULL));
  fail_if(gst_video_histogram_get_legal_values(narrow, 2, NULL, NULL));
  gst_video_histogram_unref(full);
  gst_video_histogram_unref(narrow);
}
GST_END_TEST;

static Suite* color_flags_suite(void) {
  Suite* suite = suite_create("color-flags");
  TCase* tcase = tcase_create("color-flags");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, a_histogram_has_the_flags_of_its_producer);
  tcase_add_test(tcase, a_histogram_of_counts_alone_has_none);
  tcase_add_test(tcase, a_sum_has_the_flags_that_all_its_parts_have);
  tcase_add_test(tcase, a_structure_keeps_the_flags_and_drops_unknown_ones);
  tcase_add_test(tcase, narrow_colours_have_legal_values_and_full_ones_have_none);
  return suite;
}

GST_CHECK_MAIN(color_flags);
