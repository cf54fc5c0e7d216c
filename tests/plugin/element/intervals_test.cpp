// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// interval: one message for the sum of the frames of so much running time.
#include "tests/plugin/support/report_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr GstClockTime frame_time = 40 * GST_MSECOND;

Frame frame_number(guint i, const char* format = "RGBA") {
  return make_plain_frame(format, 24, 18, Content::noise, i);
}

void push_frame(Stream& stream, guint i, const char* format = "RGBA") {
  GstBuffer* buffer = make_plain_buffer(frame_number(i, format));
  GST_BUFFER_PTS(buffer) = i * frame_time;
  GST_BUFFER_DURATION(buffer) = frame_time;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
}

void push_frames(Stream& stream, guint first, guint n) {
  for (guint i = 0; i < n; i++)
    push_frame(stream, first + i);
}

/// Frames that a report sums: `first` to `first + n - 1`.
struct Sum {
  guint first, n;
  bool summed = true; ///< false: the report is of one frame, without an interval
  guint bins = 256;
  int number = -1; ///< of the first one in the stream, if that is not `first`
};

void expect_sum(const GstStructure* report, const Sum& of) {
  const Frame frame = frame_number(of.first);
  const Request request = default_request(frame, of.bins);
  std::vector<uint64_t> sum(request.total_counts(), 0);
  for (guint i = 0; i < of.n; i++) {
    const std::vector<uint64_t> counts = count64(frame_number(of.first + i), request);
    for (size_t k = 0; k < sum.size(); k++)
      sum[k] += counts[k];
  }
  ExpectedReport expected;
  expected.timestamp = expected.stream_time = expected.running_time = of.first * frame_time;
  expected.duration = of.n * frame_time;
  expected.frame = of.number < 0 ? of.first : static_cast<guint>(of.number);
  expected.frames = of.n;
  expected.summed = of.summed;
  expect_report(report, expected, frame, request, sum);
}

/// Takes all reports, which have to be these.
void expect_sums(Stream& stream, const std::vector<Sum>& sums) {
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), sums.size());
  for (size_t i = 0; i < sums.size(); i++)
    expect_sum(reports[i], sums[i]);
}

const char* const properties = "post-messages=true interval=100000000";
const char* const endless = "post-messages=true interval=18446744073709551615";

void end(Stream& stream) {
  stream.push_event(gst_event_new_eos());
}

/// A buffer that says that there is nothing in so many frames' time.
void push_gap_buffer(Stream& stream, guint first, guint n) {
  GstBuffer* buffer = make_plain_buffer(frame_number(first));
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_GAP);
  GST_BUFFER_PTS(buffer) = first * frame_time;
  GST_BUFFER_DURATION(buffer) = n * frame_time;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
}

void push_gap_event(Stream& stream, guint first, guint n) {
  fail_unless(stream.push_event(gst_event_new_gap(first * frame_time, n * frame_time)));
}

void flush(Stream& stream) {
  stream.drain();
  fail_unless(stream.push_event(gst_event_new_flush_start()));
  fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  fail_unless(stream.push_event(gst_event_new_segment(&segment)));
}

void push_too_few_bytes(Stream& stream) {
  GstBuffer* buffer = gst_buffer_new_allocate(nullptr, 3, nullptr);
  GST_BUFFER_PTS(buffer) = 3 * frame_time;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
}

/// Steps of a stream of RGBA frames, and all reports that they lead to.
struct Case {
  const char *name, *properties;
  void (*play)(Stream& stream);
  std::vector<Sum> sums;
};

const Case cases[] = {
    // Running times 0 40 80 | 120 160 | 200 240 280 | 320 360: the last one is not over.
    {"a message sums the frames of an interval",
     properties,
     [](Stream& s) { push_frames(s, 0, 10), s.drain(); },
     {{0, 3}, {3, 2}, {5, 3}}},
    {"eos posts a partial interval",
     properties,
     [](Stream& s) { push_frames(s, 0, 5), end(s); },
     {{0, 3}, {3, 2}}},
    {"the end of a segment posts a partial interval",
     properties,
     [](Stream& s) {
       push_frames(s, 0, 5);
       s.push_event(gst_event_new_segment_done(GST_FORMAT_TIME, 5 * frame_time));
     },
     {{0, 3}, {3, 2}}},
    {"a caps change posts a partial interval",
     properties,
     [](Stream& s) { push_frames(s, 0, 2), s.set_caps(raw_caps("BGRA", 24, 18)); },
     {{0, 2}}},
    {"stop posts a partial interval",
     properties,
     [](Stream& s) { push_frame(s, 0), gst_element_set_state(s.element(), GST_STATE_READY); },
     {{0, 1}}},
    {"a flush drops a partial interval",
     properties,
     [](Stream& s) { push_frames(s, 0, 2), flush(s), push_frame(s, 2), end(s); },
     {{2, 1}}},
    {"an interval longer than the stream sums all of it",
     endless,
     [](Stream& s) { push_frames(s, 0, 12), end(s); },
     {{0, 12}}},
    {"an interval without frames posts nothing",
     properties,
     [](Stream& s) { push_frame(s, 0), push_frame(s, 50), end(s); },
     {{0, 1}, {50, 1, true, 256, 1}}},
    {"an interval may be set and unset while playing",
     "post-messages=true",
     [](Stream& s) {
       push_frame(s, 0);
       g_object_set(s.element(), "interval", G_MAXUINT64, nullptr);
       push_frames(s, 1, 2);
       g_object_set(s.element(), "interval", guint64{0}, nullptr);
       push_frame(s, 3), s.drain();
     },
     {{0, 1, false}, {1, 2}, {3, 1, false}}},
    {"a change of bins begins another sum",
     endless,
     [](Stream& s) {
       push_frames(s, 0, 2);
       g_object_set(s.element(), "bins", 16, nullptr);
       push_frame(s, 2), end(s);
     },
     {{0, 2}, {2, 1, true, 16}}},
    {"frames that cannot be counted close an interval too",
     properties,
     [](Stream& s) { push_frame(s, 0), push_too_few_bytes(s), s.drain(); },
     {{0, 1}}},
    {"a gap before the present interval does not close it",
     properties,
     [](Stream& s) {
       push_frame(s, 5), push_gap_event(s, 1, 1), push_gap_buffer(s, 1, 1);
       push_frame(s, 6), end(s);
     },
     {{5, 2, true, 256, 0}}},
};

} // namespace

GST_START_TEST(intervals_post_the_sums_of_their_frames) {
  const Case& of = cases[__i__];
  g_printerr("%s\n", of.name);
  Stream stream(of.properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  of.play(stream);
  expect_sums(stream, of.sums);
}
GST_END_TEST

GST_START_TEST(turning_messages_off_posts_a_partial_interval) {
  Stream stream(endless);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 1);
  g_object_set(stream.element(), "post-messages", FALSE, nullptr);
  push_frame(stream, 2);
  stream.drain();
  expect_sums(stream, {{0, 2}});
  stream.push_event(gst_event_new_eos());
  fail_unless_equals_int(stream.reports().size(), 0);
}
GST_END_TEST

GST_START_TEST(a_gap_that_reaches_the_end_of_an_interval_closes_it) {
  for (auto* const push_gap : {push_gap_buffer, push_gap_event}) {
    Stream stream(properties);
    stream.set_caps(raw_caps("RGBA", 24, 18));
    push_frame(stream, 0);
    push_gap(stream, 1, 1); // to 80 ms of 100
    stream.drain();
    fail_unless_equals_int(stream.reports().size(), 0);
    push_gap(stream, 2, 1); // to 120 ms
    stream.drain();
    expect_sums(stream, {{0, 1}});
    // Intervals go on as if there had been frames: 100 to 200 ms has that of 160.
    push_frame(stream, 4);
    push_gap(stream, 5, 100);
    push_gap(stream, 105, 1); // no interval is open
    stream.drain();
    expect_sums(stream, {{4, 1, true, 256, push_gap == push_gap_buffer ? 3 : 1}});
  }
}
GST_END_TEST

GST_START_TEST(a_gap_comes_after_the_frames_before_it) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(50);
  set_fake(config);
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 1);
  push_gap_event(stream, 2, 1); // while both are counted
  stream.drain();
  expect_sums(stream, {{0, 2}});
}
GST_END_TEST

GST_START_TEST(frames_outside_the_segment_are_in_no_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.start = segment.time = 3 * frame_time + frame_time / 2;
  segment.stop = 6 * frame_time;
  fail_unless(stream.push_event(gst_event_new_segment(&segment)));
  // 0 to 2 end before it, 3 begins before it and is shown from its start on, 6 and 7 are after it.
  for (guint i = 0; i < 8; i++)
    push_frame(stream, i);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 3);
  fail_unless_equals_uint64(uint64_field(reports[0], "timestamp"), 3 * frame_time);
  fail_unless_equals_uint64(uint64_field(reports[0], "running-time"), 0);
  fail_unless_equals_uint64(stream.stat("counted"), 8);
}
GST_END_TEST

GST_START_TEST(a_sum_tells_how_many_frames_were_corrupted) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  for (guint i = 0; i < 3; i++) {
    GstBuffer* buffer = make_plain_buffer(frame_number(i));
    GST_BUFFER_PTS(buffer) = i * frame_time;
    if (i != 1)
      GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_CORRUPTED);
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  }
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 3);
  fail_unless_equals_uint64(uint64_field(reports[0], "corrupted"), 2);
  fail_unless_equals_uint64(stream.stat("corrupted"), 2);
}
GST_END_TEST

GST_START_TEST(frames_without_a_duration_last_as_long_as_the_caps_say) {
  for (const char* framerate : {"25/1", "0/1"}) {
    Stream stream(properties);
    stream.set_caps(std::string("video/x-raw,format=RGBA,width=24,height=18,framerate=") +
                    framerate);
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.start = frame_time / 2;
    fail_unless(stream.push_event(gst_event_new_segment(&segment)));
    for (guint i = 0; i < 2; i++) { // the first is shown from the segment's start on
      GstBuffer* buffer = make_plain_buffer(frame_number(i));
      GST_BUFFER_PTS(buffer) = i * frame_time;
      fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    }
    stream.push_event(gst_event_new_eos());
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 2);
    fail_unless_equals_uint64(uint64_field(reports[0], "running-time"), 0);
    fail_unless_equals_uint64(uint64_field(reports[0], "stream-time"), 0);
  }
}
GST_END_TEST

GST_START_TEST(settings_that_count_the_same_do_not_end_an_interval) {
  Stream stream("post-messages=true interval=18446744073709551615 channels=r,g,b,a");
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  for (const char* channels : {"R+G+B+A", "", "r,g,b,a,y"}) {
    g_object_set(stream.element(), "channels", channels, nullptr);
    push_frame(stream, 1);
  }
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 4);
}
GST_END_TEST

GST_START_TEST(a_gap_of_unknown_length_does_not_reach_the_end_of_the_segment) {
  Stream stream(properties);
  stream.set_caps("video/x-raw,format=RGBA,width=24,height=18,framerate=0/1");
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.stop = 10 * GST_SECOND;
  fail_unless(stream.push_event(gst_event_new_segment(&segment)));
  push_frame(stream, 0);
  GstBuffer* gap = make_plain_buffer(frame_number(1));
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  GST_BUFFER_PTS(gap) = frame_time;
  fail_unless_equals_int(stream.push(gap), GST_FLOW_OK);
  push_frame(stream, 2);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 2);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_loop_test(chain, intervals_post_the_sums_of_their_frames, 0, G_N_ELEMENTS(cases));
  tcase_add_test(chain, a_gap_of_unknown_length_does_not_reach_the_end_of_the_segment);
  tcase_add_test(chain, settings_that_count_the_same_do_not_end_an_interval);
  tcase_add_test(chain, frames_without_a_duration_last_as_long_as_the_caps_say);
  tcase_add_test(chain, turning_messages_off_posts_a_partial_interval);
  tcase_add_test(chain, a_gap_that_reaches_the_end_of_an_interval_closes_it);
  tcase_add_test(chain, a_gap_comes_after_the_frames_before_it);
  tcase_add_test(chain, frames_outside_the_segment_are_in_no_interval);
  tcase_add_test(chain, a_sum_tells_how_many_frames_were_corrupted);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "intervals", add_tests);
}
