// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The quantities that kernels compute from R, G and B of a pixel. Each quantity is a type with
//
//   set         the quantity's bit in a QuantitySet
//   shift       lowest bit of the value in the functions' results: 0, 8 or 16; lower bits are
//               dropped
//   of()        the value of three samples, rgb[0] to rgb[2]
//   of_bytes()  the value of a pixel of bytes. The pixel's first byte is in the lowest bits of the
//               word; bits above the pixel may be anything. `weights`: the LUMA weights of the
//               pixel's first two bytes, 16 bits each, then of the other bytes. `selectors`:
//               __byte_perm(pixel, 0, selectors[k]) has R, G or B in byte 2.
//
// The functions agree with compute() in core/quantity.h. A new quantity is a type here, and an
// entry in the lists of the .cu files for each kernel that counts it.
#pragma once

#include "core/quantity.h"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

struct Luma {
  static constexpr QuantitySet set = quantity_bit(Quantity::luma);
  static constexpr uint32_t shift = 16;

  template <class Rgb>
  static __device__ __forceinline__ uint32_t of(const LumaWeights& weights, const Rgb& rgb) {
    return luma_sum(weights, rgb[0], rgb[1], rgb[2]);
  }
  static __device__ __forceinline__ uint32_t of_bytes(const uint32_t (&weights)[2],
                                                      const uint32_t (&)[3], uint32_t pixel) {
    return __dp2a_hi(weights[1], pixel, __dp2a_lo(weights[0], pixel, 32768u));
  }
};

struct MaxRgb {
  static constexpr QuantitySet set = quantity_bit(Quantity::maxrgb);
  static constexpr uint32_t shift = 0;

  template <class Rgb>
  static __device__ __forceinline__ uint32_t of(const LumaWeights&, const Rgb& rgb) {
    return max(max(rgb[0], rgb[1]), rgb[2]);
  }
  static __device__ __forceinline__ uint32_t of_bytes(const uint32_t (&)[2],
                                                      const uint32_t (&selectors)[3],
                                                      uint32_t pixel) {
    // Compares all four bytes; only byte 2 is used.
    const uint32_t most = __vmaxu4(
        __byte_perm(pixel, 0, selectors[0]),
        __vmaxu4(__byte_perm(pixel, 0, selectors[1]), __byte_perm(pixel, 0, selectors[2])));
    return most >> 16 & 255;
  }
};

/// The quantities that a kernel computes, in the order of Quantity and of the results.
template <class... Quantities>
struct Computed {
  static constexpr QuantitySet set = (QuantitySet{0} | ... | Quantities::set);
  static constexpr uint32_t size = sizeof...(Quantities);
};

/// A sample as stored in memory, in place of a computed quantity.
struct StoredSample {
  static constexpr QuantitySet set = 0;
};

} // namespace

} // namespace videohistogram::cuda
