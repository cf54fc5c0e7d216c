// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The lines of a vectorscope, and the boxes around the colours of bars.
#pragma once

#include "plugin/scope/draw/axis.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/panels/graticule.h"

namespace videohistogram::scope {

/// Half the side of a box for a colour of bars of 75 % and of 100 %, as a share of the signal, and
/// the least in pixels.
constexpr double half_box_75 = 0.025, half_box_100 = 0.0125, least_half_box = 2;

/// A point, or pixels to the right and down, or signals of Cb and Cr.
struct Point {
  double x, y;
};

/// Where the signals of Cb and Cr, from -0.5 to 0.5, lie in a picture.
struct VectorscopeScale {
  Point middle; ///< the place of the signals 0
  Point unit;   ///< pixels from the signal 0 to the signal 1, to the right and upwards
  Point radius; ///< of the circle

  Point place(double cb, double cr) const {
    return {middle.x + unit.x * cb, middle.y - unit.y * cr};
  }
};

/// Draws the graticule of a vectorscope with Cb and Cr of `source`.
void draw_vectorscope(Canvas& canvas, const Rect& plot, const VectorscopeScale& scale,
                      const Metrics& metrics, const Source& source, const PictureOptions& options);

} // namespace videohistogram::scope
