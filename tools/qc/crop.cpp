// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/qc/crop.h"

#include <cmath>

namespace videohistogram::tools {

namespace {

/// The extent of one direction.
struct Extent {
  int64_t first, last, size;
};

/// Sizes are multiples of this one: the filter takes it for round=1.
constexpr int64_t granularity = 16;

/// `across` is the number of samples of a line.
Extent find_extent(const std::vector<uint64_t>& lines, uint64_t across, uint64_t limit) {
  const auto end = static_cast<int64_t>(lines.size()) - 1;
  const auto is_bright = [&](int64_t line) {
    return lines[static_cast<size_t>(line)] / across > limit;
  };
  int64_t first = 0;
  while (first < end && !is_bright(first))
    first++;
  int64_t last = end;
  while (last > first && !is_bright(last))
    last--;
  // The filter looks at lines beyond the first bright one only.
  if (last == first)
    last = 0;
  const int64_t begin = (first + 1) / 2 * 2;
  const int64_t size = last - begin + 1;
  return {first, last, size - size % granularity};
}

} // namespace

Crop detect_crop(const std::vector<uint64_t>& rows, const std::vector<uint64_t>& columns,
                 unsigned depth) {
  // The filter multiplies in single precision.
  const float share = 24.0f / 255.0f;
  const auto limit =
      static_cast<uint64_t>(std::lrint(share * static_cast<float>((uint64_t{1} << depth) - 1)));
  const Extent y = find_extent(rows, columns.size(), limit);
  const Extent x = find_extent(columns, rows.size(), limit);
  return {x.first, x.last, y.first, y.last, x.size, y.size};
}

} // namespace videohistogram::tools
