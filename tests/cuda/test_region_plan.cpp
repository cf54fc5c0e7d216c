// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/region_plan.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace videohistogram::cuda {

namespace {

std::vector<RegionBlock> plan(const RegionPlanInput& input, const std::vector<Rect>& regions) {
  std::vector<RegionBlock> blocks(max_region_blocks);
  blocks.resize(plan_regions(input, regions, blocks.data()));
  return blocks;
}

constexpr RegionPlanInput full_hd{1920, 1080, false, 132, 60};

TEST(RegionPlan, a_frame_without_regions_has_no_blocks_for_them) {
  EXPECT_TRUE(plan(full_hd, {}).empty());
}

TEST(RegionPlan, every_region_has_all_of_its_blocks_once_and_in_one_run) {
  const std::vector<Rect> regions = {
      {0, 0, 1920, 1080}, {5, 6, 7, 8}, {0, 0, 0, 0}, {100, 100, 900, 900}};
  const std::vector<RegionBlock> blocks = plan(full_hd, regions);
  size_t at = 0;
  for (uint32_t i = 0; i < regions.size(); i++) {
    ASSERT_LT(at, blocks.size());
    const uint32_t n = blocks[at].blocks;
    ASSERT_GE(n, 1u);
    for (uint32_t rank = 0; rank < n; rank++, at++) {
      ASSERT_LT(at, blocks.size());
      EXPECT_EQ(blocks[at].rectangle, i + 1);
      EXPECT_EQ(blocks[at].rank, rank);
      EXPECT_EQ(blocks[at].blocks, n);
      EXPECT_EQ(blocks[at].x, regions[i].x);
      EXPECT_EQ(blocks[at].y, regions[i].y);
      EXPECT_EQ(blocks[at].width, regions[i].width);
      EXPECT_EQ(blocks[at].height, regions[i].height);
    }
  }
  EXPECT_EQ(at, blocks.size());
}

TEST(RegionPlan, large_regions_get_more_blocks_than_small_ones) {
  const std::vector<RegionBlock> blocks = plan(full_hd, {{0, 0, 1920, 1080}, {0, 0, 16, 16}});
  EXPECT_GT(blocks.front().blocks, 60u);
  EXPECT_EQ(blocks.back().blocks, 1u);
}

TEST(RegionPlan, no_two_regions_of_several_blocks_meet_in_one_scratch_set) {
  const std::vector<RegionBlock> blocks =
      plan(full_hd, std::vector<Rect>(65, Rect{0, 0, 1920, 1080}));
  std::set<uint32_t> sets;
  for (const RegionBlock& block : blocks)
    if (block.blocks > 1 && block.rank == 0) {
      EXPECT_TRUE(sets.insert(block.scratch_set).second);
      EXPECT_LT(block.scratch_set, full_hd.region_sets);
    }
  EXPECT_EQ(sets.size(), full_hd.region_sets) << "the last regions have to do with one block";
}

TEST(RegionPlan, as_many_regions_as_are_allowed_fit_whatever_their_size) {
  for (uint32_t sets : {1u, 3u, 60u, 257u})
    for (uint32_t frame_blocks : {1u, 132u, 1000u}) {
      RegionPlanInput input = full_hd;
      input.region_sets = sets;
      input.frame_blocks = frame_blocks;
      const std::vector<RegionBlock> blocks =
          plan(input, std::vector<Rect>(max_regions, Rect{0, 0, 1920, 1080}));
      ASSERT_FALSE(blocks.empty());
      EXPECT_LE(blocks.size(), max_region_blocks);
      EXPECT_LE(blocks.front().blocks, max_rectangle_blocks);
      EXPECT_EQ(blocks.back().rectangle, max_regions);
      EXPECT_EQ(blocks.back().rank + 1, blocks.back().blocks);
    }
}

TEST(RegionPlan, regions_of_a_bottom_up_frame_are_turned_over) {
  RegionPlanInput input = full_hd;
  input.bottom_up = true;
  const std::vector<RegionBlock> blocks = plan(input, {{3, 10, 4, 20}});
  EXPECT_EQ(blocks.front().y, 1080u - 10 - 20);
  EXPECT_EQ(blocks.front().height, 20u);
}

} // namespace

} // namespace videohistogram::cuda
