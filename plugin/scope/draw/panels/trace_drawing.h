// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What panels describe alike: traces, and the light of colours.
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/plot_area.h"
#include "plugin/scope/draw/tables.h"

namespace videohistogram::scope {

/// How bright a density of samples is: 255 min(1, (density / white)^gamma). The density 1 is that
/// of samples spread evenly over the plot.
struct Response {
  float white = 28;
  float gamma = 0.4f;
};

/// Which way the axes of a table run in a plot.
enum class Orientation {
  upright,  ///< positions from left to right, bins upwards
  sideways, ///< positions upwards, bins from left to right
};

/// The trace of a table, without its matrix and its light. `window`: of both axes.
TraceDrawing describe_trace(const TableShape& table, const Rect& plot, Orientation orientation,
                            const Response& response, const Window& window = {});

/// `share`, 0 to 1, of a light.
LightColour dim(const LightColour& light, double share);
/// The light of a colour: the brighter a pixel, the whiter.
LightColour make_light(const Colour& colour, const PixelOrder& order);

} // namespace videohistogram::scope
