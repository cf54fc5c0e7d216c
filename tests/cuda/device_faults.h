// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

// Kernels that hang or fail. Each occupies all multiprocessors of the current device, so that
// nothing else runs, and ends by itself after at most half a minute.

namespace videohistogram {

/// Keeps the device until *released is not zero.
cudaError_t occupy_device(const volatile uint32_t* released, cudaStream_t stream);

/// Keeps the device for `milliseconds` and then writes to an illegal address.
cudaError_t fault_device(uint32_t milliseconds, cudaStream_t stream);

} // namespace videohistogram
