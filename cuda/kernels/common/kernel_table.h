// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Finds, loads and launches kernels. Each family of kernels has one list of its compiled kernels.
#pragma once

#include "cuda/device/device_properties.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// A compiled kernel, and what it counts.
template <class Variant>
struct Kernel {
  Variant variant;
  const void* function;

  template <class Function>
  Kernel(const Variant& v, Function* f) : variant(v), function(reinterpret_cast<const void*>(f)) {}
};

/// The first kernel of a list that counts `wanted`; null if there is none.
template <class Variant>
const Kernel<Variant>* find_kernel(const std::vector<Kernel<Variant>>& kernels,
                                   const Variant& wanted) {
  const auto found =
      std::find_if(kernels.begin(), kernels.end(),
                   [&](const Kernel<Variant>& kernel) { return kernel.variant.counts(wanted); });
  return found == kernels.end() ? nullptr : &*found;
}

/// Loads a list of kernels into the current context and allows each of them the maximum shared
/// memory per block. If kernels were loaded at a launch instead, loading would wait for the device
/// and could run out of memory. DeviceProperties::overlap becomes false if one of the kernels does
/// not wait for the launch before it.
template <class Variant>
cudaError_t prepare_kernels(const std::vector<Kernel<Variant>>& kernels, DeviceProperties& device) {
  for (const Kernel<Variant>& kernel : kernels) {
    cudaFuncAttributes attributes;
    cudaError_t code = cudaFuncGetAttributes(&attributes, kernel.function);
    if (code == cudaSuccess)
      code = cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(device.shared_bytes));
    if (code != cudaSuccess)
      return code;
    // Only code that was compiled for 9.0 or later has the instruction, whatever the device is.
    device.overlap = device.overlap && attributes.ptxVersion >= 90;
  }
  return cudaSuccess;
}

/// The launch configuration of a kernel.
struct LaunchSize {
  dim3 blocks;
  uint32_t threads;      ///< per block
  uint32_t shared_bytes; ///< dynamic shared memory per block
  bool overlap;          ///< the launch may begin while the one before it ends
};

/// Launches a kernel that takes `parameters`. Does not wait.
template <class Parameters>
cudaError_t launch_kernel(const void* function, const LaunchSize& size, Parameters parameters,
                          cudaStream_t stream) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = size.blocks;
  config.blockDim = dim3(size.threads);
  config.dynamicSmemBytes = size.shared_bytes;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = size.overlap ? 1 : 0;
  void* arguments[] = {&parameters};
  return cudaLaunchKernelExC(&config, function, arguments);
}

/// Launches the first kernel of a list that counts `wanted`; cudaErrorInvalidValue if there is
/// none.
template <class Variant, class Parameters>
cudaError_t launch_variant(const std::vector<Kernel<Variant>>& kernels, const Variant& wanted,
                           const LaunchSize& size, const Parameters& parameters,
                           cudaStream_t stream) {
  const Kernel<Variant>* const kernel = find_kernel(kernels, wanted);
  return kernel ? launch_kernel(kernel->function, size, parameters, stream) : cudaErrorInvalidValue;
}

} // namespace videohistogram::cuda
