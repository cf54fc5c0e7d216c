// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// PlannedLaunches returns the launches that planning afresh gives, whatever frames came before.
#include "cuda/planned_launches.h"

#include "cuda/kernels/byte/byte_plan.h"
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/kernels/colour/colour_plan.h"
#include "cuda/kernels/deep/deep_plan.h"
#include "cuda/kernels/difference/difference_plan.h"
#include "cuda/kernels/filter/filter_plan.h"
#include "cuda/kernels/joint/joint_plan.h"
#include "cuda/kernels/packed/packed_plan.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/projection/projection_plan.h"
#include "cuda/kernels/sums/sums_plan.h"
#include "cuda/kernels/weighted/weighted_plan.h"
#include "tests/cuda/kernels/devices.h"
#include "tests/cuda/same_launches.h"
#include "tests/reference/frames.h"
#include "tests/reference/packed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <tuple>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

class PlannedLaunchesTest : public testing::Test {
protected:
  bool is_planned_afresh(const FrameView& frame, const SharedPlan& plan,
                         const std::vector<Rect>& regions = {}) {
    const FrameLaunches& launches = planned_.plan(h200, plan, frame, regions, memory_);
    const FrameToCount wanted{h200, *plan, frame, regions, memory_};
    if (!same(launches.projections, plan_projection_launches(wanted)) ||
        !same(launches.colours, plan_colour_launches(wanted)) ||
        !same(launches.joints, plan_joint_launches(wanted)) ||
        !same(launches.weighted, plan_weighted_launches(wanted)) ||
        !same(launches.filters, plan_filter_launches(wanted)))
      return false;
    std::vector<DifferenceLaunch> differences;
    if (frame.before && !plan->histograms_in(Domain::frames).empty())
      differences = {plan_difference_launch(wanted)};
    if (!same(launches.differences, differences))
      return false;
    std::vector<SumsLaunch> sums;
    if (!plan->sums.empty())
      sums = {plan_sums_launch(wanted)};
    if (!same(launches.sums, sums))
      return false;
    if (counts_packed(*plan))
      return launches.bytes.empty() && launches.deep.empty() &&
             same(launches.packed, plan_packed_launches(wanted));
    if (plan->planes.empty())
      return launches.bytes.empty() && launches.deep.empty();
    if (plan->format.sample_bytes > 1)
      return launches.bytes.empty() && same(launches.deep, plan_deep_launches(wanted));
    std::vector<ByteLaunch> bytes;
    if (differences.empty() || !differences[0].with_samples)
      bytes = {plan_byte_launch(wanted)};
    return launches.deep.empty() && same(launches.bytes, bytes);
  }

  std::vector<RegionBlock> blocks_{max_region_blocks};
  uint64_t scratch_ = 0; // at an address that stands for device memory
  uint32_t results_ = 0; // and this one
  CountMemory memory_{reinterpret_cast<uint8_t*>(&scratch_), size_t{1} << 18, blocks_.data(),
                      blocks_.data(), &results_};
  PlannedLaunches planned_;
};

/// A frame with its planes elsewhere; no pixel is read here.
FrameView moved(FrameView frame, const std::array<ptrdiff_t, max_planes>& by) {
  for (uint32_t p = 0; p < frame.format->n_planes; p++)
    frame.planes[p].data += by[p];
  return frame;
}

TEST_F(PlannedLaunchesTest, frames_that_lie_elsewhere_are_planned_there) {
  for (const char* format : {"RGBA", "BGR", "GRAY8", "NV12", "I420", "UYVY", "RGBA64_LE",
                             "P010_10LE", "I420_10LE", "GRAY16_LE"})
    for (bool bottom_up : {false, true})
      for (bool projected : {false, true}) {
        const Frame frame = make_frame({format, 642, 362, 6, bottom_up, 1}, Content::white);
        Request request = request_all(frame.view());
        const Quantity first = request.channels[0];
        for (double angle : {0.0, 33.0})
          if (projected)
            request.add_projection(first, *direction_of_angle(angle, 642, 362, request.bins));
        const SharedPlan plan = *plan_of(frame.view(), request);
        const std::vector<Rect> regions = {{0, 0, 100, 100}, {5, 5, 0, 0}, {640, 360, 2, 2}};
        for (ptrdiff_t by : {0, 1, 4096, -8192, 3, 19, 0, 16}) {
          EXPECT_TRUE(is_planned_afresh(moved(frame.view(), {by, by, by}), plan)) << format;
          // The second of these frames has the regions of the first.
          EXPECT_TRUE(is_planned_afresh(moved(frame.view(), {by, by, by}), plan, regions));
          EXPECT_TRUE(
              is_planned_afresh(moved(frame.view(), {by + 32, by + 32, by + 32}), plan, regions))
              << format;
        }
        // Planes that move apart.
        for (const std::array<ptrdiff_t, max_planes>& by :
             {std::array<ptrdiff_t, max_planes>{0, 64, 0}, {0, 0, 64}, {64, 0, 0}, {0, 64, 64}})
          EXPECT_TRUE(is_planned_afresh(moved(frame.view(), by), plan)) << format;
      }
}

TEST_F(PlannedLaunchesTest, packed_frames_that_lie_elsewhere_are_planned_there) {
  for (const char* format : {"v210", "UYVP", "r210"})
    for (bool bottom_up : {false, true}) {
      const Frame frame = noise_of_packed({format, 642, 362, 6, bottom_up, 1}, 1);
      const SharedPlan plan = *plan_of(frame.view(), request_all(frame.view()));
      ASSERT_TRUE(counts_packed(*plan)) << format;
      const std::vector<Rect> regions = {{0, 0, 100, 100}, {5, 5, 0, 0}, {640, 360, 2, 2}};
      for (ptrdiff_t by : {0, 1, 4096, -8192, 3, 19, 0, 16}) {
        EXPECT_TRUE(is_planned_afresh(moved(frame.view(), {by}), plan)) << format;
        EXPECT_TRUE(is_planned_afresh(moved(frame.view(), {by}), plan, regions)) << format;
        EXPECT_TRUE(is_planned_afresh(moved(frame.view(), {by + 32}), plan, regions)) << format;
      }
    }
}

TEST_F(PlannedLaunchesTest, filtered_projections_are_planned_where_frames_lie) {
  for (const char* format : {"NV12", "I420", "P010_10LE", "RGBA", "GRAY8"}) {
    const Frame frame = make_frame({format, 642, 362, 6, false, 1}, Content::white);
    const FrameView view = frame.view();
    const Quantity first = select_quantities(*view.format, all_quantities)[0];
    PlanSpec spec;
    spec.tables = {{{first, 256}, {}}};
    for (Quantity quantity : {first, Quantity::luma, Quantity::y})
      if (view.format->countable_channels() & quantity_bit(quantity)) {
        spec.tables.push_back({{quantity, 256}, *direction_of_angle(0, 642, 362, 256)});
        spec.tables.back().filter = Filter::low_pass;
      }
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    for (ptrdiff_t by : {0, 1, 4096, -8192, 3, 0, 16})
      EXPECT_TRUE(is_planned_afresh(moved(view, {by, by, by}), plan)) << format << by;
    EXPECT_TRUE(is_planned_afresh(moved(view, {64, 0, 0}), plan)) << format;
  }
}

// Values that are computed only to be filtered have an image as well, and stored ones need none.
TEST_F(PlannedLaunchesTest, filters_read_samples_of_the_frame_or_images_of_values) {
  const auto launches_of = [&](const char* format, Quantity quantity) {
    const Frame frame = make_frame({format, 642, 362, 6, false, 1}, Content::white);
    const FormatInfo& info = *frame.view().format;
    PlanSpec spec;
    spec.tables = {{{select_quantities(info, all_quantities)[0], 256}, {}},
                   {{quantity, 256}, *direction_of_angle(0, 642, 362, 256)}};
    spec.tables[1].filter = Filter::low_pass;
    return planned_.plan(h200, *compile_plan(info, 642, 362, spec), frame.view(), {}, memory_);
  };
  for (const auto& [format, quantity, computed] : {std::tuple{"NV12", Quantity::y, false},
                                                   {"NV12", Quantity::r, true},
                                                   {"RGBA", Quantity::r, false},
                                                   {"RGBA", Quantity::luma, true},
                                                   {"GBR", Quantity::luma, true},
                                                   {"GRAY8", Quantity::gray, false}}) {
    const FrameLaunches launches = launches_of(format, quantity);
    EXPECT_EQ(launches.values.size(), computed ? 1u : 0u) << format << quantity_name(quantity);
    ASSERT_EQ(launches.filters.size(), 1u) << format;
    EXPECT_EQ(launches.filters[0].image.has_value(), computed) << format;
    ASSERT_EQ(launches.projections.size(), 1u) << format;
    EXPECT_EQ(launches.projections[0].parameters.pixels, launches.filters[0].parameters.to);
    EXPECT_FALSE(launches.projections[0].parameters.shape.overlap) << format;
  }
}

TEST_F(PlannedLaunchesTest, whatever_else_changes_is_planned_anew) {
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::white);
  const Frame padded = make_frame({"RGBA", 1920, 1080, 4, false, 0}, Content::white);
  const Frame other = make_frame({"BGRA", 1920, 1080, 0, false, 0}, Content::white);
  const Frame lower = make_frame({"RGBA", 1920, 1079, 0, false, 0}, Content::white);
  const Frame wide = make_frame({"RGBA", 1080, 1920, 0, false, 0}, Content::white);
  const Request request = request_all(frame.view());
  Request fewer = request, weighted = request;
  fewer.channels.size--;
  weighted.luma = luma_bt2020;
  const std::vector<Rect> regions = {{0, 0, 1000, 1000}, {5, 5, 5, 5}};
  const std::vector<Rect> others = {{0, 0, 1000, 1000}, {5, 5, 5, 6}};
  const auto plan = [](const Frame& of, const Request& asked) {
    return *plan_of(of.view(), asked);
  };
  const SharedPlan all = plan(frame, request), some = plan(frame, fewer);
  const SharedPlan weights = plan(frame, weighted), bgra = plan(other, request_all(other.view()));
  const SharedPlan turned = plan(wide, request);

  const std::tuple<const Frame*, SharedPlan, std::vector<Rect>> steps[] = {
      {&frame, all, {}},      {&padded, all, {}},      {&frame, all, {}},
      {&other, bgra, {}},     {&frame, all, {}},       {&lower, all, {}},
      {&frame, all, {}},      {&wide, turned, {}},     {&frame, all, {}},
      {&frame, some, {}},     {&frame, all, {}},       {&frame, weights, {}},
      {&frame, all, {}},      {&frame, all, regions},  {&frame, all, others},
      {&frame, all, regions}, {&padded, all, regions}, {&frame, all, {}},
  };
  for (const auto& [view, wanted, rects] : steps)
    EXPECT_TRUE(is_planned_afresh(view->view(), wanted, rects))
        << "of " << view->view().format->name;
}

TEST_F(PlannedLaunchesTest, colours_are_planned_where_frames_lie_and_again_for_fields) {
  for (const char* format : {"NV12", "YUY2", "P010_10LE"})
    for (QuantitySet quantities :
         {all_quantities & ~all_differences, rgb_set | quantity_bit(Quantity::hue)}) {
      const Frame frame = make_frame({format, 642, 362, 6, false, 1}, Content::white);
      FrameView view = frame.view();
      PlanSpec spec;
      for (Quantity quantity : select_quantities(*view.format, quantities))
        spec.tables.push_back({{quantity, view.format->values_of(quantity).bins_for(256)}, {}});
      const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
      for (bool interlaced : {false, true, false})
        for (ptrdiff_t by : {0, 1, 4096, -8192}) {
          view.interlaced = interlaced;
          EXPECT_TRUE(is_planned_afresh(moved(view, {by, by, by}), plan)) << format << by;
          EXPECT_TRUE(is_planned_afresh(moved(view, {by, by, by}), plan, {{1, 1, 50, 50}}));
        }
      EXPECT_TRUE(is_planned_afresh(moved(view, {0, 64, 64}), plan)) << format;
    }
}

TEST_F(PlannedLaunchesTest, weighted_projections_are_planned_where_frames_lie_and_for_fields) {
  for (const char* format : {"NV12", "I420", "P010_10LE", "RGBA"}) {
    const Frame frame = make_frame({format, 642, 362, 6, false, 1}, Content::white);
    FrameView view = frame.view();
    const bool rgb = view.format->is_rgb();
    PlanSpec spec;
    spec.tables = {{{rgb ? Quantity::r : Quantity::y, 256}, {}},
                   {{rgb ? Quantity::luma : Quantity::y, 256},
                    *direction_of_angle(90, 642, 362, 256),
                    {},
                    select_quantities(*view.format, rgb ? rgb_set : chroma_set)}};
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    for (bool interlaced : {false, true, false})
      for (ptrdiff_t by : {0, 1, 4096, -8192}) {
        view.interlaced = interlaced;
        EXPECT_TRUE(is_planned_afresh(moved(view, {by, by, by}), plan)) << format << by;
      }
    EXPECT_TRUE(is_planned_afresh(moved(view, {0, 64, 64}), plan)) << format;
  }
}

TEST_F(PlannedLaunchesTest, joint_histograms_are_planned_where_frames_lie_and_again_for_fields) {
  const std::tuple<const char*, Quantity, Quantity> joints[] = {
      {"NV12", Quantity::cb, Quantity::cr},      {"I420", Quantity::cb, Quantity::cr},
      {"P010_10LE", Quantity::y, Quantity::sat}, {"YUY2", Quantity::r, Quantity::cb},
      {"RGBA", Quantity::r, Quantity::a},        {"xBGR", Quantity::luma, Quantity::maxrgb}};
  for (const auto& [format, x, y] : joints) {
    const Frame frame = make_frame({format, 642, 362, 6, false, 1}, Content::white);
    FrameView view = frame.view();
    PlanSpec spec;
    spec.tables = {{{x, 64}, {}}, {{x, 64}, {}, ValueAxis{y, 32}}};
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    for (bool interlaced : {false, true, false})
      for (ptrdiff_t by : {0, 1, 4096, -8192}) {
        view.interlaced = interlaced;
        EXPECT_TRUE(is_planned_afresh(moved(view, {by, by, by}), plan)) << format << by;
        EXPECT_TRUE(is_planned_afresh(moved(view, {by, by, by}), plan, {{1, 1, 50, 50}}));
      }
    EXPECT_TRUE(is_planned_afresh(moved(view, {0, 64, 64}), plan)) << format;
  }
}

TEST_F(PlannedLaunchesTest, differences_are_planned_where_both_frames_lie) {
  for (const char* format : {"NV12", "I420", "RGBA", "P010_10LE"}) {
    const Frame frame = make_frame({format, 642, 362, 6, false, 1}, Content::white);
    const Frame padded = make_frame({format, 642, 362, 70, false, 1}, Content::white);
    PlanSpec spec;
    for (Quantity quantity : select_quantities(*frame.view().format, all_differences))
      spec.tables.push_back({{quantity, 256}, {}});
    const FrameView view = frame.view();
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    const auto is_right = [&](ptrdiff_t by, const FrameView* before, ptrdiff_t before_by) {
      FrameView now = moved(view, {by, by, by});
      if (before)
        now.before = std::make_shared<const FrameView>(
            moved(*before, {before_by, 2 * before_by, before_by}));
      return is_planned_afresh(now, plan);
    };
    const FrameView other = padded.view();
    for (ptrdiff_t by : {0, 64, 1})
      for (ptrdiff_t before_by : {0, 4096, 0})
        for (const FrameView* before : {&view, &other, &view})
          EXPECT_TRUE(is_right(by, before, before_by)) << format << by << before_by;
    EXPECT_TRUE(is_right(0, nullptr, 0)) << "no frame before";
    EXPECT_TRUE(is_right(0, &view, 64)) << "again one";
  }
}

// A launch for differences counts the samples, too, where it can count all of them.
TEST_F(PlannedLaunchesTest, samples_of_a_byte_are_counted_with_their_differences) {
  const QuantitySet y = quantity_bit(Quantity::y), y_difference = quantity_bit(Quantity::diff_y);
  const struct {
    const char* format;
    QuantitySet quantities;
    uint32_t bins;
    std::vector<Rect> regions;
    const DeviceProperties& device;
    bool with_samples;
  } cases[] = {
      {"NV12", ycbcr_set | all_differences, 256, {}, h200, true},
      {"I420", ycbcr_set | all_differences, 256, {}, h200, true},
      {"UYVY", ycbcr_set | all_differences, 256, {}, h200, true},
      {"NV12", y | y_difference, 256, {}, h200, true},
      {"NV12", ycbcr_set | all_differences | quantity_bit(Quantity::sat), 256, {}, h200, true},
      {"GRAY8", quantity_bit(Quantity::gray) | all_differences, 256, {}, h200, true},
      {"NV12", y | all_differences, 256, {}, h200, false},
      {"NV12", ycbcr_set | y_difference, 256, {}, h200, false},
      {"NV12", all_differences, 256, {}, h200, false},
      {"NV12", ycbcr_set | all_differences, 100, {}, h200, false},
      {"NV12", ycbcr_set | all_differences, 256, {{0, 0, 9, 9}}, h200, false},
      {"NV12", ycbcr_set | all_differences, 256, {}, turing, false},
      {"P010_10LE", ycbcr_set | all_differences, 256, {}, h200, false},
      {"RGB", rgb_set | all_differences, 256, {}, h200, false},
      {"v308", ycbcr_set | all_differences, 256, {}, h200, false}};
  for (const auto& c : cases) {
    const Frame frame = make_frame({c.format, 96, 64, 0, false, 1}, Content::white);
    FrameView view = frame.view();
    PlanSpec spec;
    for (Quantity quantity : select_quantities(*view.format, c.quantities))
      spec.tables.push_back({{quantity, c.bins}, {}});
    const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
    planned_.forget();
    const bool counts_samples = (c.quantities & ~all_differences) != 0;
    const auto launches_for_samples = [&] {
      const FrameLaunches& launches = planned_.plan(c.device, plan, view, c.regions, memory_);
      return launches.bytes.size() + launches.deep.size();
    };
    EXPECT_EQ(launches_for_samples(), counts_samples) << c.format << ", the first frame";
    view.before = std::make_shared<const FrameView>(frame.view());
    EXPECT_EQ(launches_for_samples(), counts_samples && !c.with_samples) << c.format;
    const FrameLaunches& launches = planned_.plan(c.device, plan, view, c.regions, memory_);
    ASSERT_EQ(launches.differences.size(), 1u);
    EXPECT_EQ(launches.differences[0].with_samples, c.with_samples)
        << c.format << " " << c.bins << " " << c.quantities;
    view.before.reset();
    EXPECT_EQ(launches_for_samples(), counts_samples) << c.format << ", after a gap";
  }
}

TEST_F(PlannedLaunchesTest, sums_are_planned_again_where_either_frame_has_other_fields) {
  const Frame frame = make_frame({"NV12", 642, 362, 6, false, 1}, Content::white);
  const FrameView view = frame.view();
  PlanSpec spec;
  spec.tables = {{{Quantity::y, 256}, {}}};
  spec.sums.sums = sum_bit(Sum::tout) | sum_bit(Sum::idet);
  const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
  for (const auto& [now_interlaced, before_interlaced] : {std::pair{false, false},
                                                          {true, false},
                                                          {true, true},
                                                          {true, true},
                                                          {false, true},
                                                          {false, false}})
    for (ptrdiff_t by : {0, 4096}) {
      FrameView now = moved(view, {by, by, by}), before = view;
      now.interlaced = now_interlaced;
      before.interlaced = before_interlaced;
      now.before = std::make_shared<const FrameView>(before);
      EXPECT_TRUE(is_planned_afresh(now, plan)) << now_interlaced << before_interlaced << by;
    }
}

// Launches that find the pixels ready do not wait for the launch before them: the first one must.
TEST_F(PlannedLaunchesTest, pixels_are_ready_after_the_first_launch_of_a_frame) {
  const QuantitySet hue = quantity_bit(Quantity::hue), range = quantity_bit(Quantity::range);
  for (const char* format : {"NV12", "P010_10LE"})
    for (QuantitySet quantities : {ycbcr_set | range | hue, range | hue})
      for (const std::vector<Rect>& regions :
           {std::vector<Rect>{}, {{0, 0, 0, 0}, {5, 5, 50, 50}, {0, 0, 20, 20}}}) {
        const Frame frame = make_frame({format, 96, 64, 0, false, 1}, Content::white);
        FrameView view = frame.view();
        view.before = std::make_shared<const FrameView>(frame.view());
        PlanSpec spec;
        for (Quantity quantity : select_quantities(*view.format, quantities | all_differences))
          spec.tables.push_back({{quantity, view.format->values_of(quantity).bins_for(256)}, {}});
        const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
        planned_.forget();
        const FrameLaunches& launches = planned_.plan(h200, plan, view, regions, memory_);
        const bool with_differences = view.format->sample_bytes == 1 && regions.empty();
        // Before the launches for colours.
        const bool first_reads = quantities & ycbcr_set && !with_differences;
        ASSERT_EQ(launches.bytes.empty() && launches.deep.empty(), !first_reads) << format;
        ASSERT_EQ(launches.colours.size(), 2 * (1 + regions.size())) << format;
        for (const ColourLaunch& launch : launches.colours)
          EXPECT_EQ(launch.shape.pixels_ready, first_reads || &launch != &launches.colours[0])
              << format;
        ASSERT_EQ(launches.differences.size(), 1u) << format;
        EXPECT_TRUE(launches.differences[0].pixels_ready) << format;
      }
}

TEST_F(PlannedLaunchesTest, regions_of_packed_frames_find_their_pixels_ready) {
  const Frame frame = noise_of_packed({"v210", 96, 64, 0, false, 1}, 1);
  const SharedPlan plan = *plan_of(frame.view(), request_all(frame.view()));
  const FrameLaunches& launches =
      planned_.plan(h200, plan, frame.view(), {{0, 0, 0, 0}, {5, 5, 50, 50}}, memory_);
  ASSERT_EQ(launches.packed.size(), 3u);
  EXPECT_FALSE(launches.packed[0].shape.pixels_ready);
  EXPECT_TRUE(launches.packed[1].shape.pixels_ready);
  EXPECT_TRUE(launches.packed[2].shape.pixels_ready);
}

TEST_F(PlannedLaunchesTest, differences_alone_wait_for_their_pixels) {
  const Frame frame = make_frame({"NV12", 96, 64, 0, false, 1}, Content::white);
  FrameView view = frame.view();
  view.before = std::make_shared<const FrameView>(frame.view());
  PlanSpec spec;
  spec.tables = {{{Quantity::diff_y, 256}, {}}};
  const SharedPlan plan = *compile_plan(*view.format, view.width, view.height, spec);
  EXPECT_FALSE(planned_.plan(h200, plan, view, {}, memory_).differences.at(0).pixels_ready);
}

TEST_F(PlannedLaunchesTest, after_forget_other_memory_is_used) {
  const Frame frame = make_frame({"NV12", 1920, 1080, 0, false, 0}, Content::white);
  const SharedPlan plan = *plan_of(frame.view(), request_all(frame.view()));
  EXPECT_TRUE(is_planned_afresh(frame.view(), plan));
  uint32_t results[2] = {};
  memory_.results = results;
  planned_.forget();
  EXPECT_TRUE(is_planned_afresh(frame.view(), plan));
}

TEST_F(PlannedLaunchesTest, frames_and_requests_at_random) {
  std::mt19937 random(11);
  for (int i = 0; i < 500; i++) {
    const RandomCase random_frame = random_case(random, 120);
    const FrameView frame = random_frame.frame.view();
    const SharedPlan plan = *plan_of(frame, random_frame.request);
    for (ptrdiff_t by : {0, 7, 512})
      EXPECT_TRUE(is_planned_afresh(moved(frame, {by, by, by}), plan, random_frame.request.regions))
          << random_frame.description;
    EXPECT_TRUE(is_planned_afresh(frame, plan)) << random_frame.description;
  }
}

} // namespace

} // namespace videohistogram::cuda
