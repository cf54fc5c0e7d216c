// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/deep/deep_plan.h"

namespace videohistogram::cuda {

namespace {

/// Plans the launch for a rectangle of the frame. Consecutive launches share the scratch.
DeepLaunch plan_deep_rectangle(const FrameToCount& wanted, size_t rectangle) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  const Rect rect = wanted.rectangle(rectangle);
  auto* scratch = reinterpret_cast<uint32_t*>(memory.scratch);
  DeepLaunch launch{};
  launch.counters = plan.plane_counts;
  launch.results = memory.results + rectangle * launch.counters;
  if (rect.width == 0 || rect.height == 0)
    return launch;
  DeepWork work[max_sample_planes]{};
  DeepShape shapes[max_sample_planes];
  for (const PlaneHistograms& plane : plan.planes) {
    const SamplePlaneView view = frame.sample_plane(plane.sample_plane);
    const Rect r = sample_plane_rect(*view.info, rect);
    DeepParameters& p = launch.planes[launch.n_planes].parameters;
    p = deep_parameters(plan, plane);
    p.pixels = view.row(r.y) + size_t{r.x} * view.info->pixel_bytes;
    p.stride = view.stride;
    p.width = r.width;
    p.height = r.height;
    p.scratch = scratch;
    p.results = launch.results + plane.first_count;
    scratch += deep_scratch_bytes(p.counters()) / sizeof(uint32_t);
    work[launch.n_planes++] = {p.channels(), p.bins, p.computed != 0, uint64_t{r.width} * r.height,
                               2 * p.pixel_samples};
  }
  choose_deep_shapes(device, work, launch.n_planes, shapes);
  for (uint32_t i = 0; i < launch.n_planes; i++)
    launch.planes[i].shape = shapes[i];
  return launch;
}

} // namespace

DeepParameters deep_parameters(const Plan& plan, const PlaneHistograms& plane) {
  const SamplePlane& sample_plane = plan.format.sample_planes[plane.sample_plane];
  DeepParameters p{};
  p.pixel_samples = sample_plane.pixel_bytes / 2;
  p.depth = sample_plane.depth();
  p.shift = sample_plane.shift();
  p.bins = plane.bins;
  p.weights = plan.luma;
  for (Quantity channel : plane.stored)
    p.offsets[p.stored++] = static_cast<uint8_t>(sample_plane.offset_of(channel));
  p.computed = set_of(plane.computed);
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  for (int i = 0; i < 3 && p.computed; i++)
    p.rgb_offsets[i] = static_cast<uint8_t>(sample_plane.offset_of(rgb[i]));
  return p;
}

size_t deep_frame_scratch_bytes(const Plan& plan) {
  size_t bytes = 0;
  for (const PlaneHistograms& plane : plan.planes)
    bytes += deep_scratch_bytes(plane.size() * plane.bins);
  return bytes;
}

std::vector<DeepLaunch> plan_deep_launches(const FrameToCount& wanted) {
  std::vector<DeepLaunch> launches;
  for (size_t r = 0; r <= wanted.regions.size(); r++)
    launches.push_back(plan_deep_rectangle(wanted, r));
  return launches;
}

} // namespace videohistogram::cuda
