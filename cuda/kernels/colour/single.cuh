// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The value of any quantity of a single pixel or chroma sample, in any arrangement and depth. All
// of it agrees with core/colour.h.
#pragma once

#include "core/field_rows.h"
#include "cuda/kernels/colour/hue.h"
#include "cuda/kernels/colour/walk.cuh"

#include <type_traits>

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

template <class T>
__device__ __forceinline__ Samples load_samples(const SourceArguments& a, const Item& item) {
  if (!T::luma)
    return {{0, load_sample<T>(a, 1, item.x, item.y), load_sample<T>(a, 2, item.x, item.y)}};
  // Kernels without subsampling also read frames of wide subsampling.
  const uint32_t x_sub = T::x_sub > 0 ? T::x_sub : a.p.x_sub;
  const uint32_t y_sub = T::x_sub > 0 ? T::y_sub : a.p.y_sub;
  const uint32_t x = item.x >> x_sub;
  const uint32_t y = chroma_row_of(item.y, y_sub, a.p.interlaced, (a.p.frame_height - 1) >> y_sub);
  return {{load_sample<T>(a, 0, item.x, item.y), load_sample<T>(a, 1, x, y),
           load_sample<T>(a, 2, x, y)}};
}

/// What chroma adds to the sum of a colour, in samples of up to 12 bits.
__device__ __forceinline__ int32_t chroma_term(const ColourSums& sums, uint32_t colour, int32_t cb,
                                               int32_t cr) {
  return sums.cb[colour] * cb +
         (sums.cr[colour] * cr + static_cast<int32_t>(sums.constant[colour]));
}
/// The largest of these of the three colours.
__device__ __forceinline__ int32_t largest_chroma_term(const ColourSums& sums, int32_t cb,
                                                       int32_t cr) {
  return max(max(chroma_term(sums, 0, cb, cr), chroma_term(sums, 1, cb, cr)),
             chroma_term(sums, 2, cb, cr));
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

__device__ __forceinline__ uint32_t outside(uint32_t code, const CodeLimits& limits, uint32_t i) {
  return (code < limits.low ? 1u << i : 0) | (code > limits.high ? 16u << i : 0);
}

/// RANGE of Y, Cb and Cr.
template <class Int>
__device__ __forceinline__ uint32_t range_of(const SourceArguments& a, const Samples& s) {
  const CodeLimits& limits = a.p.colours.limits;
  const uint32_t middle = 1u << (a.p.depth - 1); // without chroma
  uint32_t mask = outside(colour_of<Int>(a.sums[2], 0, {{s.v[0], middle, middle}}), limits, 3);
#pragma unroll
  for (uint32_t i = 0; i < 3; i++)
    mask |= outside(colour_of<Int>(a.sums[2], i, s), limits, i);
  return mask;
}

/// floor(sqrt(x^2 + y^2)), below 2^20. `Square`: an unsigned type that holds the sum.
template <class Square>
__device__ __forceinline__ uint32_t root_of_squares(int32_t x, int32_t y) {
  const auto a = static_cast<Square>(x), b = static_cast<Square>(y);
  const Square square = a * a + b * b;
  auto root = static_cast<uint32_t>(__fsqrt_rn(static_cast<float>(square)));
  // From 2^24 on the float is rounded, which moves the root by less than 1.
  root -= Square{root} * root > square ? 1 : 0;
  root += (Square{root} + 1) * (root + 1) <= square ? 1 : 0;
  return root;
}

__device__ __forceinline__ uint32_t saturation_of(const SourceArguments& a, uint32_t cb,
                                                  uint32_t cr) {
  const int32_t middle = 1 << (a.p.depth - 1);
  return root_of_squares<uint32_t>(static_cast<int32_t>(cb) - middle,
                                   static_cast<int32_t>(cr) - middle);
}

/// CHROMA.
template <class Int>
__device__ __forceinline__ uint32_t subcarrier_of(const SourceArguments& a, const Samples& s) {
  const Subcarrier& subcarrier = a.p.colours.subcarrier;
  return subcarrier.code(root_of_squares<std::make_unsigned_t<Int>>(subcarrier.along_u(s.v[1]),
                                                                    subcarrier.along_v(s.v[2])));
}

/// A number that becomes SAT when it is rounded down, of chroma of up to 10 bits without its
/// offset.
__device__ __forceinline__ float approximate_root(float cb, float cr) {
  // Adding 1/2 to the square keeps the integer part of the root. It keeps the root away from
  // integers by 1/4 of 1/724 or more, which is more than the error of the approximation.
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(__fmaf_rn(cb, cb, __fmaf_rn(cr, cr, 0.5F))));
  return root;
}

/// HUE plus hue_bias_bits. `cb` and `cr` are without their offset. The table is read only where the
/// approximation is not certain: with random chroma, reading it for all samples takes as long as
/// the rest of the kernel.
__device__ __forceinline__ uint32_t hue_bits_of(const SourceArguments& a, float cb, float cr) {
  const Slope slope = slope_of(cb, cr);
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(slope.denominator));
  const Hue hue = approximate_hue(slope, inverse);
  if (hue.certain)
    return __float_as_uint(hue.biased);
  const int32_t middle = 1 << (a.p.depth - 1);
  const auto row = static_cast<uint32_t>(static_cast<int32_t>(cb) + middle),
             column = static_cast<uint32_t>(static_cast<int32_t>(cr) + middle);
  const uint16_t* const table = a.p.colours.hue;
  if (a.p.depth <= deepest_hue_entries)
    return hue_bias_bits + __ldg(table + (row << a.p.depth | column));
  return hue_bias_bits + decide_hue(row, column, __float_as_uint(hue.biased) - hue_bias_bits,
                                    [=](uint32_t i) { return uint32_t{__ldg(table + i)}; });
}

__device__ __forceinline__ uint32_t hue_of(const SourceArguments& a, uint32_t cb, uint32_t cr) {
  const int32_t middle = 1 << (a.p.depth - 1);
  return hue_bits_of(a, static_cast<float>(static_cast<int32_t>(cb) - middle),
                     static_cast<float>(static_cast<int32_t>(cr) - middle)) -
         hue_bias_bits;
}

/// A quantity of a pixel that stores R, G and B, and maybe A: `sample(0)` to `sample(3)`.
template <class SampleOf>
__device__ __forceinline__ uint32_t value_of_rgb(const SourceArguments& a, Quantity quantity,
                                                 SampleOf&& sample) {
  switch (quantity) {
  case Quantity::luma:
    return luma_sum(a.p.luma, sample(0), sample(1), sample(2)) >> 16;
  case Quantity::maxrgb:
    return max(max(sample(0), sample(1)), sample(2));
  case Quantity::range: {
    const CodeLimits& limits = a.p.colours.limits;
    return outside(sample(0), limits, 0) | outside(sample(1), limits, 1) |
           outside(sample(2), limits, 2);
  }
  case Quantity::r_minus_g:
    return colour_difference(sample(0), sample(1), a.p.depth);
  case Quantity::g_minus_b:
    return colour_difference(sample(1), sample(2), a.p.depth);
  default:
    return sample(quantity == Quantity::a ? 3 : static_cast<uint32_t>(quantity));
  }
}

/// Calls `visit` with the function that has a quantity's value of Cb and Cr: kernels then decide
/// once which it is, and not for each sample.
template <class Visit>
__device__ __forceinline__ void visit_chroma(const SourceArguments& a, Quantity quantity,
                                             Visit&& visit) {
  switch (quantity) {
  case Quantity::cb:
    return visit([](uint32_t cb, uint32_t) { return cb; });
  case Quantity::cr:
    return visit([](uint32_t, uint32_t cr) { return cr; });
  case Quantity::hue:
    return visit([&](uint32_t cb, uint32_t cr) { return hue_of(a, cb, cr); });
  default:
    return visit([&](uint32_t cb, uint32_t cr) { return saturation_of(a, cb, cr); });
  }
}

/// A chromaticity of R, G and B.
__device__ __forceinline__ uint32_t chromaticity_of(const SourceArguments& a, Quantity quantity,
                                                    uint32_t r, uint32_t g, uint32_t b) {
  const ChromaticityPlan& plan = a.p.colours.chromaticities;
  return plan.ratios[chromaticity_index(quantity)].value(
      plan.least, __ldg(plan.light + r), __ldg(plan.light + g), __ldg(plan.light + b));
}
/// The same of Y'CbCr.
template <class Int>
__device__ __forceinline__ uint32_t chromaticity_of(const SourceArguments& a, Quantity quantity,
                                                    const Samples& s) {
  return chromaticity_of(a, quantity, colour_of<Int>(a.sums[0], 0, s),
                         colour_of<Int>(a.sums[0], 1, s), colour_of<Int>(a.sums[0], 2, s));
}

/// Whether a quantity is one of visit_chroma().
__device__ __forceinline__ bool is_of_chroma(Quantity quantity) {
  constexpr QuantitySet set =
      chroma_set | quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue);
  return (set & quantity_bit(quantity)) != 0;
}

/// A quantity of Y'CbCr pixels that is no colour. `Int` holds the sums of the samples: int32_t of
/// up to 12 bits.
template <class Int>
__device__ __forceinline__ uint32_t value_of_pixel(const SourceArguments& a, Quantity quantity,
                                                   const Samples& s) {
  const auto difference = [&](uint32_t first) {
    return colour_difference(colour_of<Int>(a.sums[0], first, s),
                             colour_of<Int>(a.sums[0], first + 1, s), a.p.colours.rgb.depth);
  };
  switch (quantity) {
  case Quantity::brng:
    return is_outside_broadcast_range(s.v[0], s.v[1], s.v[2], a.p.depth);
  case Quantity::r_minus_g:
    return difference(0);
  case Quantity::g_minus_b:
    return difference(1);
  case Quantity::chroma:
    return subcarrier_of<Int>(a, s);
  default:
    return range_of<Int>(a, s);
  }
}

/// R, G, B or MAXRGB of Y'CbCr.
template <class Int>
__device__ __forceinline__ uint32_t colour_of_pixel(const SourceArguments& a, Quantity quantity,
                                                    const Samples& s) {
  return quantity == Quantity::maxrgb
             ? colour_of<Int>(a.sums[1], 3, s)
             : colour_of<Int>(a.sums[0], static_cast<uint32_t>(quantity), s);
}

template <class Int>
__device__ __forceinline__ uint32_t computed_of_pixel(const SourceArguments& a, Quantity quantity,
                                                      const Samples& s) {
  return is_colour(quantity) ? colour_of_pixel<Int>(a, quantity, s)
                             : value_of_pixel<Int>(a, quantity, s);
}

/// The value of a quantity of a pixel, or of a chroma sample, but no chromaticity. Kernels have no
/// code for what they do not count, or their samples cannot be: it would take registers.
template <class T>
__device__ __forceinline__ uint32_t quantity_of(const SourceArguments& a, Quantity quantity,
                                                const Samples& s) {
  if constexpr (!T::luma) {
    uint32_t value = 0;
    visit_chroma(a, quantity, [&](auto value_of) { value = value_of(s.v[1], s.v[2]); });
    return value;
  } else {
    if (a.p.rgb) // an array with an index that is not known when compiling would be in local memory
      return value_of_rgb(a, quantity, [&](uint32_t i) {
        return i == 0 ? s.v[0] : i == 1 ? s.v[1] : s.v[2];
      });
    switch (quantity) {
    case Quantity::y:
      return s.v[0];
    case Quantity::cb:
      return s.v[1];
    case Quantity::cr:
      return s.v[2];
    case Quantity::sat:
      return saturation_of(a, s.v[1], s.v[2]);
    case Quantity::hue:
      return hue_of(a, s.v[1], s.v[2]);
    default:
      return T::sample_bytes == 2 && a.p.depth == 16 ? computed_of_pixel<int64_t>(a, quantity, s)
                                                     : computed_of_pixel<int32_t>(a, quantity, s);
    }
  }
}

/// The value of any quantity of a pixel, or of a chroma sample.
template <class T>
__device__ __forceinline__ uint32_t any_quantity_of(const SourceArguments& a, Quantity quantity,
                                                    const Samples& s) {
  if constexpr (T::luma)
    if (is_chromaticity(quantity)) {
      if (a.p.rgb)
        return chromaticity_of(a, quantity, s.v[0], s.v[1], s.v[2]);
      return T::sample_bytes == 2 && a.p.depth == 16 ? chromaticity_of<int64_t>(a, quantity, s)
                                                     : chromaticity_of<int32_t>(a, quantity, s);
    }
  return quantity_of<T>(a, quantity, s);
}

} // namespace

} // namespace videohistogram::cuda
