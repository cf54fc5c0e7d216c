// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/deep_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace videohistogram::cuda {

namespace {

// Multiprocessors and shared memory per block of a real device of each generation, and of some that
// there are not.
struct Device {
  const char* name;
  DeviceProperties properties;
};
constexpr Device devices[] = {
    {"T4", {75, 40, 65536}},          {"A100", {80, 108, 166912}},
    {"RTX 3090", {86, 82, 101376}},   {"L4", {89, 58, 101376}},
    {"H200", {90, 132, 232448}},      {"B200", {100, 148, 232448}},
    {"RTX 5090", {120, 170, 101376}}, {"unknown", {61, 20, 49152}},
    {"one SM", {90, 1, 232448}},      {"tells nothing", {}},
};

constexpr uint32_t numbers_of_bins[] = {1, 2, 31, 33, 256, 1000, 1024, 4096, 12345, 65535, 65536};
constexpr uint64_t pixels_8k = 7680 * 4320;

template <class Check>
void for_each_shape(uint64_t pixels, Check check) {
  for (const Device& device : devices)
    for (uint32_t channels = 1; channels <= 5; channels++)
      for (uint32_t bins : numbers_of_bins) {
        SCOPED_TRACE(testing::Message()
                     << device.name << ", " << channels << " channels, " << bins << " bins");
        check(device.properties, channels * bins,
              choose_deep_shape(device.properties, channels * bins, pixels));
      }
}

TEST(DeepShape, parts_have_every_counter_and_fit_the_shared_memory) {
  for_each_shape(pixels_8k, [](const DeviceProperties& device, uint32_t counters,
                               const DeepShape& shape) {
    EXPECT_GE(shape.parts * shape.part_counters, counters);
    EXPECT_LT((shape.parts - 1) * shape.part_counters, counters) << "a part has nothing to count";
    EXPECT_LE(shape.parts, max_deep_parts);
    EXPECT_EQ(shape.part_counters % 32, 0u);
    EXPECT_EQ(shape.shared_bytes, deep_table_bytes(shape.part_counters, shape.copies));
    EXPECT_LE(shape.shared_bytes, std::max(device.shared_bytes, 48u * 1024));
    EXPECT_EQ(shape.shared_bytes % 16, 0u);
  });
}

TEST(DeepShape, there_are_no_more_parts_than_needed) {
  for_each_shape(pixels_8k,
                 [](const DeviceProperties& device, uint32_t counters, const DeepShape& shape) {
                   const uint32_t most = std::max(device.shared_bytes, 48u * 1024) / 128 * 32 - 32;
                   EXPECT_GT(uint64_t{counters}, uint64_t{shape.parts - 1} * most);
                 });
  const DeviceProperties h200{90, 132, 232448};
  EXPECT_EQ(choose_deep_shape(h200, 65536, pixels_8k).parts, 2u);
  EXPECT_EQ(choose_deep_shape(h200, 4 * 65536, pixels_8k).parts, 5u);
  EXPECT_EQ(choose_deep_shape(h200, 4 * 4096, pixels_8k).parts, 1u);
}

TEST(DeepShape, copies_are_a_power_of_two_that_lanes_share) {
  for_each_shape(pixels_8k, [](const DeviceProperties&, uint32_t, const DeepShape& shape) {
    EXPECT_GE(shape.copies, 1u);
    EXPECT_LE(shape.copies, 32u);
    EXPECT_EQ(shape.copies & (shape.copies - 1), 0u);
    EXPECT_TRUE(shape.copies == 1 || shape.parts == 1);
  });
}

TEST(DeepShape, all_blocks_of_a_large_frame_run_at_once_where_there_are_enough_multiprocessors) {
  for_each_shape(pixels_8k, [](const DeviceProperties& device, uint32_t, const DeepShape& shape) {
    EXPECT_GE(shape.portions, 1u);
    if (device.multiprocessors >= shape.parts) {
      EXPECT_LE(shape.blocks(), device.multiprocessors);
      EXPECT_GT(shape.blocks() + shape.parts, device.multiprocessors);
    }
  });
}

TEST(DeepShape, a_small_frame_gets_one_block_a_part) {
  for (uint64_t pixels : {1, 1000, 30000})
    for_each_shape(pixels, [](const DeviceProperties&, uint32_t, const DeepShape& shape) {
      EXPECT_EQ(shape.portions, 1u);
    });
}

TEST(DeepShape, no_frame_is_too_large) {
  for_each_shape(0xffffffff, [](const DeviceProperties& device, uint32_t, const DeepShape& shape) {
    EXPECT_LE(shape.portions, std::max(device.multiprocessors, 1u));
  });
}

} // namespace

} // namespace videohistogram::cuda
