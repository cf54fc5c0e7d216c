/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/videohistogram/gstvideohistogram.h>

G_BEGIN_DECLS

/**
 * GST_VIDEO_HISTOGRAM_META_API_TYPE:
 *
 * The API type of #GstVideoHistogramMeta.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_META_API_TYPE (gst_video_histogram_meta_api_get_type())
/**
 * GST_VIDEO_HISTOGRAM_META_INFO:
 *
 * The implementation of #GstVideoHistogramMeta.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_META_INFO (gst_video_histogram_meta_get_info())

/**
 * GST_VIDEO_HISTOGRAM_META_FRAME_ID:
 *
 * The #GstVideoHistogramMeta.id of the histogram of a whole frame.
 *
 * Since: 0.1
 */
#define GST_VIDEO_HISTOGRAM_META_FRAME_ID (-1)

typedef struct _GstVideoHistogramMeta GstVideoHistogramMeta;

/**
 * GstVideoHistogramMeta:
 * @meta: the parent
 * @id: the id of the region, such as that of its #GstVideoRegionOfInterestMeta or of a tracked
 *   object, or %GST_VIDEO_HISTOGRAM_META_FRAME_ID for the whole frame
 * @parent_id: the #GstVideoRegionOfInterestMeta.parent_id of the region; -1 for the whole frame,
 * and where the parent is not known
 * @roi_type: the type of the region, such as the quark of "face", by its name, its
 *   #GstVideoRegionOfInterestMeta or its detector; 0 for the whole frame, and where it is not known
 * @roi: the rectangle that was counted, in pixels of the frame as analysed, origin top left; it
 *   lies inside that frame
 * @histogram: the counts; owned by the meta, and possibly still pending
 * @element_name: (nullable): the name of the element that counted, %NULL if not known; owned by the
 *   meta and set with gst_video_histogram_meta_set_element_name()
 *
 * A meta on the buffer of a frame with the histogram of the frame or of one of its regions.
 *
 * The meta describes the frame *as it was analysed* and has no tags, so downstream elements keep
 * it: a copy of the buffer, a scaler or a converter passes the same histogram on by reference, and
 * neither the counts nor @roi follow the new size or format. To see whether the frame has changed
 * since, compare gst_video_histogram_get_format(), gst_video_histogram_get_width() and
 * gst_video_histogram_get_height() with the caps.
 *
 * If the library was built with GStreamer 1.24 or later, gst_meta_serialize() can serialise the
 * meta, as `unixfdsink` does. Serialising waits for the counts, at most
 * %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, because the receiver cannot wait for them. A failed
 * histogram arrives as failed; a histogram that is pending after the timeout arrives as
 * %GST_VIDEO_HISTOGRAM_ERROR_FAILED. Projections are not serialised, because transports limit the
 * size. See gst_video_histogram_meta_get_info() for the receiver.
 *
 * A buffer may have any number of these metas: one with %GST_VIDEO_HISTOGRAM_META_FRAME_ID from
 * each element that counted the frame, and one for each region. Fields that are counted apart add
 * metas with the same ids after those of the frame and its regions;
 * gst_video_histogram_meta_get_field() tells them apart.
 * gst_buffer_get_video_histogram_metas() lists the metas; @element_name tells the elements apart.
 *
 * Thread-safety: the rules of #GstBuffer. Many threads may read the meta; only the owner of a
 * writable buffer may add or remove it. Any thread may use the histogram; take a reference to keep
 * the histogram longer than the buffer.
 *
 * Since: 0.1
 */
struct _GstVideoHistogramMeta {
  GstMeta meta;

  gint id;
  gint parent_id;
  GQuark roi_type;
  GstVideoRectangle roi;
  GstVideoHistogram* histogram;
  gchar* element_name;

  /*< private >*/
  gpointer _gst_reserved[GST_PADDING];
};

GST_VIDEO_HISTOGRAM_API
GType gst_video_histogram_meta_api_get_type(void);
GST_VIDEO_HISTOGRAM_API
const GstMetaInfo* gst_video_histogram_meta_get_info(void);

GST_VIDEO_HISTOGRAM_API
GstVideoHistogramMeta* gst_buffer_add_video_histogram_meta(GstBuffer* buffer, gint id,
                                                           gint parent_id, const gchar* roi_type,
                                                           const GstVideoRectangle* roi,
                                                           GstVideoHistogram* histogram);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta(GstBuffer* buffer);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta_id(GstBuffer* buffer, gint id);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramMeta* gst_buffer_get_video_histogram_meta_field(GstBuffer* buffer, gint id,
                                                                 GstVideoHistogramField field);
GST_VIDEO_HISTOGRAM_API
GPtrArray* gst_buffer_get_video_histogram_metas(GstBuffer* buffer);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_meta_get_histogram(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_meta_get_roi_type(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogramField gst_video_histogram_meta_get_field(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_meta_get_element_name(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_meta_set_element_name(GstVideoHistogramMeta* meta, const gchar* name);

G_END_DECLS
