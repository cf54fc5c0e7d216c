// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How vectors of samples are added up: for files that are compiled for each set of instructions,
// see core/vectors.h. Numbers are widened by taking even and odd ones apart, which moves nothing
// between lanes. A row is added up in chunks, after which no counter has overflown.
#pragma once

#include "core/low_byte_first.h"
#include "core/vectors.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

typedef Full<uint8_t> Bytes;
typedef Full<uint16_t> Halves;
typedef Full<uint32_t> Singles;
typedef Full<uint64_t> Longs;
typedef Full<double> Doubles;

/// Bytes of a row that are added up without a flush. A counter of 16 bits then has at most 64 times
/// two numbers of 9 bits.
constexpr uint32_t chunk_bytes = 64 * vector_size;

template <class Lanes>
inline Lanes larger_of(Lanes a, Lanes b) {
  return a > b ? a : b;
}
template <class Lanes>
inline Lanes smaller_of(Lanes a, Lanes b) {
  return a < b ? a : b;
}
/// |a - b| of unsigned numbers.
template <class Lanes>
inline Lanes distance_of(Lanes a, Lanes b) {
  return larger_of(a, b) - smaller_of(a, b);
}

/// The same bits as lanes of another width.
template <class To, class From>
inline To as(From v) {
  return reinterpret_cast<To>(v);
}

// Every second number, in a lane of twice the width. Where the low byte of a number comes first,
// the odd one of two neighbours is the upper half of their lane.
inline Halves every_second(Bytes v, bool odd) {
  const Halves both = as<Halves>(v);
  return odd == low_byte_first ? both >> uint16_t{8} : both & uint16_t{0xff};
}
inline Singles every_second(Halves v, bool odd) {
  const Singles both = as<Singles>(v);
  return odd == low_byte_first ? both >> 16u : both & 0xffffu;
}
inline Longs every_second(Singles v, bool odd) {
  const Longs both = as<Longs>(v);
  return odd == low_byte_first ? both >> uint64_t{32} : both & uint64_t{0xffffffff};
}
template <class Lanes>
inline auto even(Lanes v) {
  return every_second(v, false);
}
template <class Lanes>
inline auto odd(Lanes v) {
  return every_second(v, true);
}

/// Sums of neighbours, in lanes of twice the width.
template <class Lanes>
inline auto fold(Lanes v) {
  return even(v) + odd(v);
}

/// The sum of all lanes.
inline uint64_t total(Longs v) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < lanes<uint64_t>; i++)
    sum += v[i];
  return sum;
}
inline uint64_t total(Singles v) {
  return total(fold(v));
}
inline uint64_t total(Halves v) {
  return total(fold(v));
}

/// Adds all bytes.
inline Longs add_bytes(Longs sums, Bytes v) {
#if defined(__AVX512BW__)
  return sums + as<Longs>(_mm512_sad_epu8(as<__m512i>(v), _mm512_setzero_si512()));
#elif defined(__AVX2__)
  return sums + as<Longs>(_mm256_sad_epu8(as<__m256i>(v), _mm256_setzero_si256()));
#elif defined(__SSE2__)
  return sums + as<Longs>(_mm_sad_epu8(as<__m128i>(v), _mm_setzero_si128()));
#elif defined(__aarch64__)
  return as<Longs>(vpadalq_u32(as<uint64x2_t>(sums), vpaddlq_u16(vpaddlq_u8(as<uint8x16_t>(v)))));
#else
  return sums + fold(fold(fold(v)));
#endif
}

/// Calls step(at, load) for each vector of a row of `size` bytes; load(row) is the vector of a row,
/// with zeros after its end.
template <class Step>
[[gnu::always_inline]] inline void for_vectors(size_t size, const Step& step) {
  size_t at = 0;
  for (; size - at >= vector_size; at += vector_size)
    step(at, [at](const uint8_t* row) { return load<Bytes>(row + at); });
  if (at < size)
    step(at, [at, size](const uint8_t* row) {
      Bytes v{};
      std::memcpy(&v, row + at, size - at);
      return v;
    });
}

/// Calls add(first, size) for each chunk of a row.
template <class Add>
[[gnu::always_inline]] inline void for_chunks(size_t size, const Add& add) {
  for (size_t first = 0; first < size; first += chunk_bytes)
    add(first, size - first < chunk_bytes ? size - first : size_t{chunk_bytes});
}

/// Adds the squares of numbers of up to 15 bits.
inline Ints add_squares(Ints sums, Halves v) {
  return add_products(sums, as<Ints>(v), as<Ints>(v));
}

/// Adds the even and the odd numbers of a vector to two vectors of counters.
template <class Numbers>
inline void add_vector(Numbers v, uint8_t* counters) {
  const auto add = [](uint8_t* at, auto numbers) {
    store(at, load<decltype(numbers)>(at) + numbers);
  };
  add(counters, even(v));
  add(counters + vector_size, odd(v));
}

/// Counters are vectors of even and of odd columns, in turn.
template <class Counter>
void take_counters(const uint8_t* counters, uint32_t n, int64_t* columns) {
  constexpr uint32_t in_vector = lanes<Counter>;
  for (uint32_t x = 0; x < n; x++) {
    const uint32_t vector = x / (2 * in_vector) * 2 + x % 2, lane = x / 2 % in_vector;
    columns[x] += load<Counter>(counters + (size_t{vector} * in_vector + lane) * sizeof(Counter));
  }
}

} // namespace

} // namespace videohistogram::cpu::INSTRUCTION_SET
