// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdint>

namespace videohistogram::cuda {

/// HUE of a chroma sample, 0 to 359, unless the angle is too near to a whole number of degrees to
/// be certain of the entry in hue_table().
struct Hue {
  uint32_t degrees;
  bool certain;
};

/// The quotient whose arc tangent is the angle from the nearest multiple of 90 degrees.
struct Slope {
  float numerator;
  float denominator; ///< not 0
  bool steep;        ///< |cb| > |cr|
};

__host__ __device__ __forceinline__ Slope slope_of(float cb, float cr) {
  const bool steep = fabsf(cb) > fabsf(cr);
  const float numerator = steep ? -cr : cb, denominator = steep ? cb : cr;
  return {numerator, denominator == 0 ? 1.0F : denominator, steep};
}

/// `cb` and `cr` are whole numbers without their offset, `inverse` is 1 / slope.denominator with an
/// error of up to two units in the last place. The polynomial's error, with those of its roundings,
/// is below 10^-5 degrees, and so are the roundings of the table's definition. Multiples of 45
/// degrees, which are frequent, are certain: no other angle is as near to them.
/// Pure arithmetic, which the host compiles too: a test compares all entries of the table.
__host__ __device__ __forceinline__ Hue approximate_hue(float cb, float cr, const Slope& slope,
                                                        float inverse) {
  constexpr float nearest = 1e-4F;
  const float x = slope.numerator * inverse, square = x * x;
  float ratio = -2.612568438e-01F; // a near-minimax polynomial of atan(x) / x in degrees
  ratio = fmaf(ratio, square, 1.362523317e+00F);
  ratio = fmaf(ratio, square, -3.370696545e+00F);
  ratio = fmaf(ratio, square, 5.654443264e+00F);
  ratio = fmaf(ratio, square, -8.023294449e+00F);
  ratio = fmaf(ratio, square, 1.144022655e+01F);
  ratio = fmaf(ratio, square, -1.909772110e+01F);
  ratio = fmaf(ratio, square, 5.729577255e+01F);
  const float angle = ratio * x;
  const bool is_multiple_of_45 =
      slope.numerator == 0 || fabsf(slope.numerator) == fabsf(slope.denominator);
  const int32_t first = slope.steep ? (cb > 0 ? 270 : 90) : cr >= 0 ? 180 : cb <= 0 ? 0 : 360;
  const auto degrees = static_cast<int32_t>(floorf(angle + nearest / 2));
  return {static_cast<uint32_t>(first + degrees),
          is_multiple_of_45 || fabsf(angle - rintf(angle)) >= nearest};
}

} // namespace videohistogram::cuda
