// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/layout.h"

#include "cuda/kernels/byte/byte_shape.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a word counts, as one number: its pair, value and copy.
uint32_t meaning(uint32_t pair, uint32_t value, uint32_t copy) {
  return (pair * 256 + value) * 64 + copy;
}

constexpr uint32_t nothing = ~0u;

/// The place of byte `byte` of a word in a wide pair, as kernels compute it: PRMT with selector
/// 0x5504 plus the byte's number in the second digit.
uint32_t wide_place(uint32_t word, uint32_t byte, uint32_t lane_bytes) {
  const uint32_t digits[] = {4, byte, 5, 5};
  uint32_t place = 0;
  for (uint32_t i = 0; i < 4; i++) {
    const uint32_t source = digits[i] < 4 ? word : lane_bytes;
    place |= (source >> 8 * (digits[i] % 4) & 0xff) << 8 * i;
  }
  return place;
}

/// The same for a narrow pair.
uint32_t narrow_place(uint32_t word, uint32_t byte, uint32_t lane_bytes, uint32_t shift) {
  return ((word >> 8 * byte & 0xff) << shift) + lane_bytes;
}

template <class Layout>
uint32_t place(uint32_t pair, uint32_t word, uint32_t byte, uint32_t lane_bytes) {
  return Layout::is_wide(pair) ? wide_place(word, byte, lane_bytes)
                               : narrow_place(word, byte, lane_bytes, Layout::narrow_shift);
}

/// The meaning of each of a table's words, by counting every value of every pair in every copy.
template <class Layout>
std::vector<uint32_t> written(uint32_t pairs, uint32_t copies) {
  std::vector<uint32_t> table(Layout::words, nothing);
  for (uint32_t pair = 0; pair < pairs; pair++)
    for (uint32_t value = 0; value < 256; value++)
      for (uint32_t copy = 0; copy < copies; copy++)
        for (uint32_t byte = 0; byte < 4; byte++) {
          const uint32_t word = (0x5ac3963cu & ~(0xffu << 8 * byte)) | value << 8 * byte;
          const uint32_t at = Layout::pair_begin(pair) + place<Layout>(pair, word, byte, copy * 4);
          EXPECT_EQ(at % 4, 0u);
          EXPECT_LT(at / 4, table.size());
          if (at / 4 >= table.size())
            return table;
          uint32_t& there = table[at / 4];
          EXPECT_TRUE(there == nothing || there == meaning(pair, value, copy))
              << "pair " << pair << ", value " << value << ", copy " << copy << ", byte " << byte;
          there = meaning(pair, value, copy);
        }
  return table;
}

template <uint32_t Pairs, uint32_t Copies, uint32_t Threads>
void expect_a_table_that_is_drained_as_it_is_counted() {
  using Layout = TableLayout<Pairs, Copies, Threads>;
  SCOPED_TRACE(testing::Message() << Pairs << " pairs, " << Copies << " copies, " << Threads
                                  << " threads");
  EXPECT_EQ(Layout::words * 4, byte_table_bytes(2 * Pairs, Copies));
  const std::vector<uint32_t> table = written<Layout>(Pairs, Copies);
  ASSERT_EQ(std::set<uint32_t>(table.begin(), table.end()).size(), size_t{Pairs} * 256 * Copies);

  std::vector<int> reads(table.size());
  for (uint32_t i = 0; i < Layout::part_vectors; i++)
    for (uint32_t phase = 0; phase < Layout::rows * Layout::row_threads; phase += 8) {
      std::set<uint32_t> banks;
      for (uint32_t thread = phase; thread < phase + 8; thread++) {
        const uint32_t vector = Layout::part_vector(thread, i);
        banks.insert(vector % 8);
        for (uint32_t k = 0; k < 4; k++) {
          ASSERT_LT(vector * 4 + k, table.size());
          EXPECT_EQ(table[vector * 4 + k] / 64, thread / Layout::row_threads);
          reads[vector * 4 + k]++;
        }
      }
      EXPECT_EQ(banks.size(), 8u) << "threads from " << phase << " on, vector " << i;
    }
  EXPECT_EQ(reads, std::vector<int>(table.size(), 1));
}

TEST(ByteLayout, every_counter_has_a_word_and_every_word_is_summed_once_in_its_row) {
  expect_a_table_that_is_drained_as_it_is_counted<1, 64, byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<1, 32, byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<2, 32, byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<2, 16, byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<3, 32, byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<3, 16, byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<1, 64, small_byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<1, 32, small_byte_threads>();
  expect_a_table_that_is_drained_as_it_is_counted<2, 32, small_byte_threads>();
}

TEST(ByteLayout, a_wide_pair_begins_where_a_copy_still_fits_the_lowest_byte) {
  using Two = TableLayout<2, 32, byte_threads>;
  EXPECT_TRUE(Two::is_wide(0) && Two::is_wide(1));
  EXPECT_LE(Two::pair_begin(1) + 31 * 4, 255u); // 3-byte pixels add it to the copy's bytes
  using Three = TableLayout<3, 32, byte_threads>;
  EXPECT_TRUE(Three::is_wide(0) && Three::is_wide(1) && !Three::is_wide(2));
  using One = TableLayout<1, 64, byte_threads>;
  EXPECT_TRUE(One::is_wide(0));
}

} // namespace

} // namespace videohistogram::cuda
