// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/memory_place.h"

namespace videohistogram::cuda {

/// Returns the primary context of a device, which is created if it does not exist yet. The context
/// is retained once per process and never released: a process that has used the GPU keeps it ready,
/// and resources that are leaked after a fault stay valid. `device` is an index from
/// list_cuda_devices().
/// Thread-safety: any thread.
Expected<MemoryPlace> primary_context(int device);

/// Looks up the driver functions that ContextScope needs. Call before the first scope in a context
/// that is not from primary_context().
/// Thread-safety: any thread.
Status load_driver();

/// Makes a context current for the lifetime of the scope, then restores the thread's state.
/// cudaSetDevice() would instead bind the thread, which other elements share, permanently. While
/// other code captures a graph, calls in the scope neither fail nor invalidate the capture.
/// Thread-safety: created and destroyed on the same thread; scopes nest.
class ContextScope {
public:
  explicit ContextScope(const MemoryPlace& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  /// If not ok, no CUDA call may be made in this scope. The error is device_lost or transient.
  const Status& status() const { return status_; }

private:
  Status enter(const MemoryPlace& context);

  Status status_;
  int capture_mode_; ///< the thread's previous CUstreamCaptureMode
};

} // namespace videohistogram::cuda
