// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/poll_schedule.h"
#include "cuda/device/resources.h"

#include <chrono>

namespace videohistogram::cuda {

/// Waits until the device has passed `event`, and asks as `schedule` says. If it has not within
/// `limit`, CUDA is lost, for the reason `late`; other errors are those of `what`.
Status await(const Event& event, PollSchedule& schedule, std::chrono::milliseconds limit,
             const char* what, const char* late);

} // namespace videohistogram::cuda
