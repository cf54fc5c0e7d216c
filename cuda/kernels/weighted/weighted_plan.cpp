// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/weighted/weighted_plan.h"

#include "cuda/kernels/colour/colour_plan.h"
#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/filter/filter_plan.h"

#include <algorithm>
#include <iterator>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t most_grid_rows = 65535;

/// The index of a stored quantity among the samples of a source.
uint32_t component_of(const ColourSource& source, Quantity quantity) {
  const auto& stored = stored_samples[source.rgb];
  return static_cast<uint32_t>(std::find(std::begin(stored), std::end(stored), quantity) - stored);
}

} // namespace

std::vector<WeightedLaunch> plan_weighted_launches(const FrameToCount& wanted) {
  const Plan& plan = wanted.plan;
  const std::vector<FilteredImage> filtered = filtered_images(plan);
  std::vector<WeightedLaunch> launches;
  for (const WeightedProjection& projection : plan.weighted) {
    WeightedLaunch launch{};
    WeightedParameters& p = launch.parameters;
    static_cast<ColourSource&>(p) = colour_source(wanted);
    set_rect(p, plan.format, wanted.rectangle(0));
    p.value = projection.quantity == Quantity::luma ? weighted_luma
                                                    : component_of(p, projection.quantity);
    if (projection.is_filtered()) {
      const FilteredImage& image = filtered[find_filtered(filtered, projection.quantity)];
      p.filtered = wanted.memory.values + image.first;
      p.filtered_stride = image.stride;
    }
    p.bins = projection.bins;
    p.on_rows = projection.on_rows();
    p.positions = projection.direction.positions;
    p.length = p.on_rows ? plan.width : plan.height;
    p.thread_pixels = std::max(weighted_pixels, divide_up(p.length, most_grid_rows));
    for (Quantity weight : projection.weights)
      p.weights[p.n_weights++] = component_of(p, weight);
    p.weight_shift = weight_shift(plan.format);
    launch.first = first_counter(plan, projection.first_matrix);
    launch.step = matrix_step(projection.counters());
    launches.push_back(launch);
  }
  return launches;
}

} // namespace videohistogram::cuda
