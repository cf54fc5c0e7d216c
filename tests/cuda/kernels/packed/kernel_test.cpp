// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of packed samples, counted where they lie in device memory, and compared with the tests'
// own reader.
#include "cuda/kernels/packed/packed_plan.h"
#include "cuda/kernels/packed/packed_plans.h"

#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/frames.h"
#include "tests/reference/packed.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint32_t never_written = 0xDEADBEEF;

/// The plan of some channels: those with fewer values than `bins` have one bin per value.
SharedPlan plan_of(const FrameView& frame, QuantitySet channels, uint32_t bins) {
  PlanSpec spec;
  for (Quantity quantity : select_quantities(*frame.format, channels))
    spec.tables.push_back({{quantity, frame.format->values_of(quantity).bins_for(bins)}, {}});
  return *compile_plan(*frame.format, frame.width, frame.height, spec);
}

std::vector<const FormatInfo*> formats_counted_packed() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    FrameView frame;
    frame.format = *format;
    frame.width = frame.height = 8;
    if (counts_packed(*plan_of(frame, (*format)->channels(), 256)))
      formats.push_back(*format);
  }
  return formats;
}

/// The counts of a rectangle, sample by sample.
std::vector<uint32_t> count_rectangle(const FrameView& frame, const Plan& plan, const Rect& rect) {
  std::vector<uint32_t> counts(plan.rectangle_counts());
  for (const PlaneHistograms& plane : plan.planes) {
    const Rect r = sample_plane_rect(frame.format->sample_planes[plane.sample_plane], rect);
    const Quantity channel = plane.stored[0];
    const uint32_t depth = packed_depth(*frame.format, channel);
    for (uint32_t y = r.y; y < r.y + r.height; y++)
      for (uint32_t x = r.x; x < r.x + r.width; x++)
        counts[plane.first_count + (packed_value(frame, channel, x, y) * plane.bins >> depth)]++;
  }
  return counts;
}

class PackedKernel : public testing::TestWithParam<const FormatInfo*> {
protected:
  void SetUp() override {
    device_.overlap = true;
    ASSERT_EQ(prepare_packed_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// Counts a frame and its regions as on a device of these properties.
  testing::AssertionResult counts_right(const Frame& frame, const Plan& plan,
                                        const std::vector<Rect>& regions,
                                        const DeviceProperties& device, bool narrow = true) {
    const FrameView view = frame.view();
    const PlaneView& plane = view.planes[0];
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(plane.size);
    const size_t scratch_bytes = packed_scratch_bytes(static_cast<uint32_t>(plan.plane_counts),
                                                      narrow ? 1 : 0xffffffff),
                 counts = plan.total_counts(regions.size());
    const DeviceMemory<uint8_t> scratch = allocate<uint8_t>(scratch_bytes);
    const HostMemory<uint32_t> results = allocate_mapped<uint32_t>(counts * sizeof(uint32_t));
    std::fill_n(results.get(), counts, never_written);
    FrameView device_view = view;
    device_view.planes[0].data = bytes.get();
    cudaError_t code = copy_to_device(bytes.get(), plane.data, plane.size);
    if (code == cudaSuccess)
      code = cudaMemsetAsync(scratch.get(), 0, scratch_bytes, stream_);
    const CountMemory memory{scratch.get(), scratch_bytes, nullptr, nullptr, results.get()};
    for (PackedLaunch launch : plan_packed_launches({device, plan, device_view, regions, memory})) {
      launch.parameters.narrow = narrow;
      if (code == cudaSuccess)
        code = launch_packed_kernel(launch, stream_);
    }
    std::vector<uint8_t> left(scratch_bytes);
    if (code == cudaSuccess)
      code = cudaMemcpyAsync(left.data(), scratch.get(), scratch_bytes, cudaMemcpyDeviceToHost,
                             stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    if (std::any_of(left.begin(), left.end(), [](uint8_t byte) { return byte != 0; }))
      return testing::AssertionFailure() << "the scratch is not zero";
    for (size_t r = 0; r <= regions.size(); r++) {
      const uint32_t* const counted = results.get() + r * plan.rectangle_counts();
      if (std::vector<uint32_t>(counted, counted + plan.rectangle_counts()) !=
          count_rectangle(view, plan,
                          r == 0 ? Rect{0, 0, view.width, view.height} : regions[r - 1]))
        return testing::AssertionFailure() << "rectangle " << r;
    }
    return testing::AssertionSuccess();
  }
  testing::AssertionResult counts_right(const Frame& frame, QuantitySet channels, uint32_t bins,
                                        const std::vector<Rect>& regions = {}) {
    return counts_right(frame, *plan_of(frame.view(), channels, bins), regions, device_);
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
};

} // namespace

TEST_P(PackedKernel, counts_frames_of_any_size_at_any_alignment) {
  uint32_t seed = 0;
  for (const auto& [width, height] : {std::pair<uint32_t, uint32_t>{1, 1},
                                      {2, 2},
                                      {5, 3},
                                      {12, 4},
                                      {47, 31},
                                      {639, 17},
                                      {1921, 5}})
    for (size_t padding : {0, 1, 4, 16})
      for (size_t offset : {0, 1, 4})
        for (uint32_t bins : {1024u, 999u}) {
          const Layout layout{GetParam()->name, width, height, padding, padding % 8 == 4, offset};
          ASSERT_TRUE(counts_right(noise_of_packed(layout, seed++), GetParam()->channels(), bins))
              << width << "x" << height << ", padding " << padding << ", offset " << offset << ", "
              << bins << " bins";
        }
}

TEST_P(PackedKernel, counts_any_channels_and_regions) {
  const Frame frame = noise_of_packed({GetParam()->name, 401, 203, 12, false, 0}, 1);
  const QuantitySet all = GetParam()->channels();
  for (QuantitySet set = 1; set <= all; set++)
    if ((set & ~all) == 0) {
      EXPECT_TRUE(counts_right(frame, set, 512,
                               {{0, 0, 401, 203},
                                {3, 5, 100, 61},
                                {1, 1, 1, 1},
                                {400, 202, 1, 1},
                                {7, 9, 0, 20},
                                {6, 0, 12, 203},
                                {2, 0, 399, 3}}))
          << "channels " << set;
    }
}

TEST_P(PackedKernel, counts_right_on_any_device) {
  const Frame frame = noise_of_packed({GetParam()->name, 302, 203, 0, false, 0}, 2);
  for (uint32_t shared_bytes : {48u * 1024, 101376u, 232448u})
    for (uint32_t multiprocessors : {1u, 2u, 1000u})
      for (uint32_t bins : {1024u, 16u})
        if (shared_bytes <= device_.shared_bytes) {
          EXPECT_TRUE(
              counts_right(frame, *plan_of(frame.view(), GetParam()->channels(), bins), {},
                           {device_.capability, multiprocessors, shared_bytes, device_.overlap}))
              << shared_bytes << " bytes, " << multiprocessors << ", " << bins << " bins";
        }
}

TEST_P(PackedKernel, counts_in_words_for_the_largest_frames) {
  const Frame frame = noise_of_packed({GetParam()->name, 302, 203, 0, false, 0}, 3);
  for (uint32_t bins : {1024u, 255u, 1u})
    EXPECT_TRUE(counts_right(frame, *plan_of(frame.view(), GetParam()->channels(), bins),
                             {{5, 7, 250, 150}}, device_, false))
        << bins << " bins";
}

INSTANTIATE_TEST_SUITE_P(Formats, PackedKernel, testing::ValuesIn(formats_counted_packed()),
                         [](const auto& format) { return test_name(*format.param); });

} // namespace videohistogram::cuda
