// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for AVX-512: see count_avx512.cpp. Each lane of a vector holds one pixel.
#include "cpu/kernels/plane/count_avx512.h"
#include "cpu/kernels/plane/samples_avx512.h"
#include "cpu/kernels/projection/count_projection.h"

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
  Values(const ProjectionPlan& plan, uint32_t byte)
      : half_(byte / 4), shift_(_mm_cvtsi32_si128(static_cast<int>(byte % 4 * 8 + plan.shift))),
        mask_(of_all((1u << plan.depth) - 1)) {}

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
  explicit Computed(const ProjectionPlan& plan)
      : red_(plan, plan.rgb.red), green_(plan, plan.rgb.green), blue_(plan, plan.rgb.blue),
        compute_(plan.rgb) {}

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

template <uint32_t pixel_bytes, typename Source>
void index_runs(const ProjectionPlan& plan, const Source& shared, const Run* runs, uint32_t n,
                Indices* indices) {
  const Source source = shared; // a copy that stays in registers
  const Vector pitch = of_all(plan.pitch), outside = of_all(plan.outside), bins = of_all(plan.bins);
  const __m128i depth = _mm_cvtsi32_si128(static_cast<int>(plan.depth));
  const bool bins_are_values = plan.bins == 1u << plan.depth;
  for (uint32_t r = 0; r < n; r++) {
    const Run run = runs[r];
    const Vector start = of_all(run.start), fraction = of_all(run.fraction);
    for (uint32_t i = 0; i < run.pixels; i += lanes) {
      Vector bin = source(run.p + i * pixel_bytes, run.pixels - i);
      if (!bins_are_values)
        bin = _mm512_srl_epi32(_mm512_mullo_epi32(bin, bins), depth);
      const Vector sum = _mm512_add_epi32(fraction, _mm512_load_si512(plan.fractions + i));
      Vector place = _mm512_add_epi32(start, _mm512_load_si512(plan.offsets + i));
      place = _mm512_mask_add_epi32(place, _mm512_movepi32_mask(sum), place, pitch);
      _mm512_storeu_si512(indices[r] + i, _mm512_add_epi32(_mm512_min_epu32(place, outside), bin));
    }
  }
}

template <uint32_t pixel_bytes>
void index_any(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  if (is_stored(plan.quantity))
    return index_runs<pixel_bytes>(plan, Values<pixel_bytes>(plan, plan.byte), runs, n, indices);
  visit_computed(plan.quantity, plan.rgb, [&](const auto& compute) {
    index_runs<pixel_bytes>(plan, Computed<pixel_bytes, Functor<decltype(compute)>>(plan), runs, n,
                            indices);
  });
}

} // namespace

void index(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  switch (plan.pixel_bytes) {
  case 1:
    return index_runs<1>(plan, Values<1>(plan, plan.byte), runs, n, indices);
  case 2:
    return index_runs<2>(plan, Values<2>(plan, plan.byte), runs, n, indices);
  case 3:
    return index_any<3>(plan, runs, n, indices);
  case 4:
    return index_any<4>(plan, runs, n, indices);
  case 8:
    return index_any<8>(plan, runs, n, indices);
  default:
    return index_generic(plan, runs, n, indices);
  }
}

} // namespace videohistogram::cpu::avx512
