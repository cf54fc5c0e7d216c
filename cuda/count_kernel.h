// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/launch_shape.h"
#include "histogram/format.h"
#include "histogram/request.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

/// Counters of one rectangle that several blocks share in device memory: [max_channels][256].
constexpr uint32_t scratch_set_counters = max_channels * 256;

/// What one block does for a region. An array of them, one a block, lies in mapped pinned memory.
struct RegionBlock {
  uint32_t x, y, width, height; ///< as the pixels lie in device memory
  uint32_t rank;                ///< which of the region's blocks this is
  uint32_t blocks;              ///< how many the region has
  uint32_t rectangle;           ///< its place in the results: 1 and up, 0 is the whole frame
  uint32_t scratch_set;         ///< where its blocks meet; not used if there is only one
};
static_assert(sizeof(RegionBlock) == 32);

/// Which kernel: the pixels' size and what is counted in them.
struct CountVariant {
  uint32_t pixel_bytes; ///< 1, 3 or 4
  uint32_t stored;      ///< channels that lie in memory, 0 to 4; they come first in the results
  bool luma;            ///< LUMA is counted too, as the last channel

  uint32_t counters() const { return stored + (luma ? 1 : 0); }
};

/// A kernel's arguments. Pointers are device pointers.
struct CountParameters {
  const uint8_t* pixels; ///< tight rows; aligned to 16 bytes
  uint32_t width, height;
  uint32_t frame_blocks; ///< blocks that count the whole frame, with scratch set 0
  uint32_t bins;
  uint8_t offsets[4];      ///< of each stored channel in a pixel
  uint8_t luma_offsets[3]; ///< of R, G and B
  LumaWeights luma;
  const RegionBlock* region_blocks; ///< of the blocks after the frame's
  uint32_t* counters;               ///< [sets][max_channels][256]; zero before and after
  uint32_t* tickets;                ///< [sets]; zero before and after
  uint32_t* results;                ///< [rectangles][channels][bins], mapped pinned memory
};

/// Loads every kernel into the current context and allows it the shared memory that it can use
/// there. Loading at a launch would wait for the device instead, and could run out of memory.
cudaError_t prepare_count_kernels(const DeviceProperties& device);

/// Counts a frame in one launch: `shape.frame_blocks` blocks for the whole of it and
/// `region_blocks` more. Does not wait. The results are in host memory once the stream has passed
/// the launch.
cudaError_t launch_count(const CountVariant& variant, const LaunchShape& shape,
                         const CountParameters& parameters, uint32_t region_blocks,
                         cudaStream_t stream);

} // namespace videohistogram::cuda
