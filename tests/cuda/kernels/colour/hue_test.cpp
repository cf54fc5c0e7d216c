// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// HUE as kernels compute it, against the table that defines it.
#include "cuda/kernels/colour/hue.h"

#include "core/colour.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

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
        const uint32_t entry = table[(cb + middle) << depth | (cr + middle)];
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

} // namespace

} // namespace videohistogram::cuda
