// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cuda_runtime_api.h>

#include <string>

namespace videohistogram::cuda {

/// What a CUDA error means for a caller. This is the one place where that is decided. The driver's
/// CUresult has the same numbers, so it is classified here too.
ErrorKind classify(cudaError_t code);

/// The Error for a call that failed with `code` while it was `doing` something ("copying a frame to
/// the GPU"). Where the code means that, CUDA is latched lost. Thread-safety: any thread.
Error cuda_error(cudaError_t code, const char* doing);

/// Success, or cuda_error().
Status check(cudaError_t code, const char* doing);

/// CUDA has failed in a way after which no further call may be made in this process, on any GPU:
/// every handle is then leaked instead of freed, and every entry answers lost_error().
/// Thread-safety: any thread.
bool is_lost();

/// Latches that, with the reason in words. The first reason stays.
void latch_lost(const std::string& reason);

/// device_lost, with the reason that was latched and what to do.
Error lost_error();

} // namespace videohistogram::cuda
