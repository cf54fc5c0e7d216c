// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How the blocks of a rectangle merge their sums, in words that meeting.cuh explains.
#pragma once

#include "cuda/kernels/byte/table.cuh"
#include "cuda/kernels/common/meeting.cuh"

namespace videohistogram::cuda {

namespace {

/// Where the blocks of a rectangle merge, and where the result goes.
struct Meeting {
  uint32_t first_word; ///< the rectangle's first word in the scratch
  uint32_t sector_words;
  uint32_t blocks;
  uint32_t table; ///< the rectangle's first table in the results
  uint32_t channels;
};

/// Merges this block's sums with those of the other blocks. Each thread has a part of a row's sums.
template <class T>
__device__ __forceinline__ void merge(const ByteParameters& p, const Meeting& meeting,
                                      RowSums sums) {
#pragma unroll
  for (uint32_t distance = 1; distance < T::row_threads; distance *= 2) {
    sums.low += __shfl_xor_sync(~0u, sums.low, distance);
    sums.high += __shfl_xor_sync(~0u, sums.high, distance);
  }
  const uint32_t row = threadIdx.x / T::row_threads;
  const uint32_t channel = row / 256 * 2;
  if (threadIdx.x % T::row_threads != 0 || channel >= meeting.channels)
    return;
  bool last_low = true, last_high = true;
  if (meeting.blocks > 1) {
    uint64_t* const word =
        p.scratch.words + (meeting.first_word + row / 4 * meeting.sector_words + row % 4);
    if (p.scratch.wide) {
      last_low = meet_wide(word, meeting.blocks, sums.low);
      last_high = meet_wide(word + T::rows / 4 * meeting.sector_words, meeting.blocks, sums.high);
    } else {
      last_low = last_high = meet_narrow(word, meeting.blocks, sums.low, sums.high);
    }
  }
  uint32_t* const result = p.results + ((meeting.table + channel) * 256 + row % 256);
  if (last_low)
    result[0] = sums.low;
  if (last_high && channel + 1 < meeting.channels)
    result[256] = sums.high;
}

} // namespace

} // namespace videohistogram::cuda
