// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The rules of IRIS on frames of gray and red.
#include "tests/core/pse/found.h"
#include "tests/core/pse/iris_sums.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using namespace videohistogram::pse;

namespace {

constexpr size_t width = 16, height = 16;
constexpr int rate = 25;

/// A colour of 8 bits: B, G, R.
using Colour = std::array<uint8_t, 3>;

/// The worst results for light and red, of frames whose upper part has a colour per frame.
std::pair<IrisResult, IrisResult> judge(int frames, size_t rows,
                                        const std::function<Colour(int)>& colour,
                                        const Colour& rest = {0, 0, 0}) {
  Found found;
  IrisFlashes flashes({rate, 1}, width * height);
  IrisSummer summer;
  std::pair worst(IrisResult::pass, IrisResult::pass);
  for (int number = 0; number < frames; number++) {
    std::vector<uint8_t> data;
    for (size_t i = 0; i < width * height; i++) {
      const Colour& c = i < rows * width ? colour(number) : rest;
      data.insert(data.end(), c.begin(), c.end());
    }
    flashes.add(Place(), summer.add(data), found);
    worst.first = std::max(worst.first, flashes.light().result());
    worst.second = std::max(worst.second, flashes.red().result());
  }
  return worst;
}

/// Alternates every so many frames.
std::function<Colour(int)> alternate(int frames, const Colour& a, const Colour& b) {
  return [=](int number) { return number / frames % 2 == 0 ? a : b; };
}

constexpr Colour black{0, 0, 0}, gray{110, 110, 110}, white{255, 255, 255}, red{0, 0, 255};

TEST(Iris, FailsWithMoreThanSixTransitionsInASecond) {
  EXPECT_EQ(judge(50, height, alternate(3, black, gray)).first, IrisResult::fail);
  EXPECT_EQ(judge(50, height, alternate(5, black, gray)).first, IrisResult::warning);
  EXPECT_EQ(judge(50, height, alternate(10, black, gray)).first, IrisResult::pass);
}

TEST(Iris, FailsWithFourTransitionsInEachOfFiveSeconds) {
  EXPECT_EQ(judge(150, height, alternate(5, black, gray)).first, IrisResult::extended);
  EXPECT_EQ(judge(100, height, alternate(5, black, gray)).first, IrisResult::warning);
}

TEST(Iris, FindsRedByItsMean) {
  EXPECT_EQ(judge(50, height, alternate(3, black, red)).second, IrisResult::fail);
  EXPECT_EQ(judge(50, height, alternate(3, black, white)).second, IrisResult::pass);
}

TEST(Iris, NeedsAQuarterOfThePictureToChange) {
  EXPECT_EQ(judge(50, height / 4, alternate(3, black, white)).first, IrisResult::fail);
  EXPECT_EQ(judge(50, height / 4 - 1, alternate(3, black, white)).first, IrisResult::pass);
}

TEST(Iris, MissesALightAboveItsDarkestState) {
  // Both states are above 0.8 of white.
  EXPECT_EQ(judge(50, height, alternate(3, {235, 235, 235}, white)).first, IrisResult::pass);
}

TEST(Iris, MissesHalvesInOppositePhase) {
  Found found;
  IrisFlashes flashes({rate, 1}, width * height);
  IrisSummer summer;
  for (int number = 0; number < 75; number++) {
    std::vector<uint8_t> data;
    for (size_t i = 0; i < width * height; i++)
      data.insert(data.end(), 3, (number / 3 + (i < width * height / 2)) % 2 == 0 ? 0 : 255);
    Place frame;
    frame.number = static_cast<uint64_t>(number);
    frame.time = number * 40000000LL;
    const FlashFigures figures = flashes.add(frame, summer.add(data), found);
    EXPECT_EQ(figures.area, number > 0 && number % 3 == 0 ? 1 : 0);
    EXPECT_EQ(figures.count, 0);
  }
  flashes.finish(found);
  EXPECT_EQ(found.kinds(), "");
}

} // namespace
