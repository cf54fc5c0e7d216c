// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "cuda/launch_shape.h"

#include <string>
#include <vector>

namespace videohistogram::cuda {

/// "0 (NVIDIA H200), 1 (NVIDIA H200)", for messages; "none" of an empty list.
std::string describe(const std::vector<CudaDeviceInfo>& devices);

/// Whether this build has code for a GPU: device_unusable if not. Creates no context.
/// Thread-safety: any thread.
Status check_code_for(const DeviceProperties& device, const std::string& name);

/// What launch shapes are chosen by. Creates no context. Thread-safety: any thread.
Expected<DeviceProperties> device_properties(int device);

} // namespace videohistogram::cuda
