// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/sums/sums_plan.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/result_layout.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t blocks_per_multiprocessor = 8;
constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr};

ColourSamples samples_of(const FrameView& frame, uint32_t sample_plane, Quantity component) {
  const SamplePlaneView view = frame.sample_plane(sample_plane);
  return {view.data + view.info->offset_of(component), view.stride, view.info->pixel_bytes};
}

SumsParameters::Plane plane_of(const FrameView& frame, Quantity component) {
  const uint32_t sample_plane = sample_plane_of(*frame.format, component);
  const SamplePlaneView view = frame.sample_plane(sample_plane);
  SumsParameters::Plane plane{};
  plane.now = samples_of(frame, sample_plane, component);
  if (frame.before)
    plane.before = samples_of(*frame.before, sample_plane, component);
  plane.width = view.width;
  plane.height = view.height;
  return plane;
}

} // namespace

size_t first_sum_result(const Plan& plan, size_t regions) {
  return round_up(ResultLayout(plan, regions).total(), size_t{2});
}

size_t sums_frame_scratch_bytes(const Plan& plan) {
  return sums_scratch_bytes(plan.width);
}

SumsLaunch plan_sums_launch(const FrameToCount& wanted) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  SumsLaunch launch{};
  SumsParameters& p = launch.parameters;
  p.n_planes = plan.sums.n_planes;
  for (uint32_t i = 0; i < p.n_planes; i++)
    p.planes[i] = plane_of(frame, p.n_planes > 1 ? ycbcr[i] : Quantity::gray);
  p.has_before = frame.before && plan.sums.of_two_frames();
  p.interlaced = frame.interlaced;
  p.before_interlaced = p.has_before && frame.before->interlaced;
  p.sample_bytes = plan.format.sample_bytes;
  p.depth = plan.format.depth;
  p.shift = plan.format.shift;
  if (p.n_planes > 1) {
    const SamplePlane& chroma =
        plan.format.sample_planes[sample_plane_of(plan.format, Quantity::cb)];
    p.x_sub = chroma.x_sub;
    p.y_sub = chroma.y_sub;
  }
  p.sums = plan.sums.spec.sums;
  p.colours = plan.colours.full;
  const SsimConstants constants = ssim_constants(p.depth);
  p.c1 = static_cast<double>(constants.c1);
  p.c2 = static_cast<double>(constants.c2);
  p.light = memory.light;
  p.light_of_colours = memory.light_of_colours;
  p.iris_light = memory.iris_light;
  for (uint32_t s = 0; s < n_sums; s++)
    p.first[s] = plan.sums.places[s].first;
  p.values = plan.sums.size;
  p.results = reinterpret_cast<int64_t*>(memory.results + first_sum_result(plan, regions.size()));
  p.totals = reinterpret_cast<uint64_t*>(memory.scratch);
  launch.blocks = std::max(device.multiprocessors, 1u) * blocks_per_multiprocessor;
  return launch;
}

} // namespace videohistogram::cuda
