// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A device that fails in every way the fake knows, over the CPU backend.
#include "core/backends/fallback_backend.h"

#include "cpu/cpu_backend.h"
#include "tests/fake/fake_backend.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace videohistogram::test {

namespace {

using namespace reference;
using std::chrono::milliseconds;

class Fallback : public testing::Test {
protected:
  void make(FakeConfig config) {
    config.log = log_;
    fallback_ = std::make_unique<FallbackBackend>(
        create_fake_backend(std::move(config)),
        std::make_shared<FallbackCpu>(create_cpu_backend(2)), [this](const Error& e) {
          std::lock_guard lock(mutex_);
          notices_.push_back(e.kind);
        });
  }
  void make(const std::vector<Fault>& faults, bool host_pixels = true) {
    FakeConfig config;
    config.faults = faults;
    config.host_pixels = host_pixels;
    make(config);
  }

  JobPtr submit(uint32_t seed) {
    Expected<JobPtr> job = reference::submit(*fallback_, frame(seed).view(), request_);
    EXPECT_TRUE(job.ok());
    return job.ok() ? std::move(*job) : nullptr;
  }
  /// The job's counts are right.
  testing::AssertionResult right(Job& job, uint32_t seed) {
    std::vector<uint32_t> counts(request_.total_counts(), 0xDEADBEEF);
    const Status status = job.wait(counts.data());
    if (!status.ok())
      return testing::AssertionFailure() << error_kind_name(status.error().kind);
    return same_counts(expected_[seed % frames_.size()], counts, request_);
  }
  /// Counts one frame with nothing else in flight.
  testing::AssertionResult count_one(uint32_t seed) {
    const JobPtr job = submit(seed);
    return job ? right(*job, seed) : testing::AssertionFailure();
  }
  const Frame& frame(uint32_t seed) { return frames_[seed % frames_.size()]; }
  std::vector<ErrorKind> notices() {
    std::lock_guard lock(mutex_);
    return notices_;
  }

  Fallback() {
    for (uint32_t i = 0; i < 8; i++) {
      Layout layout;
      layout.width = 90 + i;
      layout.height = 20;
      layout.padding = i;
      frames_.push_back(make_frame(layout, Content::noise, i));
      request_ = request_all(frames_[0].view());
      request_.regions = {{3, 4, 50, 10}};
      expected_.push_back(reference::count(frames_[i].view(), request_));
    }
  }

  std::shared_ptr<FakeLog> log_ = std::make_shared<FakeLog>();
  std::vector<Frame> frames_;
  std::vector<std::vector<uint32_t>> expected_;
  Request request_;
  std::mutex mutex_;
  std::vector<ErrorKind> notices_; ///< with mutex_ held
  std::unique_ptr<FallbackBackend> fallback_;
};

using Kinds = std::vector<ErrorKind>;

} // namespace

TEST_F(Fallback, LeavesEverythingToADeviceThatWorks) {
  make(std::vector<Fault>{});
  for (uint32_t i = 0; i < 20; i++)
    EXPECT_TRUE(count_one(i));
  EXPECT_EQ(log_->counted, 20u);
  EXPECT_EQ(fallback_->fallback_frames(), 0u);
  EXPECT_EQ(notices(), Kinds{});
  EXPECT_STREQ(fallback_->name(), "fake");
  EXPECT_EQ(fallback_->depth(), 3u);
  EXPECT_EQ(fallback_->transfers().bytes_uploaded, [&] {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < 20; i++)
      bytes += frame(i).view().pixel_bytes();
    return bytes;
  }());
}

TEST_F(Fallback, CountsTheFirstFrameOnTheCpuAfterATransientErrorAndTriesAgain) {
  for (FaultStage stage : {FaultStage::submit, FaultStage::wait}) {
    log_ = std::make_shared<FakeLog>();
    notices_.clear();
    make({{1, 1, stage, ErrorKind::transient}});
    for (uint32_t i = 0; i < 10; i++)
      EXPECT_TRUE(count_one(i)) << i;
    // The frame that failed and the one that is skipped before the next try.
    EXPECT_EQ(fallback_->fallback_frames(), 2u);
    EXPECT_EQ(log_->counted, 8u);
    EXPECT_EQ(notices(), Kinds{ErrorKind::transient});
    EXPECT_TRUE(fallback_->device_usable());
    EXPECT_STREQ(fallback_->name(), "fake");
  }
}

TEST_F(Fallback, CountsTheFrameThatFailsInMidStreamOnTheCpu) {
  for (FaultStage stage : {FaultStage::submit, FaultStage::wait}) {
    log_ = std::make_shared<FakeLog>();
    notices_.clear();
    make({{13, 1, stage, ErrorKind::transient}});
    for (uint32_t i = 0; i < 30; i++)
      EXPECT_TRUE(count_one(i)) << i;
    EXPECT_EQ(fallback_->fallback_frames(), 2u);
    EXPECT_EQ(log_->counted, 28u);
    EXPECT_EQ(notices(), Kinds{ErrorKind::transient});
  }
}

TEST_F(Fallback, TriesAgainAfter1And2And4AndAtMost64Frames) {
  make({{1, 1000000, FaultStage::submit, ErrorKind::transient}});
  std::vector<uint32_t> tries; // the frames with which the device was tried
  uint64_t before = 0;
  for (uint32_t i = 0; i < 400; i++) {
    EXPECT_TRUE(count_one(i));
    if (log_->submits != before)
      tries.push_back(i);
    before = log_->submits;
  }
  EXPECT_EQ(tries, (std::vector<uint32_t>{0, 2, 5, 10, 19, 36, 69, 134, 199, 264, 329, 394}));
  EXPECT_EQ(fallback_->fallback_frames(), 400u);
  EXPECT_EQ(notices(), Kinds{ErrorKind::transient}); // one episode
}

TEST_F(Fallback, NotifiesOncePerEpisodeAndStartsTheBackoffAnew) {
  // Frames of the device: 1-3 fail, 4-6 work, 7-8 fail, then all work.
  make({{1, 3, FaultStage::wait, ErrorKind::transient},
        {7, 2, FaultStage::submit, ErrorKind::transient}});
  for (uint32_t i = 0; i < 60; i++)
    EXPECT_TRUE(count_one(i)) << i;
  EXPECT_EQ(notices(), (Kinds{ErrorKind::transient, ErrorKind::transient}));
  // 3 failures and 1 + 2 + 4 skipped; 2 failures and 1 + 2 skipped.
  EXPECT_EQ(fallback_->fallback_frames(), 15u);
  EXPECT_EQ(log_->counted, 45u);
}

TEST_F(Fallback, TakesFramesThatWereInFlightTogetherForOneFailure) {
  FakeConfig config;
  config.depth = 4;
  config.faults = {{1, 4, FaultStage::wait, ErrorKind::transient}};
  make(config);
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < 4; i++)
    jobs.push_back(submit(i));
  for (uint32_t i = 0; i < 4; i++)
    EXPECT_TRUE(right(*jobs[i], i)) << i;
  jobs.clear();
  EXPECT_TRUE(count_one(4));
  EXPECT_EQ(log_->submits, 4u); // skipped
  EXPECT_TRUE(count_one(5));
  EXPECT_EQ(log_->submits, 5u); // the backoff has not doubled four times
  EXPECT_EQ(notices(), Kinds{ErrorKind::transient});
}

TEST_F(Fallback, AnEpisodeLastsUntilAsManyFramesInARowWorkAsMayBeInFlight) {
  // With a depth of 3, frames 2 and 4 of the device do not end it, frames 6 to 8 do.
  make({{1, 1, FaultStage::wait, ErrorKind::transient},
        {3, 1, FaultStage::wait, ErrorKind::transient},
        {5, 1, FaultStage::submit, ErrorKind::transient},
        {9, 1, FaultStage::wait, ErrorKind::transient}});
  for (uint32_t i = 0; log_->submits < 8; i++)
    EXPECT_TRUE(count_one(i)) << i;
  EXPECT_EQ(notices(), Kinds{ErrorKind::transient});
  for (uint32_t i = 0; i < 5; i++)
    EXPECT_TRUE(count_one(i)) << i;
  EXPECT_EQ(notices(), (Kinds{ErrorKind::transient, ErrorKind::transient}));
}

TEST_F(Fallback, LeavesALostDeviceAloneForGood) {
  for (FaultStage stage : {FaultStage::submit, FaultStage::wait}) {
    for (uint64_t at : {1, 9}) {
      log_ = std::make_shared<FakeLog>();
      notices_.clear();
      make({{at, 1, stage, ErrorKind::device_lost}});
      for (uint32_t i = 0; i < 100; i++)
        EXPECT_TRUE(count_one(i)) << i;
      reference::prepare(*fallback_, *find_format("RGBA"), 640, 480, 3);
      EXPECT_EQ(log_->submits, at);
      EXPECT_EQ(log_->calls_after_lost, 0u);
      EXPECT_EQ(fallback_->fallback_frames(), 101 - at);
      EXPECT_EQ(notices(), Kinds{ErrorKind::device_lost});
      EXPECT_FALSE(fallback_->device_usable());
      EXPECT_STREQ(fallback_->name(), "cpu");
      EXPECT_FALSE(fallback_->is_device());
    }
  }
}

TEST_F(Fallback, AnswersADeviceFrameWithTheErrorAndCountsItsCopyOnTheCpu) {
  make({{2, 1, FaultStage::submit, ErrorKind::transient}});
  EXPECT_TRUE(count_one(0));
  FrameView on_device = frame(1).view();
  on_device.place.kind = MemoryKind::device;
  for (int i = 0; i < 2; i++) { // the second one is not even tried
    const Expected<JobPtr> refused = reference::submit(*fallback_, on_device, request_);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::transient);
    EXPECT_EQ(log_->submits, 2u);
    EXPECT_TRUE(count_one(1)); // the copy, whatever the back-off says
    EXPECT_EQ(log_->submits, 2u);
    EXPECT_EQ(fallback_->fallback_frames(), uint64_t(i + 1));
  }
  EXPECT_TRUE(count_one(2)); // another frame: the device is tried again
  EXPECT_EQ(log_->submits, 3u);
  EXPECT_EQ(fallback_->fallback_frames(), 2u);
}

TEST_F(Fallback, CountsOnTheCpuWhatTheDeviceCannotCount) {
  FakeConfig config;
  config.can_count = [this](const Plan& plan) { return plan.width != frame(1).view().width; };
  make(config);
  for (uint32_t i = 0; i < 3; i++)
    EXPECT_TRUE(count_one(i)) << i;
  EXPECT_EQ(log_->submits, 2u);
  EXPECT_EQ(fallback_->fallback_frames(), 1u);
  EXPECT_EQ(notices(), Kinds{}) << "nothing failed";
  EXPECT_TRUE(fallback_->is_device());

  FrameView on_device = frame(1).view();
  on_device.place.kind = MemoryKind::device;
  const std::unique_ptr<Backend> alone = create_fake_backend(config);
  for (Backend* backend : {static_cast<Backend*>(fallback_.get()), alone.get()}) {
    const Expected<JobPtr> refused = reference::submit(*backend, on_device, request_);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  }
  EXPECT_EQ(log_->submits, 2u);

  const uint64_t prepares = log_->prepares;
  reference::prepare(*fallback_, *find_format("RGBA"), frame(1).view().width, 20, 3);
  EXPECT_EQ(log_->prepares, prepares);
  reference::prepare(*fallback_, *find_format("RGBA"), frame(2).view().width, 20, 3);
  EXPECT_EQ(log_->prepares, prepares + 1);
}

TEST_F(Fallback, AnswersADeviceFrameThatTheDeviceIsLost) {
  make({{1, 1, FaultStage::wait, ErrorKind::device_lost}});
  EXPECT_TRUE(count_one(0));
  FrameView on_device = frame(1).view();
  on_device.place.kind = MemoryKind::device;
  const Expected<JobPtr> refused = reference::submit(*fallback_, on_device, request_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::device_lost);
  EXPECT_EQ(log_->calls_after_lost, 0u);
}

TEST_F(Fallback, RecountsWhatWasPendingWhenTheDeviceWasLost) {
  FakeConfig config;
  config.depth = 5;
  config.faults = {{2, 1, FaultStage::wait, ErrorKind::device_lost}};
  for (bool holds_frame : {true, false}) {
    log_ = std::make_shared<FakeLog>();
    notices_.clear();
    config.holds_frame = holds_frame;
    make(config);
    std::vector<JobPtr> jobs;
    for (uint32_t i = 0; i < 5; i++)
      jobs.push_back(submit(i));
    for (uint32_t i = 0; i < 5; i++) {
      EXPECT_EQ(jobs[i]->holds_frame(), holds_frame);
      EXPECT_TRUE(right(*jobs[i], i)) << i;
    }
    jobs.clear();
    EXPECT_EQ(fallback_->fallback_frames(), 4u);
    EXPECT_EQ(log_->calls_after_lost, 0u);
    EXPECT_EQ(notices(), Kinds{ErrorKind::device_lost}); // not one for each
    EXPECT_TRUE(count_one(7));
    EXPECT_EQ(log_->submits, 5u);
  }
}

TEST_F(Fallback, CannotRecountAFrameThatTheHostCannotRead) {
  make({{1, 1, FaultStage::wait, ErrorKind::transient},
        {4, 1, FaultStage::wait, ErrorKind::device_lost}},
       false);
  std::vector<uint32_t> counts(request_.total_counts());
  const auto wait = [&](uint32_t seed) {
    const JobPtr job = submit(seed);
    return job->wait(counts.data());
  };
  const Status first = wait(0);
  ASSERT_FALSE(first.ok());
  EXPECT_EQ(first.error().kind, ErrorKind::transient);
  EXPECT_TRUE(count_one(1)); // not given to the device
  EXPECT_TRUE(count_one(2));
  EXPECT_TRUE(count_one(3));
  const Status lost = wait(4);
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().kind, ErrorKind::device_lost);
  EXPECT_TRUE(count_one(5));
  EXPECT_EQ(fallback_->fallback_frames(), 2u);
}

TEST_F(Fallback, WaitsForADeviceThatHangsNoLongerThanItsTimeLimit) {
  constexpr milliseconds limit(400); // longer than a frame takes on a loaded machine
  FakeConfig config;
  config.time_limit = limit;
  config.depth = 3;
  config.faults = {{3, 1, FaultStage::hang}};
  make(config);
  EXPECT_TRUE(count_one(0));
  const auto start = std::chrono::steady_clock::now();
  std::vector<JobPtr> jobs;
  for (uint32_t i = 1; i < 4; i++)
    jobs.push_back(submit(i));
  for (uint32_t i = 1; i < 4; i++)
    EXPECT_TRUE(right(*jobs[i - 1], i)) << i;
  jobs.clear();
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, limit);
  EXPECT_LT(took, milliseconds(5000)); // once, not for each job
  EXPECT_TRUE(count_one(5));
  EXPECT_EQ(notices(), Kinds{ErrorKind::device_lost});
  EXPECT_EQ(log_->calls_after_lost, 0u);
  EXPECT_EQ(log_->submits, 4u);
}

TEST_F(Fallback, DropsJobsOfADeviceThatHangs) {
  FakeConfig config;
  config.time_limit = milliseconds(20);
  config.faults = {{1, 3, FaultStage::hang}};
  make(config);
  {
    std::vector<JobPtr> jobs;
    for (uint32_t i = 0; i < 3; i++)
      jobs.push_back(submit(i));
  }
  EXPECT_EQ(log_->pending, 0u);
  EXPECT_TRUE(count_one(1));
}

TEST_F(Fallback, GivesTheDeviceUpAfterABugOrWithoutADevice) {
  for (ErrorKind kind : {ErrorKind::bug, ErrorKind::no_device, ErrorKind::device_unusable}) {
    log_ = std::make_shared<FakeLog>();
    notices_.clear();
    make({{3, 1, FaultStage::submit, kind}});
    for (uint32_t i = 0; i < 20; i++)
      EXPECT_TRUE(count_one(i));
    EXPECT_EQ(log_->submits, 3u) << error_kind_name(kind);
    EXPECT_EQ(notices(), Kinds{kind});
    EXPECT_FALSE(fallback_->device_usable());
  }
}

TEST_F(Fallback, ReportsAFrameThatCannotBeCountedInsteadOfBlamingTheDevice) {
  make({{2, 1, FaultStage::submit, ErrorKind::invalid_argument}});
  EXPECT_TRUE(count_one(0));
  Expected<JobPtr> refused = reference::submit(*fallback_, frame(1).view(), request_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  for (uint32_t i = 2; i < 10; i++)
    EXPECT_TRUE(count_one(i)); // and its slot is free again
  EXPECT_EQ(fallback_->fallback_frames(), 0u);
  EXPECT_EQ(notices(), Kinds{});
}

TEST_F(Fallback, RefusesMoreJobsThanTheDevicesDepthWhoeverCounts) {
  make({{1, 100, FaultStage::submit, ErrorKind::transient}});
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < fallback_->depth(); i++)
    jobs.push_back(submit(i));
  Expected<JobPtr> refused = reference::submit(*fallback_, frame(0).view(), request_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::bug);
  for (uint32_t i = 0; i < jobs.size(); i++)
    EXPECT_TRUE(right(*jobs[i], i));
}

TEST_F(Fallback, PreparesTheDeviceOnly) {
  make(std::vector<Fault>{});
  reference::prepare(*fallback_, *find_format("RGBA"), 640, 480, 3);
  EXPECT_EQ(log_->prepares, 1u);
}

TEST_F(Fallback, CountsEveryFrameRightThroughAnyRunOfFaultsOnTwoThreads) {
  constexpr uint32_t rounds = sanitized ? 12 : 40, frames = 150;
  std::mt19937 random(99);
  for (uint32_t round = 0; round < rounds; round++) {
    log_ = std::make_shared<FakeLog>();
    FakeConfig config;
    config.depth = 1 + random() % 5;
    config.holds_frame = random() % 2;
    config.delay = std::chrono::microseconds(random() % 100);
    for (uint32_t n = random() % 6; n > 0; n--)
      config.faults.push_back({1 + random() % frames, 1 + random() % 10,
                               random() % 2 ? FaultStage::submit : FaultStage::wait,
                               ErrorKind::transient});
    if (round % 3 == 0)
      config.faults.push_back({1 + random() % frames, 1,
                               random() % 2 ? FaultStage::submit : FaultStage::wait,
                               ErrorKind::device_lost});
    make(config);

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::pair<uint32_t, JobPtr>> jobs;
    uint32_t pending = 0;
    std::thread completion([&] {
      for (uint32_t i = 0; i < frames; i++) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !jobs.empty(); });
        auto [seed, job] = std::move(jobs.front());
        jobs.pop_front();
        lock.unlock();
        EXPECT_TRUE(right(*job, seed)) << "round " << round << " frame " << i;
        job.reset();
        lock.lock();
        pending--;
        changed.notify_all();
      }
    });
    for (uint32_t i = 0; i < frames; i++) {
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return pending < fallback_->depth(); });
        pending++;
      }
      JobPtr job = submit(i);
      std::lock_guard lock(mutex);
      jobs.emplace_back(i, std::move(job));
      changed.notify_all();
    }
    completion.join();
    EXPECT_EQ(log_->counted + fallback_->fallback_frames(), frames) << "round " << round;
    EXPECT_LE(log_->max_pending, config.depth);
    // One call may have begun on this thread while the other one was being told of the loss.
    EXPECT_LE(log_->calls_after_lost, 1u);
    fallback_.reset();
    EXPECT_EQ(log_->pending, 0u);
  }
}

TEST_F(Fallback, SaysThatTheCpuHasNoMemoryForARecount) {
  FakeConfig device, cpu;
  device.faults = {{1, 1, FaultStage::wait, ErrorKind::transient}};
  cpu.faults = {{1, 1, FaultStage::memory}};
  fallback_ = std::make_unique<FallbackBackend>(
      create_fake_backend(device), std::make_shared<FallbackCpu>(create_fake_backend(cpu)),
      [](const Error&) {});
  {
    const JobPtr job = submit(0);
    std::vector<uint32_t> counts(request_.total_counts());
    const Status status = job->wait(counts.data());
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::transient);
  }
  EXPECT_EQ(fallback_->fallback_frames(), 0u);
  for (uint32_t i = 1; i < 5; i++)
    EXPECT_TRUE(count_one(i));
}

TEST_F(Fallback, HasTheMatrixOfWhoeverCounted) {
  make({{2, 1, FaultStage::submit}, {4, 1, FaultStage::wait}});
  for (uint32_t i = 0; i < 8; i++) {
    const FrameView view = frame(i).view();
    Expected<Direction> direction = direction_of_angle(30, view.width, view.height, 256);
    ASSERT_TRUE(direction.ok());
    request_.projections.clear();
    request_.add_projection(Quantity::luma, *direction);
    const JobPtr job = submit(i);
    ASSERT_TRUE(job);
    EXPECT_TRUE(right(*job, i));
    const std::shared_ptr<Matrix> matrix = job->matrix(0);
    ASSERT_TRUE(matrix) << i;
    std::vector<uint32_t> counts(size_t{direction->positions} * 256);
    EXPECT_TRUE(matrix->read(counts.data()).ok());
    EXPECT_EQ(counts, reference::count_along(view, Quantity::luma, 256, request_.luma,
                                             Positions::of_angle(30, view.width, view.height)))
        << i;
  }
  EXPECT_GE(fallback_->fallback_frames(), 2u);
  EXPECT_GT(log_->counted, 0u);
}

TEST_F(Fallback, HasNoMatrixOfTheFrameBefore) {
  make({{1, 1, FaultStage::wait}});
  const FrameView view = frame(0).view();
  Expected<Direction> direction = direction_of_angle(30, view.width, view.height, 256);
  ASSERT_TRUE(direction.ok());
  request_.projections.clear();
  request_.add_projection(Quantity::luma, *direction);
  EXPECT_TRUE(count_one(0));
  request_.projections.clear();
  for (uint32_t i = 0; i < 6; i++) {
    const JobPtr job = submit(i);
    ASSERT_TRUE(job);
    EXPECT_TRUE(right(*job, i));
    EXPECT_FALSE(job->matrix(0)) << i;
  }
}

} // namespace videohistogram::test
