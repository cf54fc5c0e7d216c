// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/result_layout.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace videohistogram::cuda {

namespace {

TEST(FoldBins, every_value_of_every_table_goes_to_its_bin) {
  constexpr size_t tables = 3;
  std::vector<uint32_t> values(tables * 256);
  for (size_t i = 0; i < values.size(); i++)
    values[i] = static_cast<uint32_t>(i * 2654435761u >> 12);
  for (uint32_t bins = 1; bins <= 256; bins++) {
    std::vector<uint32_t> expected(tables * bins, 0);
    for (size_t i = 0; i < values.size(); i++)
      expected[i / 256 * bins + i % 256 * bins / 256] += values[i];
    std::vector<uint32_t> counts(expected.size(), 12345);
    fold_bins(values.data(), tables, bins, counts.data());
    EXPECT_EQ(counts, expected) << bins << " bins";
  }
}

} // namespace

} // namespace videohistogram::cuda
