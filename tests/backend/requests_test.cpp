// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts are exact for any request: channels, LUMA, bins, regions.
#include "tests/backend/backend_test.h"

#include <algorithm>

namespace videohistogram::test {

namespace {

const Frame& picture(const std::string& format, Content content = Content::noise) {
  Layout layout;
  layout.format = format;
  layout.width = 201;
  layout.height = 83;
  layout.padding = 6;
  return frame_of(layout, content);
}

} // namespace

TEST_P(BackendTest, CountsEverySubsetOfChannelsOfEveryFormat) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    for (Content content : {Content::noise, Content::runs}) {
      const Frame& frame = picture((*format)->name, content);
      for (QuantitySet set = 1; set < 1u << n_plane_quantities; set++) {
        Request request;
        request.channels = select_plane_quantities(**format, set);
        // Each subset once: sets with channels that the format lacks repeat another one.
        QuantitySet selected = 0;
        for (Quantity channel : request.channels)
          selected |= quantity_bit(channel);
        if (selected != set)
          continue;
        ASSERT_TRUE(counts_right(frame, request))
            << (*format)->name << " channels " << set << " " << content_name(content);
      }
    }
}

TEST_P(BackendTest, ComputesLumaWithEachSetOfWeights) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    for (const LumaWeights& weights : {luma_bt601, luma_bt709, luma_bt2020}) {
      if ((*format)->domain_of(Quantity::luma) != Domain::plane)
        continue;
      for (Content content : {Content::noise, Content::white, Content::values_x32}) {
        const Frame& frame = picture((*format)->name, content);
        Request request;
        request.channels = select_plane_quantities(**format, quantity_bit(Quantity::luma));
        request.luma = weights;
        ASSERT_EQ(request.channels.size, 1u);
        EXPECT_TRUE(counts_right(frame, request))
            << (*format)->name << " " << weights.r << " " << content_name(content);
      }
    }
}

TEST_P(BackendTest, RoundsLumaOfEveryPairOfValuesAsDefined) {
  // 256 x 256 pixels with every pair of two components; the third one follows.
  Layout layout;
  layout.width = layout.height = 256;
  for (uint32_t third = 0; third < 3; third++) {
    Frame frame(layout);
    for (uint32_t y = 0; y < 256; y++)
      for (uint32_t x = 0; x < 256; x++) {
        frame.pixel(x, y)[third] = static_cast<uint8_t>(7 * x + 3 * y);
        frame.pixel(x, y)[(third + 1) % 3] = static_cast<uint8_t>(x);
        frame.pixel(x, y)[(third + 2) % 3] = static_cast<uint8_t>(y);
      }
    for (const LumaWeights& weights : {luma_bt601, luma_bt709, luma_bt2020}) {
      Request request = request_all(frame.view());
      request.luma = weights;
      EXPECT_TRUE(counts_right(frame, request)) << third << " " << weights.r;
    }
  }
}

TEST_P(BackendTest, SortsValuesIntoAnyNumberOfBins) {
  for (const char* format : {"RGBA", "BGR", "GRAY8"})
    for (uint32_t bins : {1, 2, 3, 7, 64, 100, 255, 256}) {
      const Frame& frame = picture(format);
      EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
          << format << " " << bins << " bins";
    }
}

TEST_P(BackendTest, CountsARegion) {
  const Frame& frame = picture("RGBA");
  Request request = request_all(frame.view());
  request.regions = {{10, 20, 57, 31}};
  EXPECT_TRUE(counts_right(frame, request));
}

TEST_P(BackendTest, CountsRegionsOfEveryShape) {
  for (const char* format : {"RGBA", "xRGB", "RGB", "GRAY8"}) {
    const Frame& frame = picture(format);
    Request request = request_all(frame.view(), 64);
    request.regions = {
        {0, 0, 201, 83},                                                    // the whole frame
        {0, 0, 0, 0},    {5, 5, 0, 10},   {5, 5, 10, 0},                    // nothing
        {0, 0, 1, 1},    {200, 0, 1, 1},  {0, 82, 1, 1},   {200, 82, 1, 1}, // corners
        {0, 41, 201, 1}, {100, 0, 1, 83},                                   // a row, a column
        {3, 7, 64, 16},  {3, 7, 64, 16},  {1, 1, 199, 81}, // twice the same, overlapping
        {13, 11, 17, 5}, {198, 79, 3, 4},
    };
    EXPECT_TRUE(counts_right(frame, request)) << format;
  }
}

TEST_P(BackendTest, CountsRegionsOfABottomUpFrame) {
  Layout layout;
  layout.format = "BGR";
  layout.width = 90;
  layout.height = 70;
  layout.padding = 2;
  layout.bottom_up = true;
  const Frame& frame = frame_of(layout, Content::vertical);
  Request request = request_all(frame.view());
  request.regions = {{0, 0, 90, 10}, {7, 60, 13, 10}, {89, 0, 1, 70}};
  EXPECT_TRUE(counts_right(frame, request));
}

TEST_P(BackendTest, CountsAsManyRegionsAsAreAllowed) {
  for (uint32_t n : {64u, max_regions}) {
    Layout layout;
    layout.width = 640;
    layout.height = 360;
    const Frame& frame = frame_of(layout, Content::runs);
    Request request = request_all(frame.view(), 256);
    std::mt19937 random(n);
    for (uint32_t i = 0; i < n; i++)
      request.regions.push_back(clip(random() % 700, random() % 400, random() % 120, random() % 120,
                                     layout.width, layout.height));
    EXPECT_TRUE(counts_right(frame, request)) << n;
  }
}

TEST_P(BackendTest, CountsManyRegionsThatAreTheWholeFrame) {
  const Frame& frame = picture("RGBA");
  Request request = request_all(frame.view());
  request.regions.assign(max_regions, {0, 0, 201, 83});
  EXPECT_TRUE(counts_right(frame, request));
}

TEST_P(BackendTest, ForgetsTheRegionsOfTheLastFrame) {
  const Frame& frame = picture("RGBA");
  Request request = request_all(frame.view());
  request.regions.assign(100, {1, 2, 30, 40});
  EXPECT_TRUE(counts_right(frame, request));
  request.regions.clear();
  EXPECT_TRUE(counts_right(frame, request));
  request.regions = {{9, 9, 9, 9}};
  request.bins = 10;
  EXPECT_TRUE(counts_right(frame, request));
}

} // namespace videohistogram::test
