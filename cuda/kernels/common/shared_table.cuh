// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The table in a block's shared memory in which kernels count.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

namespace {

extern __shared__ uint4 shared_table[];

__device__ __forceinline__ uint32_t* table_words() {
  return reinterpret_cast<uint32_t*>(shared_table);
}

/// Adds to the counter that lies `place` bytes after the table's start. An increment by 1 becomes
/// the instruction ATOMS.POPC.INC, which merges equal addresses within a warp: flat images take no
/// longer than others.
__device__ __forceinline__ void count_at(uint32_t place, uint32_t increment = 1) {
  atomicAdd(reinterpret_cast<unsigned int*>(reinterpret_cast<char*>(shared_table) + place),
            increment);
}

/// Clears the first `bytes` bytes by `threads` threads, all of the block. The block must meet
/// before it counts. A reference to an argument of the kernel takes no register.
__device__ __forceinline__ void clear_table(const uint32_t& bytes, uint32_t threads) {
  for (uint32_t i = threadIdx.x; i < bytes / sizeof(uint4); i += threads)
    shared_table[i] = make_uint4(0, 0, 0, 0);
}

} // namespace

} // namespace videohistogram::cuda
