// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace videohistogram::cuda {

/// When to ask whether a device is done with its work: seldom until it should be, then often, so
/// that neither the thread that waits nor the result loses time. Calls no CUDA.
class PollSchedule {
public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// Of work that began at `begun` and is expected to take that long, if that is known.
  PollSchedule(TimePoint begun, std::optional<std::chrono::nanoseconds> expected);

  /// The work is not done at `now`. When to ask again.
  TimePoint next(TimePoint now);

  /// The work is done at `now`. How long to expect the next such work to take, if that is known.
  std::optional<std::chrono::nanoseconds> learnt(TimePoint now) const;

private:
  const TimePoint begun_;
  const std::optional<std::chrono::nanoseconds> expected_;
  std::chrono::nanoseconds pause_;
  std::optional<TimePoint> last_poll_; ///< the last time that the work was not done
};

/// The time that the last PollSchedule of such work learnt. Thread-safety: any thread; never locks.
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
  // An atomic std::optional would have a lock.
  static constexpr std::chrono::nanoseconds unknown = std::chrono::nanoseconds::min();

  std::atomic<std::chrono::nanoseconds> time_{unknown};
};

} // namespace videohistogram::cuda
