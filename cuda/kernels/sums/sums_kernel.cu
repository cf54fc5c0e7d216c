// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of sums, and their launch. A value that one block has alone, such as that of a row or
// of a cell, goes to the results at once. Others are added up in scratch, which the last kernel
// moves to the results.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/sums/add_threads.cuh"
#include "cuda/kernels/sums/cells.h"
#include "cuda/kernels/sums/fields.h"
#include "cuda/kernels/sums/gradient_kernel.h"
#include "cuda/kernels/sums/rows.h"
#include "cuda/kernels/sums/warp.cuh"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t most_row_threads = most_row_warps * warp_lanes, field_warps = 4,
                   field_threads = field_warps * warp_lanes, cell_threads = 256, cell_blocks = 2,
                   totals_threads = 256;

/// Dynamic shared memory. prepare_kernels() allows each kernel all of it.
extern __shared__ uint64_t sums_memory[];

__device__ __forceinline__ void add_total(const SumsParameters& p, uint32_t total, uint64_t value) {
  if (value != 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(p.totals + total),
              static_cast<unsigned long long>(value));
}

/// Where a block adds up its rows. A number has two counters, of its low 16 bits and of the others,
/// neither of which overflows.
constexpr uint32_t row_slots = 8, row_counters = 2 * row_slots;
static_assert(n_row_numbers <= row_slots);
/// Columns of a lane, and a word that keeps lanes out of each other's banks.
template <uint32_t sample_bytes>
constexpr uint32_t column_words = lane_samples<sample_bytes>*(warp_lanes + 1);

template <uint32_t sample_bytes>
constexpr uint32_t row_bytes(uint32_t band, uint32_t warps) {
  return (band * row_counters + warps * column_words<sample_bytes>)*4;
}

template <uint32_t sample_bytes>
class RowSink {
public:
  __device__ RowSink(const SumsParameters& p, uint32_t first_row)
      : p_(p), first_row_(first_row), counters_(reinterpret_cast<uint32_t*>(sums_memory)) {}

  template <uint32_t n>
  __device__ __forceinline__ void add(const LaneWarp& warp, uint32_t y, uint32_t first,
                                      const uint32_t (&numbers)[n]) const {
    const uint32_t slot = warp.lane % row_slots;
    uint32_t number = 0;
#pragma unroll
    for (uint32_t i = 0; i < n; i++)
      number = slot == i ? numbers[i] : number;
    if (warp.lane < row_counters && slot < n)
      atomicAdd(&counters_[(y - first_row_) * row_counters + first + warp.lane],
                warp.lane < row_slots ? number & 0xffff : number >> 16);
  }

  __device__ __forceinline__ void
  add_columns(const LaneWarp& warp, uint32_t x,
              const LaneWarp::Each<ColumnCounters<sample_bytes>>& columns) const {
    constexpr uint32_t n = lane_samples<sample_bytes>;
    uint32_t* const words = counters_ + p_.row_band * row_counters +
                            threadIdx.x / warp_lanes * column_words<sample_bytes>;
#pragma unroll
    for (uint32_t i = 0; i < n; i++)
      words[i * (warp_lanes + 1) + warp.lane] = columns[warp.lane].sum(i);
    __syncwarp();
    // Neighbouring lanes add neighbouring columns: fewer pieces of memory are changed at a time.
    for (uint32_t i = warp.lane; i < row_strip<sample_bytes>; i += warp_lanes)
      if (x + i < p_.planes[0].width)
        add_total(p_, total_columns + x + i, words[i % n * (warp_lanes + 1) + i / n + 1]);
    __syncwarp();
  }

  /// Of the whole block.
  __device__ __forceinline__ void clear() const {
    for (uint32_t i = threadIdx.x; i < p_.row_band * row_counters; i += blockDim.x)
      counters_[i] = 0;
    __syncthreads();
  }
  __device__ __forceinline__ void write(uint32_t end_row) const {
    __syncthreads();
#pragma unroll
    for (uint32_t s = 0; s < n_sums_of_rows; s++) {
      const Sum sum = sum_of_rows(s);
      if (p_.has(sum))
        for (uint32_t y = first_row_ + threadIdx.x; y < end_row; y += blockDim.x) {
          const uint32_t* const low =
              counters_ + (y - first_row_) * row_counters + row_number_of<sample_bytes>(sum);
          p_.result(sum)[y] = int64_t{low[0]} + (int64_t{low[row_slots]} << 16);
        }
    }
  }

private:
  const SumsParameters& p_;
  uint32_t first_row_;
  uint32_t* counters_; ///< [row_band][2][row_slots], then the columns of each warp
};

/// Sums per row and per column: a block has a band of rows, and its warps have strips of them.
template <uint32_t sample_bytes>
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
    add_rows<sample_bytes>(p, {x, first, end}, warp, sink);
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
    add_fields<sample_bytes>(p, plane, item, warp, sums);
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

/// Copies of tables of 256 entries in shared memory, for lanes side by side.
constexpr uint32_t light_copies = 8;
/// Deep tables of up to so many entries lie in shared memory, others in that of the device.
constexpr uint32_t most_shared_entries = 4096;

/// A table of which eight lanes have copies that do not share a bank of shared memory.
struct SharedLight {
  uint32_t first; ///< the word of this lane's first entry

  __device__ __forceinline__ uint32_t operator[](uint32_t code) const {
    return reinterpret_cast<const uint32_t*>(sums_memory)[first + code * light_copies];
  }
};

/// The tables of a kernel: those of samples of two bytes are pointers to either memory.
template <uint32_t sample_bytes>
using Tables =
    LightTables<std::conditional_t<sample_bytes == 1, SharedLight, const uint32_t*>, SharedLight>;

/// Copies the tables that are needed to shared memory, from the word `next` on.
template <uint32_t sample_bytes>
__device__ __forceinline__ Tables<sample_bytes> copy_tables(const SumsParameters& p,
                                                            uint32_t next) {
  uint32_t* const memory = reinterpret_cast<uint32_t*>(sums_memory);
  const auto copy_bytes = [&](const uint32_t* table) {
    for (uint32_t i = threadIdx.x; i < 256 * light_copies; i += blockDim.x)
      memory[next + i] = __ldg(table + i / light_copies);
    const SharedLight copied{next + threadIdx.x % light_copies};
    next += 256 * light_copies;
    return copied;
  };
  const auto copy = [&](const uint32_t* table, uint32_t depth) {
    if constexpr (sample_bytes == 1) {
      return copy_bytes(table);
    } else {
      const uint32_t entries = 1u << depth;
      if (entries > most_shared_entries)
        return table;
      for (uint32_t i = threadIdx.x; i < entries; i += blockDim.x)
        memory[next + i] = __ldg(table + i);
      next += entries;
      return static_cast<const uint32_t*>(memory + next - entries);
    }
  };
  Tables<sample_bytes> tables{};
  if (p.has(Sum::light))
    tables.light = copy(p.light, p.depth);
  if (p.has(Sum::rgb))
    tables.light_of_colours = copy(p.light_of_colours, p.colours.depth);
  if (p.has(Sum::iris))
    tables.iris = copy_bytes(p.iris_light);
  return tables;
}

/// Bytes of shared memory of a block of cells.
uint32_t cell_bytes(const SumsParameters& p) {
  const auto words = [&](Sum sum, uint32_t depth) {
    const uint32_t entries = 1u << depth;
    return !p.has(sum)                      ? 0
           : depth == 8                     ? entries * light_copies
           : entries <= most_shared_entries ? entries
                                            : 0;
  };
  return add_bytes(cell_numbers, cell_threads) +
         4 * (words(Sum::light, p.depth) + words(Sum::rgb, p.colours.depth) + words(Sum::iris, 8));
}

/// Sums per cell, and IRIS: blocks take cells in turn. A thread has a column of groups of pixels.
template <class T>
__global__ void __launch_bounds__(cell_threads, cell_blocks)
    cells_kernel(const __grid_constant__ SumsParameters p) {
  constexpr uint32_t n = group_pixels<T::sample_bytes>;
  constexpr uint32_t most_groups = most_group_pixels / n;
  const auto tables = copy_tables<T::sample_bytes>(p, add_bytes(cell_numbers, cell_threads) /
                                                          static_cast<uint32_t>(sizeof(uint32_t)));
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
  SumSet colours;        ///< of Sum::rgb and Sum::iris
  bool counts(const Compiled& wanted) const {
    return work == wanted.work && (sample_bytes == 0 || sample_bytes == wanted.sample_bytes) &&
           colours == wanted.colours;
  }
};

template <uint32_t sample_bytes, bool rgb, bool iris>
Kernel<Compiled> cells() {
  return {{Compiled::cells, sample_bytes,
           (rgb ? sum_bit(Sum::rgb) : 0) | (iris ? sum_bit(Sum::iris) : 0)},
          &cells_kernel<CellConfig<sample_bytes, rgb, iris>>};
}

const std::vector<Kernel<Compiled>>& sums_kernels() {
  static const std::vector<Kernel<Compiled>> list = {{{Compiled::rows, 1, 0}, &rows_kernel<1>},
                                                     {{Compiled::rows, 2, 0}, &rows_kernel<2>},
                                                     {{Compiled::fields, 1, 0}, &fields_kernel<1>},
                                                     {{Compiled::fields, 2, 0}, &fields_kernel<2>},
                                                     cells<1, false, false>(),
                                                     cells<1, true, false>(),
                                                     cells<1, false, true>(),
                                                     cells<1, true, true>(),
                                                     cells<2, false, false>(),
                                                     cells<2, true, false>(),
                                                     cells<2, false, true>(),
                                                     cells<2, true, true>(),
                                                     {{Compiled::totals, 0, 0}, &totals_kernel}};
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
  const auto run = [&](Compiled::Work work, SumSet of, const dim3& blocks, uint32_t threads,
                       uint32_t shared_bytes) {
    if ((p.sums & of) != 0 && code == cudaSuccess)
      code = launch_variant(
          sums_kernels(),
          Compiled{work, sample_bytes,
                   work == Compiled::cells ? p.sums & set_of(Sum::rgb, Sum::iris) : 0},
          {blocks, threads, shared_bytes, launch.overlap}, p, stream);
  };
  run(Compiled::rows,
      set_of(Sum::tout, Sum::speckle, Sum::vrep, Sum::linerep, Sum::brng, Sum::rows, Sum::columns,
             Sum::activity),
      dim3(divide_up(height, p.row_band)), launch.row_warps * warp_lanes,
      row_bytes<sample_bytes>(p.row_band, launch.row_warps));
  run(Compiled::fields, set_of(Sum::msef, Sum::ssimf, Sum::idet),
      dim3(divide_up(height, p.field_band),
           divide_up(divide_up(width, field_strip<sample_bytes>), field_warps), p.n_planes),
      field_threads, add_bytes(2 + n_idet_sums, field_threads));
  run(Compiled::cells, set_of(Sum::light, Sum::rgb, Sum::iris),
      dim3(std::min(grid_columns * grid_rows, cell_blocks * launch.multiprocessors)), cell_threads,
      cell_bytes(p));
  run(Compiled::totals, set_of(Sum::columns, Sum::msef, Sum::ssimf, Sum::idet, Sum::iris),
      dim3(divide_up(total_columns + width, totals_threads)), totals_threads, 0);
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
