// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How joint histograms are shared out among blocks, on devices of every generation.
#include "cuda/kernels/common/counter_parts.h"
#include "cuda/kernels/joint/joint_shape.h"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace videohistogram::cuda {

namespace {

template <class Check>
void for_each_joint_shape(Check check) {
  for (const Device& device : devices_and_large())
    for (uint32_t counters : {4u, 6u, 1000u, 4096u, 65536u, 92160u, 1u << 20, 1u << 26})
      for (uint64_t items : {1u, 100u, 8192u, 1920u * 1080, 7680u * 4320, UINT32_MAX})
        for (uint32_t group_items : {1u, 8u, 32u}) {
          const JointWork work{counters, items, group_items};
          check(device.properties, work, choose_joint_shape(device.properties, work));
        }
}

TEST(JointShape, parts_fit_the_shared_memory_and_hold_all_counters) {
  for_each_joint_shape(
      [](const DeviceProperties& device, const JointWork& work, const JointShape& shape) {
        EXPECT_GE(uint64_t{shape.parts} * shape.part_counters, work.counters);
        EXPECT_LT(uint64_t{shape.parts - 1} * shape.part_counters, work.counters);
        EXPECT_EQ(shape.part_counters % 32, 0u) << "places of counters are exchanged within 32";
        EXPECT_LE(shape.shared_bytes, std::max(device.shared_bytes, shared_bytes_everywhere));
        EXPECT_EQ(shape.shared_bytes % 16, 0u);
        if (shape.direct) {
          EXPECT_EQ(shape.parts, 1u);
          EXPECT_EQ(shape.shared_bytes, 0u);
        } else {
          EXPECT_LE(shape.parts, max_joint_parts);
          EXPECT_EQ(shape.shared_bytes, 4 * (shape.part_counters + spare_counters));
        }
      });
}

TEST(JointShape, every_launch_has_blocks_and_no_more_than_work) {
  for_each_joint_shape(
      [](const DeviceProperties& device, const JointWork& work, const JointShape& shape) {
        EXPECT_GE(shape.portions, 1u);
        EXPECT_LE(shape.portions, work.items);
        EXPECT_EQ(shape.threads % 32, 0u);
        EXPECT_LE(shape.threads, joint_threads);
        if (!shape.direct) {
          EXPECT_LE(shape.blocks(), std::max(device.multiprocessors, shape.parts))
              << "all blocks run at once";
        }
      });
}

TEST(JointShape, launches_overlap_if_the_device_can) {
  DeviceProperties device = h200;
  EXPECT_FALSE(choose_joint_shape(device, {65536, 1 << 20, 16}).overlap);
  device.overlap = true;
  EXPECT_TRUE(choose_joint_shape(device, {65536, 1 << 20, 16}).overlap);
  EXPECT_TRUE(choose_joint_shape(device, {65536, 1, 16}).overlap);
}

TEST(JointShape, tables_with_more_counters_than_items_are_counted_in_device_memory) {
  EXPECT_TRUE(choose_joint_shape(h200, {65536, 65536, 16}).direct);
  EXPECT_FALSE(choose_joint_shape(h200, {65536, 65537, 16}).direct);
  EXPECT_TRUE(choose_joint_shape(h200, {1 << 20, 960 * 540, 8}).direct) << "P010 of 1080p";
  EXPECT_FALSE(choose_joint_shape(h200, {1 << 20, 1920 * 1080, 8}).direct) << "P010 of 4K";
  EXPECT_TRUE(choose_joint_shape(h200, {1 << 22, 7680 * 4320, 8}).direct) << "too many parts";
}

TEST(JointShape, large_frames_take_all_multiprocessors_and_small_ones_less_merging) {
  const JointShape nv12_8k = choose_joint_shape(h200, {65536, 3840 * 2160, 16});
  EXPECT_EQ(nv12_8k.parts, 2u);
  EXPECT_EQ(nv12_8k.portions, 66u);
  const JointShape nv12_4k = choose_joint_shape(h200, {65536, 1920 * 1080, 16});
  EXPECT_EQ(nv12_4k.parts, 2u);
  EXPECT_EQ(nv12_4k.portions, 43u);
  const JointShape p010_4k = choose_joint_shape(h200, {1 << 20, 1920 * 1080, 8});
  EXPECT_EQ(p010_4k.parts, 19u);
  EXPECT_EQ(p010_4k.portions, 6u);
  EXPECT_EQ(choose_joint_shape(h200, {4096, 7680 * 4320, 8}).portions, 132u);
}

} // namespace

} // namespace videohistogram::cuda
