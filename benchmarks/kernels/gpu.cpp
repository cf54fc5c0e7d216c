// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu.h"

#include <cstring>

namespace videohistogram::benchmark {

namespace {

int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0), "asking for a property of the GPU");
  return value;
}

} // namespace

Device open_device() {
  check(cudaSetDevice(0), "opening the GPU");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0), "asking for the GPU's properties");
  Device device{};
  std::memcpy(device.name, properties.name, sizeof device.name);
  device.multiprocessors = properties.multiProcessorCount;
  device.capability = 10 * properties.major + properties.minor;
  device.clock_khz = attribute(cudaDevAttrClockRate);
  device.threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  device.threads_per_block = properties.maxThreadsPerBlock;
  device.shared_per_block = properties.sharedMemPerBlock;
  device.shared_opt_in = properties.sharedMemPerBlockOptin;
  device.l2_bytes = static_cast<size_t>(properties.l2CacheSize);
  check(cudaDriverGetVersion(&device.driver_version), "asking for the driver's version");
  check(cudaRuntimeGetVersion(&device.runtime_version), "asking for the runtime's version");
  return device;
}

} // namespace videohistogram::benchmark
