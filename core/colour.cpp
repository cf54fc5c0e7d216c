// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/colour.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace videohistogram {

namespace {

/// Rounded half up, in units of 2^-shift.
int32_t fixed_point(double coefficient, uint32_t shift) {
  return static_cast<int32_t>(std::floor(std::ldexp(coefficient, static_cast<int>(shift)) + 0.5));
}

/// FFmpeg's expression: it rounds the angle to a float, then down to whole degrees.
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

std::vector<uint16_t> make_hue_table(uint32_t depth) {
  const int middle = 1 << (depth - 1), values = 1 << depth;
  std::vector<uint16_t> table(size_t{1} << (2 * depth));
  for (int cb = -middle; cb < middle; cb++) {
    uint16_t* const row = table.data() + static_cast<size_t>(cb + middle) * values;
    row[0] = hue_of(cb, -middle);
    row[values - 1] = hue_of(cb, values - 1 - middle);
    fill_hues(row, cb, middle, 0, values - 1);
  }
  return table;
}

template <uint32_t depth>
const uint16_t* hues() {
  static const std::vector<uint16_t> table = make_hue_table(depth);
  return table.data();
}

} // namespace

ColourTransform make_colour_transform(const ColourSpec& spec, uint32_t depth, bool narrow_rgb) {
  ColourTransform t;
  t.depth = colour_depth(depth);
  t.shift = depth == 16 ? 24 : depth == 10 ? 11 : 13;
  t.offset = narrow_rgb ? 16 << (t.depth - 8) : 0;
  t.y_zero = spec.full_range ? 0 : 16 << (depth - 8);
  t.c_zero = 1 << (depth - 1);
  const double codes = narrow_rgb ? 219 << (t.depth - 8) : t.last();
  const double y = codes / (spec.full_range ? (1 << depth) - 1 : 219 << (depth - 8));
  const double c = codes / (spec.full_range ? (1 << depth) - 1 : 224 << (depth - 8));
  const double kr = spec.kr, kb = spec.kb, kg = 1 - kr - kb;
  const double rows[3][3] = {{y, 0, 2 * (1 - kr) * c},
                             {y, -2 * kb * (1 - kb) / kg * c, -2 * kr * (1 - kr) / kg * c},
                             {y, 2 * (1 - kb) * c, 0}};
  for (uint32_t i = 0; i < 3; i++)
    t.rows[i] = {fixed_point(rows[i][0], t.shift), fixed_point(rows[i][1], t.shift),
                 fixed_point(rows[i][2], t.shift)};
  return t;
}

uint32_t saturation(uint32_t cb, uint32_t cr, uint32_t depth) {
  const int64_t middle = int64_t{1} << (depth - 1), x = cb - middle, y = cr - middle;
  const int64_t square = x * x + y * y; // at most 2^31
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(square)));
  root -= root * root > square ? 1 : 0;
  return static_cast<uint32_t>(root);
}

const uint16_t* hue_table(uint32_t depth) {
  const uint32_t bits = hue_depth(depth);
  return bits == 8 ? hues<8>() : bits == 10 ? hues<10>() : hues<12>();
}

CodeLimits code_limits(RangeLimits limits, uint32_t depth) {
  const uint32_t low = limits == RangeLimits::r103 ? 5 : 16;
  const uint32_t high = limits == RangeLimits::r103 ? 246 : 235;
  return {low << (depth - 8), high << (depth - 8)};
}

} // namespace videohistogram
