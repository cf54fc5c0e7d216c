// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/error.h"

#include <cuda.h>

namespace videohistogram::cuda {

/// A device's primary context, retained once a process and never released: a process that has used
/// the GPU keeps it ready, and whatever is leaked after a fault stays valid.
struct PrimaryContext {
  int device;
  CUcontext handle;
};

/// The primary context of a device. `device` must be one that list_cuda_devices() gives.
/// Thread-safety: any thread.
Expected<const PrimaryContext*> primary_context(int device);

/// Makes a context current for as long as it lives and leaves the thread as it found it.
/// cudaSetDevice() would instead bind the thread, which other elements share, for good.
/// Thread-safety: lives and dies on one thread; nests.
class ContextScope {
public:
  explicit ContextScope(const PrimaryContext& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  /// Not ok: no CUDA call may be made in this scope. It is then device_lost.
  const Status& status() const { return status_; }

private:
  Status status_;
};

} // namespace videohistogram::cuda
