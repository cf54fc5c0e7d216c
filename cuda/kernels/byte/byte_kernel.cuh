// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The byte kernel. A block clears its table (table.cuh), counts its part of the frame or of a
// region into it (walk.cuh), and merges it with the tables of the other blocks (row_sums.cuh).
#pragma once

#include "cuda/kernels/byte/walk.cuh"
#include "cuda/kernels/common/stream_order.cuh"

namespace videohistogram::cuda {

namespace {

/// Reads the work of this block, once per block since it lies in host memory.
__device__ __forceinline__ RegionBlock read_work(const RegionBlock* work) {
  auto* const words = reinterpret_cast<uint32_t*>(shared_table);
  if (threadIdx.x < sizeof(RegionBlock) / 4)
    words[threadIdx.x] = reinterpret_cast<const volatile uint32_t*>(work)[threadIdx.x];
  __syncthreads();
  const RegionBlock copy = *reinterpret_cast<const RegionBlock*>(shared_table);
  __syncthreads();
  return copy;
}

/// The plane that block `block` of the frame counts.
template <class T>
__device__ __forceinline__ uint32_t plane_of_block(const ByteParameters& p, uint32_t block) {
  uint32_t plane = 0;
  if (T::several_planes)
    for (uint32_t g = 1; g < max_sample_planes; g++)
      plane += block >= p.planes[g].first_block ? 1 : 0;
  return plane;
}

template <class T>
__global__ void __launch_bounds__(T::threads, 1) byte_kernel(const ByteParameters p) {
  const uint32_t lane_bytes = threadIdx.x % T::copies * 4;
  RowSums sums;
  const bool of_region = blockIdx.x < p.first_frame_block;
  RegionBlock work{};
  if (of_region)
    work = read_work(p.region_blocks + blockIdx.x); // the host wrote this before the launch
  begin_reading(false);                             // no launch of the frame comes before this one
  const uint32_t block = blockIdx.x - p.first_frame_block;
  const uint32_t index = !T::several_planes ? 0
                         : of_region        ? work.plane
                                            : plane_of_block<T>(p, block);
  const BytePlane& plane = p.planes[index];
  Rows rows{plane.pixels,
            plane.stride,
            plane.width,
            plane.height,
            T::several_planes ? plane.pixel_bytes : T::pixel_bytes,
            block - plane.first_block,
            plane.blocks};
  RowMerge merge{index * p.scratch.plane_words, p.scratch.sector_words, plane.blocks, plane.table,
                 T::several_planes ? plane.channels : T::counters};
  const bool run = !of_region && reinterpret_cast<size_t>(plane.pixels) % 16 == 0 &&
                   rows.stride == rows.row_bytes();
  if (run) {
    count_run<T>(p, plane, rows, lane_bytes, sums);
  } else {
    if (of_region) {
      rows.corner += work.y * rows.stride + uint64_t{work.x} * rows.pixel_bytes;
      rows.width = work.width;
      rows.height = work.height;
      rows.rank = work.rank;
      rows.blocks = work.blocks;
      merge.first_word = p.scratch.frame_words + work.scratch_set * p.scratch.set_words;
      merge.sector_words = 4;
      merge.blocks = work.blocks;
      merge.table = work.table;
    }
    if (rows.stride == rows.row_bytes()) {
      rows.width *= rows.height; // one long row; below 2^32
      rows.height = 1;
    }
    count_rows<T>(p, plane, rows, lane_bytes, sums);
  }
  __syncthreads();
  if (T::small && run)
    drain_rows<typename T::Layout, true>(sums);
  else
    drain_rows<typename T::Layout>(sums);
  merge_rows<typename T::Layout>(merge, p.scratch.words, !p.scratch.wide, p.results, sums);
}

} // namespace

} // namespace videohistogram::cuda
