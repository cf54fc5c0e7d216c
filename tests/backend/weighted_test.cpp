// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Weighted projections: sums of Cb and Cr, or of R, G and B, over the pixels of each bin.
#include "tests/backend/colours_test.h"

#include <algorithm>
#include <random>

namespace videohistogram::test {

namespace {

/// Formats with colours.
std::vector<const FormatInfo*> coloured_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    if ((*format)->is_rgb() || (*format)->is_ycbcr())
      formats.push_back(*format);
  return formats;
}

QuantitySet weights_of(const FormatInfo& format) {
  return format.is_rgb() ? rgb_set : chroma_set;
}

/// One histogram, which a plan must have, and no more.
ColourRequest with_one_histogram(const FormatInfo& format) {
  return {format, format.is_ycbcr() ? quantity_bit(Quantity::y) : rgb_set, 256};
}

class WeightedTest : public ColoursTest {
protected:
  testing::AssertionResult sums_right(const FrameView& view, const Frame& frame, uint32_t bins,
                                      double angle) {
    const FormatInfo& format = *view.format;
    ColourRequest request = with_one_histogram(format);
    request.add_weighted(format, view.width, view.height, weights_of(format), bins, angle);
    return counts_right(view, request) << describe(frame, request) << " at " << angle;
  }
};

} // namespace

TEST_P(WeightedTest, AddsUpTheColoursOfEveryFormat) {
  for (const FormatInfo* format : coloured_formats())
    for (double angle : {0.0, 90.0}) {
      const Frame& frame = frame_of(padded_layout(*format, 133, 39), Content::noise);
      ASSERT_TRUE(sums_right(frame.view(), frame, angle == 0 ? 256 : 100, angle));
    }
}

TEST_P(WeightedTest, AddsUpFramesOfAnySize) {
  std::mt19937 random(11);
  const std::vector<const FormatInfo*> formats = coloured_formats();
  for (uint32_t i = 0; i < (sanitized ? 30u : 150u); i++) {
    const FormatInfo& format = *formats[random() % formats.size()];
    const uint32_t width = 1 + random() % (i % 5 == 0 ? 700 : 150), height = 1 + random() % 90;
    Layout layout = padded_layout(format, width, height);
    layout.bottom_up = random() % 4 == 0;
    const Frame& frame =
        frame_of(layout, random() % 2 == 0 ? Content::noise : Content::runs, 1 + random() % 9);
    ASSERT_TRUE(sums_right(frame.view(), frame, 1 + random() % 1100, random() % 2 == 0 ? 0 : 90));
  }
}

TEST_P(WeightedTest, AddsUpEveryContent) {
  for (const char* name : {"NV12", "I422_10LE", "RGBA"})
    for (Content content : all_contents)
      for (double angle : {0.0, 90.0}) {
        const Frame& frame = frame_of(padded_layout(*find_format(name), 533, 61), content);
        ASSERT_TRUE(sums_right(frame.view(), frame, 256, angle)) << content_name(content);
      }
}

TEST_P(WeightedTest, TakesTheChromaOfTheFieldOfInterlacedFrames) {
  for (const char* name : {"NV12", "I420", "P010_10LE"})
    for (uint32_t height : {2u, 6u, 7u, 34u})
      for (double angle : {0.0, 90.0}) {
        const Frame& frame =
            frame_of(padded_layout(*find_format(name), 65, height), Content::noise);
        FrameView view = frame.view();
        view.interlaced = true;
        EXPECT_TRUE(sums_right(view, frame, 64, angle));
      }
}

TEST_P(WeightedTest, AddsUpBesideOtherTables) {
  for (const char* name : {"I420", "Y444", "BGRx"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 320, 120), Content::runs);
    ColourRequest request = with_one_histogram(format);
    request.add_projection(frame.view(), format.is_rgb() ? Quantity::luma : Quantity::y, 256, 0);
    request.add_weighted(format, 320, 120, weights_of(format), 256, 0);
    request.add_weighted(format, 320, 120, quantity_bit(first_of(weights_of(format))), 50, 90);
    if (format.is_ycbcr())
      request.add_joint(format, Quantity::cb, Quantity::cr, 64, 64);
    else
      request.add_joint(format, Quantity::r, Quantity::luma, 64, 32);
    request.regions = {{7, 9, 100, 50}, {100, 20, 64, 64}};
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    request.whole_frame = false;
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    request.regions.clear();
    request.whole_frame = true;
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
  }
}

TEST_P(WeightedTest, AddsUpFramesOfVideoSize) {
  for (const char* name : {"NV12", "P010_10LE", "RGBA"})
    for (double angle : {0.0, 90.0}) {
      const Frame& frame = frame_of(padded_layout(*find_format(name), large(1920), large(1080)),
                                    angle == 0 ? Content::noise : Content::white);
      EXPECT_TRUE(sums_right(frame.view(), frame, 256, angle));
    }
}

// Without a reference: where all weights are equal, the sums are as many times the counts.
TEST_P(WeightedTest, SumsAreTheCountsTimesAnEqualWeight) {
  const FormatInfo& format = *find_format("I420");
  Frame frame = make_frame(padded_layout(format, 160, 90), Content::noise);
  for (uint32_t plane = 1; plane < 3; plane++)
    for (uint32_t y = 0; y < 45; y++)
      std::fill_n(frame.row(y, plane), 80, static_cast<uint8_t>(plane * 100));
  ColourRequest request = with_one_histogram(format);
  request.add_projection(frame.view(), Quantity::y, 128, 90);
  request.add_weighted(format, 160, 90, chroma_set, 128, 90);
  const std::vector<uint32_t> counts = count(frame.view(), request);
  const size_t matrix = size_t{90} * 128;
  ASSERT_EQ(counts.size(), 256 + 3 * matrix);
  for (size_t i = 256; i < 256 + matrix; i++) {
    ASSERT_EQ(counts[i + matrix], counts[i] * 100) << "Cb " << i;
    ASSERT_EQ(counts[i + 2 * matrix], counts[i] * 200) << "Cr " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, WeightedTest, testing::ValuesIn(chosen_backends()),
                         test_name_of);

} // namespace videohistogram::test
