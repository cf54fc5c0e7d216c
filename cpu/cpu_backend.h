// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "cpu/target.h"

#include <memory>

namespace videohistogram {

/// Makes a backend that counts on the CPU. submit() does all work on the calling thread and its
/// helpers, so depth() is 1 and wait() only copies the counts.
/// - `max_threads`: maximum number of threads per frame, the calling one included; 0: one per core.
///   Small frames use fewer.
/// - `target`: the implementation, which this CPU must support; nullptr: the fastest for each size.
std::unique_ptr<Backend> create_cpu_backend(uint32_t max_threads = 0,
                                            const cpu::Target* target = nullptr);

/// The memory of a frame of the plan with `regions` regions. The backend reads
/// pixels in place, but those of packed formats from a copy.
FrameMemory cpu_frame_memory(const Plan& plan, size_t regions);

} // namespace videohistogram
