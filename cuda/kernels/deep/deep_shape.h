// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/quantity.h"
#include "cuda/device/device_properties.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads per block.
constexpr uint32_t deep_threads = 1024;

/// The launch shape for a rectangle of a plane with samples deeper than 8 bits. The counters,
/// [channels][bins], are cut into `parts` ranges, each of which fits a block's shared memory and
/// may span channels. The pixels are cut into `portions`. A block counts one part of one portion.
struct DeepShape {
  /// A bin is a field of the sample's bits, which is directly its place in the table. Then there is
  /// one part, and at least 4 copies.
  bool fields;
  /// A bin is such a field, and two counters share a word of the table: see deep_half_bytes(). Then
  /// a part has the counters of whole channels.
  bool halves;
  uint32_t copies; ///< copies of each counter in a block's shared memory: a power of two up to 32
  uint32_t parts;  ///< ranges of counters
  uint32_t part_counters; ///< counters per part; the last part may need fewer
  uint32_t portions;      ///< blocks that count the same part
  uint32_t shared_bytes;  ///< dynamic shared memory per block, a multiple of 16

  uint32_t blocks() const { return parts * portions; }
};

/// Upper bound of the parts: all channels in 65536 bins, with 48 KiB per block for the table of 4
/// bytes per counter and for the spare counters.
constexpr uint32_t max_deep_parts = (max_channels * 65536 / (11 * 1024) + 31) / 32 * 32;

/// Bytes of a block's table if bins are fields.
constexpr uint32_t deep_field_table_bytes(uint32_t counters, uint32_t copies) {
  return counters * copies * 4;
}

/// Bytes of a block's table of halves. A word has the counters of two bins, 16 bits each: those of
/// bin i, in the low half, and of bin i + bins / 2.
constexpr uint32_t deep_half_bytes(uint32_t counters, uint32_t copies) {
  return counters * copies * 2;
}

/// Maximum number of counters if bins are fields.
constexpr uint32_t max_field_counters = 4096;

/// The layout of the scratch if bins are fields: 8 counters in every 256 bytes. All blocks end at
/// nearly the same time, and all slices of the L2 cache then share their additions.
constexpr uint32_t field_sector_counters = 8, field_sector_words = 64;

/// Bytes of device memory in which the blocks of a plane merge: tickets, then one counter for each
/// of `counters` (channels x bins). All are zero before and after.
constexpr size_t deep_scratch_bytes(uint32_t counters) {
  const uint32_t sectors = (counters + field_sector_counters - 1) / field_sector_counters;
  const size_t words =
      counters > max_field_counters ? counters : size_t{sectors} * field_sector_words;
  return (max_deep_parts + words) * sizeof(uint32_t);
}

/// What is to be counted in a rectangle of a plane.
struct DeepWork {
  uint32_t channels; ///< stored and computed
  uint32_t bins;     ///< per channel
  bool computed;     ///< at least one channel is computed
  uint64_t pixels;
  uint32_t pixel_bytes;

  uint32_t counters() const { return channels * bins; }
};

/// Chooses the shapes of the `n_planes` planes of one launch: shapes[i] for work[i]. The planes
/// share the device's multiprocessors so that all planes end together. Correct on every device that
/// CUDA supports, tuned for some. Pure: the same arguments give the same shapes.
void choose_deep_shapes(const DeviceProperties& device, const DeepWork* work, uint32_t n_planes,
                        DeepShape* shapes);

} // namespace videohistogram::cuda
