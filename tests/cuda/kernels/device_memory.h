// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory that the tests of kernels own, and the device that they run on.
#pragma once

#include "cuda/device/device_properties.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

namespace videohistogram::cuda {

struct FreeDevice {
  void operator()(void* memory) const { cudaFree(memory); }
};
struct FreeHost {
  void operator()(void* memory) const { cudaFreeHost(memory); }
};
template <class T>
using DeviceMemory = std::unique_ptr<T, FreeDevice>;
template <class T>
using HostMemory = std::unique_ptr<T, FreeHost>;

/// A block of exactly `bytes` bytes, so that a memory checker sees every access outside of it.
template <class T>
DeviceMemory<T> allocate(size_t bytes) {
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, bytes), cudaSuccess);
  return DeviceMemory<T>(static_cast<T*>(memory));
}

/// Pinned memory that the device sees at the same address.
template <class T>
HostMemory<T> allocate_mapped(size_t bytes) {
  void* memory = nullptr;
  EXPECT_EQ(cudaHostAlloc(&memory, bytes, cudaHostAllocMapped), cudaSuccess);
  return HostMemory<T>(static_cast<T*>(memory));
}

/// Copies from pageable memory, and waits until the bytes are on the device. cudaMemcpy() alone may
/// return before that, and streams that do not wait for the default stream would read old bytes.
inline cudaError_t copy_to_device(void* device, const void* host, size_t bytes) {
  const cudaError_t code = cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
  return code == cudaSuccess ? cudaStreamSynchronize(nullptr) : code;
}

/// Of device 0.
inline DeviceProperties device_under_test() {
  int major = 0, minor = 0, multiprocessors = 0, shared_bytes = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0),
            cudaSuccess);
  EXPECT_EQ(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
            cudaSuccess);
  return {10 * major + minor, static_cast<uint32_t>(multiprocessors),
          static_cast<uint32_t>(shared_bytes)};
}

} // namespace videohistogram::cuda
