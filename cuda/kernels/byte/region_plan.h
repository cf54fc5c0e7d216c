// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cuda/kernels/byte/byte_kernel.h"

#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// Maximum number of blocks for all regions of a frame together.
constexpr uint32_t max_region_blocks = 2048;
static_assert(max_region_blocks >= max_regions * max_sample_planes);

/// The part of a region that lies in one plane.
struct RegionPart {
  Rect rect;            ///< in pixels of the plane, as they lie in device memory
  uint32_t pixel_bytes; ///< bytes per pixel of the plane
  uint32_t plane;       ///< index in ByteParameters::planes
  uint32_t table;       ///< the part's first table in the results

  uint64_t bytes() const { return uint64_t{rect.width} * rect.height * pixel_bytes; }
};

/// Distributes blocks among parts of regions by their bytes, at least one per part, and writes each
/// block's work to `blocks`, which has room for max_region_blocks. All parts together get about
/// `frame_blocks` blocks. A part with several blocks needs a scratch set to merge in, of which
/// there are `region_sets`. Returns the number of blocks.
uint32_t plan_regions(const std::vector<RegionPart>& parts, uint32_t frame_blocks,
                      uint32_t region_sets, RegionBlock* blocks);

} // namespace videohistogram::cuda
