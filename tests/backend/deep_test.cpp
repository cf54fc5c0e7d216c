// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples deeper than 8 bits are counted exactly, in up to 65536 bins.
#include "tests/backend/backend_test.h"

#include <algorithm>

namespace videohistogram::test {

namespace {

constexpr uint32_t numbers_of_bins[] = {1, 2, 255, 256, 1000, 4096, 65535, 65536};

/// The core's formats of 16-bit samples, then the made-up ones.
std::vector<const FormatInfo*> deep_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = plain_formats(); *format; format++)
    if ((*format)->sample_bytes == 2)
      formats.push_back(*format);
  for (const FormatInfo* const* format = made_up_formats(); *format; format++)
    formats.push_back(*format);
  return formats;
}

uint32_t max_bins(const FormatInfo& format) {
  return 1u << format.depth;
}

Layout deep_layout(const FormatInfo& format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format.name;
  layout.width = width;
  layout.height = height;
  return layout;
}

std::string describe(const Layout& layout, uint32_t bins) {
  return layout.format + " " + std::to_string(layout.width) + "x" + std::to_string(layout.height) +
         " padding " + std::to_string(layout.padding) + (layout.bottom_up ? " bottom-up" : "") +
         " offset " + std::to_string(layout.offset) + " " + std::to_string(bins) + " bins";
}

} // namespace

TEST_P(BackendTest, CountsDeepSamplesOfEveryFormatAndContentInAnyNumberOfBins) {
  for (const FormatInfo* format : deep_formats())
    for (Content content : all_contents) {
      Layout layout = deep_layout(*format, 131, 47);
      layout.padding = 10;
      const Frame& frame = frame_of(layout, content, 5);
      for (uint32_t bins : numbers_of_bins) {
        // Two contents with all numbers of bins, the others with two of them.
        const bool all = content == Content::noise || content == Content::runs;
        if (bins <= max_bins(*format) && (all || bins == max_bins(*format) || bins == 1000) &&
            (!sanitized || bins % 3 != 0)) {
          EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
              << describe(layout, bins) << " " << content_name(content);
        }
      }
    }
}

TEST_P(BackendTest, CountsDeepFramesOfEverySize) {
  struct {
    uint32_t width, height;
  } const sizes[] = {{1, 1},   {15, 1},     {1, 15},    {16, 4},   {17, 3},
                     {7, 290}, {1919, 107}, {10000, 1}, {1, 10000}};
  for (const FormatInfo* format : deep_formats())
    for (const auto& size : sizes) {
      const Layout layout = deep_layout(*format, size.width, size.height);
      const Frame& frame = frame_of(layout, Content::noise);
      const uint32_t bins = max_bins(*format);
      EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins))) << describe(layout, bins);
    }
}

TEST_P(BackendTest, CountsADeepFrameOf4K) {
  for (const char* format : {"GRAY16_LE", "RGBA64_LE"})
    for (Content content : {Content::white, Content::runs, Content::noise})
      for (uint32_t bins : {1024u, 65536u}) {
        const Layout layout = deep_layout(format_named(format), large(3840), large(2160));
        const Frame& frame = frame_of(layout, content);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
            << describe(layout, bins) << " " << content_name(content);
      }
}

TEST_P(BackendTest, CountsDeepFramesOfAnyLayout) {
  for (const FormatInfo* format : deep_formats())
    for (bool bottom_up : {false, true})
      for (size_t padding : {0, 1, 2, 6, 13, 16, 4096}) {
        Layout layout = deep_layout(*format, 203, 29);
        layout.padding = padding;
        layout.bottom_up = bottom_up;
        for (Content content : {Content::vertical, Content::noise}) {
          const uint32_t bins =
              content == Content::vertical ? max_bins(*format) : std::min(1000u, max_bins(*format));
          const Frame& frame = frame_of(layout, content);
          EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
              << describe(layout, bins);
        }
      }
}

TEST_P(BackendTest, CountsDeepFramesThatStartAtAnyByte) {
  for (const FormatInfo* format : deep_formats())
    for (size_t offset = 0; offset < 34; offset++) {
      Layout layout = deep_layout(*format, 61, 7);
      layout.padding = offset % 5;
      layout.offset = offset;
      const uint32_t bins = std::min(1000u, max_bins(*format));
      const Frame& frame = frame_of(layout, Content::noise);
      EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins))) << describe(layout, bins);
    }
}

TEST_P(BackendTest, CountsDeepFramesOfAnyWidthUpToTwoBlocks) {
  for (const char* name : {"GRAY16_LE", "CbCr 10 bits", "RGB 12 bits", "BGRA64_LE"})
    for (uint32_t width = 1; width <= 70; width++) {
      Layout layout = deep_layout(format_named(name), width, 3);
      layout.padding = 2;
      const Frame& frame = frame_of(layout, Content::runs, width);
      EXPECT_TRUE(counts_right(frame, request_all(frame.view(), 1000))) << describe(layout, 1000);
    }
}

TEST_P(BackendTest, NeverCountsThePaddingOfDeepFrames) {
  for (const char* name : {"GRAY16_LE", "RGBA64_LE"}) {
    Layout layout = deep_layout(format_named(name), 97, 61);
    layout.padding = 24;
    const Frame& frame = frame_of(layout, Content::vertical);
    const Request request = request_all(frame.view(), 65536);
    const std::vector<uint32_t> counts = count(frame.view(), request);
    ASSERT_EQ(counts.size(), request.total_counts());
    const QuantitySet stored = frame.view().format->channels();
    for (uint32_t c = 0; c < request.channels.size; c++) {
      if (stored & quantity_bit(request.channels[c])) {
        EXPECT_EQ(counts[c * 65536 + (canary << 8 | canary)], 0u) << name << " channel " << c;
      }
    }
  }
}

TEST_P(BackendTest, IgnoresTheBitsAroundAValue) {
  const FormatInfo& format = format_named("12 bits, middle");
  Frame frame(deep_layout(format, 16, 1));
  for (uint32_t x = 0; x < 16; x++) { // the same value, with each of the other bits in turn
    const uint32_t sample = 0xABC << 1 | (x % 2) | (x / 2) << 13;
    frame.pixel(x, 0)[0] = static_cast<uint8_t>(sample);
    frame.pixel(x, 0)[1] = static_cast<uint8_t>(sample >> 8);
  }
  const Request request = request_all(frame.view(), 4096);
  const std::vector<uint32_t> counts = count(frame.view(), request);
  ASSERT_EQ(counts.size(), 4096u);
  EXPECT_EQ(counts[0xABC], 16u);
}

TEST_P(BackendTest, CountsEverySubsetOfDeepChannels) {
  for (const char* name : {"RGBA64_LE", "ABGR64_LE", "RGB 12 bits", "CbCr 10 bits"}) {
    const FormatInfo& format = format_named(name);
    const Frame& frame = frame_of(deep_layout(format, 201, 43), Content::noise);
    for (QuantitySet set = 1; set < 1u << n_plane_quantities; set++) {
      Request request;
      request.bins = max_bins(format);
      request.channels = select_plane_quantities(format, set);
      QuantitySet selected = 0;
      for (Quantity channel : request.channels)
        selected |= quantity_bit(channel);
      if (selected == set) {
        EXPECT_TRUE(counts_right(frame, request)) << name << " channels " << set;
      }
    }
  }
}

TEST_P(BackendTest, ComputesTheLumaOfDeepSamplesWithEachSetOfWeights) {
  for (const char* name : {"RGBA64_LE", "ARGB64_LE", "BGR 16 bits", "RGB 12 bits", "xRGB 14 bits"})
    for (const LumaWeights& weights : {luma_bt601, luma_bt709, luma_bt2020})
      for (Content content : {Content::noise, Content::white, Content::runs}) {
        const FormatInfo& format = format_named(name);
        const Frame& frame = frame_of(deep_layout(format, 333, 41), content);
        Request request;
        request.bins = max_bins(format);
        request.channels = select_plane_quantities(format, quantity_bit(Quantity::luma));
        request.luma = weights;
        ASSERT_EQ(request.channels.size, 1u);
        EXPECT_TRUE(counts_right(frame, request))
            << name << " " << weights.r << " " << content_name(content);
      }
}

TEST_P(BackendTest, CountsRegionsOfDeepFrames) {
  for (const FormatInfo* format : deep_formats())
    for (uint32_t bins : {max_bins(*format), std::min(255u, max_bins(*format))}) {
      Layout layout = deep_layout(*format, 201, 83);
      layout.bottom_up = bins == 255;
      layout.padding = 6;
      const Frame& frame = frame_of(layout, Content::noise);
      Request request = request_all(frame.view(), bins);
      request.regions = {{0, 0, 201, 83},  {0, 0, 0, 0},    {5, 5, 0, 10},   {0, 0, 1, 1},
                         {200, 82, 1, 1},  {0, 41, 201, 1}, {100, 0, 1, 83}, {3, 7, 64, 16},
                         {13, 11, 107, 5}, {1, 1, 199, 81}};
      EXPECT_TRUE(counts_right(frame, request)) << describe(layout, bins);
    }
}

TEST_P(BackendTest, CountsAsManyRegionsOfADeepFrameAsAreAllowed) {
  const Layout layout = deep_layout(format_named("GRAY16_LE"), 640, 360);
  const Frame& frame = frame_of(layout, Content::runs);
  // Tables of 65536 bins per region are large: one backend is enough.
  const bool large_tables =
      !sanitized && (takes_large_frames(GetParam()) || GetParam() == chosen_backends().front());
  for (uint32_t bins : {100u, large_tables ? 65536u : 1024u}) {
    Request request = request_all(frame.view(), bins);
    std::mt19937 random(7);
    for (uint32_t i = 0; i < max_regions; i++)
      request.regions.push_back(clip(random() % 700, random() % 400, random() % 120, random() % 120,
                                     layout.width, layout.height));
    EXPECT_TRUE(counts_right(frame, request)) << bins;
  }
}

TEST_P(BackendTest, CountsDeepAndShallowFramesInTurn) {
  struct {
    const char* format;
    uint32_t width, height, bins;
  } const steps[] = {{"GRAY16_LE", 64, 36, 65536},
                     {"RGBA", 640, 360, 256},
                     {"RGBA64_LE", 640, 360, 65536},
                     {"GRAY16_LE", 640, 360, 1000},
                     {"RGB", 64, 36, 7},
                     {"RGBA64_LE", 1, 1, 2},
                     {"GRAY16_LE", 1280, 720, 4096},
                     {"ARGB64_LE", 640, 360, 65536}};
  for (bool prepared : {false, true})
    for (const auto& step : steps) {
      const FormatInfo& format = format_named(step.format);
      const Layout layout = deep_layout(format, step.width, step.height);
      if (prepared)
        reference::prepare(*backend_, format, step.width, step.height, backend_->depth());
      const Frame& frame = frame_of(layout, Content::noise);
      EXPECT_TRUE(counts_right(frame, request_all(frame.view(), step.bins)))
          << describe(layout, step.bins);
    }
}

TEST_P(BackendTest, KeepsDeepFramesInFlightApart) {
  const FormatInfo& format = format_named("RGBA64_LE");
  for (int round = 0; round < 3; round++) {
    std::vector<Frame> frames;
    std::vector<JobPtr> jobs;
    for (uint32_t i = 0; i < backend_->depth(); i++)
      frames.push_back(make_frame(deep_layout(format, 300 + i, 100), Content::noise, i + 1));
    const Request request = request_all(frames[0].view(), 65536);
    for (const Frame& frame : frames)
      jobs.push_back(submit(frame.view(), request));
    for (size_t i = 0; i < jobs.size(); i++) {
      ASSERT_TRUE(jobs[i]);
      EXPECT_TRUE(are_right(wait(*jobs[i], request), frames[i].view(), request)) << i;
    }
  }
}

} // namespace videohistogram::test
