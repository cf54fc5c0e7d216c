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
constexpr Colour line = {0.135, 0.145, 0.165};
constexpr Colour nominal_line = {0.30, 0.32, 0.36};
constexpr Colour r103_line = {0.52, 0.31, 0.12};
constexpr Colour label = {0.58, 0.61, 0.66};
constexpr Colour title = {0.76, 0.79, 0.84};
constexpr Colour skin_line = {0.50, 0.40, 0.30};
constexpr Colour iq_line = {0.26, 0.32, 0.44};
constexpr Colour neutral_trace = {0.62, 0.86, 0.70};
constexpr Colour held_trace = {1.00, 0.62, 0.10};
} // namespace style

/// The colour of a quantity's trace. `shared`: others lie in the same plot, from which it can be
/// told in any choice of colours.
Colour colour_of(Quantity quantity, TraceColour choice, bool shared);

/// The dimensions of text and lines in a scope, in pixels.
struct Metrics {
  double font;
  double line; ///< width of a line, whole
  bool labels; ///< whether there is room for text
  double edge; ///< margin at a side of the plots without text
  double top;  ///< margin below the title

  /// For a scope that fills `panel`.
  explicit Metrics(const Rect& panel);
};

/// The margins around the plots of a panel.
struct Margins {
  double left, top, right, bottom;
};
/// The panel without the margins; at least one pixel.
Rect inset(const Rect& panel, const Margins& margins);

} // namespace videohistogram::scope
