// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/launch_shape.h"
#include "histogram/format.h"
#include "histogram/quantity.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// What one block does for a region. An array of them, one a block, lies in mapped pinned memory.
struct RegionBlock {
  uint32_t x, y, width, height; ///< in pixels of the grid, as they lie in device memory
  uint16_t rank;                ///< which of the blocks this is that count this part of the region
  uint16_t blocks;              ///< how many these are; 1 to max_rectangle_blocks
  uint32_t grid;                ///< of the launch's
  uint32_t table;               ///< the first of their tables in the results
  uint32_t scratch_set;         ///< where they meet, from 0; not used if there is only one
};
static_assert(sizeof(RegionBlock) == 32);

/// Which kernel: the pixels' size and what is counted in them.
struct CountVariant {
  uint32_t pixel_bytes; ///< 3 or 4; 1 is bytes that a grid's pattern tells apart, or all alike
  uint32_t stored;      ///< channels that lie in memory, 0 to 4; they come first in the results.
                        ///< Of bytes 1, or 2 or 4: counters in whole pairs
  bool luma;            ///< LUMA is counted too, as the last channel

  uint32_t counters() const { return stored + (luma ? 1 : 0); }
};

/// Where the blocks of a rectangle meet: words of 64 bits in device memory, zero before and after a
/// launch. Those of the frame's grids come first, spread over memory, since many blocks add to them
/// at once; then the sets of regions that have several blocks.
struct Scratch {
  uint64_t* words;
  uint32_t sector_words; ///< from one sector of a grid's words to the next: 4 (dense) to 32
  uint32_t grid_words;   ///< all of a grid's
  uint32_t frame_words;  ///< all of the grids'
  uint32_t set_words;    ///< of a region
  bool wide;             ///< a channel has a word of its own, else two share one; see fits_narrow()
};

/// The scratch of `grids` grids of a frame, and as many sets for regions as fit into `bytes` bytes
/// at `words`. `frame_pixels` bounds every count.
struct ScratchPlan {
  Scratch scratch;
  uint32_t region_sets;
};
ScratchPlan plan_scratch(uint64_t* words, size_t bytes, uint32_t counters, uint32_t grids,
                         uint64_t frame_pixels);

/// The least scratch with which every frame can be counted: three pairs, of one grid or one each.
constexpr size_t smallest_scratch_bytes = counter_pairs(max_channels) * 256 * 2 * sizeof(uint64_t);
static_assert(counter_pairs(max_channels) == max_grids);

/// A byte of a pattern that is counted nowhere.
constexpr uint8_t not_counted = 4;

/// Pixels of one plane that blocks count together.
struct CountGrid {
  const uint8_t* pixels; ///< of the row that is first in memory; aligned in no way
  size_t stride;         ///< bytes from a row to the next one in memory
  uint32_t width, height;
  uint32_t pixel_bytes; ///< as the variant has it; of bytes 1, 2 or 4
  uint32_t first_block; ///< of those that count the whole of it, from first_frame_block on
  uint32_t blocks;      ///< how many do; 0 to max_rectangle_blocks
  uint32_t table;       ///< the first of its tables in a rectangle's results
  uint32_t channels;    ///< how many it has there
  /// The counter of byte k of a pixel of 3 bytes, and of bytes that of byte k of every four of a
  /// row: 0 to 3, or not_counted.
  uint8_t pattern[4];
};

/// A kernel's arguments. Pointers are device pointers.
struct CountParameters {
  CountGrid grids[max_grids]; ///< by their blocks; one alone unless bytes are counted
  /// Blocks before it count regions: their results are on the way to the host while the frame is
  /// counted.
  uint32_t first_frame_block;
  uint8_t offsets[4];      ///< of each stored channel in a pixel; not of bytes
  uint8_t luma_offsets[3]; ///< of R, G and B
  LumaWeights luma;
  const RegionBlock* region_blocks; ///< of the blocks before the frame's
  Scratch scratch;
  uint32_t* results; ///< [rectangles][channels][256], mapped pinned memory
};

/// All that a launch is.
struct CountLaunch {
  CountVariant variant;
  LaunchShape shape;
  CountParameters parameters;
  uint32_t region_blocks; ///< besides shape.frame_blocks
};

/// Loads every kernel into the current context and allows it the shared memory that it can use
/// there. Loading at a launch would wait for the device instead, and could run out of memory.
/// Writes DeviceProperties::overlap.
cudaError_t prepare_count_kernels(DeviceProperties& device);

/// Counts a frame in one launch. Does not wait. The results are in host memory once the stream has
/// passed the launch. The launch may begin while the one before it in the stream ends, and touches
/// no memory before that is done.
cudaError_t launch_count(const CountLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
