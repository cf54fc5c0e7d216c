// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>

namespace videohistogram::emulated {

/// Gives work to a stream of the current context, after its earlier work. Returns CUDA's answer.
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work);

/// Ends the process with a message unless the memory is part of one block that the calling stream's
/// device can use.
void expect_device_memory(const void* begin, size_t bytes, const char* what);

/// Ends the process with a message unless `condition`.
void expect(bool condition, const char* what);

/// Numbers a call. Returns the error with which it must fail, or cudaSuccess.
cudaError_t begin_call();

} // namespace videohistogram::emulated
