// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backends/split_backend.h"
#include "cpu/cpu_backend.h"
#include "tests/fake/fake_backend.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace videohistogram::test {

using namespace videohistogram::reference;
using Kinds = std::vector<ErrorKind>;

constexpr Split all_splits[] = {Split::automatic, Split::rows, Split::frames};
/// Splits in which every device counts a part of a few small frames.
constexpr Split sharing_splits[] = {Split::rows, Split::frames};

/// Fake devices that share frames, each with the CPU as its fallback.
class SplitTest : public testing::Test {
protected:
  /// One device for each of `configs`; their depths and logs are set here.
  void make(Split split, std::vector<FakeConfig> configs, uint32_t depth = 3,
            uint32_t whole_depth = 6) {
    split_.reset();
    logs_.clear();
    notices_.assign(configs.size(), {});
    const auto cpu = std::make_shared<FallbackCpu>(create_cpu_backend(1));
    std::vector<SplitMember> members;
    for (uint32_t i = 0; i < configs.size(); i++) {
      FakeConfig& config = configs[i];
      logs_.push_back(config.log = std::make_shared<FakeLog>());
      config.depth = std::max(depth, whole_depth);
      config.index = static_cast<int>(i);
      members.push_back({config.index, std::make_unique<FallbackBackend>(
                                           create_fake_backend(config), cpu,
                                           [this, i](const Error& e) {
                                             std::lock_guard lock(mutex_);
                                             notices_[i].push_back(e.kind);
                                           },
                                           small_frames_on_cpu_)});
    }
    split_ = std::make_unique<SplitBackend>(
        std::move(members), split, depth, whole_depth, [this, cpu](int device) {
          FakeConfig config;
          config.index = device;
          config.depth = 3;
          logs_.push_back(config.log = std::make_shared<FakeLog>());
          return Expected<SplitMember>(
              SplitMember{device, std::make_unique<FallbackBackend>(create_fake_backend(config),
                                                                    cpu, [](const Error&) {})});
        });
  }
  void make(Split split, uint32_t members, uint32_t depth = 3, uint32_t whole_depth = 6) {
    make(split, std::vector<FakeConfig>(members), depth, whole_depth);
  }

  JobPtr submit(const FrameView& frame, const Request& request) {
    EXPECT_TRUE(check_frame(frame).ok() && check_request(frame, request).ok());
    Expected<JobPtr> job = reference::submit(*split_, frame, request);
    EXPECT_TRUE(job.ok()) << job.error().message;
    return job.ok() ? std::move(*job) : nullptr;
  }
  /// Whether the job counts what the reference does.
  static testing::AssertionResult right(Job& job, const FrameView& frame, const Request& request) {
    return counts_as(reference::count(frame, request), job, request);
  }
  /// Counts a frame with nothing else in flight.
  testing::AssertionResult count_right(const FrameView& frame, const Request& request) {
    const JobPtr job = submit(frame, request);
    return job ? right(*job, frame, request) : testing::AssertionFailure();
  }
  testing::AssertionResult count_right(const Frame& frame) {
    return count_right(frame.view(), request_all(frame.view()));
  }

  static Frame picture(uint32_t seed, uint32_t width = 60, uint32_t height = 48,
                       const char* format = "RGBA") {
    Layout layout;
    layout.format = format;
    layout.width = width;
    layout.height = height;
    return make_frame(layout, Content::noise, seed);
  }
  /// How many frames, or parts of them, each device took.
  std::vector<uint64_t> submits() const {
    std::vector<uint64_t> numbers;
    for (const auto& log : logs_)
      numbers.push_back(log->submits);
    return numbers;
  }
  Kinds notices(uint32_t member) {
    std::lock_guard lock(mutex_);
    return notices_[member];
  }

  std::vector<std::shared_ptr<FakeLog>> logs_; ///< one per member
  std::mutex mutex_;
  std::vector<Kinds> notices_;       ///< one entry per member; with mutex_ held
  bool small_frames_on_cpu_ = false; ///< of the members of the next make()
  std::unique_ptr<SplitBackend> split_;
};

} // namespace videohistogram::test
