// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/hue.h"

#include "tests/reference/colours.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace videohistogram {

namespace {

TEST(HueTable, HasTheReferencesAnglesOfUpTo12Bits) {
  for (uint32_t depth : {8u, 10u}) {
    const uint16_t* const table = hue_table(depth);
    for (uint32_t cb = 0; cb < 1u << depth; cb++)
      for (uint32_t cr = 0; cr < 1u << depth; cr++)
        ASSERT_EQ(hue_at(table, depth, cb, cr), reference::hue(cb, cr, depth)) << cb << " " << cr;
  }
  const uint16_t* const of_12_bits = hue_table(12);
  std::mt19937 random(3);
  for (int i = 0; i < 100000; i++) {
    const uint32_t cb = random() % 4096, cr = random() % 4096;
    ASSERT_EQ(hue_at(of_12_bits, 12, cb, cr), reference::hue(cb, cr, 12)) << cb << " " << cr;
  }
  // The table was filled in by runs of equal hues; check the ends of runs.
  for (uint32_t cb = 0; cb < 4096; cb++)
    for (uint32_t cr = 1; cr < 4096; cr++)
      if (of_12_bits[cb << 12 | cr] != of_12_bits[cb << 12 | (cr - 1)]) {
        for (uint32_t x : {cr - 1, cr})
          ASSERT_EQ(hue_at(of_12_bits, 12, cb, x), reference::hue(cb, x, 12)) << cb << " " << x;
      }
}

TEST(HueTable, HasTheReferencesAnglesOf16Bits) {
  const uint16_t* const table = hue_table(16);
  constexpr uint32_t middle = 0x8000, last = 0xffff;
  // Whole rows: the edges, those around gray, and others.
  for (uint32_t cb : {0u, 1u, 14771u, 32000u, middle - 2, middle - 1, middle, middle + 1,
                      middle + 2, middle + 100, 51234u, last - 1, last})
    for (uint32_t cr = 0; cr <= last; cr++)
      ASSERT_EQ(hue_at(table, 16, cb, cr), reference::hue(cb, cr, 16)) << cb << " " << cr;
  // Of all rows, what lies beside the ends of its hues.
  for (uint32_t cb = 0; cb <= last; cb += 7)
    for (uint32_t rank = 1; rank < hue_row; rank += 3) {
      const uint32_t end = table[cb * hue_row + rank];
      for (uint32_t cr : {end > 0 ? end - 1 : 0, end})
        ASSERT_EQ(hue_at(table, 16, cb, cr), reference::hue(cb, cr, 16)) << cb << " " << cr;
    }
}

} // namespace

} // namespace videohistogram
