// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flushes with jobs in flight: FLUSH_START is not delayed; pending frames are completed, and post
// no message afterwards.
#include "tests/plugin/support/report_check.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using Clock = std::chrono::steady_clock;

namespace {

GstBuffer* timed_buffer(const Frame& frame, GstClockTime pts) {
  GstBuffer* buffer = make_plain_buffer(frame);
  GST_BUFFER_PTS(buffer) = pts;
  return buffer;
}

Frame some_frame(guint seed) {
  return make_plain_frame("RGBA", 32, 24, Content::noise, seed);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void push_segment(Stream& stream) {
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  fail_unless(stream.push_event(gst_event_new_segment(&segment)));
}

/// Changes a flag after 50 ms, on another thread, while the caller waits for the effect.
std::thread set_soon(std::atomic<bool>& flag, bool value) {
  return std::thread([&flag, value] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    flag = value;
  });
}

} // namespace

GST_START_TEST(flush_start_is_not_held_up_by_a_slow_device) {
  FakeConfig config;
  config.log = std::make_shared<FakeLog>();
  set_fake(config);
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 32, 24));
  config.log->held = true;
  std::vector<GstBuffer*> out;
  for (guint i = 0; i < 3; i++) {
    fail_unless_equals_int(stream.push(timed_buffer(some_frame(i), i)), GST_FLOW_OK);
    out.push_back(stream.pull());
  }
  const auto begin = Clock::now();
  fail_unless(stream.push_event(gst_event_new_flush_start()));
  fail_unless(seconds_since(begin) < 2, "FLUSH_START took %f s", seconds_since(begin));

  // FLUSH_STOP waits until the frames are released.
  std::thread device = set_soon(config.log->held, false);
  fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
  fail_unless(!config.log->held);
  device.join();
  fail_unless_equals_uint64(config.log->pending, 0);
  for (guint i = 0; i < 3; i++) {
    fail_unless(gst_buffer_is_writable(out[i]));
    const Frame frame = some_frame(i);
    expect_histograms(out[i], frame, default_request(frame));
    gst_buffer_unref(out[i]);
  }
  fail_unless_equals_int(stream.reports().size(), 0);

  push_segment(stream);
  fail_unless_equals_int(stream.push(timed_buffer(some_frame(9), 77)), GST_FLOW_OK);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "timestamp"), 77);
  fail_unless_equals_uint64(uint64_field(reports[0], "frame"), 3);
}
GST_END_TEST

GST_START_TEST(flush_start_is_not_held_up_by_a_matrix_that_is_being_read) {
  for (const char* properties : {"message-projections=true", "interval=1000000000"}) {
    FakeConfig config;
    config.log = std::make_shared<FakeLog>();
    set_fake(config);
    Stream stream(std::string("projections=luma@0 post-messages=true ") + properties);
    stream.set_caps(raw_caps("RGBA", 32, 24));
    config.log->matrices_held = true;
    for (guint i = 0; i < 2; i++) {
      fail_unless_equals_int(stream.push(timed_buffer(some_frame(i), i)), GST_FLOW_OK);
      gst_buffer_unref(stream.pull());
    }
    while (config.log->reads == 0) // the first one's
      g_usleep(1000);
    const auto begin = Clock::now();
    fail_unless(stream.push_event(gst_event_new_flush_start()));
    fail_unless(seconds_since(begin) < 2, "%s: FLUSH_START took %f s", properties,
                seconds_since(begin));
    std::thread reader = set_soon(config.log->matrices_held, false);
    fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
    reader.join();
    fail_unless_equals_int(stream.reports().size(), 0);
  }
}
GST_END_TEST

GST_START_TEST(histograms_of_before_a_flush_are_complete_after_it) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 32, 24));
  for (guint round = 0; round < 20; round++) {
    const Frame frame = some_frame(round);
    fail_unless_equals_int(stream.push(timed_buffer(frame, round)), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    stream.push_event(gst_event_new_flush_start());
    stream.push_event(gst_event_new_flush_stop(TRUE));
    fail_unless(gst_video_histogram_is_ready(gst_buffer_get_video_histogram_meta(out)->histogram));
    expect_histograms(out, frame, default_request(frame));
    gst_buffer_unref(out);
    push_segment(stream);
  }
}
GST_END_TEST

/// A synchronous bus handler that returns when the test allows it, and records what it saw.
struct SlowHandler {
  std::atomic<bool> may_return{false};
  std::atomic<guint> begun{0}, ended{0};
};

static GstBusSyncReply handle_slowly(GstBus*, GstMessage* message, gpointer data) {
  auto& handler = *static_cast<SlowHandler*>(data);
  if (gst_message_has_name(message, "videohistogram")) {
    handler.begun++;
    for (int i = 0; i < 5000 && !handler.may_return; i++)
      g_usleep(1000);
    handler.ended++;
  }
  return GST_BUS_PASS;
}

/// Pushes frames on a thread of its own, as upstream does while another thread seeks.
static std::thread push_behind(Stream& stream, guint n) {
  return std::thread([&stream, n] {
    for (guint i = 0; i < n; i++)
      if (stream.push(timed_buffer(some_frame(i), i)) != GST_FLOW_OK)
        return;
  });
}

GST_START_TEST(flush_start_is_not_held_up_by_a_slow_handler_and_flush_stop_waits_for_it) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(5);
  set_fake(config);
  for (const char* interval : {"0", "1"}) {
    SlowHandler handler;
    Stream stream(std::string("post-messages=true interval=") + interval);
    gst_bus_set_sync_handler(stream.bus(), handle_slowly, &handler, nullptr);
    stream.set_caps(raw_caps("RGBA", 32, 24));
    std::thread upstream = push_behind(stream, 3);
    while (handler.begun == 0)
      g_usleep(1000);
    const auto begin = Clock::now();
    fail_unless(stream.push_event(gst_event_new_flush_start()));
    fail_unless(seconds_since(begin) < 2, "FLUSH_START took %f s", seconds_since(begin));
    const guint begun = handler.begun;
    std::thread slow = set_soon(handler.may_return, true);
    upstream.join();
    fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
    slow.join();
    fail_unless_equals_int(handler.ended.load(), handler.begun.load());
    fail_unless_equals_int(handler.begun.load(), begun); // no post began after FLUSH_START
    gst_bus_set_sync_handler(stream.bus(), nullptr, nullptr, nullptr);
  }
}
GST_END_TEST

/// Counts messages of before a flush: those that begin after FLUSH_START has left the element, and
/// those that are still in a handler when FLUSH_STOP leaves it.
struct AfterFlush {
  std::atomic<bool> flushed{false};
  std::atomic<guint> in_handler{0}, late{0}, left_over{0};
};

static GstBusSyncReply note_message(GstBus*, GstMessage* message, gpointer data) {
  auto& after = *static_cast<AfterFlush*>(data);
  if (!gst_message_has_name(message, "videohistogram"))
    return GST_BUS_PASS;
  after.in_handler++;
  if (after.flushed)
    after.late++;
  g_usleep(100);
  after.in_handler--;
  return GST_BUS_PASS;
}

static GstPadProbeReturn note_flush(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto& after = *static_cast<AfterFlush*>(data);
  GstEvent* event = gst_pad_probe_info_get_event(info);
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_START)
    after.flushed = true;
  else if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP) {
    after.left_over += after.in_handler;
    after.flushed = false;
  }
  return GST_PAD_PROBE_OK;
}

GST_START_TEST(no_message_of_before_a_flush_comes_after_it) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(3);
  set_fake(config);
  Stream stream("post-messages=true");
  AfterFlush after;
  gst_bus_set_sync_handler(stream.bus(), note_message, &after, nullptr);
  gst_pad_add_probe(stream.harness()->sinkpad, GST_PAD_PROBE_TYPE_EVENT_FLUSH, note_flush, &after,
                    nullptr);
  stream.set_caps(raw_caps("RGBA", 32, 24));
  constexpr guint rounds = 60;
  for (guint round = 0; round < rounds; round++) {
    for (guint i = 0; i < 1 + round % 4; i++)
      stream.push(timed_buffer(some_frame(i), i));
    if (round % 3 == 0)
      g_usleep(2000);
    const guint late = after.late;
    stream.push_event(gst_event_new_flush_start());
    stream.push_event(gst_event_new_flush_stop(TRUE));
    // One message may have been on its way to the handler already.
    fail_unless(after.late <= late + 1, "%u messages after a flush", after.late - late);
    push_segment(stream);
  }
  fail_unless_equals_int(after.left_over.load(), 0);
  fail_unless(after.late < rounds / 4, "%u of %u flushes had a late message", after.late.load(),
              rounds);
}
GST_END_TEST

GST_START_TEST(a_playing_pipeline_is_sought_again_and_again) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(4);
  set_fake(config);
  const std::string line = "videotestsrc num-buffers=2000 ! " + raw_caps("RGBA", 160, 120) + " ! " +
                           element_line("name=it post-messages=true interval=200000000") +
                           " ! fakesink name=sink sync=false";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  gst_element_get_state(pipeline, nullptr, nullptr, 10 * GST_SECOND);
  const gdouble rates[] = {1.0, 2.0, 0.5};
  for (gint i = 0; i < 30; i++) {
    fail_unless(gst_element_seek(pipeline, rates[i % 3], GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH,
                                 GST_SEEK_TYPE_SET, (i % 7) * GST_SECOND, GST_SEEK_TYPE_NONE, 0));
    g_usleep(10000);
  }
  while (GstMessage* message = gst_bus_pop(GST_ELEMENT_BUS(pipeline))) {
    fail_if(GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR);
    gst_message_unref(message);
  }
  gst_element_set_state(pipeline, GST_STATE_NULL);
  GstElement* element = gst_bin_get_by_name(GST_BIN(pipeline), "it");
  fail_unless(Stream::stat_of(element, "counted") > 0);
  fail_unless_equals_uint64(Stream::stat_of(element, "counted"),
                            Stream::stat_of(element, "frames"));
  gst_object_unref(element);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(a_reversed_segment_is_counted_like_any_other) {
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 32, 24));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.rate = -1.0;
  segment.stop = 4;
  stream.push_event(gst_event_new_segment(&segment));
  for (guint pts : {3u, 2u, 1u, 0u})
    stream.push(timed_buffer(some_frame(pts), pts));
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 4);
  for (guint i = 0; i < 4; i++) {
    fail_unless_equals_uint64(uint64_field(reports[i], "timestamp"), 3 - i);
    fail_unless_equals_uint64(uint64_field(reports[i], "stream-time"), 3 - i);
    fail_unless_equals_uint64(uint64_field(reports[i], "running-time"), 1 + i);
  }
}
GST_END_TEST

static void add_tests(TCase* chain) {
  if (who() == Who::fake) {
    tcase_add_test(chain, flush_start_is_not_held_up_by_a_slow_device);
    tcase_add_test(chain, flush_start_is_not_held_up_by_a_matrix_that_is_being_read);
  }
  tcase_add_test(chain, histograms_of_before_a_flush_are_complete_after_it);
  tcase_add_test(chain, flush_start_is_not_held_up_by_a_slow_handler_and_flush_stop_waits_for_it);
  tcase_add_test(chain, no_message_of_before_a_flush_comes_after_it);
  tcase_add_test(chain, a_playing_pipeline_is_sought_again_and_again);
  tcase_add_test(chain, a_reversed_segment_is_counted_like_any_other);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "seeking", add_tests);
}
