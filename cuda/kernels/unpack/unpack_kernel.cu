// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel that unpacks frames, and its launch.
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/unpack/unpack_unit.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

template <Packing packing>
__global__ void __launch_bounds__(unpack_threads)
    unpack_kernel(const __grid_constant__ UnpackParameters p) {
  for (uint32_t i = 0; i < p.n_planes; i++) {
    const PackedPlane& plane = p.planes[i];
    const uint64_t step = uint64_t{gridDim.x} * unpack_threads;
    for (uint64_t at = uint64_t{blockIdx.x} * unpack_threads + threadIdx.x; at < plane.all_units();
         at += step)
      unpack_unit(packing, plane, static_cast<uint32_t>(at / plane.units),
                  static_cast<uint32_t>(at % plane.units));
  }
}

struct Compiled {
  Packing packing;
  bool counts(const Compiled& wanted) const { return packing == wanted.packing; }
};

const std::vector<Kernel<Compiled>>& unpack_kernels() {
  static const std::vector<Kernel<Compiled>> list{
      {{Packing::big_endian}, &unpack_kernel<Packing::big_endian>},
      {{Packing::word_565}, &unpack_kernel<Packing::word_565>},
      {{Packing::word_555}, &unpack_kernel<Packing::word_555>},
      {{Packing::word_le32}, &unpack_kernel<Packing::word_le32>},
      {{Packing::word_be32}, &unpack_kernel<Packing::word_be32>},
      {{Packing::v210}, &unpack_kernel<Packing::v210>},
      {{Packing::uyvp}, &unpack_kernel<Packing::uyvp>},
      {{Packing::iyu1}, &unpack_kernel<Packing::iyu1>},
      {{Packing::run_le32}, &unpack_kernel<Packing::run_le32>},
      {{Packing::run_le40}, &unpack_kernel<Packing::run_le40>},
  };
  return list;
}

} // namespace

cudaError_t prepare_unpack_kernels(DeviceProperties& device) {
  return prepare_kernels(unpack_kernels(), device);
}

cudaError_t launch_unpack_kernel(const UnpackLaunch& launch, cudaStream_t stream) {
  return launch_variant(unpack_kernels(), {launch.parameters.packing},
                        {dim3(launch.blocks), unpack_threads, 0, false}, launch.parameters, stream);
}

} // namespace videohistogram::cuda
