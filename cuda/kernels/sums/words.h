// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Arithmetic of the samples of a word at once: of four bytes, or of two halves of 16 bits. On a GPU
// each function is one instruction, unless it says otherwise.
#pragma once

#include "core/host_device.h"
#include "cuda/kernels/common/unroll.h"

#include <cstdint>

namespace videohistogram::cuda {

/// Calls use(a, b) for the numbers of `bits` bits of two words.
template <uint32_t bits, class Use>
inline void each_in_words(uint32_t a, uint32_t b, const Use& use) {
  constexpr uint32_t mask = (uint32_t{1} << bits) - 1;
  for (uint32_t at = 0; at < 32; at += bits)
    use(a >> at & mask, b >> at & mask, at);
}

VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t sum_distance(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

/// Codes of bytes are words with the exponent of 2^23, in which the unit of a float is a code. So a
/// GPU needs no conversion, and the unit for logic is left to others.
constexpr uint32_t code_bits = 0x4b000000;

/// |a - b| of each byte.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t distance4(uint32_t a, uint32_t b) {
#ifdef __CUDA_ARCH__
  return __vabsdiffu4(a, b);
#else
  uint32_t result = 0;
  each_in_words<8>(
      a, b, [&](uint32_t x, uint32_t y, uint32_t at) { result |= sum_distance(x, y) << at; });
  return result;
#endif
}

/// `sum` and |a - b| of each byte.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_distance4(uint32_t a, uint32_t b, uint32_t sum) {
#ifdef __CUDA_ARCH__
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
#else
  each_in_words<8>(a, b, [&](uint32_t x, uint32_t y, uint32_t) { sum += sum_distance(x, y); });
#endif
  return sum;
}

/// `sum` and a * b of each byte.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add_products4(uint32_t a, uint32_t b, uint32_t sum) {
#ifdef __CUDA_ARCH__
  return __dp4a(a, b, sum);
#else
  each_in_words<8>(a, b, [&](uint32_t x, uint32_t y, uint32_t) { sum += x * y; });
  return sum;
#endif
}

/// `sum` and the product of each byte of `word` and the signed byte of `weights` at its place.
VIDEOHISTOGRAM_HOST_DEVICE inline int32_t add_weighted4(uint32_t word, uint32_t weights,
                                                        int32_t sum) {
#ifdef __CUDA_ARCH__
  asm("dp4a.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(word), "r"(weights));
#else
  each_in_words<8>(word, weights, [&](uint32_t x, uint32_t weight, uint32_t) {
    sum += static_cast<int32_t>(x) * static_cast<int8_t>(weight);
  });
#endif
  return sum;
}

/// The same of each half of `word` and the two low bytes of `weights`.
VIDEOHISTOGRAM_HOST_DEVICE inline int32_t add_weighted2(uint32_t word, uint32_t weights,
                                                        int32_t sum) {
#ifdef __CUDA_ARCH__
  asm("dp2a.lo.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(word), "r"(weights));
#else
  for (uint32_t i = 0; i < 2; i++)
    sum += static_cast<int32_t>(word >> 16 * i & 0xffff) * static_cast<int8_t>(weights >> 8 * i);
#endif
  return sum;
}

/// `sum` and each byte.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add4(uint32_t word, uint32_t sum) {
  return add_products4(word, 0x01010101, sum);
}

/// The smaller one of each two halves.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t smaller2(uint32_t a, uint32_t b) {
#ifdef __CUDA_ARCH__
  return __vminu2(a, b);
#else
  uint32_t result = 0;
  each_in_words<16>(a, b,
                    [&](uint32_t x, uint32_t y, uint32_t at) { result |= (x < y ? x : y) << at; });
  return result;
#endif
}

/// The larger one of each two halves.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t larger2(uint32_t a, uint32_t b) {
#ifdef __CUDA_ARCH__
  return __vmaxu2(a, b);
#else
  uint32_t result = 0;
  each_in_words<16>(a, b,
                    [&](uint32_t x, uint32_t y, uint32_t at) { result |= (x > y ? x : y) << at; });
  return result;
#endif
}

/// a - b of each half, modulo 2^16.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t subtract2(uint32_t a, uint32_t b) {
#ifdef __CUDA_ARCH__
  return __vsub2(a, b);
#else
  uint32_t result = 0;
  each_in_words<16>(
      a, b, [&](uint32_t x, uint32_t y, uint32_t at) { result |= ((x - y) & 0xffff) << at; });
  return result;
#endif
}

/// |a - b| of each half: three instructions.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t distance2(uint32_t a, uint32_t b) {
  return larger2(a, b) - smaller2(a, b);
}

/// `sum` and each half.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t add2(uint32_t word, uint32_t sum) {
#ifdef __CUDA_ARCH__
  return __dp2a_lo(word, 0x0101u, sum);
#else
  return sum + (word & 0xffff) + (word >> 16);
#endif
}

/// Four bytes of `low` and `high`, whose bytes are 0 to 3 and 4 to 7: those that the digits of the
/// selector name, from the last digit on.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t select4(uint32_t low, uint32_t high, uint32_t selector) {
#ifdef __CUDA_ARCH__
  return __byte_perm(low, high, selector);
#else
  const uint64_t both = uint64_t{high} << 32 | low;
  uint32_t result = 0;
  for (uint32_t i = 0; i < 4; i++)
    result |= static_cast<uint32_t>(both >> (selector >> 4 * i & 7) * 8 & 255) << 8 * i;
  return result;
#endif
}

/// Halves with the even bytes of a word, and with the odd ones.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t even_bytes(uint32_t word) {
  return word & 0x00ff00ff;
}
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t odd_bytes(uint32_t word) {
  return select4(word, 0, 0x4341);
}

VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t count_bits(uint32_t word) {
#ifdef __CUDA_ARCH__
  return static_cast<uint32_t>(__popc(word));
#else
  return static_cast<uint32_t>(__builtin_popcount(word));
#endif
}

/// Words of samples of one or two bytes.
template <uint32_t sample_bytes>
struct Words;

template <>
struct Words<1> {
  using Squares = uint32_t; ///< holds the sums of squares of a lane

  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t distance(uint32_t a, uint32_t b) {
    return distance4(a, b);
  }
  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t add_distance(uint32_t a, uint32_t b, uint32_t sum) {
    return add_distance4(a, b, sum);
  }
  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t add(uint32_t word, uint32_t sum) {
    return add4(word, sum);
  }
  VIDEOHISTOGRAM_HOST_DEVICE static Squares add_products(uint32_t a, uint32_t b, Squares sum) {
    return add_products4(a, b, sum);
  }
};

template <>
struct Words<2> {
  using Squares = uint64_t;

  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t distance(uint32_t a, uint32_t b) {
    return distance2(a, b);
  }
  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t add_distance(uint32_t a, uint32_t b, uint32_t sum) {
    return add2(distance2(a, b), sum);
  }
  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t add(uint32_t word, uint32_t sum) {
    return add2(word, sum);
  }
  VIDEOHISTOGRAM_HOST_DEVICE static Squares add_products(uint32_t a, uint32_t b, Squares sum) {
    return sum + uint64_t{a & 0xffff} * (b & 0xffff) + uint64_t{a >> 16} * (b >> 16);
  }
};

} // namespace videohistogram::cuda
