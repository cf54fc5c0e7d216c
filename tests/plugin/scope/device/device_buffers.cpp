// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/scope/device/device_buffers.h"

#include <gtest/gtest.h>

#include <cstring>

namespace videohistogram::scope {

namespace {

/// Calls `visit(pixels of a row of the frame, those of the packed frame, bytes)` for each row.
template <class Visit>
void for_each_row(GstBuffer* buffer, const GstVideoInfo& info, GstMapFlags flags,
                  std::vector<guint8>& packed, Visit visit) {
  GstVideoFrame frame;
  GstVideoInfo layout = info;
  ASSERT_TRUE(gst_video_frame_map(&frame, &layout, buffer, flags));
  for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(&info); plane++) {
    guint c = 0;
    while (GST_VIDEO_FORMAT_INFO_PLANE(info.finfo, c) != plane)
      c++;
    const auto rows = static_cast<guint>(
        GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT(info.finfo, c, GST_VIDEO_INFO_HEIGHT(&info)));
    const auto bytes = static_cast<size_t>(
        GST_VIDEO_FORMAT_INFO_SCALE_WIDTH(info.finfo, c, GST_VIDEO_INFO_WIDTH(&info)) *
        GST_VIDEO_FORMAT_INFO_PSTRIDE(info.finfo, c));
    for (guint y = 0; y < rows; y++)
      visit(static_cast<guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, plane)) +
                gssize{GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane)} * y,
            &packed[info.offset[plane] + static_cast<size_t>(info.stride[plane]) * y], bytes);
  }
  gst_video_frame_unmap(&frame);
}

} // namespace

void write_pixels(GstBuffer* buffer, const GstVideoInfo& info, const std::vector<guint8>& pixels) {
  std::vector<guint8> packed = pixels;
  for_each_row(buffer, info, GST_MAP_WRITE, packed,
               [](guint8* row, guint8* of, size_t bytes) { std::memcpy(row, of, bytes); });
}

std::vector<guint8> read_pixels(GstBuffer* buffer, const GstVideoInfo& info) {
  std::vector<guint8> packed(info.size);
  for_each_row(buffer, info, GST_MAP_READ, packed,
               [](guint8* row, guint8* of, size_t bytes) { std::memcpy(of, row, bytes); });
  return packed;
}

} // namespace videohistogram::scope
