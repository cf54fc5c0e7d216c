// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Waveforms and parades: projections of one or several quantities, over each other or side by side.
#include "plugin/scope/draw/panels/graticule.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/panels/trace_drawing.h"

#include <algorithm>
#include <string>
#include <utility>

namespace videohistogram::scope {

namespace {

class WaveformPanel final : public Panel {
public:
  WaveformPanel(ScopeKind kind, const Rect& rect, const PictureOptions& options, TableList& tables);

  std::vector<Plot> draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) override;

private:
  /// A quantity and its projection.
  struct Line {
    Axis axis;
    TableShape table;
  };
  /// A plot with one trace or several over each other.
  struct Lines {
    std::vector<Line> lines;
    Rect rect;
  };

  std::string title() const;
  void lay_out_plots(Canvas& canvas);
  std::vector<Mark> marks(const Axis& axis, double length) const {
    return marks_of(axis, source_.transfer, options_.units, length / (1.5 * metrics_.font));
  }

  const ScopeKind kind_;
  const Rect rect_;
  const PictureOptions options_;
  const Source source_;
  const Metrics metrics_;
  const Orientation orientation_;
  std::vector<Lines> plots_;
};

WaveformPanel::WaveformPanel(ScopeKind kind, const Rect& rect, const PictureOptions& options,
                             TableList& tables)
    : kind_(kind), rect_(rect), options_(options), source_(tables.source()), metrics_(rect),
      orientation_(options.waveform_direction == WaveformDirection::rows ? Orientation::sideways
                                                                         : Orientation::upright) {
  std::vector<Quantity> quantities;
  if (kind == ScopeKind::parade && options.parade_mode == ParadeMode::ycbcr &&
      tables.has(Quantity::cb))
    quantities = {Quantity::y, Quantity::cb, Quantity::cr};
  else if (kind == ScopeKind::parade || options.waveform_mode == WaveformMode::rgb)
    quantities = colours_of(tables);
  else
    quantities = {luma_of(tables)};
  for (Quantity quantity : quantities) {
    if (plots_.empty() || kind == ScopeKind::parade)
      plots_.emplace_back();
    plots_.back().lines.push_back(
        {axis_of(source_, quantity),
         tables.project(quantity, orientation_ == Orientation::sideways)});
  }
}

std::string WaveformPanel::title() const {
  std::string names;
  std::vector<std::string> units; // Y in nits has Cb and Cr in percent beside it
  for (const Lines& plot : plots_)
    for (const Line& line : plot.lines) {
      names += std::string(names.empty() ? "" : " ") + quantity_name(line.axis.quantity);
      const std::string unit = unit_name(line.axis, source_.transfer, options_.units);
      if (std::find(units.begin(), units.end(), unit) == units.end())
        units.push_back(unit);
    }
  std::string title = (kind_ == ScopeKind::parade ? "Parade " : "Waveform ") + names + " ";
  for (const std::string& unit : units)
    title += " " + unit;
  return title;
}

void WaveformPanel::lay_out_plots(Canvas& canvas) {
  const double font = metrics_.font, edge = metrics_.labels ? 0.5 * font : 1;
  Margins margins = {edge, metrics_.labels ? 1.9 * font : 1, edge, edge};
  // A parade side by side has room for labels of its first plot alone, so of one kind of axis.
  double width = 0;
  for (const Lines& plot : plots_)
    for (const Line& line : plot.lines)
      width = std::max(width, label_width(marks(line.axis, rect_.height), metrics_, canvas));
  const bool sideways = orientation_ == Orientation::sideways;
  if (metrics_.labels && !sideways)
    margins.left = width + 0.8 * font;
  if (metrics_.labels && !sideways && !plots_[0].lines[0].axis.narrow)
    margins.top = 2.3 * font; // the highest label lies at the top of the plot
  if (metrics_.labels && sideways)
    margins.bottom = 1.6 * font;

  const double gap = plots_.size() < 2 ? 0 : edge;
  const auto n = static_cast<double>(plots_.size());
  // Difference axes have other labels, so each plot then has its own.
  const bool own_labels =
      metrics_.labels && !sideways && plots_.size() > 1 && plots_.back().lines[0].axis.difference;
  const double left = own_labels ? margins.left : 0;
  if (own_labels)
    margins.left = 0;
  const Rect all = inset(rect_, margins);
  const double share = (all.width - gap * (n - 1)) / n;
  for (size_t i = 0; i < plots_.size(); i++) {
    const double begin = static_cast<double>(i) * (share + gap);
    Rect& rect = plots_[i].rect;
    rect = all;
    rect.x += static_cast<uint32_t>(std::max(begin + left, 0.0));
    rect.width = static_cast<uint32_t>(std::max(share - left, 1.0));
    if (rect.x + rect.width > rect_.x + rect_.width) { // a panel of a few pixels
      rect.x = rect_.x + rect_.width - 1;
      rect.width = 1;
    }
  }
}

std::vector<Plot> WaveformPanel::draw(Canvas& canvas, const PixelOrder& order, const Plan&) {
  lay_out_plots(canvas);
  draw_title(canvas, rect_, metrics_, title(), source_.description);
  const bool sideways = orientation_ == Orientation::sideways;
  std::vector<Plot> plots;
  for (const Lines& of : plots_) {
    canvas.fill(of.rect, style::plot);
    const Axis& axis = of.lines[0].axis;
    draw_marks(canvas, of.rect, rect_, metrics_, axis,
               marks(axis, sideways ? of.rect.width / 2.0 : of.rect.height), orientation_,
               plots.empty() || sideways || plots_.back().lines[0].axis.difference);
    Plot plot;
    plot.area = {
        kind_, {}, of.rect, axis, sideways ? ValueDirection::rightward : ValueDirection::upwards};
    plot.drawing.rect = of.rect;
    for (const Line& line : of.lines) {
      plot.area.quantities.push_back(line.axis.quantity);
      TraceDrawing trace =
          describe_trace(line.table, of.rect, orientation_,
                         Response{28 / static_cast<float>(options_.intensity), 0.4f});
      trace.matrix = line.table.index; // projections are the first matrices
      trace.light = make_light(colour_of(line.axis.quantity, options_.trace_colour), order);
      trace.held_light = make_light(style::held_trace, order);
      plot.drawing.traces.push_back(std::move(trace));
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

} // namespace

Quantity luma_of(const TableList& tables) {
  for (Quantity quantity : {Quantity::y, Quantity::luma})
    if (tables.has(quantity))
      return quantity;
  return Quantity::gray;
}

std::vector<Quantity> colours_of(const TableList& tables) {
  if (tables.has(Quantity::r))
    return {Quantity::r, Quantity::g, Quantity::b};
  return {luma_of(tables)};
}

std::unique_ptr<Panel> make_waveform_panel(ScopeKind kind, const Rect& rect,
                                           const PictureOptions& options, TableList& tables) {
  return std::make_unique<WaveformPanel>(kind, rect, options, tables);
}

} // namespace videohistogram::scope
