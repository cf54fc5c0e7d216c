// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionFunctions for AVX-512. Each lane of a vector holds one pixel.
//
// projection_functions.cpp can be compiled for AVX-512 as well, but is slower: it copies the last
// pixels of a run, which masked loads here do not read, and loads pixels of 1, 3 and 8 bytes by
// other instructions. Measured on a Zen 4 core at 3.7 GHz, in ns per pixel, this file and
// projection_functions.cpp:
//
//                                  index, runs of 93 pixels   bins, runs of 128 pixels
//   GRAY8                                       0.11  0.47                 0.09  0.36
//   Y of I420_10LE                              0.13  0.20                 0.09  0.14
//   G of RGB                                    0.12  0.71                 0.09  0.74
//   LUMA of RGB                                 0.19  2.25                 0.14  2.19
//   G of RGBA                                   0.10  0.17                 0.06  0.08
//   LUMA of RGBA                                0.17  0.30                 0.12  0.17
//   MAXRGB of RGBA                              0.16  0.20                 0.12  0.10
//   G of RGBA64                                 0.16  0.79                 0.11  0.81
//   R of Y444, which is computed                0.11  0.17                 0.03  0.02
//
// Projections of LUMA of whole RGBA frames (1080p, noise, eight angles) take 9 % to 22 % less time.
#include "cpu/kernels/plane/samples_avx512.h"
#include "cpu/kernels/projection/visit_source.h"

namespace videohistogram::cpu::avx512 {

namespace {

constexpr uint32_t lanes = 16;

/// The lanes of the first `n` pixels.
inline __mmask16 lane_mask(uint32_t n) {
  return static_cast<__mmask16>(n < lanes ? (1u << n) - 1 : 0xFFFF);
}

inline Vector of_all(uint32_t value) {
  return _mm512_set1_epi32(static_cast<int>(value));
}

/// Loads up to 16 pixels of 1 to 4 bytes, each into the low bytes of a lane.
template <uint32_t pixel_bytes>
inline Vector load_pixels(const uint8_t* p, uint32_t n) {
  if constexpr (pixel_bytes == 1)
    return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(lane_mask(n), p));
  if constexpr (pixel_bytes == 2)
    return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(lane_mask(n), p));
  if constexpr (pixel_bytes == 3)
    return load_wide(p, n);
  return _mm512_maskz_loadu_epi32(lane_mask(n), p);
}

/// The first or the second four bytes of each of up to 16 pixels of 8 bytes.
inline Vector load_halves(const uint8_t* p, uint32_t n, uint32_t half) {
  const Vector even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const uint32_t mask = lane_mask(n);
  return _mm512_permutex2var_epi32(
      _mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask), p),
      _mm512_add_epi32(even, of_all(half)),
      _mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask >> 8), p + 64));
}

/// The values of one sample of each pixel.
template <uint32_t pixel_bytes>
class Values {
public:
  static constexpr uint32_t step = pixel_bytes;
  static constexpr bool reads_6_bytes = false;

  Values(const ProjectionPlan& plan, const ProjectionTable& table)
      : Values(plan, table, table.byte) {}
  Values(const ProjectionPlan& plan, const ProjectionTable& table, uint32_t byte)
      : half_(byte / 4), shift_(_mm_cvtsi32_si128(static_cast<int>(byte % 4 * 8 + plan.shift))),
        mask_(of_all((1u << table.depth) - 1)) {}

  Vector operator()(const uint8_t* p, uint32_t n) const {
    Vector pixels;
    if constexpr (pixel_bytes == 8)
      pixels = load_halves(p, n, half_);
    else
      pixels = load_pixels<pixel_bytes>(p, n);
    return _mm512_and_si512(_mm512_srl_epi32(pixels, shift_), mask_);
  }

private:
  uint32_t half_;
  __m128i shift_;
  Vector mask_;
};

/// A computed quantity. LUMA of 8-bit samples uses its own instructions, in LumaSums.
template <uint32_t pixel_bytes, class Compute>
class Computed {
  static constexpr bool is_luma_of_bytes = std::is_same_v<Compute, Luma> && pixel_bytes <= 4;

public:
  static constexpr uint32_t step = pixel_bytes;

  Computed(const ProjectionPlan& plan, const ProjectionTable& table)
      : red_(plan, table, plan.rgb.red), green_(plan, table, plan.rgb.green),
        blue_(plan, table, plan.rgb.blue), compute_(plan.rgb) {}

  Vector operator()(const uint8_t* p, uint32_t n) const {
    if constexpr (is_luma_of_bytes)
      return _mm512_srli_epi32(compute_(load_pixels<pixel_bytes>(p, n)), 16);
    else
      return reinterpret_cast<Vector>(compute_(reinterpret_cast<Words>(red_(p, n)),
                                               reinterpret_cast<Words>(green_(p, n)),
                                               reinterpret_cast<Words>(blue_(p, n))));
  }

private:
  typedef uint32_t Words __attribute__((vector_size(vector_bytes)));

  Values<pixel_bytes> red_, green_, blue_;
  std::conditional_t<is_luma_of_bytes, LumaSums, Compute> compute_;
};

template <typename Source>
void index_runs(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                uint32_t n, uint32_t* indices) {
  const Source source(plan, table);
  const Vector pitch = of_all(plan.pitch), outside = of_all(plan.outside + table.first),
               bins = of_all(table.bins);
  const __m128i depth = _mm_cvtsi32_si128(static_cast<int>(table.depth));
  const bool bins_are_values = table.bins_are_values;
  for (uint32_t r = 0; r < n; r++, indices += max_run) {
    const Run run = runs[r];
    const Vector start = of_all(run.start + table.first), fraction = of_all(run.fraction);
    for (uint32_t i = 0; i < run.pixels; i += lanes) {
      Vector bin = source(run.p + i * Source::step, run.pixels - i);
      if (!bins_are_values)
        bin = _mm512_srl_epi32(_mm512_mullo_epi32(bin, bins), depth);
      const Vector sum = _mm512_add_epi32(fraction, _mm512_load_si512(plan.fractions + i));
      Vector place = _mm512_add_epi32(start, _mm512_load_si512(plan.offsets + i));
      place = _mm512_mask_add_epi32(place, _mm512_movepi32_mask(sum), place, pitch);
      _mm512_storeu_si512(indices + i, _mm512_add_epi32(_mm512_min_epu32(place, outside), bin));
    }
  }
}

template <typename Source>
void find_bins(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
               uint32_t n, uint16_t* bins) {
  const Source source(plan, table);
  const Vector factor = of_all(table.bins);
  const __m128i depth = _mm_cvtsi32_si128(static_cast<int>(table.depth));
  const bool bins_are_values = table.bins_are_values;
  for (uint32_t r = 0; r < n; r++, bins += upright_run)
    for (uint32_t i = 0; i < runs[r].pixels; i += lanes) {
      Vector bin = source(runs[r].p + i * Source::step, runs[r].pixels - i);
      if (!bins_are_values)
        bin = _mm512_srl_epi32(_mm512_mullo_epi32(bin, factor), depth);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(bins + i), _mm512_cvtepi32_epi16(bin));
    }
}

/// find_bins() of computed values whose high bits are the bin.
void find_high_bits(const ProjectionTable& table, const Run* runs, uint32_t n, uint16_t* bins) {
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(table.bin_shift));
  for (uint32_t r = 0; r < n; r++, bins += upright_run)
    for (uint32_t i = 0; i < runs[r].pixels; i += 2 * lanes) {
      const Vector words = _mm512_loadu_si512(runs[r].p + i * sizeof(uint16_t));
      _mm512_storeu_si512(bins + i, _mm512_srl_epi16(words, shift));
    }
}

void index(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs, uint32_t n,
           uint32_t* indices) {
  if (plan.pixel_bytes == 6)
    return generic::projection_functions.index(plan, table, runs, n, indices);
  visit_source<Values, Computed>(plan, table, [&](auto* source) {
    index_runs<std::remove_pointer_t<decltype(source)>>(plan, table, runs, n, indices);
  });
}

void find_any_bins(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                   uint32_t n, uint16_t* bins) {
  if (table.bins_are_high_bits)
    return find_high_bits(table, runs, n, bins);
  if (plan.pixel_bytes == 6)
    return generic::projection_functions.bins(plan, table, runs, n, bins);
  visit_source<Values, Computed>(plan, table, [&](auto* source) {
    find_bins<std::remove_pointer_t<decltype(source)>>(plan, table, runs, n, bins);
  });
}

} // namespace

constexpr ProjectionFunctions projection_functions = {index, find_any_bins, empty_counters,
                                                      filter_low_pass};

} // namespace videohistogram::cpu::avx512
