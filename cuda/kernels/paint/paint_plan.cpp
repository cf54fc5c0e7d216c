// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/paint/paint_plan.h"

#include "core/drawing/curve.h"
#include "core/drawing/extents.h"
#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/result_layout.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace videohistogram::cuda {

namespace {

constexpr size_t array_alignment = 16;
constexpr uint32_t row_floats = 32; ///< rows of densities begin at multiples of a cache line
constexpr size_t align_array(size_t size) {
  return (size + array_alignment - 1) / array_alignment * array_alignment;
}

/// Lays out a scene, array by array.
class SceneWriter {
public:
  SceneWriter(const Drawing& drawing, const Plan& plan)
      : drawing_(drawing), plan_(plan), layout_(plan) {
    fixed_.resize(align_array(sizeof(Scene)));
  }

  PlannedScene write(const PictureColours& colours);

private:
  template <class T>
  size_t append(const T* values, size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    const size_t place = fixed_.size();
    fixed_.resize(place + align_array(n * sizeof(T)));
    if (n > 0)
      std::memcpy(&fixed_[place], values, n * sizeof(T));
    return place;
  }
  template <class T>
  size_t append(const std::vector<T>& values) {
    return append(values.data(), values.size());
  }
  size_t reserve(size_t bytes) {
    const size_t place = scratch_;
    scratch_ += align_array(bytes);
    return place;
  }
  SceneFilter add(const BoxFilter& filter);
  SceneTrace add(const TraceDrawing& trace, const Rect& plot);
  void add_components(const PlotDrawing& plot, size_t first_trace);
  SceneDots add(const DotsDrawing& dots, const Rect& plot, const SceneTrace& trace);
  SceneCurve add(const HistogramDrawing& histogram, const Rect& plot);
  SceneCurve add(const CurveDrawing& curve, const HistogramDrawing& histogram, SceneCurve scene);
  SceneLabels add(const MarkLabels& labels, uint32_t opaque);
  void add(const PlotDrawing& plot);
  void add(const PanelDrawing& panel);

  const Drawing& drawing_;
  const Plan& plan_;
  const ResultLayout layout_;
  std::vector<uint8_t> fixed_;
  size_t scratch_ = 0, measures_ = 0; ///< bytes of the scratch; where its measures begin
  size_t n_panels_ = 0;               ///< that were added
  std::vector<ScenePlot> plots_;
  std::vector<SceneTrace> traces_;
  std::vector<SceneDots> dots_;
  std::vector<SceneCurve> curves_;
  PaintShape shape_;
};

SceneFilter SceneWriter::add(const BoxFilter& filter) {
  std::vector<FilterCell> cells;
  for (const BoxFilter::Cell& cell : filter.all_cells())
    cells.push_back({cell.first, cell.n, static_cast<uint32_t>(cell.shares)});
  return {append(cells), append(filter.all_shares()), filter.cells()};
}

SceneTrace SceneWriter::add(const TraceDrawing& trace, const Rect& plot) {
  SceneTrace scene{};
  scene.counts = first_counter(plan_, trace.matrix);
  scene.positions = add(trace.positions);
  scene.values = add(trace.values);
  scene.bins = trace.bins;
  scene.upright = trace.upright;
  scene.width = plot.width;
  const uint32_t in_row = trace.upright ? scene.positions.n : trace.bins;
  const size_t rows = trace.upright ? trace.bins : scene.positions.n;
  scene.row_stride = (in_row + row_floats - 1) / row_floats * row_floats;
  scene.live = reserve(rows * scene.row_stride * sizeof(float));
  scene.held = reserve(rows * scene.row_stride * sizeof(float));
  scene.has_colours = !trace.colours.empty();
  if (scene.has_colours)
    scene.colours = append(trace.colours);
  scene.has_map = !trace.map.empty();
  if (scene.has_map) {
    scene.map_first = append(trace.map.first);
    scene.map_taps = append(trace.map.taps);
  }
  scene.table_positions = trace.table_positions;
  scene.table_bins = trace.table_bins;
  scene.measured = trace.measured;
  scene.response = trace.response;
  scene.has_extents = trace.extents.has_value();
  if (trace.extents) {
    scene.has_peak_extents = trace.extents->peak;
    scene.places = append(trace.extents->places);
    scene.extents = reserve(scene.positions.n * sizeof(Extent));
    scene.extent_colour = trace.extents->colour;
    shape_.n_extents++;
  }
  shape_.most_measured =
      std::max(shape_.most_measured, divide_up(trace.table_positions, trace.measured));
  scene.light = trace.light;
  scene.held_light = trace.held_light;
  scene.lift = trace.lift;
  shape_.most_bins = std::max(shape_.most_bins, trace.bins);
  shape_.most_cells = std::max(shape_.most_cells, scene.positions.n);
  return scene;
}

/// Adds the traces of components of mean colours. They belong to no plot, and are not drawn.
/// `first_trace`: index of the plot's first trace.
void SceneWriter::add_components(const PlotDrawing& plot, size_t first_trace) {
  for (size_t i = 0; i < plot.traces.size(); i++) {
    traces_[first_trace + i].mean = plot.traces[i].mean;
    traces_[first_trace + i].first_component = static_cast<uint32_t>(traces_.size());
    for (const TraceDrawing& component : plot.traces[i].components)
      traces_.push_back(add(component, plot.rect));
  }
}

SceneDots SceneWriter::add(const DotsDrawing& dots, const Rect& plot, const SceneTrace& trace) {
  SceneDots scene{};
  scene.counts = trace.counts;
  scene.x_of = append(dots.x_of);
  scene.y_of = append(dots.y_of);
  scene.half_widths = append(dots.half_widths);
  scene.dot_rows = dots.rows;
  scene.has_colours = trace.has_colours;
  scene.colours = trace.colours;
  scene.list = reserve(sizeof(SceneDotList));
  scene.least = dots.least;
  scene.columns = static_cast<uint32_t>(dots.x_of.size());
  scene.rows = static_cast<uint32_t>(dots.y_of.size());
  scene.width = plot.width;
  scene.brightness = dots.brightness;
  scene.light = trace.light;
  shape_.most_columns = std::max(shape_.most_columns, scene.columns);
  return scene;
}

/// What all curves of a plot share.
SceneCurve SceneWriter::add(const HistogramDrawing& histogram, const Rect& plot) {
  SceneCurve scene{};
  scene.bins = histogram.bins;
  scene.width = plot.width;
  scene.height = plot.height - histogram.base;
  scene.filter = add(histogram.filter);
  scene.percentiles = append(histogram.percentiles);
  scene.n_percentiles = static_cast<uint32_t>(histogram.percentiles.size());
  scene.inner_begin = histogram.inner_begin;
  scene.inner_end = histogram.inner_end;
  scene.mark_width = histogram.mark_width;
  scene.line = histogram.line;
  scene.logarithmic = histogram.logarithmic;
  return scene;
}

/// `scene`: what the curve shares with others of its plot.
SceneCurve SceneWriter::add(const CurveDrawing& curve, const HistogramDrawing& histogram,
                            SceneCurve scene) {
  scene.counts = layout_.first(curve.histogram);
  const Histogram& counted = plan_.histograms[curve.histogram];
  const uint32_t counters = layout_.bins(curve.histogram);
  scene.fold = counters / scene.bins;
  const auto limits = [&](const LampLimits& codes) -> LampLimits {
    return {codes.outside * (counters / counted.bins), codes.far * (counters / counted.bins)};
  };
  scene.below = limits(histogram.below);
  scene.above = limits(histogram.above);
  for (SceneCurveLine* line : {&scene.live, &scene.held}) {
    line->counts = reserve(scene.bins * sizeof(uint32_t));
    line->heights = reserve(scene.width * sizeof(float));
    line->steps = reserve(scene.width * sizeof(float));
  }
  scene.marks = reserve(scene.width);
  scene.samples = reserve(sizeof(uint64_t));
  scene.lamps = reserve(2 * sizeof(uint32_t));
  scene.mark_columns = reserve(scene.n_percentiles * sizeof(uint32_t));
  scene.mark_bins = reserve(scene.n_percentiles * sizeof(uint32_t));
  scene.light = curve.light;
  scene.mark = histogram.opaque | light_of(curve.light, lamp_brightness);
  return scene;
}

SceneLabels SceneWriter::add(const MarkLabels& labels, uint32_t opaque) {
  SceneLabels scene{};
  scene.widths = append(labels.widths);
  scene.firsts = append(labels.firsts);
  scene.coverage = append(labels.coverage);
  scene.numbers = append(labels.numbers);
  scene.label_widths = reserve(labels.labels * sizeof(uint32_t));
  scene.places = reserve(labels.labels * sizeof(uint32_t));
  scene.n = labels.labels;
  scene.height = labels.height;
  scene.gap = labels.gap;
  scene.first = labels.first;
  scene.colour = labels.colour;
  scene.opaque = opaque;
  return scene;
}

void SceneWriter::add(const PlotDrawing& plot) {
  ScenePlot scene{};
  scene.x = plot.rect.x;
  scene.y = plot.rect.y;
  scene.width = plot.rect.width;
  scene.height = plot.rect.height;
  scene.first_trace = static_cast<uint32_t>(traces_.size());
  scene.n_traces = static_cast<uint32_t>(plot.traces.size());
  for (const TraceDrawing& trace : plot.traces)
    traces_.push_back(add(trace, plot.rect));
  scene.first_dots = static_cast<uint32_t>(dots_.size());
  if (plot.dots) {
    scene.n_dots = 1;
    dots_.push_back(add(*plot.dots, plot.rect, traces_.back()));
  }
  add_components(plot, scene.first_trace);
  scene.first_curve = static_cast<uint32_t>(curves_.size());
  if (plot.histogram) {
    const HistogramDrawing& histogram = *plot.histogram;
    const SceneCurve shared = add(histogram, plot.rect);
    for (const CurveDrawing& curve : histogram.curves)
      curves_.push_back(add(curve, histogram, shared));
    curves_[scene.first_curve].labels = add(histogram.mark_labels, histogram.opaque);
    scene.n_curves = static_cast<uint32_t>(histogram.curves.size());
    scene.mark_rows = histogram.mark_rows;
    scene.base = histogram.base;
    scene.lamp_side = histogram.lamp_side;
  }
  plots_.push_back(scene);
}

void SceneWriter::add(const PanelDrawing& panel) {
  const auto first = static_cast<uint32_t>(curves_.size());
  const size_t first_trace = traces_.size();
  for (const PlotDrawing& plot : panel.plots)
    add(plot);
  for (size_t i = first_trace; i < traces_.size(); i++) {
    traces_[i].measure = measures_ + n_panels_ * sizeof(SceneMeasure);
    traces_[i].first_of_panel = i == first_trace;
  }
  n_panels_++;
  for (size_t i = first; i < curves_.size(); i++) {
    curves_[i].first_of_panel = first;
    curves_[i].n_of_panel = static_cast<uint32_t>(curves_.size()) - first;
  }
}

PlannedScene SceneWriter::write(const PictureColours& colours) {
  Scene scene{};
  scene.width = drawing_.width;
  scene.height = drawing_.height;
  scene.n_measures = static_cast<uint32_t>(drawing_.panels.size());
  scene.measures = measures_ = reserve(scene.n_measures * sizeof(SceneMeasure));
  for (const PanelDrawing& panel : drawing_.panels)
    add(panel);
  scene.n_plots = static_cast<uint32_t>(plots_.size());
  scene.n_traces = static_cast<uint32_t>(traces_.size());
  scene.n_dots = static_cast<uint32_t>(dots_.size());
  scene.n_curves = static_cast<uint32_t>(curves_.size());
  scene.plots = append(plots_);
  scene.traces = append(traces_);
  scene.dots = append(dots_);
  scene.curves = append(curves_);
  scene.background = append(drawing_.background.pixels());
  static_assert(sizeof colours.parts == 3 * 256 * 3 * sizeof(int32_t));
  scene.parts = append(&colours.parts, 1);
  scene.converts = colours.converts;
  std::memcpy(fixed_.data(), &scene, sizeof scene);

  shape_.n_curves = scene.n_curves;
  shape_.n_traces = scene.n_traces;
  shape_.n_dots = scene.n_dots;
  shape_.width = scene.width;
  shape_.height = scene.height;
  shape_.fixed_bytes = fixed_.size();
  shape_.scratch_bytes = std::max(scratch_, array_alignment);
  return {std::move(fixed_), shape_};
}

/// The component of a picture that becomes a channel of frames.
uint8_t source_of(Quantity channel) {
  switch (channel) {
  case Quantity::a:
    return 0;
  case Quantity::g:
  case Quantity::cb:
    return 2;
  case Quantity::b:
  case Quantity::cr:
    return 3;
  default: // R, Y and GRAY
    return 1;
  }
}

/// The sample of packed pixels that is no colour: alpha, or x. -1: there is none, or alpha has a
/// plane.
int alpha_offset(const FormatInfo& format) {
  const SamplePlane& pixels = format.sample_planes[0];
  const int samples = pixels.pixel_bytes / format.sample_bytes;
  if (format.n_sample_planes != 1 || samples != 4)
    return -1;
  int offset = 0 + 1 + 2 + 3;
  for (uint32_t c = 0; c < pixels.n_components; c++)
    if (pixels.components[c].channel != Quantity::a)
      offset -= pixels.components[c].byte / format.sample_bytes;
  return offset * format.sample_bytes;
}

} // namespace

PlannedScene plan_scene(const Drawing& drawing, const PictureColours& colours, const Plan& plan) {
  return SceneWriter(drawing, plan).write(colours);
}

PaintTarget paint_target(const Painting& painting, const FrameView& frame) {
  const FormatInfo& format = *frame.format;
  PaintTarget target{};
  target.sample_bytes = format.sample_bytes;
  target.depth = format.depth;
  target.shift = format.shift;
  target.alpha = painting.alpha;
  target.backing = painting.backing;
  const auto add = [&](const SamplePlane& plane, size_t offset, uint8_t source) {
    const PlaneView& pixels = frame.planes[plane.plane];
    PaintComponent component{};
    component.stride = pixels.stride;
    component.step = plane.pixel_bytes;
    component.x_sub = plane.x_sub;
    component.y_sub = plane.y_sub;
    component.source = source;
    component.first = const_cast<uint8_t*>(pixels.row(painting.y >> plane.y_sub)) +
                      size_t{painting.x >> plane.x_sub} * plane.pixel_bytes + offset;
    target.x_sub = std::max(target.x_sub, plane.x_sub);
    target.y_sub = std::max(target.y_sub, plane.y_sub);
    target.components[target.n_components++] = component;
  };
  if (const int alpha = alpha_offset(format); alpha >= 0)
    add(format.sample_planes[0], static_cast<size_t>(alpha), 0);
  if (target.n_components > 0) {
    const SamplePlane& pixels = format.sample_planes[0];
    target.components[0].is_padding =
        std::none_of(pixels.components.begin(), pixels.components.begin() + pixels.n_components,
                     [](const Component& c) { return c.channel == Quantity::a; });
  }
  for (const bool of_alpha : {true, false}) // colours are blended with the alpha of the pixel
    for (uint32_t p = 0; p < format.n_sample_planes; p++) {
      const SamplePlane& plane = format.sample_planes[p];
      for (uint32_t c = 0; c < plane.n_components; c++) {
        const Component& component = plane.components[c];
        const bool is_alpha = component.channel == Quantity::a;
        if (is_alpha == of_alpha && !(is_alpha && format.n_sample_planes == 1))
          add(plane, component.byte, source_of(component.channel));
      }
    }
  return target;
}

} // namespace videohistogram::cuda
