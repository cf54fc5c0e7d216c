// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels for differences, and their launch.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/difference/lanes.cuh"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  uint32_t sample_bytes;
  bool three_samples; ///< per pixel; else 1, 2 or 4
  bool lane_tables, with_samples;

  bool counts(const Compiled& wanted) const {
    return sample_bytes == wanted.sample_bytes && three_samples == wanted.three_samples &&
           lane_tables == wanted.lane_tables && with_samples == wanted.with_samples;
  }
};

template <uint32_t SampleBytes, uint32_t Vectors>
Kernel<Compiled> kernel() {
  return {{SampleBytes, Vectors == 3, false, false},
          &difference_kernel<DifferenceConfig<SampleBytes, Vectors>>};
}

template <uint32_t Vectors, bool WithSamples>
Kernel<Compiled> lane_kernel() {
  return {{1, Vectors == 3, true, WithSamples},
          &lane_difference_kernel<DifferenceConfig<1, Vectors>, WithSamples>};
}

/// All compiled kernels.
const std::vector<Kernel<Compiled>>& difference_kernels() {
  static const std::vector<Kernel<Compiled>> list = {
      kernel<1, 1>(),          kernel<1, 3>(),          kernel<2, 1>(),        kernel<2, 3>(),
      lane_kernel<1, false>(), lane_kernel<3, false>(), lane_kernel<1, true>()};
  return list;
}

} // namespace

cudaError_t prepare_difference_kernels(DeviceProperties& device) {
  return prepare_kernels(difference_kernels(), device);
}

cudaError_t launch_difference_kernel(const DifferenceLaunch& launch, cudaStream_t stream) {
  const Compiled wanted{launch.sample_bytes, launch.planes[0].pixel_samples == 3,
                        launch.lane_tables, launch.with_samples};
  uint32_t blocks = 0, shared_bytes = 0;
  for (uint32_t i = 0; i < launch.n_planes; i++) {
    blocks += launch.shapes[i].blocks();
    shared_bytes = std::max(shared_bytes, launch.shapes[i].shared_bytes);
  }
  return launch_variant(difference_kernels(), wanted,
                        {dim3(blocks), difference_threads, shared_bytes, launch.overlap}, launch,
                        stream);
}

} // namespace videohistogram::cuda
