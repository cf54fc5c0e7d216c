// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/cuda/device_faults.h"

namespace videohistogram {

namespace {

constexpr uint64_t longest_nanoseconds = 30ull * 1000 * 1000 * 1000;

__device__ uint64_t nanoseconds() {
  uint64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

__global__ void __launch_bounds__(1024) occupy(const volatile uint32_t* released) {
  const uint64_t start = nanoseconds();
  while (!*released && nanoseconds() - start < longest_nanoseconds)
    __nanosleep(1000);
}

__global__ void __launch_bounds__(1024) fault(uint64_t delay, uint32_t* address) {
  const uint64_t start = nanoseconds();
  while (nanoseconds() - start < delay)
    __nanosleep(1000);
  *address = 1;
}

cudaError_t fill_device(const void* kernel, void** arguments, cudaStream_t stream) {
  int device = 0, multiprocessors = 0, blocks = 0;
  cudaError_t code = cudaGetDevice(&device);
  if (code == cudaSuccess)
    code = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (code == cudaSuccess)
    code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1024, 0);
  if (code == cudaSuccess)
    code =
        cudaLaunchKernel(kernel, dim3(multiprocessors * blocks), dim3(1024), arguments, 0, stream);
  return code;
}

} // namespace

cudaError_t occupy_device(const volatile uint32_t* released, cudaStream_t stream) {
  void* arguments[] = {&released};
  return fill_device(reinterpret_cast<const void*>(&occupy), arguments, stream);
}

cudaError_t fault_device(uint32_t milliseconds, cudaStream_t stream) {
  uint64_t delay = uint64_t{milliseconds} * 1000 * 1000;
  uint32_t* address = nullptr;
  void* arguments[] = {&delay, &address};
  return fill_device(reinterpret_cast<const void*>(&fault), arguments, stream);
}

} // namespace videohistogram
