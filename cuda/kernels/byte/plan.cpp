// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/plan.h"

#include "cuda/kernels/byte/region_plan.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

/// A grid of the frame of which something is counted.
struct Wanted {
  GridView view;
  const PlaneHistograms& plane;
};

using WantedGrids = std::vector<Wanted>;

WantedGrids wanted_grids(const Plan& plan, const FrameView& frame) {
  WantedGrids wanted;
  for (const PlaneHistograms& plane : plan.planes)
    wanted.push_back({frame.grid(plane.grid), plane});
  return wanted;
}

/// Two grids lie in one plane, and in `rect` of the frame the pixels of the first fill those of the
/// second: one reading counts both.
bool fit_together(const WantedGrids& wanted, const Rect& rect) {
  if (wanted.size() != 2)
    return false;
  const Grid& fine = *wanted[0].view.grid;
  const Grid& coarse = *wanted[1].view.grid;
  const uint32_t columns = (1u << coarse.x_sub) - 1;
  return fine.plane == coarse.plane && ((rect.x | rect.width) & columns) == 0;
}

/// Writes to the pattern that a grid's channels are counted from counter `first` on.
void add_pattern(const Wanted& wanted, uint32_t first, BytePlane& grid) {
  const Grid& format = *wanted.view.grid;
  const uint32_t period = format.pixel_bytes == 3 ? 3 : 4;
  for (uint32_t c = 0; c < wanted.plane.stored.size; c++)
    for (int byte = format.offset_of(wanted.plane.stored[c]); byte < static_cast<int>(period);
         byte += format.pixel_bytes)
      grid.pattern[byte] = static_cast<uint8_t>(first + c);
}

/// A grid by itself. No blocks count the whole of it yet.
BytePlane count_grid(const Wanted& wanted) {
  const GridView& view = wanted.view;
  const bool bottom_up = view.stride < 0;
  BytePlane grid{};
  grid.pixels = view.row(bottom_up ? view.height - 1 : 0);
  grid.stride =
      bottom_up ? size_t{0} - static_cast<size_t>(view.stride) : static_cast<size_t>(view.stride);
  grid.width = view.width;
  grid.height = view.height;
  grid.pixel_bytes = view.grid->pixel_bytes;
  grid.table = wanted.plane.first;
  grid.channels = wanted.plane.size();
  std::fill_n(grid.pattern, 4, not_counted);
  add_pattern(wanted, 0, grid);
  return grid;
}

/// Two grids that fit together.
BytePlane count_grid_together(const WantedGrids& wanted) {
  const Wanted& fine = wanted[0];
  BytePlane grid = count_grid(wanted[1]);
  std::fill_n(grid.pattern, 4, not_counted);
  add_pattern(fine, 0, grid);
  add_pattern(wanted[1], fine.plane.size(), grid);
  grid.table = fine.plane.first;
  grid.channels += fine.plane.size();
  return grid;
}

/// The part of a region that lies in grid `index` of a launch, whose pixels are those of `view`.
RegionPart region_part(const GridView& view, const BytePlane& grid, uint32_t index,
                       const Rect& region, uint32_t table) {
  Rect r = grid_rect(*view.grid, region);
  if (view.stride < 0)
    r.y = view.height - r.y - r.height;
  return {r, grid.pixel_bytes, index, table + grid.table};
}

/// The kernel for pixels of 3 or 4 bytes, which are the only grid.
ByteVariant pixel_variant(const Wanted& wanted, const LumaWeights& weights,
                          ByteParameters& parameters) {
  const Grid& grid = *wanted.view.grid;
  const QuantityList& stored = wanted.plane.stored;
  for (uint32_t c = 0; c < stored.size; c++)
    parameters.offsets[c] = static_cast<uint8_t>(grid.offset_of(stored[c]));
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  const QuantityList& computed = wanted.plane.computed;
  for (int i = 0; i < 3 && computed.size > 0; i++)
    parameters.rgb_offsets[i] = static_cast<uint8_t>(grid.offset_of(rgb[i]));
  parameters.weights = weights;
  return {grid.pixel_bytes, stored.size, set_of(computed)};
}

/// The parts of all regions. `together`: grid 0 of the launch is what fits together, and
/// the same apart follows.
std::vector<RegionPart> region_parts(const WantedGrids& wanted, bool together,
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

/// That for bytes: with as many pairs as the grid with most channels needs, or the one for a plane
/// of one channel.
ByteVariant byte_variant(const ByteParameters& parameters, uint32_t grids) {
  if (grids == 1 && parameters.planes[0].pixel_bytes == 1 && parameters.planes[0].channels == 1)
    return {1, 1, 0};
  uint32_t channels = 0;
  for (const BytePlane& grid : parameters.planes)
    channels = std::max(channels, grid.channels);
  return {1, 2 * counter_pairs(channels), 0};
}

} // namespace

ByteLaunch plan_byte_launch(const DeviceProperties& device, const Plan& plan,
                            const FrameView& frame, const std::vector<Rect>& regions,
                            const CountMemory& memory) {
  const WantedGrids wanted = wanted_grids(plan, frame);
  const bool together = fit_together(wanted, {0, 0, frame.width, frame.height});
  ByteLaunch launch{};
  ByteParameters& parameters = launch.parameters;
  uint32_t grids = 0;
  if (together)
    parameters.planes[grids++] = count_grid_together(wanted);
  const uint32_t frame_grids = together ? 1 : static_cast<uint32_t>(wanted.size());
  for (const Wanted& grid : wanted) // only regions need these if together
    parameters.planes[grids++] = count_grid(grid);
  launch.variant = frame.format->grids[0].pixel_bytes >= 3
                       ? pixel_variant(wanted[0], plan.luma, parameters)
                       : byte_variant(parameters, grids);

  ByteWork work{launch.variant.counters(), launch.variant.pixel_bytes, {}};
  for (uint32_t g = 0; g < frame_grids; g++) {
    const BytePlane& grid = parameters.planes[g];
    work.plane_bytes[g] = uint64_t{grid.width} * grid.height * grid.pixel_bytes;
  }
  launch.shape = choose_byte_shape(device, work);
  for (uint32_t g = 0, first = 0; g < max_grids; g++) {
    parameters.planes[g].first_block = first;
    parameters.planes[g].blocks = launch.shape.plane_blocks[g];
    first += launch.shape.plane_blocks[g];
  }

  const ScratchPlan scratch =
      plan_scratch(reinterpret_cast<uint64_t*>(memory.scratch), memory.scratch_bytes,
                   launch.variant.counters(), frame_grids, uint64_t{frame.width} * frame.height);
  launch.region_blocks =
      plan_regions(region_parts(wanted, together, parameters, plan.quantities.size, regions),
                   launch.shape.frame_blocks, scratch.region_sets, memory.region_blocks);
  parameters.first_frame_block = launch.region_blocks;
  parameters.region_blocks = memory.device_region_blocks;
  parameters.scratch = scratch.scratch;
  parameters.results = memory.results;
  return launch;
}

} // namespace videohistogram::cuda
