// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Traces from tables of counts: densities of waveforms and vectorscopes, and dots. Kernels and the
// emulated device of the tests run these functions.
#pragma once

#include "core/drawing/cell_map.h"
#include "core/drawing/dots.h"
#include "core/drawing/extents.h"
#include "cuda/kernels/paint/paint_kernel.h"

namespace videohistogram::cuda {

/// The place of a density among those of a trace.
VIDEOHISTOGRAM_HOST_DEVICE inline size_t density_place(const SceneTrace& trace, uint32_t cell,
                                                       uint32_t bin) {
  return trace.upright ? size_t{bin} * trace.row_stride + cell
                       : size_t{cell} * trace.row_stride + bin;
}

/// The samples of a pixel with a map: `cell` is its row and `bin` its column.
VIDEOHISTOGRAM_HOST_DEVICE inline float
mapped_density(const PaintMemory& memory, const SceneTrace& trace, uint32_t cell, uint32_t bin) {
  const uint32_t* const first =
      memory.in_fixed<uint32_t>(trace.map_first) + (size_t{cell} * trace.bins + bin);
  const CellMap::Tap* const taps = memory.in_fixed<CellMap::Tap>(trace.map_taps);
  const uint32_t* const counts = memory.matrices + trace.counts;
  float sum = 0;
  for (uint32_t i = first[0]; i < first[1]; i++)
    sum += static_cast<float>(counts[taps[i].counter]) * taps[i].share;
  return sum;
}

/// How many samples of one bin fall into one display column (or row).
VIDEOHISTOGRAM_HOST_DEVICE inline float
density_of(const PaintMemory& memory, const SceneTrace& trace, uint32_t cell, uint32_t bin) {
  if (trace.has_map)
    return mapped_density(memory, trace, cell, bin);
  const FilterCell of = memory.in_fixed<FilterCell>(trace.positions.cells)[cell];
  const float* const shares = memory.in_fixed<float>(trace.positions.shares) + of.shares;
  const uint32_t* const counts = memory.matrices + trace.counts + bin;
  float sum = 0;
  for (uint32_t i = 0; i < of.n; i++)
    sum += static_cast<float>(counts[size_t{of.first + i} * trace.bins]) * shares[i];
  return sum;
}

VIDEOHISTOGRAM_HOST_DEVICE inline void store_density(const PaintMemory& memory,
                                                     const SceneTrace& trace, uint32_t cell,
                                                     uint32_t bin, float density,
                                                     const HoldStep& step) {
  const size_t place = density_place(trace, cell, bin);
  hold_value(memory.in_scratch<float>(trace.live) + place,
             memory.in_scratch<float>(trace.held) + place, density, step);
}

/// Sets the scale of a panel's traces. All counts are measured.
VIDEOHISTOGRAM_HOST_DEVICE inline void set_full(const PaintMemory& memory,
                                                const SceneTrace& trace) {
  auto* const measure = memory.in_scratch<SceneMeasure>(trace.measure);
  measure->full = full_count({measure->samples, measure->logarithms, measure->most}, trace_range);
}

/// The samples of a pixel of a plot, from the densities at `layer` in the scratch.
VIDEOHISTOGRAM_HOST_DEVICE inline float trace_samples(const PaintMemory& memory,
                                                      const SceneTrace& trace, size_t layer,
                                                      uint32_t x, uint32_t y) {
  const FilterCell of = memory.in_fixed<FilterCell>(trace.values.cells)[trace.upright ? y : x];
  const float* const shares = memory.in_fixed<float>(trace.values.shares) + of.shares;
  const float* const densities = memory.in_scratch<float>(layer);
  float sum = 0;
  for (uint32_t i = 0; i < of.n; i++)
    sum += densities[density_place(trace, trace.upright ? x : y, of.first + i)] * shares[i];
  return sum;
}

/// The brightness of so many samples of a trace.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t
trace_brightness(const PaintMemory& memory, const SceneTrace& trace, float samples) {
  Response response = trace.response;
  if (const float full = memory.in_scratch<SceneMeasure>(trace.measure)->full; full > 0)
    response.scale /= full;
  return brightness_of(samples, response);
}

/// The mean colour of the samples of a pixel of a plot, of which there are some.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t mean_colour_of(const PaintMemory& memory,
                                                          const SceneTrace& trace, float samples,
                                                          uint32_t x, uint32_t y) {
  const SceneTrace* const components =
      memory.in_fixed<SceneTrace>(memory.scene().traces) + trace.first_component;
  float sums[max_mean_components] = {};
  for (uint32_t i = 0; i < trace.mean.components; i++)
    sums[i] = trace_samples(memory, components[i], components[i].live, x, y);
  return mean_colour(trace.mean, samples, sums);
}

/// Finds the extent of a position cell, whose densities are stored.
VIDEOHISTOGRAM_HOST_DEVICE inline void
find_extent(const PaintMemory& memory, const SceneTrace& trace, uint32_t cell, bool is_first) {
  const float* const densities = memory.in_scratch<float>(trace.live);
  const int32_t* const places = memory.in_fixed<int32_t>(trace.places);
  Extent found;
  for (uint32_t bin = 0; bin < trace.bins; bin++)
    if (densities[density_place(trace, cell, bin)] > 0)
      found.add({places[bin], places[bin]});
  Extent& extent = memory.in_scratch<Extent>(trace.extents)[cell];
  if (trace.has_peak_extents && !is_first)
    found.add(extent);
  extent = found;
}

/// The pixel with the lines of a trace's extents.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_extents(const PaintMemory& memory,
                                                       const SceneTrace& trace, uint32_t height,
                                                       uint32_t x, uint32_t y, uint32_t pixel) {
  const uint32_t position = trace.upright ? x : y, place = trace.upright ? height - 1 - y : x;
  const ExtentLines lines(memory.in_scratch<Extent>(trace.extents), position, trace.positions.n);
  return lines.cover(static_cast<int32_t>(place)) ? trace.extent_colour : pixel;
}

/// The pixel with the light of a trace, and of a held one.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_trace(const PaintMemory& memory,
                                                     const SceneTrace& trace, bool held, uint32_t x,
                                                     uint32_t y, uint32_t pixel) {
  const float samples = trace_samples(memory, trace, trace.live, x, y);
  uint32_t brightness = trace_brightness(memory, trace, samples);
  if (brightness == 0) {
    const uint32_t of_held =
        held ? trace_brightness(memory, trace, trace_samples(memory, trace, trace.held, x, y)) : 0;
    return add_saturated(pixel, light_of(trace.held_light, held_brightness(of_held, 0)));
  }
  LightColour light = trace.light;
  if (trace.has_colours)
    light.colour = memory.in_fixed<uint32_t>(trace.colours)[size_t{y} * trace.width + x];
  if (trace.mean.components > 0)
    light.colour = mean_colour_of(memory, trace, samples, x, y);
  if (trace.lift.share > 0)
    brightness = lifted_brightness(trace.lift, light.colour, brightness);
  return add_saturated(pixel, light_of(light, brightness));
}

/// Whether a cell of a joint histogram is drawn as a dot.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_dot(const PaintMemory& memory, const SceneDots& dots,
                                              uint32_t column, uint32_t row) {
  const JointCounts joint = {memory.matrices + dots.counts, dots.columns, dots.rows};
  return videohistogram::is_dot(joint, column, row, dots.least);
}

VIDEOHISTOGRAM_HOST_DEVICE inline SceneDotList::Dot
dot_of(const PaintMemory& memory, const SceneDots& dots, uint32_t column, uint32_t row) {
  const JointCounts joint = {memory.matrices + dots.counts, dots.columns, dots.rows};
  return {memory.in_fixed<int32_t>(dots.x_of)[column], memory.in_fixed<int32_t>(dots.y_of)[row],
          dot_size(joint.at(column, row), dots.least)};
}

/// The pixel of a plot with the light of the dots over it.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t
add_dots(const PaintMemory& memory, const SceneDots& dots, uint32_t x, uint32_t y, uint32_t pixel) {
  const auto* const list = memory.in_scratch<SceneDotList>(dots.list);
  const int32_t* const half_widths = memory.in_fixed<int32_t>(dots.half_widths);
  const uint32_t n = list->n < max_dots ? list->n : max_dots;
  for (uint32_t i = 0; i < n; i++) {
    const SceneDotList::Dot dot = list->dots[i];
    const int32_t down = static_cast<int32_t>(y) - dot.y, right = static_cast<int32_t>(x) - dot.x;
    const auto distance = static_cast<uint32_t>(down < 0 ? -down : down);
    if (distance >= dots.dot_rows)
      continue;
    const int32_t half = half_widths[dot.size * dots.dot_rows + distance];
    if (right < -half || right > half)
      continue;
    LightColour light = dots.light;
    if (dots.has_colours)
      light.colour = memory.in_fixed<uint32_t>(dots.colours)[size_t{y} * dots.width + x];
    pixel = add_saturated(pixel, light_of(light, dots.brightness));
  }
  return pixel;
}

} // namespace videohistogram::cuda
