/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The light of a histogram against values of the standards. */

#include "make_light.h"

#include <math.h>

static gdouble pq_light(guint code) {
  return light_of_value(GST_VIDEO_FORMAT_I420_10LE, &pq_limited, 12, 0, code, 0);
}

/* Light and PQ codes of 12 bits as mastering metadata has them (SMPTE ST 2086 and Dolby Vision). */
GST_START_TEST(pq_codes_of_12_bits_have_the_light_that_metadata_gives_them) {
  static const struct {
    guint code;
    gdouble nits;
  } published[] = {{7, 0.0001}, {62, 0.005},  {614, 1},     {2081, 100}, {2378, 203},
                   {2851, 600}, {3079, 1000}, {3388, 2000}, {3696, 4000}};
  guint i;

  fail_unless(pq_light(0) == 0.0);
  fail_unless_near(pq_light(4095), 10000, 1e-9);
  for (i = 0; i < G_N_ELEMENTS(published); i++)
    fail_unless(pq_light(published[i].code - 1) < published[i].nits &&
                    published[i].nits < pq_light(published[i].code + 1),
                "code %u: %g", published[i].code, pq_light(published[i].code));
}
GST_END_TEST;

/* Solutions of the equation of SMPTE ST 2084 to 7 digits. */
GST_START_TEST(pq_signals_have_the_light_of_st_2084) {
  static const struct {
    gdouble signal, nits;
  } published[] = {{0.1499458, 1},    {0.5080784, 100},  {0.5806889, 203},
                   {0.7518271, 1000}, {0.9025724, 4000}, {1, 10000}};
  guint i;

  for (i = 0; i < G_N_ELEMENTS(published); i++)
    fail_unless_near(light_of_signal(&pq_limited, published[i].signal, 0), published[i].nits,
                     2e-4 * published[i].nits);
}
GST_END_TEST;

/* ITU-R BT.2408, table 1: levels in percent of the signal, and nits on a display of 1000 nits, all
 * rounded to whole numbers. */
GST_START_TEST(levels_of_bt_2408_have_their_light) {
  static const struct {
    guint nits, pq, hlg;
  } published[] = {{26, 38, 38}, {162, 56, 71}, {179, 57, 73}, {203, 58, 75}};
  guint i;

  for (i = 0; i < G_N_ELEMENTS(published); i++) {
    const gdouble nits = published[i].nits, pq = published[i].pq, hlg = published[i].hlg;

    fail_unless(light_of_signal(&pq_limited, (pq - 0.5) / 100, 0) < nits + 0.5);
    fail_unless(light_of_signal(&pq_limited, (pq + 0.5) / 100, 0) > nits - 0.5);
    fail_unless(light_of_signal(&hlg_limited, (hlg - 0.5) / 100, 0) < nits + 0.5);
    fail_unless(light_of_signal(&hlg_limited, (hlg + 0.5) / 100, 0) > nits - 0.5);
  }
  fail_unless_near(light_of_signal(&hlg_limited, 0.75, 0), 203, 0.5);
  fail_unless_near(light_of_signal(&hlg_limited, 0.75, 1000), 203, 0.5);
}
GST_END_TEST;

/* Half of the signal is 1/12 of the scene light (ITU-R BT.2100). The gammas are those that the
 * report ITU-R BT.2390 and makers of displays give, rounded to two digits. */
GST_START_TEST(hlg_follows_the_gamma_of_the_display) {
  static const struct {
    gdouble peak, gamma;
  } published[] = {{400, 1.03},  {500, 1.07},  {600, 1.11},  {800, 1.16},
                   {1000, 1.20}, {1500, 1.27}, {2000, 1.33}, {4000, 1.45}};
  guint i;

  for (i = 0; i < G_N_ELEMENTS(published); i++) {
    const gdouble peak = published[i].peak;
    const gdouble half = light_of_signal(&hlg_limited, 0.5, peak);

    fail_unless_near(light_of_signal(&hlg_limited, 1, peak), peak, 1e-4 * peak);
    fail_unless(light_of_signal(&hlg_limited, 0, peak) == 0.0);
    fail_unless_near(log(half / peak) / log(1 / 12.0), published[i].gamma, 0.0051);
  }
}
GST_END_TEST;

GST_START_TEST(only_the_light_of_hlg_is_a_bound) {
  const Run run = {100, 1};
  const GstVideoColorimetry* const colorimetries[] = {&pq_limited, &hlg_limited, &sdr_limited};
  static const guint64 counts[] = {1, 2};
  static const GstVideoHistogramChannelInfo y = {"Y", 2, 10};
  GstVideoHistogram* histogram;
  guint i;

  for (i = 0; i < G_N_ELEMENTS(colorimetries); i++) {
    histogram = make_maxrgb(GST_VIDEO_FORMAT_NV12, colorimetries[i], 8, 0, &run, 1);
    fail_unless_equals_int(gst_video_histogram_is_light_bound(histogram), i == 1);
    gst_video_histogram_unref(histogram);
  }
  histogram = gst_video_histogram_new(GST_VIDEO_FORMAT_I420_10LE, 0, 0, &hlg_limited, &y, 1, counts,
                                      2, NULL);
  fail_if(gst_video_histogram_is_light_bound(histogram));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* Black and white in equal parts: 5000 nits and a mean code of 2047.5. The light of that code is
 * some 92 nits. */
GST_START_TEST(the_average_is_that_of_linear_light) {
  static const Run runs[] = {{0, 500}, {4095, 500}};
  GstVideoHistogram* histogram = make_pq(runs, 2);
  guint min = 1, average, max;

  fail_unless_near(gst_video_histogram_get_average_light(histogram, 0), 5000, 1e-9);
  fail_unless(gst_video_histogram_get_pq_levels(histogram, &min, &average, &max));
  fail_unless_equals_int(min, 0);
  fail_unless_equals_int(average, 2048);
  fail_unless_equals_int(max, 4095);
  fail_unless(gst_video_histogram_get_pq_levels(histogram, NULL, NULL, NULL));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* Codes of other depths are rounded to 12 bits: 129 / 255 * 4095 = 2071.6, 10000 / 65535 * 4095 =
 * 624.9; the mean of 8 bits is 192 / 255 * 4095 = 3083.3. */
GST_START_TEST(pq_levels_have_12_bits_at_any_depth) {
  static const Run of_8[] = {{129, 3}, {255, 3}}, of_16[] = {{10000, 1}, {65535, 2}};
  GstVideoHistogram* histogram = make_maxrgb(GST_VIDEO_FORMAT_NV12, &pq_limited, 8, 0, of_8, 2);
  guint min, average, max;

  fail_unless(gst_video_histogram_get_pq_levels(histogram, &min, &average, &max));
  fail_unless(min == 2072 && average == 3083 && max == 4095, "%u %u %u", min, average, max);
  gst_video_histogram_unref(histogram);

  histogram = make_maxrgb(GST_VIDEO_FORMAT_P016_LE, &pq_limited, 16, 0, of_16, 2);
  fail_unless(gst_video_histogram_get_pq_levels(histogram, &min, &average, &max));
  /* (624.86 + 2 * 4095) / 3 */
  fail_unless(min == 625 && average == 2938 && max == 4095, "%u %u %u", min, average, max);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* 256 bins of 16 values: the centre of bin i is 16 i + 7.5. */
GST_START_TEST(a_bin_of_several_values_has_the_light_of_its_centre) {
  guint bin;

  for (bin = 0; bin < 256; bin += 15) {
    const gdouble light =
        light_of_value(GST_VIDEO_FORMAT_I420_10LE, &pq_limited, 12, 256, 16 * bin + 3, 0);

    fail_unless(light > pq_light(16 * bin + 7) && light < pq_light(16 * bin + 8), "bin %u", bin);
  }
}
GST_END_TEST;

GST_START_TEST(stored_rgb_in_limited_range_has_its_own_codes) {
  const GstVideoColorimetry limited = {GST_VIDEO_COLOR_RANGE_16_235, GST_VIDEO_COLOR_MATRIX_RGB,
                                       GST_VIDEO_TRANSFER_SMPTE2084,
                                       GST_VIDEO_COLOR_PRIMARIES_BT2020};
  GstVideoColorimetry full = limited;
  static const struct {
    GstVideoFormat format;
    guint depth, black, white, middle;
  } formats[] = {{GST_VIDEO_FORMAT_RGBA, 8, 16, 235, 126},
                 {GST_VIDEO_FORMAT_ARGB64, 16, 4096, 60160, 32128},
                 {GST_VIDEO_FORMAT_UNKNOWN, 8, 16, 235, 126}}; /* a sum of several RGB formats */
  guint i;

  full.range = GST_VIDEO_COLOR_RANGE_0_255;
  for (i = 0; i < G_N_ELEMENTS(formats); i++) {
    const GstVideoFormat format = formats[i].format;
    const guint depth = formats[i].depth, most = (1u << depth) - 1;

    fail_unless(light_of_value(format, &limited, depth, 0, 0, 0) == 0.0);
    fail_unless(light_of_value(format, &limited, depth, 0, formats[i].black, 0) == 0.0);
    fail_unless(light_of_value(format, &limited, depth, 0, formats[i].black + 1, 0) > 0.0);
    fail_unless(light_of_value(format, &limited, depth, 0, formats[i].white - 1, 0) < 9999.9);
    fail_unless_near(light_of_value(format, &limited, depth, 0, formats[i].white, 0), 10000, 1e-9);
    fail_unless_near(light_of_value(format, &limited, depth, 0, most, 0), 10000, 1e-9);
    /* A signal of 110 / 219 = 28032 / 56064 (0.5023, 0.5) is some 92 nits. */
    fail_unless_near(light_of_value(format, &limited, depth, 0, formats[i].middle, 0), 93, 2);
    fail_unless(light_of_value(format, &full, depth, 0, formats[i].black, 0) > 0.0);
    fail_unless(light_of_value(format, &full, depth, 0, formats[i].white, 0) < 6000.0);
    fail_unless_near(light_of_value(format, &full, depth, 0, most, 0), 10000, 1e-9);
  }
}
GST_END_TEST;

/* Whatever the range of the samples is; also in a sum of formats, which has none. */
GST_START_TEST(computed_maxrgb_is_in_full_range) {
  static const Run run = {4095, 1};
  GstVideoHistogram* a = make_maxrgb(GST_VIDEO_FORMAT_I420_10LE, &pq_limited, 12, 0, &run, 1);
  GstVideoHistogram* b = make_maxrgb(GST_VIDEO_FORMAT_P010_10LE, &pq_limited, 12, 0, &run, 1);
  GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);

  fail_unless_equals_int(gst_video_histogram_get_format(sum), GST_VIDEO_FORMAT_UNKNOWN);
  fail_unless_near(gst_video_histogram_get_peak_light(sum, 0), 10000, 1e-9);
  fail_unless(light_of_value(GST_VIDEO_FORMAT_UNKNOWN, &pq_limited, 12, 0, 3760, 0) < 5000.0);
  fail_unless(pq_light(3760) < 5000.0 && pq_light(256) > 0.0);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

GST_START_TEST(percentiles_are_those_of_hdr10_plus) {
  static const gdouble listed[] = {1, 5, 10, 25, 50, 75, 90, 95, 98, 99};
  GstVideoHistogram* histogram;
  const gdouble* percents;
  Run runs[100];
  gsize n = 0;
  guint i;

  /* One sample of each code from 1000 to 1099, so p percent of them are up to 999 + p. */
  for (i = 0; i < 100; i++) {
    runs[i].value = 1000 + i;
    runs[i].count = 1;
  }
  histogram = make_pq(runs, 100);
  percents = gst_video_histogram_get_hdr10plus_percents(&n);
  fail_unless_equals_int(n, G_N_ELEMENTS(listed));
  for (i = 0; i < n; i++) {
    fail_unless(percents[i] == listed[i]);
    fail_unless(gst_video_histogram_get_percentile_light(histogram, percents[i], 0) ==
                pq_light(999 + (guint)listed[i]));
  }
  fail_unless(gst_video_histogram_get_peak_light(histogram, 0) == pq_light(1099));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

/* The frames have 100 and 300 samples. */
GST_START_TEST(a_sum_has_the_light_of_all_samples) {
  static const Run dark[] = {{0, 100}}, bright[] = {{0, 200}, {4095, 100}};
  GstVideoHistogram *a = make_pq(dark, 1), *b = make_pq(bright, 2);
  GstVideoHistogram* sum = gst_video_histogram_add(a, b, NULL);
  guint min, average, max;

  fail_unless_near(gst_video_histogram_get_peak_light(sum, 0), 10000, 1e-9);
  fail_unless_near(gst_video_histogram_get_average_light(sum, 0), 2500, 1e-9);
  fail_unless(gst_video_histogram_get_percentile_light(sum, 75, 0) == 0.0);
  fail_unless(gst_video_histogram_get_pq_levels(sum, &min, &average, &max));
  fail_unless(min == 0 && average == 1024 && max == 4095); /* 4095 / 4 */
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
  gst_video_histogram_unref(b);
}
GST_END_TEST;

static void fail_unless_no_light(GstVideoHistogram* histogram, const gchar* what) {
  guint min = 1, average = 2, max = 3;

  fail_unless(isnan(gst_video_histogram_get_peak_light(histogram, 0)), "%s", what);
  fail_unless(isnan(gst_video_histogram_get_average_light(histogram, 0)), "%s", what);
  fail_unless(isnan(gst_video_histogram_get_percentile_light(histogram, 50, 0)), "%s", what);
  fail_if(gst_video_histogram_get_pq_levels(histogram, &min, &average, &max), "%s", what);
  fail_unless(min == 0 && average == 0 && max == 0, "%s", what);
  gst_video_histogram_unref(histogram);
}

GST_START_TEST(without_light_there_is_nan) {
  static const gchar* const y[] = {"Y", NULL};
  static const gchar* const maxrgb[] = {"MAXRGB", NULL};
  static const guint64 counts[] = {1, 2};
  static const Run run = {100, 1}, none = {0, 0};
  GstVideoHistogram* failed =
      new_pending_alike(GST_VIDEO_FORMAT_I420_10LE, 2, 2, &pq_limited, maxrgb, 256);

  fail_unless_no_light(new_alike(GST_VIDEO_FORMAT_NV12, 2, 2, &pq_limited, y, 2, counts, 2, NULL),
                       "no MAXRGB");
  fail_unless_no_light(make_maxrgb(GST_VIDEO_FORMAT_NV12, &sdr_limited, 8, 0, &run, 1), "SDR");
  fail_unless_no_light(make_maxrgb(GST_VIDEO_FORMAT_NV12, NULL, 8, 0, &run, 1), "unknown");
  fail_unless_no_light(make_maxrgb(GST_VIDEO_FORMAT_NV12, &pq_limited, 8, 0, &none, 1), "empty");
  gst_video_histogram_producer()->set_error(failed, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "x");
  fail_unless_no_light(failed, "failed");
}
GST_END_TEST;

GST_START_TEST(hlg_has_no_pq_levels) {
  static const Run run = {4095, 1};
  GstVideoHistogram* histogram =
      make_maxrgb(GST_VIDEO_FORMAT_I420_10LE, &hlg_limited, 12, 0, &run, 1);
  guint max = 1;

  fail_if(gst_video_histogram_get_pq_levels(histogram, NULL, NULL, &max));
  fail_unless_equals_int(max, 0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(wrong_arguments_are_criticals) {
  static const Run run = {100, 1};
  GstVideoHistogram* histogram = make_pq(&run, 1);

  ASSERT_CRITICAL(fail_unless(isnan(gst_video_histogram_get_peak_light(NULL, 0))));
  ASSERT_CRITICAL(fail_unless(isnan(gst_video_histogram_get_peak_light(histogram, 399))));
  ASSERT_CRITICAL(fail_unless(isnan(gst_video_histogram_get_peak_light(histogram, 10001))));
  ASSERT_CRITICAL(fail_unless(isnan(gst_video_histogram_get_average_light(histogram, -1))));
  ASSERT_CRITICAL(fail_unless(isnan(gst_video_histogram_get_average_light(histogram, NAN))));
  ASSERT_CRITICAL(
      fail_unless(isnan(gst_video_histogram_get_percentile_light(histogram, 100.1, 0))));
  ASSERT_CRITICAL(gst_video_histogram_get_pq_levels(NULL, NULL, NULL, NULL));
  ASSERT_CRITICAL(gst_video_histogram_is_light_bound(NULL));
  ASSERT_CRITICAL(gst_video_histogram_get_hdr10plus_percents(NULL));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* light_suite(void) {
  Suite* suite = suite_create("light");
  TCase* tcase = tcase_create("light");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, pq_codes_of_12_bits_have_the_light_that_metadata_gives_them);
  tcase_add_test(tcase, pq_signals_have_the_light_of_st_2084);
  tcase_add_test(tcase, levels_of_bt_2408_have_their_light);
  tcase_add_test(tcase, hlg_follows_the_gamma_of_the_display);
  tcase_add_test(tcase, only_the_light_of_hlg_is_a_bound);
  tcase_add_test(tcase, the_average_is_that_of_linear_light);
  tcase_add_test(tcase, pq_levels_have_12_bits_at_any_depth);
  tcase_add_test(tcase, a_bin_of_several_values_has_the_light_of_its_centre);
  tcase_add_test(tcase, stored_rgb_in_limited_range_has_its_own_codes);
  tcase_add_test(tcase, computed_maxrgb_is_in_full_range);
  tcase_add_test(tcase, percentiles_are_those_of_hdr10_plus);
  tcase_add_test(tcase, a_sum_has_the_light_of_all_samples);
  tcase_add_test(tcase, without_light_there_is_nan);
  tcase_add_test(tcase, hlg_has_no_pq_levels);
  tcase_add_test(tcase, wrong_arguments_are_criticals);
  return suite;
}

GST_CHECK_MAIN(light);
