/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Serialised form of GstVideoHistogramMeta, for other processes. All numbers are little-endian and
 * unaligned. A string is a length byte and that many bytes, without a NUL. Version 4:
 *
 *   i32 parent id
 *   string type of the region, string name of the element that counted: UTF-8, empty if not known
 *   i32 id, i32 roi x, y, w, h
 *   u32 width, height of the frame as analysed
 *   u32 colour range, matrix, transfer, primaries: GStreamer's numbers, which are ABI
 *   u32 GstVideoHistogramColorFlags
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

#define SERIALIZED_VERSION 4

/* Maximum number of quarks made from data of other processes. At up to 255 bytes each, the quarks
 * take about 1 MiB. */
#define MAX_FOREIGN_TYPES 4096

enum { NOT_COUNTED, COUNTED };

/* Maximum size in bytes of the part before the counts or the message: 14 32-bit numbers including
 * the error's code, the 64-bit number of frames, 2 single bytes, 3 strings of up to 255 bytes, and
 * the channels. */
#define MAX_HEAD                                                                                   \
  (14 * 4 + 8 + 2 + 3 * (1 + G_MAXUINT8) +                                                         \
   GST_VIDEO_HISTOGRAM_MAX_CHANNELS * (1 + GST_VIDEO_HISTOGRAM_MAX_NAME + 3 * 4))

typedef struct {
  guint8 bytes[MAX_HEAD];
  gsize size;
} Head;

static void put_u8(Head* head, guint8 value) {
  head->bytes[head->size++] = value;
}

static void put_u32(Head* head, guint32 value) {
  value = GUINT32_TO_LE(value);
  memcpy(head->bytes + head->size, &value, sizeof(value));
  head->size += sizeof(value);
}

static void put_u64(Head* head, guint64 value) {
  put_u32(head, (guint32)value);
  put_u32(head, (guint32)(value >> 32));
}

static void put_string(Head* head, const gchar* string) {
  gsize length = MIN(strlen(string), G_MAXUINT8);

  put_u8(head, (guint8)length);
  memcpy(head->bytes + head->size, string, length);
  head->size += length;
}

/* Appends text as valid UTF-8. Text longer than 255 bytes is cut between two characters. */
static void put_text(Head* head, const gchar* text) {
  g_autofree gchar* valid = g_utf8_make_valid(text != NULL ? text : "", -1);

  if (strlen(valid) > G_MAXUINT8)
    *g_utf8_find_prev_char(valid, valid + G_MAXUINT8 + 1) = '\0';
  put_string(head, valid);
}

static gboolean append_head(GstByteArrayInterface* data, const Head* head) {
  return gst_byte_array_interface_append_data(data, head->bytes, head->size);
}

static gboolean append_failure(GstByteArrayInterface* data, Head* head, const GError* error) {
  g_autofree gchar* message = g_utf8_make_valid(error->message, -1);

  put_u8(head, NOT_COUNTED);
  put_u32(head, (guint32)error->code);
  return append_head(data, head) &&
         gst_byte_array_interface_append_data(data, (guint8*)message, strlen(message));
}

static gsize packed_size(guint64 count) {
  gsize size = 1;

  while ((count >>= 7) > 0)
    size++;
  return size;
}

static gboolean append_counts(GstByteArrayInterface* data, Head* head,
                              const GstVideoHistogram* histogram) {
  gsize n = histogram->n_counts, size = 0, i;
  guint8* to;

  for (i = 0; i < n; i++)
    size += packed_size(histogram->counts[i]);

  put_u8(head, COUNTED);
  if (!append_head(data, head) || (to = gst_byte_array_interface_append(data, size)) == NULL)
    return FALSE;
  for (i = 0; i < n; i++) {
    guint64 count = histogram->counts[i];

    for (; count > 0x7f; count >>= 7)
      *to++ = (guint8)(0x80 | (count & 0x7f));
    *to++ = (guint8)count;
  }
  return TRUE;
}

gboolean _gst_video_histogram_meta_serialize(const GstMeta* meta, GstByteArrayInterface* data,
                                             guint8* version) {
  const GstVideoHistogramMeta* self = (const GstVideoHistogramMeta*)meta;
  GstVideoHistogram* histogram = self->histogram;
  g_autoptr(GError) error = NULL;
  Head head = {.size = 0};
  guint c;

  *version = SERIALIZED_VERSION;
  put_u32(&head, (guint32)self->parent_id);
  put_text(&head, g_quark_to_string(self->roi_type));
  put_text(&head, self->element_name);
  put_u32(&head, (guint32)self->id);
  put_u32(&head, (guint32)self->roi.x);
  put_u32(&head, (guint32)self->roi.y);
  put_u32(&head, (guint32)self->roi.w);
  put_u32(&head, (guint32)self->roi.h);
  put_u32(&head, histogram->width);
  put_u32(&head, histogram->height);
  put_u32(&head, (guint32)histogram->colorimetry.range);
  put_u32(&head, (guint32)histogram->colorimetry.matrix);
  put_u32(&head, (guint32)histogram->colorimetry.transfer);
  put_u32(&head, (guint32)histogram->colorimetry.primaries);
  put_u32(&head, (guint32)histogram->color_flags);
  put_string(&head, _gst_video_histogram_format_name(histogram->format));
  put_u64(&head, histogram->n_frames);
  put_u8(&head, (guint8)histogram->n_channels);
  for (c = 0; c < histogram->n_channels; c++) {
    put_string(&head, histogram->channels[c].name);
    put_u32(&head, histogram->channels[c].bins);
    put_u32(&head, histogram->channels[c].depth);
    put_u32(&head, histogram->channels[c].n_values);
  }
  if (!gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, &error))
    return append_failure(data, &head, error);
  return append_counts(data, &head, histogram);
}

/* The unread part of the input, which is untrusted. */
typedef struct {
  const guint8* data;
  gsize size;
} Rest;

static const guint8* take(Rest* rest, gsize size) {
  const guint8* taken = rest->data;

  if (size > rest->size)
    return NULL;
  rest->data += size;
  rest->size -= size;
  return taken;
}

static gboolean take_u8(Rest* rest, guint8* value) {
  const guint8* from = take(rest, sizeof(*value));

  if (from == NULL)
    return FALSE;
  *value = *from;
  return TRUE;
}

static gboolean take_u32(Rest* rest, guint32* value) {
  const guint8* from = take(rest, sizeof(*value));

  if (from == NULL)
    return FALSE;
  memcpy(value, from, sizeof(*value));
  *value = GUINT32_FROM_LE(*value);
  return TRUE;
}

static gboolean take_u64(Rest* rest, guint64* value) {
  guint32 low, high;

  if (!take_u32(rest, &low) || !take_u32(rest, &high))
    return FALSE;
  *value = low | (guint64)high << 32;
  return TRUE;
}

static gboolean take_i32(Rest* rest, gint* value) {
  return take_u32(rest, (guint32*)value);
}

static gboolean take_string(Rest* rest, gchar* string, gsize capacity) {
  const guint8* from;
  guint8 length;

  if (!take_u8(rest, &length) || length >= capacity || (from = take(rest, length)) == NULL ||
      memchr(from, 0, length) != NULL)
    return FALSE;
  memcpy(string, from, length);
  string[length] = '\0';
  return TRUE;
}

static gboolean take_text(Rest* rest, gchar text[G_MAXUINT8 + 1]) {
  return take_string(rest, text, G_MAXUINT8 + 1) && g_utf8_validate(text, -1, NULL);
}

typedef struct {
  gint parent_id;
  gchar roi_type[G_MAXUINT8 + 1];
  gchar element_name[G_MAXUINT8 + 1];
  gint id;
  GstVideoRectangle roi;
  guint width, height;
  GstVideoColorimetry colorimetry;
  guint32 color_flags;
  GstVideoFormat format;
  guint64 n_frames;
  guint8 n_channels;
  gchar names[GST_VIDEO_HISTOGRAM_MAX_CHANNELS][GST_VIDEO_HISTOGRAM_MAX_NAME + 1];
  GstVideoHistogramChannelInfo channels[GST_VIDEO_HISTOGRAM_MAX_CHANNELS];
  gsize n_counts; /* bins of all channels */
  guint8 state;
} Description;

/* Reads the part before the counts or the error. Only sizes are checked here; the functions that
 * make the histogram and the meta validate the content. */
static gboolean take_description(Rest* rest, Description* d) {
  gchar format[G_MAXUINT8 + 1];
  guint32 range, matrix, transfer, primaries;
  guint c;

  if (!take_i32(rest, &d->parent_id) || !take_text(rest, d->roi_type) ||
      !take_text(rest, d->element_name) || !take_i32(rest, &d->id) || !take_i32(rest, &d->roi.x) ||
      !take_i32(rest, &d->roi.y) || !take_i32(rest, &d->roi.w) || !take_i32(rest, &d->roi.h) ||
      !take_u32(rest, &d->width) || !take_u32(rest, &d->height) || !take_u32(rest, &range) ||
      !take_u32(rest, &matrix) || !take_u32(rest, &transfer) || !take_u32(rest, &primaries) ||
      !take_u32(rest, &d->color_flags) || !take_string(rest, format, sizeof(format)) ||
      !take_u64(rest, &d->n_frames) || !take_u8(rest, &d->n_channels) ||
      d->n_channels > GST_VIDEO_HISTOGRAM_MAX_CHANNELS)
    return FALSE;
  d->colorimetry.range = (GstVideoColorRange)range;
  d->colorimetry.matrix = (GstVideoColorMatrix)matrix;
  d->colorimetry.transfer = (GstVideoTransferFunction)transfer;
  d->colorimetry.primaries = (GstVideoColorPrimaries)primaries;
  d->n_counts = 0;
  for (c = 0; c < d->n_channels; c++) {
    GstVideoHistogramChannelInfo info = {d->names[c]};

    if (!take_string(rest, d->names[c], sizeof(d->names[c])) || !take_u32(rest, &info.bins) ||
        !take_u32(rest, &info.depth) || !take_u32(rest, &info.n_values) ||
        info.bins > GST_VIDEO_HISTOGRAM_MAX_BINS)
      return FALSE;
    d->channels[c] = info;
    d->n_counts += info.bins;
  }
  return take_u8(rest, &d->state) && _gst_video_histogram_format_from_name(format, &d->format);
}

/* Reads a count as append_counts() writes it; refuses overlong encodings and more than 64 bits. */
static gboolean take_packed(Rest* rest, guint64* count) {
  guint shift;
  guint8 byte;

  *count = 0;
  for (shift = 0; shift < 64; shift += 7) {
    if (!take_u8(rest, &byte))
      return FALSE;
    *count |= (guint64)(byte & 0x7f) << shift;
    if (byte <= 0x7f)
      return (byte > 0 || shift == 0) && (shift < 63 || byte == 1);
  }
  return FALSE;
}

static GstVideoHistogram* take_counts(Rest* rest, const Description* d, GError** error) {
  const gsize n = d->n_counts;
  g_autofree guint64* counts = NULL;
  gsize i;

  /* Each count takes at least one byte, so the size of the input limits the allocation. */
  if (n <= rest->size) {
    counts = g_new(guint64, n);
    for (i = 0; i < n && take_packed(rest, &counts[i]); i++)
      ;
    if (i == n && rest->size == 0)
      return _gst_video_histogram_new_sum(d->format, d->width, d->height, &d->colorimetry,
                                          d->channels, d->n_channels, d->n_frames, counts, n,
                                          error);
  }
  _gst_video_histogram_refuse(error, "These are not %" G_GSIZE_FORMAT " counts", n);
  return NULL;
}

static GstVideoHistogram* take_failure(Rest* rest, const Description* d, GError** error) {
  g_autofree gchar* message = NULL;
  guint32 code;

  if (!take_u32(rest, &code) || !g_utf8_validate_len((const gchar*)rest->data, rest->size, NULL)) {
    _gst_video_histogram_refuse(error, "There is no error, or its message is not UTF-8");
    return NULL;
  }
  /* A later release may have more error codes. TIMED_OUT becomes FAILED, because a histogram that
   * was pending when it was sent stays without counts here and TIMED_OUT is not final. */
  if (code > GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE || code == GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT)
    code = GST_VIDEO_HISTOGRAM_ERROR_FAILED;
  message = g_strndup((const gchar*)rest->data, rest->size);
  return _gst_video_histogram_new_failed(d->format, d->width, d->height, &d->colorimetry,
                                         d->channels, d->n_channels, (GstVideoHistogramError)code,
                                         message, error);
}

static GstVideoHistogram* take_histogram(Rest* rest, Description* d, GError** error) {
  GstVideoHistogram* histogram;

  if (!take_description(rest, d) || (d->state != COUNTED && d->state != NOT_COUNTED)) {
    _gst_video_histogram_refuse(error, "What was counted is not described");
    return NULL;
  }
  histogram = d->state == COUNTED ? take_counts(rest, d, error) : take_failure(rest, d, error);
  if (histogram != NULL)
    histogram->color_flags = (GstVideoHistogramColorFlags)(d->color_flags & COLOR_FLAGS);
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
  Rest rest = {data, size};
  Description description;
  GstVideoHistogramMeta* meta;
  g_autoptr(GError) error = NULL;
  g_autoptr(GstVideoHistogram) histogram = NULL;

  if (version != SERIALIZED_VERSION) {
    GST_WARNING("Version %u of a serialised GstVideoHistogramMeta is not known here, only version "
                "%d: use the same release in both processes",
                version, SERIALIZED_VERSION);
    return NULL;
  }
  histogram = take_histogram(&rest, &description, &error);
  if (histogram == NULL) {
    GST_WARNING("Not a serialised GstVideoHistogramMeta: %s", error->message);
    return NULL;
  }
  meta = gst_buffer_add_video_histogram_meta(buffer, description.id, description.parent_id,
                                             known_type(description.roi_type), &description.roi,
                                             histogram);
  if (meta == NULL)
    return NULL;
  if (description.element_name[0] != '\0')
    gst_video_histogram_meta_set_element_name(meta, description.element_name);
  return (GstMeta*)meta;
}
#endif
