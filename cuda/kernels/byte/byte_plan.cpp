// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/byte_plan.h"

#include "cuda/kernels/byte/region_plan.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

/// A sample plane of the frame, and what is counted in it.
struct Wanted {
  SamplePlaneView view;
  const PlaneHistograms& plane;
};

using WantedPlanes = std::vector<Wanted>;

WantedPlanes wanted_planes(const Plan& plan, const FrameView& frame) {
  WantedPlanes wanted;
  for (const PlaneHistograms& plane : plan.planes)
    wanted.push_back({frame.sample_plane(plane.sample_plane), plane});
  return wanted;
}

/// Whether one pass over a plane counts both sample planes: there are two, both lie in one plane,
/// and in `rect` of the frame the pixels of the first fill those of the second.
bool fit_together(const WantedPlanes& wanted, const Rect& rect) {
  if (wanted.size() != 2)
    return false;
  const SamplePlane& fine = *wanted[0].view.info;
  const SamplePlane& coarse = *wanted[1].view.info;
  const uint32_t columns = (1u << coarse.x_sub) - 1;
  return fine.plane == coarse.plane && ((rect.x | rect.width) & columns) == 0;
}

/// Assigns the channels of a sample plane to the counters from `first` on, in the pattern.
void add_pattern(const Wanted& wanted, uint32_t first, BytePlane& sample_plane) {
  const SamplePlane& format = *wanted.view.info;
  const uint32_t period = format.pixel_bytes == 3 ? 3 : 4;
  for (uint32_t c = 0; c < wanted.plane.stored.size; c++)
    for (int byte = format.offset_of(wanted.plane.stored[c]); byte < static_cast<int>(period);
         byte += format.pixel_bytes)
      sample_plane.pattern[byte] = static_cast<uint8_t>(first + c);
}

/// Describes one sample plane alone. No blocks are assigned to the whole plane yet.
BytePlane count_sample_plane(const Wanted& wanted) {
  const SamplePlaneView& view = wanted.view;
  const bool bottom_up = view.stride < 0;
  BytePlane sample_plane{};
  sample_plane.pixels = view.row(bottom_up ? view.height - 1 : 0);
  sample_plane.stride =
      bottom_up ? size_t{0} - static_cast<size_t>(view.stride) : static_cast<size_t>(view.stride);
  sample_plane.width = view.width;
  sample_plane.height = view.height;
  sample_plane.pixel_bytes = view.info->pixel_bytes;
  sample_plane.table = wanted.plane.first;
  sample_plane.channels = wanted.plane.size();
  std::fill_n(sample_plane.pattern, 4, not_counted);
  add_pattern(wanted, 0, sample_plane);
  return sample_plane;
}

/// Describes two sample planes that fit together as one.
BytePlane count_planes_together(const WantedPlanes& wanted) {
  const Wanted& fine = wanted[0];
  BytePlane sample_plane = count_sample_plane(wanted[1]);
  std::fill_n(sample_plane.pattern, 4, not_counted);
  add_pattern(fine, 0, sample_plane);
  add_pattern(wanted[1], fine.plane.size(), sample_plane);
  sample_plane.table = fine.plane.first;
  sample_plane.channels += fine.plane.size();
  return sample_plane;
}

/// The part of a region in sample plane `index` of a launch, whose pixels are those of `view`.
RegionPart region_part(const SamplePlaneView& view, const BytePlane& sample_plane, uint32_t index,
                       const Rect& region, uint32_t table) {
  Rect r = sample_plane_rect(*view.info, region);
  if (view.stride < 0)
    r.y = view.height - r.y - r.height;
  return {r, sample_plane.pixel_bytes, index, table + sample_plane.table};
}

/// The variant for pixels of 3 or 4 bytes, which lie in one sample plane. Sets their parameters.
ByteVariant pixel_variant(const Wanted& wanted, const LumaWeights& weights,
                          ByteParameters& parameters) {
  const SamplePlane& sample_plane = *wanted.view.info;
  const QuantityList& stored = wanted.plane.stored;
  for (uint32_t c = 0; c < stored.size; c++)
    parameters.offsets[c] = static_cast<uint8_t>(sample_plane.offset_of(stored[c]));
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  const QuantityList& computed = wanted.plane.computed;
  for (int i = 0; i < 3 && computed.size > 0; i++)
    parameters.rgb_offsets[i] = static_cast<uint8_t>(sample_plane.offset_of(rgb[i]));
  parameters.weights = weights;
  return {sample_plane.pixel_bytes, stored.size, set_of(computed)};
}

/// The parts of all regions. `together`: plane 0 of the launch is two sample planes as one, and the
/// same two follow separately.
std::vector<RegionPart> region_parts(const WantedPlanes& wanted, bool together,
                                     const ByteParameters& parameters, uint32_t channels,
                                     const std::vector<Rect>& regions) {
  std::vector<RegionPart> parts;
  uint32_t table = 0;
  for (const Rect& region : regions) {
    table += channels;
    if (together && fit_together(wanted, region)) {
      parts.push_back(region_part(wanted[1].view, parameters.planes[0], 0, region, table));
      continue;
    }
    for (uint32_t g = 0; g < wanted.size(); g++) {
      const uint32_t index = g + (together ? 1 : 0);
      parts.push_back(region_part(wanted[g].view, parameters.planes[index], index, region, table));
    }
  }
  return parts;
}

/// The variant for single bytes: the one for a plane of one channel, or the one with as many pairs
/// of counters as the plane with most channels needs.
ByteVariant byte_variant(const ByteParameters& parameters, uint32_t sample_planes) {
  if (sample_planes == 1 && parameters.planes[0].pixel_bytes == 1 &&
      parameters.planes[0].channels == 1)
    return {1, 1, 0};
  uint32_t channels = 0;
  for (const BytePlane& sample_plane : parameters.planes)
    channels = std::max(channels, sample_plane.channels);
  return {1, 2 * counter_pairs(channels), 0};
}

} // namespace

ByteLaunch plan_byte_launch(const FrameToCount& to_count) {
  const auto& [device, plan, frame, regions, memory] = to_count;
  const WantedPlanes wanted = wanted_planes(plan, frame);
  const bool together = fit_together(wanted, to_count.rectangle(0));
  ByteLaunch launch{};
  ByteParameters& parameters = launch.parameters;
  uint32_t sample_planes = 0;
  if (together)
    parameters.planes[sample_planes++] = count_planes_together(wanted);
  const uint32_t frame_grids = together ? 1 : static_cast<uint32_t>(wanted.size());
  for (const Wanted& sample_plane : wanted) // if together, only regions need these
    parameters.planes[sample_planes++] = count_sample_plane(sample_plane);
  launch.variant = frame.format->sample_planes[0].pixel_bytes >= 3
                       ? pixel_variant(wanted[0], plan.luma, parameters)
                       : byte_variant(parameters, sample_planes);

  ByteWork work{launch.variant.counters(), launch.variant.pixel_bytes, {}};
  for (uint32_t g = 0; g < frame_grids; g++) {
    const BytePlane& sample_plane = parameters.planes[g];
    work.plane_bytes[g] =
        uint64_t{sample_plane.width} * sample_plane.height * sample_plane.pixel_bytes;
  }
  launch.shape = choose_byte_shape(device, work);
  for (uint32_t g = 0, first = 0; g < max_sample_planes; g++) {
    parameters.planes[g].first_block = first;
    parameters.planes[g].blocks = launch.shape.plane_blocks[g];
    first += launch.shape.plane_blocks[g];
  }

  const ScratchPlan scratch =
      plan_scratch(reinterpret_cast<uint64_t*>(memory.scratch), memory.scratch_bytes,
                   launch.variant.counters(), frame_grids, uint64_t{frame.width} * frame.height);
  launch.region_blocks =
      plan_regions(region_parts(wanted, together, parameters, plan.plane_tables, regions),
                   launch.shape.frame_blocks, scratch.region_sets, memory.region_blocks);
  parameters.first_frame_block = launch.region_blocks;
  parameters.region_blocks = memory.device_region_blocks;
  parameters.scratch = scratch.scratch;
  parameters.results = memory.results;
  return launch;
}

} // namespace videohistogram::cuda
