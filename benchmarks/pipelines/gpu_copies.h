// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "benchmarks/kernels/gpu.h"

#include <cstddef>
#include <cstdint>
#include <functional>

// Building blocks of the links' measurements.

namespace videohistogram::benchmark {

/// Copies of up to `max_bytes` from pinned memory to one GPU, a few of them in flight. The
/// constructor makes that GPU the thread's current device. Use it only on that thread.
class GpuCopies {
public:
  static constexpr size_t in_flight = 4;

  GpuCopies(unsigned gpu, size_t max_bytes);
  ~GpuCopies();
  GpuCopies(const GpuCopies&) = delete;
  GpuCopies& operator=(const GpuCopies&) = delete;

  /// Waits until one more copy can be enqueued. Returns its place, from 0 to in_flight - 1.
  size_t wait_for_room();
  /// Enqueues a copy, without waiting.
  void copy(const uint8_t* from, size_t size);
  /// Waits for all copies.
  void finish();

private:
  const size_t max_bytes_;
  Buffer<uint8_t> target_;
  cudaStream_t stream_;
  cudaEvent_t events_[in_flight];
  size_t next_ = 0;
};

/// The steady clock's time in seconds.
double seconds();

/// Seconds from when all threads are ready until the last one has done its work. Each thread
/// prepares with prepare(i), which returns its work. Objects that the work holds are freed when all
/// threads are done.
double seconds_together(unsigned threads,
                        const std::function<std::function<void()>(unsigned i)>& prepare);

} // namespace videohistogram::benchmark
