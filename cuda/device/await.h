// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/resources.h"

#include <atomic>
#include <chrono>
#include <optional>

namespace videohistogram::cuda {

/// Decides when to poll a device for completion: seldom until the expected time, then often.
/// Polling then costs the waiting thread little, and the result is seen soon. Calls no CUDA.
class PollSchedule {
public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// A schedule for work that began at `begun` and is expected to take `expected`, if known.
  PollSchedule(TimePoint begun, std::optional<std::chrono::nanoseconds> expected);

  /// Returns when to poll again, after a poll at `now` found the work unfinished.
  TimePoint next(TimePoint now);

  /// Returns the duration to expect of similar work, if known, after a poll at `now` found it done.
  std::optional<std::chrono::nanoseconds> learnt(TimePoint now) const;

private:
  const TimePoint begun_;
  const std::optional<std::chrono::nanoseconds> expected_;
  std::chrono::nanoseconds pause_;
  std::optional<TimePoint> last_poll_; ///< the last poll that found the work unfinished
};

/// The duration learnt from the last work of a kind. Thread-safety: any thread; lock-free.
class ExpectedTime {
public:
  std::optional<std::chrono::nanoseconds> get() const {
    const std::chrono::nanoseconds time = time_.load(std::memory_order_relaxed);
    return time == unknown ? std::nullopt : std::optional(time);
  }
  void set(std::optional<std::chrono::nanoseconds> time) {
    time_.store(time.value_or(unknown), std::memory_order_relaxed);
  }

private:
  // A std::atomic of std::optional would need a lock.
  static constexpr std::chrono::nanoseconds unknown = std::chrono::nanoseconds::min();

  std::atomic<std::chrono::nanoseconds> time_{unknown};
};

/// Waits until the device has passed `event`, polling as `schedule` says. Every error latches CUDA
/// lost, since the device may still use the memory that the caller waits for. After `limit` the
/// latched reason begins with `late`; other errors are about `what`.
Status await(const Event& event, PollSchedule& schedule, std::chrono::milliseconds limit,
             const char* what, const char* late);

} // namespace videohistogram::cuda
