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
#include "cuda/kernels/sums/gradients.h"
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
                   field_threads = field_warps * warp_lanes, totals_threads = 256;
template <uint32_t sample_bytes>
constexpr uint32_t cell_threads = cell_warps(sample_bytes) * warp_lanes;

/// Sums per row and per column: a block has a band of rows, and its warps have strips of them.
template <uint32_t sample_bytes, Layout layout>
__global__ void __launch_bounds__(most_row_threads, 1)
    rows_kernel(const __grid_constant__ SumsParameters p) {
  const uint32_t first = blockIdx.x * p.row_band, end = min(first + p.row_band, p.planes[0].height);
  LaneWarp warp;
  RowSink<sample_bytes> sink(p, first, total_columns);
  sink.clear();
  wait_for_previous_launch();
  constexpr uint32_t strip = row_strip<sample_bytes>;
  for (uint32_t x = threadIdx.x / warp_lanes * strip; x < p.planes[0].width;
       x += blockDim.x / warp_lanes * strip)
    add_rows<sample_bytes, layout>(p, {x, first, end}, warp, sink);
  sink.each_row(end, [&](uint32_t y, const auto& number) {
#pragma unroll
    for (uint32_t s = 0; s < n_sums_of_rows; s++) {
      const Sum sum = sum_of_rows(s);
      if (p.has(sum))
        p.result(sum)[y] = number(row_number_of<sample_bytes>(sum));
    }
  });
}

/// Sums of gradients, as those per row and per column.
template <uint32_t sample_bytes, Layout layout>
__global__ void __launch_bounds__(most_row_threads, 1)
    gradients_kernel(const __grid_constant__ SumsParameters p) {
  const uint32_t first = blockIdx.x * p.row_band, end = min(first + p.row_band, p.planes[0].height);
  LaneWarp warp;
  RowSink<sample_bytes> sink(p, first, total_hstep(p.planes[0].width));
  sink.clear();
  wait_for_previous_launch();
  constexpr uint32_t strip = row_strip<sample_bytes>;
  for (uint32_t x = threadIdx.x / warp_lanes * strip; x < p.planes[0].width;
       x += blockDim.x / warp_lanes * strip)
    add_gradients<sample_bytes, layout>(p, {x, first, end}, warp, sink);
  sink.each_row(end, [&](uint32_t y, const auto& number) {
    if (p.has(Sum::vstep))
      p.result(Sum::vstep)[y] = number(gradient_step);
    if (!p.has(Sum::sobel))
      return;
    int64_t* const sobel = p.result(Sum::sobel) + size_t{y} * n_sobel_sums;
    sobel[0] = number(gradient_magnitude);
    sobel[1] = number(gradient_low_squares) + (number(gradient_high_squares) << low_square_bits);
  });
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

/// Where warps add up cells.
struct CellSink {
  const SumsParameters& p;

  __device__ __forceinline__ void add(const LaneWarp& warp, uint32_t cell,
                                      const LaneWarp::Each<PixelSums>& pixels) const {
    const auto add = [&](Sum sum, uint32_t i) {
      if (!p.has(sum))
        return;
      const auto part = [&](uint32_t lane) { return pixels[lane].cell[i]; };
      const uint32_t low = warp.add_all([&](uint32_t lane) { return part(lane) & 0xffff; }),
                     high = warp.add_all([&](uint32_t lane) { return part(lane) >> 16; });
      if (warp.lane == 0)
        add_total(p, total_cells + i * grid_columns * grid_rows + cell,
                  low + (uint64_t{high} << 16));
    };
    add(Sum::light, 0);
#pragma unroll
    for (uint32_t c = 0; c < 3; c++)
      add(Sum::rgb, 1 + c);
  }
};

/// Where tables begin in shared memory.
constexpr uint32_t first_table = add_bytes(n_iris_sums, cell_threads<1>);
static_assert(first_table <= 1024, "most_cell_bytes()");

/// Sums per cell, and IRIS.
template <class T>
__global__ void __launch_bounds__(cell_threads<T::sample_bytes>, 1)
    cells_kernel(const __grid_constant__ SumsParameters p) {
  const std::conditional_t<T::sample_bytes == 1, ByteTables<T>, WordTables> tables(p, first_table);
  wait_for_previous_launch();
  __syncthreads();
  LaneWarp warp;
  LaneWarp::Each<IrisSums> iris;
  const CellSink sink{p};
  // A warp has as many groups as any other.
  const uint64_t groups = uint64_t{p.cell_groups} * grid_columns * grid_rows;
  const uint32_t block_warps = blockDim.x / warp_lanes, warps = gridDim.x * block_warps;
  const uint32_t i = blockIdx.x * block_warps + threadIdx.x / warp_lanes;
  add_cells<T>(p, tables, groups * i / warps, groups * (i + 1) / warps, warp, iris, sink);
  if constexpr (T::iris) {
    uint64_t numbers[n_iris_sums];
#pragma unroll
    for (uint32_t i = 0; i < n_iris_sums; i++)
      numbers[i] = iris.value.sum(i);
    add_threads(numbers, sums_memory,
                [&](uint32_t i, uint64_t sum) { add_total(p, total_iris + i, sum); });
  }
}

/// Moves totals to the results, and leaves zeros.
__global__ void totals_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint32_t width = p.planes[0].width;
  if (i >= n_totals(width))
    return;
  const auto value = static_cast<int64_t>(p.totals[i]);
  p.totals[i] = 0;
  if (i >= total_hstep(width)) {
    if (p.has(Sum::hstep))
      p.result(Sum::hstep)[i - total_hstep(width)] = value;
  } else if (i >= total_columns) {
    if (p.has(Sum::columns))
      p.result(Sum::columns)[i - total_columns] = value;
  } else if (i >= total_cells) {
    constexpr uint32_t cells = grid_columns * grid_rows;
    const uint32_t number = i - total_cells;
    if (number < cells && p.has(Sum::light))
      p.result(Sum::light)[number] = value;
    else if (number >= cells && p.has(Sum::rgb))
      p.result(Sum::rgb)[number - cells] = value;
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
  enum Work { rows, gradients, fields, cells, totals } work;
  uint32_t sample_bytes; ///< 0: any
  Layout layout;         ///< Layout::any: all
  bool rgb, iris;        ///< of cells; the kernel may have more
  uint32_t group_rows;   ///< of cells; 1: of all frames
  bool counts(const Compiled& wanted) const {
    return work == wanted.work && (sample_bytes == 0 || sample_bytes == wanted.sample_bytes) &&
           (layout == Layout::any || layout == wanted.layout) && rgb >= wanted.rgb &&
           iris >= wanted.iris && (group_rows == 1 || group_rows == wanted.group_rows);
  }
};
using Kernels = std::vector<Kernel<Compiled>>;

template <uint32_t sample_bytes, bool rgb, bool iris, Layout layout, uint32_t rows>
void add_cells(Kernels& list) {
  list.push_back({{Compiled::cells, sample_bytes, layout, rgb, iris, rows},
                  &cells_kernel<CellConfig<sample_bytes, rgb, iris, layout, rows>>});
}
template <uint32_t sample_bytes, bool iris>
void add_colours_of_cells(Kernels& list) {
  add_cells<sample_bytes, true, iris, Layout::direct, 2>(list);
  add_cells<sample_bytes, true, iris, Layout::pairs, 2>(list);
  add_cells<sample_bytes, true, iris, Layout::direct, 1>(list);
  add_cells<sample_bytes, true, iris, Layout::pairs, 1>(list);
  add_cells<sample_bytes, true, iris, Layout::any, 1>(list);
}

/// Of kernels that do the same, those that do less come first.
template <uint32_t sample_bytes>
void add_kernels(Kernels& list) {
  list.push_back({{Compiled::rows, sample_bytes, Layout::direct, false, false, 1},
                  &rows_kernel<sample_bytes, Layout::direct>});
  list.push_back({{Compiled::rows, sample_bytes, Layout::any, false, false, 1},
                  &rows_kernel<sample_bytes, Layout::any>});
  list.push_back({{Compiled::gradients, sample_bytes, Layout::direct, false, false, 1},
                  &gradients_kernel<sample_bytes, Layout::direct>});
  list.push_back({{Compiled::gradients, sample_bytes, Layout::any, false, false, 1},
                  &gradients_kernel<sample_bytes, Layout::any>});
  list.push_back({{Compiled::fields, sample_bytes, Layout::any, false, false, 1},
                  &fields_kernel<sample_bytes>});
  add_cells<sample_bytes, false, false, Layout::direct, 1>(list); // chroma is not read
  add_cells<sample_bytes, false, false, Layout::any, 1>(list);
  add_colours_of_cells<sample_bytes, false>(list);
  add_colours_of_cells<sample_bytes, true>(list);
}

const Kernels& sums_kernels() {
  static const Kernels list = [] {
    Kernels all{{{Compiled::totals, 0, Layout::any, false, false, 1}, &totals_kernel}};
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
      code = launch_variant(sums_kernels(),
                            Compiled{work, sample_bytes, layout, cells && p.has(Sum::rgb),
                                     cells && p.has(Sum::iris), cells ? p.group_rows : 1},
                            {blocks, threads, shared_bytes, launch.overlap}, p, stream);
  };
  Layout cell_layout = group_layout<sample_bytes>(p);
  if (cell_layout == Layout::pairs && !p.has_colours())
    cell_layout = Layout::direct; // chroma is not read
  const Layout luma_layout = layout_of(p, p.planes[0], lane_samples<sample_bytes>);
  const dim3 bands(divide_up(height, p.row_band));
  const uint32_t row_threads = launch.row_warps * warp_lanes;
  const uint32_t band_bytes = row_bytes<sample_bytes>(p.row_band, launch.row_warps);
  run(Compiled::rows,
      set_of(Sum::tout, Sum::speckle, Sum::vrep, Sum::linerep, Sum::brng, Sum::rows, Sum::columns,
             Sum::activity),
      luma_layout, bands, row_threads, band_bytes);
  run(Compiled::gradients, set_of(Sum::sobel, Sum::hstep, Sum::vstep), luma_layout, bands,
      row_threads, band_bytes);
  run(Compiled::fields, set_of(Sum::msef, Sum::ssimf, Sum::idet), Layout::any,
      dim3(divide_up(height, p.field_band),
           divide_up(divide_up(width, field_strip<sample_bytes>), field_warps), p.n_planes),
      field_threads, add_bytes(2 + n_idet_sums, field_threads));
  run(Compiled::cells, set_of(Sum::light, Sum::rgb, Sum::iris), cell_layout,
      dim3(launch.multiprocessors), cell_threads<sample_bytes>,
      first_table + (sample_bytes == 1 ? byte_table_bytes(p.table_copies) : WordTables::bytes(p)));
  run(Compiled::totals,
      set_of(Sum::columns, Sum::msef, Sum::ssimf, Sum::idet, Sum::iris, Sum::light, Sum::rgb,
             Sum::hstep),
      Layout::any, dim3(divide_up(n_totals(width), totals_threads)), totals_threads, 0);
  return code;
}

} // namespace

cudaError_t prepare_sums_kernels(DeviceProperties& device) {
  return prepare_kernels(sums_kernels(), device);
}

cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  return launch.parameters.sample_bytes == 1 ? launch_kernels<1>(launch, stream)
                                             : launch_kernels<2>(launch, stream);
}

} // namespace videohistogram::cuda
