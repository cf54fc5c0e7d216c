// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// SSIM of the fields of a plane: see ssim_windows() in core/sums.h.
#pragma once

#include "core/sums.h"
#include "cuda/kernels/sums/samples.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// The sums of a block, of two, or of a window. Samples of one byte need numbers of 32 bits, with a
/// sign, for all of ssim_window() that is no product of doubles.
template <uint32_t sample_bytes>
struct BlockSums {
  using Number = std::conditional_t<sample_bytes == 1, uint32_t, uint64_t>;
  uint32_t t = 0, b = 0;
  Number squares = 0, product = 0;

  VIDEOHISTOGRAM_HOST_DEVICE BlockSums operator+(const BlockSums& o) const {
    return {t + o.t, b + o.b, squares + o.squares, product + o.product};
  }
};

/// ssim_window(). No product is part of a sum of doubles here, so that nothing can be contracted.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline int64_t ssim_of_window(const SumsParameters& p,
                                                         const BlockSums<sample_bytes>& sums) {
  using Number = std::conditional_t<sample_bytes == 1, int32_t, int64_t>;
  const Number t = static_cast<Number>(sums.t), b = static_cast<Number>(sums.b);
  const Number both = t * b, squares = t * t + b * b;
  const Number c1 = static_cast<Number>(p.c1), c2 = static_cast<Number>(p.c2);
  const Number covariance = 64 * static_cast<Number>(sums.product) - both,
               variance = 64 * static_cast<Number>(sums.squares) - squares;
  const double above =
      static_cast<double>(2 * both + c1) * static_cast<double>(2 * covariance + c2);
  const double below = static_cast<double>(squares + c1) * static_cast<double>(variance + c2);
  const double q = above / below * 4294967296.0;
#ifdef __CUDA_ARCH__
  return __double2ll_rn(q);
#else
  return std::llrint(q);
#endif
}

/// A lane's blocks in a row of blocks, and the sums of its pairs of blocks in the row above.
template <uint32_t sample_bytes>
struct SsimLane {
  using W = Words<sample_bytes>;
  using Sums = BlockSums<sample_bytes>;
  static constexpr uint32_t n = words_per_lane / sample_bytes; ///< blocks
  Sums blocks[n], upper[n];

  /// Adds a row of each field.
  VIDEOHISTOGRAM_HOST_DEVICE void add(const LaneWords& top, const LaneWords& bottom) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < words_per_lane; i++) {
      Sums& sums = blocks[i / sample_bytes];
      sums.t = W::add(top.w[i], sums.t);
      sums.b = W::add(bottom.w[i], sums.b);
      sums.squares = W::add_products(top.w[i], top.w[i],
                                     W::add_products(bottom.w[i], bottom.w[i], sums.squares));
      sums.product = W::add_products(top.w[i], bottom.w[i], sums.product);
    }
  }
};

/// Ends a row of blocks. `counts`: calls use(lane, sum) with the sum of the lane's windows of this
/// row and the one above, of which there are `columns` in a row.
template <uint32_t sample_bytes, class Warp, class Place, class Use>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_windows(const SumsParameters& p, Warp& warp,
            typename Warp::template Each<SsimLane<sample_bytes>>& blocks, uint32_t columns,
            bool counts, const Place& x_of, const Use& use) {
  using Sums = BlockSums<sample_bytes>;
  constexpr uint32_t n = SsimLane<sample_bytes>::n;
  typename Warp::template Each<Sums> first;
  warp.each([&](uint32_t lane) { first[lane] = blocks[lane].blocks[0]; });
  const auto right = warp.from_right(first);
  warp.each([&](uint32_t lane) {
    SsimLane<sample_bytes>& own = blocks[lane];
    int64_t sum = 0;
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < n; i++) {
      const Sums pair = own.blocks[i] + (i + 1 < n ? own.blocks[i + 1] : right[lane]);
      if (counts && x_of(lane) / 4 + i < columns)
        sum += ssim_of_window<sample_bytes>(p, own.upper[i] + pair);
      own.upper[i] = pair;
    }
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < n; i++)
      own.blocks[i] = {};
    use(lane, sum);
  });
}

} // namespace videohistogram::cuda
