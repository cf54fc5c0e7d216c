// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Any frame is counted exactly: formats, contents, sizes, memory layouts.
#include "tests/backend/backend_test.h"

#include <numeric>

namespace videohistogram::test {

namespace {

/// Odd, prime, minimal, and long in one direction.
constexpr Size sizes[] = {{1, 1},     {15, 1},     {1, 15},    {16, 4},   {17, 3},
                          {385, 289}, {1919, 271}, {10000, 1}, {1, 10000}};

std::string describe(const Layout& layout) {
  return layout.format + " " + std::to_string(layout.width) + "x" + std::to_string(layout.height) +
         " padding " + std::to_string(layout.padding) + (layout.bottom_up ? " bottom-up" : "") +
         " offset " + std::to_string(layout.offset);
}

} // namespace

TEST_P(BackendTest, CountsEveryContentOfEveryFormat) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    for (Content content : all_contents) {
      Layout layout;
      layout.format = (*format)->name;
      layout.width = 131;
      layout.height = 47;
      layout.padding = 9;
      EXPECT_TRUE(counts_right(frame_of(layout, content)))
          << layout.format << " " << content_name(content);
    }
}

TEST_P(BackendTest, CountsEachChannelAlone) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    for (uint32_t byte = 0; byte < (*format)->sample_planes[0].pixel_bytes; byte++) {
      Layout layout;
      layout.format = (*format)->name;
      layout.width = 300;
      layout.height = 20;
      EXPECT_TRUE(counts_right(frame_of(layout, Content::channel_alone, byte)))
          << layout.format << " byte " << byte;
    }
}

TEST_P(BackendTest, CountsEverySize) {
  for (const char* format : {"RGBA", "xBGR", "BGR", "GRAY8"})
    for (const Size& size : sizes) {
      Layout layout;
      layout.format = format;
      layout.width = size.width;
      layout.height = size.height;
      EXPECT_TRUE(counts_right(frame_of(layout, Content::noise))) << describe(layout);
    }
}

TEST_P(BackendTest, CountsAnOddSizedFrameOfEveryContent) {
  for (Content content : all_contents) {
    Layout layout;
    layout.width = 385;
    layout.height = 289;
    EXPECT_TRUE(counts_right(frame_of(layout, content))) << content_name(content);
  }
}

TEST_P(BackendTest, CountsAFrameOf8K) {
  Layout layout;
  layout.width = large(7680);
  layout.height = large(4320);
  EXPECT_TRUE(counts_right(frame_of(layout, Content::noise)));
}

TEST_P(BackendTest, CountsAFlatFrameOf4KInOneBin) {
  for (Content content : {Content::black, Content::white, Content::constant}) {
    Layout layout;
    layout.width = large(3840);
    layout.height = large(2160);
    const uint64_t pixels = uint64_t{layout.width} * layout.height;
    const Frame& frame = frame_of(layout, content);
    Request request = request_all(frame.view());
    const std::vector<uint32_t> counts = count(frame.view(), request);
    ASSERT_EQ(counts.size(), request.total_counts());
    const uint8_t* pixel = frame.view().planes[0].row(0);
    for (uint32_t c = 0; c < 4; c++)
      EXPECT_EQ(counts[c * 256 + pixel[c]], pixels) << content_name(content) << " " << c;
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), uint64_t{0}),
              request.channels.size * pixels)
        << content_name(content);
  }
}

TEST_P(BackendTest, NeverCountsPadding) {
  for (const char* format : {"RGBA", "ABGR", "RGB", "GRAY8"})
    for (size_t padding_pixels : {0, 1, 13})
      for (Content content : {Content::white, Content::two_valued, Content::vertical}) {
        Layout layout;
        layout.format = format;
        layout.width = 97;
        layout.height = 61;
        layout.padding = padding_pixels * find_format(format)->row_bytes(0, 1);
        const Frame& frame = frame_of(layout, content);
        Request request;
        request.channels =
            select_plane_quantities(*frame.view().format, frame.view().format->channels());
        const std::vector<uint32_t> counts = count(frame.view(), request);
        ASSERT_EQ(counts.size(), request.total_counts());
        for (uint32_t c = 0; c < request.channels.size; c++) {
          EXPECT_EQ(counts[c * 256 + canary], 0u) << describe(layout);
          EXPECT_EQ(std::accumulate(&counts[c * 256], &counts[c * 256] + 256, 0u), 97u * 61)
              << describe(layout);
        }
        EXPECT_TRUE(counts_right(frame, request)) << describe(layout);
      }
}

TEST_P(BackendTest, CountsRowsThatArePagesApart) {
  for (const char* format : {"RGBA", "RGB", "GRAY8"})
    for (bool bottom_up : {false, true}) {
      Layout layout;
      layout.format = format;
      layout.width = 33;
      layout.height = 65;
      layout.padding = 4096;
      layout.bottom_up = bottom_up;
      EXPECT_TRUE(counts_right(frame_of(layout, Content::runs))) << describe(layout);
    }
}

TEST_P(BackendTest, CountsBottomUpFrames) {
  for (const char* format : {"RGBA", "BGRx", "BGR", "GRAY8"})
    for (size_t padding : {0, 5}) {
      Layout layout;
      layout.format = format;
      layout.width = 641;
      layout.height = 360;
      layout.padding = padding;
      layout.bottom_up = true;
      EXPECT_TRUE(counts_right(frame_of(layout, Content::vertical))) << describe(layout);
      EXPECT_TRUE(counts_right(frame_of(layout, Content::noise))) << describe(layout);
    }
}

TEST_P(BackendTest, CountsFramesThatStartAtAnyByte) {
  for (const char* format : {"RGBA", "RGB", "GRAY8"})
    for (size_t offset = 0; offset < 40; offset++) {
      Layout layout;
      layout.format = format;
      layout.width = 61;
      layout.height = 7;
      layout.padding = offset % 3;
      layout.offset = offset;
      EXPECT_TRUE(counts_right(frame_of(layout, Content::noise))) << describe(layout);
    }
}

TEST_P(BackendTest, CountsFramesOfAnyWidthUpToTwoBlocks) {
  for (const char* format : {"RGBA", "RGBx", "RGB", "GRAY8"})
    for (uint32_t width = 1; width <= 140; width++) {
      Layout layout;
      layout.format = format;
      layout.width = width;
      layout.height = 3;
      layout.padding = 1;
      EXPECT_TRUE(counts_right(frame_of(layout, Content::runs, width))) << describe(layout);
    }
}

TEST_P(BackendTest, CountsRandomFramesAndRequests) {
  static const std::vector<RandomCase> cases = [] { // the same for all backends
    std::vector<RandomCase> made;
    std::mt19937 random(20240131);
    for (int i = 0; i < 600; i++)
      made.push_back(random_case(random, i % 20 ? 70 : sanitized ? 300 : 900));
    return made;
  }();
  for (const RandomCase& random_frame : cases)
    ASSERT_TRUE(counts_right(random_frame.frame, random_frame.request)) << random_frame.description;
}

} // namespace videohistogram::test
