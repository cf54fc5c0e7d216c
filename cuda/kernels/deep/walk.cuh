// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The pixels of a plane that each thread of the plane's blocks counts. Pure arithmetic, which the
// host compiles too: the tests walk every thread of every block.
#pragma once

#include "cuda/kernels/common/item_walk.h"
#include "cuda/kernels/deep/deep_kernel.h"

namespace videohistogram::cuda {

/// How pixels of `Samples` samples are grouped.
template <uint32_t Samples>
struct Groups {
  static constexpr uint32_t samples = Samples; ///< per pixel
  static constexpr uint32_t pixel_bytes = 2 * Samples;
  /// A group is what a thread loads at once: whole pixels in whole 16-byte vectors.
  static constexpr uint32_t vectors = Samples == 3 ? 3 : 1;
  static constexpr uint32_t group_pixels = vectors * 16 / pixel_bytes;
  /// If rows begin at multiples of this many bytes, each row has a pixel at a multiple of 16 bytes.
  static constexpr uint32_t alignment = Samples == 3 ? 2 : pixel_bytes;
  static_assert((group_pixels & (group_pixels - 1)) == 0);
};

/// The walk of one thread in block number `portion` of a part.
using Walk = ItemWalk<uint32_t>; // a rectangle has fewer than 2^32 pixels
__host__ __device__ __forceinline__ Walk walk_of_thread(uint32_t portions, uint32_t portion,
                                                        uint32_t thread, uint32_t row_items,
                                                        uint32_t rows) {
  return Walk(portion * deep_threads + thread, portions * deep_threads, row_items, rows);
}

/// A row: `head` single pixels, then `groups` aligned groups, then single pixels.
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
  // Pixels of 6 bytes: 3 pixels for each 2 bytes, since 3 * 6 = 18 is 2 more than a multiple of 16.
  row.head = T::samples == 3 ? missing / 2 * 3 & 7 : missing / T::pixel_bytes;
  row.groups = p.width > row.head ? (p.width - row.head) / T::group_pixels : 0;
  return row;
}

/// If the lowest n bits of this value are zero, so are the lowest n bits of every row's address.
__host__ __device__ __forceinline__ uint32_t alignment_bits(const DeepParameters& p) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(p.pixels)) |
         (p.height > 1 ? static_cast<uint32_t>(p.stride) : 0);
}

/// Whether the rows have groups; otherwise each pixel is an item of the walk.
template <class T>
__host__ __device__ __forceinline__ bool has_groups(const DeepParameters& p) {
  return alignment_bits(p) % T::alignment == 0;
}

/// Maximum groups per row, the items of a walk. A row has no items from Row::groups on.
template <class T>
__host__ __device__ __forceinline__ uint32_t max_groups(const DeepParameters& p) {
  return p.width / T::group_pixels;
}

/// Whether some rows have pixels in no group.
template <class T>
__host__ __device__ __forceinline__ bool has_edges(const DeepParameters& p) {
  return alignment_bits(p) % 16 != 0 || p.width % T::group_pixels != 0;
}

/// Maximum pixels per row in no group, the items of another walk.
template <class T>
__host__ __device__ __forceinline__ uint32_t max_edges(const DeepParameters& p) {
  constexpr uint32_t most = 2 * (T::group_pixels - 1);
  return p.width < most ? p.width : most;
}

/// The column of the `i`th of the pixels in no group; past the row's end if the row has fewer.
template <class T>
__host__ __device__ __forceinline__ uint32_t edge_x(const Row& row, uint32_t i) {
  return i < row.head ? i : i + row.groups * T::group_pixels;
}

} // namespace videohistogram::cuda
