// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/quantity.h"
#include "cuda/device/device_properties.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Threads of a block that counts.
constexpr uint32_t deep_threads = 1024;

/// How a rectangle of a plane of samples deeper than 8 bits is counted. Its counters,
/// [channels][bins], are cut into `parts` ranges that fit a block's shared memory each, whatever
/// channels they belong to, and its pixels into `portions`. A block counts one part of one portion.
struct DeepShape {
  /// A bin is a field of the sample's bits, which is its place in the table as it is: there is one
  /// part, and at least 4 copies.
  bool fields;
  uint32_t copies;        ///< of each counter in a block's shared memory: a power of two up to 32
  uint32_t parts;         ///< ranges of counters
  uint32_t part_counters; ///< in each of them; the last one may need fewer
  uint32_t portions;      ///< blocks that count the same part
  uint32_t shared_bytes;  ///< dynamic shared memory of a block, a multiple of 16

  uint32_t blocks() const { return parts * portions; }
};

/// At least the most parts there are: all channels in 65536 bins, where a block has 48 KiB for its
/// table of 4 bytes a counter, less the spare counters.
constexpr uint32_t max_deep_parts = (max_channels * 65536 / (11 * 1024) + 31) / 32 * 32;

/// Behind a block's counters, for what is in another part.
constexpr uint32_t deep_spare_counters = 32;

/// Bytes of a block's table: [counters and spare ones][copies] words.
constexpr uint32_t deep_table_bytes(uint32_t part_counters, uint32_t copies) {
  return (part_counters + deep_spare_counters) * copies * 4;
}

/// The same where bins are fields.
constexpr uint32_t deep_field_table_bytes(uint32_t counters, uint32_t copies) {
  return counters * copies * 4;
}

/// More counters than this are never fields.
constexpr uint32_t max_field_counters = 4096;

/// Where a counter that is a field lies in the scratch: 8 of them in every 256 bytes, since all
/// slices of the L2 cache then add when the blocks end, which they do nearly together.
constexpr uint32_t field_sector_counters = 8, field_sector_words = 64;

/// Bytes of device memory that the blocks of a plane meet in: tickets, then a counter for each of
/// `counters` (channels x bins). They are zero before and after.
constexpr size_t deep_scratch_bytes(uint32_t counters) {
  const uint32_t sectors = (counters + field_sector_counters - 1) / field_sector_counters;
  const size_t words =
      counters > max_field_counters ? counters : size_t{sectors} * field_sector_words;
  return (max_deep_parts + words) * sizeof(uint32_t);
}

/// What is to be counted in a rectangle of a plane.
struct DeepWork {
  uint32_t channels; ///< stored and computed
  uint32_t bins;     ///< a channel
  bool computed;     ///< some of them are computed
  uint64_t pixels;
  uint32_t pixel_bytes;

  uint32_t counters() const { return channels * bins; }
};

/// The shapes of `n_planes` planes that one launch counts: `work[i]` in `shapes[i]`. They share the
/// device's multiprocessors so that all of them end together. Right on every device that CUDA
/// knows, tuned for some. Pure: the same arguments give the same shapes.
void choose_deep_shapes(const DeviceProperties& device, const DeepWork* work, uint32_t n_planes,
                        DeepShape* shapes);

} // namespace videohistogram::cuda
