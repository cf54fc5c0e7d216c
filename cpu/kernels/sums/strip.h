// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of one component of a frame as plain samples.
#pragma once

#include "core/frame.h"
#include "cpu/kernels/colour/colour_functions.h"
#include "cpu/target.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// How the samples of a component are read.
struct ComponentPlan {
  uint32_t sample_plane = 0;
  SampleReader reader;
  uint32_t depth = 0;
  /// Samples follow each other in memory as they are needed: bytes, or words of 16 used bits.
  bool in_place = false;

  uint32_t sample_bytes() const { return depth > 8 ? 2 : 1; }
};
/// `component` is one that the format stores.
ComponentPlan plan_component(const FormatInfo& format, Quantity component);

/// Rows `first` to `end` - 1 of a component, of bytes or of words in the CPU's byte order.
struct StripView {
  const uint8_t* data = nullptr; ///< null: there is no such frame
  ptrdiff_t stride = 0;
  uint32_t first = 0;

  const uint8_t* row(uint32_t y) const {
    return data + (static_cast<ptrdiff_t>(y) - static_cast<ptrdiff_t>(first)) * stride;
  }
};

/// The memory of a strip whose samples do not lie in place. Thread-safety: one thread at a time.
class Strip {
public:
  /// Valid until the next call, and as long as the frame.
  StripView read(const ComponentPlan& plan, const FrameView& frame, const Target& target,
                 uint32_t first, uint32_t end);

private:
  std::vector<uint8_t> memory_;
  std::vector<uint16_t> words_; ///< of a row of bytes that do not follow each other
};

/// Bytes of each word of a strip.
class ByteStrip {
public:
  StripView read(const StripView& words, const Target& target, uint32_t width, uint32_t end,
                 uint32_t shift, bool low);

private:
  std::vector<uint8_t> memory_;
};

/// Entries that functions of a target may write after the last one.
constexpr size_t strip_room = 128;

} // namespace videohistogram::cpu
