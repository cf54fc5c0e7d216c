// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <atomic>
#include <initializer_list>
#include <utility>

namespace videohistogram {

/// A number of frames, or of ns. Thread-safety: any thread.
using Counter = std::atomic<guint64>;

inline void reset(std::initializer_list<Counter*> counters) {
  for (Counter* counter : counters)
    counter->store(0, std::memory_order_relaxed);
}

/// Appends fields to the structure of the property `stats`, in this order.
inline void append(GstStructure* stats,
                   std::initializer_list<std::pair<const char*, guint64>> fields) {
  for (const auto& [name, value] : fields)
    gst_structure_set(stats, name, G_TYPE_UINT64, value, nullptr);
}

} // namespace videohistogram
