// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/region_plan.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t frame_blocks = 132, region_sets = 60;
constexpr RegionPart full_hd{{0, 0, 1920, 1080}, 4, 0, 4};

std::vector<RegionBlock> plan(const std::vector<RegionPart>& parts, uint32_t all = frame_blocks,
                              uint32_t sets = region_sets) {
  std::vector<RegionBlock> blocks(max_region_blocks);
  blocks.resize(plan_regions(parts, all, sets, blocks.data()));
  return blocks;
}

TEST(RegionPlan, a_frame_without_regions_has_no_blocks_for_them) {
  EXPECT_TRUE(plan({}).empty());
}

TEST(RegionPlan, every_part_has_all_of_its_blocks_once_and_in_one_run) {
  const std::vector<RegionPart> parts = {
      full_hd, {{5, 6, 7, 8}, 1, 1, 9}, {{0, 0, 0, 0}, 2, 2, 10}, {{100, 100, 900, 900}, 2, 1, 12}};
  const std::vector<RegionBlock> blocks = plan(parts);
  size_t at = 0;
  for (const RegionPart& part : parts) {
    ASSERT_LT(at, blocks.size());
    const uint32_t n = blocks[at].blocks;
    ASSERT_GE(n, 1u);
    for (uint32_t rank = 0; rank < n; rank++, at++) {
      ASSERT_LT(at, blocks.size());
      EXPECT_EQ(blocks[at].plane, part.plane);
      EXPECT_EQ(blocks[at].table, part.table);
      EXPECT_EQ(blocks[at].rank, rank);
      EXPECT_EQ(blocks[at].blocks, n);
      EXPECT_EQ(blocks[at].x, part.rect.x);
      EXPECT_EQ(blocks[at].y, part.rect.y);
      EXPECT_EQ(blocks[at].width, part.rect.width);
      EXPECT_EQ(blocks[at].height, part.rect.height);
    }
  }
  EXPECT_EQ(at, blocks.size());
}

TEST(RegionPlan, large_parts_get_more_blocks_than_small_ones) {
  const std::vector<RegionBlock> blocks = plan({full_hd, {{0, 0, 16, 16}, 4, 0, 8}});
  EXPECT_GT(blocks.front().blocks, 60u);
  EXPECT_EQ(blocks.back().blocks, 1u);
}

TEST(RegionPlan, parts_get_blocks_by_their_bytes) {
  const std::vector<RegionBlock> blocks =
      plan({{{0, 0, 1920, 1080}, 1, 0, 3}, {{0, 0, 960, 540}, 2, 1, 4}});
  EXPECT_EQ(blocks.front().blocks, 88u);
  EXPECT_EQ(blocks.back().blocks, 44u);
}

TEST(RegionPlan, no_two_parts_of_several_blocks_meet_in_one_scratch_set) {
  const std::vector<RegionBlock> blocks = plan(std::vector<RegionPart>(65, full_hd));
  std::set<uint32_t> sets;
  for (const RegionBlock& block : blocks)
    if (block.blocks > 1 && block.rank == 0) {
      EXPECT_TRUE(sets.insert(block.scratch_set).second);
      EXPECT_LT(block.scratch_set, region_sets);
    }
  EXPECT_EQ(sets.size(), region_sets) << "the last parts have to do with one block";
}

TEST(RegionPlan, as_many_regions_as_are_allowed_fit_whatever_their_size) {
  for (uint32_t sets : {1u, 3u, 60u, 257u})
    for (uint32_t all : {1u, 132u, 1000u}) {
      std::vector<RegionPart> parts(max_regions * max_sample_planes, full_hd);
      parts.back().table = 1000;
      const std::vector<RegionBlock> blocks = plan(parts, all, sets);
      ASSERT_FALSE(blocks.empty());
      EXPECT_LE(blocks.size(), max_region_blocks);
      EXPECT_LE(blocks.front().blocks, max_rectangle_blocks);
      EXPECT_EQ(blocks.back().table, 1000u);
      EXPECT_EQ(blocks.back().rank + 1, blocks.back().blocks);
    }
}

} // namespace

} // namespace videohistogram::cuda
