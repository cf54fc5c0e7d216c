/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Serialised metas that were cut, lengthened and changed, with a fixed seed. */

#include "serialize_checks.h"

#define N_SEEDS 4

/* Serialised metas of all kinds: small counts, wide ones, a failure, five channels with a region of
 * a type that a named element counted. */
static GByteArray* make_seed(guint seed) {
  static const guint64 wide[] = {1, G_GUINT64_CONSTANT(0x123456789abcdef), 3};
  static const guint64 counts[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 300};
  static const gchar* const names[] = {"R", "G", "B", "A", "LUMA", NULL};
  GstVideoRectangle roi = {10, 20, 30, 40};
  GstVideoHistogram* histogram;
  GstBuffer* buffer;
  GByteArray* bytes;

  switch (seed) {
  case 0:
    histogram = make_rgb();
    break;
  case 1:
    histogram = make_gray(wide, G_N_ELEMENTS(wide));
    break;
  case 2:
    histogram = make_failed(GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "the device is gone");
    break;
  default:
    histogram = new_alike(GST_VIDEO_FORMAT_RGBA, 640, 480, NULL, names, 2, counts, 10, NULL);
  }
  buffer = make_carrier(5, seed == 3 ? &roi : NULL, histogram);
  if (seed == 3) {
    meta_of(buffer)->roi_type = g_quark_from_static_string("face");
    meta_of(buffer)->parent_id = 2;
    gst_video_histogram_meta_set_element_name(meta_of(buffer), "videohistogram0");
  }
  bytes = serialize(buffer);
  gst_buffer_unref(buffer);
  return bytes;
}

/* Checks that the bytes are refused, or give a histogram that is consistent. */
static gboolean try_bytes(const guint8* bytes, gsize size) {
  GstBuffer* arrived = deserialize(bytes, size);
  GstVideoHistogramMeta* meta;
  GError* error = NULL;
  guint c, i;

  if (arrived == NULL)
    return FALSE;
  meta = meta_of(arrived);
  fail_unless(gst_video_histogram_is_ready(meta->histogram));
  fail_unless(meta->roi.x >= 0 && meta->roi.y >= 0 && meta->roi.w >= 0 && meta->roi.h >= 0);
  fail_unless(meta->element_name == NULL || g_utf8_validate(meta->element_name, -1, NULL));
  fail_unless((gint64)meta->roi.x + meta->roi.w <= G_MAXINT);
  fail_unless((gint64)meta->roi.y + meta->roi.h <= G_MAXINT);
  if (gst_video_histogram_wait(meta->histogram, 0, &error)) {
    for (c = 0; c < gst_video_histogram_get_n_channels(meta->histogram); c++) {
      gsize bins;
      const guint64* counts = gst_video_histogram_get_counts(meta->histogram, c, &bins);
      guint64 sum = 0;

      for (i = 0; i < bins; i++)
        sum += counts[i];
      fail_unless_equals_uint64(sum, gst_video_histogram_get_samples(meta->histogram, c));
    }
  } else {
    fail_unless(g_utf8_validate(error->message, -1, NULL));
    fail_if(error->code == GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT);
    g_error_free(error);
  }
  gst_buffer_unref(fail_unless_travels(arrived));
  gst_buffer_unref(arrived);
  return TRUE;
}

GST_START_TEST(other_versions_are_refused_and_skipped) {
  GstBuffer *buffer = make_carrier(1, NULL, make_rgb()), *arrived = gst_buffer_new();
  GByteArray* bytes = serialize_all(buffer);
  guint32 consumed;
  guint version;

  for (version = 0; version <= G_MAXUINT8; version++) {
    bytes->data[GST_HEAD_SIZE - 1] = (guint8)version;
    fail_unless((gst_meta_deserialize(arrived, bytes->data, bytes->len, &consumed) != NULL) ==
                (version == 5));
    fail_unless_equals_int(consumed, bytes->len); /* so the next meta is found */
  }
  fail_unless_equals_int(gst_buffer_get_n_meta(arrived, GST_VIDEO_HISTOGRAM_META_API_TYPE), 1);
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

GST_START_TEST(any_other_length_is_refused) {
  guint seed, size;

  for (seed = 0; seed < N_SEEDS; seed++) {
    GByteArray* bytes = make_seed(seed);
    guint right = bytes->len;
    /* The message of a failure is all that follows its code. */
    guint shortest = seed == 2 ? right - strlen("the device is gone") : right;

    g_byte_array_set_size(bytes, right + 16);
    memset(bytes->data + right, 'x', 16);
    for (size = 0; size <= bytes->len; size++)
      fail_unless_equals_int(try_bytes(bytes->data, size),
                             seed == 2 ? size >= shortest : size == right);
    g_byte_array_unref(bytes);
  }
}
GST_END_TEST;

GST_START_TEST(counts_are_written_in_one_way_only) {
  static const struct {
    const gchar* what;
    guint8 bytes[12];
    guint size;
    gboolean valid;
  } cases[] = {
      {"0", {0}, 1, TRUE},
      {"0 in two bytes", {0x80, 0}, 2, FALSE},
      {"127", {0x7f}, 1, TRUE},
      {"127 in two bytes", {0xff, 0}, 2, FALSE},
      {"128", {0x80, 1}, 2, TRUE},
      {"128 without its end", {0x80}, 1, FALSE},
      {"2^64 - 1", {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, 10, TRUE},
      {"2^64", {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02}, 10, FALSE},
      {"2^70", {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1}, 11, FALSE},
  };
  static const guint64 zero = 0;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++) {
    GstBuffer *buffer = make_carrier(0, NULL, make_gray(&zero, 1)), *arrived;
    GByteArray* bytes = serialize(buffer);

    g_byte_array_set_size(bytes, bytes->len - 1);
    g_byte_array_append(bytes, cases[i].bytes, cases[i].size);
    arrived = deserialize(bytes->data, bytes->len);
    fail_unless((arrived != NULL) == cases[i].valid, "%s", cases[i].what);
    gst_clear_buffer(&arrived);
    g_byte_array_unref(bytes);
    gst_buffer_unref(buffer);
  }
}
GST_END_TEST;

GST_START_TEST(a_name_that_ends_early_is_refused) {
  GByteArray* bytes = make_seed(1); /* ... "UNKNOWN", 1 channel: "GRAY" */
  const guint ends[] = {AT_ID + 13 * 4 + 1 + 6, AT_ID + 13 * 4 + 1 + 7 + 8 + 1 + 1 + 3};
  gsize i;

  fail_unless(bytes->data[ends[0]] == 'N' && bytes->data[ends[1]] == 'Y');
  for (i = 0; i < G_N_ELEMENTS(ends); i++) {
    guint8 right = bytes->data[ends[i]];

    bytes->data[ends[i]] = '\0';
    fail_unless(deserialize(bytes->data, bytes->len) == NULL);
    bytes->data[ends[i]] = right;
  }
  g_byte_array_unref(bytes);
}
GST_END_TEST;

GST_START_TEST(a_type_or_an_element_that_is_no_text_is_refused) {
  static const guint8 no_text[][3] = {{0xff, 'a', 'b'}, {'a', 0xc3, 'b'}, {'a', 'b', 0xc3},
                                      {'a', 0, 'b'},    {0, 0, 0},        {0xed, 0xa0, 0x80}};
  const guint8 text[] = {0xe2, 0x82, 0xac};
  guint which, i;

  for (which = 0; which < 2; which++) {
    for (i = 0; i <= G_N_ELEMENTS(no_text); i++) {
      GstBuffer *buffer = make_carrier(0, NULL, make_rgb()), *arrived;
      GByteArray* bytes;

      if (which == 0)
        meta_of(buffer)->roi_type = g_quark_from_static_string("abc");
      else
        gst_video_histogram_meta_set_element_name(meta_of(buffer), "abc");
      bytes = serialize(buffer);
      fail_unless(memcmp(bytes->data + AT_ID - 1 + which, "abc", 3) == 0);
      memcpy(bytes->data + AT_ID - 1 + which, i < G_N_ELEMENTS(no_text) ? no_text[i] : text, 3);
      arrived = deserialize(bytes->data, bytes->len);
      fail_unless_equals_int(arrived != NULL, i == G_N_ELEMENTS(no_text));
      gst_clear_buffer(&arrived);
      g_byte_array_unref(bytes);
      gst_buffer_unref(buffer);
    }
  }
}
GST_END_TEST;

GST_START_TEST(a_truncated_stream_of_metas_is_refused) {
  GstBuffer *buffer = make_carrier(1, NULL, make_rgb()), *arrived = gst_buffer_new();
  GByteArray* bytes = serialize_all(buffer);
  guint32 consumed;
  guint size;

  for (size = 0; size < bytes->len; size++) {
    guint8* block = malloc(size + 1);

    memcpy(block + 1, bytes->data, size);
    fail_unless(gst_meta_deserialize(arrived, block + 1, size, &consumed) == NULL);
    free(block);
  }
  fail_unless_equals_int(gst_buffer_get_n_meta(arrived, GST_VIDEO_HISTOGRAM_META_API_TYPE), 0);
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

GST_START_TEST(every_flipped_bit_and_byte_is_refused_or_harmless) {
  guint seed, at, bit, tried = 0, accepted = 0;

  for (seed = 0; seed < N_SEEDS; seed++) {
    GByteArray* bytes = make_seed(seed);

    for (at = 0; at < bytes->len; at++) {
      for (bit = 0; bit <= 8; bit++) {
        guint8 flipped = bit < 8 ? (guint8)(1u << bit) : 0xff;

        bytes->data[at] ^= flipped;
        accepted += try_bytes(bytes->data, bytes->len);
        bytes->data[at] ^= flipped;
        tried++;
      }
    }
    g_byte_array_unref(bytes);
  }
  /* Ids and counts may be anything, sizes may not. */
  fail_unless(accepted > tried / 10 && accepted < tried * 9 / 10, "%u of %u", accepted, tried);
}
GST_END_TEST;

GST_START_TEST(random_changes_are_refused_or_harmless) {
  static const guint32 numbers[] = {0, 1, 2, 4, 8, 255, 65536, 65537, G_MAXINT32, 0x80000000u};
  GRand* random = g_rand_new_with_seed(20240229);
  guint round, accepted = 0;

  for (round = 0; round < 8000; round++) {
    GByteArray* bytes = make_seed(round % N_SEEDS);
    gint changes = g_rand_int_range(random, 1, 4);

    while (changes-- > 0) {
      guint at = (guint)g_rand_int_range(random, 0, (gint)bytes->len), more;

      switch (g_rand_int_range(random, 0, 5)) {
      case 0:
        bytes->data[at] ^= (guint8)(1u << g_rand_int_range(random, 0, 8));
        break;
      case 1:
        bytes->data[at] = (guint8)g_rand_int(random);
        break;
      case 2:
        if (at + 4 <= bytes->len)
          write_u32(bytes->data + at, numbers[g_rand_int_range(random, 0, G_N_ELEMENTS(numbers))]);
        break;
      case 3: /* cut something out, but not all */
        g_byte_array_remove_range(
            bytes, at, (guint)g_rand_int_range(random, 0, (gint)MIN(bytes->len - at, 9)));
        break;
      default: /* the same twice */
        more = (guint)g_rand_int_range(random, 0, 9);
        g_byte_array_set_size(bytes, bytes->len + more);
        memmove(bytes->data + at + more, bytes->data + at, bytes->len - at - more);
        break;
      }
    }
    accepted += try_bytes(bytes->data, bytes->len);
    g_byte_array_unref(bytes);
  }
  fail_unless(accepted > 800 && accepted < 7200, "%u of 8000", accepted);
  g_rand_free(random);
}
GST_END_TEST;

GST_START_TEST(random_bytes_are_refused) {
  GRand* random = g_rand_new_with_seed(20240229);
  guint8 bytes[200];
  guint round, i;

  for (round = 0; round < 8000; round++) {
    gsize size = (gsize)g_rand_int_range(random, 0, sizeof(bytes) + 1);

    for (i = 0; i < size; i++)
      bytes[i] = (guint8)g_rand_int(random);
    fail_if(try_bytes(bytes, size));
  }
  g_rand_free(random);
}
GST_END_TEST;

static Suite* serialize_fuzz_suite(void) {
  Suite* suite = suite_create("serialize-fuzz");
  TCase* tcase = tcase_create("serialize-fuzz");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, other_versions_are_refused_and_skipped);
  tcase_add_test(tcase, any_other_length_is_refused);
  tcase_add_test(tcase, counts_are_written_in_one_way_only);
  tcase_add_test(tcase, a_name_that_ends_early_is_refused);
  tcase_add_test(tcase, a_type_or_an_element_that_is_no_text_is_refused);
  tcase_add_test(tcase, a_truncated_stream_of_metas_is_refused);
  tcase_add_test(tcase, every_flipped_bit_and_byte_is_refused_or_harmless);
  tcase_add_test(tcase, random_changes_are_refused_or_harmless);
  tcase_add_test(tcase, random_bytes_are_refused);
  return suite;
}

GST_CHECK_MAIN(serialize_fuzz);
