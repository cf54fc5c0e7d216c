// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "gpu.h"

#include <functional>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// The same frame in so many places of device memory that a round through all of them leaves
/// nothing of the first in the L2 cache.
class Frames {
public:
  /// `l2_bytes`: of the device. The last copy of earlier pixels is dropped.
  void fill(const Cell& cell, const std::vector<uint8_t>& pixels, size_t l2_bytes);

  int count() const { return count_; }
  const uint8_t* at(int i) const { return memory_.data() + base_ + (i % count_) * distance_; }

private:
  Buffer<uint8_t> memory_;
  size_t base_ = 0, distance_ = 0;
  int count_ = 0;
};

/// Microseconds a frame; 0 where not measured.
struct Times {
  double alone_us = 0;  ///< one frame between two events, nothing else on the device
  double stream_us = 0; ///< frames back to back in a stream
  double graph_us = 0;  ///< a chain of frames in a CUDA graph
  std::string no_graph; ///< why there is none
};

/// Puts frame i in the stream.
using Enqueue = std::function<cudaError_t(int i, cudaStream_t stream)>;

/// Measures what an Enqueue takes. Not thread-safe.
class Timer {
public:
  Timer();
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  cudaStream_t stream() const { return stream_; }

  /// The median of `repetitions` launches, each from events that are in the stream before it is
  /// reached: what the host takes to launch is not in it.
  double alone(const Enqueue& enqueue, int repetitions);
  /// The median of `repetitions` runs of `frames` frames.
  double back_to_back(const Enqueue& enqueue, int frames, int repetitions);
  /// The same for replays of a graph; `why_not` is filled in if there can be none.
  double graph(const Enqueue& enqueue, int frames, int repetitions, std::string& why_not);

  /// All three, slow work less often: `estimate_us` is what a frame takes, roughly.
  Times all(const Enqueue& enqueue, int buffers, double estimate_us);

private:
  double elapsed_us();

  cudaStream_t stream_;
  cudaEvent_t begin_, end_;
  int next_ = 0; ///< the frame after the last one used, so that rounds continue
};

} // namespace videohistogram::benchmark
