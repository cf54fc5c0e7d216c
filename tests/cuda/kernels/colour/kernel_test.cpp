// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours of frames, counted with every shape that any device makes of them.
#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/colour/colour_plan.h"

#include "core/hue.h"
#include "cuda/result_layout.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>

namespace videohistogram::cuda {

namespace {

using namespace reference;
using reference::Matrix;

constexpr uint32_t never_written = 0xDEADBEEF;

constexpr QuantitySet pixel_set =
    rgb_set | quantity_bit(Quantity::maxrgb) | quantity_bit(Quantity::range);
constexpr QuantitySet chroma_set = quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue);
constexpr QuantitySet gamut_set = quantity_bit(Quantity::r_minus_g) |
                                  quantity_bit(Quantity::g_minus_b) |
                                  quantity_bit(Quantity::chroma) | chromaticity_set;

/// What is counted, and how.
struct Wanted {
  QuantitySet quantities = pixel_set | chroma_set | gamut_set;
  uint32_t bins = 256;
  reference::ColourSpec spec;
  RangeLimits limits = RangeLimits::r103;
  std::vector<Rect> regions;
  bool interlaced = false;
};

std::vector<const FormatInfo*> ycbcr_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    if ((*format)->is_ycbcr())
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

/// Fails with the first count that differs.
testing::AssertionResult same(const std::vector<uint32_t>& expected,
                              const std::vector<uint32_t>& actual, const Plan& plan) {
  if (expected == actual)
    return testing::AssertionSuccess();
  size_t i = 0;
  while (expected[i] == actual[i])
    i++;
  const size_t rectangle = i / plan.rectangle_counts(), of_rectangle = i % plan.rectangle_counts();
  const auto histogram = std::find_if(plan.histograms.rbegin(), plan.histograms.rend(),
                                      [&](const Histogram& h) { return h.first <= of_rectangle; });
  return testing::AssertionFailure()
         << "rectangle " << rectangle << ", " << quantity_name(histogram->quantity) << ", bin "
         << of_rectangle - histogram->first << " of " << histogram->bins << ": " << actual[i]
         << " instead of " << expected[i];
}

class ColourKernel : public testing::Test {
protected:
  void SetUp() override {
    device_.overlap = true;
    ASSERT_EQ(prepare_colour_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    for (uint32_t depth : {8u, 10u, 12u, 16u}) {
      const size_t bytes = sizeof(uint16_t) * hue_table_entries(depth);
      hues_[depth] = allocate<uint16_t>(bytes);
      ASSERT_EQ(copy_to_device(hues_[depth].get(), hue_table(depth), bytes), cudaSuccess);
    }
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// The counts of a frame, as on a device that has these properties; empty after an error.
  std::vector<uint32_t> count(const FrameView& frame, const Plan& plan, const Wanted& wanted,
                              const DeviceProperties& device) {
    const size_t size = frame.planes[0].size;
    const DeviceMemory<uint8_t> pixels = allocate<uint8_t>(size);
    const size_t scratch_bytes = colour_frame_scratch_bytes(plan);
    const DeviceMemory<uint8_t> scratch = allocate<uint8_t>(scratch_bytes);
    const size_t result_counts = ResultLayout(plan, wanted.regions.size()).total();
    const HostMemory<uint32_t> results =
        allocate_mapped<uint32_t>(result_counts * sizeof(uint32_t));
    std::fill_n(results.get(), result_counts, never_written);
    EXPECT_EQ(copy_to_device(pixels.get(), frame.planes[0].data, size), cudaSuccess);
    EXPECT_EQ(cudaMemset(scratch.get(), 0, scratch_bytes), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); // the stream does not wait for the copies
    FrameView view = frame;
    for (PlaneView& plane : view.planes)
      plane.data = pixels.get();

    CountMemory memory{scratch.get(), scratch_bytes, nullptr,
                       nullptr,       results.get(), hues_.at(plan.format.depth).get()};
    DeviceMemory<float> light;
    if (const ChromaticityPlan& chromaticities = plan.colours.chromaticities;
        chromaticities.light) {
      light = allocate<float>(chromaticities.light_bytes());
      EXPECT_EQ(copy_to_device(light.get(), chromaticities.light, chromaticities.light_bytes()),
                cudaSuccess);
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      memory.chromaticity_light = light.get();
    }
    cudaError_t code = cudaSuccess;
    for (const ColourLaunch& launch :
         plan_colour_launches({device, plan, view, wanted.regions, memory}))
      if (code == cudaSuccess)
        code = launch_colour_kernel(launch, stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    EXPECT_EQ(code, cudaSuccess) << cudaGetErrorString(code);
    std::vector<uint8_t> left(scratch_bytes);
    EXPECT_EQ(cudaMemcpy(left.data(), scratch.get(), scratch_bytes, cudaMemcpyDeviceToHost),
              cudaSuccess);
    EXPECT_EQ(std::count(left.begin(), left.end(), 0), static_cast<ptrdiff_t>(scratch_bytes))
        << "the scratch is zero after a frame";
    std::vector<uint32_t> counts(plan.total_counts(wanted.regions.size()));
    collect_counts(plan, wanted.regions.size(), false, results.get(), counts.data());
    return counts;
  }

  static SharedPlan plan_of(const FrameView& frame, const Wanted& wanted) {
    return *compile_plan(
        *frame.format, frame.width, frame.height,
        computed_plan(*frame.format, wanted.quantities, wanted.bins, wanted.spec, wanted.limits));
  }

  testing::AssertionResult counts_right(const Frame& frame, const Wanted& wanted,
                                        const DeviceProperties& device) {
    FrameView view = frame.view();
    view.interlaced = wanted.interlaced;
    const SharedPlan plan = plan_of(view, wanted);
    return same(count_all_computed(view, *plan, wanted.spec, wanted.limits, wanted.regions),
                count(view, *plan, wanted, device), *plan);
  }
  testing::AssertionResult counts_right(const Frame& frame, const Wanted& wanted) {
    return counts_right(frame, wanted, device_);
  }

  /// Compares with the definitions in core/colour.h, which other tests compare with the reference:
  /// they are faster. The format has Y, Cb and Cr of one size, each in a plane.
  testing::AssertionResult counts_as_defined(const FrameView& frame, const Wanted& wanted,
                                             const DeviceProperties& device) {
    const SharedPlan plan = plan_of(frame, wanted);
    std::vector<uint32_t> expected(plan->rectangle_counts());
    const auto sample = [&](uint32_t p, uint32_t x, uint32_t y) {
      const uint8_t* const row = frame.planes[p].row(y);
      if (frame.format->sample_bytes == 1)
        return uint32_t{row[x]};
      uint16_t value;
      std::memcpy(&value, row + 2 * x, 2);
      return uint32_t{value};
    };
    for (uint32_t y = 0; y < frame.height; y++)
      for (uint32_t x = 0; x < frame.width; x++) {
        const uint32_t v[] = {sample(0, x, y), sample(1, x, y), sample(2, x, y)};
        for (const Histogram& h : plan->histograms) {
          const ColourPlan& c = plan->colours;
          const uint32_t value =
              h.quantity == Quantity::range ? c.range(v[0], v[1], v[2])
              : h.quantity == Quantity::maxrgb
                  ? c.full.maximum(v[0], v[1], v[2])
                  : c.rgb.colour(static_cast<uint32_t>(h.quantity), v[0], v[1], v[2]);
          expected[h.first + bin_of(value, h.bins, h.depth)]++;
        }
      }
    return same(expected, count(frame, *plan, wanted, device), *plan);
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
  std::map<uint32_t, DeviceMemory<uint16_t>> hues_; ///< by the depth
};

/// A test per format, so that sanitizers can check several of them at the same time.
class ColourKernelOfFormat : public ColourKernel,
                             public testing::WithParamInterface<const FormatInfo*> {};

TEST_P(ColourKernelOfFormat, counts_every_content_of_every_format) {
  const FormatInfo* const format = GetParam();
  for (Content content : all_contents)
    for (uint32_t bins : {256u, 0u}) {
      Wanted wanted;
      wanted.bins = bins;
      EXPECT_TRUE(counts_right(make_frame(layout_of(*format, 331, 83), content), wanted))
          << format->name << " " << content_name(content) << " " << bins;
    }
}

TEST_F(ColourKernel, counts_any_quantities) {
  for (const char* name : {"NV12", "YUY2", "Y444", "P010_10LE", "I422_10LE", "I420_12LE"})
    for (bool narrow : {false, true}) {
      const Frame frame = make_frame(layout_of(format_named(name), 201, 37), Content::noise);
      const QuantitySet all = pixel_set | chroma_set;
      for (QuantitySet set = all; set > 0; set = (set - 1) & all) {
        Wanted wanted;
        wanted.quantities = set;
        wanted.spec.narrow = narrow;
        EXPECT_TRUE(counts_right(frame, wanted)) << name << " quantities " << set;
      }
    }
}

TEST_F(ColourKernel, counts_in_any_number_of_bins) {
  for (const char* name : {"NV12", "Y444", "P010_10LE", "P012_LE", "P016_LE"}) {
    const Frame frame = make_frame(layout_of(format_named(name), 301, 107), Content::noise);
    for (uint32_t bins : {1u, 2u, 100u, 128u, 200u, 255u, 257u, 512u, 1000u, 4096u, 65535u}) {
      Wanted wanted;
      wanted.bins = bins;
      EXPECT_TRUE(counts_right(frame, wanted)) << name << " " << bins;
    }
  }
}

TEST_F(ColourKernel, counts_by_every_matrix_range_and_limits) {
  for (const char* name : {"NV21", "Y42B", "P010_10LE", "Y444_12LE", "P016_LE"})
    for (Matrix matrix : all_matrices)
      for (uint32_t flags = 0; flags < 8; flags++) {
        Wanted wanted;
        wanted.spec = {matrix, (flags & 1) != 0, (flags & 2) != 0};
        wanted.limits = flags & 4 ? RangeLimits::legal : RangeLimits::r103;
        const Frame frame = make_frame(layout_of(format_named(name), 160, 96), Content::noise);
        EXPECT_TRUE(counts_right(frame, wanted))
            << name << " matrix " << static_cast<int>(matrix) << " flags " << flags;
      }
}

TEST_F(ColourKernel, counts_range_of_rgb) {
  for (const char* name : {"RGBA", "xBGR", "BGR", "RGBA64_LE", "ABGR64_LE"})
    for (bool limited : {false, true})
      for (RangeLimits limits : {RangeLimits::r103, RangeLimits::legal}) {
        Wanted wanted;
        wanted.quantities = quantity_bit(Quantity::range);
        wanted.spec.limited = limited;
        wanted.limits = limits;
        wanted.regions = {{3, 5, 60, 31}};
        Layout layout = layout_of(format_named(name), 131, 57);
        layout.padding = 3;
        EXPECT_TRUE(counts_right(make_frame(layout, Content::noise), wanted)) << name << limited;
      }
}

TEST_P(ColourKernelOfFormat, counts_frames_at_any_alignment) {
  const FormatInfo* const format = GetParam();
  for (size_t offset : {0, 1, 2, 3, 4, 8, 12, 16})
    for (size_t padding : {0, 1, 2, 4, 8})
      for (bool bottom_up : {false, true})
        for (uint32_t bins : {256u, 333u}) {
          Layout layout = layout_of(*format, 96, 11);
          layout.offset = offset;
          layout.padding = padding;
          layout.bottom_up = bottom_up;
          Wanted wanted;
          wanted.bins = bins;
          EXPECT_TRUE(counts_right(make_frame(layout, Content::noise), wanted))
              << format->name << " offset " << offset << " padding " << padding << bottom_up;
        }
}

TEST_P(ColourKernelOfFormat, counts_frames_of_any_small_size) {
  const FormatInfo* const format = GetParam();
  for (uint32_t width = 1; width <= 40; width++)
    for (uint32_t height : {1u, 2u, 3u, 4u, 7u, 9u})
      for (bool interlaced : {false, true}) {
        Layout layout = layout_of(*format, width, height);
        layout.padding = width % 3;
        Wanted wanted;
        wanted.interlaced = interlaced;
        EXPECT_TRUE(counts_right(make_frame(layout, Content::noise, width), wanted))
            << format->name << " " << width << "x" << height << (interlaced ? " i" : " p");
      }
}

TEST_P(ColourKernelOfFormat, counts_regions_of_frames_and_of_fields) {
  const FormatInfo* const format = GetParam();
  for (bool interlaced : {false, true})
    for (uint32_t bins : {256u, 0u}) {
      Wanted wanted;
      wanted.bins = bins;
      wanted.interlaced = interlaced;
      wanted.regions = {{0, 0, 241, 119}, {1, 1, 1, 1},      {3, 5, 100, 60}, {0, 100, 241, 1},
                        {240, 0, 1, 119}, {17, 13, 200, 91}, {7, 9, 0, 20},   {241, 119, 0, 0},
                        {16, 8, 64, 32},  {15, 7, 66, 34},   {2, 2, 20, 3}};
      EXPECT_TRUE(counts_right(make_frame(layout_of(*format, 241, 119), Content::noise), wanted))
          << format->name << (interlaced ? " interlaced " : " progressive ") << bins;
    }
}

TEST_F(ColourKernel, counts_right_with_the_shared_memory_of_any_device) {
  for (uint32_t shared_bytes : {48u * 1024, 64u * 1024, 101376u, 166912u, 232448u})
    for (uint32_t multiprocessors : {1u, 20u, 132u, 1000u})
      for (const char* name : {"NV12", "P010_10LE", "P016_LE"}) {
        if (shared_bytes > device_.shared_bytes)
          continue;
        DeviceProperties pretended = device_;
        pretended.multiprocessors = multiprocessors;
        pretended.shared_bytes = shared_bytes;
        const Frame frame = make_frame(layout_of(format_named(name), 641, 363), Content::noise);
        for (uint32_t bins : {256u, 1000u, 0u}) {
          Wanted wanted;
          wanted.bins = bins;
          EXPECT_TRUE(counts_right(frame, wanted, pretended))
              << name << " " << bins << " bins, " << shared_bytes << " bytes, " << multiprocessors;
        }
      }
}

TEST_F(ColourKernel, counts_every_pixel_of_8_bits_as_defined) {
  Frame frame(layout_of(format_named("Y444"), 4096, 4096));
  for (uint32_t i = 0; i < 1u << 24; i++)
    for (uint32_t p = 0; p < 3; p++)
      *frame.pixel(i % 4096, i / 4096, p) = static_cast<uint8_t>(i >> 8 * p);
  for (Matrix matrix : {Matrix::bt601, Matrix::bt709, Matrix::bt2020})
    for (uint32_t flags = 0; flags < 8; flags++) {
      Wanted wanted;
      wanted.quantities = pixel_set;
      wanted.spec = {matrix, (flags & 1) != 0, (flags & 2) != 0};
      wanted.limits = flags & 4 ? RangeLimits::legal : RangeLimits::r103;
      EXPECT_TRUE(counts_as_defined(frame.view(), wanted, device_)) << flags;
    }
}

TEST_F(ColourKernel, counts_every_luma_of_10_bits_with_many_chromas_as_defined) {
  Frame frame(layout_of(format_named("Y444_10LE"), 1024, 8192));
  std::mt19937 random(5);
  for (uint32_t y = 0; y < 8192; y++) {
    const uint32_t cb = y < 1024 ? y : random() % 1024, cr = y < 1024 ? 1023 - y : random() % 1024;
    for (uint32_t x = 0; x < 1024; x++) {
      const uint16_t values[] = {static_cast<uint16_t>(x), static_cast<uint16_t>(cb),
                                 static_cast<uint16_t>(cr)};
      for (uint32_t p = 0; p < 3; p++)
        std::memcpy(frame.pixel(x, y, p), &values[p], 2);
    }
  }
  for (uint32_t bins : {256u, 4096u})
    for (Matrix matrix : {Matrix::bt709, Matrix::bt2020})
      for (uint32_t flags = 0; flags < 8; flags++) {
        Wanted wanted;
        wanted.bins = bins;
        wanted.quantities = pixel_set;
        wanted.spec = {matrix, (flags & 1) != 0, (flags & 2) != 0};
        wanted.limits = flags & 4 ? RangeLimits::legal : RangeLimits::r103;
        EXPECT_TRUE(counts_as_defined(frame.view(), wanted, device_)) << bins << " " << flags;
      }
}

TEST_F(ColourKernel, counts_saturation_and_hue_of_every_chroma) {
  for (const char* name : {"Y444", "Y444_10LE"}) {
    const FormatInfo& format = format_named(name);
    const uint32_t values = 1u << format.depth;
    Frame frame(layout_of(format, values, values));
    for (uint32_t y = 0; y < values; y++)
      for (uint32_t x = 0; x < values; x++) {
        const uint16_t cb = static_cast<uint16_t>(x), cr = static_cast<uint16_t>(y);
        std::memcpy(frame.pixel(x, y, 1), &cb, format.sample_bytes);
        std::memcpy(frame.pixel(x, y, 2), &cr, format.sample_bytes);
      }
    Wanted wanted;
    wanted.quantities = chroma_set;
    wanted.bins = 0;
    for (uint32_t part = 0; part < 64; part++) // the first are counted in groups
      wanted.regions.push_back(
          {part % 8 * values / 8, part / 8 * values / 8, values / 8, values / 8});
    for (uint32_t x = 0; x < values; x += values / 32) // these singly
      wanted.regions.push_back({x, 0, 1, values});
    EXPECT_TRUE(counts_right(frame, wanted)) << name;
  }
}

TEST_F(ColourKernel, drains_packed_counters_before_they_overflow) {
  DeviceProperties pretended = device_;
  for (uint32_t multiprocessors : {1u, 3u})
    for (const char* name : {"Y444", "Y444_10LE"})
      for (size_t padding : {0, 1}) // a group, or a pixel, at a time
        for (QuantitySet set : {pixel_set, rgb_set, quantity_bit(Quantity::g)}) {
          Layout layout =
              layout_of(format_named(name), padding ? 15 : 4096, padding ? 90000 : 1100);
          layout.padding = padding;
          pretended.multiprocessors = multiprocessors;
          Wanted wanted;
          wanted.quantities = set;
          const Frame frame = make_frame(layout, Content::black);
          EXPECT_TRUE(counts_as_defined(frame.view(), wanted, pretended))
              << name << " " << multiprocessors << " padding " << padding;
        }
}

TEST_F(ColourKernel, counts_the_same_run_after_run) {
  for (const char* name : {"NV12", "P010_10LE"})
    for (uint32_t bins : {256u, 1000u}) {
      const Frame frame = make_frame(layout_of(format_named(name), 1920, 1080), Content::runs);
      Wanted wanted;
      wanted.bins = bins;
      const FrameView view = frame.view();
      const SharedPlan plan = plan_of(view, wanted);
      const std::vector<uint32_t> expected =
          count_all_computed(view, *plan, wanted.spec, wanted.limits, {});
      for (int i = 0; i < 20; i++)
        ASSERT_TRUE(same(expected, count(view, *plan, wanted, device_), *plan)) << name << " " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, ColourKernelOfFormat, testing::ValuesIn(ycbcr_formats()),
                         [](const auto& format) { return test_name(*format.param); });

} // namespace

} // namespace videohistogram::cuda
