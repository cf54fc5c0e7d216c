// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kernels that are compiled, and their launch.
#include "cuda/count_kernel.cuh"

namespace videohistogram::cuda {

namespace {

struct Kernel {
  CountVariant variant;
  uint32_t copies;
  bool small;
  const void* function;
};

template <uint32_t PixelBytes, uint32_t Stored, bool Luma, uint32_t Copies, bool Small = false>
Kernel kernel() {
  using T = Traits<PixelBytes, Stored, Luma, Copies, Small>;
  return {
      {PixelBytes, Stored, Luma}, Copies, Small, reinterpret_cast<const void*>(&count_kernel<T>)};
}

const Kernel kernels[] = {
    // A single pair, in 64 copies or in what always fits.
    kernel<1, 1, false, 64>(),
    kernel<1, 2, false, 64>(),
    kernel<3, 1, false, 64>(),
    kernel<3, 2, false, 64>(),
    kernel<3, 0, true, 64>(),
    kernel<3, 1, true, 64>(),
    kernel<4, 1, false, 64>(),
    kernel<4, 2, false, 64>(),
    kernel<4, 0, true, 64>(),
    kernel<4, 1, true, 64>(),
    kernel<1, 1, false, 32>(),
    kernel<1, 2, false, 32>(),
    kernel<3, 1, false, 32>(),
    kernel<3, 2, false, 32>(),
    kernel<3, 0, true, 32>(),
    kernel<3, 1, true, 32>(),
    kernel<4, 1, false, 32>(),
    kernel<4, 2, false, 32>(),
    kernel<4, 0, true, 32>(),
    kernel<4, 1, true, 32>(),
    // More, in 32 copies or in what always fits.
    kernel<1, 4, false, 32>(),
    kernel<3, 3, false, 32>(),
    kernel<3, 2, true, 32>(),
    kernel<3, 3, true, 32>(),
    kernel<4, 3, false, 32>(),
    kernel<4, 4, false, 32>(),
    kernel<4, 2, true, 32>(),
    kernel<4, 3, true, 32>(),
    kernel<4, 4, true, 32>(),
    kernel<1, 4, false, 16>(),
    kernel<3, 3, false, 16>(),
    kernel<3, 2, true, 16>(),
    kernel<3, 3, true, 16>(),
    kernel<4, 3, false, 16>(),
    kernel<4, 4, false, 16>(),
    kernel<4, 2, true, 16>(),
    kernel<4, 3, true, 16>(),
    kernel<4, 4, true, 16>(),
    // What small frames are mostly counted with.
    kernel<1, 1, false, 32, true>(),
    kernel<1, 2, false, 32, true>(),
    kernel<1, 4, false, 32, true>(),
    kernel<3, 3, false, 32, true>(),
    kernel<4, 3, false, 32, true>(),
    kernel<4, 4, false, 32, true>(),
};

const Kernel* find_kernel(const CountVariant& variant, uint32_t copies, bool small) {
  const Kernel* found = nullptr;
  for (const Kernel& kernel : kernels)
    if (kernel.variant.pixel_bytes == variant.pixel_bytes &&
        kernel.variant.stored == variant.stored && kernel.variant.luma == variant.luma &&
        kernel.copies == copies && (small || !kernel.small))
      found = &kernel; // those for small frames come last
  return found;
}

} // namespace

cudaError_t prepare_count_kernels(DeviceProperties& device) {
  device.overlap = true;
  for (const Kernel& kernel : kernels) {
    const uint32_t bytes = table_bytes(kernel.variant.counters(), kernel.copies);
    cudaFuncAttributes attributes;
    cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
    if (code == cudaSuccess && bytes <= device.shared_bytes)
      code = cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes));
    if (code != cudaSuccess)
      return code;
    // The instruction is only in code that was compiled for 9.0 and later, whatever the device is.
    device.overlap = device.overlap && attributes.ptxVersion >= 90;
  }
  return cudaSuccess;
}

cudaError_t launch_count(const CountLaunch& launch, cudaStream_t stream) {
  const LaunchShape& shape = launch.shape;
  const Kernel* const kernel = find_kernel(launch.variant, shape.copies, shape.small);
  if (!kernel)
    return cudaErrorInvalidValue;
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.frame_blocks + launch.region_blocks);
  config.blockDim = dim3(kernel->small ? small_block_threads : block_threads);
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = shape.overlap ? 1 : 0;
  CountParameters argument = launch.parameters;
  void* arguments[] = {&argument};
  return cudaLaunchKernelExC(&config, kernel->function, arguments);
}

} // namespace videohistogram::cuda
