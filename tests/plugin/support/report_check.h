// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/support/element_test.h"

namespace videohistogram::test {

/// Expected content of a `videohistogram` message.
struct ExpectedReport {
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;
  GstClockTime duration = GST_CLOCK_TIME_NONE;
  guint64 frame = 0;
  guint64 frames = 1;
  bool summed = false; ///< counts are 64-bit
  bool counts = true;  ///< counts are there
  guint64 failed = 0;
  guint64 corrupted = 0;
  std::string timecode;            ///< empty: the field is not there
  std::vector<double> percentiles; ///< empty: the fields are not there
  std::string element;             ///< name of the element that posted; empty: any
};

/// Fails unless `report` has exactly the fields that the documentation lists, of their types, with
/// these values and the counts of `expected`, laid out [1 + regions][channels][bins].
void expect_report(const GstStructure* report, const ExpectedReport& times,
                   const reference::Frame& frame, const Request& request,
                   const std::vector<uint64_t>& expected);

/// The reference's counts of `frame` as 64-bit numbers.
std::vector<uint64_t> count64(const reference::Frame& frame, const Request& request);

guint64 uint64_field(const GstStructure* report, const char* name);

} // namespace videohistogram::test
