// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts the absolute differences of bytes in 256 bins each, in the arrays of lane_table.cuh: an
// instruction subtracts four bytes, one makes an address, one counts. The bytes of the frame
// themselves can be counted as well, in arrays that follow those of the differences.
#pragma once

#include "cuda/kernels/common/lane_table.cuh"
#include "cuda/kernels/difference/difference_kernel.cuh"

namespace videohistogram::cuda {

namespace {

/// This lane's counters of the samples of a period.
template <class T>
struct LaneRows {
  uint32_t base[T::period]; ///< bytes from the table's start
  /// 0 for a sample that is not counted: adding 0 is as fast as counting, a branch is slower.
  uint32_t increment[T::period];
};

template <class T>
__device__ __forceinline__ LaneRows<T> lane_rows(const DifferencePlane& p, uint32_t lane_bytes) {
  LaneRows<T> rows;
#pragma unroll
  for (uint32_t i = 0; i < T::period; i++) {
    const uint32_t table = p.tables[i % p.pixel_samples];
    rows.base[i] = (table == no_table ? 0 : table * lane_array_bytes) + lane_bytes;
    rows.increment[i] = table == no_table ? 0 : 1;
  }
  return rows;
}

/// Counts all samples of a group. `of_samples`: bytes from a sample's array for differences to its
/// own.
template <class T, bool WithSamples>
__device__ __forceinline__ void count_lanes(const LaneRows<T>& rows, uint32_t of_samples,
                                            const Pair<T>& pair) {
#pragma unroll
  for (uint32_t w = 0; w < T::words; w++) {
    const uint32_t values = __vabsdiffu4(pair.now.words[w], pair.before.words[w]);
    const auto count = [&](auto byte) {
      constexpr uint32_t b = decltype(byte)::value;
      const uint32_t i = (4 * w + b) % T::period;
      count_in_lane<b>(values, rows.base[i], rows.increment[i]);
      if (WithSamples)
        count_in_lane<b>(pair.now.words[w], rows.base[i] + of_samples, rows.increment[i]);
    };
    count(std::integral_constant<uint32_t, 0>());
    count(std::integral_constant<uint32_t, 1>());
    count(std::integral_constant<uint32_t, 2>());
    count(std::integral_constant<uint32_t, 3>());
  }
}

/// The merge of a plane's tables: one pair for both tables of a sample, or a pair for differences
/// and one for samples.
template <bool WithSamples>
__device__ __forceinline__ LaneMerge merge_of(const DifferenceLaunch& l, uint32_t index,
                                              uint32_t blocks) {
  const DifferencePlane& p = l.planes[index];
  LaneMerge merge{reinterpret_cast<uint64_t*>(l.scratch) + index * l.plane_words, blocks, l.narrow,
                  p.n_tables, l.results + p.first};
  if (WithSamples) {
    const auto distance = static_cast<ptrdiff_t>(p.first_of_samples) - p.first;
    (p.n_tables == 1 ? merge.step : merge.pair_step) = distance;
    merge.tables *= 2;
  }
  return merge;
}

template <class T, bool WithSamples>
__global__ void __launch_bounds__(difference_threads, 1)
    lane_difference_kernel(const __grid_constant__ DifferenceLaunch l) {
  constexpr uint32_t parts = difference_threads / 256;
  const uint32_t index = plane_of_block(l);
  const DifferencePlane& p = l.planes[index];
  const Block block = block_of(l.shapes[index]);
  const Rows rows = rows_of<T>(p);
  const LaneRows<T> lane = lane_rows<T>(p, block.lane_bytes);
  Walk walk = walk_of_groups<T>(block, rows);
  const uint32_t of_samples = p.n_tables * lane_array_bytes;
  clear_table((WithSamples ? 2 : 1) * p.n_tables * lane_array_bytes, blockDim.x);
  begin_reading(l.pixels_ready);
  const auto count_pairs = [&](const Rows& r) {
    each_pair<T>(
        r, walk, [] { __syncthreads(); },
        [&](const Pair<T>& pair) { count_lanes<T, WithSamples>(lane, of_samples, pair); });
  };
  if (rows.alignment == 16) { // known when compiling
    Rows aligned = rows;
    aligned.alignment = 16;
    count_pairs(aligned);
  } else {
    count_pairs(rows);
  }
  each_end<T>(l, p, block, rows, [&](uint32_t place, uint32_t value, uint32_t sample) {
    if (p.tables[place] == no_table)
      return;
    const uint32_t base = p.tables[place] * lane_array_bytes + block.lane_bytes;
    count_in_lane<0>(value, base, 1);
    if (WithSamples)
      count_in_lane<0>(sample, base + of_samples, 1);
  });
  __syncthreads();
  begin_merging();
  const LaneMerge merge = merge_of<WithSamples>(l, index, block.portions);
  const auto merge_tables = [&](auto tables) {
    uint32_t sums[decltype(tables)::value] = {};
    each_lane_counter<decltype(tables)::value, parts>(
        [&](uint32_t array, uint32_t counter) { sums[array] += counter; });
    merge_lane_sums<parts>(merge, sums);
  };
  if (merge.tables == 1)
    merge_tables(std::integral_constant<uint32_t, 1>());
  else if (merge.tables == 2)
    merge_tables(std::integral_constant<uint32_t, 2>());
  else if (merge.tables == 3)
    merge_tables(std::integral_constant<uint32_t, 3>());
  else
    merge_tables(std::integral_constant<uint32_t, 4>());
}

} // namespace

} // namespace videohistogram::cuda
