// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Joint histograms of frames, counted with every shape that any device makes of them.
#include "cuda/kernels/joint/joint_kernel.h"
#include "cuda/kernels/joint/joint_plan.h"

#include "core/hue.h"
#include "cuda/kernels/common/matrix_step.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"
#include "tests/reference/joint.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

namespace videohistogram::cuda {

namespace {

using namespace reference;
using reference::Matrix;

constexpr QuantitySet everything = all_quantities & ~all_differences;

/// A joint histogram to count.
struct Pair {
  Quantity x, y;
  uint32_t x_bins = 256, y_bins = 256; ///< reduced to what the quantities can have
};

/// The pairs to count, and the meaning of their values.
struct Wanted {
  std::vector<Pair> pairs;
  reference::ColourSpec spec;
  RangeLimits limits = RangeLimits::r103;
  std::vector<Rect> regions;
  bool interlaced = false;
};

Layout layout_of(const FormatInfo& format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format.name;
  layout.width = width;
  layout.height = height;
  return layout;
}
Layout layout_of(const char* format, uint32_t width, uint32_t height) {
  return layout_of(format_named(format), width, height);
}

/// Formats with at least two quantities.
std::vector<const FormatInfo*> joint_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    if (select_quantities(**format, everything).size > 1)
      formats.push_back(*format);
  return formats;
}

/// Pairs that have kernels of their own: of stored samples and of others.
std::vector<Pair> telling_pairs(const FormatInfo& format, uint32_t x_bins = 256,
                                uint32_t y_bins = 256) {
  if (format.is_ycbcr())
    return {{Quantity::cb, Quantity::cr, x_bins, y_bins},
            {Quantity::sat, Quantity::cb, x_bins, y_bins},
            {Quantity::y, Quantity::cr, x_bins, y_bins},
            {Quantity::g, Quantity::maxrgb, x_bins, y_bins}};
  return {{Quantity::r, Quantity::b, x_bins, y_bins},
          {Quantity::luma, Quantity::g, x_bins, y_bins}};
}

std::vector<Pair> all_pairs(const FormatInfo& format, uint32_t x_bins, uint32_t y_bins) {
  std::vector<Pair> pairs;
  for (Quantity x : select_quantities(format, everything))
    for (Quantity y : select_quantities(format, everything))
      if (x != y)
        pairs.push_back({x, y, x_bins, y_bins});
  return pairs;
}

SharedPlan plan_of(const FrameView& frame, const Wanted& wanted) {
  const FormatInfo& format = *frame.format;
  const Quantity any = select_quantities(format, everything)[0]; // every plan has a histogram
  PlanSpec spec = computed_plan(format, quantity_bit(any), 256, wanted.spec, wanted.limits);
  const auto axis = [&](Quantity quantity, uint32_t bins) {
    return ValueAxis{quantity, format.values_of(quantity).bins_for(bins)};
  };
  for (const Pair& pair : wanted.pairs)
    spec.tables.push_back({axis(pair.x, pair.x_bins), {}, axis(pair.y, pair.y_bins)});
  return *compile_plan(format, frame.width, frame.height, spec);
}

class JointKernel : public testing::Test {
protected:
  void SetUp() override {
    device_.overlap = true;
    ASSERT_EQ(prepare_joint_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    for (uint32_t depth : {8u, 10u, 12u, 16u}) {
      const size_t bytes = sizeof(uint16_t) * hue_table_entries(depth);
      hues_[depth] = allocate<uint16_t>(bytes);
      ASSERT_EQ(copy_to_device(hues_[depth].get(), hue_table(depth), bytes), cudaSuccess);
    }
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// The frame's matrices, as on a device that has these properties; empty after an error.
  std::vector<uint32_t> count(const FrameView& frame, const Plan& plan, const Wanted& wanted,
                              const DeviceProperties& device) {
    const size_t size = frame.planes[0].size;
    size_t counters = 0;
    for (size_t i = 0; i < plan.n_matrices(wanted.regions.size()); i++)
      counters += matrix_step(plan.matrix_counters(i));
    const DeviceMemory<uint8_t> pixels = allocate<uint8_t>(size);
    const DeviceMemory<uint32_t> matrices = allocate<uint32_t>(counters * sizeof(uint32_t));
    EXPECT_EQ(copy_to_device(pixels.get(), frame.planes[0].data, size), cudaSuccess);
    EXPECT_EQ(cudaMemset(matrices.get(), 0xAB, counters * sizeof(uint32_t)), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); // the stream does not wait for the copies
    FrameView view = frame;
    for (PlaneView& plane : view.planes)
      plane.data = pixels.get();

    CountMemory memory{nullptr, 0, nullptr, nullptr, nullptr, hues_.at(plan.format.depth).get()};
    DeviceMemory<float> light;
    if (const ChromaticityPlan& chromaticities = plan.colours.chromaticities;
        chromaticities.light) {
      light = allocate<float>(chromaticities.light_bytes());
      EXPECT_EQ(copy_to_device(light.get(), chromaticities.light, chromaticities.light_bytes()),
                cudaSuccess);
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      memory.chromaticity_light = light.get();
    }
    cudaError_t code = launch_joint_clear(matrices.get(), counters, ClearAccess::after_previous,
                                          device.overlap, stream_);
    for (JointLaunch& launch : plan_joint_launches({device, plan, view, wanted.regions, memory})) {
      launch.parameters.matrix = matrices.get() + launch.first;
      if (code == cudaSuccess)
        code = launch_joint_kernel(launch, stream_);
    }
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    EXPECT_EQ(code, cudaSuccess) << cudaGetErrorString(code);
    std::vector<uint32_t> counts(counters);
    EXPECT_EQ(cudaMemcpy(counts.data(), matrices.get(), counters * sizeof(uint32_t),
                         cudaMemcpyDeviceToHost),
              cudaSuccess);
    return counts;
  }

  /// The counts of the reference, [rectangle][pair].
  static std::vector<std::vector<uint32_t>> expect(const FrameView& frame, const Plan& plan,
                                                   const Wanted& wanted) {
    const Meaning meaning{plan.luma, wanted.spec, wanted.limits == RangeLimits::legal};
    std::vector<Rect> rects{{0, 0, frame.width, frame.height}};
    rects.insert(rects.end(), wanted.regions.begin(), wanted.regions.end());
    std::vector<std::vector<uint32_t>> expected;
    for (const Rect& rect : rects)
      for (const Joint& joint : plan.joints)
        expected.push_back(count_joint(frame, {joint.x.quantity, joint.x.bins},
                                       {joint.y.quantity, joint.y.bins}, meaning, rect));
    return expected;
  }

  /// Fails with the first count that differs.
  static testing::AssertionResult same(const std::vector<std::vector<uint32_t>>& expected,
                                       const std::vector<uint32_t>& counts, const Plan& plan) {
    size_t first = 0;
    for (size_t m = 0; m < expected.size(); first += matrix_step(expected[m++].size())) {
      const auto at = counts.begin() + static_cast<ptrdiff_t>(first);
      const auto [wrong, is] = std::mismatch(expected[m].begin(), expected[m].end(), at);
      if (wrong == expected[m].end())
        continue;
      const Joint& joint = plan.joints[m % plan.joints.size()];
      const ptrdiff_t index = wrong - expected[m].begin();
      return testing::AssertionFailure()
             << "rectangle " << m / plan.joints.size() << ", " << quantity_name(joint.x.quantity)
             << "*" << quantity_name(joint.y.quantity) << " " << joint.x.bins << "x" << joint.y.bins
             << ", [" << index / joint.y.bins << "][" << index % joint.y.bins << "]: " << *is
             << " instead of " << *wrong;
    }
    return testing::AssertionSuccess();
  }

  testing::AssertionResult counts_right(const Frame& frame, const Wanted& wanted,
                                        const DeviceProperties& device) {
    FrameView view = frame.view();
    view.interlaced = wanted.interlaced;
    const SharedPlan plan = plan_of(view, wanted);
    return same(expect(view, *plan, wanted), count(view, *plan, wanted, device), *plan);
  }
  testing::AssertionResult counts_right(const Frame& frame, const Wanted& wanted) {
    return counts_right(frame, wanted, device_);
  }

  /// The device with so many multiprocessors, and so much shared memory if it has as much.
  DeviceProperties with(uint32_t shared_bytes, uint32_t multiprocessors) const {
    DeviceProperties pretended = device_;
    pretended.shared_bytes = std::min(shared_bytes, device_.shared_bytes);
    pretended.multiprocessors = multiprocessors;
    return pretended;
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
  std::map<uint32_t, DeviceMemory<uint16_t>> hues_; ///< by the depth
};

TEST_F(JointKernel, counts_every_pair_of_every_way_to_lay_out_samples) {
  for (const char* name :
       {"NV12", "NV21", "I420", "Y42B", "YUY2", "UYVY", "NV24", "Y444", "P010_10LE", "I422_10LE",
        "I420_12LE", "P016_LE", "RGBA", "xBGR", "BGR", "ARGB64_LE"}) {
    Wanted wanted;
    wanted.pairs = all_pairs(format_named(name), 32, 50);
    Layout layout = layout_of(name, 77, 23);
    layout.padding = 4;
    EXPECT_TRUE(counts_right(make_frame(layout, Content::noise), wanted)) << name;
  }
}

/// A test per format, so that sanitizers can check several of them at the same time.
class JointKernelOfFormat : public JointKernel,
                            public testing::WithParamInterface<const FormatInfo*> {};

TEST_P(JointKernelOfFormat, counts_every_content_of_every_format) {
  const FormatInfo* const format = GetParam();
  for (Content content : all_contents) {
    Wanted wanted;
    wanted.pairs = telling_pairs(*format);
    wanted.pairs.push_back({wanted.pairs[1].x, wanted.pairs[1].y, 7, 64});
    EXPECT_TRUE(counts_right(make_frame(layout_of(*format, 203, 51), content), wanted))
        << format->name << " " << content_name(content);
  }
}

TEST_F(JointKernel, counts_in_any_number_of_bins) {
  for (const char* name : {"NV12", "Y444", "P010_10LE", "P016_LE", "RGBA", "RGBA64_LE"}) {
    const Frame frame = make_frame(layout_of(name, 301, 107), Content::noise);
    for (const auto& [x, y] : std::initializer_list<std::pair<uint32_t, uint32_t>>{{2, 2},
                                                                                   {2, 1024},
                                                                                   {1024, 2},
                                                                                   {3, 255},
                                                                                   {100, 256},
                                                                                   {256, 100},
                                                                                   {1000, 333},
                                                                                   {1024, 1024}}) {
      Wanted wanted;
      wanted.pairs = telling_pairs(format_named(name), x, y);
      EXPECT_TRUE(counts_right(frame, wanted)) << name << " " << x << "x" << y;
    }
  }
}

TEST_F(JointKernel, counts_by_every_matrix_range_and_limits) {
  for (const char* name : {"NV21", "P010_10LE", "P016_LE", "RGBA"})
    for (Matrix matrix : all_matrices)
      for (uint32_t flags = 0; flags < 8; flags++) {
        Wanted wanted;
        wanted.spec = {matrix, (flags & 1) != 0, (flags & 2) != 0, static_cast<Curve>(flags % 3),
                       static_cast<Gamut>(matrix)};
        wanted.limits = flags & 4 ? RangeLimits::legal : RangeLimits::r103;
        wanted.pairs = {{Quantity::maxrgb, Quantity::range},
                        {Quantity::r, Quantity::b},
                        {Quantity::g_minus_b, Quantity::r_minus_g},
                        {Quantity::cie_x, Quantity::cie_y, 512, 512},
                        {Quantity::cie_u, Quantity::cie_v, 512, 512}};
        if (format_named(name).is_ycbcr())
          wanted.pairs.push_back({Quantity::chroma, Quantity::y});
        const Frame frame = make_frame(layout_of(name, 160, 48), Content::noise);
        EXPECT_TRUE(counts_right(frame, wanted))
            << name << " matrix " << static_cast<int>(matrix) << " flags " << flags;
      }
}

TEST_P(JointKernelOfFormat, counts_frames_at_any_alignment) {
  const FormatInfo* const format = GetParam();
  for (size_t offset : {0, 1, 2, 4, 8, 12, 16})
    for (size_t padding : {0, 1, 2, 4, 8})
      for (bool bottom_up : {false, true}) {
        Layout layout = layout_of(*format, 96, 5);
        layout.offset = offset;
        layout.padding = padding;
        layout.bottom_up = bottom_up;
        Wanted wanted;
        wanted.pairs = telling_pairs(*format, 20, 64);
        EXPECT_TRUE(counts_right(make_frame(layout, Content::noise), wanted))
            << format->name << " offset " << offset << " padding " << padding << bottom_up;
      }
}

TEST_P(JointKernelOfFormat, counts_frames_of_any_small_size) {
  const FormatInfo* const format = GetParam();
  for (uint32_t width : {1u, 2u, 3u, 5u, 7u, 8u, 15u, 16u, 17u, 31u, 33u, 48u, 63u})
    for (uint32_t height : {1u, 2u, 3u, 4u, 7u}) {
      Layout layout = layout_of(*format, width, height);
      layout.padding = width % 3;
      Wanted wanted;
      wanted.interlaced = (width + height) % 2 == 0;
      wanted.pairs = telling_pairs(*format, 2, 3);
      EXPECT_TRUE(counts_right(make_frame(layout, Content::noise, width), wanted))
          << format->name << " " << width << "x" << height;
    }
}

TEST_P(JointKernelOfFormat, counts_regions_of_frames_and_of_fields) {
  const FormatInfo* const format = GetParam();
  for (bool interlaced : {false, true}) {
    Wanted wanted;
    wanted.pairs = telling_pairs(*format, 16, 32);
    wanted.interlaced = interlaced;
    wanted.regions = {{0, 0, 141, 69}, {1, 1, 1, 1},     {3, 5, 100, 60}, {0, 50, 141, 1},
                      {140, 0, 1, 69}, {17, 13, 90, 51}, {7, 9, 0, 20},   {141, 69, 0, 0},
                      {16, 8, 64, 32}, {15, 7, 66, 34},  {2, 2, 20, 3}};
    EXPECT_TRUE(counts_right(make_frame(layout_of(*format, 141, 69), Content::noise), wanted))
        << format->name << (interlaced ? " interlaced" : " progressive");
  }
}

TEST_F(JointKernel, counts_right_with_the_shared_memory_of_any_device) {
  for (const char* name : {"NV12", "P010_10LE", "RGBA"}) {
    const Frame frame = make_frame(layout_of(name, 641, 363), Content::noise);
    for (uint32_t bins : {16u, 128u, 256u}) {
      Wanted wanted;
      wanted.pairs = telling_pairs(format_named(name), bins, bins);
      const FrameView view = frame.view();
      const SharedPlan plan = plan_of(view, wanted);
      const auto expected = expect(view, *plan, wanted);
      for (uint32_t shared_bytes : {48u * 1024, 64u * 1024, 101376u, 166912u, 232448u})
        for (uint32_t multiprocessors : {1u, 20u, 132u, 1000u})
          EXPECT_TRUE(same(expected,
                           count(view, *plan, wanted, with(shared_bytes, multiprocessors)), *plan))
              << name << " " << bins << " bins, " << shared_bytes << " bytes, " << multiprocessors;
    }
  }
}

TEST_F(JointKernel, counts_large_tables_in_parts) {
  for (const char* name : {"Y444_10LE", "RGBA"})
    for (Content content : {Content::noise, Content::two_valued, Content::black}) {
      const Frame frame = make_frame(layout_of(name, 1600, 900), content);
      for (uint32_t bins : {512u, 1024u}) {
        Wanted wanted;
        wanted.pairs = {telling_pairs(format_named(name), bins, bins)[0]};
        EXPECT_TRUE(counts_right(frame, wanted)) << name << content_name(content) << bins;
        EXPECT_TRUE(counts_right(frame, wanted, with(48 * 1024, 1000)))
            << name << content_name(content) << bins;
      }
    }
}

TEST_F(JointKernel, counts_more_than_16_bits_of_equal_pairs) {
  for (uint32_t multiprocessors : {1u, 132u}) {
    const Frame frame = make_frame(layout_of("RGBA", 1600, 900), Content::constant);
    Wanted wanted;
    wanted.pairs = telling_pairs(format_named("RGBA"));
    EXPECT_TRUE(counts_right(frame, wanted, with(device_.shared_bytes, multiprocessors)));
  }
}

TEST_F(JointKernel, counts_the_same_run_after_run) {
  for (const char* name : {"NV12", "P010_10LE"}) {
    const Frame frame = make_frame(layout_of(name, 1280, 720), Content::runs);
    Wanted wanted;
    wanted.pairs = telling_pairs(format_named(name));
    const FrameView view = frame.view();
    const SharedPlan plan = plan_of(view, wanted);
    const auto expected = expect(view, *plan, wanted);
    for (int i = 0; i < 20; i++)
      ASSERT_TRUE(same(expected, count(view, *plan, wanted, device_), *plan)) << name << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, JointKernelOfFormat, testing::ValuesIn(joint_formats()),
                         [](const auto& format) { return test_name(*format.param); });

} // namespace

} // namespace videohistogram::cuda
