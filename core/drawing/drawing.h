// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A picture of scopes as plain data. The painters of the host (plugin/scope/draw/painter.h) and of
// devices draw it from the counts of a frame, with the same pixels.
#pragma once

#include "core/drawing/background.h"
#include "core/drawing/box_filter.h"
#include "core/drawing/cell_map.h"
#include "core/drawing/curve.h"
#include "core/drawing/full_count.h"
#include "core/drawing/light.h"
#include "core/drawing/marks.h"
#include "core/drawing/mean_colour.h"
#include "core/frame.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram {

/// The lines of a trace's extents.
struct ExtentsDrawing {
  std::vector<int32_t> places; ///< per bin, see Extent
  bool peak = false;           ///< the extents of all frames, and not of the present one
  uint32_t colour = 0;         ///< an opaque pixel
};

/// A table as an image of densities: counts spread over the cells of a plot.
struct TraceDrawing {
  size_t matrix = 0;   ///< index among the matrices of the plan
  uint32_t bins = 0;   ///< counters per position
  bool upright = true; ///< positions from left to right, bins upwards; else positions upwards
  BoxFilter positions; ///< one cell per column if upright, else per row
  BoxFilter values;    ///< one cell per row if upright, else per column
  /// Replaces the spreading of counts over positions: each pixel shows its taps. The trace is then
  /// sideways, with as many bins as the plot has columns, each of which shows its own.
  CellMap map;
  /// The scale is one to the count of a cell of the table; the painter divides it by the
  /// full_count() of the panel's traces.
  Response response;
  uint32_t table_positions = 0;
  uint32_t table_bins = 0; ///< counters per position of the table; `bins` unless there is a map
  uint32_t measured = 1;   ///< of so many positions of the table one has a part in full_count()
  LightColour light, held_light;
  ColourLift lift; ///< of `colours`, or of the mean colours
  std::optional<ExtentsDrawing> extents;
  /// The colour of each pixel of the plot, row by row, which replaces light.colour; empty: none.
  /// `colour_padding` unused colours follow, because whole vectors are read.
  std::vector<uint32_t> colours;
  /// The sums of the components of mean colours, which replace `colours`, as traces with the same
  /// filters: one per component. They are not drawn, and have no map and no extents.
  std::vector<TraceDrawing> components;
  MeanColours mean; ///< of `components`
};

/// Number of unused colours at the end of TraceDrawing::colours.
constexpr size_t colour_padding = 16;

/// Bins of the plot's trace, a joint histogram, that are drawn as dots: those that is_dot() finds.
struct DotsDrawing {
  /// Least samples of a dot: max(1, samples / 50), rounded down. So there are fewer than 100 dots,
  /// which fit `max_dots`.
  uint64_t least = 1;
  std::vector<int32_t> x_of, y_of; ///< per bin of each axis, the middle of its dot, in pixels
  /// Pixels of a dot to the left and to the right of its middle, by rows from its middle; below 0
  /// where a row has none. All rows of the smallest size, then those of the next.
  std::vector<int32_t> half_widths;
  uint32_t rows = 0;       ///< of each size
  uint32_t brightness = 0; ///< of the trace's light
};

/// The curve of a histogram.
struct CurveDrawing {
  size_t histogram = 0; ///< index among the histograms of the plan
  LightColour light;
};

/// The labels of percentile marks, above those of the first curve: see LabelImages.
struct MarkLabels {
  std::vector<uint32_t> widths, firsts;
  std::vector<uint8_t> coverage, numbers;
  uint32_t labels = 0; ///< one per percentile; 0: there are none
  uint32_t height = 0; ///< rows of each image
  uint32_t gap = 0;    ///< minimum of pixels between two labels
  uint32_t first = 0;  ///< label that takes its place before the others
  uint32_t colour = 0; ///< an opaque pixel

  LabelImages images() const {
    return {widths.data(), firsts.data(), coverage.data(), numbers.data(), labels};
  }
};

/// Curves over each other, with percentile marks, labels of those, and lamps.
struct HistogramDrawing {
  std::vector<CurveDrawing> curves;
  uint32_t bins = 0; ///< a power of two, at most most_curve_bins; each has several of the plan's
  BoxFilter filter;  ///< one cell per column
  bool logarithmic = false;
  uint32_t inner_begin = 0, inner_end = 0; ///< bins whose largest count sets the scale
  /// In bins of the plan's histograms, which hold one code each.
  LampLimits below, above;
  std::vector<double> percentiles; ///< 0 to 1
  float line = 1;                  ///< width of an outline
  uint32_t mark_width = 0;         ///< pixels of a percentile mark
  uint32_t mark_rows = 1;          ///< rows of the percentile marks of a curve, see MarkLayout
  uint32_t base = 0;               ///< rows below the curves, which marks and labels have alone
  MarkLabels mark_labels;
  uint32_t lamp_side = 0; ///< pixels
  uint32_t opaque = 0;    ///< a black pixel
};

/// A part of the picture. Light is added in the order of the members.
struct PlotDrawing {
  Rect rect;
  std::vector<TraceDrawing> traces;
  std::optional<DotsDrawing> dots; ///< of the last trace
  std::optional<HistogramDrawing> histogram;
};

/// One scope.
struct PanelDrawing {
  /// Later plots are drawn over earlier ones. All curves have the same scale, and all traces.
  std::vector<PlotDrawing> plots;
};

/// A picture. Thread-safety: immutable.
struct Drawing {
  uint32_t width = 0, height = 0;
  Background background;
  std::vector<PanelDrawing> panels;
};

} // namespace videohistogram
