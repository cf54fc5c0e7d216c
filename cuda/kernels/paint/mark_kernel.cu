// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/paint/mark_kernel.h"

#include "core/drawing/mark_pixel.h"
#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/stream_order.cuh"

#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t columns = 32, rows = 4; ///< threads of a block

/// Finds the pixels of edges, before any pixel is marked: a thread per pixel.
__global__ void __launch_bounds__(columns* rows) find_peaks(MarkLaunch p) {
  wait_for_previous_launch();
  allow_next_launch();
  const uint32_t x = blockIdx.x * columns + threadIdx.x % columns;
  const uint32_t y = blockIdx.y * rows + threadIdx.x / columns;
  if (x < p.rules.marked_columns && y < p.rules.height)
    p.peaks[size_t{y} * p.rules.width + x] = is_peak(p.rules, p.frame, x, y) ? 1 : 0;
}

/// Marks the pixels: a thread per chroma sample.
__global__ void __launch_bounds__(columns* rows) mark_cells(MarkLaunch p) {
  wait_for_previous_launch();
  allow_next_launch();
  const uint32_t x = (blockIdx.x * columns + threadIdx.x % columns) << p.frame.x_sub;
  const uint32_t y = (blockIdx.y * rows + threadIdx.x / columns) << p.frame.y_sub;
  if (x < p.rules.marked_columns && y < p.rules.height)
    mark_cell(p.rules, p.frame, p.peaks, p.phase, x, y);
}

struct Variant {};

const std::vector<Kernel<Variant>>& mark_kernels() {
  static const std::vector<Kernel<Variant>> list = {{{}, &find_peaks}, {{}, &mark_cells}};
  return list;
}

} // namespace

cudaError_t prepare_mark_kernels(DeviceProperties&) {
  for (const Kernel<Variant>& kernel : mark_kernels()) {
    cudaFuncAttributes attributes; // loads the kernel
    if (const cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
        code != cudaSuccess)
      return code;
  }
  return cudaSuccess;
}

cudaError_t launch_mark_kernels(const MarkLaunch& launch, cudaStream_t stream) {
  const uint32_t width = launch.rules.marked_columns, height = launch.rules.height;
  const auto run = [&](auto* function, uint32_t x_sub, uint32_t y_sub) {
    const dim3 blocks(divide_up(divide_up(width, 1u << x_sub), columns),
                      divide_up(divide_up(height, 1u << y_sub), rows));
    return launch_kernel(reinterpret_cast<const void*>(function),
                         {blocks, columns * rows, 0, false}, launch, stream);
  };
  if (width == 0)
    return cudaSuccess;
  cudaError_t code = launch.peaks ? run(&find_peaks, 0, 0) : cudaSuccess;
  if (code == cudaSuccess)
    code = run(&mark_cells, launch.frame.x_sub, launch.frame.y_sub);
  return code;
}

} // namespace videohistogram::cuda
