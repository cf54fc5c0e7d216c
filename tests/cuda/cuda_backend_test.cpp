// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Behaviour of the CUDA backend alone. tests/backend has the tests of every backend.
#include "tests/cuda/gpu_test.h"

#include "cuda/transfer/placement.h"
#include "tests/reference/reference.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

namespace videohistogram {

namespace {

using cuda::place;
using cuda::Placement;

using reference::Content;
using reference::Frame;
using reference::Layout;
using reference::make_frame;
using reference::request_all;

TEST(CudaBackend, a_device_that_is_not_there_is_refused_with_a_list_of_those_that_are) {
  const auto devices = list_cuda_devices();
  ASSERT_TRUE(devices.ok());
  for (int device : {-1, 4711}) {
    CudaConfig config;
    config.device = device;
    const auto backend = create_cuda_backend(config);
    ASSERT_FALSE(backend.ok());
    EXPECT_EQ(backend.error().kind, ErrorKind::no_device);
    EXPECT_NE(backend.error().message.find(std::to_string(device)), std::string::npos);
    EXPECT_NE(backend.error().message.find("0 ("), std::string::npos) << backend.error().message;
  }
}

/// Bytes that are copied to the device: a little padding is copied with the pixels, more is not.
uint64_t copied_bytes(const FrameView& frame) {
  const Placement placement = place(frame);
  return placement.keeps_layout ? placement.size : frame.pixel_bytes();
}

TEST(CudaBackend, pinned_frames_of_every_layout_are_counted_where_they_lie) {
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  uint64_t uploaded = 0;
  for (const char* format : {"RGBA", "BGR", "GRAY8", "NV12", "YV12", "UYVY", "P010_10LE"})
    for (auto [width, height] :
         {std::pair{1u, 1u}, {15u, 1u}, {1u, 15u}, {385u, 289u}, {1919u, 1081u}})
      for (size_t padding : {size_t{0}, size_t{4}, size_t{13}, size_t{4096}})
        for (bool bottom_up : {false, true}) {
          const Frame frame =
              make_frame({format, width, height, padding, bottom_up, 64}, Content::noise);
          const PinnedFrame pinned(frame.view());
          Request request = request_all(pinned.view());
          request.regions = {{0, 0, width, (height + 1) / 2},
                             {width / 3, height / 3, width / 2, height / 2}};

          auto job = reference::submit(*backend, pinned.view(), request);
          ASSERT_TRUE(job.ok()) << job.error().message;
          EXPECT_TRUE((*job)->holds_frame());
          ASSERT_TRUE((*job)->host_pixels());
          EXPECT_EQ((*job)->host_pixels()->planes[0].data, pinned.view().planes[0].data);
          std::vector<uint32_t> counts(request.total_counts());
          ASSERT_TRUE((*job)->wait(counts.data()).ok());
          ASSERT_EQ(counts, reference::count(frame.view(), request))
              << format << " " << width << "x" << height << " + " << padding
              << (bottom_up ? " bottom up" : "");
          uploaded += copied_bytes(frame.view());
        }
  EXPECT_EQ(backend->transfers().bytes_uploaded, uploaded);
  EXPECT_EQ(backend->transfers().bytes_staged, 0u);
}

TEST(CudaBackend, a_pageable_frame_may_be_overwritten_as_soon_as_it_is_submitted) {
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  for (bool bottom_up : {false, true}) {
    const Frame original = make_frame({"RGBA", 1920, 1080, 12, bottom_up, 0}, Content::noise);
    const Request request = request_all(original.view());
    const std::vector<uint32_t> expected = reference::count(original.view(), request);

    std::vector<uint8_t> bytes(original.view().planes[0].data,
                               original.view().planes[0].data + original.view().planes[0].size);
    FrameView view = original.view();
    view.planes[0].data = bytes.data();
    auto job = reference::submit(*backend, view, request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_FALSE((*job)->holds_frame());
    std::memset(bytes.data(), 0x55, bytes.size());

    ASSERT_TRUE((*job)->host_pixels());
    EXPECT_EQ(reference::count(*(*job)->host_pixels(), request), expected);
    std::vector<uint32_t> counts(request.total_counts());
    ASSERT_TRUE((*job)->wait(counts.data()).ok());
    EXPECT_EQ(counts, expected);
  }
  // This little padding is copied with the pixels.
  const uint64_t bytes = 2 * (uint64_t{1920} * 1080 * 4 + 1079 * 12);
  EXPECT_EQ(backend->transfers().bytes_staged, bytes);
  EXPECT_EQ(backend->transfers().bytes_uploaded, bytes);
}

TEST(CudaBackend, a_large_pageable_frame_goes_through_less_and_is_counted_when_it_is_the_callers) {
  CudaConfig config;
  config.max_staged_bytes = 64 << 10;
  config.measure_time = true;
  auto created = create_cuda_backend(config);
  ASSERT_TRUE(created.ok()) << created.error().message;
  Backend& backend = **created;
  uint64_t staged = 0, frames = 0;
  for (const char* format : {"RGBA", "RGB", "NV12", "I420", "P010_10LE"})
    for (const size_t padding : {0, 44, 1000})
      for (const bool bottom_up : {false, true}) {
        const Frame original =
            make_frame({format, 641, 363, padding, bottom_up, 0}, Content::noise);
        const Request request = request_all(original.view());
        FrameView view = original.view();
        const PlaneView first = view.planes[0]; // all planes lie in one block
        std::vector<uint8_t> bytes(first.data, first.data + first.size);
        for (PlaneView& plane : view.planes)
          plane.data = bytes.data();
        auto job = reference::submit(backend, view, request);
        ASSERT_TRUE(job.ok()) << job.error().message;
        EXPECT_FALSE((*job)->holds_frame());
        EXPECT_FALSE((*job)->host_pixels());
        std::memset(bytes.data(), 0x55, bytes.size());
        std::vector<uint32_t> counts(request.total_counts());
        ASSERT_TRUE((*job)->wait(counts.data()).ok());
        EXPECT_EQ(counts, reference::count(original.view(), request))
            << format << " padding " << padding << (bottom_up ? " bottom up" : "");
        EXPECT_GT((*job)->device_time()->count(), 0);
        staged += place(original.view()).keeps_layout ? place(original.view()).size
                                                      : original.view().pixel_bytes();
        frames++;
      }
  EXPECT_EQ(backend.transfers().bytes_staged, staged);
  EXPECT_EQ(backend.transfers().bytes_uploaded, staged);
  EXPECT_EQ(backend.transfers().staged_frames, frames);
  EXPECT_EQ(backend.device_stats()[0].frames, frames);
}

TEST(CudaBackend, frames_of_both_kinds_take_turns) {
  CudaConfig config;
  config.max_staged_bytes = 1 << 20;
  auto created = create_cuda_backend(config);
  ASSERT_TRUE(created.ok()) << created.error().message;
  Backend& backend = **created;
  const Frame small = make_frame({"RGBA", 320, 240, 0, false, 0}, Content::noise, 1);
  const Frame large = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::noise, 2);
  const PinnedFrame pinned(large.view());
  const FrameView views[] = {small.view(), large.view(), pinned.view()};
  const Request requests[] = {request_all(views[0]), request_all(views[1]), request_all(views[2])};
  const std::vector<uint32_t> expected[] = {reference::count(views[0], requests[0]),
                                            reference::count(views[1], requests[1]),
                                            reference::count(views[2], requests[2])};
  struct Pending {
    JobPtr job;
    size_t kind;
  };
  std::deque<Pending> pending;
  std::mt19937 random(7);
  for (int i = 0; i < 200 || !pending.empty(); i++) {
    if (i >= 200 || pending.size() == backend.depth()) {
      const size_t kind = pending.front().kind;
      std::vector<uint32_t> counts(expected[kind].size());
      ASSERT_TRUE(pending.front().job->wait(counts.data()).ok());
      EXPECT_EQ(counts, expected[kind]) << i;
      pending.pop_front();
    }
    if (i >= 200)
      continue;
    const size_t kind = random() % 3;
    auto job = reference::submit(backend, views[kind], requests[kind]);
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_EQ((*job)->host_pixels() != nullptr, kind != 1);
    pending.push_back({std::move(*job), kind});
  }
}

TEST(CudaBackend, a_frame_of_which_only_the_beginning_is_pinned_counts_as_pageable) {
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  const Frame frame = make_frame({"RGBA", 1024, 256, 0, false, 0}, Content::noise);
  const size_t half = frame.view().planes[0].size / 2;
  void* memory = nullptr;
  ASSERT_EQ(posix_memalign(&memory, 4096, frame.view().planes[0].size), 0);
  std::memcpy(memory, frame.view().planes[0].data, frame.view().planes[0].size);
  ASSERT_EQ(cudaHostRegister(memory, half, cudaHostRegisterDefault), cudaSuccess);

  FrameView view = frame.view();
  view.planes[0].data = static_cast<const uint8_t*>(memory);
  const Request request = request_all(view);
  EXPECT_EQ(count(*backend, view, request), reference::count(frame.view(), request));
  EXPECT_EQ(backend->transfers().bytes_staged, view.pixel_bytes());

  EXPECT_EQ(cudaHostUnregister(memory), cudaSuccess);
  free(memory);
}

TEST(CudaBackend, more_whole_frame_regions_than_scratch_sets_are_exact_beyond_16_bits) {
  // One block counts a region without a scratch set: far more than 65535 pixels per lane.
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  for (const char* format : {"RGBA", "RGB", "GRAY8"})
    for (Content content : {Content::white, Content::noise}) {
      const Frame frame = make_frame({format, 4096, 2160, 0, false, 0}, content);
      Request request = request_all(frame.view());
      request.regions.assign(80, {0, 0, 4096, 2160});
      request.regions.back() = {0, 0, 1, 1};
      const std::vector<uint32_t> counts = count(*backend, frame.view(), request);
      ASSERT_EQ(counts.size(), request.total_counts());

      const Rect last = request.regions.back();
      request.regions = {last};
      const std::vector<uint32_t> expected = reference::count(frame.view(), request);
      const size_t n = request.region_counts();
      for (size_t region = 0; region < 80; region++)
        ASSERT_TRUE(std::equal(expected.begin(), expected.begin() + n, counts.begin() + region * n))
            << format << " region " << region;
      EXPECT_TRUE(std::equal(expected.begin() + n, expected.end(), counts.begin() + 80 * n));
    }
}

TEST(CudaBackend, a_flat_8k_frame_on_few_blocks_does_not_carry_between_channels) {
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  for (const char* format : {"RGBA", "BGR", "GRAY8"}) {
    const Frame frame = make_frame({format, 16384, 8640, 0, false, 0}, Content::white);
    const Request request = request_all(frame.view());
    const std::vector<uint32_t> counts = count(*backend, frame.view(), request);
    ASSERT_EQ(counts.size(), request.total_counts());
    for (size_t i = 0; i < counts.size(); i++)
      ASSERT_EQ(counts[i], i % 256 == 255 ? 16384u * 8640 : 0u) << format << " " << i;
  }
}

TEST(CudaBackend, one_job_more_than_its_depth_is_a_bug_and_harms_no_other) {
  for (uint32_t depth : {1u, 2u, 5u, 64u}) {
    const auto backend = make_backend(depth);
    ASSERT_TRUE(backend);
    ASSERT_EQ(backend->depth(), depth);
    const Frame frame = make_frame({"RGB", 640, 480, 0, false, 0}, Content::noise);
    const Request request = request_all(frame.view());
    const std::vector<uint32_t> expected = reference::count(frame.view(), request);
    std::deque<JobPtr> jobs;
    for (uint32_t i = 0; i < depth; i++) {
      auto job = reference::submit(*backend, frame.view(), request);
      ASSERT_TRUE(job.ok()) << job.error().message;
      jobs.push_back(std::move(*job));
    }
    const auto excess = reference::submit(*backend, frame.view(), request);
    ASSERT_FALSE(excess.ok());
    EXPECT_EQ(excess.error().kind, ErrorKind::bug);
    for (; !jobs.empty(); jobs.pop_front()) {
      std::vector<uint32_t> counts(request.total_counts());
      ASSERT_TRUE(jobs.front()->wait(counts.data()).ok());
      EXPECT_EQ(counts, expected);
    }
    EXPECT_EQ(count(*backend, frame.view(), request), expected);
  }
}

TEST(CudaBackend, random_frames_submitted_on_one_thread_and_waited_for_on_another_are_exact) {
  struct Pending {
    JobPtr job;
    std::vector<uint32_t> expected;
    std::string description;
  };
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Pending> pending;
  uint32_t in_flight = 0;
  bool ended = false;

  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return ended || !pending.empty(); });
      if (pending.empty())
        return;
      Pending next = std::move(pending.front());
      pending.pop_front();
      lock.unlock();
      std::vector<uint32_t> counts(next.expected.size());
      const Status status = next.job->wait(counts.data());
      EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
      EXPECT_EQ(counts, next.expected) << next.description;
      next.job.reset();
      lock.lock();
      in_flight--;
      changed.notify_all();
    }
  });

  std::mt19937 random(7);
  for (int i = 0; i < 1000; i++) {
    const reference::RandomCase random_case = reference::random_case(random, 400);
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return in_flight < backend->depth(); });
    in_flight++;
    lock.unlock();
    auto job = reference::submit(*backend, random_case.frame.view(), random_case.request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    // The frame's memory is freed at the end of each round, and none of it is pinned.
    EXPECT_FALSE((*job)->holds_frame());
    std::vector<uint32_t> expected =
        reference::count(random_case.frame.view(), random_case.request);
    lock.lock();
    pending.push_back({std::move(*job), std::move(expected), random_case.description});
    changed.notify_all();
  }
  {
    std::lock_guard lock(mutex);
    ended = true;
  }
  changed.notify_all();
  waiter.join();
}

TEST(CudaBackend, a_job_released_without_waiting_leaves_a_clean_slot) {
  const auto backend = make_backend(1);
  ASSERT_TRUE(backend);
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::noise);
  Request request = request_all(frame.view());
  request.regions = {{0, 0, 1000, 1000}};
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  for (int i = 0; i < 20; i++) {
    ASSERT_TRUE(reference::submit(*backend, frame.view(), request).ok()); // released at once
    ASSERT_EQ(count(*backend, frame.view(), request), expected);
  }
}

TEST(CudaBackend, the_calling_threads_current_context_is_left_as_it_was) {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  ASSERT_TRUE(driver);
  auto get_current = reinterpret_cast<CUresult (*)(CUcontext*)>(dlsym(driver, "cuCtxGetCurrent"));
  ASSERT_TRUE(get_current);
  std::thread([&] {
    CUcontext context = nullptr;
    ASSERT_EQ(get_current(&context), CUDA_SUCCESS);
    ASSERT_EQ(context, nullptr);
    {
      const auto backend = make_backend();
      ASSERT_TRUE(backend);
      ASSERT_EQ(get_current(&context), CUDA_SUCCESS);
      EXPECT_EQ(context, nullptr) << "after creating";
      reference::prepare(*backend, *find_format("RGBA"), 64, 64, backend->depth());
      const Frame frame = make_frame({"RGBA", 64, 64, 0, false, 0}, Content::noise);
      const Request request = request_all(frame.view());
      EXPECT_EQ(count(*backend, frame.view(), request), reference::count(frame.view(), request));
      ASSERT_EQ(get_current(&context), CUDA_SUCCESS);
      EXPECT_EQ(context, nullptr) << "after counting";
    }
    ASSERT_EQ(get_current(&context), CUDA_SUCCESS);
    EXPECT_EQ(context, nullptr) << "after destroying";
  }).join();
}

TEST(CudaBackend, the_time_that_the_device_has_a_frame_is_told_if_it_is_measured) {
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::noise);
  const PinnedFrame pinned(frame.view());
  const Request request = request_all(frame.view());
  for (bool measure : {false, true}) {
    CudaConfig config;
    config.measure_time = measure;
    auto backend = create_cuda_backend(config);
    ASSERT_TRUE(backend.ok());
    for (const FrameView& view : {frame.view(), pinned.view()}) {
      const auto start = std::chrono::steady_clock::now();
      auto job = reference::submit(**backend, view, request);
      ASSERT_TRUE(job.ok());
      std::vector<uint32_t> counts(request.total_counts());
      ASSERT_TRUE((*job)->wait(counts.data()).ok());
      const auto wall = std::chrono::steady_clock::now() - start;
      EXPECT_EQ(counts, reference::count(frame.view(), request));
      if (measure) {
        EXPECT_GT((*job)->device_time()->count(), 0);
        EXPECT_LT((*job)->device_time(), wall);
      } else {
        EXPECT_FALSE((*job)->device_time());
      }
    }
  }
}

TEST(CudaBackend, what_the_device_has_done_is_in_its_statistics) {
  const auto start = std::chrono::steady_clock::now();
  const auto backend = make_backend();
  ASSERT_TRUE(backend);
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::noise);
  const Request request = request_all(frame.view());
  for (int i = 0; i < 5; i++)
    count(*backend, frame.view(), request);
  {
    const auto unwaited = reference::submit(*backend, frame.view(), request);
    ASSERT_TRUE(unwaited.ok());
    const auto busy = backend->device_stats()[0].busy;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_GE(backend->device_stats()[0].busy - busy, std::chrono::milliseconds(20));
  }
  const std::vector<DeviceStats> stats = backend->device_stats();
  ASSERT_EQ(stats.size(), 1u);
  auto devices = list_cuda_devices();
  ASSERT_TRUE(devices.ok());
  EXPECT_EQ(stats[0].index, 0);
  EXPECT_EQ(stats[0].name, (*devices)[0].name);
  EXPECT_EQ(stats[0].frames, 5u);
  EXPECT_EQ(stats[0].bytes, backend->transfers().bytes_uploaded);
  EXPECT_EQ(stats[0].bytes, 6 * frame.view().pixel_bytes());
  EXPECT_GT(stats[0].busy, std::chrono::milliseconds(20));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(backend->device_stats()[0].busy, stats[0].busy) << "nothing is pending";
  EXPECT_LT(stats[0].busy, std::chrono::steady_clock::now() - start);
}

} // namespace

} // namespace videohistogram
