// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Levels and edges that videoscopeoverlay marks. The table of false colour is written here by hand
// from docs/scopes.md.
#include "tests/plugin/scope/marked_frames.h"
#include "tests/plugin/support/known_formats.h"

namespace {

/// The ends of the steps of false colour, in codes: the first code of blue, the first one after
/// it, then of green, pink, yellow and red.
struct Steps {
  int blue, after_blue, green, after_green, pink, after_pink, yellow, red;

  Expected at(int code) const {
    return code < blue                           ? in(purple)
           : code < after_blue                   ? in(::blue)
           : code >= green && code < after_green ? in(::green)
           : code >= pink && code < after_pink   ? in(::pink)
           : code >= red                         ? in(::red)
           : code >= yellow                      ? in(::yellow)
                                                 : in_grey;
  }
};

// 2.5, 4, 38, 42, 52, 56, 97 and 99 % of 219 codes from 16 on, and so on.
constexpr Steps limited_8 = {22, 25, 100, 108, 130, 139, 229, 233};
constexpr Steps full_8 = {7, 11, 97, 108, 133, 143, 248, 253};
constexpr Steps limited_10 = {86, 100, 397, 432, 520, 555, 914, 932};
constexpr Steps limited_12 = {344, 397, 1588, 1728, 2079, 2219, 3655, 3725};

double pq_nits(double signal) {
  const double root = std::pow(signal, 1 / 78.84375);
  return 10000 * std::pow(std::max(root - 0.8359375, 0.0) / (18.8515625 - 18.6875 * root),
                          1 / 0.1593017578125);
}
double hlg_nits(double signal) {
  const double scene = signal <= 0.5
                           ? signal * signal / 3
                           : (std::exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return 1000 * std::pow(scene, 1.2);
}

} // namespace

TEST(Marks, FalseColourHasTheStepsOfTheTable) {
  struct Case {
    const char* format;
    const char* colorimetry;
    Steps steps;
    bool full;
  };
  for (const Case& c : {Case{"NV12", "bt601", limited_8, false},
                        {"NV12", "1:4:5:4", full_8, true},
                        {"I420", "bt601", limited_8, false},
                        {"Y444", "bt601", limited_8, false},
                        {"P010_10LE", "bt601", limited_10, false},
                        {"I420_10LE", "bt601", limited_10, false},
                        {"Y444_12LE", "bt601", limited_12, false}}) {
    SCOPED_TRACE(std::string(c.format) + " " + c.colorimetry);
    // All codes, those of a row one after the other; chroma is not neutral.
    const std::string caps = video_caps(c.format, 64, 128) + ",colorimetry=" + c.colorimetry;
    const GstVideoInfo info = info_of_caps(caps);
    Samples frame(info, noise(info, 7));
    for (int y = 0; y < 128; y++)
      for (int x = 0; x < 64; x++)
        frame.set(0, x, y, (64 * y + x) & ((1 << frame.depth()) - 1));
    Coding coding;
    coding.full = c.full;
    const Samples expected =
        marked(frame, info, coding, [&](int x, int y) { return c.steps.at(frame.get(0, x, y)); });
    EXPECT_TRUE(equal(expected, output_of(caps, "marks=false-color", frame.bytes())));
  }
}

TEST(Marks, FalseColourOfAllFormatsTakesTheChromaOfTheFirstPixel) {
  for (const videohistogram::FormatInfo* format : videohistogram::test::known_plain_formats())
    for (const auto& [w, h] : {std::pair(64, 34), {37, 23}, {1, 1}}) {
      // GStreamer describes other places of their samples than it reads, those of 16 bits since it
      // has them (1.24 to 1.28), the others in 1.22.
      constexpr const char* wrong[] = {"VYUY", "Y210", "Y212_LE", "Y412_LE", "Y216_LE", "Y416_LE"};
      if (std::find(std::begin(wrong), std::end(wrong), std::string(format->name)) !=
          std::end(wrong))
        continue;
      SCOPED_TRACE(std::string(format->name) + " " + std::to_string(w));
      const std::string caps = video_caps(format->name, w, h);
      const GstVideoInfo info = info_of_caps(caps);
      const Samples frame(info, noise(info, 3));
      Coding coding;
      coding.rgb = GST_VIDEO_INFO_IS_RGB(&info);
      coding.full = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
      if (!GST_VIDEO_INFO_IS_YUV(&info))
        coding.kr = 0.2126, coding.kb = 0.0722;
      const int depth = frame.depth();
      const Samples expected = marked(frame, info, coding, [&](int x, int y) {
        double luma = frame.get(0, x, y);
        if (coding.rgb)
          luma = luma_of(frame, x, y);
        const double zero = coding.full ? 0 : 16 << (depth - 8);
        const double unit = coding.full ? (1 << depth) - 1 : 219 << (depth - 8);
        const double percent = 100 * (luma - zero) / unit;
        return percent < 2.5                   ? in(purple)
               : percent < 4                   ? in(blue)
               : percent >= 38 && percent < 42 ? in(green)
               : percent >= 52 && percent < 56 ? in(pink)
               : percent >= 99                 ? in(red)
               : percent >= 97                 ? in(yellow)
                                               : in_grey;
      });
      EXPECT_TRUE(equal(expected, output_of(caps, "marks=false-color", frame.bytes())));
    }
}

TEST(Marks, FalseColourOfPqAndHlgHasTheStepsInNits) {
  struct Step {
    double nits;
    Colour colour;
  };
  const Step steps[] = {{0, {41, 13, 56}},      {0.1, {97, 31, 158}},  {1, {26, 56, 217}},
                        {10, {26, 148, 217}},   {26, {20, 153, 51}},   {100, {153, 214, 51}},
                        {203, {255, 230, 26}},  {400, {255, 140, 13}}, {1000, {230, 20, 20}},
                        {4000, {255, 153, 217}}};
  for (const bool pq : {true, false}) {
    const std::string caps =
        video_caps("Y444_10LE", 64, 32) + ",colorimetry=" + (pq ? "bt2100-pq" : "bt2100-hlg");
    const GstVideoInfo info = info_of_caps(caps);
    // The largest of R, G and B as a signal: neutral, or one of the three with the others at 0.
    Samples frame(info, noise(info, 1));
    std::vector<double> nits(size_t{64} * 32);
    for (int y = 0; y < 32; y++)
      for (int x = 0; x < 64; x++) {
        const double signal = std::min((y * 64 + x) / 2 / 1000.0, 1.0);
        const int colour = x % 2 ? y % 3 : 3;
        const double r = colour == 3 || colour == 0 ? signal : 0,
                     g = colour == 3 || colour == 1 ? signal : 0,
                     b = colour == 3 || colour == 2 ? signal : 0;
        const double luma = 0.2627 * r + 0.678 * g + 0.0593 * b;
        frame.set(0, x, y, static_cast<int>(std::lround(64 + 876 * luma)));
        frame.set(1, x, y, static_cast<int>(std::lround(512 + 896 * (b - luma) / 1.8814)));
        frame.set(2, x, y, static_cast<int>(std::lround(512 + 896 * (r - luma) / 1.4746)));
        nits[static_cast<size_t>(y * 64 + x)] = signal;
      }
    const std::vector<guint8> got = output_of(caps, "marks=false-color", frame.bytes());
    const Samples out(info, got);
    Coding coding;
    coding.kr = 0.2627, coding.kb = 0.0593;
    coding.transfer = [&](double component) {
      const double light = 203 * std::pow(component, 2.4);
      if (pq)
        return pq_signal(light);
      const double scene = std::pow(light / 1000, 1 / 1.2);
      return scene <= 1.0 / 12 ? std::sqrt(3 * scene)
                               : 0.17883277 * std::log(12 * scene - 0.28466892) + 0.55991073;
    };
    int checked = 0;
    std::vector<int> seen(std::size(steps));
    for (int y = 0; y < 32; y++)
      for (int x = 0; x < 64; x++) {
        // Rounded samples move the signal by up to two codes.
        const double signal = nits[static_cast<size_t>(y * 64 + x)];
        const auto step_of = [&](double of) {
          const double light =
              pq ? pq_nits(std::clamp(of, 0.0, 1.0)) : hlg_nits(std::clamp(of, 0.0, 1.0));
          size_t step = 0;
          while (step + 1 < std::size(steps) && light >= steps[step + 1].nits * (1 - 1e-7))
            step++;
          return step;
        };
        const size_t step = step_of(signal);
        if (step_of(signal - 2.0 / 876) != step || step_of(signal + 2.0 / 876) != step)
          continue;
        checked++;
        seen[step]++;
        const std::array<int, 3> expected = coding.of(steps[step].colour, 10);
        for (guint c = 0; c < 3; c++)
          ASSERT_EQ(out.get(c, x, y), expected[c])
              << (pq ? "PQ" : "HLG") << ", signal " << signal << ", step " << step << ", c " << c;
      }
    EXPECT_GT(checked, 1500);
    for (size_t i = 0; i < std::size(steps); i++)
      EXPECT_EQ(seen[i] > 0, pq || steps[i].nits < 1000) << steps[i].nits;
  }
}

TEST(Marks, NeutralPixelsOfPqChangeColourAtTheCodesOfTheSteps) {
  // The first codes of 10 bits in limited range whose light is at least 0.1, 1 and so on.
  const std::string caps = video_caps("Y444_10LE", 1024, 2) + ",colorimetry=bt2100-pq";
  const GstVideoInfo info = info_of_caps(caps);
  Samples frame(info, std::vector<guint8>(info.size));
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 1024; x++) {
      frame.set(0, x, y, x);
      frame.set(1, x, y, 512);
      frame.set(2, x, y, 512);
    }
  const Samples out(info, output_of(caps, "marks=false-color", frame.bytes()));
  std::vector<int> changes;
  for (int x = 1; x < 1024; x++)
    if (out.get(0, x, 0) != out.get(0, x - 1, 0) || out.get(1, x, 0) != out.get(1, x - 1, 0) ||
        out.get(2, x, 0) != out.get(2, x - 1, 0))
      changes.push_back(x);
  std::vector<int> expected;
  for (const double nits : {0.1, 1.0, 10.0, 26.0, 100.0, 203.0, 400.0, 1000.0, 4000.0})
    expected.push_back(static_cast<int>(std::ceil(64 + 876 * pq_signal(nits))));
  ASSERT_EQ(changes.size(), expected.size());
  for (size_t i = 0; i < changes.size(); i++) // computed codes of 12 bits are off by at most one
    EXPECT_NEAR(changes[i], expected[i], 1) << i;
}

TEST(Marks, ZebraHasStripesOfFortyFiveDegreesOnItsRange) {
  // 40 and 60 % of full range are the codes 102 and 153: the lower end belongs to the range.
  for (const char* format : {"NV12", "I420", "P010_10LE", "RGBA", "GRAY8", "YUY2"}) {
    SCOPED_TRACE(format);
    const std::string caps = video_caps(format, 128, 64) +
                             ",colorimetry=" + (std::string(format) == "RGBA" ? "sRGB" : "1:4:5:4");
    const GstVideoInfo info = info_of_caps(caps);
    const bool rgb = GST_VIDEO_INFO_IS_RGB(&info);
    Samples frame(info, noise(info, 11));
    const int steps = 1 << (frame.depth() - 8);
    for (int y = 0; y < 64; y++)
      for (int x = 0; x < 128; x++)
        for (guint c = 0; c < (rgb ? 3u : 1u); c++)
          frame.set(c, x, y, (2 * x + y) % 256 * steps);
    Coding coding;
    coding.rgb = rgb;
    coding.full = true;
    const double unit = (256 << (frame.depth() - 8)) - 1;
    for (const int phase : {0, 2, 7}) { // eighths of a second, one pixel each
      const Samples expected = marked(frame, info, coding, [&](int x, int y) {
        const double percent = 100 * frame.get(0, x, y) / unit;
        if (percent < 40 || percent >= 60 || (x + y + phase) % 8 >= 4)
          return as_it_was;
        return in(percent < 50 ? white : black);
      });
      EXPECT_NE(expected.bytes(), frame.bytes());
      EXPECT_TRUE(equal(expected, output_of(caps, "marks=zebra zebra-range=40-60", frame.bytes(),
                                            (8 * 3600 + phase) * GST_SECOND / 8)));
    }
  }
}

TEST(Marks, ZebraWithoutARangeBeginsAtNinetyFivePercentOrTwoHundredAndThreeNits) {
  for (const bool pq : {false, true}) {
    const std::string caps =
        video_caps("Y444_10LE", 1024, 8) + ",colorimetry=" + (pq ? "bt2100-pq" : "bt709");
    const GstVideoInfo info = info_of_caps(caps);
    Samples frame(info, std::vector<guint8>(info.size));
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 1024; x++)
        for (guint c = 0; c < 3; c++)
          frame.set(c, x, y, c == 0 ? x : 512);
    const Samples out(info, output_of(caps, "marks=zebra", frame.bytes()));
    int first = 1024;
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 1024; x++)
        if (out.get(0, x, y) != x)
          first = std::min(first, x);
    const double signal = pq ? pq_signal(203) : 0.95;
    EXPECT_NEAR(first, std::ceil(64 + 876 * signal), pq ? 1 : 0);
  }
}

TEST(Marks, PeakingMarksEdgesFromItsThresholdOn) {
  for (const char* format : {"NV12", "P010_10LE", "BGRx", "GRAY8"})
    for (const int percent : {20, 30}) {
      SCOPED_TRACE(std::string(format) + " " + std::to_string(percent));
      const std::string caps = video_caps(format, 40, 30);
      const GstVideoInfo info = info_of_caps(caps);
      Samples frame(info, std::vector<guint8>(info.size));
      Coding coding;
      coding.rgb = GST_VIDEO_INFO_IS_RGB(&info);
      coding.full = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
      if (!GST_VIDEO_INFO_IS_YUV(&info))
        coding.kr = 0.2126, coding.kb = 0.0722;
      const auto code = [&](int x, int y) {
        const double share = 0.4 + (x >= 21 && y >= 13 ? percent / 100.0 : 0);
        const int unit =
            coding.full ? (256 << (frame.depth() - 8)) - 1 : 219 << (frame.depth() - 8);
        return static_cast<int>(std::lround(share * unit)) +
               (coding.full ? 0 : 16 << (frame.depth() - 8));
      };
      for (int y = 0; y < 30; y++)
        for (int x = 0; x < 40; x++)
          for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info); c++)
            frame.set(c, x, y, coding.rgb || c == 0 ? code(x, y) : 1 << (frame.depth() - 1));
      const Samples expected = marked(frame, info, coding, [&](int x, int y) {
        const bool across = (x == 20 || x == 21) && y >= 13, down = (y == 12 || y == 13) && x >= 21;
        const int sum = (across ? percent : 0) + (down ? percent : 0);
        return sum >= 25 ? thin(edge, 2) : as_it_was;
      });
      EXPECT_TRUE(
          equal(expected, output_of(caps, "marks=peaking peaking-threshold=25", frame.bytes())));
    }
}
