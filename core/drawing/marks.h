// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The percentile marks of histograms and their labels. CPU and GPU draw the same pixels.
#pragma once

#include "core/host_device.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// The rows of percentile marks at the bottom of a plot, below the curves. Each curve has rows of
/// its own, the first one the highest, so that no curve's mark covers that of another.
struct MarkLayout {
  uint32_t rows;   ///< of a curve's marks, above 0
  uint32_t curves; ///< of the plot

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t height() const { return rows * curves; }
  /// The curve whose marks lie in a row, counted from the bottom; `curves`: no mark lies there.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t curve_of(uint32_t from_bottom) const {
    const uint32_t above = from_bottom / rows; // other curves' rows below this one
    return above < curves ? curves - 1 - above : curves;
  }
};

/// Glyphs of the longest number of a label, such as 10000.
constexpr uint32_t number_length = 8;
/// Ends a number that is shorter.
constexpr uint8_t no_glyph = UINT8_MAX;

/// The images of which labels are put together: a label is the name of its percentile, the value of
/// its mark and a unit, such as "P50 ", "43" and " %". Images are numbered: the names, the unit,
/// the glyphs of numbers.
struct LabelImages {
  const uint32_t* widths;  ///< per image, in pixels
  const uint32_t* firsts;  ///< per image, the index of its first byte in `coverage`
  const uint8_t* coverage; ///< of each pixel, image by image and row by row: 0 to 255
  const uint8_t* numbers;  ///< per bin `number_length` glyphs, or fewer and no_glyph
  uint32_t labels;         ///< number of names

  /// Calls `take(image)` for each image of a label, whose mark shows `bin`, until it returns false.
  template <class Take>
  VIDEOHISTOGRAM_HOST_DEVICE void for_each(uint32_t label, uint32_t bin, Take take) const {
    if (!take(label))
      return;
    const uint8_t* const number = numbers + size_t{bin} * number_length;
    for (uint32_t i = 0; i < number_length && number[i] != no_glyph; i++)
      if (!take(labels + 1 + number[i]))
        return;
    take(labels);
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t width(uint32_t label, uint32_t bin) const {
    uint32_t sum = 0;
    for_each(label, bin, [&](uint32_t image) {
      sum += widths[image];
      return true;
    });
    return sum;
  }
  /// The share of a pixel of a label that letters cover; `x` is less than its width.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t share(uint32_t label, uint32_t bin, uint32_t x,
                                            uint32_t row) const {
    uint32_t covered = 0;
    for_each(label, bin, [&](uint32_t image) {
      const uint32_t wide = widths[image];
      if (x >= wide) {
        x -= wide;
        return true;
      }
      covered = coverage[firsts[image] + row * wide + x];
      return false;
    });
    return covered;
  }
};

/// The place of a label that is not drawn.
constexpr uint32_t no_label = UINT32_MAX;

/// What the places of labels depend on besides marks and widths. All in pixels.
struct LabelSpace {
  uint32_t plot;  ///< width of the plot
  uint32_t mark;  ///< width of a mark
  uint32_t gap;   ///< between labels
  uint32_t first; ///< index of the label that takes its place before the others
};

/// Decides in which column each of `n` labels begins: centred over its mark, which begins in
/// `marks[i]`, and moved into the plot. A label that would touch an earlier one gets no_label, as
/// does one without width or wider than the plot. Labels take their places in their order, after
/// the first one.
VIDEOHISTOGRAM_HOST_DEVICE inline void place_labels(const uint32_t* marks, const uint32_t* widths,
                                                    uint32_t n, const LabelSpace& space,
                                                    uint32_t* places) {
  for (uint32_t i = 0; i < n; i++)
    places[i] = no_label;
  for (uint32_t turn = 0; turn < n; turn++) {
    const uint32_t i = turn == 0 ? space.first : turn <= space.first ? turn - 1 : turn;
    const uint32_t width = widths[i], middle = marks[i] + space.mark / 2;
    if (width == 0 || width > space.plot)
      continue;
    const uint32_t last = space.plot - width, wanted = middle > width / 2 ? middle - width / 2 : 0;
    const uint32_t left = wanted < last ? wanted : last;
    bool free = true;
    for (uint32_t j = 0; j < n; j++)
      if (places[j] != no_label && left < places[j] + widths[j] + space.gap &&
          places[j] < left + width + space.gap)
        free = false;
    if (free)
      places[i] = left;
  }
}

/// A pixel under a label, so that the label can be read over lines. `opaque`: a black pixel.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t darkened(uint32_t pixel, uint32_t opaque) {
  return opaque | (pixel >> 2 & 0x3f3f3f3f);
}

/// A pixel of a label over another pixel. `text` is the colour of the label, opaque; `coverage` is
/// the share of the pixel that a letter covers, 0 to 255.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t label_pixel(uint32_t below, uint32_t opaque,
                                                       uint32_t text, uint32_t coverage) {
  const uint32_t dark = darkened(below, opaque);
  uint32_t pixel = 0;
  for (uint32_t shift = 0; shift < 32; shift += 8) {
    const uint32_t a = dark >> shift & 255, b = text >> shift & 255;
    pixel |= (a * (255 - coverage) + b * coverage + 127) / 255 << shift;
  }
  return pixel;
}

} // namespace videohistogram
