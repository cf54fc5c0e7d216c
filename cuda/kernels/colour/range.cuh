// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// RANGE of two pixels at once, as two half-precision numbers in a word. Chroma gives the lowest and
// the highest Y that leave a colour inside the limits; a comparison with Y is a product and a sum
// that saturates to 0 or 1. All numbers are integers below 2^11 or even ones below 2^12, which are
// exact, or too far from any Y to matter: see RangeBounds.
#pragma once

#include "cuda/kernels/colour/group.cuh"

#include <cuda_fp16.h>

namespace videohistogram::cuda {

namespace {

/// For each component, the bounds of Y of a pixel: it is below the limits if Y < low, above them if
/// Y >= high. The low 16 bits are a half: 2 * (half_base + low), and -2 * (half_base + high - 1),
/// if bound and sum are 0 to 1023. Other bounds are other halves, on the same side of all Y.
struct YBounds {
  uint32_t low[3], high[3];
};

/// The bits of `base` plus the integer nearest to value * factor.
template <uint32_t Base>
__device__ __forceinline__ uint32_t nearest_bits(float value, float factor) {
  constexpr float magic = 12582912 + Base; // 1.5 * 2^23: the sum has no bits below 1
  return __float_as_uint(__fmaf_rn(value, factor, magic));
}

/// The bounds of a component from the sums y * Y at which it is inside the limits, and above them.
__device__ __forceinline__ void set_bounds(YBounds& bounds, uint32_t i, float low, float high,
                                           float inverse_y) {
  bounds.low[i] = nearest_bits<below_base_bits>(low, inverse_y);
  bounds.high[i] = nearest_bits<above_base_bits - 1>(high, inverse_y);
}

/// `cb` and `cr` are without their offset.
__device__ __forceinline__ YBounds bounds_of(const RangeBounds& b, float cb, float cr) {
  // The products are exact, and so are their sums unless they are too large to matter.
  const float g = __fmaf_rn(-b.g_cb, cb, __fmaf_rn(-b.g_cr, cr, b.low));
  YBounds bounds;
  set_bounds(bounds, 0, __fmaf_rn(-b.r_cr, cr, b.low), __fmaf_rn(-b.r_cr, cr, b.high), b.inverse_y);
  set_bounds(bounds, 1, g, __fadd_rn(g, b.span), b.inverse_y);
  set_bounds(bounds, 2, __fmaf_rn(-b.b_cb, cb, b.low), __fmaf_rn(-b.b_cb, cb, b.high), b.inverse_y);
  return bounds;
}

__device__ __forceinline__ __half2 half2_of(uint32_t bits) {
  return *reinterpret_cast<const __half2*>(&bits);
}

/// The bounds of two pixels.
struct PairBounds {
  __half2 low[3], high[3];
};

/// Of pixels with the same chroma: instructions of half precision use the low half twice.
__device__ __forceinline__ PairBounds pair_of(const YBounds& both) {
  PairBounds pair;
#pragma unroll
  for (uint32_t i = 0; i < 3; i++) {
    pair.low[i] = __low2half2(half2_of(both.low[i]));
    pair.high[i] = __low2half2(half2_of(both.high[i]));
  }
  return pair;
}

__device__ __forceinline__ PairBounds pair_of(const YBounds& first, const YBounds& second) {
  PairBounds pair;
#pragma unroll
  for (uint32_t i = 0; i < 3; i++) {
    pair.low[i] = half2_of(__byte_perm(first.low[i], second.low[i], 0x5410));
    pair.high[i] = half2_of(__byte_perm(first.high[i], second.high[i], 0x5410));
  }
  return pair;
}

/// half_base_bits in both halves of a word, of which the compiler does not know that it is
/// constant: it would copy the selector of each byte permutation to a register.
__device__ __forceinline__ uint32_t half_bases() {
  uint32_t lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return half_base_bits * 0x10001u + (lane >> 5);
}

/// Y of the pixels 2 `pair` and 2 `pair` + 1 of a row, each plus half_base.
template <class T>
__device__ __forceinline__ __half2 y_pair(const uint32_t* row, uint32_t pair, uint32_t bases) {
  uint32_t bits;
  if (T::sample_bytes == 1)
    bits = __byte_perm(row[pair / 2], bases, pair % 2 ? 0x5352 : 0x5150);
  else
    bits = row[pair] + bases; // 10 bits
  return half2_of(bits);
}

/// RANGE of two pixels in the low bytes of the halves of a word.
__device__ __forceinline__ uint32_t range_masks(const RangeBounds& b, const PairBounds& bounds,
                                                __half2 y) {
  const __half2 two = __float2half2_rn(2), minus_two = __float2half2_rn(-2);
  __half2 mask = __float2half2_rn(half_base);
#pragma unroll
  for (uint32_t i = 0; i < 3; i++) {
    mask = __hfma2(__hfma2_sat(y, minus_two, bounds.low[i]), __float2half2_rn(1 << i), mask);
    mask = __hfma2(__hfma2_sat(y, two, bounds.high[i]), __float2half2_rn(16 << i), mask);
  }
  mask = __hfma2(__hfma2_sat(y, minus_two, half2_of(b.y_low)), __float2half2_rn(8), mask);
  mask = __hfma2(__hfma2_sat(y, two, half2_of(b.y_high)), __float2half2_rn(128), mask);
  return *reinterpret_cast<const uint32_t*>(&mask);
}

/// Calls `use(masks)` with the RANGE of all pixels of a group, two at a time.
template <class T, class Use>
__device__ __forceinline__ void each_range_pair(const RangeBounds& b, const Group<T>& group,
                                                Use&& use) {
  const auto of_cell = [&](uint32_t cell) {
    return bounds_of(b, cb_minus<T>(group, cell, b.c_zero), cr_minus<T>(group, cell, b.c_zero));
  };
  const uint32_t bases = half_bases();
#pragma unroll
  for (uint32_t pair = 0; pair < T::row_pixels / 2; pair++) {
    PairBounds bounds;
    if constexpr (T::x_sub != 0)
      bounds = pair_of(of_cell(pair));
    else
      bounds = pair_of(of_cell(2 * pair), of_cell(2 * pair + 1));
#pragma unroll
    for (uint32_t row = 0; row < T::rows; row++)
      use(range_masks(b, bounds, y_pair<T>(group.y[row], pair, bases)));
  }
}

} // namespace

} // namespace videohistogram::cuda
