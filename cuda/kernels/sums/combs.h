// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The sums of Sum::idet. With X = |a - c| and Y = |b - c|,
//   |a + b - 2 c| = X + Y + |X - Y| - |a - b|,
// so that bytes are enough, and a GPU subtracts and adds up four at once. Rows come one after the
// other: what is X of a row is Y of the one above.
#pragma once

#include "cuda/kernels/sums/samples.h"

#include <cstdint>

namespace videohistogram::cuda {

/// Sums of a lane. Numbers wrap around; each sum that is asked for is less than 2^32, since a lane
/// adds at most 2^18 per pixel.
struct CombSums {
  // Per parity of rows; without what `ends` and `ends_before` make less of them.
  uint32_t present[2] = {}, before[2] = {}, same[2] = {}, change[2] = {};
  uint32_t ends[2] = {}, ends_before[2] = {}; ///< |p[y-1] - p[y+1]|, |q[y-1] - q[y+1]|

  /// Sum `i` of IdetSum. `two`: there is a frame before.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t sum(uint32_t i, bool two) const {
    const uint32_t odd = i % 2;
    if (!two && i / 2 != 2)
      return 0;
    return i < 2   ? present[odd] - ends[odd]
           : i < 4 ? before[odd] - ends_before[odd]
           : i < 6 ? same[odd] - ends[odd]
                   : 2 * change[odd];
  }
};
/// Pixels of a lane up to which its sums hold.
constexpr uint32_t most_comb_pixels = 1u << 14;

/// The rows above of a lane: p of the present frame, q of the frame before.
template <uint32_t sample_bytes>
class CombLane {
  using W = Words<sample_bytes>;

public:
  /// Takes a row whose parity is `odd`. `counts`: adds the sums of the row above it, which has both
  /// neighbours then. `two`: there is a frame before.
  template <uint32_t odd>
  VIDEOHISTOGRAM_HOST_DEVICE void next(const LaneWords& p, const LaneWords& q, bool counts,
                                       bool two, CombSums& sums) {
    constexpr uint32_t above = 1 - odd; // also the parity of the sums
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < words_per_lane; i++) {
      const uint32_t step = W::distance(p.w[i], p_[above].w[i]);
      if (counts) {
        add(sums.same[above], step_.w[i], step);
        sums.ends[above] = W::add_distance(p.w[i], p_[odd].w[i], sums.ends[above]);
      }
      step_.w[i] = step;
      if (two) {
        const uint32_t down = W::distance(p.w[i], q_[above].w[i]),
                       up = W::distance(q.w[i], p_[above].w[i]);
        if (counts) {
          add(sums.present[above], up_.w[i], down);
          add(sums.before[above], down_.w[i], up);
          sums.ends_before[above] = W::add_distance(q.w[i], q_[odd].w[i], sums.ends_before[above]);
          sums.change[above] = W::add_distance(p_[above].w[i], q_[above].w[i], sums.change[above]);
        }
        down_.w[i] = down;
        up_.w[i] = up;
      }
    }
    p_[odd] = p;
    q_[odd] = q;
  }

private:
  VIDEOHISTOGRAM_HOST_DEVICE static void add(uint32_t& sum, uint32_t x, uint32_t y) {
    sum = W::add_distance(x, y, W::add(x, W::add(y, sum)));
  }

  LaneWords p_[2] = {}, q_[2] = {}; ///< the last two rows, by parity
  LaneWords step_ = {};             ///< |p[y] - p[y-1]| of the last row y
  LaneWords down_ = {}, up_ = {};   ///< |p[y] - q[y-1]|, |q[y] - p[y-1]|
};

} // namespace videohistogram::cuda
