// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How the blocks of a rectangle merge. In one atomic operation a block adds its counts to a 64-bit
// word, and 1 to the number of blocks in the same word. The block that finds all other blocks
// counted there has the total: it writes the result and leaves the word zero. There is no second
// pass, no fence, and no block waits for another.
#pragma once

#include "cuda/kernels/common/meeting.h"

namespace videohistogram::cuda {

namespace {

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

/// Where the blocks of a rectangle merge a pair of counts.
struct PairMeeting {
  uint64_t* word;
  uint32_t second_word; ///< unless narrow, words from the first count's word to the second's
  uint32_t blocks;
  bool narrow; ///< both counts share a word: see fits_narrow()
};

/// Merges a pair of counts of this block with those of the other blocks. The last block writes each
/// of them: the first to `result`, the second, if there is one, `distance` counts after it.
__device__ __forceinline__ void meet_and_write(const PairMeeting& meeting, uint32_t low,
                                               uint32_t high, uint32_t* result, ptrdiff_t distance,
                                               bool second) {
  bool last_low = true, last_high = true;
  if (meeting.blocks > 1) {
    if (meeting.narrow) {
      last_low = last_high = meet_narrow(meeting.word, meeting.blocks, low, high);
    } else {
      last_low = meet_wide(meeting.word, meeting.blocks, low);
      last_high = meet_wide(meeting.word + meeting.second_word, meeting.blocks, high);
    }
  }
  if (last_low)
    result[0] = low;
  if (last_high && second)
    result[distance] = high;
}

} // namespace

} // namespace videohistogram::cuda
