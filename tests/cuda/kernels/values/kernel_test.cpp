// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Images of computed values, from frames of every layout in memory.
#include "cuda/kernels/values/values_plan.h"

#include "core/hue.h"
#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"
#include "tests/reference/values.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;
using reference::Matrix;

constexpr uint8_t never_written = 0xA5;
/// Bytes after the images that must stay as they are.
constexpr size_t spare = 64;

constexpr QuantitySet computed_set =
    rgb_set | quantity_bit(Quantity::maxrgb) | quantity_bit(Quantity::range) |
    quantity_bit(Quantity::r_minus_g) | quantity_bit(Quantity::g_minus_b) |
    quantity_bit(Quantity::chroma) | quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue);

/// Formats with quantities that are not those of one plane.
std::vector<const FormatInfo*> computed_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = reference::plain_formats(); *format; format++)
    if ((*format)->is_ycbcr() || (*format)->is_rgb())
      formats.push_back(*format);
  return formats;
}

Layout layout_of(const FormatInfo& format, uint32_t width, uint32_t height, size_t padding = 0,
                 size_t offset = 0, bool bottom_up = false) {
  return {format.name, width, height, padding, bottom_up, offset};
}

class ValuesKernel : public testing::TestWithParam<const FormatInfo*> {
protected:
  void SetUp() override {
    device_.overlap = device_.capability >= 90;
    ASSERT_EQ(prepare_values_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  /// A plan with a projection of each quantity that needs an image.
  SharedPlan plan_of(const FrameView& frame, QuantitySet wanted) const {
    const FormatInfo& format = *frame.format;
    PlanSpec spec;
    spec.colours = core_spec(spec_, RangeLimits::r103);
    spec.tables.push_back(
        {{select_quantities(format, format.quantities_in(Domain::plane))[0], 2}, {}});
    for (Quantity quantity :
         select_quantities(format, wanted & ~format.quantities_in(Domain::plane))) {
      const SamplePlane& plane = format.sample_planes[sample_plane_of(format, quantity)];
      const uint32_t bins = format.values_of(quantity).bins_for(2);
      spec.tables.push_back({{quantity, bins},
                             *direction_of_angle(0, plane.width_of(frame.width),
                                                 plane.height_of(frame.height), bins)});
    }
    return *compile_plan(format, frame.width, frame.height, spec);
  }

  testing::AssertionResult images_right(const Frame& host, QuantitySet wanted = computed_set,
                                        bool interlaced = false) {
    FrameView frame = host.view();
    frame.interlaced = interlaced;
    const SharedPlan plan = plan_of(frame, wanted);
    const PlaneView& first = frame.planes[0]; // all planes lie in one block
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(first.size);
    const size_t size = value_image_bytes(*plan);
    const DeviceMemory<uint8_t> memory = allocate<uint8_t>(size + spare);
    CountMemory count_memory{};
    count_memory.values = memory.get();
    DeviceMemory<uint16_t> hues;
    if (plan->colours.hue) {
      const size_t hue_bytes = sizeof(uint16_t) * hue_table_entries(plan->format.depth);
      hues = allocate<uint16_t>(hue_bytes);
      if (cudaMemcpyAsync(hues.get(), plan->colours.hue, hue_bytes, cudaMemcpyHostToDevice,
                          stream_) != cudaSuccess)
        return testing::AssertionFailure() << "the hues cannot be copied";
      count_memory.hue = hues.get();
    }
    FrameView device_frame = frame;
    for (PlaneView& plane : device_frame.planes)
      plane.data = bytes.get();

    cudaError_t code =
        cudaMemcpyAsync(bytes.get(), first.data, first.size, cudaMemcpyHostToDevice, stream_);
    if (code == cudaSuccess)
      code = cudaMemsetAsync(memory.get(), never_written, size + spare, stream_);
    for (const ValuesLaunch& launch :
         plan_values_launches({device_, *plan, device_frame, {}, count_memory}))
      if (code == cudaSuccess)
        code = launch_values_kernel(launch, stream_);
    std::vector<uint8_t> written(size + spare);
    if (code == cudaSuccess)
      code = cudaMemcpyAsync(written.data(), memory.get(), written.size(), cudaMemcpyDeviceToHost,
                             stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    for (const ValueImage& image : value_images(*plan))
      if (testing::AssertionResult right = is_right(image, frame, written.data() + image.first);
          !right)
        return right;
    for (size_t i = size; i < written.size(); i++)
      if (written[i] != never_written)
        return testing::AssertionFailure() << "writes after the images";
    return testing::AssertionSuccess();
  }

  testing::AssertionResult is_right(const ValueImage& image, const FrameView& frame,
                                    const uint8_t* written) {
    const Meaning meaning{luma_bt709, spec_, false};
    for (uint32_t i = 0; i < image_values; i++) {
      const bool used = i < image.quantities.size;
      Values expected{{image.width, image.height},
                      std::vector<uint32_t>(size_t{image.width} * image.height, 0)};
      if (used)
        expected = image.of_chroma ? values_of_chroma_samples(frame, image.quantities[i])
                                   : values_of_pixels(frame, image.quantities[i], meaning);
      // A value of fewer bits is in the high bits of a byte.
      const uint32_t shift = used && image.value_bytes == 1
                                 ? 8 - frame.format->values_of(image.quantities[i]).depth
                                 : 0;
      for (uint32_t y = 0; y < image.height; y++)
        for (uint32_t x = 0; x < image.width; x++) {
          const uint8_t* const at = written + size_t{y} * image.stride +
                                    size_t{x} * image.pixel_bytes() + i * image.value_bytes;
          const uint32_t value = image.value_bytes == 1 ? at[0] : at[0] | at[1] << 8;
          const uint32_t wanted = expected.at(x, y) << shift;
          if (value != wanted)
            return testing::AssertionFailure()
                   << (used ? quantity_name(image.quantities[i]) : "no quantity") << " at " << x
                   << ", " << y << ": " << value << " instead of " << wanted;
        }
    }
    return testing::AssertionSuccess();
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
  reference::ColourSpec spec_;
};

TEST_P(ValuesKernel, writes_every_quantity) {
  const FormatInfo& format = *GetParam();
  for (Content content : {Content::noise, Content::white, Content::runs}) {
    const Frame frame = make_frame(layout_of(format, 194, 38), content);
    EXPECT_TRUE(images_right(frame)) << content_name(content);
    EXPECT_TRUE(images_right(frame, rgb_set)) << content_name(content);
    for (Quantity quantity :
         select_quantities(format, computed_set & ~format.quantities_in(Domain::plane)))
      EXPECT_TRUE(images_right(frame, quantity_bit(quantity))) << quantity_name(quantity);
  }
}

TEST_P(ValuesKernel, writes_colours_of_every_matrix_and_range) {
  const FormatInfo& format = *GetParam();
  const Frame frame = make_frame(layout_of(format, 66, 34), Content::noise);
  for (Matrix matrix : all_matrices)
    for (bool limited : {false, true})
      for (bool narrow : {false, true}) {
        spec_ = {matrix, limited, narrow};
        EXPECT_TRUE(images_right(frame)) << static_cast<int>(matrix) << limited << narrow;
        EXPECT_TRUE(images_right(frame, rgb_set | quantity_bit(Quantity::maxrgb)));
      }
}

TEST_P(ValuesKernel, reads_frames_at_any_alignment) {
  const FormatInfo& format = *GetParam();
  for (size_t offset : {0, 1, 2, 4, 8, 16})
    for (size_t padding : {0, 1, 4})
      for (bool bottom_up : {false, true})
        for (QuantitySet set : {rgb_set, computed_set})
          EXPECT_TRUE(images_right(
              make_frame(layout_of(format, 96, 10, padding, offset, bottom_up), Content::noise),
              set))
              << offset << " " << padding << bottom_up;
}

TEST_P(ValuesKernel, reads_frames_of_any_small_size) {
  const FormatInfo& format = *GetParam();
  for (uint32_t width : {1u, 2u, 3u, 7u, 8u, 15u, 16u, 17u, 31u, 33u, 40u})
    for (uint32_t height : {1u, 2u, 3u, 4u, 7u})
      for (bool interlaced : {false, true})
        for (QuantitySet set : {rgb_set, computed_set})
          EXPECT_TRUE(
              images_right(make_frame(layout_of(format, width, height, width % 3), Content::noise),
                           set, interlaced))
              << width << "x" << height << (interlaced ? " interlaced" : "");
}

INSTANTIATE_TEST_SUITE_P(Formats, ValuesKernel, testing::ValuesIn(computed_formats()),
                         [](const auto& format) { return test_name(*format.param); });

} // namespace

} // namespace videohistogram::cuda
