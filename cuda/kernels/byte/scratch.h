// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "cuda/kernels/byte/byte_shape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// The 64-bit words in device memory in which the blocks of a rectangle merge; all zero before and
/// after a launch. The words of the frame's planes come first, spread over memory, since many
/// blocks add to them at once. The sets follow, one per region with several blocks.
struct Scratch {
  uint64_t* words;
  uint32_t sector_words; ///< words from one sector of a plane to the next: 4 (dense) to 32
  uint32_t plane_words;  ///< words per plane
  uint32_t frame_words;  ///< words of all planes
  uint32_t set_words;    ///< words per region set
  bool wide;             ///< one word per channel; else two channels share one, see fits_narrow()
};

/// The scratch of a frame's `planes` planes, and how many region sets fit the rest of the `bytes`
/// bytes at `words`. No count exceeds `frame_pixels`.
struct ScratchPlan {
  Scratch scratch;
  uint32_t region_sets;
};
ScratchPlan plan_scratch(uint64_t* words, size_t bytes, uint32_t counters, uint32_t planes,
                         uint64_t frame_pixels);

/// Minimum bytes of scratch with which every frame can be counted: all pairs of counters of one
/// plane, or one pair in each of several planes.
constexpr size_t smallest_scratch_bytes =
    std::max(counter_pairs(max_channels), max_sample_planes) * 256 * 2 * sizeof(uint64_t);

} // namespace videohistogram::cuda
