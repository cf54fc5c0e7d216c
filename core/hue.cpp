// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/hue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace videohistogram {

namespace {

/// FFmpeg's expression of chroma without its offset: it rounds the angle to a float, then down to
/// whole degrees.
uint16_t hue_of(int cb, int cr) {
  const float radians = std::atan2(static_cast<float>(cb), static_cast<float>(cr));
  const double degrees = 180 / M_PI * double{radians} + 180;
  return static_cast<uint16_t>(std::fmod(std::floor(static_cast<float>(degrees)), 360.0F));
}

/// Sets the hues between columns `first` and `last` of the row of `cb`, which are set. Along a row
/// hues only rise or only fall, so all between two equal ones are equal: most of the 2^24 angles of
/// 12 bits are never computed.
void fill_hues(uint16_t* row, int cb, int middle, int first, int last) {
  if (last - first < 2)
    return;
  if (row[first] == row[last])
    return std::fill(row + first + 1, row + last, row[first]);
  const int between = first + (last - first) / 2;
  row[between] = hue_of(cb, between - middle);
  fill_hues(row, cb, middle, first, between);
  fill_hues(row, cb, middle, between, last);
}

/// An entry per pair.
std::vector<uint16_t> make_entries(uint32_t depth) {
  const int middle = 1 << (depth - 1), values = 1 << depth;
  std::vector<uint16_t> table(hue_table_entries(depth));
  for (int cb = -middle; cb < middle; cb++) {
    uint16_t* const row = table.data() + static_cast<size_t>(cb + middle) * values;
    row[0] = hue_of(cb, -middle);
    row[values - 1] = hue_of(cb, values - 1 - middle);
    fill_hues(row, cb, middle, 0, values - 1);
  }
  return table;
}

constexpr int middle_of_16_bits = 1 << 15;

uint32_t rank_of(int cb, int cr) {
  const uint32_t hue = hue_of(cb, cr);
  return cb <= 0 ? hue : 359 - hue;
}

/// The first column of rank `rank` in a row, from 0. The ray of the angle at which the rank begins
/// crosses the row at `crossing`. Rounding moves an angle by less than 10^-6 radians: half a unit
/// in the last place of a float near 360 degrees is 2.7 * 10^-7 radians, and that of the arc
/// tangent is smaller. So only columns that near to the ray are computed.
int first_of_rank(int cb, uint32_t rank, double crossing) {
  constexpr double rounding = 1e-6;
  const double height = std::abs(cb);
  const double near = rounding * (crossing * crossing + height * height) / height;
  const double first = crossing - near;
  if (first > middle_of_16_bits)
    return 2 * middle_of_16_bits;
  int column = static_cast<int>(std::max<double>(first, -middle_of_16_bits));
  column += column < first ? 1 : 0; // rounded up, without a call of std::ceil()
  while (column < middle_of_16_bits && column <= crossing + near && rank_of(cb, column) < rank)
    column++;
  return column + middle_of_16_bits;
}

/// A row per cb, of 16 bits.
std::vector<uint16_t> make_rows() {
  std::array<double, hue_row> slopes; // columns per row of the rays
  for (uint32_t rank = 1; rank < hue_row; rank++)
    slopes[rank] = 1 / std::tan(rank * M_PI / 180);
  std::vector<uint16_t> table(hue_table_entries(16));
  uint16_t* row = table.data();
  for (int cb = -middle_of_16_bits; cb < middle_of_16_bits; cb++, row += hue_row) {
    row[0] = static_cast<uint16_t>(rank_of(cb, middle_of_16_bits - 1));
    for (uint32_t rank = 1; rank < hue_row; rank++) {
      // Gray and what is left and right of it: 0 degrees, then 180.
      const int first = cb == 0 ? middle_of_16_bits
                        : rank == hue_row - 1
                            ? 2 * middle_of_16_bits
                            : first_of_rank(cb, rank, -std::abs(cb) * slopes[rank]);
      row[rank] = static_cast<uint16_t>(std::min(first, int{UINT16_MAX}));
    }
  }
  return table;
}

template <uint32_t depth>
const uint16_t* table_of() {
  static const std::vector<uint16_t> table =
      depth <= deepest_hue_entries ? make_entries(depth) : make_rows();
  return table.data();
}

} // namespace

const uint16_t* hue_table(uint32_t depth) {
  switch (depth) {
  case 8:
    return table_of<8>();
  case 10:
    return table_of<10>();
  case 12:
    return table_of<12>();
  default:
    return table_of<16>();
  }
}

} // namespace videohistogram
