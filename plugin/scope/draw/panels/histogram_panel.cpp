// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Histograms: values from left to right, counts upwards, channels over each other or one below the
// other.
#include "core/drawing/curve.h"

#include "core/drawing/marks.h"
#include "plugin/scope/draw/decimal.h"
#include "plugin/scope/draw/panels/panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace videohistogram::scope {

namespace {

/// The fewest bins of a curve, unless samples have fewer codes. The most are most_curve_bins.
constexpr uint32_t least_curve_bins = 256;

/// Bins, from `begin` on and before `end`.
struct BinRange {
  uint32_t begin, end;
};

/// Codes of 8 bits at black and at white that do not set the scale of a curve: those of borders
/// with the noise of compression, which would flatten the rest.
constexpr double codes_of_borders = 3;

/// The bins between black and white.
BinRange inner_bins(const Axis& axis, uint32_t bins) {
  const double of_code = bins / axis.n_values(), border = codes_of_borders * axis.n_values() / 256;
  const auto inner = [&](double value) {
    return static_cast<uint32_t>(std::clamp(value * of_code, 0.0, bins - 1.0));
  };
  return {inner(axis.value_of(0) + border) + 1, inner(axis.value_of(1) - border)};
}

/// Sets which codes light the lamps. In limited range, codes are rounded to those of 8 bits: R, G
/// and B of legal Y'CbCr may lie one code outside of 16 to 235, by the rounding of Y'CbCr. Far
/// outside is beyond EBU R 103: 5 to 246. In full range, only the lowest and the highest code light
/// lamps.
void set_lamps(const Axis& axis, HistogramDrawing& drawing) {
  const auto codes = static_cast<uint32_t>(axis.n_values());
  if (!axis.narrow) {
    drawing.below = {1, 1};
    drawing.above = {codes - 1, codes - 1};
    return;
  }
  // The first code that is rounded to `code` or more.
  const auto first = [&](double code) {
    return static_cast<uint32_t>(std::ceil((code - 0.5) * codes / 256));
  };
  drawing.below = {first(15), first(5)};
  drawing.above = {first(237), first(247)};
}

class HistogramPanel final : public Panel {
public:
  HistogramPanel(const Rect& rect, const PictureOptions& options, TableList& tables);

  PanelDrawing draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) override;

private:
  bool logarithmic() const { return options_.histogram_scale == HistogramScale::logarithmic; }
  std::string title() const;
  void lay_out_plots();
  void draw_decades(Canvas& canvas, const Rect& plot) const;
  uint32_t bins_of(const Rect& plot) const;
  HistogramDrawing describe(Canvas& canvas, const PlotArea& plot, const PixelOrder& order,
                            const Plan& plan) const;
  void add_labels(Canvas& canvas, const PlotArea& plot, const PixelOrder& order,
                  HistogramDrawing& drawing) const;
};

HistogramPanel::HistogramPanel(const Rect& rect, const PictureOptions& options, TableList& tables)
    : Panel(rect, options, tables.source()) {
  for (Quantity quantity : with_luma(tables)) {
    tables.count(quantity);
    add_quantity(ScopeKind::histogram, quantity, ValueDirection::rightward,
                 options.histogram_mode == HistogramMode::parade);
  }
}

std::string HistogramPanel::title() const {
  return "Histogram " + names() + "  " +
         unit_name(plots_[0].axis, source_.colours.transfer, options_.units) +
         (logarithmic() ? "  log" : "");
}

void HistogramPanel::lay_out_plots() {
  const double font = metrics_.font, edge = metrics_.edge;
  const double labels = has_percents(plots_[0].axis) ? 2.9 * font
                        : metrics_.labels            ? 1.6 * font
                                                     : 1;
  const Rect all = inset(rect_, {edge, metrics_.top, edge, labels});
  const double gap = metrics_.labels ? 0.3 * font : 1;
  const auto n = static_cast<double>(plots_.size());
  const double share = std::max((all.height - gap * (n - 1)) / n, 1.0);
  for (size_t i = 0; i < plots_.size(); i++) {
    Rect& rect = plots_[i].rect;
    rect = all;
    rect.height = static_cast<uint32_t>(share);
    rect.y = std::min(all.y + static_cast<uint32_t>(static_cast<double>(i) * (share + gap)),
                      all.y + all.height - rect.height);
  }
}

void HistogramPanel::draw_decades(Canvas& canvas, const Rect& plot) const {
  for (int decade = 1; decade < curve_decades; decade++)
    canvas.horizontal(plot.x, plot.x + plot.width, plot.y + plot.height * decade / curve_decades,
                      style::line, metrics_.line, std::max(2.0, metrics_.font / 6));
}

/// At least one bin per column, but at most one per code and most_curve_bins.
uint32_t HistogramPanel::bins_of(const Rect& plot) const {
  uint32_t bins = least_curve_bins;
  while (bins < plot.width && bins < most_curve_bins)
    bins *= 2;
  return std::min(bins, codes_of(*source_.format));
}

HistogramDrawing HistogramPanel::describe(Canvas& canvas, const PlotArea& plot,
                                          const PixelOrder& order, const Plan& plan) const {
  HistogramDrawing drawing;
  const uint32_t width = plot.rect.width, bins = bins_of(plot.rect);
  const BinRange inner = inner_bins(plot.axis, bins);
  drawing.bins = bins;
  drawing.filter = BoxFilter(0, bins, bins, width, false);
  drawing.logarithmic = logarithmic();
  drawing.inner_begin = inner.begin;
  drawing.inner_end = inner.end;
  set_lamps(plot.axis, drawing);
  for (double percent : options_.percents)
    drawing.percentiles.push_back(percent / 100);
  drawing.line = static_cast<float>(1.5 * metrics_.line);
  drawing.mark_width = static_cast<uint32_t>(metrics_.line) + 1;
  drawing.mark_rows = plot.rect.height / (plot.quantities.size() > 1 ? 48 : 24) + 2;
  drawing.lamp_side = static_cast<uint32_t>(std::max(3.0, 0.45 * metrics_.font));
  drawing.opaque = order.pack(0, 0, 0, 255);
  for (Quantity quantity : plot.quantities) {
    CurveDrawing& curve = drawing.curves.emplace_back();
    while (plan.histograms[curve.histogram].quantity != quantity)
      curve.histogram++;
    curve.light = make_light(colour_in(plot, quantity), order);
  }
  if (options_.percents.empty())
    return drawing;
  add_labels(canvas, plot, order, drawing);
  const MarkLayout marks = {drawing.mark_rows, static_cast<uint32_t>(drawing.curves.size())};
  const uint32_t base = marks.height() + drawing.mark_labels.height;
  drawing.base = 2 * base > plot.rect.height ? 0 : base; // very small plots have no room
  return drawing;
}

/// Adds the labels of the percentile marks, if the plot has room for them.
void HistogramPanel::add_labels(Canvas& canvas, const PlotArea& plot, const PixelOrder& order,
                                HistogramDrawing& drawing) const {
  if (!metrics_.labels)
    return;
  const double font = std::max(9.0, std::round(0.8 * metrics_.font));
  MarkLabels labels;
  const auto add = [&](const std::string& text) {
    const Canvas::Coverage image = canvas.coverage(text, font);
    labels.widths.push_back(image.width);
    labels.firsts.push_back(static_cast<uint32_t>(labels.coverage.size()));
    labels.coverage.insert(labels.coverage.end(), image.shares.begin(), image.shares.end());
    labels.height = std::max(labels.height, image.height); // all texts have that of the font
  };
  for (const double percent : options_.percents)
    add("P" + short_decimal(percent) + " ");
  const Transfer transfer = source_.colours.transfer;
  add(unit_suffix(plot.axis, transfer, options_.units));
  const std::string glyphs = "0123456789.-+<";
  for (const char glyph : glyphs)
    add({glyph});
  const MarkLayout marks = {drawing.mark_rows, static_cast<uint32_t>(drawing.curves.size())};
  if (labels.widths[0] == 0 || 3 * (marks.height() + labels.height) > plot.rect.height)
    return;
  labels.labels = static_cast<uint32_t>(options_.percents.size());
  for (uint32_t bin = 0; bin < drawing.bins; bin++) {
    const double value = (bin + 0.5) / drawing.bins * plot.axis.n_values() - 0.5;
    const std::string number = number_of(plot.axis, transfer, options_.units, value);
    for (size_t i = 0; i < number_length; i++)
      labels.numbers.push_back(i < number.size() ? static_cast<uint8_t>(glyphs.find(number[i]))
                                                 : no_glyph);
  }
  labels.gap = static_cast<uint32_t>(font / 2);
  const std::vector<double>& percents = options_.percents;
  const auto from_median = [](double a, double b) { return std::fabs(a - 50) < std::fabs(b - 50); };
  labels.first = static_cast<uint32_t>(
      std::min_element(percents.begin(), percents.end(), from_median) - percents.begin());
  const auto code = [](double component) { return static_cast<uint8_t>(255 * component); };
  labels.colour = order.pack(code(style::title.r), code(style::title.g), code(style::title.b), 255);
  drawing.mark_labels = std::move(labels);
}

PanelDrawing HistogramPanel::draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) {
  lay_out_plots();
  draw_title(canvas, title());
  PanelDrawing drawing;
  for (const PlotArea& plot : plots_) {
    canvas.fill(plot.rect, style::plot);
    HistogramDrawing histogram = describe(canvas, plot, order, plan);
    Rect curves = plot.rect;
    curves.height -= histogram.base;
    if (logarithmic())
      draw_decades(canvas, curves);
    draw_marks(canvas, plot, marks(plot, plot.rect.width / (3 * metrics_.font)),
               Orientation::sideways, &plot == &plots_.back());
    if (&plot == &plots_.back())
      draw_percents(canvas, plot, Orientation::sideways);
    if (histogram.base > 0)
      canvas.horizontal(plot.rect.x, plot.rect.x + plot.rect.width, curves.y + curves.height,
                        style::line, metrics_.line);
    if (plots_.size() > 1)
      draw_name(canvas, plot, 2.5 * histogram.lamp_side);
    PlotDrawing& described = drawing.plots.emplace_back();
    described.rect = plot.rect;
    described.histogram = std::move(histogram);
  }
  return drawing;
}

} // namespace

std::unique_ptr<Panel> make_histogram_panel(const Rect& rect, const PictureOptions& options,
                                            TableList& tables) {
  return std::make_unique<HistogramPanel>(rect, options, tables);
}

} // namespace videohistogram::scope
