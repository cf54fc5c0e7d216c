// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/format.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/common/meeting.h"

#include <array>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads per block.
constexpr uint32_t byte_threads = 1024;
/// Threads per block for small frames, where starting and ending take most of the time.
constexpr uint32_t small_byte_threads = 512;

/// The work of a launch in whole planes of a frame.
struct ByteWork {
  uint32_t counters;    ///< number of counters in a block's table, 1 to 5
  uint32_t pixel_bytes; ///< bytes that add at most 1 to a counter
  /// Bytes of each counted plane; unused entries, at the end, are 0. A block counts one plane.
  std::array<uint64_t, max_sample_planes> plane_bytes;
};

/// The launch shape for a frame.
struct ByteShape {
  uint32_t copies; ///< copies of each counter in a block's shared memory: 64, 32 or 16
  std::array<uint32_t, max_sample_planes> plane_blocks; ///< blocks that count each whole plane
  uint32_t frame_blocks; ///< sum of plane_blocks, without the blocks of regions
  uint32_t shared_bytes; ///< dynamic shared memory per block
  bool small;   ///< small_byte_threads per block, and at most max_small_pixels counted in each
  bool overlap; ///< the launch may begin while the one before it ends
};

/// Number of 32-bit words for `counters` counters, of which two share a word.
constexpr uint32_t counter_pairs(uint32_t counters) {
  return (counters + 1) / 2;
}

/// Bytes of a block's table: one word per pair, value (256) and copy.
constexpr uint32_t byte_table_bytes(uint32_t counters, uint32_t copies) {
  return counter_pairs(counters) * 256 * copies * 4;
}

/// Maximum pixels per block for which every counter fits 16 bits.
constexpr uint32_t max_small_pixels = 65535;

/// Chooses the shape for a launch. Correct on every device that CUDA supports (48 KiB of shared
/// memory), tuned for some. Pure: the same arguments give the same shape.
ByteShape choose_byte_shape(const DeviceProperties& device, const ByteWork& work);

} // namespace videohistogram::cuda
