// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Gamut displays with an upper and a lower half, each drawn from a joint histogram: diamond and
// split diamond (B and G above, R and G below), lightning (Y over Cb above, over Cr below).
#include "plugin/scope/draw/panels/gamut_geometry.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/panels/plot_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace videohistogram::scope {

namespace {

const char* title_of(ScopeKind kind) {
  return kind == ScopeKind::diamond         ? "Diamond"
         : kind == ScopeKind::split_diamond ? "Split diamond"
                                            : "Lightning";
}

class GamutPanel final : public Panel {
public:
  GamutPanel(ScopeKind kind, const Rect& rect, const PictureOptions& options, TableList& tables);

  PanelDrawing draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) override;

private:
  /// A half: its table, and the plot that it lies in.
  struct Half {
    Quantity x, y; ///< axes of the table
    TableShape table;
    Axis x_axis, y_axis;
    Rect plot;
  };

  void lay_out();
  GamutPoint place(bool upper, double x, double y) const;
  void draw_outline(Canvas& canvas, bool upper, double low, double high, const Colour& colour,
                    double dash) const;
  void draw_targets(Canvas& canvas, bool upper) const;
  void write_names(Canvas& canvas) const;
  uint32_t pixel_colour(bool upper, const GamutPoint& of, const PixelOrder& order) const;
  TraceDrawing trace_of(bool upper, const PixelOrder& order, const Plan& plan) const;

  const ScopeKind kind_;
  const bool possible_;        ///< the frames have the quantities
  std::array<Half, 2> halves_; ///< lower, upper
  GamutGeometry geometry_;
};

GamutPanel::GamutPanel(ScopeKind kind, const Rect& rect, const PictureOptions& options,
                       TableList& tables)
    : Panel(rect, options, tables.source()), kind_(kind),
      possible_(tables.has(kind == ScopeKind::lightning ? Quantity::cb : Quantity::r)),
      geometry_(kind) {
  if (!possible_)
    return;
  const bool lightning = kind == ScopeKind::lightning;
  for (const bool upper : {false, true}) {
    Half& half = halves_[upper];
    half.x = lightning ? (upper ? Quantity::cb : Quantity::cr) : upper ? Quantity::b : Quantity::r;
    half.y = lightning ? Quantity::y : Quantity::g;
    half.x_axis = axis_of(source_, half.x);
    half.y_axis = axis_of(source_, half.y);
    half.table = tables.join(half.x, half.y, 1, most_mapped_bins);
  }
}

/// The plots: squares on the display, of a split diamond one over the other.
void GamutPanel::lay_out() {
  const double edge = metrics_.edge;
  const Rect all =
      largest_square(inset(rect_, {edge, metrics_.top, edge, edge}), options_.pixel_aspect);
  for (const bool upper : {false, true}) {
    Rect& plot = halves_[upper].plot;
    plot = all;
    if (!geometry_.is_split())
      continue;
    const uint32_t above = std::max(all.height / 2, 1u);
    plot.height = upper ? above : std::max(all.height - above, 1u);
    plot.y = upper ? all.y : all.y + all.height - plot.height;
  }
}

/// A point of a half in pixels of the picture. `x`, `y`: signals of the table's axes.
GamutPoint GamutPanel::place(bool upper, double x, double y) const {
  const Rect& plot = halves_[upper].plot;
  const GamutPoint at = geometry_.place(upper, x, y);
  return {plot.x + at.x * plot.width, plot.y + at.y * plot.height};
}

/// The outline of signals of both axes from `low` to `high`; of lightning without chroma's.
void GamutPanel::draw_outline(Canvas& canvas, bool upper, double low, double high,
                              const Colour& colour, double dash) const {
  const bool lightning = kind_ == ScopeKind::lightning;
  const double left = lightning ? -0.5 : low, right = lightning ? 0.5 : high;
  const double corners[5][2] = {
      {left, low}, {right, low}, {right, high}, {left, high}, {left, low}};
  for (size_t i = 0; i < 4; i++) {
    const GamutPoint from = place(upper, corners[i][0], corners[i][1]),
                     to = place(upper, corners[i + 1][0], corners[i + 1][1]);
    canvas.line(from.x, from.y, to.x, to.y, colour, metrics_.line, dash);
  }
}

/// Boxes around the colours of bars, in lightning.
void GamutPanel::draw_targets(Canvas& canvas, bool upper) const {
  const bool at_75 = options_.targets == Targets::at_75 || options_.targets == Targets::both;
  const bool at_100 = options_.targets == Targets::at_100 || options_.targets == Targets::both;
  const double kr = source_.colours.kr, kb = source_.colours.kb;
  for (int bar = 1; bar < 7; bar++)
    for (const double level : {0.75, 1.0}) {
      if (!(level < 1 ? at_75 : at_100))
        continue;
      const Colour full = {bar & 1 ? 1.0 : 0, bar & 2 ? 1.0 : 0, bar & 4 ? 1.0 : 0};
      const double r = level * full.r, g = level * full.g, b = level * full.b;
      const double y = kr * r + (1 - kr - kb) * g + kb * b;
      const GamutPoint at =
          place(upper, upper ? (b - y) / (2 * (1 - kb)) : (r - y) / (2 * (1 - kr)), y);
      const double half = std::max(2.0, (level < 1 ? 0.012 : 0.008) * halves_[upper].plot.width);
      draw_box(canvas, at.x, at.y, half, half, full, metrics_.line);
    }
}

void GamutPanel::write_names(Canvas& canvas) const {
  if (!metrics_.labels)
    return;
  const auto write = [&](bool upper, double x, double y, Anchor anchor, const char* text) {
    const GamutPoint at = place(upper, x, y);
    const double gap = 0.4 * metrics_.font;
    canvas.text_if_free(at.x + (anchor == Anchor::left    ? gap
                                : anchor == Anchor::right ? -gap
                                                          : 0),
                        at.y, anchor, text, metrics_.font, style::label, rect_);
  };
  for (const bool upper : {false, true}) {
    if (kind_ == ScopeKind::lightning) {
      write(upper, 0.5, 0.5, Anchor::left, upper ? "Cb" : "Cr");
      continue;
    }
    // Clear of the corners of R 103.
    write(upper, r103_high, r103_low, Anchor::left, upper ? "B" : "R");
    write(upper, r103_low, r103_high, Anchor::right, "G");
  }
}

/// The colour of a trace at two signals: neutral where these are those of grey, else the colours of
/// the axes; of lightning that of more or less of the difference.
uint32_t GamutPanel::pixel_colour(bool upper, const GamutPoint& of, const PixelOrder& order) const {
  double first = of.x, second = of.y, third = std::min(of.x, of.y); // B, G, R, or R, G, B
  if (kind_ == ScopeKind::lightning) {
    const double more = std::clamp(4 * of.x, -1.0, 1.0);
    first = 1 + std::min(more, 0.0);
    second = third = 1 - std::max(more, 0.0);
  }
  const double most = std::max({first, second, 1e-9});
  const auto code = [&](double component) {
    return static_cast<uint8_t>(std::lround(255 * (0.25 + 0.75 * std::max(component, 0.0) / most)));
  };
  return upper ? order.pack(code(third), code(second), code(first), 0)
               : order.pack(code(first), code(second), code(third), 0);
}

TraceDrawing GamutPanel::trace_of(bool upper, const PixelOrder& order, const Plan& plan) const {
  const Half& half = halves_[upper];
  const bool neutral = options_.trace_colour == TraceColour::neutral;
  const double least = neutral ? least_neutral_joint : least_joint;
  TraceDrawing trace =
      describe_mapped(half.table, half.plot, {least, options_.intensity},
                      [&](double x_position, double y_position) {
                        const auto signal = [](const Axis& axis, double position) {
                          return (position * axis.n_values() - 0.5 - axis.zero) / axis.unit;
                        };
                        return geometry_.place(upper, signal(half.x_axis, x_position),
                                               signal(half.y_axis, y_position));
                      });
  trace.matrix = plan.matrix_of_joint(half.table.index, 0);
  trace.held_light = make_light(style::held_trace, order);
  if (neutral) {
    trace.light = make_light(style::neutral_trace, order);
    return trace;
  }
  lift_colours(trace, order, least, options_.intensity);
  for (uint32_t y = 0; y < half.plot.height; y++)
    for (uint32_t x = 0; x < half.plot.width; x++)
      trace.colours.push_back(pixel_colour(
          upper,
          geometry_.signals(upper, (x + 0.5) / half.plot.width, (y + 0.5) / half.plot.height),
          order));
  trace.colours.resize(trace.colours.size() + colour_padding);
  return trace;
}

PanelDrawing GamutPanel::draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) {
  draw_title(canvas, title_of(kind_));
  lay_out();
  for (const Half& half : halves_)
    canvas.fill(half.plot, style::plot);
  if (!possible_) {
    const Rect& plot = halves_[1].plot;
    canvas.text_if_free(plot.x + plot.width / 2.0, plot.y + plot.height / 2.0, Anchor::centre,
                        kind_ == ScopeKind::lightning ? "frames without Cb and Cr"
                                                      : "frames without R, G and B",
                        metrics_.font, style::label, rect_);
    return {};
  }
  const bool narrow = !source_.colours.full_range;
  for (const bool upper : {false, true}) {
    if (narrow)
      draw_outline(canvas, upper, r103_low, r103_high, style::r103_line,
                   std::max(3.0, metrics_.font / 3));
    draw_outline(canvas, upper, 0, 1, style::nominal_line, 0);
    if (kind_ == ScopeKind::lightning && source_.colours.has_matrix)
      draw_targets(canvas, upper);
    const double middle = kind_ == ScopeKind::lightning ? 0 : 1;
    const GamutPoint from = place(upper, 0, 0), to = place(upper, middle, 1);
    canvas.line(from.x, from.y, to.x, to.y, style::line, metrics_.line);
  }
  write_names(canvas);
  PanelDrawing drawing;
  for (const bool upper : {true, false}) {
    if (upper || geometry_.is_split())
      drawing.plots.emplace_back().rect = halves_[upper].plot;
    drawing.plots.back().traces.push_back(trace_of(upper, order, plan));
  }
  return drawing;
}

} // namespace

std::unique_ptr<Panel> make_gamut_panel(ScopeKind kind, const Rect& rect,
                                        const PictureOptions& options, TableList& tables) {
  return std::make_unique<GamutPanel>(kind, rect, options, tables);
}

} // namespace videohistogram::scope
