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

/// Whether a launch can count all histograms of samples together with those of differences: both
/// are of the same samples, and at most two per plane, so that max_lane_tables suffice. Kernels of
/// differences count no regions.
bool can_count_samples(const Plan& plan, const std::vector<Rect>& regions) {
  QuantitySet samples = 0, differences = 0;
  for (const PlaneHistograms& plane : plan.planes) {
    if (plane.computed.size > 0 || 2 * plane.stored.size > max_lane_tables)
      return false;
    samples |= set_of(plane.stored);
  }
  for (uint32_t histogram : plan.histograms_in(Domain::frames))
    differences |= quantity_bit(source_of_difference(plan.histograms[histogram].quantity));
  return samples == differences && regions.empty();
}

/// The index of the plan's histogram of a quantity, which it has.
size_t histogram_of(const Plan& plan, Quantity quantity) {
  size_t i = 0;
  while (plan.histograms[i].quantity != quantity)
    i++;
  return i;
}

/// Chooses the shapes of the planes of a launch. Shared memory must have room for twice as many
/// tables if samples are counted: false if it has not.
bool choose_shapes(const DeviceProperties& device, bool with_samples, DifferenceLaunch& launch) {
  DifferenceWork work[max_sample_planes]{};
  for (uint32_t i = 0; i < launch.n_planes; i++) {
    const DifferencePlane& plane = launch.planes[i];
    work[i] = {plane.n_tables * (with_samples ? 2 : 1) * launch.bins,
               uint64_t{plane.width} * plane.height * plane.pixel_samples * launch.sample_bytes};
  }
  launch.lane_tables =
      choose_difference_shapes(device, work, launch.n_planes,
                               has_lane_tables(launch.sample_bytes, launch.bins), launch.shapes);
  launch.with_samples = with_samples && launch.lane_tables;
  return launch.with_samples == with_samples;
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
  launch.results = memory.results;
  launch.overlap = device.overlap;
  const ResultLayout layout(plan, regions.size());
  const bool can_count = can_count_samples(plan, regions);
  uint32_t last = max_sample_planes; // none
  for (uint32_t i = 0; i < histograms.size(); i++) {
    const Quantity source = source_of_difference(plan.histograms[histograms[i]].quantity);
    const uint32_t sample_plane = sample_plane_of(plan.format, source);
    if (sample_plane != last) {
      last = sample_plane;
      DifferencePlane& plane = launch.planes[launch.n_planes++] = plane_of(frame, sample_plane);
      plane.first = static_cast<uint32_t>(layout.first(histograms[i]));
      if (can_count)
        plane.first_of_samples = static_cast<uint32_t>(layout.first(histogram_of(plan, source)));
    }
    DifferencePlane& plane = launch.planes[launch.n_planes - 1];
    const int offset = plan.format.sample_planes[sample_plane].offset_of(source);
    plane.tables[static_cast<uint32_t>(offset) / launch.sample_bytes] =
        static_cast<uint8_t>(plane.n_tables++);
  }
  launch.narrow = fits_narrow(uint64_t{frame.width} * frame.height);
  launch.plane_words = launch.narrow ? lane_words : 2 * lane_words;
  if (!can_count || !choose_shapes(device, true, launch))
    choose_shapes(device, false, launch);
  return launch;
}

} // namespace videohistogram::cuda
