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

struct Curve {
  const CurveDrawing& drawing;
  Line live, held;
  std::vector<uint32_t> marks;   ///< first columns of the percentile marks
  std::vector<uint32_t> bins;    ///< of the percentiles
  uint32_t below = 0, above = 0; ///< brightness of the lamps for values outside of the range
};

/// A plot with a histogram.
class HistogramPlot {
public:
  /// `drawing` outlives the object.
  HistogramPlot(const HistogramDrawing& drawing, const Rect& rect)
      : drawing_(drawing), rect_(rect), images_(drawing.mark_labels.images()),
        label_widths_(images_.labels), label_places_(images_.labels) {
    const std::vector<float> columns(padded(rect.width));
    const Line line = {std::vector<uint32_t>(drawing.bins), columns, columns};
    for (const CurveDrawing& curve : drawing.curves)
      curves_.push_back({curve, line, line, {}, {}});
  }

  /// Loads the counts of a frame, and adds those that may set the scale. A lamp is lit if a sample
  /// lies outside of the range.
  void load_counts(const CountedTables& tables, const HoldStep& step, CountSums& scale) {
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
        if (bin < drawing_.inner_begin || bin >= drawing_.inner_end)
          continue;
        scale.add(curve.live.counts[bin]);
        scale.add(step.shown ? held : 0);
      }
    }
  }

  /// Computes the curves, the marks and their labels. `full`: the count that linear curves show at
  /// 94 % of the height; 0: all samples. `held`: held curves are shown.
  void shape(float full, bool held) {
    for (Curve& curve : curves_) {
      const auto samples =
          std::accumulate(curve.live.counts.begin(), curve.live.counts.end(), uint64_t{0});
      const auto all = static_cast<double>(samples);
      const CurveScale scale = {full > 0 ? double{full} : all, all,
                                double{1} * (rect_.height - drawing_.base), drawing_.logarithmic};
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
    for (const Curve& curve : curves_) {
      if (from_bottom < drawing_.base)
        break;
      const auto bottom = static_cast<float>(from_bottom - drawing_.base);
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
    curve.bins.clear();
    for (double share : drawing_.percentiles) {
      uint64_t sum = curve.live.counts[0];
      uint32_t bin = 0;
      while (bin + 1 < drawing_.bins &&
             is_below_percentile(sum, share, static_cast<double>(samples)))
        sum += curve.live.counts[++bin];
      curve.marks.push_back(column_of_bin(bin, drawing_.bins, rect_.width));
      curve.bins.push_back(bin);
    }
  }

  void place_mark_labels() {
    for (uint32_t label = 0; label < images_.labels; label++)
      label_widths_[label] = images_.width(label, curves_[0].bins[label]);
    place_labels(
        curves_[0].marks.data(), label_widths_.data(), images_.labels,
        {rect_.width, drawing_.mark_width, drawing_.mark_labels.gap, drawing_.mark_labels.first},
        label_places_.data());
  }

  void add_held(const Curve& curve, float bottom, uint32_t* pixels) const {
    for (uint32_t x = 0; x < rect_.width; x++)
      if (const uint32_t brightness = held_curve_brightness(
              curve.held.heights[x], curve.held.steps[x], bottom, curve.live.heights[x]))
        pixels[x] = add_saturated(pixels[x], light_of(curve.drawing.light, brightness));
  }

  void add_marks(const Curve& curve, uint32_t* pixels) const {
    const uint32_t mark = drawing_.opaque | light_of(curve.drawing.light, lamp_brightness);
    for (const uint32_t first : curve.marks)
      std::fill(pixels + first, pixels + std::min(first + drawing_.mark_width, rect_.width), mark);
  }

  void add_labels(uint32_t row, uint32_t* pixels) const {
    for (uint32_t label = 0; label < images_.labels; label++) {
      if (label_places_[label] == no_label)
        continue;
      for (uint32_t x = 0; x < label_widths_[label]; x++) {
        uint32_t& pixel = pixels[label_places_[label] + x];
        pixel = label_pixel(pixel, drawing_.opaque, drawing_.mark_labels.colour,
                            images_.share(label, curves_[0].bins[label], x, row));
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
  const LabelImages images_; ///< of drawing_
  std::vector<uint32_t> label_widths_;
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
    CountSums scale;
    for (HistogramPlot& plot : plots_)
      plot.load_counts(tables, step, scale);
    for (HistogramPlot& plot : plots_)
      plot.shape(full_count(scale, curve_range), step.shown);
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
