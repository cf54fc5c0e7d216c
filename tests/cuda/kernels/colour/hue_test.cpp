// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// HUE as kernels compute it, against the table that defines it.
#include "cuda/kernels/colour/hue.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>

namespace videohistogram::cuda {

namespace {

/// A positive value, moved by some ULPs.
float beside(float value, int units) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bits += static_cast<uint32_t>(units);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

TEST(ColourHue, is_the_tables_entry_where_it_is_certain_as_for_multiples_of_45_degrees) {
  for (uint32_t depth : {8u, 10u, 12u}) {
    const uint16_t* const table = hue_table(depth);
    const int middle = 1 << (depth - 1);
    uint32_t wrong = 0, uncertain[5] = {}; // by the error of the device's reciprocal
    for (int cb = -middle; cb < middle; cb++)
      for (int cr = -middle; cr < middle; cr++) {
        const Slope slope = slope_of(static_cast<float>(cb), static_cast<float>(cr));
        const float reciprocal = 1 / slope.denominator;
        const uint32_t entry = hue_at(table, depth, static_cast<uint32_t>(cb + middle),
                                      static_cast<uint32_t>(cr + middle));
        const bool multiple_of_45 = cb == 0 || cr == 0 || std::abs(cb) == std::abs(cr);
        for (int i = 0; i < 5; i++) {
          const Hue hue = approximate_hue(slope, beside(reciprocal, i - 2));
          const auto degrees = static_cast<uint32_t>(hue.biased - hue_bias);
          wrong += hue.certain && degrees != entry ? 1 : 0;
          uncertain[i] += hue.certain ? 0 : 1;
          wrong += multiple_of_45 && !hue.certain ? 1 : 0;
        }
      }
    EXPECT_EQ(wrong, 0u) << depth << " bits";
    for (uint32_t of_one_error : uncertain)
      EXPECT_LT(of_one_error, 1u << (2 * depth) >> 10) << "the table is rarely read";
  }
}

TEST(ColourHue, of_16_bits_is_the_tables_where_it_is_certain_and_where_the_table_decides) {
  const uint16_t* const table = hue_table(16);
  const auto entry = [table](uint32_t i) { return uint32_t{table[i]}; };
  uint64_t samples = 0, uncertain = 0, wrong = 0;
  const auto check = [&](uint32_t cb, uint32_t cr) {
    const Slope slope =
        slope_of(static_cast<float>(cb) - 32768.0F, static_cast<float>(cr) - 32768.0F);
    const float reciprocal = 1 / slope.denominator;
    for (int i = -2; i <= 2; i++) { // the error of the device's reciprocal
      const Hue hue = approximate_hue(slope, beside(reciprocal, i));
      auto degrees = static_cast<uint32_t>(hue.biased - hue_bias);
      if (!hue.certain)
        degrees = decide_hue(cb, cr, degrees, entry);
      samples++;
      uncertain += hue.certain ? 0 : 1;
      wrong += degrees != hue_at(table, 16, cb, cr) ? 1 : 0;
    }
  };
  for (uint32_t cb :
       {0u, 1u, 16384u, 32766u, 32767u, 32768u, 32769u, 32770u, 50000u, 65534u, 65535u})
    for (uint32_t cr = 0; cr <= 0xffff; cr++)
      check(cb, cr);
  for (uint32_t cb = 0; cb <= 0xffff; cb += 11)
    check(cb, 0xffff);
  std::mt19937 random(1);
  uint64_t uncertain_of_rows = uncertain, samples_of_rows = samples;
  for (uint32_t i = 0; i < 1000000; i++)
    check(random() & 0xffff, random() & 0xffff);
  EXPECT_EQ(wrong, 0u);
  EXPECT_LT(uncertain - uncertain_of_rows, (samples - samples_of_rows) >> 10)
      << "the table is rarely read";
  // Beside the ends of hues no sample is certain.
  const uint64_t before = uncertain;
  for (uint32_t cb = 0; cb <= 0xffff; cb += 61)
    for (uint32_t rank = 1; rank < hue_row; rank++)
      for (uint32_t cr : {uint32_t{table[cb * hue_row + rank]}, table[cb * hue_row + rank] - 1u})
        if (cr <= 0xffff)
          check(cb, cr);
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(uncertain, before + 1000);
}

} // namespace

} // namespace videohistogram::cuda
