// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel that counts projections, without a backend: every direction, format and layout in
// memory, also in the shapes of other devices and larger frames.
#include "cuda/kernels/projection/projection_plan.h"

#include "cuda/kernels/common/matrix_step.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint32_t never_written = 0xDEADBEEF;
/// Counters after a matrix that must stay as they are.
constexpr size_t spare = 64;

constexpr double angles[] = {0,   0.001, 7,   30,    45,    60,     88,  89.9, 90,
                             91,  120,   135, 179.9, 180,   200,    225, 269,  270,
                             271, 300,   315, 330.5, 359.9, 1234.5, -33};

Layout layout_of(const char* format, uint32_t width, uint32_t height, size_t padding = 0,
                 size_t offset = 0, bool bottom_up = false) {
  return {format, width, height, padding, bottom_up, offset};
}

class ProjectionKernel : public testing::Test {
protected:
  void SetUp() override {
    device_ = device_under_test();
    device_.overlap = device_.capability >= 90;
    ASSERT_EQ(prepare_projection_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  testing::AssertionResult counts_right(const FrameView& frame, const Request& request) {
    Expected<SharedPlan> plan = plan_of(frame, request);
    if (!plan.ok())
      return testing::AssertionFailure() << plan.error().message;
    const Projection& wanted = (*plan)->projections[0];
    const PlaneView& first = frame.planes[0]; // all planes lie in one block
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(first.size);
    if (cudaMemcpyAsync(bytes.get(), first.data, first.size, cudaMemcpyHostToDevice, stream_) !=
        cudaSuccess)
      return testing::AssertionFailure() << "the frame cannot be copied";
    FrameView device_frame = frame;
    for (PlaneView& plane : device_frame.planes)
      plane.data = bytes.get();

    const std::vector<uint32_t> expected = count_along(
        frame, wanted.quantity, request.bins, request.luma, Positions::of(wanted.direction));
    std::vector<uint32_t> counts(expected.size() + spare, never_written);
    const size_t matrix_bytes = counts.size() * sizeof(uint32_t);
    const DeviceMemory<uint32_t> matrix = allocate<uint32_t>(matrix_bytes);
    ProjectionLaunch launch = plan_projection_launches({device_, **plan, device_frame, {}, {}})[0];
    launch.parameters.matrices[0] = matrix.get();
    // In the stream: a copy from pageable memory may go on after cudaMemcpy() has returned, and no
    // other stream waits for it.
    cudaError_t code =
        cudaMemcpyAsync(matrix.get(), counts.data(), matrix_bytes, cudaMemcpyHostToDevice, stream_);
    if (code == cudaSuccess)
      code = launch_projection_kernel(launch, stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    if (code == cudaSuccess)
      code = cudaMemcpy(counts.data(), matrix.get(), matrix_bytes, cudaMemcpyDeviceToHost);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    for (size_t i = 0; i < expected.size(); i++)
      if (counts[i] != expected[i])
        return testing::AssertionFailure()
               << "position " << i / request.bins << " of " << wanted.direction.positions
               << ", bin " << i % request.bins << ": " << counts[i] << " instead of "
               << expected[i];
    for (size_t i = expected.size(); i < counts.size(); i++)
      if (counts[i] != never_written)
        return testing::AssertionFailure() << "writes after the matrix";
    return testing::AssertionSuccess();
  }

  testing::AssertionResult counts_right(const Frame& frame, Quantity channel, double angle,
                                        uint32_t bins = 256) {
    const PictureSize size = picture_size(frame.view(), channel);
    Request request = request_all(frame.view(), bins);
    auto direction = direction_of_angle(angle, size.width, size.height, bins);
    if (!direction.ok())
      return testing::AssertionFailure() << direction.error().message;
    request.projections.clear();
    request.add_projection(channel, *direction);
    return counts_right(frame.view(), request) << " (" << angle << " degrees)";
  }

  DeviceProperties device_;
  cudaStream_t stream_ = nullptr;
};

TEST_F(ProjectionKernel, every_angle_is_counted) {
  for (const auto& [width, height] : {std::pair{320u, 180u}, {97u, 211u}, {64u, 64u}}) {
    const Frame frame = make_frame(layout_of("RGBA", width, height), Content::noise);
    for (double angle : angles)
      EXPECT_TRUE(counts_right(frame, Quantity::luma, angle)) << width << "x" << height;
  }
}

TEST_F(ProjectionKernel, every_line_of_a_small_picture_is_counted) {
  constexpr uint32_t width = 12, height = 7;
  const Frame frame = make_frame(layout_of("RGBA", width, height), Content::noise);
  Request request = request_all(frame.view());
  for (uint32_t from = 0; from < width * height; from += 5)
    for (uint32_t to = 0; to < width * height; to += 3) {
      const Line line{from % width, from / width, to % width, to / width};
      auto direction = direction_of_line(line, width, height, 256);
      if (!direction.ok())
        continue; // from == to
      request.projections.clear();
      request.add_projection(Quantity::luma, *direction);
      EXPECT_TRUE(counts_right(frame.view(), request)) << "from " << from << " to " << to;
    }
}

TEST_F(ProjectionKernel, lines_along_columns_rows_and_diagonals_are_counted) {
  constexpr uint32_t width = 240, height = 136;
  const Frame frame = make_frame(layout_of("BGRx", width, height), Content::runs);
  Request request = request_all(frame.view());
  for (const Line& line :
       {Line{17, 0, 17, 135}, Line{17, 135, 17, 0}, Line{0, 55, 239, 55}, Line{239, 55, 0, 55},
        Line{0, 0, 135, 135}, Line{239, 0, 104, 135}, Line{0, 0, 239, 1}, Line{5, 0, 4, 135}}) {
    auto direction = direction_of_line(line, width, height, 256);
    ASSERT_TRUE(direction.ok());
    request.projections.clear();
    request.add_projection(Quantity::luma, *direction);
    EXPECT_TRUE(counts_right(frame.view(), request)) << line.x1 << "," << line.y1;
  }
}

TEST_F(ProjectionKernel, every_channel_of_every_format_is_counted) {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    formats.push_back(*format);
  for (const FormatInfo* const* format = made_up_formats(); *format; format++)
    formats.push_back(*format);
  for (const FormatInfo* format : formats)
    for (const auto& layout :
         {layout_of(format->name, 128, 64), layout_of(format->name, 75, 43, 3, 1),
          layout_of(format->name, 66, 37, 0, 0, true)}) {
      const Frame frame = make_frame(layout, Content::noise);
      const QuantityList channels = select_plane_quantities(*format, ~QuantitySet{0});
      for (Quantity channel : channels)
        for (double angle : {0.0, 33.0, 145.0})
          EXPECT_TRUE(counts_right(frame, channel, angle, std::min(256u, 1u << format->depth)))
              << format->name << ", " << quantity_name(channel) << ", " << layout.width << "x"
              << layout.height;
    }
}

TEST_F(ProjectionKernel, every_content_is_counted) {
  for (Content content : all_contents) {
    const Frame frame = make_frame(layout_of("RGBA", 256, 144), content);
    for (double angle : {0.0, 30.0, 90.0})
      EXPECT_TRUE(counts_right(frame, Quantity::luma, angle)) << content_name(content);
  }
}

TEST_F(ProjectionKernel, rows_that_lie_and_are_aligned_in_any_way_are_counted) {
  for (const char* format : {"GRAY8", "NV12", "RGB", "RGBA", "P010_10LE", "RGBA64_LE"})
    for (size_t padding : {1u, 2u, 4u, 16u})
      for (size_t offset : {0u, 1u, 3u, 4u, 8u})
        for (bool bottom_up : {false, true}) {
          const Frame frame =
              make_frame(layout_of(format, 52, 23, padding, offset, bottom_up), Content::noise);
          const QuantityList channels =
              select_plane_quantities(format_named(format), ~QuantitySet{0});
          EXPECT_TRUE(counts_right(frame, channels[channels.size - 1], 20))
              << format << ", padding " << padding << ", offset " << offset << ", bottom-up "
              << bottom_up;
        }
}

TEST_F(ProjectionKernel, pictures_of_a_few_pixels_and_long_ones_are_counted) {
  for (uint32_t width : {1u, 2u, 3u, 4u, 5u, 15u, 16u, 17u, 10000u})
    for (uint32_t height : {1u, 2u, 3u, 15u, 10000u}) {
      if (uint64_t{width} * height > 200000)
        continue;
      const Frame frame = make_frame(layout_of("RGBA", width, height), Content::noise);
      for (double angle : {0.0, 30.0, 89.0, 90.0, 135.0, 180.0, 270.0})
        EXPECT_TRUE(counts_right(frame, Quantity::luma, angle)) << width << "x" << height;
    }
}

TEST_F(ProjectionKernel, any_number_of_bins_is_counted) {
  const Frame frame = make_frame(layout_of("RGBA", 200, 100), Content::noise);
  for (uint32_t bins : {1u, 2u, 7u, 64u, 100u, 255u, 256u})
    for (Quantity channel : {Quantity::luma, Quantity::g})
      EXPECT_TRUE(counts_right(frame, channel, 40, bins)) << bins << " bins";
  const Frame deep = make_frame(layout_of("RGBA64_LE", 120, 80), Content::noise);
  for (uint32_t bins : {1u, 1000u, 1024u, 4096u, 10000u, 16384u, 65535u, 65536u})
    for (Quantity channel : {Quantity::luma, Quantity::a})
      EXPECT_TRUE(counts_right(deep, channel, 40, bins)) << bins << " bins";
}

TEST_F(ProjectionKernel, every_set_of_weights_is_counted) {
  Frame frame = make_frame(layout_of("BGR", 100, 50), Content::noise);
  Request request = request_all(frame.view());
  request.projections.clear();
  request.add_projection(Quantity::luma, *direction_of_angle(10, 100, 50, 256));
  for (const LumaWeights& weights : {luma_bt601, luma_bt709, luma_bt2020, LumaWeights{65536, 0, 0},
                                     LumaWeights{0, 0, 65536}, LumaWeights{0, 65535, 1}}) {
    request.luma = weights;
    EXPECT_TRUE(counts_right(frame.view(), request)) << weights.r << ", " << weights.g;
  }
}

TEST_F(ProjectionKernel, other_devices_shapes_are_counted) {
  const DeviceProperties own = device_;
  const Frame frame = make_frame(layout_of("RGBA", 640, 360), Content::noise);
  for (uint32_t multiprocessors : {0u, 1u, 3u, 20u, 500u})
    for (uint32_t shared_bytes : {0u, 48u * 1024, 64u * 1024}) {
      device_ = {75, multiprocessors, shared_bytes};
      for (double angle : {0.0, 30.0, 90.0, 180.0})
        EXPECT_TRUE(counts_right(frame, Quantity::luma, angle))
            << multiprocessors << " multiprocessors with " << shared_bytes;
    }
  device_ = own;
}

TEST_F(ProjectionKernel, random_pictures_are_counted) {
  std::mt19937 random(20);
  for (int i = 0; i < 300; i++) {
    RandomCase random_case = reference::random_case(random, 200);
    const FrameView view = random_case.frame.view();
    const QuantityList channels = select_plane_quantities(*view.format, ~QuantitySet{0});
    const Quantity channel = channels[random() % channels.size];
    Request request = random_case.request;
    const PictureSize size = picture_size(view, channel);
    const double angle = std::uniform_real_distribution<double>(-360, 360)(random);
    Expected<Direction> direction =
        direction_of_angle(angle, size.width, size.height, request.bins);
    if (i % 3 == 0)
      direction = direction_of_line({static_cast<uint32_t>(random() % size.width),
                                     static_cast<uint32_t>(random() % size.height),
                                     static_cast<uint32_t>(random() % size.width),
                                     static_cast<uint32_t>(random() % size.height)},
                                    size.width, size.height, request.bins);
    if (!direction.ok())
      continue;
    request.projections.clear();
    request.add_projection(channel, *direction);
    EXPECT_TRUE(counts_right(view, request)) << random_case.description << ", " << angle;
  }
}

TEST_F(ProjectionKernel, launches_that_follow_each_other_do_not_meet_in_a_matrix) {
  const Frame frame = make_frame(layout_of("RGBA", 640, 360), Content::noise);
  const PlaneView plane = frame.view().planes[0];
  const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(plane.size);
  ASSERT_EQ(cudaMemcpyAsync(bytes.get(), plane.data, plane.size, cudaMemcpyHostToDevice, stream_),
            cudaSuccess);
  FrameView device_frame = frame.view();
  device_frame.planes[0].data = bytes.get();
  Request request = request_all(device_frame);
  const auto turned = [&](double angle) {
    request.projections.clear();
    request.add_projection(Quantity::luma, *direction_of_angle(angle, 640, 360, 256));
  };
  // The last launch writes fewer positions than the launches before; only these are compared.
  turned(90);
  const std::vector<uint32_t> expected =
      count_along(frame.view(), Quantity::luma, 256, request.luma,
                  Positions::of(*request.projections[0].positions));
  const DeviceMemory<uint32_t> matrix = allocate<uint32_t>(size_t{800} * 256 * sizeof(uint32_t));
  for (double angle : {30.0, 60.0, 0.0, 45.0, 90.0}) {
    turned(angle);
    const SharedPlan plan = *plan_of(device_frame, request);
    ProjectionLaunch launch = plan_projection_launches({device_, *plan, device_frame, {}, {}})[0];
    launch.parameters.matrices[0] = matrix.get();
    ASSERT_EQ(launch_projection_kernel(launch, stream_), cudaSuccess);
  }
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  std::vector<uint32_t> counts(expected.size());
  ASSERT_EQ(cudaMemcpy(counts.data(), matrix.get(), counts.size() * sizeof(uint32_t),
                       cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(counts, expected);
}

/// Counts all channels of packed pixels along one direction, several in one launch.
class ProjectionsTogether : public ProjectionKernel {
protected:
  testing::AssertionResult counts_right_together(const Frame& frame, double angle, uint32_t bins) {
    const Layout& layout = frame.layout();
    Request request = request_all(frame.view(), bins);
    const Direction direction = *direction_of_angle(angle, layout.width, layout.height, bins);
    for (Quantity quantity : request.channels)
      request.add_projection(quantity, direction);
    const SharedPlan plan = *plan_of(frame.view(), request);
    FrameView device_frame = frame.view();
    const PlaneView first = device_frame.planes[0];
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(first.size);
    device_frame.planes[0].data = bytes.get();
    const size_t counters = plan->projections[0].counters(), step = matrix_step(counters);
    const size_t all = step * plan->projections.size();
    const DeviceMemory<uint32_t> matrices = allocate<uint32_t>(all * sizeof(uint32_t));

    cudaError_t code =
        cudaMemcpyAsync(bytes.get(), first.data, first.size, cudaMemcpyHostToDevice, stream_);
    if (code == cudaSuccess)
      code = cudaMemsetAsync(matrices.get(), 0xA5, all * sizeof(uint32_t), stream_);
    uint32_t together = 0;
    for (ProjectionLaunch launch :
         plan_projection_launches({device_, *plan, device_frame, {}, {}})) {
      together = std::max(together, launch.variant.tables);
      for (uint32_t i = 0; i < launch.variant.tables; i++)
        launch.parameters.matrices[i] = matrices.get() + launch.first[i];
      if (code == cudaSuccess)
        code = launch_projection_kernel(launch, stream_);
    }
    std::vector<uint32_t> counts(all);
    if (code == cudaSuccess)
      code = cudaMemcpyAsync(counts.data(), matrices.get(), all * sizeof(uint32_t),
                             cudaMemcpyDeviceToHost, stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    if (together != max_projection_tables)
      return testing::AssertionFailure() << "no launch counts several projections";
    for (size_t i = 0; i < plan->projections.size(); i++) {
      const std::vector<uint32_t> expected =
          count_along(frame.view(), plan->projections[i].quantity, bins, request.luma,
                      Positions::of(direction));
      if (!std::equal(expected.begin(), expected.end(), counts.begin() + i * step))
        return testing::AssertionFailure()
               << quantity_name(plan->projections[i].quantity) << " at " << angle;
    }
    return testing::AssertionSuccess();
  }
};

TEST_F(ProjectionsTogether, are_counted_at_every_angle) {
  for (const auto& [width, height] : {std::pair{320u, 180u}, {97u, 211u}, {1920u, 31u}})
    for (const char* format : {"RGBA", "BGR", "ARGB64_LE"}) {
      const Frame frame = make_frame(layout_of(format, width, height), Content::noise);
      for (double angle : angles)
        EXPECT_TRUE(counts_right_together(frame, angle, 256)) << format << " " << width;
    }
}

TEST_F(ProjectionsTogether, are_counted_in_any_number_of_bins) {
  const Frame bytes = make_frame(layout_of("xBGR", 201, 83, 4, 4), Content::noise);
  const Frame deep = make_frame(layout_of("RGBA64_LE", 201, 83, 2, 2), Content::noise);
  for (double angle : {0.0, 90.0, 33.0}) {
    for (uint32_t bins : {1u, 7u, 100u, 255u, 256u})
      EXPECT_TRUE(counts_right_together(bytes, angle, bins)) << bins;
    for (uint32_t bins : {1u, 256u, 1000u, 4096u, 20000u})
      EXPECT_TRUE(counts_right_together(deep, angle, bins)) << bins;
  }
}

TEST_F(ProjectionsTogether, are_counted_of_frames_of_any_size) {
  for (uint32_t width : {1u, 2u, 5u, 64u, 129u, 5000u})
    for (uint32_t height : {1u, 3u, 64u, 700u})
      for (const char* format : {"RGBx", "RGB"})
        for (double angle : {0.0, 90.0, 60.0})
          EXPECT_TRUE(counts_right_together(
              make_frame(layout_of(format, width, height), Content::noise), angle, 256))
              << format << " " << width << "x" << height;
}

} // namespace

} // namespace videohistogram::cuda
