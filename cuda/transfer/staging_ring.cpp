// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/staging_ring.h"

#include "cuda/device/await.h"
#include "cuda/device/errors.h"

#include <string>
#include <utility>

namespace videohistogram::cuda {

namespace {

constexpr const char* late = "the GPU did not read a frame";

} // namespace

Expected<std::unique_ptr<StagingRing>> StagingRing::create(size_t bytes, const NumaNode& node,
                                                           std::chrono::milliseconds time_limit) {
  const NumaMemoryScope near(node);
  Expected<PinnedBlock> memory = PinnedBlock::allocate(bytes);
  if (!memory.ok())
    return memory.error();
  return std::unique_ptr<StagingRing>(new StagingRing(std::move(*memory), time_limit));
}

Status StagingRing::begin() {
  if (pending() > 0) {
    PollSchedule schedule(Clock::now(), {});
    Status status =
        await(mark_of(next_ - 1).event, schedule, time_limit_, "copying a frame to the GPU", late);
    if (!status.ok())
      return status;
  }
  first_ = next_;
  passed_ = 0;
  return {};
}

Status StagingRing::mark(size_t end, cudaStream_t stream) {
  // If no mark is free, the last one is recorded again further on.
  const size_t number = pending() < marks_.size() ? next_ : next_ - 1;
  Mark& mark = mark_of(number);
  if (!mark.event.get()) {
    if (Status status = Event::create().move_to(mark.event); !status.ok())
      return status;
  }
  Status status = check(cudaEventRecord(mark.event.get(), stream), "marking a part of a frame");
  if (!status.ok())
    return status;
  if (pending() == 0)
    moved_ = Clock::now();
  mark.end = end;
  next_ = number + 1;
  return {};
}

Expected<size_t> StagingRing::passed() {
  while (pending() > 0) {
    if (is_lost())
      return lost_error();
    const cudaError_t code = cudaEventQuery(mark_of(first_).event.get());
    if (code == cudaErrorNotReady) {
      if (Clock::now() - moved_ < time_limit_)
        break;
      latch_lost(std::string(late) + " within " + std::to_string(time_limit_.count()) + " ms");
      return lost_error();
    }
    if (Status status = check(code, "copying a frame to the GPU"); !status.ok())
      return status.error();
    moved_ = Clock::now();
    passed_ = mark_of(first_++).end;
  }
  return passed_;
}

} // namespace videohistogram::cuda
