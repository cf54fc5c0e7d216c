// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/low_pass.h"
#include "cpu/kernels/colour/colour_functions.h"
#include "cpu/kernels/projection/projection_functions.h"

#include <algorithm>
#include <cstdint>

namespace videohistogram::cpu {

/// Maximum number of values of a row that are filtered together.
constexpr uint32_t max_filtered = segment_pixels - 2 * low_pass_reach;

/// Pixels of a row from which the filtered values of some of them are computed.
struct FilteredRun {
  uint32_t pixels; ///< that get filtered values
  uint32_t before; ///< pixels before these that are read: low_pass_reach, or as many as there are
  uint32_t read;   ///< pixels that are read, at most max_filtered + 2 * low_pass_reach

  /// Of `n` pixels from column `x` on, in a row of `width`.
  FilteredRun(uint32_t x, uint32_t n, uint32_t width)
      : pixels(n), before(std::min(x, low_pass_reach)),
        read(before + n + std::min(width - x - n, low_pass_reach)) {}

  /// Filters values of `depth` bits in place: from those of all pixels that are read to those of
  /// `pixels` pixels. Overwrites up to low_pass_room entries after pixels + 2 * low_pass_reach.
  void filter(const ProjectionFunctions& functions, uint32_t depth, uint16_t* values) const {
    const uint32_t missing = low_pass_reach - before;
    if (missing > 0) {
      std::copy_backward(values, values + read, values + missing + read);
      std::fill_n(values, missing, values[missing]);
    }
    uint16_t* const end = values + missing + read;
    std::fill(end, values + pixels + 2 * low_pass_reach, end[-1]);
    functions.low_pass(values, pixels, depth, values);
  }
};

} // namespace videohistogram::cpu
