// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backend.h"

#include "core/scope_guard.h"

namespace videohistogram {

void Job::release() {
  if (!pending_)
    return;
  do_release();
  pending_ = false;
  if (counted_in_)
    counted_in_->pending_.jobs.fetch_sub(1, std::memory_order_release);
  counted_in_ = nullptr;
}

Status Backend::submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                       const std::vector<Rect>& regions) {
  Status status = check_frame(frame);
  if (status.ok())
    status = check_plan(*plan, frame, regions);
  if (!status.ok())
    return status;
  if (!can_count(*plan))
    return refusal("this processor cannot count what is asked of such frames");
  if (job.pending() || pending_.jobs.load(std::memory_order_acquire) >= depth())
    return {ErrorKind::bug, "more frames were submitted than may be in flight", "Backend::submit"};
  pending_.jobs.fetch_add(1, std::memory_order_relaxed);
  job.counted_in_ = this;
  return submit_checked(job, frame, plan, regions);
}

Status Backend::submit_checked(Job& job, const FrameView& frame, const SharedPlan& plan,
                               const std::vector<Rect>& regions) {
  ScopeGuard release([&] { job.release(); });
  job.pending_ = true;
  Status status = do_submit(job, frame, plan, regions);
  if (status.ok())
    release.dismiss();
  return status;
}

} // namespace videohistogram
