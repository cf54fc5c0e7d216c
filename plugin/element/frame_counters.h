// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <time.h>

#include <atomic>
#include <optional>

namespace videohistogram {

/// What happened to the frames since the element started, and what it took.
struct FrameCounters {
  std::atomic<guint64> frames{0};            ///< buffers that came
  std::atomic<guint64> counted{0};           ///< of these have a histogram
  std::atomic<guint64> fell_back{0};         ///< of these were counted by a CPU in a GPU's place
  std::atomic<guint64> failed{0};            ///< were begun and could not be counted
  std::atomic<guint64> skipped_gap{0};       ///< had the GAP flag
  std::atomic<guint64> skipped_invalid{0};   ///< did not hold the frame that the caps promise
  std::atomic<guint64> skipped_unplanned{0}; ///< had nothing that the settings ask for
  std::atomic<guint64> corrupted{0};         ///< had the CORRUPTED flag; they are counted
  std::atomic<guint64> regions_ignored{0};   ///< regions of interest beyond max_regions
  std::atomic<guint64> copied_by_writer{0};  ///< were copied by others while they were held
  std::atomic<guint64> copied_in_row{0};     ///< held frames to which that happened without a break
  std::atomic<guint64> streaming_time{0};    ///< ns for which the streaming thread was held up
  /// ns of CPU time on the streaming and the completion thread, told by some of the frames.
  std::atomic<guint64> cpu_time{0};
  std::atomic<guint64> first_counted{0}; ///< monotonic time in ns at which that was done; 0: never
  std::atomic<guint64> last_counted{0};

  void reset();
  void count_one(); ///< a frame that is counted now; one thread
  /// Between the first and the last counted frame; 0 before there are two.
  double frames_per_second() const;
};

/// Adds what passes while it lives to a counter of ns, `times` times: wall time, or its thread's
/// CPU time.
class StopWatch {
public:
  StopWatch(std::atomic<guint64>& total, clockid_t clock, guint64 times = 1)
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
  std::atomic<guint64>& total_;
  clockid_t clock_;
  guint64 times_;
  guint64 start_;
};

/// A thread's CPU time is a system call, so one frame stands for so many.
class CpuStopWatch {
public:
  CpuStopWatch(FrameCounters& counters, guint64 sequence) {
    constexpr guint64 frames = 8;
    if (sequence % frames == frames - 1) // the first one takes longer than others
      watch_.emplace(counters.cpu_time, CLOCK_THREAD_CPUTIME_ID, frames);
  }

private:
  std::optional<StopWatch> watch_;
};

} // namespace videohistogram
