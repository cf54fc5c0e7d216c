// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables become traces without losing a sample, and pictures of any size and scopes are drawn.
#include "core/drawing/background.h"
#include "plugin/scope/draw/paint/trace.h"
#include "plugin/scope/draw/panels/panel.h"
#include "plugin/scope/draw/picture.h"
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

using namespace videohistogram;
using namespace videohistogram::scope;

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
          describe_trace({0, c.positions, c.bins, samples}, plot, orientation, {least_trace, 1});
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
  const TraceDrawing drawing =
      describe_trace({0, n, n, 1}, plot, Orientation::upright, {least_trace, 1});
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

TEST(Traces, OfCountsOf16And32BitsAreEqual) {
  std::mt19937 random(3);
  for (const uint32_t positions : {100u, 640u, 1920u}) // of many, some are not measured
    for (const Orientation orientation : {Orientation::upright, Orientation::sideways}) {
      constexpr uint32_t bins = 256;
      const Rect plot = {0, 0, 150, 90};
      const TraceDrawing drawing = describe_trace({0, positions, bins, positions * 100}, plot,
                                                  orientation, {least_trace, 1});
      TraceLayer of_narrow(drawing, plot), of_wide(drawing, plot);
      for (int frame = 0; frame < 4; frame++) {
        std::vector<uint16_t> narrow(size_t{positions} * bins);
        for (uint32_t i = 0; i < positions / 10; i++) // most positions have no count
          narrow[random() % narrow.size()] = static_cast<uint16_t>(random() % 300);
        const std::vector<uint32_t> wide(narrow.begin(), narrow.end());
        of_narrow.load(HostCounts{narrow.data(), nullptr}, {});
        of_wide.load(HostCounts{nullptr, wide.data()}, {});
        EXPECT_EQ(of_narrow.sums().samples, of_wide.sums().samples);
        EXPECT_EQ(of_narrow.sums().logarithms, of_wide.sums().logarithms);
        EXPECT_EQ(of_narrow.sums().most, of_wide.sums().most);
        RowScratch scratch[2];
        for (uint32_t y = 0; y < plot.height; y++) {
          const float* const a = of_narrow.densities(y, scratch[0]);
          const float* const b = of_wide.densities(y, scratch[1]);
          const std::vector<float> none(plot.width);
          ASSERT_TRUE(std::equal(none.begin(), none.end(), a ? a : none.data()) ==
                      std::equal(none.begin(), none.end(), b ? b : none.data()))
              << "row " << y;
          if (a && b) {
            ASSERT_TRUE(std::equal(a, a + plot.width, b)) << "row " << y;
          }
        }
      }
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
