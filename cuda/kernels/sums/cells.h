// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums per cell of the grid, and IRIS. Pixels are taken in groups of neighbours in a row, which
// share loads and chroma.
#pragma once

#include "core/field_rows.h"
#include "cuda/kernels/sums/samples.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// Pixels of a group; groups begin at multiples of as many columns.
template <uint32_t sample_bytes>
constexpr uint32_t group_pixels = 8 / sample_bytes;

/// Tables of light.
template <class Light, class Iris>
struct LightTables {
  Light light, light_of_colours;
  Iris iris;
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

/// Colour `index`, of which `chroma` has all but the part of Y. The numbers hold all sums.
template <class Number>
VIDEOHISTOGRAM_HOST_DEVICE inline Number chroma_part(const ColourTransform& t, uint32_t index,
                                                     uint32_t cb, uint32_t cr) {
  const ColourTransform::Row& row = t.rows[index];
  return (Number{1} << (t.shift - 1)) + (Number{t.offset} << t.shift) - Number{row.y} * t.y_zero +
         Number{row.cb} * (static_cast<Number>(cb) - t.c_zero) +
         Number{row.cr} * (static_cast<Number>(cr) - t.c_zero);
}
template <class Number>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t colour_of(const ColourTransform& t, uint32_t index,
                                                     Number chroma, uint32_t luma) {
  const auto value = static_cast<int32_t>(
      (chroma + Number{t.rows[index].y} * static_cast<Number>(luma)) >> t.shift);
  const auto last = static_cast<int32_t>((1u << t.depth) - 1);
  return static_cast<uint32_t>(value < 0 ? 0 : value > last ? last : value);
}

/// The samples of a group.
struct GroupSamples {
  SampleWords<2> luma, cb, cr;
};

/// Reads groups of pixels that lie below each other. With colours, there is a sample of chroma per
/// two pixels if x_sub is 1, else one per pixel.
template <uint32_t sample_bytes, bool colours>
class GroupReader {
  using Luma = LaneReader<sample_bytes, 2>;
  using Half = LaneReader<sample_bytes, 1>;

public:
  GroupReader() = default;
  VIDEOHISTOGRAM_HOST_DEVICE GroupReader(const SumsParameters& p, uint32_t x)
      : p_(&p), x_(x), luma_(p, p.planes[0], x) {
    if constexpr (colours)
      for (uint32_t i = 0; i < 2; i++) {
        if (p.x_sub == 1)
          half_[i] = Half(p, p.planes[1 + i], x / 2);
        else
          full_[i] = Luma(p, p.planes[1 + i], x);
      }
  }

  /// The group in row y of the present frame or of the frame before.
  VIDEOHISTOGRAM_HOST_DEVICE GroupSamples read(bool before, uint32_t y) const {
    GroupSamples samples{};
    samples.luma = from(luma_, before, y);
    if (!colours)
      return samples;
    const uint32_t row =
        chroma_row_of(y, p_->y_sub, before ? p_->before_interlaced : p_->interlaced,
                      (p_->planes[0].height - 1) >> p_->y_sub);
    if (p_->x_sub == 1) {
      samples.cb.w[0] = from(half_[0], before, row).w[0];
      samples.cr.w[0] = from(half_[1], before, row).w[0];
    } else if (p_->x_sub == 0) {
      samples.cb = from(full_[0], before, row);
      samples.cr = from(full_[1], before, row);
    } else {
      samples.cb = gather(1, before, row);
      samples.cr = gather(2, before, row);
    }
    return samples;
  }

private:
  template <class Reader>
  VIDEOHISTOGRAM_HOST_DEVICE static auto from(const Reader& reader, bool before, uint32_t row) {
    return before ? reader.before(row) : reader.now(row);
  }
  VIDEOHISTOGRAM_HOST_DEVICE SampleWords<2> gather(uint32_t plane, bool before,
                                                   uint32_t row) const {
    return gather_samples<sample_bytes, 2>(
        *p_, before ? p_->planes[plane].before : p_->planes[plane].now, x_, row,
        p_->planes[0].width, p_->x_sub);
  }

  const SumsParameters* p_ = nullptr;
  uint32_t x_ = 0;
  Luma luma_, full_[2];
  Half half_[2];
};

/// The colours of a group, pixel by pixel.
template <uint32_t sample_bytes, uint32_t chroma_step, class Number>
class GroupColours {
public:
  VIDEOHISTOGRAM_HOST_DEVICE GroupColours(const ColourTransform& t, const GroupSamples& samples)
      : t_(t), samples_(samples) {}

  /// R, G and B of pixel `i`, which is the first one, or the one after that of the last call.
  VIDEOHISTOGRAM_HOST_DEVICE void next(uint32_t i, uint32_t (&colours)[3]) {
    const uint32_t luma = sample_of<sample_bytes>(samples_.luma.w, i);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++) {
      if (i % chroma_step == 0)
        chroma_[c] =
            chroma_part<Number>(t_, c, sample_of<sample_bytes>(samples_.cb.w, i / chroma_step),
                                sample_of<sample_bytes>(samples_.cr.w, i / chroma_step));
      colours[c] = colour_of(t_, c, chroma_[c], luma);
    }
  }

private:
  const ColourTransform& t_;
  const GroupSamples& samples_;
  Number chroma_[3] = {};
};

/// Linear R, G and B of a pixel.
struct IrisPixel {
  uint32_t of[3];

  template <class Table>
  VIDEOHISTOGRAM_HOST_DEVICE IrisPixel(const Table& light, const uint32_t (&colours)[3],
                                       uint32_t drop) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      of[c] = light[colours[c] >> drop];
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t red() const {
    const uint32_t others = of[1] + of[2];
    return of[0] >= 4 * others ? of[0] - others : 0;
  }
  VIDEOHISTOGRAM_HOST_DEVICE bool is_as_light_as(const IrisPixel& o) const {
    const auto more = [&](uint32_t c) { return static_cast<int32_t>(of[c] - o.of[c]); };
    return int64_t{2126} * more(0) + int64_t{7152} * more(1) + int64_t{722} * more(2) == 0;
  }
};

/// The compile-time configuration of a kernel: which sums it has, besides LIGHT.
template <uint32_t SampleBytes, bool Rgb, bool Iris>
struct CellConfig {
  static constexpr uint32_t sample_bytes = SampleBytes;
  static constexpr bool rgb = Rgb, iris = Iris, colours = Rgb || Iris;
  using Reader = GroupReader<sample_bytes, colours>;
};

/// Adds R, G and B of the pixels of a group for which is_counted(i).
template <class T, uint32_t chroma_step, class Number, class Tables, class Counted>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_colours(const SumsParameters& p, const Tables& tables, const GroupSamples& samples,
            const GroupSamples& samples_before, const Counted& is_counted, PixelSums& sums,
            IrisSums& iris_sums) {
  using Colours = GroupColours<T::sample_bytes, chroma_step, Number>;
  const uint32_t drop = T::sample_bytes == 1 ? 0 : p.colours.depth - 8;
  Colours now(p.colours, samples), before(p.colours, samples_before);
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < group_pixels<T::sample_bytes>; i++) {
    const bool counted = is_counted(i);
    uint32_t colours[3], colours_before[3] = {};
    now.next(i, colours);
    if (T::rgb)
      VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      sums.rgb[c] += counted ? tables.light_of_colours[colours[c]] : 0;
    if (!T::iris)
      continue;
    before.next(i, colours_before);
    const IrisPixel pixel(tables.iris, colours, drop), was(tables.iris, colours_before, drop);
    const uint32_t red = pixel.red();
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      sums.linear[c] += counted ? pixel.of[c] : 0;
    sums.red += counted ? red : 0;
    iris_sums.luminance_changed += counted && !pixel.is_as_light_as(was) ? 1 : 0;
    iris_sums.red_changed += counted && red != was.red() ? 1 : 0;
  }
}

/// Adds those pixels of the group in column x and row y that lie in columns left to right - 1.
template <class T, class Tables>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_group(const SumsParameters& p, const Tables& tables,
                                                 const typename T::Reader& reader, uint32_t left,
                                                 uint32_t right, uint32_t x, uint32_t y,
                                                 PixelSums& sums, IrisSums& iris_sums) {
  const auto is_counted = [&](uint32_t i) { return x + i - left < right - left; };
  const GroupSamples samples = reader.read(false, y);
  // Without a frame before, the frame does not differ from itself.
  const GroupSamples before = T::iris ? reader.read(p.has_before, y) : GroupSamples{};
  if (p.has(Sum::light)) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < group_pixels<T::sample_bytes>; i++)
      sums.light += is_counted(i) ? tables.light[sample_of<T::sample_bytes>(samples.luma.w, i)] : 0;
  }
  if constexpr (T::colours) {
    const auto add = [&](auto chroma_step, auto number) {
      add_colours<T, decltype(chroma_step)::value, decltype(number)>(p, tables, samples, before,
                                                                     is_counted, sums, iris_sums);
    };
    using One = std::integral_constant<uint32_t, 1>;
    using Two = std::integral_constant<uint32_t, 2>;
    if constexpr (T::sample_bytes == 2) {
      if (p.colours.depth == 16 && p.x_sub == 1)
        return add(Two(), int64_t{});
      if (p.colours.depth == 16)
        return add(One(), int64_t{});
    }
    if (p.x_sub == 1) // 32 bits hold all sums of other depths
      add(Two(), int32_t{});
    else
      add(One(), int32_t{});
  }
}

} // namespace videohistogram::cuda
