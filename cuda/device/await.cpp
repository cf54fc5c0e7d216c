// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/await.h"

#include "core/threads/precise_sleep.h"
#include "cuda/device/errors.h"

#include <optional>
#include <string>
#include <thread>

namespace videohistogram::cuda {

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
