/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Joint histograms: their axes, reading, adding and structures of them. */

#include "matrix_source.h"

/* Cb in 3 bins times SAT in 2 bins; the values are of 8 and 10 bits. */
static const GstVideoHistogramChannelInfo axes[2] = {{"Cb", 3, 8}, {"SAT", 2, 10}};
static guint32 six_counts[6] = {1, 0, 4294967295u, 7, 2, 3};

/* A pending histogram of GRAY in 2 bins, with `n` of the joint histograms. */
static GstVideoHistogram* new_with_joints(guint n) {
  static const gchar* const names[] = {"GRAY", NULL};
  GstVideoHistogram* histogram = new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 4, 2, NULL, names, 2);

  while (n-- > 0)
    gst_video_histogram_producer()->add_joint(histogram, axes);
  return histogram;
}

static GstVideoHistogram* make_joint(Source* source) {
  static const guint32 gray[2] = {3, 5};
  GstVideoHistogram* histogram = new_with_joints(1);

  if (source != NULL)
    gst_video_histogram_producer()->set_joint(histogram, 0, read_source, source, destroy_source);
  gst_video_histogram_producer()->complete(histogram, gray);
  return histogram;
}

static Source source_of_six(void) {
  Source source = {.counts = six_counts, .n_counts = 6};

  return source;
}

/* Borrowed; valid as long as the histogram. */
static GstVideoHistogramJoint* first_joint(GstVideoHistogram* histogram) {
  GstVideoHistogramJoint* joint = gst_video_histogram_get_joint(histogram, 0);

  gst_video_histogram_joint_unref(joint);
  return joint;
}

static void fail_unless_counts(GstVideoHistogram* histogram, guint64 times) {
  gsize n = 0;
  const guint64* counts = gst_video_histogram_joint_get_counts(first_joint(histogram), &n);
  guint i;

  fail_unless(counts != NULL);
  fail_unless_equals_uint64(n, 6);
  for (i = 0; i < 6; i++)
    fail_unless_equals_uint64(counts[i], six_counts[i] * times);
}

GST_START_TEST(axes_are_described_without_waiting) {
  GstVideoHistogram* histogram = new_with_joints(2);
  GstVideoHistogramJoint* joint = gst_video_histogram_get_joint(histogram, 1);
  guint lowest, highest;

  fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram), 2);
  gst_video_histogram_unref(histogram); /* the joint histogram keeps it */
  fail_unless_equals_string(
      gst_video_histogram_joint_get_channel(joint, GST_VIDEO_HISTOGRAM_AXIS_X), "Cb");
  fail_unless_equals_string(
      gst_video_histogram_joint_get_channel(joint, GST_VIDEO_HISTOGRAM_AXIS_Y), "SAT");
  fail_unless_equals_int(gst_video_histogram_joint_get_bins(joint, GST_VIDEO_HISTOGRAM_AXIS_X), 3);
  fail_unless_equals_int(gst_video_histogram_joint_get_bins(joint, GST_VIDEO_HISTOGRAM_AXIS_Y), 2);
  fail_unless_equals_int(gst_video_histogram_joint_get_depth(joint, GST_VIDEO_HISTOGRAM_AXIS_X), 8);
  fail_unless_equals_int(gst_video_histogram_joint_get_depth(joint, GST_VIDEO_HISTOGRAM_AXIS_Y),
                         10);
  fail_unless_equals_int(gst_video_histogram_joint_get_n_values(joint, GST_VIDEO_HISTOGRAM_AXIS_Y),
                         1024);
  fail_unless(gst_video_histogram_joint_get_bin_values(joint, GST_VIDEO_HISTOGRAM_AXIS_X, 1,
                                                       &lowest, &highest));
  fail_unless_equals_int(lowest, 86);
  fail_unless_equals_int(highest, 170);
  fail_if(gst_video_histogram_joint_get_bin_values(joint, GST_VIDEO_HISTOGRAM_AXIS_Y, 2, &lowest,
                                                   &highest));
  fail_unless_equals_int(lowest + highest, 0);
  gst_video_histogram_joint_unref(joint);
}
GST_END_TEST;

GST_START_TEST(counts_are_read_once_and_when_asked_for) {
  Source source = source_of_six();
  GstVideoHistogram* histogram = make_joint(&source);
  GstVideoHistogramJoint* joint = first_joint(histogram);

  fail_unless_equals_int(source.reads, 0);
  fail_unless_counts(histogram, 1);
  fail_unless_counts(histogram, 1);
  fail_unless_equals_int(source.reads, 1);
  fail_unless_equals_int(source.destroyed, 1);
  fail_unless_equals_uint64(gst_video_histogram_joint_get_count(joint, 1, 0), 4294967295u);
  fail_unless_equals_uint64(gst_video_histogram_joint_get_count(joint, 2, 1), 3);
  fail_unless_equals_uint64(gst_video_histogram_joint_get_count(joint, 3, 0), 0);
  fail_unless_equals_uint64(gst_video_histogram_joint_get_count(joint, 0, 2), 0);
  fail_unless_equals_uint64(gst_video_histogram_joint_get_samples(joint), 4294967308u);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(counts_that_nobody_reads_are_never_copied) {
  Source source = source_of_six();

  gst_video_histogram_unref(make_joint(&source));
  fail_unless_equals_int(source.reads, 0);
  fail_unless_equals_int(source.destroyed, 1);
}
GST_END_TEST;

GST_START_TEST(a_pending_histogram_has_no_counts_yet) {
  GstVideoHistogram* histogram = new_with_joints(1);
  GError* error = NULL;

  fail_if(gst_video_histogram_joint_wait(first_joint(histogram), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "pending");
  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                            "lost");
  fail_if(gst_video_histogram_joint_wait(first_joint(histogram), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "failed");
  fail_unless(gst_video_histogram_joint_get_counts(first_joint(histogram), NULL) == NULL);
  fail_unless_equals_uint64(gst_video_histogram_joint_get_samples(first_joint(histogram)), 0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(reading_is_tried_again_where_that_can_help) {
  Source source = source_of_six(), lost = source_of_six();
  GstVideoHistogram *histogram = make_joint(&source), *other = make_joint(&lost);
  GError* error = NULL;

  source.failures = lost.failures = 1;
  source.code = GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES;
  lost.code = GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  fail_if(gst_video_histogram_joint_wait(first_joint(histogram), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "first read");
  fail_unless_counts(histogram, 1);
  fail_if(gst_video_histogram_joint_wait(first_joint(other), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "first read");
  fail_if(gst_video_histogram_joint_wait(first_joint(other), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "second read");
  fail_unless_equals_int(lost.reads, 1);
  gst_video_histogram_unref(histogram);
  gst_video_histogram_unref(other);
}
GST_END_TEST;

GST_START_TEST(a_frame_counted_without_the_table_says_so) {
  GstVideoHistogram* histogram = make_joint(NULL);
  GError* error = NULL;

  fail_if(gst_video_histogram_joint_wait(first_joint(histogram), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no source");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(sums_pass_32_bits) {
  Source sources[3] = {source_of_six(), source_of_six(), source_of_six()};
  GstVideoHistogram *a = make_joint(&sources[0]), *b = make_joint(&sources[1]), *sum;
  GstVideoHistogram *total = make_joint(&sources[2]), *shared;

  sum = gst_video_histogram_add(a, b, NULL);
  fail_unless_counts(sum, 2);
  fail_unless(gst_video_histogram_producer()->accumulate(&total, sum));
  fail_unless_counts(total, 3);
  shared = gst_video_histogram_ref(total);
  fail_unless(gst_video_histogram_producer()->accumulate(&total, a));
  fail_unless_counts(total, 4);
  fail_unless_counts(shared, 3);
  gst_video_histogram_unref(shared);
  gst_video_histogram_unref(total);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(b);
  gst_video_histogram_unref(a);
}
GST_END_TEST;

GST_START_TEST(a_sum_has_the_joint_histograms_that_both_have) {
  static const GstVideoHistogramChannelInfo others[][2] = {{{"Cb", 3, 8}, {"SAT", 4, 10}},
                                                           {{"Cb", 3, 8}, {"Cr", 2, 10}},
                                                           {{"Cb", 3, 10}, {"SAT", 2, 10}},
                                                           {{"SAT", 2, 10}, {"Cb", 3, 8}}};
  static const guint32 gray[2] = {3, 5};
  Source source = source_of_six();
  GstVideoHistogram* a = make_joint(&source);
  guint i;

  for (i = 0; i < G_N_ELEMENTS(others); i++) {
    GstVideoHistogram *b = new_with_joints(0), *sum;

    gst_video_histogram_producer()->add_joint(b, others[i]);
    gst_video_histogram_producer()->complete(b, gray);
    sum = gst_video_histogram_add(a, b, NULL);
    fail_unless_equals_int(gst_video_histogram_get_n_joints(sum), 0);
    gst_video_histogram_unref(sum);
    gst_video_histogram_unref(b);
  }
  fail_unless_equals_int(source.reads, 0);
  gst_video_histogram_unref(a);
}
GST_END_TEST;

GST_START_TEST(a_sum_without_counts_has_the_reason) {
  Source source = source_of_six(), broken = source_of_six();
  GstVideoHistogram *a = make_joint(&source), *b = make_joint(&broken), *sum;
  GError* error = NULL;

  broken.failures = 1;
  broken.code = GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES;
  sum = gst_video_histogram_add(a, b, NULL);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(sum, 0), 16);
  fail_if(gst_video_histogram_joint_wait(first_joint(sum), 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "final");
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(b);
  gst_video_histogram_unref(a);
}
GST_END_TEST;

GST_START_TEST(structures_keep_counts_over_32_bits) {
  Source source = source_of_six();
  GstVideoHistogram *a = make_joint(&source), *sum = gst_video_histogram_add(a, a, NULL), *back;
  GstStructure* structure = gst_video_histogram_to_structure(sum);
  gchar* text;

  fail_if(gst_structure_has_field(structure, "joints"));
  gst_structure_free(structure);
  structure = gst_video_histogram_to_structure_with_tables(sum);
  text = gst_structure_to_string(structure);
  gst_structure_free(structure);
  structure = gst_structure_from_string(text, NULL);
  fail_unless(structure != NULL, "%s", text);
  back = gst_video_histogram_new_from_structure(structure, NULL);
  fail_unless(back != NULL);
  fail_unless_same(sum, back);
  fail_unless_counts(back, 2);
  fail_unless_equals_string(
      gst_video_histogram_joint_get_channel(first_joint(back), GST_VIDEO_HISTOGRAM_AXIS_Y), "SAT");
  fail_unless_equals_int(
      gst_video_histogram_joint_get_n_values(first_joint(back), GST_VIDEO_HISTOGRAM_AXIS_Y), 1024);
  gst_video_histogram_unref(back);
  gst_structure_free(structure);
  g_free(text);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(a);
}
GST_END_TEST;

GST_START_TEST(structures_are_not_believed) {
  static const gchar head[] =
      "GstVideoHistogram, version=(uint)4, format=(string)RGB, width=(uint)2, height=(uint)2, "
      "bins=<1>, depth=<8>, channels=(string)<R>, counts=<<(guint64)4>>, joints=(structure)<";
  static const struct {
    const gchar* joint;
    gboolean valid;
  } cases[] = {
      {"\"joint\\,x=R\\,y=G\\,x-bins=1\\,y-bins=2\\,x-depth=8\\,y-depth=8\\,counts=<<1,3>>\\;\"",
       TRUE},
      {"\"joint\\,y=G\\,x-bins=1\\,y-bins=2\\,x-depth=8\\,y-depth=8\\,counts=<<1,3>>\\;\"", FALSE},
      {"\"joint\\,x=R\\,y=G\\,x-bins=0\\,y-bins=2\\,x-depth=8\\,y-depth=8\\,counts=<>\\;\"", FALSE},
      {"\"joint\\,x=R\\,y=G\\,x-bins=2\\,y-bins=2\\,x-depth=8\\,y-depth=8\\,counts=<<1,3>>\\;\"",
       FALSE},
      {"\"joint\\,x=R\\,y=G\\,x-bins=1\\,y-bins=2\\,x-depth=8\\,y-depth=8\\,counts=<<1,-3>>\\;\"",
       FALSE},
      {"\"joint\\,x=R\\,y=G\\,x-bins=65536\\,y-bins=65536\\,x-depth=16\\,y-depth=16\\,counts=<>"
       "\\;\"",
       FALSE},
      {"\"joint\\,x=R\\,y=G\\,x-bins=1\\,y-bins=2\\,x-depth=17\\,y-depth=8\\,counts=<<1,3>>\\;\"",
       FALSE},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++) {
    gchar* text = g_strconcat(head, cases[i].joint, ">;", NULL);
    GstStructure* structure = gst_structure_from_string(text, NULL);
    GError* error = NULL;
    GstVideoHistogram* histogram;

    fail_unless(structure != NULL, "%s", text);
    histogram = gst_video_histogram_new_from_structure(structure, &error);
    fail_unless_equals_int(histogram != NULL, cases[i].valid);
    if (histogram != NULL) {
      fail_unless_equals_uint64(gst_video_histogram_joint_get_count(first_joint(histogram), 0, 1),
                                3);
      gst_video_histogram_unref(histogram);
    } else {
      fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_INVALID, cases[i].joint);
    }
    gst_structure_free(structure);
    g_free(text);
  }
}
GST_END_TEST;

static Suite* joint_suite(void) {
  Suite* suite = suite_create("joint");
  TCase* tcase = tcase_create("joint");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, axes_are_described_without_waiting);
  tcase_add_test(tcase, counts_are_read_once_and_when_asked_for);
  tcase_add_test(tcase, counts_that_nobody_reads_are_never_copied);
  tcase_add_test(tcase, a_pending_histogram_has_no_counts_yet);
  tcase_add_test(tcase, reading_is_tried_again_where_that_can_help);
  tcase_add_test(tcase, a_frame_counted_without_the_table_says_so);
  tcase_add_test(tcase, sums_pass_32_bits);
  tcase_add_test(tcase, a_sum_has_the_joint_histograms_that_both_have);
  tcase_add_test(tcase, a_sum_without_counts_has_the_reason);
  tcase_add_test(tcase, structures_keep_counts_over_32_bits);
  tcase_add_test(tcase, structures_are_not_believed);
  return suite;
}

GST_CHECK_MAIN(joint);
