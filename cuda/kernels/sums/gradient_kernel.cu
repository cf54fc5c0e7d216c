// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of differences of neighbouring samples. Each value is written by the one block that
// adds it up.
#include "cuda/kernels/sums/gradient_kernel.h"

#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/sums/add_threads.cuh"
#include "cuda/kernels/sums/gradient_pixel.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t gradient_threads = 256, gradient_warps = gradient_threads / warp_lanes,
                   blocks_per_multiprocessor = 8;

/// Dynamic shared memory, which prepare_kernels() allows.
extern __shared__ uint64_t gradient_memory[];

/// Magnitudes of up to 19 bits that a counter of 32 bits holds.
constexpr uint32_t most_magnitudes = 1u << 12;

/// Sums per row: a block has a row at a time.
__global__ void gradient_rows_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const uint32_t width = p.planes[0].width;
  for (uint32_t y = blockIdx.x; y < p.planes[0].height; y += gridDim.x) {
    uint64_t sums[3] = {};
    uint32_t step = 0, magnitude = 0, pixels = 0; // added to `sums` before one of them overflows
    const auto take_parts = [&] {
      sums[0] += step;
      sums[1] += magnitude;
      step = magnitude = 0;
    };
    for (uint64_t x = threadIdx.x; x < width; x += gradient_threads) {
      const GradientPixel pixel = gradient_pixel(p, static_cast<uint32_t>(x), y);
      step += pixel.step;
      magnitude += pixel.magnitude;
      sums[2] += uint64_t{pixel.magnitude} * pixel.magnitude;
      if (++pixels % most_magnitudes == 0)
        take_parts();
    }
    take_parts();
    add_threads(sums, gradient_memory, [&](uint32_t i, uint64_t sum) {
      if (i == 0 && p.has(Sum::vstep))
        p.result(Sum::vstep)[y] = static_cast<int64_t>(sum);
      else if (i > 0 && p.has(Sum::sobel))
        p.result(Sum::sobel)[size_t{y} * n_sobel_sums + i - 1] = static_cast<int64_t>(sum);
    });
  }
}

/// Sums per column: a block has as many columns as a warp has lanes, and its warps have rows in
/// turn.
__global__ void gradient_columns_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const uint32_t lane = threadIdx.x % warp_lanes, height = p.planes[0].height;
  const uint32_t x = blockIdx.x * warp_lanes + lane;
  uint64_t sum = 0;
  if (x < p.planes[0].width) {
#pragma unroll 4
    for (uint32_t y = threadIdx.x / warp_lanes; y < height; y += gradient_warps)
      sum += column_step(p, x, y);
  }
  gradient_memory[threadIdx.x] = sum; // [gradient_warps][warp_lanes]
  __syncthreads();
  if (threadIdx.x >= warp_lanes || x >= p.planes[0].width)
    return;
  for (uint32_t w = 1; w < gradient_warps; w++)
    sum += gradient_memory[w * warp_lanes + lane];
  p.result(Sum::hstep)[x] = static_cast<int64_t>(sum);
}

enum class GradientKernel { rows, columns };
struct CompiledGradient {
  GradientKernel kernel;
  bool counts(const CompiledGradient& wanted) const { return kernel == wanted.kernel; }
};

const std::vector<Kernel<CompiledGradient>>& gradient_kernels() {
  static const std::vector<Kernel<CompiledGradient>> list = {
      {{GradientKernel::rows}, &gradient_rows_kernel},
      {{GradientKernel::columns}, &gradient_columns_kernel}};
  return list;
}

} // namespace

cudaError_t prepare_gradient_kernels(DeviceProperties& device) {
  return prepare_kernels(gradient_kernels(), device);
}

cudaError_t launch_gradient_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  const SumsParameters& p = launch.parameters;
  cudaError_t code = cudaSuccess;
  const auto run = [&](GradientKernel kernel, uint32_t blocks, uint32_t bytes) {
    if (code == cudaSuccess)
      code = launch_variant(gradient_kernels(), CompiledGradient{kernel},
                            {dim3(blocks), gradient_threads, bytes, launch.overlap}, p, stream);
  };
  if (p.has(Sum::sobel) || p.has(Sum::vstep))
    run(GradientKernel::rows,
        std::min(p.planes[0].height, blocks_per_multiprocessor * launch.multiprocessors),
        add_bytes(3, gradient_threads));
  if (p.has(Sum::hstep))
    run(GradientKernel::columns, (p.planes[0].width + warp_lanes - 1) / warp_lanes,
        gradient_threads * sizeof(uint64_t));
  return code;
}

} // namespace videohistogram::cuda
