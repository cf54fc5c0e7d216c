// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/cuda/gpu_test.h"

#include "cuda/transfer/placement.h"
#include "tests/reference/reference.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

namespace videohistogram {

namespace {

using cuda::largest_placement;

using reference::Content;
using reference::Frame;
using reference::make_frame;
using reference::request_all;

constexpr size_t mib = size_t{1} << 20;
// The driver hands out device memory in pieces of 2 MiB, so an allocation may take one more.
constexpr size_t granule = 2 * mib;

/// Creates the context, loads the kernels, and fills the driver's pools, which it keeps for the
/// largest number of streams so far.
void warm_up(uint32_t depth = default_cuda_depth) {
  const auto backend = make_backend(depth);
  ASSERT_TRUE(backend);
  const Frame frame = make_frame({"RGBA", 1920, 1080, 0, false, 0}, Content::noise);
  reference::prepare(*backend, *frame.view().format, frame.view().width, frame.view().height,
                     backend->depth());
  count(*backend, frame.view(), request_all(frame.view()));
}

size_t used_since(size_t level) {
  const size_t now = free_device_memory();
  return level > now ? level - now : 0;
}

TEST(CudaMemory, a_backend_asks_for_its_frames_and_at_most_a_mebibyte_and_returns_them) {
  for (uint32_t depth : {1u, 3u, 8u, 64u}) {
    warm_up(depth);
    const size_t level = free_device_memory();
    {
      const auto backend = make_backend(depth);
      ASSERT_TRUE(backend);
      reference::prepare(*backend, *find_format("RGBA"), 3840, 2160, backend->depth());
      const size_t frame_bytes = largest_placement(*find_format("RGBA"), 3840, 2160);
      const size_t used = used_since(level);
      EXPECT_GE(used, depth * frame_bytes) << "the measurement sees nothing";
      EXPECT_LE(used, depth * (frame_bytes + granule) + mib + granule);

      // The frames' memory follows their size, in both directions.
      reference::prepare(*backend, *find_format("GRAY8"), 640, 480, backend->depth());
      EXPECT_LE(used_since(level), depth * granule + mib);
    }
    EXPECT_LE(used_since(level), granule) << "depth " << depth;
  }
}

TEST(CudaMemory, frames_that_change_size_while_others_are_pending_are_exact_and_leave_nothing) {
  warm_up();
  const size_t level = free_device_memory();
  {
    const auto backend = make_backend(3);
    ASSERT_TRUE(backend);
    struct Pending {
      JobPtr job;
      std::vector<uint32_t> expected;
    };
    std::deque<Pending> pending;
    const auto finish_one = [&] {
      std::vector<uint32_t> counts(pending.front().expected.size());
      ASSERT_TRUE(pending.front().job->wait(counts.data()).ok());
      EXPECT_EQ(counts, pending.front().expected);
      pending.pop_front();
    };
    for (uint32_t i = 0; i < 60; i++) {
      const uint32_t width = i % 3 == 0 ? 64 : i % 3 == 1 ? 1920 : 641;
      const Frame frame = make_frame({i % 2 ? "RGBA" : "RGB", width, width / 2 + i, 0, false, 0},
                                     Content::noise, i);
      const Request request = request_all(frame.view());
      if (pending.size() == 3)
        finish_one();
      auto job = reference::submit(*backend, frame.view(), request);
      ASSERT_TRUE(job.ok()) << job.error().message;
      pending.push_back({std::move(*job), reference::count(frame.view(), request)});
    }
    while (!pending.empty())
      finish_one();
  }
  EXPECT_LE(used_since(level), granule);
}

TEST(CudaMemory, only_as_many_frames_as_announced_have_memory_before_they_come) {
  warm_up();
  const size_t level = free_device_memory();
  const size_t frame_bytes = largest_placement(*find_format("RGBA"), 3840, 2160);
  for (uint32_t frames : {0u, 1u, 2u, 4u}) {
    const auto backend = make_backend(3);
    ASSERT_TRUE(backend);
    reference::prepare(*backend, *find_format("RGBA"), 3840, 2160, frames);
    const uint32_t prepared = std::min(frames, 3u);
    EXPECT_GE(used_since(level), prepared * frame_bytes);
    EXPECT_LE(used_since(level), prepared * (frame_bytes + granule) + mib + granule);
  }
}

TEST(CudaMemory, frames_whose_size_varies_a_little_keep_their_memory) {
  warm_up();
  const auto backend = make_backend(1);
  ASSERT_TRUE(backend);
  const auto count_rows = [&](uint32_t rows) {
    const Frame frame = make_frame({"RGBA", 4096, rows, 0, false, 0}, Content::horizontal);
    const Request request = request_all(frame.view());
    EXPECT_EQ(count(*backend, frame.view(), request), reference::count(frame.view(), request));
    return free_device_memory();
  };
  const size_t level = count_rows(2000);
  for (uint32_t rows : {1999u, 1900u, 1700u, 2000u})
    EXPECT_EQ(count_rows(rows), level) << rows;
  // The backend's memory grows, with a margin for some more rows.
  const size_t grown = count_rows(2010);
  EXPECT_LT(grown, level);
  for (uint32_t rows : {2020u, 2200u, 2010u, 1900u})
    EXPECT_EQ(count_rows(rows), grown) << rows;
  EXPECT_EQ(count_rows(1000), grown); // it may be a field of a frame
  EXPECT_GT(count_rows(1000), level);
}

TEST(CudaMemory, a_full_device_is_transient_and_counted_again_once_there_is_room) {
  warm_up();
  const size_t level = free_device_memory();
  {
    const Frame frame = make_frame({"RGBA", 3840, 2160, 0, false, 0}, Content::noise);
    const Request request = request_all(frame.view());
    const std::vector<uint32_t> expected = reference::count(frame.view(), request);
    const auto backend = make_backend();
    ASSERT_TRUE(backend);
    {
      const FullDevice full;
      reference::prepare(*backend, *frame.view().format, 3840, 2160, backend->depth());
      for (int i = 0; i < 5; i++) {
        const auto job = reference::submit(*backend, frame.view(), request);
        ASSERT_FALSE(job.ok());
        EXPECT_EQ(job.error().kind, ErrorKind::transient) << job.error().detail;
        EXPECT_NE(job.error().message.find("out of memory"), std::string::npos);
      }
    }
    EXPECT_EQ(count(*backend, frame.view(), request), expected);

    // The same when a slot grows: the k-th allocation fails, not the first.
    const Frame small = make_frame({"RGBA", 640, 480, 0, false, 0}, Content::noise);
    for (int i = 0; i < 2; i++) // the second one frees what the larger frame had
      EXPECT_EQ(count(*backend, small.view(), request_all(small.view())),
                reference::count(small.view(), request_all(small.view())));
    {
      const FullDevice full;
      const auto job = reference::submit(*backend, frame.view(), request);
      ASSERT_FALSE(job.ok());
      EXPECT_EQ(job.error().kind, ErrorKind::transient) << job.error().detail;
    }
    EXPECT_EQ(count(*backend, frame.view(), request), expected);
  }
  EXPECT_LE(used_since(level), granule);
}

TEST(CudaMemory, a_thousand_backends_leave_the_device_as_it_was) {
  warm_up();
  const Frame frame = make_frame({"RGBA", 320, 240, 0, false, 0}, Content::noise);
  Request request = request_all(frame.view());
  request.regions = {{10, 10, 100, 100}};
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  const size_t level = free_device_memory();
  for (int i = 0; i < 1000; i++) {
    const auto backend = make_backend();
    ASSERT_TRUE(backend);
    ASSERT_EQ(count(*backend, frame.view(), request), expected);
  }
  EXPECT_LE(used_since(level), granule);
}

TEST(CudaMemory, a_thousand_frames_with_changing_regions_take_no_further_memory) {
  warm_up();
  const auto backend = make_backend(2);
  ASSERT_TRUE(backend);
  const Frame frame = make_frame({"RGBA", 640, 480, 0, false, 0}, Content::noise);
  Request request = request_all(frame.view());
  count(*backend, frame.view(), request);
  const size_t level = free_device_memory();
  for (uint32_t i = 0; i < 1000; i++) {
    request.regions.assign(i % (max_regions + 1), Rect{i % 300, i % 200, 40, 50});
    ASSERT_EQ(count(*backend, frame.view(), request).size(), request.total_counts());
  }
  EXPECT_EQ(used_since(level), 0u);
}

} // namespace

} // namespace videohistogram
