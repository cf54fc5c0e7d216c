// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "cuda/device/await.h"
#include "cuda/device/resources.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace videohistogram::cuda {

/// Tracks when the device is done with a frame: events before and after the frame's work in its
/// stream, an event in the producer's stream, and bounded waits for them. One frame at a time, from
/// begin() to a wait; the events and the learnt times are kept for the next frame.
/// Thread-safety: wait() from any thread between end() and the next begin(); the rest from one
/// thread at a time. All calls need the context current.
class Completion {
public:
  /// `measure_time`: record device_time(), which costs the device some time per frame.
  Completion(std::chrono::milliseconds time_limit, bool measure_time)
      : time_limit_(time_limit), measure_time_(measure_time) {}

  /// Creates the events that every frame needs, if they do not exist yet.
  Status create_events();

  /// Begins a frame: all work enqueued in `stream` from now until end() belongs to the frame. If
  /// the frame, the frame before, or the target of its painting has a producer's stream, `stream`
  /// first waits for the present work of that stream. Error: transient if the producer's stream is
  /// being captured into a graph.
  Status begin(const FrameView& frame, cudaStream_t stream);
  /// Ends a frame: all of its work is enqueued. An error is device_lost, and latches CUDA lost.
  Status end(cudaStream_t stream);

  /// Waits until the device is done with the frame. The time limit begins when the producer's
  /// stream is done; after it, the error is device_lost.
  Status wait();
  /// Like wait(), for a frame whose copy to the device was almost complete at end(). The expected
  /// time of such frames is learnt apart: with that of a whole copy the caller would sleep too
  /// long.
  Status wait_after_copy();

  /// After a wait: how long the device worked on the frame, from begin() on, without the producer's
  /// work; none unless times are measured.
  std::optional<std::chrono::nanoseconds> device_time() const;

private:
  Status order_after_producer(cudaStream_t producer, cudaStream_t stream);
  Status wait_for_producer();
  Status wait_for_end(ExpectedTime& expected);

  const std::chrono::milliseconds time_limit_;
  const bool measure_time_;
  Event begun_; ///< empty unless times are measured
  Event done_;
  Event produced_; ///< in the producer's stream; created for the first frame that has one
  bool has_producer_ = false;                   ///< produced_ belongs to the present frame
  std::chrono::steady_clock::time_point ended_; ///< when end() returned

  uint64_t expected_pixels_ = 0; ///< the times below belong to frames of about this many pixels
  ExpectedTime expected_, expected_after_copy_;
};

} // namespace videohistogram::cuda
