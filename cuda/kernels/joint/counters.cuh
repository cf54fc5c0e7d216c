// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The counters of a block and how they get into the matrix. A block has the counters of one part in
// shared memory, 32 bits each, so that none overflows: a frame has fewer than 2^32 pixels. An
// increment by 1 becomes ATOMS.POPC.INC, which merges equal addresses within a warp, so flat images
// take no longer than others.
#pragma once

#include "cuda/kernels/joint/arguments.h"

namespace videohistogram::cuda {

namespace {

extern __shared__ uint4 shared_table[];

/// What a block counts.
struct Block {
  uint32_t portion;
  uint32_t begin, size; ///< first counter of the part, and maximum counters of a part
};

/// The blocks of a cluster, which follow each other, have the same part. Clusters of all parts
/// alternate, so that a portion is read for all parts at about the same time.
__device__ __forceinline__ Block find_block(const JointShape& shape) {
  const uint32_t cluster = blockIdx.x / shape.cluster, rank = blockIdx.x % shape.cluster;
  Block block;
  block.portion = cluster / shape.parts * shape.cluster + rank;
  block.begin = cluster % shape.parts * shape.part_counters;
  block.size = shape.part_counters;
  return block;
}

/// The place of a counter among those of its part. Neighbouring values of either axis are in
/// different banks, and so are values at regular distances, as in images that once had fewer bits.
__device__ __forceinline__ uint32_t place_of(const JointArguments& a, uint32_t counter) {
  return counter ^ (counter >> a.swizzle & 31);
}

/// The address of the block's first counter in shared memory.
__device__ __forceinline__ uint32_t table_address() {
  return static_cast<uint32_t>(__cvta_generic_to_shared(shared_table));
}

__device__ __forceinline__ void clear_table(const JointShape& shape) {
  for (uint32_t i = threadIdx.x; i < shape.shared_bytes / sizeof(uint4); i += blockDim.x)
    shared_table[i] = make_uint4(0, 0, 0, 0);
}

/// min(a + b, most) in one instruction where there is one.
__device__ __forceinline__ uint32_t add_min(uint32_t a, uint32_t b, uint32_t most) {
#if __CUDACC_VER_MAJOR__ >= 12
  return __viaddmin_u32(a, b, most);
#else
  return min(a + b, most);
#endif
}

/// Counts in the block's table. A counter of another part is replaced by one behind the table,
/// which takes less time than a branch.
__device__ __forceinline__ void count_in_table(const JointArguments& a, const Block& block,
                                               uint32_t index) {
  const uint32_t counter = add_min(index, 0u - block.begin, block.size);
  atomicAdd(reinterpret_cast<unsigned int*>(shared_table) + place_of(a, counter), 1u);
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

/// The number of this block in its cluster.
__device__ __forceinline__ uint32_t rank_in_cluster() {
  uint32_t rank = 0;
#if __CUDA_ARCH__ >= 900
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#endif
  return rank;
}

/// Waits until all threads of the cluster have called this function. What they wrote to shared
/// memory is then visible in the cluster.
__device__ __forceinline__ void wait_for_cluster() {
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive;\n"
               "barrier.cluster.wait;" ::
                   : "memory");
#endif
}

/// A word of shared memory, at `address`, of a block of the cluster.
__device__ __forceinline__ uint32_t load_from_block(uint32_t rank, uint32_t address) {
  uint32_t word = 0;
#if __CUDA_ARCH__ >= 900
  asm volatile("{\n"
               "  .reg .u32 remote;\n"
               "  mapa.shared::cluster.u32 remote, %1, %2;\n"
               "  ld.shared::cluster.u32 %0, [remote];\n"
               "}"
               : "=r"(word)
               : "r"(address), "r"(rank)
               : "memory");
#endif
  return word;
}

/// Adds the counters `begin` to `end` of the part, which `load` returns, to the matrix.
template <class Load>
__device__ __forceinline__ void add_to_matrix(uint32_t* matrix, uint32_t begin, uint32_t end,
                                              Load&& load) {
  constexpr uint32_t at_once = 4;
  for (uint32_t i = begin + threadIdx.x; i < end; i += at_once * blockDim.x) {
    uint32_t sums[at_once] = {};
    load(i, sums);
#pragma unroll
    for (uint32_t k = 0; k < at_once; k++)
      if (sums[k] > 0)
        atomicAdd(matrix + i + k * blockDim.x, sums[k]);
  }
}

/// Merges the counters of all blocks in the matrix. In a cluster each block first sums a slice of
/// the counters of all its blocks. All threads must have counted.
__device__ __forceinline__ void merge(const JointArguments& a, const Block& block) {
  const uint32_t size = min(block.size, a.counters - block.begin), cluster = a.shape.cluster;
  uint32_t* const matrix = a.matrix + block.begin;
  if (cluster == 1) {
    const auto* const table = reinterpret_cast<const uint32_t*>(shared_table);
    add_to_matrix(matrix, 0, size, [&](uint32_t i, auto& sums) {
      for (uint32_t& sum : sums) {
        sum = i < size ? table[place_of(a, i)] : 0;
        i += blockDim.x;
      }
    });
    return;
  }
  const uint32_t rank = rank_in_cluster();
  const uint32_t slice = (size + cluster - 1) / cluster;
  const uint32_t begin = min(rank * slice, size), end = min(begin + slice, size);
  add_to_matrix(matrix, begin, end, [&](uint32_t i, auto& sums) {
    for (uint32_t b = 0; b < cluster; b++) { // blocks begin with different neighbours
      const uint32_t from = (rank + b) % cluster;
      uint32_t at = i;
#pragma unroll
      for (uint32_t& sum : sums) {
        if (at < end)
          sum += load_from_block(from, table_address() + 4 * place_of(a, at));
        at += blockDim.x;
      }
    }
  });
}

} // namespace

} // namespace videohistogram::cuda
