// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How the kernels of sums add up numbers of all threads of a block.
#pragma once

#include "cuda/kernels/sums/warp.cuh"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Bytes of shared memory for add_threads().
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t add_bytes(uint32_t numbers, uint32_t threads) {
  return numbers * threads / warp_lanes * static_cast<uint32_t>(sizeof(uint64_t));
}

/// Adds `n` numbers of all threads of a block, and calls use(i, sum) in one thread for each of
/// them. `memory` has room for add_bytes().
template <uint32_t n, class Use>
__device__ __forceinline__ void add_threads(const uint64_t (&values)[n], uint64_t* memory,
                                            const Use& use) {
  const uint32_t warps = blockDim.x / warp_lanes;
  __syncthreads(); // the numbers of the last call were read
#pragma unroll
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t sum = add_lanes(values[i]);
    if (threadIdx.x % warp_lanes == 0)
      memory[i * warps + threadIdx.x / warp_lanes] = sum;
  }
  __syncthreads();
  if (threadIdx.x < n) {
    uint64_t sum = 0;
    for (uint32_t w = 0; w < warps; w++)
      sum += memory[threadIdx.x * warps + w];
    use(threadIdx.x, sum);
  }
}

} // namespace

} // namespace videohistogram::cuda
