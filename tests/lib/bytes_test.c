/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts as GBytes: the memory of the histogram, which the bytes keep. */

#include "matrix_source.h"

static const GstVideoHistogramChannelInfo axes[2] = {{"Cb", 3, 8}, {"SAT", 2, 10}};
static const GstVideoHistogramPrivateSum rows = {"TOUT", "pixels", 1, 3, 1};
static guint32 six_counts[6] = {1, 0, 4294967295u, 7, 2, 3};
static const guint64 six_wide_counts[6] = {1, 0, 4294967295u, 7, 2, 3};
static const gint64 three_values[3] = {-1, 0, G_MAXINT64};
static const guint32 gray_counts[2] = {3, 5};

/* A pending histogram of GRAY in 2 bins, of 3 x 2 pixels, with one table of each kind. */
static GstVideoHistogram* new_with_tables(void) {
  static const gchar* const names[] = {"GRAY", NULL};
  const gint64 one = G_GINT64_CONSTANT(1) << 30;
  const GstVideoHistogramPrivateProjection columns = {
      .c = one, .origin = one, .positions = 3, .channel = {"GRAY", 2, 8}, .line = -1};
  GstVideoHistogram* histogram = new_pending_alike(GST_VIDEO_FORMAT_GRAY8, 3, 2, NULL, names, 2);

  gst_video_histogram_producer()->add_projection(histogram, &columns);
  gst_video_histogram_producer()->add_joint(histogram, axes);
  gst_video_histogram_producer()->add_sum(histogram, &rows);
  return histogram;
}

/* The bytes of each table; the caller owns them. */
enum { COUNTS, PROJECTION, JOINT, SUM, N_TABLES };
static void get_bytes(GstVideoHistogram* histogram, GBytes* bytes[N_TABLES]) {
  g_autoptr(GstVideoHistogramProjection) projection =
      gst_video_histogram_get_projection(histogram, 0);
  g_autoptr(GstVideoHistogramJoint) joint = gst_video_histogram_get_joint(histogram, 0);
  g_autoptr(GstVideoHistogramSum) sum = gst_video_histogram_get_sum(histogram, 0);

  bytes[COUNTS] = gst_video_histogram_get_counts_bytes(histogram, 0);
  bytes[PROJECTION] = gst_video_histogram_projection_get_counts_bytes(projection);
  bytes[JOINT] = gst_video_histogram_joint_get_counts_bytes(joint);
  bytes[SUM] = gst_video_histogram_sum_get_values_bytes(sum);
}

static void note_the_end(gpointer data, GstMiniObject* object) {
  *(gboolean*)data = TRUE;
}

GST_START_TEST(bytes_are_the_memory_of_the_histogram_and_keep_it) {
  static const guint64 counts[2] = {3, 5};
  const struct {
    gconstpointer numbers;
    gsize size;
  } expected[N_TABLES] = {{counts, sizeof(counts)},
                          {six_counts, sizeof(six_counts)},
                          {six_wide_counts, sizeof(six_wide_counts)},
                          {three_values, sizeof(three_values)}};
  Source of_projection = {.counts = six_counts, .n_counts = 6}, of_joint = of_projection;
  GstVideoHistogram* histogram = new_with_tables();
  const GstVideoHistogramProducer* producer = gst_video_histogram_producer();
  gboolean freed = FALSE;
  GBytes* bytes[N_TABLES];
  guint i;

  producer->set_projection(histogram, 0, read_source, &of_projection, destroy_source);
  producer->set_joint(histogram, 0, read_source, &of_joint, destroy_source);
  producer->set_sum(histogram, 0, three_values, FALSE);
  producer->complete(histogram, gray_counts);
  gst_mini_object_weak_ref(GST_MINI_OBJECT_CAST(histogram), note_the_end, &freed);
  get_bytes(histogram, bytes);
  fail_unless(g_bytes_get_data(bytes[COUNTS], NULL) ==
              gst_video_histogram_get_counts(histogram, 0, NULL));
  gst_video_histogram_unref(histogram);

  for (i = 0; i < N_TABLES; i++) {
    gsize size;
    gconstpointer numbers = g_bytes_get_data(bytes[i], &size);

    fail_if(freed);
    fail_unless_equals_uint64(size, expected[i].size);
    fail_unless(memcmp(numbers, expected[i].numbers, size) == 0, "table %u", i);
    g_bytes_unref(bytes[i]);
  }
  fail_unless(freed);
}
GST_END_TEST;

GST_START_TEST(a_histogram_without_counts_has_no_bytes) {
  GstVideoHistogram* histogram = new_with_tables();
  GBytes* bytes[N_TABLES];
  guint i;

  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "no");
  get_bytes(histogram, bytes);
  for (i = 0; i < N_TABLES; i++)
    fail_unless(bytes[i] == NULL, "table %u", i);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_channel_that_does_not_exist_is_a_bug_of_the_caller) {
  GstVideoHistogram* histogram = make_rgb();

  ASSERT_CRITICAL(fail_unless(gst_video_histogram_get_counts_bytes(histogram, 3) == NULL));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static Suite* bytes_suite(void) {
  Suite* suite = suite_create("bytes");
  TCase* tcase = tcase_create("bytes");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, bytes_are_the_memory_of_the_histogram_and_keep_it);
  tcase_add_test(tcase, a_histogram_without_counts_has_no_bytes);
  tcase_add_test(tcase, a_channel_that_does_not_exist_is_a_bug_of_the_caller);
  return suite;
}

GST_CHECK_MAIN(bytes);
