// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours are told apart and stand out, by published formulas; layouts leave no scope too small.
#include "tests/plugin/scope/draw/contrast.h"
#include "tests/plugin/scope/draw/graticule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// CIE L*a*b* of linear light, for the white of sRGB.
Colour3 lab(const Colour3& c) {
  const double xyz[] = {(0.4124564 * c.r + 0.3575761 * c.g + 0.1804375 * c.b) / 0.95047,
                        0.2126729 * c.r + 0.7151522 * c.g + 0.0721750 * c.b,
                        (0.0193339 * c.r + 0.1191920 * c.g + 0.9503041 * c.b) / 1.08883};
  double f[3];
  for (int i = 0; i < 3; i++)
    f[i] = xyz[i] > 216.0 / 24389 ? std::cbrt(xyz[i]) : (24389.0 / 27 * xyz[i] + 16) / 116;
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

/// As a deuteranope sees it: Machado, Oliveira and Fernandes, A Physiologically-based Model for
/// Simulation of Color Vision Deficiency, 2009, severity 1.
Colour3 of_deuteranope(const Colour3& c) {
  const auto limited = [](double v) { return std::clamp(v, 0.0, 1.0); };
  return {limited(0.367322 * c.r + 0.860646 * c.g - 0.227968 * c.b),
          limited(0.280085 * c.r + 0.672501 * c.g + 0.047413 * c.b),
          limited(-0.011820 * c.r + 0.042940 * c.g + 0.968881 * c.b)};
}

} // namespace

TEST(Colours, OfTracesAreToldApartByDeuteranopes) {
  constexpr Quantity shared[] = {Quantity::y, Quantity::r, Quantity::g, Quantity::b};
  constexpr Quantity differences[] = {Quantity::cb, Quantity::cr};
  const auto difference = [](Quantity a, Quantity b, TraceColour choice) {
    const Colour3 p = lab(of_deuteranope(linear(colour_of(a, choice, true))));
    const Colour3 q = lab(of_deuteranope(linear(colour_of(b, choice, true))));
    return std::hypot(p.r - q.r, p.g - q.g, p.b - q.b);
  };
  for (const TraceColour choice : {TraceColour::quantity, TraceColour::neutral})
    for (size_t i = 0; i < 4; i++)
      for (size_t j = 0; j < i; j++)
        EXPECT_GE(difference(shared[i], shared[j], choice), 25)
            << quantity_name(shared[i]) << " and " << quantity_name(shared[j]);
  EXPECT_GE(difference(differences[0], differences[1], TraceColour::quantity), 25);
}

TEST(Colours, OfLinesStandOutFromThePlot) {
  EXPECT_GE(contrast(style::line, style::plot), 1.6);
  EXPECT_GE(contrast(style::nominal_line, style::line), 1.4);
  for (const Colour& line : {style::white_line, style::r103_line, style::skin_line, style::iq_line})
    EXPECT_GE(contrast(line, style::plot), 3);
  // The colours as drawn, between the lowest and the highest level.
  const Graticule waveform(ScopeKind::waveform, sdr, {}, 640, 360);
  const Rect& plot = waveform.plots()[0].rect;
  const uint32_t x = plot.x + plot.width / 2;
  uint32_t lines = 0;
  for (uint32_t y = plot.y + plot.height / 6; y < plot.y + plot.height * 5 / 6; y++) {
    const Colour pixel = waveform.pixel(x, y);
    lines += contrast(pixel, style::plot) >= 1.6 ? 1 : 0;
  }
  EXPECT_GE(lines, 6u);
}

TEST(Layouts, GiveVectorscopesSquaresThatAreNotSmall) {
  const std::vector<ScopeKind> four = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                       ScopeKind::vectorscope};
  struct Case {
    uint32_t width, height, least; ///< of the vectorscope's sides
  };
  for (const Case& c :
       {Case{320, 240, 115}, Case{640, 360, 195}, Case{1280, 720, 395}, Case{1920, 1080, 590},
        Case{1080, 1920, 700}, Case{540, 960, 350}, Case{2560, 400, 330}}) {
    SCOPED_TRACE(std::to_string(c.width) + "x" + std::to_string(c.height));
    const std::vector<Rect> rects = lay_out(four, c.width, c.height);
    ASSERT_EQ(rects.size(), 4u);
    EXPECT_GE(std::min(rects[3].width, rects[3].height), c.least);
    uint64_t area = 0;
    for (size_t i = 0; i < 4; i++) {
      area += uint64_t{rects[i].width} * rects[i].height;
      EXPECT_LE(rects[i].x + rects[i].width, c.width);
      EXPECT_LE(rects[i].y + rects[i].height, c.height);
      if (i < 3) {
        const double aspect = double{1} * rects[i].width / rects[i].height;
        EXPECT_GT(aspect, 1.2);
        EXPECT_LT(aspect, 3.2);
      }
    }
    EXPECT_EQ(area, uint64_t{c.width} * c.height);
  }
}
