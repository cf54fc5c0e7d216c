// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Which pixels the block of a projection counts, and in which order its threads read them.
#pragma once

#include "cuda/kernels/projection/projection_kernel.h"

namespace videohistogram::cuda {

namespace {

/// The part of the matrix that a block counts, and the rows that it reads.
struct Strip {
  uint32_t position, positions; ///< first position, and number of positions
  uint32_t bin, bins;           ///< first bin of the block's part, and number of bins
  uint32_t first_row, rows;     ///< rows that may have pixels of the strip
  const uint8_t* pixels;        ///< first pixel of the first of these rows
  int64_t place;                ///< Walk::place of that row
  int64_t start;                ///< Walk::start of that row's first group
};

/// The number of a block's strip. The strips in the middle have the most pixels and come first. The
/// second round of blocks takes its strips in reverse order, so that the multiprocessors, which
/// take a block of each round, have about equal work. The remaining short strips go to the
/// multiprocessors that finish first.
__device__ __forceinline__ uint32_t strip_of_block(const ProjectionParameters& p, uint32_t block) {
  uint32_t rank = block;
  if (block >= p.multiprocessors && block < 2 * p.multiprocessors)
    rank = p.multiprocessors + min(2 * p.multiprocessors, p.shape.strips) - 1 - block;
  const uint32_t middle = (p.shape.strips - 1) / 2;
  return rank % 2 ? middle + (rank + 1) / 2 : middle - rank / 2;
}

template <class T>
__device__ __forceinline__ Strip find_strip(const ProjectionParameters& p) {
  Strip strip;
  strip.position = strip_of_block(p, blockIdx.x / p.shape.parts) * p.shape.strip_positions;
  strip.positions = min(p.shape.strip_positions, p.positions - strip.position);
  strip.bin = blockIdx.x % p.shape.parts * p.shape.part_bins;
  strip.bins = min(p.shape.part_bins, p.bins - strip.bin);

  // A pixel (x, y) has the position xc - ys + first in the strip, if that is at least 0 and less
  // than `width`.
  int64_t first = p.origin - strip.position * whole_position;
  const int64_t width = strip.positions * whole_position;
  const int64_t row = (int64_t{p.width} - 1) * p.c;

  // The rows in which some column of the frame can be in the strip. Rounding errors are far below
  // the margin wherever there are rows.
  constexpr double margin = 1.0 / 65536;
  uint32_t begin = 0, end = p.height;
  if (p.s != 0) {
    const double y0 = static_cast<double>(first + min(row, int64_t{0}) - width + 1) * p.inverse_s;
    const double y1 = static_cast<double>(first + max(row, int64_t{0})) * p.inverse_s;
    const double height = p.height;
    begin = static_cast<uint32_t>(min(max(ceil(min(y0, y1) - margin), 0.0), height));
    end = static_cast<uint32_t>(min(max(floor(max(y0, y1) + margin) + 1, 0.0), height));
  }
  if (p.shape.shares > 1 && end > begin) {
    const uint32_t rows = (end - begin + p.shape.shares - 1) / p.shape.shares;
    begin = min(begin + blockIdx.y * rows, end);
    end = min(begin + rows, end);
  }
  strip.first_row = begin;
  strip.rows = end > begin ? end - begin : 0;
  strip.pixels = p.pixels + static_cast<int64_t>(begin) * p.stride;
  first -= static_cast<int64_t>(begin) * p.s;

  strip.start = 0;
  if (!p.shape.whole_rows) {
    // The group with the first pixel that can be in the strip.
    const double column = static_cast<double>((p.c < 0 ? width - 1 : 0) - first) * p.inverse_c;
    strip.start = static_cast<int64_t>(floor(column * (4294967296.0 / T::group))) - p.slack +
                  (int64_t{1} << 32) / T::group - 1;
  }
  strip.place = first + p.place_more;
  return strip;
}

/// The walk of a thread over the groups of a strip.
struct Walk {
  int64_t start;      ///< 2^32 times the thread's group in the row
  int64_t place;      ///< place of the row's first pixel, see count_group()
  const uint8_t* row; ///< the row's first pixel
  uint32_t y;         ///< the row's number
  uint32_t rows;      ///< number of the thread's rows
};

__device__ __forceinline__ Walk begin_walk(const ProjectionParameters& p, const Strip& strip) {
  const uint32_t row = threadIdx.x / p.shape.tile_groups;
  Walk walk;
  walk.start = strip.start + static_cast<int64_t>(row * static_cast<uint64_t>(p.start_slope)) +
               (static_cast<int64_t>(threadIdx.x % p.shape.tile_groups) << 32);
  walk.place = strip.place - static_cast<int64_t>(row) * p.s;
  walk.row = strip.pixels + static_cast<int64_t>(row) * p.stride;
  walk.y = strip.first_row + row;
  walk.rows = row < p.shape.tile_rows && row < strip.rows
                  ? (strip.rows - row - 1) / p.shape.tile_rows + 1
                  : 0;
  return walk;
}

/// Moves to the thread's next row, `tiles` times.
__device__ __forceinline__ void advance(const ProjectionParameters& p, Walk& walk, int64_t tiles) {
  walk.start += static_cast<int64_t>(static_cast<uint64_t>(tiles) * p.start_step);
  walk.place += tiles * p.place_step;
  walk.row += tiles * p.byte_step;
  walk.y += static_cast<uint32_t>(tiles) * p.shape.tile_rows;
}

} // namespace

} // namespace videohistogram::cuda
