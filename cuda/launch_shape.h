// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/format.h"

#include <array>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads of a block that counts.
constexpr uint32_t block_threads = 1024;
/// The same for small frames, where starting and ending take most of the time.
constexpr uint32_t small_block_threads = 512;

/// The most blocks that meet in one rectangle: a byte counts them.
constexpr uint32_t max_rectangle_blocks = 255;

/// The part of a device that launch shapes depend on.
struct DeviceProperties {
  int capability = 0;           ///< 10 * major + minor: 90
  uint32_t multiprocessors = 0; ///< SMs
  uint32_t shared_bytes = 0;    ///< the most shared memory that a block can opt in to
  /// The code that runs there waits for the launch before it. prepare_count_kernels() finds out.
  bool overlap = false;
};

/// What a launch counts in the whole of a frame.
struct LaunchWork {
  uint32_t counters;    ///< of a block's table, 1 to 5
  uint32_t pixel_bytes; ///< that add 1 to a counter at most
  /// Of each grid that is counted, the last ones 0. A block counts one of them.
  std::array<uint64_t, max_grids> grid_bytes;
};

/// How a frame is counted on a device.
struct LaunchShape {
  uint32_t copies; ///< of each counter in a block's shared memory: 64, 32 or 16
  std::array<uint32_t, max_grids> grid_blocks; ///< blocks for the whole of each grid
  uint32_t frame_blocks;                       ///< all of these; besides those of regions
  uint32_t shared_bytes;                       ///< dynamic shared memory of a block
  bool small;   ///< small_block_threads, and no block counts more than max_small_pixels
  bool overlap; ///< the launch may begin while the one before it ends
};

/// Two counters share a 32-bit word.
constexpr uint32_t counter_pairs(uint32_t counters) {
  return (counters + 1) / 2;
}

/// Bytes of a block's table: a word for each pair, each of 256 values and each copy.
constexpr uint32_t table_bytes(uint32_t counters, uint32_t copies) {
  return counter_pairs(counters) * 256 * copies * 4;
}

/// Any of a block's counters fits 16 bits if it counts no more than this.
constexpr uint32_t max_small_pixels = 65535;

/// Bits of a channel's count where two channels and a number of blocks share 64.
constexpr uint32_t narrow_bits = 28;

/// The counts of such a frame fit them.
constexpr bool fits_narrow(uint64_t pixels) {
  return pixels < uint64_t{1} << narrow_bits;
}

/// The shape for a launch. Right on every device that CUDA knows (48 KiB of shared memory), tuned
/// for some. Pure: the same arguments give the same shape.
LaunchShape choose_launch_shape(const DeviceProperties& device, const LaunchWork& work);

} // namespace videohistogram::cuda
