// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How deep samples are shared out among blocks, on devices of every generation. Needs no device.
#include "cuda/kernels/common/counter_parts.h"
#include "cuda/kernels/common/meeting.h"
#include "cuda/kernels/deep/deep_shape.h"

#include "cuda/kernels/deep/walk.cuh"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t numbers_of_bins[] = {1,    2,    31,   33,    256,   1000,
                                        1024, 4096, 8192, 12345, 65535, 65536};

DeepShape shape_of(const DeviceProperties& device, const DeepWork& work) {
  DeepShape shape;
  choose_deep_shapes(device, &work, 1, &shape);
  return shape;
}

/// Calls `check` for planes that are alone in their launch.
template <class Check>
void for_each_shape(uint64_t pixels, Check check) {
  for (const Device& device : devices)
    for (uint32_t channels = 1; channels <= 5; channels++)
      for (uint32_t bins : numbers_of_bins)
        for (bool computed : {false, true}) {
          SCOPED_TRACE(testing::Message() << device.name << ", " << channels << " channels, "
                                          << bins << " bins" << (computed ? ", computed" : ""));
          const DeepWork work{channels, bins, computed, pixels, 8};
          check(device, work, shape_of(device.properties, work));
        }
}

/// The planes of a frame that is `width` x `height`, as they are counted in one launch.
struct PlanarWork {
  const char* name;
  std::vector<DeepWork> planes;
};

std::vector<PlanarWork> planar_works(uint32_t width, uint32_t height, uint32_t bins) {
  const uint64_t whole = uint64_t{width} * height;
  const uint64_t quarter = uint64_t{width + 1} / 2 * ((height + 1) / 2);
  const DeepWork one{1, bins, false, whole, 2}, small{1, bins, false, quarter, 2};
  return {{"P010", {one, {2, bins, false, quarter, 4}}},
          {"P010 without Cr", {one, {1, bins, false, quarter, 4}}},
          {"I420", {one, small, small}},
          {"Y444", {one, one, one}},
          {"Cb and Cr of Y444", {one, one}}};
}

template <class Check>
void for_each_planar_shape(uint32_t width, uint32_t height, Check check) {
  for (const Device& device : devices)
    for (uint32_t bins : numbers_of_bins)
      for (const PlanarWork& work : planar_works(width, height, bins)) {
        SCOPED_TRACE(testing::Message()
                     << device.name << ", " << work.name << ", " << bins << " bins");
        std::vector<DeepShape> shapes(work.planes.size());
        choose_deep_shapes(device.properties, work.planes.data(),
                           static_cast<uint32_t>(work.planes.size()), shapes.data());
        check(device, work.planes, shapes);
      }
}

void expect_table_fits(const Device& device, const DeepWork& work, const DeepShape& shape) {
  const uint32_t counters = work.counters();
  EXPECT_GE(shape.parts * shape.part_counters, counters);
  EXPECT_LT((shape.parts - 1) * shape.part_counters, counters) << "a part has nothing to count";
  EXPECT_LE(shape.parts, max_deep_parts);
  EXPECT_EQ(shape.shared_bytes,
            shape.fields   ? deep_field_table_bytes(shape.part_counters, shape.copies)
            : shape.halves ? std::max(deep_half_bytes(shape.part_counters, shape.copies), 16u)
                           : part_table_bytes(shape.part_counters, shape.copies));
  EXPECT_LE(shape.shared_bytes, device.shared_bytes());
  EXPECT_EQ(shape.shared_bytes % 16, 0u);
  EXPECT_GE(shape.copies, 1u);
  EXPECT_LE(shape.copies, 32u);
  EXPECT_EQ(shape.copies & (shape.copies - 1), 0u);
  EXPECT_TRUE(shape.copies == 1 || shape.parts == 1 || shape.halves);
  EXPECT_FALSE(shape.fields && shape.halves);
  EXPECT_LE(shape.portions, max_rectangle_blocks);
  if (shape.fields) {
    EXPECT_FALSE(work.computed);
    EXPECT_EQ(work.bins & (work.bins - 1), 0u);
    EXPECT_EQ(shape.parts, 1u);
    EXPECT_EQ(shape.part_counters, counters);
    EXPECT_EQ(shape.copies % 4, 0u);
    EXPECT_LE(counters, max_field_counters);
  } else if (shape.halves) {
    EXPECT_FALSE(work.computed);
    EXPECT_EQ(work.bins & (work.bins - 1), 0u);
    EXPECT_EQ(shape.part_counters % work.bins, 0u) << "a part has whole channels";
  } else {
    EXPECT_EQ(shape.part_counters % 32, 0u);
  }
}

TEST(DeepShape, parts_have_every_counter_and_fit_the_shared_memory) {
  for_each_shape(pixels_8k, expect_table_fits);
  const auto check = [](const Device& device, const std::vector<DeepWork>& work,
                        const std::vector<DeepShape>& shapes) {
    for (size_t i = 0; i < work.size(); i++) {
      expect_table_fits(device, work[i], shapes[i]);
      EXPECT_EQ(shapes[i].fields, shapes[0].fields);
    }
  };
  for_each_planar_shape(7680, 4320, check);
}

TEST(DeepShape, there_are_no_more_parts_than_needed) {
  for_each_shape(pixels_8k, [](const Device& device, const DeepWork& work, const DeepShape& shape) {
    const uint32_t most = device.shared_bytes() / 128 * 32 - 32;
    EXPECT_GT(uint64_t{work.counters()}, uint64_t{shape.parts - 1} * most);
  });
  EXPECT_EQ(shape_of(h200, {1, 65536, true, pixels_8k, 2}).parts, 2u);
  EXPECT_EQ(shape_of(h200, {4, 65535, false, pixels_8k, 8}).parts, 5u);
  EXPECT_EQ(shape_of(h200, {4, 4096, false, pixels_8k, 8}).parts, 1u);
}

TEST(DeepShape, bins_of_10_bits_are_fields_on_every_device) {
  for (const Device& device : devices)
    for (uint32_t channels : {1u, 2u})
      for (uint32_t bins : {1u, 2u, 256u, 1024u}) {
        EXPECT_TRUE(shape_of(device.properties, {channels, bins, false, pixels_8k, 2}).fields)
            << device.name << ", " << channels << " channels, " << bins << " bins";
      }
  EXPECT_FALSE(shape_of(h200, {1, 1000, false, pixels_8k, 2}).fields);
  EXPECT_FALSE(shape_of(h200, {4, 256, true, pixels_8k, 8}).fields);
  EXPECT_FALSE(shape_of(h200, {1, 65536, false, pixels_8k, 2}).fields);
}

TEST(DeepShape, many_bins_of_a_power_of_two_have_two_counters_per_word) {
  const DeepShape gray = shape_of(h200, {1, 65536, false, pixels_8k, 2}),
                  rgba = shape_of(h200, {4, 65536, false, pixels_8k, 8}),
                  less = shape_of(h200, {4, 16384, false, pixels_8k, 8});
  for (const DeepShape& shape : {gray, rgba, less})
    EXPECT_TRUE(shape.halves);
  EXPECT_EQ(gray.parts, 1u);
  EXPECT_EQ(rgba.parts, 4u);
  EXPECT_EQ(rgba.copies, 1u);
  EXPECT_EQ(less.parts, 1u);
  EXPECT_EQ(less.copies, 1u);
  // Counters of 32 bits fit one part.
  EXPECT_FALSE(shape_of(h200, {4, 8192, false, pixels_8k, 8}).halves);
  // A word of the scratch has two counts of 28 bits.
  EXPECT_FALSE(shape_of(h200, {4, 65536, false, uint64_t{1} << 28, 8}).halves);
  EXPECT_FALSE(shape_of(h200, {4, 65535, false, pixels_8k, 8}).halves);
  EXPECT_FALSE(shape_of(h200, {4, 65536, true, pixels_8k, 8}).halves);
  EXPECT_FALSE(shape_of({86, 82, 101376}, {1, 65536, false, pixels_8k, 2}).halves);
}

TEST(DeepShape, all_blocks_of_a_large_frame_run_at_once_where_there_are_enough_multiprocessors) {
  for_each_shape(pixels_8k, [](const Device& device, const DeepWork&, const DeepShape& shape) {
    const uint32_t multiprocessors =
        std::min(device.properties.multiprocessors, max_rectangle_blocks * shape.parts);
    EXPECT_GE(shape.portions, 1u);
    if (multiprocessors >= shape.parts) {
      EXPECT_LE(shape.blocks(), multiprocessors);
      EXPECT_GT(shape.blocks() + shape.parts, multiprocessors);
    }
  });
  const auto check = [](const Device& device, const std::vector<DeepWork>&,
                        const std::vector<DeepShape>& shapes) {
    uint32_t blocks = 0, parts = 0, max_parts = 0;
    for (const DeepShape& shape : shapes) {
      EXPECT_GE(shape.portions, 1u);
      blocks += shape.blocks();
      parts += shape.parts;
      max_parts = std::max(max_parts, shape.parts);
    }
    const uint32_t multiprocessors = device.properties.multiprocessors;
    if (multiprocessors >= parts) {
      EXPECT_LE(blocks, multiprocessors);
      EXPECT_GT(blocks + max_parts, multiprocessors);
    }
  };
  for_each_planar_shape(7680, 4320, check);
  for_each_planar_shape(7677, 4319, check);
}

TEST(DeepShape, planes_get_blocks_in_proportion_to_their_bytes) {
  const auto portions = [](const std::vector<DeepWork>& work) {
    std::vector<DeepShape> shapes(work.size());
    choose_deep_shapes(h200, work.data(), static_cast<uint32_t>(work.size()), shapes.data());
    std::vector<uint32_t> portions;
    for (const DeepShape& shape : shapes)
      portions.push_back(shape.portions);
    return portions;
  };
  using Portions = std::vector<uint32_t>;
  for (uint32_t bins : {1024u, 1000u, 256u})
    for (const auto& [width, height] :
         {std::pair<uint32_t, uint32_t>{1920, 1080}, {3840, 2160}, {3839, 2159}, {7680, 4320}}) {
      const std::vector<PlanarWork> works = planar_works(width, height, bins);
      EXPECT_EQ(portions(works[0].planes), (Portions{88, 44})) << width;
      EXPECT_EQ(portions(works[2].planes), (Portions{88, 22, 22})) << width;
      EXPECT_EQ(portions(works[3].planes), (Portions{44, 44, 44})) << width;
    }
  // A plane with hardly any pixels still has a block.
  EXPECT_EQ(portions({{1, 1024, false, pixels_8k, 2}, {1, 1024, false, 1, 2}}), (Portions{131, 1}));
  // A plane of two parts is read twice.
  EXPECT_EQ(portions({{1, 65535, false, pixels_8k, 2}, {1, 65535, false, pixels_8k, 2}}),
            (Portions{33, 33}));
  EXPECT_EQ(portions({{1, 65536, false, pixels_8k, 2}, {2, 65536, false, pixels_8k / 4, 4}}),
            (Portions{66, 33}));
}

TEST(DeepShape, a_small_frame_gets_one_block_a_part) {
  for (uint64_t pixels : {1, 1000, 30000})
    for_each_shape(pixels, [](const Device&, const DeepWork&, const DeepShape& shape) {
      EXPECT_EQ(shape.portions, 1u);
    });
  for_each_planar_shape(
      99, 99,
      [](const Device&, const std::vector<DeepWork>&, const std::vector<DeepShape>& shapes) {
        for (const DeepShape& shape : shapes)
          EXPECT_EQ(shape.portions, 1u);
      });
}

TEST(DeepShape, no_frame_is_too_large) {
  for_each_shape(0xffffffff, [](const Device& device, const DeepWork&, const DeepShape& shape) {
    EXPECT_LE(shape.portions, std::max(device.properties.multiprocessors, 1u));
  });
  for_each_planar_shape(
      65536, 65535,
      [](const Device& device, const std::vector<DeepWork>&, const std::vector<DeepShape>& shapes) {
        for (const DeepShape& shape : shapes)
          EXPECT_LE(shape.portions, std::max(device.properties.multiprocessors, 1u));
      });
}

/// Calls `count(x, y)` for every pixel that a thread of a block counts, as the kernel walks.
template <class T, class Count>
void walk_thread(const DeepParameters& p, const DeepShape& shape, uint32_t portion, uint32_t thread,
                 Count count) {
  const auto walk = [&](uint32_t row_items) {
    return walk_of_thread(shape.portions, portion, thread, row_items, p.height);
  };
  if (!has_groups<T>(p)) {
    for (Walk w = walk(p.width); w.more(); w.advance())
      count(w.x(), w.y());
    return;
  }
  for (Walk w = walk(max_groups<T>(p)); w.more(); w.advance()) {
    const Row row = row_at<T>(p, w.y());
    if (w.x() >= row.groups)
      continue;
    const uint32_t x = row.head + w.x() * T::group_pixels;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(row.start + size_t{x} * T::pixel_bytes) % 16, 0u);
    for (uint32_t i = 0; i < T::group_pixels; i++)
      count(x + i, w.y());
  }
  if (has_edges<T>(p))
    for (Walk w = walk(max_edges<T>(p)); w.more(); w.advance()) {
      const uint32_t x = edge_x<T>(row_at<T>(p, w.y()), w.x());
      if (x < p.width)
        count(x, w.y());
    }
}

/// A plane's rows somewhere in memory, and how often each pixel was counted in each part.
struct CountedPlane {
  uint32_t samples;
  DeepParameters parameters{};
  DeepShape shape{};
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> counted; ///< [parts][height][width]

  void count_by_block(uint32_t block) {
    uint8_t* const of_part =
        counted.data() + size_t{block % shape.parts} * parameters.width * parameters.height;
    const auto count = [&](uint32_t x, uint32_t y) {
      ASSERT_LT(x, parameters.width);
      ASSERT_LT(y, parameters.height);
      of_part[size_t{y} * parameters.width + x]++;
    };
    for (uint32_t thread = 0; thread < deep_threads; thread++) {
      if (samples == 1)
        walk_thread<Groups<1>>(parameters, shape, block / shape.parts, thread, count);
      else if (samples == 2)
        walk_thread<Groups<2>>(parameters, shape, block / shape.parts, thread, count);
      else if (samples == 3)
        walk_thread<Groups<3>>(parameters, shape, block / shape.parts, thread, count);
      else
        walk_thread<Groups<4>>(parameters, shape, block / shape.parts, thread, count);
    }
  }
};

CountedPlane make_plane(const DeepWork& work, const DeepShape& shape, uint32_t width,
                        uint32_t height, size_t offset, size_t padding, bool bottom_up) {
  CountedPlane plane;
  plane.samples = work.pixel_bytes / 2;
  plane.shape = shape;
  plane.parameters.width = width;
  plane.parameters.height = height;
  const size_t pitch = size_t{width} * work.pixel_bytes + padding;
  plane.bytes.resize(16 + offset + pitch * height);
  const uint8_t* lowest = plane.bytes.data();
  lowest += (0 - reinterpret_cast<uintptr_t>(lowest)) % 16 + offset;
  plane.parameters.pixels = bottom_up ? lowest + pitch * (height - 1) : lowest;
  plane.parameters.stride = bottom_up ? -static_cast<int64_t>(pitch) : static_cast<int64_t>(pitch);
  plane.counted.resize(size_t{shape.parts} * width * height);
  return plane;
}

/// Lets all blocks of a launch count, each in the plane that its index leads to.
testing::AssertionResult every_pixel_is_counted_once_a_part(std::vector<CountedPlane>& planes) {
  uint32_t first = 0;
  for (CountedPlane& plane : planes) {
    for (uint32_t block = first; block < first + plane.shape.blocks(); block++)
      plane.count_by_block(block - first);
    first += plane.shape.blocks();
  }
  for (size_t g = 0; g < planes.size(); g++)
    for (size_t i = 0; i < planes[g].counted.size(); i++)
      if (planes[g].counted[i] != 1)
        return testing::AssertionFailure() << "pixel " << i << " of plane " << g << " is counted "
                                           << int{planes[g].counted[i]} << " times";
  return testing::AssertionSuccess();
}

TEST(DeepWalk, every_pixel_of_every_plane_is_counted_by_one_block_of_each_part) {
  for (const Device& device : {devices[0], devices[4], devices[7], devices[8]})
    for (const auto& [width, height] : {std::pair<uint32_t, uint32_t>{1, 1}, {3, 2}, {501, 333}})
      for (uint32_t bins : {1024u, 1000u, 65535u, 65536u}) // of 16 bits, so that there are parts
        for (const PlanarWork& work : planar_works(width, height, bins)) {
          const auto n = static_cast<uint32_t>(work.planes.size());
          std::vector<DeepShape> shapes(n);
          choose_deep_shapes(device.properties, work.planes.data(), n, shapes.data());
          std::vector<CountedPlane> planes;
          for (uint32_t i = 0; i < n; i++) {
            const bool whole = work.planes[i].pixels == uint64_t{width} * height;
            planes.push_back(make_plane(work.planes[i], shapes[i], whole ? width : (width + 1) / 2,
                                        whole ? height : (height + 1) / 2, 2 * i, 6, i == 1));
          }
          EXPECT_TRUE(every_pixel_is_counted_once_a_part(planes))
              << device.name << ", " << work.name << " " << width << "x" << height << ", " << bins
              << " bins";
        }
}

TEST(DeepWalk, every_pixel_is_counted_once_at_any_alignment) {
  for (uint32_t samples = 1; samples <= 4; samples++)
    for (uint32_t width : {1u, 7u, 8u, 40u, 83u})
      for (uint32_t height : {1u, 5u})
        for (size_t offset = 0; offset < 17; offset++)
          for (size_t padding : {0, 1, 2, 4, 7, 8, 16})
            for (bool bottom_up : {false, true}) {
              const DeepWork work{samples, 1024, false, uint64_t{width} * height, 2 * samples};
              DeepShape shape = shape_of(h200, work);
              shape.portions = 2;
              std::vector<CountedPlane> planes{
                  make_plane(work, shape, width, height, offset, padding, bottom_up)};
              ASSERT_TRUE(every_pixel_is_counted_once_a_part(planes))
                  << samples << " samples, " << width << "x" << height << ", offset " << offset
                  << ", padding " << padding << bottom_up;
            }
}

} // namespace

} // namespace videohistogram::cuda
