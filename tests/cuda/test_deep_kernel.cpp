// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel for deep samples by itself, with every split of the counters that any device makes.
#include "cuda/deep_kernel.h"

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

std::vector<const FormatInfo*> deep_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if ((*format)->sample_bytes == 2)
      formats.push_back(*format);
  for (const FormatInfo* const* format = made_up_formats(); *format; format++)
    formats.push_back(*format);
  return formats;
}

Layout layout_of(const FormatInfo& format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format.name;
  layout.width = width;
  layout.height = height;
  return layout;
}

class DeepKernel : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(prepare_deep_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    scratch_ = allocate<uint8_t>(scratch_bytes_);
    ASSERT_EQ(cudaMemset(scratch_.get(), 0, scratch_bytes_), cudaSuccess);
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// The frame's bytes on the device, the first one at a multiple of 256.
  DeviceMemory<uint8_t> upload(const FrameView& frame) {
    DeviceMemory<uint8_t> memory = allocate<uint8_t>(frame.planes[0].size);
    EXPECT_EQ(cudaMemcpy(memory.get(), frame.planes[0].data, frame.planes[0].size,
                         cudaMemcpyHostToDevice),
              cudaSuccess);
    return memory;
  }

  void launch(const FrameView& frame, const uint8_t* pixels, const Rect& rect,
              const Request& request, const DeepShape& shape, uint8_t* results) {
    DeepParameters parameters = deep_parameters(*frame.format, 0, request);
    const PlaneView& plane = frame.planes[0];
    parameters.stride = plane.stride;
    parameters.pixels = pixels + plane.offset + static_cast<int64_t>(rect.y) * plane.stride +
                        size_t{rect.x} * frame.format->grids[0].pixel_bytes;
    parameters.width = rect.width;
    parameters.height = rect.height;
    parameters.scratch = reinterpret_cast<uint32_t*>(scratch_.get());
    parameters.results = reinterpret_cast<uint32_t*>(results);
    ASSERT_EQ(parameters.counters(), request.region_counts());
    ASSERT_EQ(launch_deep_count(shape, parameters, stream_), cudaSuccess);
  }

  testing::AssertionResult scratch_is_zero() {
    std::vector<uint32_t> words(scratch_bytes_ / sizeof(uint32_t));
    if (cudaMemcpy(words.data(), scratch_.get(), scratch_bytes_, cudaMemcpyDeviceToHost) !=
        cudaSuccess)
      return testing::AssertionFailure() << "the scratch cannot be read";
    for (size_t i = 0; i < words.size(); i++)
      if (words[i] != 0)
        return testing::AssertionFailure() << "word " << i << " of the scratch is " << words[i];
    return testing::AssertionSuccess();
  }

  /// The whole frame and then each region with one shape, all of them in flight at once.
  testing::AssertionResult counts_right(const FrameView& frame, const Request& request,
                                        const DeepShape& shape) {
    const DeviceMemory<uint8_t> pixels = upload(frame);
    const size_t region_bytes = request.region_counts() * sizeof(uint32_t);
    const HostMemory<uint8_t> results =
        allocate_mapped<uint8_t>((1 + request.regions.size()) * region_bytes);
    std::fill_n(reinterpret_cast<uint32_t*>(results.get()), request.total_counts(), never_written);
    launch(frame, pixels.get(), {0, 0, frame.width, frame.height}, request, shape, results.get());
    for (size_t i = 0; i < request.regions.size(); i++)
      launch(frame, pixels.get(), request.regions[i], request, shape,
             results.get() + (1 + i) * region_bytes);
    const cudaError_t code = cudaStreamSynchronize(stream_);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    const auto* const counts = reinterpret_cast<const uint32_t*>(results.get());
    const testing::AssertionResult same =
        same_counts(reference::count(frame, request),
                    std::vector<uint32_t>(counts, counts + request.total_counts()), request);
    return same ? scratch_is_zero() : same;
  }

  testing::AssertionResult counts_right(const Frame& frame, const Request& request) {
    const FrameView view = frame.view();
    return counts_right(view, request, shape_for(device_, view, request));
  }

  static DeepShape shape_for(const DeviceProperties& device, const FrameView& frame,
                             const Request& request) {
    return choose_deep_shape(device, static_cast<uint32_t>(request.region_counts()),
                             uint64_t{frame.width} * frame.height);
  }

  const DeviceProperties device_ = device_under_test();
  const size_t scratch_bytes_ = deep_scratch_bytes(max_channels * 65536);
  cudaStream_t stream_ = nullptr;
  DeviceMemory<uint8_t> scratch_;
};

TEST_F(DeepKernel, counts_every_content_of_every_format) {
  for (const FormatInfo* format : deep_formats())
    for (Content content : all_contents)
      for (uint32_t bins : {1u, 255u, 1000u, 65535u, 65536u}) {
        if (bins > 1u << format->depth)
          continue;
        const Frame frame = make_frame(layout_of(*format, 331, 211), content);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
            << format->name << " " << content_name(content) << " " << bins;
      }
}

TEST_F(DeepKernel, counts_right_with_the_shared_memory_of_any_device) {
  for (uint32_t shared_bytes : {48u * 1024, 64u * 1024, 101376u, 166912u, 232448u})
    for (uint32_t multiprocessors : {1u, 20u, 132u, 1000u})
      for (const char* name : {"GRAY16_LE", "RGBA64_LE", "RGB 12 bits"}) {
        if (shared_bytes > device_.shared_bytes)
          continue;
        const DeviceProperties pretended{device_.capability, multiprocessors, shared_bytes};
        const FormatInfo& format = format_named(name);
        const Frame frame = make_frame(layout_of(format, 1201, 803), Content::noise);
        for (uint32_t bins : {256u, 1u << format.depth}) {
          const Request request = request_all(frame.view(), bins);
          EXPECT_TRUE(
              counts_right(frame.view(), request, shape_for(pretended, frame.view(), request)))
              << name << " " << bins << " bins, " << shared_bytes << " bytes, " << multiprocessors;
        }
      }
}

TEST_F(DeepKernel, counts_right_with_any_number_of_copies_and_portions) {
  const Frame frame = make_frame(layout_of(format_named("GRAY16_LE"), 997, 601), Content::noise);
  const Request request = request_all(frame.view(), 333);
  for (uint32_t copies = 1; copies <= 32; copies *= 2)
    for (uint32_t portions : {1u, 2u, 7u, 132u, 500u}) {
      DeepShape shape = shape_for(device_, frame.view(), request);
      shape.copies = copies;
      shape.portions = portions;
      shape.shared_bytes = deep_table_bytes(shape.part_counters, copies);
      if (shape.shared_bytes <= device_.shared_bytes) {
        EXPECT_TRUE(counts_right(frame.view(), request, shape)) << copies << " " << portions;
      }
    }
}

TEST_F(DeepKernel, counts_frames_of_4K) {
  for (const char* name : {"GRAY16_LE", "RGBA64_LE"})
    for (Content content : {Content::white, Content::values_x32, Content::runs, Content::noise})
      for (uint32_t bins : {1024u, 4096u, 65536u}) {
        const Frame frame = make_frame(layout_of(format_named(name), 3840, 2160), content);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
            << name << " " << content_name(content) << " " << bins;
      }
}

TEST_F(DeepKernel, counts_frames_at_any_alignment) {
  for (const FormatInfo* format : deep_formats())
    for (size_t offset = 0; offset < 18; offset++)
      for (size_t padding : {0, 1, 2, 7, 8})
        for (bool bottom_up : {false, true}) {
          Layout layout = layout_of(*format, 83, 11);
          layout.offset = offset;
          layout.padding = padding;
          layout.bottom_up = bottom_up;
          const Frame frame = make_frame(layout, Content::noise);
          EXPECT_TRUE(
              counts_right(frame, request_all(frame.view(), std::min(500u, 1u << format->depth))))
              << format->name << " offset " << offset << " padding " << padding << bottom_up;
        }
}

TEST_F(DeepKernel, counts_frames_of_any_small_size) {
  for (const FormatInfo* format : deep_formats())
    for (uint32_t width = 1; width <= 40; width++)
      for (uint32_t height : {1u, 2u, 5u}) {
        Layout layout = layout_of(*format, width, height);
        layout.padding = width % 3;
        const Frame frame = make_frame(layout, Content::noise, width);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), 1u << format->depth)))
            << format->name << " " << width << "x" << height;
      }
}

TEST_F(DeepKernel, counts_long_and_tall_frames_at_odd_addresses) {
  for (const char* name : {"GRAY16_LE", "RGBA64_LE", "BGR 16 bits"})
    for (size_t offset : {0, 1, 2})
      for (const auto& [width, height] :
           {std::pair<uint32_t, uint32_t>{200000, 1}, {1, 200000}, {3, 70000}}) {
        Layout layout = layout_of(format_named(name), width, height);
        layout.offset = offset;
        const Frame frame = make_frame(layout, Content::noise);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), 4096)))
            << name << " " << width << "x" << height << " offset " << offset;
      }
}

TEST_F(DeepKernel, counts_regions_that_share_a_scratch) {
  for (const FormatInfo* format : deep_formats()) {
    const Frame frame = make_frame(layout_of(*format, 641, 359), Content::noise);
    Request request = request_all(frame.view(), 1u << format->depth);
    request.regions = {{0, 0, 641, 359}, {1, 1, 1, 1},     {3, 5, 100, 60},
                       {0, 100, 641, 1}, {640, 0, 1, 359}, {17, 13, 500, 300}};
    EXPECT_TRUE(counts_right(frame, request)) << format->name;
  }
}

TEST_F(DeepKernel, counts_the_same_run_after_run) {
  const Frame frame = make_frame(layout_of(format_named("RGBA64_LE"), 1920, 1080), Content::runs);
  const Request request = request_all(frame.view(), 65536);
  for (int i = 0; i < 20; i++)
    ASSERT_TRUE(counts_right(frame, request)) << i;
}

} // namespace

} // namespace videohistogram::cuda
