/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Making histograms, from good and from bad arguments. */

#include "make_histogram.h"

#include <math.h>
#include <string.h>

GST_START_TEST(a_histogram_gives_back_what_it_was_made_of) {
  GstVideoHistogram* histogram = make_rgb();
  GstVideoColorimetry colorimetry;
  const guint64* counts;
  gsize n_bins = 0;

  fail_unless(GST_IS_VIDEO_HISTOGRAM(histogram));
  fail_unless_equals_int(gst_video_histogram_get_format(histogram), GST_VIDEO_FORMAT_RGB);
  fail_unless_equals_int(gst_video_histogram_get_width(histogram), 2);
  fail_unless_equals_int(gst_video_histogram_get_height(histogram), 2);
  fail_unless_equals_int(gst_video_histogram_get_bins(histogram, 0), 4);
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), 3);
  fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, 0), "R");
  fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, 2), "B");
  fail_unless_equals_int(gst_video_histogram_find_channel(histogram, "B"), 2);
  fail_unless_equals_int(gst_video_histogram_find_channel(histogram, "b"), -1);
  fail_unless_equals_int(gst_video_histogram_find_channel(histogram, ""), -1);
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  fail_unless(gst_video_colorimetry_matches(&colorimetry, "sRGB"));

  fail_unless(gst_video_histogram_is_ready(histogram));
  fail_unless(gst_video_histogram_wait(histogram, 0, NULL));
  counts = gst_video_histogram_get_counts(histogram, 2, &n_bins);
  fail_unless_equals_int(n_bins, 4);
  fail_unless_equals_uint64(counts[0], 0);
  fail_unless_equals_uint64(counts[1], 1);
  fail_unless_equals_uint64(counts[2], 1);
  fail_unless_equals_uint64(counts[3], 2);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 1), 4);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_reference_keeps_a_histogram_alive) {
  GstVideoHistogram* histogram = make_rgb();
  GstVideoHistogram* other = gst_video_histogram_ref(histogram);

  fail_unless(other == histogram);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 2);
  gst_video_histogram_unref(histogram);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(other, 0), 4);
  gst_video_histogram_unref(other);
}
GST_END_TEST;

GST_START_TEST(a_value_of_the_boxed_type_holds_a_reference) {
  GstVideoHistogram* histogram = make_rgb();
  GValue value = G_VALUE_INIT;

  g_value_init(&value, GST_TYPE_VIDEO_HISTOGRAM);
  g_value_set_boxed(&value, histogram);
  fail_unless(g_value_get_boxed(&value) == histogram);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 2);
  g_value_unset(&value);
  fail_unless_equals_int(GST_MINI_OBJECT_REFCOUNT_VALUE(histogram), 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(the_largest_histogram_is_accepted) {
  static const gchar* const names[] = {"R", "G", "B", "A", "LUMA-of-15-chars", NULL};
  static const gchar* const fitting[] = {"R", "G", "B", "A", "123456789012345", NULL};
  const gsize n_counts = 5 * 65536;
  guint64* counts = g_new0(guint64, n_counts);
  GError* error = NULL;
  GstVideoHistogram* histogram;

  counts[n_counts - 1] = G_MAXUINT64;
  histogram = new_alike(GST_VIDEO_FORMAT_RGBA64_LE, G_MAXINT, G_MAXINT, NULL, fitting, 65536,
                        counts, n_counts, &error);
  fail_unless(histogram != NULL);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 4), G_MAXUINT64);
  fail_unless_equals_int(gst_video_histogram_get_max(histogram, 4), 65535);
  gst_video_histogram_unref(histogram);

  histogram =
      new_alike(GST_VIDEO_FORMAT_RGBA64_LE, 1, 1, NULL, names, 65536, counts, n_counts, &error);
  fail_unless(histogram == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "a name of 16 characters");
  g_free(counts);
}
GST_END_TEST;

GST_START_TEST(malformed_input_is_an_error_and_nothing_else) {
  static const gchar* const one[] = {"GRAY", NULL};
  static const gchar* const none[] = {NULL};
  static const gchar* const too_many[] = {
      "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q",
      "r", "s", "t", "u", "v", "w", "x", "y", "z", "A", "B", "C", "D", "E", "F", "G", NULL};
  static const gchar* const twice[] = {"R", "G", "R", NULL};
  static const gchar* const empty[] = {"R", "", NULL};
  static const gchar* const control[] = {"R\n", NULL};
  static const gchar* const space[] = {"R G", NULL};
  static const gchar* const not_ascii[] = {"R\xc3\xa4", NULL};
  static const guint64 counts[64] = {0};
  static const guint64 overflow[] = {G_MAXUINT64, 1};
  const struct {
    const gchar* what;
    gint format;
    guint width, height;
    const gchar* const* channels;
    guint bins;
    const guint64* counts;
    gsize n_counts;
  } table[] = {
      {"no channels", 0, 1, 1, none, 4, counts, 0},
      {"channels NULL", 0, 1, 1, NULL, 4, counts, 4},
      {"33 channels", 0, 1, 1, too_many, 1, counts, 33},
      {"a name twice", 0, 1, 1, twice, 4, counts, 12},
      {"an empty name", 0, 1, 1, empty, 4, counts, 8},
      {"a control character", 0, 1, 1, control, 4, counts, 4},
      {"a space", 0, 1, 1, space, 4, counts, 4},
      {"a name outside ASCII", 0, 1, 1, not_ascii, 4, counts, 4},
      {"no bins", 0, 1, 1, one, 0, counts, 0},
      {"too many bins", 0, 1, 1, one, 65537, counts, 65537},
      {"bins that overflow with the channels", 0, 1, 1, one, G_MAXUINT, counts, G_MAXUINT},
      {"a count too few", 0, 1, 1, one, 4, counts, 3},
      {"a count too many", 0, 1, 1, one, 4, counts, 5},
      {"no counts", 0, 1, 1, one, 4, NULL, 4},
      {"a width alone", 0, 1, 0, one, 4, counts, 4},
      {"a height alone", 0, 0, 1, one, 4, counts, 4},
      {"a width over 31 bits", 0, 0x80000000u, 1, one, 4, counts, 4},
      {"a height over 31 bits", 0, 1, G_MAXUINT, one, 4, counts, 4},
      {"a format of -1", -1, 1, 1, one, 4, counts, 4},
      {"a format far out", 100000, 1, 1, one, 4, counts, 4},
      {"an encoded format", GST_VIDEO_FORMAT_ENCODED, 1, 1, one, 4, counts, 4},
      {"samples over 64 bits", 0, 1, 1, one, 2, overflow, 2},
  };
  GError* error = NULL;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(table); i++) {
    GstVideoHistogram* histogram =
        new_alike((GstVideoFormat)table[i].format, table[i].width, table[i].height, NULL,
                  table[i].channels, table[i].bins, table[i].counts, table[i].n_counts, &error);

    fail_unless(histogram == NULL, "%s was accepted", table[i].what);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, table[i].what);
    /* `error` may be NULL. */
    fail_unless(new_alike((GstVideoFormat)table[i].format, table[i].width, table[i].height, NULL,
                          table[i].channels, table[i].bins, table[i].counts, table[i].n_counts,
                          NULL) == NULL);
  }
}
GST_END_TEST;

GST_START_TEST(a_colorimetry_out_of_range_is_refused) {
  static const gchar* const names[] = {"GRAY", NULL};
  static const guint64 counts[] = {1, 1};
  GError* error = NULL;
  guint field;

  for (field = 0; field < 4; field++) {
    GstVideoColorimetry colorimetry = {0};
    gint bad[2] = {-1, 1000};
    guint i;

    for (i = 0; i < 2; i++) {
      colorimetry.range = (GstVideoColorRange)(field == 0 ? bad[i] : 0);
      colorimetry.matrix = (GstVideoColorMatrix)(field == 1 ? bad[i] : 0);
      colorimetry.transfer = (GstVideoTransferFunction)(field == 2 ? bad[i] : 0);
      colorimetry.primaries = (GstVideoColorPrimaries)(field == 3 ? bad[i] : 0);
      fail_unless(new_alike(GST_VIDEO_FORMAT_GRAY8, 1, 1, &colorimetry, names, 2, counts, 2,
                            &error) == NULL);
      fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "colorimetry");
    }
  }
}
GST_END_TEST;

GST_START_TEST(a_sum_adds_every_count_in_64_bits) {
  /* 2^32 - 1 and 1 make 2^32; 2^40 and 3 * 2^40 make 2^42. */
  static const guint64 of_a[] = {G_MAXUINT32, G_GUINT64_CONSTANT(1) << 40, 0};
  static const guint64 of_b[] = {1, G_GUINT64_CONSTANT(3) << 40, 7};
  GstVideoHistogram *a = make_gray(of_a, 3), *b = make_gray(of_b, 3);
  GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);
  const guint64* counts = gst_video_histogram_get_counts(sum, 0, NULL);

  fail_unless_equals_uint64(counts[0], G_GUINT64_CONSTANT(4294967296));
  fail_unless_equals_uint64(counts[1], G_GUINT64_CONSTANT(4398046511104));
  fail_unless_equals_uint64(counts[2], 7);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(sum, 0),
                            G_GUINT64_CONSTANT(4402341478407));
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

GST_START_TEST(a_sum_keeps_what_both_have_in_common) {
  static const gchar* const names[] = {"R", "G", "B", NULL};
  static const guint64 counts[12] = {0};
  GstVideoHistogram* a = make_rgb();
  GstVideoHistogram* other_size =
      new_alike(GST_VIDEO_FORMAT_RGB, 4, 2, NULL, names, 4, counts, G_N_ELEMENTS(counts), NULL);
  GstVideoHistogram* other_format =
      new_alike(GST_VIDEO_FORMAT_BGR, 2, 2, NULL, names, 4, counts, G_N_ELEMENTS(counts), NULL);
  GstVideoHistogram* sum;
  GstVideoColorimetry colorimetry;

  sum = gst_video_histogram_add(a, a, NULL);
  fail_unless_equals_int(gst_video_histogram_get_format(sum), GST_VIDEO_FORMAT_RGB);
  fail_unless_equals_int(gst_video_histogram_get_width(sum), 2);
  fail_unless_equals_int(gst_video_histogram_get_height(sum), 2);
  fail_unless_equals_string(gst_video_histogram_get_channel_name(sum, 1), "G");
  gst_video_histogram_get_colorimetry(sum, &colorimetry);
  fail_unless(gst_video_colorimetry_matches(&colorimetry, "sRGB"));
  gst_video_histogram_unref(sum);

  sum = gst_video_histogram_add(a, other_size, NULL);
  fail_unless_equals_int(gst_video_histogram_get_format(sum), GST_VIDEO_FORMAT_RGB);
  fail_unless_equals_int(gst_video_histogram_get_width(sum), 0);
  fail_unless_equals_int(gst_video_histogram_get_height(sum), 0);
  gst_video_histogram_get_colorimetry(sum, &colorimetry);
  fail_unless_equals_int(colorimetry.matrix, GST_VIDEO_COLOR_MATRIX_UNKNOWN);
  gst_video_histogram_unref(sum);

  sum = gst_video_histogram_add(a, other_format, NULL);
  fail_unless_equals_int(gst_video_histogram_get_format(sum), GST_VIDEO_FORMAT_UNKNOWN);
  fail_unless_equals_int(gst_video_histogram_get_width(sum), 2);
  gst_video_histogram_unref(sum);

  gst_video_histogram_unref(a);
  gst_video_histogram_unref(other_size);
  gst_video_histogram_unref(other_format);
}
GST_END_TEST;

GST_START_TEST(a_sum_over_64_bits_is_refused) {
  static const guint64 of_a[] = {G_MAXUINT64 - 1, 0}, of_b[] = {0, 1}, of_c[] = {0, 2};
  GstVideoHistogram *a = make_gray(of_a, 2), *b = make_gray(of_b, 2), *c = make_gray(of_c, 2);
  GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);
  GError* error = NULL;

  fail_unless_equals_uint64(gst_video_histogram_get_samples(sum, 0), G_MAXUINT64);
  fail_unless(gst_video_histogram_add(a, c, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "2^64 samples");
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
  gst_video_histogram_unref(c);
}
GST_END_TEST;

GST_START_TEST(only_histograms_of_the_same_channels_and_bins_add_and_compare) {
  static const gchar* const names[] = {"R", "B", "G", NULL};
  static const guint64 counts[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  GstVideoHistogram* a = make_rgb();
  GstVideoHistogram* others[] = {
      make_gray(counts, 4),
      make_gray(counts, 12),
      new_alike(GST_VIDEO_FORMAT_RGB, 2, 2, NULL, names, 4, counts, 12, NULL),
  };
  GError* error = NULL;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(others); i++) {
    fail_unless(gst_video_histogram_add(a, others[i], &error) == NULL);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "add");
    fail_unless(isnan(gst_video_histogram_compare(
        a, others[i], GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION, &error)));
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "compare");
    fail_unless(isnan(gst_video_histogram_compare_channel(
        a, others[i], 0, GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION, &error)));
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "compare_channel");
    gst_video_histogram_unref(others[i]);
  }
  gst_video_histogram_unref(a);
}
GST_END_TEST;

GST_START_TEST(a_channel_that_does_not_exist_is_a_bug_of_the_caller) {
  GstVideoHistogram* histogram = make_rgb();
  gsize n_bins = 99;

  ASSERT_CRITICAL(fail_unless(gst_video_histogram_get_counts(histogram, 3, &n_bins) == NULL));
  fail_unless_equals_int(n_bins, 0);
  ASSERT_CRITICAL(fail_unless(gst_video_histogram_get_channel_name(histogram, 3) == NULL));
  ASSERT_CRITICAL(fail_unless(isnan(gst_video_histogram_get_mean(histogram, 3))));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* histogram_suite(void) {
  Suite* suite = suite_create("histogram");
  TCase* tcase = tcase_create("histogram");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, a_histogram_gives_back_what_it_was_made_of);
  tcase_add_test(tcase, a_reference_keeps_a_histogram_alive);
  tcase_add_test(tcase, a_value_of_the_boxed_type_holds_a_reference);
  tcase_add_test(tcase, the_largest_histogram_is_accepted);
  tcase_add_test(tcase, malformed_input_is_an_error_and_nothing_else);
  tcase_add_test(tcase, a_colorimetry_out_of_range_is_refused);
  tcase_add_test(tcase, a_sum_adds_every_count_in_64_bits);
  tcase_add_test(tcase, a_sum_keeps_what_both_have_in_common);
  tcase_add_test(tcase, a_sum_over_64_bits_is_refused);
  tcase_add_test(tcase, only_histograms_of_the_same_channels_and_bins_add_and_compare);
  tcase_add_test(tcase, a_channel_that_does_not_exist_is_a_bug_of_the_caller);
  return suite;
}

GST_CHECK_MAIN(histogram);
