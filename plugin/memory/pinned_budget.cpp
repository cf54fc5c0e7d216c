// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/memory/pinned_budget.h"

#include <unistd.h>

namespace videohistogram {

static size_t quarter_of_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0)
    return size_t{1} << 30;
  return static_cast<size_t>(pages) / 4 * static_cast<size_t>(page_bytes);
}

PinnedBudget& PinnedBudget::of_process() {
  static auto* const budget = new PinnedBudget(quarter_of_memory());
  return *budget;
}

bool PinnedBudget::take(size_t bytes) {
  size_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > most_ - used)
      return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

} // namespace videohistogram
