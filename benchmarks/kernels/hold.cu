// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "hold.h"

namespace videohistogram::benchmark {

namespace {

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void hold_kernel(unsigned us) {
  const unsigned long long end = nanoseconds() + 1000ull * us;
  while (nanoseconds() < end) {
  }
}

} // namespace

cudaError_t hold(cudaStream_t stream, unsigned us) {
  hold_kernel<<<1, 1, 0, stream>>>(us);
  return cudaGetLastError();
}

} // namespace videohistogram::benchmark
