// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/completion.h"

#include "core/drawing/painting.h"
#include "cuda/device/errors.h"

#include <utility>

namespace videohistogram::cuda {

namespace {

// Timeout for the producer's stream, in multiples of the time limit. It is long, since only the
// producer knows how much work its stream holds. It is finite, since the frame's memory cannot be
// released while the device may still read it. After the timeout the device counts as lost.
constexpr int producer_time_limits = 6;

/// Whether two pixel counts differ by at most a quarter: bands of frames vary a little in size.
bool about_equal(uint64_t a, uint64_t b) {
  return a <= b + b / 4 && b <= a + a / 4;
}

Status create_once(Event& event, bool timed) {
  return event.get() ? Status() : Event::create(timed).move_to(event);
}

} // namespace

Status Completion::create_events() {
  Status status = create_once(done_, measure_time_);
  if (status.ok() && measure_time_)
    status = create_once(begun_, true);
  return status;
}

Status Completion::begin(const FrameView& frame, cudaStream_t stream) {
  const uint64_t pixels = uint64_t{frame.width} * frame.height;
  if (!about_equal(pixels, expected_pixels_)) {
    expected_pixels_ = pixels;
    expected_.set({});
    expected_after_copy_.set({});
  }
  has_producer_ = false;
  const FrameView* const target = frame.painting ? frame.painting->target.get() : nullptr;
  for (const FrameView* other : {&frame, frame.before.get(), target}) {
    if (!other || !other->place.stream ||
        (other != &frame && other->place.stream == frame.place.stream))
      continue;
    Status status = order_after_producer(static_cast<cudaStream_t>(other->place.stream), stream);
    if (!status.ok())
      return status;
    has_producer_ = true;
  }
  return measure_time_
             ? check(cudaEventRecord(begun_.get(), stream), "marking the start of a frame")
             : Status();
}

Status Completion::order_after_producer(cudaStream_t producer, cudaStream_t stream) {
  if (Status status = create_once(produced_, false); !status.ok())
    return status;
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  Status status =
      check(cudaStreamIsCapturing(producer, &capture), "querying the stream of a frame");
  if (status.ok() && capture != cudaStreamCaptureStatusNone) // a wait would join the graph
    status = {ErrorKind::transient, "the frame's stream is being captured into a graph"};
  if (status.ok())
    status = check(cudaEventRecord(produced_.get(), producer), "marking a frame's stream");
  if (status.ok())
    status = check(cudaStreamWaitEvent(stream, produced_.get(), 0), "waiting for a frame's stream");
  return status;
}

Status Completion::end(cudaStream_t stream) {
  const Status marked =
      is_lost() ? Status(lost_error())
                : check(cudaEventRecord(done_.get(), stream), "marking the end of a frame");
  ended_ = std::chrono::steady_clock::now();
  // Without this event there is no way to know when the device stops reading the frame, nor when
  // its buffers can be used again.
  return marked.ok() ? Status() : Status(lose(marked.error()));
}

Status Completion::wait() {
  Status status = wait_for_producer();
  return status.ok() ? wait_for_end(expected_) : status;
}

Status Completion::wait_after_copy() {
  return wait_for_end(expected_after_copy_);
}

Status Completion::wait_for_producer() {
  if (!has_producer_)
    return {};
  PollSchedule schedule(ended_, {});
  return await(produced_, schedule, producer_time_limits * time_limit_, "counting a frame",
               "the GPU did not finish the work that produces a frame");
}

Status Completion::wait_for_end(ExpectedTime& expected) {
  PollSchedule schedule(ended_, expected.get());
  Status status =
      await(done_, schedule, time_limit_, "counting a frame", "the GPU did not finish a frame");
  if (status.ok())
    expected.set(schedule.learnt(std::chrono::steady_clock::now()));
  return status;
}

std::optional<std::chrono::nanoseconds> Completion::device_time() const {
  float milliseconds = 0;
  if (!measure_time_ ||
      !check(cudaEventElapsedTime(&milliseconds, begun_.get(), done_.get()), "timing a frame").ok())
    return {};
  return std::chrono::nanoseconds(static_cast<int64_t>(milliseconds * 1e6f));
}

} // namespace videohistogram::cuda
