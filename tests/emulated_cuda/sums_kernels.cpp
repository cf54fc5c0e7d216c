// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of sums: blocks and warps are loops here, and what warps do is the kernels' own.
#include "tests/emulated_cuda/kernels.h"

#include "cuda/kernels/sums/cells.h"
#include "cuda/kernels/sums/fields.h"
#include "cuda/kernels/sums/gradients.h"
#include "cuda/kernels/sums/rows.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

/// A warp whose lanes run one after the other: see LaneWarp of cuda/kernels/sums/warp.cuh.
struct LoopWarp {
  template <class T>
  struct Each {
    T values[warp_lanes] = {};

    T& operator[](uint32_t lane) { return values[lane]; }
    const T& operator[](uint32_t lane) const { return values[lane]; }
  };

  template <class Run>
  void each(const Run& run) const {
    for (uint32_t lane = 0; lane < warp_lanes; lane++)
      run(lane);
  }
  template <class T>
  Each<T> from_left(const Each<T>& values) const {
    Each<T> moved = values;
    std::copy_n(values.values, warp_lanes - 1, moved.values + 1);
    return moved;
  }
  template <class T>
  Each<T> from_right(const Each<T>& values) const {
    Each<T> moved = values;
    std::copy_n(values.values + 1, warp_lanes - 1, moved.values);
    return moved;
  }
  template <class Of>
  uint32_t add_all(const Of& of) const {
    uint32_t sum = 0;
    for (uint32_t lane = 0; lane < warp_lanes; lane++)
      sum += of(lane);
    return sum;
  }
  template <class Of>
  uint32_t add_inner(const Of& of) const {
    uint32_t sum = 0;
    for (uint32_t lane = 1; lane + 1 < warp_lanes; lane++)
      sum += of(lane);
    return sum;
  }
};

/// Ends the process unless all samples of a plane lie in blocks.
void expect_samples(const SumsParameters& p, const ColourSamples& samples, uint32_t width,
                    uint32_t height) {
  expect_rows(samples.first, samples.stride, height,
              size_t{width - 1} * samples.step + p.sample_bytes);
}

void expect_table(const uint32_t* table, size_t entries) {
  expect_device_memory(table, entries * sizeof(uint32_t), "the table of light lies in one block");
}

void clear(const SumsParameters& p, Sum sum, size_t n) {
  if (p.has(sum))
    std::fill_n(p.result(sum), n, 0);
}

/// Where warps add up rows and columns.
template <uint32_t sample_bytes>
struct RowSink {
  const SumsParameters& p;
  Sum columns;     ///< what the sums of columns are of
  uint32_t of_row; ///< numbers
  std::vector<uint64_t> numbers = std::vector<uint64_t>(size_t{p.planes[0].height} * of_row);

  template <uint32_t n>
  void add(const LoopWarp&, uint32_t y, uint32_t first, const uint32_t (&sums)[n]) {
    for (uint32_t i = 0; i < n; i++)
      numbers[size_t{y} * of_row + first + i] += sums[i];
  }
  void add_columns(const LoopWarp&, uint32_t x,
                   const LoopWarp::Each<ColumnCounters<sample_bytes>>& counters) {
    constexpr uint32_t n = lane_samples<sample_bytes>;
    for (uint32_t i = 0; i < row_strip<sample_bytes> && x + i < p.planes[0].width; i++)
      p.result(columns)[x + i] += counters[1 + i / n].sum(i % n);
  }
  int64_t number(uint32_t y, uint32_t i) const {
    return static_cast<int64_t>(numbers[size_t{y} * of_row + i]);
  }
};

/// Calls run(item, layout) for all strips of bands.
template <uint32_t sample_bytes, class Run>
void each_strip(const SumsParameters& p, const Run& run) {
  const uint32_t width = p.planes[0].width, height = p.planes[0].height;
  with_layout(layout_of(p, p.planes[0], lane_samples<sample_bytes>), [&](auto layout) {
    for (uint32_t y = 0; y < height; y += p.row_band)
      for (uint32_t x = 0; x < width; x += row_strip<sample_bytes>)
        run(RowItem{x, y, std::min(y + p.row_band, height)}, layout);
  });
}

template <uint32_t sample_bytes>
void add_all_rows(const SumsParameters& p) {
  LoopWarp warp;
  RowSink<sample_bytes> sink{p, Sum::columns, n_row_numbers};
  clear(p, Sum::columns, p.planes[0].width);
  each_strip<sample_bytes>(p, [&](const RowItem& item, auto layout) {
    add_rows<sample_bytes, decltype(layout)::value>(p, item, warp, sink);
  });
  for (uint32_t s = 0; s < n_sums_of_rows; s++) {
    const Sum sum = sum_of_rows(s);
    for (uint32_t y = 0; y < p.planes[0].height && p.has(sum); y++)
      p.result(sum)[y] = sink.number(y, row_number_of<sample_bytes>(sum));
  }
}

template <uint32_t sample_bytes>
void add_all_gradients(const SumsParameters& p) {
  LoopWarp warp;
  RowSink<sample_bytes> sink{p, Sum::hstep, n_gradient_numbers};
  clear(p, Sum::hstep, p.planes[0].width);
  each_strip<sample_bytes>(p, [&](const RowItem& item, auto layout) {
    add_gradients<sample_bytes, decltype(layout)::value>(p, item, warp, sink);
  });
  for (uint32_t y = 0; y < p.planes[0].height; y++) {
    if (p.has(Sum::vstep))
      p.result(Sum::vstep)[y] = sink.number(y, gradient_step);
    if (!p.has(Sum::sobel))
      continue;
    int64_t* const sobel = p.result(Sum::sobel) + size_t{y} * n_sobel_sums;
    sobel[0] = sink.number(y, gradient_magnitude);
    sobel[1] = sink.number(y, gradient_low_squares) +
               (sink.number(y, gradient_high_squares) << low_square_bits);
  }
}

template <uint32_t sample_bytes>
void add_all_fields(const SumsParameters& p) {
  LoopWarp warp;
  clear(p, Sum::msef, p.n_planes);
  clear(p, Sum::ssimf, p.n_planes);
  clear(p, Sum::idet, size_t{p.n_planes} * n_idet_sums);
  for (uint32_t i = 0; i < p.n_planes; i++) {
    const SumsParameters::Plane& plane = p.planes[i];
    for (uint32_t y = 0; y < plane.height; y += p.field_band)
      for (uint32_t x = 0; x < plane.width; x += field_strip<sample_bytes>) {
        LoopWarp::Each<FieldSums> sums;
        with_layout(layout_of(p, plane, lane_samples<sample_bytes>), [&](auto layout) {
          add_fields<sample_bytes, decltype(layout)::value>(
              p, plane, {x, y, std::min(y + p.field_band, plane.height)}, warp, sums);
        });
        for (uint32_t lane = 0; lane + 1 < warp_lanes; lane++) {
          if (p.has(Sum::msef))
            p.result(Sum::msef)[i] += static_cast<int64_t>(sums[lane].errors);
          if (p.has(Sum::ssimf))
            p.result(Sum::ssimf)[i] += sums[lane].ssim;
          for (uint32_t k = 0; k < n_idet_sums && p.has(Sum::idet); k++)
            p.result(Sum::idet)[i * n_idet_sums + k] += sums[lane].combs.sum(k, p.has_before);
        }
      }
  }
}

/// The tables of light. Codes of bytes have other bits, and one beyond white.
template <uint32_t sample_bytes>
struct LoopTables {
  const SumsParameters& p;

  static uint32_t index_of(uint32_t code) {
    return sample_bytes == 1 ? std::min(code - code_bits, 255u) : code;
  }
  uint32_t light(uint32_t code) const { return p.light[index_of(code)]; }
  uint32_t iris(uint32_t code) const { return colour(code).iris; }
  ColourLight colour(uint32_t code) const {
    const uint32_t index = index_of(code);
    return {p.has(Sum::rgb) ? p.light_of_colours[index] : 0,
            p.has(Sum::iris) ? p.iris_light[index >> (p.colours.depth - 8)] : 0};
  }
};

/// Where warps add up cells.
struct CellSink {
  const SumsParameters& p;

  void add(const LoopWarp& warp, uint32_t cell, const LoopWarp::Each<PixelSums>& pixels) const {
    const auto add = [&](Sum sum, uint32_t plane, uint32_t i) {
      for (uint32_t half = 0; half < 32 && p.has(sum); half += 16)
        p.result(sum)[plane * grid_rows * grid_columns + cell] +=
            int64_t{
                warp.add_all([&](uint32_t lane) { return pixels[lane].cell[i] >> half & 0xffff; })}
            << half;
    };
    add(Sum::light, 0, 0);
    for (uint32_t c = 0; c < 3; c++)
      add(Sum::rgb, c, 1 + c);
  }
};

template <class T>
void add_all_cells(const SumsParameters& p) {
  constexpr uint32_t cells = grid_rows * grid_columns;
  const LoopTables<T::sample_bytes> tables{p};
  LoopWarp warp;
  LoopWarp::Each<IrisSums> iris;
  const CellSink sink{p};
  clear(p, Sum::light, cells);
  clear(p, Sum::rgb, size_t{3} * cells);
  // As many warps as one multiprocessor has.
  const uint32_t warps = cell_warps(T::sample_bytes);
  const uint64_t groups = uint64_t{p.cell_groups} * cells;
  for (uint32_t i = 0; i < warps; i++)
    add_cells<T>(p, tables, groups * i / warps, groups * (i + 1) / warps, warp, iris, sink);
  for (uint32_t i = 0; i < n_iris_sums && p.has(Sum::iris); i++) {
    uint64_t sum = 0;
    for (uint32_t lane = 0; lane < warp_lanes; lane++)
      sum += iris[lane].sum(i);
    p.result(Sum::iris)[i] = static_cast<int64_t>(sum);
  }
}

template <uint32_t sample_bytes>
void add_all(const SumsParameters& p) {
  add_all_rows<sample_bytes>(p);
  add_all_gradients<sample_bytes>(p);
  add_all_fields<sample_bytes>(p);
  with_layout(group_layout<sample_bytes>(p), [&](auto layout) {
    constexpr Layout chroma = decltype(layout)::value;
    const auto add = [&](auto rgb, auto iris) {
      constexpr bool has_rgb = decltype(rgb)::value, has_iris = decltype(iris)::value;
      if (p.group_rows == 2)
        add_all_cells<CellConfig<sample_bytes, has_rgb, has_iris, chroma, 2>>(p);
      else
        add_all_cells<CellConfig<sample_bytes, has_rgb, has_iris, chroma, 1>>(p);
    };
    if (p.has(Sum::iris))
      add(std::true_type(), std::true_type());
    else if (p.has(Sum::rgb))
      add(std::true_type(), std::false_type());
    else
      add(std::false_type(), std::false_type());
  });
}

void add_sums(const SumsLaunch& launch) {
  const SumsParameters& p = launch.parameters;
  expect_device_memory(p.totals, sums_scratch_bytes(p.planes[0].width),
                       "the scratch lies in one block");
  expect(std::all_of(p.totals, p.totals + n_totals(p.planes[0].width),
                     [](uint64_t total) { return total == 0; }),
         "the scratch is zero before a launch");
  expect(launch.row_warps > 0 && launch.row_warps <= most_row_warps, "a block has some warps");
  expect(p.row_band > 0 && p.row_band <= most_band_rows &&
             (p.row_band + rows_beside) % row_steps == 0,
         "a band of rows is a number of steps");
  expect(p.cell_groups > 0 && p.table_copies > 0, "cells have groups, and tables copies");
  expect(p.field_band > 0 && p.field_band <= most_field_rows && p.field_band % block_rows == 0,
         "a band of fields is a number of rows of blocks");
  for (uint32_t i = 0; i < p.n_planes; i++) {
    const SumsParameters::Plane& plane = p.planes[i];
    expect_samples(p, plane.now, plane.width, plane.height);
    if (p.has_before)
      expect_samples(p, plane.before, plane.width, plane.height);
  }
  if (p.has(Sum::light))
    expect_table(p.light, size_t{1} << p.depth);
  if (p.has(Sum::rgb))
    expect_table(p.light_of_colours, size_t{1} << p.colours.depth);
  if (p.has(Sum::iris))
    expect_table(p.iris_light, 256);
  if (p.sample_bytes == 1)
    add_all<1>(p);
  else
    add_all<2>(p);
}

} // namespace

cudaError_t prepare_sums_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_sums_kernels(const SumsLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { add_sums(launch); });
}

} // namespace videohistogram::cuda
