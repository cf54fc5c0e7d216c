// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/tables.h"
#include "plugin/scope/draw/trace.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace videohistogram::scope {

/// Pixels of 4 bytes to write to.
struct PixelRows {
  uint8_t* data = nullptr; ///< the first pixel of the top row; need not be aligned
  ptrdiff_t stride = 0;    ///< bytes from one row to the row below it
};

/// The direction in which the values of a plot run.
enum class ValueDirection {
  upwards,   ///< with columns of the frame from left to right
  rightward, ///< with rows of the frame from top to bottom, or counts upwards
  both,      ///< those of the first quantity to the right, those of the second upwards
};

/// Where the trace of quantities is drawn.
struct PlotArea {
  ScopeKind scope;
  std::vector<Quantity> quantities;
  Rect rect; ///< in pixels of the picture
  Axis axis; ///< of all quantities
  ValueDirection values = ValueDirection::upwards;
  Window window = {}; ///< the part of the axis that is shown
};

/// One scope of a picture: its graticule and its traces. The constructor of each kind requests the
/// tables that the traces are drawn from.
/// Thread-safety: one thread at a time; different parts are loaded, and rows added, by any threads.
class Panel {
public:
  virtual ~Panel() = default;

  /// Draws the graticule and decides where the plots lie. Called once, before the methods below.
  virtual void draw_graticule(Canvas& canvas, const PixelOrder& order) = 0;
  virtual std::vector<PlotArea> plots() const = 0;
  /// Parts whose counts are loaded one by one.
  virtual size_t parts() const { return 1; }
  /// Loads the counts of a frame for one of the parts.
  virtual void load(const CountedTables& tables, size_t part) = 0;
  /// Holds traces under those of later frames, see Trace::hold().
  virtual void hold(Hold hold) = 0;
  /// Forgets loaded and held traces, see Trace::forget().
  virtual void forget() = 0;
  /// Adds the light of traces to a row of pixels, which begins at the left edge of the plot and
  /// holds the background. It has room for the plot's width, rounded up to a multiple of
  /// row_padding; pixels behind the plot keep their value. `plot` is an index into plots(), `row` 0
  /// at its top.
  virtual void add_row(size_t plot, uint32_t row, uint32_t* pixels, RowScratch& scratch) const = 0;
  /// Describes one of plots(), with all that add_row() draws in it.
  virtual PlotDrawing describe(size_t plot, const Plan& plan) const = 0;
};

std::unique_ptr<Panel> make_histogram_panel(const Rect& rect, const PictureOptions& options,
                                            TableList& tables);
/// Of the kind `waveform` or `parade`.
std::unique_ptr<Panel> make_waveform_panel(ScopeKind kind, const Rect& rect,
                                           const PictureOptions& options, TableList& tables);
std::unique_ptr<Panel> make_vectorscope_panel(const Rect& rect, const PictureOptions& options,
                                              TableList& tables);

/// Y, LUMA or GRAY, whichever frames of a format have.
Quantity luma_of(const TableList& tables);
/// R, G and B; without these luma_of().
std::vector<Quantity> colours_of(const TableList& tables);

} // namespace videohistogram::scope
