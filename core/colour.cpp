// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/colour.h"

#include <cmath>

namespace videohistogram {

namespace {

/// Rounded half up, in units of 2^-shift.
int32_t fixed_point(double coefficient, uint32_t shift) {
  return static_cast<int32_t>(std::floor(std::ldexp(coefficient, static_cast<int>(shift)) + 0.5));
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

Subcarrier make_subcarrier(const ColourSpec& spec, uint32_t depth) {
  const uint32_t bits = colour_depth(depth), last = (1u << bits) - 1;
  const double codes = spec.narrow_rgb ? 219 << (bits - 8) : last;
  const double unit = spec.full_range ? (1 << depth) - 1 : 224 << (depth - 8);
  return {fixed_point(0.492 * 2 * (1 - spec.kb) * codes / unit, 15),
          fixed_point(0.877 * 2 * (1 - spec.kr) * codes / unit, 15), 1 << (depth - 1), last};
}

uint32_t saturation(uint32_t cb, uint32_t cr, uint32_t depth) {
  const int64_t middle = int64_t{1} << (depth - 1), x = cb - middle, y = cr - middle;
  const int64_t square = x * x + y * y; // at most 2^31
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(square)));
  root -= root * root > square ? 1 : 0;
  return static_cast<uint32_t>(root);
}

CodeLimits code_limits(RangeLimits limits, uint32_t depth) {
  const uint32_t low = limits == RangeLimits::r103 ? 5 : 16;
  const uint32_t high = limits == RangeLimits::r103 ? 246 : 235;
  if (depth >= 8)
    return {low << (depth - 8), high << (depth - 8)};
  // Codes of fewer bits stand for multiples of 2^(8 - depth): those inside the limits of 8 bits.
  const uint32_t shift = 8 - depth;
  return {(low + (1u << shift) - 1) >> shift, high >> shift};
}

} // namespace videohistogram
