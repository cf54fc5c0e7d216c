// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of sums, and their launch. A value that one block has alone, such as that of a row or
// of a cell, goes to the results at once. Others are added up in scratch, which the last kernel
// moves to the results.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/sums/add_threads.cuh"
#include "cuda/kernels/sums/cell_tables.cuh"
#include "cuda/kernels/sums/cells.h"
#include "cuda/kernels/sums/fields.h"
#include "cuda/kernels/sums/gradient_kernel.h"
#include "cuda/kernels/sums/row_sink.cuh"
#include "cuda/kernels/sums/rows.h"
#include "cuda/kernels/sums/warp.cuh"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t most_row_threads = most_row_warps * warp_lanes, field_warps = 4,
                   field_threads = field_warps * warp_lanes, cell_threads = 256,
                   totals_threads = 256;

/// Sums per row and per column: a block has a band of rows, and its warps have strips of them.
template <uint32_t sample_bytes, Layout layout>
__global__ void __launch_bounds__(most_row_threads, 1)
    rows_kernel(const __grid_constant__ SumsParameters p) {
  const uint32_t first = blockIdx.x * p.row_band, end = min(first + p.row_band, p.planes[0].height);
  LaneWarp warp;
  RowSink<sample_bytes> sink(p, first);
  sink.clear();
  wait_for_previous_launch();
  constexpr uint32_t strip = row_strip<sample_bytes>;
  for (uint32_t x = threadIdx.x / warp_lanes * strip; x < p.planes[0].width;
       x += blockDim.x / warp_lanes * strip)
    add_rows<sample_bytes, layout>(p, {x, first, end}, warp, sink);
  sink.write(end);
}

/// Sums of fields: a warp has a strip of a band of a plane.
template <uint32_t sample_bytes>
__global__ void __launch_bounds__(field_threads, 3)
    fields_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const SumsParameters::Plane& plane = p.planes[blockIdx.z];
  const uint32_t strip = blockIdx.y * field_warps + threadIdx.x / warp_lanes;
  const FieldItem item{strip * field_strip<sample_bytes>, blockIdx.x * p.field_band,
                       min((blockIdx.x + 1) * p.field_band, plane.height)};
  LaneWarp warp;
  LaneWarp::Each<FieldSums> sums;
  if (item.x < plane.width && item.first < plane.height)
    with_layout(layout_of(p, plane, lane_samples<sample_bytes>), [&](auto layout) {
      add_fields<sample_bytes, decltype(layout)::value>(p, plane, item, warp, sums);
    });
  const bool counts = warp.lane + 1 < warp_lanes;
  uint64_t numbers[2 + n_idet_sums];
  numbers[0] = counts ? sums.value.errors : 0;
  numbers[1] = counts ? static_cast<uint64_t>(sums.value.ssim) : 0;
#pragma unroll
  for (uint32_t i = 0; i < n_idet_sums; i++)
    numbers[2 + i] = counts ? sums.value.combs.sum(i, p.has_before) : 0;
  add_threads(numbers, sums_memory, [&](uint32_t i, uint64_t sum) {
    add_total(p,
              i == 0   ? total_msef + blockIdx.z
              : i == 1 ? total_ssimf + blockIdx.z
                       : total_idet + blockIdx.z * n_idet_sums + i - 2,
              sum);
  });
}

/// The numbers that a block adds up at once of cells.
constexpr uint32_t cell_numbers = 4;
static_assert(cell_numbers >= n_iris_sums);

/// Where tables begin in shared memory, and bytes of it per block of cells.
constexpr uint32_t first_table = add_bytes(cell_numbers, cell_threads);
uint32_t cell_bytes(const SumsParameters& p) {
  if (p.sample_bytes == 1)
    return first_table + ByteTables::bytes;
  const auto words = [](uint32_t depth) {
    return 1u << depth <= most_shared_entries ? 1u << depth : 0;
  };
  return first_table + 4 * (256 * light_copies + words(p.depth) + words(p.colours.depth));
}

/// Blocks of cells per multiprocessor. Registers are enough for as many.
template <uint32_t sample_bytes>
constexpr uint32_t cell_blocks = sample_bytes == 1 ? 3 : 2;

/// Sums per cell, and IRIS: blocks take cells in turn. A thread has a column of groups of pixels.
template <class T>
__global__ void __launch_bounds__(cell_threads, cell_blocks<T::sample_bytes>)
    cells_kernel(const __grid_constant__ SumsParameters p) {
  constexpr uint32_t n = group_pixels<T::sample_bytes>;
  constexpr uint32_t most_groups = most_group_pixels / n;
  const std::conditional_t<T::sample_bytes == 1, ByteTables, WordTables> tables(p, first_table);
  wait_for_previous_launch();
  __syncthreads();
  IrisSums iris;
  for (uint32_t index = blockIdx.x; index < grid_columns * grid_rows; index += gridDim.x) {
    const Cell cell = Cell::of(index, p.planes[0].width, p.planes[0].height);
    CellSums sums;
    PixelSums pixels;
    if (!cell.empty()) {
      const uint32_t first = cell.left / n, across = (cell.right + n - 1) / n - first;
      const uint32_t columns = min(across, cell_threads), rows = cell_threads / columns;
      uint32_t groups = 0;
      for (uint32_t i = threadIdx.x % columns; i < across && threadIdx.x < rows * columns;
           i += columns) {
        const uint32_t x = (first + i) * n;
        const typename T::Reader reader(p, x);
        for (uint32_t y = cell.top + threadIdx.x / columns; y < cell.bottom; y += rows) {
          add_group<T>(p, tables, reader, cell.left, cell.right, x, y, pixels, iris);
          if (++groups % most_groups == 0)
            take_pixels(pixels, sums, iris);
        }
      }
      take_pixels(pixels, sums, iris);
    }
    if (!p.has(Sum::light) && !p.has(Sum::rgb))
      continue;
    const uint64_t numbers[cell_numbers] = {sums.light, sums.rgb[0], sums.rgb[1], sums.rgb[2]};
    add_threads(numbers, sums_memory, [&](uint32_t k, uint64_t sum) {
      if (k == 0 && p.has(Sum::light))
        p.result(Sum::light)[index] = static_cast<int64_t>(sum);
      else if (k > 0 && p.has(Sum::rgb))
        p.result(Sum::rgb)[(k - 1) * grid_rows * grid_columns + index] = static_cast<int64_t>(sum);
    });
  }
  if constexpr (T::iris) {
    uint64_t numbers[n_iris_sums];
#pragma unroll
    for (uint32_t i = 0; i < n_iris_sums; i++)
      numbers[i] = iris.sum(i);
    add_threads(numbers, sums_memory,
                [&](uint32_t i, uint64_t sum) { add_total(p, total_iris + i, sum); });
  }
}

/// Moves totals to the results, and leaves zeros.
__global__ void totals_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total_columns + p.planes[0].width)
    return;
  const auto value = static_cast<int64_t>(p.totals[i]);
  p.totals[i] = 0;
  if (i >= total_columns) {
    if (p.has(Sum::columns))
      p.result(Sum::columns)[i - total_columns] = value;
  } else if (i >= total_iris) {
    if (p.has(Sum::iris))
      p.result(Sum::iris)[i - total_iris] = value;
  } else if (i >= total_idet) {
    if (p.has(Sum::idet) && i - total_idet < p.n_planes * n_idet_sums)
      p.result(Sum::idet)[i - total_idet] = value;
  } else if (i >= total_ssimf) {
    if (p.has(Sum::ssimf) && i - total_ssimf < p.n_planes)
      p.result(Sum::ssimf)[i - total_ssimf] = value;
  } else if (p.has(Sum::msef) && i < p.n_planes) {
    p.result(Sum::msef)[i] = value;
  }
}

/// A kernel of the list below.
struct Compiled {
  enum Work { rows, fields, cells, totals } work;
  uint32_t sample_bytes; ///< 0: any
  Layout layout;         ///< Layout::any: all
  bool rgb, iris;        ///< the kernel may have more
  bool counts(const Compiled& wanted) const {
    return work == wanted.work && (sample_bytes == 0 || sample_bytes == wanted.sample_bytes) &&
           (layout == Layout::any || layout == wanted.layout) && rgb >= wanted.rgb &&
           iris >= wanted.iris;
  }
};
using Kernels = std::vector<Kernel<Compiled>>;

template <uint32_t sample_bytes, Layout layout>
void add_cells(Kernels& list) {
  constexpr auto work = Compiled::cells;
  if (layout != Layout::pairs) // of chroma
    list.push_back({{work, sample_bytes, layout, false, false},
                    &cells_kernel<CellConfig<sample_bytes, false, false, layout>>});
  list.push_back({{work, sample_bytes, layout, true, false},
                  &cells_kernel<CellConfig<sample_bytes, true, false, layout>>});
  list.push_back({{work, sample_bytes, layout, true, true},
                  &cells_kernel<CellConfig<sample_bytes, true, true, layout>>});
}

/// Of kernels that do the same, those that do less come first.
template <uint32_t sample_bytes>
void add_kernels(Kernels& list) {
  list.push_back({{Compiled::rows, sample_bytes, Layout::direct, false, false},
                  &rows_kernel<sample_bytes, Layout::direct>});
  list.push_back({{Compiled::rows, sample_bytes, Layout::any, false, false},
                  &rows_kernel<sample_bytes, Layout::any>});
  list.push_back(
      {{Compiled::fields, sample_bytes, Layout::any, false, false}, &fields_kernel<sample_bytes>});
  add_cells<sample_bytes, Layout::direct>(list);
  add_cells<sample_bytes, Layout::pairs>(list);
  add_cells<sample_bytes, Layout::any>(list);
}

const Kernels& sums_kernels() {
  static const Kernels list = [] {
    Kernels all{{{Compiled::totals, 0, Layout::any, false, false}, &totals_kernel}};
    add_kernels<1>(all);
    add_kernels<2>(all);
    return all;
  }();
  return list;
}

template <class... Sums>
constexpr SumSet set_of(Sums... sums) {
  return (sum_bit(sums) | ...);
}

template <uint32_t sample_bytes>
cudaError_t launch_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  const SumsParameters& p = launch.parameters;
  const uint32_t width = p.planes[0].width, height = p.planes[0].height;
  cudaError_t code = cudaSuccess;
  const auto run = [&](Compiled::Work work, SumSet of, Layout layout, const dim3& blocks,
                       uint32_t threads, uint32_t shared_bytes) {
    const bool cells = work == Compiled::cells;
    if ((p.sums & of) != 0 && code == cudaSuccess)
      code = launch_variant(
          sums_kernels(),
          Compiled{work, sample_bytes, layout, cells && p.has(Sum::rgb), cells && p.has(Sum::iris)},
          {blocks, threads, shared_bytes, launch.overlap}, p, stream);
  };
  Layout cell_layout = group_layout<sample_bytes>(p);
  if (cell_layout == Layout::pairs && !p.has(Sum::rgb) && !p.has(Sum::iris))
    cell_layout = Layout::direct; // chroma is not read
  run(Compiled::rows,
      set_of(Sum::tout, Sum::speckle, Sum::vrep, Sum::linerep, Sum::brng, Sum::rows, Sum::columns,
             Sum::activity),
      layout_of(p, p.planes[0], lane_samples<sample_bytes>), dim3(divide_up(height, p.row_band)),
      launch.row_warps * warp_lanes, row_bytes<sample_bytes>(p.row_band, launch.row_warps));
  run(Compiled::fields, set_of(Sum::msef, Sum::ssimf, Sum::idet), Layout::any,
      dim3(divide_up(height, p.field_band),
           divide_up(divide_up(width, field_strip<sample_bytes>), field_warps), p.n_planes),
      field_threads, add_bytes(2 + n_idet_sums, field_threads));
  run(Compiled::cells, set_of(Sum::light, Sum::rgb, Sum::iris), cell_layout,
      dim3(std::min(grid_columns * grid_rows, cell_blocks<sample_bytes> * launch.multiprocessors)),
      cell_threads, cell_bytes(p));
  run(Compiled::totals, set_of(Sum::columns, Sum::msef, Sum::ssimf, Sum::idet, Sum::iris),
      Layout::any, dim3(divide_up(total_columns + width, totals_threads)), totals_threads, 0);
  return code;
}

} // namespace

cudaError_t prepare_sums_kernels(DeviceProperties& device) {
  const cudaError_t code = prepare_kernels(sums_kernels(), device);
  return code == cudaSuccess ? prepare_gradient_kernels(device) : code;
}

cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  const cudaError_t code = launch.parameters.sample_bytes == 1 ? launch_kernels<1>(launch, stream)
                                                               : launch_kernels<2>(launch, stream);
  return code == cudaSuccess ? launch_gradient_kernels(launch, stream) : code;
}

} // namespace videohistogram::cuda
