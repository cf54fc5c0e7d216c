// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How blocks that added their counts to scratch memory find out which of them was the last one.
// meeting.cuh has another way, for counts that fit a word together with the number of blocks.
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Called by all threads of a block after they have added its counts. True in the last of `blocks`
/// blocks, which then sees the counts of all and leaves the ticket zero.
__device__ __forceinline__ bool is_last_block(uint32_t* ticket, uint32_t blocks) {
  __threadfence();
  __syncthreads();
  const bool is_last = threadIdx.x == 0 && atomicAdd(ticket, 1u) == blocks - 1;
  if (!__syncthreads_or(is_last))
    return false;
  __threadfence();
  if (threadIdx.x == 0)
    *ticket = 0;
  return true;
}

} // namespace

} // namespace videohistogram::cuda
