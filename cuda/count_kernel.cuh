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

/// Which grid a block of the frame's counts.
template <class T>
__device__ __forceinline__ uint32_t grid_of_block(const CountParameters& p, uint32_t block) {
  uint32_t grid = 0;
  if (T::several_grids)
    for (uint32_t g = 1; g < max_grids; g++)
      grid += block >= p.grids[g].first_block ? 1 : 0;
  return grid;
}

template <class T>
__global__ void __launch_bounds__(T::threads, 1) count_kernel(const CountParameters p) {
  const uint32_t lane_bytes = threadIdx.x % T::copies * 4;
  RowSums sums;
  const bool of_region = blockIdx.x < p.first_frame_block;
  RegionBlock work{};
  if (of_region)
    work = read_work(p.region_blocks + blockIdx.x); // the host has written it before the launch
  wait_for_previous_launch();
  const uint32_t block = blockIdx.x - p.first_frame_block;
  const uint32_t index = !T::several_grids ? 0 : of_region ? work.grid : grid_of_block<T>(p, block);
  const CountGrid& grid = p.grids[index];
  Rows rows{grid.pixels,
            grid.stride,
            grid.width,
            grid.height,
            T::several_grids ? grid.pixel_bytes : T::pixel_bytes,
            block - grid.first_block,
            grid.blocks};
  Meeting meeting{index * p.scratch.grid_words, p.scratch.sector_words, grid.blocks, grid.table,
                  T::several_grids ? grid.channels : T::counters};
  const bool run = !of_region && reinterpret_cast<size_t>(grid.pixels) % 16 == 0 &&
                   rows.stride == rows.row_bytes();
  if (run) {
    count_run<T>(p, grid, rows, lane_bytes, sums);
  } else {
    if (of_region) {
      rows.corner += work.y * rows.stride + uint64_t{work.x} * rows.pixel_bytes;
      rows.width = work.width;
      rows.height = work.height;
      rows.rank = work.rank;
      rows.blocks = work.blocks;
      meeting.first_word = p.scratch.frame_words + work.scratch_set * p.scratch.set_words;
      meeting.sector_words = 4;
      meeting.blocks = work.blocks;
      meeting.table = work.table;
    }
    if (rows.stride == rows.row_bytes()) {
      rows.width *= rows.height; // one long row; below 2^32
      rows.height = 1;
    }
    count_rows<T>(p, grid, rows, lane_bytes, sums);
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
