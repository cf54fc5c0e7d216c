// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_histograms.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

namespace videohistogram {

GstVideoHistogramError error_code(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::transient:
    return GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES;
  case ErrorKind::device_lost:
    return GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  case ErrorKind::invalid_argument:
    return GST_VIDEO_HISTOGRAM_ERROR_INVALID;
  default:
    return GST_VIDEO_HISTOGRAM_ERROR_FAILED;
  }
}

void FrameHistograms::attach(GstBuffer* buffer, const char* element_name) {
  const auto add = [&](const RegionResult& region, const GstVideoRectangle* roi,
                       GstVideoHistogram* attached) {
    gst_video_histogram_meta_set_element_name(
        gst_buffer_add_video_histogram_meta(buffer, region.id, region.parent_id,
                                            g_quark_to_string(region.type), roi, attached),
        element_name);
  };
  if (histogram)
    add({0, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1}, nullptr, histogram);
  for (const RegionResult& region : regions) {
    const GstVideoRectangle rect = {
        static_cast<gint>(region.rect.x), static_cast<gint>(region.rect.y),
        static_cast<gint>(region.rect.width), static_cast<gint>(region.rect.height)};
    add(region, &rect, region.histogram);
  }
  attached_ = true;
}

bool FrameHistograms::is_shared(GstBuffer* held) const {
  const gint own = held && GST_MINI_OBJECT_REFCOUNT_VALUE(held) == 1 && attached_ ? 2 : 1;
  bool shared = false;
  for_each_histogram(
      [&](GstVideoHistogram* of) { shared |= GST_MINI_OBJECT_REFCOUNT_VALUE(of) > own; });
  return shared;
}

void FrameHistograms::fail(const Error& error) {
  for_each_histogram([&](GstVideoHistogram* of) {
    gst_video_histogram_producer()->set_error(of, error_code(error.kind), error.message.c_str());
  });
}

void FrameHistograms::drop() {
  for_each_histogram([](GstVideoHistogram* of) {
    if (of) // null: an exception came before it was made
      gst_video_histogram_unref(of);
  });
  histogram = nullptr;
  regions.clear();
  attached_ = false;
}

} // namespace videohistogram
