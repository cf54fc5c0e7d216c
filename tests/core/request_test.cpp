// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/request.h"

#include "tests/reference/frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace videohistogram {

namespace {

constexpr uint32_t most_32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t most_64 = std::numeric_limits<uint64_t>::max();

reference::Frame frame_of(const char* format) {
  reference::Layout layout;
  layout.format = format;
  layout.width = 40;
  layout.height = 30;
  return reference::Frame(layout);
}

QuantityList only(Quantity channel) {
  QuantityList list;
  list.channels[0] = channel;
  list.size = 1;
  return list;
}

bool good(const char* format, const Request& request) {
  const reference::Frame frame = frame_of(format);
  const Status status = check_request(frame.view(), request);
  if (!status.ok()) {
    EXPECT_EQ(status.error().kind, ErrorKind::invalid_argument);
    EXPECT_FALSE(status.error().message.empty());
  }
  return status.ok();
}

bool is(const Rect& r, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
  return r.x == x && r.y == y && r.width == width && r.height == height;
}

} // namespace

TEST(CheckRequest, TakesOneBinToOneForEachValue) {
  Request request;
  request.channels = only(Quantity::r);
  for (uint32_t bins : {1u, 2u, 255u, 256u}) {
    request.bins = bins;
    EXPECT_TRUE(good("RGBA", request)) << bins;
  }
  for (uint32_t bins : {0u, 257u, 65536u, most_32}) {
    request.bins = bins;
    EXPECT_FALSE(good("RGBA", request)) << bins;
  }
  for (uint32_t bins : {1u, 257u, 65535u, 65536u}) {
    request.bins = bins;
    EXPECT_TRUE(good("ARGB64_LE", request)) << bins;
  }
  for (uint32_t bins : {0u, 65537u, most_32}) {
    request.bins = bins;
    EXPECT_FALSE(good("ARGB64_LE", request)) << bins;
  }
  request.channels = only(Quantity::gray);
  for (uint32_t bins : {0u, 1025u, 65536u}) {
    request.bins = bins;
    EXPECT_FALSE(good("10 bits, upper", request)) << bins;
  }
  request.bins = 1024;
  EXPECT_TRUE(good("10 bits, upper", request));
}

TEST(CheckRequest, RefusesChannelsThatTheFormatLacks) {
  Request request;
  EXPECT_FALSE(good("RGBA", request)); // none at all
  const Quantity all[] = {Quantity::r,    Quantity::g,     Quantity::b,  Quantity::a,
                          Quantity::y,    Quantity::cb,    Quantity::cr, Quantity::gray,
                          Quantity::luma, Quantity::maxrgb};
  for (Quantity channel : all) {
    request.channels = only(channel);
    const bool is_rgb = channel == Quantity::r || channel == Quantity::g ||
                        channel == Quantity::b || channel == Quantity::luma ||
                        channel == Quantity::maxrgb;
    EXPECT_EQ(good("RGBA", request), is_rgb || channel == Quantity::a) << quantity_name(channel);
    EXPECT_EQ(good("xBGR", request), is_rgb) << quantity_name(channel);
    EXPECT_EQ(good("GRAY8", request), channel == Quantity::gray) << quantity_name(channel);
  }
}

TEST(CheckRequest, TakesRegionsInsideTheFrameOnly) {
  Request request;
  request.channels = only(Quantity::gray);
  for (const Rect& inside : {Rect{0, 0, 40, 30}, Rect{39, 29, 1, 1}, Rect{0, 0, 0, 0},
                             Rect{40, 30, 0, 0}, Rect{5, 5, 0, 9}}) {
    request.regions = {inside};
    EXPECT_TRUE(good("GRAY8", request)) << inside.x << " " << inside.width;
  }
  for (const Rect& outside : {Rect{0, 0, 41, 30}, Rect{0, 0, 40, 31}, Rect{39, 0, 2, 1},
                              Rect{0, 29, 1, 2}, Rect{most_32, 0, 1, 1}, Rect{1, 1, most_32, 1},
                              Rect{most_32, most_32, most_32, most_32}, Rect{1, most_32, 1, 1}}) {
    request.regions = {{0, 0, 1, 1}, outside};
    EXPECT_FALSE(good("GRAY8", request)) << outside.x << " " << outside.width;
  }
}

TEST(CheckRequest, TakesUpTo256Regions) {
  Request request;
  request.channels = only(Quantity::gray);
  request.regions.assign(256, {1, 1, 2, 2});
  EXPECT_TRUE(good("GRAY8", request));
  request.regions.assign(257, {1, 1, 2, 2});
  EXPECT_FALSE(good("GRAY8", request));
}

TEST(Request, HasCountsForTheFrameAndEachRegion) {
  Request request;
  request.channels = select_plane_quantities(*find_format("RGBA"), ~QuantitySet{0});
  request.bins = 100;
  EXPECT_EQ(request.region_counts(), 600u);
  EXPECT_EQ(request.total_counts(), 600u);
  request.regions.resize(3);
  EXPECT_EQ(request.total_counts(), 2400u);
}

TEST(Request, BinIsTheValueTimesTheBinsShiftedByTheDepth) {
  EXPECT_EQ(bin_of(255, 256, 8), 255u);
  EXPECT_EQ(bin_of(255, 1, 8), 0u);
  EXPECT_EQ(bin_of(127, 2, 8), 0u);
  EXPECT_EQ(bin_of(128, 2, 8), 1u);
  EXPECT_EQ(bin_of(85, 3, 8), 0u); // 255 / 256
  EXPECT_EQ(bin_of(86, 3, 8), 1u); // 258 / 256
  EXPECT_EQ(bin_of(65535, 65536, 16), 65535u);
  EXPECT_EQ(bin_of(65535, 65535, 16), 65534u);
  EXPECT_EQ(bin_of(1023, 1000, 10), 999u); // 999.02
  EXPECT_EQ(bin_of(512, 1023, 10), 511u);  // 511.5
}

TEST(Request, LumaWeightsSumToOne) {
  for (const LumaWeights& w : {luma_bt601, luma_bt709, luma_bt2020})
    EXPECT_EQ(w.r + w.g + w.b, 65536u);
  EXPECT_EQ(luma_bt601.r, 19595u);
  EXPECT_EQ(luma_bt709.r, 13933u);
  EXPECT_EQ(luma_bt2020.r, 17216u);
  EXPECT_EQ(luma_bt601.g, 38470u);
  EXPECT_EQ(luma_bt709.g, 46871u);
  EXPECT_EQ(luma_bt2020.g, 44434u);
}

TEST(Clip, KeepsTheInsideAndCutsTheRest) {
  EXPECT_TRUE(is(clip(3, 4, 5, 6, 40, 30), 3, 4, 5, 6));
  EXPECT_TRUE(is(clip(0, 0, 40, 30, 40, 30), 0, 0, 40, 30));
  EXPECT_TRUE(is(clip(39, 29, 100, 100, 40, 30), 39, 29, 1, 1));
  EXPECT_TRUE(is(clip(0, 0, 1000, 1000, 40, 30), 0, 0, 40, 30));
}

TEST(Clip, LeavesNothingOfAnEmptyOrDistantRectangle) {
  EXPECT_TRUE(is(clip(5, 5, 0, 10, 40, 30), 0, 0, 0, 0));
  EXPECT_TRUE(is(clip(5, 5, 10, 0, 40, 30), 0, 0, 0, 0));
  EXPECT_TRUE(is(clip(40, 0, 1, 1, 40, 30), 0, 0, 0, 0));
  EXPECT_TRUE(is(clip(0, 30, 1, 1, 40, 30), 0, 0, 0, 0));
}

TEST(Clip, DoesNotWrapAround) {
  EXPECT_TRUE(is(clip(most_64, most_64, most_64, most_64, 40, 30), 0, 0, 0, 0));
  EXPECT_TRUE(is(clip(1, 1, most_64, most_64, 40, 30), 1, 1, 39, 29));
  EXPECT_TRUE(is(clip(uint64_t{1} << 32, 0, 1, 1, 40, 30), 0, 0, 0, 0));
  EXPECT_TRUE(is(clip(1, 0, most_64, 1, most_32, most_32), 1, 0, most_32 - 1, 1));
}

TEST(Clip, GivesWhatCheckRequestTakes) {
  std::mt19937 random(3);
  Request request;
  request.channels = only(Quantity::gray);
  for (int i = 0; i < 2000; i++) {
    request.regions = {clip(random() % 60, random() % 60, random() % 60, random() % 60, 40, 30)};
    ASSERT_TRUE(good("GRAY8", request));
  }
}

} // namespace videohistogram
