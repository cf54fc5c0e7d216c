// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "core/quantity.h"
#include "cuda/kernels/byte/byte_shape.h"
#include "cuda/kernels/byte/scratch.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// The work of one thread block for a region. Mapped pinned memory holds one entry per block.
struct RegionBlock {
  uint32_t x, y, width, height; ///< in pixels of the plane, as they lie in device memory
  uint16_t rank;        ///< number of this block among those that count this part of the region
  uint16_t blocks;      ///< number of these blocks; 1 to max_rectangle_blocks
  uint32_t plane;       ///< index in ByteParameters::planes
  uint32_t table;       ///< the part's first table in the results
  uint32_t scratch_set; ///< scratch set in which these blocks merge, from 0; unused for one block
};
static_assert(sizeof(RegionBlock) == 32);

/// Selects a kernel: the size of the pixels and what is counted in them.
struct ByteVariant {
  uint32_t pixel_bytes; ///< 3 or 4; 1: bytes of one channel, or of several by BytePlane::pattern
  uint32_t stored; ///< stored channels, 0 to 4, first in the results; 1, 2 or 4 if pixel_bytes is 1
  QuantitySet computed; ///< quantities counted after the stored channels; none if pixel_bytes is 1

  uint32_t counters() const { return stored + static_cast<uint32_t>(__builtin_popcount(computed)); }
  bool operator==(const ByteVariant& o) const {
    return pixel_bytes == o.pixel_bytes && stored == o.stored && computed == o.computed;
  }
};

/// The entry in BytePlane::pattern of a byte that is not counted.
constexpr uint8_t not_counted = 4;

/// The pixels of one plane, which blocks count together.
struct BytePlane {
  const uint8_t* pixels; ///< first pixel of the row that is first in memory; any alignment
  size_t stride;         ///< bytes from a row to the next one in memory
  uint32_t width, height;
  uint32_t pixel_bytes; ///< as in the variant; if that is 1, then 1, 2 or 4
  uint32_t
      first_block;   ///< first block that counts in the whole plane, relative to first_frame_block
  uint32_t blocks;   ///< number of blocks that count in the whole plane; 0 to max_rectangle_blocks
  uint32_t table;    ///< the plane's first table in a rectangle's results
  uint32_t channels; ///< number of the plane's tables there
  /// The counter (0 to 3, or not_counted) of byte k: of a 3-byte pixel, or of every four bytes.
  uint8_t pattern[4];
};

/// The arguments of a kernel. Pointers are device pointers.
struct ByteParameters {
  BytePlane planes[max_sample_planes]; ///< in the order of their blocks; one plane unless
                                       ///< pixel_bytes is 1
  /// Blocks before this one count regions, so that region results are already being written to the
  /// host while the frame is counted.
  uint32_t first_frame_block;
  uint8_t offsets[4];     ///< bytes to each stored channel; unused if pixel_bytes is 1
  uint8_t rgb_offsets[3]; ///< bytes to R, G and B, if a quantity is computed
  LumaWeights weights;
  const RegionBlock* region_blocks; ///< entries for the blocks before first_frame_block
  Scratch scratch;
  uint32_t* results; ///< [rectangles][channels][256], mapped pinned memory
};

/// Everything that a launch needs.
struct ByteLaunch {
  ByteVariant variant;
  ByteShape shape;
  ByteParameters parameters;
  uint32_t region_blocks; ///< number of region blocks, besides shape.frame_blocks
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h. This family is loaded
/// first: it sets DeviceProperties::overlap, which the other families may clear.
cudaError_t prepare_byte_kernels(DeviceProperties& device);

/// Counts a frame in one launch. Does not wait. The results are in host memory once the stream has
/// passed the launch. The launch may begin while the one before it in the stream ends, and until
/// that one is complete accesses only shared memory and region_blocks.
cudaError_t launch_byte_kernel(const ByteLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
