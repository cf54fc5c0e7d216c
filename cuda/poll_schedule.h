// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <chrono>
#include <optional>

namespace videohistogram::cuda {

/// When to ask whether a device is done with its work: seldom until it should be, then often, so
/// that neither the thread that waits nor the result loses time. Calls no CUDA.
class PollSchedule {
public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// Of work that began at `begun`, and took `usual` before; 0: nobody knows.
  PollSchedule(TimePoint begun, std::chrono::nanoseconds usual);

  /// It is not done at `now`. When to ask again.
  TimePoint next(TimePoint now);

  /// It is done at `now`. How long such work takes; 0: nobody knows.
  std::chrono::nanoseconds learnt(TimePoint now) const;

private:
  const TimePoint begun_;
  const std::chrono::nanoseconds usual_;
  std::chrono::nanoseconds pause_;
  std::optional<TimePoint> asked_; ///< when it was not done, last
};

} // namespace videohistogram::cuda
