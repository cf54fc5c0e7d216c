// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/drawing/curve.h"
#include "core/drawing/marks.h"
#include "plugin/scope/draw/paint/layer.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace videohistogram::scope {

namespace {

/// The curve of a frame, or a held one.
struct Line {
  std::vector<uint32_t> counts; ///< in the bins of the curve
  /// Per column, then zeros up to a multiple of row_padding: the height in pixels from the bottom
  /// of the plot, and where the outline begins, to meet its neighbours.
  std::vector<float> heights, steps;
  float highest = 0; ///< of the heights
};

/// Whether a column of a plot shows a percentile mark of a curve, or lies beside one.
enum class Column : uint8_t { unmarked, beside, marked };

struct Curve {
  const CurveDrawing& drawing;
  Line live, held;
  std::vector<uint32_t> marks;   ///< first columns of the percentile marks
  std::vector<Column> columns;   ///< of the plot, in the rows of the marks
  uint32_t below = 0, above = 0; ///< brightness of the lamps for values outside of the range
};

/// A plot with a histogram.
class HistogramPlot {
public:
  /// `drawing` outlives the object.
  HistogramPlot(const HistogramDrawing& drawing, const Rect& rect)
      : drawing_(drawing), rect_(rect), label_places_(drawing.mark_labels.texts.size()) {
    const std::vector<float> columns(padded(rect.width));
    const Line line = {std::vector<uint32_t>(drawing.bins), columns, columns};
    for (const CurveDrawing& curve : drawing.curves)
      curves_.push_back({curve, line, line, {}, {}});
  }

  /// Loads the counts of a frame. Returns the largest count that may set the scale. A lamp is lit
  /// if a sample lies outside of the range.
  uint32_t load_counts(const CountedTables& tables, const HoldStep& step) {
    uint32_t most = 0;
    for (Curve& curve : curves_) {
      const CountedTables::CodeCounts codes = tables.histogram(curve.drawing.histogram);
      const auto sum = [&](uint32_t begin, uint32_t end) {
        return std::accumulate(codes.counts + begin, codes.counts + end, uint64_t{0});
      };
      const uint64_t samples = sum(0, codes.n);
      const auto &below = drawing_.below, &above = drawing_.above;
      curve.below = lamp_of({sum(0, below.outside), sum(0, below.far)}, samples);
      curve.above = lamp_of({sum(above.outside, codes.n), sum(above.far, codes.n)}, samples);
      const uint32_t fold = codes.n / drawing_.bins;
      for (uint32_t bin = 0; bin < drawing_.bins; bin++) {
        uint32_t& held = curve.held.counts[bin];
        hold_value(&curve.live.counts[bin], &held,
                   static_cast<uint32_t>(sum(bin * fold, (bin + 1) * fold)), step);
        if (bin >= drawing_.inner_begin && bin < drawing_.inner_end)
          most = std::max({most, curve.live.counts[bin], step.shown ? held : 0});
      }
    }
    return most;
  }

  /// Computes the curves, the marks and their labels. `most`: the largest result of load_counts()
  /// of all plots, which have one scale. `held`: held curves are shown.
  void shape(uint32_t most, bool held) {
    for (Curve& curve : curves_) {
      const auto samples =
          std::accumulate(curve.live.counts.begin(), curve.live.counts.end(), uint64_t{0});
      const auto all = static_cast<double>(samples);
      const CurveScale scale = {most > 0 ? double{1} * most : all, all, double{1} * rect_.height,
                                drawing_.logarithmic};
      shape_line(scale, curve.live);
      curve.held.highest = 0;
      if (held)
        shape_line(scale, curve.held);
      mark_percentiles(samples, curve);
    }
    place_mark_labels();
  }

  void add_row(uint32_t y, uint32_t* picture_row, const Kernels& kernels) const {
    const uint32_t row = y - rect_.y;
    if (row >= rect_.height) // also for rows above the plot, where `row` wraps around
      return;
    uint32_t* const pixels = picture_row + rect_.x;
    const uint32_t from_bottom = rect_.height - 1 - row;
    const auto bottom = static_cast<float>(from_bottom);
    for (const Curve& curve : curves_) {
      if (bottom < curve.held.highest)
        add_held(curve, bottom, pixels);
      if (bottom < curve.live.highest)
        kernels.add_curve(pixels, {curve.live.heights.data(), curve.live.steps.data(), bottom},
                          rect_.width, curve.drawing.light);
    }
    if (const uint32_t marked = marks().curve_of(from_bottom); marked < n_curves())
      add_marks(curves_[marked], pixels);
    const uint32_t above = from_bottom - marks().height(); // wraps around below the labels
    if (above < drawing_.mark_labels.height)
      add_labels(drawing_.mark_labels.height - 1 - above, pixels);
    add_lamps(row, pixels);
  }

private:
  uint32_t n_curves() const { return static_cast<uint32_t>(curves_.size()); }
  MarkLayout marks() const { return {drawing_.mark_rows, n_curves()}; }

  void shape_line(const CurveScale& scale, Line& line) const {
    const uint32_t width = rect_.width;
    for (uint32_t x = 0; x < width; x++) {
      ColumnCount column;
      drawing_.filter.for_each(x, [&](uint32_t bin, float) { column.add(line.counts[bin]); });
      line.heights[x] = curve_height(column.most, scale);
    }
    line.highest = *std::max_element(line.heights.begin(), line.heights.end());
    for (uint32_t x = 0; x < width; x++)
      line.steps[x] = curve_step(line.heights.data(), x, width, drawing_.line);
  }

  void mark_percentiles(uint64_t samples, Curve& curve) const {
    curve.marks.clear();
    for (double share : drawing_.percentiles) {
      uint64_t sum = curve.live.counts[0];
      uint32_t bin = 0;
      while (bin + 1 < drawing_.bins &&
             is_below_percentile(sum, share, static_cast<double>(samples)))
        sum += curve.live.counts[++bin];
      curve.marks.push_back(column_of_bin(bin, drawing_.bins, rect_.width));
    }
    const auto mark = [&](uint32_t begin, uint32_t end, Column as) {
      std::fill(curve.columns.begin() + begin, curve.columns.begin() + std::min(end, rect_.width),
                as);
    };
    const uint32_t width = drawing_.mark_width, halo = marks().halo(width);
    curve.columns.assign(rect_.width, Column::unmarked);
    for (uint32_t first : curve.marks)
      mark(first - std::min(first, halo), first + width + halo, Column::beside);
    for (uint32_t first : curve.marks)
      mark(first, first + width, Column::marked);
  }

  void place_mark_labels() {
    std::vector<uint32_t> widths;
    for (const MarkLabels::Text& text : drawing_.mark_labels.texts)
      widths.push_back(text.width);
    place_labels(curves_[0].marks.data(), widths.data(), static_cast<uint32_t>(widths.size()),
                 {rect_.width, drawing_.mark_width, drawing_.mark_labels.gap},
                 label_places_.data());
  }

  void add_held(const Curve& curve, float bottom, uint32_t* pixels) const {
    for (uint32_t x = 0; x < rect_.width; x++)
      if (const uint32_t brightness = held_curve_brightness(
              curve.held.heights[x], curve.held.steps[x], bottom, curve.live.heights[x]))
        pixels[x] = add_saturated(pixels[x], light_of(curve.drawing.light, brightness));
  }

  void add_marks(const Curve& curve, uint32_t* pixels) const {
    const uint32_t opaque = drawing_.opaque;
    const uint32_t mark = opaque | light_of(curve.drawing.light, lamp_brightness);
    for (size_t x = 0; x < curve.columns.size(); x++)
      if (curve.columns[x] == Column::marked)
        pixels[x] = mark;
      else if (curve.columns[x] == Column::beside)
        pixels[x] = darkened(pixels[x], opaque);
  }

  void add_labels(uint32_t row, uint32_t* pixels) const {
    const MarkLabels& labels = drawing_.mark_labels;
    for (size_t i = 0; i < label_places_.size(); i++) {
      const MarkLabels::Text& text = labels.texts[i];
      if (label_places_[i] == no_label)
        continue;
      for (uint32_t x = 0; x < text.width; x++) {
        uint32_t& pixel = pixels[label_places_[i] + x];
        pixel =
            label_pixel(pixel, drawing_.opaque, labels.colour, text.coverage[row * text.width + x]);
      }
    }
  }

  void add_lamps(uint32_t row, uint32_t* pixels) const {
    const LampLayout lamps = {drawing_.lamp_side, rect_.width, n_curves()};
    const uint32_t lit = lamps.curve_of(row);
    if (lit == lamps.curves)
      return;
    const Curve& curve = curves_[lit];
    for (uint32_t x = lamps.gap(); lamps.covers(x); x++) {
      uint32_t& left = pixels[x];
      uint32_t& right = pixels[rect_.width - 1 - x];
      left = add_saturated(left, light_of(curve.drawing.light, curve.below));
      right = add_saturated(right, light_of(curve.drawing.light, curve.above));
    }
  }

  const HistogramDrawing& drawing_;
  const Rect rect_;
  std::vector<Curve> curves_;
  std::vector<uint32_t> label_places_; ///< see place_labels()
};

class HistogramLayer final : public Layer {
public:
  explicit HistogramLayer(const PanelDrawing& panel) {
    for (const PlotDrawing& plot : panel.plots)
      if (plot.histogram)
        plots_.emplace_back(*plot.histogram, plot.rect);
  }
  /// Live and held curves have one scale, so that they can be compared.
  void load(const CountedTables& tables, const HoldStep& step) override {
    uint32_t most = 0;
    for (HistogramPlot& plot : plots_)
      most = std::max(most, plot.load_counts(tables, step));
    for (HistogramPlot& plot : plots_)
      plot.shape(most, step.shown);
  }
  void add_row(uint32_t y, uint32_t* row, RowScratch&) const override {
    for (const HistogramPlot& plot : plots_)
      plot.add_row(y, row, kernels_);
  }

private:
  const Kernels& kernels_ = best_kernels();
  std::vector<HistogramPlot> plots_;
};

} // namespace

std::unique_ptr<Layer> make_histogram_layer(const PanelDrawing& panel) {
  return std::make_unique<HistogramLayer>(panel);
}

} // namespace videohistogram::scope
