// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// An element for frames in system memory beside one for frames in a GPU's, whose pixels are equal.
#pragma once

#include "plugin/scope/element/gstvideoscopeoverlay.h"
#include "tests/plugin/scope/device/support.h"

#include <gst/gst.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace videohistogram::scope {

constexpr int width = 162, height = 118;
constexpr const char* placed = "x=0.5 y=0.2 width=0.6 height=0.7 ";
constexpr const char* on_gpu = "backend=cuda ";
constexpr const char* on_cpu = "backend=cpu ";

/// Formats of GstCudaMemory in GStreamer 1.22 that are counted.
constexpr const char* formats[] = {
    "NV12", "NV21", "I420", "YV12",      "Y444",    "BGRA",      "RGBA",      "BGRx", "RGBx",
    "ARGB", "ABGR", "Y42B", "P010_10LE", "P016_LE", "I420_10LE", "I422_10LE", "RGB",  "YUY2"};

/// Caps and layout of the frames of most tests.
inline std::string test_caps(const std::string& format, const std::string& features) {
  return device_caps(format, width, height, features);
}
inline std::string test_caps(const std::string& format) {
  return device_caps(format, width, height);
}
inline GstVideoInfo info_of(const std::string& format) {
  return frame_info(format, width, height);
}

/// Says where two frames differ, the first five times.
inline testing::AssertionResult same_pixels(const GstVideoInfo& info,
                                            const std::vector<guint8>& expected,
                                            const std::vector<guint8>& got) {
  if (expected == got)
    return testing::AssertionSuccess();
  testing::AssertionResult result = testing::AssertionFailure();
  if (expected.size() != got.size())
    return result << got.size() << " bytes";
  size_t differing = 0;
  for (size_t i = 0; i < expected.size(); i++) {
    if (expected[i] == got[i] || ++differing > 5)
      continue;
    guint plane = GST_VIDEO_INFO_N_PLANES(&info) - 1;
    while (info.offset[plane] > i)
      plane--;
    const size_t within = i - info.offset[plane], stride = static_cast<size_t>(info.stride[plane]);
    result << "plane " << plane << ", row " << within / stride << ", byte " << within % stride
           << ": expected " << int{expected[i]} << ", got " << int{got[i]} << "\n";
  }
  return result << differing << " bytes differ";
}

/// Has downstream take NV12 with pictures attached, as a sink that blends them.
inline void attach_pictures(Stream& stream) {
  gst_harness_add_propose_allocation_meta(*stream, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE,
                                          nullptr);
  gst_harness_set_src_caps_str(*stream, test_caps("NV12").c_str());
}
const std::string with_composition =
    test_caps("NV12", "memory:CUDAMemory, meta:GstVideoOverlayComposition");

/// An element for frames in system memory and one for frames in a GPU's, with equal properties.
struct Pair {
  Stream host, device;

  Pair(const std::string& properties, const std::string& format, int w = width, int h = height)
      : host("videoscopeoverlay", on_cpu + properties, video_caps(format, w, h),
             video_caps(format, w, h)),
        device("videoscopeoverlay", on_gpu + properties, device_caps(format, w, h),
               device_caps(format, w, h)) {}

  testing::AssertionResult draw_alike(const GstVideoInfo& info, unsigned seed) {
    const std::vector<guint8> pixels = pixels_of(info, seed);
    const std::vector<guint8> expected = output(host, host_buffer(info, pixels, seed), info);
    if (expected == pixels)
      return testing::AssertionFailure() << "nothing was drawn";
    return same_pixels(info, expected, output(device, device_buffer(info, pixels, seed), info));
  }
};

} // namespace videohistogram::scope
