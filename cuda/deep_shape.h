// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/launch_shape.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// How a rectangle of samples deeper than 8 bits is counted. Its counters, [channels][bins], are
/// cut into `parts` ranges that fit a block's shared memory each, whatever channels they belong to,
/// and its pixels into `portions`. A block counts one part of one portion.
struct DeepShape {
  uint32_t copies;        ///< of each counter in a block's shared memory: a power of two up to 32
  uint32_t parts;         ///< ranges of counters
  uint32_t part_counters; ///< in each of them, a multiple of 32; the last one may need fewer
  uint32_t portions;      ///< blocks that count the same part
  uint32_t shared_bytes;  ///< dynamic shared memory of a block

  uint32_t blocks() const { return parts * portions; }
};

/// The most parts there are: 5 channels of 65536 bins on a device with 48 KiB a block.
constexpr uint32_t max_deep_parts = 32;

/// Behind a block's counters, for what is in another part.
constexpr uint32_t deep_spare_counters = 32;

/// Bytes of a block's table: [counters and spare ones][copies] words.
constexpr uint32_t deep_table_bytes(uint32_t part_counters, uint32_t copies) {
  return (part_counters + deep_spare_counters) * copies * 4;
}

/// Bytes of device memory that the blocks of a rectangle meet in: tickets, then a counter for each
/// of `counters` (channels x bins). They are zero before and after.
constexpr size_t deep_scratch_bytes(uint32_t counters) {
  return (size_t{max_deep_parts} + counters) * sizeof(uint32_t);
}

/// The shape for `pixels` pixels and `counters` counters, channels x bins. Right on every device
/// that CUDA knows, tuned for some. Pure: the same arguments give the same shape.
DeepShape choose_deep_shape(const DeviceProperties& device, uint32_t counters, uint64_t pixels);

} // namespace videohistogram::cuda
