// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Curves, percentile marks and lamps of histograms, against numbers counted here.
#include "tests/plugin/scope/draw/drawn.h"
#include "tests/plugin/scope/draw/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// Histograms one below the other: that of Y first, and no mark over a curve.
PictureOptions parade() {
  PictureOptions options = only(ScopeKind::histogram);
  options.histogram_mode = HistogramMode::parade;
  options.percents.clear();
  return options;
}

/// Neutral frames of 64x48 pixels: n samples of each value, the rest of the last one.
Frame frame_of(uint32_t depth, const std::vector<std::pair<uint32_t, uint32_t>>& values) {
  return {depth, 64, 48, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
            uint32_t pixel = y * 64 + x;
            for (const auto& [value, n] : values) {
              if (pixel < n)
                return {value, 1u << (depth - 1), 1u << (depth - 1)};
              pixel -= n;
            }
            return {values.back().first, 1u << (depth - 1), 1u << (depth - 1)};
          }};
}

/// Rows of a plot's column that have light, counted from the bottom to the highest one.
uint32_t height_at(const Drawn& drawn, const Rect& plot, uint32_t column) {
  for (uint32_t y = 0; y < plot.height; y++)
    if (drawn.lit(plot.x + column, plot.y + y))
      return plot.height - y;
  return 0;
}

uint32_t column_of(const Rect& plot, double value, uint32_t depth) {
  return static_cast<uint32_t>((value + 0.5) / std::pow(2, depth) * plot.width);
}

} // namespace

TEST(Curves, AreAsHighAsTheirCounts) {
  const Coding coding = {matrices[1], false, 8};
  // 235 and 16 do not set the scale: 100 does, with 94 % of the height.
  const Frame frame =
      frame_of(8, {{16, 900}, {60, 200}, {100, 800}, {140, 400}, {180, 8}, {235, 0}});
  for (const HistogramScale scale : {HistogramScale::linear, HistogramScale::logarithmic}) {
    PictureOptions options = parade();
    options.histogram_scale = scale;
    const Drawn drawn(frame, coding, Transfer::sdr, options, 1100, 900);
    const Rect plot = drawn.plots()[0].rect;
    for (const auto& [value, n] : {std::pair(60, 200), {100, 800}, {140, 400}, {180, 8}, {80, 0}}) {
      const double share = n == 0                            ? 0
                           : scale == HistogramScale::linear ? 0.94 * n / 800
                                                             : 1 + std::log10(n / (64.0 * 48)) / 6;
      EXPECT_NEAR(height_at(drawn, plot, column_of(plot, value, 8)), share * plot.height, 1.5)
          << "value " << value;
    }
  }
}

TEST(Curves, PeaksOfEqualCountsHaveEqualHeights) {
  for (const uint32_t depth : {8u, 10u, 12u})
    for (const uint32_t width : {320u, 480u, 640u, 1000u, 1920u}) {
      SCOPED_TRACE(std::to_string(depth) + " bits at " + std::to_string(width));
      const uint32_t step = 1u << (depth - 8), peaks = 24;
      const Coding coding = {matrices[1], false, depth};
      const Frame frame(depth, 24 * 7, 4, [&](uint32_t x, uint32_t) -> Frame::Pixel {
        // Single codes at all phases of bins and columns.
        return {30 * step + x % peaks * (8 * step + 1), 128 * step, 128 * step};
      });
      const Drawn drawn(frame, coding, Transfer::sdr, parade(), width, 360);
      const Rect plot = drawn.plots()[0].rect;
      std::set<uint32_t> heights;
      for (uint32_t peak = 0; peak < peaks; peak++) {
        const uint32_t column = column_of(plot, 30 * step + peak * (8 * step + 1), depth);
        uint32_t height = 0;
        for (uint32_t x = column - 1; x <= column + 1; x++)
          height = std::max(height, height_at(drawn, plot, x));
        heights.insert(height);
      }
      EXPECT_EQ(heights.size(), 1u);
    }
}

TEST(PercentileMarks, LieInTheColumnsOfTheirValues) {
  for (const auto& [depth, full_range] : {std::pair(8u, false), {8u, true}, {10u, false}}) {
    const Coding coding = {matrices[1], full_range, depth};
    const uint32_t last = (1u << depth) - 1;
    std::vector<uint32_t> values;
    const Frame frame(depth, 64, 48, [&, depth = depth](uint32_t x, uint32_t y) -> Frame::Pixel {
      const double share = (y * 64 + x) / (64.0 * 48);
      values.push_back(static_cast<uint32_t>(last * std::pow(share, 1.7)));
      return {values.back(), 1u << (depth - 1), 1u << (depth - 1)};
    });
    std::sort(values.begin(), values.end());
    for (const std::vector<double>& percents :
         {std::vector<double>{1, 50, 99}, {10, 25, 75}, {0, 100}}) {
      PictureOptions options = parade();
      options.percents = percents;
      const Drawn with(frame, coding, Transfer::sdr, options, 1050, 800);
      const Rect plot = with.plots()[0].rect;
      std::set<uint32_t> columns, expected; // the first ones of the marks
      bool in_mark = false;
      for (uint32_t x = 0; x < plot.width; x++) {
        const bool is_mark = with.lit(plot.x + x, plot.y + plot.height - 1);
        if (is_mark && !in_mark)
          columns.insert(x);
        in_mark = is_mark;
      }
      for (const double percent : percents) {
        const auto rank = static_cast<size_t>(
            std::max(std::ceil(percent / 100 * static_cast<double>(values.size())), 1.0));
        const uint32_t bins = std::min(1u << depth, 1024u);
        const double bin = values[rank - 1] * bins >> depth;
        expected.insert(static_cast<uint32_t>((bin + 0.5) / bins * plot.width));
      }
      EXPECT_EQ(columns, expected) << depth << " bits";
    }
  }
}

namespace {

/// A plot with the marks of Y, R, G and B, which lie in `rows` each, from the bottom B, G, R and Y.
struct FourMarks {
  explicit FourMarks(const Rect& plot) : rect(plot), rows(plot.height / 48 + 2) {}
  /// A row of the picture in the middle of the rows of a channel's marks.
  uint32_t row(uint32_t channel) const {
    return rect.y + rect.height - 1 - (3 - channel) * rows - rows / 2;
  }
  const Rect rect;
  const uint32_t rows;
};

} // namespace

TEST(PercentileMarks, OfSeveralChannelsAreAllSeen) {
  const Coding coding = {matrices[1], false, 8};
  // All channels of a neutral frame have the same percentiles; fills add up to white.
  const Frame frame(8, 64, 48, [&](uint32_t x, uint32_t) -> Frame::Pixel {
    return {60 + x, 128, 128};
  });
  for (const auto& [width, height] :
       {std::pair(320u, 240u), {640u, 360u}, {1920u, 1080u}, {3840u, 2160u}}) {
    SCOPED_TRACE(width);
    PictureOptions options = only(ScopeKind::histogram);
    options.percents = {50};
    const Drawn drawn(frame, coding, Transfer::sdr, options, width, height);
    const FourMarks marks(drawn.plots()[0].rect);
    const uint32_t x = marks.rect.x + column_of(marks.rect, 60 + 31, 8);
    const auto is_colour = [&](uint32_t channel, auto test) {
      const Colour3 c = drawn.pixel(x, marks.row(channel));
      EXPECT_TRUE(test(c)) << "channel " << channel << ": " << c.r << " " << c.g << " " << c.b;
    };
    is_colour(0, [](const Colour3& c) { return c.r > 120 && c.g > 120 && c.b > 120; });
    is_colour(1, [](const Colour3& c) { return c.r > 2 * c.g && c.r > 2 * c.b; });
    is_colour(2, [](const Colour3& c) { return c.g > 2 * c.r && c.g > 2 * c.b; });
    is_colour(3, [](const Colour3& c) { return c.b > 1.3 * c.g && c.b > 2 * c.r; });
    // Nothing but marks lies in their rows.
    for (uint32_t channel = 0; channel < 4; channel++) {
      uint32_t lit = 0;
      for (uint32_t i = 0; i < marks.rect.width; i++)
        lit += drawn.lit(marks.rect.x + i, marks.row(channel)) ? 1 : 0;
      EXPECT_LE(lit, height / 480 + 2) << channel;
    }
  }
}

namespace {

/// The first and the last column of each label above the marks of a plot: labels darken all pixels
/// below them.
std::vector<std::pair<uint32_t, uint32_t>> label_columns(const Drawn& drawn,
                                                         const FourMarks& marks) {
  std::vector<std::pair<uint32_t, uint32_t>> labels;
  const uint32_t row = marks.rect.y + marks.rect.height - 4 * marks.rows - 1;
  for (uint32_t x = marks.rect.x; x < marks.rect.x + marks.rect.width; x++) {
    if (!drawn.lit(x, row))
      continue;
    if (!labels.empty() && x == labels.back().second + 1)
      labels.back().second = x;
    else
      labels.push_back({x, x});
  }
  return labels;
}

} // namespace

TEST(PercentileMarks, AreLabelledWhereThereIsRoom) {
  const Coding coding = {matrices[1], false, 8};
  const Frame spread(8, 64, 48, [&](uint32_t x, uint32_t) -> Frame::Pixel {
    return {20 + x * 3, 128, 128};
  });
  const Frame flat(8, 64, 48, [&](uint32_t, uint32_t) -> Frame::Pixel { return {0, 128, 128}; });
  for (const auto& [width, height] : {std::pair(640u, 360u), {1920u, 1080u}, {3840u, 2160u}})
    for (const bool is_flat : {false, true}) {
      SCOPED_TRACE(std::to_string(width) + (is_flat ? " flat" : ""));
      PictureOptions options = only(ScopeKind::histogram);
      const Drawn with(is_flat ? flat : spread, coding, Transfer::sdr, options, width, height);
      const FourMarks marks(with.plots()[0].rect);
      const auto labels = label_columns(with, marks);
      if (!has_font()) {
        EXPECT_TRUE(labels.empty());
        continue;
      }
      if (is_flat) { // at one code, in a corner: the label of 50 % is moved into the plot
        ASSERT_EQ(labels.size(), 1u);
        EXPECT_LE(labels[0].first, marks.rect.x + 3);
        continue;
      }
      ASSERT_EQ(labels.size(), 3u);
      const double percents[] = {1, 50, 99};
      for (size_t i = 0; i < 3; i++) {
        const uint32_t value = 20 + 3 * static_cast<uint32_t>(std::ceil(percents[i] * 0.64) - 1);
        EXPECT_NEAR((labels[i].first + labels[i].second) / 2.0,
                    marks.rect.x + column_of(marks.rect, value, 8), height / 150.0 + 3);
      }
    }
  // Without labels, the curve of a single code stands above the marks.
  const Drawn small(flat, coding, Transfer::sdr, only(ScopeKind::histogram), 160, 90);
  for (const auto& [first, last] : label_columns(small, FourMarks(small.plots()[0].rect)))
    EXPECT_LT(last - first, 6u);
  SKIP_TEXT_WITHOUT_FONT();
}

namespace {

/// Whether a label reads `parts`, one after the other, each as the canvas renders it.
bool reads(const Drawn& drawn, const FourMarks& marks, const std::vector<std::string>& parts) {
  const auto labels = label_columns(drawn, marks);
  if (labels.size() != 1)
    return false;
  Canvas canvas = std::move(*Canvas::create(1, 1));
  // At this size of the picture the text of labels has 0.8 of the height of that of titles.
  const double font = std::round(0.8 * std::round(600 / 30.0));
  uint32_t x = labels[0].first;
  for (const std::string& part : parts) {
    const Canvas::Coverage image = canvas.coverage(part, font);
    const uint32_t top = marks.rect.y + marks.rect.height - 4 * marks.rows - image.height;
    for (uint32_t row = 0; row < image.height; row++)
      for (uint32_t column = 0; column < image.width; column++) {
        const uint32_t covered = image.shares[row * image.width + column];
        const Colour3 pixel = drawn.pixel(x + column, top + row);
        if (covered == 255 ? pixel.g < 180 : covered == 0 && pixel.g > 40)
          return false;
      }
    x += image.width;
  }
  return x == labels[0].second + 1;
}

} // namespace

TEST(PercentileMarks, ThatNearestToTheMedianIsLabelledBeforeOthers) {
  const Coding coding = {matrices[1], false, 8};
  // Four fifths of the samples at code 20, the others at 60 and 200.
  const Frame frame(8, 100, 40, [](uint32_t x, uint32_t) -> Frame::Pixel {
    return {x < 80 ? 20u : x < 95 ? 60u : 200u, 128, 128};
  });
  const auto draw = [&](const std::vector<double>& percents) {
    PictureOptions options = only(ScopeKind::histogram);
    options.percents = percents;
    return Drawn(frame, coding, Transfer::sdr, options, 640, 360);
  };
  const auto differs = [](const Drawn& a, const Drawn& b) {
    const FourMarks marks(a.plots()[0].rect);
    const uint32_t bottom = marks.rect.y + marks.rect.height - 4 * marks.rows;
    for (uint32_t y = marks.rect.y; y < bottom; y++)
      for (uint32_t x = 0; x < 640; x++)
        if (a.pixel(x, y).g != b.pixel(x, y).g)
          return true;
    return false;
  };
  if (has_font()) {
    EXPECT_EQ(label_columns(draw({1, 50, 99}), FourMarks(draw({50}).plots()[0].rect)).size(), 2u);
  }
  // 1 and 10 % would lie where 50 % does.
  EXPECT_FALSE(differs(draw({1, 10, 50, 99}), draw({50, 99})));
  EXPECT_FALSE(differs(draw({99, 10, 70, 1}), draw({99, 70})));
  EXPECT_FALSE(differs(draw({10, 1}), draw({10})));
  if (has_font()) {
    EXPECT_TRUE(differs(draw({50, 99}), draw({10, 99})));
  }
  SKIP_TEXT_WITHOUT_FONT();
}

TEST(PercentileMarks, LabelsNameThePercentileItsValueAndTheUnit) {
  SKIP_TEXT_WITHOUT_FONT();
  struct Case {
    uint32_t depth, value;
    bool full_range;
    Transfer transfer;
    Units units;
    std::vector<std::string> parts;
  };
  const auto pq_code = [](double nits) {
    return static_cast<uint32_t>(std::lround(64 + 876 * pq_of(nits)));
  };
  for (const Case& c :
       std::vector<Case>{{8, 110, false, Transfer::sdr, Units::automatic, {"P50 ", "4", "3", " %"}},
                         {8, 8, false, Transfer::sdr, Units::percent, {"P50 ", "-", "4", " %"}},
                         {8, 128, true, Transfer::sdr, Units::ire, {"P50 ", "5", "0", " IRE"}},
                         {10, 441, false, Transfer::sdr, Units::code, {"P50 ", "4", "4", "1"}},
                         // The next code of 10 bits has 203.7 nits.
                         {10,
                          pq_code(203),
                          false,
                          Transfer::pq,
                          Units::automatic,
                          {"P50 ", "2", "0", "4", " nits"}},
                         {10,
                          pq_code(0.5),
                          false,
                          Transfer::pq,
                          Units::nits,
                          {"P50 ", "0", ".", "5", "0", " nits"}},
                         {10, 64, false, Transfer::pq, Units::nits, {"P50 ", "0", " nits"}}}) {
    SCOPED_TRACE(std::to_string(c.value) + " in units " +
                 std::to_string(static_cast<int>(c.units)));
    PictureOptions options = only(ScopeKind::histogram);
    options.percents = {50};
    options.units = c.units;
    const Drawn drawn(frame_of(c.depth, {{c.value, 0}}), {matrices[1], c.full_range, c.depth},
                      c.transfer, options, 1200, 600);
    const FourMarks marks(drawn.plots()[0].rect);
    EXPECT_TRUE(reads(drawn, marks, c.parts));
    EXPECT_FALSE(reads(drawn, marks, {"P50 ", "9", "9", " %"}));
  }
}

TEST(Curves, OfPicturesWithBordersKeepTheirHeights) {
  const Coding coding = {matrices[1], false, 8};
  // A film with values from 40 to 200, and with borders of a quarter, whose noise lies around
  // black.
  for (const bool borders : {false, true}) {
    const Frame frame(8, 96, 96, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
      if (borders && (y < 12 || y >= 84))
        return {16 + (x + y) % 4, 128, 128};
      return {40 + (x * 96 + y) % 160, 128, 128};
    });
    const Drawn drawn(frame, coding, Transfer::sdr, parade(), 1100, 900);
    const Rect plot = drawn.plots()[0].rect;
    EXPECT_GT(height_at(drawn, plot, column_of(plot, 120, 8)), plot.height * 0.8) << borders;
  }
}

namespace {

/// How bright the lamps of a plot's first curve are.
struct Lamps {
  double below, above;

  Lamps(const Drawn& drawn, const Rect& plot) {
    // The brightest pixel in the corner, where a lamp of a picture of 1080 rows fits.
    const auto light = [&](uint32_t left) {
      double most = 0;
      for (uint32_t y = plot.y; y < plot.y + 24; y++)
        for (uint32_t x = left; x < left + 24; x++) {
          const Colour3 lit = drawn.pixel(x, y), unlit = drawn.background(x, y);
          most = std::max(most, lit.r + lit.g + lit.b - unlit.r - unlit.g - unlit.b);
        }
      return most;
    };
    below = light(plot.x);
    above = light(plot.x + plot.width - 24);
  }
};

} // namespace

TEST(Lamps, AreLitFromTwoCodesOf8BitsOutsideOfTheRangeOn) {
  for (const auto& [width, height] : {std::pair(640u, 360u), {1920u, 1080u}, {320u, 240u}})
    for (const uint32_t depth : {8u, 10u, 12u})
      for (const bool full_range : {false, true}) {
        const Coding coding = {matrices[1], full_range, depth};
        const uint32_t last = (1u << depth) - 1;
        // The nearest codes that light no lamp, and that light one: of 10 bits, 58 is rounded to 15
        // of 8 bits, 57 to 14; 945 to 236, and 946 to 237.
        const uint32_t low = full_range ? 0 : depth == 8 ? 14 : depth == 10 ? 57 : 231;
        const uint32_t high = full_range ? last : depth == 8 ? 237 : depth == 10 ? 946 : 3784;
        const uint32_t dark[] = {low + 1, low}, bright[] = {high - 1, high};
        for (const bool below : {false, true})
          for (const bool above : {false, true}) {
            SCOPED_TRACE(std::to_string(depth) + " bits" + (full_range ? " full" : "") +
                         (below ? " below" : "") + (above ? " above" : "") + " at " +
                         std::to_string(width));
            const Frame frame =
                frame_of(depth, {{dark[below], 1}, {bright[above], 1}, {1u << (depth - 1), 0}});
            const Drawn drawn(frame, coding, Transfer::sdr, parade(), width, height);
            ASSERT_EQ(drawn.plots().size(), 4u);
            for (const PlotArea& plot : drawn.plots()) { // R, G and B have the codes of Y
              const Lamps lamps(drawn, plot.rect);
              EXPECT_EQ(lamps.below > 0, below) << quantity_name(plot.quantities[0]);
              EXPECT_EQ(lamps.above > 0, above) << quantity_name(plot.quantities[0]);
            }
          }
      }
}

TEST(Lamps, AreBrightIfMoreThanAHundredthIsBeyondR103) {
  const Coding coding = {matrices[1], false, 8};
  const auto lamps_of = [&](uint32_t low, uint32_t high, uint32_t n) {
    const Frame frame = frame_of(8, {{low, n}, {high, n}, {128, 0}});
    const Drawn drawn(frame, coding, Transfer::sdr, parade(), 800, 600);
    return Lamps(drawn, drawn.plots()[0].rect);
  };
  const Lamps dim = lamps_of(4, 247, 1), bright = lamps_of(4, 247, 300);
  EXPECT_GT(bright.below, 1.5 * dim.below);
  EXPECT_GT(bright.above, 1.5 * dim.above);
  const auto expect = [](const Lamps& lamps, const Lamps& expected) {
    EXPECT_EQ(lamps.below, expected.below);
    EXPECT_EQ(lamps.above, expected.above);
  };
  expect(lamps_of(4, 247, 30), dim); // of 3072 samples
  expect(lamps_of(4, 247, 31), bright);
  expect(lamps_of(5, 246, 300), dim); // the limits of EBU R 103
}

TEST(Lamps, AreDarkOverLegalBars) {
  for (const scope::Matrix& matrix : {matrices[0], matrices[1], matrices[2]})
    for (const uint32_t depth : {8u, 10u, 12u})
      for (const double level : {0.75, 1.0}) {
        SCOPED_TRACE(std::string(matrix.name) + " " + std::to_string(depth) + " bits at " +
                     std::to_string(level));
        const Coding coding = {matrix, false, depth};
        const Drawn drawn(bars(coding, level), coding, Transfer::sdr, parade(), 640, 360);
        for (const PlotArea& plot : drawn.plots()) {
          const Lamps lamps(drawn, plot.rect);
          EXPECT_EQ(lamps.below, 0) << quantity_name(plot.quantities[0]);
          EXPECT_EQ(lamps.above, 0) << quantity_name(plot.quantities[0]);
        }
      }
}

TEST(Holds, HeldCurvesHaveTheScaleOfTheLiveOnes) {
  PictureOptions options = only(ScopeKind::histogram);
  options.percents.clear();
  // All samples of one frame have one of two values, those of the other eight values.
  const auto frame = [](uint32_t values, uint32_t first) {
    return Frame(8, 64, 48, [=](uint32_t x, uint32_t) -> Frame::Pixel {
      return {first + x % values * 8, 128, 128};
    });
  };
  for (const Hold hold : {Hold::reference, Hold::peak})
    for (const bool high_is_held : {true, false}) {
      Sequence sequence(options, 800, 600);
      sequence.draw(high_is_held ? frame(2, 40) : frame(8, 120));
      sequence.picture().hold(hold);
      const auto pixels = sequence.draw(high_is_held ? frame(8, 120) : frame(2, 40));
      const Rect plot = sequence.picture().plots()[0].rect;
      const auto lit = sequence.lit(pixels);
      const auto height = [&](uint32_t value) {
        for (uint32_t y = 0; y < plot.height; y++)
          if (lit[size_t{plot.y + y} * 800 + plot.x + column_of(plot, value, 8)])
            return plot.height - y;
        return 0u;
      };
      EXPECT_NEAR(height(48), 0.94 * plot.height, 1.5);
      EXPECT_NEAR(height(120 + 24), 0.94 * plot.height / 4, 1.5);
    }
}

TEST(Holds, PeaksOfCurvesAreTheLargestCounts) {
  PictureOptions options = only(ScopeKind::histogram);
  options.percents.clear();
  Sequence sequence(options, 800, 600);
  sequence.picture().hold(Hold::peak);
  for (const auto& [n, value] : {std::pair(1500u, 60u), {700u, 100u}, {1000u, 60u}, {300u, 100u}})
    sequence.draw(frame_of(8, {{value, n}, {16, 0}}));
  const auto lit = sequence.lit(sequence.draw(frame_of(8, {{140, 100}, {16, 0}})));
  const Rect plot = sequence.picture().plots()[0].rect;
  const auto height = [&](uint32_t value) {
    for (uint32_t y = 0; y < plot.height; y++)
      if (lit[size_t{plot.y + y} * 800 + plot.x + column_of(plot, value, 8)])
        return plot.height - y;
    return 0u;
  };
  EXPECT_NEAR(height(60), 0.94 * plot.height, 1.5);
  EXPECT_NEAR(height(100), 0.94 * plot.height * 700 / 1500, 1.5);
  EXPECT_NEAR(height(140), 0.94 * plot.height * 100 / 1500, 1.5);
}
