// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels for colours, and their launch.
#include "cuda/kernels/colour/chroma.cuh"
#include "cuda/kernels/colour/direct.cuh"
#include "cuda/kernels/common/kernel_table.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  uint32_t sample_bytes, x_sub, y_sub;
  bool luma, packed;
  DirectOperation operation;

  bool counts(const Compiled& wanted) const {
    // Groups of chroma samples alone do not depend on their rows.
    return sample_bytes == wanted.sample_bytes && x_sub == wanted.x_sub &&
           (y_sub == wanted.y_sub || !luma) && luma == wanted.luma && packed == wanted.packed &&
           operation == wanted.operation;
  }
};

using KernelList = std::vector<Kernel<Compiled>>;

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub>
void add_pixel_kernels(KernelList& list) {
  using T = ColourConfig<SampleBytes, XSub, YSub, true>;
  const auto add = [&](bool packed, DirectOperation operation, auto* function) {
    list.push_back({{SampleBytes, XSub, YSub, true, packed, operation}, function});
  };
  add(true, DirectOperation::none, &packed_colour_kernel<T>);
  add(true, DirectOperation::rgb_and_maximum, &direct_colour_kernel<T, CountRgbAndMaximum>);
  add(true, DirectOperation::rgb, &direct_colour_kernel<T, CountRgb>);
  add(true, DirectOperation::maximum, &direct_colour_kernel<T, CountMaximum>);
  add(true, DirectOperation::range, &direct_colour_kernel<T, CountRange>);
  add(false, DirectOperation::none, &wide_colour_kernel<T>);
}

template <uint32_t SampleBytes, uint32_t XSub>
void add_chroma_kernels(KernelList& list) {
  // 64 bytes of chroma are in flight. Bytes, of which a sample takes longer to count than to load,
  // have half of it: more do not fit the registers.
  using T = ColourConfig<SampleBytes, XSub, 0, false, SampleBytes == 2 && XSub ? 4 : 2>;
  const auto add = [&](DirectOperation operation, auto* function) {
    list.push_back({{SampleBytes, XSub, 0, false, false, operation}, function});
  };
  add(DirectOperation::sat_and_hue, &chroma_colour_kernel<T, true, true>);
  add(DirectOperation::sat, &chroma_colour_kernel<T, true, false>);
  add(DirectOperation::hue, &chroma_colour_kernel<T, false, true>);
  add(DirectOperation::none, &wide_colour_kernel<ColourConfig<SampleBytes, XSub, 0, false>>);
}

template <uint32_t SampleBytes>
void add_kernels(KernelList& list) {
  add_pixel_kernels<SampleBytes, 1, 1>(list);
  add_pixel_kernels<SampleBytes, 1, 0>(list);
  add_pixel_kernels<SampleBytes, 0, 0>(list);
  add_chroma_kernels<SampleBytes, 1>(list);
  add_chroma_kernels<SampleBytes, 0>(list);
}

/// All compiled kernels.
const KernelList& colour_kernels() {
  static const KernelList list = [] {
    KernelList all;
    add_kernels<1>(all);
    add_kernels<2>(all);
    return all;
  }();
  return list;
}

} // namespace

cudaError_t prepare_colour_kernels(DeviceProperties& device) {
  return prepare_kernels(colour_kernels(), device);
}

cudaError_t launch_colour_kernel(const ColourLaunch& launch, cudaStream_t stream) {
  const ColourParameters& p = launch.parameters;
  if (launch.empty())
    return cudaMemsetAsync(p.results, 0, p.counters() * sizeof(uint32_t), stream);
  const ColourShape& shape = launch.shape;
  const Compiled wanted{p.sample_bytes, p.compiled_x_sub(), p.compiled_y_sub(),
                        !p.of_chroma,   shape.packed,       shape.operation};
  return launch_variant(colour_kernels(), wanted,
                        {dim3(shape.blocks()), shape.threads, shape.shared_bytes, shape.overlap},
                        colour_arguments(launch), stream);
}

} // namespace videohistogram::cuda
