// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Differences of two frames in a device's memory, at any alignment, with every shape that any
// device makes of them.
#include "cuda/kernels/difference/difference_kernel.h"
#include "cuda/kernels/difference/difference_plan.h"
#include "cuda/result_layout.h"

#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/colours.h"
#include "tests/reference/frames.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint32_t never_written = 0xDEADBEEF;

/// A frame, and a copy of its bytes in the device's memory at the same distance from a multiple of
/// 256 bytes as its layout says.
class DeviceFrame {
public:
  explicit DeviceFrame(const Layout& layout, Content content, uint32_t seed)
      : frame(make_frame(layout, content, seed)),
        pixels_(allocate<uint8_t>(frame.view().planes[0].size)) {
    const PlaneView all = frame.view().planes[0];
    EXPECT_EQ(copy_to_device(pixels_.get(), all.data, all.size), cudaSuccess);
  }

  FrameView device_view() const {
    FrameView view = frame.view();
    for (PlaneView& plane : view.planes)
      plane.data = pixels_.get();
    return view;
  }

  const Frame frame;

private:
  DeviceMemory<uint8_t> pixels_;
};

class DifferenceKernel : public testing::Test {
protected:
  void SetUp() override {
    device_.overlap = true;
    ASSERT_EQ(prepare_difference_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// Counts twice, as consecutive frames do, and compares the second result with the reference.
  /// `beside`: a plan that has the histograms of the samples as well.
  testing::AssertionResult counts_right(const DeviceFrame& now, const DeviceFrame& before,
                                        uint32_t bins, const DeviceProperties& device,
                                        bool beside = false) {
    const FormatInfo& format = *now.frame.view().format;
    PlanSpec spec;
    for (Quantity quantity :
         select_quantities(format, all_differences | (beside ? format.channels() : 0)))
      spec.tables.push_back({{quantity, format.values_of(quantity).bins_for(bins)}, {}});
    const SharedPlan plan =
        *compile_plan(format, now.frame.layout().width, now.frame.layout().height, spec);
    const ResultLayout layout(*plan);
    const size_t scratch_bytes = difference_frame_scratch_bytes(*plan);
    const DeviceMemory<uint8_t> scratch = allocate<uint8_t>(scratch_bytes);
    const HostMemory<uint32_t> results =
        allocate_mapped<uint32_t>(layout.total() * sizeof(uint32_t));
    std::fill_n(results.get(), layout.total(), never_written);
    EXPECT_EQ(cudaMemset(scratch.get(), 0, scratch_bytes), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); // the stream does not wait for the copies
    FrameView view = now.device_view();
    view.before = std::make_shared<const FrameView>(before.device_view());
    const CountMemory memory{scratch.get(), scratch_bytes, nullptr, nullptr, results.get()};
    const DifferenceLaunch launch = plan_difference_launch({device, *plan, view, {}, memory});
    launches_with_samples_ += launch.with_samples;
    cudaError_t code = cudaSuccess;
    for (int i = 0; i < 2 && code == cudaSuccess; i++)
      code = launch_difference_kernel(launch, stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    EXPECT_EQ(code, cudaSuccess) << cudaGetErrorString(code);
    std::vector<uint8_t> left(scratch_bytes);
    EXPECT_EQ(cudaMemcpy(left.data(), scratch.get(), scratch_bytes, cudaMemcpyDeviceToHost),
              cudaSuccess);
    EXPECT_EQ(std::count(left.begin(), left.end(), 0), static_cast<ptrdiff_t>(scratch_bytes))
        << "the scratch is zero after a frame";
    for (size_t i = 0; i < spec.tables.size(); i++) {
      const Table& table = spec.tables[i];
      const uint32_t used = layout.bins(i);
      const std::vector<uint32_t> expected =
          expected_counts(now, before, table, used, launch.with_samples);
      const auto wrong =
          std::mismatch(expected.begin(), expected.end(), results.get() + layout.first(i));
      if (wrong.first != expected.end())
        return testing::AssertionFailure()
               << format.name << " " << view.width << "x" << view.height << " in " << used
               << " bins, " << quantity_name(table.values.quantity) << " bin "
               << wrong.first - expected.begin() << ": " << *wrong.second << " instead of "
               << *wrong.first;
    }
    return testing::AssertionSuccess();
  }

  /// What lies in the results of a table: without `with_samples` nothing in those of samples.
  static std::vector<uint32_t> expected_counts(const DeviceFrame& now, const DeviceFrame& before,
                                               const Table& table, uint32_t bins,
                                               bool with_samples) {
    const FrameView view = now.frame.view();
    const Rect whole{0, 0, view.width, view.height};
    const Quantity quantity = table.values.quantity;
    if (all_differences & quantity_bit(quantity))
      return reference::count_difference(view, before.frame.view(), source_of_difference(quantity),
                                         bins, whole);
    if (!with_samples)
      return std::vector<uint32_t>(bins, never_written);
    PlanSpec alone;
    alone.tables = {{{quantity, bins}, {}}};
    std::vector<uint32_t> counts = reference::count(view, alone, {}).histograms;
    counts.resize(bins); // the whole frame's
    return counts;
  }

  uint32_t launches_with_samples_ = 0;
  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
};

Layout layout_of(const char* format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format;
  layout.width = width;
  layout.height = height;
  return layout;
}

} // namespace

TEST_F(DifferenceKernel, counts_every_format) {
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    for (uint32_t width : {1u, 31u, 64u, 1023u}) {
      const Layout layout = layout_of((*format)->name, width, 37);
      const DeviceFrame now(layout, Content::noise, 1), before(layout, Content::runs, 2);
      ASSERT_TRUE(counts_right(now, before, 256, device_));
    }
}

TEST_F(DifferenceKernel, counts_frames_at_any_alignment) {
  for (const char* format : {"GRAY8", "BGR", "RGBA", "NV12", "P010_10LE", "RGBA64_LE"})
    for (uint32_t kind = 0; kind < 64; kind++) {
      Layout now_layout = layout_of(format, 75, 9), before_layout = now_layout;
      now_layout.offset = kind % 8;
      now_layout.padding = kind / 8 % 4;
      before_layout.offset = kind * 5 % 17;
      before_layout.padding = kind * 3 % 7;
      now_layout.bottom_up = kind % 3 == 1;
      before_layout.bottom_up = kind % 5 == 1;
      const DeviceFrame now(now_layout, Content::noise, 1),
          before(before_layout, Content::noise, 2);
      ASSERT_TRUE(counts_right(now, before, 256, device_)) << kind;
    }
}

TEST_F(DifferenceKernel, counts_samples_with_their_differences) {
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    for (uint32_t width : {1u, 63u, 1024u}) {
      const Layout layout = layout_of((*format)->name, width, 37);
      const DeviceFrame now(layout, Content::noise, 1), before(layout, Content::runs, 2);
      ASSERT_TRUE(counts_right(now, before, 256, device_, true));
    }
  for (const char* format : {"GRAY8", "NV12", "NV16", "UYVY", "I420"})
    for (uint32_t kind = 0; kind < 64; kind++) {
      Layout now_layout = layout_of(format, 75, 9), before_layout = now_layout;
      now_layout.offset = kind % 8;
      now_layout.padding = kind / 8 % 4;
      before_layout.offset = kind * 5 % 17;
      now_layout.bottom_up = kind % 3 == 1;
      const DeviceFrame now(now_layout, Content::noise, 1),
          before(before_layout, Content::noise, 2);
      ASSERT_TRUE(counts_right(now, before, 256, device_, true)) << kind;
    }
  EXPECT_GE(launches_with_samples_, 5u * 64u);
}

TEST_F(DifferenceKernel, counts_samples_of_large_frames_with_their_differences) {
  DeviceProperties large = device_;
  large.multiprocessors = 1000;
  for (Content content : all_contents) {
    const Layout layout = layout_of("NV12", 3840, 2160);
    const DeviceFrame now(layout, content, 1), before(layout, Content::noise, 2);
    ASSERT_TRUE(counts_right(now, before, 256, device_, true)) << content_name(content);
    ASSERT_TRUE(counts_right(before, now, 256, large, true)) << content_name(content);
  }
  EXPECT_EQ(launches_with_samples_, 2 * std::size(all_contents));
}

TEST_F(DifferenceKernel, counts_any_number_of_bins_on_any_device) {
  DeviceProperties small = device_;
  small.shared_bytes = 48 * 1024;
  small.multiprocessors = 3;
  DeviceProperties large = device_;
  large.multiprocessors = 1000;
  for (const char* format : {"RGBA", "NV12", "P010_10LE", "RGBA64_LE", "GRAY16_LE"})
    for (uint32_t bins : {1u, 3u, 256u, 1000u, 0u}) {
      const Layout layout = layout_of(format, 480, 270);
      const DeviceFrame now(layout, Content::noise, 1), before(layout, Content::horizontal, 2);
      for (const DeviceProperties& device : {device_, small, large})
        ASSERT_TRUE(counts_right(now, before, bins, device));
    }
}

TEST_F(DifferenceKernel, counts_large_frames_of_every_content) {
  for (Content content : all_contents) {
    const Layout layout = layout_of("NV12", 3840, 2160);
    const DeviceFrame now(layout, content, 1), before(layout, Content::noise, 2);
    ASSERT_TRUE(counts_right(now, before, 256, device_)) << content_name(content);
    ASSERT_TRUE(counts_right(now, now, 256, device_)) << content_name(content);
  }
}

} // namespace videohistogram::cuda
