/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shared by the tests of serialised metas. */
#pragma once

#include "make_histogram.h"

/* The bytes that GStreamer writes first: two lengths, the name with a NUL, the library's version.
 */
#define GST_HEAD_SIZE (4 + 4 + sizeof("GstVideoHistogramMeta") + 1)

/* Where the id is if type and element are not known. */
#define AT_ID (4 + 1 + 1)

/* A buffer with one meta. Takes the histogram. */
static inline GstBuffer* make_carrier(gint id, const GstVideoRectangle* roi,
                                      GstVideoHistogram* histogram) {
  GstBuffer* buffer = gst_buffer_new();

  fail_unless(gst_buffer_add_video_histogram_meta(buffer, id, -1, NULL, roi, histogram) != NULL);
  gst_video_histogram_unref(histogram);
  return buffer;
}

/* The only meta of a buffer. */
static inline GstVideoHistogramMeta* meta_of(GstBuffer* buffer) {
  gpointer state = NULL;

  fail_unless_equals_int(gst_buffer_get_n_meta(buffer, GST_VIDEO_HISTOGRAM_META_API_TYPE), 1);
  return (GstVideoHistogramMeta*)gst_buffer_iterate_meta_filtered(
      buffer, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE);
}

static inline GByteArray* serialize_all(GstBuffer* buffer) {
  GByteArray* bytes = g_byte_array_new();

  fail_unless(gst_meta_serialize_simple((const GstMeta*)meta_of(buffer), bytes));
  return bytes;
}

/* The part that the library writes. */
static inline GByteArray* serialize(GstBuffer* buffer) {
  GByteArray* bytes = serialize_all(buffer);

  fail_unless_equals_int(bytes->data[GST_HEAD_SIZE - 1], 5);
  return g_byte_array_remove_range(bytes, 0, GST_HEAD_SIZE);
}

/* Reads the library's part from a block of exactly that size, so that a sanitizer sees any read
 * beyond it. Returns NULL if the part is refused, and checks that the buffer has no meta then. */
static inline GstBuffer* deserialize_version(const guint8* bytes, gsize size, guint8 version) {
  const GstMetaInfo* info = GST_VIDEO_HISTOGRAM_META_INFO;
  GstBuffer* buffer = gst_buffer_new();
  guint8* block = malloc(size);
  GstMeta* meta;

  if (size > 0)
    memcpy(block, bytes, size);
  meta = info->deserialize_func(info, buffer, block, size, version);
  free(block);
  if (meta != NULL) {
    fail_unless((GstMeta*)meta_of(buffer) == meta);
    return buffer;
  }
  fail_unless_equals_int(gst_buffer_get_n_meta(buffer, GST_VIDEO_HISTOGRAM_META_API_TYPE), 0);
  gst_buffer_unref(buffer);
  return NULL;
}

static inline GstBuffer* deserialize(const guint8* bytes, gsize size) {
  return deserialize_version(bytes, size, 5);
}

/* GST_WRITE_UINT32_LE() writes to any address in a way that a sanitizer complains of. */
static inline void write_u32(guint8* at, guint32 value) {
  value = GUINT32_TO_LE(value);
  memcpy(at, &value, sizeof(value));
}

static inline void fail_unless_same_failure(GstVideoHistogram* a, GstVideoHistogram* b) {
  GError *of_a = NULL, *of_b = NULL;
  guint c;

  fail_if(gst_video_histogram_wait(a, 0, &of_a));
  fail_if(gst_video_histogram_wait(b, 0, &of_b));
  fail_unless_equals_int(of_a->code, of_b->code);
  fail_unless_equals_string(of_a->message, of_b->message);
  g_error_free(of_a);
  g_error_free(of_b);
  fail_unless_equals_int(gst_video_histogram_get_format(a), gst_video_histogram_get_format(b));
  fail_unless_equals_int(gst_video_histogram_get_width(a), gst_video_histogram_get_width(b));
  fail_unless_equals_int(gst_video_histogram_get_height(a), gst_video_histogram_get_height(b));
  fail_unless_equals_int(gst_video_histogram_get_bins(a, 0), gst_video_histogram_get_bins(b, 0));
  fail_unless_equals_int(gst_video_histogram_get_n_channels(a),
                         gst_video_histogram_get_n_channels(b));
  for (c = 0; c < gst_video_histogram_get_n_channels(a); c++) {
    fail_unless_equals_string(gst_video_histogram_get_channel_name(a, c),
                              gst_video_histogram_get_channel_name(b, c));
    fail_unless(gst_video_histogram_get_counts(b, c, NULL) == NULL);
    fail_unless_equals_uint64(gst_video_histogram_get_samples(b, c), 0);
  }
}

static inline void fail_unless_same_meta(GstVideoHistogramMeta* a, GstVideoHistogramMeta* b) {
  fail_unless_equals_int(a->id, b->id);
  fail_unless_equals_int(a->parent_id, b->parent_id);
  fail_unless_equals_int(a->roi_type, b->roi_type);
  fail_unless_equals_string(a->element_name, b->element_name);
  fail_unless_equals_int(a->roi.x, b->roi.x);
  fail_unless_equals_int(a->roi.y, b->roi.y);
  fail_unless_equals_int(a->roi.w, b->roi.w);
  fail_unless_equals_int(a->roi.h, b->roi.h);
  if (gst_video_histogram_wait(a->histogram, 0, NULL))
    fail_unless_same(a->histogram, b->histogram);
  else
    fail_unless_same_failure(a->histogram, b->histogram);
}

/* Fails unless a buffer's metas are read as they were written; returns the buffer with those read.
 */
static inline GstBuffer* fail_unless_travels(GstBuffer* buffer) {
  GByteArray* bytes = serialize(buffer);
  GstBuffer* arrived = deserialize(bytes->data, bytes->len);

  fail_unless(arrived != NULL);
  fail_unless_same_meta(meta_of(buffer), meta_of(arrived));
  g_byte_array_unref(bytes);
  return arrived;
}

static inline GstVideoHistogram* make_failed(GstVideoHistogramError code, const gchar* message) {
  GstVideoHistogram* histogram = make_pending();

  gst_video_histogram_producer()->set_error(histogram, code, message);
  return histogram;
}
