/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Limits of the time and memory that writing and reading a serialised meta take, whatever lengths
 * it claims. To measure them, this program replaces two functions of GLib. */

#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>

#include "serialize_checks.h"

static gsize largest;           /* block that was asked for */
static gboolean time_flies;     /* waits end at once, as if the timeout had passed */
static gint64 longest_deadline; /* of these */

gpointer g_malloc(gsize size) {
  gpointer block = malloc(size > 0 ? size : 1);

  largest = MAX(largest, size);
  if (block == NULL)
    abort();
  return block;
}

gpointer g_malloc_n(gsize n, gsize size) {
  return g_malloc(n * size);
}

gpointer g_malloc0(gsize size) {
  return memset(g_malloc(size), 0, size);
}

gpointer g_malloc0_n(gsize n, gsize size) {
  return g_malloc0(n * size);
}

gboolean g_cond_wait_until(GCond* cond, GMutex* mutex, gint64 deadline) {
  static gboolean (*next)(GCond*, GMutex*, gint64) = NULL;

  if (time_flies) {
    longest_deadline = MAX(longest_deadline, deadline);
    return FALSE;
  }
  if (next == NULL)
    *(void**)&next = dlsym(RTLD_NEXT, "g_cond_wait_until");
  return next(cond, mutex, deadline);
}

GST_START_TEST(one_that_stays_pending_arrives_as_failed_after_a_minute) {
  GstBuffer *buffer = make_carrier(1, NULL, make_pending()), *arrived;
  GstVideoHistogram* histogram = meta_of(buffer)->histogram;
  GByteArray* bytes;
  GError* error = NULL;
  gint64 start = g_get_monotonic_time(), waited;

  time_flies = TRUE;
  bytes = serialize(buffer);
  time_flies = FALSE;
  waited = (longest_deadline - start) * 1000;
  fail_unless(waited >= (gint64)GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT);
  fail_unless(waited < (gint64)(GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT + 10 * GST_SECOND));

  arrived = deserialize(bytes->data, bytes->len);
  fail_unless(arrived != NULL);
  fail_unless(gst_video_histogram_is_ready(meta_of(arrived)->histogram));
  fail_if(gst_video_histogram_wait(meta_of(arrived)->histogram, 0, &error));
  fail_unless(strstr(error->message, "60000 ms") != NULL, "%s", error->message);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_FAILED, "pending elsewhere");
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);

  /* The histogram here becomes complete. */
  gst_video_histogram_producer()->complete(histogram, pending_counts);
  gst_buffer_unref(fail_unless_travels(buffer));
  gst_buffer_unref(buffer);
}
GST_END_TEST;

/* Where these lie in what make_rgb() and make_failed() are serialised to. */
#define AT_N_CHANNELS (AT_ID + 13 * 4 + 1 + 3 + 8)
#define AT_BINS (AT_N_CHANNELS + 1 + 2) /* of the first channel, whose depth follows */
#define AT_STATE (AT_N_CHANNELS + 1 + 3 * (2 + 3 * 4))
#define MUCH 4096

GST_START_TEST(sizes_without_the_bytes_for_them_take_no_memory) {
  static const guint32 all_bins[] = {3, 5, 1024, 65536, 65537, 0x7fffffff, 0x80000000, 0xffffffff};
  GstBuffer* buffer = make_carrier(1, NULL, make_rgb());
  GByteArray* bytes = serialize(buffer);
  guint b, n_channels;

  fail_unless_equals_int(bytes->data[AT_N_CHANNELS], 3);
  fail_unless_equals_int(bytes->data[AT_BINS], 4);
  fail_unless_equals_int(bytes->data[AT_STATE], 1);
  largest = 0;
  for (b = 0; b < G_N_ELEMENTS(all_bins); b++) {
    write_u32(bytes->data + AT_BINS, all_bins[b]);
    fail_unless(deserialize(bytes->data, bytes->len) == NULL);
  }
  for (n_channels = 0; n_channels <= G_MAXUINT8; n_channels++) {
    bytes->data[AT_N_CHANNELS] = (guint8)n_channels;
    fail_unless(deserialize(bytes->data, bytes->len) == NULL);
  }
  fail_unless(largest < MUCH, "%" G_GSIZE_FORMAT " bytes", largest);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

GST_START_TEST(a_failed_histogram_takes_no_memory_for_counts) {
  GstBuffer* buffer =
      make_carrier(1, NULL, make_failed(GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no reason"));
  GByteArray* bytes = serialize(buffer);
  GstBuffer* arrived;
  guint c;

  fail_unless_equals_int(bytes->data[AT_STATE], 0);
  write_u32(bytes->data + AT_BINS, GST_VIDEO_HISTOGRAM_MAX_BINS);
  write_u32(bytes->data + AT_BINS + 4, 16);
  write_u32(bytes->data + AT_BINS + 8, 65536);
  largest = 0;
  arrived = deserialize(bytes->data, bytes->len);
  fail_unless(largest < MUCH, "%" G_GSIZE_FORMAT " bytes", largest);
  fail_unless(arrived != NULL);
  fail_unless_equals_int(gst_video_histogram_get_bins(meta_of(arrived)->histogram, 0), 65536);
  for (c = 0; c < 3; c++)
    fail_unless(gst_video_histogram_get_counts(meta_of(arrived)->histogram, c, NULL) == NULL);
  gst_buffer_unref(arrived);

  write_u32(bytes->data + AT_BINS, GST_VIDEO_HISTOGRAM_MAX_BINS + 1);
  fail_unless(deserialize(bytes->data, bytes->len) == NULL);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

GST_START_TEST(types_that_a_sender_invents_are_kept_up_to_a_limit) {
  enum { LIMIT = 4096 };
  GstBuffer* buffer = make_carrier(1, NULL, make_rgb());
  GByteArray* bytes = serialize(buffer);
  GQuark known = g_quark_from_static_string("known!");
  guint i;

  g_byte_array_remove_range(bytes, 4, 1); /* the length of the type */
  for (i = 0; i <= LIMIT + 1; i++) {
    gchar name[1 + sizeof("t00000")] = {6}; /* the length comes first */
    GByteArray* typed = g_byte_array_new();
    GstBuffer* arrived;

    if (i <= LIMIT)
      g_snprintf(name + 1, 7, "t%05u", i);
    else
      g_strlcpy(name + 1, "known!", 7);
    g_byte_array_append(typed, bytes->data, 4);
    g_byte_array_append(typed, (guint8*)name, 7);
    g_byte_array_append(typed, bytes->data + 4, bytes->len - 4);
    arrived = deserialize(typed->data, typed->len);
    fail_unless(arrived != NULL);
    if (i < LIMIT) {
      fail_unless_equals_string(gst_video_histogram_meta_get_roi_type(meta_of(arrived)), name + 1);
    } else {
      fail_unless_equals_int(meta_of(arrived)->roi_type, i == LIMIT ? 0 : known);
    }
    gst_buffer_unref(arrived);
    g_byte_array_unref(typed);
  }
  fail_unless_equals_int(g_quark_try_string("t04096"), 0);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

/* `largest` is measured. */
GST_START_TEST(a_histogram_takes_eight_bytes_for_each_count_that_is_there) {
  GstVideoHistogram* histogram;
  guint64* counts = g_new0(guint64, 65536);
  GstBuffer *buffer, *arrived;
  GByteArray* bytes;

  histogram = make_gray(counts, 65536);
  buffer = make_carrier(1, NULL, histogram);
  bytes = serialize(buffer);
  fail_unless(bytes->len < 65536 + MUCH);
  largest = 0;
  arrived = deserialize(bytes->data, bytes->len);
  fail_unless(largest >= 65536 * 8 && largest < 65536 * 8 + MUCH, "%" G_GSIZE_FORMAT " bytes",
              largest);
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
  g_free(counts);
}
GST_END_TEST;

static Suite* serialize_limits_suite(void) {
  Suite* suite = suite_create("serialize-limits");
  TCase* tcase = tcase_create("serialize-limits");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, one_that_stays_pending_arrives_as_failed_after_a_minute);
  tcase_add_test(tcase, sizes_without_the_bytes_for_them_take_no_memory);
  tcase_add_test(tcase, a_failed_histogram_takes_no_memory_for_counts);
  tcase_add_test(tcase, types_that_a_sender_invents_are_kept_up_to_a_limit);
  tcase_add_test(tcase, a_histogram_takes_eight_bytes_for_each_count_that_is_there);
  return suite;
}

GST_CHECK_MAIN(serialize_limits);
