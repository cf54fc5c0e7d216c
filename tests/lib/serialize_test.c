/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A meta that is serialised arrives as it was. */

#include "projection_checks.h"
#include "serialize_checks.h"

/* Counts of all magnitudes up to 2^bits - 1, and two of just that. */
static GstVideoHistogram* make_random(GRand* random, guint n_channels, guint bins, guint bits) {
  static const gchar letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";
  gchar texts[GST_VIDEO_HISTOGRAM_MAX_CHANNELS][2] = {{0}};
  const gchar* names[GST_VIDEO_HISTOGRAM_MAX_CHANNELS + 1] = {NULL};
  gsize n = (gsize)n_channels * bins, i;
  guint64* counts = g_new(guint64, n);
  guint64 most = G_MAXUINT64 >> (64 - bits);
  GstVideoHistogram* histogram;
  GError* error = NULL;

  for (i = 0; i < n_channels; i++) {
    texts[i][0] = letters[i];
    names[i] = texts[i];
  }
  for (i = 0; i < n; i++)
    counts[i] = ((((guint64)g_rand_int(random) << 32) | g_rand_int(random)) & most) >>
                g_rand_int_range(random, 0, (gint)bits);
  counts[0] = counts[n - 1] = most;
  histogram = new_alike(GST_VIDEO_FORMAT_RGBA, 1920, 1080, NULL, names, bins, counts, n, &error);
  fail_unless(histogram != NULL, "%s", error != NULL ? error->message : "no error");
  g_free(counts);
  return histogram;
}

GST_START_TEST(histograms_of_all_sizes_arrive_as_they_were) {
  static const guint all_bins[] = {1, 7, 256, 65536}, all_bits[] = {1, 7, 8, 14, 32, 47};
  GRand* random = g_rand_new_with_seed(20240229);
  guint n_channels, b, w;

  for (b = 0; b < G_N_ELEMENTS(all_bins); b++) {
    for (n_channels = 1; n_channels <= GST_VIDEO_HISTOGRAM_MAX_CHANNELS;
         n_channels += n_channels < 5 ? 1 : 9) {
      for (w = 0; w < G_N_ELEMENTS(all_bits); w++) {
        GstBuffer* buffer = make_carrier(GST_VIDEO_HISTOGRAM_META_FRAME_ID, NULL,
                                         make_random(random, n_channels, all_bins[b], all_bits[w]));

        gst_buffer_unref(fail_unless_travels(buffer));
        gst_buffer_unref(buffer);
      }
    }
  }
  g_rand_free(random);
}
GST_END_TEST;

GST_START_TEST(counts_of_every_length_arrive_as_they_were) {
  guint bits;

  for (bits = 0; bits <= 64; bits++) {
    guint64 most = bits == 0 ? 0 : G_MAXUINT64 >> (64 - bits);
    guint64 counts[2][2] = {{most, 0}, {0, most / 2 + 1}};
    guint i;

    for (i = 0; i < 2; i++) {
      GstBuffer* buffer = make_carrier(0, NULL, make_gray(counts[i], 2));
      GByteArray* bytes = serialize(buffer);

      if (i == 0) /* seven bits per byte */
        fail_unless_equals_int(bytes->len - (AT_ID + 13 * 4 + 8 + 8 + 6 + 12 + 1),
                               1 + MAX(1, (bits + 6) / 7));
      gst_buffer_unref(fail_unless_travels(buffer));
      g_byte_array_unref(bytes);
      gst_buffer_unref(buffer);
    }
  }
}
GST_END_TEST;

/* A meta of version 5. */
static const guint8 version_5[] =
    {
        0xfe, 0xff, 0xff, 0xff,                         /* parent id */
        0x04, 'f',  'a',  'c',  'e',                    /* type of the region */
        0x05, 'h',  0xc3, 0xa9, 'r',  '0',              /* name of the element */
        0x07, 0x00, 0x00, 0x00,                         /* id */
        0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* x, y */
        0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, /* w, h */
        0x02, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, /* size of the frame */
        0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 0..255, RGB */
        0x07, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* sRGB, BT.709 */
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* colour flags, field */
        0x03, 'R',  'G',  'B',                          /* format */
        0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* frames */
        0x02,                                           /* channels */
        0x01, 'R',  0x04, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00,
        0x00, 0x03, 'H',  'U',  'E',  0x03, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00,
        0x68, 0x01, 0x00, 0x00, 0x01, /* counted */
        0xb4, 0x24, 0x00, 0x02, 0x7e, 0x80, 0x02, 0x00, 0xfe, 0xff, 0xff, 0xff, 0x1f,
};

GST_START_TEST(the_bytes_of_version_5_are_these) {
  static const GstVideoHistogramChannelInfo channels[] = {{"R", 4, 8}, {"HUE", 3, 9, 360}};
  static const guint64 counts[7] = {0x91a, 0, 1, 63, 128, 0, 0xffffffff};
  GstVideoColorimetry colorimetry = {GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_MATRIX_RGB,
                                     GST_VIDEO_TRANSFER_SRGB, GST_VIDEO_COLOR_PRIMARIES_BT709};
  GstVideoRectangle roi = {1, 0, 1, 2};
  GstVideoHistogram* one = gst_video_histogram_new(GST_VIDEO_FORMAT_RGB, 2, 2, &colorimetry,
                                                   channels, 2, counts, 7, NULL);
  GstBuffer *buffer = make_carrier(7, &roi, gst_video_histogram_add(one, one, NULL)), *arrived;
  GByteArray* bytes;

  meta_of(buffer)->parent_id = -2;
  meta_of(buffer)->roi_type = g_quark_from_static_string("face");
  gst_video_histogram_meta_set_element_name(meta_of(buffer), "h\xc3\xa9r0");
  bytes = serialize(buffer);
  fail_unless_equals_int(bytes->len, sizeof(version_5));
  fail_unless(memcmp(bytes->data, version_5, sizeof(version_5)) == 0);
  arrived = fail_unless_travels(buffer);
  fail_unless_equals_string(gst_video_histogram_meta_get_roi_type(meta_of(arrived)), "face");
  fail_unless_equals_uint64(gst_video_histogram_get_n_frames(meta_of(arrived)->histogram), 2);
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
  gst_video_histogram_unref(one);
}
GST_END_TEST;

/* A name as it arrives. */
static gchar* travelled(const gchar* name) {
  GstBuffer *buffer = make_carrier(1, NULL, make_rgb()), *arrived;
  GByteArray* bytes;
  gchar* result;

  gst_video_histogram_meta_set_element_name(meta_of(buffer), name);
  meta_of(buffer)->roi_type = g_quark_from_string(name);
  bytes = serialize(buffer);
  arrived = deserialize(bytes->data, bytes->len);
  fail_unless(arrived != NULL);
  result = g_strdup(meta_of(arrived)->element_name);
  fail_unless_equals_string(gst_video_histogram_meta_get_roi_type(meta_of(arrived)), result);
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
  return result;
}

GST_START_TEST(long_and_broken_names_arrive_as_short_text) {
  gchar *name = g_strnfill(1000, 'n'), *result = travelled(name);
  guint euro;

  fail_unless_equals_int(strlen(result), 255);
  fail_unless(g_str_has_prefix(name, result));
  g_free(result);
  name[255] = '\0';
  result = travelled(name);
  fail_unless_equals_string(result, name);
  g_free(result);

  /* Three bytes, of which all or none arrive. */
  for (euro = 250; euro <= 256; euro++) {
    memset(name, 'n', 300);
    memcpy(name + euro, "\xe2\x82\xac", 3);
    name[300] = '\0';
    result = travelled(name);
    fail_unless(g_str_has_prefix(name, result) && g_utf8_validate(result, -1, NULL));
    fail_unless_equals_int(strlen(result), euro == 253 || euro == 254 ? euro : 255);
    g_free(result);
  }

  result = travelled("n\xff\xfe");
  fail_unless(result[0] == 'n' && g_utf8_validate(result, -1, NULL));
  g_free(result);
  g_free(name);
}
GST_END_TEST;

GST_START_TEST(a_rectangle_is_refused_on_arrival_as_it_is_here) {
  static const gint sides[] = {G_MININT, -1, 0, 1, 2, 3, G_MAXINT};
  const guint n = G_N_ELEMENTS(sides);
  static const guint64 counts[] = {3, 1};
  guint of_any_size, i, accepted[2] = {0, 0};

  for (of_any_size = 0; of_any_size < 2; of_any_size++) {
    GstVideoHistogram* histogram = of_any_size ? make_gray(counts, 2) : make_rgb();
    GstBuffer* buffer = make_carrier(1, NULL, gst_video_histogram_ref(histogram));
    GByteArray* bytes = serialize(buffer);

    for (i = 0; i < n * n * n * n; i++) {
      GstVideoRectangle roi = {sides[i % n], sides[i / n % n], sides[i / n / n % n],
                               sides[i / n / n / n]};
      GstBuffer *here = gst_buffer_new(), *there;
      gboolean taken =
          gst_buffer_add_video_histogram_meta(here, 1, -1, NULL, &roi, histogram) != NULL;

      write_u32(bytes->data + AT_ID + 4, (guint32)roi.x);
      write_u32(bytes->data + AT_ID + 8, (guint32)roi.y);
      write_u32(bytes->data + AT_ID + 12, (guint32)roi.w);
      write_u32(bytes->data + AT_ID + 16, (guint32)roi.h);
      there = deserialize(bytes->data, bytes->len);
      fail_unless_equals_int(there != NULL, taken);
      accepted[of_any_size] += taken;
      gst_clear_buffer(&there);
      gst_buffer_unref(here);
    }
    g_byte_array_unref(bytes);
    gst_buffer_unref(buffer);
    gst_video_histogram_unref(histogram);
  }
  /* By hand: 6 (x, w) lie in [0, 2], 18 in [0, G_MAXINT]; as many (y, h). */
  fail_unless_equals_int(accepted[0], 6 * 6);
  fail_unless_equals_int(accepted[1], 18 * 18);
}
GST_END_TEST;

GST_START_TEST(every_format_and_colorimetry_arrives_as_it_was) {
  static const guint64 counts[] = {3, 1};
  static const gchar* const names[] = {"GRAY", NULL};
  GType types[] = {GST_TYPE_VIDEO_FORMAT, GST_TYPE_VIDEO_COLOR_RANGE, GST_TYPE_VIDEO_COLOR_MATRIX,
                   GST_TYPE_VIDEO_TRANSFER_FUNCTION, GST_TYPE_VIDEO_COLOR_PRIMARIES};
  guint t, v;

  for (t = 0; t < G_N_ELEMENTS(types); t++) {
    GEnumClass* klass = g_type_class_ref(types[t]);

    for (v = 0; v < klass->n_values; v++) {
      gint value = klass->values[v].value;
      GstVideoColorimetry colorimetry = {
          t == 1 ? (GstVideoColorRange)value : GST_VIDEO_COLOR_RANGE_UNKNOWN,
          t == 2 ? (GstVideoColorMatrix)value : GST_VIDEO_COLOR_MATRIX_UNKNOWN,
          t == 3 ? (GstVideoTransferFunction)value : GST_VIDEO_TRANSFER_UNKNOWN,
          t == 4 ? (GstVideoColorPrimaries)value : GST_VIDEO_COLOR_PRIMARIES_UNKNOWN};
      GstBuffer* buffer;

      if (t == 0 && value == GST_VIDEO_FORMAT_ENCODED)
        continue;
      buffer = make_carrier(0, NULL,
                            new_alike(t == 0 ? (GstVideoFormat)value : GST_VIDEO_FORMAT_UNKNOWN, 0,
                                      0, &colorimetry, names, 2, counts, 2, NULL));
      gst_buffer_unref(fail_unless_travels(buffer));
      gst_buffer_unref(buffer);
    }
    g_type_class_unref(klass);
  }
}
GST_END_TEST;

GST_START_TEST(the_metas_of_a_frame_and_its_regions_follow_each_other) {
  static const gint ids[] = {GST_VIDEO_HISTOGRAM_META_FRAME_ID, 0, G_MAXINT, G_MININT};
  static const GstVideoRectangle rois[] = {{0, 0, 2, 2}, {1, 1, 1, 1}, {0, 0, 0, 0}, {2, 2, 0, 0}};
  GByteArray* bytes = g_byte_array_new();
  GstBuffer *buffer = gst_buffer_new(), *arrived = gst_buffer_new();
  GstVideoHistogram* histogram = make_rgb();
  gpointer state = NULL, arrived_state = NULL;
  GstMeta* meta;
  gsize offset = 0, i;

  for (i = 0; i < G_N_ELEMENTS(ids); i++)
    gst_buffer_add_video_histogram_meta(buffer, ids[i], -1, NULL, &rois[i], histogram);
  gst_video_histogram_unref(histogram);
  while ((meta = gst_buffer_iterate_meta(buffer, &state)) != NULL)
    fail_unless(gst_meta_serialize_simple(meta, bytes));

  for (i = 0; i < G_N_ELEMENTS(ids); i++) {
    guint32 consumed;

    fail_unless(gst_meta_deserialize(arrived, bytes->data + offset, bytes->len - offset,
                                     &consumed) != NULL);
    offset += consumed;
  }
  fail_unless_equals_uint64(offset, bytes->len);
  state = NULL;
  while ((meta = gst_buffer_iterate_meta(buffer, &state)) != NULL)
    fail_unless_same_meta((GstVideoHistogramMeta*)meta,
                          (GstVideoHistogramMeta*)gst_buffer_iterate_meta(arrived, &arrived_state));
  fail_unless(gst_buffer_iterate_meta(arrived, &arrived_state) == NULL);
  gst_buffer_unref(arrived);
  gst_buffer_unref(buffer);
  g_byte_array_unref(bytes);
}
GST_END_TEST;

GST_START_TEST(what_arrives_is_added_and_compared_like_the_original) {
  GstBuffer* buffer = make_carrier(0, NULL, make_rgb());
  GstBuffer* arrived = fail_unless_travels(buffer);
  GstVideoHistogram *here = meta_of(buffer)->histogram, *there = meta_of(arrived)->histogram;
  GstVideoHistogram *sum = gst_video_histogram_add(here, there, NULL),
                    *expected = gst_video_histogram_add(here, here, NULL);

  fail_unless_same(sum, expected);
  fail_unless(gst_video_histogram_compare(here, there, GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS,
                                          NULL) == 0.0);
  fail_unless(gst_video_histogram_get_mean(there, 0) == gst_video_histogram_get_mean(here, 0));
  /* The histogram outlives both buffers. */
  gst_video_histogram_ref(there);
  gst_buffer_unref(arrived);
  gst_buffer_unref(buffer);
  fail_unless_equals_uint64(gst_video_histogram_get_counts(there, 0, NULL)[1], 2);
  gst_video_histogram_unref(there);
  gst_video_histogram_unref(sum);
  gst_video_histogram_unref(expected);
}
GST_END_TEST;

GST_START_TEST(a_failed_histogram_arrives_with_its_reason) {
  static const struct {
    GstVideoHistogramError code;
    const gchar* message;
  } cases[] = {
      {GST_VIDEO_HISTOGRAM_ERROR_FAILED, ""},
      {GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "out of memory"},
      {GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "the device is gone \xe2\x80\x93 restart"},
      {GST_VIDEO_HISTOGRAM_ERROR_INVALID, "a"},
      {GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE, "b"},
  };
  GstVideoHistogram* other = make_rgb();
  GError* error = NULL;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++) {
    GstBuffer* buffer = make_carrier(3, NULL, make_failed(cases[i].code, cases[i].message));
    GstBuffer* arrived = fail_unless_travels(buffer);

    fail_unless(gst_video_histogram_is_ready(meta_of(arrived)->histogram));
    fail_unless(gst_video_histogram_add(meta_of(arrived)->histogram, other, &error) == NULL);
    fail_unless_equals_int(error->code, cases[i].code);
    fail_unless_equals_string(error->message, cases[i].message);
    g_clear_error(&error);
    gst_buffer_unref(arrived);
    gst_buffer_unref(buffer);
  }
  gst_video_histogram_unref(other);
}
GST_END_TEST;

GST_START_TEST(a_reason_that_is_no_text_arrives_as_text) {
  GstBuffer* buffer = make_carrier(
      3, NULL, make_failed(GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "lost \xff\xfe\xc3"));
  GByteArray* bytes = serialize(buffer);
  GstBuffer* arrived = deserialize(bytes->data, bytes->len);
  GError* error = NULL;

  fail_unless(arrived != NULL);
  fail_if(gst_video_histogram_wait(meta_of(arrived)->histogram, 0, &error));
  fail_unless(g_str_has_prefix(error->message, "lost ") &&
              g_utf8_validate(error->message, -1, NULL));
  g_error_free(error);
  gst_buffer_unref(arrived);
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

static gpointer complete_later(gpointer histogram) {
  g_usleep(100000);
  gst_video_histogram_producer()->complete(histogram, pending_counts);
  return NULL;
}

static gpointer fail_later(gpointer histogram) {
  g_usleep(100000);
  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                                            "busy");
  return NULL;
}

GST_START_TEST(a_pending_histogram_is_waited_for) {
  GThreadFunc ends[] = {complete_later, fail_later};
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(ends); i++) {
    GstBuffer *buffer = make_carrier(1, NULL, make_pending()), *arrived;
    GThread* thread = g_thread_new("counter", ends[i], meta_of(buffer)->histogram);

    fail_if(gst_video_histogram_is_ready(meta_of(buffer)->histogram));
    arrived = fail_unless_travels(buffer);
    g_thread_join(thread);
    gst_buffer_unref(arrived);
    gst_buffer_unref(buffer);
  }
}
GST_END_TEST;

GST_START_TEST(a_matrix_is_not_serialised) {
  static const Scene scene = {.width = 9, .height = 7, .angle = 33.7, .bins = 4};
  static const gchar* const names[] = {"GRAY", NULL};
  static const guint64 counts[] = {0, 9 * 7};
  Source source = {.reads = 0};
  GstBuffer* buffer = make_carrier(0, NULL, make_scene(&scene, &source));
  GstBuffer* without = make_carrier(
      0, NULL, new_alike(GST_VIDEO_FORMAT_GRAY8, 9, 7, NULL, names, 2, counts, 2, NULL));
  GByteArray *bytes = serialize(buffer), *expected = serialize(without);
  GstBuffer* arrived = fail_unless_travels(buffer);

  fail_unless_equals_int(bytes->len, expected->len);
  fail_unless(memcmp(bytes->data, expected->data, expected->len) == 0);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(meta_of(arrived)->histogram), 0);
  fail_unless_equals_int(source.reads, 0);
  g_byte_array_unref(bytes);
  g_byte_array_unref(expected);
  gst_buffer_unref(arrived);
  gst_buffer_unref(without);
  gst_buffer_unref(buffer);
}
GST_END_TEST;

static gboolean refuse(GstByteArrayInterface* self, gsize length) {
  gsize* limit = (gsize*)(self + 1);

  return length <= *limit;
}

/* Takes the buffer. */
static void fail_unless_all_or_nothing(GstBuffer* buffer) {
  GByteArray* bytes = serialize_all(buffer);
  gsize limit;

  for (limit = 0; limit <= bytes->len; limit++) {
    struct {
      GstByteArrayInterface array;
      gsize limit;
    } small;

    gst_byte_array_interface_init(&small.array);
    small.array.data = g_malloc(bytes->len);
    small.array.resize = refuse;
    small.limit = limit;
    fail_unless_equals_int(gst_meta_serialize((const GstMeta*)meta_of(buffer), &small.array),
                           limit == bytes->len);
    fail_unless_equals_uint64(small.array.len, limit == bytes->len ? bytes->len : 0);
    g_free(small.array.data);
  }
  g_byte_array_unref(bytes);
  gst_buffer_unref(buffer);
}

GST_START_TEST(where_there_is_no_room_nothing_is_written) {
  fail_unless_all_or_nothing(make_carrier(1, NULL, make_rgb()));
  fail_unless_all_or_nothing(
      make_carrier(1, NULL, make_failed(GST_VIDEO_HISTOGRAM_ERROR_FAILED, "no reason")));
}
GST_END_TEST;

static Suite* serialize_suite(void) {
  Suite* suite = suite_create("serialize");
  TCase* tcase = tcase_create("serialize");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, histograms_of_all_sizes_arrive_as_they_were);
  tcase_add_test(tcase, counts_of_every_length_arrive_as_they_were);
  tcase_add_test(tcase, the_bytes_of_version_5_are_these);
  tcase_add_test(tcase, long_and_broken_names_arrive_as_short_text);
  tcase_add_test(tcase, a_rectangle_is_refused_on_arrival_as_it_is_here);
  tcase_add_test(tcase, every_format_and_colorimetry_arrives_as_it_was);
  tcase_add_test(tcase, the_metas_of_a_frame_and_its_regions_follow_each_other);
  tcase_add_test(tcase, what_arrives_is_added_and_compared_like_the_original);
  tcase_add_test(tcase, a_failed_histogram_arrives_with_its_reason);
  tcase_add_test(tcase, a_reason_that_is_no_text_arrives_as_text);
  tcase_add_test(tcase, a_pending_histogram_is_waited_for);
  tcase_add_test(tcase, a_matrix_is_not_serialised);
  tcase_add_test(tcase, where_there_is_no_room_nothing_is_written);
  return suite;
}

GST_CHECK_MAIN(serialize);
