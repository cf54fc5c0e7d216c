// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of ColourFunctions in vectors of the size that the including file is compiled for.
// Nothing here has external linkage, and no inline function of another header is called: the linker
// keeps one copy of such a function, which has to run on any CPU.
#pragma once

#include "cpu/kernels/colour_functions.h"

#include <cstring>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace videohistogram::cpu {

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

/// Reads a pixel of any number of bytes.
inline uint16_t load_sample(const SampleReader& reader, const uint8_t* p) {
  uint64_t pixel = 0;
  for (uint32_t i = reader.pixel_bytes; i-- > 0;)
    pixel = pixel << 8 | p[i];
  return static_cast<uint16_t>(pixel >> reader.shift & reader.mask);
}

template <bool doubled>
inline void put_sample(uint16_t sample, uint16_t* to) {
  to[0] = sample;
  if (doubled)
    to[1] = sample;
}

template <class Pixel, bool doubled>
void load_pixels(const SampleReader& reader, const uint8_t* p, uint32_t n, uint16_t* to) {
  constexpr uint32_t copies = doubled ? 2 : 1;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  // Pixels of bytes fill half a vector, so that their samples fill one.
  constexpr uint32_t at_once = vector_size / (sizeof(Pixel) < 2 ? 2 : sizeof(Pixel));
  typedef Vector<Pixel, at_once> Pixels;
  const auto mask = static_cast<Pixel>(reader.mask);
  for (; n >= at_once; n -= at_once, p += sizeof(Pixels), to += at_once * copies) {
    const Pixels pixels = load<Pixels>(p) >> static_cast<Pixel>(reader.shift) & mask;
    if constexpr (doubled) {
      const auto wide = __builtin_convertvector(pixels, Vector<uint32_t, at_once>);
      store(to, wide | wide << 16);
    } else {
      store(to, __builtin_convertvector(pixels, Vector<uint16_t, at_once>));
    }
  }
#endif
  for (; n > 0; n--, p += reader.pixel_bytes, to += copies)
    put_sample<doubled>(load_sample(reader, p), to);
}

template <bool doubled>
void load_any(const SampleReader& reader, const uint8_t* p, uint32_t n, uint16_t* to) {
  switch (reader.pixel_bytes) {
  case 1:
    return load_pixels<uint8_t, doubled>(reader, p, n, to);
  case 2:
    return load_pixels<uint16_t, doubled>(reader, p, n, to);
  case 4:
    return load_pixels<uint32_t, doubled>(reader, p, n, to);
  case 8:
    return load_pixels<uint64_t, doubled>(reader, p, n, to);
  default:
    for (; n > 0; n--, p += reader.pixel_bytes, to += doubled ? 2 : 1)
      put_sample<doubled>(load_sample(reader, p), to);
  }
}

void load_samples(const SampleReader& reader, const uint8_t* p, uint32_t n, bool doubled,
                  Samples16& samples) {
  (doubled ? load_any<true> : load_any<false>)(reader, p, n, samples.of);
  // Loops over whole vectors read entries behind the last one.
  std::memset(samples.of + (doubled ? 2 * n : n), 0, 64 * sizeof(uint16_t));
}

inline int32_t (&terms_of(Terms& terms, int32_t))[n_terms][segment_room] {
  return terms.of_32_bits;
}
inline int64_t (&terms_of(Terms& terms, int64_t))[n_terms][segment_room] {
  return terms.of_64_bits;
}
inline const int32_t (&terms_of(const Terms& terms, int32_t))[n_terms][segment_room] {
  return terms.of_32_bits;
}
inline const int64_t (&terms_of(const Terms& terms, int64_t))[n_terms][segment_room] {
  return terms.of_64_bits;
}

/// Samples as numbers of the size of sums.
template <class Sum>
inline Full<Sum> load_as(const uint16_t* samples) {
  return __builtin_convertvector((load<Vector<uint16_t, lanes<Sum>>>(samples)), Full<Sum>);
}

template <class Sum>
void make_terms(const ColourSums& sums, const uint16_t* cb, const uint16_t* cr, uint32_t n,
                uint32_t wanted, Sum (*terms)[segment_room]) {
  typedef Full<Sum> Lanes;
  for (uint32_t c = 0; c < 3; c++) {
    if (!(wanted & (1u << c | 1u << largest_term)))
      continue;
    const auto cb_factor = static_cast<Sum>(sums.rows[c].cb),
               cr_factor = static_cast<Sum>(sums.rows[c].cr),
               constant = static_cast<Sum>(sums.rows[c].constant);
    for (uint32_t i = 0; i < n; i += lanes<Sum>)
      store(terms[c] + i,
            load_as<Sum>(cb + i) * cb_factor + load_as<Sum>(cr + i) * cr_factor + constant);
  }
  if (wanted & 1u << largest_term)
    for (uint32_t i = 0; i < n; i += lanes<Sum>) {
      const Lanes r = load<Lanes>(terms[0] + i), g = load<Lanes>(terms[1] + i),
                  b = load<Lanes>(terms[2] + i), most = r > g ? r : g;
      store(terms[largest_term] + i, most > b ? most : b);
    }
}

void make_any_terms(const ColourSums& sums, const Samples16& cb, const Samples16& cr, uint32_t n,
                    uint32_t wanted, Terms& terms) {
  if (sums.wide)
    make_terms(sums, cb.of, cr.of, n, wanted, terms.of_64_bits);
  else
    make_terms(sums, cb.of, cr.of, n, wanted, terms.of_32_bits);
}

/// Four vectors of numbers as bytes, each number clamped to 0 to 255.
inline Full<uint8_t> pack(const Full<int32_t> v[4]) {
#if defined(__AVX512BW__)
  const auto ints = [v](uint32_t i) { return reinterpret_cast<__m512i>(v[i]); };
  const __m512i bytes = _mm512_packus_epi16(_mm512_packs_epi32(ints(0), ints(1)),
                                            _mm512_packs_epi32(ints(2), ints(3)));
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return reinterpret_cast<Full<uint8_t>>(_mm512_permutexvar_epi32(order, bytes));
#elif defined(__AVX2__)
  const auto ints = [v](uint32_t i) { return reinterpret_cast<__m256i>(v[i]); };
  const __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(ints(0), ints(1)),
                                            _mm256_packs_epi32(ints(2), ints(3)));
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  return reinterpret_cast<Full<uint8_t>>(_mm256_permutevar8x32_epi32(bytes, order));
#elif defined(__SSE2__)
  const auto ints = [v](uint32_t i) { return reinterpret_cast<__m128i>(v[i]); };
  return reinterpret_cast<Full<uint8_t>>(
      _mm_packus_epi16(_mm_packs_epi32(ints(0), ints(1)), _mm_packs_epi32(ints(2), ints(3))));
#else
  Full<uint8_t> bytes;
  for (uint32_t i = 0; i < 4; i++) {
    const auto quarter = __builtin_convertvector(clamp(v[i], of_all<Full<int32_t>>(255)),
                                                 Vector<uint8_t, lanes<int32_t>>);
    std::memcpy(reinterpret_cast<uint8_t*>(&bytes) + i * sizeof quarter, &quarter, sizeof quarter);
  }
  return bytes;
#endif
}

/// Stores numbers of 0 to `last`, clamped to these, from `value(i)` for i = 0, lanes<Sum> ... n.
template <class Sum, class Out, class Value>
inline void store_values(uint32_t n, uint32_t last, Out* out, const Value& value) {
  if constexpr (std::is_same_v<Sum, int32_t> && sizeof(Out) == 1) {
    for (uint32_t i = 0; i < n; i += lanes<uint8_t>) {
      const Full<int32_t> v[] = {value(i), value(i + lanes<int32_t>), value(i + 2 * lanes<int32_t>),
                                 value(i + 3 * lanes<int32_t>)};
      store(out + i, pack(v));
    }
  } else {
    const auto high = of_all<Full<Sum>>(static_cast<Sum>(last));
    for (uint32_t i = 0; i < n; i += lanes<Sum>)
      store(out + i, __builtin_convertvector(clamp(value(i), high), Vector<Out, lanes<Sum>>));
  }
}

template <class Sum, class Out>
void make_colours(const ColourSums& sums, const uint16_t* y, const Sum* terms, uint32_t n,
                  uint32_t drop, Out* out) {
  const auto factor = static_cast<Sum>(sums.y), shift = static_cast<Sum>(sums.shift + drop);
  store_values<Sum>(n, sums.last >> drop, out, [=](uint32_t i) {
    return (load_as<Sum>(y + i) * factor + load<Full<Sum>>(terms + i)) >> shift;
  });
}

template <class Sum>
void make_colours(const ColourSums& sums, const Samples16& y, const Terms& terms, uint32_t index,
                  uint32_t first, uint32_t n, const ValueFormat& format, Values& values) {
  const Sum* const from = terms_of(terms, Sum())[index] + first;
  if (format.bytes)
    make_colours(sums, y.of, from, n, format.drop, values.bytes);
  else
    make_colours(sums, y.of, from, n, format.drop, values.words);
}

void make_any_colours(const ColourSums& sums, const Samples16& y, const Terms& terms,
                      uint32_t index, uint32_t first, uint32_t n, const ValueFormat& format,
                      Values& values) {
  (sums.wide ? make_colours<int64_t> : make_colours<int32_t>)(sums, y, terms, index, first, n,
                                                              format, values);
}

template <class Sum>
void make_range(const ColourSums& sums, const Samples16& y, const Terms& any_terms, uint32_t first,
                uint32_t n, Values& values) {
  typedef Full<Sum> Lanes;
  const auto& terms = terms_of(any_terms, Sum());
  const auto factor = static_cast<Sum>(sums.y), gray = static_cast<Sum>(sums.no_chroma),
             low = static_cast<Sum>(sums.low), high = static_cast<Sum>(sums.high);
  const auto marks = [=](Lanes sum) { return ((sum < low) & 1) | ((sum > high) & 16); };
  store_values<Sum>(n, 255, values.bytes, [&](uint32_t i) {
    const Lanes luma = load_as<Sum>(y.of + i) * factor;
    const auto of = [&](uint32_t c) { return load<Lanes>(terms[c] + first + i); };
    return marks(luma + of(0)) | marks(luma + of(1)) << 1 | marks(luma + of(2)) << 2 |
           marks(luma + gray) << 3;
  });
}

void make_any_range(const ColourSums& sums, const Samples16& y, const Terms& terms, uint32_t first,
                    uint32_t n, Values& values) {
  (sums.wide ? make_range<int64_t> : make_range<int32_t>)(sums, y, terms, first, n, values);
}

void make_range_of_rgb(const Samples16 rgb[3], uint16_t low, uint16_t high, uint32_t n,
                       Values& values) {
  typedef Full<uint16_t> Lanes;
  for (uint32_t i = 0; i < n; i += lanes<uint16_t>) {
    Lanes marks{};
    for (uint32_t c = 0; c < 3; c++) {
      const auto code = load<Lanes>(rgb[c].of + i);
      marks |= (Lanes(code < low) & static_cast<uint16_t>(1u << c)) |
               (Lanes(code > high) & static_cast<uint16_t>(16u << c));
    }
    store(values.bytes + i, __builtin_convertvector(marks, Vector<uint8_t, lanes<uint16_t>>));
  }
}

// Roots of whole numbers, rounded down. A float holds the squares of 12-bit samples, below 2^23,
// and tells their roots from the next whole number; a double those of 16 bits.
#if defined(__AVX512BW__)
inline Full<float> root(Full<float> v) {
  return reinterpret_cast<Full<float>>(_mm512_sqrt_ps(reinterpret_cast<__m512>(v)));
}
inline Full<double> root(Full<double> v) {
  return reinterpret_cast<Full<double>>(_mm512_sqrt_pd(reinterpret_cast<__m512d>(v)));
}
#elif defined(__AVX2__)
inline Full<float> root(Full<float> v) {
  return reinterpret_cast<Full<float>>(_mm256_sqrt_ps(reinterpret_cast<__m256>(v)));
}
inline Full<double> root(Full<double> v) {
  return reinterpret_cast<Full<double>>(_mm256_sqrt_pd(reinterpret_cast<__m256d>(v)));
}
#elif defined(__SSE2__)
inline Full<float> root(Full<float> v) {
  return reinterpret_cast<Full<float>>(_mm_sqrt_ps(reinterpret_cast<__m128>(v)));
}
inline Full<double> root(Full<double> v) {
  return reinterpret_cast<Full<double>>(_mm_sqrt_pd(reinterpret_cast<__m128d>(v)));
}
#else
inline Full<float> root(Full<float> v) {
  for (uint32_t i = 0; i < lanes<float>; i++)
    v[i] = __builtin_sqrtf(v[i]);
  return v;
}
inline Full<double> root(Full<double> v) {
  for (uint32_t i = 0; i < lanes<double>; i++)
    v[i] = __builtin_sqrt(v[i]);
  return v;
}
#endif

template <class Out>
void make_differences(const uint16_t* now, const uint16_t* before, uint32_t n, uint32_t drop,
                      Out* out) {
  typedef Vector<uint16_t, lanes<uint16_t>> Words;
  const Words shift = of_all<Words>(static_cast<uint16_t>(drop));
  for (uint32_t i = 0; i < n; i += lanes<uint16_t>) {
    const Words a = load<Words>(now + i), b = load<Words>(before + i);
    const Words difference = (a > b ? a - b : b - a) >> shift;
    store(out + i, __builtin_convertvector(difference, Vector<Out, lanes<uint16_t>>));
  }
}

void make_any_differences(const Samples16& now, const Samples16& before, uint32_t n,
                          const ValueFormat& format, Values& values) {
  if (format.bytes)
    make_differences(now.of, before.of, n, format.drop, values.bytes);
  else
    make_differences(now.of, before.of, n, format.drop, values.words);
}

template <class Real, class Out>
void make_saturation(const uint16_t* cb, const uint16_t* cr, uint32_t depth, uint32_t n,
                     uint32_t drop, Out* out) {
  // Whole numbers of the size of Real, whose lanes they share.
  typedef std::conditional_t<sizeof(Real) == 4, int32_t, int64_t> Sum;
  typedef Vector<int32_t, lanes<Real>> Ints;
  const auto middle = static_cast<Sum>(1) << (depth - 1);
  const auto shift = static_cast<int32_t>(drop);
  for (uint32_t i = 0; i < n; i += lanes<Real>) {
    const Full<Sum> x = load_as<Sum>(cb + i) - middle, y = load_as<Sum>(cr + i) - middle;
    const Full<Sum> square = x * x + y * y;
    const Ints value =
        __builtin_convertvector(root(__builtin_convertvector(square, Full<Real>)), Ints) >> shift;
    store(out + i, __builtin_convertvector(value, Vector<Out, lanes<Real>>));
  }
}

void make_any_saturation(const Samples16& cb, const Samples16& cr, uint32_t depth, uint32_t n,
                         const ValueFormat& format, Values& values) {
  const auto make = [&](auto* out) {
    (depth > 12 ? make_saturation<double, std::remove_pointer_t<decltype(out)>>
                : make_saturation<float, std::remove_pointer_t<decltype(out)>>)(cb.of, cr.of, depth,
                                                                                n, format.drop,
                                                                                out);
  };
  if (format.bytes)
    make(values.bytes);
  else
    make(values.words);
}

constexpr ColourFunctions functions = {load_samples,       make_any_terms,    make_any_colours,
                                       make_any_range,     make_range_of_rgb, make_any_differences,
                                       make_any_saturation};

} // namespace

} // namespace videohistogram::cpu
