// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels for value images, and their launch.
#include "cuda/kernels/values/values_kernel.cuh"

#include "cuda/kernels/common/kernel_table.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  uint32_t sample_bytes, x_sub, y_sub;
  bool luma;

  bool counts(const Compiled& wanted) const {
    return sample_bytes == wanted.sample_bytes && luma == wanted.luma &&
           (!luma || (x_sub == wanted.x_sub && y_sub == wanted.y_sub));
  }
};

using KernelList = std::vector<Kernel<Compiled>>;

template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub, bool Luma>
void add(KernelList& list) {
  list.push_back({{SampleBytes, XSub, YSub, Luma},
                  &values_kernel<ColourConfig<SampleBytes, XSub, YSub, Luma>>});
}

template <uint32_t SampleBytes>
void add_kernels(KernelList& list) {
  add<SampleBytes, 1, 1, true>(list);
  add<SampleBytes, 1, 0, true>(list);
  add<SampleBytes, 0, 0, true>(list);
  add<SampleBytes, 0, 0, false>(list);
}

/// All compiled kernels.
const KernelList& values_kernels() {
  static const KernelList list = [] {
    KernelList all;
    add_kernels<1>(all);
    add_kernels<2>(all);
    return all;
  }();
  return list;
}

/// The pixels in a row of a group; 0 if pixels are computed one at a time.
uint32_t group_width(const ValuesParameters& p) {
  const bool in_groups = std::all_of(p.quantities, p.quantities + p.n_quantities, is_colour);
  return in_groups && !p.rgb && p.depth <= 12 ? 16 / p.sample_bytes : 0;
}

} // namespace

cudaError_t prepare_values_kernels(DeviceProperties& device) {
  return prepare_kernels(values_kernels(), device);
}

cudaError_t launch_values_kernel(const ValuesLaunch& launch, cudaStream_t stream) {
  const ValuesParameters& p = launch.parameters;
  const Compiled wanted{p.sample_bytes, p.compiled_x_sub(), p.compiled_y_sub(), !p.of_chroma};
  ValuesArguments a{};
  static_cast<SourceArguments&>(a) = source_arguments(p, group_width(p));
  std::copy_n(p.quantities, p.n_quantities, a.quantities);
  std::copy_n(p.shifts, p.n_quantities, a.shifts);
  a.n_quantities = p.n_quantities;
  a.to = p.to;
  a.stride = p.stride;
  return launch_variant(values_kernels(), wanted,
                        {dim3(launch.blocks), values_threads, 0, launch.overlap}, a, stream);
}

} // namespace videohistogram::cuda
