// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/threads/cache_line.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace videohistogram::cuda {

/// Statistics of one GPU's work for a backend. Thread-safety: any thread.
class DeviceUsage {
public:
  DeviceUsage(int index, std::string name) : index_(index), name_(std::move(name)) {}

  // Written by the submitting thread:
  std::atomic<uint64_t> bytes_uploaded{0}, bytes_staged{0};
  std::atomic<uint64_t> zero_copy_frames{0}, pinned_frames{0}, staged_frames{0};

  /// Call begin() when a frame goes to the device, and end() when the device is done with it.
  void begin();
  void end();
  /// Call when a frame's counts are taken from the device.
  void count_frame() { counted_.fetch_add(1, std::memory_order_relaxed); }

  TransferStats transfers() const;
  DeviceStats stats() const;

private:
  using Clock = std::chrono::steady_clock;

  const int index_;
  const std::string name_;
  alignas(cache_line_bytes) std::atomic<uint64_t> counted_{0};
  mutable std::mutex mutex_;
  // With mutex_ held:
  uint32_t frames_ = 0;     ///< frames on the device
  Clock::time_point since_; ///< when frames_ last rose from 0
  Clock::duration busy_{0}; ///< busy time before since_
};

} // namespace videohistogram::cuda
