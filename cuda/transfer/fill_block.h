// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/resources.h"

#include <chrono>
#include <cstddef>

namespace videohistogram::cuda {

/// Copies `bytes` bytes from the host to the start of `block`, and clears all of `cleared`, if it
/// is given. Waits for both, at most `time_limit`. Errors name `copying`. With the context current.
Status fill_block(const DeviceBlock& block, const void* host, size_t bytes,
                  std::chrono::milliseconds time_limit, const char* copying,
                  const DeviceBlock* cleared = nullptr);

} // namespace videohistogram::cuda
