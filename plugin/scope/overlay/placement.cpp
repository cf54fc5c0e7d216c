// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/overlay/placement.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

namespace {

constexpr uint32_t most_pixels = 16384; ///< per side of a picture

/// The pixels between the left edges of neighbouring chroma samples, or the upper ones.
uint32_t cell_width(const GstVideoInfo& info) {
  uint32_t cell = 1;
  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info); c++)
    cell = std::max(cell, 1u << GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, c));
  return cell;
}
uint32_t cell_height(const GstVideoInfo& info) {
  uint32_t cell = 1;
  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info); c++)
    cell = std::max(cell, 1u << GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, c));
  return cell;
}

struct Span {
  uint32_t begin, length;
};

/// A share of a side of `length` pixels, in whole cells unless the side is shorter than one.
Span place(double at, double share, uint32_t length, uint32_t cell) {
  const auto whole = [&](double pixels) { return static_cast<uint32_t>(pixels / cell) * cell; };
  const uint32_t most = std::max(length / cell * cell, std::min(length, cell));
  const uint32_t taken = std::clamp(whole(std::round(share * length)), std::min(cell, most), most);
  return {std::min(whole(std::round(at * (length - taken))), length - taken), taken};
}

/// The pixels of a window that show `length` of the `of` pixels of a frame.
uint32_t in_window(uint32_t length, uint32_t of, uint32_t window) {
  if (window == 0)
    return std::min(length, most_pixels);
  const double pixels = std::round(double{1} * length * window / of);
  return static_cast<uint32_t>(std::clamp(pixels, 1.0, double{1} * most_pixels));
}

} // namespace

Placement place_overlay(const OverlaySettings& settings, const GstVideoInfo& frame,
                        const WindowSize& window) {
  const auto width = static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&frame));
  const auto height = static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&frame));
  const Span x = place(settings.x, settings.width, width, cell_width(frame));
  const Span y = place(settings.y, settings.height, height, cell_height(frame));
  const bool known = window.width > 0 && window.height > 0;
  return {{x.begin, y.begin, x.length, y.length},
          in_window(x.length, width, known ? window.width : 0),
          in_window(y.length, height, known ? window.height : 0)};
}

} // namespace videohistogram::scope
