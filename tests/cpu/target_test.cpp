// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames that are difficult for some target. tests/backend checks that all targets count any frame.
#include "tests/cpu/target_test.h"

#include "cpu/cpu_backend.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>

namespace videohistogram {

namespace {

using namespace reference;
using namespace test;
using cpu::Target;

class CpuTarget : public TargetTest {
protected:
  testing::AssertionResult counts_right(const FrameView& frame, const Request& request) {
    return counts_as(reference::count(frame, request), frame, request, 1);
  }
  testing::AssertionResult counts_as(const std::vector<uint32_t>& expected, const FrameView& frame,
                                     const Request& request, uint32_t threads) {
    const auto backend = create_cpu_backend(threads, GetParam());
    // The second frame shows whether the first one left counters that are not zero.
    for (int round = 0; round < 2; round++) {
      testing::AssertionResult same = reference::counts_as(expected, *backend, frame, request);
      if (!same)
        return same << " (frame " << round << ")";
    }
    return testing::AssertionSuccess();
  }
};

/// Calls `visit(plane, x, y)` for every pixel of every plane, as Frame::pixel() has them.
template <typename Visit>
void for_each_pixel(const Frame& frame, const Visit& visit) {
  const Layout& layout = frame.layout();
  for (uint32_t plane = 0; plane < frame.view().format->n_planes; plane++)
    for (uint32_t y = 0; y < frame.sample_plane(plane).height_of(layout.height); y++)
      for (uint32_t x = 0; x < frame.sample_plane(plane).width_of(layout.width); x++)
        visit(plane, x, y);
}

/// Bytes in runs of up to 2000. The bytes of a run are equal, or random: from a quarter of all
/// values, from two values, or from all.
void fill_with_runs(Frame& frame, std::mt19937& random) {
  uint32_t left = 0, kind = 0, a = 0, b = 0;
  for_each_pixel(frame, [&](uint32_t plane, uint32_t x, uint32_t y) {
    if (left-- == 0) {
      left = random() % 2000;
      kind = random() % 4;
      a = random() % 256;
      b = random() % 256;
    }
    for (uint32_t c = 0; c < frame.pixel_bytes(plane); c++) {
      const uint32_t noise = random();
      frame.pixel(x, y, plane)[c] = static_cast<uint8_t>(kind == 0   ? a
                                                         : kind == 1 ? (a & 192) + noise % 64
                                                         : kind == 2 ? (noise & 1 ? a : b)
                                                                     : noise);
    }
  });
}

/// A frame, a request, and the expected counts.
struct Case {
  std::shared_ptr<const Frame> frame;
  Request request;
  std::vector<uint32_t> expected;
};

Case make_case(const std::shared_ptr<const Frame>& frame, uint32_t bins) {
  const Request request = request_all(frame->view(), bins);
  return {frame, request, reference::count(frame->view(), request)};
}

/// One format per layout of pixels.
constexpr const char* kinds[] = {"RGBA", "RGB",       "GRAY8",     "NV12",        "YUY2",
                                 "UYVY", "P010_10LE", "Y444_10LE", "RGB 12 bits", "RGBA64_LE"};

} // namespace

TEST(CpuTargets, AreListedWithTheGenericOneLast) {
  const std::vector<const Target*> all = all_targets();
  ASSERT_FALSE(all.empty());
  EXPECT_STREQ(all.back()->name, "generic");
  EXPECT_TRUE(all.back()->supported());
  std::set<std::string> names;
  for (const Target* target : all) {
    EXPECT_TRUE(names.insert(target->name).second) << target->name;
    EXPECT_EQ(cpu::find_target(target->name), target);
  }
  EXPECT_EQ(cpu::find_target("none"), nullptr);
}

TEST(CpuTargets, TheBestOneIsTheFirstThatIsSupported) {
  for (const Target* target : all_targets())
    if (target->supported()) {
      EXPECT_EQ(&cpu::best_target(), target);
      return;
    }
}

TEST_P(CpuTarget, CountsRunsOfEveryKind) {
  static const std::vector<Case> cases = [] { // the same for all targets
    std::vector<Case> made;
    std::mt19937 random(7);
    for (const char* format : {"RGBA", "ARGB", "BGR", "GRAY8", "NV12", "I420", "Y42B", "YUY2",
                               "UYVY", "P010_10LE", "I420_10LE"})
      for (size_t padding : {0, 3}) {
        Layout layout;
        layout.format = format;
        layout.width = 1501;
        layout.height = sanitized ? 60 : 150;
        layout.padding = padding;
        auto frame = std::make_shared<Frame>(layout);
        fill_with_runs(*frame, random);
        for (uint32_t bins : {256, 100, 7})
          made.push_back(make_case(frame, bins));
      }
    return made;
  }();
  for (const auto& [frame, request, expected] : cases)
    for (uint32_t threads : {1, 3})
      EXPECT_TRUE(counts_as(expected, frame->view(), request, threads))
          << frame->layout().format << frame->layout().padding << " " << request.bins;
}

TEST_P(CpuTarget, CountsFlatRowsOfEveryValue) {
  static const std::vector<Case> cases = [] { // the same for all targets
    std::vector<Case> made;
    for (const char* format : kinds) {
      Layout layout;
      layout.format = format;
      layout.width = 1100;
      layout.height = 512;
      auto frame = std::make_shared<Frame>(layout);
      for_each_pixel(*frame, [&](uint32_t plane, uint32_t x, uint32_t y) {
        for (uint32_t c = 0; c < frame->pixel_bytes(plane); c++)
          frame->pixel(x, y, plane)[c] = static_cast<uint8_t>(y + 60 * c);
      });
      made.push_back(make_case(frame, 256));
    }
    return made;
  }();
  for (const auto& [frame, request, expected] : cases)
    EXPECT_TRUE(counts_as(expected, frame->view(), request, 1)) << frame->layout().format;
}

TEST_P(CpuTarget, CountsOneOtherPixelAnywhereInAFlatRow) {
  for (const char* format : kinds)
    for (uint32_t at = 0; at < 1200; at += sanitized ? 37 : 1) {
      Layout layout;
      layout.format = format;
      layout.width = 1200;
      layout.height = 1;
      Frame frame = make_frame(layout, Content::white);
      for (uint32_t plane = 0; plane < frame.view().format->n_planes; plane++) {
        const uint32_t x = at % frame.sample_plane(plane).width_of(layout.width);
        frame.pixel(x, 0, plane)[at % frame.pixel_bytes(plane)] = at % 2 ? 254 : 3;
      }
      ASSERT_TRUE(counts_right(frame.view(), request_all(frame.view()))) << format << " " << at;
    }
}

TEST_P(CpuTarget, CountsEverySetOfChannels) {
  std::mt19937 random(11);
  for (const char* format : {"RGBA", "BGRx", "xRGB", "RGB", "BGR", "NV12", "NV21", "YV12", "YUY2",
                             "UYVY", "P010_10LE", "I420_10LE"}) {
    Layout layout;
    layout.format = format;
    layout.width = 701;
    layout.height = 9;
    Frame frame(layout);
    fill_with_runs(frame, random);
    const FormatInfo& info = *frame.view().format;
    for (QuantitySet wanted = 1; wanted < 512; wanted += sanitized ? 3 : 1) {
      Request request;
      request.channels = select_plane_quantities(info, wanted);
      if (request.channels.size > 0) {
        ASSERT_TRUE(counts_right(frame.view(), request)) << format << " " << wanted;
      }
    }
  }
}

TEST_P(CpuTarget, CountsPairsThatLieHalfInARectangle) {
  std::mt19937 random(5);
  for (const char* format : {"YUY2", "UYVY", "NV12", "Y42B"})
    for (uint32_t width : {1, 2, 3, 1400, 1401})
      for (size_t padding : {0, 1, 64}) {
        Layout layout;
        layout.format = format;
        layout.width = width;
        layout.height = 13;
        layout.padding = padding;
        Frame frame(layout);
        fill_with_runs(frame, random);
        Request request = request_all(frame.view());
        for (uint32_t x = 0; x < std::min(width, 3u); x++)
          for (uint32_t right = x; right <= std::min(width, x + 5); right++) {
            request.regions.push_back({x, x, right - x, 13 - x});
            request.regions.push_back({width - right, 0, right - x, 13});
            request.regions.push_back({x, 1, width - right, 12});
          }
        ASSERT_TRUE(counts_right(frame.view(), request)) << format << width << " " << padding;
        request.channels = select_plane_quantities(
            *frame.view().format, quantity_bit(Quantity::y) | quantity_bit(Quantity::cr));
        ASSERT_TRUE(counts_right(frame.view(), request)) << format << width << " " << padding;
      }
}

TEST_P(CpuTarget, ComputesLumaOfAnyWeights) {
  for (const char* format : {"RGBA", "ABGR", "BGR"})
    for (const LumaWeights& weights :
         {luma_bt601, luma_bt709, luma_bt2020, LumaWeights{65536, 0, 0}, LumaWeights{0, 65535, 1},
          LumaWeights{127, 128, 65281}}) {
      Layout layout;
      layout.format = format;
      layout.width = 777;
      layout.height = 33;
      const Frame frame = make_frame(layout, Content::noise);
      Request request;
      request.channels =
          select_plane_quantities(*frame.view().format, quantity_bit(Quantity::luma));
      request.luma = weights;
      EXPECT_TRUE(counts_right(frame.view(), request))
          << format << " " << weights.r << " " << weights.g;
    }
}

TEST_P(CpuTarget, ReadsNothingBehindTheLastPixel) {
  const GuardedNoise noise;
  for (const char* format : kinds)
    for (uint32_t width = 1; width < 1200; width += width < 300 ? 1 : 61) {
      const FrameView frame = noise.frame(format, width);
      ASSERT_TRUE(counts_right(frame, request_all(frame))) << format << " " << width;
    }
}

INSTANTIATE_TEST_SUITE_P(All, CpuTarget, testing::ValuesIn(all_targets()), target_name);

} // namespace videohistogram
