// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Jobs: how many, in what order, from which thread, and what they promise about the frame.
#include "tests/backend/backend_test.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace videohistogram::test {

namespace {

Frame picture(uint32_t seed, uint32_t width = 320, uint32_t height = 180) {
  Layout layout;
  layout.width = width;
  layout.height = height;
  return make_frame(layout, Content::noise, seed);
}

} // namespace

TEST_P(BackendTest, NamesItselfAndItsDevice) {
  EXPECT_STRNE(backend_->name(), "");
  EXPECT_FALSE(backend_->device().empty());
  EXPECT_GE(backend_->depth(), 1u);
}

TEST_P(BackendTest, CountsTheSameFrameTheSameRunAfterRun) {
  const Frame frame = picture(1, 641, 359);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> first = count(frame.view(), request);
  for (int i = 0; i < (sanitized ? 10 : 20); i++)
    ASSERT_TRUE(same_counts(first, count(frame.view(), request), request)) << i;
}

TEST_P(BackendTest, CountsSmallLargeSmallAndOtherFormats) {
  struct {
    const char* format;
    uint32_t width, height;
  } const steps[] = {{"RGBA", 64, 36}, {"RGBA", 1920, 1080}, {"RGBA", 64, 36},
                     {"GRAY8", 1, 1},  {"BGR", 1280, 720},   {"GRAY8", 3000, 50},
                     {"xRGB", 2, 2},   {"RGBA", 1920, 1080}};
  for (bool prepared : {false, true})
    for (const auto& step : steps) {
      Layout layout;
      layout.format = step.format;
      layout.width = step.width;
      layout.height = step.height;
      if (prepared)
        reference::prepare(*backend_, *find_format(step.format), step.width, step.height,
                           backend_->depth());
      EXPECT_TRUE(counts_right(frame_of(layout, Content::runs)))
          << step.format << " " << step.width << "x" << step.height;
    }
}

TEST_P(BackendTest, CountsAFrameLargerThanItWasPreparedFor) {
  reference::prepare(*backend_, *find_format("GRAY8"), 16, 16, backend_->depth());
  EXPECT_TRUE(counts_right(picture(2, 700, 500)));
}

TEST_P(BackendTest, KeepsAsManyJobsAsItsDepth) {
  const uint32_t depth = backend_->depth();
  for (int round = 0; round < 5; round++) {
    std::vector<Frame> frames;
    for (uint32_t i = 0; i < depth; i++)
      frames.push_back(picture(1 + i + static_cast<uint32_t>(round) * depth, 300 + i, 100));
    std::vector<JobPtr> jobs;
    const Request request = request_all(frames[0].view());
    for (const Frame& frame : frames)
      jobs.push_back(submit(frame.view(), request));
    for (uint32_t i = 0; i < depth; i++) {
      ASSERT_TRUE(jobs[i]);
      EXPECT_TRUE(are_right(wait(*jobs[i], request), frames[i].view(), request)) << i;
    }
  }
}

TEST_P(BackendTest, RefusesMoreJobsThanItsDepth) {
  const Frame frame = picture(3);
  const Request request = request_all(frame.view());
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < backend_->depth(); i++)
    jobs.push_back(submit(frame.view(), request));
  Expected<JobPtr> refused = reference::submit(*backend_, frame.view(), request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::bug);

  // The backend takes frames again once there is room.
  for (const JobPtr& job : jobs)
    wait(*job, request);
  jobs.clear();
  EXPECT_TRUE(counts_right(frame, request));
}

TEST_P(BackendTest, WaitsForAndReleasesJobsInAnyOrder) {
  const uint32_t depth = backend_->depth();
  std::mt19937 random(5);
  for (int round = 0; round < 20; round++) {
    std::vector<Frame> frames;
    std::vector<JobPtr> jobs;
    std::vector<uint32_t> order;
    const Request request = request_all(picture(1).view());
    for (uint32_t i = 0; i < depth; i++) {
      frames.push_back(picture(random(), 100 + random() % 100, 50));
      order.push_back(i);
    }
    for (const Frame& frame : frames)
      jobs.push_back(submit(frame.view(), request));
    std::shuffle(order.begin(), order.end(), random);
    for (uint32_t i : order) {
      ASSERT_TRUE(jobs[i]);
      if (random() % 4 != 0) { // some are dropped without having been waited for
        EXPECT_TRUE(are_right(wait(*jobs[i], request), frames[i].view(), request));
      }
      jobs[i].reset();
    }
  }
}

TEST_P(BackendTest, AReleasedJobNoLongerReadsTheFrame) {
  const Request request = request_all(picture(1).view());
  for (int round = 0; round < 5; round++) {
    {
      // A sanitizer sees a read of the frame after it is freed.
      const Frame frame = picture(7, 1280, 720);
      JobPtr job = submit(frame.view(), request);
      job.reset();
    }
    EXPECT_TRUE(counts_right(picture(8), request));
  }
}

TEST_P(BackendTest, AFrameThatIsNotHeldMayBeOverwrittenAtOnce) {
  Frame frame = picture(9, 1280, 720);
  const Request request = request_all(frame.view());
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  const JobPtr job = submit(frame.view(), request);
  ASSERT_TRUE(job);
  if (!job->holds_frame())
    for (uint32_t y = 0; y < 720; y++)
      std::fill_n(frame.pixel(0, y), 1280 * 4, uint8_t{0});
  EXPECT_TRUE(same_counts(expected, wait(*job, request), request));
}

TEST_P(BackendTest, HostPixelsAreTheFrames) {
  Layout layout;
  layout.width = 333;
  layout.height = 77;
  layout.padding = 11;
  layout.bottom_up = true;
  const Frame frame = make_frame(layout, Content::noise);
  Request request = request_all(frame.view());
  request.regions = {{1, 2, 100, 50}};
  const std::vector<uint32_t> expected = reference::count(frame.view(), request);
  const JobPtr job = submit(frame.view(), request);
  ASSERT_TRUE(job);
  wait(*job, request);
  if (const FrameView* pixels = job->host_pixels()) {
    ASSERT_TRUE(check_frame(*pixels).ok());
    EXPECT_TRUE(same_counts(expected, reference::count(*pixels, request), request));
  }
}

TEST_P(BackendTest, TheRequestIsNotKept) {
  const Frame frame = picture(10);
  auto request = std::make_unique<Request>(request_all(frame.view()));
  request->regions = {{5, 5, 50, 50}, {0, 0, 9, 9}};
  const Request copy = *request;
  const JobPtr job = submit(frame.view(), *request);
  request->regions.assign(2, {0, 0, 1, 1});
  request->bins = 1;
  request.reset();
  ASSERT_TRUE(job);
  EXPECT_TRUE(are_right(wait(*job, copy), frame.view(), copy));
}

TEST_P(BackendTest, JobsAreWaitedForOnAnotherThreadThanTheySubmitOn) {
  constexpr int total = sanitized ? 100 : 200;
  const uint32_t depth = backend_->depth();
  std::vector<Frame> frames;
  std::vector<std::vector<uint32_t>> expected;
  const Request request = request_all(picture(1).view(), 100);
  for (uint32_t i = 0; i < 8; i++) {
    frames.push_back(picture(i, 200 + 40 * i, 90));
    expected.push_back(reference::count(frames[i].view(), request));
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<JobPtr> jobs;
  uint32_t pending = 0;
  std::thread completion([&] {
    for (int i = 0; i < total; i++) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return !jobs.empty(); });
      JobPtr job = std::move(jobs.front());
      jobs.pop_front();
      lock.unlock();
      if (job) {
        EXPECT_TRUE(same_counts(expected[i % 8], wait(*job, request), request)) << i;
      }
      job.reset();
      lock.lock();
      pending--;
      changed.notify_all();
    }
  });
  for (int i = 0; i < total; i++) {
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return pending < depth; });
      pending++;
    }
    JobPtr job = submit(frames[i % 8].view(), request);
    std::lock_guard lock(mutex);
    jobs.push_back(std::move(job));
    changed.notify_all();
  }
  completion.join();
}

TEST_P(BackendTest, CountsTheBytesItMoves) {
  const TransferStats before = backend_->transfers();
  const Frame frame = picture(11);
  EXPECT_TRUE(counts_right(frame));
  const TransferStats after = backend_->transfers();
  EXPECT_GE(after.bytes_uploaded, before.bytes_uploaded);
  // Either the pixels went to a device or they were counted where they lay.
  EXPECT_TRUE(after.bytes_uploaded - before.bytes_uploaded >= frame.view().pixel_bytes() ||
              after.zero_copy_frames == before.zero_copy_frames + 1);
}

} // namespace videohistogram::test
