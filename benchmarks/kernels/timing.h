// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "gpu.h"

#include <functional>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// Copies of one frame in device memory, so many that reading all of them evicts the first one from
/// the L2 cache.
class Frames {
public:
  /// Fills device memory with copies of `pixels`, each `base_offset` bytes from a 256-byte
  /// boundary. `l2_bytes` is the size of the device's L2 cache. Earlier copies are dropped.
  void fill(const std::vector<uint8_t>& pixels, size_t l2_bytes, size_t base_offset = 0);
  void fill(const Cell& cell, const std::vector<uint8_t>& pixels, size_t l2_bytes) {
    fill(pixels, l2_bytes, cell.base_offset);
  }

  int count() const { return count_; }
  const uint8_t* at(int i) const { return memory_.data() + base_ + (i % count_) * distance_; }

private:
  Buffer<uint8_t> memory_;
  size_t base_ = 0, distance_ = 0;
  int count_ = 0;
};

/// Microseconds per frame; 0: not measured.
struct Times {
  double alone_us = 0;  ///< one frame between two events, nothing else on the device
  double stream_us = 0; ///< frames back to back in a stream
  double graph_us = 0;  ///< a chain of frames in a CUDA graph
  std::string no_graph; ///< why no graph was measured
};

/// Enqueues frame i in the stream.
using Enqueue = std::function<cudaError_t(int i, cudaStream_t stream)>;

/// Measures the time of an Enqueue. Thread-safety: none.
class Timer {
public:
  Timer();
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  cudaStream_t stream() const { return stream_; }

  /// The median of `repetitions` frames, each between two events. All is enqueued while the stream
  /// is held, so that the host's launch time is not included.
  double alone(const Enqueue& enqueue, int repetitions);
  /// The median time per frame of `repetitions` runs of `frames` frames.
  double back_to_back(const Enqueue& enqueue, int frames, int repetitions);
  /// The same for replays of a graph of `frames` frames. If capturing fails, `why_not` is set.
  double graph(const Enqueue& enqueue, int frames, int repetitions, std::string& why_not);

  /// Measures all three times. `estimate_us` is the approximate time of a frame: slow work is
  /// repeated less often.
  Times all(const Enqueue& enqueue, int buffers, double estimate_us);

private:
  double elapsed_us();

  cudaStream_t stream_;
  cudaEvent_t begin_, end_;
  int next_ = 0; ///< index of the next frame, so that rounds continue
};

} // namespace videohistogram::benchmark
