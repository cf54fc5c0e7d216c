// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels that draw pictures, as plain loops over the arguments of their launches. They share
// the arithmetic of pixels with the kernels.
#include "cuda/kernels/paint/pixel.h"
#include "tests/emulated_cuda/device.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

void fold_counts(const PaintParameters& parameters, const SceneCurve& curve) {
  const PaintMemory& memory = parameters.memory;
  CounterSums sums;
  for (uint32_t bin = 0; bin < curve.bins; bin++) {
    uint32_t folded = 0;
    for (uint32_t i = bin * curve.fold; i < (bin + 1) * curve.fold; i++) {
      const uint32_t count = memory.results[curve.counts + i];
      sums.add(curve, i, count);
      folded += count;
    }
    store_count(memory, curve, bin, folded, parameters.hold);
  }
  store_sums(memory, curve, sums);
}

void paint_curve(const PaintParameters& parameters, const SceneCurve& curve) {
  const PaintMemory& memory = parameters.memory;
  const bool held = parameters.hold.shown;
  const SceneCurve* const panel =
      memory.in_fixed<SceneCurve>(memory.scene().curves) + curve.first_of_panel;
  CountSums scale;
  for (uint32_t i = 0; i < curve.n_of_panel; i++)
    for (uint32_t bin = 0; bin < panel[i].bins; bin++)
      add_to_scale(memory, panel[i], held, bin, scale);
  const float full = full_count(scale, curve_range);
  std::vector<uint64_t> sums;
  uint64_t samples = 0;
  for (uint32_t bin = 0; bin < curve.bins; bin++)
    sums.push_back(samples += count_of(memory, curve.live, bin));
  for (uint32_t x = 0; x < curve.width; x++) {
    set_height(memory, curve, curve.live, full, x);
    if (held)
      set_height(memory, curve, curve.held, full, x);
    memory.in_scratch<uint8_t>(curve.marks)[x] = 0;
  }
  for (uint32_t x = 0; x < curve.width; x++) {
    set_step(memory, curve, curve.live, x);
    if (held)
      set_step(memory, curve, curve.held, x);
  }
  for (uint32_t i = 0; i < curve.n_percentiles; i++) {
    const double share = memory.in_fixed<double>(curve.percentiles)[i];
    uint32_t bin = 0;
    while (bin + 1 < curve.bins &&
           is_below_percentile(sums[bin], share, static_cast<double>(samples)))
      bin++;
    mark_columns(memory, curve, i, bin);
  }
  place_mark_labels(memory, curve);
}

void measure_trace(const PaintMemory& memory, const SceneTrace& trace) {
  auto* const measure = memory.in_scratch<SceneMeasure>(trace.measure);
  CountSums sums = {measure->samples, measure->logarithms, measure->most};
  for (uint32_t position = 0; position < trace.table_positions; position += trace.measured)
    for (uint32_t bin = 0; bin < trace.table_bins; bin++)
      sums.add(memory.matrices[trace.counts + size_t{position} * trace.table_bins + bin]);
  *measure = {sums.samples, sums.logarithms, sums.most, 0};
}

void paint_trace(const PaintParameters& parameters, const SceneTrace& trace) {
  for (uint32_t cell = 0; cell < trace.positions.n; cell++)
    for (uint32_t bin = 0; bin < trace.bins; bin++)
      store_density(parameters.memory, trace, cell, bin,
                    density_of(parameters.memory, trace, cell, bin), parameters.hold);
}

void list_dots(const PaintMemory& memory, const SceneDots& dots) {
  auto* const list = memory.in_scratch<SceneDotList>(dots.list);
  list->n = 0;
  for (uint32_t column = 0; column < dots.columns; column++)
    for (uint32_t row = 0; row < dots.rows; row++)
      if (is_dot(memory, dots, column, row)) {
        expect(list->n < max_dots, "a frame has no more dots than fit");
        list->dots[list->n++] = dot_of(memory, dots, column, row);
      }
}

/// The samples under the picture lie in one block per component.
void expect_target(const PaintTarget& target, const PaintShape& shape) {
  for (uint32_t c = 0; c < target.n_components; c++) {
    const PaintComponent& component = target.components[c];
    const uint32_t rows = (shape.height + (1u << component.y_sub) - 1) >> component.y_sub;
    const uint32_t columns = (shape.width + (1u << component.x_sub) - 1) >> component.x_sub;
    const int64_t last = static_cast<int64_t>(rows - 1) * component.stride;
    expect_device_memory(component.first + std::min<int64_t>(last, 0),
                         static_cast<size_t>(std::abs(last)) +
                             size_t{columns - 1} * component.step + target.sample_bytes,
                         "the samples under a picture lie in one block");
  }
}

void paint(const PaintLaunch& launch) {
  const PaintParameters& parameters = launch.parameters;
  const PaintMemory& memory = parameters.memory;
  const PaintShape& shape = launch.shape;
  expect_device_memory(memory.fixed, shape.fixed_bytes, "a drawing lies in one block");
  expect_device_memory(memory.scratch, shape.scratch_bytes, "the scratch lies in one block");
  expect_target(parameters.target, shape);
  const Scene& scene = memory.scene();
  expect(scene.n_curves == shape.n_curves && scene.n_traces == shape.n_traces &&
             scene.n_dots == shape.n_dots && scene.width == shape.width &&
             scene.height == shape.height,
         "the launches are those of the drawing");
  const SceneTrace* const traces = memory.in_fixed<SceneTrace>(scene.traces);
  const SceneCurve* const curves = memory.in_fixed<SceneCurve>(scene.curves);
  for (uint32_t i = 0; i < scene.n_curves; i++) {
    expect(curves[i].bins <= most_curve_bins, "a block has a thread per bin");
    fold_counts(parameters, curves[i]);
  }
  for (uint32_t i = 0; i < scene.n_curves; i++)
    paint_curve(parameters, curves[i]);
  for (uint32_t i = 0; i < scene.n_measures; i++)
    memory.in_scratch<SceneMeasure>(scene.measures)[i] = {};
  for (uint32_t i = 0; i < scene.n_traces; i++) {
    expect(traces[i].table_positions <= size_t{shape.most_measured} * traces[i].measured,
           "the launch has blocks for all positions that are measured");
    measure_trace(memory, traces[i]);
  }
  for (uint32_t i = 0; i < scene.n_traces; i++)
    if (traces[i].first_of_panel)
      set_full(memory, traces[i]);
  for (uint32_t i = 0; i < scene.n_traces; i++) {
    expect(traces[i].bins <= shape.most_bins && traces[i].positions.n <= shape.most_cells,
           "the launch has blocks for all densities");
    paint_trace(parameters, traces[i]);
    expect(!traces[i].has_extents || shape.n_extents > 0, "extents are found");
    for (uint32_t cell = 0; traces[i].has_extents && cell < traces[i].positions.n; cell++)
      find_extent(memory, traces[i], cell, parameters.hold.is_first);
  }
  for (uint32_t i = 0; i < scene.n_dots; i++)
    list_dots(memory, memory.in_fixed<SceneDots>(scene.dots)[i]);
  const PaintTarget& target = parameters.target;
  for (uint32_t y = 0; y < scene.height; y += 1u << target.y_sub)
    for (uint32_t x = 0; x < scene.width; x += 1u << target.x_sub)
      blend_cell(parameters, x, y);
}

} // namespace

cudaError_t prepare_paint_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_paint_kernels(const PaintLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { paint(launch); });
}

} // namespace videohistogram::cuda
