// SPDX-License-Identifier: LGPL-2.1-or-later
// interval: one message for the sum of the frames of so much running time.
#include "tests/plugin/report_check.h"

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

/// Fails unless the report sums frames `first` to `first + n - 1`.
void expect_sum(const GstStructure* report, guint first, guint n) {
  const Frame frame = frame_number(first);
  const Request request = default_request(frame);
  std::vector<uint64_t> sum(request.total_counts(), 0);
  for (guint i = 0; i < n; i++) {
    const std::vector<uint64_t> counts = count64(frame_number(first + i), request);
    for (size_t k = 0; k < sum.size(); k++)
      sum[k] += counts[k];
  }
  ExpectedReport expected;
  expected.timestamp = expected.stream_time = expected.running_time = first * frame_time;
  expected.duration = n * frame_time;
  expected.frame = first;
  expected.frames = n;
  expected.summed = true;
  expect_report(report, expected, frame, request, sum);
}

const char* const properties = "post-messages=true interval=100000000";

} // namespace

GST_START_TEST(a_message_sums_the_frames_of_an_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  for (guint i = 0; i < 10; i++)
    push_frame(stream, i);
  stream.drain();
  // Running times 0 40 80 | 120 160 | 200 240 280 | 320 360: the last one is not over.
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  expect_sum(reports[0], 0, 3);
  expect_sum(reports[1], 3, 2);
  expect_sum(reports[2], 5, 3);
}
GST_END_TEST

GST_START_TEST(eos_posts_a_partial_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  for (guint i = 0; i < 5; i++)
    push_frame(stream, i);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  expect_sum(reports[1], 3, 2);
}
GST_END_TEST

GST_START_TEST(the_end_of_a_segment_posts_a_partial_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  for (guint i = 0; i < 5; i++)
    push_frame(stream, i);
  stream.push_event(gst_event_new_segment_done(GST_FORMAT_TIME, 5 * frame_time));
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  expect_sum(reports[1], 3, 2);
}
GST_END_TEST

GST_START_TEST(a_caps_change_posts_a_partial_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 1);
  stream.set_caps(raw_caps("BGRA", 24, 18));
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_sum(reports[0], 0, 2);
}
GST_END_TEST

GST_START_TEST(stop_posts_a_partial_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  gst_element_set_state(stream.element(), GST_STATE_READY);
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_sum(reports[0], 0, 1);
}
GST_END_TEST

GST_START_TEST(a_flush_drops_a_partial_interval) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 1);
  stream.drain();
  fail_unless(stream.push_event(gst_event_new_flush_start()));
  fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  fail_unless(stream.push_event(gst_event_new_segment(&segment)));
  push_frame(stream, 2);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_sum(reports[0], 2, 1);
}
GST_END_TEST

GST_START_TEST(an_interval_longer_than_the_stream_sums_all_of_it) {
  Stream stream("post-messages=true interval=18446744073709551615");
  stream.set_caps(raw_caps("RGBA", 24, 18));
  for (guint i = 0; i < 12; i++)
    push_frame(stream, i);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_sum(reports[0], 0, 12);
}
GST_END_TEST

GST_START_TEST(an_interval_without_frames_posts_nothing) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 50);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  expect_sum(reports[0], 0, 1);
  fail_unless_equals_uint64(uint64_field(reports[1], "frames"), 1);
  fail_unless_equals_uint64(uint64_field(reports[1], "timestamp"), 50 * frame_time);
}
GST_END_TEST

GST_START_TEST(an_interval_may_be_set_and_unset_while_playing) {
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  g_object_set(stream.element(), "interval", G_MAXUINT64, nullptr);
  push_frame(stream, 1);
  push_frame(stream, 2);
  g_object_set(stream.element(), "interval", guint64{0}, nullptr);
  push_frame(stream, 3);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 1);
  expect_sum(reports[1], 1, 2);
  fail_unless_equals_uint64(uint64_field(reports[2], "frame"), 3);
}
GST_END_TEST

GST_START_TEST(turning_messages_off_posts_a_partial_interval) {
  Stream stream("post-messages=true interval=18446744073709551615");
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 1);
  g_object_set(stream.element(), "post-messages", FALSE, nullptr);
  push_frame(stream, 2);
  stream.drain();
  {
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    expect_sum(reports[0], 0, 2);
  }
  stream.push_event(gst_event_new_eos());
  fail_unless_equals_int(stream.reports().size(), 0);
}
GST_END_TEST

GST_START_TEST(a_change_of_bins_begins_another_sum) {
  Stream stream("post-messages=true interval=18446744073709551615");
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  push_frame(stream, 1);
  g_object_set(stream.element(), "bins", 16, nullptr);
  push_frame(stream, 2);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  expect_sum(reports[0], 0, 2);
  fail_unless_equals_uint64(uint64_field(reports[1], "frames"), 1);
}
GST_END_TEST

/// A buffer that says that there is nothing in so many frames' time.
static void push_gap_buffer(Stream& stream, guint first, guint n) {
  GstBuffer* buffer = make_plain_buffer(frame_number(first));
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_GAP);
  GST_BUFFER_PTS(buffer) = first * frame_time;
  GST_BUFFER_DURATION(buffer) = n * frame_time;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
}

static void push_gap_event(Stream& stream, guint first, guint n) {
  fail_unless(stream.push_event(gst_event_new_gap(first * frame_time, n * frame_time)));
}

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
    {
      const auto& reports = stream.reports();
      fail_unless_equals_int(reports.size(), 1);
      expect_sum(reports[0], 0, 1);
    }
    // Intervals go on as if there had been frames: 100 to 200 ms has that of 160.
    push_frame(stream, 4);
    push_gap(stream, 5, 100);
    push_gap(stream, 105, 1); // no interval is open
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 1);
    fail_unless_equals_uint64(uint64_field(reports[0], "timestamp"), 4 * frame_time);
  }
}
GST_END_TEST

GST_START_TEST(frames_that_cannot_be_counted_close_an_interval_too) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 0);
  GstBuffer* buffer = gst_buffer_new_allocate(nullptr, 3, nullptr);
  GST_BUFFER_PTS(buffer) = 3 * frame_time;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_sum(reports[0], 0, 1);
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
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_sum(reports[0], 0, 2);
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
  // 0 to 2 end before it, 3 begins before it and is shown from its start on, 6 and 7 are behind it.
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

GST_START_TEST(a_gap_before_the_present_interval_does_not_close_it) {
  Stream stream(properties);
  stream.set_caps(raw_caps("RGBA", 24, 18));
  push_frame(stream, 5);
  push_gap_event(stream, 1, 1);
  push_gap_buffer(stream, 1, 1);
  push_frame(stream, 6);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 2);
  fail_unless_equals_uint64(uint64_field(reports[0], "timestamp"), 5 * frame_time);
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
  tcase_add_test(chain, a_gap_of_unknown_length_does_not_reach_the_end_of_the_segment);
  tcase_add_test(chain, settings_that_count_the_same_do_not_end_an_interval);
  tcase_add_test(chain, frames_without_a_duration_last_as_long_as_the_caps_say);
  tcase_add_test(chain, a_gap_before_the_present_interval_does_not_close_it);
  tcase_add_test(chain, a_message_sums_the_frames_of_an_interval);
  tcase_add_test(chain, eos_posts_a_partial_interval);
  tcase_add_test(chain, the_end_of_a_segment_posts_a_partial_interval);
  tcase_add_test(chain, a_caps_change_posts_a_partial_interval);
  tcase_add_test(chain, stop_posts_a_partial_interval);
  tcase_add_test(chain, a_flush_drops_a_partial_interval);
  tcase_add_test(chain, an_interval_longer_than_the_stream_sums_all_of_it);
  tcase_add_test(chain, an_interval_without_frames_posts_nothing);
  tcase_add_test(chain, an_interval_may_be_set_and_unset_while_playing);
  tcase_add_test(chain, turning_messages_off_posts_a_partial_interval);
  tcase_add_test(chain, a_change_of_bins_begins_another_sum);
  tcase_add_test(chain, a_gap_that_reaches_the_end_of_an_interval_closes_it);
  tcase_add_test(chain, frames_that_cannot_be_counted_close_an_interval_too);
  tcase_add_test(chain, a_gap_comes_after_the_frames_before_it);
  tcase_add_test(chain, frames_outside_the_segment_are_in_no_interval);
  tcase_add_test(chain, a_sum_tells_how_many_frames_were_corrupted);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "intervals", add_tests);
}
