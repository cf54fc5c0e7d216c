// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/scratch.h"

#include <gtest/gtest.h>

namespace videohistogram::cuda {

namespace {

constexpr uint64_t full_hd_pixels = 1920 * 1080;
uint64_t memory; // at an address that stands for device memory

// The word of row `row` in a plane's part.
size_t plane_word(const Scratch& scratch, uint32_t row) {
  return size_t{row} / 4 * scratch.sector_words + row % 4;
}

TEST(ScratchPlan, everything_lies_inside_of_the_bytes_given) {
  for (size_t bytes : {smallest_scratch_bytes, size_t{16000}, size_t{100000}, size_t{1} << 20})
    for (uint32_t planes = 1; planes <= max_sample_planes; planes++)
      for (uint32_t counters = 1; counters * planes <= 2 * counter_pairs(max_channels); counters++)
        for (uint64_t pixels : {uint64_t{1}, full_hd_pixels, (uint64_t{1} << 32) - 1}) {
          if (counter_pairs(counters) * planes > counter_pairs(max_channels))
            continue; // no format has as much
          const ScratchPlan plan = plan_scratch(&memory, bytes, counters, planes, pixels);
          const Scratch& scratch = plan.scratch;
          const uint32_t rows = counter_pairs(counters) * 256 * (scratch.wide ? 2 : 1);
          EXPECT_EQ(scratch.words, &memory);
          EXPECT_GE(scratch.sector_words, 4u);
          EXPECT_LT(plane_word(scratch, rows - 1), scratch.plane_words);
          EXPECT_EQ(scratch.frame_words, planes * scratch.plane_words);
          EXPECT_EQ(scratch.set_words, rows);
          EXPECT_LE(scratch.frame_words + size_t{plan.region_sets} * scratch.set_words,
                    bytes / sizeof(uint64_t));
        }
}

TEST(ScratchPlan, a_channel_has_a_word_of_its_own_once_its_count_may_not_fit_28_bits) {
  EXPECT_FALSE(plan_scratch(&memory, 1 << 20, 4, 1, (1u << 28) - 1).scratch.wide);
  EXPECT_TRUE(plan_scratch(&memory, 1 << 20, 4, 1, 1u << 28).scratch.wide);
}

TEST(ScratchPlan, a_third_of_a_mebibyte_spreads_the_frame_and_has_sets_for_64_regions) {
  const ScratchPlan plan = plan_scratch(&memory, (1 << 20) / 3, 4, 1, full_hd_pixels);
  EXPECT_EQ(plan.scratch.sector_words, 32u);
  EXPECT_GE(plan.region_sets, 64u);
}

} // namespace

} // namespace videohistogram::cuda
