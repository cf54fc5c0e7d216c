// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which rows of a frame share a row of chroma samples. In an interlaced frame they are rows of one
// field, and the rows of both fields alternate in all planes.
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// The chroma row of row y. `last`: the last chroma row, which also serves a field that has one
/// chroma row less. `y_sub`: log2 of the vertical subsampling.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t chroma_row_of(uint32_t y, uint32_t y_sub,
                                                            bool interlaced, uint32_t last) {
  if (!interlaced || y_sub == 0)
    return y >> y_sub;
  const uint32_t row = (y >> (y_sub + 1) << 1) + (y & 1);
  return row < last ? row : last;
}

/// The first of the two rows of a frame that have chroma row `row`, where y_sub is 1.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t first_row_of_chroma(uint32_t row, bool interlaced) {
  return interlaced ? row / 2 * 4 + row % 2 : row * 2;
}
/// From the first to the second of these rows.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t rows_apart(bool interlaced) {
  return interlaced ? 2 : 1;
}

/// The number of rows of the top field, which are those with even numbers, above row `row` of a
/// plane: the row of the top field that is row `row` of the plane, or else the next one.
constexpr uint32_t top_rows(uint32_t row) {
  return row / 2 + row % 2;
}

} // namespace videohistogram
