// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/difference/difference_plan.h"

#include "cuda/result_layout.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

/// The bins of every difference histogram, which are those of equally deep samples.
uint32_t bins_of(const Plan& plan) {
  return plan.histograms[plan.histograms_in(Domain::frames)[0]].bins;
}

DifferencePlane plane_of(const FrameView& frame, uint32_t sample_plane) {
  const SamplePlaneView now = frame.sample_plane(sample_plane);
  const SamplePlaneView before = frame.before->sample_plane(sample_plane);
  DifferencePlane plane{};
  plane.now = now.data;
  plane.before = before.data;
  plane.stride = now.stride;
  plane.before_stride = before.stride;
  plane.width = now.width;
  plane.height = now.height;
  plane.pixel_samples = now.info->pixel_bytes / frame.format->sample_bytes;
  std::fill_n(plane.tables, 4, no_table);
  return plane;
}

} // namespace

size_t difference_frame_scratch_bytes(const Plan& plan) {
  const uint32_t bins = bins_of(plan);
  return difference_scratch_bytes(plan.histograms_in(Domain::frames).size() * bins,
                                  has_lane_tables(plan.format.sample_bytes, bins),
                                  uint64_t{plan.width} * plan.height);
}

DifferenceLaunch plan_difference_launch(const FrameToCount& wanted) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  const std::vector<uint32_t>& histograms = plan.histograms_in(Domain::frames);
  DifferenceLaunch launch{};
  launch.sample_bytes = plan.format.sample_bytes;
  launch.depth = plan.format.depth;
  launch.shift = plan.format.shift;
  launch.bins = bins_of(plan);
  launch.scratch = reinterpret_cast<uint32_t*>(memory.scratch);
  launch.results = memory.results + ResultLayout(plan, regions.size()).first(histograms[0]);
  launch.overlap = device.overlap;
  uint32_t last = max_sample_planes; // none
  for (uint32_t i = 0; i < histograms.size(); i++) {
    const Quantity source = source_of_difference(plan.histograms[histograms[i]].quantity);
    const uint32_t sample_plane = sample_plane_of(plan.format, source);
    if (sample_plane != last) {
      last = sample_plane;
      launch.planes[launch.n_planes] = plane_of(frame, sample_plane);
      launch.planes[launch.n_planes++].first = i * launch.bins;
    }
    DifferencePlane& plane = launch.planes[launch.n_planes - 1];
    const int offset = plan.format.sample_planes[sample_plane].offset_of(source);
    plane.tables[static_cast<uint32_t>(offset) / launch.sample_bytes] =
        static_cast<uint8_t>(plane.n_tables++);
  }
  DifferenceWork work[max_sample_planes]{};
  for (uint32_t i = 0; i < launch.n_planes; i++) {
    const DifferencePlane& plane = launch.planes[i];
    work[i] = {plane.n_tables * launch.bins,
               uint64_t{plane.width} * plane.height * plane.pixel_samples * launch.sample_bytes};
  }
  launch.narrow = fits_narrow(uint64_t{frame.width} * frame.height);
  launch.plane_words = launch.narrow ? lane_words : 2 * lane_words;
  launch.lane_tables =
      choose_difference_shapes(device, work, launch.n_planes,
                               has_lane_tables(launch.sample_bytes, launch.bins), launch.shapes);
  return launch;
}

} // namespace videohistogram::cuda
