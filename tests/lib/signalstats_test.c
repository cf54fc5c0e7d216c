/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The figures of signalstats against values worked out by hand, one rule at a time. */

#include "make_histogram.h"

#include <math.h>

enum { MAX_VALUES = 4096 };

/* A sample value and how often it occurs. */
typedef struct {
  guint value;
  guint64 count;
} Run;

/* A channel of 8 bits, or HUE with 360 values, that counts `runs`; a count of 0 ends them. */
typedef struct {
  const gchar* name;
  Run runs[6];
} Counted;

static guint values_of(const gchar* name) {
  return strcmp(name, "HUE") == 0 ? 360 : 256;
}

static GstVideoHistogram* make_counted(const Counted* channels, guint n_channels) {
  GstVideoHistogramChannelInfo infos[8] = {{NULL}};
  guint64 counts[MAX_VALUES] = {0};
  gsize first = 0;
  guint c, i;
  GError* error = NULL;
  GstVideoHistogram* histogram;

  for (c = 0; c < n_channels; c++) {
    const guint values = values_of(channels[c].name);
    GstVideoHistogramChannelInfo info = {channels[c].name, values, values == 360 ? 9 : 8, values};

    infos[c] = info;
    for (i = 0; channels[c].runs[i].count > 0; i++)
      counts[first + channels[c].runs[i].value] += channels[c].runs[i].count;
    first += values;
  }
  histogram = gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, infos, n_channels,
                                      counts, first, &error);
  fail_unless(histogram != NULL, "%s", error != NULL ? error->message : "no error");
  return histogram;
}

static GstVideoHistogramSignalStats figures_of(GstVideoHistogram* histogram) {
  GstVideoHistogramSignalStats stats;
  GError* error = NULL;

  fail_unless(gst_video_histogram_get_signalstats(histogram, &stats, &error));
  fail_unless(error == NULL);
  return stats;
}

static GstVideoHistogramSignalStats figures_of_counted(const Counted* channels, guint n_channels) {
  GstVideoHistogram* histogram = make_counted(channels, n_channels);
  GstVideoHistogramSignalStats stats = figures_of(histogram);

  gst_video_histogram_unref(histogram);
  return stats;
}

/* The number of figures that exist. */
static guint count_figures(const GstVideoHistogramSignalStats* stats) {
  const gdouble* figures = &stats->y_min;
  const guint n = G_STRUCT_OFFSET(GstVideoHistogramSignalStats, _gst_reserved) / sizeof(gdouble);
  guint exist = 0, i;

  fail_unless_equals_int(n, 31);
  for (i = 0; i < n; i++)
    exist += !isnan(figures[i]);
  return exist;
}

/* 10 samples: 10 % is rank 1, 90 % rank 9. Cumulative counts 1, 3, 8, 9, 10. */
GST_START_TEST(every_channel_has_its_own_figures) {
  static const Counted channels[] = {
      {"Y", {{16, 1}, {17, 2}, {20, 5}, {200, 1}, {235, 1}}},
      {"Cb", {{100, 1}, {128, 3}}},
      {"Cr", {{3, 11}, {5, 9}}},
      {"SAT", {{0, 2}, {181, 2}}},
      {"HUE", {{0, 1}, {90, 1}, {180, 1}, {359, 1}}},
      {"DIFF-Y", {{0, 9}, {5, 1}}},
      {"DIFF-Cb", {{1, 1}, {2, 3}}},
      {"DIFF-Cr", {{255, 4}}},
  };
  const GstVideoHistogramSignalStats s = figures_of_counted(channels, 8);

  fail_unless(s.y_min == 16 && s.y_low == 16 && s.y_high == 200 && s.y_max == 235);
  /* (16 + 34 + 100 + 200 + 235) / 10 */
  fail_unless(s.y_average == 58.5);
  /* 16 = 10000, 17 = 10001, 20 = 10100, 200 = 11001000, 235 = 11101011 */
  fail_unless(s.y_bit_depth == 8);
  /* 4 samples: 10 % is rank 0, 90 % is 3.6, rank 4. (100 + 384) / 4 */
  fail_unless(s.u_min == 100 && s.u_low == 0 && s.u_high == 128 && s.u_max == 128);
  fail_unless(s.u_average == 121.0);
  /* 100 = 1100100, 128 = 10000000 */
  fail_unless(s.u_bit_depth == 4);
  /* 20 samples: ranks 2 and 18. (33 + 45) / 20. 3 = 11, 5 = 101 */
  fail_unless(s.v_min == 3 && s.v_low == 3 && s.v_high == 5 && s.v_max == 5);
  fail_unless(s.v_average == 3.9 && s.v_bit_depth == 3);
  fail_unless(s.sat_min == 0 && s.sat_low == 0 && s.sat_high == 181 && s.sat_max == 181);
  fail_unless(s.sat_average == 90.5);
  /* The third of 4; 629 / 4. */
  fail_unless(s.hue_median == 180 && s.hue_average == 157.25);
  fail_unless(s.y_difference == 0.5 && s.u_difference == 1.75 && s.v_difference == 255.0);
  fail_unless_equals_int(count_figures(&s), 28);
}
GST_END_TEST;

/* n / 10 and n * 9 / 10, halves to even: 5 -> 0 (0.5) and 4 (4.5), 15 -> 2 (1.5) and 14 (13.5). */
GST_START_TEST(ranks_of_percentiles_round_halves_to_even) {
  static const struct {
    guint samples, low, high;
  } ranks[] = {{1, 0, 1},    {2, 0, 2},    {3, 0, 3},   {4, 0, 4},   {5, 0, 4},   {6, 1, 5},
               {7, 1, 6},    {8, 1, 7},    {9, 1, 8},   {10, 1, 9},  {11, 1, 10}, {14, 1, 13},
               {15, 2, 14},  {16, 2, 14},  {24, 2, 22}, {25, 2, 22}, {26, 3, 23}, {34, 3, 31},
               {35, 4, 32},  {44, 4, 40},  {45, 4, 40}, {46, 5, 41}, {54, 5, 49}, {55, 6, 50},
               {99, 10, 89}, {101, 10, 91}};
  guint i, v;

  for (i = 0; i < G_N_ELEMENTS(ranks); i++) {
    /* One sample of each value from 1 on, so the value at a rank is the rank, and rank 0 is 0. */
    guint64 counts[256] = {0};
    GstVideoHistogram* histogram;
    GstVideoHistogramSignalStats stats;

    for (v = 1; v <= ranks[i].samples; v++)
      counts[v] = 1;
    histogram = make_gray(counts, 256);
    stats = figures_of(histogram);
    fail_unless(stats.y_low == ranks[i].low && stats.y_high == ranks[i].high,
                "%u samples: %g and %g, not %u and %u", ranks[i].samples, stats.y_low, stats.y_high,
                ranks[i].low, ranks[i].high);
    fail_unless(stats.y_min == 1 && stats.y_max == ranks[i].samples);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

/* 2^64 - 1 = 10 * 1844674407370955161 + 5 samples: 10 % ends in 1.5 and is rounded to ...162, 90 %
 * is 16602069666338596453.5 and is rounded to ...454. A double holds neither. */
GST_START_TEST(ranks_of_large_sums_are_exact) {
  static const guint64 low = G_GUINT64_CONSTANT(1844674407370955162);
  static const guint64 high = G_GUINT64_CONSTANT(16602069666338596454);
  guint below;

  for (below = 0; below < 2; below++) {
    const Counted y = {"Y",
                       {{10, low - below}, {20, high - low}, {30, G_MAXUINT64 - high + below}}};
    const GstVideoHistogramSignalStats stats = figures_of_counted(&y, 1);

    fail_unless(stats.y_low == (below ? 20 : 10), "%u: %g", below, stats.y_low);
    fail_unless(stats.y_high == (below ? 30 : 20), "%u: %g", below, stats.y_high);
    fail_unless(stats.y_min == 10 && stats.y_max == 30);
  }
}
GST_END_TEST;

GST_START_TEST(a_flat_frame_has_one_value) {
  static const Counted channels[] = {
      {"Y", {{126, 5000 * 4000}}}, {"SAT", {{0, 100}}}, {"HUE", {{180, 100}}}};
  const GstVideoHistogramSignalStats s = figures_of_counted(channels, 3);

  fail_unless(s.y_min == 126 && s.y_low == 126 && s.y_average == 126.0 && s.y_high == 126 &&
              s.y_max == 126);
  fail_unless(s.y_bit_depth == 6);
  fail_unless(s.sat_max == 0 && s.sat_average == 0.0);
  fail_unless(s.hue_median == 180 && s.hue_average == 180.0);
}
GST_END_TEST;

/* The cumulative count exceeds floor(n / 2): 3 of 5, 3 of 4, 2 of 3, 2 of 2, 1 of 1. */
GST_START_TEST(the_median_of_the_hue_is_the_upper_one) {
  static const struct {
    Counted hue;
    guint median;
  } cases[] = {
      {{"HUE", {{10, 2}, {20, 3}}}, 20}, {{"HUE", {{10, 3}, {20, 2}}}, 10},
      {{"HUE", {{10, 2}, {20, 2}}}, 20}, {{"HUE", {{10, 1}, {20, 2}}}, 20},
      {{"HUE", {{10, 2}, {20, 1}}}, 10}, {{"HUE", {{10, 1}, {20, 1}}}, 20},
      {{"HUE", {{359, 1}}}, 359},        {{"HUE", {{0, 7}}}, 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++) {
    const GstVideoHistogramSignalStats stats = figures_of_counted(&cases[i].hue, 1);

    fail_unless(stats.hue_median == cases[i].median, "case %u: %g", i, stats.hue_median);
  }
}
GST_END_TEST;

GST_START_TEST(what_the_histogram_lacks_is_nan) {
  static const Counted channels[] = {{"SAT", {{3, 10}}},  {"R", {{1, 10}}}, {"DIFF-Cr", {{2, 10}}},
                                     {"LUMA", {{1, 10}}}, {"Cb", {{0}}},    {"HUE", {{0}}},
                                     {"DIFF-Y", {{0}}}};
  const GstVideoHistogramSignalStats s = figures_of_counted(channels, 7);

  fail_unless(s.sat_min == 3 && s.sat_low == 3 && s.sat_average == 3.0 && s.sat_high == 3 &&
              s.sat_max == 3);
  fail_unless(s.v_difference == 2.0);
  fail_unless_equals_int(count_figures(&s), 6);
}
GST_END_TEST;

GST_START_TEST(an_empty_region_has_no_figures) {
  static const Counted channels[] = {{"Y", {{0}}}, {"Cb", {{0}}}, {"Cr", {{0}}}};
  const GstVideoHistogramSignalStats stats = figures_of_counted(channels, 3);

  fail_unless_equals_int(count_figures(&stats), 0);
}
GST_END_TEST;

GST_START_TEST(gray_stands_in_for_y) {
  static const Counted channels[] = {{"GRAY", {{7, 10}}}, {"DIFF-GRAY", {{1, 10}}}};
  const GstVideoHistogramSignalStats s = figures_of_counted(channels, 2);

  fail_unless(s.y_min == 7 && s.y_low == 7 && s.y_average == 7.0 && s.y_high == 7 && s.y_max == 7);
  fail_unless(s.y_bit_depth == 3 && s.y_difference == 1.0);
  fail_unless_equals_int(count_figures(&s), 7);
}
GST_END_TEST;

/* Frames of 10 and 30 samples; only the second has a difference. 40 samples: ranks 4 and 36. */
GST_START_TEST(a_sum_has_the_figures_of_all_samples) {
  static const Counted first[] = {{"Y", {{10, 10}}}, {"DIFF-Y", {{0}}}};
  static const Counted second[] = {{"Y", {{20, 28}, {30, 2}}}, {"DIFF-Y", {{8, 15}, {10, 15}}}};
  GstVideoHistogram *a = make_counted(first, 2), *b = make_counted(second, 2);
  GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);
  const GstVideoHistogramSignalStats s = figures_of(sum);

  fail_unless(s.y_min == 10 && s.y_low == 10 && s.y_high == 20 && s.y_max == 30);
  /* (100 + 560 + 60) / 40 */
  fail_unless(s.y_average == 18.0);
  fail_unless(s.y_difference == 9.0);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

static void fail_unless_refused(GstVideoHistogram* histogram, GstVideoHistogramError code,
                                const gchar* text) {
  GstVideoHistogramSignalStats stats = {0};
  GError* error = NULL;

  fail_if(gst_video_histogram_get_signalstats(histogram, &stats, &error));
  fail_unless(error != NULL && strstr(error->message, text) != NULL, "no \"%s\" in \"%s\"", text,
              error != NULL ? error->message : "");
  fail_unless_error(&error, code, text);
  fail_unless_equals_int(count_figures(&stats), 0);
  fail_if(gst_video_histogram_get_signalstats(histogram, &stats, NULL));
}

GST_START_TEST(every_channel_needs_one_bin_per_value) {
  static const gchar* const used[] = {"Y",   "GRAY",   "Cb",        "Cr",      "SAT",
                                      "HUE", "DIFF-Y", "DIFF-GRAY", "DIFF-Cb", "DIFF-Cr"};
  guint64 counts[1024] = {0};
  guint i;

  for (i = 0; i < G_N_ELEMENTS(used); i++) {
    const guint values = strcmp(used[i], "HUE") == 0 ? 360 : 1024;
    const GstVideoHistogramChannelInfo info = {used[i], 256, 10, values};
    GstVideoHistogram* histogram =
        gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, &info, 1, counts, 256, NULL);

    fail_unless_refused(histogram, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "bins=0");
    fail_unless_refused(histogram, GST_VIDEO_HISTOGRAM_ERROR_INVALID, used[i]);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

GST_START_TEST(other_channels_may_have_any_bins) {
  static const GstVideoHistogramChannelInfo infos[] = {{"Y", 2, 1}, {"R", 1, 8}, {"RANGE", 2, 8}};
  static const guint64 counts[] = {1, 3, 4, 2, 2};
  GstVideoHistogram* histogram =
      gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, infos, 3, counts, 5, NULL);

  fail_unless(figures_of(histogram).y_average == 0.75);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_hue_is_in_degrees) {
  static const GstVideoHistogramChannelInfo info = {"HUE", 256, 8};
  static const guint64 counts[256] = {1};
  GstVideoHistogram* histogram =
      gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, 0, 0, NULL, &info, 1, counts, 256, NULL);

  fail_unless_refused(histogram, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "360");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_histogram_without_any_of_the_channels_is_refused) {
  GstVideoHistogram* histogram = make_rgb();

  fail_unless_refused(histogram, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "channels=y+cb+cr");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_failed_histogram_gives_its_reason) {
  static const gchar* const y[] = {"Y", NULL};
  GstVideoHistogram* histogram = new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 2, 2, NULL, y, 256);

  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                            "unplugged");
  fail_unless_refused(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "unplugged");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(wrong_pointers_are_criticals) {
  static const guint64 counts[2] = {1, 1};
  GstVideoHistogram* histogram = make_gray(counts, 2);
  GstVideoHistogramSignalStats stats = {0};

  ASSERT_CRITICAL(gst_video_histogram_get_signalstats(histogram, NULL, NULL));
  ASSERT_CRITICAL(gst_video_histogram_get_signalstats(NULL, &stats, NULL));
  fail_unless_equals_int(count_figures(&stats), 0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* signalstats_suite(void) {
  Suite* suite = suite_create("signalstats");
  TCase* tcase = tcase_create("signalstats");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, every_channel_has_its_own_figures);
  tcase_add_test(tcase, ranks_of_percentiles_round_halves_to_even);
  tcase_add_test(tcase, ranks_of_large_sums_are_exact);
  tcase_add_test(tcase, a_flat_frame_has_one_value);
  tcase_add_test(tcase, the_median_of_the_hue_is_the_upper_one);
  tcase_add_test(tcase, what_the_histogram_lacks_is_nan);
  tcase_add_test(tcase, an_empty_region_has_no_figures);
  tcase_add_test(tcase, gray_stands_in_for_y);
  tcase_add_test(tcase, a_sum_has_the_figures_of_all_samples);
  tcase_add_test(tcase, every_channel_needs_one_bin_per_value);
  tcase_add_test(tcase, other_channels_may_have_any_bins);
  tcase_add_test(tcase, a_hue_is_in_degrees);
  tcase_add_test(tcase, a_histogram_without_any_of_the_channels_is_refused);
  tcase_add_test(tcase, a_failed_histogram_gives_its_reason);
  tcase_add_test(tcase, wrong_pointers_are_criticals);
  return suite;
}

GST_CHECK_MAIN(signalstats);
