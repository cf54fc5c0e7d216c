// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A picture of scopes as plain data, for devices that draw it from counts in their own memory.
#pragma once

#include "core/drawing/background.h"
#include "core/drawing/box_filter.h"
#include "core/drawing/light.h"
#include "core/frame.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram {

/// A table as an image of densities: counts spread over the cells of a plot.
struct TraceDrawing {
  size_t matrix = 0;   ///< index among the matrices of the plan
  uint32_t bins = 0;   ///< counters per position
  bool upright = true; ///< positions from left to right, bins upwards; else positions upwards
  BoxFilter positions; ///< one cell per column if upright, else per row
  BoxFilter values;    ///< one cell per row if upright, else per column
  float scale = 0;     ///< from samples per pixel to a density that 1 stands for full light
  float gamma = 0;     ///< exponent of the density
  LightColour light, held_light;
  std::vector<uint32_t> colours; ///< of each pixel, in place of light.colour; empty: none
};

/// Cells of a joint histogram that are drawn as dots: those with at least `least` samples, and most
/// of those around.
struct DotsDrawing {
  size_t matrix = 0;
  uint32_t columns = 0, rows = 0;  ///< bins of the first and of the second axis
  uint64_t least = 1;              ///< more than one hundredth of the samples
  std::vector<int32_t> x_of, y_of; ///< the middle of the dot of a bin, in pixels of the plot
  /// Pixels of a dot to the left and to the right of its middle, by rows from its middle.
  std::vector<int32_t> half_widths;
  LightColour light; ///< the colour is that of the plot's trace if that has one per pixel
  uint32_t brightness = 0;
};

/// The curve of a histogram.
struct CurveDrawing {
  size_t histogram = 0; ///< index among the histograms of the plan
  uint32_t bins = 0;    ///< a power of two, at most most_curve_bins; each has several of the plan's
  BoxFilter filter;     ///< one cell per column
  bool logarithmic = false;
  uint32_t inner_begin = 0, inner_end = 0; ///< bins whose largest count sets the scale
  /// Bins of the plan's histogram, one per code, that are outside of the range: before and from
  /// these on.
  uint32_t below_end = 0, above_begin = 0;
  LightColour light, held_light;
  std::vector<double> percentiles; ///< 0 to 1
};

/// The labels of percentile marks, above those of the first curve.
struct MarkLabels {
  struct Text {
    uint32_t width = 0;            ///< pixels
    std::vector<uint8_t> coverage; ///< of each pixel, row by row: 0 to 255
  };
  std::vector<Text> texts; ///< one per percentile; empty: there are no labels
  uint32_t height = 0;     ///< rows of each text
  uint32_t gap = 0;        ///< least pixels between two
  uint32_t colour = 0;     ///< an opaque pixel
};

/// A part of the picture. Light is added in the order of the members.
struct PlotDrawing {
  Rect rect;
  std::vector<TraceDrawing> traces;
  std::optional<DotsDrawing> dots;
  // A histogram:
  std::vector<CurveDrawing> curves;
  size_t panel = 0;        ///< the curves of all plots of a panel have one scale
  float line = 1;          ///< width of an outline
  uint32_t mark_width = 0; ///< pixels of a percentile mark
  uint32_t mark_rows = 1;  ///< rows of the percentile marks of a curve, see MarkLayout
  MarkLabels mark_labels;
  uint32_t lamp_side = 0; ///< pixels
  uint32_t opaque = 0;    ///< a black pixel
};

/// A picture. Thread-safety: immutable.
struct Drawing {
  uint32_t width = 0, height = 0;
  Background background;
  std::vector<PlotDrawing> plots; ///< where two overlap, the later one is drawn later
};

} // namespace videohistogram
