// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <memory>

namespace videohistogram::cuda {

/// The primary context of a device, which is created if nobody has used it yet. It is retained once
/// a process and never released: a process that has used the GPU keeps it ready, and whatever is
/// leaked after a fault stays valid. `device` must be one that list_cuda_devices() gives.
/// Thread-safety: any thread.
Expected<std::shared_ptr<const DeviceContext>> primary_context(int device);

/// Looks up what ContextScope needs of the driver. Before the first scope in a context that
/// primary_context() has not given. Thread-safety: any thread.
Status load_driver();

/// Makes a context current for as long as it lives and leaves the thread as it found it.
/// cudaSetDevice() would instead bind the thread, which other elements share, for good. While
/// others capture a graph, calls made in the scope neither fail nor spoil it.
/// Thread-safety: lives and dies on one thread; nests.
class ContextScope {
public:
  explicit ContextScope(const DeviceContext& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  /// Not ok: no CUDA call may be made in this scope. It is then device_lost, or transient.
  const Status& status() const { return status_; }

private:
  Status enter(const DeviceContext& context);

  Status status_;
  int capture_mode_; ///< the thread's own, a CUstreamCaptureMode
};

} // namespace videohistogram::cuda
