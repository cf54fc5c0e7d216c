// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_device.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/common/meeting.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads per block.
constexpr uint32_t packed_threads = 1024;

/// Blocks merge in 64-bit words: one per pair of counters, or two if counts do not fit narrow_bits.
/// Counter i and counter i + packed_pairs() are a pair.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t packed_pairs(uint32_t counters) {
  return (counters + 1) / 2;
}

/// Words are spread, four in every 256 bytes: all slices of the L2 cache then share the additions.
constexpr uint32_t packed_sector_words = 32;

/// Words for the pairs, from the first counters' words to those of the second counters if they have
/// words of their own.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t packed_pair_words(uint32_t counters) {
  return (packed_pairs(counters) + 3) / 4 * packed_sector_words;
}

/// Bytes of device memory in which the blocks of a rectangle of a frame of so many pixels merge.
/// All are zero before and after.
constexpr size_t packed_scratch_bytes(uint32_t counters, uint64_t pixels) {
  return size_t{packed_pair_words(counters)} * (fits_narrow(pixels) ? 1 : 2) * sizeof(uint64_t);
}

/// The launch shape for a rectangle. Each block counts a portion of the units, in all channels.
struct PackedShape {
  uint32_t copies;       ///< of each counter in a block's table: a power of two up to 32
  uint32_t portions;     ///< blocks; 1 to max_rectangle_blocks
  uint32_t shared_bytes; ///< dynamic shared memory per block, a multiple of 16
  bool overlap;          ///< the launch may begin while the one before it runs
  bool pixels_ready;     ///< see begin_reading()
};

/// Chooses the shape for `samples` samples. Correct on every device that CUDA supports, tuned for
/// some. Pure: the same arguments give the same shape.
PackedShape choose_packed_shape(const DeviceProperties& device, uint32_t counters,
                                uint64_t samples);

} // namespace videohistogram::cuda
