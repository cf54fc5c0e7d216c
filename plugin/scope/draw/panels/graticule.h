// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours and dimensions of the graticules of all scopes.
#pragma once

#include "core/quantity.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/options.h"

namespace videohistogram::scope {

namespace style {
constexpr Colour page = {0.070, 0.075, 0.085};
constexpr Colour plot = {0.016, 0.018, 0.022};
constexpr Colour line = {0.215, 0.225, 0.250};
constexpr Colour nominal_line = {0.36, 0.38, 0.42};
constexpr Colour guide_line = {0.15, 0.62, 0.66};
constexpr Colour white_line = {0.52, 0.54, 0.50};
constexpr Colour r103_line = {0.52, 0.31, 0.12};
constexpr Colour label = {0.58, 0.61, 0.66};
constexpr Colour title = {0.76, 0.79, 0.84};
constexpr Colour skin_line = {0.62, 0.50, 0.37};
constexpr Colour iq_line = {0.34, 0.42, 0.58};
constexpr Colour neutral_trace = {0.62, 0.86, 0.70};
constexpr Colour held_trace = {1.00, 0.62, 0.10};
} // namespace style

/// The whiteness of full light where others lie in the same plot: white is the sum of all there.
constexpr double whiteness_of_shared = 0.4;

/// The colour of a quantity's trace. `shared`: others lie in the same plot, from which it can be
/// told in any choice of colours, also by people who do not see red or green.
Colour colour_of(Quantity quantity, TraceColour choice, bool shared);

/// Draws a box around a colour of bars: `half` of its width and height, `line` wide. Its outline
/// lies on whole pixels, between which a line would have half of its contrast.
void draw_box(Canvas& canvas, double x, double y, double half_width, double half_height,
              const Colour& bar, double line);

/// The dimensions of text and lines in a scope, in pixels.
struct Metrics {
  double font;
  double line; ///< width of a line, whole
  bool labels; ///< whether there is room for text
  double edge; ///< margin at a side of the plots without text
  double top;  ///< margin below the title

  /// For a scope that fills `panel`. `font`: 0: that of the panel's size.
  explicit Metrics(const Rect& panel, double font = 0);
};

/// The margins around the plots of a panel.
struct Margins {
  double left, top, right, bottom;
};
/// The panel without the margins; at least one pixel.
Rect inset(const Rect& panel, const Margins& margins);
/// The largest rectangle in the middle of `room` that is a square on the display.
Rect largest_square(const Rect& room, double pixel_aspect);

} // namespace videohistogram::scope
