// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A Drawing in device memory. All places are bytes from the start of one of two blocks: the fixed
// one, which is uploaded once per drawing, and the scratch, which the kernels write.
#pragma once

#include "core/drawing/curve.h"
#include "core/drawing/light.h"
#include "core/drawing/mean_colour.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Most dots of a vectorscope: there are fewer than 100, see DotsDrawing::least.
constexpr uint32_t max_dots = 128;

/// A cell of a BoxFilter.
struct FilterCell {
  uint32_t first, n; ///< source cells
  uint32_t shares;   ///< index of the first one's share
};

/// A BoxFilter in the fixed block.
struct SceneFilter {
  size_t cells, shares;
  uint32_t n; ///< cells
};

/// A TraceDrawing.
struct SceneTrace {
  size_t counts; ///< index of its first counter among those of all matrices
  SceneFilter positions, values;
  /// Floats in the scratch: densities per position cell and bin, of the present frame and held.
  size_t live, held;
  size_t colours;             ///< in the fixed block, if has_colours
  size_t map_first, map_taps; ///< likewise, if has_map: see CellMap
  uint32_t bins;              ///< counters per position
  uint32_t row_stride; ///< upright: floats from one bin to the next; sideways: of position cells
  uint32_t width;      ///< of the plot
  bool upright, has_colours, has_map;
  uint32_t table_positions, table_bins, measured; ///< see TraceDrawing
  size_t measure; ///< in the scratch, a SceneMeasure of all traces of the panel
  bool first_of_panel;
  bool has_extents, has_peak_extents;
  size_t places;  ///< fixed: an int32_t per bin, see ExtentsDrawing
  size_t extents; ///< scratch: an Extent per position cell
  uint32_t extent_colour;
  Response response;
  LightColour light, held_light;
  ColourLift lift;
  MeanColours mean;
  uint32_t first_component; ///< index of the trace of the first component of mean colours
};

/// Sums over the traces of a panel, from which their brightness follows: see CountSums.
struct SceneMeasure {
  unsigned long long samples, logarithms;
  uint32_t most;
  float full; ///< the full_count()
};

/// A DotsDrawing. The scratch has a SceneDotList.
struct SceneDots {
  size_t counts; ///< as of SceneTrace
  size_t x_of, y_of, half_widths;
  size_t colours; ///< as of SceneTrace
  size_t list;
  uint64_t least;
  uint32_t columns, rows, dot_rows, width, brightness;
  bool has_colours;
  LightColour light;
};

/// The dots of a frame. Dots after the first max_dots are not listed.
struct SceneDotList {
  struct Dot {
    int32_t x, y;
    uint32_t size;
  };
  uint32_t n;
  uint32_t unused;
  Dot dots[max_dots];
};

/// The curve of a frame, or a held one. In the scratch: counts per bin; heights and steps per
/// column, both floats.
struct SceneCurveLine {
  size_t counts, heights, steps;
};

/// The MarkLabels of a plot.
struct SceneLabels {
  size_t widths, firsts, coverage, numbers; ///< fixed, see LabelImages
  size_t label_widths;                      ///< scratch: a uint32_t per label
  size_t places;                            ///< scratch: a uint32_t per label, see place_labels()
  uint32_t n, height, gap, first, colour, opaque;
};

/// A CurveDrawing.
struct SceneCurve {
  size_t counts; ///< index of its first counter among the results
  uint32_t fold; ///< counters per bin
  uint32_t bins, width;
  uint32_t height; ///< of the rows of the plot above the marks and their labels
  SceneFilter filter;
  uint32_t first_of_panel, n_of_panel; ///< curves that have one scale
  uint32_t inner_begin, inner_end;     ///< bins
  LampLimits below, above;             ///< in counters
  SceneCurveLine live, held;
  size_t marks;   ///< scratch: a byte per column, 1 if it is marked
  size_t samples; ///< scratch: a uint64_t, the sum of all counts
  size_t lamps;   ///< scratch: brightness of the lamp for values below the range, and above
  size_t percentiles;
  size_t mark_columns; ///< scratch: a uint32_t per percentile, the first column of its mark
  size_t mark_bins;    ///< scratch: a uint32_t per percentile
  uint32_t n_percentiles, mark_width;
  float line;
  bool logarithmic;
  LightColour light;
  uint32_t mark;      ///< a pixel
  SceneLabels labels; ///< of the plot, if this is its first curve; n is 0 otherwise
};

/// A PlotDrawing.
struct ScenePlot {
  uint32_t x, y, width, height;
  uint32_t first_trace, n_traces;
  uint32_t first_dots, n_dots;
  uint32_t first_curve, n_curves;
  uint32_t mark_rows, base, lamp_side;
};

/// What the fixed block begins with.
struct Scene {
  uint32_t width, height;
  uint32_t n_plots, n_traces, n_dots, n_curves;
  size_t plots, traces, dots, curves; ///< arrays in the fixed block
  size_t measures;                    ///< in the scratch, an array of SceneMeasure
  uint32_t n_measures;
  size_t background; ///< pixels
  size_t parts;      ///< int32_t: of each value of R, G and B three parts, see PictureColours
  bool converts;
};

} // namespace videohistogram::cuda
