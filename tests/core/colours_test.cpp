// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The references of computed quantities, against computations that share nothing with them.
#include "tests/reference/colours.h"

#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

namespace videohistogram::reference {

namespace {

constexpr Colours::Colour all_colours[] = {Colours::r, Colours::g, Colours::b};
constexpr uint32_t all_depths[] = {8, 10, 12, 16};

std::vector<ColourSpec> all_specs() {
  std::vector<ColourSpec> specs;
  for (Matrix matrix : all_matrices)
    for (bool limited : {true, false})
      for (bool narrow : {false, true})
        specs.push_back({matrix, limited, narrow});
  return specs;
}

std::string name_of(const ColourSpec& spec, uint32_t depth) {
  constexpr const char* matrices[] = {"BT.601", "BT.709", "BT.2020", "SMPTE 240M", "FCC"};
  return std::to_string(depth) + " bits " + matrices[static_cast<int>(spec.matrix)] +
         (spec.limited ? " limited" : " full") + (spec.narrow ? " to narrow" : " to full");
}

/// Number of samples compared, and of those that integer arithmetic rounds to another code than
/// real numbers.
struct Comparison {
  uint64_t samples = 0, different = 0;
  uint64_t far = 0; ///< different by more than one code

  template <typename Int>
  void add(const Colours& colours, Colours::Colour colour, int64_t y, int64_t cb, int64_t cr) {
    const uint32_t value = colours.value(colour, y, cb, cr);
    const auto is = [&](uint32_t code) { return colours.is_exact<Int>(code, colour, y, cb, cr); };
    samples++;
    if (is(value))
      return;
    different++;
    far += !(value > 0 && is(value - 1)) && !(value < colours.last() && is(value + 1));
  }
  double percent() const { return 100.0 * double(different) / double(samples); }
};

/// Every sample of 8 bits. R does not depend on Cb, nor B on Cr.
Comparison compare_all(const Colours& colours, Colours::Colour colour) {
  Comparison comparison;
  for (int64_t cb = 0; cb < (colour == Colours::r ? 1 : 256); cb++)
    for (int64_t cr = 0; cr < (colour == Colours::b ? 1 : 256); cr++)
      for (int64_t y = 0; y < 256; y++)
        comparison.add<int64_t>(colours, colour, y, cb, cr);
  return comparison;
}

/// Codes at which a range begins, ends or changes its sign, and their neighbours.
std::vector<int64_t> corners(uint32_t depth) {
  const int64_t unit = int64_t{1} << (depth - 8), end = 256 * unit;
  std::vector<int64_t> codes;
  for (int64_t code : {int64_t{0}, 16 * unit, 128 * unit, 235 * unit, 240 * unit, end - 1})
    for (int64_t near = code - 1; near <= code + 1; near++)
      if (near >= 0 && near < end)
        codes.push_back(near);
  return codes;
}

/// All combinations of corners.
Comparison compare_corners(const Colours& colours, uint32_t depth) {
  Comparison comparison;
  const std::vector<int64_t> codes = corners(depth);
  for (Colours::Colour colour : all_colours)
    for (int64_t y : codes)
      for (int64_t cb : codes)
        for (int64_t cr : codes)
          comparison.add<Wide>(colours, colour, y, cb, cr);
  return comparison;
}

Comparison compare_some(const Colours& colours, Colours::Colour colour, uint32_t depth) {
  Comparison comparison;
  std::mt19937_64 random(depth);
  const uint64_t mask = (uint64_t{1} << depth) - 1;
  for (int i = 0; i < 150000; i++) {
    const uint64_t pixel = random();
    comparison.add<Wide>(colours, colour, static_cast<int64_t>(pixel & mask),
                         static_cast<int64_t>(pixel >> 16 & mask),
                         static_cast<int64_t>(pixel >> 32 & mask));
  }
  return comparison;
}

/// The largest absolute value of each sample without its zero.
int64_t reach(const Colours& colours, int sample, uint32_t depth) {
  const int64_t zero = colours.zero(sample), last = (int64_t{1} << depth) - 1;
  return std::max(zero, last - zero);
}

} // namespace

/// A depth, and the percentage of a colour's samples that may differ from exact rounding.
struct Rounding {
  uint32_t depth;
  double most;
};

std::ostream& operator<<(std::ostream& stream, const Rounding& rounding) {
  return stream << rounding.depth << " bits";
}

class ColourRounding : public testing::TestWithParam<Rounding> {};

TEST_P(ColourRounding, IsAtMostOneCodeFromExact) {
  const uint32_t depth = GetParam().depth;
  double least = 100, most = 0;
  for (const ColourSpec& spec : all_specs()) {
    const Colours colours(spec, depth);
    std::printf("%s: ", name_of(spec, depth).c_str());
    for (Colours::Colour colour : all_colours) {
      const Comparison comparison =
          depth == 8 ? compare_all(colours, colour) : compare_some(colours, colour, depth);
      EXPECT_EQ(comparison.far, 0u) << name_of(spec, depth) << " colour " << colour;
      least = std::min(least, comparison.percent());
      most = std::max(most, comparison.percent());
      std::printf(" %c %.3f %%", "RGB"[colour], comparison.percent());
    }
    std::printf(" differ\n");
    EXPECT_EQ(compare_corners(colours, depth).far, 0u) << name_of(spec, depth);
  }
  std::printf("%u bits: %.3f to %.3f %% of the samples of a colour differ\n", depth, least, most);
  EXPECT_GT(most, 0);
  EXPECT_LE(most, GetParam().most);
}

INSTANTIATE_TEST_SUITE_P(Depths, ColourRounding,
                         testing::Values(Rounding{8, 0.76}, Rounding{10, 7}, Rounding{12, 8.5},
                                         Rounding{16, 0.6}));

TEST(Colours, AreTheTextbooksInFloatingPoint) {
  for (const ColourSpec& spec : all_specs())
    for (uint32_t depth : all_depths) {
      const Colours colours(spec, depth);
      const auto [kr_shares, kb_shares] = luma_shares(spec.matrix);
      const long double kr = kr_shares / 1e4L, kb = kb_shares / 1e4L, kg = 1 - kr - kb;
      const long double unit = std::exp2(depth - 8.0L), all = std::exp2(depth * 1.0L) - 1;
      const long double to_unit = std::exp2(colours.depth() - 8.0L);
      std::mt19937 random(1);
      for (int i = 0; i < 1000; i++) {
        const auto sample = [&] { return static_cast<int64_t>(random() >> (32 - depth)); };
        const int64_t pixel[] = {sample(), sample(), sample()};
        const long double y = spec.limited ? (pixel[0] - 16 * unit) / (219 * unit) : pixel[0] / all;
        const long double c = spec.limited ? 224 * unit : all;
        const long double pb = (pixel[1] - 128 * unit) / c, pr = (pixel[2] - 128 * unit) / c;
        const long double red = y + 2 * (1 - kr) * pr, blue = y + 2 * (1 - kb) * pb;
        const long double rgb[] = {red, (y - kr * red - kb * blue) / kg, blue};
        for (Colours::Colour colour : all_colours) {
          const long double code =
              spec.narrow ? (16 + 219 * rgb[colour]) * to_unit : rgb[colour] * colours.last();
          if (std::abs(code - std::floor(code) - 0.5L) < 1e-9L)
            continue; // a tie, which long double may round either way
          const long double expected = std::clamp(std::round(code), 0.0L, colours.last() * 1.0L);
          const uint32_t exact = colours.exact(colour, pixel[0], pixel[1], pixel[2]);
          ASSERT_EQ(exact, expected) << name_of(spec, depth);
          EXPECT_TRUE(colours.is_exact<Wide>(exact, colour, pixel[0], pixel[1], pixel[2]));
        }
      }
    }
}

TEST(Colours, FitTheIntegersOfTheDefinition) {
  for (const ColourSpec& spec : all_specs())
    for (uint32_t depth : {8u, 10u, 12u}) {
      const Colours colours(spec, depth);
      for (Colours::Colour colour : all_colours) {
        // In any order of the additions.
        int64_t sum = int64_t{1} << (colours.shift() - 1);
        for (int sample = 0; sample < 3; sample++) {
          const int64_t k = colours.coefficient(colour, sample);
          EXPECT_TRUE(k >= INT16_MIN && k <= INT16_MAX) << name_of(spec, depth) << ": " << k;
          sum += std::abs(k) * reach(colours, sample, depth);
        }
        EXPECT_LE(sum, INT32_MAX) << name_of(spec, depth) << " colour " << colour;
      }
    }
}

TEST(Colours, KeepBlackAndWhite) {
  for (const ColourSpec& spec : all_specs())
    for (uint32_t depth : all_depths) {
      const Colours colours(spec, depth);
      const int64_t middle = int64_t{1} << (depth - 1), unit = int64_t{1} << (depth - 8);
      const uint32_t to_unit = 1u << (colours.depth() - 8);
      const int64_t black = spec.limited ? 16 * unit : 0;
      const int64_t white = spec.limited ? 235 * unit : 256 * unit - 1;
      EXPECT_EQ(colours.maximum(black, middle, middle), spec.narrow ? 16 * to_unit : 0);
      for (Colours::Colour colour : all_colours)
        EXPECT_EQ(colours.value(colour, white, middle, middle),
                  spec.narrow ? 235 * to_unit : 256 * to_unit - 1)
            << name_of(spec, depth) << " colour " << colour;
    }
}

TEST(Saturation, IsTheRootRoundedDown) {
  for (uint32_t depth : {8u, 10u})
    for (uint32_t cb = 0; cb < 1u << depth; cb++)
      for (uint32_t cr = 0; cr < 1u << depth; cr++) {
        const int64_t x = int64_t{cb} - (1 << (depth - 1)), y = int64_t{cr} - (1 << (depth - 1));
        const int64_t root = saturation(cb, cr, depth), square = x * x + y * y;
        ASSERT_TRUE(root * root <= square && square < (root + 1) * (root + 1)) << cb << " " << cr;
        // The expression of signalstats.
        ASSERT_EQ(root,
                  static_cast<int64_t>(std::hypot(static_cast<float>(x), static_cast<float>(y))));
      }
}

TEST(ColourDifference, IsHalfADifferenceRoundedDownAboveTheMiddle) {
  EXPECT_EQ(colour_difference(0, 255, 8), 0u);
  EXPECT_EQ(colour_difference(100, 101, 8), 127u);
  EXPECT_EQ(colour_difference(100, 100, 8), 128u);
  EXPECT_EQ(colour_difference(101, 100, 8), 128u);
  EXPECT_EQ(colour_difference(255, 0, 8), 255u);
  EXPECT_EQ(colour_difference(65535, 0, 16), 65535u);
}

TEST(Subcarrier, HasTheAmplitudesOfColourBars) {
  // Of red, 0.492 * 0.299 and 0.877 * 0.701: 63.2 %; of green 59.1 %, of blue 44.8 %.
  const ColourSpec bt601{Matrix::bt601, true, true};
  const Subcarrier of_8(bt601, 8), of_10(bt601, 10);
  EXPECT_EQ(of_8.value(128, 128), 0u);
  EXPECT_EQ(of_8.value(90, 240), 138u); // 219 * 0.632 = 138.5, with Cb and Cr rounded 138.4
  EXPECT_EQ(of_8.value(54, 34), 129u);
  EXPECT_EQ(of_8.value(240, 110), 98u);
  EXPECT_EQ(of_10.value(361, 960), 2215u); // of 12 bits
}

TEST(Subcarrier, IsWithinRoundingOfTheFormula) {
  for (uint32_t depth : all_depths)
    for (const ColourSpec& spec : all_specs()) {
      const Subcarrier subcarrier(spec, depth);
      std::mt19937 random(depth);
      for (int i = 0; i < 20000; i++) {
        const uint32_t cb = random() >> (32 - depth), cr = random() >> (32 - depth);
        // Half a code, half a sixteenth along each axis, and the rounding of the factors.
        ASSERT_NEAR(subcarrier.value(cb, cr), subcarrier.exact(cb, cr),
                    0.55 + std::ldexp(0.75, static_cast<int>(depth) - 16))
            << name_of(spec, depth) << " " << cb << " " << cr;
      }
    }
}

/// The angle rounded down, in higher precision. Of pairs of whole numbers, only multiples of 45
/// degrees have an angle of whole degrees; comparisons find these.
uint32_t exact_hue(int x, int y, long double& below_next) {
  below_next = 1;
  if (x == 0)
    return y > 0 ? 180 : y < 0 ? 0 : 180;
  if (y == 0)
    return x > 0 ? 270 : 90;
  if (x == y || x == -y)
    return x > 0 ? (y > 0 ? 225 : 315) : (y > 0 ? 135 : 45);
  const long double degrees = 180 + std::atan2(x * 1.0L, y * 1.0L) * 180 / std::acos(-1.0L);
  below_next = std::floor(degrees) + 1 - degrees;
  return static_cast<uint32_t>(degrees);
}

TEST(Hue, IsTheAngleRoundedDown) {
  for (uint32_t depth : {8u, 10u}) {
    const int middle = 1 << (depth - 1);
    int rounded_up = 0, close = 0;
    for (int x = -middle; x < middle; x++)
      for (int y = -middle; y < middle; y++) {
        long double below_next = 0;
        const uint32_t exact = exact_hue(x, y, below_next);
        const uint32_t value =
            hue(static_cast<uint32_t>(x + middle), static_cast<uint32_t>(y + middle), depth);
        // A float between 256 and 360 is up to 2^-16 off, atan2f() 1 unit in the last place more.
        close += below_next < 0x1.8p-16L;
        if (value == exact)
          continue;
        rounded_up++;
        ASSERT_TRUE(value == (exact + 1) % 360 && below_next < 0x1.8p-16L) << x << " " << y;
      }
    std::printf("%u bits: %d pairs of Cb, Cr in the next degree, of %d that may be\n", depth,
                rounded_up, close);
    EXPECT_LE(close, depth == 8 ? 0 : 40);
  }
}

TEST(Range, OfGreyPixelsIsThatOfTheirLuma) {
  const std::vector<std::array<uint32_t, 5>> limits = {{8, 5, 246, 16, 235},
                                                       {10, 20, 984, 64, 940},
                                                       {12, 80, 3936, 256, 3760},
                                                       {16, 1280, 62976, 4096, 60160}};
  for (const auto& [depth, r103_low, r103_high, legal_low, legal_high] : limits)
    for (bool legal : {false, true}) {
      const uint32_t low = legal ? legal_low : r103_low, high = legal ? legal_high : r103_high;
      const uint32_t last = (1u << depth) - 1, middle = 1u << (depth - 1);
      for (uint32_t y : {0u, low - 1, low, middle, high, high + 1, last}) {
        const uint32_t outside = y < low ? 0x0F : y > high ? 0xF0 : 0;
        for (Matrix matrix : all_matrices)
          EXPECT_EQ(range_of({matrix}, depth, legal, y, middle, middle), outside)
              << depth << " bits, Y " << y;
      }
      // Full range has no codes beyond black and white.
      for (uint32_t y : {0u, last})
        EXPECT_EQ(range_of({Matrix::bt709, false}, depth, legal, y, middle, middle), 0u);
    }
}

TEST(Range, HasABitForEachColourBelowAndAbove) {
  const ColourSpec bt709;
  // Y 16, Cb 240, Cr 128: R = 16, B = 219.2, G = -4.5.
  EXPECT_EQ(range_of(bt709, 8, true, 16, 240, 128), 1u << 1);
  // Y 235, Cb 128, Cr 240: R = 407, G = 183.7, B = 235.
  EXPECT_EQ(range_of(bt709, 8, true, 235, 128, 240), 16u << 0);
  // Y 250, Cb 16, Cr 240: R = 422, G = 219, B = 46.8.
  EXPECT_EQ(range_of(bt709, 8, true, 250, 16, 240), 16u << 0 | 16u << 3);
  // Y 10, Cb 16, Cr 128: R = 10, G = 30.5, B = -193.
  EXPECT_EQ(range_of(bt709, 8, true, 10, 16, 128), 1u << 0 | 1u << 2 | 1u << 3);
  EXPECT_EQ(range_of(bt709, 8, false, 10, 16, 128), 1u << 2);
  EXPECT_EQ(range_mask({4, 5, 246, 247}, r103_limits(8)), 1u << 0 | 16u << 3);
}

/// The sample of a channel for a pixel of the frame, read as the core's table of formats says.
uint32_t sample_at(const FrameView& frame, Quantity channel, uint32_t x, uint32_t y) {
  const FormatInfo& format = *frame.format;
  for (uint32_t i = 0; i < format.n_sample_planes; i++) {
    const SamplePlane& plane = format.sample_planes[i];
    if (plane.offset_of(channel) < 0)
      continue;
    const uint8_t* at = frame.planes[plane.plane].row(y >> plane.y_sub) +
                        size_t{x >> plane.x_sub} * plane.pixel_bytes + plane.offset_of(channel);
    const uint32_t bits = format.sample_bytes == 2 ? at[0] | at[1] << 8 : at[0];
    return bits >> format.shift & ((1u << format.depth) - 1);
  }
  ADD_FAILURE() << "no such channel";
  return 0;
}

std::vector<const FormatInfo*> ycbcr_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    if ((*format)->channels() & quantity_bit(Quantity::y))
      formats.push_back(*format);
  return formats;
}

TEST(ComputedCounts, TakeTheChromaSampleOfThePixelsCell) {
  ASSERT_GE(ycbcr_formats().size(), 19u);
  for (const FormatInfo* format : ycbcr_formats()) {
    const Frame frame = make_frame({format->name, 13, 7, 3}, Content::noise, 5);
    const FrameView view = frame.view();
    const ColourSpec spec{Matrix::bt2020, false, true};
    const Colours colours(spec, format->depth);
    const Colours full({spec.matrix, spec.limited, false}, format->depth);
    const Rect rect{3, 1, 8, 5};
    std::vector<uint32_t> red(64, 0), largest(64, 0), outside(256, 0);
    for (uint32_t y = 1; y < 6; y++)
      for (uint32_t x = 3; x < 11; x++) {
        const uint32_t pixel[] = {sample_at(view, Quantity::y, x, y),
                                  sample_at(view, Quantity::cb, x, y),
                                  sample_at(view, Quantity::cr, x, y)};
        const uint32_t shift = colours.depth() - 6;
        red[colours.value(Colours::r, pixel[0], pixel[1], pixel[2]) >> shift]++;
        largest[full.maximum(pixel[0], pixel[1], pixel[2]) >> shift]++;
        outside[range_of(spec, format->depth, true, pixel[0], pixel[1], pixel[2])]++;
      }
    EXPECT_EQ(count_computed(view, Computed::r, spec, 64, rect), red) << format->name;
    EXPECT_EQ(count_computed(view, Computed::maxrgb, spec, 64, rect), largest) << format->name;
    EXPECT_EQ(count_computed(view, Computed::range_legal, spec, 256, rect), outside)
        << format->name;
  }
}

TEST(ComputedCounts, OfSaturationAndHueHaveOneValuePerChromaSample) {
  Frame frame = make_frame({"I420", 3, 3}, Content::black);
  // The columns 0 and 1 share a chroma sample, and column 2 has its own; so with rows.
  const uint8_t cb[] = {128, 131, 128, 28}, cr[] = {128, 132, 228, 128};
  for (uint32_t i = 0; i < 4; i++) {
    *frame.pixel(i % 2, i / 2, 1) = cb[i];
    *frame.pixel(i % 2, i / 2, 2) = cr[i];
  }
  const auto values = [&](Computed quantity, uint32_t bins, const Rect& rect) {
    std::vector<uint32_t> seen;
    const std::vector<uint32_t> counts = count_computed(frame.view(), quantity, {}, bins, rect);
    for (uint32_t bin = 0; bin < bins; bin++)
      seen.insert(seen.end(), counts[bin], bin);
    return seen;
  };
  using Values = std::vector<uint32_t>;
  EXPECT_EQ(values(Computed::sat, 256, {0, 0, 3, 3}), (Values{0, 5, 100, 100}));
  EXPECT_EQ(values(Computed::hue, 360, {0, 0, 3, 3}), (Values{90, 180, 180, 216}));
  EXPECT_EQ(values(Computed::sat, 256, {1, 1, 1, 1}), (Values{0}));
  EXPECT_EQ(values(Computed::sat, 256, {1, 1, 2, 1}), (Values{0, 5}));
  EXPECT_EQ(values(Computed::hue, 36, {2, 2, 1, 1}), (Values{9}));
  EXPECT_EQ(values(Computed::sat, 256, {1, 1, 0, 1}), (Values{}));
}

TEST(DifferenceCounts, AreOfTheSamplesOfBothFrames) {
  for (const FormatInfo* format : ycbcr_formats()) {
    const Frame now = make_frame({format->name, 13, 7, 3}, Content::noise, 5);
    const Frame before = make_frame({format->name, 13, 7, 0}, Content::noise, 6);
    const FrameView a = now.view(), b = before.view();
    for (Quantity channel : {Quantity::y, Quantity::cr}) {
      const uint32_t across = channel == Quantity::y ? 1 : stored_samples(a, channel).across;
      const uint32_t down = channel == Quantity::y ? 1 : stored_samples(a, channel).down;
      std::vector<uint32_t> counts(256, 0), none(256, 0);
      for (uint32_t y = 0; y < 7; y += down)
        for (uint32_t x = 0; x < 13; x += across, none[0]++)
          counts[static_cast<uint32_t>(std::abs(int(sample_at(a, channel, x, y)) -
                                                int(sample_at(b, channel, x, y)))) >>
                 (format->depth - 8)]++;
      EXPECT_EQ(count_difference(a, b, channel, 256, {0, 0, 13, 7}), counts) << format->name;
      EXPECT_EQ(count_difference(a, a, channel, 256, {0, 0, 13, 7}), none) << format->name;
    }
  }
}

/// Calls visit(spec, narrow, depth, chromaticities) for all curves and gamuts, and some codes.
template <class Visit>
void each_chromaticities(const Visit& visit) {
  for (Curve curve : {Curve::sdr, Curve::pq, Curve::hlg})
    for (Gamut gamut : {Gamut::bt709, Gamut::bt601_525, Gamut::bt601_625, Gamut::bt2020, Gamut::p3})
      for (bool narrow : {false, true})
        for (uint32_t depth : {5u, 8u, 12u, 16u}) {
          ColourSpec spec;
          spec.curve = curve;
          spec.gamut = gamut;
          visit(narrow, depth, Chromaticities(spec, narrow, depth, 1));
        }
}

TEST(Chromaticities, AreAtMostOneFromTheFormulas) {
  std::mt19937 random(1);
  uint64_t values = 0, different = 0;
  each_chromaticities([&](bool narrow, uint32_t depth, const Chromaticities& chromaticities) {
    const uint32_t codes = 1u << depth, black = narrow ? codes / 16 : 0;
    for (int i = 0; i < 3000; i++) {
      const uint32_t r = random() % codes, g = random() % codes, b = random() % codes;
      if (std::max({r, g, b}) <= black)
        continue;
      for (int axis = 0; axis < 4; axis++) {
        const auto which = static_cast<Chromaticities::Axis>(axis);
        const double exact = chromaticities.exact(which, r, g, b);
        const uint32_t value = chromaticities.value(which, r, g, b);
        values++;
        different += value == std::floor(exact) ? 0 : 1;
        ASSERT_LT(std::fabs(value + 0.5 - exact), 0.8) << axis << " " << r << " " << g << " " << b;
      }
    }
  });
  std::printf("%.2f %% of the values differ\n", 100.0 * double(different) / double(values));
  EXPECT_LT(double(different), 0.06 * double(values));
}

TEST(Chromaticities, OfGreysAreThatOfWhite) {
  each_chromaticities([&](bool narrow, uint32_t depth, const Chromaticities& chromaticities) {
    const uint32_t codes = 1u << depth, black = narrow ? codes / 16 : 0;
    for (uint32_t code = 0; code<codes; code += depth> 12 ? 7 : 1) {
      // D65: x 0.3127, y 0.3290, u' 0.1978, v' 0.4683.
      const uint32_t expected[] = {187, 197, 158, 374};
      for (int axis = 0; axis < 4; axis++)
        ASSERT_EQ(chromaticities.value(static_cast<Chromaticities::Axis>(axis), code, code, code),
                  code <= black ? 511 : expected[axis])
            << depth << " bits " << code;
    }
  });
}

} // namespace videohistogram::reference
