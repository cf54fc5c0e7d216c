// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cuda/kernels/byte/kernel.h"

#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// The most blocks that a frame's regions get together.
constexpr uint32_t max_region_blocks = 2048;
static_assert(max_region_blocks >= max_regions * max_sample_planes);

/// The part of a region that lies in one plane.
struct RegionPart {
  Rect rect;            ///< in pixels of the plane, as they lie in device memory
  uint32_t pixel_bytes; ///< of the plane
  uint32_t plane;       ///< of the launch's
  uint32_t table;       ///< its first table in the results

  uint64_t bytes() const { return uint64_t{rect.width} * rect.height * pixel_bytes; }
};

/// Shares out blocks among parts of regions by their bytes, at least one each, and writes what each
/// block does to `blocks`, which has room for max_region_blocks. All together get about
/// `frame_blocks`. A part has several blocks only as long as there are scratch sets, `region_sets`
/// of them, for them to meet in. Returns how many blocks there are.
uint32_t plan_regions(const std::vector<RegionPart>& parts, uint32_t frame_blocks,
                      uint32_t region_sets, RegionBlock* blocks);

} // namespace videohistogram::cuda
