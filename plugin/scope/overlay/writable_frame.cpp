// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/overlay/writable_frame.h"

#include <algorithm>

namespace videohistogram::scope {

guint component_of(const GstVideoFormatInfo* format, guint plane) {
  guint c = 0;
  while (GST_VIDEO_FORMAT_INFO_PLANE(format, c) != plane)
    c++;
  return c;
}

/// Whether all of a frame is mapped. The meta of a buffer was checked when the frame was counted,
/// but GStreamer maps of each plane only the memory in which it begins.
static bool is_mapped(const GstVideoFrame& frame, const GstVideoInfo& caps) {
  const GstVideoFormatInfo* const format = caps.finfo;
  if (GST_VIDEO_FRAME_FORMAT(&frame) != GST_VIDEO_INFO_FORMAT(&caps))
    return false;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&frame); plane++) {
    const guint c = component_of(format, plane);
    const GstMapInfo& map = frame.map[frame.meta ? plane : 0];
    const gssize rows = GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT(format, c, GST_VIDEO_INFO_HEIGHT(&caps));
    const gssize row_bytes =
        gssize{GST_VIDEO_FORMAT_INFO_SCALE_WIDTH(format, c, GST_VIDEO_INFO_WIDTH(&caps))} *
        GST_VIDEO_FORMAT_INFO_PSTRIDE(format, c);
    const gssize first = static_cast<const guint8*>(frame.data[plane]) - map.data;
    const gssize last = first + (rows - 1) * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane);
    if (std::min(first, last) < 0 ||
        std::max(first, last) + row_bytes > static_cast<gssize>(map.size))
      return false;
  }
  return true;
}

WritableFrame::~WritableFrame() {
  if (mapped_)
    gst_video_frame_unmap(&frame_);
}

Status WritableFrame::map(GstBuffer* buffer, const GstVideoInfo& info) {
  GstVideoInfo copy = info;
  mapped_ = gst_video_frame_map(&frame_, &copy, buffer, GST_MAP_READWRITE);
  if (!mapped_)
    return {ErrorKind::transient, "A frame cannot be written: its buffer cannot be mapped"};
  if (!is_mapped(frame_, info))
    return {ErrorKind::invalid_argument, "its planes cannot be mapped as a whole"};
  return {};
}

} // namespace videohistogram::scope
