// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The channel plot (R-G over G-B) and the arrowhead (Y over the amplitude of the colour
// subcarrier).
#include "plugin/scope/draw/panels/plane_panel.h"

#include "plugin/scope/draw/panels/plot_map.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace videohistogram::scope {

namespace {

SignalScale scale_of(const Source& source, Quantity quantity) {
  const uint32_t depth = source.format->values_of(quantity).depth;
  if (is_chromaticity(quantity)) {
    const bool xy = quantity == Quantity::cie_x || quantity == Quantity::cie_y;
    return {depth, -0.5, double{1} * (xy ? xy_per_unit : uv_per_unit), outside_chromaticity};
  }
  const double codes = std::ldexp(1, static_cast<int>(depth));
  const double white = source.colours.full_range ? codes - 1 : 219 * codes / 256;
  if (is_colour_difference(quantity)) // a value stands for two differences
    return {depth, codes / 2 - 0.25, white / 2};
  const bool has_black = quantity == Quantity::y && !source.colours.full_range;
  return {depth, has_black ? 16 * codes / 256 : 0, white};
}

/// The colours of bars but white and black, with the letters by which they are known.
struct Bar {
  const char* letter;
  double r, g, b;
};
constexpr Bar bars[] = {{"R", 1, 0, 0}, {"Y", 1, 1, 0}, {"G", 0, 1, 0},
                        {"C", 0, 1, 1}, {"B", 0, 0, 1}, {"M", 1, 0, 1}};

} // namespace

PlanePanel::PlanePanel(const Rect& rect, const PictureOptions& options, TableList& tables,
                       Quantity x, Quantity y, const Sides& sides, std::string title,
                       std::string reason)
    : Panel(rect, options, tables.source()), sides_(sides), title_(std::move(title)),
      reason_(std::move(reason)) {
  if (!reason_.empty())
    return;
  x_scale_ = scale_of(source_, x);
  y_scale_ = scale_of(source_, y);
  table_ = tables.join(x, y, 1, most_mapped_bins);
}

void PlanePanel::write(Canvas& canvas, const GamutPoint& at, Anchor anchor,
                       const std::string& text) const {
  if (!metrics_.labels)
    return;
  const GamutPoint pixel = place(at);
  canvas.text_if_free(pixel.x, pixel.y, anchor, text, metrics_.font, style::label, rect_);
}

void PlanePanel::draw_targets(
    Canvas& canvas,
    const std::function<GamutPoint(const GamutPoint& r_g, double b)>& signals_of) const {
  for (const double level : {0.75, 1.0}) {
    const Targets own = level < 1 ? Targets::at_75 : Targets::at_100;
    if (options_.targets != own && options_.targets != Targets::both)
      continue;
    for (const Bar& bar : bars) {
      const GamutPoint at = place(signals_of({level * bar.r, level * bar.g}, level * bar.b));
      const double half = std::max(2.0, (level < 1 ? 0.012 : 0.008) * plot_.width);
      draw_box(canvas, at.x, at.y, half, half, {bar.r, bar.g, bar.b}, metrics_.line);
    }
  }
}

PanelDrawing PlanePanel::draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) {
  draw_title(canvas, title_);
  plot_ = largest_square(inset(rect_, {metrics_.edge, metrics_.top, metrics_.edge, metrics_.edge}),
                         options_.pixel_aspect);
  canvas.fill(plot_, style::plot);
  if (!reason_.empty()) {
    canvas.text_if_free(plot_.x + plot_.width / 2.0, plot_.y + plot_.height / 2.0, Anchor::centre,
                        reason_, metrics_.font, style::label, rect_);
    return {};
  }
  draw_graticule(canvas);
  TraceDrawing trace = describe_mapped(
      table_, plot_, {least(), options_.intensity},
      [&](double x_position, double y_position) -> GamutPoint {
        return {across(x_scale_.signal_at(x_position)), down(y_scale_.signal_at(y_position))};
      });
  trace.matrix = plan.matrix_of_joint(table_.index, 0);
  trace.held_light = make_light(style::held_trace, order);
  if (options_.trace_colour == TraceColour::neutral)
    trace.light = make_light(style::neutral_trace, order);
  else
    set_light(trace, order);
  PanelDrawing drawing;
  PlotDrawing& plot = drawing.plots.emplace_back();
  plot.rect = plot_;
  plot.traces.push_back(std::move(trace));
  return drawing;
}

namespace {

/// R-G upwards over G-B.
class ChannelPlot final : public PlanePanel {
public:
  ChannelPlot(const Rect& rect, const PictureOptions& options, TableList& tables)
      : PlanePanel(rect, options, tables, Quantity::g_minus_b, Quantity::r_minus_g,
                   {-1.25, 1.25, -1.25, 1.25}, "Channel plot",
                   tables.has(Quantity::r_minus_g) ? "" : "frames without R, G and B") {}

private:
  /// Where the signals of a colour lie.
  GamutPoint signals_of(const GamutPoint& r_g, double b) const {
    return {r_g.y - b, r_g.x - r_g.y};
  }
  /// The outline of all differences of signals between two limits, `range` apart: a hexagon.
  void draw_outline(Canvas& canvas, double range, const Colour& colour, double dash) const {
    for (size_t i = 0; i < std::size(bars); i++) {
      const Bar &from = bars[i], &to = bars[(i + 1) % std::size(bars)];
      line(canvas, signals_of({range * from.r, range * from.g}, range * from.b),
           signals_of({range * to.r, range * to.g}, range * to.b), colour, dash);
    }
  }
  void draw_graticule(Canvas& canvas) const override;
  void set_light(TraceDrawing& trace, const PixelOrder& order) const override;
};

void ChannelPlot::draw_graticule(Canvas& canvas) const {
  for (size_t i = 0; i < std::size(bars) / 2; i++) { // each through grey to its complement
    const Bar& bar = bars[i];
    line(canvas, signals_of({bar.r, bar.g}, bar.b), signals_of({1 - bar.r, 1 - bar.g}, 1 - bar.b),
         style::line);
  }
  if (!source_.colours.full_range)
    draw_outline(canvas, r103_high - r103_low, style::r103_line, dash());
  draw_outline(canvas, 1, style::nominal_line, 0);
  constexpr Anchor anchors[] = {Anchor::centre, Anchor::left,  Anchor::left,
                                Anchor::centre, Anchor::right, Anchor::right};
  for (size_t i = 0; i < std::size(bars); i++) {
    const double beyond = anchors[i] == Anchor::centre ? 1.18 : 1.12; // clear of R 103
    write(canvas, signals_of({beyond * bars[i].r, beyond * bars[i].g}, beyond * bars[i].b),
          anchors[i], bars[i].letter);
  }
  draw_targets(canvas, [this](const GamutPoint& r_g, double b) { return signals_of(r_g, b); });
}

/// The hue of the differences, with more white towards grey.
void ChannelPlot::set_light(TraceDrawing& trace, const PixelOrder& order) const {
  lift_colours(trace, order, least(), options_.intensity);
  for (uint32_t y = 0; y < plot_.height; y++)
    for (uint32_t x = 0; x < plot_.width; x++) {
      const GamutPoint at = signals_at(x, y);
      const double g = -std::min({0.0, at.y, -at.x}); // the least of R, G and B is 0
      const double most = std::max({g + at.y, g, g - at.x});
      const double white = std::max(0.0, 0.3 - most);
      const auto code = [&](double component) {
        return static_cast<uint8_t>(
            std::lround(255 * (0.25 + 0.75 * (component + white) / (most + white))));
      };
      trace.colours.push_back(order.pack(code(g + at.y), code(g), code(g - at.x), 0));
    }
  trace.colours.resize(trace.colours.size() + colour_padding);
}

/// Y upwards over the amplitude of the subcarrier, with the limits of the composite signal: of
/// their sum above, of their difference below.
class Arrowhead final : public PlanePanel {
public:
  Arrowhead(const Rect& rect, const PictureOptions& options, TableList& tables)
      : PlanePanel(rect, options, tables, Quantity::chroma, Quantity::y, {left, right, bottom, top},
                   title_of(tables.source().composite), reason_of(tables)) {}

private:
  static constexpr double left = -0.2, right = 1.2, bottom = -0.15, top = 1.25;

  static const char* title_of(Composite composite) {
    return composite == Composite::lines_625   ? "Arrowhead  mV"
           : composite == Composite::lines_525 ? "Arrowhead  IRE"
                                               : "Arrowhead";
  }
  static std::string reason_of(const TableList& tables) {
    return !tables.has(Quantity::cb)                      ? "frames without Cb and Cr"
           : !tables.has(Quantity::chroma)                ? "frames of an unknown matrix"
           : tables.source().composite == Composite::none ? "only for 480, 486 or 576 rows"
                                                          : "";
  }
  /// Where the signals of a colour lie.
  GamutPoint signals_of(const GamutPoint& r_g, double b) const {
    const double kr = source_.colours.kr, kb = source_.colours.kb;
    const double y = kr * r_g.x + (1 - kr - kb) * r_g.y + kb * b;
    return {std::hypot(0.492 * (b - y), 0.877 * (r_g.x - y)), y};
  }
  void draw_graticule(Canvas& canvas) const override;
  void set_light(TraceDrawing& trace, const PixelOrder& order) const override {
    trace.light = make_light(colour_of(Quantity::y, TraceColour::quantity, false), order);
  }
};

void Arrowhead::draw_graticule(Canvas& canvas) const {
  const bool is_625 = source_.composite == Composite::lines_625;
  const int white = is_625 ? 700 : 100, lower = is_625 ? -230 : -40;
  // The outer one first, since labels that come later may find no room.
  const std::vector<int> upper = is_625 ? std::vector<int>{950} : std::vector<int>{120, 100, 110};
  const double gap = 0.03;
  line(canvas, {0, bottom}, {0, top}, style::line);
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double y = percent / 100.0;
    line(canvas, {0, y}, {right, y}, percent % 100 == 0 ? style::nominal_line : style::line);
    if (percent % 50 == 0)
      write(canvas, {-gap, y}, Anchor::right, std::to_string(white * percent / 100));
  }
  const double least = double{1} * lower / white;
  for (const int limit : upper) {
    const double most = double{1} * limit / white, begin = std::min(most, top);
    const double tip = (most - least) / 2; // where it meets the lower limit
    const bool is_outer = limit == upper.front();
    line(canvas, {most - begin, begin}, {tip, most - tip}, style::r103_line, is_outer ? 0 : dash());
    if (is_outer)
      line(canvas, {bottom - least, bottom}, {tip, most - tip}, style::r103_line);
    write(canvas, {tip + gap, most - tip}, Anchor::left, std::to_string(limit));
  }
  const double y = bottom / 2, half_text = 0.6 * metrics_.font / plot_.height * (top - bottom);
  write(canvas, {y - least + half_text + gap, y}, Anchor::left, std::to_string(lower));
  draw_targets(canvas, [this](const GamutPoint& r_g, double b) { return signals_of(r_g, b); });
}

} // namespace

std::unique_ptr<Panel> make_plane_panel(ScopeKind kind, const Rect& rect,
                                        const PictureOptions& options, TableList& tables) {
  if (kind == ScopeKind::channel_plot)
    return std::make_unique<ChannelPlot>(rect, options, tables);
  if (kind == ScopeKind::cie_xy || kind == ScopeKind::cie_uv)
    return make_cie_panel(kind, rect, options, tables);
  return std::make_unique<Arrowhead>(rect, options, tables);
}

} // namespace videohistogram::scope
