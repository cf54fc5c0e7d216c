// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Several devices of which some fail: every frame is counted, and the other devices take over.
#include "tests/core/split_test.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <new>
#include <random>
#include <thread>

namespace videohistogram::test {

namespace {

using std::chrono::milliseconds;

constexpr FaultStage stages[] = {FaultStage::submit, FaultStage::wait};

/// Three devices of which the one in the middle fails.
std::vector<FakeConfig> with_faults(std::vector<Fault> faults) {
  std::vector<FakeConfig> configs(3);
  configs[1].faults = std::move(faults);
  return configs;
}

} // namespace

TEST_F(SplitTest, SaysWhoCounts) {
  make(Split::rows, 2);
  EXPECT_STREQ(split_->name(), "fake");
  EXPECT_EQ(split_->device(), "Fake device (fake), Fake device (fake), split by rows");
  EXPECT_TRUE(split_->takes(MemoryKind::device));
}

TEST_F(SplitTest, ADeviceThatFailsForAWhileIsSparedAndComesBack) {
  for (Split split : sharing_splits)
    for (FaultStage stage : stages) {
      SCOPED_TRACE(std::string(split_name(split)) + (stage == FaultStage::wait ? " wait" : ""));
      make(split, with_faults({{2, 2, stage, ErrorKind::transient}}));
      uint32_t fell_back = 0;
      for (uint32_t i = 0; i < 40; i++) {
        const Frame frame = picture(i);
        const Request request = request_all(frame.view());
        const JobPtr job = submit(frame.view(), request);
        ASSERT_TRUE(job);
        EXPECT_TRUE(right(*job, frame.view(), request)) << i;
        fell_back += job->fell_back();
      }
      EXPECT_EQ(fell_back, 2u); // the two that failed; the other devices count the skipped ones
      EXPECT_GT(logs_[1]->counted, 8u);
      EXPECT_EQ(notices(0), Kinds{});
      EXPECT_EQ(notices(1), Kinds{ErrorKind::transient});
      EXPECT_EQ(notices(2), Kinds{});
      const TransferStats transfers = split_->transfers();
      EXPECT_EQ(transfers.pinned_frames, 38u);
    }
}

TEST_F(SplitTest, TheOthersDoThePartOfADeviceThatIsSpared) {
  make(Split::rows, with_faults({{1, 1000, FaultStage::submit, ErrorKind::transient}}));
  std::vector<uint32_t> tries;
  for (uint32_t i = 0; i < 40; i++) {
    const uint64_t before = logs_[1]->submits;
    EXPECT_TRUE(count_right(picture(i, 8, 60)));
    if (logs_[1]->submits != before) {
      tries.push_back(i);
      EXPECT_EQ(logs_[0]->last_rows, 20u) << i;
    } else {
      EXPECT_EQ(logs_[0]->last_rows, 30u) << i;
      EXPECT_EQ(logs_[2]->last_rows, 30u) << i;
    }
  }
  EXPECT_EQ(tries, (std::vector<uint32_t>{0, 2, 5, 10, 19, 36})); // 1, 2, 4 ... frames apart
}

TEST_F(SplitTest, ADeviceThatIsGivenUpGetsNothingAnyMore) {
  for (Split split : sharing_splits)
    for (ErrorKind kind : {ErrorKind::bug, ErrorKind::device_lost}) {
      make(split, with_faults({{3, 1, FaultStage::wait, kind}}));
      for (uint32_t i = 0; i < 20; i++)
        EXPECT_TRUE(count_right(picture(i)));
      EXPECT_EQ(logs_[1]->submits, 3u);
      EXPECT_EQ(logs_[1]->calls_after_lost, 0u);
      EXPECT_EQ(notices(1), Kinds{kind});
      EXPECT_EQ(notices(0), Kinds{});
      EXPECT_STREQ(split_->name(), "fake");
      EXPECT_EQ(split_->device(), std::string("Fake device (fake), Fake device (fake), split by ") +
                                      split_name(split));
      reference::prepare(*split_, *find_format("RGBA"), 60, 48, 3);
      EXPECT_EQ(logs_[1]->prepares, 0u);
      EXPECT_EQ(logs_[2]->prepares, 1u);
    }
}

TEST_F(SplitTest, WithoutAnyDeviceTheCpuCountsOn) {
  for (Split split : sharing_splits)
    for (FaultStage stage : stages) {
      std::vector<FakeConfig> configs(3);
      for (uint32_t i = 0; i < 3; i++)
        configs[i].faults = {{i + 2, 1, stage, ErrorKind::device_lost}};
      make(split, configs);
      for (uint32_t i = 0; i < 30; i++)
        EXPECT_TRUE(count_right(picture(i)));
      for (uint32_t i = 0; i < 3; i++) {
        EXPECT_EQ(notices(i), Kinds{ErrorKind::device_lost});
        EXPECT_EQ(logs_[i]->calls_after_lost, 0u);
      }
      EXPECT_STREQ(split_->name(), "cpu");
      EXPECT_EQ(split_->device().find("Fake"), std::string::npos) << split_->device();
      EXPECT_EQ(split_->pinned_memory(), nullptr);
      reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, 3);
      EXPECT_TRUE(count_right(picture(31)));
    }
}

TEST_F(SplitTest, FramesInFlightSurviveTheLossOfEveryDevice) {
  for (Split split : sharing_splits)
    for (bool holds_frame : {true, false}) {
      std::vector<FakeConfig> configs(2);
      for (FakeConfig& config : configs) {
        config.holds_frame = holds_frame;
        config.delay = std::chrono::milliseconds(2);
        config.faults = {{2, 1, FaultStage::wait, ErrorKind::device_lost}};
      }
      make(split, configs);
      std::vector<Frame> frames;
      std::vector<JobPtr> jobs;
      for (uint32_t i = 0; i < split_->depth(); i++)
        frames.push_back(picture(i));
      const Request request = request_all(frames[0].view());
      for (const Frame& frame : frames)
        jobs.push_back(submit(frame.view(), request));
      for (size_t i = 0; i < jobs.size(); i++)
        EXPECT_TRUE(right(*jobs[i], frames[i].view(), request)) << i;
      jobs.clear();
      for (const auto& log : logs_)
        EXPECT_EQ(log->pending, 0u);
    }
}

TEST_F(SplitTest, ADeviceThatHangsIsWaitedForOnce) {
  for (Split split : sharing_splits) {
    std::vector<FakeConfig> configs = with_faults({{2, 1000, FaultStage::hang}});
    configs[1].time_limit = milliseconds(50);
    make(split, configs);
    const auto start = std::chrono::steady_clock::now();
    std::vector<Frame> frames;
    for (uint32_t i = 0; i < 8 * split_->depth(); i++)
      frames.push_back(picture(i));
    const Request request = request_all(frames[0].view());
    for (size_t first = 0; first < frames.size(); first += split_->depth()) {
      std::vector<JobPtr> jobs;
      for (uint32_t i = 0; i < split_->depth(); i++)
        jobs.push_back(submit(frames[first + i].view(), request));
      for (uint32_t i = 0; i < split_->depth(); i++)
        EXPECT_TRUE(right(*jobs[i], frames[first + i].view(), request)) << first + i;
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    EXPECT_EQ(notices(1), Kinds{ErrorKind::device_lost}) << split_name(split);
    EXPECT_EQ(logs_[1]->calls_after_lost, 0u);
    EXPECT_STREQ(split_->name(), "fake");
  }
}

TEST_F(SplitTest, JobsOfADeviceThatHangsCanBeDropped) {
  for (Split split : sharing_splits) {
    std::vector<FakeConfig> configs = with_faults({{1, 1000, FaultStage::hang}});
    configs[1].time_limit = milliseconds(20);
    make(split, configs);
    const Frame frame = picture(1);
    const Request request = request_all(frame.view());
    {
      std::vector<JobPtr> jobs;
      for (uint32_t i = 0; i < split_->depth(); i++)
        jobs.push_back(submit(frame.view(), request));
    }
    for (const auto& log : logs_)
      EXPECT_EQ(log->pending, 0u);
    for (int i = 0; i < 10; i++)
      EXPECT_TRUE(count_right(frame));
  }
}

TEST_F(SplitTest, AFrameThatOneDeviceRefusesLeavesNothingBehind) {
  for (Split split : sharing_splits) {
    make(split, with_faults({{2, 1, FaultStage::submit, ErrorKind::invalid_argument}}));
    const Frame frame = picture(1);
    const Request request = request_all(frame.view());
    uint32_t refused = 0;
    for (int i = 0; i < 12; i++) {
      Expected<JobPtr> job = reference::submit(*split_, frame.view(), request);
      if (job.ok())
        EXPECT_TRUE(right(**job, frame.view(), request));
      else
        refused += job.error().kind == ErrorKind::invalid_argument;
    }
    EXPECT_EQ(refused, 1u);
    for (const auto& log : logs_)
      EXPECT_EQ(log->pending, 0u);
    EXPECT_EQ(notices(1), Kinds{}); // the frame was invalid, not the device
  }
}

TEST_F(SplitTest, TheCopyOfAFrameThatItsDeviceRefusesIsCountedByTheOthers) {
  make(Split::frames, with_faults({{1, 1, FaultStage::submit, ErrorKind::transient}}));
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  FrameView on_device = frame.view();
  on_device.place = {MemoryKind::device, 1, nullptr, nullptr, nullptr};
  const Expected<JobPtr> refused = reference::submit(*split_, on_device, request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::transient);
  for (int i = 0; i < 9; i++) { // the copy, then other frames
    const JobPtr job = submit(frame.view(), request);
    EXPECT_TRUE(right(*job, frame.view(), request));
    EXPECT_FALSE(job->fell_back()) << i;
  }
  EXPECT_TRUE(count_right(on_device, request)); // the device is tried again
  EXPECT_EQ(logs_[1]->device_frames, 1u);
}

TEST_F(SplitTest, ADevicesFrameAndItsCopyAreOneForTheBackoff) {
  std::vector<FakeConfig> configs(2);
  configs[1].faults = {{1, 1000, FaultStage::submit, ErrorKind::transient}};
  make(Split::frames, configs);
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  FrameView on_device = frame.view();
  on_device.place = {MemoryKind::device, 1, nullptr, nullptr, nullptr};
  std::vector<uint32_t> tries;
  for (uint32_t i = 0; i < 40; i++) {
    const uint64_t before = logs_[1]->submits;
    EXPECT_FALSE(reference::submit(*split_, on_device, request).ok());
    EXPECT_TRUE(count_right(frame)); // the copy
    if (logs_[1]->submits != before)
      tries.push_back(i);
  }
  EXPECT_EQ(tries, (std::vector<uint32_t>{0, 2, 5, 10, 19, 36})); // 1, 2, 4 ... frames apart
}

TEST_F(SplitTest, AFrameThatADeviceHasNoMemoryForLeavesNothingBehind) {
  std::vector<FakeConfig> configs(2);
  configs[1].faults = {{1, 3, FaultStage::memory}};
  make(Split::frames, configs);
  const Frame frame = picture(1);
  uint32_t thrown = 0;
  for (uint32_t i = 0; i < 12; i++)
    try {
      EXPECT_TRUE(count_right(frame));
    } catch (const std::bad_alloc&) {
      thrown++;
    }
  EXPECT_EQ(thrown, 3u); // the device is not taken for busy
  EXPECT_EQ(submits(), std::vector<uint64_t>(2, 6));
}

TEST_F(SplitTest, AFrameThatOnlyItsDeviceCanReadFailsWithIt) {
  make(Split::rows, with_faults({{1, 1, FaultStage::wait, ErrorKind::transient}}));
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  FrameView on_device = frame.view();
  on_device.place = {MemoryKind::device, 1, nullptr, nullptr, nullptr};
  const JobPtr job = submit(on_device, request);
  EXPECT_EQ(job->host_pixels(), nullptr);
  std::vector<uint32_t> counts(request.total_counts());
  const Status status = job->wait(counts.data());
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().kind, ErrorKind::transient);
  EXPECT_FALSE(job->fell_back());
  EXPECT_EQ(split_->transfers().zero_copy_frames, 0u);
}

TEST_F(SplitTest, EveryFrameIsRightThroughAnyRunOfFaultsOnTwoThreads) {
  constexpr uint32_t rounds = sanitized ? 12 : 48, total = 120;
  std::mt19937 random(11);
  std::vector<Frame> frames;
  for (uint32_t i = 0; i < 8; i++)
    frames.push_back(picture(i, 40 + i, 31 + i, i % 2 ? "I420" : "RGBA"));
  const auto request_of = [&](uint32_t i) {
    Request request = request_all(frames[i % 8].view());
    request.regions = {{3, 4, 30, 20}};
    return request;
  };
  for (uint32_t round = 0; round < rounds; round++) {
    std::vector<FakeConfig> configs(1 + random() % 4);
    for (FakeConfig& config : configs) {
      config.holds_frame = random() % 2;
      config.bytes_per_ns = 1 + random() % 4;
      config.delay = std::chrono::microseconds(random() % 100);
      for (uint32_t n = random() % 4; n > 0; n--)
        config.faults.push_back(
            {1 + random() % total, 1 + random() % 10, stages[random() % 2], ErrorKind::transient});
      if (random() % 4 == 0)
        config.faults.push_back(
            {1 + random() % total, 1, stages[random() % 2], ErrorKind::device_lost});
    }
    make(all_splits[round % std::size(all_splits)], configs);

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<JobPtr> jobs;
    uint32_t pending = 0;
    std::thread completion([&] {
      for (uint32_t i = 0; i < total; i++) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !jobs.empty(); });
        JobPtr job = std::move(jobs.front());
        jobs.pop_front();
        lock.unlock();
        EXPECT_TRUE(right(*job, frames[i % 8].view(), request_of(i)))
            << "round " << round << " frame " << i;
        job.reset();
        lock.lock();
        pending--;
        changed.notify_all();
      }
    });
    for (uint32_t i = 0; i < total; i++) {
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return pending < split_->depth(); });
        pending++;
      }
      if (i % 16 == 0) { // as `stats` does from a thread of its own
        EXPECT_EQ(split_->device_stats().size(), configs.size());
        (void)split_->transfers();
        (void)split_->device();
      }
      JobPtr job = submit(frames[i % 8].view(), request_of(i));
      std::lock_guard lock(mutex);
      jobs.push_back(std::move(job));
      changed.notify_all();
    }
    completion.join();
    for (const auto& log : logs_) {
      EXPECT_LE(log->max_pending, 6u);
      EXPECT_EQ(log->pending, 0u);
      // One call may have begun on this thread while the other thread reported the loss.
      EXPECT_LE(log->calls_after_lost, 1u);
    }
  }
}

} // namespace videohistogram::test
