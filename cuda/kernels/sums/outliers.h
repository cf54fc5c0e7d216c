// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pixels that differ from the rows above and below: Sum::tout. Rows come one after the other. What
// is a difference to the row below of one row is a difference to the row above of the next one, so
// that three differences per pixel and row are enough: d1, d2 and d4 of a row are |p[y] - p[y-1]|,
// |p[y] - p[y-2]| and |p[y] - p[y-4]|.
#pragma once

#include "cuda/kernels/sums/words.h"

#include <cstdint>

namespace videohistogram::cuda {

/// A lane's words of bytes, and what they need of the rows above. Differences lie in halves of 16
/// bits, those of even and of odd bytes apart, in which sums do not overflow.
template <uint32_t n>
struct Outliers {
  uint32_t rows[4][n] = {}; ///< row y is rows[phase of y]
  uint32_t d1[2][n][2] = {}, d2[2][n][2] = {};

  /// Takes row y, whose phase is y % 4 or differs from it by a constant. Marks the pixels of row y
  /// - 2 that differ, by bit 7 of their bytes; `far`: rows y - 4 and y exist. Returns the sum of
  /// d4.
  template <uint32_t phase>
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t next(const uint32_t (&row)[n], bool far,
                                           uint32_t (&marks)[n]) {
    constexpr uint32_t one_up = (phase + 3) % 4, two_up = (phase + 2) % 4;
    constexpr uint32_t now = phase % 2, other = (phase + 1) % 2; // rows y and y - 2, row y - 1
    const uint32_t near_only = far ? 0 : 0xffffffff;
    uint32_t repeat = 0;
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t new_d1 = distance4(row[i], rows[one_up][i]),
                     new_d2 = distance4(row[i], rows[two_up][i]),
                     new_d4 = distance4(row[i], rows[phase][i]);
      uint32_t flags[2];
      VIDEOHISTOGRAM_UNROLL
      for (uint32_t half = 0; half < 2; half++) {
        const auto half_of = [&](uint32_t word) {
          return half == 0 ? even_bytes(word) : odd_bytes(word);
        };
        const uint32_t near = exceeding(d1[now][i][half], d1[other][i][half], d2[other][i][half]);
        const uint32_t half_d2 = half_of(new_d2);
        const uint32_t distant = exceeding(d2[now][i][half], half_d2, half_of(new_d4));
        flags[half] = near & (distant | near_only);
        d1[now][i][half] = half_of(new_d1);
        d2[now][i][half] = half_d2;
      }
      repeat = add4(new_d4, repeat);
      rows[phase][i] = row[i];
      marks[i] = select4(flags[0], flags[1], 0x7351) & 0x80808080;
    }
    return repeat;
  }

private:
  /// Bit 15 of each half: whether (a + b) / 2 > across + 4, rounded down, so a + b >= 2 across
  /// + 10.
  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t exceeding(uint32_t a, uint32_t b, uint32_t across) {
    return a + b + 0x7ff67ff6 - 2 * across;
  }
};

/// The marks of `n` words whose neighbours are marked, too. `left` and `right` are the words
/// beside.
template <uint32_t n>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t count_marks(uint32_t left, const uint32_t* marks,
                                                       uint32_t right) {
  uint32_t count = 0;
  VIDEOHISTOGRAM_UNROLL
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t before = i == 0 ? left : marks[i - 1], after = i + 1 == n ? right : marks[i + 1];
    count += count_bits(marks[i] & (marks[i] << 8 | before >> 24) & (marks[i] >> 8 | after << 24));
  }
  return count;
}

} // namespace videohistogram::cuda
