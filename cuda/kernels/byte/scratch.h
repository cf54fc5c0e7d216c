// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "cuda/kernels/byte/shape.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Bits of a channel's count where two channels and a number of blocks share 64.
constexpr uint32_t narrow_bits = 28;

/// The counts of such a frame fit them.
constexpr bool fits_narrow(uint64_t pixels) {
  return pixels < uint64_t{1} << narrow_bits;
}

/// Where the blocks of a rectangle meet: words of 64 bits in device memory, zero before and after a
/// launch. Those of the frame's planes come first, spread over memory, since many blocks add to
/// them at once; then the sets of regions that have several blocks.
struct Scratch {
  uint64_t* words;
  uint32_t sector_words; ///< from one sector of a plane's words to the next: 4 (dense) to 32
  uint32_t plane_words;  ///< all of a plane's
  uint32_t frame_words;  ///< all of the planes'
  uint32_t set_words;    ///< of a region
  bool wide;             ///< a channel has a word of its own, else two share one; see fits_narrow()
};

/// The scratch of `planes` planes of a frame, and as many sets for regions as fit into `bytes`
/// bytes at `words`. `frame_pixels` bounds every count.
struct ScratchPlan {
  Scratch scratch;
  uint32_t region_sets;
};
ScratchPlan plan_scratch(uint64_t* words, size_t bytes, uint32_t counters, uint32_t planes,
                         uint64_t frame_pixels);

/// The least scratch with which every frame can be counted: three pairs, of one plane or one each.
constexpr size_t smallest_scratch_bytes = counter_pairs(max_channels) * 256 * 2 * sizeof(uint64_t);
static_assert(counter_pairs(max_channels) == max_sample_planes);

} // namespace videohistogram::cuda
