// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/region_plan.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// A block with fewer pixels than this spends its time on starting and ending.
constexpr uint64_t fewest_block_pixels = 4096;

} // namespace

uint32_t plan_regions(const RegionPlanInput& input, const std::vector<Rect>& regions,
                      RegionBlock* blocks) {
  uint64_t total_area = 0; // below 2^32 * max_regions
  for (const Rect& r : regions)
    total_area += uint64_t{r.width} * r.height;
  uint32_t used = 0, next_set = 0;
  for (uint32_t i = 0; i < regions.size(); i++) {
    const Rect& r = regions[i];
    const uint64_t area = uint64_t{r.width} * r.height;
    // All regions together get as many blocks as the frame, which they follow.
    const uint64_t fair =
        total_area > 0 ? (area * input.frame_blocks + total_area / 2) / total_area : 0;
    const uint64_t useful = area / fewest_block_pixels;
    const uint64_t room = max_region_blocks - used - (regions.size() - 1 - i);
    uint32_t n = static_cast<uint32_t>(
        std::max<uint64_t>(1, std::min({fair, useful, room, uint64_t{max_rectangle_blocks}})));
    if (n > 1 && next_set >= input.region_sets)
      n = 1;
    const uint32_t set = n > 1 ? next_set++ : 0;
    const uint32_t y = input.bottom_up ? input.height - r.y - r.height : r.y;
    for (uint32_t rank = 0; rank < n; rank++)
      blocks[used++] = {r.x, y, r.width, r.height, rank, n, i + 1, set};
  }
  return used;
}

} // namespace videohistogram::cuda
