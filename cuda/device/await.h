// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/poll_schedule.h"
#include "cuda/device/resources.h"

#include <chrono>

namespace videohistogram::cuda {

/// Waits until the device has passed `event`, polling as `schedule` says. Every error latches CUDA
/// lost, since the device may still use the memory that the caller waits for. The reason is `late`
/// if the device has not passed the event within `limit`; other reasons name `what`.
Status await(const Event& event, PollSchedule& schedule, std::chrono::milliseconds limit,
             const char* what, const char* late);

} // namespace videohistogram::cuda
