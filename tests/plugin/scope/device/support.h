// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of tests of videoscopeoverlay, in system memory and in a GPU's.
#pragma once

#include "tests/plugin/scope/device/device_buffers.h"
#include "tests/plugin/scope/stream.h"

#include <gst/video/video.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace videohistogram::scope {

inline std::string device_caps(const std::string& format, int width, int height,
                               const std::string& features = "memory:CUDAMemory") {
  std::string caps = video_caps(format, width, height);
  return caps.insert(caps.find(','), "(" + features + ")");
}

inline GstVideoInfo frame_info(const std::string& format, int width, int height) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, gst_video_format_from_string(format.c_str()),
                            static_cast<guint>(width), static_cast<guint>(height));
  return info;
}

/// Pixels in the layout of `info`; bytes of padding are 0.
inline std::vector<guint8> pixels_of(const GstVideoInfo& info, unsigned seed) {
  std::mt19937 random(seed);
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, info.size, nullptr);
  std::vector<guint8> noise(info.size);
  for (size_t i = 0; i < noise.size(); i++)
    noise[i] = static_cast<guint8>(random() % (seed % 3 == 0 ? 256 : 40) + i % 97);
  gst_buffer_fill(buffer, 0, noise.data(), noise.size());
  std::vector<guint8> pixels = read_pixels(buffer, info);
  gst_buffer_unref(buffer);
  return pixels;
}

inline GstBuffer* with_times(GstBuffer* buffer, guint number) {
  GST_BUFFER_PTS(buffer) = number * 40 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
  return buffer;
}

inline GstBuffer* device_buffer(const GstVideoInfo& info, const std::vector<guint8>& pixels,
                                guint number = 0) {
  GstBuffer* const buffer = new_device_buffer(info);
  EXPECT_NE(buffer, nullptr);
  write_pixels(buffer, info, pixels);
  // Uploads now, so that later transfers are those of the element.
  constexpr guint map_cuda = GST_MAP_FLAG_LAST << 1;
  GstMapInfo map;
  EXPECT_TRUE(gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | map_cuda)));
  gst_buffer_unmap(buffer, &map);
  return with_times(buffer, number);
}

inline GstBuffer* host_buffer(const GstVideoInfo& info, const std::vector<guint8>& pixels,
                              guint number = 0) {
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, info.size, nullptr);
  gst_buffer_fill(buffer, 0, pixels.data(), pixels.size());
  return with_times(buffer, number);
}

/// The pixels of the frame that the element makes of a buffer, which it gets.
inline std::vector<guint8> output(Stream& stream, GstBuffer* buffer, const GstVideoInfo& info) {
  EXPECT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_try_pull(*stream);
  if (!out)
    return {};
  std::vector<guint8> pixels = read_pixels(out, info);
  gst_buffer_unref(out);
  return pixels;
}

} // namespace videohistogram::scope
