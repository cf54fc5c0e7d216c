// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/byte_shape.h"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace videohistogram::cuda {

namespace {

ByteShape choose(const DeviceProperties& device, uint32_t counters, uint32_t pixel_bytes,
                 uint64_t pixels) {
  return choose_byte_shape(device, {counters, pixel_bytes, {pixels * pixel_bytes}});
}

TEST(ByteShape, fits_the_shared_memory_of_every_device_for_every_number_of_counters) {
  for (const Device& device : devices)
    for (uint32_t counters = 1; counters <= 5; counters++) {
      const ByteShape shape = choose(device.properties, counters, 4, pixels_8k);
      EXPECT_LE(shape.shared_bytes, device.shared_bytes()) << device.name;
      EXPECT_EQ(shape.shared_bytes, byte_table_bytes(counters, shape.copies)) << device.name;
      EXPECT_TRUE(shape.copies == 32 || shape.copies == (counters <= 2 ? 64 : 16)) << device.name;
    }
}

TEST(ByteShape, uses_64_copies_of_a_single_pair_and_32_of_more_wherever_they_fit) {
  for (const Device& device : devices)
    for (uint32_t counters = 1; counters <= 5; counters++) {
      const uint32_t wanted = counters <= 2 ? 64 : 32;
      const bool fits = byte_table_bytes(counters, wanted) <= device.shared_bytes();
      const ByteShape shape = choose(device.properties, counters, 4, pixels_8k);
      EXPECT_EQ(shape.copies, fits ? wanted : wanted / 2)
          << device.name << ", " << counters << " counters";
    }
}

TEST(ByteShape, takes_a_table_of_the_pairs_that_are_needed) {
  const DeviceProperties h200{90, 132, 232448};
  EXPECT_EQ(choose(h200, 1, 1, pixels_8k).shared_bytes, 64u * 1024);
  EXPECT_EQ(choose(h200, 2, 4, pixels_8k).shared_bytes, 64u * 1024);
  EXPECT_EQ(choose(h200, 3, 3, pixels_8k).shared_bytes, 64u * 1024);
  EXPECT_EQ(choose(h200, 4, 4, pixels_8k).shared_bytes, 64u * 1024);
  EXPECT_EQ(choose(h200, 5, 4, pixels_8k).shared_bytes, 96u * 1024);
}

TEST(ByteShape, gives_a_large_frame_every_multiprocessor_and_a_small_one_a_single_block) {
  for (const Device& device : devices)
    for (uint32_t pixel_bytes : {1u, 3u, 4u}) {
      EXPECT_EQ(choose(device.properties, 1, pixel_bytes, uint64_t{1} << 31).frame_blocks,
                std::clamp(device.properties.multiprocessors, 1u, max_rectangle_blocks))
          << device.name;
      EXPECT_EQ(choose(device.properties, 1, pixel_bytes, 1).frame_blocks, 1u) << device.name;
      EXPECT_EQ(choose(device.properties, 1, pixel_bytes, 1000).frame_blocks, 1u) << device.name;
    }
}

TEST(ByteShape, a_frame_is_small_only_if_no_block_can_count_more_than_16_bits_hold) {
  for (const Device& device : devices)
    for (uint32_t pixel_bytes : {1u, 3u, 4u})
      for (uint64_t pixels = 1; pixels < uint64_t{1} << 32; pixels = pixels * 5 / 4 + 1) {
        const ByteShape shape = choose(device.properties, 1, pixel_bytes, pixels);
        const uint64_t vectors = (pixels * pixel_bytes + 15) / 16,
                       threads = shape.frame_blocks * 512;
        const uint64_t group = pixel_bytes == 3 ? 6 : 16 / pixel_bytes;
        const uint64_t rounds = (vectors + threads - 1) / threads;
        EXPECT_EQ(shape.small, rounds <= 10 && rounds * 512 * group + group <= 65535)
            << device.name << ", " << pixels << " pixels of " << pixel_bytes << " bytes";
      }
}

TEST(ByteShape, a_1080p_frame_is_small_on_a_large_device_and_8k_is_not) {
  const DeviceProperties h200{90, 132, 232448};
  EXPECT_TRUE(choose(h200, 4, 4, 1920 * 1080).small);
  EXPECT_FALSE(choose(h200, 4, 4, pixels_8k).small);
}

// NV12, I420 and Y42B, and a frame with one small plane.
constexpr std::array<uint64_t, max_sample_planes> frames[] = {
    {1920 * 1080, 1920 * 540},
    {3840 * 2160, 1920 * 1080, 1920 * 1080},
    {7680 * 4320, 3840 * 4320, 3840 * 4320},
    {1, 1, 1},
    {pixels_8k, 1, 1},
};

TEST(ByteShape, every_plane_has_blocks_and_no_others_have) {
  for (const Device& device : devices)
    for (const auto& bytes : frames) {
      const ByteShape shape = choose_byte_shape(device.properties, {2, 1, bytes});
      uint32_t all = 0;
      for (uint32_t g = 0; g < max_sample_planes; g++) {
        EXPECT_EQ(shape.plane_blocks[g] > 0, bytes[g] > 0) << device.name;
        EXPECT_LE(shape.plane_blocks[g], max_rectangle_blocks) << device.name;
        all += shape.plane_blocks[g];
      }
      EXPECT_EQ(shape.frame_blocks, all) << device.name;
    }
}

TEST(ByteShape, no_block_has_much_more_bytes_than_if_they_were_spread_evenly) {
  for (const Device& device : devices)
    for (const auto& bytes : frames) {
      const ByteShape shape = choose_byte_shape(device.properties, {2, 1, bytes});
      const uint64_t all = bytes[0] + bytes[1] + bytes[2];
      for (uint32_t g = 0; g < max_sample_planes; g++)
        if (shape.plane_blocks[g] > 1) { // a plane with a single block may have little for it
          EXPECT_LE(bytes[g] / shape.plane_blocks[g],
                    all / (shape.frame_blocks - max_sample_planes + 1))
              << device.name;
        }
    }
}

TEST(ByteShape, a_4k_frame_of_three_planes_takes_every_multiprocessor_in_proportion) {
  const DeviceProperties h200{90, 132, 232448};
  const ByteShape nv12 = choose_byte_shape(h200, {2, 1, {3840 * 2160, 3840 * 1080}});
  EXPECT_EQ(nv12.plane_blocks, (std::array<uint32_t, max_sample_planes>{88, 44, 0}));
  const ByteShape i420 = choose_byte_shape(h200, {2, 1, {3840 * 2160, 1920 * 1080, 1920 * 1080}});
  EXPECT_EQ(i420.plane_blocks, (std::array<uint32_t, max_sample_planes>{88, 22, 22}));
}

TEST(ByteShape, a_frame_of_several_planes_is_small_only_if_each_of_them_is) {
  const DeviceProperties h200{90, 132, 232448};
  EXPECT_TRUE(choose_byte_shape(h200, {2, 1, {1920 * 1080, 1920 * 540}}).small);
  for (const Device& device : devices)
    for (uint64_t y = 1; y < uint64_t{1} << 32; y = y * 5 / 4 + 1) {
      const ByteShape shape = choose_byte_shape(device.properties, {2, 1, {y, 1000, y / 4}});
      if (!shape.small)
        continue;
      for (uint32_t g = 0; g < max_sample_planes && shape.plane_blocks[g]; g++) {
        const uint64_t bytes = g == 0 ? y : g == 1 ? 1000 : y / 4;
        const uint64_t step = shape.plane_blocks[g] * 512 * 16;
        EXPECT_LE((bytes + step - 1) / step * 512 * 16 + 16, 65535u) << device.name << ", " << y;
      }
    }
}

TEST(ByteShape, launches_overlap_only_where_their_code_waits) {
  for (const Device& device : devices)
    for (bool waits : {false, true}) {
      DeviceProperties properties = device.properties;
      properties.overlap = waits;
      EXPECT_EQ(choose(properties, 4, 4, pixels_8k).overlap, waits) << device.name;
    }
}

TEST(ByteShape, a_device_that_tells_nothing_of_itself_still_gets_a_shape) {
  const ByteShape shape = choose({}, 5, 4, pixels_8k);
  EXPECT_EQ(shape.copies, 16u);
  EXPECT_EQ(shape.frame_blocks, 1u);
  EXPECT_LE(shape.shared_bytes, 48u * 1024);
}

} // namespace

} // namespace videohistogram::cuda
