// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Projections of quantities that are computed from several samples, and several projections of a
// frame at the same time.
#include "tests/backend/colours_test.h"

#include <random>

namespace videohistogram::test {

namespace {

/// One histogram, which a plan must have, and no more.
ColourRequest one_histogram_of(const FormatInfo& format) {
  return {format, quantity_bit(select_quantities(format, everything)[0]), 256};
}

class ProjectionsTest : public ColoursTest {};

} // namespace

TEST_P(ProjectionsTest, CountsEveryQuantityOfEveryFormat) {
  for (const FormatInfo* const* format = plain_formats(); *format; format++) {
    const Frame& frame = frame_of(padded_layout(**format, 47, 25), Content::noise);
    for (Quantity quantity : select_quantities(**format, projectable)) {
      ColourRequest request = one_histogram_of(**format);
      for (double angle : {0.0, 90.0, 211.0})
        request.add_projection(frame.view(), quantity, angle == 90 ? 4096 : 100, angle);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
    }
  }
}

TEST_P(ProjectionsTest, CountsAllQuantitiesAlongOneDirection) {
  for (const char* name : {"NV12", "I420", "YUY2", "Y444", "P010_10LE", "I422_10LE", "P016_LE",
                           "RGBA", "BGR", "RGBA64_LE", "GRAY8"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 167, 49), Content::noise);
    for (double angle : {0.0, 90.0, 180.0, 270.0, 33.0, 135.5}) {
      ColourRequest request(format, everything, 200);
      for (Quantity quantity : select_quantities(format, projectable))
        request.add_projection(frame.view(), quantity, 200, angle);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request) << angle;
    }
  }
}

// The CPU counts the histogram's bins once, and folds them into those of the projection.
TEST_P(ProjectionsTest, CountsHistogramsOfMoreBinsThanProjections) {
  struct Case {
    const char* format;
    uint32_t width, height, bins; ///< `bins`: of the histograms
    double angle;
  };
  for (const Case& c : {Case{"I422_10LE", 37, 141, 1024, 0}, Case{"I422_10LE", 141, 37, 1024, 90},
                        Case{"P010_10LE", 33, 150, 1024, 180}, Case{"NV12", 50, 41, 256, 0},
                        Case{"RGBA", 77, 80, 200, 0}, Case{"RGBA", 100, 75, 56, 33},
                        Case{"RGBA64_LE", 19, 132, 1024, 0}, Case{"I420_12LE", 20, 140, 4096, 0}})
    for (uint32_t fold : {1, 2, 4, 8, 16}) {
      const FormatInfo& format = *find_format(c.format);
      const Frame& frame = frame_of(padded_layout(format, c.width, c.height), Content::noise);
      ColourRequest request(format, everything, c.bins);
      for (Quantity quantity : select_quantities(format, projectable))
        request.add_projection(frame.view(), quantity, c.bins / fold, c.angle);
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request) << fold;
    }
}

TEST_P(ProjectionsTest, CountsAnyListOfProjections) {
  std::mt19937 random(23);
  for (int i = 0; i < (sanitized ? 20 : 120); i++) {
    size_t formats = 0;
    while (plain_formats()[formats])
      formats++;
    const FormatInfo& format = *plain_formats()[random() % formats];
    const Frame& frame =
        frame_of(padded_layout(format, 1 + random() % 150, 1 + random() % 90), Content::noise);
    const QuantityList list = select_quantities(format, projectable);
    ColourRequest request = one_histogram_of(format);
    const double angles[] = {45.0 * (random() % 8), random() / 4294967296.0 * 360};
    for (uint32_t n = 1 + random() % 6; n > 0; n--)
      request.add_projection(frame.view(), list[random() % list.size], 1 + random() % 500,
                             angles[random() % 2]);
    request.set_colours({all_matrices[random() % 5], random() % 2 == 0, random() % 2 == 0},
                        random() % 2 == 0);
    EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
  }
}

TEST_P(ProjectionsTest, CountsDirectionsThatDifferInTheirLengthAlone) {
  // A line has one position more than its angle, and here both begin at the same one.
  for (const char* name : {"RGBA", "NV12", "RGBA64_LE"}) {
    const FormatInfo& format = *find_format(name);
    const Frame& frame = frame_of(padded_layout(format, 40, 24), Content::noise);
    const Direction at_0 = *direction_of_angle(0, 40, 24, 256),
                    line = *direction_of_line({5, 3, 5, 20}, 40, 24, 256);
    ASSERT_EQ(at_0.origin, line.origin);
    ASSERT_LT(at_0.positions, line.positions);
    for (uint32_t longer = 0; longer < 8; longer++) {
      ColourRequest request = one_histogram_of(format);
      for (uint32_t i = 0; i < 3; i++)
        request.tables.push_back({{static_cast<Quantity>(i), 256}, longer >> i & 1 ? line : at_0});
      EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request) << longer;
    }
  }
}

TEST_P(ProjectionsTest, CountsTheFieldsOfInterlacedFrames) {
  for (const char* name : {"NV12", "I420", "P010_10LE"})
    for (uint32_t height : {2u, 6u, 7u, 34u}) {
      const FormatInfo& format = *find_format(name);
      const Frame& frame = frame_of(padded_layout(format, 65, height), Content::noise);
      FrameView view = frame.view();
      view.interlaced = true;
      ColourRequest request = one_histogram_of(format);
      for (double angle : {0.0, 90.0, 20.0})
        for (Quantity quantity : {Quantity::r, Quantity::cb, Quantity::hue, Quantity::maxrgb})
          request.add_projection(view, quantity, 64, angle);
      EXPECT_TRUE(counts_right(view, request)) << describe(frame, request);
    }
}

TEST_P(ProjectionsTest, CountsBesideJointHistogramsAndRegions) {
  const FormatInfo& format = *find_format("NV12");
  const Frame& frame = frame_of(padded_layout(format, 320, 240), Content::vertical);
  ColourRequest request(format, everything, 64);
  request.add_projection(frame.view(), Quantity::g, 64, 0);
  request.add_projection(frame.view(), Quantity::cr, 64, 0);
  request.add_joint(format, Quantity::r, Quantity::g, 64, 64);
  request.regions = {{7, 9, 100, 50}};
  EXPECT_TRUE(counts_right(frame.view(), request));
}

TEST_P(ProjectionsTest, CountsParadesOfWideFrames) {
  for (const char* name : {"NV12", "I422_10LE", "RGBA"}) {
    const FormatInfo& format = *find_format(name);
    for (Content content : {Content::noise, Content::constant}) {
      const Frame& frame = frame_of(padded_layout(format, large(1920), 70), content);
      for (double angle : {0.0, 90.0}) {
        ColourRequest request = one_histogram_of(format);
        for (Quantity quantity : {Quantity::r, Quantity::g, Quantity::b})
          request.add_projection(frame.view(), quantity, 256, angle);
        if (format.is_ycbcr())
          for (Quantity quantity : {Quantity::y, Quantity::cb, Quantity::cr})
            request.add_projection(frame.view(), quantity, 1024, angle);
        EXPECT_TRUE(counts_right(frame.view(), request)) << describe(frame, request);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ProjectionsTest, testing::ValuesIn(chosen_backends()),
                         test_name_of);

} // namespace videohistogram::test
