// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The frames of tests of videoscopeoverlay, and where its picture lies on them.
#pragma once

#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

constexpr const char* feature = "(memory:SystemMemory, meta:GstVideoOverlayComposition)";
constexpr int width = 160, height = 120;
/// Half of the frame each way, at 40, 12; opaque but for the property `opacity`.
constexpr const char* placed = "x=0.5 y=0.2 width=0.5 height=0.5 backing-opacity=1 ";
constexpr int left = 40, top = 12, wide = 80, high = 60;

inline std::string with_feature(std::string caps) {
  return caps.insert(caps.find(','), feature);
}

inline GstVideoInfo info_of(const std::string& format, int w = width, int h = height) {
  GstVideoInfo info;
  GstCaps* const caps = gst_caps_from_string(video_caps(format, w, h).c_str());
  EXPECT_TRUE(gst_video_info_from_caps(&info, caps));
  gst_caps_unref(caps);
  return info;
}

inline std::vector<guint8> random_frame(const GstVideoInfo& info, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<guint8> bytes(info.size);
  for (size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<guint8>((random() % 64) + i % 97);
  return bytes;
}
