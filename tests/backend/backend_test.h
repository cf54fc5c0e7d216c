// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "tests/reference/compare.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::test {

using namespace videohistogram::reference;

struct Size {
  uint32_t width, height;
};

/// The backends that this run of the tests is for: --backends=cpu,fake
const std::vector<std::string>& chosen_backends();
/// Aborts if there is none of that name; main() has checked that.
std::unique_ptr<Backend> make_backend(const std::string& name);
/// The name as GoogleTest takes it in the name of a test.
std::string test_name_of(const testing::TestParamInfo<std::string>& backend);

/// Whether a backend gets frames of 4K and 8K, and tables as large: not if --small=NAME,NAME...
/// lists it.
bool takes_large_frames(const std::string& name);

/// The name of the test that runs now, which is the same for all backends.
std::string test_without_backend();

/// The same as make_frame(), made once for all backends that a test runs over. Lives until the next
/// test, and must not be changed.
const Frame& frame_of(const Layout& layout, Content content, uint32_t seed = 1);

/// A hash of whatever an expected result depends on.
class Key {
public:
  /// Pixels without padding, and all of the request but its direction.
  Key(const FrameView& frame, const Request& request);

  /// Adds numbers.
  Key& add(const void* numbers, size_t bytes);
  template <typename Number>
  Key& add(Number number) {
    return add(&number, sizeof number);
  }
  uint64_t value() const { return value_; }

private:
  uint64_t value_ = 0;
};

/// Tests that every backend has to pass. Each test has a new backend.
class BackendTest : public testing::TestWithParam<std::string> {
protected:
  /// Starts a frame that is expected to be accepted; nullptr (and a failure) if it is not.
  JobPtr submit(const FrameView& frame, const Request& request);
  /// The same in shared_job(); nullptr (and a failure) if it is not accepted.
  Job* submit_in_shared_job(const FrameView& frame, const Request& request);
  /// A job that counts one frame of the test after the other, whatever their plans: a new one takes
  /// longer than most of these frames. It is idle.
  Job& shared_job();
  /// Memory for that number of counts, none of which is zero, so that a count that is not written
  /// shows.
  static std::vector<uint32_t> unwritten(size_t counts);
  /// Keeps the memory of large results for unwritten(): to take it from malloc() and to give it
  /// back took as long as to count. Not with sanitizers, which find what is written after the end.
  static void recycle(std::vector<uint32_t>&& counts);
  /// The counts of a job that is expected to succeed; the job stays.
  std::vector<uint32_t> wait(Job& job, const Request& request);
  std::vector<uint32_t> count(const FrameView& frame, const Request& request);

  /// Whether the backend's counts equal the reference's.
  testing::AssertionResult counts_right(const FrameView& frame, const Request& request);
  testing::AssertionResult counts_right(const Frame& frame, const Request& request) {
    return counts_right(frame.view(), request);
  }
  /// For all channels in 256 bins.
  testing::AssertionResult counts_right(const Frame& frame) {
    return counts_right(frame.view(), request_all(frame.view()));
  }

  /// Whether a result is what `expect` returns, which takes long: it is called for the first of
  /// several backends, whose results have the same key, and where a result is wrong.
  static bool is_expected(const Key& key, const std::vector<uint32_t>& result,
                          const std::function<std::vector<uint32_t>()>& expect);
  /// Whether the counts equal the reference's.
  static testing::AssertionResult are_right(const std::vector<uint32_t>& counts,
                                            const FrameView& frame, const Request& request);

  /// The side of a large frame, or a quarter of it for backends that get small frames only.
  static uint32_t large(uint32_t side) {
    return !sanitized && takes_large_frames(GetParam()) ? side : side / 4 + 1;
  }

  std::unique_ptr<Backend> backend_ = make_backend(GetParam());

private:
  /// Whether a job takes a frame; a failure if not.
  bool is_submitted(Job& job, const FrameView& frame, const Request& request);

  JobPtr job_; ///< of shared_job()
};

} // namespace videohistogram::test
