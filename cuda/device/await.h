// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/poll_schedule.h"
#include "cuda/device/resources.h"

#include <chrono>

namespace videohistogram::cuda {

/// Waits until the device has passed `event`, polling as `schedule` says. If the device has not
/// passed it within `limit`, CUDA is latched lost with the reason `late`. Other errors name `what`.
Status await(const Event& event, PollSchedule& schedule, std::chrono::milliseconds limit,
             const char* what, const char* late);

} // namespace videohistogram::cuda
