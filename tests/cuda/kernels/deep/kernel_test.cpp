// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of deep samples, counted with every shape that any device makes of them.
#include "cuda/kernels/common/counter_parts.h"
#include "cuda/kernels/deep/deep_kernel.h"
#include "cuda/kernels/deep/deep_plan.h"

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

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint32_t never_written = 0xDEADBEEF;

constexpr const char* planar_formats[] = {"P010_10LE", "I420_10LE", "Y444_10LE", "P012_LE",
                                          "I422_12LE", "P016_LE",   "A444_10LE"};

// Powers of two are fields of a sample's bits.
constexpr uint32_t numbers_of_bins[] = {1, 2, 255, 256, 1000, 1024, 4096, 65535, 65536};

std::vector<const FormatInfo*> deep_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
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
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// A frame in device memory, and device memory for what a request counts.
  struct Memory {
    DeviceMemory<uint8_t> pixels, scratch;
    HostMemory<uint32_t> results;
    size_t scratch_bytes;
    FrameView frame;
  };

  /// The frame's first byte is at a multiple of 256.
  static Memory upload(const FrameView& frame, const Request& request) {
    Memory memory;
    const size_t size = frame.planes[0].size;
    memory.pixels = allocate<uint8_t>(size);
    EXPECT_EQ(copy_to_device(memory.pixels.get(), frame.planes[0].data, size), cudaSuccess);
    memory.scratch_bytes = deep_frame_scratch_bytes(**plan_of(frame, request));
    memory.scratch = allocate<uint8_t>(memory.scratch_bytes);
    EXPECT_EQ(cudaMemset(memory.scratch.get(), 0, memory.scratch_bytes), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); // the stream does not wait for it
    memory.results = allocate_mapped<uint32_t>(request.total_counts() * sizeof(uint32_t));
    std::fill_n(memory.results.get(), request.total_counts(), never_written);
    memory.frame = frame;
    for (PlaneView& plane : memory.frame.planes)
      plane.data = memory.pixels.get();
    return memory;
  }

  static testing::AssertionResult is_zero(const uint8_t* scratch, size_t bytes) {
    std::vector<uint32_t> words(bytes / sizeof(uint32_t));
    if (cudaMemcpy(words.data(), scratch, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
      return testing::AssertionFailure() << "the scratch cannot be read";
    for (size_t i = 0; i < words.size(); i++)
      if (words[i] != 0)
        return testing::AssertionFailure() << "word " << i << " of the scratch is " << words[i];
    return testing::AssertionSuccess();
  }

  /// Whether a launch counted the frame as the reference does.
  testing::AssertionResult check(cudaError_t launched, const Memory& memory, const FrameView& frame,
                                 const Request& request) {
    const cudaError_t code = launched == cudaSuccess ? cudaStreamSynchronize(stream_) : launched;
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    const uint32_t* const counts = memory.results.get();
    const testing::AssertionResult same =
        same_counts(reference::count(frame, request),
                    std::vector<uint32_t>(counts, counts + request.total_counts()), request);
    return same ? is_zero(memory.scratch.get(), memory.scratch_bytes) : same;
  }

  /// Counts as on a device of these properties. The frame and its regions are in flight at once.
  testing::AssertionResult counts_right(const Frame& frame, const Request& request,
                                        const DeviceProperties& device) {
    const FrameView view = frame.view();
    const Memory memory = upload(view, request);
    const CountMemory count_memory{memory.scratch.get(), memory.scratch_bytes, nullptr, nullptr,
                                   memory.results.get()};
    cudaError_t code = cudaSuccess;
    for (const DeepLaunch& launch : plan_deep_launches(
             {device, **plan_of(view, request), memory.frame, request.regions, count_memory}))
      if (code == cudaSuccess)
        code = launch_deep_kernel(launch, stream_);
    return check(code, memory, view, request);
  }
  testing::AssertionResult counts_right(const Frame& frame, const Request& request) {
    return counts_right(frame, request, device_);
  }

  /// Counts in shapes that no device gives. `change(shape, i)` changes the shape of plane i. The
  /// request has all channels and no regions.
  template <class Change>
  testing::AssertionResult counts_right_in_shape(const Frame& frame, const Request& request,
                                                 Change change) {
    const FrameView view = frame.view();
    const Memory memory = upload(view, request);
    const uint32_t n = view.format->n_sample_planes;
    const SharedPlan plan = *plan_of(view, request);
    DeepLaunch launch{{}, n, memory.results.get(), request.total_counts()};
    DeepWork work[max_sample_planes];
    DeepShape shapes[max_sample_planes];
    auto* scratch = reinterpret_cast<uint32_t*>(memory.scratch.get());
    uint32_t* results = memory.results.get();
    for (uint32_t i = 0; i < n; i++) {
      DeepParameters& p = launch.planes[i].parameters;
      const SamplePlaneView sample_plane = memory.frame.sample_plane(i);
      p = deep_parameters(*plan, plan->planes[i]);
      p.pixels = sample_plane.data;
      p.stride = sample_plane.stride;
      p.width = sample_plane.width;
      p.height = sample_plane.height;
      p.scratch = scratch;
      p.results = results;
      scratch += deep_scratch_bytes(p.counters()) / sizeof(uint32_t);
      results += p.counters();
      work[i] = {p.channels(), p.bins, p.computed != 0, uint64_t{p.width} * p.height,
                 2 * p.pixel_samples};
    }
    choose_deep_shapes(device_, work, n, shapes);
    for (uint32_t i = 0; i < n; i++) {
      change(shapes[i], i);
      launch.planes[i].shape = shapes[i];
    }
    return check(launch_deep_kernel(launch, stream_), memory, view, request);
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
};

/// A test per format, so that sanitizers can check several of them at the same time.
class DeepKernelOfFormat : public DeepKernel,
                           public testing::WithParamInterface<const FormatInfo*> {};

TEST_P(DeepKernelOfFormat, counts_every_content_of_every_format) {
  const FormatInfo* const format = GetParam();
  for (Content content : all_contents)
    for (uint32_t bins : numbers_of_bins) {
      if (bins > 1u << format->depth)
        continue;
      const Frame frame = make_frame(layout_of(*format, 331, 211), content);
      EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
          << format->name << " " << content_name(content) << " " << bins;
    }
}

TEST_P(DeepKernelOfFormat, counts_any_channels) {
  const FormatInfo* const format = GetParam();
  for (size_t padding : {0, 5})
    for (uint32_t bins : {250u, 256u}) {
      if (bins > 1u << format->depth)
        continue;
      Layout layout = layout_of(*format, 401, 203);
      layout.padding = padding;
      const Frame frame = make_frame(layout, Content::noise);
      const QuantitySet countable = format->quantities_in(Domain::plane);
      for (QuantitySet set = 1; set <= countable; set++)
        if ((set & ~countable) == 0) {
          Request request;
          request.channels = select_plane_quantities(*format, set);
          request.bins = bins;
          request.regions = {{3, 5, 100, 61}};
          EXPECT_TRUE(counts_right(frame, request))
              << format->name << ", channels " << set << ", " << bins << " bins";
        }
    }
}

TEST_F(DeepKernel, counts_right_with_the_shared_memory_of_any_device) {
  for (uint32_t shared_bytes : {48u * 1024, 64u * 1024, 101376u, 166912u, 232448u})
    for (uint32_t multiprocessors : {1u, 20u, 132u, 1000u})
      for (const char* name : {"GRAY16_LE", "RGBA64_LE", "RGB 12 bits", "P010_10LE", "I420_10LE",
                               "P012_LE", "P016_LE"}) {
        if (shared_bytes > device_.shared_bytes)
          continue;
        const DeviceProperties pretended{device_.capability, multiprocessors, shared_bytes};
        const FormatInfo& format = format_named(name);
        const Frame frame = make_frame(layout_of(format, 1201, 803), Content::noise);
        for (uint32_t bins : {256u, 1000u, 1u << format.depth})
          EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins), pretended))
              << name << " " << bins << " bins, " << shared_bytes << " bytes, " << multiprocessors;
      }
}

TEST_F(DeepKernel, counts_right_with_any_number_of_copies_and_portions) {
  for (const char* name : {"GRAY16_LE", "P010_10LE", "Y444_10LE"})
    for (uint32_t bins : {333u, 512u}) {
      const Frame frame = make_frame(layout_of(format_named(name), 997, 601), Content::noise);
      const Request request = request_all(frame.view(), bins);
      const bool fields = bins == 512;
      for (uint32_t copies = fields ? 4 : 1; copies <= 32; copies *= 2)
        for (uint32_t portions : {1u, 2u, 7u, 132u, 500u}) {
          if (part_table_bytes(2 * bins, copies) > device_.shared_bytes)
            continue;
          EXPECT_TRUE(counts_right_in_shape(
              frame, request,
              [&](DeepShape& shape, uint32_t plane) {
                ASSERT_EQ(shape.fields, fields);
                shape.copies = copies;
                shape.portions = plane == 0 ? portions : 1 + portions / 3;
                shape.shared_bytes = fields ? deep_field_table_bytes(shape.part_counters, copies)
                                            : part_table_bytes(shape.part_counters, copies);
              }))
              << name << " " << bins << " bins, " << copies << " copies, " << portions;
        }
    }
}

TEST_F(DeepKernel, counts_planes_that_have_parts) {
  for (const char* name : planar_formats)
    for (Content content : {Content::horizontal, Content::noise}) {
      const Frame frame = make_frame(layout_of(format_named(name), 997, 601), content);
      const Request request = request_all(frame.view(), 1023);
      for (uint32_t part_counters : {64u, 352u, 512u})
        for (uint32_t portions : {1u, 5u}) {
          EXPECT_TRUE(counts_right_in_shape(frame, request,
                                            [&](DeepShape& shape, uint32_t plane) {
                                              const uint32_t counters = shape.part_counters;
                                              shape.copies = 1;
                                              shape.part_counters = part_counters;
                                              shape.parts =
                                                  (counters + part_counters - 1) / part_counters;
                                              shape.portions = portions + plane;
                                              shape.shared_bytes =
                                                  part_table_bytes(part_counters, 1);
                                            }))
              << name << " " << content_name(content) << ", parts of " << part_counters;
        }
    }
}

/// A frame of GRAY16_LE of which `upper` pixels are 40000, `lower` pixels 7232, which shares a word
/// of the table, and all others 1.
Frame frame_of_two_values(uint32_t width, uint32_t height, uint32_t upper, uint32_t lower) {
  Frame frame = make_frame(layout_of(format_named("GRAY16_LE"), width, height), Content::black);
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const uint32_t i = y * width + x;
      const auto value = static_cast<uint16_t>(i < upper ? 40000 : i < upper + lower ? 7232 : 1);
      std::memcpy(frame.pixel(x, y), &value, sizeof value);
    }
  return frame;
}

TEST_F(DeepKernel, counts_more_than_65535_pixels_in_halves) {
  const auto check = [&](uint32_t upper, uint32_t lower, uint32_t portions) {
    const Frame frame = frame_of_two_values(1021, 401, upper, lower);
    EXPECT_TRUE(counts_right_in_shape(frame, request_all(frame.view(), 65536),
                                      [&](DeepShape& shape, uint32_t) {
                                        ASSERT_TRUE(shape.halves);
                                        shape.portions = portions;
                                      }))
        << upper << ", " << lower << ", " << portions << " portions";
  };
  for (uint32_t portions : {1u, 2u, 3u})
    for (uint32_t upper : {0u, 65534u, 65535u, 65536u, 131071u, 200000u})
      for (uint32_t lower : {0u, 65535u, 65536u, 131072u, 200000u})
        check(upper, lower, portions);
}

TEST_F(DeepKernel, counts_halves_with_any_number_of_copies_and_portions) {
  for (const char* name : {"GRAY16_LE", "RGBA64_LE", "P016_LE", "BGR 16 bits"})
    for (Content content : {Content::white, Content::noise})
      for (uint32_t bins : {2u, 64u, 8192u, 65536u})
        for (uint32_t copies : {1u, 4u, 32u})
          for (uint32_t portions : {1u, 7u}) {
            if (deep_half_bytes(bins, copies) > device_.shared_bytes)
              continue;
            const Frame frame = make_frame(layout_of(format_named(name), 299, 301), content);
            Request request = request_all(frame.view(), bins);
            request.channels =
                select_plane_quantities(format_named(name), format_named(name).channels());
            EXPECT_TRUE(counts_right_in_shape(
                frame, request,
                [&](DeepShape& shape, uint32_t plane) {
                  shape.fields = false;
                  shape.halves = true;
                  shape.parts = format_named(name).sample_planes[plane].n_components;
                  shape.part_counters = bins;
                  shape.copies = copies;
                  shape.portions = portions;
                  shape.shared_bytes = std::max(deep_half_bytes(bins, copies), 16u);
                }))
                << name << " " << content_name(content) << " " << bins << " bins, " << copies
                << " copies, " << portions << " portions";
          }
}

TEST_F(DeepKernel, refuses_pixels_that_no_kernel_counts) {
  DeepLaunch launch{};
  launch.n_planes = 1;
  launch.planes[0].parameters.pixel_samples = 5;
  EXPECT_EQ(launch_deep_kernel(launch, stream_), cudaErrorInvalidValue);
}

TEST_F(DeepKernel, counts_frames_of_4K) {
  for (const char* name :
       {"GRAY16_LE", "RGBA64_LE", "P010_10LE", "I420_10LE", "Y444_10LE", "Y444_12LE", "P016_LE"})
    for (Content content : {Content::white, Content::values_x32, Content::runs, Content::noise})
      for (uint32_t bins : {256u, 1000u, 1024u, 4096u, 65536u}) {
        const FormatInfo& format = format_named(name);
        if (bins > 1u << format.depth)
          continue;
        const Frame frame = make_frame(layout_of(format, 3840, 2160), content);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
            << name << " " << content_name(content) << " " << bins;
      }
}

TEST_P(DeepKernelOfFormat, counts_frames_at_any_alignment) {
  const FormatInfo* const format = GetParam();
  for (size_t offset = 0; offset < 18; offset++)
    for (size_t padding : {0, 1, 2, 7, 8})
      for (bool bottom_up : {false, true})
        for (uint32_t bins : {500u, 512u}) {
          Layout layout = layout_of(*format, 83, 11);
          layout.offset = offset;
          layout.padding = padding;
          layout.bottom_up = bottom_up;
          const Frame frame = make_frame(layout, Content::noise);
          EXPECT_TRUE(
              counts_right(frame, request_all(frame.view(), std::min(bins, 1u << format->depth))))
              << format->name << " offset " << offset << " padding " << padding << bottom_up;
        }
}

TEST_P(DeepKernelOfFormat, counts_frames_of_any_small_size) {
  const FormatInfo* const format = GetParam();
  for (uint32_t width = 1; width <= 40; width++)
    for (uint32_t height : {1u, 2u, 5u})
      for (uint32_t bins : {1u << format->depth, (1u << format->depth) - 1}) {
        Layout layout = layout_of(*format, width, height);
        layout.padding = width % 3;
        const Frame frame = make_frame(layout, Content::noise, width);
        EXPECT_TRUE(counts_right(frame, request_all(frame.view(), bins)))
            << format->name << " " << width << "x" << height << ", " << bins << " bins";
      }
}

TEST_F(DeepKernel, counts_long_and_tall_frames_at_odd_addresses) {
  for (const char* name : {"GRAY16_LE", "RGBA64_LE", "BGR 16 bits", "P010_10LE", "I420_10LE"})
    for (size_t offset : {0, 1, 2})
      for (const auto& [width, height] :
           {std::pair<uint32_t, uint32_t>{200000, 1}, {1, 200000}, {3, 70000}}) {
        const FormatInfo& format = format_named(name);
        Layout layout = layout_of(format, width, height);
        layout.offset = offset;
        const Frame frame = make_frame(layout, Content::noise);
        EXPECT_TRUE(
            counts_right(frame, request_all(frame.view(), std::min(4096u, 1u << format.depth))))
            << name << " " << width << "x" << height << " offset " << offset;
      }
}

TEST_P(DeepKernelOfFormat, counts_regions_that_share_a_scratch) {
  const FormatInfo* const format = GetParam();
  for (uint32_t bins : {1u << format->depth, (1u << format->depth) - 1}) {
    const Frame frame = make_frame(layout_of(*format, 641, 359), Content::noise);
    Request request = request_all(frame.view(), bins);
    request.regions = {{0, 0, 641, 359}, {1, 1, 1, 1},       {3, 5, 100, 60}, {0, 100, 641, 1},
                       {640, 0, 1, 359}, {17, 13, 500, 300}, {7, 9, 0, 20},   {641, 359, 0, 0}};
    EXPECT_TRUE(counts_right(frame, request)) << format->name << " " << bins;
  }
}

TEST_F(DeepKernel, counts_the_same_run_after_run) {
  for (const char* name : {"RGBA64_LE", "P010_10LE"}) {
    const FormatInfo& format = format_named(name);
    const Frame frame = make_frame(layout_of(format, 1920, 1080), Content::runs);
    const Request request = request_all(frame.view(), 1u << format.depth);
    for (int i = 0; i < 20; i++)
      ASSERT_TRUE(counts_right(frame, request)) << name << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DeepKernelOfFormat, testing::ValuesIn(deep_formats()),
                         [](const auto& format) { return test_name(*format.param); });

} // namespace

} // namespace videohistogram::cuda
