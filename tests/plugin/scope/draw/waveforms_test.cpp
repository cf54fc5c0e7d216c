// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Extents, zoom and guides of waveforms and parades.
#include "plugin/scope/draw/paint/trace.h"
#include "tests/plugin/scope/draw/drawn.h"
#include "tests/plugin/scope/draw/graticule.h"
#include "tests/plugin/scope/draw/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// Frames of 64x48 pixels whose columns have codes from a random lowest to a random highest one.
class Columns {
public:
  explicit Columns(uint32_t seed) {
    std::mt19937 random(seed);
    for (uint32_t x = 0; x < 64; x++) {
      low[x] = 20 + static_cast<uint32_t>(random() % 90);
      high[x] = low[x] + 6 + static_cast<uint32_t>(random() % 90);
    }
  }
  Frame frame() const {
    return {8, 64, 48, [this](uint32_t x, uint32_t y) -> Frame::Pixel {
              return {y == 3 ? low[x] : y == 7 ? high[x] : (low[x] + high[x]) / 2, 128, 128};
            }};
  }

  uint32_t low[64], high[64];
};

/// The rows of a plot's column whose pixels have the colour of the extents of Y.
std::set<uint32_t> extent_rows(const std::vector<uint32_t>& pixels, uint32_t width,
                               const Rect& plot, uint32_t column) {
  std::set<uint32_t> rows;
  for (uint32_t y = 0; y < plot.height; y++)
    if ((pixels[size_t{plot.y + y} * width + plot.x + column] & 0xffffff) == 0xffe050)
      rows.insert(y);
  return rows;
}

uint32_t row_of(const Rect& plot, uint32_t code) {
  return plot.height - 1 - static_cast<uint32_t>((code + 0.5) / 256 * plot.height);
}

} // namespace

TEST(Extents, AreTheLowestAndTheHighestCodesOfEachColumn) {
  PictureOptions options = only(ScopeKind::waveform);
  options.waveform_extents = Extents::live;
  Sequence sequence(options, 900, 600);
  for (const uint32_t seed : {1u, 2u}) {
    const Columns columns(seed);
    const auto pixels = sequence.draw(columns.frame());
    const Rect plot = sequence.picture().plots()[0].rect;
    for (uint32_t x = 0; x < 64; x++) { // in the middle of a column, beside its own pixels
      const auto rows =
          extent_rows(pixels, 900, plot, static_cast<uint32_t>((x + 0.5) * plot.width / 64));
      EXPECT_EQ(rows,
                (std::set<uint32_t>{row_of(plot, columns.low[x]), row_of(plot, columns.high[x])}))
          << "column " << x;
    }
  }
}

TEST(Extents, OfPeaksAreThoseOfAllFrames) {
  PictureOptions options = only(ScopeKind::waveform);
  options.waveform_extents = Extents::peak;
  Sequence sequence(options, 900, 600);
  const Columns first(3), second(4), third(5);
  EXPECT_TRUE(sequence.picture().has_peaks());
  std::vector<uint32_t> pixels;
  for (const Columns* columns : {&first, &second, &third})
    pixels = sequence.draw(columns->frame());
  const Rect plot = sequence.picture().plots()[0].rect;
  for (uint32_t x = 0; x < 64; x++) {
    const uint32_t low = std::min({first.low[x], second.low[x], third.low[x]}),
                   high = std::max({first.high[x], second.high[x], third.high[x]});
    EXPECT_EQ(extent_rows(pixels, 900, plot, static_cast<uint32_t>((x + 0.5) * plot.width / 64)),
              (std::set<uint32_t>{row_of(plot, low), row_of(plot, high)}))
        << "column " << x;
  }
}

TEST(Extents, MeetThoseOfTheColumnsBeside) {
  PictureOptions options = only(ScopeKind::waveform);
  options.waveform_extents = Extents::live;
  Sequence sequence(options, 900, 600);
  const Columns columns(6);
  const auto pixels = sequence.draw(columns.frame());
  const Rect plot = sequence.picture().plots()[0].rect;
  // From one pixel to the next, the line of the highest codes has no gap.
  std::set<uint32_t> before;
  for (uint32_t x = 0; x < plot.width; x++) {
    const auto rows = extent_rows(pixels, 900, plot, x);
    ASSERT_FALSE(rows.empty());
    if (!before.empty()) {
      const bool meets = *rows.begin() >= *before.begin()
                             ? before.count(*rows.begin() - 1) || before.count(*rows.begin())
                             : rows.count(*before.begin() - 1) || rows.count(*before.begin());
      EXPECT_TRUE(meets) << x;
    }
    before = rows;
  }
}

TEST(Zoom, ShowsTheLevelsFromTheLowestToTheHighest) {
  const Coding coding = {matrices[1], false, 8};
  const Frame frame(8, 64, 16, [](uint32_t x, uint32_t) -> Frame::Pixel {
    return {16 + 2 * x, 128, 128};
  });
  PictureOptions options = only(ScopeKind::waveform);
  options.zoom = LevelRange{0, 20}; // codes 16 to 59.8
  const Drawn drawn(frame, coding, Transfer::sdr, options, 900, 600);
  const PlotArea plot = drawn.plots()[0];
  const double begin = 16, end = 59.8 + 1; // of the axis, in codes
  EXPECT_NEAR(plot.window.begin * 256, begin, 1e-9);
  EXPECT_NEAR(plot.window.end * 256, end, 1e-9);
  for (uint32_t x = 0; x < 64; x++) {
    const double code = 16 + 2 * x;
    const double centre = plot.rect.height * (1 - (code + 0.5 - begin) / (end - begin));
    const double half = plot.rect.height / (end - begin) / 2;
    for (uint32_t y = 0; y < plot.rect.height; y++) {
      const bool lit = drawn.lit(
          plot.rect.x + static_cast<uint32_t>((x + 0.5) * plot.rect.width / 64), plot.rect.y + y);
      if (std::fabs(y + 0.5 - centre) < half - 1) {
        ASSERT_TRUE(lit) << code << " at " << y;
      } else if (std::fabs(y + 0.5 - centre) > half + 1) {
        ASSERT_FALSE(lit) << code << " at " << y;
      }
    }
  }
}

// Of a bin that the edge of the zoom divides, the part inside is drawn.
TEST(Zoom, ShowsAllSamplesButThoseBelowAndAboveIt) {
  struct Case {
    uint32_t depth;
    bool full_range;
    LevelRange zoom;
    bool whole; ///< the edges lie between codes
  };
  for (const Case& c : {Case{8, true, {20, 60}, true}, Case{8, false, {0, 20}, false},
                        Case{8, false, {-5, 105}, false}, Case{10, false, {37, 38.5}, false},
                        Case{8, true, {0, 100}, true}})
    for (const WaveformDirection direction :
         {WaveformDirection::columns, WaveformDirection::rows}) {
      SCOPED_TRACE(std::to_string(c.depth) + " bits from " + std::to_string(c.zoom.low));
      std::mt19937 random(7);
      std::vector<uint32_t> codes;
      const uint32_t n = 1u << c.depth;
      const Frame frame(c.depth, 80, 60, [&](uint32_t, uint32_t) -> Frame::Pixel {
        codes.push_back(random() % n);
        return {codes.back(), n / 2, n / 2};
      });
      PictureOptions options = only(ScopeKind::waveform);
      options.waveform_direction = direction;
      options.zoom = c.zoom;
      Source source;
      source.format = frame.view().format;
      source.width = 80;
      source.height = 60;
      source.colours.full_range = c.full_range;
      source.colours.narrow_rgb = !c.full_range;
      const auto picture = std::move(*Picture::create(source, options, 500, 400, {}));
      const auto backend = create_cpu_backend(1);
      const auto job = backend->make_job();
      CountedTables tables;
      ASSERT_TRUE(backend->submit(*job, frame.view(), picture->plan(), {}).ok());
      ASSERT_TRUE(job->wait(tables.histograms_of(picture->plan())).ok());
      ASSERT_TRUE(tables.read(picture->plan(), *job).ok());
      job->release();

      // The zoom in codes: from half a code below the lowest level to half a code above the other.
      const double step = n / 256.0, last = n - 1;
      const auto code_of = [&](double percent) {
        return c.full_range ? last * percent / 100 : (16 + 2.19 * percent) * step;
      };
      const double begin = std::max(code_of(c.zoom.low), 0.0),
                   end = std::min(code_of(c.zoom.high) + 1, double{1} * n);
      const TraceDrawing& trace = picture->drawing()->panels[0].plots[0].traces[0];
      const double of_bin = double{1} * n / trace.bins; // codes
      double inside = 0, below = 0, above = 0;
      uint32_t whole_inside = 0;
      for (const uint32_t code : codes) {
        const double first = std::floor(code / of_bin) * of_bin;
        const auto part = [&](double from, double to) {
          return std::max(0.0, std::min(first + of_bin, to) - std::max(first, from)) / of_bin;
        };
        inside += part(begin, end);
        below += part(0, begin);
        above += part(end, n);
        whole_inside += code >= begin && code + 1 <= end;
      }
      EXPECT_NEAR(inside + below + above, 4800, 1e-6);
      if (c.whole) {
        EXPECT_NEAR(inside, whole_inside, 1e-6);
      }

      const Rect plot = picture->plots()[0].rect;
      TraceLayer layer(trace, {0, 0, plot.width, plot.height});
      layer.load(tables.matrix(trace.matrix), {});
      tables.release();
      RowScratch scratch;
      double drawn = 0;
      for (uint32_t y = 0; y < plot.height; y++)
        if (const float* const row = layer.densities(y, scratch))
          drawn += std::accumulate(row, row + plot.width, 0.0);
      EXPECT_NEAR(drawn, inside, 0.01) << "of 4800 samples";
    }
}

TEST(Zoom, LabelsItsLevelsAtTheirPlaces) {
  SKIP_TEXT_WITHOUT_FONT();
  PictureOptions options;
  options.zoom = LevelRange{0, 20};
  const Graticule percent(ScopeKind::waveform, sdr, options, 900, 600);
  const Rect& plot = percent.plots()[0].rect;
  const auto labels = percent.labels(plot, true);
  ASSERT_GE(labels.size(), 5u);
  for (const auto& [text, at] : labels) {
    const double level = std::stod(text);
    EXPECT_GE(level, 0);
    EXPECT_LE(level, 20);
    const double share = (16 + 2.19 * level + 0.5 - 16) / (59.8 + 1 - 16);
    EXPECT_NEAR(at, plot.height * (1 - share), 12) << text; // those at the ends are moved inside
  }
  EXPECT_TRUE(labels.count("10"));
  options.zoom = LevelRange{0, 100}; // nits
  const Frames pq = {"I422_10LE", false, Transfer::pq};
  const Graticule nits(ScopeKind::waveform, pq, options, 900, 600);
  for (const auto& [text, at] : nits.labels(nits.plots()[0].rect, true))
    EXPECT_LE(std::stod(text), 100) << text;
  EXPECT_TRUE(nits.labels(nits.plots()[0].rect, true).count("50"));
}

// ITU-R BT.2100: light of a display of 1000 nits, in 10 and 12 bits. A bin of the trace is a code
// of 10 bits, or has two of 12 bits.
TEST(Zoom, OfPqAndHlgIsInNits) {
  for (const uint32_t depth : {10u, 12u})
    for (const bool full_range : {false, true})
      for (const Transfer transfer : {Transfer::hlg, Transfer::pq})
        for (const LevelRange& zoom : {LevelRange{0, 100}, {50, 203}, {203, 1000}}) {
          SCOPED_TRACE(std::to_string(depth) + (full_range ? " full " : " limited ") +
                       (transfer == Transfer::hlg ? "HLG to " : "PQ to ") +
                       std::to_string(zoom.high));
          const auto signal = [&](double nits) {
            return nits == 0 ? 0 : transfer == Transfer::hlg ? hlg_of(nits) : pq_of(nits);
          };
          const double n = std::pow(2, depth);
          const auto code = [&](double of_signal) {
            return full_range ? (n - 1) * of_signal : (16 + 219 * of_signal) * n / 256;
          };
          const double begin = code(signal(zoom.low)), end = code(signal(zoom.high)) + 1;
          const auto code_at = [&](uint32_t x) { // from below the zoom to above it
            const double at = begin + (end - begin) * (1.4 * (x + 0.5) / 64 - 0.2);
            return static_cast<uint32_t>(std::clamp(at, 0.0, n - 1));
          };
          const Frame frame(depth, 64, 16, [&](uint32_t x, uint32_t) -> Frame::Pixel {
            return {code_at(x), 1u << (depth - 1), 1u << (depth - 1)};
          });
          PictureOptions options = only(ScopeKind::waveform);
          options.zoom = zoom;
          options.intensity = 100;
          const Drawn drawn(frame, {matrices[2], full_range, depth}, transfer, options, 900, 600);
          const PlotArea plot = drawn.plots()[0];
          EXPECT_NEAR(plot.window.begin * n, begin, 1e-6 * n);
          EXPECT_NEAR(plot.window.end * n, std::min(end, n), 1e-6 * n);
          const double of_code = plot.rect.height / (std::min(end, n) - begin);
          const double bin = n / 1024; // codes
          uint32_t inside = 0;
          for (uint32_t x = 0; x < 64; x++) {
            const double first = std::floor(code_at(x) / bin) * bin;
            const double top = plot.rect.height - (first + bin - begin) * of_code,
                         bottom = plot.rect.height - (first - begin) * of_code;
            const auto column =
                plot.rect.x + static_cast<uint32_t>((x + 0.5) * plot.rect.width / 64);
            bool any = false;
            for (uint32_t y = 0; y < plot.rect.height; y++) {
              const bool lit = drawn.lit(column, plot.rect.y + y);
              any |= lit;
              if (lit) {
                ASSERT_TRUE(y + 1 > top - 1 && y < bottom + 1) << code_at(x) << " at " << y;
              }
            }
            const bool shown = first >= begin && first + bin <= end;
            if (shown || first > end || first + bin < begin) {
              EXPECT_EQ(any, shown) << code_at(x);
            }
            inside += shown;
          }
          EXPECT_GT(inside, 30u);
          EXPECT_LT(inside, 60u);

          if (!has_font())
            continue;
          const Frames frames = {depth == 10 ? "I422_10LE" : "I422_12LE", full_range, transfer};
          const Graticule graticule(ScopeKind::waveform, frames, options, 900, 600);
          const Rect& area = graticule.plots()[0].rect;
          const auto labels = graticule.labels(area, true);
          EXPECT_GE(labels.size(), 3u);
          for (const auto& [text, at] : labels) {
            const double nits = std::stod(text);
            EXPECT_GE(nits, zoom.low);
            EXPECT_LE(nits, zoom.high);
            const double share = (code(signal(nits)) + 0.5 - begin) / (std::min(end, n) - begin);
            const double place = area.height * (1 - share);
            EXPECT_NEAR(at, std::clamp(place, 10.0, area.height - 10.0), 12) << text;
            if (place > 20 && place < area.height - 20) {
              EXPECT_NEAR(at, place, 1.5) << text;
            }
          }
        }
}

TEST(Guides, LieAtTheirLevels) {
  SKIP_TEXT_WITHOUT_FONT();
  PictureOptions options;
  options.guides = {37.5, 81};
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::histogram}) {
    const bool rows = kind == ScopeKind::waveform;
    const Graticule graticule(kind, sdr, options, 1200, 800);
    const Rect& plot = graticule.plots()[0].rect;
    const auto labels = graticule.labels(plot, rows);
    const auto lines = graticule.lines(plot, rows);
    for (const auto& [level, label] : {std::pair(37.5, "37.5"), {81.0, "81"}}) {
      const double share = (16 + 2.19 * level + 0.5) / 256;
      const double at = rows ? plot.height * (1 - share) : plot.width * share;
      EXPECT_TRUE(lines.count(static_cast<uint32_t>(at))) << level;
      ASSERT_TRUE(labels.count(label)) << level;
      EXPECT_NEAR(labels.at(label), at, 1.5);
    }
  }
}

TEST(Guides, BeyondTheCodesAreLeftOut) {
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::histogram}) {
    PictureOptions options;
    const Graticule without(kind, sdr, options, 600, 400);
    options.guides = {150, -20};
    const Graticule with(kind, sdr, options, 600, 400);
    EXPECT_EQ(with.texts().size(), without.texts().size());
    for (uint32_t y = 0; y < 400; y++)
      for (uint32_t x = 0; x < 600; x++)
        ASSERT_EQ(with.light(x, y), without.light(x, y)) << x << ", " << y;
  }
}

TEST(Parades, OfYrgbHaveFourPlots) {
  PictureOptions options = only(ScopeKind::parade);
  options.parade_mode = ParadeMode::yrgb;
  const Frame frame = bars({matrices[1], false, 8}, 0.75);
  const Drawn drawn(frame, {matrices[1], false, 8}, Transfer::sdr, options, 900, 400);
  ASSERT_EQ(drawn.plots().size(), 4u);
  const Quantity expected[] = {Quantity::y, Quantity::r, Quantity::g, Quantity::b};
  for (size_t i = 0; i < 4; i++)
    EXPECT_EQ(drawn.plots()[i].quantities, std::vector<Quantity>{expected[i]});
}

TEST(Scopes, OfOneKindHaveSettingsOfTheirOwn) {
  const Frame frame = bars({matrices[1], false, 8}, 0.75);
  PictureOptions first = only(ScopeKind::waveform), second = first, both = first;
  first.waveform_mode = WaveformMode::rgb;
  second.zoom = LevelRange{0, 20};
  both.scopes = {ScopeKind::waveform, ScopeKind::waveform};
  both.own = {first, second};
  const Drawn drawn(frame, {matrices[1], false, 8}, Transfer::sdr, both, 900, 300);
  ASSERT_EQ(drawn.plots().size(), 2u);
  EXPECT_EQ(drawn.plots()[0].quantities.size(), 3u);
  EXPECT_EQ(drawn.plots()[0].window.length(), 1);
  EXPECT_EQ(drawn.plots()[1].quantities, std::vector<Quantity>{Quantity::y});
  EXPECT_LT(drawn.plots()[1].window.length(), 0.2);
}
