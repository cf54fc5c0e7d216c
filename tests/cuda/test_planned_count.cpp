// SPDX-License-Identifier: LGPL-2.1-or-later
// Whatever came before, a plan is the one that plan_byte_launch() makes.
#include "cuda/planned_count.h"

#include "cuda/region_plan.h"
#include "tests/reference/frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr DeviceProperties h200{90, 132, 232448};

bool same(const BytePlane& a, const BytePlane& b) {
  return a.pixels == b.pixels && a.stride == b.stride && a.width == b.width &&
         a.height == b.height && a.pixel_bytes == b.pixel_bytes && a.first_block == b.first_block &&
         a.blocks == b.blocks && a.table == b.table && a.channels == b.channels &&
         std::equal(a.pattern, a.pattern + 4, b.pattern);
}

bool same(const ByteParameters& a, const ByteParameters& b) {
  for (uint32_t g = 0; g < max_grids; g++)
    if (!same(a.planes[g], b.planes[g]))
      return false;
  return a.first_frame_block == b.first_frame_block &&
         std::equal(a.offsets, a.offsets + 4, b.offsets) &&
         std::equal(a.rgb_offsets, a.rgb_offsets + 3, b.rgb_offsets) &&
         a.weights.r == b.weights.r && a.weights.g == b.weights.g && a.weights.b == b.weights.b &&
         a.region_blocks == b.region_blocks && a.scratch.words == b.scratch.words &&
         a.scratch.sector_words == b.scratch.sector_words &&
         a.scratch.plane_words == b.scratch.plane_words &&
         a.scratch.frame_words == b.scratch.frame_words &&
         a.scratch.set_words == b.scratch.set_words && a.scratch.wide == b.scratch.wide &&
         a.results == b.results;
}

bool same(const ByteLaunch& a, const ByteLaunch& b) {
  return a.variant.pixel_bytes == b.variant.pixel_bytes && a.variant.stored == b.variant.stored &&
         a.variant.computed == b.variant.computed && a.shape.copies == b.shape.copies &&
         a.shape.plane_blocks == b.shape.plane_blocks &&
         a.shape.frame_blocks == b.shape.frame_blocks &&
         a.shape.shared_bytes == b.shape.shared_bytes && a.shape.small == b.shape.small &&
         a.shape.overlap == b.shape.overlap && same(a.parameters, b.parameters) &&
         a.region_blocks == b.region_blocks;
}

class PlannedCountTest : public testing::Test {
protected:
  bool is_planned_afresh(const FrameView& frame, const Request& request) {
    const SharedPlan plan = *plan_of(frame, request);
    const ByteLaunch launch = planned_.plan(h200, plan, frame, request.regions, memory_);
    return same(launch, plan_byte_launch(h200, *plan, frame, request.regions, memory_));
  }

  std::vector<RegionBlock> blocks_{max_region_blocks};
  uint64_t scratch_ = 0; // its address stands for device memory
  uint32_t results_ = 0; // and this one
  CountMemory memory_{reinterpret_cast<uint8_t*>(&scratch_), size_t{1} << 18, blocks_.data(),
                      blocks_.data(), &results_};
  PlannedCount planned_;
};

/// The same frame with its planes elsewhere; no pixel is read here.
FrameView moved(FrameView frame, const std::array<ptrdiff_t, max_planes>& by) {
  for (uint32_t p = 0; p < frame.format->n_planes; p++)
    frame.planes[p].data += by[p];
  return frame;
}

TEST_F(PlannedCountTest, frames_that_lie_elsewhere_are_planned_there) {
  for (const char* format : {"RGBA", "BGR", "GRAY8", "NV12", "I420", "UYVY"})
    for (bool bottom_up : {false, true}) {
      const Frame frame = make_frame({format, 642, 362, 6, bottom_up, 1}, Content::white);
      const Request request = request_all(frame.view());
      for (ptrdiff_t by : {0, 1, 4096, -8192, 3, 0})
        EXPECT_TRUE(is_planned_afresh(moved(frame.view(), {by, by, by}), request)) << format;
      // Planes that move apart.
      for (const std::array<ptrdiff_t, max_planes>& by :
           {std::array<ptrdiff_t, max_planes>{0, 64, 0}, {0, 0, 64}, {64, 0, 0}, {0, 64, 64}})
        EXPECT_TRUE(is_planned_afresh(moved(frame.view(), by), request)) << format;
    }
}

TEST_F(PlannedCountTest, whatever_else_changes_is_planned_anew) {
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::white);
  const Frame padded = make_frame({"RGBA", 1920, 1080, 4, false, 0}, Content::white);
  const Frame other = make_frame({"BGRA", 1920, 1080, 0, false, 0}, Content::white);
  const Frame lower = make_frame({"RGBA", 1920, 1079, 0, false, 0}, Content::white);
  const Frame narrower = make_frame({"RGBA", 1919, 1080, 4, false, 0}, Content::white);
  const Frame wide = make_frame({"RGBA", 1080, 1920, 0, false, 0}, Content::white);
  const Request all = request_all(frame.view());
  Request some = all, weights = all, regions = all;
  some.channels.size--;
  weights.luma = luma_bt2020;
  regions.regions = {{0, 0, 1000, 1000}, {5, 5, 5, 5}};

  const std::pair<const Frame*, const Request*> steps[] = {
      {&frame, &all},     {&padded, &all}, {&frame, &all},     {&other, &all}, {&frame, &all},
      {&lower, &all},     {&frame, &all},  {&narrower, &all},  {&frame, &all}, {&wide, &all},
      {&frame, &some},    {&frame, &all},  {&frame, &weights}, {&frame, &all}, {&frame, &regions},
      {&frame, &regions}, {&frame, &all},
  };
  for (const auto& [view, request] : steps)
    EXPECT_TRUE(is_planned_afresh(view->view(), *request)) << "of " << view->view().format->name;
}

TEST_F(PlannedCountTest, after_forget_other_memory_is_used) {
  const Frame frame = make_frame({"NV12", 1920, 1080, 0, false, 0}, Content::white);
  const Request request = request_all(frame.view());
  EXPECT_TRUE(is_planned_afresh(frame.view(), request));
  uint32_t results[2] = {};
  memory_.results = results;
  planned_.forget();
  EXPECT_TRUE(is_planned_afresh(frame.view(), request));
}

TEST_F(PlannedCountTest, frames_and_requests_at_random) {
  std::mt19937 random(11);
  for (int i = 0; i < 500; i++) {
    RandomCase random_frame = random_case(random, 120, false);
    for (ptrdiff_t by : {0, 7, 512}) {
      EXPECT_TRUE(
          is_planned_afresh(moved(random_frame.frame.view(), {by, by, by}), random_frame.request))
          << random_frame.description;
      if (by == 7)
        random_frame.request.regions.clear();
    }
  }
}

} // namespace

} // namespace videohistogram::cuda
