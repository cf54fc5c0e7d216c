// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "benchmarks/kernels/gpu.h"

#include <cstddef>
#include <cstdint>
#include <functional>

// What the links' measurements are made of.

namespace videohistogram::benchmark {

/// Copies of up to `max_bytes` from pinned memory to one GPU, a few of them in flight. Belongs to
/// the thread that made it, whose current device the GPU becomes.
class GpuCopies {
public:
  static constexpr size_t in_flight = 4;

  GpuCopies(unsigned gpu, size_t max_bytes);
  ~GpuCopies();
  GpuCopies(const GpuCopies&) = delete;
  GpuCopies& operator=(const GpuCopies&) = delete;

  /// Waits until there is room for one more copy; says in which place, from 0 to in_flight - 1.
  size_t wait_for_room();
  /// Does not wait.
  void copy(const uint8_t* from, size_t size);
  /// Waits for all of them.
  void finish();

private:
  const size_t max_bytes_;
  Buffer<uint8_t> target_;
  cudaStream_t stream_;
  cudaEvent_t events_[in_flight];
  size_t next_ = 0;
};

/// The time, in seconds.
double seconds();

/// Seconds from when all threads are ready until each has done its work. Every thread makes ready
/// by prepare(i), which gives the work; what that holds is freed once all are done.
double seconds_together(unsigned threads,
                        const std::function<std::function<void()>(unsigned i)>& prepare);

} // namespace videohistogram::benchmark
