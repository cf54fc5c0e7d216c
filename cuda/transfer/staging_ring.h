// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/numa.h"
#include "cuda/device/resources.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram::cuda {

/// A small block of pinned memory through which large frames go to the device. The device reads
/// what a CPU has just written from the CPU's caches. A block of a frame's size does not stay in
/// the caches: each byte would go to the host's memory and back, and that memory is busy enough.
/// Thread-safety: one thread at a time, with the ring's context current.
class StagingRing {
public:
  static Expected<std::unique_ptr<StagingRing>> create(size_t bytes, const NumaNode& node,
                                                       std::chrono::milliseconds time_limit);

  uint8_t* data() const { return memory_.data(); }
  size_t size() const { return memory_.size(); }

  /// Begins a copy through the ring: waits until the device has read the ring's present content.
  Status begin();
  /// Records that the device has read bytes up to `end` once `stream` has passed its present work.
  Status mark(size_t end, cudaStream_t stream);
  /// Returns up to which byte of the copy the device has read. device_lost if the device has read
  /// nothing for longer than the time limit.
  Expected<size_t> passed();

private:
  using Clock = std::chrono::steady_clock;
  struct Mark {
    Event event;
    size_t end;
  };

  size_t pending() const { return next_ - first_; }
  Mark& mark_of(size_t number) { return marks_[number % marks_.size()]; }

  StagingRing(PinnedBlock memory, std::chrono::milliseconds time_limit)
      : memory_(std::move(memory)), time_limit_(time_limit) {}

  PinnedBlock memory_;
  const std::chrono::milliseconds time_limit_;
  std::array<Mark, 32> marks_;
  size_t first_ = 0, next_ = 0; ///< range of marks that the device may not have passed
  size_t passed_ = 0;
  Clock::time_point moved_; ///< last time that the device was known to read, or had nothing to read
};

} // namespace videohistogram::cuda
