// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backends/fallback_cpu.h"

#include "core/scope_guard.h"

#include <new>

namespace videohistogram {

Status FallbackCpu::count(const FrameView& frame, const SharedPlan& plan,
                          const std::vector<Rect>& regions, const Results& results) try {
  std::lock_guard lock(mutex_);
  const ScopeGuard release([&] { job_->release(); });
  std::vector<std::shared_ptr<Matrix>>& matrices = results.matrices;
  matrices.assign(plan->n_matrices(regions.size()), nullptr);
  Status status = backend_->submit_checked(*job_, frame, plan, regions);
  if (status.ok())
    status = job_->wait(results.counts);
  for (size_t i = 0; status.ok() && i < matrices.size(); i++)
    matrices[i] = job_->matrix(i);
  const Sums* const sums = status.ok() ? job_->sums() : nullptr;
  results.sums = sums ? *sums : Sums();
  return status;
} catch (const std::bad_alloc&) { // a completion thread has no caller to catch it
  return {ErrorKind::transient, "there is no memory to count a frame on the CPU", "FallbackCpu"};
}

} // namespace videohistogram
