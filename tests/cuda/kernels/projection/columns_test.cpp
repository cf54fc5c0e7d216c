// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels whose lanes have columns of their own: three projections at 0 and 180 degrees, of
// packed pixels and of colours that are computed from Y'CbCr.
#include "core/plan.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/projection/projection_plan.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"
#include "tests/reference/values.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr Quantity colours[] = {Quantity::r, Quantity::g, Quantity::b};
constexpr uint8_t never_written = 0xA5;

class ProjectionColumns : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override {
    device_.overlap = device_.capability >= 90;
    ASSERT_EQ(prepare_projection_kernels(device_), cudaSuccess);
    if (device_.shared_bytes < 3 * 256 * 32 * sizeof(uint32_t))
      GTEST_SKIP() << "the device has too little shared memory per block for these kernels";
    // Small frames have enough strips for a device with few multiprocessors.
    device_.multiprocessors = 3;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override {
    if (stream_)
      cudaStreamDestroy(stream_);
  }

  Frame frame_of(uint32_t width, uint32_t height, Content content = Content::noise,
                 bool bottom_up = false) const {
    return make_frame({GetParam(), width, height, 0, bottom_up, 0}, content);
  }

  /// The counts of a colour by the plain definition.
  std::vector<uint32_t> expected_of(const FrameView& frame, Quantity colour, double angle,
                                    uint32_t bins) const {
    const Values values = values_of_pixels(frame, colour, Meaning{luma_bt709, spec_, false});
    std::vector<uint32_t> counts(size_t{frame.width} * bins, 0);
    for (uint32_t y = 0; y < frame.height; y++)
      for (uint32_t x = 0; x < frame.width; x++) {
        const uint32_t position = angle == 0 ? x : frame.width - 1 - x;
        counts[size_t{position} * bins + values.at(x, y) * bins / 256]++;
      }
    return counts;
  }

  testing::AssertionResult counts_right(const Frame& host, double angle, uint32_t bins = 256) {
    const FrameView frame = host.view();
    const FormatInfo& format = *frame.format;
    PlanSpec spec;
    spec.colours = core_spec(spec_, RangeLimits::r103);
    spec.tables.push_back(
        {{select_quantities(format, format.quantities_in(Domain::plane))[0], 2}, {}});
    for (Quantity colour : colours)
      spec.tables.push_back(
          {{colour, bins}, *direction_of_angle(angle, frame.width, frame.height, bins)});
    const SharedPlan plan = *compile_plan(format, frame.width, frame.height, spec);
    const PlaneView& first = frame.planes[0]; // all planes lie in one block
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(first.size);
    FrameView device_frame = frame;
    for (PlaneView& plane : device_frame.planes)
      plane.data = bytes.get();
    const std::vector<ProjectionLaunch> launches =
        plan_projection_launches({device_, *plan, device_frame, {}, {}});
    if (launches.size() != 1 || launches[0].variant.columns == ColumnPixels::none)
      return testing::AssertionFailure() << "no lanes with columns of their own";

    const size_t step = matrix_step(plan->projections[0].counters()), all = 3 * step;
    const DeviceMemory<uint32_t> matrices = allocate<uint32_t>(all * sizeof(uint32_t));
    ProjectionLaunch launch = launches[0];
    for (uint32_t i = 0; i < 3; i++)
      launch.parameters.matrices[i] = matrices.get() + launch.first[i];
    std::vector<uint32_t> counts(all);
    cudaError_t code =
        cudaMemcpyAsync(bytes.get(), first.data, first.size, cudaMemcpyHostToDevice, stream_);
    if (code == cudaSuccess)
      code = cudaMemsetAsync(matrices.get(), never_written, all * sizeof(uint32_t), stream_);
    if (code == cudaSuccess)
      code = launch_projection_kernel(launch, stream_);
    if (code == cudaSuccess)
      code = cudaMemcpyAsync(counts.data(), matrices.get(), all * sizeof(uint32_t),
                             cudaMemcpyDeviceToHost, stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    for (uint32_t i = 0; i < 3; i++) {
      std::vector<uint32_t> expected = expected_of(frame, colours[i], angle, bins);
      expected.resize(step, never_written * 0x1010101u); // between the matrices
      for (size_t k = 0; k < step; k++)
        if (counts[i * step + k] != expected[k])
          return testing::AssertionFailure()
                 << quantity_name(colours[i]) << ", position " << k / bins << ", bin " << k % bins
                 << ": " << counts[i * step + k] << " instead of " << expected[k];
    }
    return testing::AssertionSuccess();
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
  reference::ColourSpec spec_;
};

TEST_P(ProjectionColumns, are_counted_of_frames_of_any_size) {
  for (uint32_t width : {16u, 48u, 64u, 112u, 1040u})
    for (uint32_t height : {1u, 2u, 3u, 4u, 5u, 63u, 98u, 771u})
      for (double angle : {0.0, 180.0})
        EXPECT_TRUE(counts_right(frame_of(width, height), angle))
            << width << "x" << height << " at " << angle;
}

TEST_P(ProjectionColumns, are_counted_in_strips_of_every_width) {
  for (uint32_t multiprocessors : {1u, 2u, 5u, 7u, 16u, 30u, 60u, 130u}) {
    device_.multiprocessors = multiprocessors;
    EXPECT_TRUE(counts_right(frame_of(720, 50), 0)) << multiprocessors;
  }
}

TEST_P(ProjectionColumns, are_counted_in_any_number_of_bins) {
  for (uint32_t bins : {1u, 7u, 64u, 100u, 255u})
    for (double angle : {0.0, 180.0})
      EXPECT_TRUE(counts_right(frame_of(176, 45), angle, bins)) << bins;
}

TEST_P(ProjectionColumns, are_counted_of_every_content_and_bottom_up) {
  for (Content content : all_contents)
    for (bool bottom_up : {false, true})
      EXPECT_TRUE(counts_right(frame_of(208, 130, content, bottom_up), 0))
          << content_name(content) << " " << bottom_up;
}

TEST_P(ProjectionColumns, are_counted_of_every_matrix_and_range) {
  for (reference::Matrix matrix : all_matrices)
    for (bool limited : {false, true})
      for (bool narrow : {false, true}) {
        spec_ = {matrix, limited, narrow};
        EXPECT_TRUE(counts_right(frame_of(176, 144), 0))
            << static_cast<int>(matrix) << limited << narrow;
      }
}

INSTANTIATE_TEST_SUITE_P(Formats, ProjectionColumns,
                         testing::Values("RGBA", "xBGR", "NV12", "NV21", "I420", "YV12"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace

} // namespace videohistogram::cuda
