// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How the blocks of a rectangle merge their sums. In one atomic operation a block adds its sums of
// a row to a 64-bit word, and 1 to the number of blocks in the same word. The block that finds all
// other blocks counted there has the total: it writes the result and leaves the word zero. There is
// no second pass, no fence, and no block waits for another.
#pragma once

#include "cuda/kernels/byte/table.cuh"

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

/// Adds `count` to a word's low half, 1 to its high half. True in the last block: `count` is the
/// total.
__device__ __forceinline__ bool meet_wide(uint64_t* word, uint32_t blocks, uint32_t& count) {
  const uint64_t old =
      atomicAdd(reinterpret_cast<unsigned long long*>(word), uint64_t{1} << 32 | count);
  if (old >> 32 != blocks - 1)
    return false;
  *word = 0;
  count += static_cast<uint32_t>(old);
  return true;
}

/// Like meet_wide(), for two counts of narrow_bits bits each and a byte that counts blocks.
__device__ __forceinline__ bool meet_narrow(uint64_t* word, uint32_t blocks, uint32_t& low,
                                            uint32_t& high) {
  constexpr uint32_t mask = (1u << narrow_bits) - 1;
  static_assert(2 * narrow_bits + 8 == 64 && max_rectangle_blocks < 256);
  const uint64_t old =
      atomicAdd(reinterpret_cast<unsigned long long*>(word),
                uint64_t{1} << 2 * narrow_bits | static_cast<uint64_t>(high) << narrow_bits | low);
  if (old >> 2 * narrow_bits != blocks - 1)
    return false;
  *word = 0;
  low += static_cast<uint32_t>(old) & mask;
  high += static_cast<uint32_t>(old >> narrow_bits) & mask;
  return true;
}

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
