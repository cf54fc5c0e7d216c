// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

/// Threads of every block that counts.
constexpr uint32_t block_threads = 1024;

/// The part of a device that launch shapes depend on.
struct DeviceProperties {
  int capability = 0;           ///< 10 * major + minor: 90
  uint32_t multiprocessors = 0; ///< SMs
  uint32_t shared_bytes = 0;    ///< the most shared memory that a block can opt in to
};

/// How a frame is counted on a device.
struct LaunchShape {
  uint32_t copies;       ///< of each counter in a block's shared memory: 32 or 16
  uint32_t frame_blocks; ///< blocks for the whole frame; those of regions come after them
  uint32_t shared_bytes; ///< dynamic shared memory of a block
};

/// Two counters share a 32-bit word.
constexpr uint32_t counter_pairs(uint32_t counters) {
  return (counters + 1) / 2;
}

/// Bytes of a block's table: [pair][256 values][copies] words.
constexpr uint32_t table_bytes(uint32_t counters, uint32_t copies) {
  return counter_pairs(counters) * 256 * copies * 4;
}

/// Pixels that one thread loads at once: a 16-byte vector, or three of them in a 3-byte format.
constexpr uint32_t group_pixels(uint32_t pixel_bytes) {
  return pixel_bytes == 4 ? 4 : 16;
}

/// The shape for `pixels` pixels of `pixel_bytes` bytes in which `counters` channels (1 to 5) are
/// counted. Right on every device that CUDA knows (48 KiB of shared memory), tuned for some.
/// Pure: the same arguments give the same shape.
LaunchShape choose_launch_shape(const DeviceProperties& device, uint32_t counters,
                                uint32_t pixel_bytes, uint64_t pixels);

} // namespace videohistogram::cuda
