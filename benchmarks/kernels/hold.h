// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

namespace videohistogram::benchmark {

/// Keeps the stream busy for `us` microseconds with one thread. Work enqueued in the meantime then
/// starts without waiting for the host.
cudaError_t hold(cudaStream_t stream, unsigned us);

} // namespace videohistogram::benchmark
