// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kernels that are compiled, and their launch.
#include "cuda/direction_kernel.cuh"

namespace videohistogram::cuda {

namespace {

struct Kernel {
  DirectionVariant variant;
  const void* function;
};

template <uint32_t PixelBytes, bool Luma, bool Bytes, bool Aligned>
Kernel kernel() {
  return {
      {PixelBytes, Luma, Bytes, Aligned},
      reinterpret_cast<const void*>(&direction_kernel<Traits<PixelBytes, Luma, Bytes, Aligned>>)};
}

const Kernel kernels[] = {
    kernel<1, false, true, true>(),   kernel<2, false, true, true>(),
    kernel<3, false, true, true>(),   kernel<4, false, true, true>(),
    kernel<3, true, true, true>(),    kernel<4, true, true, true>(),
    kernel<2, false, false, true>(),  kernel<4, false, false, true>(),
    kernel<6, false, false, true>(),  kernel<8, false, false, true>(),
    kernel<6, true, false, true>(),   kernel<8, true, false, true>(),
    kernel<1, false, true, false>(),  kernel<2, false, true, false>(),
    kernel<3, false, true, false>(),  kernel<4, false, true, false>(),
    kernel<3, true, true, false>(),   kernel<4, true, true, false>(),
    kernel<2, false, false, false>(), kernel<4, false, false, false>(),
    kernel<6, false, false, false>(), kernel<8, false, false, false>(),
    kernel<6, true, false, false>(),  kernel<8, true, false, false>(),
};

const Kernel* find_kernel(const DirectionVariant& variant) {
  for (const Kernel& kernel : kernels)
    if (kernel.variant.pixel_bytes == variant.pixel_bytes && kernel.variant.luma == variant.luma &&
        kernel.variant.bytes == variant.bytes && kernel.variant.aligned == variant.aligned)
      return &kernel;
  return nullptr;
}

} // namespace

cudaError_t prepare_direction_kernels(DeviceProperties& device) {
  for (const Kernel& kernel : kernels) {
    cudaFuncAttributes attributes;
    cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
    if (code == cudaSuccess)
      code = cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(device.shared_bytes));
    if (code != cudaSuccess)
      return code;
    device.overlap = device.overlap && attributes.ptxVersion >= 90;
  }
  return cudaSuccess;
}

cudaError_t launch_direction(const DirectionLaunch& launch, cudaStream_t stream) {
  const DirectionShape& shape = launch.parameters.shape;
  const Kernel* const kernel = find_kernel(launch.variant);
  if (!kernel)
    return cudaErrorInvalidValue;
  if (shape.shares > 1) {
    const size_t counters = size_t{launch.parameters.positions} * launch.parameters.bins;
    const cudaError_t code =
        cudaMemsetAsync(launch.parameters.matrix, 0, counters * sizeof(uint32_t), stream);
    if (code != cudaSuccess)
      return code;
  }
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.blocks(), shape.shares);
  config.blockDim = dim3(direction_threads);
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = shape.overlap ? 1 : 0;
  DirectionParameters argument = launch.parameters;
  void* arguments[] = {&argument};
  return cudaLaunchKernelExC(&config, kernel->function, arguments);
}

} // namespace videohistogram::cuda
