// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which launches count the colours of a frame, what they read, and where their results lie.
#include "cuda/kernels/colour/colour_plan.h"

#include "cuda/kernels/colour/colour_arguments.h"
#include "cuda/result_layout.h"
#include "tests/cuda/kernels/devices.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr QuantitySet pixel_set =
    rgb_set | quantity_bit(Quantity::maxrgb) | quantity_bit(Quantity::range);
constexpr QuantitySet chroma_set = quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue);

class ColourPlanTest : public testing::Test {
protected:
  SharedPlan plan_of(const char* format, QuantitySet quantities, uint32_t bins = 256) {
    Layout layout;
    layout.format = format;
    layout.width = 641;
    layout.height = 363;
    frame_ = make_frame(layout, Content::white);
    const FrameView view = frame_.view();
    return *compile_plan(*view.format, view.width, view.height,
                         computed_plan(*view.format, quantities, bins, {}, RangeLimits::r103));
  }
  std::vector<ColourLaunch> launches_of(const SharedPlan& plan,
                                        const std::vector<Rect>& regions = {}) {
    return plan_colour_launches({h200, *plan, frame_.view(), regions, memory_});
  }

  Frame frame_;
  uint32_t results_ = 0; // its address stands for device memory
  CountMemory memory_{nullptr, 0, nullptr, nullptr, &results_};
};

TEST_F(ColourPlanTest, plane_histograms_have_no_launch) {
  EXPECT_TRUE(launches_of(plan_of("NV12", ycbcr_set)).empty());
  EXPECT_TRUE(launches_of(plan_of("RGBA", rgb_set | quantity_bit(Quantity::maxrgb))).empty());
}

TEST_F(ColourPlanTest, packed_counters_take_four_histograms_and_chroma_has_a_launch_of_its_own) {
  const auto launches = launches_of(plan_of("NV12", pixel_set | chroma_set));
  ASSERT_EQ(launches.size(), 3u);
  EXPECT_TRUE(launches[0].shape.packed && launches[1].shape.packed && !launches[2].shape.packed);
  EXPECT_EQ(launches[0].parameters.n_tables, 4u);
  EXPECT_EQ(launches[1].parameters.tables[0].quantity, Quantity::range);
  EXPECT_TRUE(launches[2].parameters.of_chroma);
  EXPECT_EQ(launches[2].parameters.rect, (Rect{0, 0, 321, 182}));
}

TEST_F(ColourPlanTest, colours_of_up_to_256_counters_are_packed_unless_sums_are_too_long) {
  const auto is_packed = [&](const char* format, uint32_t bins) {
    return launches_of(plan_of(format, rgb_set, bins))[0].shape.packed;
  };
  EXPECT_TRUE(is_packed("I420", 17));
  EXPECT_TRUE(is_packed("P010_10LE", 256));
  EXPECT_TRUE(is_packed("P010_10LE", 64)) << "a power of two is folded from 256 bins";
  EXPECT_FALSE(is_packed("P010_10LE", 100));
  EXPECT_FALSE(is_packed("P010_10LE", 512));
  EXPECT_FALSE(is_packed("P012_LE", 256));
  EXPECT_FALSE(is_packed("P016_LE", 256));
}

TEST_F(ColourPlanTest, results_lie_where_the_layout_says_without_gaps) {
  for (const char* format : {"NV12", "P010_10LE", "P016_LE"})
    for (QuantitySet quantities : {ycbcr_set | pixel_set | chroma_set, pixel_set, chroma_set}) {
      const SharedPlan plan = plan_of(format, quantities);
      const std::vector<Rect> regions = {{0, 0, 10, 10}, {5, 5, 0, 0}, {1, 1, 1, 1}};
      // Domain by domain; the launches are rectangle by rectangle.
      const ResultLayout layout(*plan, regions.size());
      const size_t of_planes = 4 * layout.counts_in(Domain::plane);
      std::map<size_t, size_t> sizes; // of the results of a launch, by their place
      for (const ColourLaunch& launch : launches_of(plan, regions))
        sizes[static_cast<size_t>(launch.parameters.results - &results_)] =
            launch.parameters.counters();
      size_t next = of_planes;
      for (const auto& [first, size] : sizes) {
        EXPECT_EQ(first, next);
        next += size;
      }
      EXPECT_EQ(next, layout.total()) << format;
    }
}

TEST_F(ColourPlanTest, counts_are_collected_in_the_order_of_the_plan) {
  for (uint32_t bins : {256u, 100u}) {
    const SharedPlan plan = plan_of("NV12", ycbcr_set | pixel_set | chroma_set, bins);
    const ResultLayout layout(*plan, 1);
    std::vector<uint32_t> results(layout.total());
    std::iota(results.begin(), results.end(), 1);
    std::vector<uint32_t> counts(plan->total_counts(1));
    collect_counts(*plan, 1, false, results.data(), counts.data());
    // No count gets lost, and each goes to a histogram that follows the one before in its family.
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), uint64_t{0}),
              std::accumulate(results.begin(), results.end(), uint64_t{0}));
    const size_t first_y = plan->plane_first, first_r = plan->histograms[0].first;
    const uint32_t y = plan->histograms_in(Domain::plane)[0];
    EXPECT_EQ(plan->histograms[0].quantity, Quantity::r);
    const uint32_t folded = bins == 256 ? 1 : 3; // values in the first of 100 bins
    const auto sum_from = [&](size_t at) {
      return std::accumulate(results.begin() + static_cast<ptrdiff_t>(at),
                             results.begin() + static_cast<ptrdiff_t>(at + folded), 0u);
    };
    for (size_t r = 0; r < 2; r++) {
      const size_t rectangle = r * plan->rectangle_counts();
      EXPECT_EQ(counts[rectangle + first_y], sum_from(layout.first(y, r)));
      EXPECT_EQ(counts[rectangle + first_r], sum_from(layout.first(0, r)));
    }
  }
}

TEST_F(ColourPlanTest, groups_are_between_multiples_of_their_size) {
  const auto area_of = [&](const char* format, const Rect& region, bool interlaced = false) {
    const SharedPlan plan = plan_of(format, quantity_bit(Quantity::g));
    FrameView view = frame_.view();
    view.interlaced = interlaced;
    return colour_arguments(plan_colour_launches({h200, *plan, view, {region}, memory_})[1]).area;
  };
  const auto is = [](const GroupArea& area, uint32_t column, uint32_t columns, uint32_t row,
                     uint32_t rows) {
    return area.column == column && area.columns == columns && area.row == row && area.rows == rows;
  };
  EXPECT_TRUE(is(area_of("NV12", {0, 0, 640, 362}), 0, 40, 0, 181));
  EXPECT_TRUE(is(area_of("NV12", {1, 1, 640, 362}), 1, 39, 1, 180));
  EXPECT_TRUE(is(area_of("NV12", {16, 3, 33, 10}, true), 1, 2, 2, 4)) << "rows 4 to 11";
  EXPECT_TRUE(is(area_of("Y42B", {16, 3, 33, 10}), 1, 2, 3, 10));
  EXPECT_TRUE(is(area_of("P010_10LE", {9, 2, 16, 2}), 2, 1, 1, 1));
  EXPECT_EQ(area_of("NV12", {1, 0, 30, 300}).columns, 0u) << "no whole group";
  EXPECT_EQ(area_of("NV12", {0, 1, 300, 2}).rows, 0u);
  EXPECT_EQ(area_of("P016_LE", {0, 0, 300, 300}).columns, 0u) << "16 bits are counted singly";
}

TEST_F(ColourPlanTest, histograms_that_are_often_counted_together_have_kernels_of_their_own) {
  constexpr QuantitySet maximum = quantity_bit(Quantity::maxrgb),
                        range = quantity_bit(Quantity::range), sat = quantity_bit(Quantity::sat),
                        hue = quantity_bit(Quantity::hue);
  const auto operation_of = [&](const char* format, QuantitySet quantities, uint32_t bins) {
    return launches_of(plan_of(format, quantities, bins))[0].shape.operation;
  };
  EXPECT_EQ(operation_of("NV12", rgb_set | maximum, 256), DirectOperation::rgb_and_maximum);
  EXPECT_EQ(operation_of("P010_10LE", rgb_set, 256), DirectOperation::rgb);
  EXPECT_EQ(operation_of("I420", maximum, 256), DirectOperation::maximum);
  EXPECT_EQ(operation_of("Y444", range, 0), DirectOperation::range);
  EXPECT_EQ(operation_of("NV12", rgb_set | range, 256), DirectOperation::none);
  EXPECT_EQ(operation_of("P010_10LE", rgb_set, 4096), DirectOperation::none);
  EXPECT_EQ(operation_of("P010_10LE", sat | hue, 0), DirectOperation::sat_and_hue);
  EXPECT_EQ(operation_of("P010_10LE", sat, 64), DirectOperation::sat);
  EXPECT_EQ(operation_of("P010_10LE", sat | hue, 100), DirectOperation::none);
  EXPECT_EQ(operation_of("P010_10LE", hue, 100), DirectOperation::hue);
  EXPECT_EQ(operation_of("P012_LE", sat | hue, 0), DirectOperation::none);
}

TEST_F(ColourPlanTest, threads_reach_all_groups_in_steps_that_the_host_works_out) {
  for (const char* format : {"NV12", "I420", "Y444", "P010_10LE", "Y42B"})
    for (QuantitySet quantities : {quantity_bit(Quantity::maxrgb), quantity_bit(Quantity::sat)})
      for (const Rect& region : {Rect{0, 0, 640, 362}, Rect{16, 4, 33, 40}, Rect{1, 1, 600, 300}}) {
        Layout layout;
        layout.format = format;
        layout.width = 640;
        layout.height = 362;
        frame_ = make_frame(layout, Content::white);
        FrameView view = frame_.view();
        for (PlaneView& plane : view.planes)
          plane.data = nullptr; // a multiple of 256
        const SharedPlan plan =
            *compile_plan(*view.format, 640, 362,
                          computed_plan(*view.format, quantities, 256, {}, RangeLimits::r103));
        const ColourArguments a =
            colour_arguments(plan_colour_launches({h200, *plan, view, {region}, memory_})[1]);
        ASSERT_TRUE(a.vectors.possible) << format;
        const VectorSteps& v = a.vectors;
        const uint32_t groups = a.area.columns * a.area.rows;
        const uint32_t step = a.shape.portions * a.shape.threads;
        EXPECT_GE(uint64_t{a.rounds} * step, groups);
        EXPECT_LT((uint64_t{a.rounds} - 1) * step, groups);
        for (uint32_t first : {0u, 1u, a.area.columns - 1, a.area.columns + 1}) {
          const auto at = [&](uint32_t group, int64_t row, uint32_t column) {
            return group / a.area.columns * row + int64_t{group % a.area.columns} * column;
          };
          const bool wraps = first % a.area.columns + v.columns >= a.area.columns;
          EXPECT_EQ(at(first + step, v.luma_row, v.luma_column),
                    at(first, v.luma_row, v.luma_column) + v.luma + (wraps ? v.luma_wrap : 0));
          EXPECT_EQ(at(first + step, v.chroma_row, v.chroma_column),
                    at(first, v.chroma_row, v.chroma_column) + v.chroma +
                        (wraps ? v.chroma_wrap : 0));
        }
      }
}

TEST_F(ColourPlanTest, loads_are_as_wide_as_all_addresses_allow) {
  const auto alignment_of = [&](size_t offset, size_t padding) {
    Layout layout;
    layout.format = "I420";
    layout.width = 64;
    layout.height = 32;
    layout.offset = offset;
    layout.padding = padding;
    frame_ = make_frame(layout, Content::white);
    FrameView view = frame_.view();
    for (PlaneView& plane : view.planes)
      plane.data = nullptr; // a multiple of 256
    const SharedPlan plan = *compile_plan(
        *view.format, 64, 32,
        computed_plan(*view.format, quantity_bit(Quantity::g), 256, {}, RangeLimits::r103));
    return colour_arguments(plan_colour_launches({h200, *plan, view, {}, memory_})[0]).alignment;
  };
  EXPECT_EQ(alignment_of(0, 0), 16u);
  EXPECT_EQ(alignment_of(0, 16), 16u);
  EXPECT_EQ(alignment_of(0, 8), 4u);
  EXPECT_EQ(alignment_of(4, 0), 4u);
  EXPECT_EQ(alignment_of(0, 2), 1u);
  EXPECT_EQ(alignment_of(1, 0), 1u);
}

} // namespace

} // namespace videohistogram::cuda
