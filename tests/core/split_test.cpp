// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Several fake devices that share frames: what each one gets. The counts equal those of one device.
#include "tests/core/split_test.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace videohistogram::test {

namespace {

/// Regions that lie in one band, across several, in none, and at odd rows.
std::vector<Rect> awkward_regions(uint32_t width, uint32_t height) {
  return {{0, 0, width, height},
          {width / 2, height / 2, 1, 1},
          {0, height / 3, width, height - height / 3},
          {width / 3, height / 4, width - width / 3, (height + 1) / 2},
          {0, height - 1, 1, 1},
          {0, 0, 0, height},
          {0, 0, width, 0}};
}

std::vector<FakeConfig> of_speeds(const std::vector<double>& bytes_per_ns) {
  std::vector<FakeConfig> configs(bytes_per_ns.size());
  for (size_t i = 0; i < configs.size(); i++)
    configs[i].bytes_per_ns = bytes_per_ns[i];
  return configs;
}

FrameView on_device(FrameView view, int device) {
  view.place = {MemoryKind::device, device, nullptr, nullptr, nullptr};
  return view;
}

} // namespace

TEST_F(SplitTest, EverySplitOverAnyNumberOfDevicesCountsTheSame) {
  constexpr const char* formats[] = {"RGBA", "RGB",       "NV12",  "I420",     "YUY2",
                                     "Y42B", "P010_10LE", "GRAY8", "I420_10LE"};
  constexpr std::pair<uint32_t, uint32_t> sizes[] = {{1, 1},  {1, 2},   {3, 1},  {5, 3},
                                                     {7, 13}, {17, 15}, {34, 47}};
  for (Split split : all_splits)
    for (uint32_t members : {1u, 2u, 3u, 4u, 7u}) {
      make(split, of_speeds({std::vector<double>(members, 1)}));
      for (const char* format : formats)
        for (const auto& [width, height] : sizes)
          for (bool bottom_up : {false, true}) {
            Layout layout{format,    width,
                          height,    bottom_up ? size_t{9} : size_t{0},
                          bottom_up, bottom_up ? size_t{5} : size_t{0}};
            const Frame frame = make_frame(layout, Content::noise, width * height + members);
            Request request = request_all(frame.view());
            request.regions = awkward_regions(width, height);
            ASSERT_TRUE(count_right(frame.view(), request))
                << split_name(split) << " over " << members << ": " << format << " " << width << "x"
                << height << (bottom_up ? " bottom-up" : "");
          }
    }
}

TEST_F(SplitTest, RandomFramesInFlightAreExactInWhateverOrderTheyAreReleased) {
  constexpr uint32_t total = sanitized ? 320 : 1200;
  std::mt19937 random(7);
  uint32_t counted = 0;
  for (uint32_t round = 0; counted < total; round++) {
    std::vector<FakeConfig> configs = of_speeds({1, 2.5, 1, 0.7, 4, 1, 1});
    configs.resize(std::vector<size_t>{1, 2, 3, 4, 7}[round % 5]);
    for (FakeConfig& config : configs)
      config.holds_frame = random() % 2;
    make(all_splits[random() % std::size(all_splits)], configs);
    for (int batch = 0; batch < 10; batch++) {
      std::vector<RandomCase> cases;
      std::vector<JobPtr> jobs;
      for (uint32_t i = 0; i < split_->depth(); i++)
        cases.push_back(random_case(random, 70));
      for (const RandomCase& c : cases)
        jobs.push_back(submit(c.frame.view(), c.request));
      for (size_t i = 0; i < jobs.size(); i++) {
        ASSERT_TRUE(jobs[i]);
        ASSERT_TRUE(right(*jobs[i], cases[i].frame.view(), cases[i].request))
            << cases[i].description << ", round " << round;
        EXPECT_FALSE(jobs[i]->fell_back());
        counted++;
      }
      std::shuffle(jobs.begin(), jobs.end(), random);
      for (JobPtr& job : jobs)
        job.reset();
    }
  }
}

TEST_F(SplitTest, RowsGiveEachDeviceABandAndAllTheRowsOnce) {
  make(Split::rows, 4);
  EXPECT_TRUE(count_right(picture(1, 20, 100)));
  for (const auto& log : logs_)
    EXPECT_EQ(log->last_rows, 25u);
  EXPECT_TRUE(count_right(picture(1, 20, 101, "NV12"))); // no row of chroma is divided
  uint32_t rows = 0;
  for (size_t i = 0; i < 4; i++) {
    EXPECT_TRUE(i == 3 || logs_[i]->last_rows % 2 == 0);
    rows += logs_[i]->last_rows;
  }
  EXPECT_EQ(rows, 101u);
}

TEST_F(SplitTest, BandsBecomeAsLargeAsTheDevicesAreFast) {
  make(Split::rows, of_speeds({1, 3, 2}));
  for (uint32_t i = 0; i < 80; i++)
    EXPECT_TRUE(count_right(picture(i, 8, 240)));
  EXPECT_NEAR(logs_[0]->last_rows, 40, 3);
  EXPECT_NEAR(logs_[1]->last_rows, 120, 6);
  EXPECT_NEAR(logs_[2]->last_rows, 80, 4);
}

TEST_F(SplitTest, DevicesWithoutABandAreLeftAlone) {
  make(Split::rows, 7);
  EXPECT_TRUE(count_right(picture(1, 9, 3)));
  const std::vector<uint64_t> parts = submits();
  EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), uint64_t{0}), 3u);
}

TEST_F(SplitTest, FramesGoToTheDevicesInTurn) {
  make(Split::frames, 4);
  for (uint32_t i = 0; i < 40; i++)
    EXPECT_TRUE(count_right(picture(i)));
  EXPECT_EQ(submits(), std::vector<uint64_t>(4, 10));
}

TEST_F(SplitTest, FramesInFlightAreSpreadEvenly) {
  make(Split::frames, 3, 3, 9);
  for (int round = 0; round < 5; round++) {
    std::vector<Frame> frames;
    std::vector<JobPtr> jobs;
    for (uint32_t i = 0; i < 9; i++)
      frames.push_back(picture(i));
    const Request request = request_all(frames[0].view());
    for (const Frame& frame : frames)
      jobs.push_back(submit(frame.view(), request));
    for (size_t i = 0; i < jobs.size(); i++)
      EXPECT_TRUE(right(*jobs[i], frames[i].view(), request));
  }
  EXPECT_EQ(submits(), std::vector<uint64_t>(3, 15));
  for (const auto& log : logs_)
    EXPECT_EQ(log->max_pending, 3u);
}

TEST_F(SplitTest, AFrameGoesToTheDeviceThatHasTheFewest) {
  make(Split::frames, 2, 3, 4);
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  std::vector<JobPtr> jobs;
  for (int i = 0; i < 4; i++)
    jobs.push_back(submit(frame.view(), request));
  jobs[0].reset(); // both of one device
  jobs[2].reset();
  EXPECT_EQ(std::max<uint64_t>(logs_[0]->pending, logs_[1]->pending), 2u);
  jobs[0] = submit(frame.view(), request);
  jobs[2] = submit(frame.view(), request);
  EXPECT_EQ(logs_[0]->pending, 2u);
  EXPECT_EQ(logs_[1]->pending, 2u);
}

TEST_F(SplitTest, ElementsBeginWithDifferentDevices) {
  std::vector<uint64_t> first(4);
  for (int element = 0; element < 12; element++) {
    make(Split::frames, 4);
    EXPECT_TRUE(count_right(picture(1)));
    for (size_t i = 0; i < 4; i++)
      first[i] += logs_[i]->submits;
  }
  EXPECT_EQ(first, std::vector<uint64_t>(4, 3));
}

TEST_F(SplitTest, FramesOfADeviceAreCountedThere) {
  for (Split split : all_splits) {
    make(split, 3);
    const Frame frame = picture(4);
    const Request request = request_all(frame.view());
    for (int device : {2, 0, 1, 2, 2})
      EXPECT_TRUE(count_right(on_device(frame.view(), device), request));
    EXPECT_EQ(submits(), (std::vector<uint64_t>{1, 1, 3}));
    for (int i = 0; i < 2; i++) // of no member: one is made
      EXPECT_TRUE(count_right(on_device(frame.view(), 99), request));
    ASSERT_EQ(logs_.size(), 4u);
    EXPECT_EQ(logs_[3]->device_frames, 2u);
    EXPECT_EQ(submits(), (std::vector<uint64_t>{1, 1, 3, 2}));
    const TransferStats transfers = split_->transfers();
    EXPECT_EQ(transfers.zero_copy_frames, 7u);
    EXPECT_EQ(transfers.bytes_uploaded, 0u);
    EXPECT_EQ(split_->device_stats().size(), 4u);
    // The fourth device gets no part of host frames.
    EXPECT_TRUE(count_right(frame));
    EXPECT_EQ(logs_[3]->submits, 2u);
  }
}

TEST_F(SplitTest, AllFramesInFlightMayBeOfOneDevice) {
  make(Split::frames, 3, 2, 6);
  const Frame frame = picture(4);
  const Request request = request_all(frame.view());
  std::vector<JobPtr> jobs;
  for (uint32_t i = 0; i < split_->depth(); i++)
    jobs.push_back(submit(on_device(frame.view(), 1), request));
  for (const JobPtr& job : jobs)
    EXPECT_TRUE(right(*job, frame.view(), request));
  EXPECT_EQ(submits(), (std::vector<uint64_t>{0, 6, 0}));
}

TEST_F(SplitTest, AMatrixIsMadeByOneDevice) {
  for (Split split : all_splits) {
    make(split, 3);
    const Frame frame = picture(5, 41, 30);
    Request request = request_all(frame.view());
    Expected<Direction> direction = direction_of_angle(30, 41, 30, 256);
    ASSERT_TRUE(direction.ok());
    request.projections.clear();
    request.add_projection(Quantity::g, *direction);
    for (int i = 0; i < 3; i++) {
      const JobPtr job = submit(frame.view(), request);
      ASSERT_TRUE(job);
      EXPECT_TRUE(right(*job, frame.view(), request));
      const std::shared_ptr<Matrix> matrix = job->matrix(0);
      ASSERT_TRUE(matrix);
      std::vector<uint32_t> counts(size_t{direction->positions} * 256);
      ASSERT_TRUE(matrix->read(counts.data()).ok());
      EXPECT_EQ(counts, reference::count_along(frame.view(), Quantity::g, 256, request.luma,
                                               Positions::of(*direction)));
    }
    const std::vector<uint64_t> parts = submits();
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), uint64_t{0}), 3u) << split_name(split);
    const JobPtr job = submit(frame.view(), request_all(frame.view()));
    ASSERT_TRUE(job);
    EXPECT_TRUE(right(*job, frame.view(), request_all(frame.view())));
    EXPECT_EQ(job->matrix(0), nullptr);
  }
}

TEST_F(SplitTest, DepthFollowsTheSplit) {
  for (Split split : sharing_splits) {
    make(split, 2, 3, 6);
    EXPECT_EQ(split_->depth(), 6u) << "the most possible, before frames are announced";
    reference::prepare(*split_, *find_format("RGBA"), 640, 480, 6);
    EXPECT_EQ(split_->depth(), split == Split::frames ? 6u : 3u) << split_name(split);
  }
}

TEST_F(SplitTest, FramesThatAreAnnouncedInADevicesMemoryAreAsManyAsOneDeviceHas) {
  for (Split split : all_splits) {
    make(split, 2, 3, 6);
    const FormatInfo& rgba = *find_format("RGBA");
    reference::prepare(*split_, rgba, 640, 480, 0);
    EXPECT_EQ(split_->depth(), 3u) << split_name(split);
    const Frame frame = picture(4);
    const Request request = request_all(frame.view());
    {
      std::vector<JobPtr> jobs;
      for (int i = 0; i < 3; i++)
        jobs.push_back(submit(on_device(frame.view(), 1), request));
      EXPECT_FALSE(reference::submit(*split_, on_device(frame.view(), 1), request).ok());
    }
    reference::prepare(*split_, rgba, 640, 480, split_->depth());
    EXPECT_EQ(split_->depth(), split == Split::frames || split == Split::automatic ? 6u : 3u);
  }
}

TEST_F(SplitTest, AutoSplitsLargeFramesByRowsAndCountsSmallOnesWhole) {
  make(Split::automatic, 2, 3, 6);
  const auto announce = [&](const char* format, uint32_t width, uint32_t height) {
    reference::prepare(*split_, *find_format(format), width, height, split_->depth());
    return split_->depth();
  };
  EXPECT_EQ(announce("RGBA", 640, 480), 6u);
  EXPECT_EQ(announce("RGBA", 7680, 4320), 3u);
  EXPECT_EQ(announce("NV12", 3840, 2160), 6u); // 12 MB
  EXPECT_EQ(announce("NV12", 7680, 4320), 3u);
  EXPECT_EQ(announce("GRAY8", 4096, 6143), 6u);
  EXPECT_EQ(announce("GRAY8", 4096, 6144), 3u); // 24 MiB
  const Frame small = picture(1, 16, 40);
  EXPECT_TRUE(count_right(small));
  EXPECT_EQ(submits(), std::vector<uint64_t>(2, 1)); // by rows, as announced
  announce("RGBA", 16, 40);
  EXPECT_TRUE(count_right(small));
  EXPECT_TRUE(count_right(small));
  EXPECT_EQ(logs_[0]->submits + logs_[1]->submits, 4u); // whole
}

TEST_F(SplitTest, LeftToItselfOneDeviceGetsLargeFramesThatHaveToBeStaged) {
  FakeConfig config;
  config.holds_frame = false;
  make(Split::automatic, std::vector<FakeConfig>(2, config));
  for (int announced = 1; announced <= 2; announced++) {
    reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, 3);
    for (uint32_t i = 0; i < 3; i++)
      EXPECT_TRUE(count_right(picture(i)));
    // The first frame shows whether the frames are pinned.
    EXPECT_EQ(logs_[0]->submits + logs_[1]->submits, 4u * announced);
  }
}

TEST_F(SplitTest, LeftToItselfOneDeviceGetsAllFramesThatHaveToBeStagedHoweverManyArePending) {
  FakeConfig config;
  config.holds_frame = false;
  make(Split::automatic, std::vector<FakeConfig>(3, config), 3, 9);
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  std::vector<JobPtr> jobs;
  for (int i = 0; i < 9; i++)
    jobs.push_back(submit(frame.view(), request));
  for (const JobPtr& job : jobs)
    EXPECT_TRUE(right(*job, frame.view(), request));
  const std::vector<uint64_t> parts = submits();
  EXPECT_EQ(*std::max_element(parts.begin(), parts.end()), 9u);
}

TEST_F(SplitTest, LeftToItselfItSplitsByRowsAgainOnceNoneOfEightFramesWasStaged) {
  bool pageable = false;
  FakeConfig config;
  config.stages = [&] { return pageable; };
  make(Split::automatic, std::vector<FakeConfig>(2, config));
  reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, 3);
  uint32_t seed = 0;
  const auto parts_of = [&](bool of_pageable) {
    pageable = of_pageable;
    const uint64_t before = logs_[0]->submits + logs_[1]->submits;
    EXPECT_TRUE(count_right(picture(seed++)));
    return logs_[0]->submits + logs_[1]->submits - before;
  };
  EXPECT_EQ(parts_of(false), 2u);
  EXPECT_EQ(parts_of(true), 2u); // the backend cannot know yet
  for (int i = 0; i < 20; i++)   // alternating: the mode stays
    EXPECT_EQ(parts_of(i % 2), 1u) << i;
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(parts_of(false), 1u) << i;
  EXPECT_EQ(parts_of(false), 2u);
}

TEST_F(SplitTest, LeftToItselfADeviceGetsAllSmallFramesUntilItIsBusy) {
  make(Split::automatic, 3, 3, 9);
  for (uint32_t i = 0; i < 10; i++)
    EXPECT_TRUE(count_right(picture(i)));
  std::vector<uint64_t> parts = submits();
  EXPECT_EQ(*std::max_element(parts.begin(), parts.end()), 10u);

  make(Split::automatic, 3, 3, 9);
  const Frame frame = picture(1);
  const Request request = request_all(frame.view());
  std::vector<JobPtr> jobs;
  const auto spread = [&](uint32_t frames) {
    while (jobs.size() < frames)
      jobs.push_back(submit(frame.view(), request));
    parts = submits();
    std::sort(parts.begin(), parts.end());
    return parts;
  };
  EXPECT_EQ(spread(2), (std::vector<uint64_t>{0, 0, 2}));
  EXPECT_EQ(spread(4), (std::vector<uint64_t>{0, 2, 2}));
  EXPECT_EQ(spread(6), (std::vector<uint64_t>{2, 2, 2}));
  EXPECT_EQ(spread(9), (std::vector<uint64_t>{3, 3, 3}));
}

TEST_F(SplitTest, TakesAsManyFramesAsItsDepthAndNoMore) {
  for (Split split : all_splits)
    for (bool large : {false, true}) {
      make(split, 3);
      if (large)
        reference::prepare(*split_, *find_format("RGBA"), 7680, 4320, split_->depth());
      const Frame frame = picture(1);
      const Request request = request_all(frame.view());
      std::vector<JobPtr> jobs;
      for (uint32_t i = 0; i < split_->depth(); i++)
        jobs.push_back(submit(frame.view(), request));
      Expected<JobPtr> refused = reference::submit(*split_, frame.view(), request);
      ASSERT_FALSE(refused.ok()) << split_name(split);
      EXPECT_EQ(refused.error().kind, ErrorKind::bug);
      for (const JobPtr& job : jobs)
        EXPECT_TRUE(right(*job, frame.view(), request));
      jobs.clear();
      EXPECT_TRUE(count_right(frame));
      for (const auto& log : logs_) {
        EXPECT_LE(log->max_pending, split_->depth());
        EXPECT_EQ(log->pending, 0u);
      }
    }
}

TEST_F(SplitTest, AFrameIsHeldAsLongAsOneDeviceReadsIt) {
  std::vector<FakeConfig> configs(2);
  for (bool first : {false, true})
    for (bool second : {false, true}) {
      configs[0].holds_frame = first;
      configs[1].holds_frame = second;
      make(Split::rows, configs);
      const Frame frame = picture(1);
      EXPECT_EQ(submit(frame.view(), request_all(frame.view()))->holds_frame(), first || second);
    }
}

TEST_F(SplitTest, EveryFrameIsOneInTheTransfersHoweverManyDevicesReadIt) {
  for (Split split : all_splits)
    for (bool holds_frame : {false, true}) {
      std::vector<FakeConfig> configs(3);
      for (FakeConfig& config : configs)
        config.holds_frame = holds_frame;
      make(split, configs);
      const Frame frame = picture(1, 10, 30);
      for (int i = 0; i < 6; i++)
        EXPECT_TRUE(count_right(frame));
      const uint64_t bytes = 6u * 10 * 30 * 4;
      const TransferStats transfers = split_->transfers();
      EXPECT_EQ(transfers.bytes_uploaded, bytes) << split_name(split);
      EXPECT_EQ(transfers.bytes_staged, holds_frame ? 0 : bytes);
      EXPECT_EQ(transfers.pinned_frames, holds_frame ? 6u : 0u);
      EXPECT_EQ(transfers.staged_frames, holds_frame ? 0u : 6u);
      EXPECT_EQ(transfers.zero_copy_frames, 0u);
    }
}

TEST_F(SplitTest, StatsTellWhatEachDeviceHasDone) {
  make(Split::rows, of_speeds({1, 1}));
  for (int i = 0; i < 5; i++)
    EXPECT_TRUE(count_right(picture(1, 10, 30)));
  make(Split::frames, of_speeds({2, 0.5}));
  for (int i = 0; i < 8; i++)
    EXPECT_TRUE(count_right(picture(1, 10, 30)));
  const std::vector<DeviceStats> stats = split_->device_stats();
  ASSERT_EQ(stats.size(), 2u);
  for (int i : {0, 1}) {
    EXPECT_EQ(stats[i].index, i);
    EXPECT_EQ(stats[i].name, fake_device_name);
    EXPECT_EQ(stats[i].frames, 4u);
    EXPECT_EQ(stats[i].bytes, 4u * 1200);
    EXPECT_EQ(stats[i].busy.count(), i == 0 ? 2400 : 9600);
  }
}

TEST_F(SplitTest, ATimeIsThatOfTheSlowestPart) {
  make(Split::rows, of_speeds({1, 0.25, 2}));
  const Frame frame = picture(1, 10, 30);
  const Request request = request_all(frame.view());
  const JobPtr job = submit(frame.view(), request);
  EXPECT_TRUE(right(*job, frame.view(), request));
  EXPECT_EQ(job->device_time()->count(), 1600); // 10 rows of 40 bytes
}

} // namespace videohistogram::test
