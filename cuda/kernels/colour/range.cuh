// SPDX-License-Identifier: LGPL-2.1-or-later
//
// RANGE of two pixels at once, as two half-precision numbers in a word. Chroma gives the lowest and
// the highest Y that leave a colour inside the limits; the comparisons with Y are subtractions that
// saturate to 0 or 1. All numbers are integers below 2^11, which are exact, or too far from any Y
// to matter: see RangeBounds.
#pragma once

#include "cuda/kernels/colour/group.cuh"

#include <cuda_fp16.h>

namespace videohistogram::cuda {

namespace {

/// A half of which the low bits are an integer below 1024.
constexpr float half_base = 1024;
constexpr uint32_t half_base_bits = 0x6400;

/// For each component, the bounds of Y of a pixel: it is below the limits if Y < low, above them if
/// Y >= high. The low 16 bits are half_base_bits plus the bound, a half: half_base plus the bound
/// if that is 0 to 1023. Other bounds are other halves, on the same side of all Y.
struct YBounds {
  uint32_t low[3], high[3];
};

/// The bits of half_base plus the integer nearest to value * factor.
__device__ __forceinline__ uint32_t nearest_bits(float value, float factor) {
  constexpr float magic = 12582912 + half_base_bits; // 1.5 * 2^23: the sum has no bits below 1
  return __float_as_uint(__fmaf_rn(value, factor, magic));
}

__device__ __forceinline__ YBounds bounds_of(const RangeBounds& b, uint32_t cb, uint32_t cr) {
  const float x = static_cast<float>(cb) - b.c_zero, y = static_cast<float>(cr) - b.c_zero;
  // The products are exact, and so are their sums unless they are too large to matter.
  const float g = __fmaf_rn(b.g_cb, x, __fmul_rn(b.g_cr, y));
  YBounds bounds;
  bounds.low[0] = nearest_bits(__fmaf_rn(-b.r_cr, y, b.low), b.inverse_y);
  bounds.high[0] = nearest_bits(__fmaf_rn(-b.r_cr, y, b.high), b.inverse_y);
  bounds.low[1] = nearest_bits(__fsub_rn(b.low, g), b.inverse_y);
  bounds.high[1] = nearest_bits(__fsub_rn(b.high, g), b.inverse_y);
  bounds.low[2] = nearest_bits(__fmaf_rn(-b.b_cb, x, b.low), b.inverse_y);
  bounds.high[2] = nearest_bits(__fmaf_rn(-b.b_cb, x, b.high), b.inverse_y);
  return bounds;
}

__device__ __forceinline__ __half2 half2_of(uint32_t bits) {
  return *reinterpret_cast<const __half2*>(&bits);
}

/// The bounds of two pixels.
struct PairBounds {
  __half2 low[3], high[3];
};

__device__ __forceinline__ PairBounds pair_of(const YBounds& first, const YBounds& second) {
  PairBounds pair;
#pragma unroll
  for (uint32_t i = 0; i < 3; i++) {
    pair.low[i] = half2_of(__byte_perm(first.low[i], second.low[i], 0x5410));
    pair.high[i] = half2_of(__byte_perm(first.high[i], second.high[i], 0x5410));
  }
  return pair;
}

/// Y of the pixels 2 `pair` and 2 `pair` + 1 of a row, each plus half_base.
template <class T>
__device__ __forceinline__ __half2 y_pair(const uint32_t* row, uint32_t pair) {
  uint32_t bits;
  if (T::sample_bytes == 1)
    bits = __byte_perm(row[pair / 2], 0x64646464, pair % 2 ? 0x4342 : 0x4140);
  else
    bits = row[pair] + half_base_bits * 0x10001u; // 10 bits
  return half2_of(bits);
}

/// RANGE of two pixels in the low bytes of the halves of a word.
__device__ __forceinline__ uint32_t range_masks(const RangeBounds& b, const PairBounds& bounds,
                                                __half2 y) {
  const __half2 next = __hadd2(y, __float2half2_rn(1)); // Y >= high: Y + 1 - high is at least 1
  __half2 mask = __float2half2_rn(half_base);
#pragma unroll
  for (uint32_t i = 0; i < 3; i++) {
    mask = __hfma2(__hsub2_sat(bounds.low[i], y), __float2half2_rn(1 << i), mask);
    mask = __hfma2(__hsub2_sat(next, bounds.high[i]), __float2half2_rn(16 << i), mask);
  }
  mask = __hfma2(__hsub2_sat(__float2half2_rn(half_base + b.y_low), y), __float2half2_rn(8), mask);
  mask = __hfma2(__hsub2_sat(next, __float2half2_rn(half_base + b.y_high)), __float2half2_rn(128),
                 mask);
  return *reinterpret_cast<const uint32_t*>(&mask);
}

} // namespace

} // namespace videohistogram::cuda
