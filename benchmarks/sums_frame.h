// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames and tables for the benchmarks of sums.
#pragma once

#include "core/frame.h"
#include "core/sums.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::benchmark {

/// A table of light of codes of `depth` bits.
LightTable light_table(uint32_t depth);

/// A frame on the host: a gradient with noise, in which some samples are of any value, bits that do
/// not count included.
class SumsFrame {
public:
  SumsFrame(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t seed);

  const FrameView& view() const { return view_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  /// The first byte of a plane among bytes().
  size_t offset(uint32_t plane) const { return layout_.offsets[plane]; }

private:
  PackedLayout layout_;
  std::vector<uint8_t> bytes_;
  FrameView view_;
};

} // namespace videohistogram::benchmark
