// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/plan.h"

#include "tests/reference/frames.h"
#include "tests/reference/joint.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace videohistogram {

namespace {

Table histogram(Quantity quantity, uint32_t bins) {
  return {{quantity, bins}, {}};
}

Table columns(Quantity quantity, uint32_t bins, uint32_t width, uint32_t height) {
  Expected<Direction> direction = direction_of_angle(0, width, height, bins);
  EXPECT_TRUE(direction.ok());
  return {{quantity, bins}, *direction};
}

Table joint(Quantity x, uint32_t x_bins, Quantity y, uint32_t y_bins) {
  return {{x, x_bins}, {}, ValueAxis{y, y_bins}};
}

/// A weighted projection of frames of 40x30 pixels, or of others.
Table weighted(Quantity quantity, uint32_t bins, double angle,
               std::initializer_list<Quantity> weights, uint32_t width = 40, uint32_t height = 30) {
  Expected<Direction> direction = direction_of_angle(angle, width, height, bins);
  EXPECT_TRUE(direction.ok());
  Table table{{quantity, bins}, *direction};
  for (Quantity weight : weights)
    table.weights.push_back(weight);
  return table;
}

Expected<SharedPlan> compile(const char* format, std::vector<Table> tables) {
  PlanSpec spec;
  spec.tables = std::move(tables);
  return compile_plan(*find_format(format), 40, 30, spec);
}

void expect_refusal(const char* format, std::vector<Table> tables, const char* part_of_message) {
  Expected<SharedPlan> plan = compile(format, std::move(tables));
  ASSERT_FALSE(plan.ok()) << part_of_message;
  EXPECT_EQ(plan.error().kind, ErrorKind::invalid_argument);
  EXPECT_NE(plan.error().message.find(part_of_message), std::string::npos) << plan.error().message;
}

std::vector<Quantity> list_of(const QuantityList& quantities) {
  return {quantities.begin(), quantities.end()};
}

constexpr Quantity R = Quantity::r, G = Quantity::g, B = Quantity::b, Y = Quantity::y,
                   Cb = Quantity::cb, Cr = Quantity::cr, Luma = Quantity::luma;

reference::Frame frame_of(const char* format, uint32_t width, uint32_t height) {
  reference::Layout layout;
  layout.format = format;
  layout.width = width;
  layout.height = height;
  return reference::Frame(layout);
}

} // namespace

// The reference itself, compared with counts that were worked out by hand.

TEST(PlanReference, CountsHistogramsAndProjectionsOfPixels) {
  reference::Frame frame = frame_of("RGB", 3, 2);
  const uint8_t red[2][3] = {{0, 100, 200}, {0, 0, 255}};
  for (uint32_t y = 0; y < 2; y++)
    for (uint32_t x = 0; x < 3; x++) {
      uint8_t* const pixel = frame.pixel(x, y);
      pixel[0] = red[y][x];
      pixel[1] = 10;
      pixel[2] = 20;
    }
  PlanSpec spec;
  spec.luma = {65536, 0, 0}; // LUMA is R
  spec.tables = {histogram(R, 2), columns(R, 2, 3, 2), histogram(Luma, 2), columns(G, 1, 3, 2)};
  const reference::PlanCounts counts = reference::count(frame.view(), spec, {{1, 0, 2, 1}});
  EXPECT_EQ(counts.histograms, (std::vector<uint32_t>{4, 2, 4, 2, 1, 1, 1, 1}));
  ASSERT_EQ(counts.projections.size(), 2u);
  EXPECT_EQ(counts.projections[0], (std::vector<uint32_t>{2, 0, 2, 0, 0, 2}));
  EXPECT_EQ(counts.projections[1], (std::vector<uint32_t>{2, 2, 2}));
}

TEST(PlanReference, CountsEachSamplePlaneAtItsResolution) {
  reference::Frame frame = frame_of("NV12", 3, 3);
  for (uint32_t y = 0; y < 3; y++)
    for (uint32_t x = 0; x < 3; x++)
      *frame.pixel(x, y) = 255;
  for (uint32_t y = 0; y < 2; y++)
    for (uint32_t x = 0; x < 2; x++) {
      frame.pixel(x, y, 1)[0] = 0;
      frame.pixel(x, y, 1)[1] = x == 1 ? 255 : 0;
    }
  PlanSpec spec;
  spec.tables = {histogram(Y, 2), histogram(Cb, 2), histogram(Cr, 2), columns(Cr, 2, 2, 2)};
  // The region's single pixel takes the chroma sample at the right edge.
  const reference::PlanCounts counts = reference::count(frame.view(), spec, {{2, 2, 1, 1}});
  EXPECT_EQ(counts.histograms, (std::vector<uint32_t>{0, 9, 4, 0, 2, 2, 0, 1, 1, 0, 0, 1}));
  EXPECT_EQ(counts.projections[0], (std::vector<uint32_t>{2, 0, 0, 2}));
}

TEST(PlanReference, CountsPairsOfChromaPerSampleAndOthersPerPixel) {
  reference::Frame frame = frame_of("NV12", 3, 2);
  const uint8_t luma[2][3] = {{10, 10, 20}, {10, 20, 20}};
  for (uint32_t y = 0; y < 2; y++)
    std::copy_n(luma[y], 3, frame.pixel(0, y));
  const uint8_t chroma[4] = {1, 2, 3, 4}; // Cb, Cr of the left two columns, then of the right one
  std::copy_n(chroma, 4, frame.pixel(0, 0, 1));
  const auto at = [](uint32_t x, uint32_t y) { return size_t{x} * 256 + y; };

  const std::vector<uint32_t> of_chroma =
      reference::count_joint(frame.view(), {Cb, 256}, {Cr, 256}, {}, {0, 0, 3, 2});
  ASSERT_EQ(of_chroma.size(), 65536u);
  EXPECT_EQ(of_chroma[at(1, 2)], 1u);
  EXPECT_EQ(of_chroma[at(3, 4)], 1u);

  const std::vector<uint32_t> of_pixels =
      reference::count_joint(frame.view(), {Y, 256}, {Cb, 256}, {}, {0, 0, 3, 2});
  EXPECT_EQ(of_pixels[at(10, 1)], 3u);
  EXPECT_EQ(of_pixels[at(20, 1)], 1u);
  EXPECT_EQ(of_pixels[at(20, 3)], 2u);

  const std::vector<uint32_t> of_region =
      reference::count_joint(frame.view(), {Y, 2}, {Cb, 128}, {}, {2, 0, 1, 1});
  ASSERT_EQ(of_region.size(), 256u);
  EXPECT_EQ(of_region[1], 1u);
  EXPECT_EQ(std::count(of_region.begin(), of_region.end(), 0u), 255);
}

// compile_plan()

TEST(Plan, ListsWhatIsCountedInEachSamplePlane) {
  Expected<SharedPlan> plan =
      compile("NV12", {histogram(Y, 100), histogram(Cb, 100), histogram(Cr, 100)});
  ASSERT_TRUE(plan.ok());
  const Plan& p = **plan;
  EXPECT_EQ(list_of(p.quantities), (std::vector<Quantity>{Y, Cb, Cr}));
  EXPECT_EQ(p.planes[0].bins, 100u);
  ASSERT_EQ(p.planes.size(), 2u);
  EXPECT_EQ(p.planes[0].sample_plane, 0u);
  EXPECT_EQ(p.planes[0].first, 0u);
  EXPECT_EQ(list_of(p.planes[0].stored), (std::vector<Quantity>{Y}));
  EXPECT_EQ(p.planes[1].sample_plane, 1u);
  EXPECT_EQ(p.planes[1].first, 1u);
  EXPECT_EQ(list_of(p.planes[1].stored), (std::vector<Quantity>{Cb, Cr}));
  EXPECT_EQ(p.planes[1].computed.size, 0u);
  EXPECT_EQ(p.rectangle_counts(), 300u);
  EXPECT_EQ(p.total_counts(2), 900u);
  EXPECT_TRUE(p.projections.empty());
}

TEST(Plan, LeavesOutSamplePlanesThatNobodyAsksFor) {
  Expected<SharedPlan> plan = compile("I420", {histogram(Cr, 256)});
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ((*plan)->planes.size(), 1u);
  EXPECT_EQ((*plan)->planes[0].sample_plane, 2u);
  EXPECT_EQ((*plan)->planes[0].first, 0u);
}

TEST(Plan, ListsComputedQuantitiesBehindStoredOnes) {
  Expected<SharedPlan> plan = compile("RGBA", {histogram(G, 256), histogram(Luma, 256)});
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ((*plan)->planes.size(), 1u);
  EXPECT_EQ(list_of((*plan)->planes[0].stored), (std::vector<Quantity>{G}));
  EXPECT_EQ(list_of((*plan)->planes[0].computed), (std::vector<Quantity>{Luma}));
}

TEST(Plan, HasAnyNumberOfProjectionsWithBinsOfTheirOwn) {
  Expected<SharedPlan> plan = compile("NV12", {columns(Cb, 16, 20, 15), histogram(Y, 256),
                                               columns(Y, 32, 40, 30), columns(Cb, 256, 20, 15)});
  ASSERT_TRUE(plan.ok());
  const std::vector<Projection>& projections = (*plan)->projections;
  ASSERT_EQ(projections.size(), 3u);
  EXPECT_EQ(projections[0].quantity, Cb);
  EXPECT_EQ(projections[0].sample_plane, 1u);
  EXPECT_EQ(projections[0].counters(), 20u * 16);
  EXPECT_EQ(projections[1].quantity, Y);
  EXPECT_EQ(projections[1].sample_plane, 0u);
  EXPECT_EQ(projections[1].counters(), 40u * 32);
  EXPECT_EQ(projections[2].bins, 256u);
}

TEST(Plan, LaysOutHistogramsOfDifferentBinsInOrder) {
  Expected<SharedPlan> plan =
      compile("P010_10LE", {histogram(R, 4096), histogram(Y, 1024), histogram(Cr, 1024),
                            histogram(Quantity::sat, 64), histogram(Quantity::hue, 360),
                            histogram(Quantity::range, 256)});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const Plan& p = **plan;
  const size_t first[] = {0, 4096, 5120, 6144, 6208, 6568};
  const uint32_t depth[] = {12, 10, 10, 10, 9, 8};
  ASSERT_EQ(p.histograms.size(), std::size(first));
  for (size_t i = 0; i < p.histograms.size(); i++) {
    EXPECT_EQ(p.histograms[i].first, first[i]) << i;
    EXPECT_EQ(p.histograms[i].depth, depth[i]) << i;
  }
  EXPECT_EQ(p.rectangle_counts(), 6824u);
  EXPECT_EQ(p.planes[0].bins, 1024u);
  EXPECT_EQ(p.plane_tables, 2u);
  EXPECT_EQ(p.plane_first, 4096u);
  EXPECT_EQ(p.planes[1].first, 1u);
  EXPECT_EQ(p.histograms_in(Domain::pixel), (std::vector<uint32_t>{0, 5}));
  EXPECT_EQ(p.histograms_in(Domain::chroma), (std::vector<uint32_t>{3, 4}));
}

TEST(Plan, HasComputedQuantitiesAlone) {
  Expected<SharedPlan> plan = compile("NV12", {histogram(Quantity::maxrgb, 256)});
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE((*plan)->planes.empty());
  EXPECT_EQ((*plan)->rectangle_counts(), 256u);
  plan = compile("RGBA", {histogram(Quantity::range, 256)});
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE((*plan)->planes.empty());
  EXPECT_EQ((*plan)->histograms_in(Domain::pixel), (std::vector<uint32_t>{0}));
}

TEST(Plan, HasAnyNumberOfJointHistograms) {
  Expected<SharedPlan> plan =
      compile("P010_10LE", {histogram(Y, 256), joint(Cb, 256, Cr, 100), joint(Cr, 1024, Y, 2),
                            columns(Y, 16, 40, 30), joint(Quantity::hue, 360, R, 4096)});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const Plan& of = **plan;
  ASSERT_EQ(of.joints.size(), 3u);
  EXPECT_EQ(of.joints[0].domain, Domain::chroma);
  EXPECT_EQ(of.joints[0].counters(), 25600u);
  EXPECT_EQ(of.joints[0].x.depth, 10u);
  EXPECT_EQ(of.joints[1].domain, Domain::pixel);
  EXPECT_EQ(of.joints[2].y.depth, 12u);
  EXPECT_NE(of.colours.hue, nullptr);
  EXPECT_EQ(list_of(of.quantities), std::vector<Quantity>{Y});

  // Matrices: the projection, then the joint histograms of the frame, then those of a region.
  EXPECT_TRUE(of.has_matrices());
  EXPECT_EQ(of.n_matrices(0), 4u);
  EXPECT_EQ(of.n_matrices(2), 10u);
  EXPECT_EQ(of.matrix_counters(0), 40u * 16);
  EXPECT_EQ(of.matrix_of_joint(0, 0), 1u);
  EXPECT_EQ(of.matrix_of_joint(2, 1), 6u);
  EXPECT_EQ(of.matrix_counters(6), 360u * 4096);
  EXPECT_EQ(of.matrix_counters(7), 25600u);
}

TEST(Plan, HasAMatrixPerWeightBetweenProjectionsAndJointHistograms) {
  Expected<SharedPlan> plan = compile("P010_10LE", {histogram(Y, 256), weighted(Y, 64, 0, {Cb, Cr}),
                                                    joint(Cb, 256, Cr, 100), columns(Y, 16, 40, 30),
                                                    weighted(Y, 100, 90, {Cr})});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const Plan& of = **plan;
  EXPECT_EQ(of.projections.size(), 1u);
  ASSERT_EQ(of.weighted.size(), 2u);
  EXPECT_EQ(of.weighted[0].depth, 10u);
  EXPECT_FALSE(of.weighted[0].on_rows());
  EXPECT_TRUE(of.weighted[1].on_rows());
  EXPECT_EQ(list_of(of.weighted[1].weights), std::vector<Quantity>{Cr});
  EXPECT_EQ(weight_shift(of.format), 0u);
  EXPECT_EQ(weight_shift(*find_format("P016_LE")), 6u);
  EXPECT_EQ(of.weighted[0].first_matrix, 1u);
  EXPECT_EQ(of.weighted[1].first_matrix, 3u);
  EXPECT_EQ(of.first_joint(), 4u);
  EXPECT_EQ(of.n_matrices(0), 5u);
  EXPECT_EQ(of.n_matrices(1), 6u);
  EXPECT_EQ(of.matrix_of_joint(0, 1), 5u);
  const size_t counters[] = {40 * 16, 40 * 64, 40 * 64, 30 * 100, 25600, 25600};
  for (size_t i = 0; i < std::size(counters); i++)
    EXPECT_EQ(of.matrix_counters(i), counters[i]) << i;
  EXPECT_TRUE(of.has_matrices());
  EXPECT_EQ(of.all_quantities(), ycbcr_set);

  plan = compile("RGBA", {histogram(R, 256), weighted(Luma, 256, 0, {R, G, B})});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_TRUE((*plan)->has_matrices());
  EXPECT_TRUE((*plan)->needs_whole_frames());
  EXPECT_EQ((*plan)->n_matrices(0), 3u);
  EXPECT_EQ(weight_shift((*plan)->format), 0u);
}

TEST(Plan, RefusesOtherWeightedProjections) {
  const auto refuse = [](const char* format, const Table& table, const char* part) {
    expect_refusal(format, {histogram(first_of(find_format(format)->channels()), 256), table},
                   part);
  };
  refuse("NV12", weighted(Y, 256, 180, {Cb}), "at 0 degrees, or on rows, at 90");
  refuse("NV12", weighted(Y, 256, 270, {Cb}), "at 0 degrees, or on rows, at 90");
  refuse("NV12", weighted(Y, 256, 45, {Cb}), "at 0 degrees, or on rows, at 90");
  refuse("NV12", weighted(Y, 256, 0, {Cb}, 39), "the direction does not fit Y");
  refuse("NV12", weighted(Y, 257, 0, {Cb}), "257 bins");
  refuse("NV12", weighted(Quantity::maxrgb, 256, 0, {Cb}), "of Y or LUMA, not of MAXRGB");
  refuse("RGBA", weighted(R, 256, 0, {G}), "of Y or LUMA, not of R");
  refuse("NV12", weighted(Cb, 256, 0, {Cr}, 20, 15), "of Y or LUMA, not of Cb");
  refuse("NV12", weighted(Y, 256, 0, {Y}), "the weights of NV12 are Cb and Cr");
  refuse("NV12", weighted(Y, 256, 0, {R, G, B}), "the weights of NV12 are Cb and Cr");
  refuse("RGBA", weighted(Luma, 256, 0, {R, G, Quantity::a}), "of RGBA are R, G and B");
  refuse("RGBA", weighted(Luma, 256, 0, {R, G, B, R}), "of RGBA are R, G and B");
  refuse("GRAY8", weighted(Quantity::gray, 256, 0, {Quantity::gray}), "not of GRAY");
}

TEST(Plan, FiltersTheLevelsOfProjectionsAlone) {
  const auto filtered = [](Table table) {
    table.filter = Filter::low_pass;
    return table;
  };
  Expected<SharedPlan> plan =
      compile("NV12", {histogram(Y, 256), columns(Y, 256, 40, 30), filtered(columns(Y, 64, 40, 30)),
                       filtered(weighted(Y, 64, 0, {Cb, Cr}))});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_FALSE((*plan)->projections[0].is_filtered());
  EXPECT_TRUE((*plan)->projections[1].is_filtered());
  EXPECT_TRUE((*plan)->weighted[0].is_filtered());
  EXPECT_FALSE(
      (**compile("NV12", {histogram(Y, 256), weighted(Y, 64, 0, {Cb})})).weighted[0].is_filtered());
  expect_refusal("NV12", {filtered(histogram(Y, 256))}, "only values of projections are filtered");
  expect_refusal("NV12", {histogram(Y, 256), filtered(joint(Cb, 64, Cr, 64))},
                 "only values of projections are filtered");
  for (Quantity quantity : {Quantity::hue, Quantity::range, Quantity::brng}) {
    const uint32_t bins = find_format("Y444")->values_of(quantity).n_values;
    expect_refusal("Y444", {histogram(Y, 256), filtered(columns(quantity, bins, 40, 30))},
                   "are no levels");
  }
}

// A line through columns has one position more.
TEST(Plan, RefusesWeightedProjectionsAlongALine) {
  Expected<Direction> line = direction_of_line({3, 0, 3, 29}, 40, 30, 256);
  ASSERT_TRUE(line.ok());
  Table table{{Y, 256}, *line};
  table.weights.push_back(Cb);
  expect_refusal("NV12", {histogram(Y, 256), table}, "on columns");
}

TEST(Plan, RefusesSumsOfWeightsThat32BitsDoNotHold) {
  const auto possible = [](uint32_t height) {
    PlanSpec spec;
    spec.tables = {histogram(R, 256), weighted(Luma, 256, 0, {R, G, B}, 1, height)};
    return compile_plan(*find_format("RGBA"), 1, height, spec).ok();
  };
  EXPECT_TRUE(possible(0x401004)); // times 1023 it is 2^32 - 4
  EXPECT_FALSE(possible(0x401005));
}

TEST(Plan, CountsJointHistogramsOfAsManyRegionsAsHaveRoom) {
  Expected<SharedPlan> plan = compile(
      "Y444_10LE", {histogram(Y, 256), joint(Cb, 1024, Cr, 1024), joint(Y, 1024, Cr, 1024)});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  // 2^26 counters have room for 64 of 2^20, less the histograms of the frame and the regions.
  EXPECT_EQ((*plan)->joint_regions(5), 5u);
  EXPECT_EQ((*plan)->joint_regions(max_regions), 30u);
  EXPECT_EQ((*plan)->n_matrices(max_regions), 62u);
  EXPECT_EQ((**compile("NV12", {histogram(Y, 256)})).joint_regions(9), 0u);
}

TEST(Plan, RefusesJointHistogramsOfOneQuantityAndOfDifferences) {
  expect_refusal("NV12", {histogram(Y, 256), joint(Y, 256, Y, 256)}, "two different quantities");
  expect_refusal("NV12", {histogram(Y, 256), joint(Y, 256, Quantity::diff_y, 256)}, "differences");
  expect_refusal("NV12", {histogram(Y, 256), joint(Y, 256, Quantity::a, 256)}, "no channel A");
  expect_refusal("NV12", {histogram(Y, 256), joint(Y, 257, Cb, 256)}, "257 bins");
  expect_refusal("NV12", {histogram(Y, 256), joint(Quantity::hue, 100, Y, 256)}, "only 360");
  expect_refusal("P016_LE", {histogram(Y, 256), joint(Cb, 65536, Cr, 1025)}, "counters together");
  // 2^32 counters: none in 32 bits.
  expect_refusal("P016_LE", {histogram(Y, 256), joint(Cb, 65536, Cr, 65536)}, "counters together");
  expect_refusal("NV12", {joint(Cb, 256, Cr, 256)}, "no channel");
}

TEST(Plan, RefusesProjectionsOfMoreCountersThanAnAddressCanCount) {
  Expected<Direction> columns = direction_of_angle(0, 65536, 1, 1);
  ASSERT_TRUE(columns.ok());
  PlanSpec spec;
  spec.tables = {histogram(Quantity::gray, 256), {{Quantity::gray, 65536}, *columns}};
  Expected<SharedPlan> plan = compile_plan(*find_format("GRAY16_LE"), 65536, 1, spec);
  ASSERT_FALSE(plan.ok());
  EXPECT_NE(plan.error().message.find("counters together"), std::string::npos);
}

TEST(Plan, RefusesWhatTheFormatHasNot) {
  expect_refusal("RGBA", {}, "no channel of RGBA was asked for");
  expect_refusal("RGBx", {histogram(Quantity::a, 256)}, "RGBx has no channel A");
  expect_refusal("NV12", {histogram(Luma, 256)}, "NV12 has no channel LUMA");
  expect_refusal("NV12", {histogram(Y, 256), columns(Luma, 256, 40, 30)}, "no channel LUMA");
  expect_refusal("P010_10LE", {histogram(Y, 1025)}, "1 to 1024 are possible");
  expect_refusal("RGBA", {histogram(R, 0)}, "1 to 256 are possible");
  expect_refusal("P010_10LE", {histogram(R, 4097)}, "1 to 4096 are possible");
  expect_refusal("NV12", {histogram(Quantity::hue, 256)}, "only 360 are possible");
  expect_refusal("RGBA", {histogram(Quantity::range, 255)}, "only 256 are possible");
  expect_refusal("RGBA", {histogram(Quantity::sat, 256)}, "RGBA has no channel SAT");
  expect_refusal("GRAY8", {histogram(Quantity::range, 256)}, "GRAY8 has no channel RANGE");
  expect_refusal("NV12", {histogram(Y, 256), columns(Quantity::diff_y, 256, 40, 30)},
                 "differences have no projections");
  expect_refusal("NV12", {histogram(Y, 256), columns(Quantity::cie_x, 512, 40, 30)},
                 "chromaticities have no projections");
  expect_refusal("RGBA", {histogram(Quantity::cie_u, 256)}, "only 512 are possible");
}

TEST(Plan, RefusesTablesThatDoNotGoTogether) {
  expect_refusal("RGBA", {histogram(G, 256), histogram(R, 256)}, "order");
  expect_refusal("RGBA", {histogram(R, 256), histogram(R, 256)}, "order");
  expect_refusal("RGBA", {histogram(R, 256), histogram(G, 128)}, "256 and 128");
  expect_refusal("RGBA", {columns(R, 256, 40, 30)}, "no channel of RGBA was asked for");
}

TEST(Plan, RefusesDirectionsOfAnotherSize) {
  expect_refusal("RGBA", {histogram(R, 256), columns(R, 256, 45, 30)}, "R, an image of 40x30");
  expect_refusal("NV12", {histogram(Y, 256), columns(Cb, 256, 40, 30)}, "Cb, an image of 20x15");
}

// check_plan()

TEST(Plan, TakesFramesOfItsCapsOnly) {
  Expected<SharedPlan> histograms = compile("RGBA", {histogram(R, 256)});
  Expected<SharedPlan> projection = compile("RGBA", {histogram(R, 256), columns(R, 256, 40, 30)});
  const auto good = [](const Plan& plan, const char* format, uint32_t width, uint32_t height) {
    return check_plan(plan, frame_of(format, width, height).view(), {}).ok();
  };
  EXPECT_TRUE(good(**histograms, "RGBA", 40, 30));
  EXPECT_TRUE(good(**histograms, "RGBA", 40, 7)); // a band
  EXPECT_FALSE(good(**histograms, "RGBA", 40, 31));
  EXPECT_FALSE(good(**histograms, "RGBA", 39, 30));
  EXPECT_FALSE(good(**histograms, "BGRA", 40, 30));
  EXPECT_TRUE(good(**projection, "RGBA", 40, 30));
  EXPECT_FALSE(good(**projection, "RGBA", 40, 7));
}

} // namespace videohistogram
