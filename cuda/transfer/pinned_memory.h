// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/host_memory.h"
#include "cuda/device/numa.h"

#include <memory>

namespace videohistogram::cuda {

/// Page-locked memory, allocated in `context`, which it and its blocks keep alive, near that GPU,
/// and pinned for every context of the process. Once CUDA is lost,
/// allocate() answers so and blocks are leaked. load_driver() must have succeeded.
/// Thread-safety: any thread.
std::shared_ptr<HostMemorySource> pinned_memory(std::shared_ptr<const DeviceContext> context,
                                                NumaNode node);

} // namespace videohistogram::cuda
