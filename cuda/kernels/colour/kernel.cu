// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels for colours, and their launch.
#include "cuda/kernels/colour/wide.cuh"
#include "cuda/kernels/common/kernel_table.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  uint32_t sample_bytes, x_sub, y_sub;
  bool luma, packed;

  bool counts(const Compiled& wanted) const {
    // Groups of chroma samples alone do not depend on their rows.
    return sample_bytes == wanted.sample_bytes && x_sub == wanted.x_sub &&
           (y_sub == wanted.y_sub || !luma) && luma == wanted.luma && packed == wanted.packed;
  }
};

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub>
Kernel<Compiled> packed_kernel() {
  using T = ColourConfig<SampleBytes, XSub, YSub, true>;
  return {{SampleBytes, XSub, YSub, true, true},
          reinterpret_cast<const void*>(&packed_colour_kernel<T>)};
}

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub, bool Luma>
Kernel<Compiled> wide_kernel() {
  using T = ColourConfig<SampleBytes, XSub, YSub, Luma>;
  return {{SampleBytes, XSub, YSub, Luma, false},
          reinterpret_cast<const void*>(&wide_colour_kernel<T>)};
}

using KernelList = std::vector<Kernel<Compiled>>;

template <uint32_t SampleBytes>
void add_kernels(KernelList& list) {
  list.push_back(packed_kernel<SampleBytes, 1, 1>());
  list.push_back(packed_kernel<SampleBytes, 1, 0>());
  list.push_back(packed_kernel<SampleBytes, 0, 0>());
  list.push_back(wide_kernel<SampleBytes, 1, 1, true>());
  list.push_back(wide_kernel<SampleBytes, 1, 0, true>());
  list.push_back(wide_kernel<SampleBytes, 0, 0, true>());
  list.push_back(wide_kernel<SampleBytes, 1, 0, false>());
  list.push_back(wide_kernel<SampleBytes, 0, 0, false>());
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
      colour_kernels(), {p.sample_bytes, p.x_sub, p.y_sub, !p.of_chroma, shape.packed});
  if (!kernel)
    return cudaErrorInvalidValue;
  return launch_kernel(kernel->function,
                       {dim3(shape.blocks()), shape.threads, shape.shared_bytes, shape.overlap},
                       colour_arguments(launch), stream);
}

} // namespace videohistogram::cuda
