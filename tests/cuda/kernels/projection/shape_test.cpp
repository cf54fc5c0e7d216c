// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How images are cut into strips, on devices of every generation: each position is in one strip,
// and strips fit the device's shared memory.
#include "cuda/kernels/projection/projection_shape.h"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t kib = 1024;

/// Strips depend on how many multiprocessors there are: with more numbers of them.
std::vector<Device> projection_devices() {
  std::vector<Device> all = devices_and_large();
  all.insert(all.end(), {{"RTX 3060", {86, 28, 99 * kib}},
                         {"66 SMs", {89, 66, 99 * kib}},
                         {"tells little", {75, 1, 0}},
                         {"500 SMs", {90, 500, 227 * kib}}});
  return all;
}

constexpr double angles[] = {0, 0.01, 30, 45, 60, 89.9, 90, 135, 180, 225, 270, 300};

struct Samples {
  uint32_t pixel_bytes;
  bool bytes;
  uint32_t bins;
  uint32_t tables = 1;
};
constexpr Samples all_samples[] = {
    {1, true, 256},    {2, true, 256},      {3, true, 7},        {4, true, 256}, {2, false, 1024},
    {4, false, 4096},  {8, false, 65535},   {8, false, 65536},   {6, false, 1},  {3, true, 256, 3},
    {4, true, 256, 3}, {6, false, 1024, 3}, {8, false, 65536, 3}};

ProjectionWork work_of(uint32_t width, uint32_t height, double angle,
                       const Samples& samples = {4, true, 256}) {
  return {*direction_of_angle(angle, width, height, 1),
          width,
          height,
          samples.bins,
          samples.pixel_bytes,
          samples.bytes,
          samples.tables};
}

TEST(ProjectionShape, strips_and_parts_have_every_counter_once) {
  for (const Device& device : projection_devices())
    for (const Samples& samples : all_samples)
      for (double angle : angles)
        for (const auto& [width, height] :
             {std::pair{7680u, 4320u}, {640u, 480u}, {1u, 1u}, {1u, 9999u}, {9999u, 3u}}) {
          const ProjectionWork work = work_of(width, height, angle, samples);
          const ProjectionShape shape = choose_projection_shape(device.properties, work);
          const uint64_t positions = work.direction.positions;
          EXPECT_LT(uint64_t{shape.strip_positions} * (shape.strips - 1), positions);
          EXPECT_GE(uint64_t{shape.strip_positions} * shape.strips, positions);
          EXPECT_LT(uint64_t{shape.part_bins} * (shape.parts - 1), work.bins);
          EXPECT_GE(uint64_t{shape.part_bins} * shape.parts, work.bins);
        }
}

TEST(ProjectionShape, three_tables_of_single_bytes_have_no_room_in_the_smallest_blocks) {
  const ProjectionWork work = work_of(1920, 1080, 0, {1, true, 256, 3});
  EXPECT_FALSE(has_room({75, 1, 0}, work));
  EXPECT_FALSE(has_room({75, 1, 48 * kib}, work));
  EXPECT_TRUE(has_room({80, 108, 99 * kib}, work));
  EXPECT_TRUE(has_room(h200, work));
  for (const Device& device : projection_devices())
    for (const Samples& samples : all_samples)
      EXPECT_TRUE(has_room(device.properties, work_of(1920, 1080, 0, samples)));
}

TEST(ProjectionShape, a_block_has_room_for_its_table_and_threads_for_its_tiles) {
  for (const Device& device : projection_devices())
    for (const Samples& samples : all_samples)
      for (double angle : angles) {
        const ProjectionShape shape =
            choose_projection_shape(device.properties, work_of(1920, 1080, angle, samples));
        const uint32_t guards = samples.bytes ? 2 * guard_positions(samples.pixel_bytes) : 1;
        EXPECT_LE(shape.shared_bytes, device.shared_bytes());
        EXPECT_EQ(shape.shared_bytes % 16, 0u);
        EXPECT_GE(shape.shared_bytes,
                  4 * samples.tables * shape.table_row * uint64_t{shape.strip_positions + guards});
        EXPECT_GT(shape.table_row, samples.bytes ? byte_values : shape.part_bins);
        EXPECT_GE(shape.tile_groups, 1u);
        EXPECT_GE(shape.tile_rows, 1u);
        EXPECT_LE(shape.tile_groups * shape.tile_rows, projection_threads);
      }
}

TEST(ProjectionShape, a_row_has_no_more_groups_of_a_strip_than_are_walked) {
  for (uint32_t pixel_bytes : {1u, 4u})
    for (double angle : angles) {
      constexpr uint32_t width = 700, height = 300;
      const ProjectionWork work = work_of(width, height, angle, {pixel_bytes, true, 256});
      const ProjectionShape shape = choose_projection_shape(h200, work);
      const uint32_t group = group_pixels(pixel_bytes);
      for (uint32_t y = 0; y < height; y += 7) {
        std::map<uint32_t, std::pair<uint32_t, uint32_t>> groups; // of strips: first, last
        for (uint32_t x = 0; x < width; x++) {
          const uint32_t strip = work.direction.position(x, y) / shape.strip_positions;
          groups.emplace(strip, std::pair{x / group, x / group}).first->second.second = x / group;
        }
        for (const auto& [strip, range] : groups)
          EXPECT_LE(range.second - range.first + 1, shape.row_groups)
              << angle << " degrees, row " << y << ", strip " << strip;
      }
    }
}

TEST(ProjectionShape, large_pictures_give_every_multiprocessor_two_blocks_or_three_if_slanted) {
  for (double angle : {0.0, 30.0, 45.0, 60.0, 90.0}) {
    const bool slanted = angle != 0 && angle != 90;
    const ProjectionShape shape = choose_projection_shape(h200, work_of(7680, 4320, angle));
    EXPECT_GT(shape.blocks(), slanted ? 345u : 230u) << angle;
    EXPECT_LE(shape.blocks(), slanted ? 396u : 264u) << angle;
    EXPECT_LE(2 * (shape.shared_bytes + kib), h200.shared_bytes + kib) << angle;
    EXPECT_EQ(shape.shares, 1u) << angle;
  }
}

TEST(ProjectionShape, slanted_strips_are_not_cut_so_narrow_that_their_edges_matter) {
  for (double angle : {30.0, 45.0, 60.0}) {
    const ProjectionShape shape = choose_projection_shape(h200, work_of(3840, 2160, angle));
    EXPECT_GE(shape.strip_positions, 16u) << angle;
    EXPECT_LE(shape.blocks(), 264u) << angle;
  }
}

TEST(ProjectionShape, strips_that_lie_flat_are_taken_in_wide_tiles) {
  // At 90 degrees a strip has as many rows as positions, 17 here, and 1920 groups in each.
  const ProjectionShape shape = choose_projection_shape(h200, work_of(7680, 4320, 90));
  EXPECT_LE(shape.tile_rows, 4u);
  EXPECT_GE(shape.tile_groups, 192u);
}

TEST(ProjectionShape, few_positions_of_many_rows_are_shared_by_blocks) {
  DeviceProperties waits = h200;
  waits.overlap = true;
  const ProjectionShape narrow = choose_projection_shape(waits, work_of(4, 1000000, 0));
  EXPECT_EQ(narrow.strips, 1u);
  EXPECT_GT(narrow.shares, 100u);
  EXPECT_FALSE(narrow.overlap);
  const ProjectionShape small = choose_projection_shape(waits, work_of(4, 100, 0));
  EXPECT_EQ(small.shares, 1u);
  EXPECT_TRUE(small.overlap);
  EXPECT_FALSE(choose_projection_shape(h200, work_of(4, 100, 0)).overlap);
}

TEST(ColumnShape, strips_have_every_position_once_and_fit_into_a_block) {
  for (const Device& device : projection_devices())
    for (uint32_t width : {1u, 527u, 528u, 720u, 1280u, 1920u, 3840u, 4095u, 7680u, 65536u})
      for (double angle : {0.0, 180.0}) {
        const ProjectionWork work = work_of(width, 31, angle, {4, true, 256, 3});
        const auto shape = choose_column_shape(device.properties, work);
        if (!shape)
          continue;
        EXPECT_LT(uint64_t{shape->strip_positions} * (shape->strips - 1), width);
        EXPECT_GE(uint64_t{shape->strip_positions} * shape->strips, width);
        EXPECT_EQ(column_lanes % shape->strip_positions, 0u);
        EXPECT_GE(2 * shape->strips, device.properties.multiprocessors);
        EXPECT_EQ(shape->shared_bytes, 3u * 256 * 32 * 4);
        EXPECT_LE(shape->shared_bytes, device.properties.shared_bytes);
      }
}

TEST(ColumnShape, multiprocessors_count_about_as_many_columns_each_in_two_blocks) {
  const Samples three{4, true, 256, 3};
  EXPECT_EQ(choose_column_shape(h200, work_of(1920, 1080, 0, three))->strip_positions, 8u);
  EXPECT_EQ(choose_column_shape(h200, work_of(3840, 2160, 180, three))->strip_positions, 16u);
  EXPECT_EQ(choose_column_shape(h200, work_of(7680, 4320, 0, three))->strip_positions, 32u);
}

TEST(ColumnShape, other_directions_samples_and_devices_have_none) {
  const Samples three{4, true, 256, 3};
  EXPECT_FALSE(choose_column_shape(h200, work_of(3840, 2160, 90, three)));
  EXPECT_FALSE(choose_column_shape(h200, work_of(3840, 2160, 0.01, three)));
  EXPECT_FALSE(choose_column_shape(h200, work_of(3840, 2160, 0, {8, false, 256, 3})));
  EXPECT_FALSE(choose_column_shape(h200, work_of(520, 2160, 0, three)));
  EXPECT_FALSE(choose_column_shape({75, 40, 64 * kib}, work_of(3840, 2160, 0, three)));
}

} // namespace

} // namespace videohistogram::cuda
