// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How counters of 32 bits are cut into ranges, the parts, each of which fits a block's shared
// memory.
#pragma once

#include "cuda/kernels/common/arithmetic.h"

#include <algorithm>
#include <cstdint>

namespace videohistogram::cuda {

/// Spare counters after those of a part, for bins of other parts.
constexpr uint32_t spare_counters = 32;

/// Maximum counters of a part in a table of so many bytes.
constexpr uint32_t max_part_counters(uint32_t shared_bytes) {
  return shared_bytes / 4 / 32 * 32 - spare_counters;
}

/// Bytes of a block's table: [counters and spare counters][copies] words.
constexpr uint32_t part_table_bytes(uint32_t part_counters, uint32_t copies) {
  return (part_counters + spare_counters) * copies * 4;
}

/// Sets the parts of a shape, and the copies of each counter: a power of two up to 32, for
/// neighbouring lanes.
template <class Shape>
void cut_into_parts(uint32_t shared_bytes, uint32_t counters, Shape& shape) {
  // Measured on an H200 (sm_90), the only device measured. A block clears and sums its table: the
  // larger the table, the longer that takes.
  const uint32_t copies_bytes = std::min(shared_bytes, uint32_t{128 * 1024});
  shape.parts = divide_up(counters, max_part_counters(shared_bytes));
  shape.part_counters = round_up(divide_up(counters, shape.parts), 32u);
  shape.copies = 1;
  while (shape.copies < 32 &&
         part_table_bytes(shape.part_counters, 2 * shape.copies) <= copies_bytes)
    shape.copies *= 2;
  shape.shared_bytes = part_table_bytes(shape.part_counters, shape.copies);
}

} // namespace videohistogram::cuda
