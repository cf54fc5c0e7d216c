// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/layout.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/panels/graticule.h"
#include "plugin/scope/draw/tables.h"

#include <memory>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// Which way the axes of a table run in a plot.
enum class Orientation {
  upright,  ///< positions from left to right, bins upwards
  sideways, ///< positions upwards, bins from left to right
};

/// What decides how bright a trace is.
struct Brightness {
  double least = 0;     ///< 0 to 1, of a single sample
  double intensity = 1; ///< factor of the density
  double typical = 1;   ///< another one, for tables whose typical count is larger than of others
};

/// The brightness of a single sample of a joint histogram, and of one in one colour.
constexpr double least_joint = 0.36, least_neutral_joint = 0.5;

/// Has dark colours of a trace with a colour per pixel drawn brighter, so that single samples of
/// them are seen as well. `least`, `intensity`: as of the trace's Brightness.
void lift_colours(TraceDrawing& trace, const PixelOrder& order, double least, double intensity);

/// The brightness, 0 to 1, of a single sample of a trace with this light: as much as its contrast
/// to the plot needs to be `least_contrast`, at least `least_trace`.
double least_of(const Colour& colour, double white);
constexpr double least_contrast = 1.7, least_trace = 0.3;

/// The trace of a table, without its matrix and its light.
TraceDrawing describe_trace(const TableShape& table, const Rect& plot, Orientation orientation,
                            const Brightness& brightness, const Window& of_values = {},
                            const Window& of_positions = {});

/// How the samples of a table become brightness, a cell of which is shown by `across` x `along`
/// pixels.
Response response_of(double across, double along, const Brightness& brightness);

/// The light of a colour: the brighter a pixel, the whiter. `white`: 1: full light is white.
LightColour make_light(const Colour& colour, const PixelOrder& order, double white = 0.4);

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
      : rect_(rect), options_(options), source_(source), metrics_(rect, options.font) {}

  /// Adds a quantity to the last plot. With `own_plot`, or before the first plot, adds a plot for
  /// it.
  void add_quantity(ScopeKind scope, Quantity quantity, ValueDirection values, bool own_plot);
  /// The colour of a quantity's trace in a plot.
  Colour colour_in(const PlotArea& plot, Quantity quantity) const {
    return colour_of(quantity, options_.trace_colour, plot.quantities.size() > 1);
  }
  /// The names of all quantities, for the title.
  std::string names() const;
  /// Writes the name of a plot's only quantity into its upper left corner, in the colour of its
  /// trace, `left` pixels from its edge.
  void draw_name(Canvas& canvas, const PlotArea& plot, double left) const;
  /// Draws the page and the title, with the description of the frames at the right end. The names()
  /// in the title have the colours of their traces.
  void draw_title(Canvas& canvas, const std::string& title) const;
  /// The marks of a plot, and the guides, where `labels` labels find room along it.
  std::vector<Mark> marks(const PlotArea& plot, double labels) const;
  std::string label_of_guide(const Axis& axis, double level, double value) const;
  /// Draws the marks of a plot's axis as lines across the plot: levels run upwards with labels at
  /// the left, or from left to right with labels below. `labels`: whether there are any. A label at
  /// the edge of the panel is moved into it.
  void draw_marks(Canvas& canvas, const PlotArea& area, const std::vector<Mark>& marks,
                  Orientation orientation, bool labels) const;
  /// Writes the percentages beside levels in nits: at the right of a plot, or below its labels.
  void draw_percents(Canvas& canvas, const PlotArea& area, Orientation orientation) const;
  /// Whether there is room for draw_percents().
  bool has_percents(const Axis& axis) const {
    return metrics_.labels && rect_.width >= 24 * metrics_.font &&
           rect_.height >= 16 * metrics_.font &&
           !percents_beside(axis, source_.colours.transfer, options_.units).empty();
  }

  /// The pixel of a value along a plot's axis, in pixels of the picture. Values outside of the
  /// window lie outside of the plot.
  static double place_of(const PlotArea& area, double value, Orientation orientation);

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

/// Of the kind `diamond`, `split_diamond` or `lightning`.
std::unique_ptr<Panel> make_gamut_panel(ScopeKind kind, const Rect& rect,
                                        const PictureOptions& options, TableList& tables);
/// Of the kind `channel_plot`, `arrowhead`, `cie_xy` or `cie_uv`.
std::unique_ptr<Panel> make_plane_panel(ScopeKind kind, const Rect& rect,
                                        const PictureOptions& options, TableList& tables);

/// Y, LUMA or GRAY, whichever frames of a format have.
Quantity luma_of(const TableList& tables);
/// luma_of(), and R, G and B if there are these.
std::vector<Quantity> with_luma(const TableList& tables);
/// R, G and B; without these luma_of().
std::vector<Quantity> colours_of(const TableList& tables);

} // namespace videohistogram::scope
