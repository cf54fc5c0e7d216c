// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/device.h"

#include "cuda/device/errors.h"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <initializer_list>
#include <iterator>

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

Status check_code_for(const DeviceProperties& device, const std::string& name) {
  constexpr int archs[] = {VIDEOHISTOGRAM_GPU_ARCHS};
  for (const int arch : archs)
    // Code for 8.6 runs on 8.9, but not on 8.0 and not on 9.0.
    if (arch / 10 == device.capability / 10 && arch <= device.capability)
      return {};
  if (device.capability >= archs[std::size(archs) - 1])
    return {}; // the driver compiles the PTX of the newest one
  return {ErrorKind::device_unusable,
          "this build of videohistogram has no code for " + name + " (sm_" +
              std::to_string(device.capability) +
              "); build it with -Dgpu_archs=" + std::to_string(device.capability),
          {}};
}

namespace {

Status get_attributes(int device, std::initializer_list<std::pair<int*, cudaDeviceAttr>> attributes,
                      const char* doing) {
  Status status;
  for (auto [value, attribute] : attributes)
    if (status.ok())
      status = is_lost() ? Status(lost_error())
                         : check(cudaDeviceGetAttribute(value, attribute, device), doing);
  return status;
}

} // namespace

Expected<DeviceProperties> device_properties(int device) {
  int major = 0, minor = 0, multiprocessors = 0, shared = 0;
  if (Status status = get_attributes(device,
                                     {{&major, cudaDevAttrComputeCapabilityMajor},
                                      {&minor, cudaDevAttrComputeCapabilityMinor},
                                      {&multiprocessors, cudaDevAttrMultiProcessorCount},
                                      {&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin}},
                                     "asking for a GPU's properties");
      !status.ok())
    return status.error();
  DeviceProperties properties;
  properties.capability = 10 * major + minor;
  properties.multiprocessors = static_cast<uint32_t>(multiprocessors);
  properties.shared_bytes = static_cast<uint32_t>(shared);
  return properties;
}

NumaNode numa_node(int device) {
  int domain = 0, bus = 0, slot = 0;
  if (!get_attributes(device,
                      {{&domain, cudaDevAttrPciDomainId},
                       {&bus, cudaDevAttrPciBusId},
                       {&slot, cudaDevAttrPciDeviceId}},
                      "querying the PCI address of a GPU")
           .ok())
    return {};
  char name[64];
  std::snprintf(name, sizeof name, "%04x:%02x:%02x.0", static_cast<unsigned>(domain),
                static_cast<unsigned>(bus), static_cast<unsigned>(slot));
  return find_numa_node(name);
}

} // namespace cuda

} // namespace videohistogram
