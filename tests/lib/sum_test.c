/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of a frame: what they are called, their values, adding, and what signalstats has of them. */

#include <math.h>

#include "make_histogram.h"

static const GstVideoHistogramPrivateSum outliers_of_rows = {"TOUT", "pixels", 1, 5, 1};

/* A pending histogram of A, which signalstats does not use, of a frame of 2 x 5, with the sums TOUT
 * and VREP. */
static GstVideoHistogram* new_with_sums(void) {
  static const gchar* const names[] = {"A", NULL};
  const GstVideoHistogramPrivateSum vrep = {"VREP", "codes", 1, 5, 1};
  GstVideoHistogram* histogram = new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 2, 5, NULL, names, 2);

  gst_video_histogram_producer()->add_sum(histogram, &outliers_of_rows);
  gst_video_histogram_producer()->add_sum(histogram, &vrep);
  return histogram;
}

static GstVideoHistogram* make_with_sums(const gint64 tout[5], const gint64 vrep[5],
                                         gboolean compared) {
  static const guint32 counts[2] = {3, 7};
  GstVideoHistogram* histogram = new_with_sums();

  gst_video_histogram_producer()->set_sum(histogram, 0, tout, compared);
  gst_video_histogram_producer()->set_sum(histogram, 1, vrep, compared);
  gst_video_histogram_producer()->complete(histogram, counts);
  return histogram;
}

/* Borrowed; valid as long as the histogram. */
static GstVideoHistogramSum* sum_of(GstVideoHistogram* histogram, guint index) {
  GstVideoHistogramSum* sum = gst_video_histogram_get_sum(histogram, index);

  gst_video_histogram_sum_unref(sum);
  return sum;
}

static const gint64 tout[5] = {0, 1, 2, 0, 0}, vrep[5] = {0, 0, 0, 0, 1};

GST_START_TEST(sums_are_described_without_waiting) {
  GstVideoHistogram* histogram = new_with_sums();
  GstVideoHistogramSum* sum = gst_video_histogram_get_sum(histogram, 1);
  guint planes = 0, rows = 0, columns = 0;

  fail_unless_equals_int(gst_video_histogram_get_n_sums(histogram), 2);
  fail_unless_equals_int(gst_video_histogram_find_sum(histogram, "VREP"), 1);
  fail_unless_equals_int(gst_video_histogram_find_sum(histogram, "IDET"), -1);
  gst_video_histogram_unref(histogram); /* the sum keeps it */
  fail_unless_equals_string(gst_video_histogram_sum_get_name(sum), "VREP");
  fail_unless_equals_string(gst_video_histogram_sum_get_unit(sum), "codes");
  gst_video_histogram_sum_get_shape(sum, &planes, &rows, &columns);
  fail_unless_equals_int(planes, 1);
  fail_unless_equals_int(rows, 5);
  fail_unless_equals_int(columns, 1);
  gst_video_histogram_sum_unref(sum);
}
GST_END_TEST;

GST_START_TEST(values_are_those_that_were_set) {
  GstVideoHistogram* histogram = make_with_sums(tout, vrep, TRUE);
  gsize n = 0, i;
  const gint64* values = gst_video_histogram_sum_get_values(sum_of(histogram, 0), &n);

  fail_unless_equals_int(n, 5);
  for (i = 0; i < n; i++)
    fail_unless_equals_int64(values[i], tout[i]);
  fail_unless_equals_int64(gst_video_histogram_sum_get_total(sum_of(histogram, 0)), 3);
  fail_unless_equals_uint64(gst_video_histogram_sum_get_n_compared(sum_of(histogram, 0)), 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_failed_histogram_has_no_values) {
  GstVideoHistogram* histogram = new_with_sums();
  gsize n = 1;

  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no");
  fail_unless(gst_video_histogram_sum_get_values(sum_of(histogram, 0), &n) == NULL);
  fail_unless_equals_int(n, 0);
  fail_unless_equals_int64(gst_video_histogram_sum_get_total(sum_of(histogram, 0)), 0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(waiting_tells_why_there_are_no_values) {
  const gint64 most[5] = {G_MAXINT64, 0, 0, 0, 0};
  GstVideoHistogram *pending = new_with_sums(), *half = make_with_sums(most, vrep, FALSE), *both;
  GError* error = NULL;

  fail_unless(gst_video_histogram_sum_wait(sum_of(half, 0), 0, &error));
  fail_if(gst_video_histogram_sum_wait(sum_of(pending, 0), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "pending");
  gst_video_histogram_producer()->set_error(pending, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "no");
  fail_if(gst_video_histogram_sum_wait(sum_of(pending, 0), GST_SECOND, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "failed");
  both = gst_video_histogram_add(half, half, NULL);
  fail_if(gst_video_histogram_sum_wait(sum_of(both, 0), GST_SECOND, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, "over 64 bits");
  fail_unless(gst_video_histogram_sum_wait(sum_of(both, 1), GST_SECOND, &error));
  gst_video_histogram_unref(both);
  gst_video_histogram_unref(half);
  gst_video_histogram_unref(pending);
}
GST_END_TEST;

GST_START_TEST(values_are_added_one_by_one) {
  GstVideoHistogram *first = make_with_sums(tout, vrep, FALSE),
                    *second = make_with_sums(vrep, tout, TRUE), *both, *total;

  both = gst_video_histogram_add(first, second, NULL);
  fail_unless(both != NULL);
  fail_unless_equals_int64(gst_video_histogram_sum_get_values(sum_of(both, 0), NULL)[4], 1);
  fail_unless_equals_int64(gst_video_histogram_sum_get_values(sum_of(both, 1), NULL)[2], 2);
  fail_unless_equals_uint64(gst_video_histogram_sum_get_n_compared(sum_of(both, 0)), 1);
  total = both;
  fail_unless(gst_video_histogram_producer()->accumulate(&total, first));
  fail_unless_equals_int64(gst_video_histogram_sum_get_total(sum_of(total, 0)), 3 + 1 + 3);
  gst_video_histogram_unref(total);
  gst_video_histogram_unref(first);
  gst_video_histogram_unref(second);
}
GST_END_TEST;

GST_START_TEST(a_sum_that_does_not_fit_64_bits_has_no_values) {
  const gint64 most[5] = {G_MAXINT64, 0, 0, 0, 0}, one[5] = {1, 0, 0, 0, 0};
  GstVideoHistogram *first = make_with_sums(most, vrep, FALSE),
                    *second = make_with_sums(one, vrep, FALSE), *both;

  both = gst_video_histogram_add(first, second, NULL);
  fail_unless(both != NULL);
  fail_unless(gst_video_histogram_sum_get_values(sum_of(both, 0), NULL) == NULL);
  fail_unless_equals_int64(gst_video_histogram_sum_get_values(sum_of(both, 1), NULL)[4], 2);
  gst_video_histogram_unref(both);
  gst_video_histogram_unref(first);
  gst_video_histogram_unref(second);
}
GST_END_TEST;

GST_START_TEST(signalstats_has_the_shares_of_pixels) {
  const gint64 no_repeat[5] = {0, 0, 0, 0, 2};
  GstVideoHistogram* frames[2] = {make_with_sums(tout, vrep, FALSE),
                                  make_with_sums(tout, no_repeat, FALSE)};
  GstVideoHistogram* both = gst_video_histogram_add(frames[0], frames[1], NULL);
  GstVideoHistogramSignalStats stats;
  guint i;

  for (i = 0; i < 2; i++) {
    fail_unless(gst_video_histogram_get_signalstats(frames[i], &stats, NULL));
    fail_unless(stats.tout == 0.3);
    fail_unless(stats.vrep == (i == 0 ? 0.2 : 0.0)); /* row 4: 1 or 2, of 2 pixels */
    fail_unless(isnan(stats.brng));
    fail_unless(isnan(stats.y_average));
    gst_video_histogram_unref(frames[i]);
  }
  fail_unless(gst_video_histogram_get_signalstats(both, &stats, NULL));
  fail_unless(stats.tout == 0.3);
  fail_unless(isnan(stats.vrep));
  gst_video_histogram_unref(both);
}
GST_END_TEST;

static Suite* sum_suite(void) {
  Suite* suite = suite_create("sum");
  TCase* tcase = tcase_create("sum");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, sums_are_described_without_waiting);
  tcase_add_test(tcase, values_are_those_that_were_set);
  tcase_add_test(tcase, a_failed_histogram_has_no_values);
  tcase_add_test(tcase, waiting_tells_why_there_are_no_values);
  tcase_add_test(tcase, values_are_added_one_by_one);
  tcase_add_test(tcase, a_sum_that_does_not_fit_64_bits_has_no_values);
  tcase_add_test(tcase, signalstats_has_the_shares_of_pixels);
  return suite;
}

GST_CHECK_MAIN(sum);
