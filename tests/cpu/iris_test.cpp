// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The sums of IRIS of colours that are difficult for some target.
#include "cpu/kernels/sums/light_entries.h"
#include "tests/cpu/target_test.h"

#include <array>
#include <random>

namespace videohistogram {

namespace {

using namespace test;

using Colour = std::array<uint8_t, 3>;
using FourSums = std::array<int64_t, n_iris_sums>;

/// The sums by their definition.
FourSums expected_sums(const std::vector<Colour>& now, const std::vector<Colour>* before) {
  struct Pixel {
    int64_t luminance, red;
  };
  const auto pixel = [](const Colour& colour) {
    const int64_t r = iris_light()[colour[0]], g = iris_light()[colour[1]],
                  b = iris_light()[colour[2]];
    return Pixel{722 * b + 7152 * g + 2126 * r, r >= 4 * (g + b) ? r - g - b : 0};
  };
  FourSums sums{};
  for (size_t i = 0; i < now.size(); i++) {
    const Pixel is = pixel(now[i]);
    sums[0] += is.luminance;
    sums[2] += is.red;
    if (!before)
      continue;
    const Pixel was = pixel((*before)[i]);
    sums[1] += is.luminance != was.luminance ? 1 : 0;
    sums[3] += is.red != was.red ? 1 : 0;
  }
  return sums;
}

class IrisTest : public TargetTest {
protected:
  /// Adds up pixels, without and with those before.
  static void expect_sums(const std::vector<Colour>& now, const std::vector<Colour>& before) {
    std::vector<uint8_t> bytes, planes[6];
    const cpu::IrisLight light = cpu::light_of_iris(bytes);
    cpu::IrisColours colours{};
    for (size_t c = 0; c < 6; c++) {
      for (size_t i = 0; i < now.size(); i++)
        planes[c].push_back(c < 3 ? now[i][c] : before[i][c - 3]);
      (c < 3 ? colours.now[c] : colours.before[c - 3]) = planes[c].data();
    }
    const auto add = [&](const cpu::IrisColours& of) {
      FourSums sums{};
      GetParam()->sums.add_iris(of, static_cast<uint32_t>(now.size()), light, sums.data());
      return sums;
    };
    EXPECT_EQ(add(colours), expected_sums(now, &before)) << now.size() << " pixels";
    for (const uint8_t*& of : colours.before)
      of = nullptr;
    EXPECT_EQ(add(colours), expected_sums(now, nullptr)) << now.size() << " pixels";
  }
};

std::vector<Colour> noise(size_t pixels, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Colour> colours(pixels);
  for (Colour& colour : colours)
    for (uint8_t& code : colour)
      code = static_cast<uint8_t>(random());
  return colours;
}

} // namespace

TEST_P(IrisTest, AddsUpAnyNumberOfPixels) {
  for (size_t n = 0; n < 200; n++)
    expect_sums(noise(n, 1), noise(n, 2));
}

TEST_P(IrisTest, ComparesPixelsThatAreEqual) {
  std::vector<Colour> now = noise(512, 1), before = now;
  expect_sums(now, before);
  before[77][1] ^= 1;
  expect_sums(now, before);
}

// A target compares some bits of the luminance first.
TEST_P(IrisTest, ComparesColoursOfEqualLuminanceAndOfNearlyEqualBits) {
  // Of equal luminance; and apart by a multiple of 2^33.
  constexpr Colour pairs[][2] = {{{0xd3, 0xa0, 0xfd}, {0x73, 0xbc, 0xf3}},
                                 {{0xf9, 0x47, 0x66}, {0xee, 0x40, 0xbf}},
                                 {{0x2d, 0x46, 0x2c}, {0x7c, 0x9f, 0x83}},
                                 {{0x82, 0x3a, 0x9e}, {0xb7, 0xd2, 0x29}}};
  for (size_t at : {0, 63, 64, 100})
    for (const Colour(&pair)[2] : pairs) {
      std::vector<Colour> now = noise(101, 1), before = noise(101, 2);
      now[at] = pair[0];
      before[at] = pair[1];
      expect_sums(now, before);
      expect_sums({pair[0]}, {pair[1]});
    }
  EXPECT_EQ(expected_sums({pairs[0][0]}, nullptr)[0], expected_sums({pairs[0][1]}, nullptr)[0]);
  const int64_t apart =
      expected_sums({pairs[2][1]}, nullptr)[0] - expected_sums({pairs[2][0]}, nullptr)[0];
  EXPECT_NE(apart, 0);
  EXPECT_EQ(apart % (int64_t{1} << 33), 0);
}

TEST_P(IrisTest, FindsRedAtItsLimit) {
  // Green and blue around a quarter of red's light, together and alone.
  std::vector<Colour> now, before;
  for (uint32_t r = 0; r < 256; r++)
    for (uint32_t other = r / 3; other <= (r + 4) * 2 / 3 && other < 256; other++) {
      const auto red = static_cast<uint8_t>(r), code = static_cast<uint8_t>(other);
      for (const Colour& colour : {Colour{red, code, 0}, Colour{red, 0, code},
                                   Colour{red, code, code}, Colour{red, code, 1}}) {
        now.push_back(colour);
        before.push_back({red, static_cast<uint8_t>(other / 2), 0});
      }
    }
  expect_sums(now, before);
  for (size_t i = 0; i < now.size(); i += 97)
    expect_sums({now[i]}, {before[i]});
}

INSTANTIATE_TEST_SUITE_P(Targets, IrisTest, testing::ValuesIn(all_targets()), target_name);

} // namespace videohistogram
