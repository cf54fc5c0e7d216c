// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Extents: the lowest and the highest value at each position of a trace, drawn as lines. Host and
// devices draw the same pixels.
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// The places of the lowest and the highest value at a position, in pixels from the lower end of
/// the plot's axis; places outside of the plot belong to values that it does not show.
struct Extent {
  int32_t low = INT32_MAX, high = INT32_MIN;

  VIDEOHISTOGRAM_HOST_DEVICE bool is_empty() const { return high < low; }
  VIDEOHISTOGRAM_HOST_DEVICE void add(const Extent& other) {
    low = other.low < low ? other.low : low;
    high = other.high > high ? other.high : high;
  }
};

/// The pixels of a position that the lines cover: each line has a pixel per position, and as many
/// more as it takes to meet those of the positions beside it.
struct ExtentLines {
  int32_t low_begin, low_end, high_begin, high_end; ///< ends included; none if begin > end

  /// `extents`: of `n` positions.
  VIDEOHISTOGRAM_HOST_DEVICE ExtentLines(const Extent* extents, uint32_t position, uint32_t n)
      : low_begin(extents[position].low), low_end(extents[position].low),
        high_begin(extents[position].high), high_end(extents[position].high) {
    if (extents[position].is_empty()) {
      low_begin = high_begin = 0;
      low_end = high_end = -1;
      return;
    }
    for (uint32_t side = 0; side < 2; side++) {
      const uint32_t beside = side == 0 ? position - 1 : position + 1; // wraps around
      if (beside >= n || extents[beside].is_empty())
        continue;
      const Extent& other = extents[beside];
      low_end = other.low - 1 > low_end ? other.low - 1 : low_end;
      high_begin = other.high + 1 < high_begin ? other.high + 1 : high_begin;
    }
  }

  VIDEOHISTOGRAM_HOST_DEVICE bool cover(int32_t place) const {
    return (place >= low_begin && place <= low_end) || (place >= high_begin && place <= high_end);
  }
};

} // namespace videohistogram
