// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/await.h"

#include "core/threads/precise_sleep.h"
#include "cuda/device/errors.h"

#include <algorithm>
#include <optional>
#include <string>
#include <thread>

namespace videohistogram::cuda {

namespace {

using namespace std::chrono_literals;

// A query and the sleep before it together take some microseconds.
constexpr std::chrono::nanoseconds shortest_pause = 10us, longest_pause = 200us;
// The waiting thread must notice that the device is lost.
constexpr std::chrono::nanoseconds longest_sleep = 10ms;

} // namespace

PollSchedule::PollSchedule(TimePoint begun, std::optional<std::chrono::nanoseconds> expected)
    : begun_(begun), expected_(expected),
      pause_(expected ? std::clamp(*expected / 32, shortest_pause, longest_pause)
                      : shortest_pause) {}

PollSchedule::TimePoint PollSchedule::next(TimePoint now) {
  last_poll_ = now;
  if (expected_)
    if (const TimePoint due = begun_ + *expected_ * 7 / 8; now < due)
      return std::min(due, now + longest_sleep);
  const std::chrono::nanoseconds pause = pause_;
  if (!expected_ || now >= begun_ + 2 * *expected_) // nothing suggests that the end is near
    pause_ = std::min(2 * pause_, longest_pause);
  return now + pause;
}

std::optional<std::chrono::nanoseconds> PollSchedule::learnt(TimePoint now) const {
  if (last_poll_) // the work ended some time between the last two queries
    return *last_poll_ + (now - *last_poll_) / 2 - begun_;
  if (expected_) // the work ended at an unknown time before the only query
    return std::min<std::chrono::nanoseconds>(*expected_, now - begun_);
  return {};
}

Status await(const Event& event, PollSchedule& schedule, std::chrono::milliseconds limit,
             const char* what, const char* late) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::optional<PreciseSleep> precise;
  for (;;) {
    if (is_lost())
      return lost_error();
    const cudaError_t code = cudaEventQuery(event.get());
    if (code == cudaSuccess)
      return {};
    if (code != cudaErrorNotReady)
      return lose(cuda_error(code, what));
    const auto now = std::chrono::steady_clock::now();
    if (now >= deadline) {
      latch_lost(std::string(late) + " within " + std::to_string(limit.count()) + " ms");
      return lost_error();
    }
    if (!precise)
      precise.emplace();
    std::this_thread::sleep_until(schedule.next(now));
  }
}

} // namespace videohistogram::cuda
