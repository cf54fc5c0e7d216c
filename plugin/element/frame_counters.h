// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/threads/cache_line.h"
#include "plugin/counting/counters.h"
#include "plugin/counting/run.h"

#include <gst/gst.h>

#include <time.h>

#include <optional>

namespace videohistogram {

/// Counters of frames and of time since the element started. Thread-safety: any thread.
struct FrameCounters {
  // Written by the streaming thread for each frame:
  Counter frames{0};         ///< buffers received
  Counter streaming_time{0}; ///< ns that the streaming thread spent in the element
  // Written for few frames:
  /// Frames that should have been counted and were not.
  alignas(cache_line_bytes) Counter failed{0};
  /// Projections and joint histograms of counted frames that could not be read when they were
  /// wanted for a message, or had to be read before the frame was released.
  Counter failed_tables{0};
  Counter fell_back{0};         ///< counted frames that a CPU counted in place of a GPU
  Counter skipped_gap{0};       ///< frames with the GAP flag; not counted
  Counter skipped_invalid{0};   ///< buffers without the frame that the caps promise
  Counter skipped_unplanned{0}; ///< frames without anything that the settings ask for
  Counter corrupted{0};         ///< frames with the CORRUPTED flag; they are counted
  Counter regions_ignored{0};   ///< regions of interest beyond max_regions
  Counter copied_by_writer{0};  ///< held frames that a writer downstream copied
  Counter copied_in_row{0};     ///< number of consecutive held frames copied up to now
  /// ns of CPU time on the streaming and the completion thread, from one frame in eight.
  Counter cpu_time{0};
  // Written by the completion thread for each frame:
  /// Frames whose histograms are complete.
  alignas(cache_line_bytes) Counter counted{0};
  Counter first_counted{0}; ///< monotonic time of the first counted frame, ns; 0: none
  Counter last_counted{0};

  void reset();
  void count_one(); ///< records a frame counted now; one thread at a time
  /// Mean rate between the first and the last counted frame; 0 before there are two.
  double frames_per_second() const;
  /// A new structure for the property `stats`; the caller owns it.
  GstStructure* make_stats(const RunStats& run) const;
};

/// Adds the time between its construction and destruction, multiplied by `times`, to a counter of
/// ns. `clock` selects wall time or the thread's CPU time.
class StopWatch {
public:
  StopWatch(Counter& total, clockid_t clock, guint64 times = 1)
      : total_(total), clock_(clock), times_(times), start_(now(clock)) {}
  ~StopWatch() { total_.fetch_add(times_ * (now(clock_) - start_), std::memory_order_relaxed); }
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

  static guint64 now(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return GST_TIMESPEC_TO_TIME(time);
  }

private:
  Counter& total_;
  clockid_t clock_;
  guint64 times_;
  guint64 start_;
};

/// Measures the CPU time of one frame in eight and counts it eightfold, since reading a thread's
/// CPU time takes a system call.
class CpuStopWatch {
public:
  CpuStopWatch(FrameCounters& counters, guint64 sequence) {
    constexpr guint64 frames = 8;
    if (sequence % frames == frames - 1) // not the first frame, which takes longer
      watch_.emplace(counters.cpu_time, CLOCK_THREAD_CPUTIME_ID, frames);
  }

private:
  std::optional<StopWatch> watch_;
};

} // namespace videohistogram
