// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The arithmetic of marks on pixels, in integers. Host and devices write the same bytes.
#pragma once

#include "core/drawing/frame_marks.h"

namespace videohistogram {

/// Y, Cb and Cr, or R, G and B. Without chroma Cb and Cr are neutral.
struct MarkedPixel {
  uint32_t v[3];
};

VIDEOHISTOGRAM_HOST_DEVICE inline uint8_t* sample_at(const MarkedComponent& component, uint32_t x,
                                                     uint32_t y) {
  return component.first + static_cast<ptrdiff_t>(y >> component.y_sub) * component.stride +
         size_t{x >> component.x_sub} * component.step;
}

VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t read_sample(const MarkedFrame& frame,
                                                       const uint8_t* sample) {
  uint32_t value = sample[0];
  if (frame.sample_bytes == 2)
    value |= static_cast<uint32_t>(sample[1]) << 8;
  return value >> frame.shift & ((1u << frame.depth) - 1);
}

VIDEOHISTOGRAM_HOST_DEVICE inline void write_sample(const MarkedFrame& frame, uint8_t* sample,
                                                    uint32_t value) {
  value <<= frame.shift;
  sample[0] = static_cast<uint8_t>(value);
  if (frame.sample_bytes == 2)
    sample[1] = static_cast<uint8_t>(value >> 8);
}

VIDEOHISTOGRAM_HOST_DEVICE inline MarkedPixel
read_pixel(const MarkRules& rules, const MarkedFrame& frame, uint32_t x, uint32_t y) {
  const uint32_t neutral = 1u << (frame.depth - 1);
  MarkedPixel pixel = {{0, neutral, neutral}};
  for (uint32_t c = 0; c < (rules.is_rgb || rules.has_chroma ? 3u : 1u); c++)
    pixel.v[c] = read_sample(frame, sample_at(frame.components[c], x, y));
  return pixel;
}

/// Y, or LUMA of R, G and B.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t luma_of(const MarkRules& rules,
                                                   const MarkedPixel& pixel) {
  if (!rules.is_rgb)
    return pixel.v[0];
  const LumaWeights& w = rules.luma;
  return (w.r * pixel.v[0] + w.g * pixel.v[1] + w.b * pixel.v[2] + (1u << 15)) >> 16;
}

/// The value by which steps and zebra are found.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t level_of(const MarkRules& rules,
                                                    const MarkedPixel& pixel) {
  if (!rules.by_maximum)
    return luma_of(rules, pixel);
  const uint32_t a = pixel.v[0], b = pixel.v[1], c = pixel.v[2];
  if (!rules.is_rgb)
    return rules.full.maximum(a, b, c);
  return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

/// Whether codes of R, G and B lie outside of the inner primaries, see GamutRows.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_outside_primaries(const MarkRules& rules,
                                                            const uint32_t codes[3]) {
  for (const auto& row : rules.inner.rows) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < 3; i++)
      sum += int64_t{row[i]} * (row[i] > 0 ? rules.light_above : rules.light_below)[codes[i]];
    if (sum < 0)
      return true;
  }
  return false;
}

VIDEOHISTOGRAM_HOST_DEVICE inline bool is_out_of_gamut(const MarkRules& rules,
                                                       const MarkedPixel& pixel) {
  uint32_t codes[4] = {pixel.v[0], pixel.v[1], pixel.v[2], rules.limits.low};
  if (!rules.is_rgb) {
    for (uint32_t i = 0; i < 3; i++)
      codes[i] = rules.rgb.colour(i, pixel.v[0], pixel.v[1], pixel.v[2]);
    codes[3] = rules.rgb.gray(pixel.v[0]);
  }
  if (rules.gamut == GamutMarks::r103)
    return range_mask(rules.limits, codes) != 0;
  return is_outside_primaries(rules, codes);
}

/// Whether a pixel lies on a stripe of a zebra. `phase`: 0 to rules.stripe - 1, moves the stripes.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_stripe(const MarkRules& rules, uint32_t phase, uint32_t x,
                                                 uint32_t y) {
  return (x + y + phase) % rules.stripe < rules.stripe / 2;
}

/// Y or LUMA of the pixel at x, y.
VIDEOHISTOGRAM_HOST_DEVICE inline int32_t
read_luma(const MarkRules& rules, const MarkedFrame& frame, uint32_t x, uint32_t y) {
  return static_cast<int32_t>(rules.is_rgb
                                  ? luma_of(rules, read_pixel(rules, frame, x, y))
                                  : read_sample(frame, sample_at(frame.components[0], x, y)));
}

/// Whether two differences of Y, across and down, make an edge.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_gradient(const MarkRules& rules, int32_t across,
                                                   int32_t down) {
  return static_cast<uint32_t>((across < 0 ? -across : across) + (down < 0 ? -down : down)) >=
         rules.peak_gradient;
}

/// Whether the pixel at x, y lies on an edge. At the sides of the frame pixels repeat.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_peak(const MarkRules& rules, const MarkedFrame& frame,
                                               uint32_t x, uint32_t y) {
  return is_gradient(rules,
                     read_luma(rules, frame, x + 1 < rules.width ? x + 1 : x, y) -
                         read_luma(rules, frame, x > 0 ? x - 1 : x, y),
                     read_luma(rules, frame, x, y + 1 < rules.height ? y + 1 : y) -
                         read_luma(rules, frame, x, y > 0 ? y - 1 : y));
}

/// Whether a pixel lies on a line around a safe area.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_on_line(const SafeLine& line, uint32_t width, uint32_t x,
                                                  uint32_t y) {
  const uint32_t right = x - line.area.x, down = y - line.area.y; // wrap around outside
  return right < line.area.width && down < line.area.height &&
         (right < width || right >= line.area.width - width || down < width ||
          down >= line.area.height - width);
}

/// The mark of a pixel on the line of a safe area; none: it lies on none.
VIDEOHISTOGRAM_HOST_DEVICE inline uint8_t line_at(const MarkRules& rules, uint32_t x, uint32_t y) {
  if (rules.line_width == 0)
    return mark::none;
  for (const SafeLine& line : rules.safe)
    if (is_on_line(line, rules.line_width, x, y))
      return (x + y) / line.dash % 2 == 0 ? mark::zebra_light : mark::zebra_dark;
  return mark::none;
}

/// The mark of a pixel inside of the part of the frame that is marked. `is_edge`: see is_peak().
VIDEOHISTOGRAM_HOST_DEVICE inline uint8_t mark_of(const MarkRules& rules, const MarkedPixel& pixel,
                                                  bool is_edge, uint32_t phase, uint32_t x,
                                                  uint32_t y) {
  if (x + rules.divider_columns >= rules.marked_columns)
    return mark::divider;
  if (const uint8_t line = line_at(rules, x, y); line != mark::none)
    return line;
  if (is_edge)
    return mark::peak;
  if (rules.gamut != GamutMarks::none && is_out_of_gamut(rules, pixel))
    return mark::out_of_gamut;
  const uint32_t level = level_of(rules, pixel);
  const uint8_t stripe = rules.zebra[level];
  return stripe != mark::none && is_stripe(rules, phase, x, y) ? stripe : rules.steps[level];
}

/// A sample of 8 bits in the depth of the frame.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t in_depth(const MarkedFrame& frame, uint32_t sample) {
  return sample << (frame.depth - 8);
}

/// Writes the samples of a component at x, y that are in each pixel, or those that several pixels
/// share.
VIDEOHISTOGRAM_HOST_DEVICE inline void write_components(const MarkedFrame& frame, bool shared,
                                                        const uint32_t samples[3], uint32_t x,
                                                        uint32_t y) {
  for (uint32_t c = 0; c < frame.n_components; c++) {
    const MarkedComponent& component = frame.components[c];
    if ((component.x_sub + component.y_sub > 0) == shared)
      write_sample(frame, sample_at(component, x, y), samples[c]);
  }
}

/// Which of the marks in the pixels of a chroma sample gives it its colour: that with the highest
/// rank, of several the first one. Edges, lines and pixels out of gamut are often single pixels,
/// which have their colour only with the chroma of the mark.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t rank_of_chroma(uint8_t kind, bool is_on_safe_line) {
  return is_on_safe_line ? 3 : kind == mark::peak ? 2 : kind == mark::out_of_gamut ? 1 : 0;
}

/// Marks the pixels of a chroma sample, the first one at x, y. `peaks`: of each pixel of the frame
/// is_peak(), found before any pixel was marked; null: none.
VIDEOHISTOGRAM_HOST_DEVICE inline void mark_cell(const MarkRules& rules, const MarkedFrame& frame,
                                                 const uint8_t* peaks, uint32_t phase, uint32_t x,
                                                 uint32_t y) {
  if (x >= rules.marked_columns)
    return;
  const uint32_t columns = 1u << frame.x_sub, rows = 1u << frame.y_sub;
  const bool in_legend = x - rules.legend.x < rules.legend.width &&
                         y - rules.legend.y < rules.legend.height; // wraps around outside
  uint32_t of_chroma[3] = {0, 0, 0}, best = 0;
  bool has_chroma = false;
  for (uint32_t i = 0; i < columns * rows; i++) {
    const uint32_t right = i % columns, down = i / columns;
    const uint32_t at_x = x + right, at_y = y + down;
    if (at_x >= rules.width || at_y >= rules.height)
      continue;
    uint32_t samples[3];
    uint8_t kind = mark::n_kinds; // none of them: the legend
    bool is_on_line = false;
    const uint32_t legend_x = at_x - rules.legend.x, legend_y = at_y - rules.legend.y;
    if (in_legend && legend_x < rules.legend.width && legend_y < rules.legend.height) {
      const uint32_t drawn = rules.picture[size_t{legend_y} * rules.legend.width + legend_x];
      for (uint32_t c = 0; c < 3; c++)
        samples[c] = in_depth(frame, drawn >> 8 * (c + 1) & 255);
    } else {
      const MarkedPixel pixel = read_pixel(rules, frame, at_x, at_y);
      kind = mark_of(rules, pixel, peaks && peaks[size_t{at_y} * rules.width + at_x] != 0, phase,
                     at_x, at_y);
      is_on_line = kind != mark::divider && line_at(rules, at_x, at_y) != mark::none;
      for (uint32_t c = 0; c < 3; c++)
        samples[c] = rules.colours[kind][c];
      if (kind == mark::grey)
        samples[0] = luma_of(rules, pixel);
      if (kind == mark::grey && rules.is_rgb)
        samples[1] = samples[2] = samples[0];
    }
    if (const uint32_t rank = rank_of_chroma(kind, is_on_line); i == 0 || rank > best) {
      best = rank;
      has_chroma = kind != mark::none;
      for (uint32_t c = 0; c < 3; c++)
        of_chroma[c] = samples[c];
    }
    if (kind != mark::none)
      write_components(frame, false, samples, at_x, at_y);
  }
  if (has_chroma) // after the last pixel, since all of them read the chroma
    write_components(frame, true, of_chroma, x, y);
}

} // namespace videohistogram
