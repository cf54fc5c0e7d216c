// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which launches count the joint histograms of a frame, what they read, and where matrices lie.
#include "cuda/kernels/joint/joint_plan.h"

#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/joint/joint_arguments.h"
#include "tests/cuda/kernels/devices.h"
#include "tests/reference/frames.h"

#include <gtest/gtest.h>

#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

class JointPlanTest : public testing::Test {
protected:
  /// A plan of one joint histogram.
  SharedPlan plan_of(const char* format, Quantity x, Quantity y, uint32_t x_bins = 256,
                     uint32_t y_bins = 256, const Layout& layout = {}) {
    Layout of_format = layout;
    of_format.format = format;
    of_format.width = 641;
    of_format.height = 363;
    frame_ = make_frame(of_format, Content::white);
    const FormatInfo& info = *frame_.view().format;
    PlanSpec spec;
    spec.tables = {{{x, info.values_of(x).bins_for(16)}, {}},
                   {{x, info.values_of(x).bins_for(x_bins)},
                    {},
                    ValueAxis{y, info.values_of(y).bins_for(y_bins)}}};
    return *compile_plan(info, 641, 363, spec);
  }
  std::vector<JointLaunch> launches_of(const SharedPlan& plan,
                                       const std::vector<Rect>& regions = {}) {
    return plan_joint_launches({h200, *plan, frame_.view(), regions, {}});
  }
  JointSource source_of_pair(const char* format, Quantity x, Quantity y) {
    return source_of(launches_of(plan_of(format, x, y))[0].parameters);
  }

  Frame frame_;
};

TEST_F(JointPlanTest, plans_without_joint_histograms_have_no_launch) {
  Layout layout;
  layout.format = "NV12";
  layout.width = layout.height = 64;
  frame_ = make_frame(layout, Content::white);
  PlanSpec spec;
  spec.tables = {{{Quantity::y, 256}, {}}};
  EXPECT_TRUE(
      launches_of(*compile_plan(*frame_.view().format, 64, 64, spec), {{0, 0, 5, 5}}).empty());
}

TEST_F(JointPlanTest, matrices_lie_in_the_order_of_the_plan_after_projections) {
  Layout layout;
  layout.format = "NV12";
  layout.width = 320;
  layout.height = 240;
  frame_ = make_frame(layout, Content::white);
  PlanSpec spec;
  spec.tables = {{{Quantity::y, 256}, {}},
                 {{Quantity::cb, 7}, *direction_of_angle(30, 160, 120, 7)},
                 {{Quantity::cb, 30}, {}, ValueAxis{Quantity::cr, 31}},
                 {{Quantity::y, 16}, {}, ValueAxis{Quantity::sat, 3}}};
  const std::vector<Rect> regions = {{0, 0, 10, 10}, {5, 5, 0, 0}, {1, 1, 1, 1}};
  for (bool whole_frame : {true, false}) {
    spec.whole_frame = whole_frame;
    const SharedPlan plan = *compile_plan(*frame_.view().format, 320, 240, spec);
    const std::vector<JointLaunch> launches = launches_of(plan, regions);
    size_t i = 0, first = matrix_step(plan->matrix_counters(0));
    for (size_t rectangle = 0; rectangle <= regions.size(); rectangle++)
      for (size_t joint = 0; joint < 2; joint++) {
        const size_t index = plan->matrix_of_joint(joint, rectangle);
        if (rectangle > 0 || whole_frame) {
          EXPECT_EQ(launches.at(i).first, first);
          EXPECT_EQ(launches.at(i).parameters.counters(), plan->matrix_counters(index));
          EXPECT_EQ(launches.at(i).empty(), rectangle == 2);
          i++;
        }
        first += matrix_step(plan->matrix_counters(index));
      }
    EXPECT_EQ(launches.size(), i);
  }
}

TEST_F(JointPlanTest, pairs_of_one_resolution_have_kernels_of_their_own) {
  EXPECT_EQ(source_of_pair("NV12", Quantity::cb, Quantity::cr), JointSource::stored);
  EXPECT_EQ(source_of_pair("I420", Quantity::cr, Quantity::cb), JointSource::stored);
  EXPECT_EQ(source_of_pair("YUY2", Quantity::cb, Quantity::cr), JointSource::stored);
  EXPECT_EQ(source_of_pair("P010_10LE", Quantity::cb, Quantity::cr), JointSource::stored);
  EXPECT_EQ(source_of_pair("RGBA", Quantity::b, Quantity::a), JointSource::stored);
  EXPECT_EQ(source_of_pair("NV12", Quantity::cb, Quantity::hue), JointSource::chroma);
  EXPECT_EQ(source_of_pair("NV12", Quantity::y, Quantity::cb), JointSource::ycbcr);
  EXPECT_EQ(source_of_pair("NV12", Quantity::r, Quantity::range), JointSource::ycbcr);
  EXPECT_EQ(source_of_pair("RGB", Quantity::r, Quantity::luma), JointSource::rgb);
}

TEST_F(JointPlanTest, pairs_of_chroma_are_counted_per_chroma_sample) {
  const std::vector<Rect> regions = {{1, 1, 2, 2}};
  auto launches = launches_of(plan_of("NV12", Quantity::cb, Quantity::sat), regions);
  EXPECT_EQ(launches[0].parameters.rect, (Rect{0, 0, 321, 182}));
  EXPECT_EQ(launches[1].parameters.rect, (Rect{0, 0, 2, 2}));
  launches = launches_of(plan_of("NV12", Quantity::y, Quantity::cb), regions);
  EXPECT_EQ(launches[0].parameters.rect, (Rect{0, 0, 641, 363}));
  EXPECT_EQ(launches[1].parameters.rect, regions[0]);
}

TEST_F(JointPlanTest, hue_and_range_have_one_bin_per_value) {
  const JointParameters p =
      launches_of(plan_of("NV12", Quantity::hue, Quantity::range, 16, 16))[0].parameters;
  EXPECT_EQ(p.x.bins, 360u);
  EXPECT_EQ(p.y.bins, 256u);
  for (uint32_t value : {0u, 128u, 255u}) {
    EXPECT_EQ(value * p.x.factor >> p.x.shift, value);
    EXPECT_EQ(value * p.y.factor >> p.y.shift, value);
  }
}

TEST_F(JointPlanTest, bins_are_those_of_the_definition) {
  const JointParameters p =
      launches_of(plan_of("P016_LE", Quantity::cb, Quantity::cr, 1000, 1024))[0].parameters;
  for (uint32_t value : {0u, 1u, 65u, 66u, 40000u, 65535u}) {
    EXPECT_EQ(value * p.x.factor >> p.x.shift, bin_of(value, 1000, 16));
    EXPECT_EQ(value * p.y.factor >> p.y.shift, bin_of(value, 1024, 16));
  }
}

TEST_F(JointPlanTest, loads_are_as_wide_as_all_addresses_allow) {
  const auto alignment_of = [&](const char* format, Quantity x, Quantity y, size_t offset,
                                size_t padding) {
    Layout layout;
    layout.offset = offset;
    layout.padding = padding;
    const SharedPlan plan = plan_of(format, x, y, 256, 256, layout);
    FrameView view = frame_.view();
    for (PlaneView& plane : view.planes) {
      plane.data = nullptr; // a multiple of 256
      plane.offset = offset;
    }
    return joint_arguments(plan_joint_launches({h200, *plan, view, {}, {}})[0]).pixel_alignment;
  };
  // Rows of 641 pixels of RGBA, and 321 pairs of chroma.
  EXPECT_EQ(alignment_of("RGBA", Quantity::r, Quantity::g, 0, 12), 16u);
  EXPECT_EQ(alignment_of("RGBA", Quantity::r, Quantity::g, 0, 0), 4u);
  EXPECT_EQ(alignment_of("RGBA", Quantity::r, Quantity::g, 1, 12), 1u);
  EXPECT_EQ(alignment_of("I420", Quantity::cb, Quantity::cr, 0, 15), 16u);
  EXPECT_EQ(alignment_of("I420", Quantity::cb, Quantity::cr, 0, 3), 4u);
  EXPECT_EQ(alignment_of("I420", Quantity::cb, Quantity::cr, 0, 0), 1u);
}

TEST_F(JointPlanTest, groups_are_those_of_the_rectangle) {
  const auto area_of = [&](const char* format, Quantity x, Quantity y, const Rect& region) {
    return joint_arguments(launches_of(plan_of(format, x, y, 4, 4), {region})[1]).area;
  };
  const auto is = [](const GroupArea& area, uint32_t column, uint32_t columns, uint32_t row,
                     uint32_t rows) {
    return area.column == column && area.columns == columns && area.row == row && area.rows == rows;
  };
  EXPECT_TRUE(is(area_of("RGBA", Quantity::r, Quantity::g, {1, 2, 39, 3}), 1, 4, 2, 3));
  EXPECT_TRUE(is(area_of("NV12", Quantity::cb, Quantity::cr, {32, 4, 64, 6}), 1, 2, 2, 3));
  EXPECT_TRUE(is(area_of("NV12", Quantity::y, Quantity::cr, {1, 1, 47, 5}), 1, 2, 1, 2));
  EXPECT_EQ(area_of("P016_LE", Quantity::y, Quantity::cr, {0, 0, 300, 300}).columns, 0u)
      << "colours of 16 bits are counted singly";
}

} // namespace

} // namespace videohistogram::cuda
