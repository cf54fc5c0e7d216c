/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statistics against values worked out by hand. */

#include "make_histogram.h"

#include <math.h>

#define CLOSE 1e-12

static void fail_unless_close(gdouble value, gdouble expected) {
  fail_unless(fabs(value - expected) <= CLOSE * MAX(1.0, fabs(expected)), "%.17g is not %.17g",
              value, expected);
}

/* The samples 0 1 1 3:
 *   mean      (0 + 1 + 1 + 3) / 4 = 5/4 = 1.25
 *   variance  (1.25^2 + 2 * 0.25^2 + 1.75^2) / 4 = (1.5625 + 0.125 + 3.0625) / 4 = 1.1875
 *   entropy   1/4 * log2(4) + 1/2 * log2(2) + 1/4 * log2(4) = 0.5 + 0.5 + 0.5 = 1.5
 * All of these are exact in binary. */
static const guint64 four_samples[] = {1, 2, 0, 1};

GST_START_TEST(four_samples_have_the_statistics_worked_out_by_hand) {
  GstVideoHistogram* histogram = make_gray(four_samples, 4);

  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 4);
  fail_unless_equals_int(gst_video_histogram_get_min(histogram, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_max(histogram, 0), 3);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 1.25);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 1.1875);
  fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 1);
  fail_unless(gst_video_histogram_get_entropy(histogram, 0) == 1.5);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* Ranks of 0 1 1 3: 25% of 4 is rank 1 (0), anything more rank 2 (1), 75% rank 3 (1), more is
 * rank 4 (3). */
GST_START_TEST(percentiles_are_of_the_nearest_rank) {
  GstVideoHistogram* histogram = make_gray(four_samples, 4);

  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 0.0), 0);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 25.0), 0);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 25.000001), 1);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 50.0), 1);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 75.0), 1);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 75.000001), 3);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 100.0), 3);
  ASSERT_CRITICAL(gst_video_histogram_get_percentile(histogram, 0, -0.1));
  ASSERT_CRITICAL(gst_video_histogram_get_percentile(histogram, 0, 100.1));
  ASSERT_CRITICAL(gst_video_histogram_get_percentile(histogram, 0, NAN));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_percentage_is_taken_as_the_decimal_it_was_written_as) {
  /* 99.9% of 1000 is rank 999 exactly, though the double 99.9 is a little more than 99.9. */
  static const guint64 counts[] = {999, 1};
  GstVideoHistogram* histogram = make_gray(counts, 2);

  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 99.9), 0);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 99.900001), 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(fractions_below_and_above_a_bin_make_one) {
  static const gdouble at_or_below[] = {0.25, 0.75, 0.75, 1.0, 1.0};
  GstVideoHistogram* histogram = make_gray(four_samples, 4);
  guint bin;

  for (bin = 0; bin < G_N_ELEMENTS(at_or_below); bin++) {
    fail_unless(gst_video_histogram_get_fraction_at_or_below(histogram, 0, bin) ==
                at_or_below[bin]);
    fail_unless(gst_video_histogram_get_fraction_above(histogram, 0, bin) ==
                1.0 - at_or_below[bin]);
  }
  fail_unless(gst_video_histogram_get_fraction_at_or_below(histogram, 0, G_MAXUINT) == 1.0);
  fail_unless(gst_video_histogram_get_fraction_above(histogram, 0, G_MAXUINT) == 0.0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_flat_picture_has_no_variance_and_no_entropy) {
  guint64 counts[256] = {0};
  GstVideoHistogram* histogram;

  counts[77] = 1920 * 1080;
  histogram = make_gray(counts, 256);
  fail_unless_equals_int(gst_video_histogram_get_min(histogram, 0), 77);
  fail_unless_equals_int(gst_video_histogram_get_max(histogram, 0), 77);
  fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 77);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 77.0);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 0.0);
  fail_unless(gst_video_histogram_get_entropy(histogram, 0) == 0.0);
  fail_if(signbit(gst_video_histogram_get_entropy(histogram, 0)));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* Every value of 0..255 once:
 *   mean 255 / 2 = 127.5, variance (256^2 - 1) / 12 = 65535 / 12 = 5461.25, entropy log2(256) = 8,
 *   median: rank 128 of 256, which is the value 127. */
GST_START_TEST(a_ramp_has_the_statistics_of_the_uniform_distribution) {
  guint64 counts[256];
  GstVideoHistogram* histogram;
  guint i;

  for (i = 0; i < 256; i++)
    counts[i] = 1;
  histogram = make_gray(counts, 256);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 127.5);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 5461.25);
  fail_unless(gst_video_histogram_get_entropy(histogram, 0) == 8.0);
  fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 127);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* A quarter black, three quarters white, 2^42 samples in all:
 *   mean 3/4 * 255 = 191.25, variance 1/4 * 3/4 * 255^2 = 65025 * 3 / 16 = 12192.1875 */
GST_START_TEST(counts_beyond_32_bits_are_exact) {
  guint64 counts[256] = {0};
  GstVideoHistogram* histogram;

  counts[0] = G_GUINT64_CONSTANT(1) << 40;
  counts[255] = G_GUINT64_CONSTANT(3) << 40;
  histogram = make_gray(counts, 256);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 191.25);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 12192.1875);
  fail_unless(gst_video_histogram_get_fraction_above(histogram, 0, 0) == 0.75);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* Sums that need 80 and 96 bits. 2^62 samples each at 65534 and 65535: mean 65534.5, variance 1/4.
 * 2^64 - 1 samples at 65535: mean 65535, variance 0. And half of 2^64 - 2 samples at each end of
 * 0..65535: mean 32767.5, variance 32767.5^2 = 1073709056.25. */
GST_START_TEST(sums_beyond_64_bits_are_exact) {
  guint64* counts = g_new0(guint64, 65536);
  GstVideoHistogram* histogram;

  /* Three times this carries out of the lower half of its product. */
  counts[3] = G_GUINT64_CONSTANT(0x55555555ffffffff);
  histogram = make_gray(counts, 65536);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 3.0);
  gst_video_histogram_unref(histogram);
  counts[3] = 0;

  counts[65534] = counts[65535] = G_GUINT64_CONSTANT(1) << 62;
  histogram = make_gray(counts, 65536);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 65534.5);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 0.25);
  gst_video_histogram_unref(histogram);

  counts[65534] = 0;
  counts[65535] = G_MAXUINT64;
  histogram = make_gray(counts, 65536);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 65535.0);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 0.0);
  fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 65535);
  gst_video_histogram_unref(histogram);

  counts[0] = counts[65535] = (G_MAXUINT64 - 1) / 2;
  histogram = make_gray(counts, 65536);
  fail_unless(gst_video_histogram_get_mean(histogram, 0) == 32767.5);
  fail_unless(gst_video_histogram_get_variance(histogram, 0) == 1073709056.25);
  gst_video_histogram_unref(histogram);
  g_free(counts);
}
GST_END_TEST;

/* 2^61 + 1 samples: the median has rank 2^60 + 1, one more than bin 0 has. A double cannot tell
 * these apart. */
GST_START_TEST(a_rank_beyond_the_digits_of_a_double_is_exact) {
  static const guint64 counts[] = {G_GUINT64_CONSTANT(1) << 60, (G_GUINT64_CONSTANT(1) << 60) + 1};
  GstVideoHistogram* histogram = make_gray(counts, 2);

  fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* One sample of 10^12 in the bin beside all others: variance e * (1 - e) with e = 10^-12. */
GST_START_TEST(a_tiny_variance_keeps_its_digits) {
  static const guint64 counts[2][3] = {{0, G_GUINT64_CONSTANT(999999999999), 1},
                                       {1, G_GUINT64_CONSTANT(999999999999), 0}};
  const gdouble expected = 1e-12 * (1.0 - 1e-12);
  guint i;

  for (i = 0; i < 2; i++) {
    GstVideoHistogram* histogram = make_gray(counts[i], 3);
    gdouble variance = gst_video_histogram_get_variance(histogram, 0);

    fail_unless(fabs(variance - expected) <= 1e-12 * expected, "%.17g", variance);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

/* All sums of up to 11 samples of 0..3. The compiler's division rounds correctly. */
GST_START_TEST(a_mean_is_the_double_nearest_to_the_quotient) {
  guint64 samples, sum;

  for (samples = 1; samples <= 11; samples++) {
    for (sum = 0; sum <= 3 * samples; sum++) {
      const guint64 threes = sum / 3, rest = sum % 3, zeros = samples - threes - (rest > 0);
      const guint64 counts[] = {zeros, rest == 1, rest == 2, threes};
      GstVideoHistogram* histogram = make_gray(counts, 4);

      fail_unless(gst_video_histogram_get_mean(histogram, 0) == (gdouble)sum / (gdouble)samples);
      gst_video_histogram_unref(histogram);
    }
  }
}
GST_END_TEST;

GST_START_TEST(a_channel_without_samples_has_no_numbers) {
  static const guint64 counts[4] = {0};
  GstVideoHistogram *empty = make_gray(counts, 4), *other = make_gray(four_samples, 4);
  GError* error = NULL;

  fail_unless_equals_int(gst_video_histogram_get_min(empty, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_max(empty, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_median(empty, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_percentile(empty, 0, 99.0), 0);
  fail_unless(isnan(gst_video_histogram_get_mean(empty, 0)));
  fail_unless(isnan(gst_video_histogram_get_variance(empty, 0)));
  fail_unless(isnan(gst_video_histogram_get_entropy(empty, 0)));
  fail_unless(isnan(gst_video_histogram_get_fraction_at_or_below(empty, 0, 3)));
  fail_unless(isnan(gst_video_histogram_get_fraction_above(empty, 0, 3)));
  fail_unless(isnan(
      gst_video_histogram_compare(empty, other, GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION, &error)));
  fail_unless(error == NULL);
  gst_video_histogram_unref(empty);
  gst_video_histogram_unref(other);
}
GST_END_TEST;

static void check_comparison(const guint64* a_counts, const guint64* b_counts, guint bins,
                             gdouble intersection, gdouble chi_square, gdouble bhattacharyya,
                             gdouble earth_movers) {
  const gdouble expected[] = {intersection, chi_square, bhattacharyya, earth_movers};
  GstVideoHistogram *a = make_gray(a_counts, bins), *b = make_gray(b_counts, bins);
  guint method;

  for (method = 0; method < G_N_ELEMENTS(expected); method++) {
    GError* error = NULL;
    gdouble there =
        gst_video_histogram_compare(a, b, (GstVideoHistogramCompareMethod)method, &error);
    gdouble back =
        gst_video_histogram_compare(b, a, (GstVideoHistogramCompareMethod)method, &error);

    fail_unless(error == NULL);
    fail_unless(there == back, "method %u is not symmetric", method);
    fail_unless_close(there, expected[method]);
  }
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}

/* p = 3/4 1/4, q = 1/4 3/4:
 *   intersection   1/4 + 1/4 = 0.5
 *   chi-square     half of (1/2)^2 / 1 + (1/2)^2 / 1 = 0.25
 *   Bhattacharyya  sqrt(1 - 2 * sqrt(3/16)) = sqrt(1 - sqrt(3) / 2) = 0.366025403784439
 *   earth mover's  |3/4 - 1/4| + |1 - 1| = 0.5 bins
 * The frames' sizes do not matter: b has a thousand times the samples. */
GST_START_TEST(two_distributions_compare_as_worked_out_by_hand) {
  static const guint64 a[] = {3, 1}, b[] = {1000, 3000};

  check_comparison(a, b, 2, 0.5, 0.25, 0.366025403784438647, 0.5);
}
GST_END_TEST;

/* p = 1/2 1/2 0 0, q = 0 1/2 0 1/2:
 *   intersection   1/2
 *   chi-square     half of 1/2 + 0 + 0 + 1/2 = 0.5
 *   Bhattacharyya  sqrt(1 - 1/2) = 0.707106781186548
 *   earth mover's  |1/2 - 0| + |1 - 1/2| + |1 - 1/2| + 0 = 1.5 bins: half of it moves from 0 to 3
 */
GST_START_TEST(the_earth_movers_distance_counts_bins) {
  static const guint64 a[] = {1, 1, 0, 0}, b[] = {0, 1, 0, 1};

  check_comparison(a, b, 4, 0.5, 0.5, 0.707106781186547524, 1.5);
}
GST_END_TEST;

GST_START_TEST(equal_distributions_are_exactly_equal) {
  guint64 a[256], b[256];
  GstVideoHistogram *one, *half;
  guint i;

  for (i = 0; i < 256; i++)
    b[i] = 2 * (a[i] = i * i % 101);
  one = make_gray(a, 256);
  half = make_gray(b, 256);
  fail_unless_close(
      gst_video_histogram_compare(one, half, GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION, NULL), 1.0);
  fail_unless(
      gst_video_histogram_compare(one, half, GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE, NULL) == 0.0);
  fail_unless(gst_video_histogram_compare(one, half, GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA,
                                          NULL) == 0.0);
  fail_unless(gst_video_histogram_compare(one, half, GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS,
                                          NULL) == 0.0);
  gst_video_histogram_unref(one);
  gst_video_histogram_unref(half);
}
GST_END_TEST;

GST_START_TEST(black_against_white_is_as_far_as_can_be) {
  guint64 black[256] = {0}, white[256] = {0};

  black[0] = 100;
  white[255] = 7;
  check_comparison(black, white, 256, 0.0, 1.0, 1.0, 255.0);
}
GST_END_TEST;

/* R: p = 1 0, q = 1 0: earth mover's 0. G: p = 1 0, q = 0 1: 1. The mean is 0.5. */
GST_START_TEST(a_comparison_is_the_mean_over_the_channels) {
  static const gchar* const names[] = {"R", "G", NULL};
  static const guint64 of_a[] = {5, 0, 5, 0}, of_b[] = {5, 0, 0, 5};
  GstVideoHistogram* a = new_alike(GST_VIDEO_FORMAT_RGB, 5, 1, NULL, names, 2, of_a, 4, NULL);
  GstVideoHistogram* b = new_alike(GST_VIDEO_FORMAT_BGR, 1, 5, NULL, names, 2, of_b, 4, NULL);
  const GstVideoHistogramCompareMethod method = GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS;

  fail_unless(gst_video_histogram_compare_channel(a, b, 0, method, NULL) == 0.0);
  fail_unless(gst_video_histogram_compare_channel(a, b, 1, method, NULL) == 1.0);
  fail_unless(gst_video_histogram_compare(a, b, method, NULL) == 0.5);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

static Suite* statistics_suite(void) {
  Suite* suite = suite_create("statistics");
  TCase* tcase = tcase_create("statistics");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, four_samples_have_the_statistics_worked_out_by_hand);
  tcase_add_test(tcase, percentiles_are_of_the_nearest_rank);
  tcase_add_test(tcase, a_percentage_is_taken_as_the_decimal_it_was_written_as);
  tcase_add_test(tcase, fractions_below_and_above_a_bin_make_one);
  tcase_add_test(tcase, a_flat_picture_has_no_variance_and_no_entropy);
  tcase_add_test(tcase, a_ramp_has_the_statistics_of_the_uniform_distribution);
  tcase_add_test(tcase, counts_beyond_32_bits_are_exact);
  tcase_add_test(tcase, sums_beyond_64_bits_are_exact);
  tcase_add_test(tcase, a_rank_beyond_the_digits_of_a_double_is_exact);
  tcase_add_test(tcase, a_tiny_variance_keeps_its_digits);
  tcase_add_test(tcase, a_mean_is_the_double_nearest_to_the_quotient);
  tcase_add_test(tcase, a_channel_without_samples_has_no_numbers);
  tcase_add_test(tcase, two_distributions_compare_as_worked_out_by_hand);
  tcase_add_test(tcase, the_earth_movers_distance_counts_bins);
  tcase_add_test(tcase, equal_distributions_are_exactly_equal);
  tcase_add_test(tcase, black_against_white_is_as_far_as_can_be);
  tcase_add_test(tcase, a_comparison_is_the_mean_over_the_channels);
  return suite;
}

GST_CHECK_MAIN(statistics);
