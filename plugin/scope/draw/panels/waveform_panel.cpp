// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Waveforms and parades: projections of one or several quantities, over each other or side by side.
#include "plugin/scope/draw/panels/panel.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace videohistogram::scope {

namespace {

/// The least part of an axis that is shown: a code of 8 bits.
constexpr double least_window = 1.0 / 256;

static_assert(max_mean_components >= max_weights);

class WaveformPanel final : public Panel {
public:
  WaveformPanel(ScopeKind kind, const Rect& rect, const PictureOptions& options, TableList& tables);

  PanelDrawing draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) override;

private:
  std::string title() const;
  void lay_out_plots(Canvas& canvas);
  std::vector<Mark> marks_along(const PlotArea& plot, double length) const {
    return marks(plot, length / (1.5 * metrics_.font));
  }
  Window zoomed(const Axis& axis) const;
  void add_mean_colours(TraceDrawing& trace, const PixelOrder& order, const Plan& plan) const;
  ExtentsDrawing describe_extents(const PlotArea& plot, Quantity quantity,
                                  const TraceDrawing& trace, const PixelOrder& order) const;
  /// Difference axes have other labels, so each plot of a parade with some has its own.
  bool has_differences() const { return plots_.back().axis.difference; }

  const ScopeKind kind_;
  const bool sideways_;
  std::vector<TableShape> tables_; ///< of the quantities of all plots, in their order
  std::optional<size_t> weighted_; ///< of the only trace, which has the picture's colours
};

WaveformPanel::WaveformPanel(ScopeKind kind, const Rect& rect, const PictureOptions& options,
                             TableList& tables)
    : Panel(rect, options, tables.source()), kind_(kind),
      sideways_(options.waveform_direction == WaveformDirection::rows) {
  std::vector<Quantity> quantities;
  if (kind == ScopeKind::parade && options.parade_mode == ParadeMode::ycbcr &&
      tables.has(Quantity::cb))
    quantities = {Quantity::y, Quantity::cb, Quantity::cr};
  else if (kind == ScopeKind::parade && options.parade_mode == ParadeMode::yrgb)
    quantities = with_luma(tables);
  else if (kind == ScopeKind::parade || options.waveform_mode == WaveformMode::rgb)
    quantities = colours_of(tables);
  else
    quantities = {luma_of(tables)};
  for (Quantity quantity : quantities) {
    add_quantity(kind, quantity, sideways_ ? ValueDirection::rightward : ValueDirection::upwards,
                 kind == ScopeKind::parade);
    plots_.back().window = zoomed(plots_.back().axis);
    tables_.push_back(tables.project(quantity, sideways_, options.waveform_filter));
  }
  // Without R, G and B the frames have no colours, or none that can be computed.
  if (kind == ScopeKind::waveform && options.waveform_mode == WaveformMode::luma &&
      options.waveform_colour == WaveformColour::picture && tables.has(Quantity::r))
    weighted_ = tables.weigh(quantities[0], sideways_, options.waveform_filter);
}

/// The part of an axis that is shown. That of Cb and Cr is shown as a whole.
Window WaveformPanel::zoomed(const Axis& axis) const {
  if (!options_.zoom || axis.difference)
    return {};
  const auto position = [&](double level, double outwards) {
    const double value = axis.value_of(signal_of_level(source_.colours.transfer, level));
    return std::clamp(axis.position_of(value + outwards), 0.0, 1.0);
  };
  const double begin = position(options_.zoom->low, -0.5), end = position(options_.zoom->high, 0.5);
  return end - begin < least_window ? Window{} : Window{begin, end};
}

std::string WaveformPanel::title() const {
  std::string title = (kind_ == ScopeKind::parade ? "Parade " : "Waveform ") + names() + " ";
  std::vector<std::string> units; // Y in nits has Cb and Cr in percent beside it
  for (const PlotArea& plot : plots_) {
    const std::string unit = unit_name(plot.axis, source_.colours.transfer, options_.units);
    if (std::find(units.begin(), units.end(), unit) != units.end())
      continue;
    units.push_back(unit);
    title += " " + unit;
  }
  return options_.waveform_filter == Filter::low_pass ? title + "  low-pass" : title;
}

void WaveformPanel::lay_out_plots(Canvas& canvas) {
  const double font = metrics_.font, edge = metrics_.edge;
  Margins margins = {edge, metrics_.top, edge, edge};
  // A parade side by side has room for labels of its first plot alone, so of one kind of axis.
  double width = 0;
  for (const PlotArea& plot : plots_)
    for (const Mark& mark : marks_along(plot, rect_.height))
      width = std::max(width, canvas.measure(mark.label, font).width);
  const bool labels_at_left = metrics_.labels && !sideways_;
  if (labels_at_left)
    margins.left = width + 0.8 * font;
  if (labels_at_left && !plots_[0].axis.narrow)
    margins.top = 2.3 * font; // the highest label lies at the top of the plot
  if (metrics_.labels && sideways_)
    margins.bottom = 1.6 * font;
  if (has_percents(plots_[0].axis) && !has_differences() && !sideways_)
    margins.right = canvas.measure("100 %", font).width + 0.8 * font;

  const double gap = plots_.size() < 2 ? 0 : edge;
  const auto n = static_cast<double>(plots_.size());
  const bool own_labels = labels_at_left && plots_.size() > 1 && has_differences();
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

/// The lines have paler colours than the traces.
ExtentsDrawing WaveformPanel::describe_extents(const PlotArea& plot, Quantity quantity,
                                               const TraceDrawing& trace,
                                               const PixelOrder& order) const {
  ExtentsDrawing extents;
  const double pixels = sideways_ ? plot.rect.width : plot.rect.height;
  for (uint32_t bin = 0; bin < trace.bins; bin++) {
    const double position =
        ((bin + 0.5) / trace.bins - plot.window.begin) / plot.window.length() * pixels;
    extents.places.push_back(static_cast<int32_t>(std::floor(std::clamp(position, -1.0, pixels))));
  }
  extents.peak = options_.waveform_extents == Extents::peak;
  const Colour colour = colour_in(plot, quantity);
  const auto pale = [](double component) {
    return static_cast<uint8_t>(std::lround(255 * (0.5 + 0.5 * component)));
  };
  extents.colour = quantity == Quantity::r || quantity == Quantity::g || quantity == Quantity::b
                       ? order.pack(pale(colour.r), pale(colour.g), pale(colour.b), 255)
                       : order.pack(255, 224, 80, 255);
  return extents;
}

/// Gives the trace the mean colours of its samples.
void WaveformPanel::add_mean_colours(TraceDrawing& trace, const PixelOrder& order,
                                     const Plan& plan) const {
  const WeightedProjection& weighted = plan.weighted[*weighted_];
  MeanColours& mean = trace.mean;
  mean.components = weighted.weights.size;
  for (uint32_t i = 0; i < mean.components; i++) {
    TraceDrawing& component = trace.components.emplace_back();
    component.matrix = weighted.first_matrix + i;
    component.bins = component.table_bins = trace.bins; // no position is measured
    component.upright = trace.upright;
    component.positions = trace.positions;
    component.values = trace.values;
  }
  const FormatInfo& format = plan.format;
  const ColourSpec& colours = source_.colours;
  const double values = std::exp2(format.depth - weight_shift(format)); // that a weight can have
  const double unit =
      colours.full_range ? values - 1 : values / 256 * (format.is_rgb() ? 219 : 224);
  if (format.is_rgb()) {
    for (uint32_t c = 0; c < 3; c++)
      mean.parts[c][c] = static_cast<float>(1 / unit);
  } else {
    const double kr = colours.kr, kb = colours.kb, kg = 1 - kr - kb;
    const double parts[3][2] = {
        {0, 2 * (1 - kr)}, {-2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg}, {2 * (1 - kb), 0}};
    for (uint32_t c = 0; c < 3; c++) {
      for (uint32_t i = 0; i < 2; i++)
        mean.parts[c][i] = static_cast<float>(parts[c][i] / unit);
      mean.constants[c] = static_cast<float>(-values / 2 * (parts[c][0] + parts[c][1]) / unit);
    }
  }
  const auto shift = [&](uint8_t r, uint8_t g, uint8_t b) {
    return static_cast<uint32_t>(__builtin_ctz(order.pack(r, g, b, 0)));
  };
  mean.shifts[0] = shift(1, 0, 0);
  mean.shifts[1] = shift(0, 1, 0);
  mean.shifts[2] = shift(0, 0, 1);
  trace.light.white = 0; // dense parts keep their hue
  lift_colours(trace, order, least_trace, options_.intensity);
}

PanelDrawing WaveformPanel::draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) {
  lay_out_plots(canvas);
  draw_title(canvas, title());
  const Orientation orientation = sideways_ ? Orientation::sideways : Orientation::upright;
  PanelDrawing drawing;
  auto table = tables_.begin();
  for (const PlotArea& plot : plots_) {
    canvas.fill(plot.rect, style::plot);
    draw_marks(canvas, plot,
               marks_along(plot, sideways_ ? plot.rect.width / 2.0 : plot.rect.height), orientation,
               drawing.plots.empty() || sideways_ || has_differences());
    if (plots_.size() > 1)
      draw_name(canvas, plot, 0.4 * metrics_.font);
    if (&plot == &plots_.back() && !sideways_)
      draw_percents(canvas, plot, orientation);
    PlotDrawing& described = drawing.plots.emplace_back();
    described.rect = plot.rect;
    for (Quantity quantity : plot.quantities) {
      const Colour colour = colour_in(plot, quantity);
      const double white = plot.quantities.size() > 1 ? whiteness_of_shared : 1;
      const double least = least_of(colour, white);
      TraceDrawing& trace = described.traces.emplace_back(
          describe_trace(*table, plot.rect, orientation, {least, options_.intensity}, plot.window));
      trace.matrix = table++->index; // projections are the first matrices
      trace.light = make_light(colour, order, white);
      trace.held_light = make_light(style::held_trace, order);
      if (weighted_)
        add_mean_colours(trace, order, plan);
      if (options_.waveform_extents != Extents::none)
        trace.extents = describe_extents(plot, quantity, trace, order);
    }
  }
  return drawing;
}

} // namespace

std::unique_ptr<Panel> make_waveform_panel(ScopeKind kind, const Rect& rect,
                                           const PictureOptions& options, TableList& tables) {
  return std::make_unique<WaveformPanel>(kind, rect, options, tables);
}

} // namespace videohistogram::scope
