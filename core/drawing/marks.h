// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The percentile marks of histograms and their labels. CPU and GPU draw the same pixels.
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// The rows of percentile marks at the bottom of a plot. Each curve has rows of its own, the first
/// one the highest, so that no curve's mark covers that of another.
struct MarkLayout {
  uint32_t rows;   ///< of a curve's marks, above 0
  uint32_t curves; ///< of the plot

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t height() const { return rows * curves; }
  /// Pixels beside a mark that are darkened. The fills of several curves add up to white, on which
  /// a mark of luma would not be visible; a single fill is darker than its marks.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t halo(uint32_t mark_width) const {
    return curves > 1 ? mark_width : 0;
  }
  /// The curve whose marks lie in a row, counted from the bottom; `curves`: no mark lies there.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t curve_of(uint32_t from_bottom) const {
    const uint32_t above = from_bottom / rows; // other curves' rows below this one
    return above < curves ? curves - 1 - above : curves;
  }
};

/// The place of a label that is not drawn.
constexpr uint32_t no_label = UINT32_MAX;

/// What the places of labels depend on besides marks and widths. All in pixels.
struct LabelSpace {
  uint32_t plot; ///< width of the plot
  uint32_t mark; ///< width of a mark
  uint32_t gap;  ///< between labels
};

/// Decides in which column each of `n` labels begins: centred over its mark, which begins in
/// `marks[i]`, and moved into the plot. A label that would touch an earlier one gets no_label, as
/// does one without width or wider than the plot.
VIDEOHISTOGRAM_HOST_DEVICE inline void place_labels(const uint32_t* marks, const uint32_t* widths,
                                                    uint32_t n, const LabelSpace& space,
                                                    uint32_t* places) {
  for (uint32_t i = 0; i < n; i++) {
    places[i] = no_label;
    const uint32_t width = widths[i], middle = marks[i] + space.mark / 2;
    if (width == 0 || width > space.plot)
      continue;
    const uint32_t last = space.plot - width, wanted = middle > width / 2 ? middle - width / 2 : 0;
    const uint32_t left = wanted < last ? wanted : last;
    bool free = true;
    for (uint32_t j = 0; j < i; j++)
      if (places[j] != no_label && left < places[j] + widths[j] + space.gap &&
          places[j] < left + width + space.gap)
        free = false;
    if (free)
      places[i] = left;
  }
}

/// A pixel beside a mark or under a label, so that these can be seen on any fill. `opaque`: a
/// black pixel.
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
