// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/frame.h"
#include "histogram/request.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cpu {

/// A counter for each value of a byte, and a cache line that is not used: the same counters of two
/// tables must not be 4 KiB apart, since a core that tells addresses apart by their low 12 bits
/// takes them for one at first, and then waits (GRAY8 of two values: 2.3 instead of 3.4 GB/s).
using Table = uint32_t[256 + 16];

/// There are several tables of the same channel, which neighbouring pixels take in turn:
/// incrementing a counter that was written a moment ago waits until that store is through, and
/// neighbours are often equal. All tables of RGBA together fill little more than half of a 32 KiB
/// L1 cache.
constexpr uint32_t copies_of(uint32_t pixel_bytes) {
  return pixel_bytes == 1 ? 8 : 4;
}

/// The counters of one thread.
struct Tally {
  static constexpr uint32_t luma = 16; ///< the first table of LUMA, counted like 1-byte pixels

  alignas(64) Table tables[luma + copies_of(1)] = {};
};

/// How the pixels of a frame are counted: decided once a frame, read by every thread.
struct Plan {
  /// Counts the chosen bytes of `pixels` neighbouring pixels; nullptr if only LUMA is counted.
  void (*count_bytes)(const uint8_t* p, size_t pixels, Tally& tally) = nullptr;
  uint32_t pixel_bytes = 0;
  bool luma = false;
  uint8_t red = 0, green = 0, blue = 0;                    ///< where they lie in a pixel; for LUMA
  uint32_t red_shift = 0, green_shift = 0, blue_shift = 0; ///< in one loaded as a number
  LumaWeights weights{};

  /// For each channel of the request its tables in the tally.
  struct {
    uint32_t first, copies;
  } tables[max_channels] = {};
  uint32_t channels = 0;
  uint32_t bins = 0;
};

Plan make_plan(const FormatInfo& format, const Request& request);

/// Counts a rectangle of the frame into a tally. A tally must be folded before it has 2^32 pixels.
void count_rect(const Plan& plan, const FrameView& frame, const Rect& rect, Tally& tally);

/// Adds a tally to counts[channels][bins] and clears it.
void fold(const Plan& plan, Tally& tally, uint32_t* counts);

} // namespace videohistogram::cpu
