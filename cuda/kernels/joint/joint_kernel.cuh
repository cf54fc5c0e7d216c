// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts pairs of values. Each block reads a portion of the items and counts the pairs whose
// counter is in the block's part; the blocks of all parts of a portion read the same bytes at about
// the same time, so that the L2 cache serves all of them but one. Then all blocks add their
// counters to the matrix. A table with more counters than items is not worth that: its pairs are
// counted in the matrix.
#pragma once

#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/joint/counters.cuh"
#include "cuda/kernels/joint/rgb.cuh"
#include "cuda/kernels/joint/stored.cuh"
#include "cuda/kernels/joint/ycbcr.cuh"

#include <type_traits>

namespace videohistogram::cuda {

namespace {

/// Counts indices, if this thread has some. All threads of a warp call this function.
template <uint32_t Items>
__device__ __forceinline__ void count_indices(const JointArguments& a, const Block& block,
                                              const uint32_t (&indices)[Items], bool valid) {
  if (a.shape.direct) {
    count_in_matrix(a, indices, valid);
  } else if (valid) {
#pragma unroll
    for (uint32_t index : indices)
      count_in_table(a, block, index);
  }
}

/// Loads the walk's next group, if there is one. True if it was loaded.
template <class Source>
__device__ __forceinline__ bool load_next(const JointArguments& a, GroupWalk& walk,
                                          typename Source::Group& group) {
  if (!walk.more())
    return false;
  group = Source::load(a, walk.column(), walk.row());
  walk.advance();
  return true;
}

template <class Source>
__device__ __forceinline__ void count_all_groups(const JointArguments& a, const Block& block,
                                                 const Rank& rank) {
  GroupWalk walk(a.area, rank);
  typename Source::Group next[Source::ahead];
  bool there[Source::ahead];
#pragma unroll
  for (uint32_t k = 0; k < Source::ahead; k++)
    there[k] = load_next<Source>(a, walk, next[k]);
    // All threads take the same number of rounds, so that warps stay together.
#pragma unroll 1
  for (uint32_t round = 0; round < walk.rounds(); round += Source::ahead) {
#pragma unroll
    for (uint32_t k = 0; k < Source::ahead; k++) {
      typename Source::Group now = next[k];
      const bool valid = there[k];
      there[k] = load_next<Source>(a, walk, next[k]);
      Source::prepare(a, now);
#pragma unroll 1
      for (uint32_t row = 0; row < Source::rows; row++)
#pragma unroll
        for (uint32_t piece = 0; piece < Source::pieces; piece++) {
          uint32_t indices[Source::items] = {};
          Source::indices(a, now, row, piece, indices);
          count_indices(a, block, indices, valid);
        }
    }
  }
}

/// Counts the items that are in no group.
template <class Source>
__device__ __forceinline__ void count_all_singles(const JointArguments& a, const Block& block,
                                                  const Rank& rank) {
  const SingleWalk<typename Source::Config> walk(a);
  const uint32_t rounds = walk.count() / rank.step + (walk.count() % rank.step > 0 ? 1 : 0);
#pragma unroll 1
  for (uint32_t round = 0; round < rounds; round++) {
    const uint64_t item = uint64_t{round} * rank.step + rank.first;
    const bool valid = item < walk.count();
    uint32_t indices[1] = {};
    if (valid)
      indices[0] = Source::index_of(a, walk.at(static_cast<uint32_t>(item)));
    count_indices(a, block, indices, valid);
  }
}

template <class Source>
__global__ void __launch_bounds__(joint_threads, 1)
    joint_kernel(const __grid_constant__ JointArguments a) {
  const Block block = find_block(a.shape);
  const Rank rank(block.portion, a.shape.portions);
  if (!a.shape.direct)
    clear_table(a.shape.shared_bytes, blockDim.x);
  wait_for_previous_launch();
  __syncthreads();
  if (!std::is_same_v<Source, typename Source::IfAligned> && a.pixel_alignment == 16)
    count_all_groups<typename Source::IfAligned>(a, block, rank);
  else
    count_all_groups<Source>(a, block, rank);
  count_all_singles<Source>(a, block, rank);
  if (a.shape.direct) {
    allow_next_launch();
    return;
  }
  __syncthreads();
  allow_next_launch();
  merge(a, block);
}

/// The counters to clear, as vectors.
struct JointClear {
  uint4* first;
  size_t vectors;
  ClearAccess access;
};

__global__ void clear_kernel(JointClear clear) {
  allow_next_launch();
  if (clear.access == ClearAccess::after_previous)
    wait_for_previous_launch();
  const size_t step = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < clear.vectors; i += step)
    clear.first[i] = make_uint4(0, 0, 0, 0);
  if (clear.access == ClearAccess::beside_previous)
    wait_for_previous_launch(); // a launch that waits for this one then waits for both
}

} // namespace

} // namespace videohistogram::cuda
