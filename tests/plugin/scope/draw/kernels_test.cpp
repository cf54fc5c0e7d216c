// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The loops over pixels, in all instruction sets of this build that the CPU has, against loops
// written here from the definitions.
#include "plugin/scope/draw/kernels/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

std::vector<const Kernels*> supported_kernels() {
  std::vector<const Kernels*> supported;
  for (const Kernels* const* kernels = all_kernels(); *kernels; kernels++)
    if ((*kernels)->supported())
      supported.push_back(*kernels);
  return supported;
}

class ScopeKernels : public testing::TestWithParam<const Kernels*> {
public:
  uint32_t any() { return static_cast<uint32_t>(random_()); }
  float share() { return static_cast<float>(any() % 1000) / 1000; }

  std::mt19937 random_{1};
};

const std::vector<size_t> lengths = {1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 100, 255, 256, 300};

/// (colour * (b + b / 128) + white * b^4 / 255^3) / 256 of one byte, as docs of LightColour say,
/// with the roundings of powers in 8 bits.
uint32_t expected_light(const LightColour& light, uint32_t b) {
  uint32_t pixel = 0;
  for (int byte = 0; byte < 4; byte++) {
    const uint32_t colour = light.colour >> (8 * byte) & 255,
                   white = light.white >> (8 * byte) & 255;
    const uint32_t square = b * b / 256, fourth = square * square / 256;
    pixel |= std::min((colour * (b + b / 128) + white * fourth) / 256, 255u) << (8 * byte);
  }
  return pixel;
}

uint32_t expected_sum(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (int shift = 0; shift < 32; shift += 8)
    sum |= std::min((a >> shift & 255) + (b >> shift & 255), 255u) << shift;
  return sum;
}

/// A colour and the white that make_light() gives it: at most 0.55 of what the colour lacks.
LightColour light_of_bytes(uint32_t colour) {
  uint32_t white = 0;
  for (int shift = 0; shift < 32; shift += 8)
    white |= (255 - (colour >> shift & 255)) * 140 / 255 << shift;
  return {colour, white};
}

uint32_t expected_brightness(float samples, const Response& response) {
  const float density = samples * response.scale;
  int32_t bits;
  std::memcpy(&bits, &density, sizeof bits);
  const float scaled = static_cast<float>(bits - 0x3f800000) * response.gamma;
  bits = static_cast<int32_t>(scaled) + 0x3f800000;
  float power;
  std::memcpy(&power, &bits, sizeof power);
  const float few = samples * response.specimen;
  const float above = std::min(power, 1.0f) * response.rest;
  const float sum = std::min(few, response.least) + above;
  const float product = sum * 255.0f;
  return static_cast<uint32_t>(product + 0.5f);
}

} // namespace

namespace {

/// Adds rows of counts by `kernel` and by a loop, of every length up to a few more than are added
/// at once. `any_count`: any of the counts that a row can have.
template <class Count, class Kernel, class AnyCount>
void compare_rows_of_counts(Kernel kernel, const AnyCount& any_count, ScopeKernels& test) {
  for (const size_t n : lengths)
    for (const size_t n_rows : {0, 1, 2, 3, 4, 5, 8, 11}) {
      std::vector<std::vector<Count>> counts(n_rows, std::vector<Count>(n));
      std::vector<CountRow<Count>> rows;
      std::vector<float> out(n + 1, 0.25f), expected(n + 1, 0);
      expected[n] = 0.25f;
      for (std::vector<Count>& row : counts) {
        const float of = test.share();
        for (size_t i = 0; i < n; i++) {
          row[i] = any_count();
          const float product = static_cast<float>(row[i]) * of;
          expected[i] += product;
        }
        rows.push_back({row.data(), of});
      }
      kernel(out.data(), rows.data(), n_rows, n);
      ASSERT_EQ(out, expected) << n << " counts in " << n_rows << " rows";
    }
}

} // namespace

TEST_P(ScopeKernels, AddWideAddsTheNearestFloatsInTheirOrderAndStopsAtTheEnd) {
  const auto count = [this] {
    return any() % 3 ? any() >> (any() % 32) : 0xffffffff - any() % 1000;
  };
  compare_rows_of_counts<uint32_t>(GetParam()->add_wide, count, *this);
}

TEST_P(ScopeKernels, AddNarrowAddsCountsInTheirOrderAndStopsAtTheEnd) {
  const auto count = [this] { return static_cast<uint16_t>(any() >> (any() % 16)); };
  compare_rows_of_counts<uint16_t>(GetParam()->add_narrow, count, *this);
}

TEST_P(ScopeKernels, MixAddsTheSharesOfRowsInTheirOrder) {
  for (const size_t n : lengths)
    for (const size_t n_rows : {1, 2, 5}) {
      std::vector<std::vector<float>> samples(n_rows, std::vector<float>(padded(n)));
      std::vector<SampleRow> rows;
      for (std::vector<float>& row : samples) {
        for (float& sample : row)
          sample = static_cast<float>(any() % 100000) / 7;
        rows.push_back({row.data(), share()});
      }
      std::vector<float> out(padded(n), -1), expected(padded(n), -1);
      for (size_t i = 0; i < n; i++) {
        expected[i] = samples[0][i] * rows[0].share;
        for (size_t row = 1; row < n_rows; row++) {
          const float product = samples[row][i] * rows[row].share;
          expected[i] += product;
        }
      }
      GetParam()->mix(out.data(), rows.data(), n_rows, n);
      out.resize(n);
      expected.resize(n);
      ASSERT_EQ(out, expected) << n;
    }
}

TEST_P(ScopeKernels, TransposeSwapsRowsAndColumnsAndFindsUsedRows) {
  for (const size_t bins : lengths) {
    const size_t column_stride = padded(bins) + 16, row_stride = 48;
    std::vector<float> columns(row_padding * column_stride), rows(bins * row_stride, -1);
    for (size_t column = 0; column < row_padding; column++)
      for (size_t bin = 0; bin < bins; bin++)
        if (bin % 5 != 2)
          columns[column * column_stride + bin] = static_cast<float>(any() % 3);
    std::vector<uint8_t> used(padded(bins), 0);
    used[0] = 1; // stays set
    GetParam()->transpose(columns.data(), column_stride, bins, rows.data(), row_stride,
                          used.data());
    for (size_t bin = 0; bin < bins; bin++) {
      bool any = bin == 0;
      for (size_t i = 0; i < row_stride; i++) {
        const float expected = i < row_padding ? columns[i * column_stride + bin] : -1;
        ASSERT_EQ(rows[bin * row_stride + i], expected) << bins << " bins";
        any |= i < row_padding && expected > 0;
      }
      ASSERT_EQ(used[bin], any);
    }
  }
}

/// The sums over counts, by the definition of their logarithms.
CountSums sums_of(const std::vector<uint32_t>& counts) {
  CountSums sums;
  for (const uint32_t count : counts)
    if (count > 0) {
      // The logarithm to base 2: its whole part, and its fraction as if it grew evenly.
      const auto whole = static_cast<uint32_t>(std::floor(std::log2(count)));
      const uint64_t logarithm = 256 * whole + (uint64_t{256} * count >> whole) - 256;
      sums.samples += count;
      sums.logarithms += count * logarithm;
      sums.most = std::max(sums.most, count);
    }
  return sums;
}

void expect_equal(const CountSums& sums, const CountSums& expected) {
  EXPECT_EQ(sums.samples, expected.samples);
  EXPECT_EQ(sums.logarithms, expected.logarithms);
  EXPECT_EQ(sums.most, expected.most);
}

TEST_P(ScopeKernels, MeasureAddsCountsAndTheirLogarithms) {
  for (const size_t n : lengths)
    for (const uint32_t most : {1u, 2u, 3u, 200u, 65535u}) {
      std::vector<uint16_t> counts(n);
      uint32_t left = 65535;
      for (uint16_t& count : counts) {
        count = static_cast<uint16_t>(any() % 3 ? 0 : any() % (std::min(most, left) + 1));
        left -= count;
      }
      expect_equal(GetParam()->measure_narrow(counts.data(), n),
                   sums_of({counts.begin(), counts.end()}));
    }
}

TEST_P(ScopeKernels, MeasureFindsWhereWideCountsLie) {
  for (const size_t n : {1, 15, 16, 17, 100, 1024, 5000})
    for (const uint32_t most : {1u, 4095u, 4096u, 70000u, UINT32_MAX >> 9})
      for (const uint32_t gap : {1u, 20u, 700u, 100000u}) { // zeros per count, on average
        std::vector<uint32_t> counts(n);
        for (uint32_t& count : counts)
          count = any() % gap ? 0 : most - any() % std::min(most, 3u);
        CountSums sums = {7, 8, 1};
        const UsedBins used = GetParam()->measure_wide(counts.data(), n, sums);
        CountSums expected = sums_of(counts);
        expected.add({7, 8, 1});
        expect_equal(sums, expected);
        uint32_t all = 0;
        UsedBins blocks;
        for (uint32_t i = 0; i < n; i++) {
          all |= counts[i];
          if (counts[i] == 0)
            continue;
          if (blocks.end == 0)
            blocks.begin = i / 16 * 16;
          blocks.end = std::min(i / 16 * 16 + 16, static_cast<uint32_t>(n));
        }
        EXPECT_EQ(used.begin, blocks.begin);
        EXPECT_EQ(used.end, blocks.end);
        EXPECT_EQ(GetParam()->all_bits(counts.data(), n), all);
      }
}

TEST_P(ScopeKernels, AddTraceAddsLightAndKeepsPixelsBehindTheEnd) {
  for (const bool coloured : {false, true})
    for (const size_t n : lengths) {
      std::vector<float> samples(padded(n));
      std::vector<uint32_t> pixels(padded(n)), colours(padded(n));
      for (size_t i = 0; i < n; i++)
        samples[i] = any() % 3 ? std::ldexp(share(), static_cast<int>(any() % 30) - 12) : 0;
      for (size_t i = 0; i < padded(n); i++) {
        pixels[i] = any();
        colours[i] = any();
      }
      TraceLight light = {
          {share() + 0.01f, 0.4f + share() / 2, 0.5f * share(), 0.3f, 0.7f}, {}, nullptr};
      if (coloured)
        light.colours = colours.data();
      else
        light.light = light_of_bytes(any());
      std::vector<uint32_t> expected = pixels;
      for (size_t i = 0; i < n; i++) {
        if (!(samples[i] > 0))
          continue;
        const LightColour colour = coloured ? LightColour{colours[i], 0} : light.light;
        const uint32_t brightness = expected_brightness(samples[i], light.response);
        expected[i] = expected_sum(pixels[i], expected_light(colour, brightness));
      }
      GetParam()->add_trace(pixels.data(), samples.data(), n, light);
      ASSERT_EQ(pixels, expected) << n;
    }
}

// Of the luminance that a colour lacks to 112 of 255, 11/16 at the brightness of a single sample,
// and less towards 0 and 255.
TEST_P(ScopeKernels, AddTraceDrawsDarkColoursBrighter) {
  for (const double intensity : {1.0, 0.5, 0.01})
    for (const size_t n : lengths) {
      const uint32_t first = any() % 2;
      const double floor = std::max(0.3 * 255 * intensity, 1.0);
      const ColourLift lift = {static_cast<uint32_t>(176 * intensity),
                               static_cast<uint32_t>(65536 / floor),
                               static_cast<uint32_t>(65536 / (255 - floor)),
                               {8 * first, 8 * first + 8, 8 * first + 16}};
      std::vector<float> samples(padded(n));
      std::vector<uint32_t> pixels(padded(n)), colours(padded(n));
      for (size_t i = 0; i < n; i++)
        samples[i] = any() % 3 ? std::ldexp(share(), static_cast<int>(any() % 30) - 12) : 0;
      for (size_t i = 0; i < padded(n); i++) {
        pixels[i] = any();
        colours[i] = any() % 4 ? any() : any() & 0x3f3f3f3f;
      }
      const TraceLight light = {{share() + 0.01f, 0.4f + share() / 2, 0.5f * share(), 0.3f, 0.7f},
                                {},
                                colours.data(),
                                lift};
      std::vector<uint32_t> expected = pixels;
      for (size_t i = 0; i < n; i++) {
        if (!(samples[i] > 0))
          continue;
        const auto code = [&](uint32_t c) { return colours[i] >> 8 * (first + c) & 255; };
        const uint32_t luminance =
            (54 * code(0) * code(0) + 183 * code(1) * code(1) + 19 * code(2) * code(2)) / 65536;
        const uint32_t plain = expected_brightness(samples[i], light.response);
        const uint32_t share_of_lift =
            std::min(plain * lift.rise / 256, (255 - plain) * lift.fall / 256);
        const uint32_t most = luminance > 112 ? 0 : (112 - luminance) * lift.share / 256;
        const uint32_t brightness = plain + most * share_of_lift / 256;
        ASSERT_EQ(lifted_brightness(lift, colours[i], plain), brightness);
        expected[i] = expected_sum(pixels[i], expected_light({colours[i], 0}, brightness));
      }
      GetParam()->add_trace(pixels.data(), samples.data(), n, light);
      ASSERT_EQ(pixels, expected) << n;
    }
}

TEST(LiftedBrightness, GrowsWithTheBrightness) {
  for (const uint32_t floor : {1u, 38u, 77u, 92u})
    for (const uint32_t colour : {0xff4e4eu, 0x2626ffu, 0xffffffu, 0x000000u}) {
      const ColourLift lift = {176, 65536 / floor, 65536 / (255 - floor), {0, 8, 16}};
      uint32_t last = 0;
      for (uint32_t b = 0; b < 256; b++) {
        const uint32_t lifted = lifted_brightness(lift, colour, b);
        ASSERT_GE(lifted, std::max(b, last));
        last = lifted;
      }
      EXPECT_EQ(last, 255u);
      EXPECT_EQ(lifted_brightness(lift, colour, 0), 0u);
      EXPECT_EQ(lifted_brightness(lift, 0xffffff, 100), 100u);
    }
}

TEST_P(ScopeKernels, MeanColoursHaveTheHueOfTheirSums) {
  for (const uint32_t components : {2u, 3u})
    for (const size_t n : lengths) {
      MeanColours of;
      of.components = components;
      const uint32_t first = any() % 4;
      for (uint32_t c = 0; c < 3; c++) {
        of.shifts[c] = (first + c) % 4 * 8;
        of.constants[c] = share() - 0.5f;
        for (uint32_t i = 0; i < components; i++)
          of.parts[c][i] = (share() - 0.5f) / 200;
      }
      std::vector<float> samples(padded(n));
      std::vector<std::vector<float>> sums(components, std::vector<float>(padded(n)));
      for (size_t i = 0; i < n; i++) {
        samples[i] = any() % 3 ? std::ldexp(share() + 0.01f, static_cast<int>(any() % 30) - 12) : 0;
        for (std::vector<float>& sum : sums)
          sum[i] = samples[i] * static_cast<float>(any() % 256);
      }
      const float* rows[3] = {};
      for (uint32_t i = 0; i < components; i++)
        rows[i] = sums[i].data();
      std::vector<uint32_t> out(padded(n), 0x12345678);
      GetParam()->mean_colours(out.data(), samples.data(), rows, n, of);
      for (size_t i = 0; i < n; i++) {
        if (!(samples[i] > 0))
          continue;
        float of_pixel[3] = {};
        for (uint32_t k = 0; k < components; k++)
          of_pixel[k] = sums[k][i];
        ASSERT_EQ(out[i], mean_colour(of, samples[i], of_pixel)) << i << " of " << n;
        double mean[3];
        for (uint32_t c = 0; c < 3; c++) {
          mean[c] = of.constants[c];
          for (uint32_t k = 0; k < components; k++)
            mean[c] += double{of.parts[c][k]} * of_pixel[k] / samples[i];
        }
        const double most = std::max({mean[0], mean[1], mean[2]}),
                     least = std::min({mean[0], mean[1], mean[2]});
        for (uint32_t c = 0; c < 3; c++)
          ASSERT_NEAR(out[i] >> of.shifts[c] & 255,
                      255 - 0.75 * 255 * (most - mean[c]) / (most - least + 0.08), 0.51)
              << i << " of " << n;
      }
    }
}

TEST_P(ScopeKernels, AddCurveFillsBelowHeightsAndDrawsTheOutline) {
  for (const size_t n : lengths) {
    std::vector<float> heights(padded(n)), steps(padded(n));
    std::vector<uint32_t> pixels(padded(n));
    for (size_t i = 0; i < n; i++) {
      heights[i] = static_cast<float>(any() % 4000) / 100;
      steps[i] = heights[i] - share() * 20;
    }
    for (uint32_t& pixel : pixels)
      pixel = any();
    const LightColour light = light_of_bytes(any());
    const auto bottom = static_cast<float>(any() % 40);
    std::vector<uint32_t> expected = pixels;
    for (size_t i = 0; i < n; i++) {
      const float covered = std::clamp(heights[i] - bottom, 0.0f, 1.0f);
      const float outline = std::clamp(bottom + 1 - steps[i], 0.0f, 1.0f);
      const float of_outline = 150 * outline;
      const auto brightness = static_cast<uint32_t>(covered * (76 + of_outline));
      expected[i] = expected_sum(pixels[i], expected_light(light, brightness));
    }
    GetParam()->add_curve(pixels.data(), {heights.data(), steps.data(), bottom}, n, light);
    ASSERT_EQ(pixels, expected) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScopeKernels, testing::ValuesIn(supported_kernels()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST(KernelChoice, TakesTheFirstThatTheCpuSupports) {
  EXPECT_EQ(&best_kernels(), supported_kernels().front());
  EXPECT_STREQ(supported_kernels().back()->name, "generic");
}

TEST(Light, IsTheColourAtEachBrightnessAndTurnsWhite) {
  const LightColour light = light_of_bytes(0x00ff8010);
  for (uint32_t b = 0; b < 256; b++) {
    ASSERT_EQ(light_of(light, b), expected_light(light, b));
    for (int shift = 0; shift < 32; shift += 8) {
      const double colour = (light.colour >> shift & 255), white = (light.white >> shift & 255);
      const double exact = colour * b / 255 + white * std::pow(b / 255.0, 4);
      ASSERT_NEAR(light_of(light, b) >> shift & 255, exact, 4) << b;
    }
  }
}

TEST(Light, IsAddedByteByByteAndSaturates) {
  std::mt19937 random(3);
  for (int i = 0; i < 100000; i++) {
    const auto a = static_cast<uint32_t>(random()), b = static_cast<uint32_t>(random());
    ASSERT_EQ(add_saturated(a, b), expected_sum(a, b));
  }
}
