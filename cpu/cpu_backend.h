// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "cpu/target.h"

#include <memory>

namespace videohistogram {

/// Counts on the CPU. submit() does the whole work on the calling thread and its helpers, so
/// depth() is 1 and wait() only copies the counts.
/// `max_threads`: threads that may count one frame, the caller's included; 0: as many as the
/// machine has cores. Small frames use fewer.
/// `target`: how to count, one that this CPU supports; nullptr: the fastest, depending on the size.
std::unique_ptr<Backend> create_cpu_backend(uint32_t max_threads = 0,
                                            const cpu::Target* target = nullptr);

} // namespace videohistogram
