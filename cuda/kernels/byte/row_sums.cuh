// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How the counters of a TableLayout become the histograms of a rectangle: each thread sums a part
// of a row, and blocks merge their sums in the words that meeting.cuh explains.
#pragma once

#include "cuda/kernels/byte/layout.h"
#include "cuda/kernels/common/meeting.cuh"
#include "cuda/kernels/common/shared_table.cuh"

namespace videohistogram::cuda {

namespace {

/// A thread's sums over the copies of its row, for the two channels of a pair.
struct RowSums {
  uint32_t low = 0, high = 0;
};

/// Adds the table to the sums: row_threads neighbouring threads each sum a part of one row. The
/// table keeps its counts. `Small`: both channels of all copies are summed in one word without a
/// carry.
template <class Layout, bool Small = false>
__device__ __forceinline__ void drain_rows(RowSums& sums) {
  if (threadIdx.x / Layout::row_threads >= Layout::rows)
    return;
  uint32_t both = 0;
#pragma unroll
  for (uint32_t i = 0; i < Layout::part_vectors; i++) {
    const uint4 v = shared_table[Layout::part_vector(threadIdx.x, i)];
    if (Small) {
      both += v.x + v.y;
      both += v.z + v.w;
    } else {
      sums.low += (v.x & 0xffff) + (v.y & 0xffff) + (v.z & 0xffff) + (v.w & 0xffff);
      sums.high += (v.x >> 16) + (v.y >> 16) + (v.z >> 16) + (v.w >> 16);
    }
  }
  if (Small) {
    sums.low += both & 0xffff;
    sums.high += both >> 16;
  }
}

/// Where the blocks of a rectangle merge, and where the result goes.
struct RowMerge {
  uint32_t first_word;   ///< the rectangle's first word in the scratch
  uint32_t sector_words; ///< words from four rows to the next four
  uint32_t blocks;
  uint32_t table;    ///< the rectangle's first histogram in the results
  uint32_t channels; ///< number of its histograms
};

/// Merges this block's sums with those of the other blocks, in words that begin at `words`. Each
/// thread has a part of a row's sums. `narrow`: see fits_narrow(). `results`: [histograms][256].
template <class Layout>
__device__ __forceinline__ void merge_rows(const RowMerge& merge, uint64_t* words, bool narrow,
                                           uint32_t* results, RowSums sums) {
#pragma unroll
  for (uint32_t distance = 1; distance < Layout::row_threads; distance *= 2) {
    sums.low += __shfl_xor_sync(~0u, sums.low, distance);
    sums.high += __shfl_xor_sync(~0u, sums.high, distance);
  }
  const uint32_t row = threadIdx.x / Layout::row_threads, channel = row / 256 * 2;
  if (threadIdx.x % Layout::row_threads != 0 || channel >= merge.channels)
    return;
  const PairMeeting meeting{words + (merge.first_word + row / 4 * merge.sector_words + row % 4),
                            Layout::rows / 4 * merge.sector_words, merge.blocks, narrow};
  meet_and_write(meeting, sums.low, sums.high,
                 results + ((merge.table + channel) * 256 + row % 256), 256,
                 channel + 1 < merge.channels);
}

} // namespace

} // namespace videohistogram::cuda
