// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The curves of histograms, their percentile marks and their lamps. Kernels and the emulated device
// of the tests run these functions.
#pragma once

#include "core/drawing/curve.h"
#include "core/drawing/marks.h"
#include "cuda/kernels/paint/trace.h"

namespace videohistogram::cuda {

/// The samples in a bin of the frame, or of the held curve. fold_counts() stores them.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t count_of(const PaintMemory& memory,
                                                    const SceneCurveLine& line, uint32_t bin) {
  return memory.in_scratch<uint32_t>(line.counts)[bin];
}

/// The sums over a range of a curve's counters.
struct CounterSums {
  LampCounts below, above;
  uint64_t samples = 0;

  VIDEOHISTOGRAM_HOST_DEVICE void add(const SceneCurve& curve, uint32_t counter, uint32_t count) {
    samples += count;
    below.outside += counter < curve.below.outside ? count : 0;
    below.far += counter < curve.below.far ? count : 0;
    above.outside += counter >= curve.above.outside ? count : 0;
    above.far += counter >= curve.above.far ? count : 0;
  }
};

/// Stores the count of a bin, and the held one that follows from it.
VIDEOHISTOGRAM_HOST_DEVICE inline void store_count(const PaintMemory& memory,
                                                   const SceneCurve& curve, uint32_t bin,
                                                   uint32_t count, const HoldStep& step) {
  hold_value(memory.in_scratch<uint32_t>(curve.live.counts) + bin,
             memory.in_scratch<uint32_t>(curve.held.counts) + bin, count, step);
}

/// Stores the sums over all counters: samples, and the lamps.
VIDEOHISTOGRAM_HOST_DEVICE inline void
store_sums(const PaintMemory& memory, const SceneCurve& curve, const CounterSums& sums) {
  *memory.in_scratch<uint64_t>(curve.samples) = sums.samples;
  memory.in_scratch<uint32_t>(curve.lamps)[0] = lamp_of(sums.below, sums.samples);
  memory.in_scratch<uint32_t>(curve.lamps)[1] = lamp_of(sums.above, sums.samples);
}

/// Adds the counts of a bin, live and held, if they may set the scale of the curves.
VIDEOHISTOGRAM_HOST_DEVICE inline void add_to_scale(const PaintMemory& memory,
                                                    const SceneCurve& curve, bool held,
                                                    uint32_t bin, CountSums& scale) {
  if (bin < curve.inner_begin || bin >= curve.inner_end)
    return;
  scale.add(count_of(memory, curve.live, bin));
  if (held)
    scale.add(count_of(memory, curve.held, bin));
}

/// Computes the height of a column of a curve's line. `full`: the full_count() of the panel.
VIDEOHISTOGRAM_HOST_DEVICE inline void set_height(const PaintMemory& memory,
                                                  const SceneCurve& curve,
                                                  const SceneCurveLine& line, float full,
                                                  uint32_t column) {
  const FilterCell of = memory.in_fixed<FilterCell>(curve.filter.cells)[column];
  ColumnCount count;
  for (uint32_t i = 0; i < of.n; i++)
    count.add(count_of(memory, line, of.first + i));
  const auto all = static_cast<double>(*memory.in_scratch<uint64_t>(curve.samples));
  memory.in_scratch<float>(line.heights)[column] =
      curve_height(count.most, {full > 0 ? static_cast<double>(full) : all, all,
                                static_cast<double>(curve.height), curve.logarithmic});
}

/// Computes the steps of a column from the heights of a line.
VIDEOHISTOGRAM_HOST_DEVICE inline void set_step(const PaintMemory& memory, const SceneCurve& curve,
                                                const SceneCurveLine& line, uint32_t column) {
  memory.in_scratch<float>(line.steps)[column] =
      curve_step(memory.in_scratch<float>(line.heights), column, curve.width, curve.line);
}

/// Marks the columns of a percentile, of which `bin` is the bin.
VIDEOHISTOGRAM_HOST_DEVICE inline void mark_columns(const PaintMemory& memory,
                                                    const SceneCurve& curve, uint32_t percentile,
                                                    uint32_t bin) {
  const uint32_t first = column_of_bin(bin, curve.bins, curve.width);
  memory.in_scratch<uint32_t>(curve.mark_columns)[percentile] = first;
  memory.in_scratch<uint32_t>(curve.mark_bins)[percentile] = bin;
  for (uint32_t x = first; x < first + curve.mark_width && x < curve.width; x++)
    memory.in_scratch<uint8_t>(curve.marks)[x] = 1;
}

VIDEOHISTOGRAM_HOST_DEVICE inline LabelImages images_of(const PaintMemory& memory,
                                                        const SceneLabels& labels) {
  return {memory.in_fixed<uint32_t>(labels.widths), memory.in_fixed<uint32_t>(labels.firsts),
          memory.in_fixed<uint8_t>(labels.coverage), memory.in_fixed<uint8_t>(labels.numbers),
          labels.n};
}

/// Decides where the labels of a curve's marks lie. All percentiles are marked.
VIDEOHISTOGRAM_HOST_DEVICE inline void place_mark_labels(const PaintMemory& memory,
                                                         const SceneCurve& curve) {
  const LabelImages images = images_of(memory, curve.labels);
  uint32_t* const widths = memory.in_scratch<uint32_t>(curve.labels.label_widths);
  for (uint32_t label = 0; label < images.labels; label++)
    widths[label] = images.width(label, memory.in_scratch<uint32_t>(curve.mark_bins)[label]);
  place_labels(memory.in_scratch<uint32_t>(curve.mark_columns), widths, images.labels,
               {curve.width, curve.mark_width, curve.labels.gap, curve.labels.first},
               memory.in_scratch<uint32_t>(curve.labels.places));
}

/// A pixel of a plot with the labels of the marks of its first curve. `row`: of the labels, from
/// their top.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_labels(const PaintMemory& memory,
                                                      const SceneCurve& curve, uint32_t x,
                                                      uint32_t row, uint32_t pixel) {
  const SceneLabels& labels = curve.labels;
  for (uint32_t i = 0; i < labels.n; i++) {
    const uint32_t place = memory.in_scratch<uint32_t>(labels.places)[i];
    const uint32_t width = memory.in_scratch<uint32_t>(labels.label_widths)[i];
    if (place == no_label || x - place >= width) // wraps around left of the label
      continue;
    const uint32_t bin = memory.in_scratch<uint32_t>(curve.mark_bins)[i];
    pixel = label_pixel(pixel, labels.opaque, labels.colour,
                        images_of(memory, labels).share(i, bin, x - place, row));
  }
  return pixel;
}

VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_curve_line(const PaintMemory& memory,
                                                          const SceneCurveLine& line,
                                                          const LightColour& light, uint32_t column,
                                                          float bottom, uint32_t pixel) {
  const float height = memory.in_scratch<float>(line.heights)[column];
  if (!(bottom < height))
    return pixel;
  const float step = memory.in_scratch<float>(line.steps)[column];
  return add_saturated(pixel, light_of(light, curve_brightness(height, step, bottom)));
}

VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_held_line(const PaintMemory& memory,
                                                         const SceneCurve& curve, uint32_t column,
                                                         float bottom, uint32_t pixel) {
  const float height = memory.in_scratch<float>(curve.held.heights)[column];
  const float step = memory.in_scratch<float>(curve.held.steps)[column];
  const float live = memory.in_scratch<float>(curve.live.heights)[column];
  return add_saturated(pixel,
                       light_of(curve.light, held_curve_brightness(height, step, bottom, live)));
}

/// The pixel of a plot with curves, marks and lamps.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_histogram(const PaintMemory& memory,
                                                         const ScenePlot& plot, bool held,
                                                         uint32_t x, uint32_t y, uint32_t pixel) {
  const SceneCurve* const curves =
      memory.in_fixed<SceneCurve>(memory.scene().curves) + plot.first_curve;
  const uint32_t from_bottom = plot.height - 1 - y;
  for (uint32_t i = 0; i < plot.n_curves && from_bottom >= plot.base; i++) {
    const auto bottom = static_cast<float>(from_bottom - plot.base);
    if (held)
      pixel = add_held_line(memory, curves[i], x, bottom, pixel);
    pixel = add_curve_line(memory, curves[i].live, curves[i].light, x, bottom, pixel);
  }
  const MarkLayout marks = {plot.mark_rows, plot.n_curves};
  const uint32_t marked = marks.curve_of(from_bottom);
  const SceneLabels& labels = curves[0].labels;
  if (marked < marks.curves && memory.in_scratch<uint8_t>(curves[marked].marks)[x])
    pixel = curves[marked].mark;
  const uint32_t above = from_bottom - marks.height(); // wraps around below the labels
  if (above < labels.height)
    pixel = add_labels(memory, curves[0], x, labels.height - 1 - above, pixel);
  const LampLayout lamps = {plot.lamp_side, plot.width, plot.n_curves};
  const uint32_t lit = lamps.curve_of(y);
  if (lit == lamps.curves)
    return pixel;
  const SceneCurve& curve = curves[lit];
  const uint32_t* const brightness = memory.in_scratch<uint32_t>(curve.lamps);
  if (lamps.covers(x))
    pixel = add_saturated(pixel, light_of(curve.light, brightness[0]));
  if (lamps.covers(plot.width - 1 - x))
    pixel = add_saturated(pixel, light_of(curve.light, brightness[1]));
  return pixel;
}

} // namespace videohistogram::cuda
