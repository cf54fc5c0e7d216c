// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cpu/kernels/projection/count_projection.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace videohistogram::cpu {

/// One position, in units of Direction::origin.
constexpr int64_t position = int64_t{1} << 31;

/// Runs whose values are computed together.
constexpr uint32_t group = 8;

/// Whether positions change more along a column than along a row.
inline bool is_steep(const Direction& direction) {
  return std::abs(direction.s) > std::abs(direction.c);
}

/// floor(a / b) for b > 0.
inline int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}

/// Maximum number of rows (columns if the direction is steep) that are counted before the 16-bit
/// counters are emptied. In each of them, at most two pixels share a position.
constexpr uint32_t max_window = 65535 / 2;

/// [begin, end).
struct Range {
  int64_t begin, end;

  Range within(const Range& other) const {
    return {std::max(begin, other.begin), std::min(end, other.end)};
  }
};

/// A part of a strip, after which the counters are emptied.
struct Window {
  Range v;       ///< positions of the strip's pixels, in units of 2^-31 positions as in Direction
  Range rows;    ///< rows of the sample plane
  Range columns; ///< columns of the sample plane
};

/// Counts the pixels of a window that lie in its strip: count_upright() if
/// ProjectionPlan::is_upright, else count_slanted().
void count_upright(const ProjectionPlan& plan, const Window& window, StripBuffers& buffers,
                   uint16_t* counters);
void count_slanted(const ProjectionPlan& plan, const Window& window, StripBuffers& buffers,
                   uint16_t* counters);

} // namespace videohistogram::cpu
