// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "core/quantity.h"
#include "cuda/kernels/byte/scratch.h"
#include "cuda/kernels/byte/shape.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// What one block does for a region. An array of them, one a block, lies in mapped pinned memory.
struct RegionBlock {
  uint32_t x, y, width, height; ///< in pixels of the plane, as they lie in device memory
  uint16_t rank;                ///< which of the blocks this is that count this part of the region
  uint16_t blocks;              ///< how many these are; 1 to max_rectangle_blocks
  uint32_t plane;               ///< of the launch's
  uint32_t table;               ///< the first of their tables in the results
  uint32_t scratch_set;         ///< where they meet, from 0; not used if there is only one
};
static_assert(sizeof(RegionBlock) == 32);

/// Which kernel: the pixels' size and what is counted in them.
struct ByteVariant {
  uint32_t pixel_bytes; ///< 3 or 4; 1 is bytes that a plane's pattern tells apart, or all alike
  uint32_t stored;      ///< channels that lie in memory, 0 to 4; they come first in the results.
                        ///< Of bytes 1, or 2 or 4: counters in whole pairs
  QuantitySet computed; ///< these are counted too, after the stored ones; of bytes none

  uint32_t counters() const { return stored + static_cast<uint32_t>(__builtin_popcount(computed)); }
  bool operator==(const ByteVariant& o) const {
    return pixel_bytes == o.pixel_bytes && stored == o.stored && computed == o.computed;
  }
};

/// A byte of a pattern that is counted nowhere.
constexpr uint8_t not_counted = 4;

/// Pixels of one plane that blocks count together.
struct BytePlane {
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
struct ByteParameters {
  BytePlane planes[max_sample_planes]; ///< by their blocks; one alone unless bytes are counted
  /// Blocks before it count regions: their results are on the way to the host while the frame is
  /// counted.
  uint32_t first_frame_block;
  uint8_t offsets[4];     ///< of each stored channel in a pixel; not of bytes
  uint8_t rgb_offsets[3]; ///< of R, G and B, if something is computed
  LumaWeights weights;
  const RegionBlock* region_blocks; ///< of the blocks before the frame's
  Scratch scratch;
  uint32_t* results; ///< [rectangles][channels][256], mapped pinned memory
};

/// All that a launch is.
struct ByteLaunch {
  ByteVariant variant;
  ByteShape shape;
  ByteParameters parameters;
  uint32_t region_blocks; ///< besides shape.frame_blocks
};

/// See prepare_kernels() in kernel_table.h. This is the first family: it sets
/// DeviceProperties::overlap, which the others may take back.
cudaError_t prepare_byte_kernels(DeviceProperties& device);

/// Counts a frame in one launch. Does not wait. The results are in host memory once the stream has
/// passed the launch. The launch may begin while the one before it in the stream ends, and touches
/// no memory before that is done.
cudaError_t launch_byte_kernel(const ByteLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
