/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Channels with bins and values of their own, against counts of the values themselves. */

#include "make_histogram.h"

#include <math.h>

/* A channel, and how often each of its values occurs. */
typedef struct {
  GstVideoHistogramChannelInfo info;
  guint n_values;
  guint64* of_value;
} Sampled;

static const GstVideoHistogramChannelInfo channels[] = {
    {"R", 256, 8},        {"G", 4, 8},          {"B", 100, 8},         {"Y", 1024, 10},
    {"Cb", 256, 10},      {"Cr", 999, 12},      {"A", 65536, 16},      {"LUMA", 1, 16},
    {"SAT", 7, 1 + 2, 7}, {"HUE", 360, 9, 360}, {"HUE/7", 52, 9, 360}, {"GRAY", 65535, 16}};
#define N_CHANNELS G_N_ELEMENTS(channels)

/* Value v is in bin b where b <= v * bins / n < b + 1. */
static guint bin_of(const Sampled* sampled, guint value) {
  guint64 product = (guint64)value * sampled->info.bins;
  guint bin = 0;

  while ((guint64)(bin + 1) * sampled->n_values <= product)
    bin++;
  return bin;
}

static Sampled make_sampled(GRand* random, const GstVideoHistogramChannelInfo* info) {
  Sampled sampled = {*info, info->n_values != 0 ? info->n_values : 1u << info->depth};
  guint i;

  sampled.of_value = g_new0(guint64, sampled.n_values);
  for (i = 0; i < 200; i++)
    sampled.of_value[(guint)g_rand_int(random) % sampled.n_values] +=
        (guint)g_rand_int_range(random, 1, 50);
  return sampled;
}

/* All channels in one histogram. */
static GstVideoHistogram* make_all(Sampled sampled[N_CHANNELS]) {
  GRand* random = g_rand_new_with_seed(20240229);
  GArray* counts = g_array_new(FALSE, TRUE, sizeof(guint64));
  GstVideoHistogram* histogram;
  GError* error = NULL;
  guint c, v;

  for (c = 0; c < N_CHANNELS; c++) {
    guint lowest = counts->len;

    sampled[c] = make_sampled(random, &channels[c]);
    g_array_set_size(counts, lowest + channels[c].bins);
    for (v = 0; v < sampled[c].n_values; v++) {
      if (sampled[c].of_value[v] > 0)
        g_array_index(counts, guint64, lowest + bin_of(&sampled[c], v)) += sampled[c].of_value[v];
    }
  }
  histogram = gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, channels, N_CHANNELS,
                                      (guint64*)(gpointer)counts->data, counts->len, &error);
  fail_unless(histogram != NULL, "%s", error != NULL ? error->message : "no error");
  g_array_unref(counts);
  g_rand_free(random);
  return histogram;
}

static void free_all(GstVideoHistogram* histogram, Sampled sampled[N_CHANNELS]) {
  guint c;

  for (c = 0; c < N_CHANNELS; c++)
    g_free(sampled[c].of_value);
  gst_video_histogram_unref(histogram);
}

GST_START_TEST(each_channel_has_bins_and_values_of_its_own) {
  Sampled sampled[N_CHANNELS];
  GstVideoHistogram* histogram = make_all(sampled);
  guint c;

  for (c = 0; c < N_CHANNELS; c++) {
    gsize n_bins = 0, n_cumulative = 0;
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, &n_bins);
    guint64* cumulative = gst_video_histogram_get_cumulative_counts(histogram, c, &n_cumulative);
    guint64 sum = 0;
    guint i;

    fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, c), channels[c].name);
    fail_unless_equals_int(gst_video_histogram_get_bins(histogram, c), channels[c].bins);
    fail_unless_equals_int(gst_video_histogram_get_depth(histogram, c), channels[c].depth);
    fail_unless_equals_int(gst_video_histogram_get_n_values(histogram, c), sampled[c].n_values);
    fail_unless_equals_uint64(n_bins, channels[c].bins);
    fail_unless_equals_uint64(n_cumulative, channels[c].bins);
    for (i = 0; i < n_bins; i++) {
      sum += counts[i];
      fail_unless_equals_uint64(cumulative[i], sum);
    }
    fail_unless_equals_uint64(sum, gst_video_histogram_get_samples(histogram, c));
    g_free(cumulative);
  }
  ASSERT_CRITICAL(gst_video_histogram_get_bins(histogram, N_CHANNELS));
  ASSERT_CRITICAL(gst_video_histogram_get_depth(histogram, N_CHANNELS));
  ASSERT_CRITICAL(gst_video_histogram_get_n_values(histogram, N_CHANNELS));
  free_all(histogram, sampled);
}
GST_END_TEST;

GST_START_TEST(every_value_lies_in_the_bin_that_says_so) {
  Sampled sampled[N_CHANNELS];
  GstVideoHistogram* histogram = make_all(sampled);
  guint c, v, lowest = 7, highest = 7;

  for (c = 0; c < N_CHANNELS; c++) {
    const guint n = sampled[c].n_values, step = n > 4096 ? 61 : 1;
    guint bin, next = 0;

    for (bin = 0; bin < channels[c].bins; bin++) {
      fail_unless(gst_video_histogram_get_bin_values(histogram, c, bin, &lowest, &highest));
      fail_unless_equals_int(lowest, next); /* no gap, and none is empty */
      fail_unless(highest >= lowest);
      next = highest + 1;
    }
    fail_unless_equals_int(next, n);
    for (v = 0; v < n; v += step) {
      bin = gst_video_histogram_find_bin(histogram, c, v);
      fail_unless_equals_int(bin, bin_of(&sampled[c], v));
      if (channels[c].n_values == 0)
        fail_unless_equals_int(bin, ((guint64)v * channels[c].bins) >> channels[c].depth);
      gst_video_histogram_get_bin_values(histogram, c, bin, &lowest, &highest);
      fail_unless(lowest <= v && v <= highest);
    }
    fail_unless_equals_int(gst_video_histogram_find_bin(histogram, c, n), channels[c].bins - 1);
    fail_unless_equals_int(gst_video_histogram_find_bin(histogram, c, G_MAXUINT),
                           channels[c].bins - 1);
    fail_if(gst_video_histogram_get_bin_values(histogram, c, channels[c].bins, &lowest, &highest));
    fail_unless(lowest == 0 && highest == 0);
    fail_if(gst_video_histogram_get_bin_values(histogram, c, G_MAXUINT, NULL, NULL));
  }
  free_all(histogram, sampled);
}
GST_END_TEST;

/* Each sample is taken as the centre of its bin, in halves of a value: exact integers of fewer than
 * 53 bits, so that there is one right double. */
GST_START_TEST(numbers_in_values_are_those_of_the_centres_of_bins) {
  Sampled sampled[N_CHANNELS];
  GstVideoHistogram* histogram = make_all(sampled);
  guint c, v;

  for (c = 0; c < N_CHANNELS; c++) {
    const guint n = sampled[c].n_values;
    const guint64* of_value = sampled[c].of_value;
    const gboolean exact = channels[c].bins == n;
    guint64 samples = 0, half = 0, below = 0;
    guint lowest, highest, low = n, high = 0;
    long double mean, variance = 0;
    gdouble median = -1;

    for (v = 0; v < n; v++) {
      if (of_value[v] == 0)
        continue;
      gst_video_histogram_get_bin_values(histogram, c, bin_of(&sampled[c], v), &lowest, &highest);
      samples += of_value[v];
      half += of_value[v] * (lowest + highest);
      low = MIN(low, exact ? v : lowest);
      high = MAX(high, exact ? v : highest);
    }
    mean = half / 2.0L / samples;
    for (v = 0; v < n; v++) {
      if (of_value[v] == 0)
        continue;
      gst_video_histogram_get_bin_values(histogram, c, bin_of(&sampled[c], v), &lowest, &highest);
      variance +=
          of_value[v] * ((lowest + highest) / 2.0L - mean) * ((lowest + highest) / 2.0L - mean);
      below += of_value[v];
      if (median < 0 && 2 * below >= samples)
        median = (lowest + highest) / 2.0;
    }
    variance /= samples;
    fail_unless_equals_int(gst_video_histogram_get_min_value(histogram, c), low);
    fail_unless_equals_int(gst_video_histogram_get_max_value(histogram, c), high);
    fail_unless(fabsl(gst_video_histogram_get_mean_value(histogram, c) - mean) <=
                ldexpl(fabsl(mean), -51));
    fail_unless(fabsl(gst_video_histogram_get_variance_value(histogram, c) - variance) <=
                ldexpl(variance, -50));
    fail_unless(gst_video_histogram_get_median_value(histogram, c) == median);
    fail_unless(gst_video_histogram_get_percentile_value(histogram, c, 50.0) == median);
    if (exact) {
      fail_unless(gst_video_histogram_get_mean_value(histogram, c) ==
                  gst_video_histogram_get_mean(histogram, c));
      fail_unless(gst_video_histogram_get_variance_value(histogram, c) ==
                  gst_video_histogram_get_variance(histogram, c));
      fail_unless(gst_video_histogram_get_percentile_value(histogram, c, 30.0) ==
                  gst_video_histogram_get_percentile(histogram, c, 30.0));
    }
  }
  free_all(histogram, sampled);
}
GST_END_TEST;

/* 16 bits, 2 bins of 32768 values: centres 16383.5 and 49151.5, 2^63 samples each but one.
 * mean 32767.5 - 16384 / (2^64 - 1) ~ 32767.5, variance 16384^2. */
GST_START_TEST(numbers_in_values_do_not_overflow) {
  static const GstVideoHistogramChannelInfo info = {"Y", 2, 16};
  static const guint64 counts[] = {G_GUINT64_CONSTANT(1) << 63, (G_GUINT64_CONSTANT(1) << 63) - 1};
  GstVideoHistogram* histogram =
      gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, &info, 1, counts, 2, NULL);

  fail_unless(gst_video_histogram_get_mean_value(histogram, 0) == 32767.5);
  fail_unless(gst_video_histogram_get_variance_value(histogram, 0) == 16384.0 * 16384.0);
  fail_unless(gst_video_histogram_get_median_value(histogram, 0) == 16383.5);
  fail_unless_equals_int(gst_video_histogram_get_min_value(histogram, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_max_value(histogram, 0), 65535);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_bin_is_outside_if_all_its_values_are) {
  Sampled sampled[N_CHANNELS];
  GstVideoHistogram* histogram = make_all(sampled);
  guint c, v, i;

  for (c = 0; c < N_CHANNELS; c++) {
    const guint n = sampled[c].n_values;
    const guint limits[][2] = {
        {0, n - 1},     {1, n - 2}, {n / 3, n / 2}, {n / 2, n / 2},     {0, 0},
        {n - 1, n - 1}, {n, n + 5}, {5, 4},         {n / 4, G_MAXUINT}, {16, 235}};

    for (i = 0; i < G_N_ELEMENTS(limits); i++) {
      guint64 samples = 0, outside = 0;

      for (v = 0; v < n; v++) {
        guint lowest, highest;

        if (sampled[c].of_value[v] == 0)
          continue;
        gst_video_histogram_get_bin_values(histogram, c, bin_of(&sampled[c], v), &lowest, &highest);
        samples += sampled[c].of_value[v];
        if (highest < limits[i][0] || lowest > limits[i][1] || limits[i][1] < limits[i][0])
          outside += sampled[c].of_value[v];
      }
      fail_unless(
          gst_video_histogram_get_fraction_outside(histogram, c, limits[i][0], limits[i][1]) ==
              (gdouble)outside / (gdouble)samples,
          "channel %u, limits %u", c, i);
    }
  }
  free_all(histogram, sampled);
}
GST_END_TEST;

/* ITU-R BT.2100 of 10 and 12 bits: 64..940 and 64..960, 256..3760 and 256..3840. */
GST_START_TEST(legal_values_follow_the_caps_the_channel_and_its_depth) {
  static const struct {
    GstVideoFormat format;
    GstVideoColorRange range;
    GstVideoHistogramChannelInfo info;
    gboolean limited;
    guint lowest, highest;
    GstVideoColorMatrix matrix;
  } cases[] = {
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_16_235, {"Y", 256, 8}, TRUE, 16, 235},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_16_235, {"Cb", 256, 8}, TRUE, 16, 240},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_16_235, {"Cr", 64, 8}, TRUE, 16, 240},
      {GST_VIDEO_FORMAT_I420_10LE, GST_VIDEO_COLOR_RANGE_16_235, {"Y", 256, 10}, TRUE, 64, 940},
      {GST_VIDEO_FORMAT_I420_10LE, GST_VIDEO_COLOR_RANGE_16_235, {"Cb", 9, 10}, TRUE, 64, 960},
      {GST_VIDEO_FORMAT_I420_12LE, GST_VIDEO_COLOR_RANGE_16_235, {"Y", 1, 12}, TRUE, 256, 3760},
      {GST_VIDEO_FORMAT_I420_12LE, GST_VIDEO_COLOR_RANGE_16_235, {"Cr", 4096, 12}, TRUE, 256, 3840},
      {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_COLOR_RANGE_16_235, {"GRAY", 256, 8}, TRUE, 16, 235},
      {GST_VIDEO_FORMAT_RGB, GST_VIDEO_COLOR_RANGE_16_235, {"R", 256, 8}, TRUE, 16, 235},
      {GST_VIDEO_FORMAT_RGB, GST_VIDEO_COLOR_RANGE_16_235, {"MAXRGB", 256, 8}, TRUE, 16, 235},
      {GST_VIDEO_FORMAT_UNKNOWN, GST_VIDEO_COLOR_RANGE_16_235, {"B", 256, 8}, TRUE, 16, 235},
      /* The sum of frames of two Y'CbCr formats. */
      {GST_VIDEO_FORMAT_UNKNOWN,
       GST_VIDEO_COLOR_RANGE_16_235,
       {"MAXRGB", 256, 8},
       FALSE,
       0,
       255,
       GST_VIDEO_COLOR_MATRIX_BT709},
      {GST_VIDEO_FORMAT_RGBA, GST_VIDEO_COLOR_RANGE_16_235, {"A", 256, 8}, FALSE, 0, 255},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_16_235, {"R", 256, 8}, FALSE, 0, 255},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_16_235, {"HUE", 360, 9, 360}, FALSE, 0, 359},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_16_235, {"Y", 16, 7}, FALSE, 0, 127},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_0_255, {"Y", 256, 8}, FALSE, 0, 255},
      {GST_VIDEO_FORMAT_I420, GST_VIDEO_COLOR_RANGE_UNKNOWN, {"Y", 256, 8}, FALSE, 0, 255},
      {GST_VIDEO_FORMAT_I420,
       GST_VIDEO_COLOR_RANGE_UNKNOWN,
       {"Y", 256, 8},
       TRUE,
       16,
       235,
       GST_VIDEO_COLOR_MATRIX_BT709},
      {GST_VIDEO_FORMAT_GRAY8,
       GST_VIDEO_COLOR_RANGE_UNKNOWN,
       {"GRAY", 256, 8},
       FALSE,
       0,
       255,
       GST_VIDEO_COLOR_MATRIX_BT709},
      {GST_VIDEO_FORMAT_RGB,
       GST_VIDEO_COLOR_RANGE_UNKNOWN,
       {"R", 256, 8},
       FALSE,
       0,
       255,
       GST_VIDEO_COLOR_MATRIX_RGB},
      {GST_VIDEO_FORMAT_RGB, GST_VIDEO_COLOR_RANGE_0_255, {"G", 256, 8}, FALSE, 0, 255}};
  guint i, v;

  for (i = 0; i < G_N_ELEMENTS(cases); i++) {
    const GstVideoColorimetry colorimetry = {cases[i].range, cases[i].matrix};
    const guint bins = cases[i].info.bins;
    guint64 *counts = g_new(guint64, bins), outside = 0, samples = 0;
    guint lowest = 7, highest = 7;
    GstVideoHistogram* histogram;

    for (v = 0; v < bins; v++)
      counts[v] = v + 1;
    histogram = gst_video_histogram_new(cases[i].format, 2, 2, &colorimetry, &cases[i].info, 1,
                                        counts, bins, NULL);
    fail_unless(histogram != NULL);
    fail_unless_equals_int(gst_video_histogram_get_legal_values(histogram, 0, &lowest, &highest),
                           cases[i].limited);
    fail_unless_equals_int(lowest, cases[i].lowest);
    fail_unless_equals_int(highest, cases[i].highest);
    for (v = 0; v < bins; v++) {
      guint low, high;

      gst_video_histogram_get_bin_values(histogram, 0, v, &low, &high);
      samples += counts[v];
      if (high < cases[i].lowest || low > cases[i].highest)
        outside += counts[v];
    }
    fail_unless(gst_video_histogram_get_fraction_outside_legal(histogram, 0) ==
                (gdouble)outside / (gdouble)samples);
    fail_unless_equals_int(outside == 0, !cases[i].limited || bins < 16);
    gst_video_histogram_unref(histogram);
    g_free(counts);
  }
}
GST_END_TEST;

GST_START_TEST(a_channel_without_samples_has_no_values) {
  static const guint64 counts[4] = {0};
  GstVideoHistogram *histogram = make_gray(counts, 4), *failed = make_pending();
  guint i;

  gst_video_histogram_producer()->set_error(failed, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no count");
  for (i = 0; i < 2; i++) {
    GstVideoHistogram* each = i == 0 ? histogram : failed;

    fail_unless_equals_int(gst_video_histogram_get_min_value(each, 0), 0);
    fail_unless_equals_int(gst_video_histogram_get_max_value(each, 0), 0);
    fail_unless(isnan(gst_video_histogram_get_mean_value(each, 0)));
    fail_unless(isnan(gst_video_histogram_get_variance_value(each, 0)));
    fail_unless(isnan(gst_video_histogram_get_median_value(each, 0)));
    fail_unless(isnan(gst_video_histogram_get_percentile_value(each, 0, 90.0)));
    fail_unless(isnan(gst_video_histogram_get_fraction_outside(each, 0, 1, 2)));
    fail_unless(isnan(gst_video_histogram_get_fraction_outside_legal(each, 0)));
    fail_unless_equals_int(gst_video_histogram_find_bin(each, 0, 255), 3);
  }
  fail_unless(gst_video_histogram_get_cumulative_counts(failed, 0, NULL) == NULL);
  gst_video_histogram_unref(histogram);
  gst_video_histogram_unref(failed);
}
GST_END_TEST;

GST_START_TEST(channels_that_cannot_be_are_refused) {
  static const GstVideoHistogramChannelInfo bad[] = {
      {NULL, 4, 8}, {"Y", 0, 8},    {"Y", 257, 8},    {"Y", 1, 0},          {"Y", 4, 17},
      {"Y", 4, 32}, {"Y", 4, 8, 3}, {"Y", 4, 8, 257}, {"HUE", 361, 9, 360}, {"Y", 4, G_MAXUINT}};
  static const guint64 counts[512] = {0};
  GError* error = NULL;
  guint i;

  for (i = 0; i < G_N_ELEMENTS(bad); i++) {
    GstVideoHistogramChannelInfo pair[] = {{"A", 4, 8}, bad[i]};

    fail_unless(gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, pair, 2, counts,
                                        4 + (gsize)bad[i].bins, &error) == NULL);
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "channel");
  }
}
GST_END_TEST;

GST_START_TEST(channels_that_differ_in_anything_do_not_add) {
  static const GstVideoHistogramChannelInfo infos[] = {
      {"Y", 4, 8}, {"Y", 4, 10}, {"Y", 5, 8}, {"Y", 4, 8, 200}, {"Cb", 4, 8}};
  static const guint64 counts[5] = {1, 2, 3, 4, 5};
  GstVideoHistogram* histograms[G_N_ELEMENTS(infos)];
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS(infos); i++)
    histograms[i] = gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, &infos[i], 1,
                                            counts, infos[i].bins, NULL);
  for (i = 0; i < G_N_ELEMENTS(infos); i++) {
    for (k = 0; k < G_N_ELEMENTS(infos); k++) {
      GError* error = NULL;
      GstVideoHistogram* sum = gst_video_histogram_add(histograms[i], histograms[k], &error);

      fail_unless_equals_int(sum != NULL, i == k);
      if (sum == NULL)
        fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "add");
      else
        gst_video_histogram_unref(sum);
    }
  }
  for (i = 0; i < G_N_ELEMENTS(infos); i++)
    gst_video_histogram_unref(histograms[i]);
}
GST_END_TEST;

GST_START_TEST(a_sum_knows_how_many_frames_it_is_of) {
  GstVideoHistogram *one = make_rgb(), *two = gst_video_histogram_add(one, one, NULL),
                    *three = gst_video_histogram_add(two, one, NULL), *total;
  guint i;

  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(one), 1);
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(two), 2);
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(three), 3);
  total = gst_video_histogram_ref(one);
  for (i = 0; i < 5; i++) /* the lowest makes a sum, the others add to it in place */
    fail_unless(gst_video_histogram_producer()->accumulate(&total, three));
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(total), 16);
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(one), 1);
  gst_video_histogram_unref(total);
  gst_video_histogram_unref(three);
  gst_video_histogram_unref(two);
  gst_video_histogram_unref(one);
}
GST_END_TEST;

GST_START_TEST(the_library_says_its_version) {
  guint major = 99, minor = 99, micro = 99;

  gst_video_histogram_version(&major, &minor, &micro);
  fail_unless_equals_int(major, GST_VIDEO_HISTOGRAM_VERSION_MAJOR);
  fail_unless_equals_int(minor, GST_VIDEO_HISTOGRAM_VERSION_MINOR);
  fail_unless_equals_int(micro, GST_VIDEO_HISTOGRAM_VERSION_MICRO);
  gst_video_histogram_version(NULL, NULL, NULL);
  fail_unless(GST_VIDEO_HISTOGRAM_CHECK_VERSION(0, 0, 0));
  fail_unless(GST_VIDEO_HISTOGRAM_CHECK_VERSION(0, 1, 0));
  fail_if(GST_VIDEO_HISTOGRAM_CHECK_VERSION(0, 1, 1000));
  fail_if(GST_VIDEO_HISTOGRAM_CHECK_VERSION(0, 1000, 0));
  fail_if(GST_VIDEO_HISTOGRAM_CHECK_VERSION(1, 0, 0));
}
GST_END_TEST;

static Suite* values_suite(void) {
  Suite* suite = suite_create("values");
  TCase* tcase = tcase_create("values");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, each_channel_has_bins_and_values_of_its_own);
  tcase_add_test(tcase, every_value_lies_in_the_bin_that_says_so);
  tcase_add_test(tcase, numbers_in_values_are_those_of_the_centres_of_bins);
  tcase_add_test(tcase, numbers_in_values_do_not_overflow);
  tcase_add_test(tcase, a_bin_is_outside_if_all_its_values_are);
  tcase_add_test(tcase, legal_values_follow_the_caps_the_channel_and_its_depth);
  tcase_add_test(tcase, a_channel_without_samples_has_no_values);
  tcase_add_test(tcase, channels_that_cannot_be_are_refused);
  tcase_add_test(tcase, channels_that_differ_in_anything_do_not_add);
  tcase_add_test(tcase, a_sum_knows_how_many_frames_it_is_of);
  tcase_add_test(tcase, the_library_says_its_version);
  return suite;
}

GST_CHECK_MAIN(values);
