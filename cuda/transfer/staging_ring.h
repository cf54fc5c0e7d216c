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

/// A small block of pinned memory through which large frames go to the device: what a CPU has just
/// written there is read from its caches. Blocks as large as such frames do not stay in the caches:
/// each byte would go to the host's memory and back, which is busy enough.
/// Thread-safety: one thread at a time, with its context current.
class StagingRing {
public:
  static Expected<std::unique_ptr<StagingRing>> create(size_t bytes, const NumaNode& node,
                                                       std::chrono::milliseconds time_limit);

  uint8_t* data() const { return memory_.data(); }
  size_t size() const { return memory_.size(); }

  /// Before a copy through the ring: waits until the device has read what is in it.
  Status begin();
  /// The copy's bytes up to `end` are read once `stream` is where it is now.
  Status mark(size_t end, cudaStream_t stream);
  /// Up to which byte of the copy the device has read. device_lost if it has read nothing for
  /// longer than the time limit.
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
  size_t first_ = 0, next_ = 0; ///< the marks that the device may not have come to yet
  size_t passed_ = 0;
  Clock::time_point moved_; ///< when it was last known to read, or to have nothing to read
};

} // namespace videohistogram::cuda
