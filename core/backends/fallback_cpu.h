// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <memory>
#include <mutex>
#include <vector>

namespace videohistogram {

/// The CPU backend that counts frames in place of devices. All devices of an element share it: one
/// set of threads per device would be too many threads together.
/// Thread-safety: any thread.
class FallbackCpu {
public:
  explicit FallbackCpu(std::unique_ptr<Backend> cpu)
      : backend_(std::move(cpu)), job_(backend_->make_job()) {}

  const Backend& backend() const { return *backend_; }

  /// Where the results of a frame are written.
  struct Results {
    uint32_t* counts; ///< Plan::total_counts() of them
    /// Replaced by those of the frame, in the order of Plan::n_matrices(). A matrix is null if
    /// there was no memory for it.
    std::vector<std::shared_ptr<Matrix>>& matrices;
    Sums& sums;
  };

  /// Counts a frame in host memory, one at a time; other threads wait. Errors: transient.
  Status count(const FrameView& frame, const SharedPlan& plan, const std::vector<Rect>& regions,
               const Results& results);

private:
  const std::unique_ptr<Backend> backend_;
  const std::unique_ptr<Job> job_;
  std::mutex mutex_; ///< locked while a frame is counted
};

} // namespace videohistogram
