// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/backend.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram {

/// One GPU, as the CUDA runtime numbers them (CUDA_VISIBLE_DEVICES applies).
struct CudaDeviceInfo {
  int index;
  std::string name; ///< "NVIDIA H200"
};

struct CudaConfig {
  int device = 0;
  uint32_t depth = 0; ///< jobs in flight; 0: as many as keep the link busy
  /// A device that has not counted a frame after this long is taken for lost.
  std::chrono::milliseconds time_limit{10000};
};

/// The GPUs of this machine. Creates no context. no_device, with the reason (built without CUDA,
/// no driver, no GPU), where there are none; device_unusable where the driver is older than the
/// runtime, with both versions; device_lost if CUDA failed earlier in this process.
Expected<std::vector<CudaDeviceInfo>> list_cuda_devices();

/// A backend for one GPU, in its primary context. no_device lists the devices that are there;
/// device_unusable if this build has no code for it.
Expected<std::unique_ptr<Backend>> create_cuda_backend(const CudaConfig& config);

} // namespace videohistogram
