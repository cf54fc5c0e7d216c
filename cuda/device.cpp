// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device.h"

#include "cuda/status.h"

#include <cuda_runtime_api.h>

namespace videohistogram {

Expected<std::vector<CudaDeviceInfo>> list_cuda_devices() {
  using namespace cuda;
  if (is_lost())
    return lost_error();

  int count = 0;
  Status status = check(cudaGetDeviceCount(&count), "looking for GPUs");
  if (status.ok() && count == 0)
    status = cuda_error(cudaErrorNoDevice, "looking for GPUs");
  if (!status.ok())
    return status.error();

  std::vector<CudaDeviceInfo> devices;
  for (int i = 0; i < count; i++) {
    cudaDeviceProp properties;
    status = check(cudaGetDeviceProperties(&properties, i), "asking for a GPU's name");
    if (!status.ok())
      return status.error();
    devices.push_back({i, properties.name});
  }
  return devices;
}

namespace cuda {

std::string describe(const std::vector<CudaDeviceInfo>& devices) {
  std::string text;
  for (const CudaDeviceInfo& device : devices)
    text += (text.empty() ? "" : ", ") + std::to_string(device.index) + " (" + device.name + ")";
  return text.empty() ? "none" : text;
}

Expected<DeviceProperties> device_properties(int device) {
  if (is_lost())
    return lost_error();
  int major = 0, minor = 0, multiprocessors = 0, shared = 0;
  const std::pair<int*, cudaDeviceAttr> wanted[] = {
      {&major, cudaDevAttrComputeCapabilityMajor},
      {&minor, cudaDevAttrComputeCapabilityMinor},
      {&multiprocessors, cudaDevAttrMultiProcessorCount},
      {&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin},
  };
  for (auto [value, attribute] : wanted) {
    Status status =
        check(cudaDeviceGetAttribute(value, attribute, device), "asking for a GPU's properties");
    if (!status.ok())
      return status.error();
  }
  DeviceProperties properties;
  properties.capability = 10 * major + minor;
  properties.multiprocessors = static_cast<uint32_t>(multiprocessors);
  properties.shared_bytes = static_cast<uint32_t>(shared);
  return properties;
}

} // namespace cuda

} // namespace videohistogram
