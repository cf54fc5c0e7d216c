// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The arithmetic of computed quantities, compared with the reference.
#include "core/colour.h"

#include "tests/reference/colours.h"
#include "tests/reference/computed_counts.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace videohistogram {

namespace {

ColourSpec spec_of(const reference::ColourSpec& wanted, RangeLimits limits = RangeLimits::r103) {
  const auto [kr, kb] = reference::luma_shares(wanted.matrix);
  return {static_cast<double>(kr) / 10000, static_cast<double>(kb) / 10000, !wanted.limited,
          wanted.narrow, limits};
}

/// Calls visit(spec) for all matrices, ranges and codes.
template <class Visit>
void each_spec(const Visit& visit) {
  for (reference::Matrix matrix : reference::all_matrices)
    for (bool limited : {true, false})
      for (bool narrow : {false, true})
        visit(reference::ColourSpec{matrix, limited, narrow});
}

constexpr uint32_t depths[] = {8, 10, 12, 16};

} // namespace

TEST(ColourTransform, HasTheReferencesCoefficients) {
  using reference::Colours;
  for (uint32_t depth : depths)
    each_spec([&](const reference::ColourSpec& spec) {
      const Colours expected(spec, depth);
      const ColourTransform t = make_colour_transform(spec_of(spec), depth, spec.narrow);
      EXPECT_EQ(t.depth, expected.depth());
      EXPECT_EQ(t.shift, expected.shift());
      EXPECT_EQ(t.y_zero, expected.zero(0));
      EXPECT_EQ(t.c_zero, expected.zero(1));
      for (Colours::Colour colour : {Colours::r, Colours::g, Colours::b}) {
        EXPECT_EQ(t.rows[colour].y, expected.coefficient(colour, 0));
        EXPECT_EQ(t.rows[colour].cb, expected.coefficient(colour, 1));
        EXPECT_EQ(t.rows[colour].cr, expected.coefficient(colour, 2));
      }
    });
}

TEST(ColourTransform, GivesTheReferencesColours) {
  std::mt19937 random(1);
  for (uint32_t depth : depths)
    each_spec([&](const reference::ColourSpec& spec) {
      const reference::Colours expected(spec, depth);
      const ColourTransform t = make_colour_transform(spec_of(spec), depth, spec.narrow);
      const uint32_t last = (1u << depth) - 1;
      const auto sample = [&] { // ends and middle are frequent
        const uint32_t kind = random() % 8;
        return kind == 0 ? 0 : kind == 1 ? last : kind == 2 ? (last + 1) / 2 : random() & last;
      };
      for (int i = 0; i < 2000; i++) {
        const uint32_t y = sample(), cb = sample(), cr = sample();
        for (uint32_t colour = 0; colour < 3; colour++)
          ASSERT_EQ(t.colour(colour, y, cb, cr),
                    expected.value(static_cast<reference::Colours::Colour>(colour), y, cb, cr))
              << depth << " bits: " << y << " " << cb << " " << cr;
        ASSERT_EQ(t.maximum(y, cb, cr), expected.maximum(y, cb, cr));
        for (RangeLimits limits : {RangeLimits::r103, RangeLimits::legal}) {
          ColourPlan plan;
          plan.narrow = make_colour_transform(spec_of(spec), depth, true);
          plan.limits = code_limits(limits, plan.narrow.depth);
          ASSERT_EQ(plan.range(y, cb, cr),
                    reference::range_of(spec, depth, limits == RangeLimits::legal, y, cb, cr));
        }
      }
    });
}

TEST(Saturation, IsTheReferences) {
  for (uint32_t cb = 0; cb < 256; cb++)
    for (uint32_t cr = 0; cr < 256; cr++)
      ASSERT_EQ(saturation(cb, cr, 8), reference::saturation(cb, cr, 8)) << cb << " " << cr;
  std::mt19937 random(2);
  for (uint32_t depth : depths)
    for (int i = 0; i < 20000; i++) {
      const uint32_t cb = random() >> (32 - depth), cr = random() >> (32 - depth);
      ASSERT_EQ(saturation(cb, cr, depth), reference::saturation(cb, cr, depth));
    }
  EXPECT_EQ(saturation(0, 0, 16), 46340u);
}

TEST(CodeLimits, AreTheReferences) {
  for (uint32_t depth : depths) {
    const reference::Limits r103 = reference::r103_limits(depth);
    const reference::Limits legal = reference::legal_limits(depth);
    EXPECT_EQ(code_limits(RangeLimits::r103, depth).low, r103.low);
    EXPECT_EQ(code_limits(RangeLimits::r103, depth).high, r103.high);
    EXPECT_EQ(code_limits(RangeLimits::legal, depth).low, legal.low);
    EXPECT_EQ(code_limits(RangeLimits::legal, depth).high, legal.high);
  }
}

TEST(ChromaRow, BelongsToTheFieldOfTheRow) {
  FrameView frame;
  frame.width = frame.height = 10;
  for (uint32_t y = 0; y < 10; y++)
    EXPECT_EQ(frame.chroma_row(y, 1), y / 2);
  frame.interlaced = true;
  const uint32_t rows[] = {0, 1, 0, 1, 2, 3, 2, 3, 4, 4}; // the second field has no third row
  for (uint32_t y = 0; y < 10; y++) {
    EXPECT_EQ(frame.chroma_row(y, 1), rows[y]) << y;
    EXPECT_EQ(frame.chroma_row(y, 0), y);
  }
}

TEST(TopField, HasTheRowsWithEvenNumbersOfEachPlaneAndTheirChroma) {
  std::vector<uint8_t> memory(65536);
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    for (const bool bottom_up : {false, true})
      for (uint32_t height = 1; height <= 21; height++) {
        FrameView frame;
        frame.format = *format;
        frame.width = 6;
        frame.height = height;
        frame.interlaced = true;
        for (uint32_t p = 0; p < frame.format->n_planes; p++) {
          const auto distance = static_cast<ptrdiff_t>(frame.row_bytes(p)) + 4;
          const uint32_t rows = frame.rows(p);
          frame.planes[p] = {memory.data(), memory.size(),
                             4096 * p + (bottom_up ? (rows - 1) * (frame.row_bytes(p) + 4) : 0),
                             bottom_up ? -distance : distance};
        }
        if (is_tiled(frame.format->packing))
          continue; // a row of tiles has rows of both fields
        ASSERT_TRUE(check_frame(frame).ok());
        const FrameView top = frame.top_field();
        ASSERT_TRUE(check_frame(top).ok()) << frame.format->name << " " << height;
        EXPECT_FALSE(top.interlaced);
        for (uint32_t p = 0; p < frame.format->n_planes; p++) {
          ASSERT_EQ(top.rows(p), (frame.rows(p) + 1) / 2) << frame.format->name << " " << height;
          for (uint32_t y = 0; y < top.rows(p); y++)
            EXPECT_EQ(top.planes[p].row(y), frame.planes[p].row(2 * y));
        }
        for (uint32_t y_sub = 0; y_sub <= 2; y_sub++)
          for (uint32_t y = 0; y < top.height; y++)
            EXPECT_EQ(2 * top.chroma_row(y, y_sub), frame.chroma_row(2 * y, y_sub));
      }
}

TEST(Chromaticities, AreThoseOfTheReference) {
  std::mt19937 random(1);
  for (reference::Curve curve :
       {reference::Curve::sdr, reference::Curve::pq, reference::Curve::hlg})
    for (reference::Gamut gamut :
         {reference::Gamut::bt709, reference::Gamut::bt601_525, reference::Gamut::bt601_625,
          reference::Gamut::bt2020, reference::Gamut::p3})
      for (bool narrow : {false, true})
        for (uint32_t depth : {5u, 6u, 8u, 10u, 12u, 16u})
          for (uint32_t step : {1u, 4u}) {
            reference::ColourSpec wanted;
            wanted.curve = curve;
            wanted.gamut = gamut;
            ColourSpec spec;
            reference::set_light(wanted, spec);
            const ChromaticityPlan plan =
                make_chromaticities({spec.transfer, depth, narrow, step}, spec.primaries);
            const reference::Chromaticities expected(wanted, narrow, depth, step);
            for (uint32_t i = 0; i < 3000; i++) {
              const uint32_t most = i % 8 == 0 ? 8 : 1u << depth; // some are dark
              const uint32_t offset = i % 8 == 0 && narrow ? (1u << depth) / 16 : 0;
              const uint32_t r = offset + random() % most, g = offset + random() % most,
                             b = offset + random() % most;
              for (uint32_t axis = 0; axis < 4; axis++)
                ASSERT_EQ(
                    plan.value(axis, r, g, b),
                    expected.value(static_cast<reference::Chromaticities::Axis>(axis), r, g, b))
                    << depth << " bits " << axis << " " << r << " " << g << " " << b;
            }
          }
}

} // namespace videohistogram
