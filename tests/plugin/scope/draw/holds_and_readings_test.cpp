// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Held traces, and the readings of pixels: the value and the position that a pixel shows.
#include "plugin/scope/draw/reading.h"
#include "tests/plugin/scope/draw/drawn.h"
#include "tests/plugin/scope/draw/sequence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

std::vector<bool> either(std::vector<bool> a, const std::vector<bool>& b) {
  for (size_t i = 0; i < a.size(); i++)
    a[i] = a[i] || b[i];
  return a;
}

/// `neutral`: R, G and B have the counts of Y, so that all bases have the same scale.
Frame levels(uint32_t base, bool neutral) {
  return {8, 64, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
            if (neutral)
              return {base + x / 2, 128, 128};
            return {base + x / 2, 100 + base / 2 + y % 7, 180 - base / 2 + x % 5};
          }};
}

} // namespace

TEST(Holds, ShowThePeakOrAReferenceBesideTheLiveTraces) {
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::parade, ScopeKind::vectorscope})
    for (const WaveformDirection direction :
         {WaveformDirection::columns, WaveformDirection::rows}) {
      const bool neutral = kind == ScopeKind::parade;
      const Frame a = levels(30, neutral), b = levels(90, neutral), c = levels(150, neutral);
      PictureOptions options = only(kind);
      options.waveform_direction = direction;
      Sequence sequence(options, 500, 400);
      const auto of_a = sequence.draw(a), of_b = sequence.draw(b), of_c = sequence.draw(c);
      const auto lit_a = sequence.lit(of_a), lit_b = sequence.lit(of_b), lit_c = sequence.lit(of_c);
      ASSERT_NE(lit_a, lit_b);

      sequence.draw(a);
      sequence.picture().hold(Hold::reference);
      EXPECT_EQ(sequence.lit(sequence.draw(b)), either(lit_a, lit_b));
      EXPECT_EQ(sequence.lit(sequence.draw(c)), either(lit_a, lit_c));
      sequence.picture().hold(Hold::reference); // the last frame drawn
      EXPECT_EQ(sequence.lit(sequence.draw(b)), either(lit_c, lit_b));

      sequence.picture().hold(Hold::peak);
      EXPECT_EQ(sequence.lit(sequence.draw(a)), either(lit_b, lit_a));
      EXPECT_EQ(sequence.lit(sequence.draw(c)), either(either(lit_b, lit_a), lit_c));
      EXPECT_EQ(sequence.lit(sequence.draw(a)), either(either(lit_b, lit_a), lit_c));

      sequence.picture().hold(Hold::none);
      EXPECT_EQ(sequence.draw(a), of_a);

      Sequence fresh(options, 500, 400); // the first frame is held
      fresh.picture().hold(Hold::reference);
      fresh.draw(b);
      EXPECT_EQ(fresh.lit(fresh.draw(c)), either(lit_b, lit_c));
    }
}

TEST(Threads, TwoDrawThePixelsOfOne) {
  std::mt19937 random(4);
  PictureOptions all;
  all.scopes = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                ScopeKind::vectorscope};
  PictureOptions rows = all;
  rows.waveform_direction = WaveformDirection::rows;
  for (const PictureOptions& options : {all, rows, only(ScopeKind::parade)}) {
    Sequence one(options, 900, 601), two(options, 900, 601);
    for (const Hold hold : {Hold::none, Hold::peak, Hold::reference}) {
      one.picture().hold(hold);
      two.picture().hold(hold);
      for (int i = 0; i < 10; i++) {
        const uint32_t seed = random();
        const Frame frame(8, 64, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
          return {(seed + x * y) % 256, (seed / 7 + x) % 256, (seed / 31 + 3 * y) % 256};
        });
        ASSERT_EQ(one.draw(frame, 1), two.draw(frame, 2)) << "frame " << i;
      }
    }
  }
}

namespace {

/// The relative luminance of a pixel, from 0 to 1, as WCAG 2.1 defines it for sRGB.
double luminance(uint32_t pixel) {
  const auto linear = [&](int shift) {
    const double c = (pixel >> shift & 255) / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}
double contrast(uint32_t a, uint32_t b) {
  const double light = std::max(luminance(a), luminance(b)),
               dark = std::min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

} // namespace

TEST(Holds, LeaveLiveTracesAsTheyAreAndStandOutBesideThem) {
  for (const ScopeKind kind :
       {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade, ScopeKind::vectorscope}) {
    SCOPED_TRACE(scope_names[static_cast<int>(kind)]);
    PictureOptions options = only(kind);
    options.percents.clear(); // marks cover what is held
    options.histogram_mode = HistogramMode::parade;
    Sequence sequence(options, 500, 400);
    const Frame a = levels(30, kind == ScopeKind::histogram),
                b = levels(150, kind == ScopeKind::histogram);
    const auto of_a = sequence.draw(a), of_b = sequence.draw(b);
    const auto lit_a = sequence.lit(of_a), lit_b = sequence.lit(of_b);
    for (const Hold hold : {Hold::peak, Hold::reference}) {
      sequence.picture().hold(Hold::none);
      sequence.draw(a);
      sequence.picture().hold(hold);
      const auto held = sequence.draw(b);
      size_t added = 0, seen = 0;
      for (size_t i = 0; i < held.size(); i++) {
        if (lit_b[i]) {
          ASSERT_EQ(held[i], of_b[i]);
          continue;
        }
        if (held[i] == of_b[i])
          continue;
        ASSERT_TRUE(lit_a[i]);
        added++;
        seen += contrast(held[i], of_b[i]) >= 3;
      }
      EXPECT_GT(added, kind == ScopeKind::vectorscope ? 50u : 500u);
      if (kind != ScopeKind::histogram) { // live dense parts are brighter than all held ones
        double of_held = 0, of_live = 0;
        for (size_t i = 0; i < held.size(); i++)
          (lit_b[i] ? of_live : of_held) =
              std::max(lit_b[i] ? of_live : of_held,
                       lit_b[i] || held[i] != of_b[i] ? luminance(held[i]) : 0);
        EXPECT_GT(of_live, 1.5 * of_held);
      }
      // Lines of the graticule, and edges of an outline that lie between pixels, have less.
      EXPECT_GT(seen, added * (kind == ScopeKind::histogram ? 0.6 : 0.9)) << added;
    }
  }
}

namespace {

/// The map of a picture of frames of 10 bits and 1024x500 pixels.
PlotMap map_of(const PictureOptions& options, Transfer transfer, uint32_t width, uint32_t height) {
  Source source;
  source.format = find_format("I420_10LE");
  source.width = 1024;
  source.height = 500;
  source.colours.transfer = transfer;
  source.colours.narrow_rgb = true;
  auto picture = Picture::create(source, options, width, height, {});
  if (!picture.ok())
    std::abort(); // impossible with these sizes
  return {source, (*picture)->plots()};
}

} // namespace

TEST(Readings, OfWaveformsAreValuesColumnsAndRows) {
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows}) {
    PictureOptions options = only(ScopeKind::parade);
    options.waveform_direction = direction;
    const PlotMap map = map_of(options, Transfer::sdr, 1300, 1200);
    ASSERT_EQ(map.plots.size(), 3u);
    for (const PlotArea& plot : map.plots)
      for (const uint32_t x : {0u, 7u, plot.rect.width / 2, plot.rect.width - 1})
        for (const uint32_t y : {0u, 9u, plot.rect.height / 2, plot.rect.height - 1}) {
          const auto reading = read_picture(map, plot.rect.x + x, plot.rect.y + y + 0.9);
          ASSERT_TRUE(reading);
          EXPECT_EQ(reading->plot, &plot);
          const double across = (x + 0.5) / plot.rect.width, down = (y + 0.5) / plot.rect.height;
          const bool columns = direction == WaveformDirection::columns;
          // R, G and B are counted with 12 bits, and read in the codes of the frame.
          const auto value = static_cast<uint32_t>(1024 * (columns ? 1 - down : across));
          EXPECT_EQ(reading->value.value, value);
          EXPECT_DOUBLE_EQ(reading->value.percent, 100 * (value - 64.0) / 876);
          EXPECT_FALSE(reading->value.nits);
          EXPECT_FALSE(reading->cr);
          EXPECT_EQ(reading->column.has_value(), columns);
          EXPECT_EQ(reading->row.has_value(), !columns);
          if (columns)
            EXPECT_EQ(*reading->column, static_cast<uint32_t>(1024 * across));
          else
            EXPECT_EQ(*reading->row, static_cast<uint32_t>(500 * down));
        }
    EXPECT_FALSE(read_picture(map, 0, 0));
    EXPECT_FALSE(read_picture(map, -1, 600));
    EXPECT_FALSE(read_picture(map, 1300, 600));
  }
}

TEST(Readings, OfLightAreThatOfTheStandards) {
  for (const bool pq : {true, false}) {
    const PlotMap map =
        map_of(only(ScopeKind::histogram), pq ? Transfer::pq : Transfer::hlg, 2000, 300);
    const Rect plot = map.plots[0].rect;
    for (const double nits : pq ? pq_labels : hlg_labels) {
      const double code = 64 + 876 * (pq ? pq_of(nits) : hlg_of(nits));
      const auto reading =
          read_picture(map, plot.x + plot.width * (std::round(code) + 0.5) / 1024, plot.y);
      ASSERT_TRUE(reading);
      EXPECT_EQ(reading->value.value, std::round(code));
      const double signal = (std::round(code) - 64) / 876;
      ASSERT_TRUE(reading->value.nits);
      EXPECT_NEAR((pq ? pq_of(*reading->value.nits) : hlg_of(*reading->value.nits)),
                  std::min(signal, 1.0), 1e-6);
      EXPECT_FALSE(reading->column || reading->row);
    }
    for (const double below : {0.0, 0.01}) {
      const auto reading = read_picture(map, plot.x + plot.width * below, plot.y);
      ASSERT_TRUE(reading);
      EXPECT_NEAR(*reading->value.nits, 0, 1e-9);
    }
  }
}

TEST(Readings, OfVectorscopesAreCbAndCr) {
  for (const double gain : {1.0, 4.0, 16.0}) {
    PictureOptions options = only(ScopeKind::vectorscope);
    options.vectorscope_gain = gain;
    const PlotMap map = map_of(options, Transfer::sdr, 800, 820);
    const Rect plot = map.plots[0].rect;
    // 1025 codes are shown at gain 1, the neutral one in the middle.
    const auto code_at = [&](double share) {
      return std::clamp(std::floor(512.5 + 1025 / gain * (share - 0.5)), 0.0, 1023.0);
    };
    for (const auto& [x, y] : {std::pair(0u, 0u), {10u, plot.height - 1}, {plot.width / 2, 33u}}) {
      const auto reading = read_picture(map, plot.x + x, plot.y + y);
      ASSERT_TRUE(reading && reading->cr);
      const double cb = code_at((x + 0.5) / plot.width), cr = code_at(1 - (y + 0.5) / plot.height);
      EXPECT_EQ(reading->value.value, static_cast<uint32_t>(cb));
      EXPECT_EQ(reading->cr->value, static_cast<uint32_t>(cr));
      EXPECT_DOUBLE_EQ(reading->value.percent, 100 * (cb - 512) / 896);
      EXPECT_DOUBLE_EQ(reading->cr->percent, 100 * (cr - 512) / 896);
    }
    const auto middle =
        read_picture(map, plot.x + plot.width / 2.0 - 0.5, plot.y + plot.height / 2.0 - 0.5);
    ASSERT_TRUE(middle && middle->cr);
    EXPECT_NEAR(middle->value.value, 512, 1.0 / gain);
    EXPECT_NEAR(middle->cr->value, 512, 1.0 / gain);
  }
}
