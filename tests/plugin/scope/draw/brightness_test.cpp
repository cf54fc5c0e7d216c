// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What is seen of traces: single samples, differences between few and some samples, and dense
// parts, in whole pictures. Their brightness does not flicker.
#include "tests/plugin/scope/draw/contrast.h"
#include "tests/plugin/scope/draw/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr Coding limited = {matrices[1], false, 8};

Colour as_colour(const Colour3& bytes) {
  return {bytes.r / 255, bytes.g / 255, bytes.b / 255};
}

/// The largest contrast of a pixel to its background among those around a place, which is 0 if one
/// of them lies on a line or a text.
double contrast_around(const Drawn& drawn, const Rect& plot, double x, double y) {
  const uint32_t plain = drawn.graticule(plot.x + 1, plot.y + 1);
  double most = 0;
  for (int down = -2; down <= 2; down++)
    for (int right = -2; right <= 2; right++) {
      const auto column = static_cast<uint32_t>(
                     std::clamp(x + right, 1.0 * plot.x, plot.x + plot.width - 1.0)),
                 row = static_cast<uint32_t>(
                     std::clamp(y + down, 1.0 * plot.y, plot.y + plot.height - 1.0));
      if (drawn.graticule(column, row) != plain)
        return 0;
      most = std::max(most, contrast(as_colour(drawn.pixel(column, row)),
                                     as_colour(drawn.background(column, row))));
    }
  return most;
}

struct View {
  const char* name;
  PictureOptions options;
};

std::vector<View> views() {
  std::vector<View> all;
  PictureOptions parade = only(ScopeKind::parade);
  parade.parade_mode = ParadeMode::yrgb;
  all.push_back({"parade", parade});
  parade.trace_colour = TraceColour::neutral;
  all.push_back({"neutral parade", parade});
  PictureOptions differences = only(ScopeKind::parade);
  differences.parade_mode = ParadeMode::ycbcr;
  all.push_back({"Y of Y, Cb and Cr", differences});
  all.push_back({"waveform", only(ScopeKind::waveform)});
  PictureOptions rows = only(ScopeKind::waveform);
  rows.waveform_direction = WaveformDirection::rows;
  all.push_back({"waveform by rows", rows});
  PictureOptions coloured = only(ScopeKind::waveform);
  coloured.waveform_colour = WaveformColour::picture;
  all.push_back({"waveform in colours", coloured});
  return all;
}

} // namespace

// Whichever pixels of the picture a sample lies between, one of them has all of its light.
TEST(Brightness, OfSinglePixelsHasAContrastOfOnePointSix) {
  for (const auto& [width, height] : {std::pair(1920u, 1080u), {3840u, 2160u}})
    for (const View& view : views()) {
      SCOPED_TRACE(std::string(view.name) + " " + std::to_string(width));
      // One pixel in every 61st column and 29th row, with any level, in a black frame.
      const auto level_at = [](uint32_t number) { return 40 + 37 * number % 170; };
      // Pure hues, in turn blue, red, magenta, green, yellow, cyan, and none.
      constexpr uint32_t hues[][2] = {{240, 110}, {90, 240}, {202, 222}, {42, 26},
                                      {16, 146},  {166, 16}, {128, 128}};
      const auto hue_of = [&](uint32_t number) {
        const bool has_hues = view.options.waveform_colour == WaveformColour::picture;
        return has_hues ? hues[number % 7] : hues[6];
      };
      const uint32_t specimens = std::min(width / 61, height / 29);
      const Frame frame(8, width, height, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
        if (x % 61 != 30 || x / 61 >= specimens || y != x / 61 * 29 + 7)
          return {16, 128, 128};
        return {level_at(x / 61), hue_of(x / 61)[0], hue_of(x / 61)[1]};
      });
      const Drawn drawn(frame, limited, Transfer::sdr, view.options, 640, 360);
      const bool sideways = view.options.waveform_direction == WaveformDirection::rows;
      uint32_t seen = 0;
      for (const PlotArea& plot : drawn.plots()) {
        if (plot.axis.difference)
          continue;
        for (uint32_t number = 0; number < specimens; number++) {
          const double level = (level_at(number) + 0.5) / 256;
          const double x =
              plot.rect.x + plot.rect.width * (sideways ? level : (number * 61 + 30.5) / width);
          const double y = plot.rect.y +
                           plot.rect.height * (sideways ? (number * 29 + 7.5) / height : 1 - level);
          const double found = contrast_around(drawn, plot.rect, std::floor(x), std::floor(y));
          if (found == 0)
            continue;
          seen++;
          EXPECT_GE(found, 1.6) << "specimen " << number << " of plot " << plot.rect.x << ", Cb "
                                << hue_of(number)[0];
        }
      }
      EXPECT_GT(seen, 8u);
    }
}

// A pixel of each hue, in a frame of grey, whose cell of the vectorscope and of gamut displays lies
// anywhere between pixels.
TEST(Brightness, OfSingleHuesInPlanesHasAContrastOfOnePointSix) {
  constexpr uint32_t hues[][2] = {{220, 116}, {101, 214}, {190, 205}, {54, 40}, {33, 143},
                                  {160, 33},  {205, 130}, {160, 170}, {128, 90}};
  for (const ScopeKind kind : {ScopeKind::vectorscope, ScopeKind::channel_plot})
    for (const auto& [width, height] : {std::pair(240u, 240u), {480u, 480u}, {1000u, 1000u}})
      for (const TraceColour trace_colour : {TraceColour::quantity, TraceColour::neutral}) {
        PictureOptions options = only(kind);
        options.trace_colour = trace_colour;
        options.targets = Targets::none;
        options.skin_tone = -1;
        const auto with = [](uint32_t cb, uint32_t cr) {
          return Frame(8, 480, 270, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
            return x == 300 && y == 120 ? Frame::Pixel{110, cb, cr} : Frame::Pixel{110, 128, 128};
          });
        };
        const Drawn grey(with(128, 128), limited, Transfer::sdr, options, width, height);
        for (const auto& hue : hues) {
          SCOPED_TRACE(std::string(scope_names[static_cast<size_t>(kind)]) + " " +
                       std::to_string(width) + ", Cb " + std::to_string(hue[0]));
          const Drawn drawn(with(hue[0], hue[1]), limited, Transfer::sdr, options, width, height);
          double most = 0;
          for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
              if (drawn.lit(x, y) && !grey.lit(x, y))
                most = std::max(most, contrast(as_colour(drawn.pixel(x, y)),
                                               as_colour(drawn.background(x, y))));
          EXPECT_GE(most, 1.6);
        }
      }
}

namespace {

/// A dark frame of a film: at least three quarters of each column are black with noise. Over it lie
/// ridges of few samples each, twice as many in each eighth of the width as in the one before.
Frame dark_film() {
  constexpr uint32_t width = 1920, height = 1080;
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.6), ridge(0, 9);
  std::vector<uint32_t> codes(size_t{width} * height);
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const double share = 0.25 * std::exp2(x * 8 / width) / 128;
      const bool is_ridge = random() < share * 4294967296.0;
      const double code =
          is_ridge ? 100 + 50 * std::sin(x * 0.02) + ridge(random) : 16 + std::fabs(noise(random));
      codes[size_t{y} * width + x] =
          static_cast<uint32_t>(std::clamp(std::lround(code), 16L, 235L));
    }
  return {8, width, height, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
            return {codes[size_t{y} * width + x], 128, 128};
          }};
}

/// The light of a pixel: what its largest component has more than the graticule.
int light_at(const Drawn& drawn, uint32_t x, uint32_t y) {
  const Colour3 lit = drawn.pixel(x, y), ground = drawn.background(x, y);
  return static_cast<int>(std::max({lit.r - ground.r, lit.g - ground.g, lit.b - ground.b}));
}

} // namespace

TEST(Brightness, TellsFewSamplesApartInDarkPictures) {
  const Frame frame = dark_film();
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::parade})
    for (const auto& [width, height] : {std::pair(320u, 240u), {640u, 360u}, {1280u, 720u}}) {
      const Drawn drawn(frame, limited, Transfer::sdr, only(kind), width, height);
      for (const PlotArea& plot : drawn.plots()) {
        SCOPED_TRACE(std::to_string(width) + " at " + std::to_string(plot.rect.x));
        const uint32_t plain = drawn.graticule(plot.rect.x + 1, plot.rect.y + 1);
        std::map<int, uint32_t> levels;
        uint32_t lit = 0;
        double of_eighth[8] = {};
        uint32_t lit_of_eighth[8] = {};
        for (uint32_t x = 0; x < plot.rect.width; x++)
          for (uint32_t y = 0; y < plot.rect.height; y++) {
            const uint32_t column = plot.rect.x + x, row = plot.rect.y + y;
            if (!drawn.lit(column, row) || drawn.graticule(column, row) != plain)
              continue;
            const int light = light_at(drawn, column, row);
            levels[light]++;
            lit++;
            if (y < plot.rect.height * 4 / 5) { // the ridges
              of_eighth[x * 8 / plot.rect.width] += light;
              lit_of_eighth[x * 8 / plot.rect.width]++;
            }
          }
        uint32_t seen = 0;
        for (const auto& [light, pixels] : levels) {
          seen += pixels * 1000 > lit;
          EXPECT_LE(pixels, lit * 0.4) << "light " << light;
        }
        EXPECT_GE(seen, 16u);
        for (int i = 6; i < 8; i++) { // before, most lit pixels have one sample
          const double light = of_eighth[i] / lit_of_eighth[i],
                       half_as_many = of_eighth[i - 1] / lit_of_eighth[i - 1];
          EXPECT_GT(light, half_as_many + 1) << i;
        }
      }
    }
}

TEST(Brightness, OfDensePartsIsWhite) {
  std::mt19937 random(5);
  std::vector<uint32_t> noise(size_t{640} * 360);
  for (uint32_t& code : noise)
    code = random() % 220;
  const auto frame = [&](auto code) {
    return Frame(8, 640, 360, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
      return {static_cast<uint32_t>(code(x, y)), 128, 128};
    });
  };
  const std::pair<const char*, Frame> frames[] = {
      {"dark", dark_film()},
      {"flat", frame([](uint32_t, uint32_t) { return 126; })},
      {"noise of 20 codes",
       frame([&](uint32_t x, uint32_t y) { return 100 + noise[y * 640 + x] / 11; })},
      {"noise of all codes",
       frame([&](uint32_t x, uint32_t y) { return 16 + noise[y * 640 + x]; })},
      {"bright", frame([&](uint32_t x, uint32_t y) {
         return y % 3 ? 230 : 16 + (noise[y * 640 + x] + x / 8) / 2;
       })}};
  for (const auto& [name, shown] : frames)
    for (const auto& [width, height] : {std::pair(320u, 240u), {640u, 360u}, {1280u, 720u}}) {
      const Drawn drawn(shown, limited, Transfer::sdr, only(ScopeKind::waveform), width, height);
      const Rect plot = drawn.plots()[0].rect;
      int most = 0;
      for (uint32_t y = plot.y; y < plot.y + plot.height; y++)
        for (uint32_t x = plot.x; x < plot.x + plot.width; x++)
          if (drawn.lit(x, y)) {
            const Colour3 pixel = drawn.pixel(x, y);
            most = std::max(most, static_cast<int>(std::min({pixel.r, pixel.g, pixel.b})));
          }
      EXPECT_GE(most, 230) << name << " " << width;
    }
}

TEST(Brightness, GrowsWithTheSamples) {
  for (const float least : {0.05f, 0.3f, 0.5f, 1.0f}) {
    const Response response = {1 / 1000.0f, 0.55f, 4 * least, least, 1 - least};
    uint32_t last = 0;
    for (float samples = 0.01f; samples < 5000; samples *= 1.01f) {
      const uint32_t brightness = brightness_of(samples, response);
      ASSERT_GE(brightness, last);
      ASSERT_LE(brightness, 255u);
      last = brightness;
      if (samples >= 0.25f) {
        EXPECT_GE(brightness, std::floor(least * 255));
      }
    }
    EXPECT_EQ(last, 255u);
    EXPECT_EQ(brightness_of(0, response), 0u);
    EXPECT_GE(brightness_of(10, response), brightness_of(1, response) + (least < 0.9f ? 5 : 0));
  }
}

TEST(Brightness, ChangesLittleFromFrameToFrame) {
  // The left columns show a noise that stays, so that their light follows from the scale alone.
  constexpr uint32_t still = 20;
  for (const ScopeKind kind : {ScopeKind::waveform, ScopeKind::parade})
    for (const char* rest : {"noise", "fade", "borders"}) {
      SCOPED_TRACE(std::string(scope_names[static_cast<size_t>(kind)]) + " " + rest);
      Sequence sequence(only(kind), 640, 360);
      const Rect plot = sequence.picture().plots()[0].rect;
      const auto ground = sequence.draw({8, 64, 48, [](uint32_t, uint32_t) -> Frame::Pixel {
                                           return {0, 128, 128};
                                         }});
      double last = 0, most = 0;
      for (uint32_t number = 0; number < 30; number++) {
        std::mt19937 fixed(1), moving(100 + number);
        std::normal_distribution<double> spread(0, 12);
        std::vector<uint32_t> codes(size_t{64} * 48);
        for (uint32_t y = 0; y < 48; y++)
          for (uint32_t x = 0; x < 64; x++) {
            double code = 60 + x + spread(x < still ? fixed : moving);
            if (x >= still && rest == std::string("noise"))
              code += number; // 1 code per frame
            if (x >= still && rest == std::string("fade"))
              code = 16 + (code - 16) * std::pow(0.98, number);
            if (x >= still && rest == std::string("borders") && (y < 8 || y >= 40))
              code = 16;
            codes[size_t{y} * 64 + x] =
                static_cast<uint32_t>(std::clamp(std::lround(code), 16L, 235L));
          }
        const auto pixels = sequence.draw({8, 64, 48, [&](uint32_t x, uint32_t y) -> Frame::Pixel {
                                             return {codes[size_t{y} * 64 + x], 128, 128};
                                           }});
        double light = 0;
        for (uint32_t y = plot.y; y < plot.y + plot.height * 9 / 10; y++)
          for (uint32_t x = plot.x; x < plot.x + plot.width * (still - 1) / 64; x++) {
            const size_t i = size_t{y} * 640 + x;
            light += (pixels[i] >> 8 & 255) - double{1} * (ground[i] >> 8 & 255);
          }
        ASSERT_GT(light, 1000);
        if (number > 0)
          most = std::max(most, std::fabs(light / last - 1));
        last = light;
      }
      // The bounds of docs/scopes.md.
      EXPECT_LT(most, rest == std::string("fade") ? 0.08 : 0.04);
      RecordProperty(std::string("change_") + rest, std::to_string(most));
    }
}
