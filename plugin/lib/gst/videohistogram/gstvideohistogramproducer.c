/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include <gst/videohistogram/gstvideohistogram-internal.h>

const GstVideoHistogramProducer* gst_video_histogram_get_producer(guint version) {
  static const GstVideoHistogramProducer producer = {
      .new_pending = _gst_video_histogram_new_pending,
      .add_projection = _gst_video_histogram_add_projection,
      .set_projection = _gst_video_histogram_set_projection,
      .complete = _gst_video_histogram_complete,
      .set_error = _gst_video_histogram_fail,
      .accumulate = _gst_video_histogram_accumulate,
  };

  return version == GST_VIDEO_HISTOGRAM_PRODUCER_VERSION ? &producer : NULL;
}
