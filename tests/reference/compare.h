// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/request.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

namespace videohistogram::reference {

/// Sanitizers make counting ten times slower; tests then take smaller or fewer frames of the kind.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// Fails with the first count that differs, named by region, channel and bin.
inline testing::AssertionResult same_counts(const std::vector<uint32_t>& expected,
                                            const std::vector<uint32_t>& actual,
                                            const Request& request) {
  if (expected.size() != actual.size())
    return testing::AssertionFailure() << actual.size() << " counts instead of " << expected.size();
  size_t wrong = 0, first = 0;
  for (size_t i = expected.size(); i-- > 0;)
    if (expected[i] != actual[i]) {
      wrong++;
      first = i;
    }
  if (wrong == 0)
    return testing::AssertionSuccess();
  const size_t channel = first % request.region_counts() / request.bins;
  return testing::AssertionFailure()
         << wrong << " counts differ, the first one in rectangle "
         << first / request.region_counts() << ", channel "
         << quantity_name(request.channels[static_cast<uint32_t>(channel)]) << ", bin "
         << first % request.bins << ": " << actual[first] << " instead of " << expected[first];
}

/// Waits for a job, and compares the counts of its histograms.
inline testing::AssertionResult counts_as(const std::vector<uint32_t>& expected, Job& job,
                                          const Request& request) {
  // Not zero, so that a count that is not written shows.
  std::vector<uint32_t> counts(request.total_counts(), 0xDEADBEEF);
  const Status status = job.wait(counts.data());
  if (!status.ok())
    return testing::AssertionFailure()
           << error_kind_name(status.error().kind) << ": " << status.error().message;
  return same_counts(expected, counts, request);
}
/// The same for a frame, which is submitted in a job of its own.
inline testing::AssertionResult counts_as(const std::vector<uint32_t>& expected, Backend& backend,
                                          const FrameView& frame, const Request& request) {
  Expected<JobPtr> job = submit(backend, frame, request);
  if (!job.ok())
    return testing::AssertionFailure() << job.error().message;
  return counts_as(expected, **job, request);
}

} // namespace videohistogram::reference
