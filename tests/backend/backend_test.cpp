// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/backend/backend_test.h"

namespace videohistogram::test {

JobPtr BackendTest::submit(const FrameView& frame, const Request& request) {
  const Status frame_ok = check_frame(frame);
  const Status request_ok = frame_ok.ok() ? check_request(frame, request) : frame_ok;
  if (!request_ok.ok()) {
    ADD_FAILURE() << "the test's own frame was refused: " << request_ok.error().message;
    return nullptr;
  }
  Expected<JobPtr> job = backend_->submit(frame, request);
  if (!job.ok()) {
    ADD_FAILURE() << error_kind_name(job.error().kind) << ": " << job.error().message << " ("
                  << job.error().detail << ")";
    return nullptr;
  }
  return std::move(*job);
}

std::vector<uint32_t> BackendTest::wait(Job& job, const Request& request) {
  // Not zero, so that a count that is not written shows.
  std::vector<uint32_t> counts(request.total_counts(), 0xDEADBEEF);
  const Status status = job.wait(counts.data());
  if (!status.ok())
    ADD_FAILURE() << error_kind_name(status.error().kind) << ": " << status.error().message << " ("
                  << status.error().detail << ")";
  return counts;
}

std::vector<uint32_t> BackendTest::count(const FrameView& frame, const Request& request) {
  const JobPtr job = submit(frame, request);
  return job ? wait(*job, request) : std::vector<uint32_t>();
}

testing::AssertionResult BackendTest::counts_right(const FrameView& frame, const Request& request) {
  return same_counts(reference::count(frame, request), count(frame, request), request);
}

} // namespace videohistogram::test
