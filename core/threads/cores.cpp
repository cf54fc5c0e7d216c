// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/threads/cores.h"

#include <algorithm>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace videohistogram {

unsigned usable_cores() {
#ifdef __linux__
  cpu_set_t allowed; // of 1024 cores; the call fails where the system has more
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
#endif
  return std::max(std::thread::hardware_concurrency(), 1u);
}

} // namespace videohistogram
