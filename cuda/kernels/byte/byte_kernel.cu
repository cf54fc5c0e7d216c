// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of compiled kernels, and their launch.
#include "cuda/kernels/byte/byte_kernel.cuh"
#include "cuda/kernels/common/kernel_table.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

/// What a kernel is compiled for.
struct Compiled {
  ByteVariant variant;
  uint32_t copies;
  bool small;

  /// Kernels for large frames count small frames, too.
  bool counts(const Compiled& wanted) const {
    return variant == wanted.variant && copies == wanted.copies && (wanted.small || !small);
  }
};

template <uint32_t PixelBytes, uint32_t Stored, class Quantities, uint32_t Copies,
          bool Small = false>
Kernel<Compiled> kernel() {
  using T = ByteKernelConfig<PixelBytes, Stored, Quantities, Copies, Small>;
  return {{{PixelBytes, Stored, Quantities::set}, Copies, Small}, &byte_kernel<T>};
}

using None = Computed<>;

using KernelList = std::vector<Kernel<Compiled>>;

/// Adds the kernels for `Stored` stored channels and these quantities. A single pair of counters
/// has 64 copies, more pairs have 32. A second kernel has half as many, which fit every device.
template <uint32_t PixelBytes, uint32_t Stored, class Quantities>
void add_pixel_kernels(KernelList& list) {
  constexpr uint32_t counters = Stored + Quantities::size;
  if constexpr (counters > 0) {
    constexpr uint32_t copies = counters <= 2 ? 64 : 32;
    list.push_back(kernel<PixelBytes, Stored, Quantities, copies>());
    list.push_back(kernel<PixelBytes, Stored, Quantities, copies / 2>());
  }
}

/// Adds the kernels for these quantities with any number of stored channels.
template <class Quantities>
void add_pixel_kernels(KernelList& list) {
  add_pixel_kernels<3, 0, Quantities>(list);
  add_pixel_kernels<3, 1, Quantities>(list);
  add_pixel_kernels<3, 2, Quantities>(list);
  add_pixel_kernels<3, 3, Quantities>(list);
  add_pixel_kernels<4, 0, Quantities>(list);
  add_pixel_kernels<4, 1, Quantities>(list);
  add_pixel_kernels<4, 2, Quantities>(list);
  add_pixel_kernels<4, 3, Quantities>(list);
  add_pixel_kernels<4, 4, Quantities>(list);
}

/// All compiled kernels.
const KernelList& byte_kernels() {
  static const KernelList list = [] {
    KernelList all = {
        // Kernels for common small frames come first, since the others count such frames, too.
        kernel<1, 1, None, 32, true>(),
        kernel<1, 2, None, 32, true>(),
        kernel<1, 4, None, 32, true>(),
        kernel<3, 3, None, 32, true>(),
        kernel<4, 3, None, 32, true>(),
        kernel<4, 4, None, 32, true>(),
        // Kernels for single bytes, whose channels BytePlane::pattern gives.
        kernel<1, 1, None, 64>(),
        kernel<1, 2, None, 64>(),
        kernel<1, 1, None, 32>(),
        kernel<1, 2, None, 32>(),
        kernel<1, 4, None, 32>(),
        kernel<1, 4, None, 16>(),
    };
    add_pixel_kernels<None>(all);
    add_pixel_kernels<Computed<Luma>>(all);
    add_pixel_kernels<Computed<MaxRgb>>(all);
    add_pixel_kernels<Computed<Luma, MaxRgb>>(all);
    return all;
  }();
  return list;
}

} // namespace

cudaError_t prepare_byte_kernels(DeviceProperties& device) {
  device.overlap = true;
  return prepare_kernels(byte_kernels(), device);
}

cudaError_t launch_byte_kernel(const ByteLaunch& launch, cudaStream_t stream) {
  const ByteShape& shape = launch.shape;
  const Kernel<Compiled>* const kernel =
      find_kernel<Compiled>(byte_kernels(), {launch.variant, shape.copies, shape.small});
  if (!kernel)
    return cudaErrorInvalidValue;
  return launch_kernel(kernel->function,
                       {dim3(shape.frame_blocks + launch.region_blocks),
                        kernel->variant.small ? small_byte_threads : byte_threads,
                        shape.shared_bytes, shape.overlap},
                       launch.parameters, stream);
}

} // namespace videohistogram::cuda
