// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_counters.h"

namespace videohistogram {

void FrameCounters::reset() {
  videohistogram::reset({&frames, &counted, &fell_back, &failed, &failed_tables, &skipped_gap,
                         &skipped_invalid, &skipped_unplanned, &corrupted, &regions_ignored,
                         &copied_by_writer, &copied_in_row, &streaming_time, &cpu_time,
                         &first_counted, &last_counted});
}

void FrameCounters::count_one() {
  const guint64 now = StopWatch::now(CLOCK_MONOTONIC);
  if (counted.fetch_add(1, std::memory_order_relaxed) == 0)
    first_counted.store(now, std::memory_order_relaxed);
  last_counted.store(now, std::memory_order_relaxed);
}

double FrameCounters::frames_per_second() const {
  const guint64 n = counted.load(std::memory_order_relaxed);
  const guint64 first = first_counted.load(std::memory_order_relaxed);
  const guint64 last = last_counted.load(std::memory_order_relaxed);
  return n > 1 && last > first
             ? static_cast<double>(n - 1) * GST_SECOND / static_cast<double>(last - first)
             : 0.0;
}

} // namespace videohistogram
