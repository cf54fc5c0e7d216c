// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Traces of vectorscopes lie where the standards say.
// Positions are computed here from the numbers of ITU-R BT.601, BT.709, BT.2020, BT.2100, SMPTE
// 240M and SMPTE ST 2084.
#include "tests/plugin/scope/draw/smpte_bars.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

/// Whether a pixel of the graticule, or one beside it, has the colour of a box: more light in each
/// component that the bar has than in those that it has not.
bool has_colour_of(const Drawn& drawn, double x, double y, const Colour3& bar) {
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++) {
      const Colour3 pixel =
          drawn.background(static_cast<uint32_t>(x + right), static_cast<uint32_t>(y + down));
      double least = 255, most = 0;
      for (const auto& [of_pixel, of_bar] :
           {std::pair(pixel.r, bar.r), {pixel.g, bar.g}, {pixel.b, bar.b}})
        (of_bar > 0 ? least : most) =
            of_bar > 0 ? std::min(least, of_pixel) : std::max(most, of_pixel);
      if (least > most + 12)
        return true;
    }
  return false;
}

/// Expects a dot in the box of each bar, and no other. `aspect`: the width of a pixel on the
/// display, in its heights.
void expect_dots_in_boxes(const Coding& coding, double level, double aspect) {
  PictureOptions options = only(ScopeKind::vectorscope);
  options.pixel_aspect = aspect;
  const Drawn drawn(bars(coding, level), coding, Transfer::sdr, options, 700, 720);
  ASSERT_EQ(drawn.plots().size(), 1u);
  const Rect plot = drawn.plots()[0].rect;
  const double x_unit = pixels_of_signal(drawn.plots()[0], coding),
               y_unit = x_unit * plot.height / plot.width;
  const double x_middle = plot.width / 2.0, y_middle = plot.height / 2.0;
  const double reach = level < 1 ? 0.025 : 0.0125, x_half = reach * x_unit, y_half = reach * y_unit;
  std::array<int, 8> dots{};
  for (uint32_t y = 0; y < plot.height; y++)
    for (uint32_t x = 0; x < plot.width; x++) {
      if (!drawn.lit(plot.x + x, plot.y + y))
        continue;
      bool inside = false;
      for (size_t i = 0; i < 8; i++) {
        const Colour3& c = bar_colours[i];
        const double cb = level * (c.b - coding.luma(c)) / 2 / (1 - coding.matrix.kb);
        const double cr = level * (c.r - coding.luma(c)) / 2 / (1 - coding.matrix.kr);
        if (std::fabs(x + 0.5 - x_middle - cb * x_unit) < std::ceil(x_half) + 1 &&
            std::fabs(plot.height - y - 0.5 - y_middle - cr * y_unit) < std::ceil(y_half) + 1) {
          inside = true;
          dots[i]++;
        }
      }
      ASSERT_TRUE(inside) << "a dot at " << x << ", " << y;
    }
  for (size_t i = 0; i < 8; i++) {
    const Colour3& c = bar_colours[i];
    EXPECT_GT(dots[i], 30 * std::min(aspect, 1 / aspect))
        << "bar " << i << " has no dot that is seen"; // half at an edge
    if (i == 0 || i == 7)
      continue; // white and black have no box
    const double x =
        plot.x + x_middle + x_unit * (c.b - coding.luma(c)) / 2 / (1 - coding.matrix.kb) * level;
    const double y =
        plot.y + y_middle - y_unit * (c.r - coding.luma(c)) / 2 / (1 - coding.matrix.kr) * level;
    for (const double right : {-x_half, x_half})
      for (const double down : {-y_half, y_half}) {
        EXPECT_TRUE(has_colour_of(drawn, x + right, y + down, c))
            << "bar " << i << " has no corner at " << x + right << ", " << y + down;
        EXPECT_FALSE(has_colour_of(drawn, x + 1.6 * right, y + 1.6 * down, c)) << "bar " << i;
      }
  }
}

} // namespace

TEST(Vectorscope, EveryBarsDotLiesInItsBox) {
  for_each_coding([](const Coding& coding) {
    for (const double level : {0.75, 1.0})
      expect_dots_in_boxes(coding, level, 1);
  });
}

TEST(Vectorscope, EveryBarsDotLiesInItsBoxWherePixelsAreNotSquare) {
  for (const double aspect : {64.0 / 45, 0.5})
    for (const double level : {0.75, 1.0})
      expect_dots_in_boxes({matrices[1], false, 8}, level, aspect);
}

TEST(Vectorscope, PlotsShowAllCodesAroundTheNeutralOne) {
  for_each_coding([](const Coding& coding) {
    const Frame frame = bars(coding, 0);
    for (const auto& [width, height] : {std::pair(700u, 720u), {320u, 240u}, {40u, 40u}})
      for (const double gain : {1.0, 2.0, 16.0}) {
        PictureOptions options = only(ScopeKind::vectorscope);
        options.vectorscope_gain = gain;
        const Drawn drawn(frame, coding, Transfer::sdr, options, width, height);
        const PlotArea plot = drawn.plots()[0];
        const double n = std::pow(2, coding.depth), neutral = (n / 2 + 0.5) / n;
        EXPECT_NEAR((plot.window.begin + plot.window.end) / 2, neutral, 1e-9);
        if (gain == 1) {
          EXPECT_LE(plot.window.begin, 1e-9);
          EXPECT_GE(plot.window.end, 1);
        }
        EXPECT_GE(plot.window.length() * gain, 1);
        EXPECT_LE(plot.window.length() * gain, width < 100 ? 1.2 : 1.05);
        // The dot of black and white.
        double sum_x = 0, sum_y = 0, lit = 0;
        for (uint32_t y = 0; y < plot.rect.height; y++)
          for (uint32_t x = 0; x < plot.rect.width; x++)
            if (drawn.lit(plot.rect.x + x, plot.rect.y + y)) {
              sum_x += x + 0.5;
              sum_y += y + 0.5;
              lit++;
            }
        ASSERT_GT(lit, 0);
        EXPECT_NEAR(sum_x / lit, plot.rect.width / 2.0, 1);
        EXPECT_NEAR(sum_y / lit, plot.rect.height / 2.0, 1);
      }
  });
}

TEST(Vectorscope, SmpteBarsWithIAndQLieAtTheirCodes) {
  const Coding coding = {matrices[0], false, 8};
  const Drawn drawn(smpte_bars(), coding, Transfer::sdr, only(ScopeKind::vectorscope), 740, 760);
  const Rect plot = drawn.plots()[0].rect;
  const double unit = pixels_of_signal(drawn.plots()[0], coding);
  constexpr std::pair<int, int> expected[] = {{128, 128}, {44, 142},  {156, 44},
                                              {72, 58},   {184, 198}, {100, 212},
                                              {212, 114}, {158, 95},  {174, 149}};
  std::vector<int> dots(std::size(expected));
  const double radius = plot.width / 160.0 + plot.width / 256.0 + 1;
  for (uint32_t y = 0; y < plot.height; y++)
    for (uint32_t x = 0; x < plot.width; x++) {
      if (!drawn.lit(plot.x + x, plot.y + y))
        continue;
      bool inside = false;
      for (size_t i = 0; i < dots.size(); i++) {
        const double cb = plot.width / 2.0 + unit * (expected[i].first - 128) / 224;
        const double cr = plot.height / 2.0 - unit * (expected[i].second - 128) / 224;
        if (std::hypot(x + 0.5 - cb, y + 0.5 - cr) < radius) {
          inside = true;
          dots[i]++;
        }
      }
      ASSERT_TRUE(inside) << "a dot at " << x << ", " << y;
    }
  // I and Q, of 4.5 % of the samples, have smaller dots than the bars.
  for (size_t i = 0; i < dots.size(); i++)
    EXPECT_GT(dots[i], i < 7 ? 30 : 15) << expected[i].first << ", " << expected[i].second;
}

TEST(Vectorscope, OccupiesTheSameCellsAsFfmpegs) {
  const Coding coding = {matrices[1], false, 8};
  std::mt19937 random(4);
  const Frame frame(8, 160, 120, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
    return {128, (x + static_cast<uint32_t>(random() % 40)) & 255, (2 * y + x / 3) & 255};
  });
  // The picture whose plot has one pixel per cell: those of 256 codes, and one more, which puts the
  // neutral code in the middle.
  PictureOptions options = only(ScopeKind::vectorscope);
  uint32_t height = 257;
  while (Drawn(frame, coding, Transfer::sdr, options, 400, height).plots()[0].rect.height < 257)
    height++;
  const Drawn drawn(frame, coding, Transfer::sdr, options, 400, height);
  const Rect plot = drawn.plots()[0].rect;
  ASSERT_EQ(plot.height, 257u);

  char in[] = "/tmp/vectorscope-in-XXXXXX", out[] = "/tmp/vectorscope-out-XXXXXX";
  std::FILE* file = fdopen(mkstemp(in), "wb");
  std::fwrite(frame.data().data(), 1, frame.data().size(), file);
  std::fclose(file);
  file = fdopen(mkstemp(out), "rb");
  const std::string command =
      std::string("ffmpeg -v error -y -f rawvideo -pix_fmt yuv444p -s 160x120 -i ") + in +
      " -vf vectorscope=mode=gray:intensity=1:graticule=none -frames:v 1 -f rawvideo "
      "-pix_fmt yuv444p " +
      out;
  const int status = std::system(command.c_str());
  std::vector<uint8_t> ffmpeg(256 * 256);
  const size_t read = std::fread(ffmpeg.data(), 1, ffmpeg.size(), file);
  std::fclose(file);
  std::remove(in);
  std::remove(out);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(read, ffmpeg.size());
  for (uint32_t y = 0; y < 256; y++)
    for (uint32_t x = 0; x < 256; x++)
      ASSERT_EQ(drawn.lit(plot.x + x, plot.y + 1 + y), ffmpeg[y * 256 + x] > 16)
          << "Cb " << x << ", Cr " << 255 - y;
}
