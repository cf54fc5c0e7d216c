// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Traces of waveforms lie where the standards say.
// Positions are computed here from the numbers of ITU-R BT.601, BT.709, BT.2020, BT.2100, SMPTE
// 240M and SMPTE ST 2084.
#include "tests/plugin/scope/draw/smpte_bars.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

using namespace videohistogram;
using namespace videohistogram::scope;

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
