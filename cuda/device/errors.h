// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cuda_runtime_api.h>

#include <string>

namespace videohistogram::cuda {

/// Returns what a CUDA error means for a caller; this is decided only here. The driver's CUresult
/// has the same numbers, so classify() takes both.
ErrorKind classify(cudaError_t code);

/// Returns the Error for a call that failed with `code` while `doing` something ("copying a frame
/// to the GPU"). If the code means device_lost, CUDA is latched lost. Thread-safety: any thread.
Error cuda_error(cudaError_t code, const char* doing);

/// Success, or cuda_error().
inline Status check(cudaError_t code, const char* doing) {
  return code == cudaSuccess ? Status() : Status(cuda_error(code, doing));
}

/// Whether CUDA has failed in a way that forbids any further call in this process, on any GPU.
/// Every handle is then leaked instead of freed, and every entry point returns lost_error().
/// Thread-safety: any thread.
bool is_lost();

/// Latches CUDA lost, with the reason in words. The first reason stays.
void latch_lost(const std::string& reason);

/// The device_lost error, with the latched reason and what to do.
Error lost_error();

/// Latches CUDA lost for the reason of `error`, after which nobody can know what memory the device
/// still uses. Returns lost_error().
Error lose(const Error& error);

} // namespace videohistogram::cuda
