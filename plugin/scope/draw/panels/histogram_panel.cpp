// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Histograms: values from left to right, counts upwards, channels over each other or one below the
// other.
#include "core/drawing/curve.h"
#include "core/drawing/marks.h"
#include "plugin/scope/draw/panels/panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
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

/// The bins between the ends of an axis: black and white borders would flatten the rest of a curve.
BinRange inner_bins(const Axis& axis, uint32_t bins) {
  const double last = double{1} * bins / axis.n_values();
  const auto inner = [&](double signal) {
    return static_cast<uint32_t>(std::clamp(axis.value_of(signal) * last, 0.0, bins - 1.0));
  };
  return {inner(0) + 1, inner(1)};
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
  HistogramDrawing describe(const PlotArea& plot, const PixelOrder& order, const Plan& plan) const;
  MarkLabels make_labels(Canvas& canvas, const Rect& plot, const MarkLayout& marks,
                         const PixelOrder& order) const;
};

HistogramPanel::HistogramPanel(const Rect& rect, const PictureOptions& options, TableList& tables)
    : Panel(rect, options, tables.source()) {
  std::vector<Quantity> quantities = colours_of(tables);
  if (quantities.size() > 1)
    quantities.insert(quantities.begin(), luma_of(tables));
  for (Quantity quantity : quantities) {
    tables.count(quantity);
    add_quantity(ScopeKind::histogram, quantity, ValueDirection::rightward,
                 options.histogram_mode == HistogramMode::parade);
  }
}

std::string HistogramPanel::title() const {
  return "Histogram " + names() + "  " +
         unit_name(plots_[0].axis, source_.transfer, options_.units) +
         (logarithmic() ? "  log" : "");
}

void HistogramPanel::lay_out_plots() {
  const double font = metrics_.font, edge = metrics_.edge;
  const Rect all = inset(rect_, {edge, metrics_.top, edge, metrics_.labels ? 1.6 * font : 1});
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

/// The histogram of a plot, without labels.
HistogramDrawing HistogramPanel::describe(const PlotArea& plot, const PixelOrder& order,
                                          const Plan& plan) const {
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
  drawing.mark_rows = plot.rect.height / (plot.quantities.size() > 1 ? 28 : 14) + 2;
  drawing.lamp_side = static_cast<uint32_t>(std::max(3.0, 0.45 * metrics_.font));
  drawing.opaque = order.pack(0, 0, 0, 255);
  for (Quantity quantity : plot.quantities) {
    CurveDrawing& curve = drawing.curves.emplace_back();
    while (plan.histograms[curve.histogram].quantity != quantity)
      curve.histogram++;
    curve.light = make_light(colour_in(plot, quantity), order);
  }
  return drawing;
}

/// The labels of the percentile marks, if the plot has room for them.
MarkLabels HistogramPanel::make_labels(Canvas& canvas, const Rect& plot, const MarkLayout& marks,
                                       const PixelOrder& order) const {
  MarkLabels labels;
  const double font = std::max(9.0, std::round(0.8 * metrics_.font));
  if (!metrics_.labels)
    return labels;
  for (double percent : options_.percents) {
    char text[32];
    std::snprintf(text, sizeof text, "P%g", percent);
    Canvas::Coverage coverage = canvas.coverage(text, font);
    if (coverage.width == 0)
      return {};
    labels.height = coverage.height; // all have that of the font
    labels.texts.push_back({coverage.width, std::move(coverage.shares)});
  }
  if (3 * (marks.height() + labels.height) > plot.height)
    return {};
  labels.gap = static_cast<uint32_t>(font / 4);
  const auto code = [](double component) { return static_cast<uint8_t>(255 * component); };
  labels.colour = order.pack(code(style::title.r), code(style::title.g), code(style::title.b), 255);
  return labels;
}

PanelDrawing HistogramPanel::draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) {
  lay_out_plots();
  draw_title(canvas, title());
  PanelDrawing drawing;
  for (const PlotArea& plot : plots_) {
    canvas.fill(plot.rect, style::plot);
    if (logarithmic())
      draw_decades(canvas, plot.rect);
    draw_marks(canvas, plot, marks(plot.axis, plot.rect.width / (3 * metrics_.font)),
               Orientation::sideways, &plot == &plots_.back());
    HistogramDrawing histogram = describe(plot, order, plan);
    histogram.mark_labels =
        make_labels(canvas, plot.rect,
                    {histogram.mark_rows, static_cast<uint32_t>(histogram.curves.size())}, order);
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
