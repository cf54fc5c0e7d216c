// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/paint/histogram.h"

#include <algorithm>
#include <numeric>

namespace videohistogram::scope {

MarkLayout HistogramLayer::Plot::marks() const {
  return {drawing.mark_rows, static_cast<uint32_t>(curves.size())};
}

HistogramLayer::HistogramLayer(const PanelDrawing& panel, const Kernels& kernels)
    : kernels_(kernels) {
  for (const PlotDrawing& plot : panel.plots) {
    if (!plot.histogram)
      continue;
    const HistogramDrawing& drawing = *plot.histogram;
    plots_.push_back({drawing, plot.rect, {}, {}});
    plots_.back().label_places.resize(drawing.mark_labels.texts.size());
    const std::vector<float> columns(padded(plot.rect.width));
    const Line line = {std::vector<uint32_t>(drawing.bins), columns, columns};
    for (const CurveDrawing& curve : drawing.curves)
      plots_.back().curves.push_back({curve, line, line, {}, {}});
  }
}

/// Live and held curves have one scale, so that they can be compared.
void HistogramLayer::load(const CountedTables& tables, const HoldStep& step) {
  uint32_t most = 0;
  for (Plot& plot : plots_)
    for (Curve& curve : plot.curves) {
      load_counts(tables, step, plot, curve);
      for (uint32_t bin = curve.drawing.inner_begin; bin < curve.drawing.inner_end; bin++)
        most = std::max({most, curve.live.counts[bin], step.shown ? curve.held.counts[bin] : 0});
    }
  for (Plot& plot : plots_) {
    for (Curve& curve : plot.curves) {
      const auto samples =
          std::accumulate(curve.live.counts.begin(), curve.live.counts.end(), uint64_t{0});
      const CurveScale scale = {most > 0 ? double{1} * most : static_cast<double>(samples),
                                static_cast<double>(samples), double{1} * plot.rect.height,
                                plot.drawing.logarithmic};
      shape_line(plot, scale, curve.live);
      curve.held.highest = 0;
      if (step.shown)
        shape_line(plot, scale, curve.held);
      mark_percentiles(plot, samples, curve);
    }
    std::vector<uint32_t> widths;
    for (const MarkLabels::Text& text : plot.drawing.mark_labels.texts)
      widths.push_back(text.width);
    place_labels(plot.curves[0].marks.data(), widths.data(), static_cast<uint32_t>(widths.size()),
                 {plot.rect.width, plot.drawing.mark_width, plot.drawing.mark_labels.gap},
                 plot.label_places.data());
  }
}

/// A lamp is lit if a sample lies outside of the range.
void HistogramLayer::load_counts(const CountedTables& tables, const HoldStep& step,
                                 const Plot& plot, Curve& curve) {
  const CountedTables::CodeCounts codes = tables.histogram(curve.drawing.histogram);
  const auto sum = [&](uint32_t begin, uint32_t end) {
    return std::accumulate(codes.counts + begin, codes.counts + end, uint64_t{0});
  };
  const uint64_t samples = sum(0, codes.n);
  curve.below = lamp_of(sum(0, curve.drawing.below_end), samples);
  curve.above = lamp_of(sum(curve.drawing.above_begin, codes.n), samples);
  const uint32_t fold = codes.n / plot.drawing.bins;
  for (uint32_t bin = 0; bin < plot.drawing.bins; bin++)
    hold_value(&curve.live.counts[bin], &curve.held.counts[bin],
               static_cast<uint32_t>(sum(bin * fold, (bin + 1) * fold)), step);
}

void HistogramLayer::shape_line(const Plot& plot, const CurveScale& scale, Line& line) {
  const uint32_t width = plot.rect.width;
  for (uint32_t x = 0; x < width; x++) {
    ColumnCount column;
    plot.drawing.filter.for_each(
        x, [&](uint32_t bin, float share) { column.add(line.counts[bin], share); });
    line.heights[x] = curve_height(column.mean(), scale);
  }
  line.highest = *std::max_element(line.heights.begin(), line.heights.end());
  for (uint32_t x = 0; x < width; x++)
    line.steps[x] = curve_step(line.heights.data(), x, width, plot.drawing.line);
}

void HistogramLayer::mark_percentiles(const Plot& plot, uint64_t samples, Curve& curve) {
  const HistogramDrawing& drawing = plot.drawing;
  curve.marks.clear();
  for (double share : drawing.percentiles) {
    uint64_t sum = curve.live.counts[0];
    uint32_t bin = 0;
    while (bin + 1 < drawing.bins && is_below_percentile(sum, share, static_cast<double>(samples)))
      sum += curve.live.counts[++bin];
    curve.marks.push_back(column_of_bin(bin, drawing.bins, plot.rect.width));
  }
  const auto mark = [&](uint32_t begin, uint32_t end, Column as) {
    std::fill(curve.columns.begin() + begin, curve.columns.begin() + std::min(end, plot.rect.width),
              as);
  };
  const uint32_t width = drawing.mark_width, halo = plot.marks().halo(width);
  curve.columns.assign(plot.rect.width, Column::unmarked);
  for (uint32_t first : curve.marks)
    mark(first - std::min(first, halo), first + width + halo, Column::beside);
  for (uint32_t first : curve.marks)
    mark(first, first + width, Column::marked);
}

/// In a row of a curve's marks.
void HistogramLayer::add_marks(const Plot& plot, const Curve& curve, uint32_t* pixels) {
  const uint32_t opaque = plot.drawing.opaque;
  const uint32_t mark = opaque | light_of(curve.drawing.light, lamp_brightness);
  for (size_t x = 0; x < curve.columns.size(); x++)
    if (curve.columns[x] == Column::marked)
      pixels[x] = mark;
    else if (curve.columns[x] == Column::beside)
      pixels[x] = darkened(pixels[x], opaque);
}

/// `row`: of the labels, from their top.
void HistogramLayer::add_labels(const Plot& plot, uint32_t row, uint32_t* pixels) {
  const MarkLabels& labels = plot.drawing.mark_labels;
  for (size_t i = 0; i < plot.label_places.size(); i++) {
    const MarkLabels::Text& text = labels.texts[i];
    if (plot.label_places[i] == no_label)
      continue;
    for (uint32_t x = 0; x < text.width; x++) {
      uint32_t& pixel = pixels[plot.label_places[i] + x];
      pixel = label_pixel(pixel, plot.drawing.opaque, labels.colour,
                          text.coverage[row * text.width + x]);
    }
  }
}

void HistogramLayer::add_lamps(const Plot& plot, uint32_t row, uint32_t* pixels) {
  const LampLayout lamps = {plot.drawing.lamp_side, plot.rect.width,
                            static_cast<uint32_t>(plot.curves.size())};
  const uint32_t lit = lamps.curve_of(row);
  if (lit == lamps.curves)
    return;
  const Curve& curve = plot.curves[lit];
  for (uint32_t x = lamps.gap(); lamps.covers(x); x++) {
    uint32_t& left = pixels[x];
    uint32_t& right = pixels[plot.rect.width - 1 - x];
    left = add_saturated(left, light_of(curve.drawing.light, curve.below));
    right = add_saturated(right, light_of(curve.drawing.light, curve.above));
  }
}

void HistogramLayer::add_row(uint32_t y, uint32_t* row, RowScratch&) const {
  for (const Plot& plot : plots_)
    if (y - plot.rect.y < plot.rect.height) // false above the plot, too: it wraps around
      add_plot_row(plot, y - plot.rect.y, row + plot.rect.x);
}

void HistogramLayer::add_plot_row(const Plot& plot, uint32_t row, uint32_t* pixels) const {
  const uint32_t from_bottom = plot.rect.height - 1 - row;
  for (const Curve& curve : plot.curves) {
    const auto bottom = static_cast<float>(from_bottom);
    const auto add = [&](const Line& line, const LightColour& light) {
      if (bottom < line.highest)
        kernels_.add_curve(pixels, {line.heights.data(), line.steps.data(), bottom},
                           plot.rect.width, light);
    };
    add(curve.held, curve.drawing.held_light);
    add(curve.live, curve.drawing.light);
  }
  const MarkLayout marks = plot.marks();
  if (const uint32_t marked = marks.curve_of(from_bottom); marked < marks.curves)
    add_marks(plot, plot.curves[marked], pixels);
  const uint32_t above = from_bottom - marks.height(); // wraps around below the labels
  if (above < plot.drawing.mark_labels.height)
    add_labels(plot, plot.drawing.mark_labels.height - 1 - above, pixels);
  add_lamps(plot, row, pixels);
}

} // namespace videohistogram::scope
