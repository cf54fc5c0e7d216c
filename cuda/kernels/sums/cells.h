// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums per cell of the grid, and IRIS.
#pragma once

#include "cuda/kernels/sums/groups.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// The light of a code of R, G or B.
struct ColourLight {
  uint32_t light; ///< of SumsSpec::light_of_colours
  uint32_t iris;  ///< of iris_light()
};

/// The columns and rows of a cell.
struct Cell {
  uint32_t left, right, top, bottom;

  VIDEOHISTOGRAM_HOST_DEVICE static Cell of(uint32_t index, uint32_t width, uint32_t height) {
    const uint32_t i = index % grid_columns, j = index / grid_columns;
    return {first_of_cell(i, grid_columns, width), first_of_cell(i + 1, grid_columns, width),
            first_of_cell(j, grid_rows, height), first_of_cell(j + 1, grid_rows, height)};
  }
  VIDEOHISTOGRAM_HOST_DEVICE bool empty() const { return left == right || top == bottom; }
  /// Groups of `n` columns, or of `n` rows, that it lies in.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t across(uint32_t n) const {
    return divide_up(right, n) - left / n;
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t down(uint32_t n) const {
    return divide_up(bottom, n) - top / n;
  }
  VIDEOHISTOGRAM_HOST_DEVICE bool has(uint32_t x, uint32_t y) const {
    return x - left < right - left && y - top < bottom - top;
  }
};

/// The sums of a cell: LIGHT, and R, G and B.
constexpr uint32_t n_cell_sums = 4;

/// Sums of a lane, which hold those of most_lane_pixels pixels.
struct PixelSums {
  uint32_t cell[n_cell_sums] = {};
  uint32_t linear[3] = {}, red = 0; ///< of IRIS: R, G and B, and IrisSum::red
};
/// An entry of a table is at most 2^24.
constexpr uint32_t most_lane_pixels = 255;

/// The sums of IRIS.
struct IrisSums {
  uint64_t linear[3] = {}, red = 0;
  uint32_t luminance_changed = 0, red_changed = 0;

  VIDEOHISTOGRAM_HOST_DEVICE void add(const PixelSums& pixels) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      linear[c] += pixels.linear[c];
    red += pixels.red;
  }
  /// Sum `i` of IrisSum.
  VIDEOHISTOGRAM_HOST_DEVICE uint64_t sum(uint32_t i) const {
    return i == 0   ? 2126 * linear[0] + 7152 * linear[1] + 722 * linear[2]
           : i == 1 ? luminance_changed
           : i == 2 ? red
                    : red_changed;
  }
};

/// Linear R, G and B of a pixel.
struct IrisPixel {
  uint32_t of[3];

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t red() const {
    const uint32_t others = of[1] + of[2];
    return of[0] >= 4 * others ? of[0] - others : 0;
  }
  VIDEOHISTOGRAM_HOST_DEVICE bool is_as_light_as(const IrisPixel& o) const {
    const auto more = [&](uint32_t c) { return static_cast<int32_t>(of[c] - o.of[c]); };
    return int64_t{2126} * more(0) + int64_t{7152} * more(1) + int64_t{722} * more(2) == 0;
  }
};

/// The compile-time configuration of a kernel: whether it has RGB, and IRIS besides LIGHT; the
/// layout of chroma; the rows of a group.
template <uint32_t SampleBytes, bool Rgb, bool Iris, Layout Chroma, uint32_t Rows>
struct CellConfig {
  static constexpr uint32_t sample_bytes = SampleBytes, rows = Rows;
  static constexpr bool rgb = Rgb, iris = Iris, colours = Rgb || Iris;
  using Reader = GroupReader<sample_bytes, colours, Chroma, rows>;
  using Samples = GroupSamples<rows>;
};

/// Adds R, G and B of the pixels of a group for which is_counted(i, row). Of a code,
/// tables.colour(code) is the ColourLight, and tables.iris(code) its ColourLight::iris.
template <class T, class Colours, class Tables, class Counted>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_colours(const SumsParameters& p, const Tables& tables, const typename T::Samples& samples,
            const typename T::Samples& samples_before, const Counted& is_counted, PixelSums& sums,
            IrisSums& iris_sums) {
  Colours now(p, samples), before(p, samples_before);
  const auto add = [&](uint32_t i, uint32_t r) {
    const bool counted = is_counted(i, r);
    uint32_t codes[3], codes_before[3];
    now.next(i, r, codes);
    if (T::iris)
      before.next(i, r, codes_before);
    IrisPixel pixel{}, was{};
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++) {
      const ColourLight colour = tables.colour(codes[c]);
      if (T::rgb)
        sums.cell[1 + c] += counted ? colour.light : 0;
      if (!T::iris)
        continue;
      sums.linear[c] += counted ? colour.iris : 0;
      pixel.of[c] = colour.iris;
      was.of[c] = tables.iris(codes_before[c]);
    }
    if (!T::iris)
      return;
    const uint32_t red = pixel.red();
    sums.red += counted ? red : 0;
    iris_sums.luminance_changed += counted & !pixel.is_as_light_as(was) ? 1 : 0;
    iris_sums.red_changed += counted & (red != was.red()) ? 1 : 0;
  };
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < sum_group_pixels<T::sample_bytes>; i++) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t r = 0; r < T::rows; r++)
      add(i, r);
  }
}

/// Adds the pixels of a group for which is_counted(i, row). tables.light(code) is the light of a
/// code of Y.
template <class T, class Tables, class Counted>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_pixels(const SumsParameters& p, const Tables& tables, const typename T::Samples& samples,
           const typename T::Samples& before, const Counted& is_counted, PixelSums& sums,
           IrisSums& iris_sums) {
  constexpr uint32_t step = T::Reader::chroma_step;
  if (p.has(Sum::light)) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t k = 0; k < T::rows * sum_group_pixels<T::sample_bytes>; k++) {
      const uint32_t r = k % T::rows, i = k / T::rows;
      const uint32_t* const luma = samples.luma[r].w;
      sums.cell[0] += is_counted(i, r) ? tables.light(T::sample_bytes == 1 ? byte_code(luma, i)
                                                                           : sample_of<2>(luma, i))
                                       : 0;
    }
  }
  if constexpr (T::colours) {
    const auto add = [&](auto colours) {
      add_colours<T, typename decltype(colours)::Type>(p, tables, samples, before, is_counted, sums,
                                                       iris_sums);
    };
    if constexpr (T::sample_bytes == 1)
      add(Named<ByteColours<step, T::rows>>());
    else if (p.colours.depth == 16) // 32 bits hold all sums of other depths
      add(Named<WordColours<step, T::rows, int64_t>>());
    else
      add(Named<WordColours<step, T::rows, int32_t>>());
  }
}

/// Adds those pixels of the group in column x and row y that the cell has: all, if `whole`.
template <class T, bool whole, class Tables>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_group(const SumsParameters& p, const Tables& tables,
                                                 const Cell& cell, uint32_t x, uint32_t y,
                                                 PixelSums& sums, IrisSums& iris_sums) {
  using Reader = typename T::Reader;
  const auto raw = Reader::fetch(p, false, x, y);
  typename Reader::Raw raw_before{};
  if constexpr (T::iris) // without a frame before, the frame does not differ from itself
    raw_before = Reader::fetch(p, p.has_before, x, y);
  add_pixels<T>(
      p, tables, Reader::unpack(p, raw), Reader::unpack(p, raw_before),
      [&](uint32_t i, uint32_t r) { return whole || cell.has(x + i, y + r); }, sums, iris_sums);
}

/// Groups that the sums of a lane hold.
template <class T>
constexpr uint32_t most_lane_groups = most_lane_pixels /
                                      (sum_group_pixels<T::sample_bytes> * T::rows);

/// Adds up groups `first` to `end` - 1 of a cell, which are counted row by row.
template <class T, bool whole, class Warp, class Tables>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_groups(const SumsParameters& p, const Tables& tables, const Cell& cell, uint32_t first,
           uint32_t end, Warp& warp, typename Warp::template Each<PixelSums>& pixels,
           typename Warp::template Each<IrisSums>& iris) {
  constexpr uint32_t n = sum_group_pixels<T::sample_bytes>;
  const uint32_t left = cell.left / n, top = cell.top / T::rows;
  const uint32_t across = cell.across(n);
  const uint32_t rows_per_step = warp_lanes / across, columns_per_step = warp_lanes % across;
  warp.each([&](uint32_t lane) {
    uint32_t row = (first + lane) / across, column = (first + lane) % across;
    for (uint32_t i = first + lane; i < end; i += warp_lanes) {
      add_group<T, whole>(p, tables, cell, (left + column) * n, (top + row) * T::rows, pixels[lane],
                          iris[lane]);
      row += rows_per_step;
      column += columns_per_step;
      if (column >= across) {
        column -= across;
        row++;
      }
    }
    iris[lane].add(pixels[lane]);
  });
}

/// Adds up groups `first` to `end` - 1 of all cells. Groups are numbered as if each cell had
/// p.cell_groups; numbers beyond a cell's own groups are skipped. sink.add(warp, cell, pixels) has
/// the sums of lanes of a cell. See LaneWarp for `Warp`.
template <class T, class Warp, class Tables, class Sink>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_cells(const SumsParameters& p, const Tables& tables, uint64_t first, uint64_t end, Warp& warp,
          typename Warp::template Each<IrisSums>& iris, const Sink& sink) {
  constexpr uint32_t n = sum_group_pixels<T::sample_bytes>;
  while (first < end) {
    const auto index = static_cast<uint32_t>(first / p.cell_groups),
               in_cell = static_cast<uint32_t>(first % p.cell_groups);
    const Cell cell = Cell::of(index, p.planes[0].width, p.planes[0].height);
    const uint32_t groups = cell.empty() ? 0 : cell.across(n) * cell.down(T::rows);
    const uint32_t left = groups > in_cell ? groups - in_cell : 0;
    const uint32_t wanted = end - first < left ? static_cast<uint32_t>(end - first) : left,
                   most = most_lane_groups<T> * warp_lanes;
    const uint32_t taken = wanted < most ? wanted : most;
    if (taken > 0) {
      typename Warp::template Each<PixelSums> pixels;
      // One way for all lanes of the warp.
      if (cell.left % n == 0 && cell.right % n == 0 && cell.top % T::rows == 0 &&
          cell.bottom % T::rows == 0)
        add_groups<T, true>(p, tables, cell, in_cell, in_cell + taken, warp, pixels, iris);
      else
        add_groups<T, false>(p, tables, cell, in_cell, in_cell + taken, warp, pixels, iris);
      sink.add(warp, index, pixels);
    }
    first = taken < left ? first + taken : (index + uint64_t{1}) * p.cell_groups;
  }
}

} // namespace videohistogram::cuda
