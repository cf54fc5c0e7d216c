// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The counters of a block and how they get into the matrix. A block has the counters of one part in
// shared memory, 32 bits each, so that none overflows: a frame has fewer than 2^32 pixels. An
// increment by 1 becomes ATOMS.POPC.INC, which merges equal addresses within a warp, so flat images
// take no longer than others.
#pragma once

#include "cuda/kernels/common/shared_table.cuh"
#include "cuda/kernels/joint/joint_arguments.h"

namespace videohistogram::cuda {

namespace {

/// The work of a block.
struct Block {
  uint32_t portion;
  uint32_t begin, size; ///< first counter of the part, and maximum counters of a part
};

/// Parts alternate, so that a portion is read for all of them at about the same time.
__device__ __forceinline__ Block find_block(const JointShape& shape) {
  return {blockIdx.x / shape.parts, blockIdx.x % shape.parts * shape.part_counters,
          shape.part_counters};
}

/// The place of a counter among those of its part. Neighbouring values of either axis are in
/// different banks, and so are values at regular distances, as in images that once had fewer bits.
/// The counter in a place is place_of() that place: bits from 5 on stay what they are.
__device__ __forceinline__ uint32_t place_of(const JointArguments& a, uint32_t counter) {
  return counter ^ (counter >> a.swizzle & 31);
}

/// Counts in the block's table. A counter of another part is replaced by one after the table,
/// which takes less time than a branch.
__device__ __forceinline__ void count_in_table(const JointArguments& a, const Block& block,
                                               uint32_t index) {
  const uint32_t counter = __viaddmin_u32(index, 0u - block.begin, block.size);
  count_at(4 * place_of(a, counter));
}

/// Counts `Items` indices per thread in the matrix; all threads of the warp call this function,
/// with `valid` or without. Lanes with the same index make one addition.
template <uint32_t Items>
__device__ __forceinline__ void count_in_matrix(const JointArguments& a,
                                                const uint32_t (&indices)[Items], bool valid) {
  constexpr uint32_t all_lanes = 0xffffffff, no_index = 0xffffffff;
  const uint32_t lane = threadIdx.x % 32;
  const auto add = [&](uint32_t index, uint32_t times) {
    const uint32_t lanes = __match_any_sync(all_lanes, valid ? index : no_index);
    if (valid && __ffs(static_cast<int>(lanes)) == static_cast<int>(lane) + 1)
      atomicAdd(a.matrix + index, static_cast<uint32_t>(__popc(lanes)) * times);
  };
  bool flat = true; // all items of the thread are equal
#pragma unroll
  for (uint32_t i = 1; i < Items; i++)
    flat = flat && indices[i] == indices[0];
  if (Items > 1 && __all_sync(all_lanes, flat || !valid)) {
    add(indices[0], Items);
    return;
  }
#pragma unroll
  for (uint32_t i = 0; i < Items; i++)
    add(indices[i], 1);
}

/// Adds the block's counters to the matrix, two in an operation: no counter of the matrix reaches
/// 2^32, so nothing is carried from one to the other. All threads must have counted.
__device__ __forceinline__ void merge(const JointArguments& a, const Block& block) {
  constexpr uint32_t at_once = 4;
  // Rounded up: the counters after the last one are 0.
  const uint32_t pairs = (min(block.size, a.counters - block.begin) + 31) / 32 * 16;
  const auto* const table = reinterpret_cast<const uint2*>(shared_table);
  auto* const matrix = reinterpret_cast<unsigned long long*>(a.matrix + block.begin);
#pragma unroll 1
  for (uint32_t first = threadIdx.x; first < pairs; first += at_once * blockDim.x) {
    uint2 counts[at_once];
#pragma unroll
    for (uint32_t k = 0; k < at_once; k++) {
      const uint32_t pair = first + k * blockDim.x;
      counts[k] = pair < pairs ? table[pair] : make_uint2(0, 0);
    }
#pragma unroll
    for (uint32_t k = 0; k < at_once; k++) {
      const uint32_t counter = place_of(a, 2 * (first + k * blockDim.x)); // of the lower place
      const uint32_t low = counter % 2 ? counts[k].y : counts[k].x;
      const uint32_t high = counter % 2 ? counts[k].x : counts[k].y;
      if ((low | high) > 0) // only of counters that the table has
        atomicAdd(matrix + counter / 2, static_cast<unsigned long long>(high) << 32 | low);
    }
  }
}

} // namespace

} // namespace videohistogram::cuda
