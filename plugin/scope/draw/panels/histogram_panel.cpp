// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Histograms: values from left to right, counts upwards, channels over each other or one below the
// other.
#include "core/drawing/box_filter.h"
#include "core/drawing/curve.h"
#include "core/drawing/marks.h"
#include "plugin/scope/draw/panels/graticule.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/trace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>

namespace videohistogram::scope {

namespace {

class HistogramPanel final : public Panel {
public:
  HistogramPanel(const Rect& rect, const PictureOptions& options, TableList& tables);

  void draw_graticule(Canvas& canvas, const PixelOrder& order) override;
  std::vector<PlotArea> plots() const override;
  void load(const CountedTables& tables, size_t part) override;
  void hold(Hold hold) override;
  void forget() override;
  void add_row(size_t plot, uint32_t row, uint32_t* pixels, RowScratch& scratch) const override;
  PlotDrawing describe(size_t plot, const Plan& plan) const override;

private:
  struct Curves {
    /// The height of the curve, in pixels from the bottom of the plot, for each column, then zeros
    /// up to a multiple of row_padding. Empty: there is no curve.
    std::vector<float> heights;
    std::vector<float> steps; ///< where the outline of a column begins, to meet its neighbours
    float highest = 0;        ///< of the heights
  };
  /// What a column of the plot has in the rows of a channel's percentile marks.
  enum class Column : uint8_t { unmarked, beside, marked };
  struct Channel {
    Axis axis;
    LightColour light;
    std::vector<uint32_t> counts;      ///< in the bins of the curve; empty: no frame was loaded
    std::vector<uint32_t> held_counts; ///< empty: the next frame's are held, or none
    Curves live, held;
    std::vector<uint32_t> marks;   ///< first columns of the percentile marks
    std::vector<Column> columns;   ///< of the plot, in the rows of the marks
    uint32_t below = 0, above = 0; ///< brightness of the lamps for values outside of the range
  };
  struct Plot {
    std::vector<Channel> channels;
    Rect rect;
    MarkLabels labels;                  ///< of the percentile marks
    std::vector<uint32_t> label_places; ///< of `labels`, see place_labels(); empty: none are shown
  };

  std::string title() const;
  uint32_t curve_bins(const Rect& plot) const;
  void load_counts(const CountedTables::CodeCounts& codes, const Rect& plot,
                   Channel& channel) const;
  Curves curves_of(const std::vector<uint32_t>& counts, double full, uint64_t samples,
                   const Rect& plot) const;
  MarkLabels make_labels(Canvas& canvas, const Plot& plot, const PixelOrder& order) const;
  void add_marks(const Channel& channel, uint32_t* pixels) const;
  void add_labels(const Plot& plot, uint32_t row, uint32_t* pixels) const;
  void draw_decades(Canvas& canvas, const Rect& plot) const;
  void mark_percentiles(uint64_t samples, const Plot& plot, Channel& channel) const;
  void add_lamps(const Plot& plot, uint32_t row, uint32_t* pixels) const;
  float outline() const { return static_cast<float>(1.5 * metrics_.line); }
  uint32_t mark_width() const { return static_cast<uint32_t>(metrics_.line) + 1; }
  static MarkLayout marks_of_plot(const Plot& plot) {
    const auto curves = static_cast<uint32_t>(plot.channels.size());
    return {plot.rect.height / (curves > 1 ? 28 : 14) + 2, curves};
  }
  uint32_t lamp_side() const { return static_cast<uint32_t>(std::max(3.0, 0.45 * metrics_.font)); }

  const Rect rect_;
  const PictureOptions options_;
  const Source source_;
  const Metrics metrics_;
  std::vector<Plot> plots_;
  const Kernels& kernels_ = best_kernels();
  uint32_t opaque_ = 0; ///< a black pixel
  Hold hold_ = Hold::none;
};

/// The least bins of a curve if there are as many codes. The most are those of a device's kernel.
constexpr uint32_t least_curve_bins = 256;

/// Brightness of held curves, as a share of that of the present ones.
constexpr double held_share = 0.4;

/// Bins or codes, from `begin` on and before `end`.
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

/// The codes inside of the range, or between the lowest and the highest one if nothing lies
/// outside.
BinRange codes_in_range(const Axis& axis) {
  if (!axis.narrow)
    return {1, static_cast<uint32_t>(axis.n_values()) - 1};
  return {static_cast<uint32_t>(axis.value_of(0)), static_cast<uint32_t>(axis.value_of(1)) + 1};
}

/// The sums of `n` counts in bins of equal size.
std::vector<uint32_t> fold(const uint32_t* counts, uint32_t n, uint32_t bins) {
  std::vector<uint32_t> sums(bins);
  for (uint32_t bin = 0; bin < bins; bin++)
    sums[bin] = std::accumulate(counts + size_t{bin} * (n / bins),
                                counts + size_t{bin + 1} * (n / bins), 0u);
  return sums;
}

HistogramPanel::HistogramPanel(const Rect& rect, const PictureOptions& options, TableList& tables)
    : rect_(rect), options_(options), source_(tables.source()), metrics_(rect) {
  std::vector<Quantity> quantities = colours_of(tables);
  if (quantities.size() > 1)
    quantities.insert(quantities.begin(), luma_of(tables));
  for (Quantity quantity : quantities) {
    tables.count(quantity);
    if (plots_.empty() || options.histogram_mode == HistogramMode::parade)
      plots_.emplace_back();
    plots_.back().channels.push_back({axis_of(source_, quantity), {}, {}, {}, {}, {}, {}, {}});
  }
}

std::string HistogramPanel::title() const {
  std::string names;
  for (const Plot& plot : plots_)
    for (const Channel& channel : plot.channels)
      names += std::string(names.empty() ? "" : " ") + quantity_name(channel.axis.quantity);
  return "Histogram " + names + "  " +
         unit_name(plots_[0].channels[0].axis, source_.transfer, options_.units) +
         (options_.histogram_scale == HistogramScale::logarithmic ? "  log" : "");
}

void HistogramPanel::draw_graticule(Canvas& canvas, const PixelOrder& order) {
  opaque_ = order.pack(0, 0, 0, 255);
  draw_title(canvas, rect_, metrics_, title(), source_.description);
  const double font = metrics_.font, edge = metrics_.labels ? 0.5 * font : 1;
  const Rect all = inset(
      rect_, {edge, metrics_.labels ? 1.9 * font : 1, edge, metrics_.labels ? 1.6 * font : 1});
  const double gap = metrics_.labels ? 0.3 * font : 1;
  const auto n = static_cast<double>(plots_.size());
  const double share = std::max((all.height - gap * (n - 1)) / n, 1.0);
  for (size_t i = 0; i < plots_.size(); i++) {
    Plot& plot = plots_[i];
    plot.rect = all;
    plot.rect.height = static_cast<uint32_t>(share);
    plot.rect.y = std::min(all.y + static_cast<uint32_t>(static_cast<double>(i) * (share + gap)),
                           all.y + all.height - plot.rect.height);
    canvas.fill(plot.rect, style::plot);
    if (options_.histogram_scale == HistogramScale::logarithmic)
      draw_decades(canvas, plot.rect);
    const Axis& axis = plot.channels[0].axis;
    draw_marks(canvas, plot.rect, rect_, metrics_, axis,
               marks_of(axis, source_.transfer, options_.units, plot.rect.width / (3 * font)),
               Orientation::sideways, i + 1 == plots_.size());
    for (Channel& channel : plot.channels)
      channel.light = make_light(colour_of(channel.axis.quantity, options_.trace_colour), order);
    plot.labels = make_labels(canvas, plot, order);
  }
}

/// The labels of the percentile marks, if the plot has room for them.
MarkLabels HistogramPanel::make_labels(Canvas& canvas, const Plot& plot,
                                       const PixelOrder& order) const {
  MarkLabels labels;
  const double font = std::max(9.0, std::round(0.8 * metrics_.font));
  if (!metrics_.labels)
    return labels;
  for (double percent : options_.percents) {
    char text[32];
    std::snprintf(text, sizeof text, "%g %%", percent);
    Canvas::Coverage coverage = canvas.coverage(text, font);
    if (coverage.width == 0)
      return {};
    labels.height = coverage.height; // all have that of the font
    labels.texts.push_back({coverage.width, std::move(coverage.shares)});
  }
  if (3 * (marks_of_plot(plot).height() + labels.height) > plot.rect.height)
    return {};
  labels.gap = static_cast<uint32_t>(font / 4);
  const auto code = [](double component) { return static_cast<uint8_t>(255 * component); };
  labels.colour = order.pack(code(style::title.r), code(style::title.g), code(style::title.b), 255);
  return labels;
}

void HistogramPanel::draw_decades(Canvas& canvas, const Rect& plot) const {
  for (int decade = 1; decade < curve_decades; decade++)
    canvas.horizontal(plot.x, plot.x + plot.width, plot.y + plot.height * decade / curve_decades,
                      style::line, metrics_.line, std::max(2.0, metrics_.font / 6));
}

std::vector<PlotArea> HistogramPanel::plots() const {
  std::vector<PlotArea> areas;
  for (const Plot& plot : plots_) {
    areas.push_back(
        {ScopeKind::histogram, {}, plot.rect, plot.channels[0].axis, ValueDirection::rightward});
    for (const Channel& channel : plot.channels)
      areas.back().quantities.push_back(channel.axis.quantity);
  }
  return areas;
}

/// A bin per column, as far as there are codes and devices allow.
uint32_t HistogramPanel::curve_bins(const Rect& plot) const {
  uint32_t bins = least_curve_bins;
  while (bins < plot.width && bins < most_curve_bins)
    bins *= 2;
  return std::min(bins, codes_of(*source_.format));
}

/// Live and held curves have one scale, so that they can be compared.
void HistogramPanel::load(const CountedTables& tables, size_t) {
  uint32_t most = 0;
  for (Plot& plot : plots_)
    for (Channel& channel : plot.channels) {
      load_counts(tables.histogram(channel.axis.quantity), plot.rect, channel);
      const BinRange inner = inner_bins(channel.axis, static_cast<uint32_t>(channel.counts.size()));
      for (const std::vector<uint32_t>* counts : {&channel.counts, &channel.held_counts})
        for (uint32_t bin = inner.begin; bin < inner.end && !counts->empty(); bin++)
          most = std::max(most, (*counts)[bin]);
    }
  for (Plot& plot : plots_)
    for (Channel& channel : plot.channels) {
      const auto samples =
          std::accumulate(channel.counts.begin(), channel.counts.end(), uint64_t{0});
      const double full = most > 0 ? double{1} * most : static_cast<double>(samples);
      channel.live = curves_of(channel.counts, full, samples, plot.rect);
      channel.held = curves_of(channel.held_counts, full, samples, plot.rect);
      mark_percentiles(samples, plot, channel);
    }
  for (Plot& plot : plots_) {
    std::vector<uint32_t> widths;
    for (const MarkLabels::Text& text : plot.labels.texts)
      widths.push_back(text.width);
    plot.label_places.resize(widths.size());
    place_labels(plot.channels[0].marks.data(), widths.data(), static_cast<uint32_t>(widths.size()),
                 {plot.rect.width, mark_width(), plot.labels.gap}, plot.label_places.data());
  }
}

/// Takes the counts of a frame. A lamp is lit if a sample lies outside of the range, or has the
/// lowest or the highest code if nothing lies outside.
void HistogramPanel::load_counts(const CountedTables::CodeCounts& codes, const Rect& plot,
                                 Channel& channel) const {
  const auto sum = [&](uint32_t begin, uint32_t end) {
    return std::accumulate(codes.counts + begin, codes.counts + end, uint64_t{0});
  };
  const BinRange inside = codes_in_range(channel.axis);
  const uint64_t samples = sum(0, codes.n);
  channel.below = lamp_of(sum(0, inside.begin), samples);
  channel.above = lamp_of(sum(inside.end, codes.n), samples);
  channel.counts = fold(codes.counts, codes.n, curve_bins(plot));
  if (hold_ == Hold::none)
    return;
  if (channel.held_counts.empty())
    channel.held_counts = channel.counts;
  else if (hold_ == Hold::peak)
    std::transform(channel.counts.begin(), channel.counts.end(), channel.held_counts.begin(),
                   channel.held_counts.begin(),
                   [](uint32_t a, uint32_t b) { return std::max(a, b); });
}

HistogramPanel::Curves HistogramPanel::curves_of(const std::vector<uint32_t>& counts, double full,
                                                 uint64_t samples, const Rect& plot) const {
  Curves curves;
  if (counts.empty())
    return curves;
  const auto bins = static_cast<uint32_t>(counts.size());
  const BoxFilter filter(0, bins, bins, plot.width, false);
  const CurveScale scale = {full, static_cast<double>(samples), double{1} * plot.height,
                            options_.histogram_scale == HistogramScale::logarithmic};
  curves.heights.resize(padded(plot.width));
  for (uint32_t x = 0; x < plot.width; x++) {
    ColumnCount column;
    filter.for_each(x, [&](uint32_t bin, float share) { column.add(counts[bin], share); });
    curves.heights[x] = curve_height(column.mean(), scale);
  }
  curves.highest = *std::max_element(curves.heights.begin(), curves.heights.end());
  curves.steps.resize(curves.heights.size());
  for (uint32_t x = 0; x < plot.width; x++)
    curves.steps[x] = curve_step(curves.heights.data(), x, plot.width, outline());
  return curves;
}

void HistogramPanel::hold(Hold hold) {
  hold_ = hold;
  for (Plot& plot : plots_)
    for (Channel& channel : plot.channels)
      channel.held_counts = hold == Hold::none ? std::vector<uint32_t>{} : channel.counts;
}

void HistogramPanel::forget() {
  for (Plot& plot : plots_)
    for (Channel& channel : plot.channels) {
      channel.counts = channel.held_counts = {};
      channel.live = channel.held = {};
    }
}

void HistogramPanel::mark_percentiles(uint64_t samples, const Plot& plot, Channel& channel) const {
  channel.marks.clear();
  const std::vector<uint32_t>& counts = channel.counts;
  const auto bins = static_cast<uint32_t>(counts.size());
  for (double percent : options_.percents) {
    uint64_t sum = counts[0];
    uint32_t bin = 0;
    while (bin + 1 < bins && is_below_percentile(sum, percent / 100, static_cast<double>(samples)))
      sum += counts[++bin];
    channel.marks.push_back(column_of_bin(bin, bins, plot.rect.width));
  }
  const auto mark = [&](uint32_t begin, uint32_t end, Column as) {
    std::fill(channel.columns.begin() + begin,
              channel.columns.begin() + std::min(end, plot.rect.width), as);
  };
  const uint32_t width = mark_width(), halo = marks_of_plot(plot).halo(width);
  channel.columns.assign(plot.rect.width, Column::unmarked);
  for (uint32_t first : channel.marks)
    mark(first - std::min(first, halo), first + width + halo, Column::beside);
  for (uint32_t first : channel.marks)
    mark(first, first + width, Column::marked);
}

void HistogramPanel::add_lamps(const Plot& plot, uint32_t row, uint32_t* pixels) const {
  const LampLayout lamps = {lamp_side(), plot.rect.width,
                            static_cast<uint32_t>(plot.channels.size())};
  const uint32_t curve = lamps.curve_of(row);
  if (curve == lamps.curves)
    return;
  const Channel& channel = plot.channels[curve];
  for (uint32_t x = lamps.gap(); lamps.covers(x); x++) {
    uint32_t& left = pixels[x];
    uint32_t& right = pixels[plot.rect.width - 1 - x];
    left = add_saturated(left, light_of(channel.light, channel.below));
    right = add_saturated(right, light_of(channel.light, channel.above));
  }
}

/// In a row of a channel's marks.
void HistogramPanel::add_marks(const Channel& channel, uint32_t* pixels) const {
  const uint32_t mark = opaque_ | light_of(channel.light, lamp_brightness);
  for (size_t x = 0; x < channel.columns.size(); x++)
    if (channel.columns[x] == Column::marked)
      pixels[x] = mark;
    else if (channel.columns[x] == Column::beside)
      pixels[x] = darkened(pixels[x], opaque_);
}

/// `row`: of the labels, from their top.
void HistogramPanel::add_labels(const Plot& plot, uint32_t row, uint32_t* pixels) const {
  for (size_t i = 0; i < plot.label_places.size(); i++) {
    const MarkLabels::Text& text = plot.labels.texts[i];
    if (plot.label_places[i] == no_label)
      continue;
    for (uint32_t x = 0; x < text.width; x++) {
      uint32_t& pixel = pixels[plot.label_places[i] + x];
      pixel = label_pixel(pixel, opaque_, plot.labels.colour, text.coverage[row * text.width + x]);
    }
  }
}

void HistogramPanel::add_row(size_t index, uint32_t row, uint32_t* pixels, RowScratch&) const {
  const Plot& plot = plots_[index];
  const uint32_t from_bottom = plot.rect.height - 1 - row;
  for (const Channel& channel : plot.channels) {
    const auto bottom = static_cast<float>(from_bottom);
    const auto add = [&](const Curves& curves, const LightColour& light) {
      if (bottom < curves.highest)
        kernels_.add_curve(pixels, {curves.heights.data(), curves.steps.data(), bottom},
                           plot.rect.width, light);
    };
    add(channel.held, dim(channel.light, held_share));
    add(channel.live, channel.light);
  }
  const MarkLayout marks = marks_of_plot(plot);
  if (const uint32_t marked = marks.curve_of(from_bottom); marked < marks.curves)
    add_marks(plot.channels[marked], pixels);
  const uint32_t above = from_bottom - marks.height(); // wraps around below the labels
  if (above < plot.labels.height)
    add_labels(plot, plot.labels.height - 1 - above, pixels);
  add_lamps(plot, row, pixels);
}

PlotDrawing HistogramPanel::describe(size_t index, const Plan& plan) const {
  const Plot& plot = plots_[index];
  PlotDrawing drawing;
  drawing.rect = plot.rect;
  drawing.line = outline();
  drawing.mark_width = mark_width();
  drawing.mark_rows = marks_of_plot(plot).rows;
  drawing.mark_labels = plot.labels;
  drawing.lamp_side = lamp_side();
  drawing.opaque = opaque_;
  for (const Channel& channel : plot.channels) {
    CurveDrawing curve;
    while (plan.histograms[curve.histogram].quantity != channel.axis.quantity)
      curve.histogram++;
    curve.bins = curve_bins(plot.rect);
    curve.filter = BoxFilter(0, curve.bins, curve.bins, plot.rect.width, false);
    curve.logarithmic = options_.histogram_scale == HistogramScale::logarithmic;
    const BinRange inner = inner_bins(channel.axis, curve.bins);
    const BinRange inside = codes_in_range(channel.axis);
    curve.inner_begin = inner.begin;
    curve.inner_end = inner.end;
    curve.below_end = inside.begin;
    curve.above_begin = inside.end;
    curve.light = channel.light;
    curve.held_light = dim(channel.light, held_share);
    for (double percent : options_.percents)
      curve.percentiles.push_back(percent / 100);
    drawing.curves.push_back(std::move(curve));
  }
  return drawing;
}

} // namespace

std::unique_ptr<Panel> make_histogram_panel(const Rect& rect, const PictureOptions& options,
                                            TableList& tables) {
  return std::make_unique<HistogramPanel>(rect, options, tables);
}

} // namespace videohistogram::scope
