// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace videohistogram::cuda {

/// What one GPU does for a backend. Thread-safety: any thread.
class DeviceUsage {
public:
  DeviceUsage(int index, std::string name) : index_(index), name_(std::move(name)) {}

  std::atomic<uint64_t> bytes_uploaded{0}, bytes_staged{0};
  std::atomic<uint64_t> zero_copy_frames{0}, pinned_frames{0}, staged_frames{0};
  std::atomic<uint64_t> counted{0};

  /// A frame is given to the device, or taken from it.
  void begin();
  void end();

  TransferStats transfers() const;
  DeviceStats stats() const;

private:
  using Clock = std::chrono::steady_clock;

  const int index_;
  const std::string name_;
  mutable std::mutex mutex_;
  // With mutex_ held:
  uint32_t frames_ = 0;     ///< that it has
  Clock::time_point since_; ///< it has any
  Clock::duration busy_{0}; ///< before that
};

} // namespace videohistogram::cuda
