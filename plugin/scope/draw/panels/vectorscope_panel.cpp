// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The vectorscope: the joint histogram of Cb, to the right, and Cr, upwards.
#include "core/drawing/dots.h"

#include "plugin/scope/draw/decimal.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/panels/vectorscope_graticule.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace videohistogram::scope {

namespace {

constexpr uint32_t dot_brightness = 170;

/// Brightness::typical: most samples of most pictures lie in the few cells around grey, beside
/// which the colours would all be as dark as single samples.
constexpr double typical_grey = 4;

class VectorscopePanel final : public Panel {
public:
  VectorscopePanel(const Rect& rect, const PictureOptions& options, TableList& tables);

  PanelDrawing draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) override;

private:
  Rect find_plot() const;
  Window find_window() const;
  VectorscopeScale find_scale() const;
  std::vector<uint32_t> pixel_colours(const VectorscopeScale& scale, const PixelOrder& order) const;
  int32_t place_of_dot(uint32_t bin, uint32_t pixels) const;
  DotsDrawing describe_dots() const;

  const bool possible_; ///< the frames have Cb and Cr
  Axis axis_;           ///< of both
  TableShape table_;
  Rect plot_;     ///< a square on the display
  Window window_; ///< of both axes
};

VectorscopePanel::VectorscopePanel(const Rect& rect, const PictureOptions& options,
                                   TableList& tables)
    : Panel(rect, options, tables.source()), possible_(tables.has(Quantity::cb)) {
  if (!possible_)
    return;
  axis_ = axis_of(source_, Quantity::cb);
  table_ = tables.join(Quantity::cb, Quantity::cr, options.vectorscope_gain);
}

/// The largest plot that is a square on the display.
Rect VectorscopePanel::find_plot() const {
  const double edge = metrics_.edge;
  const Rect room = inset(rect_, {edge, metrics_.top, edge, edge});
  const double height = std::min<double>(room.height, room.width * options_.pixel_aspect);
  Rect plot;
  plot.width = static_cast<uint32_t>(std::max(std::round(height / options_.pixel_aspect), 1.0));
  plot.height = static_cast<uint32_t>(std::max(std::round(height), 1.0));
  plot.x = room.x + (room.width - plot.width) / 2;
  plot.y = room.y + (room.height - plot.height) / 2;
  return plot;
}

/// The part of the axes around the middle of the neutral code. At gain 1 the plot shows all codes,
/// and the boxes of all colours with their outlines.
Window VectorscopePanel::find_window() const {
  const double line = metrics_.line + 1, pixels = std::min(plot_.width, plot_.height);
  double half = axis_.n_values() / 2 + 0.5; // from the neutral code to the lowest one
  if (pixels > 20 * line) {
    half = std::max(half, (0.5 + half_box_100) * axis_.unit / (1 - 2 * line / pixels));
    half = std::max(half, 0.5 * axis_.unit / (1 - 2 * (least_half_box + line) / pixels));
  }
  const double reach = half / axis_.n_values() / options_.vectorscope_gain;
  const double middle = axis_.position_of(axis_.zero);
  return {middle - reach, middle + reach};
}

/// The neutral code lies in the middle of the plot.
VectorscopeScale VectorscopePanel::find_scale() const {
  const double share = axis_.unit / axis_.n_values() / window_.length();
  const Point unit = {plot_.width * share, plot_.height * share};
  const double gain = options_.vectorscope_gain;
  return {{plot_.x + plot_.width / 2.0, plot_.y + plot_.height / 2.0},
          unit,
          {unit.x / gain / 2, unit.y / gain / 2}};
}

/// Gives each pixel the hue of its Cb and Cr, with more white towards the middle.
std::vector<uint32_t> VectorscopePanel::pixel_colours(const VectorscopeScale& scale,
                                                      const PixelOrder& order) const {
  const double kr = source_.colours.kr, kb = source_.colours.kb, kg = 1 - kr - kb;
  std::vector<uint32_t> colours(size_t{plot_.width} * plot_.height + colour_padding);
  for (uint32_t y = 0; y < plot_.height; y++)
    for (uint32_t x = 0; x < plot_.width; x++) {
      const double cb = (plot_.x + x + 0.5 - scale.middle.x) / scale.unit.x;
      const double cr = (scale.middle.y - plot_.y - y - 0.5) / scale.unit.y;
      const double reach = std::hypot(cb, cr);
      const double share = reach > 0 ? std::min(reach * 4, 1.0) * 0.35 / reach : 0;
      const double r = 0.6 + 2 * (1 - kr) * cr * share, b = 0.6 + 2 * (1 - kb) * cb * share;
      const double g =
          0.6 - 2 * kb * (1 - kb) / kg * cb * share - 2 * kr * (1 - kr) / kg * cr * share;
      const double most = std::max({r, g, b});
      const auto code = [&](double component) {
        return static_cast<uint8_t>(
            std::lround(255 * (0.15 + 0.85 * std::max(component, 0.0) / most)));
      };
      colours[size_t{y} * plot_.width + x] = order.pack(code(r), code(g), code(b), 0);
    }
  return colours;
}

/// The pixel, along an axis of `pixels` pixels, at the middle of `bin`.
int32_t VectorscopePanel::place_of_dot(uint32_t bin, uint32_t pixels) const {
  const double position = ((bin + 0.5) / table_.bins - window_.begin) / window_.length();
  return static_cast<int32_t>(std::floor(position * pixels));
}

/// The bins of flat colours, such as those of bars: with at least one fiftieth of all samples. Dots
/// are circles on the display.
DotsDrawing VectorscopePanel::describe_dots() const {
  DotsDrawing dots;
  dots.least = std::clamp<uint64_t>(table_.samples / 50, 1, UINT32_MAX);
  dots.brightness = dot_brightness;
  for (uint32_t bin = 0; bin < table_.bins; bin++) {
    dots.x_of.push_back(place_of_dot(bin, plot_.width));
    dots.y_of.push_back(static_cast<int32_t>(plot_.height) - 1 - place_of_dot(bin, plot_.height));
  }
  const double radius = std::max(1.5, plot_.height / 160.0);
  const double wider = std::max(1.5, plot_.width / 160.0) / radius;
  dots.rows = static_cast<uint32_t>(radius) + 1;
  for (uint32_t size = 1; size <= dot_sizes; size++)
    for (uint32_t distance = 0; distance < dots.rows; distance++) {
      const double share = double{1} * size / dot_sizes;
      const double rest = share * share * radius * radius - double{1} * distance * distance;
      dots.half_widths.push_back(rest < 0 ? -1 : static_cast<int32_t>(wider * std::sqrt(rest)));
    }
  return dots;
}

PanelDrawing VectorscopePanel::draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) {
  std::string gain;
  if (options_.vectorscope_gain > 1)
    gain = "  x" + short_decimal(options_.vectorscope_gain) + "  circle " +
           short_decimal(50 / options_.vectorscope_gain, 3) + " %";
  draw_title(canvas, "Vectorscope" + gain);
  plot_ = find_plot();
  canvas.fill(plot_, style::plot);
  if (!possible_) {
    canvas.text_if_free(plot_.x + plot_.width / 2.0, plot_.y + plot_.height / 2.0, Anchor::centre,
                        "frames without Cb and Cr", metrics_.font, style::label, rect_);
    return {};
  }
  window_ = find_window();
  plots_ = {{ScopeKind::vectorscope,
             {Quantity::cb, Quantity::cr},
             plot_,
             axis_,
             ValueDirection::both,
             window_}};
  const VectorscopeScale scale = find_scale();
  draw_vectorscope(canvas, plot_, scale, metrics_, source_, options_);
  PanelDrawing drawing;
  PlotDrawing& described = drawing.plots.emplace_back();
  described.rect = plot_;
  described.dots = describe_dots();
  const bool coloured = options_.trace_colour == TraceColour::quantity;
  const double least = coloured ? least_joint : least_neutral_joint;
  TraceDrawing& trace = described.traces.emplace_back(
      describe_trace(table_, plot_, Orientation::upright, {least, options_.intensity, typical_grey},
                     window_, window_));
  trace.matrix = plan.matrix_of_joint(table_.index, 0);
  trace.held_light = make_light(style::held_trace, order);
  if (coloured) {
    trace.colours = pixel_colours(scale, order);
    lift_colours(trace, order, least, options_.intensity);
  } else {
    trace.light = make_light(style::neutral_trace, order);
  }
  return drawing;
}

} // namespace

std::unique_ptr<Panel> make_vectorscope_panel(const Rect& rect, const PictureOptions& options,
                                              TableList& tables) {
  return std::make_unique<VectorscopePanel>(rect, options, tables);
}

} // namespace videohistogram::scope
