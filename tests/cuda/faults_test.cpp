// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Each test makes CUDA unusable in its process, and therefore runs in one of its own.
#include "tests/cuda/device_faults.h"
#include "tests/cuda/gpu_test.h"

#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>

namespace videohistogram {

namespace {

using namespace std::chrono_literals;
using reference::Content;
using reference::Frame;
using reference::make_frame;
using reference::request_all;
using Clock = std::chrono::steady_clock;

cudaStream_t make_stream() {
  cudaStream_t stream = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  return stream;
}

/// Counts frames, so that all memory for frames of this size is allocated and all kernels are
/// loaded.
void use_every_slot(Backend& backend, const FrameView& frame, const Request& request) {
  const std::vector<uint32_t> expected = reference::count(frame, request);
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < backend.depth(); i++) {
    auto job = reference::submit(backend, frame, request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    jobs.push_back(std::move(*job));
  }
  for (JobPtr& job : jobs) {
    std::vector<uint32_t> counts(request.total_counts());
    ASSERT_TRUE(job->wait(counts.data()).ok());
    ASSERT_EQ(counts, expected);
  }
}

/// Calls of a lost backend fail, return soon and do not crash.
void expect_lost_for_good(std::unique_ptr<Backend> backend, const FrameView& frame,
                          const Request& request) {
  const auto start = Clock::now();
  for (int i = 0; i < 3; i++) {
    const auto job = reference::submit(*backend, frame, request);
    ASSERT_FALSE(job.ok());
    EXPECT_EQ(job.error().kind, ErrorKind::device_lost);
    EXPECT_NE(job.error().message.find("restart the process"), std::string::npos);
  }
  reference::prepare(*backend, *frame.format, frame.width, frame.height, backend->depth());
  const auto devices = list_cuda_devices();
  ASSERT_FALSE(devices.ok());
  EXPECT_EQ(devices.error().kind, ErrorKind::device_lost);
  const auto another = create_cuda_backend({});
  ASSERT_FALSE(another.ok());
  EXPECT_EQ(another.error().kind, ErrorKind::device_lost);
  backend.reset();
  EXPECT_LT(Clock::now() - start, 1s);
}

TEST(CudaFaults, an_illegal_address_in_the_process_loses_the_device_but_not_the_pixels) {
  const Frame frame = make_frame({"RGBA", 1920, 1080, 8, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  auto backend = make_backend();
  ASSERT_TRUE(backend);
  ASSERT_NO_FATAL_FAILURE(use_every_slot(*backend, frame.view(), request));

  ASSERT_EQ(fault_device(300, make_stream()), cudaSuccess);
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < backend->depth(); i++) {
    std::vector<uint8_t> bytes(frame.view().planes[0].data,
                               frame.view().planes[0].data + frame.view().planes[0].size);
    FrameView view = frame.view();
    view.planes[0].data = bytes.data();
    auto job = reference::submit(*backend, view, request); // the frame is gone after this
    ASSERT_TRUE(job.ok()) << job.error().message;
    jobs.push_back(std::move(*job));
  }
  for (JobPtr& job : jobs) {
    std::vector<uint32_t> counts(request.total_counts());
    const Status status = job->wait(counts.data());
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::device_lost) << status.error().detail;
    ASSERT_TRUE(job->host_pixels());
    EXPECT_EQ(reference::count(*job->host_pixels(), request), expected);
  }
  jobs.clear();
  expect_lost_for_good(std::move(backend), frame.view(), request);
}

/// A word that the host sets to release a kernel.
struct Flag {
  Flag() {
    void* memory = nullptr;
    EXPECT_EQ(cudaHostAlloc(&memory, 4, cudaHostAllocMapped), cudaSuccess);
    word = static_cast<volatile uint32_t*>(memory);
    *word = 0;
  }
  ~Flag() { *word = 1; }
  volatile uint32_t* word;
};

TEST(CudaFaults, a_hung_device_is_waited_for_no_longer_than_the_time_limit) {
  const Frame frame = make_frame({"RGBA", 1280, 720, 0, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  auto backend = make_backend(0, 500ms);
  ASSERT_TRUE(backend);
  ASSERT_NO_FATAL_FAILURE(use_every_slot(*backend, frame.view(), request));

  const Flag flag;
  ASSERT_EQ(occupy_device(flag.word, make_stream()), cudaSuccess);
  const auto start = Clock::now();
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < backend->depth(); i++) {
    auto job = reference::submit(*backend, frame.view(), request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    jobs.push_back(std::move(*job));
  }
  EXPECT_LT(Clock::now() - start, 400ms) << "submit() waited for the device";

  for (JobPtr& job : jobs) {
    std::vector<uint32_t> counts(request.total_counts());
    const Status status = job->wait(counts.data());
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::device_lost);
    ASSERT_TRUE(job->host_pixels());
    EXPECT_EQ(reference::count(*job->host_pixels(), request), expected);
  }
  EXPECT_GE(Clock::now() - start, 500ms);
  EXPECT_LT(Clock::now() - start, 2s) << "the limit is for the device, not for every job";
  jobs.clear();
  expect_lost_for_good(std::move(backend), frame.view(), request);
}

TEST(CudaFaults, a_job_dropped_on_a_hung_device_is_bounded_too) {
  const Frame frame = make_frame({"RGBA", 1280, 720, 0, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  auto backend = make_backend(0, 500ms);
  ASSERT_TRUE(backend);
  ASSERT_NO_FATAL_FAILURE(use_every_slot(*backend, frame.view(), request));

  const Flag flag;
  ASSERT_EQ(occupy_device(flag.word, make_stream()), cudaSuccess);
  const auto start = Clock::now();
  {
    const auto job = reference::submit(*backend, frame.view(), request);
    ASSERT_TRUE(job.ok()) << job.error().message;
  }
  EXPECT_GE(Clock::now() - start, 500ms);
  EXPECT_LT(Clock::now() - start, 2s);
  expect_lost_for_good(std::move(backend), frame.view(), request);
}

TEST(CudaFaults, a_device_that_is_full_before_the_first_use_is_transient) {
  const Frame frame = make_frame({"RGBA", 1280, 720, 0, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  {
    const FullDevice full;
    auto backend = create_cuda_backend({});
    if (backend.ok()) {
      const auto job = reference::submit(**backend, frame.view(), request);
      ASSERT_FALSE(job.ok());
      EXPECT_EQ(job.error().kind, ErrorKind::transient) << job.error().detail;
    } else {
      EXPECT_EQ(backend.error().kind, ErrorKind::transient) << backend.error().detail;
    }
  }
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  EXPECT_EQ(count(*backend, frame.view(), request), reference::count(frame.view(), request));
}

} // namespace

} // namespace videohistogram
