// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kernels that are compiled, and their launch.
#include "cuda/kernel_table.h"
#include "cuda/projection_kernel.cuh"

namespace videohistogram::cuda {

namespace {

template <uint32_t PixelBytes, class Value, bool Bytes, bool Aligned>
Kernel<ProjectionVariant> kernel() {
  return {
      {PixelBytes, Value::set, Bytes, Aligned},
      reinterpret_cast<const void*>(&projection_kernel<Traits<PixelBytes, Value, Bytes, Aligned>>)};
}

const Kernel<ProjectionVariant> kernels[] = {
    kernel<1, StoredSample, true, true>(),   kernel<2, StoredSample, true, true>(),
    kernel<3, StoredSample, true, true>(),   kernel<4, StoredSample, true, true>(),
    kernel<3, Luma, true, true>(),           kernel<4, Luma, true, true>(),
    kernel<2, StoredSample, false, true>(),  kernel<4, StoredSample, false, true>(),
    kernel<6, StoredSample, false, true>(),  kernel<8, StoredSample, false, true>(),
    kernel<6, Luma, false, true>(),          kernel<8, Luma, false, true>(),
    kernel<1, StoredSample, true, false>(),  kernel<2, StoredSample, true, false>(),
    kernel<3, StoredSample, true, false>(),  kernel<4, StoredSample, true, false>(),
    kernel<3, Luma, true, false>(),          kernel<4, Luma, true, false>(),
    kernel<2, StoredSample, false, false>(), kernel<4, StoredSample, false, false>(),
    kernel<6, StoredSample, false, false>(), kernel<8, StoredSample, false, false>(),
    kernel<6, Luma, false, false>(),         kernel<8, Luma, false, false>(),
};

} // namespace

cudaError_t prepare_projection_kernels(DeviceProperties& device) {
  return prepare_kernels(kernels, device);
}

cudaError_t launch_projection_kernel(const ProjectionLaunch& launch, cudaStream_t stream) {
  const ProjectionShape& shape = launch.parameters.shape;
  const Kernel<ProjectionVariant>* const kernel = find_kernel(kernels, launch.variant);
  if (!kernel)
    return cudaErrorInvalidValue;
  if (shape.shares > 1) {
    const size_t counters = size_t{launch.parameters.positions} * launch.parameters.bins;
    const cudaError_t code =
        cudaMemsetAsync(launch.parameters.matrix, 0, counters * sizeof(uint32_t), stream);
    if (code != cudaSuccess)
      return code;
  }
  return launch_kernel(
      kernel->function,
      {dim3(shape.blocks(), shape.shares), projection_threads, shape.shared_bytes, shape.overlap},
      launch.parameters, stream);
}

} // namespace videohistogram::cuda
