/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <string.h>

#include <gst/videohistogram/gstvideohistogram-internal.h>

/**
 * gst_video_histogram_meta_api_get_type:
 *
 * The type by which GStreamer finds the metas of this API on a buffer.
 *
 * Returns: the API type of #GstVideoHistogramMeta. It has no tags.
 *
 * Since: 0.1
 */
GType gst_video_histogram_meta_api_get_type(void) {
  static gsize type = 0;
  /* On GStreamer 1.22 any tag makes CUDA elements drop the meta, and a colorspace tag makes
   * videoconvert drop it. */
  static const gchar* tags[] = {NULL};

  if (g_once_init_enter(&type))
    g_once_init_leave(&type, gst_meta_api_type_register("GstVideoHistogramMetaAPI", tags));
  return type;
}

static gboolean meta_init(GstMeta* meta, gpointer params, GstBuffer* buffer) {
  GstVideoHistogramMeta* self = (GstVideoHistogramMeta*)meta;

  memset(&self->id, 0, sizeof(*self) - G_STRUCT_OFFSET(GstVideoHistogramMeta, id));
  self->id = GST_VIDEO_HISTOGRAM_META_FRAME_ID;
  self->parent_id = -1;
  return TRUE;
}

static void meta_free(GstMeta* meta, GstBuffer* buffer) {
  GstVideoHistogramMeta* self = (GstVideoHistogramMeta*)meta;

  g_clear_pointer(&self->histogram, gst_video_histogram_unref);
  g_clear_pointer(&self->element_name, g_free);
}

static GstVideoHistogramMeta* add_meta(GstBuffer* buffer, GstVideoHistogram* histogram) {
  GstVideoHistogramMeta* self =
      (GstVideoHistogramMeta*)gst_buffer_add_meta(buffer, GST_VIDEO_HISTOGRAM_META_INFO, NULL);

  if (self != NULL)
    self->histogram = gst_video_histogram_ref(histogram);
  return self;
}

/* A copied, cut, scaled or converted frame keeps the meta unchanged: the meta describes the frame
 * as it was analysed. */
static gboolean meta_transform(GstBuffer* to, GstMeta* meta, GstBuffer* from, GQuark type,
                               gpointer data) {
  const GstVideoHistogramMeta* self = (const GstVideoHistogramMeta*)meta;
  GstVideoHistogramMeta* copy = add_meta(to, self->histogram);

  if (copy == NULL)
    return FALSE;
  copy->id = self->id;
  copy->parent_id = self->parent_id;
  copy->roi_type = self->roi_type;
  copy->roi = self->roi;
  copy->element_name = g_strdup(self->element_name);
  return TRUE;
}

static const GstMetaInfo* register_info(void) {
#if GST_CHECK_VERSION(1, 24, 0)
  GstMetaInfo* info = gst_meta_info_new(GST_VIDEO_HISTOGRAM_META_API_TYPE, "GstVideoHistogramMeta",
                                        sizeof(GstVideoHistogramMeta));

  info->init_func = meta_init;
  info->free_func = meta_free;
  info->transform_func = meta_transform;
  info->serialize_func = _gst_video_histogram_meta_serialize;
  info->deserialize_func = _gst_video_histogram_meta_deserialize;
  return gst_meta_info_register(info);
#else
  return gst_meta_register(GST_VIDEO_HISTOGRAM_META_API_TYPE, "GstVideoHistogramMeta",
                           sizeof(GstVideoHistogramMeta), meta_init, meta_free, meta_transform);
#endif
}

/**
 * gst_video_histogram_meta_get_info:
 *
 * The first call registers the meta with GStreamer, which must be initialised. A process that
 * receives buffers from another process calls this function before the first buffer arrives:
 * GStreamer drops serialised metas that are not registered.
 *
 * Returns: (transfer none): the implementation of #GstVideoHistogramMeta
 *
 * Since: 0.1
 */
const GstMetaInfo* gst_video_histogram_meta_get_info(void) {
  static const GstMetaInfo* info = NULL;

  if (g_once_init_enter((GstMetaInfo**)&info)) {
    const GstMetaInfo* registered = register_info();
    g_once_init_leave((GstMetaInfo**)&info, (GstMetaInfo*)registered);
  }
  return info;
}

gboolean _gst_video_histogram_contains(GstVideoHistogram* histogram, const GstVideoRectangle* roi) {
  gint64 right = (gint64)roi->x + roi->w, bottom = (gint64)roi->y + roi->h;

  return roi->x >= 0 && roi->y >= 0 && roi->w >= 0 && roi->h >= 0 &&
         right <= (histogram->width > 0 ? histogram->width : G_MAXINT) &&
         bottom <= (histogram->height > 0 ? histogram->height : G_MAXINT);
}

/**
 * gst_buffer_add_video_histogram_meta:
 * @buffer: a writable buffer
 * @id: the id of the region, or %GST_VIDEO_HISTOGRAM_META_FRAME_ID for the whole frame
 * @parent_id: the id of the region that this region belongs to; -1: none, or not known
 * @roi_type: (nullable): the type of the region, such as "face"; %NULL: not known
 * @roi: (nullable): the rectangle that was counted, in pixels of the frame as analysed; %NULL: the
 *   whole frame
 * @histogram: (transfer none): the histogram, in any state; the meta takes a reference
 *
 * Attaches a histogram to a buffer, in addition to any that the buffer has already. The new meta
 * has no element name; the caller may set one with gst_video_histogram_meta_set_element_name().
 *
 * A rectangle that does not lie inside the frame as analysed is refused with a warning in the debug
 * log. Clip rectangles from a detector first. A type becomes a #GQuark, which is never freed.
 *
 * Call this function from the thread that owns the writable buffer.
 *
 * Returns: (transfer none) (nullable): the meta, owned by @buffer; %NULL if @roi was refused
 *
 * Since: 0.1
 */
GstVideoHistogramMeta* gst_buffer_add_video_histogram_meta(GstBuffer* buffer, gint id,
                                                           gint parent_id, const gchar* roi_type,
                                                           const GstVideoRectangle* roi,
                                                           GstVideoHistogram* histogram) {
  GstVideoHistogramMeta* self;

  g_return_val_if_fail(GST_IS_BUFFER(buffer), NULL);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), NULL);

  if (roi != NULL && !_gst_video_histogram_contains(histogram, roi)) {
    GST_WARNING("A region of %d x %d at %d, %d does not lie inside the frame of %u x %u; clip it "
                "before it is attached",
                roi->w, roi->h, roi->x, roi->y, histogram->width, histogram->height);
    return NULL;
  }
  self = add_meta(buffer, histogram);
  if (self == NULL)
    return NULL;
  self->id = id;
  self->parent_id = parent_id;
  self->roi_type = g_quark_from_string(roi_type);
  if (roi != NULL) {
    self->roi = *roi;
  } else {
    self->roi.w = (gint)histogram->width;
    self->roi.h = (gint)histogram->height;
  }
  return self;
}

/**
 * gst_buffer_get_video_histogram_meta:
 * @buffer: a buffer
 *
 * The histogram of the whole frame.
 *
 * Returns: (transfer none) (nullable): the first meta whose id is
 *   %GST_VIDEO_HISTOGRAM_META_FRAME_ID, owned by @buffer; %NULL if there is none
 *
 * Since: 0.1
 */
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta(GstBuffer* buffer) {
  return gst_buffer_get_video_histogram_meta_id(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID);
}

/**
 * gst_buffer_get_video_histogram_meta_id:
 * @buffer: a buffer
 * @id: the id of a #GstVideoRegionOfInterestMeta, or %GST_VIDEO_HISTOGRAM_META_FRAME_ID
 *
 * The histogram of one region. Elements that add regions without ids leave all ids at 0; use
 * gst_buffer_get_video_histogram_metas() for such regions.
 *
 * Returns: (transfer none) (nullable): the first meta with that id, owned by @buffer; %NULL if
 *   there is none
 *
 * Since: 0.1
 */
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta_id(GstBuffer* buffer, gint id) {
  gpointer state = NULL;
  GstMeta* meta;

  g_return_val_if_fail(GST_IS_BUFFER(buffer), NULL);

  while ((meta = gst_buffer_iterate_meta_filtered(buffer, &state,
                                                  GST_VIDEO_HISTOGRAM_META_API_TYPE)) != NULL) {
    if (((GstVideoHistogramMeta*)meta)->id == id)
      return (GstVideoHistogramMeta*)meta;
  }
  return NULL;
}

/**
 * gst_buffer_get_video_histogram_meta_field:
 * @buffer: a buffer
 * @id: the id of a #GstVideoRegionOfInterestMeta, or %GST_VIDEO_HISTOGRAM_META_FRAME_ID
 * @field: the field, or %GST_VIDEO_HISTOGRAM_FIELD_NONE
 *
 * The histogram of one field of the frame, or of one field of a region. The element adds them with
 * `fields=apart`.
 *
 * Returns: (transfer none) (nullable): the first meta with that id and of that field, owned by
 *   @buffer; %NULL if there is none
 *
 * Since: 0.1
 */
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta_field(GstBuffer* buffer, gint id,
                                                                 GstVideoHistogramField field) {
  gpointer state = NULL;
  GstMeta* meta;

  g_return_val_if_fail(GST_IS_BUFFER(buffer), NULL);

  while ((meta = gst_buffer_iterate_meta_filtered(buffer, &state,
                                                  GST_VIDEO_HISTOGRAM_META_API_TYPE)) != NULL) {
    GstVideoHistogramMeta* self = (GstVideoHistogramMeta*)meta;

    if (self->id == id && self->histogram->field == field)
      return self;
  }
  return NULL;
}

/**
 * gst_buffer_get_video_histogram_metas:
 * @buffer: a buffer
 *
 * Lists all histogram metas of a buffer, those of the frame and of its regions from every element
 * that counted the frame, in the order in which they were added.
 *
 * The metas belong to @buffer: keep @buffer as long as the metas are used. A meta does not keep its
 * buffer alive, not even in languages with garbage collection. To keep a histogram longer than the
 * buffer, take a reference with gst_video_histogram_ref() in C, and use
 * gst_video_histogram_meta_get_histogram() in other languages.
 *
 * Any thread that holds a reference to @buffer may call this function while no thread adds or
 * removes metas.
 *
 * Returns: (transfer container) (element-type GstVideoHistogramMeta): the metas, possibly none; to
 *   be freed with g_ptr_array_unref()
 *
 * Since: 0.1
 */
GPtrArray* gst_buffer_get_video_histogram_metas(GstBuffer* buffer) {
  GPtrArray* metas;
  gpointer state = NULL;
  GstMeta* meta;

  g_return_val_if_fail(GST_IS_BUFFER(buffer), NULL);

  metas = g_ptr_array_new();
  while ((meta = gst_buffer_iterate_meta_filtered(buffer, &state,
                                                  GST_VIDEO_HISTOGRAM_META_API_TYPE)) != NULL)
    g_ptr_array_add(metas, meta);
  return metas;
}

/**
 * gst_video_histogram_meta_get_histogram:
 * @meta: a meta
 *
 * The field #GstVideoHistogramMeta.histogram, for languages in which reading a field takes no
 * reference. The histogram that this function returns there may be kept longer than the buffer.
 *
 * Returns: (transfer none): the histogram, owned by @meta
 *
 * Since: 0.1
 */
GstVideoHistogram* gst_video_histogram_meta_get_histogram(GstVideoHistogramMeta* meta) {
  g_return_val_if_fail(meta != NULL, NULL);
  return meta->histogram;
}

/**
 * gst_video_histogram_meta_get_roi_type:
 * @meta: a meta
 *
 * The text of the field #GstVideoHistogramMeta.roi_type.
 *
 * Returns: (transfer none) (nullable): the type of the region, such as "face"; %NULL for the whole
 *   frame, and where the type is not known
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_meta_get_roi_type(GstVideoHistogramMeta* meta) {
  g_return_val_if_fail(meta != NULL, NULL);
  return g_quark_to_string(meta->roi_type);
}

/**
 * gst_video_histogram_meta_get_field:
 * @meta: a meta
 *
 * The field of #GstVideoHistogramMeta.histogram, see gst_video_histogram_get_field().
 *
 * Returns: the field; %GST_VIDEO_HISTOGRAM_FIELD_NONE if the frame was counted
 *
 * Since: 0.1
 */
GstVideoHistogramField gst_video_histogram_meta_get_field(GstVideoHistogramMeta* meta) {
  g_return_val_if_fail(meta != NULL, GST_VIDEO_HISTOGRAM_FIELD_NONE);
  return meta->histogram->field;
}

/**
 * gst_video_histogram_meta_get_element_name:
 * @meta: a meta
 *
 * The name of the element that counted. The name tells apart the histograms of two elements on the
 * same buffer.
 *
 * Returns: (transfer none) (nullable): the name, owned by @meta; %NULL if not known
 *
 * Since: 0.1
 */
const gchar* gst_video_histogram_meta_get_element_name(GstVideoHistogramMeta* meta) {
  g_return_val_if_fail(meta != NULL, NULL);
  return meta->element_name;
}

/**
 * gst_video_histogram_meta_set_element_name:
 * @meta: a meta on a writable buffer
 * @name: (nullable): the name of the element that counted; copied. %NULL: not known
 *
 * Sets the name of the element that counted. Call this function from the thread that owns the
 * writable buffer.
 *
 * Since: 0.1
 */
void gst_video_histogram_meta_set_element_name(GstVideoHistogramMeta* meta, const gchar* name) {
  gchar* copy;

  g_return_if_fail(meta != NULL);

  copy = g_strdup(name); /* copied first: `name` may be the present name */
  g_free(meta->element_name);
  meta->element_name = copy;
}
