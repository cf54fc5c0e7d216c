// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames that the device does not count: which ones the CPU counts, and which ones fail.
#include "tests/core/fallback_test.h"
#include "tests/reference/projection.h"

#include <chrono>

namespace videohistogram::test {

using std::chrono::milliseconds;

TEST_F(Fallback, AnswersADeviceFrameWithTheErrorAndCountsItsCopyOnTheCpu) {
  make({{2, 1, FaultStage::submit, ErrorKind::transient}});
  EXPECT_TRUE(count_one(0));
  FrameView on_device = frame(1).view();
  on_device.place.kind = MemoryKind::device;
  for (int i = 0; i < 2; i++) { // the device gets the first one only
    const Expected<JobPtr> refused = reference::submit(*fallback_, on_device, request_);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::transient);
    EXPECT_EQ(log_->submits, 2u);
    EXPECT_TRUE(count_one(1)); // the copy, whatever the back-off says
    EXPECT_EQ(log_->submits, 2u);
    EXPECT_EQ(fallback_->fallback_jobs(), uint64_t(i + 1));
  }
  EXPECT_TRUE(count_one(2)); // another frame: the device is tried again
  EXPECT_EQ(log_->submits, 3u);
  EXPECT_EQ(fallback_->fallback_jobs(), 2u);
}

TEST_F(Fallback, CountsOnTheCpuWhatTheDeviceCannotCount) {
  FakeConfig config;
  config.can_count = [this](const Plan& plan) { return plan.width != frame(1).view().width; };
  make(config);
  for (uint32_t i = 0; i < 3; i++)
    EXPECT_TRUE(count_one(i)) << i;
  EXPECT_EQ(log_->submits, 2u);
  EXPECT_EQ(fallback_->fallback_jobs(), 1u);
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
    EXPECT_EQ(fallback_->fallback_jobs(), 4u);
    EXPECT_EQ(log_->calls_after_lost, 0u);
    EXPECT_EQ(notices(), Kinds{ErrorKind::device_lost}); // one for all five frames
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
  EXPECT_EQ(fallback_->fallback_jobs(), 2u);
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

TEST_F(Fallback, ReportsAFrameThatCannotBeCountedInsteadOfBlamingTheDevice) {
  make({{2, 1, FaultStage::submit, ErrorKind::invalid_argument}});
  EXPECT_TRUE(count_one(0));
  Expected<JobPtr> refused = reference::submit(*fallback_, frame(1).view(), request_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  for (uint32_t i = 2; i < 10; i++)
    EXPECT_TRUE(count_one(i)); // and its slot is free again
  EXPECT_EQ(fallback_->fallback_jobs(), 0u);
  EXPECT_EQ(notices(), Kinds{});
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
  EXPECT_EQ(fallback_->fallback_jobs(), 0u);
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
    const std::shared_ptr<videohistogram::Matrix> matrix = job->matrix(0);
    ASSERT_TRUE(matrix) << i;
    std::vector<uint32_t> counts(size_t{direction->positions} * 256);
    EXPECT_TRUE(matrix->read(counts.data()).ok());
    EXPECT_EQ(counts, reference::count_along(view, Quantity::luma, 256, request_.luma,
                                             Positions::of_angle(30, view.width, view.height)))
        << i;
  }
  EXPECT_GE(fallback_->fallback_jobs(), 2u);
  EXPECT_GT(log_->counted, 0u);
}

TEST_F(Fallback, HasTheSumsOfWeightsOfWhoeverCounted) {
  make({{2, 1, FaultStage::submit}, {4, 1, FaultStage::wait}});
  for (uint32_t i = 0; i < 6; i++) {
    const FrameView view = frame(i).view();
    Expected<Direction> direction = direction_of_angle(90, view.width, view.height, 256);
    ASSERT_TRUE(direction.ok());
    request_.projections.clear();
    request_.add_projection(Quantity::luma, *direction);
    QuantityList& weights = request_.projections[0].weights;
    for (Quantity weight : {Quantity::r, Quantity::g, Quantity::b})
      weights.push_back(weight);
    const JobPtr job = submit(i);
    ASSERT_TRUE(job);
    EXPECT_TRUE(right(*job, i));
    for (uint32_t w = 0; w < weights.size; w++) {
      const std::shared_ptr<videohistogram::Matrix> matrix = job->matrix(w);
      ASSERT_TRUE(matrix) << i;
      std::vector<uint32_t> sums(size_t{direction->positions} * 256);
      EXPECT_TRUE(matrix->read(sums.data()).ok());
      EXPECT_EQ(sums, reference::sum_weights(view, Quantity::luma, 256, weights[w],
                                             {request_.luma, {}, false},
                                             Positions::of_angle(90, view.width, view.height)))
          << i;
    }
    EXPECT_FALSE(job->matrix(3));
  }
  EXPECT_GE(fallback_->fallback_jobs(), 2u);
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
