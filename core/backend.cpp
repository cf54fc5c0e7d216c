// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backend.h"

namespace videohistogram {

void Job::release() {
  if (!pending_in_)
    return;
  do_release();
  pending_in_->pending_.fetch_sub(1, std::memory_order_release);
  pending_in_ = nullptr;
}

Status Backend::submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                       const std::vector<Rect>& regions) {
  Status status = check_frame(frame);
  if (status.ok())
    status = check_plan(*plan, frame, regions);
  return status.ok() ? submit_checked(job, frame, plan, regions) : status;
}

Status Backend::submit_checked(Job& job, const FrameView& frame, const SharedPlan& plan,
                               const std::vector<Rect>& regions) {
  if (job.pending() || pending_.load(std::memory_order_acquire) >= depth())
    return {ErrorKind::bug, "more frames were submitted than may be in flight", "Backend::submit"};

  struct ReleaseUnlessSubmitted {
    Job& job;
    bool submitted = false;
    ~ReleaseUnlessSubmitted() {
      if (!submitted)
        job.release();
    }
  } guard{job};
  pending_.fetch_add(1, std::memory_order_relaxed);
  job.pending_in_ = this;
  Status status = do_submit(job, frame, plan, regions);
  guard.submitted = status.ok();
  return status;
}

} // namespace videohistogram
