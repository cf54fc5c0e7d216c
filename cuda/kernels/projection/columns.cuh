// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Three projections of byte samples whose positions are columns. A block owns a strip of at most 32
// columns. Each lane of a warp counts one column, and the counters of a lane's column lie in the
// lane's bank: so no increment waits for another one of its warp, whatever the values are. If the
// strip is narrower than 32 columns, several lanes count different rows of a column, in counters of
// their own.
//
// A table has a row of 32 words, one per lane, for each value. A dot product makes the address of a
// counter from the value and the lane.
#pragma once

#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/projection/projection_kernel.cuh"

namespace videohistogram::cuda {

namespace {

/// Bytes from the counters of a value to those of the next one, and from table to table.
constexpr uint32_t column_value_bytes = 4 * column_lanes;
constexpr uint32_t column_table_bytes = byte_values * column_value_bytes;

/// The samples of a column in a group of rows.
template <ColumnPixels Pixels>
struct ColumnSamples {
  uint32_t pixels[column_rows];
  uint32_t chroma[Pixels == ColumnPixels::words ? 1 : column_rows / 2]; ///< pairs, or Cb
  uint32_t cr[Pixels == ColumnPixels::chroma_planes ? column_rows / 2 : 1];
};

/// The walk of a thread down its column.
struct ColumnWalk {
  const uint8_t *pixel, *chroma; ///< of the group's first row
  uint32_t group;                ///< the group of rows
};

__device__ __forceinline__ uint32_t load_column_pixel(const uint8_t* at, bool word) {
  return word ? __ldg(reinterpret_cast<const uint32_t*>(at)) : uint32_t{__ldg(at)};
}

/// Loads a group's first `rows` rows.
template <ColumnPixels Pixels>
__device__ __forceinline__ void load_column(const ProjectionParameters& p, const ColumnWalk& walk,
                                            uint32_t rows, ColumnSamples<Pixels>& samples) {
#pragma unroll
  for (uint32_t i = 0; i < column_rows; i++)
    if (i < rows)
      samples.pixels[i] =
          load_column_pixel(walk.pixel + i * p.stride, Pixels == ColumnPixels::words);
  if constexpr (Pixels != ColumnPixels::words) {
#pragma unroll
    for (uint32_t i = 0; i < column_rows / 2; i++) {
      if (2 * i >= rows)
        continue;
      const uint8_t* const at = walk.chroma + i * p.colours.stride;
      if constexpr (Pixels == ColumnPixels::chroma_pairs) {
        samples.chroma[i] = __ldg(reinterpret_cast<const uint16_t*>(at));
      } else {
        samples.chroma[i] = __ldg(at);
        samples.cr[i] = __ldg(at + (p.colours.cr - p.colours.chroma));
      }
    }
  }
}

/// Increments the counters of a group's first `rows` rows. `address` is that of the lane's first
/// counter.
template <ColumnPixels Pixels>
__device__ __forceinline__ void count_column(const ProjectionParameters& p, uint32_t rows,
                                             const uint32_t (&multipliers)[max_projection_tables],
                                             uint32_t address,
                                             const ColumnSamples<Pixels>& samples) {
  const ProjectionColours& c = p.colours;
  int32_t terms[3];
#pragma unroll
  for (uint32_t i = 0; i < column_rows; i++) {
    if (i >= rows)
      continue;
    if constexpr (Pixels != ColumnPixels::words)
      if (i % 2 == 0) {
        const bool pairs = Pixels == ColumnPixels::chroma_pairs;
        const uint32_t chroma = samples.chroma[i / 2];
        const auto first = static_cast<int32_t>(pairs ? chroma & 0xff : chroma);
        const auto second =
            static_cast<int32_t>(pairs ? chroma >> 8 : samples.cr[pairs ? 0 : i / 2]);
#pragma unroll
        for (uint32_t k = 0; k < 3; k++)
          terms[k] = c.first[k] * first + (c.second[k] * second + c.constants[k]);
      }
    const auto counter = [&](uint32_t k) {
      if constexpr (Pixels == ColumnPixels::words)
        return __dp4a(samples.pixels[i], multipliers[k], address);
      const int32_t sum = c.y * static_cast<int32_t>(samples.pixels[i]) + terms[k];
      return __dp4a(static_cast<uint32_t>(__vimin_s32_relu(sum, (1 << 24) - 1)),
                    column_value_bytes << 16, address);
    };
    increment<0>(counter(0));
    increment<column_table_bytes>(counter(1));
    increment<2 * column_table_bytes>(counter(2));
  }
}

/// Counts the column of a thread.
template <ColumnPixels Pixels>
__device__ __forceinline__ void count_columns(const ProjectionParameters& p) {
  const uint32_t lane = threadIdx.x % column_lanes, columns = p.shape.strip_positions;
  const uint32_t copies = column_lanes / columns;
  const uint32_t position = blockIdx.x * columns + lane % columns;
  const auto first = static_cast<uint32_t>(p.origin >> 30);
  const uint32_t x = p.c > 0 ? position - first : first - position;
  if (position >= p.positions || x >= p.width)
    return;

  ColumnWalk walk;
  walk.group = threadIdx.x / column_lanes * copies + lane / columns;
  const uint32_t pixel_bytes = Pixels == ColumnPixels::words ? 4 : 1;
  walk.pixel = p.pixels + int64_t{walk.group} * column_rows * p.stride + x * pixel_bytes;
  walk.chroma = p.colours.chroma + int64_t{walk.group} * (column_rows / 2) * p.colours.stride +
                (Pixels == ColumnPixels::chroma_pairs ? x / 2 * 2 : x / 2);

  const uint32_t address = table_address(lane), step = column_threads / column_lanes * copies;
  uint32_t multipliers[max_projection_tables];
#pragma unroll
  for (uint32_t k = 0; k < max_projection_tables; k++)
    multipliers[k] = p.multipliers[k] * column_lanes;
  const auto advance = [&] {
    walk.group += step;
    walk.pixel += p.byte_step;
    walk.chroma += p.colours.step;
  };

  // A group is loaded while the one before it is counted.
  const uint32_t whole = p.height / column_rows;
  ColumnSamples<Pixels> samples, next;
  if (walk.group < whole)
    load_column(p, walk, column_rows, samples);
  while (walk.group < whole) {
    advance();
    if (walk.group < whole)
      load_column(p, walk, column_rows, next);
    count_column(p, column_rows, multipliers, address, samples);
    if (walk.group >= whole)
      break;
    advance();
    if (walk.group < whole)
      load_column(p, walk, column_rows, samples);
    count_column(p, column_rows, multipliers, address, next);
  }
  if (walk.group == whole && p.height % column_rows > 0) {
    load_column(p, walk, p.height % column_rows, samples);
    count_column(p, p.height % column_rows, multipliers, address, samples);
  }
}

/// Sums the counters that lanes with the same column have of 32 values, and writes them to the
/// matrix. A warp reads 32 words at a time, each from another bank, and puts the sums back in the
/// order of columns, permuted within a row so that neither this nor reading them conflicts.
template <uint32_t Columns>
__device__ __forceinline__ void write_values(uint32_t* words, uint32_t positions, uint32_t* to) {
  constexpr uint32_t copies = column_lanes / Columns;
  const uint32_t lane = threadIdx.x % column_lanes;
  const uint32_t column = lane % Columns, part = lane / Columns;
  uint32_t sums[Columns];
#pragma unroll
  for (uint32_t k = 0; k < Columns; k++) {
    sums[k] = 0;
#pragma unroll
    for (uint32_t copy = 0; copy < copies; copy++)
      sums[k] +=
          words[(part * Columns + k) * column_lanes + column + Columns * ((part + copy) % copies)];
  }
  __syncwarp();
#pragma unroll
  for (uint32_t k = 0; k < Columns; k++)
    words[column * column_lanes + part * Columns + (k ^ column)] = sums[k];
  __syncwarp();
#pragma unroll
  for (uint32_t row = 0; row < Columns; row++)
    if (row < positions)
      to[row * byte_values + lane] = words[row * column_lanes + (lane ^ row)];
}

/// Writes the tables of a block, a bin per value.
__device__ __forceinline__ void write_all_values(const ProjectionParameters& p) {
  const uint32_t columns = p.shape.strip_positions, position = blockIdx.x * columns;
  const uint32_t positions = min(columns, p.positions - position);
  constexpr uint32_t tiles = byte_values / column_lanes;
  for (uint32_t tile = threadIdx.x / column_lanes; tile < max_projection_tables * tiles;
       tile += column_threads / column_lanes) {
    uint32_t* const words = table_words() + tile * column_lanes * column_lanes;
    uint32_t* const to =
        p.matrices[tile / tiles] + (position * byte_values + tile % tiles * column_lanes);
    if (columns == 32)
      write_values<32>(words, positions, to);
    else if (columns == 16)
      write_values<16>(words, positions, to);
    else
      write_values<8>(words, positions, to);
  }
}

/// Writes the tables of a block, several values per bin.
__device__ __forceinline__ void write_bins(const ProjectionParameters& p) {
  const uint32_t columns = p.shape.strip_positions;
  for (uint32_t item = threadIdx.x; item < max_projection_tables * p.bins * columns;
       item += column_threads) {
    const uint32_t column = item % columns, position = blockIdx.x * columns + column;
    const uint32_t bin = item / columns % p.bins, projection = item / columns / p.bins;
    if (position >= p.positions)
      continue;
    uint32_t count = 0;
    for (uint32_t value = first_value(p, bin); value < first_value(p, bin + 1); value++)
      for (uint32_t lane = column; lane < column_lanes; lane += columns)
        count += table_words()[(projection * byte_values + value) * column_lanes + lane];
    p.matrices[projection][position * p.bins + bin] = count;
  }
}

template <ColumnPixels Pixels>
__global__ void __launch_bounds__(column_threads, resident_projection_blocks)
    column_kernel(const ProjectionParameters p) {
  clear_table(p.shape.shared_bytes, column_threads);
  wait_for_previous_launch();
  __syncthreads();
  count_columns<Pixels>(p);
  __syncthreads();
  allow_next_launch();
  if (p.bins == byte_values)
    write_all_values(p);
  else
    write_bins(p);
}

} // namespace

} // namespace videohistogram::cuda
