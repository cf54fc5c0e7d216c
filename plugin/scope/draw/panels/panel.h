// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/plot_area.h"
#include "plugin/scope/draw/tables.h"

#include <memory>
#include <vector>

namespace videohistogram::scope {

/// A plot of a panel: where its values lie, and what painters add to the graticule there.
struct Plot {
  PlotArea area;
  PlotDrawing drawing;
};

/// One scope of a picture. The constructor of each kind requests the tables that its plots show.
/// Thread-safety: one thread at a time.
class Panel {
public:
  virtual ~Panel() = default;

  /// Draws the graticule, and describes the plots in it. `plan`: that of the tables. `order`: of
  /// the pixels in the descriptions.
  virtual std::vector<Plot> draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) = 0;
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
