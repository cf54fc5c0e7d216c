// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/region_plan.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// A block with fewer bytes spends most of its time on starting and ending.
constexpr uint64_t min_block_bytes = 16384;

} // namespace

uint32_t plan_regions(const std::vector<RegionPart>& parts, uint32_t frame_blocks,
                      uint32_t region_sets, RegionBlock* blocks) {
  uint64_t total_bytes = 0; // below 2^34 * max_regions * max_sample_planes
  for (const RegionPart& part : parts)
    total_bytes += part.bytes();
  uint32_t used = 0, next_set = 0;
  for (size_t i = 0; i < parts.size(); i++) {
    const RegionPart& part = parts[i];
    // All regions together get as many blocks as the frame.
    const uint64_t fair =
        total_bytes > 0 ? (part.bytes() * frame_blocks + total_bytes / 2) / total_bytes : 0;
    const uint64_t useful = part.bytes() / min_block_bytes;
    const uint64_t room = max_region_blocks - used - (parts.size() - 1 - i);
    uint32_t n = static_cast<uint32_t>(
        std::max<uint64_t>(1, std::min({fair, useful, room, uint64_t{max_rectangle_blocks}})));
    if (n > 1 && next_set >= region_sets)
      n = 1;
    const uint32_t set = n > 1 ? next_set++ : 0;
    const Rect& r = part.rect;
    for (uint32_t rank = 0; rank < n; rank++)
      blocks[used++] = {r.x,
                        r.y,
                        r.width,
                        r.height,
                        static_cast<uint16_t>(rank),
                        static_cast<uint16_t>(n),
                        part.plane,
                        part.table,
                        set};
  }
  return used;
}

} // namespace videohistogram::cuda
