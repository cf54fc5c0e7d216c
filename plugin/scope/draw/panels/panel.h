// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/panels/graticule.h"
#include "plugin/scope/draw/plot_area.h"
#include "plugin/scope/draw/tables.h"

#include <memory>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// One scope of a picture. The constructor of each kind requests the tables that its plots show.
/// Thread-safety: one thread at a time.
class Panel {
public:
  virtual ~Panel() = default;

  /// Draws the graticule, and describes what painters add to it: a plot for each of plots().
  /// `order`: of the pixels in the description. `plan`: of the tables. Called once.
  virtual PanelDrawing draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) = 0;

  /// The plots, after draw().
  const std::vector<PlotArea>& plots() const { return plots_; }

protected:
  Panel(const Rect& rect, const PictureOptions& options, const Source& source)
      : rect_(rect), options_(options), source_(source), metrics_(rect) {}

  /// Adds a quantity to the last plot, or to one of its own: always if there is none.
  void add_quantity(ScopeKind scope, Quantity quantity, ValueDirection values, bool own_plot);
  /// The names of all quantities, for the title.
  std::string names() const;

  const Rect rect_;
  const PictureOptions options_;
  const Source source_;
  const Metrics metrics_;
  std::vector<PlotArea> plots_;
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
