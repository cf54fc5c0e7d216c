// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Gamut displays: where colours lie, by the formulas of docs/scopes.md, and that no sample is lost.
#include "plugin/scope/draw/panels/gamut_geometry.h"
#include "plugin/scope/draw/panels/panel.h"
#include "tests/plugin/scope/draw/gamut_display.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// Shares of the plot's width, and of its height from the line y = 0 upwards.
struct Place {
  double x, y;
};
Place place_of(ScopeKind kind, const Coding& coding, const Colour3& c, bool upper) {
  const double first = upper ? c.b : c.r, y = coding.luma(c);
  if (kind == ScopeKind::lightning) {
    const double chroma = (first - y) / 2 / (1 - (upper ? coding.matrix.kb : coding.matrix.kr));
    return {0.5 + 2 * chroma / 2.4, y / 2.4};
  }
  return {0.5 + (first - c.g) / 2.4, (first + c.g) / (kind == ScopeKind::diamond ? 4.8 : 2.8)};
}

constexpr ScopeKind halves_kinds[] = {ScopeKind::diamond, ScopeKind::split_diamond,
                                      ScopeKind::lightning};
constexpr ScopeKind plane_kinds[] = {ScopeKind::channel_plot, ScopeKind::arrowhead};
constexpr ScopeKind all_kinds[] = {ScopeKind::diamond, ScopeKind::split_diamond,
                                   ScopeKind::lightning, ScopeKind::channel_plot,
                                   ScopeKind::arrowhead};

/// Where signals lie in the plot of a channel plot or an arrowhead, in pixels.
GamutPoint pixel_of(ScopeKind kind, const Rect& plot, double x, double y) {
  const bool arrow = kind == ScopeKind::arrowhead;
  const double across = arrow ? (x + 0.2) / 1.4 : (x + 1.25) / 2.5;
  const double up = arrow ? (y + 0.15) / 1.4 : (y + 1.25) / 2.5;
  return {plot.x + plot.width * across, plot.y + plot.height * (1 - up)};
}
/// The signals of a colour there.
GamutPoint signals_of(ScopeKind kind, const Coding& coding, const Colour3& c) {
  if (kind == ScopeKind::channel_plot)
    return {c.g - c.b, c.r - c.g};
  const double y = coding.luma(c), u = 0.492 * (c.b - y), v = 0.877 * (c.r - y);
  return {std::sqrt(u * u + v * v), y};
}

} // namespace

TEST(Gamut, ColoursLieWhereTheFormulasSay) {
  for (const ScopeKind kind : halves_kinds)
    for (const Coding& coding : codings) {
      SCOPED_TRACE(std::string(scope_names[static_cast<size_t>(kind)]) + " " + coding.matrix.name);
      Display display(kind, coding, 480);
      for (const Colour3& c : colours()) {
        display.show(flat(coding, c));
        for (const bool upper : {false, true}) {
          const bool split = display.panel().plots.size() == 2;
          const Rect plot = display.panel().plots[split && !upper ? 1 : 0].rect;
          const Place place = place_of(kind, coding, c, upper);
          const double zero = !split ? 0.5 : upper ? 1 - 0.2 / 1.4 : 0.2 / 1.4;
          const double x = plot.x + plot.width * place.x;
          const double y = plot.y + plot.height * (upper ? zero - place.y : zero + place.y);
          if (!split && std::fabs(y - plot.y - plot.height / 2.0) < nearest + 3)
            continue;
          const Colour3 middle = display.middle(plot, upper);
          // Samples are rounded, by up to 1.5 codes of 8 bits of R, G and B, and pixels are whole.
          const double code = plot.width / 2.4 / 219;
          ASSERT_NEAR(middle.r, x, 1 + 3 * code) << c.r << " " << c.g << " " << c.b << " " << upper;
          ASSERT_NEAR(middle.g, y, 1 + 3 * code) << c.r << " " << c.g << " " << c.b << " " << upper;
          ASSERT_GE(middle.b, 4) << "a flat colour is too small";
        }
      }
    }
}

TEST(Gamut, ColoursLieInPlanesWhereTheFormulasSay) {
  for (const ScopeKind kind : plane_kinds)
    for (const Coding& coding : codings) {
      SCOPED_TRACE(std::string(scope_names[static_cast<size_t>(kind)]) + " " + coding.matrix.name);
      Display display(kind, coding, 480);
      const Rect plot = display.panel().plots.at(0).rect;
      for (const Colour3& c : colours()) {
        display.show(flat(coding, c));
        const GamutPoint signals = signals_of(kind, coding, c);
        const GamutPoint expected = pixel_of(kind, plot, signals.x, signals.y);
        const Colour3 middle = display.middle(plot);
        // Samples are rounded, by up to 1.5 codes of 8 bits of R, G and B, of which two differ; or
        // by half a code of Y, Cb and Cr. Pixels are whole.
        const double error =
            kind == ScopeKind::arrowhead ? plot.width / 1.4 / 219 : 3 * plot.width / 2.5 / 219;
        ASSERT_NEAR(middle.r, expected.x, 1 + error) << c.r << " " << c.g << " " << c.b;
        ASSERT_NEAR(middle.g, expected.y, 1 + error) << c.r << " " << c.g << " " << c.b;
        ASSERT_GE(middle.b, 4) << "a flat colour is too small";
        ASSERT_LE(middle.b, 16) << "a flat colour is too large";
      }
    }
}

TEST(Gamut, ArrowheadsHaveTheLimitsOfCompositeSignals) {
  struct Limit {
    double sum, difference; ///< of one of them the line is: Y + x or Y - x
    bool solid;
  };
  const auto expect = [](Composite composite, const std::vector<Limit>& limits) {
    const Display display(ScopeKind::arrowhead, codings[0], 480, 1, composite);
    const Rect plot = display.panel().plots.at(0).rect;
    const auto orange = [&](double x1, double y1, double x2, double y2) {
      return display.orange_share(pixel_of(ScopeKind::arrowhead, plot, x1, y1),
                                  pixel_of(ScopeKind::arrowhead, plot, x2, y2));
    };
    for (const Limit& limit : limits)
      for (const double beside : {0.0, 0.03, -0.03}) {
        const double sum = limit.sum + beside, difference = limit.difference + beside;
        const double share = limit.sum > 0
                                 ? orange(0.2, sum - 0.2, 0.65, sum - 0.65)
                                 : orange(0.45, difference + 0.45, 0.65, difference + 0.65);
        if (beside != 0) {
          EXPECT_LT(share, 0.1) << sum << " " << difference;
        } else {
          EXPECT_GT(share, limit.solid ? 0.99 : 0.4) << sum << " " << difference;
        }
      }
  };
  expect(Composite::lines_525, {{1, 0, false}, {1.1, 0, false}, {1.2, 0, true}, {0, -0.4, true}});
  expect(Composite::lines_625, {{950.0 / 700, 0, true}, {0, -230.0 / 700, true}});
}

TEST(Gamut, TheOuterLimitsAreNamedClearOfTheirLines) {
  SKIP_TEXT_WITHOUT_FONT();
  for (const bool is_625 : {false, true})
    for (uint32_t side = 150; side <= 1000; side += 85) {
      Source source;
      source.format = find_format("Y444");
      source.width = source.height = 16;
      source.composite = is_625 ? Composite::lines_625 : Composite::lines_525;
      Canvas canvas = std::move(*Canvas::create(side, side));
      TableList tables(source, 256);
      const auto panel = make_plane_panel(ScopeKind::arrowhead, {0, 0, side, side},
                                          only(ScopeKind::arrowhead), tables);
      const SharedPlan plan = *tables.compile();
      const Rect plot = panel->draw(canvas, {}, *plan).plots.at(0).rect;
      const double most = is_625 ? 950.0 / 700 : 1.2, least = is_625 ? -230.0 / 700 : -0.4;
      const auto level_of = [&](double row) { return 1.25 - (row - plot.y) / plot.height * 1.4; };
      uint32_t labels = 0;
      for (const Canvas::WrittenText& text : canvas.texts()) {
        const double left = (text.left - plot.x) / plot.width * 1.4 - 0.2;
        if (text.text == (is_625 ? "950" : "120")) {
          labels++;
          EXPECT_GT(left, (most - least) / 2) << side; // where both lines end
        } else if (text.text == (is_625 ? "-230" : "-40")) {
          labels++;
          EXPECT_LT(level_of(text.top) - left, least) << side;
        }
      }
      EXPECT_EQ(labels, 2u) << side;
    }
}

TEST(Gamut, SystemsFollowFromTheRowsOfFrames) {
  EXPECT_EQ(composite_of_rows(480), Composite::lines_525);
  EXPECT_EQ(composite_of_rows(486), Composite::lines_525);
  EXPECT_EQ(composite_of_rows(576), Composite::lines_625);
  for (const uint32_t rows : {240u, 288u, 485u, 720u, 1080u})
    EXPECT_EQ(composite_of_rows(rows), Composite::none) << rows;
}

TEST(Gamut, NoSampleIsLostOrDrawnTwice) {
  for (const ScopeKind kind : all_kinds)
    for (const uint32_t side : {150u, 500u, 1000u}) {
      const Coding coding = {matrices[1], false, 8};
      const Display display(kind, coding, side);
      for (const PlotDrawing& plot : display.panel().plots)
        for (const TraceDrawing& trace : plot.traces) {
          std::vector<double> sums(size_t{256} * 256);
          for (const CellMap::Tap& tap : trace.map.taps)
            sums.at(tap.counter) += tap.share;
          ASSERT_EQ(trace.map.first.size(), size_t{plot.rect.width} * plot.rect.height + 1);
          ASSERT_EQ(trace.map.first.back(), trace.map.taps.size());
          // Bins of signals within EBU R 103 are drawn whole, of an arrowhead all; others at most
          // once.
          constexpr uint32_t bins = 256; // one per code
          for (uint32_t x = 0; x < bins; x++)
            for (uint32_t y = 0; y < bins; y++) {
              const double sum = sums[size_t{x} * bins + y];
              // Of the channel plot a bin stands for two codes of difference.
              const uint32_t edge = kind == ScopeKind::channel_plot ? 6 : 5;
              const bool inside = kind == ScopeKind::arrowhead ||
                                  (x >= edge && x < bins - 9 && y >= edge && y < bins - 9);
              ASSERT_LE(sum, 1 + 1e-5) << x << " " << y;
              if (inside) {
                ASSERT_GE(sum, 1 - 1e-5) << x << " " << y << " of " << side;
              }
            }
        }
    }
}

TEST(Gamut, BrightnessFollowsFromAllCounters) {
  // The last counters are those of the highest codes: frames of these alone have a scale, too.
  for (const ScopeKind kind : all_kinds)
    for (const uint32_t side : {150u, 300u, 480u, 777u}) {
      SCOPED_TRACE(std::string(scope_names[static_cast<size_t>(kind)]) + " " +
                   std::to_string(side));
      const Display display(kind, {matrices[1], true, 8}, side);
      for (const PlotDrawing& plot : display.panel().plots)
        for (const TraceDrawing& trace : plot.traces)
          EXPECT_EQ(size_t{trace.table_positions} * trace.table_bins, size_t{256} * 256);
    }
  // White is about as bright as black, which lies in the first counters.
  const Coding full = {matrices[1], true, 8};
  Display display(ScopeKind::split_diamond, full, 300, 0.05);
  const Rect upper = display.panel().plots[0].rect;
  display.show(flat(full, {1, 1, 1}));
  const double white = display.most_light(upper);
  display.show(flat(full, {0, 0, 0}));
  const double black = display.most_light(upper);
  EXPECT_GT(black, 20);
  EXPECT_GT(white, black / 2);
  EXPECT_LT(white, black * 2); // black may be shared by two rows
}

TEST(Gamut, FramesWithoutTheQuantitiesHaveAnEmptyPlot) {
  for (const ScopeKind kind : all_kinds)
    for (const char* format : {"GRAY8", "RGB"}) {
      Source source;
      source.format = find_format(format);
      source.width = source.height = 16;
      source.colours.full_range = true;
      const auto picture = std::move(*Picture::create(source, only(kind), 300, 300, {}));
      const bool has = std::string(format) == "RGB" && kind != ScopeKind::lightning &&
                       kind != ScopeKind::arrowhead;
      EXPECT_EQ(picture->drawing()->panels[0].plots.empty(), !has) << format;
    }
}

TEST(Gamut, FramesOfAnUnknownMatrixHaveLightningAlone) {
  for (const ScopeKind kind : all_kinds) {
    Source source;
    source.format = find_format("Y444");
    source.width = source.height = 16;
    source.composite = Composite::lines_625;
    source.colours.has_matrix = false;
    const auto picture = std::move(*Picture::create(source, only(kind), 300, 300, {}));
    EXPECT_EQ(picture->drawing()->panels[0].plots.empty(), kind != ScopeKind::lightning)
        << scope_names[static_cast<size_t>(kind)];
  }
}

TEST(Gamut, ArrowheadsNeedTheRowsOfATelevisionSystem) {
  for (const Composite composite : {Composite::none, Composite::lines_525, Composite::lines_625})
    EXPECT_EQ(Display(ScopeKind::arrowhead, codings[0], 300, 1, composite).panel().plots.empty(),
              composite == Composite::none);
}
