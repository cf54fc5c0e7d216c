// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The kernel: clear the table (count_table.cuh), count a part of the frame or of a region into it
// (count_walk.cuh), add it up with the other blocks' (count_merge.cuh).
#pragma once

#include "cuda/count_merge.cuh"
#include "cuda/count_walk.cuh"
#include "cuda/stream_order.cuh"

namespace videohistogram::cuda {

namespace {

/// What this block does, read once a block since it lies in host memory.
__device__ __forceinline__ RegionBlock read_work(const RegionBlock* work) {
  auto* const words = reinterpret_cast<uint32_t*>(shared_table);
  if (threadIdx.x < sizeof(RegionBlock) / 4)
    words[threadIdx.x] = reinterpret_cast<const volatile uint32_t*>(work)[threadIdx.x];
  __syncthreads();
  const RegionBlock copy = *reinterpret_cast<const RegionBlock*>(shared_table);
  __syncthreads();
  return copy;
}

template <class T>
__global__ void __launch_bounds__(T::threads, 1) count_kernel(const CountParameters p) {
  const uint32_t lane_bytes = threadIdx.x % T::copies * 4;
  RowSums sums;
  Meeting meeting{p.scratch.words, p.scratch.sector_words, p.frame_blocks, p.results};
  wait_for_previous_launch();
  const bool run = reinterpret_cast<size_t>(p.pixels) % 16 == 0 &&
                   p.stride == size_t{p.width} * T::pixel_bytes && blockIdx.x < p.frame_blocks;
  if (run) {
    count_run<T>(p, lane_bytes, sums);
  } else {
    Rows rows{p.pixels, p.stride, p.width, p.height, blockIdx.x, p.frame_blocks};
    if (blockIdx.x >= p.frame_blocks) {
      const RegionBlock work = read_work(p.region_blocks + (blockIdx.x - p.frame_blocks));
      rows = {p.pixels + work.y * p.stride + size_t{work.x} * T::pixel_bytes,
              p.stride,
              work.width,
              work.height,
              work.rank,
              work.blocks};
      meeting = {p.scratch.words + p.scratch.frame_words +
                     size_t{work.scratch_set} * p.scratch.set_words,
                 4, work.blocks, p.results + work.rectangle * T::counters * 256};
    }
    if (rows.stride == size_t{rows.width} * T::pixel_bytes) {
      rows.width *= rows.height; // one long row; below 2^32
      rows.height = 1;
    }
    count_rows<T>(p, rows, lane_bytes, sums);
  }
  __syncthreads();
  allow_next_launch();
  if (T::small && run)
    drain_table<T, true>(sums);
  else
    drain_table<T, false>(sums);
  merge<T>(p, meeting, sums);
}

} // namespace

} // namespace videohistogram::cuda
