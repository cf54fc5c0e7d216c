// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/memory.h"
#include "histogram/frame.h"
#include "histogram/matrix.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace videohistogram::cuda {

/// A matrix in a device's memory, which it is only copied out of when somebody reads it or when the
/// memory is needed while somebody may still read it.
/// Thread-safety: read() from any thread, the rest from one thread at a time.
class DeviceMatrix final : public Matrix {
public:
  /// `counters` of them, in `memory`. Work on them has to be done before they are read.
  DeviceMatrix(std::shared_ptr<const DeviceContext> context, DeviceBlock memory, size_t counters,
               std::chrono::milliseconds time_limit);
  ~DeviceMatrix() override;

  Status read(uint32_t* counts) override;

  /// Bytes of the memory; 0 once it was taken.
  size_t size() const { return memory_.size(); }
  uint32_t* device_counts() const { return reinterpret_cast<uint32_t*>(memory_.data()); }

  // With the context current:

  /// Gives the memory back; with `keep` what is in it is kept on the host. What cannot be kept is
  /// lost to readers, who are told why.
  DeviceBlock take_memory(bool keep);
  /// Forgets the memory: the context is gone, and it with it.
  void leak();

private:
  Status fetch(uint32_t* counts);

  const std::shared_ptr<const DeviceContext> context_;
  const size_t counters_;
  const std::chrono::milliseconds time_limit_;
  std::mutex mutex_;
  // With mutex_ held:
  DeviceBlock memory_;           ///< empty once it was taken
  std::vector<uint32_t> counts_; ///< then they are here
  Status gone_;                  ///< or this says why they are not
};

} // namespace videohistogram::cuda
