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

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub>
Kernel<Compiled> packed_kernel() {
  using T = ColourConfig<SampleBytes, XSub, YSub, true>;
  return {{SampleBytes, XSub, YSub, true, true, DirectOperation::none},
          reinterpret_cast<const void*>(&packed_colour_kernel<T>)};
}

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub, class Operation>
Kernel<Compiled> direct_kernel(DirectOperation operation) {
  using T = ColourConfig<SampleBytes, XSub, YSub, true>;
  return {{SampleBytes, XSub, YSub, true, true, operation},
          reinterpret_cast<const void*>(&direct_colour_kernel<T, Operation>)};
}

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub, bool Luma>
Kernel<Compiled> wide_kernel() {
  using T = ColourConfig<SampleBytes, XSub, YSub, Luma>;
  return {{SampleBytes, XSub, YSub, Luma, false, DirectOperation::none},
          reinterpret_cast<const void*>(&wide_colour_kernel<T>)};
}

template <uint32_t SampleBytes, uint32_t XSub, bool Sat, bool Hue>
Kernel<Compiled> chroma_kernel(DirectOperation operation) {
  // 64 bytes of chroma: fewer in flight would not suffice for the bandwidth of memory.
  using T = ColourConfig<SampleBytes, XSub, 0, false, XSub ? 4 : 2>;
  return {{SampleBytes, XSub, 0, false, false, operation},
          reinterpret_cast<const void*>(&chroma_colour_kernel<T, Sat, Hue>)};
}

using KernelList = std::vector<Kernel<Compiled>>;

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub>
void add_pixel_kernels(KernelList& list) {
  list.push_back(packed_kernel<SampleBytes, XSub, YSub>());
  list.push_back(
      direct_kernel<SampleBytes, XSub, YSub, CountRgbAndMaximum>(DirectOperation::rgb_and_maximum));
  list.push_back(direct_kernel<SampleBytes, XSub, YSub, CountRgb>(DirectOperation::rgb));
  list.push_back(direct_kernel<SampleBytes, XSub, YSub, CountMaximum>(DirectOperation::maximum));
  list.push_back(direct_kernel<SampleBytes, XSub, YSub, CountRange>(DirectOperation::range));
  list.push_back(wide_kernel<SampleBytes, XSub, YSub, true>());
}

template <uint32_t SampleBytes, uint32_t XSub>
void add_chroma_kernels(KernelList& list) {
  list.push_back(chroma_kernel<SampleBytes, XSub, true, true>(DirectOperation::sat_and_hue));
  list.push_back(chroma_kernel<SampleBytes, XSub, true, false>(DirectOperation::sat));
  list.push_back(chroma_kernel<SampleBytes, XSub, false, true>(DirectOperation::hue));
  list.push_back(wide_kernel<SampleBytes, XSub, 0, false>());
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
  const Kernel<Compiled>* const kernel = find_kernel<Compiled>(
      colour_kernels(), {p.sample_bytes, p.compiled_x_sub(), p.compiled_y_sub(), !p.of_chroma,
                         shape.packed, shape.operation});
  if (!kernel)
    return cudaErrorInvalidValue;
  return launch_kernel(kernel->function,
                       {dim3(shape.blocks()), shape.threads, shape.shared_bytes, shape.overlap},
                       colour_arguments(launch), stream);
}

} // namespace videohistogram::cuda
