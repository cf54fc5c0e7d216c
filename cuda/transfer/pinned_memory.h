// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/host_memory.h"
#include "cuda/device/numa.h"

#include <memory>

namespace videohistogram::cuda {

/// Returns a source of page-locked memory near the GPU of `context`, pinned for every context of
/// the process. The source and its blocks keep `context` alive. Once CUDA is lost, allocate()
/// returns device_lost and blocks are leaked. load_driver() must have succeeded.
/// Thread-safety: any thread.
std::shared_ptr<HostMemorySource> pinned_memory(MemoryPlace context, NumaNode node);

} // namespace videohistogram::cuda
