// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of weighted projections. Each thread has some pixels of a position, and lanes of a
// warp have neighbouring positions: their counters, in global memory, never meet.
#include "cuda/kernels/weighted/weighted_kernel.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/weighted/pixels.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

template <uint32_t sample_bytes>
__global__ void __launch_bounds__(weighted_threads) weighted_kernel(WeightedParameters p) {
  const uint32_t position = blockIdx.x * weighted_threads + threadIdx.x;
  if (position >= p.positions)
    return;
  const uint32_t begin = blockIdx.y * p.thread_pixels;
  const uint32_t left = p.length - begin;
  add_weights<sample_bytes>(p, position, begin,
                            begin + (left < p.thread_pixels ? left : p.thread_pixels),
                            [](uint32_t* counter, uint32_t sum) { atomicAdd(counter, sum); });
}

/// What a kernel is compiled for.
struct WeightedVariant {
  uint32_t sample_bytes;

  bool counts(const WeightedVariant& wanted) const { return sample_bytes == wanted.sample_bytes; }
};

const std::vector<Kernel<WeightedVariant>>& weighted_kernels() {
  static const std::vector<Kernel<WeightedVariant>> list = {{{1}, &weighted_kernel<1>},
                                                            {{2}, &weighted_kernel<2>}};
  return list;
}

} // namespace

cudaError_t prepare_weighted_kernels(DeviceProperties&) {
  for (const Kernel<WeightedVariant>& kernel : weighted_kernels()) {
    cudaFuncAttributes attributes; // loads the kernel
    if (const cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
        code != cudaSuccess)
      return code;
  }
  return cudaSuccess;
}

cudaError_t launch_weighted_kernel(const WeightedLaunch& launch, cudaStream_t stream) {
  const WeightedParameters& p = launch.parameters;
  if (const cudaError_t code =
          cudaMemsetAsync(p.matrices[0], 0, p.n_weights * launch.step * sizeof(uint32_t), stream);
      code != cudaSuccess)
    return code;
  // The launch must not overlap: a launch can only wait for a kernel, not for a memset.
  return launch_variant(
      weighted_kernels(), WeightedVariant{p.sample_bytes},
      {dim3(divide_up(p.positions, weighted_threads), p.threads()), weighted_threads, 0, false}, p,
      stream);
}

} // namespace videohistogram::cuda
