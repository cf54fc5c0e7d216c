// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pixels outside of broadcast range: Sum::brng. A word has a flag per sample: bit 7 of bytes, bit 0
// of halves; other bits are of no meaning until they are masked.
#pragma once

#include "cuda/kernels/sums/samples.h"

#include <cstdint>

namespace videohistogram::cuda {

/// All bits of the samples of a word that begins in column `x`, as far as the frame has them.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t mask_of_samples(uint32_t x, uint32_t width) {
  constexpr uint32_t in_word = 4 / sample_bytes;
  const uint32_t samples = x >= width ? 0 : width - x;
  return samples >= in_word ? 0xffffffff : (1u << samples * 8 * sample_bytes) - 1;
}

/// Flags samples outside of 16 to 235, times 2^(depth - 8).
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside_luma(uint32_t word, uint32_t depth);
/// Flags samples outside of 16 to 240, times 2^(depth - 8).
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside_chroma(uint32_t word, uint32_t depth);

template <>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside_luma<1>(uint32_t word, uint32_t) {
  // At least 110 from 125 and from 126. Adding 18 sets bit 7, and carries nothing.
  return (distance4(word, 0x7d7d7d7d) + 0x12121212) & (distance4(word, 0x7e7e7e7e) + 0x12121212);
}
template <>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside_chroma<1>(uint32_t word, uint32_t) {
  return distance4(word, 0x80808080) + 0x0f0f0f0f; // at least 113 from 128
}

/// Flags halves outside of `low` to `low` + `range`.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside2(uint32_t word, uint32_t low, uint32_t range) {
  const uint32_t above = subtract2(word, low * 0x10001u), last = range * 0x10001u;
  return smaller2(larger2(above, last) - last, 0x00010001);
}
template <>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside_luma<2>(uint32_t word, uint32_t depth) {
  return outside2(word, 16u << (depth - 8), 219u << (depth - 8));
}
template <>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t outside_chroma<2>(uint32_t word, uint32_t depth) {
  return outside2(word, 16u << (depth - 8), 224u << (depth - 8));
}

/// The flags of a lane's chroma, spread to pixels, which several rows may share.
struct OutsideChroma {
  LaneWords flags = {};
  uint32_t row = 0xffffffff;

  /// The pixels of a lane that are outside. `layout`: of Y.
  template <uint32_t sample_bytes, Layout layout>
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t count(const SumsParameters& p, const LaneWords& luma,
                                            uint32_t x, uint32_t y) {
    if (p.n_planes > 1 && row != y >> p.y_sub) {
      row = y >> p.y_sub;
      flags = spread<sample_bytes>(p, x);
    }
    constexpr uint32_t used = sample_bytes == 1 ? 0x80808080 : 0x00010001;
    const uint32_t width = p.planes[0].width;
    uint32_t count = 0;
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < words_per_lane; i++) {
      uint32_t outside = (outside_luma<sample_bytes>(luma.w[i], p.depth) | flags.w[i]) & used;
      if (layout == Layout::any) // a lane may have columns on both sides of the border
        outside &= mask_of_samples<sample_bytes>(x + i * 4 / sample_bytes, width);
      count += count_bits(outside);
    }
    return x < width ? count : 0;
  }

private:
  template <uint32_t sample_bytes>
  VIDEOHISTOGRAM_HOST_DEVICE LaneWords spread(const SumsParameters& p, uint32_t x) const {
    LaneWords words{};
    const auto outside = [&](uint32_t cb, uint32_t cr) {
      return outside_chroma<sample_bytes>(cb, p.depth) | outside_chroma<sample_bytes>(cr, p.depth);
    };
    if (p.x_sub == 1) {
      constexpr uint32_t n = words_per_lane / 2;
      const Layout of_cb = layout_of(p, p.planes[1], n * 4 / sample_bytes),
                   of_cr = layout_of(p, p.planes[2], n * 4 / sample_bytes);
      with_layout(of_cb == of_cr ? of_cb : Layout::any, [&](auto layout) {
        using Reader = LaneReader<sample_bytes, decltype(layout)::value, n>;
        const SampleWords<n> cb = Reader(p, p.planes[1], x / 2).now(row),
                             cr = Reader(p, p.planes[2], x / 2).now(row);
        VIDEOHISTOGRAM_UNROLL
        for (uint32_t i = 0; i < n; i++) {
          const uint32_t both = outside(cb.w[i], cr.w[i]);
          words.w[2 * i] = select4(both, 0, sample_bytes == 1 ? 0x1100 : 0x1010);
          words.w[2 * i + 1] = select4(both, 0, sample_bytes == 1 ? 0x3322 : 0x3232);
        }
      });
      return words;
    }
    LaneWords cb, cr;
    const uint32_t width = p.planes[0].width;
    cb = gather_samples<sample_bytes, words_per_lane>(p, p.planes[1].now, x, row, width, p.x_sub);
    cr = gather_samples<sample_bytes, words_per_lane>(p, p.planes[2].now, x, row, width, p.x_sub);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < words_per_lane; i++)
      words.w[i] = outside(cb.w[i], cr.w[i]);
    return words;
  }
};

} // namespace videohistogram::cuda
