// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Loads neighbouring samples of a row into words, in which they follow each other.
#pragma once

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/sums/sums_kernel.h"
#include "cuda/kernels/sums/words.h"

#ifdef __CUDACC__
#include "cuda/kernels/common/load.cuh"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace videohistogram::cuda {

/// Words of samples; 0 where a frame has none.
template <uint32_t n>
struct SampleWords {
  uint32_t w[n];
};

constexpr uint32_t warp_lanes = 32;
constexpr uint32_t words_per_lane = 4;
/// What a lane has of a row.
using LaneWords = SampleWords<words_per_lane>;
template <uint32_t sample_bytes>
constexpr uint32_t lane_samples = words_per_lane * 4 / sample_bytes;

/// The sample of a column and a row.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t
sum_sample(const SumsParameters& p, const ColourSamples& samples, uint32_t x, uint32_t y) {
  const uint8_t* const at =
      samples.first + static_cast<int64_t>(y) * samples.stride + size_t{x} * samples.step;
  if (p.sample_bytes == 1)
    return *at;
  // Samples of words are at even addresses, except in the caller's memory.
  const uint32_t sample = at[0] | static_cast<uint32_t>(at[1]) << 8;
  return sample >> p.shift & ((1u << p.depth) - 1);
}

/// Sample `i` of words, which is known when compiling. A GPU takes a byte by the unit that
/// multiplies, since the one for logic has more to do.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t sample_of(const uint32_t* words, uint32_t i) {
  if (sample_bytes == 1)
    return add_products4(words[i / 4], 1u << i % 4 * 8, 0);
  return i % 2 == 0 ? words[i / 2] & 0xffff : words[i / 2] >> 16;
}

/// Samples from column `x` on, one by one. Columns from `width` on are 0, as are those before
/// column 0, which are large numbers. Column x has sample x >> x_sub.
template <uint32_t sample_bytes, uint32_t n>
VIDEOHISTOGRAM_HOST_DEVICE inline SampleWords<n>
gather_samples(const SumsParameters& p, const ColourSamples& samples, uint32_t x, uint32_t y,
               uint32_t width, uint32_t x_sub = 0) {
  constexpr uint32_t bits = 8 * sample_bytes;
  SampleWords<n> words{};
#ifdef __CUDA_ARCH__
#pragma unroll 4
#endif
  for (uint32_t i = 0; i < n * 4 / sample_bytes; i++) {
    const uint32_t column = x + i;
    const uint32_t sample = column < width ? sum_sample(p, samples, column >> x_sub, y) : 0;
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t w = 0; w < n; w++) // moves all samples by one place
      words.w[w] = words.w[w] >> bits | (w + 1 < n ? words.w[w + 1] : sample) << (32 - bits);
  }
  return words;
}

/// How the samples of a plane lie.
enum class Layout : uint32_t {
  direct, ///< side by side
  pairs,  ///< the first or the second of two per pixel
  any,    ///< in another way, or lanes would read beyond the end of a row
};

/// The layout of a plane whose lanes have `n_samples` samples. Of `direct` and `pairs` all loads
/// are aligned, and strides have 32 bits.
VIDEOHISTOGRAM_HOST_DEVICE inline Layout
layout_of(const SumsParameters& p, const SumsParameters::Plane& plane, uint32_t n_samples) {
  const auto low_bits = [&](const ColourSamples& samples) {
    return static_cast<uint32_t>(reinterpret_cast<size_t>(samples.first - plane.lead)) |
           static_cast<uint32_t>(samples.stride);
  };
  const uint32_t bits = low_bits(plane.now) | (p.has_before ? low_bits(plane.before) : 0);
  const auto is_far = [](const ColourSamples& samples) {
    return samples.stride != static_cast<int32_t>(samples.stride);
  };
  if (bits % 16 != 0 || plane.width % n_samples != 0 || is_far(plane.now) || is_far(plane.before))
    return Layout::any;
  return plane.now.step == p.sample_bytes        ? Layout::direct
         : plane.now.step == 2u * p.sample_bytes ? Layout::pairs
                                                 : Layout::any;
}

/// Loads `n` words, which are aligned as their number allows.
template <uint32_t n>
VIDEOHISTOGRAM_HOST_DEVICE inline void load_raw(uint32_t (&words)[n], const uint8_t* from) {
#ifdef __CUDA_ARCH__
  load_aligned<n, false>(words, from);
#else
  std::memcpy(words, from, sizeof words);
#endif
}

/// Reads a lane's samples of a plane. fetch() only loads, so that loads can be ahead of their use.
template <uint32_t sample_bytes, Layout layout, uint32_t n = words_per_lane>
class LaneReader {
public:
  using Raw = SampleWords<layout == Layout::pairs ? 2 * n : n>;
  using Words = SampleWords<n>;

  LaneReader() = default;
  /// The lane has the columns from `x` on, a multiple of its samples, also if it is negative.
  VIDEOHISTOGRAM_HOST_DEVICE LaneReader(const SumsParameters& p, const SumsParameters::Plane& plane,
                                        uint32_t x)
      : p_(&p), plane_(&plane), x_(x) {}

  /// Row y of the frame before or of the present one; zeros if there is no such row or column.
  VIDEOHISTOGRAM_HOST_DEVICE Raw fetch(bool before, uint32_t y) const {
    Raw raw{};
    if (y >= plane_->height || x_ >= plane_->width)
      return raw;
    const ColourSamples& samples = before ? plane_->before : plane_->now;
    if constexpr (layout == Layout::any)
      raw = gather_samples<sample_bytes, n>(*p_, samples, x_, y, plane_->width);
    else
      load_raw(raw.w, samples.first - plane_->lead + static_cast<int64_t>(y) * samples.stride +
                          size_t{x_} * ((layout == Layout::pairs ? 2 : 1) * sample_bytes));
    return raw;
  }

  VIDEOHISTOGRAM_HOST_DEVICE Words unpack(const Raw& raw) const {
    Words words;
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < n; i++) {
      if constexpr (layout == Layout::pairs)
        words.w[i] = select4(raw.w[2 * i], raw.w[2 * i + 1],
                             sample_bytes == 1 ? (plane_->lead ? 0x7531 : 0x6420)
                                               : (plane_->lead ? 0x7632 : 0x5410));
      else
        words.w[i] = raw.w[i];
      if constexpr (sample_bytes == 2 && layout != Layout::any)
        words.w[i] = words.w[i] >> p_->shift & ((1u << p_->depth) - 1) * 0x10001u;
    }
    return words;
  }

  VIDEOHISTOGRAM_HOST_DEVICE Words now(uint32_t y) const { return unpack(fetch(false, y)); }

private:
  const SumsParameters* p_ = nullptr;
  const SumsParameters::Plane* plane_ = nullptr;
  uint32_t x_ = 0;
};

/// A type, or a number, as a value.
template <class T>
struct Named {
  using Type = T;
};
template <Layout layout>
using OfLayout = std::integral_constant<Layout, layout>;

/// Calls run() with the layout as a constant.
template <class Run>
VIDEOHISTOGRAM_HOST_DEVICE inline void with_layout(Layout layout, const Run& run) {
  if (layout == Layout::direct)
    run(OfLayout<Layout::direct>());
  else if (layout == Layout::pairs)
    run(OfLayout<Layout::pairs>());
  else
    run(OfLayout<Layout::any>());
}

} // namespace videohistogram::cuda
