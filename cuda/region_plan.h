// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/count_kernel.h"
#include "histogram/frame.h"

#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// The most blocks that a frame's regions get together.
constexpr uint32_t max_region_blocks = 2048;
static_assert(max_region_blocks >= max_regions);

/// The frame that regions lie in.
struct RegionPlanInput {
  uint32_t width, height;
  bool bottom_up;        ///< the lowest row is first in device memory
  uint32_t frame_blocks; ///< blocks that count the whole frame
  uint32_t region_sets;  ///< scratch sets that there are for regions
};

/// Shares out blocks among regions by area, at least one each, and writes what each block does to
/// `blocks`, which has room for max_region_blocks. A region has several blocks only as long as
/// there are scratch sets for them to meet in. Returns how many blocks there are.
uint32_t plan_regions(const RegionPlanInput& input, const std::vector<Rect>& regions,
                      RegionBlock* blocks);

} // namespace videohistogram::cuda
