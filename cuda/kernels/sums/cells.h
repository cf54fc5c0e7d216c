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

/// A table of light, of which neighbouring lanes have copies, so that they do not meet in a bank of
/// shared memory.
struct LightCopy {
  const uint32_t* entries; ///< this lane's first one
  uint32_t copies;

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t operator[](uint32_t code) const {
    return entries[code * copies];
  }
};
struct LightCopies {
  LightCopy light, light_of_colours, iris;
};
/// Bytes of the three tables with so many copies, of samples of one byte.
constexpr uint32_t light_table_bytes(uint32_t copies) {
  return 3 * 256 * copies * 4;
}
/// The copies for which a block has room, besides 1 KiB for others.
constexpr uint32_t light_copies(uint32_t shared_bytes) {
  uint32_t copies = warp_lanes;
  while (copies > 1 && light_table_bytes(copies) + 1024 > shared_bytes)
    copies /= 2;
  return copies;
}

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

/// Reads the group in column x and row y of the present frame or of the frame before. With colours,
/// there is a sample of chroma per two pixels if x_sub is 1, else one per pixel.
template <uint32_t sample_bytes, bool colours>
VIDEOHISTOGRAM_HOST_DEVICE inline GroupSamples read_group(const SumsParameters& p, bool before,
                                                          uint32_t x, uint32_t y) {
  const auto read = [&](const auto& reader, uint32_t row) {
    return before ? reader.before(row) : reader.now(row);
  };
  GroupSamples samples{};
  samples.luma = read(LaneReader<sample_bytes, 2>(p, p.planes[0], x), y);
  if (!colours)
    return samples;
  const uint32_t row = chroma_row_of(y, p.y_sub, before ? p.before_interlaced : p.interlaced,
                                     (p.planes[0].height - 1) >> p.y_sub);
  const auto read_chroma = [&](const SumsParameters::Plane& plane) -> SampleWords<2> {
    if (p.x_sub == 1)
      return {read(LaneReader<sample_bytes, 1>(p, plane, x / 2), row).w[0], 0};
    if (p.x_sub == 0)
      return read(LaneReader<sample_bytes, 2>(p, plane, x), row);
    return gather_samples<sample_bytes, 2>(p, before ? plane.before : plane.now, x, row,
                                           p.planes[0].width, p.x_sub);
  };
  samples.cb = read_chroma(p.planes[1]);
  samples.cr = read_chroma(p.planes[2]);
  return samples;
}

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

  VIDEOHISTOGRAM_HOST_DEVICE IrisPixel(const LightCopy& light, const uint32_t (&colours)[3],
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
};

/// A group and its cell.
struct Group {
  Cell cell;
  uint32_t x, y;
};

/// Adds the sums of a pixel's colours; `before` are those in the frame before.
template <class T>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_colours(const SumsParameters& p, const LightCopies& tables, const uint32_t (&now)[3],
            const uint32_t (&before)[3], PixelSums& sums, IrisSums& iris_sums) {
  if (T::rgb)
    VIDEOHISTOGRAM_UNROLL
  for (uint32_t c = 0; c < 3; c++)
    sums.rgb[c] += tables.light_of_colours[now[c]];
  if (!T::iris)
    return;
  const uint32_t drop = T::sample_bytes == 1 ? 0 : p.colours.depth - 8;
  const IrisPixel pixel(tables.iris, now, drop), was(tables.iris, before, drop);
  const uint32_t red = pixel.red();
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t c = 0; c < 3; c++)
    sums.linear[c] += pixel.of[c];
  sums.red += red;
  iris_sums.luminance_changed += pixel.is_as_light_as(was) ? 0 : 1;
  iris_sums.red_changed += red != was.red() ? 1 : 0;
}

/// Adds a group all of whose pixels lie in its cell.
template <class T, uint32_t chroma_step, class Number>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_whole_group(const SumsParameters& p, const LightCopies& tables, const Group& group,
                const GroupSamples& samples, PixelSums& sums, IrisSums& iris_sums) {
  constexpr uint32_t sample_bytes = T::sample_bytes;
  using Colours = GroupColours<sample_bytes, chroma_step, Number>;
  Colours now(p.colours, samples);
  GroupSamples samples_before{};
  if (T::iris) // without a frame before, the frame does not differ from itself
    samples_before = read_group<sample_bytes, true>(p, p.has_before, group.x, group.y);
  Colours before(p.colours, samples_before);
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < group_pixels<sample_bytes>; i++) {
    uint32_t colours[3], colours_before[3] = {};
    now.next(i, colours);
    if (T::iris)
      before.next(i, colours_before);
    add_colours<T>(p, tables, colours, colours_before, sums, iris_sums);
  }
}

/// Adds those pixels of a group that lie in its cell, one by one.
template <class T>
VIDEOHISTOGRAM_HOST_DEVICE inline void
add_part_of_group(const SumsParameters& p, const LightCopies& tables, const Group& group,
                  PixelSums& sums, IrisSums& iris_sums) {
  const uint32_t end = group.x + group_pixels<T::sample_bytes>;
  const auto colours_at = [&](bool before, uint32_t x, uint32_t(&colours)[3]) {
    const uint32_t row =
        chroma_row_of(group.y, p.y_sub, before ? p.before_interlaced : p.interlaced,
                      (p.planes[0].height - 1) >> p.y_sub);
    const auto sample = [&](uint32_t i, uint32_t column, uint32_t y) {
      return sum_sample(p, before ? p.planes[i].before : p.planes[i].now, column, y);
    };
    const uint32_t luma = sample(0, x, group.y), cb = sample(1, x >> p.x_sub, row),
                   cr = sample(2, x >> p.x_sub, row);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      colours[c] = colour_of(p.colours, c, chroma_part<int64_t>(p.colours, c, cb, cr), luma);
  };
#ifdef __CUDACC__
#pragma unroll 1
#endif
  for (uint32_t x = group.x < group.cell.left ? group.cell.left : group.x;
       x < end && x < group.cell.right; x++) {
    if (p.has(Sum::light))
      sums.light += tables.light[sum_sample(p, p.planes[0].now, x, group.y)];
    if constexpr (T::colours) {
      uint32_t colours[3], colours_before[3] = {};
      colours_at(false, x, colours);
      if (T::iris)
        colours_at(p.has_before, x, colours_before);
      add_colours<T>(p, tables, colours, colours_before, sums, iris_sums);
    }
  }
}

/// Adds the pixels of a group that lie in its cell.
template <class T>
VIDEOHISTOGRAM_HOST_DEVICE inline void add_group(const SumsParameters& p, const LightCopies& tables,
                                                 const Group& group, PixelSums& sums,
                                                 IrisSums& iris_sums) {
  constexpr uint32_t n = group_pixels<T::sample_bytes>;
  if (group.x < group.cell.left || group.x + n > group.cell.right) {
    add_part_of_group<T>(p, tables, group, sums, iris_sums);
    return;
  }
  const GroupSamples samples = read_group<T::sample_bytes, T::colours>(p, false, group.x, group.y);
  if (p.has(Sum::light)) {
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < n; i++)
      sums.light += tables.light[sample_of<T::sample_bytes>(samples.luma.w, i)];
  }
  if constexpr (T::colours) {
    const auto add = [&](auto chroma_step, auto number) {
      add_whole_group<T, decltype(chroma_step)::value, decltype(number)>(p, tables, group, samples,
                                                                         sums, iris_sums);
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
