// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/direction.h"

#include "tests/reference/frames.h"
#include "tests/reference/reference.h"
#include "tests/reference/request.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace videohistogram {

namespace {

using reference::Positions;

constexpr uint32_t most = std::numeric_limits<uint32_t>::max();
constexpr double angles[] = {0,    45,   90,    180, 270,  360,   359.9,  -30,    -90,
                             -180, -270, -45,   1e6, 720,  123.4, 89.999, 90.001, 30,
                             60,   135,  0.001, 225, 1e15, 315,   1e300,  -1e-20, -1e300};

struct Size {
  uint32_t width, height;
};
constexpr Size sizes[] = {{1, 1}, {1, 7}, {9, 1}, {2, 2}, {63, 64}, {129, 77}, {301, 1001}};

double random_angle(std::mt19937& random) {
  return (random() / 4294967296.0 - 0.5) * 4000;
}

Direction of_angle(double angle, uint32_t width, uint32_t height) {
  Expected<Direction> direction = direction_of_angle(angle, width, height, 1);
  EXPECT_TRUE(direction.ok()) << angle;
  return direction.ok() ? *direction : Direction{};
}

Direction of_line(const Line& line, uint32_t width, uint32_t height) {
  Expected<Direction> direction = direction_of_line(line, width, height, 1);
  EXPECT_TRUE(direction.ok()) << line.x1 << "," << line.y1 << " " << line.x2 << "," << line.y2;
  return direction.ok() ? *direction : Direction{};
}

std::string message(const Expected<Direction>& refused) {
  if (refused.ok())
    return {};
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  return refused.error().message;
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Checks the position of every pixel against the definition, and that every position has a pixel.
testing::AssertionResult is_right(const Direction& direction, const Positions& expected,
                                  uint32_t width, uint32_t height) {
  if (direction.positions != expected.count())
    return testing::AssertionFailure()
           << direction.positions << " positions instead of " << expected.count();
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const uint64_t position = direction.position(x, y);
      if (position != expected.at(x, y) || position >= direction.positions)
        return testing::AssertionFailure()
               << x << "," << y << " has position " << position << " of " << direction.positions
               << " instead of " << expected.at(x, y);
    }
  return testing::AssertionSuccess();
}

/// A pixel of a line. `between`: the line runs midway between it and the next pixel.
struct Visited {
  uint32_t x, y;
  bool between;
};

/// The nearest pixel in each column of a flat line, or in each row of a steep one.
std::vector<Visited> walk(const Line& line) {
  const int64_t dx = int64_t{line.x2} - line.x1, dy = int64_t{line.y2} - line.y1;
  const bool steep = std::abs(dy) > std::abs(dx);
  const int64_t steps = steep ? std::abs(dy) : std::abs(dx);
  std::vector<Visited> visited;
  for (int64_t i = 0; i <= steps; i++) {
    // Rounded to the nearest: floor(d * i / steps + 1/2).
    const auto at = [&](int64_t d) {
      const int64_t twice = 2 * d * i + steps, whole = 2 * steps;
      return twice >= 0 ? twice / whole : -((-twice + whole - 1) / whole);
    };
    const int64_t across = steep ? dx : dy;
    const bool between = (2 * across * i + steps) % (2 * steps) == 0;
    visited.push_back({static_cast<uint32_t>(line.x1 + at(dx)),
                       static_cast<uint32_t>(line.y1 + at(dy)), between});
  }
  return visited;
}

Line random_line(std::mt19937& random, uint32_t width, uint32_t height) {
  for (;;) {
    const Line line{
        static_cast<uint32_t>(random() % width), static_cast<uint32_t>(random() % height),
        static_cast<uint32_t>(random() % width), static_cast<uint32_t>(random() % height)};
    if (line.x1 != line.x2 || line.y1 != line.y2)
      return line;
  }
}

} // namespace

TEST(Direction, PutsEveryPixelWhereTheDefinitionHasIt) {
  std::mt19937 random(1);
  std::vector<double> all(std::begin(angles), std::end(angles));
  for (int i = 0; i < 100; i++)
    all.push_back(random_angle(random));
  for (double angle : all)
    for (const auto& [width, height] : sizes)
      EXPECT_TRUE(is_right(of_angle(angle, width, height),
                           Positions::of_angle(angle, width, height), width, height))
          << angle << " " << width << "x" << height;
}

TEST(Direction, IsTheColumnAt0AndTheRowAt90) {
  for (const auto& [width, height] : sizes) {
    const Direction at_0 = of_angle(0, width, height), at_90 = of_angle(90, width, height);
    const Direction at_180 = of_angle(180, width, height), at_270 = of_angle(-90, width, height);
    EXPECT_EQ(at_0.positions, width);
    EXPECT_EQ(at_90.positions, height);
    EXPECT_EQ(at_180.positions, width);
    EXPECT_EQ(at_270.positions, height);
    for (uint32_t y = 0; y < height; y++)
      for (uint32_t x = 0; x < width; x++) {
        ASSERT_EQ(at_0.position(x, y), x);
        ASSERT_EQ(at_90.position(x, y), height - 1 - y);
        ASSERT_EQ(at_180.position(x, y), width - 1 - x);
        ASSERT_EQ(at_270.position(x, y), y);
      }
  }
}

TEST(Direction, TakesAnyFiniteAngleModulo360) {
  const auto same = [](double a, double b) {
    const Direction one = of_angle(a, 640, 480), other = of_angle(b, 640, 480);
    return one.c == other.c && one.s == other.s && one.origin == other.origin &&
           one.angle == other.angle;
  };
  EXPECT_TRUE(same(360, 0));
  EXPECT_TRUE(same(-0.0, 0));
  EXPECT_TRUE(same(1e6, 280));
  EXPECT_TRUE(same(-30, 330));
  EXPECT_TRUE(same(-1e-20, 0));
  EXPECT_TRUE(
      same(std::numeric_limits<double>::max(), std::fmod(std::numeric_limits<double>::max(), 360)));
  for (double angle : angles) {
    const Direction direction = of_angle(angle, 640, 480);
    EXPECT_GE(direction.angle, 0) << angle;
    EXPECT_LT(direction.angle, 360) << angle;
  }
}

TEST(Direction, DoesNotTakeAnAngleJustBelowAQuarterForTheNextOne) {
  for (double quarter : {90.0, 180.0, 270.0, 360.0}) {
    const Direction below = of_angle(std::nextafter(quarter, 0), 64, 64);
    const Direction at = of_angle(quarter, 64, 64);
    EXPECT_EQ(below.c, at.c) << quarter;
    EXPECT_EQ(below.s, at.s) << quarter;
  }
}

TEST(Direction, RefusesAnglesThatAreNoNumber) {
  for (double angle :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()})
    EXPECT_TRUE(mentions(message(direction_of_angle(angle, 64, 64, 256)), "angle"));
}

TEST(Direction, HasNoMoreThan2To26Counters) {
  EXPECT_TRUE(direction_of_angle(0, 1u << 18, 1, 256).ok());
  EXPECT_TRUE(direction_of_angle(0, 1u << 10, 7, 65536).ok());
  EXPECT_TRUE(direction_of_angle(90, 4, 1u << 26, 1).ok());
  for (const Expected<Direction>& refused :
       {direction_of_angle(0, (1u << 18) + 1, 1, 256), direction_of_angle(0, 1025, 7, 65536),
        direction_of_angle(0, 1920, 1080, 65536), direction_of_angle(45, most, most, 1),
        direction_of_angle(90, 4, (1u << 26) + 1, 1), direction_of_angle(0, 64, 64, most),
        direction_of_line({0, 0, 0, 1}, 1u << 18, 2, 256)})
    EXPECT_TRUE(mentions(message(refused), std::to_string(max_frame_counters)));
  EXPECT_TRUE(direction_of_line({0, 0, 0, 1}, (1u << 18) - 1, 2, 256).ok());
}

TEST(DirectionOfALine, PutsEveryPixelWhereTheDefinitionHasIt) {
  std::mt19937 random(2);
  for (const auto& [width, height] : sizes) {
    if (width * height == 1)
      continue;
    for (int i = 0; i < 60; i++) {
      const Line line = random_line(random, width, height);
      EXPECT_TRUE(is_right(of_line(line, width, height),
                           Positions::of_line(line.x1, line.y1, line.x2, line.y2, width, height),
                           width, height))
          << line.x1 << "," << line.y1 << " " << line.x2 << "," << line.y2;
    }
  }
}

TEST(DirectionOfALine, GivesADiagonalOnePositionAndNoOther) {
  const Direction direction = of_line({0, 0, 4, 4}, 5, 5);
  const uint32_t position = direction.position(0, 0);
  EXPECT_DOUBLE_EQ(direction.angle, 45);
  for (uint32_t y = 0; y < 5; y++)
    for (uint32_t x = 0; x < 5; x++)
      EXPECT_EQ(direction.position(x, y) == position, x == y) << x << "," << y;
}

TEST(DirectionOfALine, IsExactAlongRowsAndColumns) {
  for (uint32_t at : {0u, 1u, 100u, 1079u}) {
    const Direction across = of_line({at, 1079, at, 3}, 1080, 1080);
    const Direction down = of_line({5, at, 1000, at}, 1080, 1080);
    EXPECT_EQ(across.angle, 180);
    EXPECT_EQ(down.angle, 90);
    for (uint32_t i = 0; i < 1080; i++) {
      EXPECT_EQ(across.position(at, i), across.position(at, 0));
      EXPECT_EQ(across.position(i, 7), 1080 - i - 1 + (across.position(1079, 0)));
      EXPECT_EQ(down.position(i, at), down.position(0, at));
    }
  }
}

TEST(DirectionOfALine, GivesAllPixelsThatItVisitsOnePosition) {
  std::mt19937 random(3);
  for (const auto& [width, height] : {Size{7, 5}, Size{64, 48}, Size{800, 600}, Size{600, 800}})
    for (int i = 0; i < 3000; i++) {
      const Line line = random_line(random, width, height);
      const Direction direction = of_line(line, width, height);
      const uint32_t position = direction.position(line.x1, line.y1);
      for (const Visited& pixel : walk(line))
        ASSERT_EQ(direction.position(pixel.x, pixel.y), position)
            << line.x1 << "," << line.y1 << " " << line.x2 << "," << line.y2 << " at " << pixel.x
            << "," << pixel.y;
    }
}

// A line that leaves its column by one pixel in thousands of rows passes two pixels at half a
// pixel's distance, up to a difference that is less than the rounding of the cosine.
TEST(DirectionOfALine, GivesItOnePositionInLargePicturesWhereverOnePixelIsNearest) {
  std::mt19937 random(4);
  for (const auto& [width, height] : {Size{7680, 4320}, Size{3, 8192}, Size{16384, 5}})
    for (int i = 0; i < 1000; i++) {
      const Line line = random_line(random, width, height);
      const Direction direction = of_line(line, width, height);
      const uint32_t position = direction.position(line.x1, line.y1);
      EXPECT_EQ(direction.position(line.x2, line.y2), position);
      for (const Visited& pixel : walk(line))
        ASSERT_TRUE(pixel.between || direction.position(pixel.x, pixel.y) == position)
            << line.x1 << "," << line.y1 << " " << line.x2 << "," << line.y2 << " at " << pixel.x
            << "," << pixel.y;
    }
}

TEST(DirectionOfALine, RefusesPointsThatAreEqualOrOutside) {
  EXPECT_TRUE(mentions(message(direction_of_line({3, 4, 3, 4}, 10, 10, 256)), "3,4"));
  for (const Line& line : {Line{10, 0, 0, 0}, Line{0, 10, 0, 0}, Line{0, 0, 10, 0},
                           Line{0, 0, 0, 10}, Line{most, most, 0, 0}})
    EXPECT_TRUE(mentions(message(direction_of_line(line, 10, 10, 256)), "10x10"));
  EXPECT_FALSE(direction_of_line({0, 0, 0, 0}, 1, 1, 256).ok());
}

TEST(CheckRequestAlongADirection, TakesADirectionOfTheChannelsOwnPicture) {
  reference::Layout layout;
  layout.width = 41;
  layout.height = 31;
  const std::set<std::string> as_high = {
      "Y42B", "NV16", "NV61", "YUY2",      "UYVY", "I422_10LE", "I422_12LE", "Y212_LE", "v216",
      "YVYU", "VYUY", "Y210", "A422_10LE", "A422", "A422_12LE", "A422_16LE", "Y216_LE"};
  const std::set<std::string> as_large = {
      "Y444",    "NV24", "Y444_10LE", "Y444_12LE", "AYUV", "VUYA",      "v308",      "Y444_16LE",
      "Y412_LE", "IYU2", "AYUV64",    "A444_10LE", "A444", "A444_12LE", "A444_16LE", "Y416_LE"};
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++) {
    layout.format = (*format)->name;
    const reference::Frame frame(layout);
    for (uint32_t c = 0; c < n_plane_quantities; c++) {
      const auto channel = static_cast<Quantity>(c);
      Request request = reference::request_all(frame.view());
      const bool countable = (*format)->countable_channels() & quantity_bit(channel);
      const bool subsampled = (channel == Quantity::cb || channel == Quantity::cr) &&
                              as_large.count(layout.format) == 0;
      const bool half_as_high = subsampled && as_high.count(layout.format) == 0;
      uint32_t width = subsampled ? 21 : 41, height = half_as_high ? 16 : 31;
      if (subsampled &&
          (layout.format == "Y41B" || layout.format == "YUV9" || layout.format == "YVU9")) {
        width = 11;
        height = layout.format == "Y41B" ? 31 : 8;
      }
      for (const Direction& good : {of_angle(33, width, height), of_angle(-90, width, height),
                                    of_line({1, 2, 3, 6}, width, height)}) {
        request.projections.clear();
        request.add_projection(channel, good);
        EXPECT_EQ(check_request(frame.view(), request).ok(), countable)
            << layout.format << " " << quantity_name(channel);
      }
      for (const Direction& bad :
           {of_angle(0, width + 2, height), of_angle(33, width + 4, height),
            of_angle(90, width, height - 1), of_line({1, 2, 3, 6}, width, height + 4)}) {
        request.projections.clear();
        request.add_projection(channel, bad);
        EXPECT_FALSE(check_request(frame.view(), request).ok())
            << layout.format << " " << quantity_name(channel);
      }
    }
  }
}

TEST(CheckRequestAlongADirection, RefusesOneThatAPixelWouldLeave) {
  reference::Layout layout;
  layout.width = 64;
  layout.height = 48;
  const reference::Frame frame(layout);
  Request request = reference::request_all(frame.view());
  const auto good = [&](const Direction& direction) {
    request.projections.clear();
    request.add_projection(Quantity::luma, direction);
    if (!check_request(frame.view(), request).ok())
      return false;
    for (uint32_t y = 0; y < 48; y++)
      for (uint32_t x = 0; x < 64; x++)
        EXPECT_LT(Positions::of(direction).at(x, y), direction.positions) << x << "," << y;
    return true;
  };
  constexpr int64_t largest = std::numeric_limits<int64_t>::max();
  constexpr int64_t whole = int64_t{1} << 31;
  for (const Direction& right : {of_angle(77, 64, 48), of_line({1, 2, 30, 40}, 64, 48)}) {
    EXPECT_TRUE(good(right));
    for (int64_t wrong : {right.origin + whole, right.origin - whole, largest, -largest}) {
      Direction direction = right;
      direction.origin = wrong;
      EXPECT_FALSE(good(direction)) << wrong;
    }
    for (int64_t change = -whole; change <= whole; change += 9999991) {
      Direction direction = right;
      direction.origin += change;
      good(direction); // false if a pixel leaves the positions
    }
    for (int64_t wrong : {whole / 2, largest, -largest, -largest - 1}) {
      Direction direction = right;
      direction.c = wrong;
      EXPECT_FALSE(good(direction)) << wrong;
      direction = right;
      direction.s = wrong;
      EXPECT_FALSE(good(direction)) << wrong;
    }
    for (uint32_t positions = 0; positions < right.positions + 5; positions++) {
      Direction direction = right;
      direction.positions = positions;
      good(direction);
    }
    for (uint32_t positions : {0u, 1u, right.positions - 2, right.positions + 2, most}) {
      Direction direction = right;
      direction.positions = positions;
      EXPECT_FALSE(good(direction)) << positions;
    }
  }
  EXPECT_FALSE(good(Direction{}));
}

TEST(CheckRequestAlongADirection, RefusesTooManyCounters) {
  reference::Layout layout;
  layout.format = "GRAY16_LE";
  layout.width = 1025;
  const reference::Frame frame(layout);
  Request request = reference::request_all(frame.view(), 65536);
  request.add_projection(Quantity::gray, of_angle(0, 1025, 1));
  EXPECT_FALSE(check_request(frame.view(), request).ok());
  uint32_t& bins = request.projections[0].values.bins;
  bins = 65408; // the maximum for 1025 positions if the histogram has 65536 counters
  EXPECT_TRUE(check_request(frame.view(), request).ok());
  bins++;
  EXPECT_FALSE(check_request(frame.view(), request).ok());
}

} // namespace videohistogram
