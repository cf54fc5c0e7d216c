// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What prepare() announces to several fake devices, and how many frames are in flight.
#include "tests/core/split_test.h"

namespace videohistogram::test {

namespace {

TEST_F(SplitTest, PreparesForWholeFramesWhereTheyAreCountedAlongADirection) {
  for (Split split : all_splits) {
    make(split, 4, 3, 12);
    reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, split_->depth(), true);
    EXPECT_EQ(split_->depth(), 12u) << split_name(split);
    for (const auto& log : logs_)
      EXPECT_EQ(log->prepared_rows, 4320u) << split_name(split);
    reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, split_->depth(), false);
    EXPECT_EQ(split_->depth(), split == Split::frames ? 12u : 3u) << split_name(split);
  }
}

TEST_F(SplitTest, PreparesEachDeviceForItsPartAndForNoMoreThanWillBeInFlight) {
  make(Split::automatic, 4, 3, 12);
  reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, split_->depth());
  for (const auto& log : logs_) {
    EXPECT_EQ(log->prepared_rows, 1080u);
    EXPECT_EQ(log->prepared_frames, 3u); // no longer 12
  }
  reference::prepare(*split_, *find_format("RGBA"), 640, 480, split_->depth());
  for (const auto& log : logs_) {
    EXPECT_EQ(log->prepared_rows, 480u);
    EXPECT_EQ(log->prepared_frames, 1u); // there may be many elements
  }
}

TEST_F(SplitTest, HasNoMoreFramesInFlightThanThereIsMemoryFor) {
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  const SharedPlan plan = *plan_of(frame.view(), request);
  const auto depth_for = [&](FrameLimit limit, MemoryKind memory = MemoryKind::host) {
    split_->prepare({*plan, plan->height, UINT32_MAX, memory, limit});
    return split_->depth();
  };
  for (Split split : all_splits) {
    make(split, 3, 4, 9);
    const bool whole = split == Split::frames || split == Split::automatic;
    EXPECT_EQ(depth_for({}), whole ? 9u : 4u) << split_name(split);
    // Each of two devices may get nearly all rows of a frame that they share.
    EXPECT_EQ(depth_for({2, 9}), whole ? 2u : 1u) << split_name(split);
    EXPECT_EQ(depth_for({6, 9}), whole ? 6u : 2u) << split_name(split);
    EXPECT_EQ(depth_for({6, 9}, MemoryKind::device), 4u) << split_name(split);
    EXPECT_EQ(depth_for({9, 2}), whole ? 6u : 2u) << split_name(split);
    EXPECT_EQ(depth_for({9, 2}, MemoryKind::device), 2u) << split_name(split); // all may be on one
    EXPECT_EQ(depth_for({1, 1}), 1u) << split_name(split);
    EXPECT_EQ(depth_for({}), whole ? 9u : 4u) << split_name(split);
  }
}

TEST_F(SplitTest, NoDeviceHasMoreFramesThanThereIsMemoryForOnIt) {
  for (Split split : all_splits)
    for (bool staged : {false, true}) { // one device gets all staged frames while it has memory
      FakeConfig config;
      config.holds_frame = !staged;
      make(split, {config, config, config}, 4, 12);
      const Frame frame = picture(1);
      const Request request = request_all(frame.view());
      const SharedPlan plan = *plan_of(frame.view(), request);
      split_->prepare({*plan, plan->height, UINT32_MAX, MemoryKind::host, {UINT32_MAX, 3}});
      std::vector<JobPtr> jobs;
      for (uint32_t i = 0; i < split_->depth(); i++)
        jobs.push_back(submit(frame.view(), request));
      for (const auto& log : logs_)
        EXPECT_EQ(log->max_pending, 3u) << split_name(split);
      for (const JobPtr& job : jobs)
        EXPECT_TRUE(right(*job, frame.view(), request));
    }
}

TEST_F(SplitTest, ADeviceThatIsNotReadyAtNewCapsStillLearnsWhoCountsItsFrames) {
  small_frames_on_cpu_ = true;
  const Frame large = picture(1, 300, 300), small = picture(2, 20, 10);
  const auto prepare = [&](const Frame& frame) {
    reference::prepare(*split_, *frame.view().format, frame.view().width, frame.view().height, 1);
  };
  for (const Split split : sharing_splits)
    for (const bool small_first : {false, true}) {
      FakeConfig failing;
      failing.faults = {{1, 1, FaultStage::submit, ErrorKind::transient}};
      make(split, {failing, {}});
      prepare(large);
      EXPECT_TRUE(count_right(large)); // the CPU counts the failed device's next frame
      if (small_first) {
        prepare(small);
        EXPECT_EQ(split_->depth(), 1u) << split_name(split);
        EXPECT_STREQ(split_->name(), "cpu") << split_name(split);
        const std::vector<uint64_t> before = submits();
        for (int i = 0; i < 8; i++)
          EXPECT_TRUE(count_right(small));
        EXPECT_EQ(submits(), before) << split_name(split);
      }
      prepare(large);
      EXPECT_GT(split_->depth(), 1u) << split_name(split);
      EXPECT_STREQ(split_->name(), "fake") << split_name(split);
      const std::vector<uint64_t> before = submits();
      for (int i = 0; i < 8; i++)
        EXPECT_TRUE(count_right(large));
      for (size_t i = 0; i < before.size(); i++)
        EXPECT_GT(submits()[i], before[i]) << split_name(split) << ", device " << i;
    }
}

} // namespace

} // namespace videohistogram::test
