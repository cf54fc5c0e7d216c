// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/launch_shape.h"
#include "histogram/format.h"
#include "histogram/request.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// What one block does for a region. An array of them, one a block, lies in mapped pinned memory.
struct RegionBlock {
  uint32_t x, y, width, height; ///< as the pixels lie in device memory
  uint32_t rank;                ///< which of the region's blocks this is
  uint32_t blocks;              ///< how many the region has; 1 to max_rectangle_blocks
  uint32_t rectangle;           ///< its place in the results: 1 and up, 0 is the whole frame
  uint32_t scratch_set;         ///< where its blocks meet, from 0; not used if there is only one
};
static_assert(sizeof(RegionBlock) == 32);

/// Which kernel: the pixels' size and what is counted in them.
struct CountVariant {
  uint32_t pixel_bytes; ///< 1, 3 or 4
  uint32_t stored;      ///< channels that lie in memory, 0 to 4; they come first in the results
  bool luma;            ///< LUMA is counted too, as the last channel

  uint32_t counters() const { return stored + (luma ? 1 : 0); }
};

/// Where the blocks of a rectangle meet: words of 64 bits in device memory, zero before and after a
/// launch. The frame's come first, spread over memory, since all of its blocks add to them at once;
/// then the sets of regions that have several blocks.
struct Scratch {
  uint64_t* words;
  uint32_t sector_words; ///< from one sector of the frame's words to the next: 4 (dense) to 32
  uint32_t frame_words;  ///< all of the frame's
  uint32_t set_words;    ///< of a region
  bool wide;             ///< a channel has a word of its own, else two share one; see fits_narrow()
};

/// The frame's scratch and as many sets for regions as fit into `bytes` bytes at `words`.
struct ScratchPlan {
  Scratch scratch;
  uint32_t region_sets;
};
ScratchPlan plan_scratch(uint64_t* words, size_t bytes, uint32_t counters, uint64_t frame_pixels);

/// The least scratch with which every frame can be counted.
constexpr size_t smallest_scratch_bytes = counter_pairs(max_channels) * 256 * 2 * sizeof(uint64_t);

/// A kernel's arguments. Pointers are device pointers.
struct CountParameters {
  const uint8_t* pixels; ///< of the row that is first in memory; aligned in no way
  size_t stride;         ///< bytes from a row to the next one in memory
  uint32_t width, height;
  uint32_t frame_blocks;   ///< blocks that count the whole frame
  uint8_t offsets[4];      ///< of each stored channel in a pixel
  uint8_t luma_offsets[3]; ///< of R, G and B
  LumaWeights luma;
  const RegionBlock* region_blocks; ///< of the blocks after the frame's
  Scratch scratch;
  uint32_t* results; ///< [rectangles][channels][256], mapped pinned memory
};

/// Loads every kernel into the current context and allows it the shared memory that it can use
/// there. Loading at a launch would wait for the device instead, and could run out of memory.
cudaError_t prepare_count_kernels(const DeviceProperties& device);

/// Counts a frame in one launch: `shape.frame_blocks` blocks for the whole of it and
/// `region_blocks` more. Does not wait. The results are in host memory once the stream has passed
/// the launch. The launch may begin while the one before it in the stream ends, and touches no
/// memory before that is done.
cudaError_t launch_count(const CountVariant& variant, const LaunchShape& shape,
                         const CountParameters& parameters, uint32_t region_blocks,
                         cudaStream_t stream);

} // namespace videohistogram::cuda
