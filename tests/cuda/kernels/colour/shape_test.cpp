// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How the histograms of colours are shared out among blocks, on devices of every generation.
#include "cuda/kernels/colour/colour_shape.h"
#include "cuda/kernels/common/counter_parts.h"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr uint64_t numbers_of_items[] = {1, 100, 8192, 1920 * 1080, 7680 * 4320, UINT32_MAX};

template <class Check>
void for_each_colour_shape(Check check) {
  for (const Device& device : devices_and_large())
    for (uint32_t tables = 1; tables <= max_colour_tables; tables++)
      for (uint32_t bins : {1u, 256u, 360u, 4096u, 65536u})
        for (uint64_t items : numbers_of_items)
          for (uint32_t group_items : {1u, 8u, 32u}) {
            const ColourWork work{tables, tables * bins, bins == 256, items, group_items};
            check(device.properties, work, choose_colour_shape(device.properties, work));
          }
}

TEST(ColourShape, tables_fit_the_shared_memory_and_hold_all_counters) {
  for_each_colour_shape(
      [](const DeviceProperties& device, const ColourWork& work, const ColourShape& shape) {
        EXPECT_LE(shape.shared_bytes, std::max(device.shared_bytes, shared_bytes_everywhere));
        EXPECT_EQ(shape.shared_bytes % 16, 0u);
        EXPECT_GE(shape.parts * shape.part_counters, work.counters);
        EXPECT_LT((shape.parts - 1) * shape.part_counters, work.counters);
        if (shape.packed) {
          EXPECT_TRUE(work.packable);
          EXPECT_LE(work.tables, max_packed_tables);
          EXPECT_EQ(shape.parts, 1u);
          EXPECT_EQ(shape.copies, work.tables > 2 ? 32u : 64u) << "256 bytes per value";
        } else {
          EXPECT_EQ(shape.part_counters % 32, 0u);
          EXPECT_EQ(shape.shared_bytes, (shape.part_counters + spare_counters) * shape.copies * 4);
          EXPECT_EQ(shape.copies & (shape.copies - 1), 0u);
        }
      });
}

TEST(ColourShape, so_many_blocks_merge_as_a_word_can_count) {
  for_each_colour_shape(
      [](const DeviceProperties& device, const ColourWork& work, const ColourShape& shape) {
        EXPECT_GE(shape.portions, 1u);
        EXPECT_LE(shape.portions, max_rectangle_blocks);
        EXPECT_LE(shape.blocks(), std::max(device.multiprocessors, shape.parts));
        EXPECT_LE(shape.portions, std::max<uint64_t>(work.items, 1));
        EXPECT_TRUE(shape.threads == colour_threads || shape.threads == colour_threads / 2);
      });
}

TEST(ColourShape, a_packed_counter_does_not_overflow_in_the_first_group_of_each_thread) {
  for (uint32_t copies : {32u, 64u})
    for (uint32_t threads : {colour_threads / 2, colour_threads})
      EXPECT_GE(65535 / (threads / copies), 32u);
}

TEST(ColourShape, scratch_suffices_for_smaller_launches) {
  for (uint64_t items : numbers_of_items)
    for (uint32_t counters : {1u, 256u, 1024u, 4096u, 4097u, 65536u, 300000u}) {
      const size_t bytes = colour_scratch_bytes(counters, items);
      EXPECT_GE(bytes, packed_words * sizeof(uint64_t));
      EXPECT_LE(colour_scratch_bytes(counters / 2, items), bytes);
      // Words of 4 counters each in a sector, or in succession.
      if (fits_narrow(items) && counters <= max_spread_counters)
        EXPECT_GE(bytes / sizeof(uint64_t), (counters + 7) / 8 * sector_words);
      else
        EXPECT_GE(bytes / sizeof(uint64_t), (counters + 1) / 2 * (fits_narrow(items) ? 1 : 2));
    }
}

TEST(ColourShape, operations_on_pixels_have_an_array_per_table_where_memory_suffices) {
  const ColourWork four{4, 1024, true, 7680 * 4320, 32, DirectOperation::rgb_and_maximum};
  const ColourShape shape = choose_colour_shape(h200, four);
  EXPECT_EQ(shape.operation, DirectOperation::rgb_and_maximum);
  EXPECT_EQ(shape.shared_bytes, 3 * lane_array_bytes);
  EXPECT_EQ(shape.copies, lane_copies);
  const ColourShape of_turing = choose_colour_shape(turing, four);
  EXPECT_TRUE(of_turing.packed);
  EXPECT_EQ(of_turing.operation, DirectOperation::none);
  EXPECT_EQ(of_turing.shared_bytes, packed_table_bytes);
  EXPECT_EQ(choose_colour_shape({61, 20, 49152}, four).operation, DirectOperation::none)
      << "not even packed counters fit";
  const ColourWork range{1, 256, true, 7680 * 4320, 32, DirectOperation::range};
  EXPECT_EQ(choose_colour_shape(turing, range).shared_bytes, lane_array_bytes);
}

TEST(ColourShape, halves_of_a_counter_suffice_for_the_pixels_of_a_thread) {
  for (const Device& device : devices_and_large())
    for (uint64_t items : numbers_of_items) {
      const ColourShape shape = choose_colour_shape(
          device.properties, {4, 1024, true, items, 32, DirectOperation::rgb_and_maximum});
      if (shape.operation == DirectOperation::none)
        continue;
      const uint64_t threads = uint64_t{shape.portions} * shape.threads;
      const uint64_t groups = items / 32, singles = items % 32;
      const uint64_t most =
          (groups + threads - 1) / threads * 32 + (singles + threads - 1) / threads;
      EXPECT_LE(most * (shape.threads / lane_copies), 65535u);
    }
}

TEST(ColourShape, operations_on_chroma_need_all_counters_in_one_part) {
  const ColourWork both{2, 1024 + 360, false, 1920 * 1080, 4, DirectOperation::sat_and_hue};
  EXPECT_EQ(choose_colour_shape(h200, both).operation, DirectOperation::sat_and_hue);
  ColourWork deep = both;
  deep.counters = 65536 + 360;
  EXPECT_EQ(choose_colour_shape(h200, deep).operation, DirectOperation::none);
}

TEST(ColourShape, large_frames_take_all_multiprocessors) {
  EXPECT_EQ(choose_colour_shape(h200, {4, 1024, true, 7680 * 4320, 32}).portions, 132u);
  EXPECT_EQ(choose_colour_shape(h200, {1, 4096, false, 7680 * 4320, 16}).portions, 132u);
  const ColourShape small = choose_colour_shape(h200, {4, 1024, true, 1920 * 1080, 32});
  EXPECT_EQ(small.portions, 127u) << "one group per thread";
  EXPECT_EQ(small.threads, colour_threads / 2);
}

} // namespace

} // namespace videohistogram::cuda
