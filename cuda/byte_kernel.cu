// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kernels that are compiled, and their launch.
#include "cuda/byte_kernel.cuh"
#include "cuda/kernel_table.h"

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  ByteVariant variant;
  uint32_t copies;
  bool small;

  /// A small frame is counted by any kernel.
  bool counts(const Compiled& wanted) const {
    return variant == wanted.variant && copies == wanted.copies && (wanted.small || !small);
  }
};

template <uint32_t PixelBytes, uint32_t Stored, class Quantities, uint32_t Copies,
          bool Small = false>
Kernel<Compiled> kernel() {
  using T = Traits<PixelBytes, Stored, Quantities, Copies, Small>;
  return {{{PixelBytes, Stored, Quantities::set}, Copies, Small},
          reinterpret_cast<const void*>(&byte_kernel<T>)};
}

using None = Computed<>;
using OnlyLuma = Computed<Luma>;

const Kernel<Compiled> kernels[] = {
    // What small frames are mostly counted with: before others, which count them too.
    kernel<1, 1, None, 32, true>(),
    kernel<1, 2, None, 32, true>(),
    kernel<1, 4, None, 32, true>(),
    kernel<3, 3, None, 32, true>(),
    kernel<4, 3, None, 32, true>(),
    kernel<4, 4, None, 32, true>(),
    // A single pair, in 64 copies or in what always fits.
    kernel<1, 1, None, 64>(),
    kernel<1, 2, None, 64>(),
    kernel<3, 1, None, 64>(),
    kernel<3, 2, None, 64>(),
    kernel<3, 0, OnlyLuma, 64>(),
    kernel<3, 1, OnlyLuma, 64>(),
    kernel<4, 1, None, 64>(),
    kernel<4, 2, None, 64>(),
    kernel<4, 0, OnlyLuma, 64>(),
    kernel<4, 1, OnlyLuma, 64>(),
    kernel<1, 1, None, 32>(),
    kernel<1, 2, None, 32>(),
    kernel<3, 1, None, 32>(),
    kernel<3, 2, None, 32>(),
    kernel<3, 0, OnlyLuma, 32>(),
    kernel<3, 1, OnlyLuma, 32>(),
    kernel<4, 1, None, 32>(),
    kernel<4, 2, None, 32>(),
    kernel<4, 0, OnlyLuma, 32>(),
    kernel<4, 1, OnlyLuma, 32>(),
    // More, in 32 copies or in what always fits.
    kernel<1, 4, None, 32>(),
    kernel<3, 3, None, 32>(),
    kernel<3, 2, OnlyLuma, 32>(),
    kernel<3, 3, OnlyLuma, 32>(),
    kernel<4, 3, None, 32>(),
    kernel<4, 4, None, 32>(),
    kernel<4, 2, OnlyLuma, 32>(),
    kernel<4, 3, OnlyLuma, 32>(),
    kernel<4, 4, OnlyLuma, 32>(),
    kernel<1, 4, None, 16>(),
    kernel<3, 3, None, 16>(),
    kernel<3, 2, OnlyLuma, 16>(),
    kernel<3, 3, OnlyLuma, 16>(),
    kernel<4, 3, None, 16>(),
    kernel<4, 4, None, 16>(),
    kernel<4, 2, OnlyLuma, 16>(),
    kernel<4, 3, OnlyLuma, 16>(),
    kernel<4, 4, OnlyLuma, 16>(),
};

} // namespace

cudaError_t prepare_byte_kernels(DeviceProperties& device) {
  device.overlap = true;
  return prepare_kernels(kernels, device);
}

cudaError_t launch_byte_kernel(const ByteLaunch& launch, cudaStream_t stream) {
  const ByteShape& shape = launch.shape;
  const Kernel<Compiled>* const kernel =
      find_kernel(kernels, {launch.variant, shape.copies, shape.small});
  if (!kernel)
    return cudaErrorInvalidValue;
  return launch_kernel(kernel->function,
                       {dim3(shape.frame_blocks + launch.region_blocks),
                        kernel->variant.small ? small_byte_threads : byte_threads,
                        shape.shared_bytes, shape.overlap},
                       launch.parameters, stream);
}

} // namespace videohistogram::cuda
