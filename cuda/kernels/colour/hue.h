// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/hue.h"

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdint>

namespace videohistogram::cuda {

/// HUE of a chroma sample, 0 to 359, unless the angle is too near to a whole number of degrees to
/// be certain of what hue_table() says.
struct Hue {
  float biased; ///< HUE plus hue_bias; if it is not certain, HUE may be one less
  bool certain;
};

/// The low bits of the sum of this number and of one from -2^22 to 2^22 are that number.
constexpr float hue_bias = 12582912; // 1.5 * 2^23
constexpr uint32_t hue_bias_bits = 0x4B400000;

/// The quotient whose arc tangent is the angle from the nearest multiple of 90 degrees.
struct Slope {
  float numerator;
  float denominator; ///< not 0
  bool steep;        ///< |cb| > |cr|
};

/// `cb` and `cr` are whole numbers without their offset, and not -0.
__host__ __device__ __forceinline__ Slope slope_of(float cb, float cr) {
  const bool steep = fabsf(cb) > fabsf(cr);
  constexpr float tiny = 1e-30F; // changes no number but 0
  return {steep ? -cr : cb, (steep ? cb : cr) + tiny, steep};
}

/// `inverse` is 1 / slope.denominator with an error of up to two units in the last place. The sum
/// of an angle and `nearest` has an error below `nearest`: the errors of the polynomial, which is
/// below 10^-5 degrees, of the sum, and of the table's definition. So a sum that is more than
/// 2 * `nearest` above a whole number rounds down to the table's entry. Multiples of 45 degrees,
/// which are frequent, do as well: no other angle is as near to them.
/// Pure arithmetic, which the host compiles too: a test compares all entries of the table.
__host__ __device__ __forceinline__ Hue approximate_hue(const Slope& slope, float inverse) {
  constexpr float nearest = 1.0F / 8192;
  const float x = slope.numerator * inverse, square = x * x;
  float ratio = -2.612568438e-01F; // a near-minimax polynomial of atan(x) / x in degrees
  ratio = fmaf(ratio, square, 1.362523317e+00F);
  ratio = fmaf(ratio, square, -3.370696545e+00F);
  ratio = fmaf(ratio, square, 5.654443264e+00F);
  ratio = fmaf(ratio, square, -8.023294449e+00F);
  ratio = fmaf(ratio, square, 1.144022655e+01F);
  ratio = fmaf(ratio, square, -1.909772110e+01F);
  ratio = fmaf(ratio, square, 5.729577255e+01F);
  const float first =
      (slope.steep ? 180 + nearest : 90 + nearest) + copysignf(90, slope.denominator);
  float angle = fmaf(ratio, x, first);
  angle += angle < 0 ? 360.0F : 0.0F;
#ifdef __CUDA_ARCH__
  const float biased = __fadd_rd(angle, hue_bias);
#else
  const float biased = floorf(angle) + hue_bias;
#endif
  const bool is_multiple_of_45 =
      slope.numerator == 0 || fabsf(slope.numerator) == fabsf(slope.denominator);
  return {biased, is_multiple_of_45 || angle - (biased - hue_bias) >= 2 * nearest};
}

/// HUE of samples of 16 bits of which approximate_hue() left open whether it is `degrees` or one
/// less. `degrees` is not 0: angles with cb 2^15 are certain, and all others are at least 0.0017
/// degrees from 0 and 360. `entry(i)` is an entry of hue_table(16).
template <class EntryOf>
__host__ __device__ __forceinline__ uint32_t decide_hue(uint32_t cb, uint32_t cr, uint32_t degrees,
                                                        EntryOf&& entry) {
  const uint32_t row = cb * hue_row;
  if (cr == UINT16_MAX)
    return hue_of_rank(cb, entry(row));
  // The rank that begins or ends where HUE becomes `degrees`.
  const uint32_t rank = cb <= 0x8000 ? degrees : 360 - degrees;
  return hue_of_rank(cb, entry(row + rank) <= cr ? rank : rank - 1);
}

} // namespace videohistogram::cuda
