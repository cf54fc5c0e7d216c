// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The value of any quantity of a single pixel or chroma sample, in any arrangement and depth. All
// of it agrees with core/colour.h.
#pragma once

#include "cuda/kernels/colour/walk.cuh"

namespace videohistogram::cuda {

namespace {

/// Y, Cb and Cr, or R, G and B. Y of a chroma sample is not loaded.
struct Samples {
  uint32_t v[3];
};

template <class T>
__device__ __forceinline__ uint32_t load_sample(const SourceArguments& a, uint32_t component,
                                                uint32_t x, uint32_t y) {
  const ColourSamples& samples = a.p.samples[component];
  const uint8_t* const at = samples.first + y * samples.stride + size_t{x} * samples.step;
  uint32_t sample = __ldg(at);
  if (T::sample_bytes == 2)
    sample |= __ldg(at + 1) << 8;
  return sample >> a.p.shift & ((1u << a.p.depth) - 1);
}

/// See FrameView::chroma_row().
template <class T>
__device__ __forceinline__ uint32_t chroma_row(const SourceArguments& a, uint32_t y) {
  if (T::y_sub == 0 || !a.p.interlaced)
    return y >> T::y_sub;
  return min(y / 4 * 2 + y % 2, (a.p.frame_height - 1) / 2);
}

template <class T>
__device__ __forceinline__ Samples load_samples(const SourceArguments& a, const Item& item) {
  if (!T::luma)
    return {{0, load_sample<T>(a, 1, item.x, item.y), load_sample<T>(a, 2, item.x, item.y)}};
  const uint32_t x = item.x >> T::x_sub, y = chroma_row<T>(a, item.y);
  return {{load_sample<T>(a, 0, item.x, item.y), load_sample<T>(a, 1, x, y),
           load_sample<T>(a, 2, x, y)}};
}

/// A colour, or the largest if `colour` is 3.
template <class Int>
__device__ __forceinline__ uint32_t colour_of(const ColourSums& sums, uint32_t colour,
                                              const Samples& s) {
  const Int y = static_cast<Int>(s.v[0]), cb = static_cast<Int>(s.v[1]),
            cr = static_cast<Int>(s.v[2]);
  Int chroma[3];
#pragma unroll
  for (uint32_t i = 0; i < 3; i++)
    chroma[i] = sums.cb[i] * cb + sums.cr[i] * cr + static_cast<Int>(sums.constant[i]);
  const Int term = colour == 0   ? chroma[0]
                   : colour == 1 ? chroma[1]
                   : colour == 2 ? chroma[2]
                                 : max(max(chroma[0], chroma[1]), chroma[2]);
  const Int value = (sums.y * y + term) >> sums.shift;
  return static_cast<uint32_t>(min(max(value, Int{0}), static_cast<Int>(sums.last)));
}

__device__ __forceinline__ uint32_t colour_of(const SourceArguments& a, const ColourSums& sums,
                                              uint32_t colour, const Samples& s) {
  return a.p.depth == 16 ? colour_of<int64_t>(sums, colour, s)
                         : colour_of<int32_t>(sums, colour, s);
}

__device__ __forceinline__ uint32_t outside(uint32_t code, const CodeLimits& limits, uint32_t i) {
  return (code < limits.low ? 1u << i : 0) | (code > limits.high ? 16u << i : 0);
}

__device__ __forceinline__ uint32_t range_of(const SourceArguments& a, const Samples& s) {
  const CodeLimits& limits = a.p.colours.limits;
  uint32_t mask = 0;
#pragma unroll
  for (uint32_t i = 0; i < 3; i++)
    mask |= outside(a.p.rgb ? s.v[i] : colour_of(a, a.sums[2], i, s), limits, i);
  if (a.p.rgb)
    return mask;
  const uint32_t middle = 1u << (a.p.depth - 1); // without chroma
  return mask | outside(colour_of(a, a.sums[2], 0, {{s.v[0], middle, middle}}), limits, 3);
}

__device__ __forceinline__ uint32_t saturation_of(const SourceArguments& a, uint32_t cb,
                                                  uint32_t cr) {
  const int32_t middle = 1 << (a.p.depth - 1);
  const int32_t x = static_cast<int32_t>(cb) - middle, y = static_cast<int32_t>(cr) - middle;
  const uint32_t square = static_cast<uint32_t>(x * x) + static_cast<uint32_t>(y * y);
  auto root = static_cast<uint32_t>(__fsqrt_rn(static_cast<float>(square)));
  root -= root * root > square ? 1 : 0; // of 16 bits the float is rounded
  root += (root + 1) * (root + 1) <= square ? 1 : 0;
  return root;
}

/// The same for samples of up to 10 bits.
__device__ __forceinline__ uint32_t short_saturation_of(const SourceArguments& a, uint32_t cb,
                                                        uint32_t cr) {
  const auto middle = static_cast<float>(1 << (a.p.depth - 1));
  const float x = static_cast<float>(cb) - middle, y = static_cast<float>(cr) - middle;
  // Half a unit more leaves the whole root what it is, and farther from the next integer (by 1/4 of
  // 1/724 or more) than the approximation errs.
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(__fmaf_rn(x, x, __fmaf_rn(y, y, 0.5F))));
  constexpr float magic = 8388608; // 2^23: the sum has no bits below 1
  return __float_as_uint(__fadd_rz(root, magic)) - __float_as_uint(magic);
}

__device__ __forceinline__ uint32_t hue_of(const SourceArguments& a, uint32_t cb, uint32_t cr) {
  const uint32_t lost = a.p.depth - a.hue_bits;
  return __ldg(a.p.colours.hue + (cb >> lost << a.hue_bits | cr >> lost));
}

/// The value of a quantity.
__device__ __forceinline__ uint32_t quantity_of(const SourceArguments& a, Quantity quantity,
                                                const Samples& s) {
  if (quantity == Quantity::range)
    return range_of(a, s);
  if (quantity == Quantity::sat)
    return saturation_of(a, s.v[1], s.v[2]);
  if (quantity == Quantity::hue)
    return hue_of(a, s.v[1], s.v[2]);
  const bool maximum = quantity == Quantity::maxrgb;
  return colour_of(a, a.sums[maximum ? 1 : 0], maximum ? 3 : static_cast<uint32_t>(quantity), s);
}

} // namespace

} // namespace videohistogram::cuda
