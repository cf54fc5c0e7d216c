// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/plane/byte_pairs.h"

#include "core/low_byte_first.h"
#include "core/vectors.h"
#include "cpu/kernels/plane/in_parts.h"

#include <algorithm>
#include <cstring>

namespace videohistogram::cpu {

namespace {

/// Counts the pairs of a row; `pixel_bytes` lie between samples of the same channel.
template <uint32_t pixel_bytes>
void count_pairs(const uint8_t* x, const uint8_t* y, uint32_t n, uint8_t* low_bytes,
                 uint32_t* counts) {
  const auto count = [=](size_t pair) {
    if (__builtin_expect(++low_bytes[pair] == 0, 0))
      counts[(pair & 0xFF) << 8 | pair >> 8] += 256;
  };
  if (low_byte_first && y - x == 1) // one load instead of two
    in_parts(n, [=](size_t i) {
      uint16_t pair;
      std::memcpy(&pair, x + i * pixel_bytes, sizeof pair);
      count(pair);
    });
  else
    in_parts(n, [=](size_t i) { count(size_t{y[i * pixel_bytes]} << 8 | x[i * pixel_bytes]); });
}

/// Whether `n` bytes, every `step`th of them, are equal.
bool all_equal(const uint8_t* p, size_t n, size_t step) {
  const size_t rest = (n - 1) * step;
  return rest == 0 || std::memcmp(p, p + step, rest - step + 1) == 0;
}

/// Exchanges rows and columns of 8 x 8 bytes, a row per word.
void transpose(uint64_t (&rows)[8]) {
  const auto exchange = [&](size_t distance, uint32_t bits, uint64_t mask) {
    for (size_t i = 0; i < 8; i++)
      if (!(i & distance)) {
        const uint64_t changed = (rows[i] >> bits ^ rows[i + distance]) & mask;
        rows[i] ^= changed << bits;
        rows[i + distance] ^= changed;
      }
  };
  exchange(4, 32, 0x00000000FFFFFFFF);
  exchange(2, 16, 0x0000FFFF0000FFFF);
  exchange(1, 8, 0x00FF00FF00FF00FF);
}

/// Adds the bytes of a word, the lowest first, to eight counts.
void add_bytes(uint64_t bytes, uint32_t* counts) {
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  const __m128i words = _mm_unpacklo_epi8(_mm_cvtsi64_si128(static_cast<int64_t>(bytes)), zero);
  const auto add = [](__m128i more, uint32_t* to) {
    store(to, _mm_add_epi32(load<__m128i>(to), more));
  };
  add(_mm_unpacklo_epi16(words, zero), counts);
  add(_mm_unpackhi_epi16(words, zero), counts + 4);
#else
  for (size_t i = 0; i < 8; i++)
    counts[i] += bytes >> (8 * i) & 0xFF;
#endif
}

} // namespace

void LowBytes::count(const BytePair& pair, const SamplePlaneView* planes, const Rect& rect,
                     uint32_t* counts) {
  const uint32_t step = pair.pixel_bytes;
  for (uint32_t row = rect.y; row < rect.y + rect.height; row++) {
    const uint8_t* const x =
        planes[pair.plane_of_x].row(row) + size_t{rect.x} * step + pair.byte_of_x;
    const uint8_t* const y =
        planes[pair.plane_of_y].row(row) + size_t{rect.x} * step + pair.byte_of_y;
    if (all_equal(x, rect.width, step) && all_equal(y, rect.width, step))
      counts[size_t{*x} << 8 | *y] += rect.width;
    else
      count_row(x, y, rect.width, step, counts);
  }
}

void LowBytes::count_row(const uint8_t* x, const uint8_t* y, uint32_t n, uint32_t step,
                         uint32_t* counts) {
  used_ = true;
  switch (step) {
  case 1:
    return count_pairs<1>(x, y, n, bytes_.data(), counts);
  case 2:
    return count_pairs<2>(x, y, n, bytes_.data(), counts);
  case 3:
    return count_pairs<3>(x, y, n, bytes_.data(), counts);
  default:
    return count_pairs<4>(x, y, n, bytes_.data(), counts);
  }
}

void LowBytes::fold(uint32_t* counts) {
  if (!used_)
    return;
  for (size_t x = 0; x < 256; x += 8)
    for (size_t y = 0; y < 256; y += 8) {
      uint64_t columns[8];
      uint64_t any = 0;
      for (size_t i = 0; i < 8; i++) {
        std::memcpy(&columns[i], bytes_.data() + (y + i) * 256 + x, sizeof columns[i]);
        any |= columns[i];
      }
      if (any == 0)
        continue;
      if (!low_byte_first)
        for (uint64_t& column : columns)
          column = __builtin_bswap64(column);
      transpose(columns);
      for (size_t i = 0; i < 8; i++)
        add_bytes(columns[i], counts + (x + i) * 256 + y);
    }
  std::fill(bytes_.begin(), bytes_.end(), uint8_t{0});
  used_ = false;
}

} // namespace videohistogram::cpu
