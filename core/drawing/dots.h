// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The dots of a vectorscope: cells of flat colours, such as bars.
#pragma once

#include "core/host_device.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// The counts of a joint histogram, column by column.
struct JointCounts {
  const uint32_t* counts;
  uint32_t columns, rows;

  VIDEOHISTOGRAM_HOST_DEVICE uint64_t at(uint32_t column, uint32_t row) const {
    return counts[size_t{column} * rows + row];
  }
};

/// Whether a cell is drawn as a dot, because a trace of one or two pixels is hardly visible: the
/// cell has at least `least` samples, and three quarters of those in itself and the cells around
/// it.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_dot(const JointCounts& joint, uint32_t column,
                                              uint32_t row, uint64_t least) {
  const uint64_t count = joint.at(column, row);
  if (count < least)
    return false;
  uint64_t around = 0;
  for (uint32_t x = column - (column > 0 ? 1 : 0); x <= column + 1 && x < joint.columns; x++)
    for (uint32_t y = row - (row > 0 ? 1 : 0); y <= row + 1 && y < joint.rows; y++)
      around += joint.at(x, y);
  return 4 * count >= 3 * around;
}

/// Sizes of dots, from a pixel to the largest.
constexpr uint32_t dot_sizes = 8;

/// The size, from 0 on, of the dot of a cell with `count` samples. Dots grow with the count, so
/// that none appears at once: the smallest has `least` samples, the largest nearly four times as
/// many.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t dot_size(uint64_t count, uint64_t least) {
  const uint64_t size = (count - least) * dot_sizes / (3 * least);
  return size < dot_sizes ? static_cast<uint32_t>(size) : dot_sizes - 1;
}

} // namespace videohistogram
