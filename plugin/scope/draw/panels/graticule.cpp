// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/graticule.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

Colour colour_of(Quantity quantity, TraceColour choice, bool shared) {
  if (choice == TraceColour::neutral && shared) {
    switch (quantity) {
    case Quantity::r:
      return {0.86, 0.46, 0.38};
    case Quantity::g:
      return {0.66, 0.94, 0.46};
    case Quantity::b:
      return {0.48, 0.58, 1.00};
    default:
      return {0.88, 0.89, 0.90};
    }
  }
  if (choice == TraceColour::neutral)
    return style::neutral_trace;
  switch (quantity) {
  case Quantity::r:
    return {1.00, 0.15, 0.15};
  case Quantity::g:
    return {0.25, 1.00, 0.32};
  case Quantity::b:
    return {0.34, 0.52, 1.00};
  case Quantity::cb:
    return {0.45, 0.55, 1.00};
  case Quantity::cr:
    return {1.00, 0.45, 0.55};
  default:
    return {0.80, 0.84, 0.88};
  }
}

void draw_box(Canvas& canvas, double x, double y, double half_width, double half_height,
              const Colour& bar, double line) {
  // Blue, the darkest one, has a contrast of 3.
  const Colour colour = {0.35 + 0.5 * bar.r, 0.35 + 0.5 * bar.g, 0.35 + 0.5 * bar.b};
  const auto on_pixel = [](double place) { return std::floor(place) + 0.5; };
  const double left = on_pixel(x - half_width), top = on_pixel(y - half_height);
  canvas.rectangle(left, top, on_pixel(x + half_width) - left, on_pixel(y + half_height) - top,
                   colour, line);
}

Metrics::Metrics(const Rect& panel, double of_picture)
    : font(of_picture > 0 ? of_picture
                          : std::max(9.0, std::round(std::min(panel.height, panel.width) / 30.0))),
      line(std::max(1.0, std::round(font / 16))),
      labels(panel.width >= 12 * font && panel.height >= 7 * font), edge(labels ? 0.5 * font : 1),
      top(labels ? 1.9 * font : 1) {}

Rect inset(const Rect& panel, const Margins& margins) {
  const double right = panel.x + panel.width - margins.right;
  const double bottom = panel.y + panel.height - margins.bottom;
  Rect rect;
  rect.x = panel.x + static_cast<uint32_t>(std::min(margins.left, panel.width - 1.0));
  rect.y = panel.y + static_cast<uint32_t>(std::min(margins.top, panel.height - 1.0));
  rect.width = static_cast<uint32_t>(std::max(right - rect.x, 1.0));
  rect.height = static_cast<uint32_t>(std::max(bottom - rect.y, 1.0));
  return rect;
}

Rect largest_square(const Rect& room, double pixel_aspect) {
  const double high = std::min<double>(room.height, room.width * pixel_aspect);
  Rect square;
  square.width = static_cast<uint32_t>(std::max(std::round(high / pixel_aspect), 1.0));
  square.height = static_cast<uint32_t>(std::max(std::floor(high), 1.0));
  square.x = room.x + (room.width - std::min(square.width, room.width)) / 2;
  square.y = room.y + (room.height - std::min(square.height, room.height)) / 2;
  return square;
}

} // namespace videohistogram::scope
