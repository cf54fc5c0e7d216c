// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The contrast of lines and boxes as they are drawn.
#include "plugin/scope/draw/panels/graticule.h"
#include "tests/plugin/scope/draw/contrast.h"
#include "tests/plugin/scope/draw/graticule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

using Key = std::array<double, 3>;

/// The contrast of the line across each row of a plot that has one, to the plot. A line has one
/// colour in a third of the row.
std::vector<double> level_lines(const Graticule& graticule, const Rect& plot, bool upright) {
  const uint32_t rows = upright ? plot.height : plot.width;
  const uint32_t columns = upright ? plot.width : plot.height;
  const auto at = [&](uint32_t column, uint32_t row) {
    return upright ? graticule.pixel(plot.x + column, plot.y + row)
                   : graticule.pixel(plot.x + row, plot.y + column);
  };
  std::map<Key, uint32_t> all;
  std::vector<std::map<Key, uint32_t>> of_row(rows);
  for (uint32_t row = 0; row < rows; row++)
    for (uint32_t column = 0; column < columns; column++) {
      const Colour c = at(column, row);
      all[{c.r, c.g, c.b}]++;
      of_row[row][{c.r, c.g, c.b}]++;
    }
  const auto most = [](const auto& a, const auto& b) { return a.second < b.second; };
  const Key plain = std::max_element(all.begin(), all.end(), most)->first;
  std::vector<double> lines;
  bool in_line = false;
  for (uint32_t row = 0; row < rows; row++) {
    of_row[row].erase(plain);
    const auto line = std::max_element(of_row[row].begin(), of_row[row].end(), most);
    const bool is_line = line != of_row[row].end() && line->second >= columns / 3;
    if (is_line) { // a line of several rows is as bright as the brightest one
      const Key& c = line->first;
      const double here = contrast({c[0], c[1], c[2]}, {plain[0], plain[1], plain[2]});
      if (in_line)
        lines.back() = std::max(lines.back(), here);
      else
        lines.push_back(here);
    }
    in_line = is_line;
  }
  return lines;
}

} // namespace

TEST(Contrasts, OfLinesOfLevelsAreAtLeastOnePointSixAsDrawn) {
  size_t found = 0;
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::parade, ScopeKind::histogram})
    for (const Transfer transfer : {Transfer::sdr, Transfer::pq, Transfer::hlg})
      for (const WaveformDirection direction :
           {WaveformDirection::columns, WaveformDirection::rows})
        for (const auto& [width, height] : {std::pair(320u, 180u), {640u, 360u}, {1280u, 720u}}) {
          PictureOptions options;
          options.waveform_direction = direction;
          options.guides = {transfer == Transfer::sdr ? 33.0 : 300.0};
          const Graticule graticule(
              kind, {transfer == Transfer::sdr ? "Y444" : "Y444_10LE", false, transfer}, options,
              width, height);
          const bool upright =
              kind != ScopeKind::histogram && direction == WaveformDirection::columns;
          for (const PlotArea& plot : graticule.plots())
            for (const double line : level_lines(graticule, plot.rect, upright)) {
              found++;
              EXPECT_GE(line, 1.6) << scope_names[static_cast<size_t>(kind)] << " " << width;
            }
        }
  EXPECT_GT(found, 400u);
}

TEST(Contrasts, OfBoxesAreAtLeastThreeAsDrawn) {
  for (const scope::Matrix& matrix : matrices)
    for (const uint32_t side : {300u, 480u, 900u})
      for (const Colour3& bar : bar_colours) {
        if (bar.r == bar.g && bar.g == bar.b)
          continue;
        SCOPED_TRACE(std::string(matrix.name) + " " + std::to_string(side));
        const Graticule graticule(ScopeKind::vectorscope, {"Y444", false, Transfer::sdr}, {}, side,
                                  side, matrix);
        const PlotArea& plot = graticule.plots()[0];
        const Coding coding = {matrix, false, 8};
        const double x_unit = pixels_of_signal(plot, coding),
                     y_unit = x_unit * plot.rect.height / plot.rect.width;
        const Colour ground = graticule.pixel(plot.rect.x + 2, plot.rect.y + 2);
        for (const double level : {0.75, 1.0}) {
          const double luma = coding.luma(bar), share = level == 1 ? 0.0125 : 0.025;
          const double x = plot.rect.x + plot.rect.width / 2.0 +
                           x_unit * level * (bar.b - luma) / 2 / (1 - matrix.kb);
          const double y = plot.rect.y + plot.rect.height / 2.0 -
                           y_unit * level * (bar.r - luma) / 2 / (1 - matrix.kr);
          const double wide = std::max(share * x_unit, 2.0), high = std::max(share * y_unit, 2.0);
          const std::pair<double, double> sides[] = {
              {x - wide, y}, {x + wide, y}, {x, y - high}, {x, y + high}};
          for (const auto& [at_x, at_y] : sides) {
            double best = 0; // the line is a pixel wide, at the side or beside it
            for (int i = -1; i <= 1; i++) {
              const bool upright = at_y == y;
              const auto column =
                  static_cast<uint32_t>(std::floor(at_x)) + static_cast<uint32_t>(upright ? i : 0);
              const auto row =
                  static_cast<uint32_t>(std::floor(at_y)) + static_cast<uint32_t>(upright ? 0 : i);
              best = std::max(best, contrast(graticule.pixel(column, row), ground));
            }
            EXPECT_GE(best, 3) << bar.r << bar.g << bar.b << " " << level;
          }
        }
      }
}

// Where the boxes lie, the tests of gamut displays say.
TEST(Contrasts, OfBoxesOfGamutDisplaysAreAtLeastThreeAsDrawn) {
  for (const ScopeKind kind : {ScopeKind::lightning, ScopeKind::channel_plot})
    for (const uint32_t side : {300u, 480u, 900u}) {
      SCOPED_TRACE(std::string(scope_names[static_cast<size_t>(kind)]) + " " +
                   std::to_string(side));
      const Graticule graticule(kind, {"Y444", false, Transfer::sdr}, {}, side, side, matrices[0]);
      std::array<double, 8> least{}; // contrast, of pixels of each saturated colour
      least.fill(100);
      for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
          const Colour c = graticule.pixel(x, y);
          const double low = std::min({c.r, c.g, c.b}), high = std::max({c.r, c.g, c.b});
          const auto is_end = [&](double of) { return of < low + 0.01 || of > high - 0.01; };
          if (std::fabs(high - low - 0.5) > 0.02 || !is_end(c.r) || !is_end(c.g) || !is_end(c.b))
            continue; // not of a box, or of a side between pixels
          const size_t bar =
              (c.r > low + 0.01 ? 1 : 0) + (c.g > low + 0.01 ? 2 : 0) + (c.b > low + 0.01 ? 4 : 0);
          least[bar] = std::min(least[bar], contrast(c, style::plot));
        }
      for (size_t bar = 1; bar < 7; bar++) {
        EXPECT_GE(least[bar], 3) << bar;
        EXPECT_LT(least[bar], 100) << bar << " has no box";
      }
    }
}
