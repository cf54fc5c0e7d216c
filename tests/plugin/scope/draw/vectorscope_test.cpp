// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The graticule of the vectorscope: boxes, their names, the circle and the line of skin tones.
#include "tests/plugin/scope/draw/graticule.h"
#include "tests/plugin/scope/draw/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr std::pair<const char*, Colour3> names[] = {{"R", {1, 0, 0}}, {"Mg", {1, 0, 1}},
                                                     {"B", {0, 0, 1}}, {"Cy", {0, 1, 1}},
                                                     {"G", {0, 1, 0}}, {"Yl", {1, 1, 0}}};

struct Area {
  double left, top, right, bottom;

  /// Pixels between this area and another one; 0: they touch.
  double distance(const Area& o) const {
    return std::hypot(std::max({o.left - right, left - o.right, 0.0}),
                      std::max({o.top - bottom, top - o.bottom, 0.0}));
  }
};

/// The lines of a vectorscope, by numbers computed here.
class Lines {
public:
  Lines(const Graticule& graticule, const Frames& frames, const scope::Matrix& matrix,
        const PictureOptions& options)
      : plot_(graticule.plots()[0]), coding_{matrix, frames.full_range, 8}, options_(options) {}

  bool is_at_100() const { return options_.targets != Targets::at_75; }
  bool is_at_75() const { return options_.targets != Targets::at_100; }
  /// The box of a colour of bars, with its line.
  Area box(const Colour3& c, double level) const {
    const double x = middle_x() + x_unit() * level * (c.b - coding_.luma(c)) / 2 / (1 - kb());
    const double y = middle_y() - y_unit() * level * (c.r - coding_.luma(c)) / 2 / (1 - kr());
    const double share = level == 1 ? 0.0125 : 0.025;
    const double wide = std::max(share * x_unit(), 2.0), high = std::max(share * y_unit(), 2.0);
    return {x - wide, y - high, x + wide, y + high};
  }
  /// Whether an area touches the circle or a tick: looked up point by point along its edges.
  bool touches_circle(const Area& area) const {
    bool inside = false, outside = false;
    for (int i = 0; i <= 50; i++)
      for (const bool across : {false, true})
        for (const bool first : {false, true}) {
          const double share = i / 50.0;
          const double x = across  ? area.left + share * (area.right - area.left)
                           : first ? area.left
                                   : area.right;
          const double y = !across ? area.top + share * (area.bottom - area.top)
                           : first ? area.top
                                   : area.bottom;
          const double distance =
              std::hypot((x - middle_x()) / x_unit(), (y - middle_y()) / y_unit());
          inside |= distance < 0.5;
          outside |= distance > 0.5 * 0.94;
        }
    return inside && outside;
  }

private:
  double kr() const { return coding_.matrix.kr; }
  double kb() const { return coding_.matrix.kb; }
  double x_unit() const { return pixels_of_signal(plot_, coding_); }
  double y_unit() const { return x_unit() * plot_.rect.height / plot_.rect.width; }
  double middle_x() const { return plot_.rect.x + plot_.rect.width / 2.0; }
  double middle_y() const { return plot_.rect.y + plot_.rect.height / 2.0; }

  const PlotArea plot_;
  const Coding coding_;
  const PictureOptions options_;
};

/// Expects a name beside the box of each colour, clear of all boxes, the circle and its ticks.
void expect_names(const Rect& rect, const Frames& frames, const scope::Matrix& matrix,
                  const PictureOptions& options) {
  const Graticule graticule(ScopeKind::vectorscope, frames, options, rect, rect.x + rect.width,
                            rect.y + rect.height, matrix);
  const Lines lines(graticule, frames, matrix, options);
  const double font = std::max(9.0, std::round(std::min(rect.width, rect.height) / 30.0));
  for (const auto& [name, colour] : names) {
    size_t found = 0;
    for (const Canvas::WrittenText& text : graticule.texts()) {
      if (text.text != name)
        continue;
      found++;
      const Area area = {text.left, text.top, text.right, text.bottom};
      EXPECT_FALSE(lines.touches_circle(area)) << name << " touches the circle or a tick";
      const double away = area.distance(lines.box(colour, lines.is_at_75() ? 0.75 : 1));
      EXPECT_LE(away, 2 * font) << name;
      for (const auto& [other, of_other] : names)
        for (const double level : {0.75, 1.0}) {
          if (level == 1 ? !lines.is_at_100() : !lines.is_at_75())
            continue;
          const double distance = area.distance(lines.box(of_other, level));
          EXPECT_GT(distance, 0.1 * font) << name << " touches the box of " << other;
          EXPECT_GE(distance, name == other ? 0 : 0.75 * away) << name << " is nearer to " << other;
        }
    }
    EXPECT_LE(found, 1u) << name;
    EXPECT_TRUE(found == 1 || std::min(rect.width, rect.height) < 300) << name << " is missing";
  }
}

} // namespace

TEST(Vectorscope, NamesAreClearOfTheCircleItsTicksAndBoxes) {
  SKIP_TEXT_WITHOUT_FONT();
  const std::vector<ScopeKind> four = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                       ScopeKind::vectorscope};
  for (const auto& [width, height] : {std::pair(320u, 240u),
                                      {480u, 270u},
                                      {640u, 360u},
                                      {700u, 720u},
                                      {1280u, 720u},
                                      {1920u, 1080u},
                                      {3840u, 2160u}})
    for (const bool alone : {true, false})
      for (const scope::Matrix& matrix : matrices)
        for (const bool full_range : {false, true})
          for (const Targets targets : {Targets::at_75, Targets::at_100, Targets::both}) {
            // All boxes of one matrix at sizes that take long.
            if (width > 1000 && (targets != Targets::both || &matrix != &matrices[2]))
              continue;
            SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + " " + matrix.name +
                         (alone ? " alone" : "") + (full_range ? " full" : "") + ", targets " +
                         std::to_string(static_cast<int>(targets)));
            PictureOptions options;
            options.targets = targets;
            expect_names(alone ? Rect{0, 0, width, height} : lay_out(four, width, height)[3],
                         {"I420", full_range, Transfer::sdr}, matrix, options);
          }
  for (const double aspect : {64.0 / 45, 0.5}) {
    PictureOptions options;
    options.pixel_aspect = aspect;
    expect_names({0, 0, 720, 576}, sdr, matrices[0], options);
  }
}

// Inside are the traces of the colours that the boxes are for.
TEST(Vectorscope, NamesAreNotNearerToTheMiddleThanTheirBoxes) {
  SKIP_TEXT_WITHOUT_FONT();
  const std::vector<ScopeKind> four = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                       ScopeKind::vectorscope};
  for (const auto& [width, height] : {std::pair(640u, 360u), {1280u, 720u}, {1920u, 1080u}}) {
    SCOPED_TRACE(width);
    const Graticule graticule(ScopeKind::vectorscope, sdr, {}, lay_out(four, width, height)[3],
                              width, height, matrices[1]);
    const PlotArea& plot = graticule.plots()[0];
    const Coding coding = {matrices[1], false, 8};
    const double unit = pixels_of_signal(plot, coding);
    const std::pair<const char*, Colour3> named[] = {{"R", {0.75, 0, 0}}, {"Yl", {0.75, 0.75, 0}},
                                                     {"G", {0, 0.75, 0}}, {"Cy", {0, 0.75, 0.75}},
                                                     {"B", {0, 0, 0.75}}, {"Mg", {0.75, 0, 0.75}}};
    size_t found = 0;
    for (const auto& [name, colour] : named)
      for (const Canvas::WrittenText& text : graticule.texts()) {
        if (text.text != name)
          continue;
        found++;
        const double luma = coding.luma(colour);
        const double box = unit * std::hypot((colour.b - luma) / 2 / (1 - matrices[1].kb),
                                             (colour.r - luma) / 2 / (1 - matrices[1].kr));
        const double x = (text.left + text.right) / 2 - plot.rect.x - plot.rect.width / 2.0;
        const double y = (text.top + text.bottom) / 2 - plot.rect.y - plot.rect.height / 2.0;
        if (width > 640 || name == std::string("R")) { // that of Mg has no room outside
          EXPECT_GE(std::hypot(x, y), box - 1.5) << name;
        }
      }
    EXPECT_EQ(found, 6u);
  }
}

// Where a name has no room beside the axes and the lines of skin tones, I and Q, it interrupts
// them.
TEST(Vectorscope, NamesAreNotCrossedByLines) {
  SKIP_TEXT_WITHOUT_FONT();
  const std::vector<ScopeKind> four = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                       ScopeKind::vectorscope};
  for (const auto& [width, height] :
       {std::pair(320u, 240u), {480u, 270u}, {576u, 324u}, {640u, 360u}, {1280u, 720u}})
    for (const scope::Matrix& matrix : matrices)
      for (const Targets targets : {Targets::at_75, Targets::at_100, Targets::both})
        for (const bool iq_axes : {false, true}) {
          SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + " " + matrix.name +
                       ", targets " + std::to_string(static_cast<int>(targets)) +
                       (iq_axes ? ", I and Q" : ""));
          PictureOptions options;
          options.targets = targets;
          options.iq_axes = iq_axes;
          const Graticule graticule(ScopeKind::vectorscope, sdr, options,
                                    lay_out(four, width, height)[3], width, height, matrix);
          size_t found = 0;
          for (const Canvas::WrittenText& text : graticule.texts())
            if (std::any_of(std::begin(names), std::end(names),
                            [&](const auto& name) { return text.text == name.first; })) {
              found++;
              expect_no_line_through(graticule, text, style::label);
            }
          EXPECT_GE(found, 4u);
        }
}

TEST(Vectorscope, BoxesOutsideOfAMagnifiedPlotAreNotNamed) {
  SKIP_TEXT_WITHOUT_FONT();
  PictureOptions options;
  options.vectorscope_gain = 4;
  const Graticule graticule(ScopeKind::vectorscope, sdr, options, 700, 720);
  EXPECT_EQ(graticule.texts().size(), 2u); // the title
}

namespace {

/// Expects the circle of the largest difference, divided by the gain, and nothing beside its ticks
/// inside. On the display, where a pixel is `aspect` times as wide as high, it is round.
void expect_circle(bool full_range, double gain, double aspect) {
  PictureOptions options;
  options.vectorscope_gain = gain;
  options.targets = Targets::none;
  options.skin_tone = -1;
  options.pixel_aspect = aspect;
  const Frames frames = {"I420", full_range, Transfer::sdr};
  const Graticule graticule(ScopeKind::vectorscope, frames, options, 700, 720);
  const PlotArea& plot = graticule.plots()[0];
  const double radius = pixels_of_signal(plot, {matrices[1], full_range, 8}) / 2 / gain;
  EXPECT_GT(radius, 0.42 * plot.rect.width);
  EXPECT_GT(std::max(plot.rect.width, plot.rect.height), 650u);
  ASSERT_NEAR(plot.rect.width * aspect, plot.rect.height, std::max(aspect, 1.0));
  for (double degrees = 5; degrees < 360; degrees += 10) { // between the ticks
    const double angle = degrees * 3.14159265358979 / 180;
    const auto light_at = [&](double distance) {
      uint32_t most = 0;
      for (const double along : {-0.7, 0.0, 0.7})
        for (const double across : {-0.7, 0.0, 0.7})
          most = std::max(
              most,
              graticule.light(static_cast<uint32_t>(plot.rect.x + plot.rect.width / 2.0 +
                                                    distance * std::cos(angle) + along),
                              static_cast<uint32_t>(plot.rect.y + plot.rect.height / 2.0 -
                                                    distance * aspect * std::sin(angle) + across)));
      return most;
    };
    EXPECT_GT(light_at(radius), 80u) << degrees;
    for (const double other : {0.3, 0.5, 2.0 / 3, 0.8, 0.9})
      EXPECT_LT(light_at(other * radius), 40u) << degrees << " at " << other;
  }
  const char* const title = gain > 1 ? "Vectorscope  x4  circle 12.5 %" : "Vectorscope";
  EXPECT_EQ(graticule.title(), has_font() ? title : "");
}

} // namespace

TEST(Vectorscope, TheCircleIsThatOfTheLargestDifferences) {
  for (const bool full_range : {false, true})
    for (const double gain : {1.0, 4.0})
      expect_circle(full_range, gain, 1);
  expect_circle(false, 1, 64.0 / 45);
  expect_circle(false, 4, 0.5);
  SKIP_TEXT_WITHOUT_FONT();
}

namespace {

constexpr double pi = 3.14159265358979;

/// Whether a line brighter than the axes and the ticks runs from the middle of a vectorscope
/// without gain at that angle, in degrees.
bool has_line(const Graticule& graticule, double degrees) {
  const PlotArea& plot = graticule.plots()[0];
  const double radius = pixels_of_signal(plot, {matrices[1], false, 8}) / 2;
  const double angle = degrees * pi / 180;
  const std::vector<double> shares = {0.3, 0.45, 0.6, 0.75, 0.85};
  return std::all_of(shares.begin(), shares.end(), [&](double share) {
    uint32_t most = 0;
    for (const double across : {-1.0, 0.0, 1.0})
      most = std::max(
          most, graticule.light(static_cast<uint32_t>(plot.rect.x + plot.rect.width / 2.0 +
                                                      radius * share * std::cos(angle) + across),
                                static_cast<uint32_t>(plot.rect.y + plot.rect.height / 2.0 -
                                                      radius * share * std::sin(angle))));
    return most > 200;
  });
}

/// Expects lines at these angles, and no others.
void expect_lines(const PictureOptions& options, const scope::Matrix& matrix, Transfer transfer,
                  const std::vector<double>& expected) {
  const Graticule graticule(ScopeKind::vectorscope, {"I420", false, transfer}, options, 700, 720,
                            matrix);
  for (const double degrees : expected)
    EXPECT_TRUE(has_line(graticule, degrees)) << degrees;
  for (double degrees = 1; degrees < 360; degrees++)
    if (std::all_of(expected.begin(), expected.end(),
                    [&](double line) { return std::fabs(line - degrees) > 3; })) {
      EXPECT_FALSE(has_line(graticule, degrees)) << degrees;
    }
}

PictureOptions without_targets() {
  PictureOptions options;
  options.targets = Targets::none;
  return options;
}

/// Degrees counter-clockwise from +Cb of a colour.
double angle_of(const Colour3& c, const scope::Matrix& matrix) {
  const double y = matrix.kr * c.r + (1 - matrix.kr - matrix.kb) * c.g + matrix.kb * c.b;
  return std::atan2((c.r - y) / (1 - matrix.kr), (c.b - y) / (1 - matrix.kb)) * 180 / pi;
}

} // namespace

TEST(Vectorscope, TheLineOfSkinTonesRunsAtItsAngle) {
  for (const double skin_tone : {123.0, 33.0, 300.0}) {
    PictureOptions options = without_targets();
    options.skin_tone = skin_tone;
    expect_lines(options, matrices[1], Transfer::sdr, {skin_tone});
  }
}

TEST(Vectorscope, TheLineOfSkinTonesFollowsMatrixAndTransferFunction) {
  const PictureOptions options = without_targets();
  const auto& [bt601, bt709, bt2020, smpte240m] = matrices;
  expect_lines(options, bt601, Transfer::sdr, {126});
  expect_lines(options, bt709, Transfer::sdr, {123});
  expect_lines(options, bt2020, Transfer::sdr, {135});
  expect_lines(options, bt2020, Transfer::pq, {137});
  expect_lines(options, bt2020, Transfer::hlg, {136});
  expect_lines(options, smpte240m, Transfer::sdr, {123});
  // Light and dark skin of the ColorChecker, in sRGB.
  for (const Colour3& skin : {Colour3{194, 150, 130}, {115, 82, 68}}) {
    EXPECT_NEAR(angle_of(skin, bt601), 126, 1);
    EXPECT_NEAR(angle_of(skin, bt709), 123, 1);
  }
}

TEST(Vectorscope, TheAxesOfIAndQRunThroughTheMiddle) {
  PictureOptions options = without_targets();
  options.iq_axes = true;
  options.skin_tone = -1;
  expect_lines(options, matrices[0], Transfer::sdr, {132.5, 312.5, 24.7, 204.7});
  expect_lines(options, matrices[1], Transfer::sdr, {134.5, 314.5, 23.2, 203.2});
  expect_lines(options, matrices[2], Transfer::sdr, {});
  // I = 0.596 R - 0.274 G - 0.322 B and Q = 0.211 R - 0.523 G + 0.312 B, inverted for I or Q alone.
  EXPECT_NEAR(angle_of({0.956, -0.272, -1.106}, matrices[0]), 132.5, 0.1);
  EXPECT_NEAR(angle_of({0.621, -0.647, 1.703}, matrices[0]), 24.7, 0.1);
}

TEST(Vectorscope, ShowsNothingOfTheFrameBefore) {
  const PictureOptions options = only(ScopeKind::vectorscope);
  // A few colours at all distances from the middle.
  const auto frame_of = [](uint32_t i) -> Frame {
    return {8, 64, 48, [=](uint32_t x, uint32_t) -> Frame::Pixel {
              return {128, 20 + i % 5 * 50 + x % (1 + i), 230 - i % 7 * 32 + x % 3};
            }};
  };
  Sequence sequence(options, 400, 400);
  for (uint32_t i = 0; i < 36; i++) {
    Sequence alone(options, 400, 400);
    EXPECT_TRUE(sequence.draw(frame_of(i)) == alone.draw(frame_of(i))) << i;
  }
}

TEST(Vectorscope, DotsGrowWithTheirCounts) {
  PictureOptions options = only(ScopeKind::vectorscope);
  options.targets = Targets::none;
  options.skin_tone = -1;
  Sequence sequence(options, 1000, 1040);
  // The colours of a patch of n of 3072 pixels, far from those of the others.
  const auto pixels_of = [&](uint32_t n) {
    const auto lit = sequence.lit(sequence.draw(
        {8, 64, 48, [=](uint32_t x, uint32_t y) {
           return y * 64 + x < n ? Frame::Pixel{128, 60, 200} : Frame::Pixel{128, 200, 60};
         }}));
    size_t pixels = 0;
    for (size_t y = 0; y < 1040; y++)
      for (size_t x = 0; x < 500; x++) // the left half
        pixels += lit[y * 1000 + x];
    return pixels;
  };
  const size_t without = pixels_of(60); // less than 2 %
  size_t before = without;
  for (uint32_t n = 62; n <= 300; n += 2) {
    const size_t pixels = pixels_of(n);
    EXPECT_GE(pixels, before) << n;
    EXPECT_LE(pixels, before + 40) << n;
    before = pixels;
  }
  EXPECT_GT(before, without + 80);
}
