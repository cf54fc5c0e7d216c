// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/trace_drawing.h"

#include <cmath>

namespace videohistogram::scope {

TraceDrawing describe_trace(const TableShape& table, const Rect& plot, Orientation orientation,
                            const Response& response, const Window& window) {
  const bool upright = orientation == Orientation::upright;
  // `cells` cells of a part of an axis of the table.
  const auto filter = [&](uint32_t sources, uint32_t cells, bool reversed) {
    return BoxFilter(sources * window.begin, sources * window.end, sources, cells, reversed);
  };
  TraceDrawing trace;
  trace.bins = table.bins;
  trace.upright = upright;
  trace.positions = filter(table.positions, upright ? plot.width : plot.height, !upright);
  trace.values = filter(table.bins, upright ? plot.height : plot.width, upright);
  const auto to_density =
      static_cast<float>(double{1} * plot.width * plot.height /
                         (window.length() * window.length() * static_cast<double>(table.samples)));
  trace.scale = to_density / response.white;
  trace.gamma = response.gamma;
  return trace;
}

LightColour dim(const LightColour& light, double share) {
  const auto dimmed = [&](uint32_t pixel) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8)
      result |= static_cast<uint32_t>(std::lround((pixel >> shift & 255) * share)) << shift;
    return result;
  };
  return {dimmed(light.colour), dimmed(light.white)};
}

LightColour make_light(const Colour& colour, const PixelOrder& order) {
  const auto code = [](double component) {
    return static_cast<uint8_t>(std::lround(255 * component));
  };
  const auto white = [&](double component) { return code(0.4 * (1 - component)); };
  return {order.pack(code(colour.r), code(colour.g), code(colour.b), 0),
          order.pack(white(colour.r), white(colour.g), white(colour.b), 0)};
}

} // namespace videohistogram::scope
