// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counters of bytes in a block's shared memory, in arrays that lane_table.h describes. Lane l of
// every warp counts in copy l, so that the lanes of a warp share no bank and no address, whatever
// the image shows. A dot product makes a byte of a word an address: it is one instruction, and the
// unit for multiplications executes it. Permuting bytes takes one instruction, too, but that is
// executed by the integer and logic unit, which limits kernels that compute what they count.
#pragma once

#include "cuda/kernels/common/lane_table.h"
#include "cuda/kernels/common/meeting.cuh"
#include "cuda/kernels/common/shared_table.cuh"

namespace videohistogram::cuda {

namespace {

/// Adds `increment` to the counter of byte `Byte` of `word`. `base`: bytes from the table's start
/// to this lane's copy of the first counter of an array.
template <uint32_t Byte>
__device__ __forceinline__ void count_in_lane(uint32_t word, uint32_t base, uint32_t increment) {
  count_at(__dp4a(word, lane_row_bytes << 8 * Byte, base), increment);
}

/// Calls `use(array, counter)` for all counters of this thread's part of the rows of its value.
/// `Parts` neighbouring threads share the rows of a value; a block has 256 * Parts threads.
template <uint32_t Arrays, uint32_t Parts, class Use>
__device__ __forceinline__ void each_lane_counter(Use&& use) {
  constexpr uint32_t vectors = lane_copies / 4 / Parts;
  const uint32_t value = threadIdx.x / Parts, part = threadIdx.x % Parts;
#pragma unroll
  for (uint32_t array = 0; array < Arrays; array++)
#pragma unroll
    for (uint32_t i = 0; i < vectors; i++) {
      // The eight threads that read at once begin with different vectors, which are in all banks.
      const uint4 v = shared_table[array * (lane_array_bytes / sizeof(uint4)) +
                                   value * (lane_row_bytes / sizeof(uint4)) + part * vectors +
                                   (i + value) % vectors];
      use(array, v.x);
      use(array, v.y);
      use(array, v.z);
      use(array, v.w);
    }
}

/// Where the blocks of a rectangle merge, and where the result goes.
struct LaneMerge {
  uint64_t* words; ///< lane_words words, twice as many unless `narrow`
  uint32_t blocks;
  bool narrow;       ///< see fits_narrow()
  uint32_t tables;   ///< number of histograms
  uint32_t* results; ///< of the first histogram, [256]
  /// Counts from the first histogram of a pair to the second, and from a pair to the next one.
  ptrdiff_t step = 256, pair_step = 512;
};

/// Merges the sums of `Parts` threads with each other, and with those of the other blocks. The last
/// block writes the result.
template <uint32_t Parts, uint32_t Tables>
__device__ __forceinline__ void merge_lane_sums(const LaneMerge& merge, uint32_t (&sums)[Tables]) {
  static_assert(Tables <= max_lane_tables && (Tables + 1) / 2 <= Parts);
#pragma unroll
  for (uint32_t table = 0; table < Tables; table++)
#pragma unroll
    for (uint32_t distance = 1; distance < Parts; distance *= 2)
      sums[table] += __shfl_xor_sync(~0u, sums[table], distance);
  const uint32_t value = threadIdx.x / Parts, pair = threadIdx.x % Parts;
  if (2 * pair >= merge.tables)
    return;
  uint32_t low = sums[0], high = Tables > 1 ? sums[Tables > 1 ? 1 : 0] : 0;
  if (Tables > 2 && pair == 1) {
    low = sums[Tables > 2 ? 2 : 0];
    high = Tables > 3 ? sums[Tables > 3 ? 3 : 0] : 0;
  }
  const PairMeeting meeting{merge.words + (pair * 64 + value / 4) * sector_words + value % 4,
                            lane_words, merge.blocks, merge.narrow};
  meet_and_write(meeting, low, high, merge.results + pair * merge.pair_step + value, merge.step,
                 2 * pair + 1 < merge.tables);
}

} // namespace

} // namespace videohistogram::cuda
