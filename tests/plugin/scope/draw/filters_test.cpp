// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Waveforms and parades of filtered values: PictureOptions::waveform_filter.
#include "tests/plugin/scope/draw/drawn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr uint32_t frame_width = 150, frame_height = 40;

/// Codes of limited range that change from pixel to pixel.
Frame::Pixel busy_pixel(uint32_t depth, uint32_t x, uint32_t y) {
  const uint32_t noise = (x * 2654435761u + y * 40503u) >> 7;
  const uint32_t step = 1u << (depth - 8);
  return {16 * step + noise % (219 * step), 16 * step + noise / 3 % (224 * step),
          16 * step + (noise >> 9) % (224 * step)};
}

/// The pixel after the filter of its row, in the components that `filtered` has.
Frame::Pixel mean_pixel(uint32_t depth, uint32_t x, uint32_t y,
                        const std::array<bool, 3>& filtered) {
  constexpr uint32_t weights[] = {1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1};
  Frame::Pixel mean = busy_pixel(depth, x, y);
  for (size_t c = 0; c < 3; c++) {
    uint32_t sum = 0;
    for (int i = 0; i < 13; i++) {
      const int column =
          std::clamp(static_cast<int>(x) + i - 6, 0, static_cast<int>(frame_width) - 1);
      sum += weights[i] * busy_pixel(depth, static_cast<uint32_t>(column), y)[c];
    }
    mean[c] = filtered[c] ? (sum + 2048) / 4096 : mean[c];
  }
  return mean;
}

/// Fails unless the plots of a frame with the filter are those of a frame that is filtered before.
void expect_plots_of_means(uint32_t depth, PictureOptions options,
                           const std::array<bool, 3>& filtered) {
  const Coding coding = {matrices[1], false, depth};
  const Frame frame(depth, frame_width, frame_height,
                    [&](uint32_t x, uint32_t y) { return busy_pixel(depth, x, y); });
  const Frame means(depth, frame_width, frame_height,
                    [&](uint32_t x, uint32_t y) { return mean_pixel(depth, x, y, filtered); });
  const Drawn plain(frame, coding, Transfer::sdr, options, 500, 400),
      expected(means, coding, Transfer::sdr, options, 500, 400);
  options.waveform_filter = Filter::low_pass;
  const Drawn drawn(frame, coding, Transfer::sdr, options, 500, 400);
  size_t different = 0;
  for (const PlotArea& plot : drawn.plots())
    for (uint32_t y = plot.rect.y; y < plot.rect.y + plot.rect.height; y++)
      for (uint32_t x = plot.rect.x; x < plot.rect.x + plot.rect.width; x++) {
        const Colour3 a = drawn.pixel(x, y), b = expected.pixel(x, y), c = plain.pixel(x, y);
        ASSERT_TRUE(a.r == b.r && a.g == b.g && a.b == b.b) << x << "," << y;
        different += a.r != c.r || a.g != c.g || a.b != c.b ? 1 : 0;
      }
  EXPECT_GT(different, 5000u) << "the filter has an effect";
}

SharedPlan plan_of_scopes(const std::vector<std::pair<ScopeKind, Filter>>& scopes) {
  PictureOptions options;
  options.scopes.clear();
  for (const auto& [kind, filter] : scopes) {
    options.scopes.push_back(kind);
    options.own.emplace_back();
    options.own.back().waveform_filter = filter;
  }
  Source source;
  source.format = find_format("I420");
  source.width = 64;
  source.height = 48;
  return (*Picture::create(source, options, 400, 300, {}))->plan();
}

} // namespace

TEST(LowPass, WaveformsAreThoseOfFilteredFrames) {
  for (const uint32_t depth : {8u, 10u, 12u})
    for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
      for (const Extents extents : {Extents::none, Extents::live}) {
        SCOPED_TRACE(std::to_string(depth) + " bits, direction " +
                     std::to_string(static_cast<int>(direction)));
        PictureOptions options = only(ScopeKind::waveform);
        options.waveform_direction = direction;
        options.waveform_extents = extents;
        expect_plots_of_means(depth, options, {true, false, false});
      }
}

// The trace lies where Y lies after the filter, in the colours of the pixels that are there.
TEST(LowPass, WaveformsInThePictureColoursKeepTheColoursOfPixels) {
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows}) {
    PictureOptions options = only(ScopeKind::waveform);
    options.waveform_direction = direction;
    options.waveform_colour = WaveformColour::picture;
    expect_plots_of_means(8, options, {true, false, false});
    expect_plots_of_means(10, options, {true, false, false});
  }
}

TEST(LowPass, ParadesAreThoseOfFilteredFrames) {
  PictureOptions options = only(ScopeKind::parade);
  options.parade_mode = ParadeMode::ycbcr;
  expect_plots_of_means(8, options, {true, true, true});
  expect_plots_of_means(10, options, {true, true, true});
}

TEST(LowPass, CodesInTurnBecomeOneLineBetweenThem) {
  const Coding coding = {matrices[1], false, 8};
  const Frame frame(8, 256, 32, [](uint32_t x, uint32_t) -> Frame::Pixel {
    return {x % 2 == 0 ? 60u : 180u, 128, 128};
  });
  PictureOptions options = only(ScopeKind::waveform);
  const auto lit_codes = [&](const PictureOptions& drawn_with) {
    const Drawn drawn(frame, coding, Transfer::sdr, drawn_with, 900, 700);
    const Rect plot = drawn.plots()[0].rect;
    std::set<uint32_t> codes;
    // Without the first and last columns, whose rows end.
    for (uint32_t x = plot.x + plot.width / 16; x < plot.x + plot.width * 15 / 16; x++)
      for (uint32_t y = 0; y < plot.height; y++)
        if (drawn.lit(x, plot.y + y))
          codes.insert(static_cast<uint32_t>((plot.height - y - 0.5) / plot.height * 256));
    return codes;
  };
  const std::set<uint32_t> two = lit_codes(options);
  options.waveform_filter = Filter::low_pass;
  const std::set<uint32_t> one = lit_codes(options);
  EXPECT_EQ(two.count(60) + two.count(180), 2u);
  EXPECT_EQ(two.count(120), 0u);
  EXPECT_EQ(one.count(120), 1u);
  for (const uint32_t code : one)
    EXPECT_NEAR(code, 120, 1);
}

TEST(LowPass, TitlesNameIt) {
  SKIP_TEXT_WITHOUT_FONT();
  const Coding coding = {matrices[1], false, 8};
  const Frame frame = bars(coding, 1);
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::parade}) {
    PictureOptions options = only(kind);
    const Drawn plain(frame, coding, Transfer::sdr, options, 900, 600);
    options.waveform_filter = Filter::low_pass;
    const Drawn filtered(frame, coding, Transfer::sdr, options, 900, 600);
    uint32_t first = 900, last = 0;
    for (uint32_t y = 0; y < 600; y++)
      for (uint32_t x = 0; x < 900; x++)
        if (plain.graticule(x, y) != filtered.graticule(x, y)) {
          EXPECT_LT(y, filtered.plots()[0].rect.y) << "above the plots";
          first = std::min(first, x);
          last = std::max(last, x);
        }
    EXPECT_GT(last, first + 30) << "a word";
    EXPECT_LT(last, 600u);
  }
}

TEST(LowPass, FilteredAndOtherTracesHaveTablesOfTheirOwn) {
  constexpr Filter none = Filter::none, low_pass = Filter::low_pass;
  constexpr ScopeKind waveform = ScopeKind::waveform, parade = ScopeKind::parade;
  EXPECT_EQ(plan_of_scopes({{waveform, none}, {waveform, low_pass}})->projections.size(), 2u);
  EXPECT_EQ(plan_of_scopes({{waveform, low_pass}, {waveform, low_pass}})->projections.size(), 1u);
  EXPECT_EQ(plan_of_scopes({{parade, low_pass}, {waveform, none}})->projections.size(), 4u);
  const SharedPlan plan =
      plan_of_scopes({{ScopeKind::histogram, low_pass}, {ScopeKind::vectorscope, low_pass}});
  EXPECT_TRUE(plan->projections.empty()) << "of waveforms and parades alone";
}
