// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel for 8-bit samples by itself: device memory that lies and is aligned in any way, every
// set of channels, and the shapes that other devices and larger frames than these get.
#include "cuda/count_kernel.h"

#include "cuda/fold_bins.h"
#include "cuda/region_plan.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernel_test.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint32_t never_written = 0xDEADBEEF;

class CountKernel : public testing::Test {
protected:
  void SetUp() override {
    device_ = device_under_test();
    ASSERT_EQ(prepare_count_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    scratch_ = allocate<uint64_t>(scratch_bytes);
    ASSERT_EQ(cudaMemset(scratch_.get(), 0, scratch_bytes), cudaSuccess);
    blocks_ = allocate_mapped<RegionBlock>(max_region_blocks * sizeof(RegionBlock));
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  LaunchShape shape_for(const FrameView& frame, const Request& request) const {
    return choose_launch_shape(device_, request.channels.size, frame.format->grids[0].pixel_bytes,
                               uint64_t{frame.width} * frame.height);
  }

  /// Twice, so that the second launch meets what the first one left in the scratch.
  testing::AssertionResult counts_right(const Frame& frame, const Request& request,
                                        const LaunchShape& shape, bool wide = false) {
    const FrameView view = frame.view();
    const Grid& format = view.format->grids[0];
    const PlaneView& plane = view.planes[0];
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(plane.size);
    if (cudaMemcpy(bytes.get(), plane.data, plane.size, cudaMemcpyHostToDevice) != cudaSuccess)
      return testing::AssertionFailure() << "the frame cannot be copied";

    CountVariant variant{format.pixel_bytes, 0, false};
    CountParameters parameters{};
    for (Channel channel : request.channels) {
      if (channel == Channel::luma)
        variant.luma = true;
      else
        parameters.offsets[variant.stored++] = static_cast<uint8_t>(format.offset_of(channel));
    }
    if (variant.luma) {
      constexpr Channel rgb[] = {Channel::r, Channel::g, Channel::b};
      for (int i = 0; i < 3; i++)
        parameters.luma_offsets[i] = static_cast<uint8_t>(format.offset_of(rgb[i]));
    }
    const ScratchPlan plan =
        plan_scratch(scratch_.get(), scratch_bytes, variant.counters(),
                     wide ? uint64_t{1} << 31 : uint64_t{view.width} * view.height);
    const bool bottom_up = plane.stride < 0;
    const uint32_t region_blocks =
        plan_regions({view.width, view.height, bottom_up, shape.frame_blocks, plan.region_sets},
                     request.regions, blocks_.get());
    const size_t tables = (1 + request.regions.size()) * request.channels.size;
    const HostMemory<uint32_t> results = allocate_mapped<uint32_t>(tables * 256 * 4);

    parameters.pixels = bytes.get() + (plane.row(bottom_up ? view.height - 1 : 0) - plane.data);
    parameters.stride = plane.row_distance();
    parameters.width = view.width;
    parameters.height = view.height;
    parameters.frame_blocks = shape.frame_blocks;
    parameters.luma = request.luma;
    parameters.region_blocks = blocks_.get();
    parameters.scratch = plan.scratch;
    parameters.results = results.get();
    const std::vector<uint32_t> expected = reference::count(view, request);
    for (int launch = 0; launch < 2; launch++) {
      std::fill_n(results.get(), tables * 256, never_written);
      cudaError_t code = launch_count(variant, shape, parameters, region_blocks, stream_);
      if (code == cudaSuccess)
        code = cudaStreamSynchronize(stream_);
      if (code != cudaSuccess)
        return testing::AssertionFailure() << cudaGetErrorString(code);
      std::vector<uint32_t> counts(request.total_counts());
      fold_bins(results.get(), tables, request.bins, counts.data());
      const testing::AssertionResult same = same_counts(expected, counts, request);
      if (!same)
        return testing::AssertionFailure() << "launch " << launch << ": " << same.message();
    }
    return testing::AssertionSuccess();
  }

  static constexpr size_t scratch_bytes = size_t{1} << 18;

  DeviceProperties device_;
  cudaStream_t stream_ = nullptr;
  DeviceMemory<uint64_t> scratch_;
  HostMemory<RegionBlock> blocks_;
};

Layout layout_of(const char* format, uint32_t width, uint32_t height, size_t padding = 0,
                 size_t offset = 0, bool bottom_up = false) {
  return {format, width, height, padding, bottom_up, offset};
}

constexpr const char* formats[] = {"RGBA", "xRGB", "BGR", "GRAY8"};

TEST_F(CountKernel, every_alignment_of_the_first_pixel_and_of_the_rows) {
  for (const char* format : formats)
    for (size_t offset = 0; offset < 17; offset++)
      for (size_t padding : {0, 1, 2, 3, 4, 7, 13, 16, 64})
        for (uint32_t width : {37u, 64u, 131u}) {
          const Frame frame =
              make_frame(layout_of(format, width, 29, padding, offset), Content::noise);
          const Request request = request_all(frame.view());
          EXPECT_TRUE(counts_right(frame, request, shape_for(frame.view(), request)))
              << format << " " << width << " wide, offset " << offset << ", padding " << padding;
        }
}

TEST_F(CountKernel, frames_of_every_small_width) {
  for (const char* format : formats)
    for (uint32_t width = 1; width <= 40; width++)
      for (size_t padding : {0, 5}) {
        const Frame frame = make_frame(layout_of(format, width, 7, padding, 3), Content::noise);
        const Request request = request_all(frame.view());
        EXPECT_TRUE(counts_right(frame, request, shape_for(frame.view(), request)))
            << format << " " << width << " wide, padding " << padding;
      }
}

TEST_F(CountKernel, narrow_and_tall_frames_that_have_nothing_but_ends) {
  for (const char* format : formats)
    for (uint32_t width : {1u, 5u, 9u}) {
      const Frame frame = make_frame(layout_of(format, width, 300000, 3, 1), Content::runs);
      const Request request = request_all(frame.view());
      LaunchShape shape = shape_for(frame.view(), request);
      EXPECT_TRUE(counts_right(frame, request, shape)) << format << " " << width << " wide";
      shape.frame_blocks = 1; // must drain on the way
      EXPECT_TRUE(counts_right(frame, request, shape)) << format << " " << width << " wide";
    }
}

TEST_F(CountKernel, every_set_of_channels_in_every_kernel_that_counts_it) {
  for (const char* format : formats)
    for (size_t padding : {0, 4}) {
      const Frame frame = make_frame(layout_of(format, 333, 77, padding), Content::noise);
      const FrameView view = frame.view();
      const ChannelList all = request_all(view).channels;
      for (uint32_t mask = 1; mask < 1u << all.size; mask++) {
        Request request = request_all(view);
        request.channels = {};
        for (uint32_t i = 0; i < all.size; i++)
          if (mask >> i & 1)
            request.channels.channels[request.channels.size++] = all[i];
        for (uint32_t shared_bytes : {device_.shared_bytes, 48u * 1024}) {
          DeviceProperties device = device_;
          device.shared_bytes = shared_bytes;
          LaunchShape shape = choose_launch_shape(
              device, request.channels.size, view.format->grids[0].pixel_bytes, uint64_t{333} * 77);
          EXPECT_TRUE(counts_right(frame, request, shape)) << format << ", channels " << mask;
          shape.small = false;
          EXPECT_TRUE(counts_right(frame, request, shape)) << format << ", channels " << mask;
        }
      }
    }
}

TEST_F(CountKernel, many_pixels_a_block_do_not_carry_into_the_neighbour) {
  for (const char* format : formats)
    for (Content content : {Content::white, Content::constant})
      for (size_t padding : {0, 4})
        for (uint32_t blocks : {1u, 2u, 3u}) {
          const Frame frame = make_frame(layout_of(format, 2600, 1000, padding), content);
          Request request = request_all(frame.view());
          request.regions = {{0, 0, 2600, 1000}, {1, 1, 2598, 997}};
          for (bool luma : {true, false}) {
            if (!luma && request.channels[request.channels.size - 1] == Channel::luma)
              request.channels.size--;
            LaunchShape shape = shape_for(frame.view(), request);
            shape.frame_blocks = blocks;
            shape.small = false;
            EXPECT_TRUE(counts_right(frame, request, shape))
                << format << " " << content_name(content) << " by " << blocks << " blocks, luma "
                << luma;
          }
        }
}

TEST_F(CountKernel, small_and_large_shapes_of_the_same_frame) {
  for (const char* format : formats)
    for (uint32_t blocks : {40u, 132u, 255u})
      for (bool small : {false, true}) {
        const Frame frame = make_frame(layout_of(format, 1000, 601), Content::noise);
        const Request request = request_all(frame.view());
        LaunchShape shape = shape_for(frame.view(), request);
        shape.frame_blocks = blocks;
        shape.small = small;
        EXPECT_TRUE(counts_right(frame, request, shape))
            << format << " by " << blocks << " blocks, small " << small;
      }
}

TEST_F(CountKernel, the_words_that_frames_of_more_than_28_bits_meet_in) {
  for (const char* format : formats) {
    const Frame frame = make_frame(layout_of(format, 700, 500), Content::two_valued);
    Request request = request_all(frame.view());
    request.regions = {{10, 10, 600, 400}, {3, 5, 1, 1}};
    EXPECT_TRUE(counts_right(frame, request, shape_for(frame.view(), request), true)) << format;
  }
}

TEST_F(CountKernel, regions_at_every_place_in_frames_that_lie_anyhow) {
  for (const char* format : formats)
    for (bool bottom_up : {false, true})
      for (size_t padding : {0, 6}) {
        const Frame frame =
            make_frame(layout_of(format, 640, 480, padding, 2, bottom_up), Content::noise);
        Request request = request_all(frame.view(), 100);
        for (uint32_t i = 0; i < 40; i++)
          request.regions.push_back({7 * i, 5 * i, 13 * i % 300 + 1, 11 * i % 200 + 1});
        request.regions.push_back({0, 0, 640, 480});
        request.regions.push_back({639, 479, 1, 1});
        request.regions.push_back({});
        EXPECT_TRUE(counts_right(frame, request, shape_for(frame.view(), request)))
            << format << ", padding " << padding << ", bottom up " << bottom_up;
      }
}

} // namespace

} // namespace videohistogram::cuda
