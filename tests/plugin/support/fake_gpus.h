// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/support/report_check.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::test {

/// Fake GPUs, and what they were asked to do.
struct Fakes {
  explicit Fakes(guint n) : configs(n) {
    for (FakeConfig& config : configs)
      config.log = std::make_shared<FakeLog>();
  }
  void use() const { set_fakes(configs); }
  std::vector<guint64> submits() const {
    std::vector<guint64> numbers;
    for (const FakeConfig& config : configs)
      numbers.push_back(config.log->submits);
    return numbers;
  }
  FakeLog& log(guint i) const { return *configs[i].log; }

  std::vector<FakeConfig> configs;
};

inline Fault fault(uint64_t frame, FaultStage stage, ErrorKind kind, uint64_t frames = 1) {
  return {frame, frames, stage, kind};
}

inline FakeConfig failing(std::vector<Fault> faults) {
  FakeConfig config;
  config.depth = 4;
  config.log = std::make_shared<FakeLog>();
  config.faults = std::move(faults);
  return config;
}

/// Fails unless these are the texts, by their begins, of the WARNINGs on the bus.
inline void expect_warnings(Stream& stream, const std::vector<std::string>& begins) {
  for (const std::string& begin : begins) {
    GstMessage* message = stream.message(GST_MESSAGE_WARNING);
    fail_unless(message != nullptr, "no WARNING that says %s", begin.c_str());
    GError* error = nullptr;
    gst_message_parse_warning(message, &error, nullptr);
    fail_unless(g_str_has_prefix(error->message, begin.c_str()), "%s", error->message);
    g_error_free(error);
    gst_message_unref(message);
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}

/// Fails unless the only message is that of frame `number`, which could not be counted, and has
/// just the fields that the documentation lists.
inline void expect_failure_report(Stream& stream, guint64 number, GstVideoHistogramError code) {
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frame"), number);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 0);
  fail_unless_equals_uint64(uint64_field(reports[0], "failed"), 1);
  fail_unless_equals_int(gst_structure_n_fields(reports[0]), 11);
  GstMessage* message = gst_message_new_element(nullptr, gst_structure_copy(reports[0]));
  GstVideoHistogram* histogram = nullptr;
  GstClockTime timestamp = 0, running_time = 0;
  GError* error = nullptr;
  guint64 failed = 0;
  fail_if(
      gst_message_parse_video_histogram(message, &histogram, nullptr, nullptr, nullptr, nullptr));
  fail_unless(histogram == nullptr);
  fail_unless(gst_message_parse_video_histogram_failure(message, &error, &timestamp, &running_time,
                                                        &failed));
  fail_unless(g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, code), "%s", error->message);
  fail_unless_equals_uint64(timestamp, uint64_field(reports[0], "timestamp"));
  fail_unless_equals_uint64(running_time, uint64_field(reports[0], "running-time"));
  fail_unless_equals_uint64(failed, 1);
  g_error_free(error);
  gst_message_unref(message);
}

/// The size of the frames that they count.
constexpr guint width = 40, height = 31;

/// RGBA, and different for each number.
inline reference::Frame frame_number(guint i) {
  return make_plain_frame("RGBA", width, height, reference::Content::noise, i);
}

/// Pushes frames `first` to `first + n - 1`, then fails unless they have their histograms.
inline void push_exact(Stream& stream, guint first, guint n) {
  expect_exact(push_frames(stream, frame_number, first, n), frame_number, first);
}

} // namespace videohistogram::test
