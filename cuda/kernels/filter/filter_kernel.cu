// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel that filters the rows of values, and its launch. Each thread reads the neighbours of
// its values, too: they are in the L1 cache, since other lanes of the warp read them.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/filter/filter_run.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

template <uint32_t sample_bytes>
__global__ void __launch_bounds__(filter_threads)
    filter_kernel(const __grid_constant__ FilterParameters p) {
  const uint32_t runs = p.runs();
  const uint64_t all = uint64_t{runs} * p.height, step = uint64_t{gridDim.x} * filter_threads;
  for (uint64_t at = uint64_t{blockIdx.x} * filter_threads + threadIdx.x; at < all; at += step)
    filter_run<sample_bytes>(p, static_cast<uint32_t>(at % runs), static_cast<uint32_t>(at / runs),
                             [](uint8_t* to, const uint32_t(&v)[filter_pixels]) {
                               static_assert(filter_pixels == 8);
                               *reinterpret_cast<uint4*>(to) =
                                   make_uint4(v[0] | v[1] << 16, v[2] | v[3] << 16,
                                              v[4] | v[5] << 16, v[6] | v[7] << 16);
                             });
}

struct Compiled {
  uint32_t sample_bytes;
  bool counts(const Compiled& wanted) const { return sample_bytes == wanted.sample_bytes; }
};

const std::vector<Kernel<Compiled>>& filter_kernels() {
  static const std::vector<Kernel<Compiled>> list{{{1}, &filter_kernel<1>},
                                                  {{2}, &filter_kernel<2>}};
  return list;
}

} // namespace

cudaError_t prepare_filter_kernels(DeviceProperties&) {
  for (const Kernel<Compiled>& kernel : filter_kernels()) {
    cudaFuncAttributes attributes; // loads the kernel
    if (const cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
        code != cudaSuccess)
      return code;
  }
  return cudaSuccess;
}

cudaError_t launch_filter_kernel(const FilterLaunch& launch, cudaStream_t stream) {
  const FilterParameters& p = launch.parameters;
  return launch_variant(filter_kernels(), Compiled{p.sample_bytes},
                        {dim3(launch.blocks), filter_threads, 0, false}, p, stream);
}

} // namespace videohistogram::cuda
