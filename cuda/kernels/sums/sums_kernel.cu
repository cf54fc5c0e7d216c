// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of sums, and their launch. A value that one block has alone, such as that of a row or
// of a cell, goes to the results at once. Others are added up in scratch, which the last kernel
// moves to the results.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/sums/sums_pixel.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t sums_threads = 256, warp = 32, sums_warps = sums_threads / warp;
constexpr uint32_t every_lane = 0xffffffff;
/// Numbers that a block adds up, and bytes of shared memory for them. The memory is dynamic, since
/// prepare_kernels() allows each kernel all of it.
constexpr uint32_t most_numbers = 1 + n_idet_sums,
                   shared_bytes = most_numbers * sums_warps * sizeof(uint64_t);

/// Numbers of 18 bits that a counter of 32 bits holds.
constexpr uint32_t most_steps = 1u << 13;

/// The sum of a number of all lanes of a warp, in lane 0.
__device__ __forceinline__ uint64_t add_lanes(uint64_t value) {
#pragma unroll
  for (uint32_t distance = warp / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(every_lane, value, distance);
  return value;
}

/// Adds `n` numbers of all threads of a block, and calls use(i, sum) in one thread for each of
/// them.
template <uint32_t n, class Use>
__device__ __forceinline__ void add_threads(const uint64_t (&values)[n], const Use& use) {
  static_assert(n <= most_numbers);
  extern __shared__ uint64_t of_warps[]; // [n][sums_warps]
  __syncthreads();                       // the numbers of the last call were read
#pragma unroll
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t sum = add_lanes(values[i]);
    if (threadIdx.x % warp == 0)
      of_warps[i * sums_warps + threadIdx.x / warp] = sum;
  }
  __syncthreads();
  if (threadIdx.x < n) {
    uint64_t sum = 0;
    for (uint32_t w = 0; w < sums_warps; w++)
      sum += of_warps[threadIdx.x * sums_warps + w];
    use(threadIdx.x, sum);
  }
}

__device__ __forceinline__ void add_total(const SumsParameters& p, uint32_t total, uint64_t value) {
  if (value != 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(p.totals + total),
              static_cast<unsigned long long>(value));
}

/// Sums per row: a block has a row at a time. A warp has 32 columns, of which the outer two are
/// the neighbours of the others.
__global__ void rows_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  constexpr uint32_t step = warp - 2;
  const uint32_t lane = threadIdx.x % warp, width = p.planes[0].width;
  for (uint32_t y = blockIdx.x; y < p.planes[0].height; y += gridDim.x) {
    uint64_t sums[7] = {};
    uint32_t parts[7] = {}, steps = 0; // added to `sums` before one of them overflows
    const auto take_parts = [&] {
#pragma unroll
      for (uint32_t i = 0; i < 7; i++) {
        sums[i] += parts[i];
        parts[i] = 0;
      }
    };
    for (uint64_t first = threadIdx.x / warp * step; first < width; first += sums_warps * step) {
      const uint32_t x =
          static_cast<uint32_t>(first) + lane - 1; // beyond the width left of the first column
      RowPixel pixel;
      if (x < width)
        pixel = row_pixel(p, x, y);
      const uint32_t outliers = __ballot_sync(every_lane, pixel.outlier),
                     speckles = __ballot_sync(every_lane, pixel.speckle);
      const auto count = [](uint32_t marks) {
        return __popc(marks & marks << 1 & marks >> 1 & ~0x80000001u);
      };
      if (lane == 0) {
        parts[0] += count(outliers);
        parts[1] += count(speckles);
      } else if (lane < warp - 1) {
        parts[2] += pixel.repeat;
        parts[3] += pixel.high_repeat;
        parts[4] += pixel.outside ? 1 : 0;
        parts[5] += pixel.sample;
        parts[6] += pixel.activity;
      }
      if (++steps % most_steps == 0)
        take_parts();
    }
    take_parts();
    add_threads(sums, [&](uint32_t i, uint64_t sum) {
      constexpr Sum kinds[] = {Sum::tout, Sum::speckle, Sum::vrep,    Sum::linerep,
                               Sum::brng, Sum::rows,    Sum::activity};
      if (p.has(kinds[i]))
        p.result(kinds[i])[y] = static_cast<int64_t>(sum);
    });
  }
}

/// Sums per column: a thread has a column of some rows.
__global__ void columns_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const uint32_t x = blockIdx.x * blockDim.x + threadIdx.x, height = p.planes[0].height;
  if (x >= p.planes[0].width)
    return;
  uint64_t sum = 0;
  const uint32_t first = blockIdx.y * p.block_rows;
  for (uint32_t y = first; y < height && y - first < p.block_rows; y++)
    sum += sum_sample(p, p.planes[0].now, x, y);
  add_total(p, total_columns + x, sum);
}

/// Differences of fields and combs of a plane: a block has rows in turn.
__global__ void fields_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const SumsParameters::Plane& plane = p.planes[blockIdx.y];
  uint64_t sums[1 + n_idet_sums] = {};
  for (uint32_t y = blockIdx.x; y < plane.height; y += gridDim.x) {
    const bool of_pair = p.has(Sum::msef) && y % 2 == 0 && y + 1 < plane.height;
    const bool combed = p.has(Sum::idet) && y >= 2 && y + 2 < plane.height;
    uint64_t present = 0, before = 0, same = 0, change = 0;
    CombPixel parts; // added to these before one of them overflows
    uint32_t steps = 0;
    const auto take_parts = [&] {
      present += parts.present;
      before += parts.before;
      same += parts.same;
      change += parts.change;
      parts = {};
    };
    for (uint32_t x = threadIdx.x; x < plane.width; x += sums_threads) {
      if (of_pair)
        sums[0] += field_error(p, plane, x, y);
      if (!combed)
        continue;
      const CombPixel pixel = comb_pixel(p, plane, x, y);
      parts.present += pixel.present;
      parts.before += pixel.before;
      parts.same += pixel.same;
      parts.change += pixel.change;
      if (++steps % most_steps == 0)
        take_parts();
    }
    take_parts();
    const bool odd = y % 2 != 0; // without an index, so that the sums stay in registers
    sums[1] += odd ? 0 : present;
    sums[2] += odd ? present : 0;
    sums[3] += odd ? 0 : before;
    sums[4] += odd ? before : 0;
    sums[5] += odd ? 0 : same;
    sums[6] += odd ? same : 0;
    sums[7] += odd ? 0 : change;
    sums[8] += odd ? change : 0;
  }
  add_threads(sums, [&](uint32_t i, uint64_t sum) {
    add_total(p, i == 0 ? total_msef + blockIdx.y : total_idet + blockIdx.y * n_idet_sums + i - 1,
              sum);
  });
}

__device__ __forceinline__ int64_t from_next_lane(int64_t value) {
  return __shfl_down_sync(every_lane, value, 1);
}

/// SSIM of the fields of a plane: a warp has 32 columns of blocks, and 31 of windows, of some rows.
__global__ void ssim_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const SumsParameters::Plane& plane = p.planes[blockIdx.z];
  const SsimWindows windows = ssim_windows(plane.width, plane.height);
  const uint32_t lane = threadIdx.x % warp;
  const uint32_t column = (blockIdx.x * sums_warps + threadIdx.x / warp) * (warp - 1) + lane;
  const uint32_t first = blockIdx.y * p.block_rows;
  int64_t sum = 0;
  // All lanes of a warp take part, as far as one has a window.
  if (column - lane < windows.columns && first < windows.rows) {
    const uint32_t end = min(first + p.block_rows, windows.rows);
    const bool has_block = column <= windows.columns;
    const bool has_window = lane < warp - 1 && column < windows.columns;
    SsimSums upper{};
    for (uint32_t row = first; row <= end; row++) {
      const SsimSums block = has_block ? ssim_block(p, plane, column, row) : SsimSums{};
      const SsimSums right{from_next_lane(block.t), from_next_lane(block.b),
                           from_next_lane(block.squares), from_next_lane(block.product)};
      const SsimSums pair = block + right;
      if (row > first && has_window)
        sum += ssim_of_window(p, upper + pair);
      upper = pair;
    }
  }
  const uint64_t sums[1] = {static_cast<uint64_t>(sum)};
  add_threads(sums,
              [&](uint32_t, uint64_t total) { add_total(p, total_ssimf + blockIdx.z, total); });
}

/// Sums per cell: a block has a cell.
__global__ void cells_kernel(const __grid_constant__ SumsParameters p) {
  wait_for_previous_launch();
  const uint32_t i = blockIdx.x, j = blockIdx.y;
  const uint32_t width = p.planes[0].width, height = p.planes[0].height;
  const uint32_t left = first_of_cell(i, grid_columns, width),
                 across = first_of_cell(i + 1, grid_columns, width) - left;
  const uint32_t top = first_of_cell(j, grid_rows, height),
                 down = first_of_cell(j + 1, grid_rows, height) - top;
  const bool coloured = p.has(Sum::rgb) || p.has(Sum::iris);
  uint64_t sums[4 + n_iris_sums] = {};
  if (across > 0 && down > 0) {
    // The first pixel of a thread, and the columns and rows to its next one.
    uint32_t x = threadIdx.x % across, y = threadIdx.x / across;
    const uint32_t columns = sums_threads % across, rows = sums_threads / across;
    while (y < down) {
      if (p.has(Sum::light))
        sums[0] += p.light[sum_sample(p, p.planes[0].now, left + x, top + y)];
      if (coloured) {
        const SumColours now = pixel_colours(p, false, left + x, top + y);
        if (p.has(Sum::rgb)) {
          sums[1] += p.light_of_colours[now.of[0]];
          sums[2] += p.light_of_colours[now.of[1]];
          sums[3] += p.light_of_colours[now.of[2]];
        }
        if (p.has(Sum::iris)) {
          const IrisPixel of_now = iris_pixel(p, now);
          sums[4] += of_now.luminance;
          sums[6] += of_now.red;
          if (p.has_before) {
            const IrisPixel of_before = iris_pixel(p, pixel_colours(p, true, left + x, top + y));
            sums[5] += of_now.luminance != of_before.luminance ? 1 : 0;
            sums[7] += of_now.red != of_before.red ? 1 : 0;
          }
        }
      }
      x += columns;
      y += rows;
      if (x >= across) {
        x -= across;
        y++;
      }
    }
  }
  const uint32_t cell = j * grid_columns + i;
  add_threads(sums, [&](uint32_t k, uint64_t sum) {
    if (k == 0 && p.has(Sum::light))
      p.result(Sum::light)[cell] = static_cast<int64_t>(sum);
    else if (k >= 1 && k < 4 && p.has(Sum::rgb))
      p.result(Sum::rgb)[(k - 1) * grid_rows * grid_columns + cell] = static_cast<int64_t>(sum);
    else if (k >= 4 && p.has(Sum::iris))
      add_total(p, total_iris + k - 4, sum);
  });
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
enum class SumsKernel { rows, columns, fields, ssim, cells, totals };
struct Compiled {
  SumsKernel kernel;
  bool counts(const Compiled& wanted) const { return kernel == wanted.kernel; }
};

const std::vector<Kernel<Compiled>>& sums_kernels() {
  static const std::vector<Kernel<Compiled>> list = {
      {{SumsKernel::rows}, &rows_kernel},     {{SumsKernel::columns}, &columns_kernel},
      {{SumsKernel::fields}, &fields_kernel}, {{SumsKernel::ssim}, &ssim_kernel},
      {{SumsKernel::cells}, &cells_kernel},   {{SumsKernel::totals}, &totals_kernel}};
  return list;
}

template <class... Sums>
constexpr SumSet set_of(Sums... sums) {
  return (sum_bit(sums) | ...);
}

constexpr uint32_t blocks_for(uint32_t items, uint32_t per_block) {
  return (items + per_block - 1) / per_block;
}

} // namespace

cudaError_t prepare_sums_kernels(DeviceProperties& device) {
  return prepare_kernels(sums_kernels(), device);
}

cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  constexpr uint32_t column_rows = 64, ssim_rows = 8, most_rows = 65535; // most_rows: of a grid
  SumsParameters p = launch.parameters;
  const uint32_t width = p.planes[0].width, height = p.planes[0].height;
  const SsimWindows windows = ssim_windows(width, height);
  cudaError_t code = cudaSuccess;
  const auto run = [&](SumsKernel kernel, SumSet of, const dim3& blocks) {
    if ((p.sums & of) != 0 && code == cudaSuccess)
      code = launch_variant(sums_kernels(), Compiled{kernel},
                            {blocks, sums_threads, shared_bytes, false}, p, stream);
  };
  run(SumsKernel::rows,
      set_of(Sum::tout, Sum::speckle, Sum::vrep, Sum::linerep, Sum::brng, Sum::rows, Sum::activity),
      dim3(std::min(height, launch.blocks)));
  p.block_rows = std::max(column_rows, blocks_for(height, most_rows));
  run(SumsKernel::columns, set_of(Sum::columns),
      dim3(blocks_for(width, sums_threads), blocks_for(height, p.block_rows)));
  run(SumsKernel::fields, set_of(Sum::msef, Sum::idet),
      dim3(std::min(height, launch.blocks), p.n_planes));
  p.block_rows = std::max(ssim_rows, blocks_for(windows.rows, most_rows));
  if (windows.columns > 0)
    run(SumsKernel::ssim, set_of(Sum::ssimf),
        dim3(blocks_for(windows.columns, sums_warps * (warp - 1)),
             blocks_for(windows.rows, p.block_rows), p.n_planes));
  run(SumsKernel::cells, set_of(Sum::light, Sum::rgb, Sum::iris), dim3(grid_columns, grid_rows));
  run(SumsKernel::totals, set_of(Sum::columns, Sum::msef, Sum::ssimf, Sum::idet, Sum::iris),
      dim3(blocks_for(total_columns + width, sums_threads)));
  return code;
}

} // namespace videohistogram::cuda
