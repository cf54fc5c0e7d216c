// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The integers of the reference on 32-bit CPUs, compared with those of the compiler.
#include "tests/reference/wide.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using videohistogram::reference::TwoWords;

#if defined(__SIZEOF_INT128__)

namespace {

__extension__ typedef __int128 Int128;

bool same(const TwoWords& number, Int128 expected) {
  return static_cast<uint64_t>(number) == static_cast<uint64_t>(expected) &&
         static_cast<int64_t>(number >> 64) == static_cast<int64_t>(expected >> 64);
}

/// Numbers of up to 2^63 of either sign, most of them of few bits.
std::vector<int64_t> numbers() {
  std::vector<int64_t> all = {0,
                              1,
                              -1,
                              2,
                              -2,
                              INT64_MAX,
                              INT64_MIN,
                              int64_t{1} << 32,
                              -(int64_t{1} << 32),
                              (int64_t{1} << 32) - 1};
  std::mt19937_64 random(1);
  for (int i = 0; i < 60; i++)
    all.push_back(static_cast<int64_t>(random()) >> (random() % 64));
  return all;
}

} // namespace

TEST(TwoWords, CalculateAsIntegersOfTheCompiler) {
  const std::vector<int64_t> all = numbers();
  for (const int64_t a : all)
    for (const int64_t b : all) {
      SCOPED_TRACE(std::to_string(a) + ", " + std::to_string(b));
      const TwoWords x = TwoWords{a} * b + b;
      const Int128 y = Int128{a} * b + b;
      ASSERT_TRUE(same(x, y));
      ASSERT_TRUE(same(-x, -y));
      ASSERT_TRUE(same(x - a, y - a));
      ASSERT_TRUE(same(x + static_cast<uint64_t>(a), y + static_cast<uint64_t>(a)));
      for (const int bits : {1, 31, 63, 64, 65, 127})
        ASSERT_TRUE(same(x >> bits, y >> bits)) << bits;
      for (const int64_t c : {a, b, int64_t{1} << 31, int64_t{-7}})
        if (c != 0) {
          ASSERT_TRUE(same(x / c, y / c)) << c;
          ASSERT_TRUE(same(x % c, y % c)) << c;
          const TwoWords wide = TwoWords{c} * b;
          if (b != 0) {
            ASSERT_TRUE(same(x / wide, y / (Int128{c} * b))) << c;
          }
        }
      ASSERT_EQ(x < b, y < b);
      ASSERT_EQ(x > a, y > a);
      ASSERT_EQ(x <= TwoWords{b} * a, y <= Int128{b} * a);
      ASSERT_EQ(x >= a, y >= a);
      ASSERT_EQ(x == TwoWords{a} * b, y == Int128{a} * b);
      ASSERT_EQ(x != a, y != a);
    }
}

#else

TEST(TwoWords, CalculateAsIntegersOfTheCompiler) {
  GTEST_SKIP() << "this compiler has no integers of 128 bits";
}

#endif
