/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <gst/videohistogram/gstvideohistogram-internal.h>

/**
 * gst_video_histogram_meta_api_get_type:
 *
 * Returns: the API type of #GstVideoHistogramMeta. It has no tags.
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
  guint i;

  self->id = GST_VIDEO_HISTOGRAM_META_FRAME_ID;
  self->roi.x = self->roi.y = self->roi.w = self->roi.h = 0;
  self->histogram = NULL;
  for (i = 0; i < GST_PADDING; i++)
    self->_gst_reserved[i] = NULL;
  return TRUE;
}

static void meta_free(GstMeta* meta, GstBuffer* buffer) {
  GstVideoHistogramMeta* self = (GstVideoHistogramMeta*)meta;

  g_clear_pointer(&self->histogram, gst_video_histogram_unref);
}

/* A copy, a part, a scaled or a converted frame: the meta says what was counted before, so it is
 * the same for all of them. */
static gboolean meta_transform(GstBuffer* to, GstMeta* meta, GstBuffer* from, GQuark type,
                               gpointer data) {
  GstVideoHistogramMeta* self = (GstVideoHistogramMeta*)meta;

  return gst_buffer_add_video_histogram_meta(to, self->id, &self->roi, self->histogram) != NULL;
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
 * The first call registers the meta with GStreamer, which has to be initialised by then. A process
 * that receives buffers from another one calls it before the first of them arrives: GStreamer drops
 * serialised metas that are not registered.
 *
 * Returns: (transfer none): the implementation of #GstVideoHistogramMeta
 */
const GstMetaInfo* gst_video_histogram_meta_get_info(void) {
  static const GstMetaInfo* info = NULL;

  if (g_once_init_enter((GstMetaInfo**)&info)) {
    const GstMetaInfo* registered = register_info();
    g_once_init_leave((GstMetaInfo**)&info, (GstMetaInfo*)registered);
  }
  return info;
}

/**
 * gst_buffer_add_video_histogram_meta:
 * @buffer: a writable buffer
 * @id: the id of the region, or %GST_VIDEO_HISTOGRAM_META_FRAME_ID for the whole frame
 * @roi: (nullable): what was counted, in pixels of the frame as analysed; %NULL: the frame
 * @histogram: (transfer none): its histogram, pending or not; the meta takes a reference
 *
 * Attaches a histogram to a buffer, beside any that is there already.
 *
 * Returns: (transfer none): the meta, owned by @buffer
 */
GstVideoHistogramMeta* gst_buffer_add_video_histogram_meta(GstBuffer* buffer, gint id,
                                                           const GstVideoRectangle* roi,
                                                           GstVideoHistogram* histogram) {
  GstVideoHistogramMeta* self;

  g_return_val_if_fail(GST_IS_BUFFER(buffer), NULL);
  g_return_val_if_fail(GST_IS_VIDEO_HISTOGRAM(histogram), NULL);

  self = (GstVideoHistogramMeta*)gst_buffer_add_meta(buffer, GST_VIDEO_HISTOGRAM_META_INFO, NULL);
  if (self == NULL)
    return NULL;
  self->id = id;
  if (roi != NULL) {
    self->roi = *roi;
  } else {
    self->roi.w = (gint)gst_video_histogram_get_width(histogram);
    self->roi.h = (gint)gst_video_histogram_get_height(histogram);
  }
  self->histogram = gst_video_histogram_ref(histogram);
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
 */
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta(GstBuffer* buffer) {
  return gst_buffer_get_video_histogram_meta_id(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID);
}

/**
 * gst_buffer_get_video_histogram_meta_id:
 * @buffer: a buffer
 * @id: the id of a #GstVideoRegionOfInterestMeta, or %GST_VIDEO_HISTOGRAM_META_FRAME_ID
 *
 * The histogram of one region. Elements that add regions without ids leave them all at 0; use
 * gst_buffer_iterate_meta_filtered() for these.
 *
 * Returns: (transfer none) (nullable): the first meta with that id, owned by @buffer; %NULL if
 * there is none
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
 * gst_video_histogram_meta_get_histogram:
 * @meta: a meta
 *
 * The same as the field, for languages in which a field that is read does not hold a reference:
 * what they get here may outlive the buffer.
 *
 * Returns: (transfer none): the histogram, owned by @meta
 */
GstVideoHistogram* gst_video_histogram_meta_get_histogram(GstVideoHistogramMeta* meta) {
  g_return_val_if_fail(meta != NULL, NULL);
  return meta->histogram;
}
