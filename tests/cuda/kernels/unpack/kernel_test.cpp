// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of packed samples, unpacked in device memory: each sample is compared with the tests' own
// reader.
#include "cuda/kernels/unpack/unpack_plan.h"

#include "cuda/kernels/packed/packed_plans.h"

#include "tests/cuda/gpu_test.h"
#include "tests/cuda/kernels/device_memory.h"
#include "tests/reference/frames.h"
#include "tests/reference/packed.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace videohistogram::cuda {

namespace {

using namespace reference;

constexpr uint8_t never_written = 0xA5;
/// Bytes after the unpacked frame that must stay as they are.
constexpr size_t spare = 64;

std::vector<const FormatInfo*> unpacked_formats() {
  std::vector<const FormatInfo*> formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if (is_unpacked_there(**format))
      formats.push_back(*format);
  return formats;
}

std::string name_of(const testing::TestParamInfo<const FormatInfo*>& info) {
  return info.param->name;
}

class UnpackKernel : public testing::TestWithParam<const FormatInfo*> {
protected:
  void SetUp() override {
    ASSERT_EQ(prepare_unpack_kernels(device_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override { cudaStreamDestroy(stream_); }

  testing::AssertionResult unpacks(const Frame& host) {
    const FrameView frame = host.view();
    const PlaneView& first = frame.planes[0]; // all planes lie in one block
    const DeviceMemory<uint8_t> bytes = allocate<uint8_t>(first.size);
    const size_t size = unpacked_bytes(*frame.format, frame.width, frame.height);
    const DeviceMemory<uint8_t> memory = allocate<uint8_t>(size + spare);
    FrameView device_frame = frame;
    for (PlaneView& plane : device_frame.planes)
      plane.data = bytes.get();
    Unpacking unpacking = plan_unpacking(device_, device_frame, memory.get());
    std::vector<uint8_t> written(size + spare);
    cudaError_t code =
        cudaMemcpyAsync(bytes.get(), first.data, first.size, cudaMemcpyHostToDevice, stream_);
    if (code == cudaSuccess)
      code = cudaMemsetAsync(memory.get(), never_written, size + spare, stream_);
    if (code == cudaSuccess)
      code = launch_unpack_kernel(unpacking.launch, stream_);
    if (code == cudaSuccess)
      code = cudaMemcpyAsync(written.data(), memory.get(), written.size(), cudaMemcpyDeviceToHost,
                             stream_);
    if (code == cudaSuccess)
      code = cudaStreamSynchronize(stream_);
    if (code != cudaSuccess)
      return testing::AssertionFailure() << cudaGetErrorString(code);
    for (PlaneView& plane : unpacking.unpacked.planes)
      plane.data = written.data();
    for (size_t i = size; i < written.size(); i++)
      if (written[i] != never_written)
        return testing::AssertionFailure() << "writes after the frame";
    return is_right(frame, unpacking.unpacked);
  }

private:
  /// A sample of a view without a packing.
  static uint32_t value_at(const SamplePlaneView& view, const FormatInfo& format,
                           const Component& component, uint32_t x, uint32_t y) {
    const uint8_t* const at = view.data + view.stride * static_cast<ptrdiff_t>(y) +
                              size_t{x} * view.info->pixel_bytes + component.byte;
    const uint32_t sample =
        format.sample_bytes == 1 ? at[0] : static_cast<uint32_t>(at[0] | at[1] << 8);
    return sample >> component.shift & ((1u << component.bits) - 1);
  }

  static testing::AssertionResult is_right(const FrameView& packed, const FrameView& unpacked) {
    const FormatInfo& format = *unpacked.format;
    // Only the order of bytes of these is another than that of a plain frame.
    const bool is_big_endian = packed.format->packing == Packing::big_endian;
    Frame plain;
    FrameView plain_view;
    if (is_big_endian) {
      plain = plain_frame(packed);
      plain_view = plain.view();
    }
    for (uint32_t g = 0; g < format.n_sample_planes; g++) {
      const SamplePlaneView view = unpacked.sample_plane(g);
      for (uint32_t c = 0; c < view.info->n_components; c++)
        for (uint32_t y = 0; y < view.height; y++)
          for (uint32_t x = 0; x < view.width; x++) {
            const Component& component = view.info->components[c];
            const uint32_t right =
                is_big_endian ? value_at(plain_view.sample_plane(g), format, component, x, y)
                              : packed_value(packed, component.channel, x, y);
            if (value_at(view, format, component, x, y) != right)
              return testing::AssertionFailure()
                     << format.name << ", channel " << static_cast<int>(component.channel)
                     << ", column " << x << ", row " << y;
          }
    }
    return testing::AssertionSuccess();
  }

  DeviceProperties device_ = device_under_test();
  cudaStream_t stream_ = nullptr;
};

} // namespace

TEST_P(UnpackKernel, writes_the_samples_of_frames_of_any_size) {
  uint32_t seed = 0;
  for (const auto& [width, height] : {std::pair<uint32_t, uint32_t>{1, 1},
                                      {2, 2},
                                      {5, 3},
                                      {12, 4},
                                      {47, 31},
                                      {639, 17},
                                      {1921, 5}})
    for (size_t padding : {0, 3, 16}) {
      const Layout layout{GetParam()->name, width,
                          height,           padding,
                          padding % 2 == 1, padding == 3 ? size_t{5} : size_t{0}};
      ASSERT_TRUE(unpacks(noise_of_packed(layout, seed++))) << width << "x" << height;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, UnpackKernel, testing::ValuesIn(unpacked_formats()), name_of);

} // namespace videohistogram::cuda
