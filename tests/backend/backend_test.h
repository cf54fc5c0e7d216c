// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/backend.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace videohistogram::test {

using namespace videohistogram::reference;

/// A backend of the kind that this run of the tests is for: --backend=cpu, cuda, fake ...
/// Aborts if there is none; main() has checked that.
std::unique_ptr<Backend> make_backend();

/// What every backend has to do. Each test has a new backend.
class BackendTest : public testing::Test {
protected:
  /// Starts a frame that is expected to be accepted; nullptr (and a failure) if it is not.
  JobPtr submit(const FrameView& frame, const Request& request);
  /// The counts of a job that is expected to succeed; the job stays.
  std::vector<uint32_t> wait(Job& job, const Request& request);
  std::vector<uint32_t> count(const FrameView& frame, const Request& request);

  /// The backend's counts equal the reference's.
  testing::AssertionResult counts_right(const FrameView& frame, const Request& request);
  testing::AssertionResult counts_right(const Frame& frame, const Request& request) {
    return counts_right(frame.view(), request);
  }
  /// For all channels in 256 bins.
  testing::AssertionResult counts_right(const Frame& frame) {
    return counts_right(frame.view(), request_all(frame.view()));
  }

  std::unique_ptr<Backend> backend_ = make_backend();
};

} // namespace videohistogram::test
