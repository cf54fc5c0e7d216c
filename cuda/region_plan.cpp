// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/region_plan.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// A pixel of a region takes longer than one of the whole frame, which is read in vectors.
constexpr uint64_t region_pixel_cost = 2;
// A block with fewer pixels than this spends its time on folding.
constexpr uint64_t fewest_block_pixels = uint64_t{block_threads} * 4;

} // namespace

uint32_t plan_regions(const RegionPlanInput& input, const std::vector<Rect>& regions,
                      RegionBlock* blocks) {
  const uint64_t frame_area = uint64_t{input.width} * input.height;
  uint32_t used = 0, next_set = 1;
  for (uint32_t i = 0; i < regions.size(); i++) {
    const Rect& r = regions[i];
    const uint64_t area = uint64_t{r.width} * r.height;
    // The quotient is at most frame_blocks * region_pixel_cost, and area < 2^32.
    const uint64_t fair = area * input.frame_blocks / frame_area * region_pixel_cost;
    const uint64_t useful = area / fewest_block_pixels;
    const uint64_t room = max_region_blocks - used - (regions.size() - 1 - i);
    uint32_t n = static_cast<uint32_t>(
        std::max<uint64_t>(1, std::min({fair, useful, room, uint64_t{input.frame_blocks}})));
    if (n > 1 && next_set >= input.scratch_sets)
      n = 1;
    const uint32_t set = n > 1 ? next_set++ : 0;
    const uint32_t y = input.bottom_up ? input.height - r.y - r.height : r.y;
    for (uint32_t rank = 0; rank < n; rank++)
      blocks[used++] = {r.x, y, r.width, r.height, rank, n, i + 1, set};
  }
  return used;
}

} // namespace videohistogram::cuda
