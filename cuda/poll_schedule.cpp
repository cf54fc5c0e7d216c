// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/poll_schedule.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

using namespace std::chrono_literals;

// To ask takes some microseconds with the sleep before it.
constexpr std::chrono::nanoseconds shortest_pause = 10us, longest_pause = 200us;
// Whoever waits has to hear that the device is lost.
constexpr std::chrono::nanoseconds longest_sleep = 10ms;

} // namespace

PollSchedule::PollSchedule(TimePoint begun, std::chrono::nanoseconds usual)
    : begun_(begun), usual_(usual), pause_(std::clamp(usual / 32, shortest_pause, longest_pause)) {}

PollSchedule::TimePoint PollSchedule::next(TimePoint now) {
  asked_ = now;
  const TimePoint due = begun_ + usual_ * 7 / 8;
  if (now < due)
    return std::min(due, now + longest_sleep);
  const std::chrono::nanoseconds pause = pause_;
  if (now >= begun_ + 2 * usual_) // it takes longer than usual, or nothing is
    pause_ = std::min(2 * pause_, longest_pause);
  return now + pause;
}

std::chrono::nanoseconds PollSchedule::learnt(TimePoint now) const {
  if (asked_) // it was done some time after that
    return *asked_ + (now - *asked_) / 2 - begun_;
  return std::min<std::chrono::nanoseconds>(usual_, now - begun_);
}

} // namespace videohistogram::cuda
