// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How a frame on the host is copied to one block of memory.
#include "cuda/transfer/placement.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace videohistogram::cuda {

namespace {

using reference::Content;
using reference::Frame;
using reference::make_frame;

/// Copies by memcpy as the copy engine would, and counts the frame in the block.
std::vector<uint32_t> count_placed(const FrameView& frame, const Request& request) {
  const Placement placement = place(frame);
  EXPECT_LE(placement.size, largest_placement(*frame.format, frame.width, frame.height));
  std::vector<uint8_t> block(placement.size, 0x31);
  if (placement.keeps_layout) {
    std::memcpy(block.data(), placement.first, placement.size);
  } else {
    for (uint32_t p = 0; p < frame.format->n_planes; p++)
      for (uint32_t y = 0; y < frame.rows(p); y++)
        std::memcpy(block.data() + placement.packed.offsets[p] + y * frame.row_bytes(p),
                    frame.planes[p].lowest_row(frame.rows(p)) + y * frame.planes[p].row_distance(),
                    frame.row_bytes(p));
  }
  const FrameView placed = view_at(frame, placement, block.data());
  EXPECT_TRUE(check_frame(placed).ok());
  return reference::count(placed, request);
}

TEST(Placement, keeps_every_pixel_of_any_frame) {
  std::mt19937 random(5);
  int keeps_layout = 0;
  for (int i = 0; i < 300; i++) {
    const reference::RandomCase random_case = reference::random_case(random, 90);
    const FrameView view = random_case.frame.view();
    keeps_layout += place(view).keeps_layout;
    ASSERT_TRUE(reference::same_counts(reference::count(view, random_case.request),
                                       count_placed(view, random_case.request),
                                       random_case.request))
        << random_case.description;
  }
  EXPECT_GT(keeps_layout, 20);
  EXPECT_LT(keeps_layout, 300);
}

TEST(Placement, takes_little_padding_along_and_leaves_much_out) {
  for (const char* format : {"RGBA", "NV12", "I420", "P010_10LE"})
    for (bool bottom_up : {false, true}) {
      const Frame tight = make_frame({format, 1000, 600, 4, bottom_up, 0}, Content::noise);
      EXPECT_TRUE(place(tight.view()).keeps_layout) << format;
      const Frame wide = make_frame({format, 1000, 600, 400, bottom_up, 0}, Content::noise);
      EXPECT_FALSE(place(wide.view()).keeps_layout) << format;
    }
}

TEST(Placement, takes_planes_of_different_mappings_apart) {
  const Frame frame = make_frame({"I420", 64, 48, 0, false, 0}, Content::noise);
  const Frame other = make_frame({"I420", 64, 48, 0, false, 0}, Content::vertical);
  FrameView view = frame.view();
  view.planes[2] = other.view().planes[2];
  EXPECT_FALSE(place(view).keeps_layout);
  const Request request = reference::request_all(view);
  EXPECT_TRUE(reference::same_counts(reference::count(view, request), count_placed(view, request),
                                     request));
}

} // namespace

} // namespace videohistogram::cuda
