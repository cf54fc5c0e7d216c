// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The chromaticities of CIE 1931 and 1976: where colours lie, by the numbers of the standards, and
// that all pixels are accounted for.
#include "tests/plugin/scope/draw/gamut_display.h"

#include "plugin/scope/draw/panels/panel.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// A matrix of Y'CbCr with primaries that go with it, and X, Y and Z of linear R, G and B, as
/// standards and textbooks print them with four digits: SMPTE RP 177 (of SMPTE C and of BT.709),
/// EBU Tech 3213, ITU-R BT.2020, SMPTE EG 432-1.
struct System {
  const char* name;
  scope::Matrix matrix;
  Primaries primaries;
  double xyz[3][3];
};
const System systems[] = {
    {"BT.601 525",
     matrices[0],
     {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65},
     {{0.3935, 0.3653, 0.1916}, {0.2124, 0.7011, 0.0866}, {0.0187, 0.1119, 0.9582}}},
    {"BT.601 625",
     matrices[0],
     {{0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}, d65},
     {{0.4306, 0.3416, 0.1783}, {0.2220, 0.7067, 0.0713}, {0.0202, 0.1296, 0.9391}}},
    {"BT.709",
     matrices[1],
     bt709_primaries,
     {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}},
    {"BT.2020",
     matrices[2],
     bt2020_primaries,
     {{0.6370, 0.1446, 0.1689}, {0.2627, 0.6780, 0.0593}, {0.0000, 0.0281, 1.0610}}},
    {"P3",
     matrices[1],
     p3_primaries,
     {{0.4866, 0.2657, 0.1982}, {0.2290, 0.6917, 0.0793}, {0.0000, 0.0451, 1.0439}}},
};

double light_of(Transfer transfer, double signal) {
  signal = std::max(signal, 0.0);
  if (transfer == Transfer::sdr)
    return std::pow(signal, 2.4);
  if (transfer == Transfer::hlg)
    return signal <= 0.5 ? signal * signal / 3
                         : (std::exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  const double root = std::pow(signal, 1 / 78.84375);
  return std::pow(std::max(root - 0.8359375, 0.0) / (18.8515625 - 18.6875 * root),
                  1 / 0.1593017578125);
}

/// x and y, or u' and v', of signals.
GamutPoint chromaticity_of(ScopeKind kind, const System& system, Transfer transfer,
                           const Colour3& c) {
  const double rgb[] = {light_of(transfer, c.r), light_of(transfer, c.g), light_of(transfer, c.b)};
  double xyz[3] = {};
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      xyz[i] += system.xyz[i][j] * rgb[j];
  const auto [x, y, z] = xyz;
  if (kind == ScopeKind::cie_xy)
    return {x / (x + y + z), y / (x + y + z)};
  return {4 * x / (x + 15 * y + 3 * z), 9 * y / (x + 15 * y + 3 * z)};
}

/// Both axes run from `begin` to `end`.
struct Range {
  double begin, end;
};
Range range_of(ScopeKind kind) {
  return kind == ScopeKind::cie_xy ? Range{-0.07, 0.85} : Range{-0.05, 0.6375};
}
GamutPoint pixel_of(ScopeKind kind, const Rect& plot, const GamutPoint& at) {
  const auto [begin, end] = range_of(kind);
  return {plot.x + plot.width * (at.x - begin) / (end - begin),
          plot.y + plot.height * (1 - (at.y - begin) / (end - begin))};
}

/// How far a chromaticity moves at most along an axis if signals change by `change`.
GamutPoint uncertainty_of(ScopeKind kind, const System& system, Transfer transfer, const Colour3& c,
                          double change) {
  const GamutPoint middle = chromaticity_of(kind, system, transfer, c);
  GamutPoint most{};
  for (const double r : {-change, change})
    for (const double g : {-change, change})
      for (const double b : {-change, change}) {
        const GamutPoint moved =
            chromaticity_of(kind, system, transfer, {c.r + r, c.g + g, c.b + b});
        most.x = std::max(most.x, std::fabs(moved.x - middle.x));
        most.y = std::max(most.y, std::fabs(moved.y - middle.y));
      }
  return most;
}

constexpr ScopeKind kinds[] = {ScopeKind::cie_xy, ScopeKind::cie_uv};

std::string name_of(ScopeKind kind) {
  return scope_names[static_cast<size_t>(kind)];
}

} // namespace

TEST(Cie, ColoursLieWhereTheStandardsSay) {
  for (const ScopeKind kind : kinds)
    for (const System& system : systems)
      for (const bool full : {false, true}) {
        const Coding coding = {system.matrix, full, 10};
        Display display(kind, coding, 600, 1, Composite::none, Transfer::sdr, system.primaries);
        const Rect plot = display.panel().plots.at(0).rect;
        const auto [begin, end] = range_of(kind);
        const double pixels = plot.width / (end - begin);
        for (const Colour3& c : colours()) {
          display.show(flat(coding, c));
          const Colour3 middle = display.middle(plot);
          if (c.r + c.g + c.b == 0) {
            ASSERT_TRUE(std::isnan(middle.r)) << "black has a chromaticity";
            continue;
          }
          SCOPED_TRACE(name_of(kind) + " " + system.name + " " + std::to_string(c.r) + " " +
                       std::to_string(c.g) + " " + std::to_string(c.b));
          const GamutPoint at = chromaticity_of(kind, system, Transfer::sdr, c);
          const GamutPoint expected = pixel_of(kind, plot, at);
          // Samples are rounded, by up to 1.5 codes of 10 bits of R, G and B. Pixels are whole, and
          // so are values, of which 600 or 800 are a unit.
          const GamutPoint moved = uncertainty_of(kind, system, Transfer::sdr, c, 1.5 / 876);
          const double value = pixels / (kind == ScopeKind::cie_xy ? 600 : 800);
          ASSERT_NEAR(middle.r, expected.x, 1 + value + pixels * moved.x);
          ASSERT_NEAR(middle.g, expected.y, 1 + value + pixels * moved.y);
          ASSERT_GE(middle.b, 4) << "a flat colour is too small";
          ASSERT_LE(middle.b, 16) << "a flat colour is too large";
        }
      }
}

TEST(Cie, LightFollowsTheTransfer) {
  for (const ScopeKind kind : kinds)
    for (const Transfer transfer : {Transfer::pq, Transfer::hlg}) {
      const System& system = systems[3];
      const Coding coding = {system.matrix, false, 10};
      Display display(kind, coding, 600, 1, Composite::none, transfer, system.primaries);
      const Rect plot = display.panel().plots.at(0).rect;
      const auto [begin, end] = range_of(kind);
      const double pixels = plot.width / (end - begin);
      for (const Colour3& c :
           {Colour3{0.58, 0.4, 0.3}, {0.3, 0.58, 0.5}, {0.7, 0.7, 0.6}, {0.2, 0.25, 0.4}}) {
        display.show(flat(coding, c));
        const Colour3 middle = display.middle(plot);
        const GamutPoint expected =
            pixel_of(kind, plot, chromaticity_of(kind, system, transfer, c));
        const GamutPoint moved = uncertainty_of(kind, system, transfer, c, 1.5 / 876);
        EXPECT_NEAR(middle.r, expected.x, 2 + pixels * moved.x) << name_of(kind) << " " << c.r;
        EXPECT_NEAR(middle.g, expected.y, 2 + pixels * moved.y) << name_of(kind) << " " << c.r;
      }
    }
}

TEST(Cie, EveryPixelIsPlottedOrOutsideOrWithoutChromaticity) {
  // X, Y and Z of SMPTE ST 428-1 as primaries: x of R and y of G are 1, outside of the plot.
  const Primaries xyz = {{1, 0}, {0, 1}, {0, 0}, {1.0 / 3, 1.0 / 3}};
  for (const ScopeKind kind : kinds)
    for (const Primaries& primaries : {bt2020_primaries, xyz}) {
      const Coding coding = {matrices[1], true, 8};
      Display display(kind, coding, 300, 1, Composite::none, Transfer::sdr, primaries);
      std::mt19937 random(1);
      const auto byte = [&] { return static_cast<uint32_t>(random() & 255); };
      uint64_t black = 0;
      const Frame frame(8, 16, 16, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
        if ((x + y) % 4 != 0)
          return {byte(), byte(), byte()};
        black++;
        return {0, 128, 128};
      });
      const std::vector<uint32_t> counts = display.count(frame.view());
      ASSERT_EQ(counts.size(), size_t{512} * 512);
      uint64_t plotted = 0, outside = 0, without = 0;
      for (uint32_t x = 0; x < 512; x++)
        for (uint32_t y = 0; y < 512; y++) {
          const uint32_t count = counts[size_t{x} * 512 + y];
          (x == 511 && y == 511 ? without : x >= 510 || y >= 510 ? outside : plotted) += count;
          if ((x == 511) != (y == 511))
            ASSERT_EQ(count, 0u) << "a chromaticity has one coordinate";
        }
      EXPECT_EQ(plotted + outside + without, 256u);
      EXPECT_GE(without, black);
      EXPECT_GT(plotted, 50u);
      EXPECT_EQ(outside > 0, primaries.r.x == 1) << name_of(kind);
      // What is drawn is what is plotted, once.
      const TraceDrawing& trace = display.panel().plots.at(0).traces.at(0);
      std::vector<double> sums(counts.size());
      for (const CellMap::Tap& tap : trace.map.taps)
        sums.at(tap.counter) += tap.share;
      for (uint32_t x = 0; x < 512; x++)
        for (uint32_t y = 0; y < 512; y++) {
          const double sum = sums[size_t{x} * 512 + y];
          if (x >= 510 || y >= 510) {
            ASSERT_EQ(sum, 0) << x << " " << y;
          } else if (x < 508 && y < 508) { // those at the edge have pixels beyond it
            ASSERT_NEAR(sum, 1, 1e-5) << x << " " << y;
          }
        }
    }
}

TEST(Cie, PixelsBelowOneCodeAboveBlackHaveNoChromaticity) {
  for (const uint32_t depth : {8u, 10u}) {
    const Coding coding = {matrices[1], false, depth};
    Display display(ScopeKind::cie_xy, coding, 300);
    const auto without = [&](uint32_t y) {
      const auto grey = static_cast<uint32_t>(128 * coding.step());
      const Frame frame(depth, 16, 16, [&](uint32_t, uint32_t) -> Frame::Pixel {
        return {y, grey, grey};
      });
      return display.count(frame.view())[size_t{511} * 512 + 511] == 256;
    };
    const auto black = static_cast<uint32_t>(16 * coding.step());
    EXPECT_TRUE(without(0));
    EXPECT_TRUE(without(black));
    EXPECT_FALSE(without(black + 1));
    EXPECT_FALSE(without(static_cast<uint32_t>(255 * coding.step())));
  }
}

TEST(Cie, TrianglesAreNamed) {
  SKIP_TEXT_WITHOUT_FONT();
  for (const ScopeKind kind : kinds)
    for (const bool own : {false, true})
      for (uint32_t side = 150; side <= 1000; side += 85) {
        Source source;
        source.format = find_format("Y444");
        source.width = source.height = 16;
        if (own)
          source.colours.primaries = systems[0].primaries;
        Canvas canvas = std::move(*Canvas::create(side, side));
        TableList tables(source, 256);
        const auto panel = make_plane_panel(kind, {0, 0, side, side}, only(kind), tables);
        const SharedPlan plan = *tables.compile();
        panel->draw(canvas, {}, *plan);
        const auto is_written = [&](const char* name) {
          for (const Canvas::WrittenText& text : canvas.texts())
            if (text.text == name)
              return true;
          return false;
        };
        for (const char* name : {"BT.709", "P3", "BT.2020"})
          EXPECT_TRUE(is_written(name)) << name << " " << side;
        EXPECT_EQ(is_written("frames"), own) << side;
      }
}

TEST(Cie, TrianglesLieWhereTheStandardsSay) {
  struct Triangle {
    const char* name;
    double xy[3][2]; // of red, green and blue
    bool (*is_of_line)(int r, int g, int b);
  };
  // ITU-R BT.709-6, SMPTE RP 431-2 and ITU-R BT.2020-2, in their gray, teal and orange.
  const Triangle triangles[] = {{"BT.709",
                                 {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}},
                                 [](int r, int g, int b) {
                                   return std::min({r, g, b}) > 100;
                                 }},
                                {"P3",
                                 {{0.68, 0.32}, {0.265, 0.69}, {0.15, 0.06}},
                                 [](int r, int g, int) { return g - r > 50; }},
                                {"BT.2020",
                                 {{0.708, 0.292}, {0.17, 0.797}, {0.131, 0.046}},
                                 [](int r, int, int b) { return r - b > 40; }}};
  for (const ScopeKind kind : kinds) {
    const System& system = systems[2];
    const Display display(kind, {system.matrix, false, 10}, 800, 1, Composite::none, Transfer::sdr,
                          system.primaries);
    const Rect plot = display.panel().plots.at(0).rect;
    const auto place = [&](double x, double y) {
      return pixel_of(kind, plot,
                      kind == ScopeKind::cie_xy
                          ? GamutPoint{x, y}
                          : GamutPoint{4 * x / (12 * y - 2 * x + 3), 9 * y / (12 * y - 2 * x + 3)});
    };
    for (const Triangle& triangle : triangles)
      for (size_t i = 0; i < 3; i++) {
        const auto [x1, y1] = triangle.xy[i];
        const auto [x2, y2] = triangle.xy[(i + 1) % 3];
        // Ends are left out, where other lines meet. The line from red to blue of P3 lies on that
        // of BT.709 at its end.
        const GamutPoint from = place(x1 + 0.1 * (x2 - x1), y1 + 0.1 * (y2 - y1)),
                         to = place(x1 + 0.8 * (x2 - x1), y1 + 0.8 * (y2 - y1));
        SCOPED_TRACE(name_of(kind) + " " + triangle.name + " " + std::to_string(i));
        EXPECT_GT(display.share(from, to, triangle.is_of_line), 0.75); // other lines cross it
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        for (const double side : {-5.0, 5.0}) {
          const GamutPoint beside = {side * (from.y - to.y) / length,
                                     side * (to.x - from.x) / length};
          EXPECT_LT(display.share({from.x + beside.x, from.y + beside.y},
                                  {to.x + beside.x, to.y + beside.y}, triangle.is_of_line),
                    0.4);
        }
      }
  }
}

TEST(Cie, FramesWithoutColoursHaveAnEmptyPlot) {
  for (const ScopeKind kind : kinds)
    for (const char* format : {"GRAY8", "RGB", "Y444"})
      for (const bool has_matrix : {true, false}) {
        Source source;
        source.format = find_format(format);
        source.width = source.height = 16;
        source.colours.has_matrix = has_matrix;
        const auto picture = std::move(*Picture::create(source, only(kind), 300, 300, {}));
        const bool has = source.format->is_rgb() || (source.format->is_ycbcr() && has_matrix);
        EXPECT_EQ(picture->drawing()->panels[0].plots.empty(), !has) << format;
      }
}
