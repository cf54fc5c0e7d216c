// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Vectors of the size that the including file is compiled for.
//
// A file may be compiled several times, once for each set of instructions. INSTRUCTION_SET is then
// the name of the set, and the file's code lies in a namespace of this name, such as
// videohistogram::cpu::avx2. Of functions that several files define, such as inline functions and
// instances of templates, the linker keeps one copy. This copy must run on any CPU. Files for AVX2
// and AVX-512 therefore call no inline function with external linkage, also none of the standard
// library: headers that they share with other files have functions in an unnamed namespace, as this
// one does. tests/packaging/test_instruction_sets.py checks the symbols.
//
// For 64-bit Arm the generic set is NEON. GCC does not find its instruction for some of the
// functions below, which therefore name it. Instructions without and with the name (GCC 12, -O3):
// add_products 8 and 4, any_bits 10 and 6, pack_bytes 55 and 7, pack_words 8 and 3, four roots of
// floats 46 and 3, two of doubles 24 and 3, add_bytes (cpu/kernels/sums/vector_sums.h) 10 and 3.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace videohistogram {

namespace {

#if defined(__AVX512BW__)
constexpr uint32_t vector_size = 64;
#elif defined(__AVX2__)
constexpr uint32_t vector_size = 32;
#else
constexpr uint32_t vector_size = 16;
#endif

template <class Number, uint32_t n>
struct VectorOf {
  typedef Number Type __attribute__((vector_size(sizeof(Number) * n)));
};
template <class Number, uint32_t n>
using Vector = typename VectorOf<Number, n>::Type;
/// A vector of the CPU's size.
template <class Number>
using Full = Vector<Number, vector_size / sizeof(Number)>;
template <class Number>
constexpr uint32_t lanes = vector_size / sizeof(Number);

template <class Loaded>
inline Loaded load(const void* p) {
  Loaded v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class Stored>
inline void store(void* p, Stored v) {
  std::memcpy(p, &v, sizeof v);
}
template <class Lanes, class Number>
inline Lanes of_all(Number value) {
  return value - Lanes{};
}
template <class Lanes>
inline Lanes clamp(Lanes v, Lanes high) {
  v = v > 0 ? v : Lanes{};
  return v < high ? v : high;
}

typedef Full<int32_t> Ints;
constexpr uint32_t ints = lanes<int32_t>;

/// Loads numbers of 16 bits, each into a lane of 32.
inline Ints load_ints(const uint16_t* numbers) {
#if defined(__AVX512BW__) // GCC 12 converts such a vector by halves
  return reinterpret_cast<Ints>(_mm512_cvtepu16_epi32(load<__m256i>(numbers)));
#elif defined(__AVX2__)
  return reinterpret_cast<Ints>(_mm256_cvtepu16_epi32(load<__m128i>(numbers)));
#elif defined(__SSE2__)
  return reinterpret_cast<Ints>(_mm_unpacklo_epi16(
      _mm_loadl_epi64(reinterpret_cast<const __m128i*>(numbers)), _mm_setzero_si128()));
#else
  return __builtin_convertvector((load<Vector<uint16_t, ints>>(numbers)), Ints);
#endif
}

#if defined(__AVX512BW__)
typedef __m512i Register;
#elif defined(__AVX2__)
typedef __m256i Register;
#elif defined(__SSE2__)
typedef __m128i Register;
#endif
#if defined(__SSE2__)
inline Register raw(Ints v) {
  return reinterpret_cast<Register>(v);
}
#endif

/// Adds to `sums` the products of the low halves and those of the high halves, which are signed
/// 16-bit numbers.
inline Ints add_products(Ints sums, Ints a, Ints b) {
#if defined(__AVX512VNNI__)
  return reinterpret_cast<Ints>(_mm512_dpwssd_epi32(raw(sums), raw(a), raw(b)));
#elif defined(__AVX512BW__)
  return sums + reinterpret_cast<Ints>(_mm512_madd_epi16(raw(a), raw(b)));
#elif defined(__AVX2__)
  return sums + reinterpret_cast<Ints>(_mm256_madd_epi16(raw(a), raw(b)));
#elif defined(__SSE2__)
  return sums + reinterpret_cast<Ints>(_mm_madd_epi16(raw(a), raw(b)));
#elif defined(__aarch64__)
  const auto x = reinterpret_cast<int16x8_t>(a), y = reinterpret_cast<int16x8_t>(b);
  return sums + reinterpret_cast<Ints>(
                    vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y)));
#else
  return sums + (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

/// Whether any bit of any number is set.
inline bool any_bits(Ints v) {
#if defined(__AVX512BW__)
  return _mm512_test_epi32_mask(raw(v), raw(v)) != 0;
#elif defined(__AVX2__)
  return !_mm256_testz_si256(raw(v), raw(v));
#elif defined(__SSE2__)
  return _mm_movemask_epi8(_mm_cmpeq_epi32(raw(v), _mm_setzero_si128())) != 0xFFFF;
#elif defined(__aarch64__)
  return vmaxvq_u32(reinterpret_cast<uint32x4_t>(v)) != 0;
#else
  int32_t bits = 0;
  for (uint32_t i = 0; i < ints; i++)
    bits |= v[i];
  return bits != 0;
#endif
}

/// Four vectors of numbers as bytes, each number clamped to 0 to 255.
inline Full<uint8_t> pack_bytes(const Ints v[4]) {
#if defined(__AVX512BW__)
  const __m512i bytes = _mm512_packus_epi16(_mm512_packs_epi32(raw(v[0]), raw(v[1])),
                                            _mm512_packs_epi32(raw(v[2]), raw(v[3])));
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return reinterpret_cast<Full<uint8_t>>(_mm512_permutexvar_epi32(order, bytes));
#elif defined(__AVX2__)
  const __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(raw(v[0]), raw(v[1])),
                                            _mm256_packs_epi32(raw(v[2]), raw(v[3])));
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  return reinterpret_cast<Full<uint8_t>>(_mm256_permutevar8x32_epi32(bytes, order));
#elif defined(__SSE2__)
  return reinterpret_cast<Full<uint8_t>>(_mm_packus_epi16(_mm_packs_epi32(raw(v[0]), raw(v[1])),
                                                          _mm_packs_epi32(raw(v[2]), raw(v[3]))));
#elif defined(__aarch64__)
  const auto words = [v](uint32_t i) {
    return vqmovn_high_s32(vqmovn_s32(reinterpret_cast<int32x4_t>(v[i])),
                           reinterpret_cast<int32x4_t>(v[i + 1]));
  };
  return reinterpret_cast<Full<uint8_t>>(vqmovun_high_s16(vqmovun_s16(words(0)), words(2)));
#else
  Full<uint8_t> bytes;
  for (uint32_t i = 0; i < 4; i++) {
    const auto quarter =
        __builtin_convertvector(clamp(v[i], of_all<Ints>(255)), Vector<uint8_t, ints>);
    std::memcpy(reinterpret_cast<uint8_t*>(&bytes) + i * sizeof quarter, &quarter, sizeof quarter);
  }
  return bytes;
#endif
}

/// Two vectors of numbers of 0 to 32767 as words.
inline Full<uint16_t> pack_words(Ints a, Ints b) {
#if defined(__AVX512BW__)
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  return reinterpret_cast<Full<uint16_t>>(
      _mm512_permutexvar_epi64(order, _mm512_packs_epi32(raw(a), raw(b))));
#elif defined(__AVX2__)
  return reinterpret_cast<Full<uint16_t>>(
      _mm256_permute4x64_epi64(_mm256_packs_epi32(raw(a), raw(b)), 0xD8));
#elif defined(__SSE2__)
  return reinterpret_cast<Full<uint16_t>>(_mm_packs_epi32(raw(a), raw(b)));
#elif defined(__aarch64__)
  return reinterpret_cast<Full<uint16_t>>(
      vmovn_high_u32(vmovn_u32(reinterpret_cast<uint32x4_t>(a)), reinterpret_cast<uint32x4_t>(b)));
#else
  Full<uint16_t> words;
  const auto low = __builtin_convertvector(a, Vector<uint16_t, ints>),
             high = __builtin_convertvector(b, Vector<uint16_t, ints>);
  std::memcpy(&words, &low, sizeof low);
  std::memcpy(reinterpret_cast<uint8_t*>(&words) + sizeof low, &high, sizeof high);
  return words;
#endif
}

// Roots of whole numbers, rounded down. A float holds the squares of 12-bit samples, below 2^23,
// and tells their roots from the next whole number; a double those of 16 bits.

inline Full<float> root(Full<float> v) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Full<float>>(_mm512_sqrt_ps(reinterpret_cast<__m512>(v)));
#elif defined(__AVX2__)
  return reinterpret_cast<Full<float>>(_mm256_sqrt_ps(reinterpret_cast<__m256>(v)));
#elif defined(__SSE2__)
  return reinterpret_cast<Full<float>>(_mm_sqrt_ps(reinterpret_cast<__m128>(v)));
#elif defined(__aarch64__)
  return reinterpret_cast<Full<float>>(vsqrtq_f32(reinterpret_cast<float32x4_t>(v)));
#else
  for (uint32_t i = 0; i < lanes<float>; i++)
    v[i] = __builtin_sqrtf(v[i]);
  return v;
#endif
}

inline Full<double> root(Full<double> v) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Full<double>>(_mm512_sqrt_pd(reinterpret_cast<__m512d>(v)));
#elif defined(__AVX2__)
  return reinterpret_cast<Full<double>>(_mm256_sqrt_pd(reinterpret_cast<__m256d>(v)));
#elif defined(__SSE2__)
  return reinterpret_cast<Full<double>>(_mm_sqrt_pd(reinterpret_cast<__m128d>(v)));
#elif defined(__aarch64__)
  return reinterpret_cast<Full<double>>(vsqrtq_f64(reinterpret_cast<float64x2_t>(v)));
#else
  for (uint32_t i = 0; i < lanes<double>; i++)
    v[i] = __builtin_sqrt(v[i]);
  return v;
#endif
}

} // namespace

} // namespace videohistogram
