// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Included by files compiled for AVX-512: loads 64 samples of a channel as a vector.
#pragma once

#include "cpu/kernels/plane/count.h"

#include <immintrin.h>

namespace videohistogram::cpu::avx512 {

namespace {

using Vector = __m512i;
using Mask = __mmask64;

constexpr uint32_t vector_bytes = 64;

inline Mask first(uint32_t n) {
  return n < 64 ? (Mask{1} << n) - 1 : ~Mask{0};
}

/// Loads the vector at p + offset. Only `bytes` bytes from p on are read; the rest is 0.
inline Vector load(const uint8_t* p, uint32_t offset, uint32_t bytes) {
  if (bytes >= offset + vector_bytes)
    return _mm512_loadu_si512(p + offset);
  return _mm512_maskz_loadu_epi8(first(bytes > offset ? bytes - offset : 0), p + offset);
}

struct ByteIndices {
  alignas(64) uint8_t at[vector_bytes];
};

/// Index i is i / group * step + i % group.
constexpr ByteIndices make_indices(uint32_t group, uint32_t step) {
  ByteIndices indices{};
  for (uint32_t i = 0; i < vector_bytes; i++)
    indices.at[i] = static_cast<uint8_t>(i / group * step + i % group);
  return indices;
}

/// The indices of byte `byte` of each pixel of `pixel_bytes` bytes.
template <uint32_t pixel_bytes>
Vector every(uint32_t byte) {
  static constexpr ByteIndices indices = make_indices(1, pixel_bytes);
  return _mm512_add_epi8(_mm512_load_si512(indices.at), _mm512_set1_epi8(static_cast<char>(byte)));
}

/// One byte of each of 64 pixels, which lie in four vectors of 16 pixels.
inline Vector pick(Vector at, Vector a, Vector b, Vector c, Vector d) {
  return _mm512_mask_mov_epi8(_mm512_permutex2var_epi8(a, at, b), _mm512_movepi8_mask(at),
                              _mm512_permutex2var_epi8(c, at, d));
}

/// One sample of each of up to 64 pixels; 0 after the last pixel.
template <uint32_t pixel_bytes>
class Samples {
public:
  explicit Samples(uint32_t byte) : at_(every<pixel_bytes>(byte)) {}

  Vector operator()(const uint8_t* p, uint32_t pixels) const {
    const uint32_t bytes = pixels * pixel_bytes;
    const Vector a = load(p, 0, bytes);
    if constexpr (pixel_bytes == 1)
      return a;
    const Vector b = load(p, 64, bytes);
    if constexpr (pixel_bytes == 2)
      return _mm512_permutex2var_epi8(a, at_, b);
    const Vector c = load(p, 128, bytes);
    if constexpr (pixel_bytes == 3)
      return _mm512_mask_permutexvar_epi8(_mm512_permutex2var_epi8(a, at_, b),
                                          _mm512_movepi8_mask(at_), at_, c);
    return pick(at_, a, b, c, load(p, 192, bytes));
  }

private:
  Vector at_;
};

/// Loads up to 16 pixels of 3 bytes as pixels of 4 bytes; 0 after the last pixel.
inline Vector load_wide(const uint8_t* p, uint32_t pixels) {
  static constexpr ByteIndices widen = make_indices(4, 3);
  return _mm512_permutexvar_epi8(_mm512_load_si512(widen.at),
                                 _mm512_maskz_loadu_epi8(first(pixels < 16 ? pixels * 3 : 48), p));
}

/// LUMA times 65536 of pixels of 4 bytes, one pixel per lane.
class LumaSums {
public:
  explicit LumaSums(const RgbPlan& rgb)
      : low_(weights(rgb, 0)), middle_(weights(rgb, 7)), high_(weights(rgb, 14)) {}

  Vector operator()(Vector pixels) const {
    const Vector zero = _mm512_setzero_si512();
    const Vector low = _mm512_dpbusd_epi32(_mm512_set1_epi32(32768), pixels, low_);
    const Vector middle = _mm512_dpbusd_epi32(zero, pixels, middle_);
    const Vector high = _mm512_dpbusd_epi32(zero, pixels, high_);
    return _mm512_add_epi32(
        low, _mm512_add_epi32(_mm512_slli_epi32(middle, 7), _mm512_slli_epi32(high, 14)));
  }

private:
  /// 7 bits of each weight, at the byte of its sample in a pixel.
  static Vector weights(const RgbPlan& rgb, uint32_t bit) {
    return _mm512_set1_epi32(static_cast<int>((rgb.weights.r >> bit & 127) << (8 * rgb.red) |
                                              (rgb.weights.g >> bit & 127) << (8 * rgb.green) |
                                              (rgb.weights.b >> bit & 127) << (8 * rgb.blue)));
  }

  Vector low_, middle_, high_;
};

/// A computed quantity of each of up to 64 pixels of 8-bit samples. After the last pixel: the
/// quantity of zeros, which is 0 for MAXRGB.
template <uint32_t pixel_bytes, class Compute>
class ComputedSamples {
public:
  ComputedSamples(const RgbPlan& rgb, const Compute& compute)
      : red_(rgb.red), green_(rgb.green), blue_(rgb.blue), compute_(compute) {}

  Vector operator()(const uint8_t* p, uint32_t pixels) const {
    return reinterpret_cast<Vector>(compute_(reinterpret_cast<Bytes>(red_(p, pixels)),
                                             reinterpret_cast<Bytes>(green_(p, pixels)),
                                             reinterpret_cast<Bytes>(blue_(p, pixels))));
  }

private:
  typedef uint8_t Bytes __attribute__((vector_size(vector_bytes)));

  Samples<pixel_bytes> red_, green_, blue_;
  Compute compute_;
};

/// LUMA, whose sums need more bits; 0 after the last pixel.
template <uint32_t pixel_bytes>
class ComputedSamples<pixel_bytes, Luma> {
public:
  ComputedSamples(const RgbPlan& rgb, const Luma&) : at_(every<4>(2)), sums_(rgb) {}

  Vector operator()(const uint8_t* p, uint32_t pixels) const {
    return pick(at_, weigh(p, 0, pixels), weigh(p, 16, pixels), weigh(p, 32, pixels),
                weigh(p, 48, pixels));
  }

private:
  /// The LUMA sums of 16 pixels from `pixel` on; LUMA is the third byte of each sum.
  Vector weigh(const uint8_t* p, uint32_t pixel, uint32_t pixels) const {
    if constexpr (pixel_bytes == 3)
      return sums_(load_wide(p + pixel * 3, pixels > pixel ? pixels - pixel : 0));
    return sums_(load(p, pixel * 4, pixels * 4));
  }

  Vector at_;
  LumaSums sums_;
};

} // namespace

} // namespace videohistogram::cpu::avx512
