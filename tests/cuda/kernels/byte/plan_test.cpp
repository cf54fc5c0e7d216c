// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Plans of launches, without a GPU: the tests count as a launch says, and get the counts of the
// reference.
#include "cuda/kernels/byte/byte_plan.h"

#include "cuda/kernels/byte/region_plan.h"
#include "cuda/result_layout.h"
#include "tests/cuda/kernels/devices.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

uint64_t scratch; // at an address that stands for device memory

/// A planned launch, and the memory to which it refers.
struct Planned {
  Planned(const FrameView& frame, const Request& r, const DeviceProperties& device = h200)
      : request(r), blocks(max_region_blocks),
        results((1 + r.regions.size()) * r.channels.size * 256, 0) {
    launch = plan_byte_launch({device,
                               **plan_of(frame, request),
                               frame,
                               request.regions,
                               {reinterpret_cast<uint8_t*>(&scratch), size_t{1} << 18,
                                blocks.data(), blocks.data(), results.data()}});
  }

  Request request;
  std::vector<RegionBlock> blocks;
  std::vector<uint32_t> results;
  ByteLaunch launch;
};

/// Counts a rectangle of a plane, as one block would that gets the whole rectangle.
void count_rectangle(Planned& planned, const BytePlane& plane, const Rect& r, uint32_t table) {
  const ByteVariant& variant = planned.launch.variant;
  const ByteParameters& p = planned.launch.parameters;
  uint32_t* const tables = planned.results.data() + size_t{table} * 256;
  for (uint32_t y = r.y; y < r.y + r.height; y++) {
    const uint8_t* const row = plane.pixels + y * plane.stride + size_t{r.x} * plane.pixel_bytes;
    if (variant.pixel_bytes == 1) {
      for (size_t k = 0; k < size_t{r.width} * plane.pixel_bytes; k++)
        if (const uint32_t counter = plane.pattern[k % 4]; counter != not_counted) {
          ASSERT_LT(counter, plane.channels);
          tables[counter * 256 + row[k]]++;
        }
      continue;
    }
    for (uint32_t x = 0; x < r.width; x++) {
      const uint8_t* const pixel = row + size_t{x} * plane.pixel_bytes;
      for (uint32_t c = 0; c < variant.stored; c++)
        tables[c * 256 + pixel[p.offsets[c]]]++;
      uint32_t* table_of_computed = tables + variant.stored * 256;
      for (uint32_t q = 0; q < n_plane_quantities; q++)
        if (variant.computed >> q & 1) {
          const uint32_t value =
              compute(static_cast<Quantity>(q), p.weights, pixel[p.rgb_offsets[0]],
                      pixel[p.rgb_offsets[1]], pixel[p.rgb_offsets[2]]);
          table_of_computed[value]++;
          table_of_computed += 256;
        }
    }
  }
}

testing::AssertionResult follows_the_plan(const FrameView& frame, const Request& request) {
  Planned planned(frame, request);
  const ByteLaunch& launch = planned.launch;
  for (const BytePlane& plane : launch.parameters.planes)
    if (plane.blocks > 0)
      count_rectangle(planned, plane, {0, 0, plane.width, plane.height}, plane.table);
  for (uint32_t b = 0; b < launch.region_blocks; b++) {
    const RegionBlock& block = planned.blocks[b];
    if (block.rank == 0)
      count_rectangle(planned, launch.parameters.planes[block.plane],
                      {block.x, block.y, block.width, block.height}, block.table);
  }
  std::vector<uint32_t> counts(request.total_counts());
  fold_bins(planned.results.data(), planned.results.size() / 256, request.bins, counts.data());
  return same_counts(reference::count(frame, request), counts, request);
}

bool is_shallow(const FormatInfo& format) {
  return format.sample_bytes == 1;
}

TEST(BytePlan, every_set_of_channels_of_every_format_is_counted_where_it_lies) {
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    for (uint32_t width : {1u, 2u, 21u, 22u})
      for (bool bottom_up : {false, true}) {
        if (!is_shallow(**format))
          continue;
        const Frame frame =
            make_frame({(*format)->name, width, 13, 3, bottom_up, 1}, Content::noise);
        const QuantitySet all = (*format)->quantities_in(Domain::plane);
        for (QuantitySet set = 1; set <= all; set++) {
          if ((set & all) != set)
            continue;
          Request request = request_all(frame.view());
          request.channels = select_plane_quantities(**format, set);
          request.regions = {{0, 0, width, 13}, {}, {width - 1, 12, 1, 1}, {0, 5, 1, 2}};
          if (width > 20) {
            request.regions.push_back({4, 2, 10, 6});
            request.regions.push_back({3, 2, 10, 6});
            request.regions.push_back({4, 3, 11, 5});
          }
          EXPECT_TRUE(follows_the_plan(frame.view(), request))
              << (*format)->name << " " << width << " wide, channels " << set;
        }
      }
}

TEST(BytePlan, frames_and_requests_at_random) {
  std::mt19937 random(4);
  for (int i = 0; i < 500; i++) {
    const RandomCase random_frame = random_case(random, 120, false);
    EXPECT_TRUE(follows_the_plan(random_frame.frame.view(), random_frame.request))
        << random_frame.description;
  }
}

/// A frame that is planned for and never read.
FrameView unread(const char* format, uint32_t width, uint32_t height) {
  const FormatInfo& info = format_named(format);
  FrameView frame;
  frame.format = &info;
  frame.width = width;
  frame.height = height;
  return packed_view(frame, packed_layout(info, width, height, 256),
                     reinterpret_cast<const uint8_t*>(&scratch));
}

TEST(BytePlan, every_block_of_the_frame_has_one_plane) {
  for (const char* format : {"RGBA", "RGB", "GRAY8", "NV12", "I420", "Y444", "YUY2"})
    for (uint32_t width : {1u, 639u, 3840u, 16384u}) {
      const FrameView frame = unread(format, width, width);
      const ByteLaunch launch = Planned(frame, request_all(frame)).launch;
      const ByteParameters& p = launch.parameters;
      for (uint32_t block = 0; block < launch.shape.frame_blocks; block++) {
        const uint32_t plane =
            (block >= p.planes[1].first_block ? 1 : 0) + (block >= p.planes[2].first_block ? 1 : 0);
        EXPECT_GE(block, p.planes[plane].first_block);
        EXPECT_LT(block, p.planes[plane].first_block + p.planes[plane].blocks) << format;
      }
    }
}

TEST(BytePlan, a_plane_from_which_nothing_is_asked_gets_no_blocks) {
  const FrameView frame = unread("NV12", 3840, 2160);
  Request request = request_all(frame);
  request.channels = select_plane_quantities(*frame.format, quantity_bit(Quantity::y));
  const ByteLaunch luma = Planned(frame, request).launch;
  EXPECT_EQ(luma.parameters.planes[0].blocks, luma.shape.frame_blocks);
  EXPECT_EQ(luma.parameters.planes[0].pixels, frame.planes[0].row(0));
  request.channels = select_plane_quantities(*frame.format, quantity_bit(Quantity::cr));
  const ByteLaunch cr = Planned(frame, request).launch;
  EXPECT_EQ(cr.parameters.planes[0].blocks, cr.shape.frame_blocks);
  EXPECT_EQ(cr.parameters.planes[0].pixels, frame.planes[1].row(0));
}

TEST(BytePlan, pixel_pairs_are_read_once_where_all_of_them_are_whole) {
  const FrameView even = unread("YUY2", 640, 480);
  Request request = request_all(even);
  request.regions = {{2, 1, 64, 3}, {3, 1, 64, 3}, {2, 1, 63, 3}};
  const Planned planned(even, request);
  EXPECT_EQ(planned.launch.shape.plane_blocks[1], 0u);
  ASSERT_EQ(planned.launch.region_blocks, 5u);
  EXPECT_EQ(planned.blocks[0].plane, 0u);
  for (uint32_t block : {1u, 3u}) {
    EXPECT_EQ(planned.blocks[block].plane, 1u);
    EXPECT_EQ(planned.blocks[block + 1].plane, 2u);
  }
  const FrameView odd = unread("YUY2", 639, 480);
  EXPECT_GT(Planned(odd, request_all(odd)).launch.shape.plane_blocks[1], 0u);
}

TEST(BytePlan, the_largest_frames_are_planned_without_a_wrap) {
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++) {
    if (!is_shallow(**format))
      continue;
    for (bool wide : {false, true}) {
      const uint32_t most = ~0u;
      const FrameView frame =
          wide ? unread((*format)->name, most, 1) : unread((*format)->name, 1, most);
      const ByteLaunch launch = Planned(frame, request_all(frame)).launch;
      EXPECT_TRUE(launch.parameters.scratch.wide);
      EXPECT_FALSE(launch.shape.small);
      EXPECT_EQ(launch.shape.frame_blocks, h200.multiprocessors) << (*format)->name;
      for (uint32_t g = 0; g < (*format)->n_sample_planes; g++)
        if (const BytePlane& plane = launch.parameters.planes[g]; plane.blocks > 0) {
          const uint32_t sub =
              std::max((*format)->sample_planes[g].x_sub, (*format)->sample_planes[g].y_sub);
          EXPECT_GE(uint64_t{plane.width} * plane.height, (uint64_t{most} + 1) >> std::max(sub, 1u))
              << (*format)->name;
        }
    }
  }
}

TEST(BytePlan, what_a_block_takes_fits_every_device) {
  const DeviceProperties devices[] = {
      {75, 40, 65536},    {80, 108, 166912},  {86, 82, 101376}, {89, 58, 101376}, h200,
      {100, 148, 232448}, {120, 170, 101376}, {61, 20, 49152},  {90, 1, 232448},  {}};
  for (const DeviceProperties& device : devices)
    for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
      for (uint32_t width : {64u, 1920u, 7680u}) {
        if (!is_shallow(**format))
          continue;
        const FrameView frame = unread((*format)->name, width, width);
        const ByteLaunch launch = Planned(frame, request_all(frame), device).launch;
        EXPECT_LE(launch.shape.shared_bytes, std::max(device.shared_bytes, 49152u));
        EXPECT_EQ(launch.shape.shared_bytes,
                  byte_table_bytes(launch.variant.counters(), launch.shape.copies));
      }
}

} // namespace

} // namespace videohistogram::cuda
