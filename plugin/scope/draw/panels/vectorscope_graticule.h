// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The lines of a vectorscope, and the boxes around the colours of bars.
#pragma once

#include "core/colour.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/panels/graticule.h"

#include <vector>

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

/// Draws the graticule of one vectorscope.
class VectorscopeGraticule {
public:
  /// All arguments outlive the object.
  VectorscopeGraticule(Canvas& canvas, const Rect& plot, const VectorscopeScale& scale,
                       const Metrics& metrics, const ColourSpec& colours,
                       const PictureOptions& options)
      : canvas_(canvas), plot_(plot), scale_(scale), metrics_(metrics), colours_(colours),
        options_(options) {}

  void draw() const;

private:
  /// A rectangle by its middle.
  struct Box {
    Point at, half;               ///< half: of width and height
    const char* colour = nullptr; ///< its name; null: it is that of no colour
  };
  bool has_skin_line() const { return options_.skin_tone >= 0 && colours_.has_matrix; }
  Point skin_direction() const;
  Point place_of(double r, double g, double b) const;
  void draw_circle() const;
  void draw_targets() const;
  void write_name(const Box& box, const std::vector<Box>& boxes) const;
  bool is_beside(const Box& area, const Box& own, const std::vector<Box>& boxes,
                 double nearness) const;
  Box on_circle(const Box& area) const;
  bool touches_circle(const Box& area) const;
  bool touches_lines(const Box& area) const;

  Canvas& canvas_;
  const Rect& plot_;
  const VectorscopeScale& scale_;
  const Metrics& metrics_;
  const ColourSpec& colours_;
  const PictureOptions& options_;
};

} // namespace videohistogram::scope
