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
};

/// Sums of a thread that hold those of most_group_pixels pixels.
struct PixelSums {
  uint32_t light = 0, rgb[3] = {};
  uint32_t linear[3] = {}, red = 0; ///< of IRIS: R, G and B, and IrisSum::red
};
/// An entry of a table is at most 2^24.
constexpr uint32_t most_group_pixels = 255;

/// The sums of a cell.
struct CellSums {
  uint64_t light = 0, rgb[3] = {};
};
/// The sums of IRIS.
struct IrisSums {
  uint64_t linear[3] = {}, red = 0;
  uint32_t luminance_changed = 0, red_changed = 0;

  /// Sum `i` of IrisSum.
  VIDEOHISTOGRAM_HOST_DEVICE uint64_t sum(uint32_t i) const {
    return i == 0   ? 2126 * linear[0] + 7152 * linear[1] + 722 * linear[2]
           : i == 1 ? luminance_changed
           : i == 2 ? red
                    : red_changed;
  }
};

/// Adds the sums of some pixels, and begins anew.
VIDEOHISTOGRAM_HOST_DEVICE inline void take_pixels(PixelSums& pixels, CellSums& cell,
                                                   IrisSums& iris) {
  cell.light += pixels.light;
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t c = 0; c < 3; c++) {
    cell.rgb[c] += pixels.rgb[c];
    iris.linear[c] += pixels.linear[c];
  }
  iris.red += pixels.red;
  pixels = {};
}

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

/// The compile-time configuration of a kernel: whether it has RGB, and IRIS besides LIGHT.
template <uint32_t SampleBytes, bool Rgb, bool Iris, Layout Chroma>
struct CellConfig {
  static constexpr uint32_t sample_bytes = SampleBytes;
  static constexpr bool rgb = Rgb, iris = Iris, colours = Rgb || Iris;
  using Reader = GroupReader<sample_bytes, colours, Chroma>;
};

/// Adds R, G and B of the pixels of a group for which is_counted(i). tables.colour(code) is the
/// ColourLight of a code.
template <class T, class Colours, class Tables, class Counted>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_colours(const SumsParameters& p, const Tables& tables, const GroupSamples& samples,
            const GroupSamples& samples_before, const Counted& is_counted, PixelSums& sums,
            IrisSums& iris_sums) {
  Colours now(p, samples), before(p, samples_before);
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < group_pixels<T::sample_bytes>; i++) {
    const bool counted = is_counted(i);
    uint32_t codes[3], codes_before[3];
    now.next(i, codes);
    if (T::iris)
      before.next(i, codes_before);
    IrisPixel pixel{}, was{};
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++) {
      const ColourLight colour = tables.colour(codes[c]);
      if (T::rgb)
        sums.rgb[c] += counted ? colour.light : 0;
      if (!T::iris)
        continue;
      sums.linear[c] += counted ? colour.iris : 0;
      pixel.of[c] = colour.iris;
      was.of[c] = tables.colour(codes_before[c]).iris;
    }
    if (!T::iris)
      continue;
    const uint32_t red = pixel.red();
    sums.red += counted ? red : 0;
    iris_sums.luminance_changed += counted && !pixel.is_as_light_as(was) ? 1 : 0;
    iris_sums.red_changed += counted && red != was.red() ? 1 : 0;
  }
}

/// Adds the pixels of a group for which is_counted(i). tables.light(code) is the light of a code of
/// Y.
template <class T, class Tables, class Counted>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_pixels(const SumsParameters& p, const Tables& tables, const GroupSamples& samples,
           const GroupSamples& before, const Counted& is_counted, PixelSums& sums,
           IrisSums& iris_sums) {
  constexpr uint32_t step = T::Reader::chroma_step;
  if (p.has(Sum::light)) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < group_pixels<T::sample_bytes>; i++) {
      const uint32_t code =
          T::sample_bytes == 1 ? byte_code(samples.luma.w, i) : sample_of<2>(samples.luma.w, i);
      sums.light += is_counted(i) ? tables.light(code) : 0;
    }
  }
  if constexpr (T::colours) {
    const auto add = [&](auto colours) {
      add_colours<T, typename decltype(colours)::Type>(p, tables, samples, before, is_counted, sums,
                                                       iris_sums);
    };
    if constexpr (T::sample_bytes == 1)
      add(Named<ByteColours<step>>());
    else if (p.colours.depth == 16) // 32 bits hold all sums of other depths
      add(Named<WordColours<step, int64_t>>());
    else
      add(Named<WordColours<step, int32_t>>());
  }
}

/// Adds those pixels of the group in column x and row y that lie in columns left to right - 1.
template <class T, class Tables>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_group(const SumsParameters& p, const Tables& tables,
                                                 const typename T::Reader& reader, uint32_t left,
                                                 uint32_t right, uint32_t x, uint32_t y,
                                                 PixelSums& sums, IrisSums& iris_sums) {
  const auto raw = reader.fetch(false, y);
  typename T::Reader::Raw raw_before{};
  if constexpr (T::iris) // without a frame before, the frame does not differ from itself
    raw_before = reader.fetch(p.has_before, y);
  const GroupSamples samples = reader.unpack(raw), before = reader.unpack(raw_before);
  if (x >= left && x + group_pixels<T::sample_bytes> <= right)
    add_pixels<T>(
        p, tables, samples, before, [](uint32_t) { return true; }, sums, iris_sums);
  else
    add_pixels<T>(
        p, tables, samples, before, [&](uint32_t i) { return x + i - left < right - left; }, sums,
        iris_sums);
}

} // namespace videohistogram::cuda
