// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "cuda/device/device_properties.h"
#include "cuda/device/numa.h"

#include <string>
#include <vector>

namespace videohistogram::cuda {

/// Checks that this build has code for a GPU; device_unusable if not. Creates no context.
/// Thread-safety: any thread.
Status check_code_for(const DeviceProperties& device, const std::string& name);

/// The properties that launch shapes depend on. Creates no context. Thread-safety: any thread.
Expected<DeviceProperties> device_properties(int device);

/// Returns the host memory and CPUs near a GPU; unknown after any error. Creates no context.
/// Thread-safety: any thread.
NumaNode numa_node(int device);

} // namespace videohistogram::cuda
