/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Serialised form of GstVideoHistogramMeta, for other processes. All numbers are little-endian and
 * unaligned. A string is a length byte and that many bytes, without a NUL. Version 5:
 *
 *   i32 parent id
 *   string type of the region, string name of the element that counted: UTF-8, empty if not known
 *   i32 id, i32 roi x, y, w, h
 *   u32 width, height of the frame as analysed
 *   u32 colour range, matrix, transfer, primaries: GStreamer's numbers, which are ABI
 *   u32 GstVideoHistogramColorFlags, GstVideoHistogramField
 *   string format
 *   u64 number of frames
 *   u8 number of channels, and for each of them a string name, u32 bins, depth, number of values
 *   u8 state: COUNTED or NOT_COUNTED
 *   remaining bytes, with COUNTED: the counts of the first channel, then those of the next, each in
 *       LEB128: seven bits per byte, the lowest first, the top bit set in all bytes but its last
 *   remaining bytes, with NOT_COUNTED: u32 GstVideoHistogramError, its message in UTF-8
 *
 * Counts are packed because transports limit the size: unixfdsrc of GStreamer 1.26 reads only once
 * from its socket for each buffer. Projections are not serialised for the same reason.
 */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

#if GST_CHECK_VERSION(1, 24, 0)

#define SERIALIZED_VERSION 5

/* Maximum number of quarks made from data of other processes. At up to 255 bytes each, the quarks
 * take about 1 MiB. */
#define MAX_FOREIGN_TYPES 4096

enum { NOT_COUNTED, COUNTED };

/* Maximum size in bytes of the part before the counts or the message: 15 32-bit numbers including
 * the error's code, the 64-bit number of frames, 2 single bytes, 3 strings of up to 255 bytes, and
 * the channels. */
#define MAX_HEAD                                                                                   \
  (15 * 4 + 8 + 2 + 3 * (1 + G_MAXUINT8) +                                                         \
   GST_VIDEO_HISTOGRAM_MAX_CHANNELS * (1 + GST_VIDEO_HISTOGRAM_MAX_NAME + 3 * 4))

/* The part before the counts or the message. */
typedef struct {
  gint parent_id;
  gchar roi_type[G_MAXUINT8 + 1];
  gchar element_name[G_MAXUINT8 + 1];
  gint id;
  GstVideoRectangle roi;
  guint width, height;
  GstVideoColorimetry colorimetry;
  guint color_flags;
  guint field;
  gchar format[G_MAXUINT8 + 1];
  guint64 n_frames;
  guint8 n_channels;
  gchar names[GST_VIDEO_HISTOGRAM_MAX_CHANNELS][GST_VIDEO_HISTOGRAM_MAX_NAME + 1];
  GstVideoHistogramChannelInfo channels[GST_VIDEO_HISTOGRAM_MAX_CHANNELS]; /* without names */
  guint8 state;
} Head;

/* Bytes that are written, or untrusted bytes that are read. The functions exchange_...() do either,
 * so that the fields and their order exist once. */
typedef struct {
  guint8* to;         /* where the next byte is written; NULL: bytes are read */
  const guint8* from; /* the next byte to read */
  gsize size;         /* number of bytes written, or not read yet */
  gboolean broken;    /* the input is too short or invalid; fields read since then are undefined */
} Stream;

static void exchange(Stream* stream, gpointer field, gsize size) {
  if (stream->to != NULL) {
    memcpy(stream->to, field, size);
    stream->to += size;
    stream->size += size;
  } else if (size > stream->size) {
    stream->broken = TRUE;
  } else {
    memcpy(field, stream->from, size);
    stream->from += size;
    stream->size -= size;
  }
}

/* `field` is a guint, a gint or an enum. */
static void exchange_u32(Stream* stream, gpointer field) {
  guint32 number;

  memcpy(&number, field, sizeof(number));
  number = GUINT32_TO_LE(number);
  exchange(stream, &number, sizeof(number));
  number = GUINT32_FROM_LE(number);
  memcpy(field, &number, sizeof(number));
}

static void exchange_u64(Stream* stream, guint64* number) {
  *number = GUINT64_TO_LE(*number);
  exchange(stream, number, sizeof(*number));
  *number = GUINT64_FROM_LE(*number);
}

static void exchange_string(Stream* stream, gchar* string, gsize capacity) {
  guint8 length = (guint8)strlen(string);

  exchange(stream, &length, sizeof(length));
  stream->broken |= length >= capacity;
  if (stream->broken)
    return;
  exchange(stream, string, length);
  string[length] = '\0';
  stream->broken |= strlen(string) != length;
}

/* Only sizes are checked here; the functions that make the histogram and the meta validate the
 * content. `head` is all zero if it is read. */
static void exchange_head(Stream* stream, Head* head) {
  gpointer numbers[] = {&head->id,
                        &head->roi.x,
                        &head->roi.y,
                        &head->roi.w,
                        &head->roi.h,
                        &head->width,
                        &head->height,
                        &head->colorimetry.range,
                        &head->colorimetry.matrix,
                        &head->colorimetry.transfer,
                        &head->colorimetry.primaries,
                        &head->color_flags,
                        &head->field};
  guint i;

  exchange_u32(stream, &head->parent_id);
  exchange_string(stream, head->roi_type, sizeof(head->roi_type));
  exchange_string(stream, head->element_name, sizeof(head->element_name));
  for (i = 0; i < G_N_ELEMENTS(numbers); i++)
    exchange_u32(stream, numbers[i]);
  exchange_string(stream, head->format, sizeof(head->format));
  exchange_u64(stream, &head->n_frames);
  exchange(stream, &head->n_channels, sizeof(head->n_channels));
  for (i = 0; i < MIN(head->n_channels, GST_VIDEO_HISTOGRAM_MAX_CHANNELS); i++) {
    exchange_string(stream, head->names[i], sizeof(head->names[i]));
    exchange_u32(stream, &head->channels[i].bins);
    exchange_u32(stream, &head->channels[i].depth);
    exchange_u32(stream, &head->channels[i].n_values);
  }
  exchange(stream, &head->state, sizeof(head->state));
}

/* Copies text as valid UTF-8. Text longer than 255 bytes is cut between two characters. */
static void copy_text(gchar to[G_MAXUINT8 + 1], const gchar* text) {
  g_autofree gchar* valid = g_utf8_make_valid(text != NULL ? text : "", -1);

  if (strlen(valid) > G_MAXUINT8)
    *g_utf8_find_prev_char(valid, valid + G_MAXUINT8 + 1) = '\0';
  g_strlcpy(to, valid, G_MAXUINT8 + 1);
}

static gsize packed_size(guint64 count) {
  gsize size = 1;

  while ((count >>= 7) > 0)
    size++;
  return size;
}

static gboolean append_counts(GstByteArrayInterface* data, const GstVideoHistogram* histogram) {
  gsize n = histogram->n_counts, size = 0, i;
  guint8* to;

  for (i = 0; i < n; i++)
    size += packed_size(histogram->counts[i]);
  to = gst_byte_array_interface_append(data, size);
  if (to == NULL)
    return FALSE;
  for (i = 0; i < n; i++) {
    guint64 count = histogram->counts[i];

    for (; count > 0x7f; count >>= 7)
      *to++ = (guint8)(0x80 | (count & 0x7f));
    *to++ = (guint8)count;
  }
  return TRUE;
}

static gboolean append_message(GstByteArrayInterface* data, const gchar* text) {
  g_autofree gchar* message = g_utf8_make_valid(text, -1);

  return gst_byte_array_interface_append_data(data, (guint8*)message, strlen(message));
}

gboolean _gst_video_histogram_meta_serialize(const GstMeta* meta, GstByteArrayInterface* data,
                                             guint8* version) {
  const GstVideoHistogramMeta* self = (const GstVideoHistogramMeta*)meta;
  GstVideoHistogram* histogram = self->histogram;
  g_autoptr(GError) error = NULL;
  guint8 bytes[MAX_HEAD];
  Stream stream = {.to = bytes};
  Head head = {.parent_id = self->parent_id,
               .id = self->id,
               .roi = self->roi,
               .width = histogram->width,
               .height = histogram->height,
               .colorimetry = histogram->colorimetry,
               .color_flags = histogram->color_flags,
               .field = histogram->field,
               .n_channels = (guint8)histogram->n_channels};
  guint c;

  *version = SERIALIZED_VERSION;
  copy_text(head.roi_type, g_quark_to_string(self->roi_type));
  copy_text(head.element_name, self->element_name);
  copy_text(head.format, _gst_video_histogram_format_name(histogram->format));
  _gst_video_histogram_describe(histogram, head.channels);
  for (c = 0; c < histogram->n_channels; c++)
    g_strlcpy(head.names[c], histogram->channels[c].name, sizeof(head.names[c]));
  head.state = gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, &error)
                   ? COUNTED
                   : NOT_COUNTED;
  head.n_frames = histogram->n_frames;
  exchange_head(&stream, &head);
  if (error != NULL)
    exchange_u32(&stream, &error->code);
  return gst_byte_array_interface_append_data(data, bytes, stream.size) &&
         (error != NULL ? append_message(data, error->message) : append_counts(data, histogram));
}

/* Reads a count as append_counts() writes it; refuses overlong encodings and more than 64 bits. */
static gboolean take_packed(Stream* stream, guint64* count) {
  guint shift;

  *count = 0;
  for (shift = 0; shift < 64 && stream->size > 0; shift += 7) {
    guint8 byte = *stream->from++;

    stream->size--;
    *count |= (guint64)(byte & 0x7f) << shift;
    if (byte <= 0x7f)
      return (byte > 0 || shift == 0) && (shift < 63 || byte == 1);
  }
  return FALSE;
}

static GstVideoHistogram* take_counts(Stream* stream, const Description* description,
                                      GError** error) {
  g_autofree guint64* counts = NULL;
  gsize n = 0, i;
  guint c;

  for (c = 0; c < description->n_channels; c++)
    n += description->channels[c].bins;
  /* Each count takes at least one byte, so the size of the input limits the allocation. */
  if (n <= stream->size) {
    counts = g_new(guint64, n);
    for (i = 0; i < n && take_packed(stream, &counts[i]); i++)
      ;
    if (i == n && stream->size == 0)
      return _gst_video_histogram_new_sum(description, counts, n, error);
  }
  _gst_video_histogram_refuse(error, "These are not %" G_GSIZE_FORMAT " counts", n);
  return NULL;
}

static GstVideoHistogram* take_failure(Stream* stream, const Description* description,
                                       GError** error) {
  g_autofree gchar* message = NULL;
  guint32 code = 0;

  exchange_u32(stream, &code);
  if (stream->broken || !g_utf8_validate_len((const gchar*)stream->from, stream->size, NULL)) {
    _gst_video_histogram_refuse(error, "There is no error, or its message is not UTF-8");
    return NULL;
  }
  /* A later release may have more error codes. TIMED_OUT becomes FAILED, because a histogram that
   * was pending when it was sent stays without counts here and TIMED_OUT is not final. */
  if (code > GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE || code == GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT)
    code = GST_VIDEO_HISTOGRAM_ERROR_FAILED;
  message = g_strndup((const gchar*)stream->from, stream->size);
  return _gst_video_histogram_new_failed(description, (GstVideoHistogramError)code, message, error);
}

static GstVideoHistogram* take_histogram(Stream* stream, Head* head, GError** error) {
  Description description = {.colorimetry = &head->colorimetry, .channels = head->channels};
  GstVideoHistogram* histogram;
  gboolean valid;
  guint c;

  exchange_head(stream, head);
  valid = !stream->broken && head->n_channels <= GST_VIDEO_HISTOGRAM_MAX_CHANNELS &&
          head->field <= GST_VIDEO_HISTOGRAM_FIELD_BOTTOM &&
          (head->state == COUNTED || head->state == NOT_COUNTED) &&
          g_utf8_validate(head->roi_type, -1, NULL) &&
          g_utf8_validate(head->element_name, -1, NULL) &&
          _gst_video_histogram_format_from_name(head->format, &description.format);
  for (c = 0; valid && c < head->n_channels; c++) {
    valid = head->channels[c].bins <= GST_VIDEO_HISTOGRAM_MAX_BINS;
    head->channels[c].name = head->names[c];
  }
  if (!valid) {
    _gst_video_histogram_refuse(error, "What was counted is not described");
    return NULL;
  }
  description.width = head->width;
  description.height = head->height;
  description.n_channels = head->n_channels;
  description.n_frames = head->state == COUNTED ? head->n_frames : 1;
  histogram = head->state == COUNTED ? take_counts(stream, &description, error)
                                     : take_failure(stream, &description, error);
  if (histogram != NULL) {
    histogram->color_flags = (GstVideoHistogramColorFlags)(head->color_flags & COLOR_FLAGS);
    histogram->field = (GstVideoHistogramField)head->field;
  }
  return histogram;
}

/* Returns the type of a region from another process; NULL for no type. The meta makes a quark of
 * the type, and quarks are never freed. To bound memory, at most MAX_FOREIGN_TYPES new types are
 * accepted; later ones are dropped. */
static const gchar* known_type(const gchar* roi_type) {
  static gint n_foreign = 0;

  if (roi_type[0] == '\0')
    return NULL;
  if (g_quark_try_string(roi_type) != 0)
    return roi_type;
  if (g_atomic_int_get(&n_foreign) >= MAX_FOREIGN_TYPES) {
    GST_WARNING("More than %d types of regions came from other processes; the type of this one is "
                "not kept",
                MAX_FOREIGN_TYPES);
    return NULL;
  }
  g_atomic_int_inc(&n_foreign);
  return roi_type;
}

GstMeta* _gst_video_histogram_meta_deserialize(const GstMetaInfo* info, GstBuffer* buffer,
                                               const guint8* data, gsize size, guint8 version) {
  Stream stream = {.from = data, .size = size};
  Head head = {0};
  GstVideoHistogramMeta* meta;
  g_autoptr(GError) error = NULL;
  g_autoptr(GstVideoHistogram) histogram = NULL;

  if (version != SERIALIZED_VERSION) {
    GST_WARNING("Version %u of a serialised GstVideoHistogramMeta is not known here, only version "
                "%d: use the same release in both processes",
                version, SERIALIZED_VERSION);
    return NULL;
  }
  histogram = take_histogram(&stream, &head, &error);
  if (histogram == NULL) {
    GST_WARNING("Not a serialised GstVideoHistogramMeta: %s", error->message);
    return NULL;
  }
  meta = gst_buffer_add_video_histogram_meta(buffer, head.id, head.parent_id,
                                             known_type(head.roi_type), &head.roi, histogram);
  if (meta == NULL)
    return NULL;
  if (head.element_name[0] != '\0')
    gst_video_histogram_meta_set_element_name(meta, head.element_name);
  return (GstMeta*)meta;
}
#endif
