// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel for 8-bit samples, without a backend: frames at any alignment, every set of channels,
// also in the shapes of other devices and larger frames.
#include "cuda/kernels/byte/byte_plan.h"

#include "cuda/kernels/byte/region_plan.h"
#include "cuda/result_layout.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint32_t never_written = 0xDEADBEEF;

/// What a test changes in the launch of plan_byte_launch().
struct Forced {
  uint32_t shared_bytes = 0; ///< as if the device had no more
  uint32_t blocks = 0;       ///< of each plane
  enum { as_planned, small, large } size = as_planned;
  bool wide = false; ///< the words of frames whose counts may not fit 28 bits
};

/// A frame whose planes lie in one block of memory, each in its own way.
struct ScatteredFrame {
  std::vector<uint8_t> bytes;
  FrameView view;
};

/// A copy of a frame: offset and padding of plane p grow with p, and every second plane is upside
/// down.
ScatteredFrame scatter(const FrameView& frame, size_t offset, size_t padding) {
  ScatteredFrame scattered{{}, frame};
  size_t at = 0;
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    PlaneView& plane = scattered.view.planes[p];
    const size_t distance = frame.row_bytes(p) + padding * (p + 1);
    at += offset * (p + 1);
    plane.stride = static_cast<ptrdiff_t>(distance);
    plane.offset = at;
    if (p % 2 == 1) {
      plane.offset += (frame.rows(p) - 1) * distance;
      plane.stride = -plane.stride;
    }
    at += frame.rows(p) * distance;
  }
  scattered.bytes.resize(at, canary);
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    PlaneView& plane = scattered.view.planes[p];
    plane.data = scattered.bytes.data();
    plane.size = at;
    for (uint32_t y = 0; y < frame.rows(p); y++)
      std::memcpy(const_cast<uint8_t*>(plane.row(y)), frame.planes[p].row(y), frame.row_bytes(p));
  }
  return scattered;
}

class ByteKernel : public testing::Test {
protected:
  void SetUp() override {
    device_ = device_under_test();
    ASSERT_EQ(prepare_byte_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    scratch_ = allocate<uint8_t>(scratch_bytes);
    ASSERT_EQ(cudaMemset(scratch_.get(), 0, scratch_bytes), cudaSuccess);
    blocks_ = allocate_mapped<RegionBlock>(max_region_blocks * sizeof(RegionBlock));
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  ByteLaunch plan(const FrameView& frame, const Request& request, uint32_t* results,
                  const Forced& forced) const {
    DeviceProperties device = device_;
    if (forced.shared_bytes)
      device.shared_bytes = forced.shared_bytes;
    ByteLaunch launch =
        plan_byte_launch({device,
                          **plan_of(frame, request),
                          frame,
                          request.regions,
                          {scratch_.get(), scratch_bytes, blocks_.get(), blocks_.get(), results}});
    ByteParameters& parameters = launch.parameters;
    if (forced.size != Forced::as_planned)
      launch.shape.small = forced.size == Forced::small;
    if (forced.blocks) {
      launch.shape.frame_blocks = 0;
      for (BytePlane& plane : parameters.planes) {
        plane.first_block = launch.shape.frame_blocks;
        plane.blocks = plane.blocks ? forced.blocks : 0;
        launch.shape.frame_blocks += plane.blocks;
      }
    }
    if (forced.wide) {
      uint32_t planes = 0;
      for (const BytePlane& plane : parameters.planes)
        planes += plane.blocks ? 1 : 0;
      parameters.scratch = plan_scratch(parameters.scratch.words, scratch_bytes,
                                        launch.variant.counters(), planes, uint64_t{1} << 31)
                               .scratch;
    }
    return launch;
  }

  /// Twice, so that the second launch meets what the first one left in the scratch.
  testing::AssertionResult counts_right(const FrameView& frame, const Request& request,
                                        const Forced& forced = {}) {
    const PlaneView& first = frame.planes[0]; // all planes lie in one block
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(first.size);
    // In the stream: a copy from pageable memory may go on after cudaMemcpy() has returned, and no
    // other stream waits for it.
    if (cudaMemcpyAsync(bytes.get(), first.data, first.size, cudaMemcpyHostToDevice, stream_) !=
        cudaSuccess)
      return testing::AssertionFailure() << "the frame cannot be copied";
    FrameView device_frame = frame;
    for (PlaneView& plane : device_frame.planes)
      plane.data = bytes.get();

    const size_t tables = (1 + request.regions.size()) * request.channels.size;
    const HostMemory<uint32_t> results = allocate_mapped<uint32_t>(tables * 256 * 4);
    const ByteLaunch launch = plan(device_frame, request, results.get(), forced);
    const std::vector<uint32_t> expected = reference::count(frame, request);
    for (int repetition = 0; repetition < 2; repetition++) {
      std::fill_n(results.get(), tables * 256, never_written);
      cudaError_t code = launch_byte_kernel(launch, stream_);
      if (code == cudaSuccess)
        code = cudaStreamSynchronize(stream_);
      if (code != cudaSuccess)
        return testing::AssertionFailure() << cudaGetErrorString(code);
      std::vector<uint32_t> counts(request.total_counts());
      fold_bins(results.get(), tables, request.bins, counts.data());
      const testing::AssertionResult same = same_counts(expected, counts, request);
      if (!same)
        return testing::AssertionFailure() << "launch " << repetition << ": " << same.message();
    }
    return testing::AssertionSuccess();
  }

  static constexpr size_t scratch_bytes = size_t{1} << 18;

  DeviceProperties device_;
  cudaStream_t stream_ = nullptr;
  DeviceMemory<uint8_t> scratch_;
  HostMemory<RegionBlock> blocks_;
};

Layout layout_of(const char* format, uint32_t width, uint32_t height, size_t padding = 0,
                 size_t offset = 0, bool bottom_up = false) {
  return {format, width, height, padding, bottom_up, offset};
}

// One format per way in which pixels are counted.
constexpr const char* formats[] = {"RGBA", "xRGB", "BGR",  "GRAY8", "NV12", "NV21", "I420", "YV12",
                                   "Y42B", "Y444", "YUY2", "UYVY",  "NV16", "NV61", "NV24"};
// Formats without those that differ from a listed one only in the order of planes or channels.
constexpr const char* few_formats[] = {"RGBA", "xRGB", "BGR", "GRAY8", "NV12", "I420", "YUY2"};

/// A test per format, so that sanitizers can check several of them at the same time.
class ByteKernelOfFormat : public ByteKernel, public testing::WithParamInterface<const char*> {};

TEST_P(ByteKernelOfFormat, every_alignment_of_the_first_pixel_and_of_the_rows) {
  const char* const format = GetParam();
  for (size_t offset = 0; offset < 17; offset++)
    for (size_t padding : {0, 1, 2, 3, 4, 7, 13, 16, 64})
      for (uint32_t width : {37u, 64u, 131u}) {
        const Frame frame =
            make_frame(layout_of(format, width, 29, padding, offset), Content::noise);
        EXPECT_TRUE(counts_right(frame.view(), request_all(frame.view())))
            << format << " " << width << " wide, offset " << offset << ", padding " << padding;
      }
}

TEST_P(ByteKernelOfFormat, frames_of_every_small_width_and_height) {
  const char* const format = GetParam();
  for (uint32_t width = 1; width <= 40; width++)
    for (uint32_t height : {1u, 2u, 7u})
      for (size_t padding : {0, 5}) {
        const Frame frame =
            make_frame(layout_of(format, width, height, padding, 3), Content::noise);
        EXPECT_TRUE(counts_right(frame.view(), request_all(frame.view())))
            << format << " " << width << "x" << height << ", padding " << padding;
      }
}

TEST_F(ByteKernel, narrow_and_tall_frames_that_have_nothing_but_ends) {
  for (const char* format : few_formats)
    for (uint32_t width : {1u, 5u, 9u}) {
      const Frame frame = make_frame(layout_of(format, width, 300000, 3, 1), Content::runs);
      const Request request = request_all(frame.view());
      EXPECT_TRUE(counts_right(frame.view(), request)) << format << " " << width << " wide";
      Forced one_block;
      one_block.blocks = 1; // must drain on the way
      EXPECT_TRUE(counts_right(frame.view(), request, one_block))
          << format << " " << width << " wide";
    }
}

TEST_P(ByteKernelOfFormat, every_set_of_channels_in_every_kernel_that_counts_it) {
  const char* const format = GetParam();
  for (size_t padding : {0, 4})
    for (uint32_t width : {333u, 334u}) {
      const Frame frame = make_frame(layout_of(format, width, 77, padding), Content::noise);
      const QuantityList all = request_all(frame.view()).channels;
      for (uint32_t mask = 1; mask < 1u << all.size; mask++) {
        Request request = request_all(frame.view());
        request.channels = {};
        for (uint32_t i = 0; i < all.size; i++)
          if (mask >> i & 1)
            request.channels.channels[request.channels.size++] = all[i];
        request.regions = {{4, 4, 300, 60}, {3, 5, 7, 9}};
        for (uint32_t shared_bytes : {0u, 48u * 1024})
          for (auto size : {Forced::as_planned, Forced::large}) {
            Forced forced;
            forced.shared_bytes = shared_bytes;
            forced.size = size;
            EXPECT_TRUE(counts_right(frame.view(), request, forced))
                << format << " " << width << " wide, channels " << mask;
          }
      }
    }
}

TEST_F(ByteKernel, many_pixels_a_block_do_not_carry_into_the_neighbour) {
  for (const char* format : few_formats)
    for (Content content : {Content::white, Content::constant})
      for (size_t padding : {0, 4})
        for (uint32_t blocks : {1u, 2u, 3u}) {
          const Frame frame = make_frame(layout_of(format, 2600, 1000, padding), content);
          Request request = request_all(frame.view());
          request.regions = {{0, 0, 2600, 1000}, {1, 1, 2598, 997}};
          for (bool luma : {true, false}) {
            if (!luma && request.channels[request.channels.size - 1] == Quantity::luma)
              request.channels.size--;
            Forced forced;
            forced.blocks = blocks;
            forced.size = Forced::large;
            EXPECT_TRUE(counts_right(frame.view(), request, forced))
                << format << " " << content_name(content) << " by " << blocks << " blocks, luma "
                << luma;
          }
        }
}

TEST_F(ByteKernel, small_and_large_shapes_of_the_same_frame) {
  for (const char* format : few_formats)
    for (uint32_t blocks : {40u, 132u, 255u})
      for (auto size : {Forced::small, Forced::large}) {
        const Frame frame = make_frame(layout_of(format, 1000, 601), Content::noise);
        Forced forced;
        forced.blocks = blocks;
        forced.size = size;
        EXPECT_TRUE(counts_right(frame.view(), request_all(frame.view()), forced))
            << format << " by " << blocks << " blocks, size " << size;
      }
}

TEST_P(ByteKernelOfFormat, the_words_that_frames_of_more_than_28_bits_meet_in) {
  const char* const format = GetParam();
  for (uint32_t width : {700u, 701u}) {
    const Frame frame = make_frame(layout_of(format, width, 500), Content::two_valued);
    Request request = request_all(frame.view());
    request.regions = {{10, 10, 600, 400}, {3, 5, 1, 1}};
    Forced forced;
    forced.wide = true;
    EXPECT_TRUE(counts_right(frame.view(), request, forced)) << format << " " << width << " wide";
  }
}

TEST_P(ByteKernelOfFormat, regions_at_every_place_in_frames_that_lie_anyhow) {
  const char* const format = GetParam();
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
      EXPECT_TRUE(counts_right(frame.view(), request))
          << format << ", padding " << padding << ", bottom up " << bottom_up;
    }
}

TEST_P(ByteKernelOfFormat, planes_that_lie_each_in_their_own_way) {
  const char* const format = GetParam();
  for (uint32_t width : {63u, 64u, 65u, 257u})
    for (size_t offset : {0, 1, 2, 7, 16})
      for (size_t padding : {0, 1, 3, 8, 16}) {
        const Frame frame = make_frame(layout_of(format, width, 31), Content::noise);
        const ScatteredFrame scattered = scatter(frame.view(), offset, padding);
        Request request = request_all(scattered.view);
        request.regions = {{0, 0, width, 31}, {5, 3, 50, 21}, {6, 2, 52, 20}};
        EXPECT_TRUE(counts_right(scattered.view, request))
            << format << " " << width << " wide, offset " << offset << ", padding " << padding;
      }
}

TEST_P(ByteKernelOfFormat, every_content_of_every_format) {
  const char* const format = GetParam();
  for (Content content : all_contents)
    for (uint32_t bins : {256u, 7u}) {
      const Frame frame = make_frame(layout_of(format, 515, 303), content);
      EXPECT_TRUE(counts_right(frame.view(), request_all(frame.view(), bins)))
          << format << " " << content_name(content) << ", " << bins << " bins";
    }
}

TEST_F(ByteKernel, frames_and_requests_at_random) {
  std::mt19937 random(20);
  for (int i = 0; i < 400; i++) {
    const RandomCase random_frame = random_case(random, 700, false);
    Forced forced;
    forced.shared_bytes = random() % 4 == 0 ? 48 * 1024 : 0;
    forced.size = random() % 4 == 0 ? Forced::large : Forced::as_planned;
    forced.wide = random() % 8 == 0;
    EXPECT_TRUE(counts_right(random_frame.frame.view(), random_frame.request, forced))
        << random_frame.description;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ByteKernelOfFormat, testing::ValuesIn(formats),
                         [](const auto& format) { return std::string(format.param); });

} // namespace

} // namespace videohistogram::cuda
