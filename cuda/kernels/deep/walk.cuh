// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Which pixels of a plane each thread of its blocks gets. Pure arithmetic, which the host compiles
// too: the tests walk every thread of every block.
#pragma once

#include "cuda/kernels/deep/kernel.h"

namespace videohistogram::cuda {

/// How pixels are taken together that have so many samples.
template <uint32_t Samples>
struct Groups {
  static constexpr uint32_t samples = Samples; ///< in a pixel
  static constexpr uint32_t pixel_bytes = 2 * Samples;
  /// A group is what a thread loads at once: whole pixels in whole 16-byte vectors.
  static constexpr uint32_t vectors = Samples == 3 ? 3 : 1;
  static constexpr uint32_t group_pixels = vectors * 16 / pixel_bytes;
  /// Groups loaded before they are counted.
  static constexpr uint32_t ahead = Samples == 3 ? 1 : 2;
  /// Where rows begin at multiples of this, some pixel of them begins at a multiple of 16.
  static constexpr uint32_t alignment = Samples == 3 ? 2 : pixel_bytes;
  static_assert((group_pixels & (group_pixels - 1)) == 0);
};

/// The items of a plane that one thread of the `portion`th block of a part gets, of which each row
/// has `row_items`.
class Walk {
public:
  __host__ __device__ __forceinline__ Walk(uint32_t portions, uint32_t portion, uint32_t thread,
                                           uint32_t row_items, uint32_t rows)
      : row_items_(row_items) {
    const uint32_t step = portions * deep_threads;
    const uint32_t first = portion * deep_threads + thread;
    const uint32_t items = row_items * rows; // no more than pixels
    left_ = first < items ? (items - 1 - first) / step + 1 : 0;
    const uint32_t divisor = row_items > 0 ? row_items : 1;
    x_ = first % divisor;
    y_ = first / divisor;
    dx_ = step % divisor;
    dy_ = step / divisor;
  }

  __host__ __device__ __forceinline__ bool more() const { return left_ > 0; }
  __host__ __device__ __forceinline__ uint32_t x() const { return x_; }
  __host__ __device__ __forceinline__ uint32_t y() const { return y_; }
  __host__ __device__ __forceinline__ void advance() {
    left_--;
    y_ += dy_;
    if (x_ >= row_items_ - dx_) { // x_ + dx_ could wrap
      x_ -= row_items_ - dx_;
      y_++;
    } else {
      x_ += dx_;
    }
  }

private:
  uint32_t row_items_, left_, x_, y_, dx_, dy_;
};

/// A row whose pixels are `head` single ones, then `groups` aligned groups, then single ones.
struct Row {
  uint32_t y;
  uint32_t head, groups;
  const uint8_t* start;
};

template <class T>
__host__ __device__ __forceinline__ Row row_at(const DeepParameters& p, uint32_t y) {
  Row row;
  row.y = y;
  row.start = p.pixels + static_cast<int64_t>(y) * p.stride;
  const uint32_t missing =
      (0u - static_cast<uint32_t>(reinterpret_cast<uintptr_t>(row.start))) & 15;
  // Of pixels of 6 bytes, 3 for each 2 bytes: 3 * 6 = 18 is 2 more than a multiple of 16.
  row.head = T::samples == 3 ? missing / 2 * 3 & 7 : missing / T::pixel_bytes;
  row.groups = p.width > row.head ? (p.width - row.head) / T::group_pixels : 0;
  return row;
}

/// The low bits that tell how the rows of a plane lie: no row has one that they do not.
__host__ __device__ __forceinline__ uint32_t alignment_bits(const DeepParameters& p) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(p.pixels)) |
         (p.height > 1 ? static_cast<uint32_t>(p.stride) : 0);
}

/// Whether the rows have groups; else each pixel is an item of the walk.
template <class T>
__host__ __device__ __forceinline__ bool has_groups(const DeepParameters& p) {
  return alignment_bits(p) % T::alignment == 0;
}

/// The groups of a row at most: items of a walk, of which those from Row::groups on are none.
template <class T>
__host__ __device__ __forceinline__ uint32_t max_groups(const DeepParameters& p) {
  return p.width / T::group_pixels;
}

/// Whether there are rows with pixels in no group.
template <class T>
__host__ __device__ __forceinline__ bool has_edges(const DeepParameters& p) {
  return alignment_bits(p) % 16 != 0 || p.width % T::group_pixels != 0;
}

/// The pixels of a row at most that are in no group: items of another walk.
template <class T>
__host__ __device__ __forceinline__ uint32_t max_edges(const DeepParameters& p) {
  constexpr uint32_t most = 2 * (T::group_pixels - 1);
  return p.width < most ? p.width : most;
}

/// Where the `i`th of them lies, if that is not beyond the row.
template <class T>
__host__ __device__ __forceinline__ uint32_t edge_x(const Row& row, uint32_t i) {
  return i < row.head ? i : i + row.groups * T::group_pixels;
}

} // namespace videohistogram::cuda
