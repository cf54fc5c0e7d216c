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
#ifdef __CUDACC__
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

/// Reads a lane's samples of a plane. Samples that are side by side, or of which there are two per
/// pixel, are read in whole words.
template <uint32_t sample_bytes, uint32_t n = words_per_lane>
class LaneReader {
  static constexpr uint32_t n_samples = n * 4 / sample_bytes;

public:
  LaneReader() = default;
  /// The lane has the columns from `x` on, a multiple of n_samples, also if it is negative.
  VIDEOHISTOGRAM_HOST_DEVICE LaneReader(const SumsParameters& p, const SumsParameters::Plane& plane,
                                        uint32_t x)
      : p_(&p), plane_(&plane), x_(x) {
    const uint32_t step = plane.now.step / sample_bytes;
    whole_ = (step == 1 || step == 2) && plane.width >= n_samples && x <= plane.width - n_samples;
    alignment_ = alignment_of(low_bits(plane.now) | (p.has_before ? low_bits(plane.before) : 0));
  }

  VIDEOHISTOGRAM_HOST_DEVICE SampleWords<n> now(uint32_t y) const { return read(plane_->now, y); }
  VIDEOHISTOGRAM_HOST_DEVICE SampleWords<n> before(uint32_t y) const {
    return read(plane_->before, y);
  }

private:
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t low_bits(const ColourSamples& samples) const {
    return static_cast<uint32_t>(reinterpret_cast<size_t>(samples.first - plane_->lead)) |
           static_cast<uint32_t>(samples.stride);
  }

  VIDEOHISTOGRAM_HOST_DEVICE SampleWords<n> read(const ColourSamples& samples, uint32_t y) const {
    if (y >= plane_->height || x_ >= plane_->width)
      return {};
#ifdef __CUDA_ARCH__
    if (whole_)
      return load(samples, y);
#endif
    return gather_samples<sample_bytes, n>(*p_, samples, x_, y, plane_->width);
  }

#ifdef __CUDACC__
  __device__ __forceinline__ SampleWords<n> load(const ColourSamples& samples, uint32_t y) const {
    const uint8_t* const at = samples.first - plane_->lead +
                              static_cast<int64_t>(y) * samples.stride + size_t{x_} * samples.step;
    SampleWords<n> words;
    if (samples.step == sample_bytes) {
      load_words<n, false>(words.w, at, alignment_);
    } else {
      const uint32_t selector =
          sample_bytes == 1 ? (plane_->lead ? 0x7531 : 0x6420) : (plane_->lead ? 0x7632 : 0x5410);
      uint32_t raw[2 * n];
      load_words<2 * n, false>(raw, at, alignment_);
#pragma unroll
      for (uint32_t i = 0; i < n; i++)
        words.w[i] = select4(raw[2 * i], raw[2 * i + 1], selector);
    }
    if constexpr (sample_bytes == 2) {
      const uint32_t mask = ((1u << p_->depth) - 1) * 0x10001u;
#pragma unroll
      for (uint32_t i = 0; i < n; i++)
        words.w[i] = words.w[i] >> p_->shift & mask;
    }
    return words;
  }
#endif

  const SumsParameters* p_ = nullptr;
  const SumsParameters::Plane* plane_ = nullptr;
  uint32_t x_ = 0, alignment_ = 1;
  bool whole_ = false;
};

} // namespace videohistogram::cuda
