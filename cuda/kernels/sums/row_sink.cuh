// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the warps of a block add up sums per row and per column.
#pragma once

#include "cuda/kernels/sums/gradients.h"
#include "cuda/kernels/sums/rows.h"
#include "cuda/kernels/sums/shared_sums.cuh"
#include "cuda/kernels/sums/warp.cuh"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Where a block adds up its rows. A number has two counters, of its low 16 bits and of the others,
/// neither of which overflows.
constexpr uint32_t row_slots = 8, row_counters = 2 * row_slots;
static_assert(n_row_numbers <= row_slots && n_gradient_numbers <= row_slots);
/// Columns of a lane, and a word that keeps lanes out of each other's banks.
template <uint32_t sample_bytes>
constexpr uint32_t column_words = lane_samples<sample_bytes>*(warp_lanes + 1);

template <uint32_t sample_bytes>
constexpr uint32_t row_bytes(uint32_t band, uint32_t warps) {
  return (band * row_counters + warps * column_words<sample_bytes>)*4;
}

template <uint32_t sample_bytes>
class RowSink {
public:
  /// Totals of columns are those from `columns` on.
  __device__ RowSink(const SumsParameters& p, uint32_t first_row, uint32_t columns)
      : p_(p), first_row_(first_row), columns_(columns),
        counters_(reinterpret_cast<uint32_t*>(sums_memory)) {}

  template <uint32_t n>
  __device__ __forceinline__ void add(const LaneWarp& warp, uint32_t y, uint32_t first,
                                      const uint32_t (&numbers)[n]) const {
    const uint32_t slot = warp.lane % row_slots;
    uint32_t number = 0;
#pragma unroll
    for (uint32_t i = 0; i < n; i++)
      number = slot == i ? numbers[i] : number;
    if (warp.lane < row_counters && slot < n)
      atomicAdd(&counters_[(y - first_row_) * row_counters + first + warp.lane],
                warp.lane < row_slots ? number & 0xffff : number >> 16);
  }

  __device__ __forceinline__ void
  add_columns(const LaneWarp& warp, uint32_t x,
              const LaneWarp::Each<ColumnCounters<sample_bytes>>& columns) const {
    constexpr uint32_t n = lane_samples<sample_bytes>;
    uint32_t* const words = counters_ + p_.row_band * row_counters +
                            threadIdx.x / warp_lanes * column_words<sample_bytes>;
#pragma unroll
    for (uint32_t i = 0; i < n; i++)
      words[i * (warp_lanes + 1) + warp.lane] = columns[warp.lane].sum(i);
    __syncwarp();
    // Neighbouring lanes add neighbouring columns: fewer pieces of memory are changed at a time.
    for (uint32_t i = warp.lane; i < row_strip<sample_bytes>; i += warp_lanes)
      if (x + i < p_.planes[0].width)
        add_total(p_, columns_ + x + i, words[i % n * (warp_lanes + 1) + i / n + 1]);
    __syncwarp();
  }

  /// Of the whole block.
  __device__ __forceinline__ void clear() const {
    for (uint32_t i = threadIdx.x; i < p_.row_band * row_counters; i += blockDim.x)
      counters_[i] = 0;
    __syncthreads();
  }
  /// Calls use(y, number) for the rows before `end_row`, where number(i) is the sum of number `i`.
  template <class Use>
  __device__ __forceinline__ void each_row(uint32_t end_row, const Use& use) const {
    __syncthreads();
    for (uint32_t y = first_row_ + threadIdx.x; y < end_row; y += blockDim.x)
      use(y, [&](uint32_t i) {
        const uint32_t* const low = counters_ + (y - first_row_) * row_counters + i;
        return int64_t{low[0]} + (int64_t{low[row_slots]} << 16);
      });
  }

private:
  const SumsParameters& p_;
  uint32_t first_row_, columns_;
  uint32_t* counters_; ///< [row_band][2][row_slots], then the columns of each warp
};

} // namespace

} // namespace videohistogram::cuda
