// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Marks of videoscopeoverlay: which pixels get which colour. What is expected is written here by
// hand from docs/scopes.md; samples are found by GStreamer's description of formats.
#include "core/packing.h"
#include "tests/plugin/scope/overlay_frames.h"
#include "tests/plugin/support/known_formats.h"
#include "tests/reference/colours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

using Colour = std::array<double, 3>; ///< R, G, B of 8 bits

const Colour purple = {128, 26, 179}, blue = {13, 64, 242}, green = {26, 179, 38},
             pink = {255, 140, 179}, yellow = {255, 230, 26}, red = {242, 20, 20};
const Colour black = {0, 0, 0}, white = {255, 255, 255}, magenta = {255, 0, 230},
             edge = {255, 38, 26};

/// Frames of a format, by component: of a plane the component 0 is Y or R.
class Samples {
public:
  Samples(const GstVideoInfo& info, std::vector<guint8> frame)
      : info_(info), bytes_(std::move(frame)) {}

  int depth(guint c = 0) const { return static_cast<int>(info_.finfo->depth[c]); }
  int x_sub(guint c) const { return static_cast<int>(info_.finfo->w_sub[c]); }
  int y_sub(guint c) const { return static_cast<int>(info_.finfo->h_sub[c]); }
  /// The sample that the pixel x, y has of component c.
  int get(guint c, int x, int y) const {
    const size_t at = place(c, x, y);
    const int value = depth(c) > 8 ? bytes_[at] | bytes_[at + 1] << 8 : bytes_[at];
    return value >> info_.finfo->shift[c] & ((1 << depth(c)) - 1);
  }
  void set(guint c, int x, int y, int value) {
    const size_t at = place(c, x, y);
    value <<= info_.finfo->shift[c];
    bytes_[at] = static_cast<guint8>(value);
    if (depth(c) > 8)
      bytes_[at + 1] = static_cast<guint8>(value >> 8);
  }
  const std::vector<guint8>& bytes() const { return bytes_; }

private:
  size_t place(guint c, int x, int y) const {
    const guint plane = info_.finfo->plane[c];
    // GStreamer 1.22 says 1 of Cr in P010, in samples.
    const bool in_samples = depth(c) > 8 && info_.finfo->poffset[c] == 1;
    return info_.offset[plane] +
           static_cast<size_t>(info_.finfo->poffset[c] * (in_samples ? 2 : 1)) +
           static_cast<size_t>(info_.stride[plane] * (y >> y_sub(c)) +
                               info_.finfo->pixel_stride[c] * (x >> x_sub(c)));
  }
  GstVideoInfo info_;
  std::vector<guint8> bytes_;
};

/// Samples of a colour in frames: R, G, B, or Y, Cb, Cr by Kr and Kb. Colours have 8 bits.
struct Coding {
  double kr = 0.299, kb = 0.114;
  bool full = false, rgb = false;
  std::function<double(double)> transfer = [](double component) { return component; };

  std::array<int, 3> of(const Colour& colour, int depth) const {
    const double r = transfer(colour[0] / 255), g = transfer(colour[1] / 255),
                 b = transfer(colour[2] / 255);
    const double y = kr * r + (1 - kr - kb) * g + kb * b;
    const double unit = full ? 255 : 219, zero = full ? 0 : 16, chroma = full ? 255 : 224;
    std::array<double, 3> codes = {zero + unit * y, 128 + chroma * (b - y) / 2 / (1 - kb),
                                   128 + chroma * (r - y) / 2 / (1 - kr)};
    if (rgb)
      codes = {zero + unit * r, zero + unit * g, zero + unit * b};
    std::array<int, 3> samples{};
    for (size_t i = 0; i < 3; i++)
      samples[i] = static_cast<int>(std::clamp(std::floor(codes[i] + 0.5), 0.0, 255.0))
                   << (depth - 8);
    return samples;
  }
};

/// What a pixel becomes: nothing, grey or a colour.
struct Expected {
  bool marked = false, grey = false;
  Colour colour{};
};
const Expected as_it_was = {}, in_grey = {true, true, {}};
Expected in(const Colour& colour) {
  return {true, false, colour};
}

/// LUMA by the weights of BT.709.
int luma_of(const Samples& rgb, int x, int y) {
  const gint64 sum = gint64{13933} * rgb.get(0, x, y) + gint64{46871} * rgb.get(1, x, y) +
                     gint64{4732} * rgb.get(2, x, y);
  return static_cast<int>((sum + 32768) >> 16);
}

/// Writes what is expected into a frame. A chroma sample takes the colour of its first pixel.
template <class Rule>
Samples marked(const Samples& frame, const GstVideoInfo& info, const Coding& coding, Rule rule) {
  Samples out = frame;
  const guint n = coding.rgb || GST_VIDEO_INFO_IS_YUV(&info) ? 3 : 1;
  for (int y = 0; y < GST_VIDEO_INFO_HEIGHT(&info); y++)
    for (int x = 0; x < GST_VIDEO_INFO_WIDTH(&info); x++) {
      const Expected expected = rule(x, y);
      if (!expected.marked)
        continue;
      const std::array<int, 3> samples = coding.of(expected.colour, frame.depth());
      for (guint c = 0; c < n; c++) {
        if ((x & ((1 << frame.x_sub(c)) - 1)) != 0 || (y & ((1 << frame.y_sub(c)) - 1)) != 0)
          continue;
        if (!expected.grey)
          out.set(c, x, y, samples[c]);
        else if (!coding.rgb)
          out.set(c, x, y, c == 0 ? frame.get(0, x, y) : 1 << (frame.depth() - 1));
        else
          out.set(c, x, y, luma_of(frame, x, y));
      }
    }
  return out;
}

std::vector<guint8> noise(const GstVideoInfo& info, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<guint8> bytes(info.size);
  for (guint8& byte : bytes)
    byte = static_cast<guint8>(random());
  return bytes;
}

constexpr const char* no_scopes = "scopes=\"\" marks-legend=false ";

std::vector<guint8> output_of(const std::string& caps, const std::string& properties,
                              const std::vector<guint8>& frame, GstClockTime time = 0) {
  Stream stream("videoscopeoverlay", no_scopes + properties, caps, caps);
  GstBuffer* const buffer = buffer_of(frame);
  GST_BUFFER_PTS(buffer) = time;
  std::vector<guint8> out = stream.output(buffer);
  EXPECT_EQ(stream.stat("marked"), 1u);
  EXPECT_EQ(stream.stat("blended") + stream.stat("attached"), 0u);
  EXPECT_EQ(stream.warnings(), 0u);
  return out;
}

GstVideoInfo info_of_caps(const std::string& text) {
  GstVideoInfo info;
  GstCaps* const caps = gst_caps_from_string(text.c_str());
  EXPECT_TRUE(gst_video_info_from_caps(&info, caps));
  gst_caps_unref(caps);
  return info;
}

testing::AssertionResult equal(const Samples& expected, const std::vector<guint8>& got) {
  if (expected.bytes().size() != got.size())
    return testing::AssertionFailure() << got.size() << " bytes";
  for (size_t i = 0; i < got.size(); i++)
    if (expected.bytes()[i] != got[i])
      return testing::AssertionFailure() << "byte " << i << ": expected "
                                         << int{expected.bytes()[i]} << ", got " << int{got[i]};
  return testing::AssertionSuccess();
}

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
double pq_signal(double nits) {
  const double y = std::pow(nits / 10000, 0.1593017578125);
  return nits > 0 ? std::pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375) : 0;
}
double hlg_nits(double signal) {
  const double scene = signal <= 0.5
                           ? signal * signal / 3
                           : (std::exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return 1000 * std::pow(scene, 1.2);
}

/// Linear R, G and B in the primaries of BT.2020 (ITU-R BT.2087; P3 by SMPTE RP 177).
using Linear = std::array<double, 3>;
Linear from_709(const Linear& c) {
  return {0.6274 * c[0] + 0.3293 * c[1] + 0.0433 * c[2],
          0.0691 * c[0] + 0.9195 * c[1] + 0.0114 * c[2],
          0.0164 * c[0] + 0.0880 * c[1] + 0.8956 * c[2]};
}
Linear from_p3(const Linear& c) {
  return {0.7538 * c[0] + 0.1986 * c[1] + 0.0476 * c[2],
          0.0457 * c[0] + 0.9418 * c[1] + 0.0125 * c[2],
          std::max(-0.0012 * c[0] + 0.0176 * c[1] + 0.9836 * c[2], 0.0)};
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
      // GStreamer 1.22 describes other places of their samples than it reads.
      constexpr const char* wrong[] = {"VYUY", "Y210", "Y212_LE", "Y412_LE"};
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

TEST(Marks, GamutMarksWhatRangeMarks) {
  videohistogram::reference::ColourSpec spec;
  spec.matrix = videohistogram::reference::Matrix::bt601;
  for (const char* format : {"NV12", "Y444", "P010_10LE", "I422_10LE"}) {
    SCOPED_TRACE(format);
    const std::string caps = video_caps(format, 70, 50) + ",colorimetry=bt601";
    const GstVideoInfo info = info_of_caps(caps);
    Samples frame(info, noise(info, 5));
    // Chroma near the limits, so that some pixels lie inside.
    for (int y = 0; y < 50; y++)
      for (int x = 0; x < 70; x++)
        for (guint c = 1; c < 3; c++)
          frame.set(c, x, y,
                    (1 << (frame.depth() - 1)) + (frame.get(c, x, y) >> 2) -
                        (1 << (frame.depth() - 3)));
    const auto depth = static_cast<uint32_t>(frame.depth());
    int outside = 0;
    const Samples expected = marked(frame, info, Coding{}, [&](int x, int y) {
      const bool out =
          videohistogram::reference::range_of(spec, depth, false, frame.get(0, x, y),
                                              frame.get(1, x, y), frame.get(2, x, y)) != 0;
      outside += out ? 1 : 0;
      return out ? in(magenta) : as_it_was;
    });
    EXPECT_GT(outside, 100);
    EXPECT_LT(outside, 3400);
    EXPECT_TRUE(equal(expected, output_of(caps, "marks=gamut", frame.bytes())));
  }
  // In full range nothing lies outside.
  const std::string caps = video_caps("NV12", 70, 50) + ",colorimetry=1:4:5:4";
  const GstVideoInfo info = info_of_caps(caps);
  EXPECT_TRUE(equal(Samples(info, noise(info, 5)), output_of(caps, "marks=gamut", noise(info, 5))));
}

TEST(Marks, GamutMarksColoursOutsideOfSmallerPrimaries) {
  struct Patch {
    Linear colour; ///< in the primaries of BT.2020
    bool outside_709, outside_p3;
  };
  std::vector<Patch> patches;
  for (int i = 1; i < 8; i++) { // bars
    const Linear bar = {i & 1 ? 1.0 : 0.0, i & 2 ? 1.0 : 0.0, i & 4 ? 1.0 : 0.0};
    const bool neutral = i == 7;
    for (const double level : {1.0, 0.5, 0.1}) {
      const Linear at = {level * bar[0], level * bar[1], level * bar[2]};
      patches.push_back({at, !neutral, !neutral});
      patches.push_back({from_p3(at), !neutral && i != 4, false}); // both have the same blue
      patches.push_back({from_709(at), false, false});
    }
  }
  patches.push_back({{0, 0, 0}, false, false});
  for (const char* colorimetry : {"bt2020-10", "bt2100-pq", "bt2100-hlg", "1:6:13:7"}) {
    SCOPED_TRACE(colorimetry);
    const std::string name = colorimetry;
    const auto signal = [&](double light) {
      light = std::clamp(light, 0.0, 1.0);
      return name == "bt2100-pq" ? pq_signal(1000 * light)
             : name == "bt2100-hlg"
                 ? (light <= 1.0 / 12 ? std::sqrt(3 * light)
                                      : 0.17883277 * std::log(12 * light - 0.28466892) + 0.55991073)
                 : std::pow(light, 1 / 2.4);
    };
    const bool full = name == "1:6:13:7";
    const auto n = static_cast<int>(patches.size());
    const std::string caps = video_caps("Y444_10LE", n, 1) + ",colorimetry=" + colorimetry;
    const GstVideoInfo info = info_of_caps(caps);
    Samples frame(info, std::vector<guint8>(info.size));
    for (int i = 0; i < n; i++) {
      const Linear& colour = patches[static_cast<size_t>(i)].colour;
      const double r = signal(colour[0]), g = signal(colour[1]), b = signal(colour[2]);
      const double luma = 0.2627 * r + 0.678 * g + 0.0593 * b;
      const double zero = full ? 0 : 64, unit = full ? 1023 : 876, chroma = full ? 1023 : 896;
      frame.set(0, i, 0, static_cast<int>(std::lround(zero + unit * luma)));
      frame.set(1, i, 0,
                static_cast<int>(std::min(std::lround(512 + chroma * (b - luma) / 1.8814), 1023L)));
      frame.set(2, i, 0,
                static_cast<int>(std::min(std::lround(512 + chroma * (r - luma) / 1.4746), 1023L)));
    }
    for (const bool p3 : {false, true}) {
      const std::string limits = p3 ? "gamut-limits=p3" : "gamut-limits=bt709";
      const Samples out(info, output_of(caps, "marks=gamut " + limits, frame.bytes()));
      for (int i = 0; i < n; i++) {
        bool changed = false;
        for (guint c = 0; c < 3; c++)
          changed |= out.get(c, i, 0) != frame.get(c, i, 0);
        const Patch& patch = patches[static_cast<size_t>(i)];
        EXPECT_EQ(changed, p3 ? patch.outside_p3 : patch.outside_709)
            << limits << ", patch " << i << ": " << patch.colour[0] << " " << patch.colour[1] << " "
            << patch.colour[2];
      }
    }
  }
}

TEST(Marks, GamutOfOtherPrimariesIsAWarning) {
  const std::string caps = video_caps("NV12", 64, 48) + ",colorimetry=bt709";
  const GstVideoInfo info = info_of_caps(caps);
  Stream stream("videoscopeoverlay", std::string(no_scopes) + "marks=gamut gamut-limits=p3", caps,
                caps);
  EXPECT_EQ(stream.output(buffer_of(noise(info, 2))), noise(info, 2));
  EXPECT_EQ(stream.output(buffer_of(noise(info, 3), 1)), noise(info, 3));
  EXPECT_EQ(stream.warnings(), 1u);
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
        return sum >= 25 ? in(edge) : as_it_was;
      });
      EXPECT_TRUE(
          equal(expected, output_of(caps, "marks=peaking peaking-threshold=25", frame.bytes())));
    }
}

TEST(Marks, ASplitLeavesTheRightPartAsItWas) {
  for (const char* format : {"NV12", "Y444", "RGBA"}) {
    SCOPED_TRACE(format);
    const std::string caps = video_caps(format, 101, 30);
    const GstVideoInfo info = info_of_caps(caps);
    const Samples frame(info, noise(info, 9));
    const Samples whole(info, output_of(caps, "marks=false-color", frame.bytes()));
    const Samples got(info, output_of(caps, "marks=false-color marks-split=0.5", frame.bytes()));
    const int end = std::string(format) == "NV12" ? 50 : 51; // 50.5 is rounded; whole chroma
    Coding coding;
    coding.rgb = GST_VIDEO_INFO_IS_RGB(&info);
    coding.full = coding.rgb;
    for (guint c = 0; c < 3; c++)
      for (int y = 0; y < 30; y++)
        for (int x = 0; x < 101; x++)
          ASSERT_EQ(got.get(c, x, y), x >= end       ? frame.get(c, x, y)
                                      : x >= end - 2 ? coding.of(white, 8)[c]
                                                     : whole.get(c, x, y))
              << c << " " << x << " " << y;
    EXPECT_EQ(output_of(caps, "marks=false-color marks-split=0", frame.bytes()), frame.bytes());
  }
}

TEST(Marks, ALegendLiesInTheCornerThatScopesLeaveFree) {
  const std::string caps = video_caps("NV12", 640, 360);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> frame = noise(info, 4);
  for (const bool right : {false, true}) {
    const std::string properties =
        std::string("scopes=\"\" marks=false-color ") + (right ? "x=0 " : "");
    Stream with("videoscopeoverlay", properties, caps, caps);
    Stream without("videoscopeoverlay", properties + "marks-legend=false", caps, caps);
    const Samples a(info, with.output(buffer_of(frame))), b(info, without.output(buffer_of(frame)));
    int least_x = 640, most_x = -1, most_y = -1;
    for (int y = 0; y < 360; y++)
      for (int x = 0; x < 640; x++)
        if (a.get(0, x, y) != b.get(0, x, y)) {
          least_x = std::min(least_x, x);
          most_x = std::max(most_x, x);
          most_y = std::max(most_y, y);
        }
    EXPECT_GT(most_y, 80);
    EXPECT_LT(most_y, 180);
    EXPECT_TRUE(right ? least_x > 500 && most_x < 640 : most_x > 50 && most_x < 140)
        << least_x << " " << most_x;
  }
}

TEST(Marks, LieUnderTheScopesAndAreNotCounted) {
  const std::string caps = video_caps("NV12", width, height);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> frame = random_frame(info);
  Stream plain("videoscopeoverlay", placed + std::string("opacity=1"), caps, caps);
  Stream stream("videoscopeoverlay",
                placed + std::string("opacity=1 marks=false-color marks-legend=false"), caps, caps);
  const Samples scopes(info, plain.output(buffer_of(frame)));
  const Samples both(info, stream.output(buffer_of(frame)));
  const Samples alone(info, output_of(caps, "marks=false-color", frame));
  for (guint c = 0; c < 3; c++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        const bool under = x >= left && x < left + wide && y >= top && y < top + high;
        ASSERT_EQ(both.get(c, x, y), (under ? scopes : alone).get(c, x, y)) << x << " " << y;
      }
  EXPECT_EQ(stream.stat("marked"), 1u);
  EXPECT_EQ(stream.stat("blended"), 1u);
}

TEST(Marks, AreWrittenWhereDownstreamBlendsThePicture) {
  const std::string caps = video_caps("NV12", width, height);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> frame = random_frame(info);
  Stream stream("videoscopeoverlay", "marks=false-color marks-legend=false", "",
                with_feature(caps));
  gst_harness_add_propose_allocation_meta(*stream, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE,
                                          nullptr);
  gst_harness_set_src_caps_str(*stream, caps.c_str());
  GstBuffer* const input = buffer_of(frame);
  GstBuffer* const other = gst_buffer_ref(input); // others read it: it is copied
  ASSERT_EQ(gst_harness_push(*stream, input), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  EXPECT_NE(gst_buffer_get_video_overlay_composition_meta(out), nullptr);
  EXPECT_EQ(bytes_of(out), output_of(caps, "marks=false-color", frame));
  EXPECT_EQ(bytes_of(other), frame);
  EXPECT_EQ(stream.stat("attached"), 1u);
  EXPECT_EQ(stream.stat("copied"), 1u);
  gst_buffer_unref(out);
  gst_buffer_unref(other);
}

TEST(Marks, WithoutMarksAndScopesFramesPassAsTheyAre) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", "scopes=\"\"", caps, caps);
  GstBuffer* const input = buffer_of(frame);
  gst_buffer_ref(input);
  EXPECT_EQ(stream.output(input), frame);
  EXPECT_EQ(stream.stat("copied") + stream.stat("blended") + stream.stat("marked"), 0u);
  gst_buffer_unref(input);
}

TEST(Marks, ImpossibleTextsAreRefused) {
  const std::string caps = video_caps("NV12", width, height);
  Stream stream("videoscopeoverlay", "marks=zebra", caps, caps);
  for (const auto& [name, value] : {std::pair("marks", "stripes"),
                                    {"marks", "zebra+zebra"},
                                    {"marks", "zebra+"},
                                    {"zebra-range", "70"},
                                    {"zebra-range", "77-70"},
                                    {"zebra-range", "a-b"},
                                    {"zebra-range", "70-77-80"}}) {
    SCOPED_TRACE(value);
    gchar* before = nullptr;
    g_object_get(stream.element(), name, &before, nullptr);
    g_object_set(stream.element(), name, value, nullptr);
    EXPECT_EQ(stream.warnings(), 1u);
    gchar* after = nullptr;
    g_object_get(stream.element(), name, &after, nullptr);
    EXPECT_STREQ(before, after);
    g_free(before);
    g_free(after);
  }
  for (const char* value : {"", "false-color,peaking", " Zebra + GAMUT "}) {
    g_object_set(stream.element(), "marks", value, nullptr);
    EXPECT_EQ(stream.warnings(), 0u) << value;
  }
  // Before the start nobody may watch the bus: the start fails.
  GstElement* const element = gst_element_factory_make("videoscopeoverlay", nullptr);
  gst_object_ref_sink(element);
  g_object_set(element, "marks", "stripes", nullptr);
  EXPECT_EQ(gst_element_set_state(element, GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  gst_element_set_state(element, GST_STATE_NULL);
  gst_object_unref(element);
}
