// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames with colours on emulated devices: what the host plans and allocates, and how it collects
// the counts.
#include "tests/emulated_cuda/emulated_cuda.h"

#include "core/frame_memory.h"
#include "cuda/cuda_backend.h"
#include "tests/emulated_cuda/process.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <memory>
#include <tuple>
#include <vector>

namespace videohistogram {

namespace {

using namespace reference;
using emulated::in_a_process;

constexpr QuantitySet colour_set = rgb_set | quantity_bit(Quantity::maxrgb) |
                                   quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue) |
                                   quantity_bit(Quantity::range);

constexpr QuantitySet all_of_one_frame = all_quantities & ~all_differences;

/// The counts of a plan with stored and computed quantities, one histogram after the other.
std::vector<uint32_t> expected_counts(const FrameView& frame, const Plan& plan,
                                      const std::vector<Rect>& regions) {
  std::vector<uint32_t> counts;
  for (size_t r = 0; r <= regions.size(); r++) {
    const Rect rect = r == 0 ? Rect{0, 0, frame.width, frame.height} : regions[r - 1];
    for (const Histogram& histogram : plan.histograms) {
      std::vector<uint32_t> of_one;
      if (plan.format.quantities_in(Domain::plane) & quantity_bit(histogram.quantity)) {
        Request request;
        request.channels.push_back(histogram.quantity);
        request.bins = histogram.bins;
        request.regions = {rect};
        const std::vector<uint32_t> both = reference::count(frame, request);
        of_one.assign(both.begin() + histogram.bins, both.end());
      } else {
        PlanSpec spec = computed_plan(plan.format, quantity_bit(histogram.quantity), histogram.bins,
                                      {}, RangeLimits::r103);
        const SharedPlan single = *compile_plan(plan.format, plan.width, plan.height, spec);
        const std::vector<uint32_t> both =
            count_all_computed(frame, *single, {}, RangeLimits::r103, {rect});
        of_one.assign(both.begin() + histogram.bins, both.end());
      }
      counts.insert(counts.end(), of_one.begin(), of_one.end());
    }
  }
  return counts;
}

Frame frame_of(const char* format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format;
  layout.width = width;
  layout.height = height;
  return make_frame(layout, Content::noise);
}

SharedPlan plan_of(const FrameView& frame, QuantitySet quantities, uint32_t bins) {
  return *compile_plan(*frame.format, frame.width, frame.height,
                       computed_plan(*frame.format, quantities, bins, {}, RangeLimits::r103));
}

std::unique_ptr<Backend> make_backend() {
  CudaConfig config;
  config.depth = 2;
  return std::move(*create_cuda_backend(config));
}

TEST(EmulatedColours, are_counted_beside_stored_channels_or_alone) {
  const std::unique_ptr<Backend> backend = make_backend();
  const JobPtr job = backend->make_job();
  for (const char* format : {"NV12", "I420", "YUY2", "Y444", "P010_10LE", "P016_LE", "RGBA"})
    for (QuantitySet quantities :
         {all_of_one_frame, colour_set, ycbcr_set | rgb_set, quantity_bit(Quantity::range)})
      for (uint32_t bins : {256u, 100u, 32u})
        for (bool interlaced : {false, true}) {
          const Frame frame = frame_of(format, 37, 23);
          FrameView view = frame.view();
          view.interlaced = interlaced;
          const QuantitySet countable = quantities & view.format->countable_channels();
          const std::vector<Rect> regions = {{3, 5, 20, 11}, {0, 0, 0, 0}, {36, 22, 1, 1}};
          const SharedPlan plan = plan_of(view, countable, bins);
          std::vector<uint32_t> counts(plan->total_counts(regions.size()), 0xDEADBEEF);
          ASSERT_TRUE(backend->submit(*job, view, plan, regions).ok());
          ASSERT_TRUE(job->wait(counts.data()).ok());
          job->release();
          EXPECT_EQ(counts, expected_counts(view, *plan, regions))
              << format << " " << countable << ", " << bins << " bins" << interlaced;
        }
}

TEST(EmulatedColours, a_frame_that_becomes_interlaced_is_planned_again) {
  const std::unique_ptr<Backend> backend = make_backend();
  const JobPtr job = backend->make_job();
  const Frame frame = frame_of("NV12", 32, 16);
  FrameView view = frame.view();
  const SharedPlan plan = plan_of(view, rgb_set, 256);
  for (bool interlaced : {false, true, false}) {
    view.interlaced = interlaced;
    std::vector<uint32_t> counts(plan->total_counts(0));
    ASSERT_TRUE(backend->submit(*job, view, plan, {}).ok());
    ASSERT_TRUE(job->wait(counts.data()).ok());
    job->release();
    EXPECT_EQ(counts, expected_counts(view, *plan, {})) << interlaced;
  }
}

/// A histogram of Y, and a projection of every quantity that is computed from several samples; or
/// with a filter, where they are levels.
SharedPlan plan_of_projections(const FrameView& frame, uint32_t bins, bool filtered) {
  const FormatInfo& format = *frame.format;
  PlanSpec spec;
  spec.tables.push_back({{Quantity::y, format.values_of(Quantity::y).bins_for(bins)}, {}});
  for (Quantity quantity : select_quantities(
           format, ~(format.quantities_in(Domain::plane) | all_differences | chromaticity_set))) {
    const SamplePlane& plane = format.sample_planes[sample_plane_of(format, quantity)];
    const uint32_t possible = format.values_of(quantity).bins_for(bins);
    spec.tables.push_back({{quantity, possible},
                           *direction_of_angle(0, plane.width_of(frame.width),
                                               plane.height_of(frame.height), possible)});
    if (filtered && !format.values_of(quantity).fixed_bins)
      spec.tables.back().filter = Filter::low_pass;
  }
  if (filtered) {
    spec.tables.push_back(
        {{Quantity::y, bins}, *direction_of_angle(90, frame.width, frame.height, bins)});
    spec.tables.back().filter = Filter::low_pass;
  }
  return *compile_plan(format, frame.width, frame.height, spec);
}

TEST(EmulatedColours, images_of_values_are_within_the_estimate) {
  EXPECT_TRUE(in_a_process([] {
    bool good = true;
    for (const char* format : {"NV12", "YUY2", "P010_10LE", "P016_LE"})
      for (const auto& [width, height, filtered] :
           {std::tuple{256u, 128u, false}, {257u, 127u, false}, {1931u, 33u, true}}) {
        const Frame frame = frame_of(format, width, height);
        const SharedPlan plan = plan_of_projections(frame.view(), 16, filtered);
        CudaConfig config;
        config.depth = 1;
        std::unique_ptr<Backend> backend = std::move(*create_cuda_backend(config));
        const JobPtr job = backend->make_job();
        std::vector<uint32_t> counts(plan->total_counts(0));
        good &= backend->submit(*job, frame.view(), plan, {}).ok() && job->wait(counts.data()).ok();
        const FrameMemory memory = cuda_frame_memory(*plan, 0, MemoryKind::host);
        const emulated::Live live = emulated::live();
        good &= live.device_bytes[0] <= memory.device && live.pinned_bytes <= memory.host;
        job->release();
      }
    return good && !testing::Test::HasFailure();
  }));
}

TEST(EmulatedColours, memory_is_within_the_estimate) {
  EXPECT_TRUE(in_a_process([] {
    bool good = true;
    for (const char* format : {"NV12", "P010_10LE", "P016_LE"})
      for (const auto& [bins, n_regions] : {std::pair{16u, max_regions}, {0u, 32u}}) {
        const Frame frame = frame_of(format, 64, 32);
        const SharedPlan plan = plan_of(frame.view(), ycbcr_set | colour_set, bins);
        const std::vector<Rect> regions(n_regions, {0, 0, 2, 2});
        CudaConfig config;
        config.depth = 1;
        std::unique_ptr<Backend> backend = std::move(*create_cuda_backend(config));
        const JobPtr job = backend->make_job();
        std::vector<uint32_t> counts(plan->total_counts(regions.size()));
        good &= backend->submit(*job, frame.view(), plan, regions).ok() &&
                job->wait(counts.data()).ok();
        const FrameMemory memory = cuda_frame_memory(*plan, regions.size(), MemoryKind::host);
        const emulated::Live live = emulated::live();
        good &= live.device_bytes[0] <= memory.device && live.pinned_bytes <= memory.host;
        job->release();
      }
    return good && !testing::Test::HasFailure();
  }));
}

TEST(EmulatedColours, a_call_that_fails_fails_the_frame_and_the_next_frame_is_counted) {
  EXPECT_TRUE(in_a_process([] {
    const Frame frame = frame_of("NV12", 64, 32);
    const FrameView view = frame.view();
    const SharedPlan plan = plan_of(view, colour_set, 256);
    const std::vector<uint32_t> expected = expected_counts(view, *plan, {});
    bool failed = true;
    for (uint64_t call = 1; failed && call < 60; call++) {
      const std::unique_ptr<Backend> backend = make_backend();
      const JobPtr job = backend->make_job();
      std::vector<uint32_t> counts(expected.size());
      emulated::fail_call(emulated::calls() + call, cudaErrorMemoryAllocation);
      failed = !backend->submit(*job, view, plan, {}).ok();
      emulated::fail_call(0, cudaSuccess);
      if (is_cuda_lost())
        return true; // an end that cannot be marked
      if (!failed)
        (void)job->wait(counts.data());
      job->release();
      if (!backend->submit(*job, view, plan, {}).ok() || !job->wait(counts.data()).ok() ||
          counts != expected)
        return false;
      job->release();
    }
    return !failed;
  }));
}

} // namespace

} // namespace videohistogram
