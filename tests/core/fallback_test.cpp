// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// When the device gets frames: retries after transient errors, and devices that are given up.
#include "tests/core/fallback_test.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

namespace videohistogram::test {

TEST_F(Fallback, LeavesEverythingToADeviceThatWorks) {
  make(std::vector<Fault>{});
  for (uint32_t i = 0; i < 20; i++)
    EXPECT_TRUE(count_one(i));
  EXPECT_EQ(log_->counted, 20u);
  EXPECT_EQ(fallback_->fallback_jobs(), 0u);
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

TEST_F(Fallback, CountsAFrameOnTheCpuAfterATransientErrorAndTriesAgain) {
  for (FaultStage stage : {FaultStage::submit, FaultStage::wait})
    for (uint64_t failing : {1, 13}) {
      log_ = std::make_shared<FakeLog>();
      notices_.clear();
      make({{failing, 1, stage, ErrorKind::transient}});
      for (uint32_t i = 0; i < 30; i++)
        EXPECT_TRUE(count_one(i)) << i;
      // The frame that failed and the one that is skipped before the next try.
      EXPECT_EQ(fallback_->fallback_jobs(), 2u);
      EXPECT_EQ(log_->counted, 28u);
      EXPECT_EQ(notices(), Kinds{ErrorKind::transient});
      EXPECT_TRUE(fallback_->device_usable());
      EXPECT_STREQ(fallback_->name(), "fake");
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
  EXPECT_EQ(fallback_->fallback_jobs(), 400u);
  EXPECT_EQ(notices(), Kinds{ErrorKind::transient}); // one episode
}

TEST_F(Fallback, SkipsFramesOfSeveralJobs) {
  FakeConfig config;
  config.faults = {{1, 1000000, FaultStage::submit, ErrorKind::transient}};
  make(config, 2);
  std::vector<uint32_t> tries; // the jobs with which the device was tried
  uint64_t before = 0;
  for (uint32_t i = 0; i < 400; i++) {
    EXPECT_TRUE(count_one(i));
    if (log_->submits != before)
      tries.push_back(i);
    before = log_->submits;
  }
  EXPECT_EQ(tries, (std::vector<uint32_t>{0, 3, 8, 17, 34, 67, 132, 261, 390}));
}

TEST_F(Fallback, NotifiesOncePerEpisodeAndStartsTheBackoffAnew) {
  // Frames of the device: 1-3 fail, 4-6 work, 7-8 fail, then all work.
  make({{1, 3, FaultStage::wait, ErrorKind::transient},
        {7, 2, FaultStage::submit, ErrorKind::transient}});
  for (uint32_t i = 0; i < 60; i++)
    EXPECT_TRUE(count_one(i)) << i;
  EXPECT_EQ(notices(), (Kinds{ErrorKind::transient, ErrorKind::transient}));
  // 3 failures and 1 + 2 + 4 skipped; 2 failures and 1 + 2 skipped.
  EXPECT_EQ(fallback_->fallback_jobs(), 15u);
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
      EXPECT_EQ(fallback_->fallback_jobs(), 101 - at);
      EXPECT_EQ(notices(), Kinds{ErrorKind::device_lost});
      EXPECT_FALSE(fallback_->device_usable());
      EXPECT_STREQ(fallback_->name(), "cpu");
      EXPECT_FALSE(fallback_->is_device());
    }
  }
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
    EXPECT_EQ(log_->counted + fallback_->fallback_jobs(), frames) << "round " << round;
    EXPECT_LE(log_->max_pending, config.depth);
    // One call may have begun on this thread while the other thread reported the loss.
    EXPECT_LE(log_->calls_after_lost, 1u);
    fallback_.reset();
    EXPECT_EQ(log_->pending, 0u);
  }
}

} // namespace videohistogram::test
