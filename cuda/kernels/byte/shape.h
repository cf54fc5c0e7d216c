// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "cuda/device/device_properties.h"

#include <array>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads of a block that counts.
constexpr uint32_t byte_threads = 1024;
/// The same for small frames, where starting and ending take most of the time.
constexpr uint32_t small_byte_threads = 512;

/// The most blocks that meet in one rectangle: a byte counts them.
constexpr uint32_t max_rectangle_blocks = 255;

/// What a launch counts in the whole of a frame.
struct ByteWork {
  uint32_t counters;    ///< of a block's table, 1 to 5
  uint32_t pixel_bytes; ///< that add 1 to a counter at most
  /// Of each plane that is counted, the last ones 0. A block counts one of them.
  std::array<uint64_t, max_sample_planes> plane_bytes;
};

/// How a frame is counted on a device.
struct ByteShape {
  uint32_t copies; ///< of each counter in a block's shared memory: 64, 32 or 16
  std::array<uint32_t, max_sample_planes> plane_blocks; ///< blocks for the whole of each plane
  uint32_t frame_blocks;                                ///< all of these; besides those of regions
  uint32_t shared_bytes;                                ///< dynamic shared memory of a block
  bool small;   ///< small_byte_threads, and no block counts more than max_small_pixels
  bool overlap; ///< the launch may begin while the one before it ends
};

/// Two counters share a 32-bit word.
constexpr uint32_t counter_pairs(uint32_t counters) {
  return (counters + 1) / 2;
}

/// Bytes of a block's table: a word for each pair, each of 256 values and each copy.
constexpr uint32_t byte_table_bytes(uint32_t counters, uint32_t copies) {
  return counter_pairs(counters) * 256 * copies * 4;
}

/// Any of a block's counters fits 16 bits if it counts no more than this.
constexpr uint32_t max_small_pixels = 65535;

/// The shape for a launch. Right on every device that CUDA knows (48 KiB of shared memory), tuned
/// for some. Pure: the same arguments give the same shape.
ByteShape choose_byte_shape(const DeviceProperties& device, const ByteWork& work);

} // namespace videohistogram::cuda
