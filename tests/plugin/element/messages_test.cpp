// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element messages: what they say, in which order they come, and that they all come before
// EOS.
#include "tests/plugin/support/report_check.h"

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr GstClockTime frame_time = 40 * GST_MSECOND;

GstBuffer* timed_buffer(const Frame& frame, GstClockTime pts) {
  GstBuffer* buffer = make_plain_buffer(frame);
  GST_BUFFER_PTS(buffer) = pts;
  GST_BUFFER_DURATION(buffer) = frame_time;
  return buffer;
}

ExpectedReport at(GstClockTime time, guint64 number) {
  ExpectedReport report;
  report.timestamp = report.stream_time = report.running_time = time;
  report.duration = frame_time;
  report.frame = number;
  return report;
}

/// A fake that is slower than the stream.
void slow_fake() {
  FakeConfig config;
  config.depth = 4;
  config.delay = std::chrono::milliseconds(30);
  set_fake(config);
}

} // namespace

GST_START_TEST(a_message_has_the_documented_fields_and_exact_counts) {
  Stream stream("post-messages=true channels=r+g+b+a+luma+maxrgb");
  const Frame frame = make_plain_frame("RGBA", 64, 48, Content::noise);
  const Request request = reference::request_all(frame.view());
  stream.set_caps(raw_caps("RGBA", 64, 48));
  stream.push(timed_buffer(frame, frame_time));
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_report(reports[0], at(frame_time, 0), frame, request, count64(frame, request));
}
GST_END_TEST

GST_START_TEST(a_message_prints_as_text) {
  Stream stream("post-messages=true");
  const Frame frame = make_plain_frame("GRAY8", 16, 16, Content::white);
  stream.set_caps(raw_caps("GRAY8", 16, 16));
  stream.push(timed_buffer(frame, 0));
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  gchar* text = gst_structure_to_string(reports[0]);
  fail_unless(g_str_has_prefix(text, "videohistogram, "));
  fail_if(strstr(text, "NULL"), "%s", text);
  fail_unless(strstr(text, "channels=(string)< \"GRAY\" >") ||
                  strstr(text, "channels=(string)< GRAY >"),
              "%s", text);
  g_free(text);
}
GST_END_TEST

GST_START_TEST(without_message_counts_the_statistics_stay) {
  Stream stream("post-messages=true message-counts=false");
  const Frame frame = make_plain_frame("BGR", 33, 20, Content::runs);
  const Request request = default_request(frame);
  stream.set_caps(raw_caps("BGR", 33, 20));
  stream.push(timed_buffer(frame, 0));
  stream.drain();
  ExpectedReport expected = at(0, 0);
  expected.counts = false;
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_report(reports[0], expected, frame, request, count64(frame, request));
}
GST_END_TEST

GST_START_TEST(messages_come_in_stream_order_one_for_every_frame) {
  slow_fake();
  Stream stream("post-messages=true bins=16");
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (guint i = 0; i < 20; i++)
    stream.push(timed_buffer(make_plain_frame("RGBA", 32, 32, Content::noise, i), i * frame_time));
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 20);
  for (guint i = 0; i < 20; i++) {
    const Frame frame = make_plain_frame("RGBA", 32, 32, Content::noise, i);
    const Request request = default_request(frame, 16);
    expect_report(reports[i], at(i * frame_time, i), frame, request, count64(frame, request));
  }
}
GST_END_TEST

/// Counts the messages that are on the bus when EOS leaves the element.
struct AtEos {
  Stream* stream;
  guint events = 0;
  guint messages = 0;
};

static GstPadProbeReturn note_eos(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto& at_eos = *static_cast<AtEos*>(data);
  if (GST_EVENT_TYPE(gst_pad_probe_info_get_event(info)) == GST_EVENT_EOS) {
    at_eos.events++;
    at_eos.messages = static_cast<guint>(at_eos.stream->reports().size());
  }
  return GST_PAD_PROBE_OK;
}

GST_START_TEST(all_messages_precede_eos_which_comes_once) {
  slow_fake();
  Stream stream("post-messages=true");
  AtEos at_eos{&stream};
  gst_pad_add_probe(stream.harness()->sinkpad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, note_eos,
                    &at_eos, nullptr);
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (guint i = 0; i < 7; i++)
    stream.push(timed_buffer(make_plain_frame("RGBA", 32, 32, Content::noise, i), i * frame_time));
  fail_unless(stream.push_event(gst_event_new_eos()));
  fail_unless_equals_int(at_eos.events, 1);
  fail_unless_equals_int(at_eos.messages, 7);
  fail_unless_equals_int(stream.reports().size(), 0);
  fail_unless_equals_uint64(stream.stat("counted"), 7);
}
GST_END_TEST

GST_START_TEST(all_messages_precede_the_end_of_a_pipeline) {
  slow_fake();
  const std::string line = "videotestsrc num-buffers=9 ! " + raw_caps("RGBA", 40, 30) + " ! " +
                           element_line("post-messages=true") + " ! fakesink";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  guint reports = 0;
  for (bool end = false; !end;) {
    GstMessage* message = gst_bus_timed_pop(GST_ELEMENT_BUS(pipeline), 30 * GST_SECOND);
    fail_unless(message != nullptr);
    reports += gst_message_has_name(message, "videohistogram");
    fail_if(GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR);
    end = GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS;
    gst_message_unref(message);
  }
  fail_unless_equals_int(reports, 9);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(messages_of_the_old_caps_precede_the_new_caps) {
  slow_fake();
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (guint i = 0; i < 3; i++)
    stream.push(timed_buffer(make_plain_frame("RGBA", 32, 32, Content::noise, i), i * frame_time));
  stream.set_caps(raw_caps("RGBA", 16, 16));
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
}
GST_END_TEST

GST_START_TEST(all_messages_precede_the_end_of_a_stop) {
  slow_fake();
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (guint i = 0; i < 3; i++)
    stream.push(timed_buffer(make_plain_frame("RGBA", 32, 32, Content::noise, i), i * frame_time));
  gst_element_set_state(stream.element(), GST_STATE_READY);
  fail_unless_equals_int(stream.reports().size(), 3);
}
GST_END_TEST

GST_START_TEST(without_post_messages_none_is_posted) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (guint i = 0; i < 3; i++)
    stream.push(timed_buffer(make_plain_frame("RGBA", 32, 32, Content::noise, i), i * frame_time));
  stream.push_event(gst_event_new_eos());
  fail_unless_equals_int(stream.reports().size(), 0);
}
GST_END_TEST

GST_START_TEST(a_frame_without_a_timestamp_says_so) {
  Stream stream("post-messages=true");
  const Frame frame = make_plain_frame("RGBA", 8, 8, Content::constant);
  const Request request = default_request(frame);
  stream.set_caps(raw_caps("RGBA", 8, 8));
  stream.push(make_plain_buffer(frame));
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  expect_report(reports[0], ExpectedReport(), frame, request, count64(frame, request));
}
GST_END_TEST

GST_START_TEST(times_follow_the_segment) {
  struct Case {
    gdouble rate;
    GstClockTime pts, stream_time, running_time;
  };
  // The segment begins at 10 s, ends at 20 s, is shown at 50 s and begins to run at 5 s.
  const Case cases[] = {
      {1.0, 12 * GST_SECOND, 52 * GST_SECOND, 7 * GST_SECOND},
      {2.0, 12 * GST_SECOND, 52 * GST_SECOND, 6 * GST_SECOND},
      {0.5, 12 * GST_SECOND, 52 * GST_SECOND, 9 * GST_SECOND},
      {-1.0, 12 * GST_SECOND, 52 * GST_SECOND, 13 * GST_SECOND},
      {1.0, 9 * GST_SECOND, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE},
  };
  const Frame frame = make_plain_frame("RGBA", 8, 8, Content::constant);
  const Request request = default_request(frame);
  for (const Case& c : cases) {
    Stream stream("post-messages=true");
    stream.set_caps(raw_caps("RGBA", 8, 8));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.rate = c.rate;
    segment.start = 10 * GST_SECOND;
    segment.stop = 20 * GST_SECOND;
    segment.time = 50 * GST_SECOND;
    segment.base = 5 * GST_SECOND;
    fail_unless(stream.push_event(gst_event_new_segment(&segment)));
    stream.push(timed_buffer(frame, c.pts));
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    ExpectedReport expected;
    expected.timestamp = c.pts;
    expected.duration = frame_time;
    expected.stream_time = c.stream_time;
    expected.running_time = c.running_time;
    expect_report(reports[0], expected, frame, request, count64(frame, request));
  }
}
GST_END_TEST

GST_START_TEST(percentiles_are_told_where_they_are_asked_for) {
  Stream stream("post-messages=true message-percentiles=1,50,99.9 channels=r,luma");
  const Frame frame = make_plain_frame("RGBA", 64, 48, Content::runs);
  Request request = default_request(frame);
  request.channels = select_plane_quantities(
      *frame.view().format, quantity_bit(Quantity::r) | quantity_bit(Quantity::luma));
  stream.set_caps(raw_caps("RGBA", 64, 48));
  guint64 number = 0;
  const auto expect = [&](const std::vector<double>& percentiles) {
    stream.push(timed_buffer(frame, frame_time));
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    ExpectedReport expected = at(frame_time, number++);
    expected.percentiles = percentiles;
    expect_report(reports[0], expected, frame, request, count64(frame, request));
  };
  expect({1, 50, 99.9});
  for (const char* text : {"x", "1,,2", "101", "-1", "nan", "1e1", "0x10", "1;2", ",", "1 2"}) {
    g_object_set(stream.element(), "message-percentiles", text, nullptr);
    expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                       "numbers from 0 to 100");
    expect({1, 50, 99.9});
  }
  g_object_set(stream.element(), "message-percentiles", " 100 , 0.5", nullptr);
  expect({100, 0.5});
  g_object_set(stream.element(), "message-percentiles", "", nullptr);
  expect({});
}
GST_END_TEST

GST_START_TEST(a_message_says_colorimetry_range_and_depth) {
  struct Case {
    const char *format, *caps, *colorimetry, *range;
    guint depth;
  };
  for (const Case& c : {Case{"NV12", "bt709", "bt709", "limited", 8},
                        {"P010_10LE", "bt2100-pq", "bt2100-pq", "limited", 10},
                        {"RGBA", "sRGB", "sRGB", "full", 8},
                        {"GRAY16_LE", "1:4:0:0", "1:4:16:4", "full", 16}}) {
    Stream stream("post-messages=true name=counter");
    const Frame frame = make_plain_frame(c.format, 16, 16, Content::noise);
    stream.set_caps(raw_caps(c.format, 16, 16, std::string(",colorimetry=(string)") + c.caps));
    stream.push(timed_buffer(frame, 0));
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    ExpectedReport expected = at(0, 0);
    expected.element = "counter";
    const Request request = default_request(frame);
    expect_report(reports[0], expected, frame, request, count64(frame, request));
    fail_unless_equals_string(gst_structure_get_string(reports[0], "colorimetry"), c.colorimetry);
    fail_unless_equals_string(gst_structure_get_string(reports[0], "range"), c.range);
    const GValue* depth = gst_structure_get_value(reports[0], "depth");
    fail_unless(depth && GST_VALUE_HOLDS_ARRAY(depth));
    fail_unless_equals_int(g_value_get_uint(gst_value_array_get_value(depth, 0)), c.depth);
  }
}
GST_END_TEST

GST_START_TEST(a_message_says_the_timecode_and_that_a_frame_is_corrupted) {
  Stream stream("post-messages=true");
  const Frame frame = make_plain_frame("RGBA", 16, 16, Content::noise);
  const Request request = default_request(frame);
  stream.set_caps(raw_caps("RGBA", 16, 16));
  GstBuffer* buffer = timed_buffer(frame, 0);
  gst_buffer_add_video_time_code_meta_full(buffer, 30000, 1001, nullptr,
                                           GST_VIDEO_TIME_CODE_FLAGS_DROP_FRAME, 1, 2, 3, 4, 0);
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_CORRUPTED);
  stream.push(buffer);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  ExpectedReport expected = at(0, 0);
  expected.timecode = "01:02:03;04";
  expected.corrupted = 1;
  expect_report(reports[0], expected, frame, request, count64(frame, request));
}
GST_END_TEST

static GstBusSyncReply ask_element(GstBus*, GstMessage* message, gpointer data) {
  if (gst_message_has_name(message, "videohistogram")) {
    auto* element = GST_ELEMENT(GST_MESSAGE_SRC(message));
    *static_cast<guint64*>(data) += 1;
    fail_unless(Stream::stat_of(element, "frames") > 0);
    expect_active_backend(element, who() == Who::cpu ? "cpu" : "cuda");
    g_object_set(element, "bins", 17, "interval", guint64{0}, nullptr);
  }
  return GST_BUS_PASS;
}

GST_START_TEST(a_synchronous_handler_may_ask_the_element) {
  slow_fake();
  guint64 asked = 0;
  Stream stream("post-messages=true");
  gst_bus_set_sync_handler(stream.bus(), ask_element, &asked, nullptr);
  stream.set_caps(raw_caps("RGBA", 32, 32));
  for (guint i = 0; i < 5; i++)
    stream.push(timed_buffer(make_plain_frame("RGBA", 32, 32, Content::noise, i), i * frame_time));
  stream.drain();
  fail_unless_equals_uint64(asked, 5);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_message_has_the_documented_fields_and_exact_counts);
  tcase_add_test(chain, a_message_prints_as_text);
  tcase_add_test(chain, without_message_counts_the_statistics_stay);
  tcase_add_test(chain, messages_come_in_stream_order_one_for_every_frame);
  tcase_add_test(chain, all_messages_precede_eos_which_comes_once);
  tcase_add_test(chain, all_messages_precede_the_end_of_a_pipeline);
  tcase_add_test(chain, messages_of_the_old_caps_precede_the_new_caps);
  tcase_add_test(chain, all_messages_precede_the_end_of_a_stop);
  tcase_add_test(chain, without_post_messages_none_is_posted);
  tcase_add_test(chain, a_synchronous_handler_may_ask_the_element);
  tcase_add_test(chain, a_frame_without_a_timestamp_says_so);
  tcase_add_test(chain, times_follow_the_segment);
  tcase_add_test(chain, percentiles_are_told_where_they_are_asked_for);
  tcase_add_test(chain, a_message_says_colorimetry_range_and_depth);
  tcase_add_test(chain, a_message_says_the_timecode_and_that_a_frame_is_corrupted);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "messages", add_tests);
}
