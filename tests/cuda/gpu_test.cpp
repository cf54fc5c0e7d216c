// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/cuda/gpu_test.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

namespace videohistogram {

std::unique_ptr<Backend> make_backend(uint32_t depth, std::chrono::milliseconds time_limit) {
  CudaConfig config;
  config.depth = depth;
  config.time_limit = time_limit;
  auto backend = create_cuda_backend(config);
  if (!backend.ok()) {
    ADD_FAILURE() << backend.error().message << " / " << backend.error().detail;
    return nullptr;
  }
  return std::move(*backend);
}

std::vector<uint32_t> count(Backend& backend, const FrameView& frame, const Request& request) {
  auto job = reference::submit(backend, frame, request);
  if (!job.ok()) {
    ADD_FAILURE() << job.error().message << " / " << job.error().detail;
    return {};
  }
  std::vector<uint32_t> counts(request.total_counts());
  const Status status = (*job)->wait(counts.data());
  if (!status.ok()) {
    ADD_FAILURE() << status.error().message << " / " << status.error().detail;
    return {};
  }
  return counts;
}

PinnedFrame::PinnedFrame(const FrameView& frame) : view_(frame) {
  // All planes of a test's frame lie in one block.
  const PlaneView& first = frame.planes[0];
  EXPECT_EQ(cudaHostAlloc(&memory_, first.size, cudaHostAllocDefault), cudaSuccess);
  std::memcpy(memory_, first.data, first.size);
  for (PlaneView& plane : view_.planes)
    plane.data = static_cast<const uint8_t*>(memory_);
}

PinnedFrame::~PinnedFrame() {
  cudaFreeHost(memory_);
}

size_t free_device_memory() {
  size_t free = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  return free;
}

FullDevice::FullDevice() {
  for (size_t size = size_t{1} << 34; size >= size_t{1} << 16; size /= 2) {
    void* block = nullptr;
    while (cudaMalloc(&block, size) == cudaSuccess)
      blocks_.push_back(block);
    cudaGetLastError();
  }
}

FullDevice::~FullDevice() {
  for (void* block : blocks_)
    cudaFree(block);
}

} // namespace videohistogram

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto devices = videohistogram::list_cuda_devices();
  if (!devices.ok()) {
    std::printf("skipped: %s\n", devices.error().message.c_str());
    return 77;
  }
  return RUN_ALL_TESTS();
}
