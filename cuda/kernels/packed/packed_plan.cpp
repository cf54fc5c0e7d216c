// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/packed/packed_plan.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/unpack/unit.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

/// Pixels of the frame per unit.
uint32_t unit_pixels(Packing packing) {
  switch (packing) {
  case Packing::v210:
    return 6;
  case Packing::uyvp:
    return 2;
  default:
    return 1;
  }
}

PackedLaunch plan_packed_rectangle(const FrameToCount& wanted, size_t rectangle) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  const Rect rect = wanted.rectangle(rectangle);
  PackedLaunch launch{};
  PackedParameters& p = launch.parameters;
  p.packing = plan.format.packing;
  p.counters = static_cast<uint32_t>(plan.plane_counts);
  p.results = memory.results + rectangle * plan.plane_counts;
  launch.shape = choose_packed_shape(device, p.counters, 0);
  if (rect.width == 0 || rect.height == 0)
    return launch;
  const uint32_t bytes = unit_bytes(p.packing), pixels = unit_pixels(p.packing),
                 first = rect.x / pixels;
  p.scratch = reinterpret_cast<uint64_t*>(memory.scratch);
  p.narrow = fits_narrow(uint64_t{frame.width} * frame.height);
  p.first = frame.planes[0].row(rect.y) + size_t{first} * bytes;
  p.stride = frame.planes[0].stride;
  p.row_bytes = static_cast<uint32_t>(frame.row_bytes(0) - size_t{first} * bytes);
  p.units = (rect.x + rect.width - 1) / pixels - first + 1;
  p.rows = rect.height;
  p.whole_end = std::min(p.units, p.row_bytes / bytes);
  uint64_t samples = 0;
  for (const PlaneHistograms& plane : plan.planes) {
    const SamplePlane& info = plan.format.sample_planes[plane.sample_plane];
    const Rect columns = sample_plane_rect(info, rect);
    const uint32_t unit_columns = pixels >> info.x_sub, begin = columns.x - first * unit_columns,
                   end = begin + columns.width;
    p.channels[info.plane] = {plane.bins, static_cast<uint32_t>(plane.first_count), begin, end};
    p.whole_begin = std::max(p.whole_begin, divide_up(begin, unit_columns));
    p.whole_end = std::min(p.whole_end, end / unit_columns);
    samples += uint64_t{columns.width} * columns.height;
  }
  p.whole_begin = std::min(p.whole_begin, p.whole_end);
  launch.shape = choose_packed_shape(device, p.counters, samples);
  return launch;
}

} // namespace

size_t packed_frame_scratch_bytes(const Plan& plan) {
  return packed_scratch_bytes(static_cast<uint32_t>(plan.plane_counts),
                              uint64_t{plan.width} * plan.height);
}

std::vector<PackedLaunch> plan_packed_launches(const FrameToCount& wanted) {
  std::vector<PackedLaunch> launches;
  for (size_t r = 0; r <= wanted.regions.size(); r++)
    launches.push_back(plan_packed_rectangle(wanted, r));
  return launches;
}

} // namespace videohistogram::cuda
