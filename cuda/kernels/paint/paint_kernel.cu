// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels that draw a picture over a frame, and their launches. This file is compiled with
// -fmad=false: a product and a sum are rounded one after the other, as on the host.
#include "cuda/kernels/paint/paint_kernel.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/paint/pixel.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t curve_threads = most_curve_bins; ///< a thread per bin
constexpr uint32_t tile = 32;                       ///< bins and position cells of a block
constexpr uint32_t tile_rows = 8;
constexpr uint32_t dot_threads = 256;
constexpr uint32_t measure_threads = 256, measured_rows = 4;
constexpr uint32_t extent_threads = 64;
constexpr uint32_t pixel_columns = 32, pixel_rows = 4;

/// Folds the counters of a histogram into the bins of its curve, holds these, and sets the lamps: a
/// block per curve. Counters lie in memory of the host and are read once.
__global__ void __launch_bounds__(curve_threads) fold_counts(PaintParameters parameters) {
  __shared__ uint32_t counts[most_curve_bins];
  __shared__ unsigned long long below, far_below, above, far_above, samples;
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const SceneCurve& curve = memory.in_fixed<SceneCurve>(memory.scene().curves)[blockIdx.x];
  const uint32_t thread = threadIdx.x;
  counts[thread] = 0;
  if (thread == 0)
    below = far_below = above = far_above = samples = 0;
  __syncthreads();
  CounterSums sums;
  for (uint32_t i = thread; i < curve.bins * curve.fold; i += curve_threads) {
    const uint32_t count = memory.results[curve.counts + i];
    if (count == 0)
      continue;
    atomicAdd(&counts[i / curve.fold], count);
    sums.add(curve, i, count);
  }
  const auto add = [](unsigned long long* sum, uint64_t part) {
    if (part > 0)
      atomicAdd(sum, static_cast<unsigned long long>(part));
  };
  add(&below, sums.below.outside);
  add(&far_below, sums.below.far);
  add(&above, sums.above.outside);
  add(&far_above, sums.above.far);
  add(&samples, sums.samples);
  __syncthreads();
  if (thread < curve.bins)
    store_count(memory, curve, thread, counts[thread], parameters.hold);
  if (thread == 0)
    store_sums(memory, curve, {{below, far_below}, {above, far_above}, samples});
}

/// Adds the sums of all threads of a block, which run this together. Called once per warp's lanes.
__device__ void add_sums(CountSums own, SceneMeasure& to) {
  for (uint32_t lanes = 16; lanes > 0; lanes /= 2)
    own.add({__shfl_xor_sync(0xffffffff, own.samples, lanes),
             __shfl_xor_sync(0xffffffff, own.logarithms, lanes),
             __shfl_xor_sync(0xffffffff, own.most, lanes)});
  if (threadIdx.x % 32 != 0 || own.samples == 0)
    return;
  atomicAdd(&to.samples, static_cast<unsigned long long>(own.samples));
  atomicAdd(&to.logarithms, static_cast<unsigned long long>(own.logarithms));
  atomicMax(&to.most, own.most);
}

/// Computes the curve of a histogram and its marks: a block per curve.
__global__ void __launch_bounds__(curve_threads) paint_curves(PaintParameters parameters) {
  __shared__ unsigned long long sums[most_curve_bins];
  __shared__ SceneMeasure scale;
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const Scene& scene = memory.scene();
  const SceneCurve* const curves = memory.in_fixed<SceneCurve>(scene.curves);
  const SceneCurve& curve = curves[blockIdx.x];
  const uint32_t thread = threadIdx.x;
  const bool held = parameters.hold.shown;
  if (thread == 0)
    scale = {};
  sums[thread] = thread < curve.bins ? count_of(memory, curve.live, thread) : 0;
  __syncthreads();
  CountSums own;
  for (uint32_t i = 0; i < curve.n_of_panel; i++) {
    const SceneCurve& other = curves[curve.first_of_panel + i];
    if (thread < other.bins)
      add_to_scale(memory, other, held, thread, own);
  }
  add_sums(own, scale);
  for (uint32_t distance = 1; distance < most_curve_bins; distance *= 2) {
    __syncthreads();
    const unsigned long long before = thread >= distance ? sums[thread - distance] : 0;
    __syncthreads();
    sums[thread] += before;
  }
  __syncthreads();
  const float full = full_count({scale.samples, scale.logarithms, scale.most}, curve_range);
  for (uint32_t x = thread; x < curve.width; x += curve_threads) {
    set_height(memory, curve, curve.live, full, x);
    if (held)
      set_height(memory, curve, curve.held, full, x);
    memory.in_scratch<uint8_t>(curve.marks)[x] = 0;
  }
  __syncthreads();
  for (uint32_t x = thread; x < curve.width; x += curve_threads) {
    set_step(memory, curve, curve.live, x);
    if (held)
      set_step(memory, curve, curve.held, x);
  }
  // A percentile lies in the first bin that is not below it, or in the last one.
  const auto samples = static_cast<double>(sums[most_curve_bins - 1]);
  for (uint32_t i = 0; i < curve.n_percentiles; i++) {
    const double share = memory.in_fixed<double>(curve.percentiles)[i];
    const auto is_below = [&](uint32_t bin) {
      return bin + 1 < curve.bins && is_below_percentile(sums[bin], share, samples);
    };
    if (thread < curve.bins && !is_below(thread) && (thread == 0 || is_below(thread - 1)))
      mark_columns(memory, curve, i, thread);
  }
  __syncthreads();
  if (thread == 0)
    place_mark_labels(memory, curve);
}

/// Measures the traces of panels, whose measures were cleared before: a block per measured_rows
/// positions that have a part.
__global__ void __launch_bounds__(measure_threads) measure_traces(PaintParameters parameters) {
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const SceneTrace& trace = memory.in_fixed<SceneTrace>(memory.scene().traces)[blockIdx.y];
  CountSums own;
  for (uint32_t row = 0; row < measured_rows; row++) {
    const uint32_t position = (blockIdx.x * measured_rows + row) * trace.measured;
    if (position >= trace.table_positions)
      break;
    const uint32_t* const counts =
        memory.matrices + trace.counts + size_t{position} * trace.table_bins;
    for (uint32_t bin = threadIdx.x; bin < trace.table_bins; bin += measure_threads)
      own.add(counts[bin]);
  }
  add_sums(own, *memory.in_scratch<SceneMeasure>(trace.measure));
}

/// Computes the densities of a trace: a block per 32 bins and 32 position cells. Upright ones are
/// transposed, so that lanes read neighbouring counts and write neighbouring densities.
__global__ void __launch_bounds__(tile* tile_rows) paint_traces(PaintParameters parameters) {
  __shared__ float densities[tile][tile + 1];
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const SceneTrace& trace = memory.in_fixed<SceneTrace>(memory.scene().traces)[blockIdx.z];
  const uint32_t first_bin = blockIdx.x * tile, first_cell = blockIdx.y * tile;
  const uint32_t lane = threadIdx.x % tile, row = threadIdx.x / tile;
  if (trace.first_of_panel && blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0)
    set_full(memory, trace);
  if (first_bin >= trace.bins || first_cell >= trace.positions.n)
    return;
  for (uint32_t i = row; i < tile; i += tile_rows) {
    const uint32_t bin = first_bin + lane, cell = first_cell + i;
    if (bin >= trace.bins || cell >= trace.positions.n)
      continue;
    const float density = density_of(memory, trace, cell, bin);
    if (trace.upright)
      densities[i][lane] = density;
    else
      store_density(memory, trace, cell, bin, density, parameters.hold);
  }
  if (!trace.upright)
    return;
  __syncthreads();
  for (uint32_t i = row; i < tile; i += tile_rows) {
    const uint32_t bin = first_bin + i, cell = first_cell + lane;
    if (bin < trace.bins && cell < trace.positions.n)
      store_density(memory, trace, cell, bin, densities[lane][i], parameters.hold);
  }
}

/// Finds the extents of traces: a thread per position cell.
__global__ void __launch_bounds__(extent_threads) find_extents(PaintParameters parameters) {
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const SceneTrace& trace = memory.in_fixed<SceneTrace>(memory.scene().traces)[blockIdx.y];
  const uint32_t cell = blockIdx.x * extent_threads + threadIdx.x;
  if (trace.has_extents && cell < trace.positions.n)
    find_extent(memory, trace, cell, parameters.hold.is_first);
}

/// Lists the dots of a joint histogram: a block per column of it. The list was cleared before.
__global__ void __launch_bounds__(dot_threads) paint_dots(PaintParameters parameters) {
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const SceneDots& dots = memory.in_fixed<SceneDots>(memory.scene().dots)[blockIdx.y];
  const uint32_t column = blockIdx.x;
  if (column >= dots.columns)
    return;
  auto* const list = memory.in_scratch<SceneDotList>(dots.list);
  for (uint32_t row = threadIdx.x; row < dots.rows; row += dot_threads)
    if (is_dot(memory, dots, column, row)) {
      const uint32_t index = atomicAdd(&list->n, 1u);
      if (index < max_dots)
        list->dots[index] = dot_of(memory, dots, column, row);
    }
}

/// Clears the lists of dots and the measures of traces.
__global__ void clear_scratch(PaintParameters parameters) {
  wait_for_previous_launch();
  allow_next_launch();
  const PaintMemory& memory = parameters.memory;
  const Scene& scene = memory.scene();
  for (uint32_t i = threadIdx.x; i < scene.n_dots; i += blockDim.x)
    memory.in_scratch<SceneDotList>(memory.in_fixed<SceneDots>(scene.dots)[i].list)->n = 0;
  for (uint32_t i = threadIdx.x; i < scene.n_measures; i += blockDim.x)
    memory.in_scratch<SceneMeasure>(scene.measures)[i] = {};
}

/// Draws and blends the pixels: a thread per chroma sample.
__global__ void __launch_bounds__(pixel_columns* pixel_rows)
    paint_pixels(PaintParameters parameters) {
  wait_for_previous_launch();
  allow_next_launch();
  const PaintTarget& target = parameters.target;
  const Scene& scene = parameters.memory.scene();
  const uint32_t x = (blockIdx.x * pixel_columns + threadIdx.x % pixel_columns) << target.x_sub;
  const uint32_t y = (blockIdx.y * pixel_rows + threadIdx.x / pixel_columns) << target.y_sub;
  if (x < scene.width && y < scene.height)
    blend_cell(parameters, x, y);
}

struct Variant {};

const std::vector<Kernel<Variant>>& paint_kernels() {
  static const std::vector<Kernel<Variant>> list = {
      {{}, &fold_counts},  {{}, &paint_curves}, {{}, &clear_scratch}, {{}, &measure_traces},
      {{}, &paint_traces}, {{}, &find_extents}, {{}, &paint_dots},    {{}, &paint_pixels}};
  return list;
}

} // namespace

cudaError_t prepare_paint_kernels(DeviceProperties&) {
  for (const Kernel<Variant>& kernel : paint_kernels()) {
    cudaFuncAttributes attributes; // loads the kernel
    if (const cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
        code != cudaSuccess)
      return code;
  }
  return cudaSuccess;
}

cudaError_t launch_paint_kernels(const PaintLaunch& launch, cudaStream_t stream) {
  const PaintShape& shape = launch.shape;
  const PaintParameters& p = launch.parameters;
  cudaError_t code = cudaSuccess;
  const auto run = [&](auto* function, dim3 blocks, uint32_t threads) {
    if (code == cudaSuccess)
      code = launch_kernel(reinterpret_cast<const void*>(function), {blocks, threads, 0, false}, p,
                           stream);
  };
  if (shape.n_curves > 0) {
    run(&fold_counts, dim3(shape.n_curves), curve_threads);
    run(&paint_curves, dim3(shape.n_curves), curve_threads);
  }
  if (shape.n_traces > 0) {
    run(&clear_scratch, dim3(1), 32);
    run(&measure_traces, dim3(divide_up(shape.most_measured, measured_rows), shape.n_traces),
        measure_threads);
    run(&paint_traces,
        dim3(divide_up(shape.most_bins, tile), divide_up(shape.most_cells, tile), shape.n_traces),
        tile * tile_rows);
  }
  if (shape.n_extents > 0)
    run(&find_extents, dim3(divide_up(shape.most_cells, extent_threads), shape.n_traces),
        extent_threads);
  if (shape.n_dots > 0)
    run(&paint_dots, dim3(shape.most_columns, shape.n_dots), dot_threads);
  const uint32_t columns = divide_up(shape.width, 1u << p.target.x_sub);
  const uint32_t rows = divide_up(shape.height, 1u << p.target.y_sub);
  run(&paint_pixels, dim3(divide_up(columns, pixel_columns), divide_up(rows, pixel_rows)),
      pixel_columns * pixel_rows);
  return code;
}

} // namespace videohistogram::cuda
