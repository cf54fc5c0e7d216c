// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Waveforms in the picture's colours: WaveformColour::picture.
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// A waveform so bright that each sample has the full colour.
PictureOptions in_the_picture_colours() {
  PictureOptions options = only(ScopeKind::waveform);
  options.waveform_colour = WaveformColour::picture;
  options.intensity = 100;
  return options;
}

/// The colour of a trace of samples of this mean colour, 0 to 1: its hue, with a largest component
/// of 255, and 191.25 d / (d + 0.08) less in the least one, d being the largest difference.
Colour3 trace_colour(const Colour3& mean) {
  const double most = std::max({mean.r, mean.g, mean.b}),
               least = std::min({mean.r, mean.g, mean.b});
  const auto code = [&](double component) {
    return 255 - 0.75 * 255 * (most - component) / (most - least + 0.08);
  };
  return {code(mean.r), code(mean.g), code(mean.b)};
}

/// Compares a pixel, which may lie on a line of the graticule.
void expect_colour(const Drawn& drawn, uint32_t x, uint32_t y, const Colour3& mean,
                   double tolerance) {
  const Colour3 trace = trace_colour(mean), below = drawn.background(x, y),
                pixel = drawn.pixel(x, y);
  const auto sum = [](double a, double b) { return std::min(a + b, 255.0); };
  EXPECT_NEAR(pixel.r, sum(trace.r, below.r), tolerance) << x << "," << y;
  EXPECT_NEAR(pixel.g, sum(trace.g, below.g), tolerance) << x << "," << y;
  EXPECT_NEAR(pixel.b, sum(trace.b, below.b), tolerance) << x << "," << y;
}

/// The row of a column of the plot in which the trace is brightest; lit rows lie together.
uint32_t lit_row(const Drawn& drawn, const Rect& plot, uint32_t x) {
  uint32_t first = UINT32_MAX, last = 0, brightest = plot.y;
  double most = 0;
  for (uint32_t y = plot.y; y < plot.y + plot.height; y++) {
    const Colour3 pixel = drawn.pixel(x, y), below = drawn.background(x, y);
    const double light = pixel.r + pixel.g + pixel.b - below.r - below.g - below.b;
    if (!drawn.lit(x, y))
      continue;
    first = std::min(first, y);
    last = y;
    if (light > most)
      brightest = y;
    most = std::max(most, light);
  }
  EXPECT_GT(most, 0) << x;
  EXPECT_LT(last - first, 6u) << x;
  return brightest;
}

constexpr uint32_t width = 1200, height = 900;

/// The lit row in the middle of each of eight bars, and the colour there.
void expect_bars(const Drawn& drawn, double level, double tolerance) {
  const Rect plot = drawn.plots()[0].rect;
  for (uint32_t bar = 0; bar < 8; bar++) {
    const uint32_t x = plot.x + (2 * bar + 1) * plot.width / 16;
    const Colour3& full = bar_colours[bar];
    expect_colour(drawn, x, lit_row(drawn, plot, x),
                  {level * full.r, level * full.g, level * full.b}, tolerance);
  }
}

/// A frame of a format that stores R, G and B in three planes or in words, as a picture draws it.
struct RgbBars {
  RgbBars(const char* name, double level, bool full_range)
      : format(*find_format(name)), bytes(size_t{256} * 32 * 4 * 3) {
    view.format = &format;
    view.width = 256;
    view.height = 32;
    size_t offset = 0;
    for (uint32_t p = 0; p < format.n_planes; p++) {
      const size_t row = format.row_bytes(p, 256);
      view.planes[p] = {bytes.data() + offset, row * 32, 0, static_cast<ptrdiff_t>(row)};
      offset += row * 32;
    }
    for (uint32_t g = 0; g < format.n_sample_planes; g++)
      for (uint32_t c = 0; c < format.sample_planes[g].n_components; c++)
        write(format.sample_planes[g], format.sample_planes[g].components[c], level, full_range);
  }

  void write(const SamplePlane& plane, const Component& component, double level, bool full_range) {
    for (uint32_t y = 0; y < 32; y++)
      for (uint32_t x = 0; x < 256; x++) {
        const Colour3& bar = bar_colours[x / 32];
        const double signal = level * (component.channel == Quantity::r   ? bar.r
                                       : component.channel == Quantity::g ? bar.g
                                                                          : bar.b);
        const double last = std::exp2(component.bits) - 1, step = std::exp2(component.bits - 8);
        const auto code = static_cast<uint32_t>(
            std::floor((full_range ? last * signal : (16 + 219 * signal) * step) + 0.5));
        uint8_t* const at = const_cast<uint8_t*>(view.planes[plane.plane].row(y)) +
                            size_t{x} * plane.pixel_bytes + component.byte;
        for (uint32_t b = 0; b < format.sample_bytes; b++)
          at[b] = static_cast<uint8_t>(at[b] | code << component.shift >> (8 * b));
      }
  }

  const FormatInfo& format;
  std::vector<uint8_t> bytes;
  FrameView view;
};

SharedPlan plan_of(const char* format, const PictureOptions& options, bool has_matrix = true) {
  Source source;
  source.format = find_format(format);
  source.width = 64;
  source.height = 48;
  source.colours.has_matrix = has_matrix;
  return (*Picture::create(source, options, 400, 300, {}))->plan();
}

} // namespace

TEST(WaveformColours, OfBarsAreTheirs) {
  for_each_coding([](const Coding& coding) {
    for (const double level : {1.0, 0.75, 0.1}) {
      const Drawn drawn(bars(coding, level), coding, Transfer::sdr, in_the_picture_colours(), width,
                        height);
      // Codes of chroma are rounded, which is more of dark colours.
      expect_bars(drawn, level, level < 0.5 ? 5 : 3);
    }
  });
}

TEST(WaveformColours, OfRgbFramesAreTheirs) {
  for (const char* format : {"RGBx", "BGR", "GBR", "GBR_10LE", "GBR_16LE", "RGBA64_LE"})
    for (const bool full_range : {false, true}) {
      SCOPED_TRACE(std::string(format) + (full_range ? " full" : " limited"));
      const RgbBars frame(format, 0.75, full_range);
      const Drawn drawn(frame.view, full_range, in_the_picture_colours(), width, height);
      expect_bars(drawn, 0.75, 3);
    }
}

// Half of the pixels of a cell are red, and half are green, with one Y.
TEST(WaveformColours, AreThoseOfTheMeanOfTheSamples) {
  const Coding coding = {matrices[1], false, 8};
  const Frame frame(8, 64, 48, [](uint32_t x, uint32_t y) -> Frame::Pixel {
    return {120, x < 32 && y % 4 == 0 ? 90u : 140u, x < 32 && y % 4 == 0 ? 200u : 110u};
  });
  const Drawn drawn(frame, coding, Transfer::sdr, in_the_picture_colours(), width, height);
  const Rect plot = drawn.plots()[0].rect;
  const auto expect = [&](uint32_t x, double cb, double cr) {
    const double kr = coding.matrix.kr, kb = coding.matrix.kb, kg = 1 - kr - kb;
    const double r = 2 * (1 - kr) * (cr - 128) / 224, b = 2 * (1 - kb) * (cb - 128) / 224;
    expect_colour(drawn, x, lit_row(drawn, plot, x), {r, -(kr * r + kb * b) / kg, b}, 1);
  };
  expect(plot.x + plot.width / 4, (90 + 3 * 140) / 4.0, (200 + 3 * 110) / 4.0);
  expect(plot.x + plot.width * 3 / 4, 140, 110);
}

TEST(WaveformColours, OfRowsRunUpwardsWithThem) {
  const Coding coding = {matrices[0], true, 8};
  const Frame frame(8, 48, 64, [&](uint32_t, uint32_t y) -> Frame::Pixel {
    const Colour3& c = y < 32 ? bar_colours[5] : bar_colours[6]; // red above blue
    return {100, coding.cb(c), coding.cr(c)};
  });
  PictureOptions options = in_the_picture_colours();
  options.waveform_direction = WaveformDirection::rows;
  const Drawn drawn(frame, coding, Transfer::sdr, options, width, height);
  const Rect plot = drawn.plots()[0].rect;
  for (const uint32_t part : {1u, 3u}) {
    const uint32_t y = plot.y + plot.height * part / 4;
    uint32_t x = plot.x;
    while (x < plot.x + plot.width && !drawn.lit(x, y))
      x++;
    expect_colour(drawn, x + 1, y, bar_colours[part == 1 ? 5 : 6], 3);
  }
}

// Neither what is lit, nor how bright neutral pixels are beside each other, depends on colours.
TEST(WaveformColours, LeaveThePlacesOfTheTrace) {
  const Coding coding = {matrices[1], false, 8};
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows}) {
    const Frame frame(8, 64, 48, [](uint32_t x, uint32_t y) -> Frame::Pixel {
      return {16 + x * y % 220, 16 + (x * 7 + y) % 225, 16 + (x + y * 5) % 225};
    });
    PictureOptions plain = only(ScopeKind::waveform);
    plain.waveform_direction = direction;
    PictureOptions coloured = plain;
    coloured.waveform_colour = WaveformColour::picture;
    const Drawn a(frame, coding, Transfer::sdr, plain, 300, 200),
        b(frame, coding, Transfer::sdr, coloured, 300, 200);
    size_t lit = 0;
    for (uint32_t y = 0; y < 200; y++)
      for (uint32_t x = 0; x < 300; x++) {
        ASSERT_EQ(a.lit(x, y), b.lit(x, y)) << x << "," << y;
        lit += a.lit(x, y) ? 1 : 0;
      }
    EXPECT_GT(lit, 3000u);
  }
}

TEST(WaveformColours, OfNeutralFramesAreGray) {
  const Coding coding = {matrices[1], false, 10};
  const Frame frame(10, 64, 48, [](uint32_t x, uint32_t y) -> Frame::Pixel {
    return {64 + x * y % 800, 512, 512};
  });
  PictureOptions options = in_the_picture_colours();
  options.intensity = 0.5;
  const Drawn drawn(frame, coding, Transfer::sdr, options, 300, 200);
  const Rect plot = drawn.plots()[0].rect;
  size_t lit = 0;
  for (uint32_t y = plot.y; y < plot.y + plot.height; y++)
    for (uint32_t x = plot.x; x < plot.x + plot.width; x++) {
      const Colour3 pixel = drawn.pixel(x, y), below = drawn.background(x, y);
      if (!drawn.lit(x, y) || std::max({pixel.r, pixel.g, pixel.b}) == 255)
        continue;
      lit++;
      ASSERT_EQ(pixel.r - below.r, pixel.g - below.g) << x << "," << y;
      ASSERT_EQ(pixel.g - below.g, pixel.b - below.b) << x << "," << y;
    }
  EXPECT_GT(lit, 1000u);
}

TEST(WaveformColours, AreCountedOnlyWhereTheyAreDrawn) {
  PictureOptions picture = only(ScopeKind::waveform);
  picture.waveform_colour = WaveformColour::picture;
  PictureOptions twice = picture, rgb = picture, parade = picture;
  twice.scopes = {ScopeKind::waveform, ScopeKind::parade, ScopeKind::waveform};
  rgb.waveform_mode = WaveformMode::rgb;
  parade.scopes = {ScopeKind::parade, ScopeKind::histogram};
  EXPECT_TRUE(plan_of("I420", only(ScopeKind::waveform))->weighted.empty());
  for (const char* format : {"I420", "RGBx", "P010_10LE", "UYVY"}) {
    EXPECT_EQ(plan_of(format, picture)->weighted.size(), 1u) << format;
    EXPECT_EQ(plan_of(format, twice)->weighted.size(), 1u) << format;
    EXPECT_TRUE(plan_of(format, rgb)->weighted.empty()) << format;
    EXPECT_TRUE(plan_of(format, parade)->weighted.empty()) << format;
  }
  EXPECT_TRUE(plan_of("GRAY8", picture)->weighted.empty());
  EXPECT_TRUE(plan_of("I420", picture, false)->weighted.empty()) << "without a matrix";
}
