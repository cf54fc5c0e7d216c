// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>

namespace videohistogram::emulated {

/// Has a stream of the current context do something after all it was given before; what CUDA
/// answers.
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work);

/// Ends the process with a message unless the memory is part of one block that the calling stream's
/// device can use.
void expect_device_memory(const void* begin, size_t bytes, const char* what);

/// Ends the process with a message unless `condition`.
void expect(bool condition, const char* what);

/// Counts a call; what it is to fail with.
cudaError_t begin_call();

} // namespace videohistogram::emulated
