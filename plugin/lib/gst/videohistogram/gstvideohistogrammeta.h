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
 * @id: the id of the #GstVideoRegionOfInterestMeta that was counted, or
 *   %GST_VIDEO_HISTOGRAM_META_FRAME_ID for the whole frame
 * @parent_id: the #GstVideoRegionOfInterestMeta.parent_id of that meta; -1 for the whole frame, and
 *   where it is not known
 * @roi_type: its #GstVideoRegionOfInterestMeta.roi_type, such as the quark of "face"; 0 for the
 *   whole frame, and where it is not known
 * @roi: what was counted, in pixels of the frame as analysed, origin top left; it lies inside that
 *   frame
 * @histogram: the counts; owned by the meta, and possibly still pending
 * @element_name: (nullable): the name of the element that counted; owned by the meta, and set with
 *   gst_video_histogram_meta_set_element_name(); %NULL if it is not known
 *
 * The histogram of a frame, or of one region of it, on the frame's buffer.
 *
 * It describes the frame *as it was analysed* and carries no tags, so that it survives everything
 * that comes later: a copy of the buffer, a scaler or a converter passes the same histogram on by
 * reference, and neither the counts nor @roi follow the new size or format. Compare
 * gst_video_histogram_get_format() and its width and height with the caps to see whether the frame
 * has changed since.
 *
 * It is serialised with gst_meta_serialize(), as `unixfdsink` does, if the library was built with
 * GStreamer 1.24 or later. That waits for the counts, at most %GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT,
 * as whoever reads them elsewhere cannot. A failed histogram arrives as a failed one, and one that
 * is pending after that time as %GST_VIDEO_HISTOGRAM_ERROR_FAILED. Projections are left out, as
 * transports have little room: what arrives has none. See gst_video_histogram_meta_get_info() for
 * the receiver.
 *
 * A buffer may have any number of them: one with %GST_VIDEO_HISTOGRAM_META_FRAME_ID from each
 * element that counted it, and one for each region. gst_buffer_get_video_histogram_metas() lists
 * them; @element_name says which element each is from.
 *
 * Thread-safety: as a #GstBuffer: many threads may read it, only one with a writable buffer may
 * add or remove it. The histogram in it may be used from any thread; take a reference to keep it
 * longer than the buffer.
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
GPtrArray* gst_buffer_get_video_histogram_metas(GstBuffer* buffer);
GST_VIDEO_HISTOGRAM_API
GstVideoHistogram* gst_video_histogram_meta_get_histogram(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_meta_get_roi_type(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
const gchar* gst_video_histogram_meta_get_element_name(GstVideoHistogramMeta* meta);
GST_VIDEO_HISTOGRAM_API
void gst_video_histogram_meta_set_element_name(GstVideoHistogramMeta* meta, const gchar* name);

G_END_DECLS
