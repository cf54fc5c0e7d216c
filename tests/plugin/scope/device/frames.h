// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in host memory and copies of them in a device's, for comparisons byte by byte.
#pragma once

#include "core/frame.h"
#include "cuda/device/context.h"
#include "cuda/device/resources.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// The layout of a frame in memory.
struct FrameLayout {
  const FormatInfo* format;
  uint32_t width, height;
  size_t first = 0;   ///< bytes before the first plane
  size_t padding = 0; ///< bytes after each row, for planes with half as wide pixels as well
};

/// A frame in host memory. Padding is filled, too.
struct HostFrame {
  FrameLayout layout;
  std::vector<size_t> offsets, strides; ///< per plane
  std::vector<uint8_t> bytes;

  explicit HostFrame(const FrameLayout& frame_layout);
  FrameView view() const { return view_of(bytes.data()); }
  /// The view of a copy of the bytes.
  FrameView view_of(const uint8_t* copy) const;
};

/// What frames show.
enum class Pattern {
  noise,  ///< all bits, those that are no part of a sample, too
  bars,   ///< few flat colours, which vectorscopes show as dots
  smooth, ///< a gradient with some noise
  black,  ///< one value
};
constexpr Pattern all_patterns[] = {Pattern::noise, Pattern::bars, Pattern::smooth, Pattern::black};

void fill(HostFrame& frame, Pattern pattern, uint32_t seed);

/// Bytes in the memory of device 0.
class DeviceBytes {
public:
  explicit DeviceBytes(const std::vector<uint8_t>& bytes);
  ~DeviceBytes();
  const uint8_t* data() const { return block_.data(); }
  void write(const std::vector<uint8_t>& bytes);
  std::vector<uint8_t> read() const;
  /// A view of a frame with these bytes.
  FrameView view(const HostFrame& frame) const;

private:
  MemoryPlace context_;
  size_t size_;
  cuda::DeviceBlock block_;
};

/// Compares bytes of frames. Says which pixels of which planes differ, the first five of them.
testing::AssertionResult equal_frames(const HostFrame& expected, const std::vector<uint8_t>& got);

} // namespace videohistogram::scope
