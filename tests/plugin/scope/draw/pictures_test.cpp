// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Traces lie where the standards say: positions are computed here from the numbers of ITU-R BT.601,
// BT.709, BT.2020, BT.2100, SMPTE 240M and SMPTE ST 2084.
#include "core/drawing/background.h"
#include "plugin/scope/draw/paint/trace.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/picture.h"
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <string>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// Whether a pixel of the graticule, or one beside it, has the colour of a box: more light in each
/// component that the bar has than in those that it has not.
bool has_colour_of(const Drawn& drawn, double x, double y, const Colour3& bar) {
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++) {
      const Colour3 pixel =
          drawn.background(static_cast<uint32_t>(x + right), static_cast<uint32_t>(y + down));
      double least = 255, most = 0;
      for (const auto& [of_pixel, of_bar] :
           {std::pair(pixel.r, bar.r), {pixel.g, bar.g}, {pixel.b, bar.b}})
        (of_bar > 0 ? least : most) =
            of_bar > 0 ? std::min(least, of_pixel) : std::max(most, of_pixel);
      if (least > most + 12)
        return true;
    }
  return false;
}

/// Expects a dot in the box of each bar, and no other. `aspect`: the width of a pixel on the
/// display, in its heights.
void expect_dots_in_boxes(const Coding& coding, double level, double aspect) {
  PictureOptions options = only(ScopeKind::vectorscope);
  options.pixel_aspect = aspect;
  const Drawn drawn(bars(coding, level), coding, Transfer::sdr, options, 700, 720);
  ASSERT_EQ(drawn.plots().size(), 1u);
  const Rect plot = drawn.plots()[0].rect;
  const double x_unit = pixels_of_signal(drawn.plots()[0], coding),
               y_unit = x_unit * plot.height / plot.width;
  const double x_middle = plot.width / 2.0, y_middle = plot.height / 2.0;
  const double reach = level < 1 ? 0.025 : 0.0125, x_half = reach * x_unit, y_half = reach * y_unit;
  std::array<int, 8> dots{};
  for (uint32_t y = 0; y < plot.height; y++)
    for (uint32_t x = 0; x < plot.width; x++) {
      if (!drawn.lit(plot.x + x, plot.y + y))
        continue;
      bool inside = false;
      for (size_t i = 0; i < 8; i++) {
        const Colour3& c = bar_colours[i];
        const double cb = level * (c.b - coding.luma(c)) / 2 / (1 - coding.matrix.kb);
        const double cr = level * (c.r - coding.luma(c)) / 2 / (1 - coding.matrix.kr);
        if (std::fabs(x + 0.5 - x_middle - cb * x_unit) < std::ceil(x_half) + 1 &&
            std::fabs(plot.height - y - 0.5 - y_middle - cr * y_unit) < std::ceil(y_half) + 1) {
          inside = true;
          dots[i]++;
        }
      }
      ASSERT_TRUE(inside) << "a dot at " << x << ", " << y;
    }
  for (size_t i = 0; i < 8; i++) {
    const Colour3& c = bar_colours[i];
    EXPECT_GT(dots[i], 30 * std::min(aspect, 1 / aspect))
        << "bar " << i << " has no dot that is seen"; // half at an edge
    if (i == 0 || i == 7)
      continue; // white and black have no box
    const double x =
        plot.x + x_middle + x_unit * (c.b - coding.luma(c)) / 2 / (1 - coding.matrix.kb) * level;
    const double y =
        plot.y + y_middle - y_unit * (c.r - coding.luma(c)) / 2 / (1 - coding.matrix.kr) * level;
    for (const double right : {-x_half, x_half})
      for (const double down : {-y_half, y_half}) {
        EXPECT_TRUE(has_colour_of(drawn, x + right, y + down, c))
            << "bar " << i << " has no corner at " << x + right << ", " << y + down;
        EXPECT_FALSE(has_colour_of(drawn, x + 1.6 * right, y + 1.6 * down, c)) << "bar " << i;
      }
  }
}

} // namespace

TEST(Vectorscope, EveryBarsDotLiesInItsBox) {
  for_each_coding([](const Coding& coding) {
    for (const double level : {0.75, 1.0})
      expect_dots_in_boxes(coding, level, 1);
  });
}

TEST(Vectorscope, EveryBarsDotLiesInItsBoxWherePixelsAreNotSquare) {
  for (const double aspect : {64.0 / 45, 0.5})
    for (const double level : {0.75, 1.0})
      expect_dots_in_boxes({matrices[1], false, 8}, level, aspect);
}

TEST(Vectorscope, PlotsShowAllCodesAroundTheNeutralOne) {
  for_each_coding([](const Coding& coding) {
    const Frame frame = bars(coding, 0);
    for (const auto& [width, height] : {std::pair(700u, 720u), {320u, 240u}, {40u, 40u}})
      for (const double gain : {1.0, 2.0, 16.0}) {
        PictureOptions options = only(ScopeKind::vectorscope);
        options.vectorscope_gain = gain;
        const Drawn drawn(frame, coding, Transfer::sdr, options, width, height);
        const PlotArea plot = drawn.plots()[0];
        const double n = std::pow(2, coding.depth), neutral = (n / 2 + 0.5) / n;
        EXPECT_NEAR((plot.window.begin + plot.window.end) / 2, neutral, 1e-9);
        if (gain == 1) {
          EXPECT_LE(plot.window.begin, 1e-9);
          EXPECT_GE(plot.window.end, 1);
        }
        EXPECT_GE(plot.window.length() * gain, 1);
        EXPECT_LE(plot.window.length() * gain, width < 100 ? 1.2 : 1.05);
        // The dot of black and white.
        double sum_x = 0, sum_y = 0, lit = 0;
        for (uint32_t y = 0; y < plot.rect.height; y++)
          for (uint32_t x = 0; x < plot.rect.width; x++)
            if (drawn.lit(plot.rect.x + x, plot.rect.y + y)) {
              sum_x += x + 0.5;
              sum_y += y + 0.5;
              lit++;
            }
        ASSERT_GT(lit, 0);
        EXPECT_NEAR(sum_x / lit, plot.rect.width / 2.0, 1);
        EXPECT_NEAR(sum_y / lit, plot.rect.height / 2.0, 1);
      }
  });
}

namespace {

/// SMPTE EG 1 in the codes of BT.601, 8 bits: seven bars of 75 %, the same in blue alone, and -I,
/// white, +Q and black.
Frame smpte_bars() {
  constexpr Frame::Pixel bars[] = {{180, 128, 128}, {162, 44, 142}, {131, 156, 44}, {112, 72, 58},
                                   {84, 184, 198},  {65, 100, 212}, {35, 212, 114}};
  constexpr Frame::Pixel black = {16, 128, 128};
  constexpr Frame::Pixel bottom[] = {{16, 158, 95}, {235, 128, 128}, {16, 174, 149}, black};
  return {8, 336, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
            const uint32_t bar = x / 48;
            if (y < 32)
              return bars[bar];
            if (y < 36) // blue, black, magenta, black, cyan, black, white
              return bar % 2 ? black : bars[6 - bar];
            return bottom[std::min(x / 60, 3u)];
          }};
}

} // namespace

TEST(Vectorscope, SmpteBarsWithIAndQLieAtTheirCodes) {
  const Coding coding = {matrices[0], false, 8};
  const Drawn drawn(smpte_bars(), coding, Transfer::sdr, only(ScopeKind::vectorscope), 740, 760);
  const Rect plot = drawn.plots()[0].rect;
  const double unit = pixels_of_signal(drawn.plots()[0], coding);
  constexpr std::pair<int, int> expected[] = {{128, 128}, {44, 142},  {156, 44},
                                              {72, 58},   {184, 198}, {100, 212},
                                              {212, 114}, {158, 95},  {174, 149}};
  std::vector<int> dots(std::size(expected));
  const double radius = plot.width / 160.0 + plot.width / 256.0 + 1;
  for (uint32_t y = 0; y < plot.height; y++)
    for (uint32_t x = 0; x < plot.width; x++) {
      if (!drawn.lit(plot.x + x, plot.y + y))
        continue;
      bool inside = false;
      for (size_t i = 0; i < dots.size(); i++) {
        const double cb = plot.width / 2.0 + unit * (expected[i].first - 128) / 224;
        const double cr = plot.height / 2.0 - unit * (expected[i].second - 128) / 224;
        if (std::hypot(x + 0.5 - cb, y + 0.5 - cr) < radius) {
          inside = true;
          dots[i]++;
        }
      }
      ASSERT_TRUE(inside) << "a dot at " << x << ", " << y;
    }
  // I and Q, of 4.5 % of the samples, have smaller dots than the bars.
  for (size_t i = 0; i < dots.size(); i++)
    EXPECT_GT(dots[i], i < 7 ? 30 : 15) << expected[i].first << ", " << expected[i].second;
}

TEST(Waveform, SmpteBarsLieAtTheirCodes) {
  const Drawn drawn(smpte_bars(), {matrices[0], false, 8}, Transfer::sdr, only(ScopeKind::waveform),
                    900, 600);
  const Rect plot = drawn.plots()[0].rect;
  constexpr int bars[] = {180, 162, 131, 112, 84, 65, 35}, below[] = {35, 16, 84, 16, 131, 16, 180},
                bottom[] = {16, 235, 16, 16};
  for (uint32_t bar = 0; bar < 7; bar++)
    for (const double part : {0.25, 0.75}) {
      const double at = (bar + part) / 7;
      const std::vector<int> codes = {bars[bar], below[bar],
                                      bottom[std::min<size_t>(static_cast<size_t>(at * 5.6), 3)]};
      for (uint32_t y = 0; y < plot.height; y++) {
        const bool near = std::any_of(codes.begin(), codes.end(), [&](int code) {
          return std::fabs(plot.height * (1 - (code + 0.5) / 256) - y - 0.5) <
                 plot.height / 512.0 + 1;
        });
        const bool on = std::any_of(codes.begin(), codes.end(), [&](int code) {
          return y == static_cast<uint32_t>(plot.height * (1 - (code + 0.5) / 256));
        });
        const bool lit = drawn.lit(plot.x + static_cast<uint32_t>(at * plot.width), plot.y + y);
        ASSERT_TRUE(lit ? near : !on) << "bar " << bar << ", row " << y;
      }
    }
}

TEST(Waveform, EveryBarsLevelLiesAtItsCode) {
  for_each_coding([](const Coding& coding) {
    const Frame frame = bars(coding, 0.75);
    const Drawn drawn(frame, coding, Transfer::sdr, only(ScopeKind::waveform), 900, 600);
    const Rect plot = drawn.plots()[0].rect;
    for (uint32_t bar = 0; bar < 8; bar++) {
      const Colour3& c = bar_colours[bar];
      const double code = coding.y(0.75 * coding.luma(c)), n = std::pow(2, coding.depth);
      const double centre = plot.height * (1 - (code + 0.5) / n);
      const uint32_t x = plot.x + plot.width * (2 * bar + 1) / 16;
      int lit = 0;
      for (uint32_t y = 0; y < plot.height; y++)
        if (drawn.lit(x, plot.y + y)) {
          lit++; // at most one bin from the code's own
          EXPECT_LT(std::fabs(y + 0.5 - centre), plot.height / 256.0 + 1) << "bar " << bar;
        }
      EXPECT_GT(lit, 0) << "bar " << bar;
    }
  });
}

TEST(Waveform, BlackAndWhiteLieOnTheirLines) {
  for_each_coding([](const Coding& coding) {
    const Frame frame(coding.depth, 64, 16, [&](uint32_t x, uint32_t) -> Frame::Pixel {
      return {coding.y(x < 32 ? 0 : 1), coding.c(0), coding.c(0)};
    });
    const Drawn drawn(frame, coding, Transfer::sdr, only(ScopeKind::waveform), 900, 600);
    const Rect plot = drawn.plots()[0].rect;
    for (const bool white : {false, true}) {
      const double n = std::pow(2, coding.depth);
      const auto line =
          static_cast<uint32_t>(plot.y + plot.height * (1 - (coding.y(white ? 1 : 0) + 0.5) / n));
      const uint32_t x = plot.x + (white ? 3 : 1) * plot.width / 4;
      EXPECT_TRUE(drawn.lit(x, line));
      const uint32_t inside = white ? line + 3 : line - 3;
      EXPECT_GT(drawn.graticule(x, line), drawn.graticule(x, inside) + 60);
    }
  });
}

namespace {

/// Columns of a neutral light each cross the graticule's line of that light.
void expect_light_on_lines(Transfer transfer, const std::vector<double>& nits,
                           const std::function<double(double)>& signal_of) {
  const Coding coding = {matrices[2], false, 10};
  const auto n = static_cast<uint32_t>(nits.size());
  const Frame frame(10, 32 * n, 16, [&](uint32_t x, uint32_t) -> Frame::Pixel {
    return {coding.y(signal_of(nits[x / 32])), 512, 512};
  });
  const Drawn drawn(frame, coding, transfer, only(ScopeKind::waveform), 1280, 800);
  const Rect plot = drawn.plots()[0].rect;
  for (uint32_t i = 0; i < n; i++) {
    SCOPED_TRACE(nits[i]);
    const double code = 64 + 876 * signal_of(nits[i]);
    const auto line = static_cast<uint32_t>(plot.y + plot.height * (1 - (code + 0.5) / 1024));
    const uint32_t x = plot.x + plot.width * (2 * i + 1) / (2 * n);
    EXPECT_GT(drawn.graticule(x, line), drawn.graticule(x, line + 4) + 30) << "no line";
    EXPECT_TRUE(drawn.lit(x, line) || drawn.lit(x, line + 1) || drawn.lit(x, line - 1));
    EXPECT_FALSE(drawn.lit(x, line + 5) || drawn.lit(x, line - 5));
  }
}

} // namespace

namespace {

/// A ramp of all codes of 10 bits crosses the graticule's line of each light in the column whose
/// code is that light, and nowhere else.
void expect_ramp_crosses_lines(Transfer transfer, const std::vector<double>& nits,
                               const std::function<double(double)>& signal_of) {
  const Frame frame(10, 1024, 16, [](uint32_t x, uint32_t) -> Frame::Pixel {
    return {x, 512, 512};
  });
  for (const auto& [width, height] : {std::pair(1280u, 800u), {3000u, 2000u}, {640u, 360u}}) {
    const Drawn drawn(frame, {matrices[2], false, 10}, transfer, only(ScopeKind::waveform), width,
                      height);
    const Rect plot = drawn.plots()[0].rect;
    for (const double light : nits) {
      SCOPED_TRACE(std::to_string(light) + " nits at " + std::to_string(width));
      const double position = (64 + 876 * signal_of(light) + 0.5) / 1024;
      const auto line = static_cast<uint32_t>(plot.y + plot.height * (1 - position));
      EXPECT_GT(drawn.graticule(plot.x + 1, line), drawn.graticule(plot.x + 1, line + 4) + 30);
      const double crossing = plot.x + plot.width * position;
      // The trace is as wide as a code and a pixel, plus what the slope makes of those.
      const double slope = double{1} * plot.width / plot.height;
      const double reach = (plot.width / 1024.0 + 1) + (plot.height / 256.0 + 2) * slope;
      double first = -1, last = -1;
      for (uint32_t x = plot.x; x < plot.x + plot.width; x++)
        if (drawn.lit(x, line)) {
          first = first < 0 ? x : first;
          last = x + 1;
        }
      ASSERT_GE(first, 0);
      EXPECT_LE(first, crossing);
      EXPECT_GE(last, crossing);
      EXPECT_LT(last - first, reach);
    }
  }
}

} // namespace

TEST(Waveform, LightInPqCrossesEachLabelAtThatLight) {
  expect_light_on_lines(Transfer::pq, pq_labels, pq_of);
}

TEST(Waveform, LightInHlgCrossesEachLabelAtThatLight) {
  EXPECT_NEAR(hlg_of(203), 0.75, 0.0005); // ITU-R BT.2408
  expect_light_on_lines(Transfer::hlg, hlg_labels, hlg_of);
}

TEST(Waveform, ARampInPqCrossesEachLabelAtThatLight) {
  expect_ramp_crosses_lines(Transfer::pq, pq_labels, pq_of);
}

TEST(Waveform, ARampInHlgCrossesEachLabelAtThatLight) {
  expect_ramp_crosses_lines(Transfer::hlg, hlg_labels, hlg_of);
}

TEST(Traces, CountsAddUpToTheSamples) {
  std::mt19937 random(1);
  struct Case {
    uint32_t positions, bins, width, height;
  };
  for (const Case& c : {Case{1920, 256, 950, 490}, Case{64, 256, 64, 256}, Case{17, 256, 300, 777},
                        Case{640, 1024, 213, 100}, Case{1, 2, 5, 3}, Case{300, 256, 1, 1}})
    for (const Orientation orientation : {Orientation::upright, Orientation::sideways}) {
      SCOPED_TRACE(std::to_string(c.positions) + " positions on " + std::to_string(c.width));
      std::vector<uint32_t> counts(size_t{c.positions} * c.bins);
      uint64_t samples = 0;
      for (uint32_t& count : counts)
        samples += count = random() % 7;
      const Rect plot = {0, 0, c.width, c.height};
      const TraceDrawing drawing =
          describe_trace({0, c.positions, c.bins, samples}, plot, orientation, 1);
      TraceLayer trace(drawing, plot);
      trace.load(HostCounts{nullptr, counts.data()}, {});
      RowScratch scratch;
      double sum = 0;
      for (uint32_t y = 0; y < c.height; y++)
        if (const float* const row = trace.densities(y, scratch)) {
          sum += std::accumulate(row, row + c.width, 0.0);
          ASSERT_EQ(std::count(row + c.width, row + padded(c.width), 0.0f),
                    static_cast<ptrdiff_t>(padded(c.width) - c.width));
        }
      EXPECT_NEAR(sum / static_cast<double>(samples), 1, 1e-5);
    }
}

TEST(Traces, OneCellPerPixelIsTheTable) {
  constexpr uint32_t n = 64;
  std::mt19937 random(2);
  std::vector<uint32_t> counts(n * n);
  for (uint32_t& count : counts)
    count = random() % 100;
  const Rect plot = {0, 0, n, n};
  const TraceDrawing drawing = describe_trace({0, n, n, 1}, plot, Orientation::upright, 1);
  TraceLayer trace(drawing, plot);
  trace.load(HostCounts{nullptr, counts.data()}, {});
  RowScratch scratch;
  for (uint32_t y = 0; y < n; y++) {
    const float* const row = trace.densities(y, scratch);
    ASSERT_TRUE(row);
    for (uint32_t x = 0; x < n; x++)
      ASSERT_EQ(row[x], static_cast<float>(counts[x * n + n - 1 - y]));
  }
}

TEST(Backgrounds, AreTheirPixels) {
  std::mt19937 random(5);
  for (const auto& [width, height] : {std::pair(1u, 1u), {7u, 5u}, {100u, 40u}, {333u, 3u}})
    for (const uint32_t colours : {1u, 2u, 100u}) {
      std::vector<uint32_t> pixels(size_t{width} * height);
      for (size_t i = 0; i < pixels.size(); i++) // every other row resembles the one above
        pixels[i] = i / width % 2 && random() % 10 ? pixels[i - width] : random() % colours;
      const PixelOrder order = {0, 1, 2, 3}; // the bytes of red and blue trade places
      Background background(width, height, order, [&, columns = width](uint32_t y) {
        return &pixels[size_t{y} * columns];
      });
      for (uint32_t& pixel : pixels)
        pixel = order.pack(0, 0, static_cast<uint8_t>(pixel), 255);
      ASSERT_EQ(background.width(), width);
      ASSERT_EQ(background.height(), height);
      ASSERT_EQ(background.pixels(), pixels);
      std::vector<uint32_t> row(width);
      for (int pass = 0; pass < 2; pass++)
        for (uint32_t y = 0; y < height; y++) {
          background.go_to(y, row.data());
          ASSERT_TRUE(std::equal(row.begin(), row.end(), &pixels[size_t{y} * width]))
              << "row " << y;
        }
    }
}

TEST(Traces, OfTheFirstAndTheLastCodeOfFullRangeAreSeenAtTheEdges) {
  const Coding coding = {matrices[1], true, 8};
  const Frame frame(8, 64, 48, [](uint32_t, uint32_t y) -> Frame::Pixel {
    return {y < 24 ? 0u : 255u, 128, 128};
  });
  for (const auto& [width, height] :
       {std::pair(160u, 120u), {320u, 240u}, {640u, 360u}, {1920u, 1080u}, {3840u, 2160u}}) {
    const Drawn drawn(frame, coding, Transfer::sdr, only(ScopeKind::waveform), width, height);
    const Rect plot = drawn.plots()[0].rect;
    for (const uint32_t y : {plot.y, plot.y + plot.height - 1}) {
      const Colour3 trace = drawn.pixel(plot.x + plot.width / 2, y);
      const Colour3 line = drawn.background(plot.x + plot.width / 2, y);
      EXPECT_GT(trace.g, line.g + 60) << width << " row " << y - plot.y;
    }
  }
}

TEST(Pictures, OfAnySizeAndScopesAreDrawn) {
  const Coding coding = {matrices[1], false, 8};
  const Frame frame = bars(coding, 1);
  const std::vector<ScopeKind> all = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                      ScopeKind::vectorscope};
  for (const auto& [width, height] : {std::pair(1u, 1u),
                                      {2u, 3u},
                                      {15u, 1u},
                                      {1u, 15u},
                                      {64u, 48u},
                                      {161u, 121u},
                                      {320u, 240u},
                                      {240u, 1000u},
                                      {1001u, 33u}})
    for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
      for (const ParadeMode parade : {ParadeMode::rgb, ParadeMode::ycbcr})
        for (size_t n = 1; n <= all.size(); n++) {
          PictureOptions options;
          options.scopes.assign(all.end() - static_cast<ptrdiff_t>(n), all.end());
          options.waveform_direction = direction;
          options.parade_mode = parade;
          options.histogram_mode = HistogramMode::parade;
          options.vectorscope_gain = 4;
          const Drawn drawn(frame, coding, Transfer::sdr, options, width, height);
          for (const PlotArea& plot : drawn.plots()) {
            EXPECT_LE(plot.rect.x + plot.rect.width, width);
            EXPECT_LE(plot.rect.y + plot.rect.height, height);
          }
        }
}

TEST(Vectorscope, OccupiesTheSameCellsAsFfmpegs) {
  const Coding coding = {matrices[1], false, 8};
  std::mt19937 random(4);
  const Frame frame(8, 160, 120, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
    return {128, (x + static_cast<uint32_t>(random() % 40)) & 255, (2 * y + x / 3) & 255};
  });
  // The picture whose plot has one pixel per cell: those of 256 codes, and one more, which puts the
  // neutral code in the middle.
  PictureOptions options = only(ScopeKind::vectorscope);
  uint32_t height = 257;
  while (Drawn(frame, coding, Transfer::sdr, options, 400, height).plots()[0].rect.height < 257)
    height++;
  const Drawn drawn(frame, coding, Transfer::sdr, options, 400, height);
  const Rect plot = drawn.plots()[0].rect;
  ASSERT_EQ(plot.height, 257u);

  char in[] = "/tmp/vectorscope-in-XXXXXX", out[] = "/tmp/vectorscope-out-XXXXXX";
  std::FILE* file = fdopen(mkstemp(in), "wb");
  std::fwrite(frame.data().data(), 1, frame.data().size(), file);
  std::fclose(file);
  file = fdopen(mkstemp(out), "rb");
  const std::string command =
      std::string("ffmpeg -v error -y -f rawvideo -pix_fmt yuv444p -s 160x120 -i ") + in +
      " -vf vectorscope=mode=gray:intensity=1:graticule=none -frames:v 1 -f rawvideo "
      "-pix_fmt yuv444p " +
      out;
  const int status = std::system(command.c_str());
  std::vector<uint8_t> ffmpeg(256 * 256);
  const size_t read = std::fread(ffmpeg.data(), 1, ffmpeg.size(), file);
  std::fclose(file);
  std::remove(in);
  std::remove(out);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(read, ffmpeg.size());
  for (uint32_t y = 0; y < 256; y++)
    for (uint32_t x = 0; x < 256; x++)
      ASSERT_EQ(drawn.lit(plot.x + x, plot.y + 1 + y), ffmpeg[y * 256 + x] > 16)
          << "Cb " << x << ", Cr " << 255 - y;
}

TEST(Traces, InNeutralColoursAreToldApartWhereTheyShareAPlot) {
  // R, G and B of a flat colour lie at three levels.
  const Coding coding = {matrices[1], false, 8};
  const Frame flat(8, 64, 48, [](uint32_t, uint32_t) -> Frame::Pixel { return {110, 108, 160}; });
  PictureOptions options = only(ScopeKind::waveform);
  options.waveform_mode = WaveformMode::rgb;
  options.trace_colour = TraceColour::neutral;
  options.intensity = 0.01; // so that bright traces are not white
  const Drawn drawn(flat, coding, Transfer::sdr, options, 400, 300);
  const Rect plot = drawn.plots()[0].rect;
  std::vector<Colour3> colours;
  bool before = false;
  for (uint32_t y = plot.y; y < plot.y + plot.height; y++) {
    const uint32_t x = plot.x + plot.width / 2;
    const bool lit = drawn.lit(x, y);
    if (lit && !before)
      colours.push_back(drawn.pixel(x, y));
    before = lit;
  }
  ASSERT_EQ(colours.size(), 3u);
  for (size_t i = 0; i < 3; i++) {
    const Colour3 &a = colours[i], &b = colours[(i + 1) % 3];
    const auto share = [](double part, const Colour3& of) { return part / (of.r + of.g + of.b); };
    EXPECT_GT(std::max({std::fabs(share(a.r, a) - share(b.r, b)),
                        std::fabs(share(a.g, a) - share(b.g, b)),
                        std::fabs(share(a.b, a) - share(b.b, b))}),
              0.08);
  }
}
