// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backends/fallback_backend.h"
#include "cpu/cpu_backend.h"
#include "tests/fake/fake_backend.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace videohistogram::test {

using namespace videohistogram::reference;
using Kinds = std::vector<ErrorKind>;

/// A fake device, which fails as a test says, with the CPU backend as its fallback.
class Fallback : public testing::Test {
protected:
  void make(FakeConfig config, uint32_t jobs_per_frame = 1) {
    config.log = log_;
    fallback_ = std::make_unique<FallbackBackend>(
        create_fake_backend(std::move(config)),
        std::make_shared<FallbackCpu>(create_cpu_backend(2)),
        [this](const Error& e) {
          std::lock_guard lock(mutex_);
          notices_.push_back(e.kind);
        },
        false, jobs_per_frame);
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
  /// Whether the job's counts are right.
  testing::AssertionResult right(Job& job, uint32_t seed) {
    return counts_as(expected_[seed % frames_.size()], job, request_);
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

} // namespace videohistogram::test
