// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A device that fails: no frame loses its histogram as long as the host can read its pixels, the
// user is told once, and the element can always be stopped. The fake device fails on command.
#include "tests/plugin/support/fake_gpus.h"
#include "tests/plugin/support/frame_tables.h"

#include <chrono>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using Clock = std::chrono::steady_clock;

namespace {

FakeConfig failing(std::vector<Fault> faults) {
  FakeConfig config;
  config.depth = 4;
  config.log = std::make_shared<FakeLog>();
  config.faults = std::move(faults);
  return config;
}

double seconds_to_stop(Stream& stream) {
  const auto begin = Clock::now();
  fail_unless_equals_int(gst_element_set_state(stream.element(), GST_STATE_NULL),
                         GST_STATE_CHANGE_SUCCESS);
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Fails unless these are the texts, by their begins, of the WARNINGs on the bus.
void expect_warnings(Stream& stream, const std::vector<std::string>& begins) {
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
void expect_failure_report(Stream& stream, guint64 number, GstVideoHistogramError code) {
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

const FaultStage stages[] = {FaultStage::submit, FaultStage::wait};

} // namespace

GST_START_TEST(a_transient_fault_costs_no_frame_and_the_device_is_tried_again) {
  for (FaultStage stage : stages) {
    for (guint at : {1u, 3u, 10u}) {
      FakeConfig config = failing({fault(at, stage, ErrorKind::transient)});
      set_fake(config);
      Stream stream;
      stream.set_caps(raw_caps("RGBA", width, height));
      for (guint i = 0; i < 12; i++) {
        push_exact(stream, i, 1);
        stream.drain();
      }
      fail_unless_equals_uint64(stream.stat("counted"), 12);
      fail_unless_equals_uint64(stream.stat("failed"), 0);
      // The frame of the fault, and the one after it that leaves the device alone.
      fail_unless_equals_uint64(stream.stat("counted-cpu"), 2);
      fail_unless_equals_uint64(stream.stat("counted-cuda"), 10);
      fail_unless_equals_uint64(config.log->submits, 11);
      expect_one_warning(stream, "until the GPU can be used again");
    }
  }
}
GST_END_TEST

GST_START_TEST(a_run_of_transient_faults_is_one_warning_and_asks_ever_more_seldom) {
  FakeConfig config = failing({fault(2, FaultStage::submit, ErrorKind::transient, 1000)});
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  for (guint i = 0; i < 40; i++)
    push_exact(stream, i, 1);
  expect_one_warning(stream, "until the GPU can be used again");
  // Frames 1, 2, then after pauses of 1, 2, 4, 8 and 16 frames.
  fail_unless_equals_uint64(config.log->submits, 7);
  fail_unless_equals_uint64(stream.stat("counted"), 40);
}
GST_END_TEST

GST_START_TEST(each_run_of_transient_faults_is_told_once) {
  // A run ends when the device has counted as many frames in a row as may be in flight, which
  // are 3.
  FakeConfig config = failing({fault(2, FaultStage::wait, ErrorKind::transient),
                               fault(7, FaultStage::wait, ErrorKind::transient)});
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  for (guint i = 0; i < 12; i++) {
    push_exact(stream, i, 1);
    stream.drain();
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 2);
}
GST_END_TEST

GST_START_TEST(a_transient_fault_with_jobs_in_flight_leaves_their_order_and_counts) {
  FakeConfig config = failing({fault(3, FaultStage::wait, ErrorKind::transient)});
  config.delay = std::chrono::milliseconds(10);
  set_fake(config);
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 10);
  stream.drain();
  expect_one_warning(stream, "until");
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 10);
  for (guint i = 0; i < 10; i++)
    fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
}
GST_END_TEST

GST_START_TEST(a_device_lost_with_jobs_in_flight_costs_no_frame) {
  for (bool holds_frame : {true, false}) {
    for (guint at : {1u, 2u, 4u}) {
      FakeConfig config = failing({fault(at, FaultStage::wait, ErrorKind::device_lost)});
      config.delay = std::chrono::milliseconds(10);
      config.holds_frame = holds_frame;
      set_fake(config);
      Stream stream;
      stream.set_caps(raw_caps("RGBA", width, height));
      std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 4);
      stream.drain();
      const guint64 late = config.log->calls_after_lost; // while the news was on its way
      fail_unless(late <= 1);
      expect_exact(out, frame_number, 0);
      push_exact(stream, 4, 4);
      // Another size has the backend prepare.
      stream.set_caps(raw_caps("RGBA", 2 * width, height));
      expect_counted(stream, make_plain_frame("RGBA", 2 * width, height, Content::runs));

      expect_one_warning(stream, "restart");
      fail_unless_equals_uint64(config.log->calls_after_lost, late);
      fail_unless_equals_uint64(stream.stat("counted"), 9);
      fail_unless_equals_uint64(stream.stat("failed"), 0);
      fail_unless_equals_uint64(stream.stat("counted-cuda"), at - 1);
      expect_active_backend(stream.element(), "cpu");
      fail_unless(seconds_to_stop(stream) < 1.0);
    }
  }
}
GST_END_TEST

GST_START_TEST(a_device_lost_at_submit_costs_no_frame) {
  FakeConfig config = failing({fault(3, FaultStage::submit, ErrorKind::device_lost)});
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 10);
  expect_one_warning(stream, "restart");
  fail_unless_equals_uint64(config.log->calls_after_lost, 0);
  fail_unless_equals_uint64(config.log->submits, 3);
  fail_unless(seconds_to_stop(stream) < 1.0);
}
GST_END_TEST

GST_START_TEST(a_bug_is_told_once_and_the_cpu_counts_on) {
  for (FaultStage stage : stages) {
    FakeConfig config = failing({fault(2, stage, ErrorKind::bug)});
    set_fake(config);
    Stream stream;
    stream.set_caps(raw_caps("RGBA", width, height));
    push_exact(stream, 0, 1);
    push_exact(stream, 1, 1);
    stream.drain();
    push_exact(stream, 2, 5);
    expect_one_warning(stream, "from now on");
    fail_unless_equals_uint64(config.log->submits, 2);
  }
}
GST_END_TEST

GST_START_TEST(a_frame_that_the_host_cannot_read_fails_with_its_reason) {
  struct Case {
    ErrorKind kind;
    GstVideoHistogramError code;
  };
  for (const Case& c : {Case{ErrorKind::transient, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES},
                        Case{ErrorKind::device_lost, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST},
                        Case{ErrorKind::bug, GST_VIDEO_HISTOGRAM_ERROR_FAILED}}) {
    FakeConfig config = failing({fault(1, FaultStage::wait, c.kind)});
    config.host_pixels = false;
    set_fake(config);
    Stream stream("post-messages=true");
    stream.set_caps(raw_caps("RGBA", width, height));
    GstBuffer* in = make_plain_buffer(frame_number(0));
    gst_buffer_add_video_region_of_interest_meta(in, "region", 1, 1, 5, 5);
    fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    stream.drain();
    gpointer state = nullptr;
    guint failed = 0;
    while (GstMeta* meta =
               gst_buffer_iterate_meta_filtered(out, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE)) {
      GstVideoHistogram* histogram = reinterpret_cast<GstVideoHistogramMeta*>(meta)->histogram;
      GError* error = nullptr;
      fail_if(gst_video_histogram_wait(histogram, 0, &error));
      fail_unless(g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, c.code), "%s", error->message);
      g_error_free(error);
      gsize n = 99;
      fail_unless(gst_video_histogram_get_counts(histogram, 0, &n) == nullptr && n == 0);
      failed++;
    }
    fail_unless_equals_int(failed, 2);
    gst_buffer_unref(out);
    fail_unless_equals_uint64(stream.stat("failed"), 1);
    fail_unless_equals_uint64(stream.stat("counted"), 0);
    expect_failure_report(stream, 0, c.code);
    expect_warnings(stream,
                    {"Counting on the CPU", "A frame could not be counted: the fake device"});
    push_exact(stream, 1, 3);
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted"), 3);
  }
}
GST_END_TEST

GST_START_TEST(a_device_that_hangs_is_given_up_in_bounded_time) {
  FakeConfig config = failing({fault(2, FaultStage::hang, ErrorKind::device_lost)});
  config.time_limit = std::chrono::milliseconds(300);
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 4);
  stream.drain();
  const guint64 late = config.log->calls_after_lost;
  fail_unless(late <= 1);
  expect_exact(out, frame_number, 0);
  push_exact(stream, 4, 3);
  expect_one_warning(stream, "restart");
  fail_unless_equals_uint64(config.log->calls_after_lost, late);
  fail_unless(seconds_to_stop(stream) < 1.0);
}
GST_END_TEST

GST_START_TEST(an_element_whose_device_hangs_can_be_stopped_at_once) {
  FakeConfig config = failing({fault(1, FaultStage::hang, ErrorKind::device_lost)});
  config.time_limit = std::chrono::milliseconds(300);
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 3);
  fail_unless(seconds_to_stop(stream) < 2.0);
  expect_exact(out, frame_number, 0);
}
GST_END_TEST

GST_START_TEST(a_device_that_hangs_does_not_hold_up_a_flush) {
  FakeConfig config = failing({fault(1, FaultStage::hang, ErrorKind::device_lost)});
  config.time_limit = std::chrono::milliseconds(1000);
  set_fake(config);
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", width, height));
  std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 2);
  const auto begin = Clock::now();
  stream.push_event(gst_event_new_flush_start());
  fail_unless(std::chrono::duration<double>(Clock::now() - begin).count() < 0.7);
  stream.push_event(gst_event_new_flush_stop(TRUE));
  expect_exact(out, frame_number, 0);
  fail_unless_equals_int(stream.reports().size(), 0);
}
GST_END_TEST

GST_START_TEST(eos_waits_for_the_recounts_of_a_lost_device) {
  FakeConfig config = failing({fault(2, FaultStage::wait, ErrorKind::device_lost)});
  config.delay = std::chrono::milliseconds(20);
  set_fake(config);
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", width, height));
  std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 4);
  stream.push_event(gst_event_new_eos());
  for (GstBuffer* buffer : out)
    fail_unless(
        gst_video_histogram_is_ready(gst_buffer_get_video_histogram_meta(buffer)->histogram));
  expect_exact(out, frame_number, 0);
  fail_unless_equals_int(stream.reports().size(), 4);
}
GST_END_TEST

GST_START_TEST(after_a_restart_of_the_element_the_device_is_asked_again) {
  FakeConfig config = failing({fault(1, FaultStage::wait, ErrorKind::bug)});
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 2);
  gst_element_set_state(stream.element(), GST_STATE_READY);
  set_fake(failing({}));
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  expect_active_backend(stream.element(), "cuda");
}
GST_END_TEST

GST_START_TEST(a_frame_whose_count_fails_closes_an_interval_that_it_reaches_the_end_of) {
  FakeConfig config;
  config.host_pixels = false; // nobody can count it again
  config.faults = {{2, 1, FaultStage::wait, ErrorKind::transient}};
  set_fake(config);
  Stream stream("post-messages=true interval=100000000");
  stream.set_caps(raw_caps("RGBA", 20, 10));
  for (guint i = 0; i < 2; i++) {
    GstBuffer* buffer = make_plain_buffer(make_plain_frame("RGBA", 20, 10, Content::noise));
    GST_BUFFER_PTS(buffer) = i * 200 * GST_MSECOND;
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  }
  stream.drain();
  fail_unless_equals_uint64(stream.stat("failed"), 1);
  fail_unless_equals_int(stream.reports().size(), 1);
}
GST_END_TEST

/// An element that posts all tables.
const std::string all_tables = std::string(table_properties) +
                               "attach-meta=false post-messages=true message-projections=true "
                               "message-joint=true ";

/// Pushes table_frame() `first` to `first + n - 1`, and returns what comes out.
static std::vector<GstBuffer*> push_table_frames(Stream& stream, guint first, guint n) {
  std::vector<GstBuffer*> out;
  for (guint i = first; i < first + n; i++) {
    const std::vector<guint8> pixels = pixels_of(table_frame(i));
    GstBuffer* buffer = gst_buffer_new_memdup(pixels.data(), pixels.size());
    GST_BUFFER_PTS(buffer) = i * 40 * GST_MSECOND;
    GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    out.push_back(stream.pull());
  }
  return out;
}

static void unref_all(std::vector<GstBuffer*>& buffers) {
  for (GstBuffer* buffer : buffers)
    gst_buffer_unref(buffer);
  buffers.clear();
}

/// Compares the tables of frame `number`. Returns how many have an error instead of counts.
static guint expect_tables(const FrameTables& found, guint number) {
  const reference::Frame frame = table_frame(number), before = table_frame(number - 1);
  guint announced = 0;
  for (const std::string& lost :
       lost_tables(expected_tables(frame, number == 0 ? nullptr : &before), found, announced))
    fail("frame %u has not its %s", number, lost.c_str());
  return announced;
}

GST_START_TEST(a_frame_whose_tables_the_device_does_not_deliver_is_counted_again) {
  for (const ErrorKind kind : {ErrorKind::transient, ErrorKind::device_lost, ErrorKind::bug})
    for (const FaultStage stage : {FaultStage::read, FaultStage::absent})
      for (const bool holds_frame : {true, false}) {
        FakeConfig config = failing({fault(2, stage, kind)});
        config.holds_frame = holds_frame;
        set_fake(config);
        Stream stream(all_tables);
        stream.set_caps(table_caps);
        std::vector<GstBuffer*> out = push_table_frames(stream, 0, 8);
        stream.drain();
        const auto& reports = stream.reports();
        fail_unless_equals_int(reports.size(), 8);
        for (guint i = 0; i < 8; i++)
          fail_unless_equals_int(expect_tables(tables_in(reports[i]), i), 0);
        fail_unless_equals_uint64(stream.stat("counted"), 8);
        fail_unless_equals_uint64(stream.stat("failed-tables"), 0);
        fail_unless(stream.stat("counted-cpu") > 0);
        expect_warnings(stream, {"Counting on the CPU"});
        unref_all(out);
      }
}
GST_END_TEST

GST_START_TEST(metas_that_are_read_after_the_device_was_lost_have_all_tables) {
  for (const bool holds_frame : {true, false}) {
    FakeConfig config = failing({});
    config.holds_frame = holds_frame;
    set_fake(config);
    Stream stream(table_properties);
    stream.set_caps(table_caps);
    std::vector<GstBuffer*> out = push_table_frames(stream, 0, 5);
    stream.drain();
    config.log->lost = true;
    for (guint i = 0; i < 5; i++) {
      FrameTables found;
      GPtrArray* metas = gst_buffer_get_video_histogram_metas(out[i]);
      for (guint m = 0; m < metas->len; m++) {
        auto* meta = static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, m));
        const gchar* type = gst_video_histogram_meta_get_roi_type(meta);
        add_tables(meta->histogram, type ? std::string(type) + "/" : "", found);
      }
      g_ptr_array_unref(metas);
      fail_unless_equals_int(expect_tables(found, i), 0);
    }
    unref_all(out);
  }
}
GST_END_TEST

GST_START_TEST(no_table_is_read_that_nobody_can_ask_for) {
  FakeConfig config = failing({});
  config.delay = std::chrono::milliseconds(20);
  set_fake(config);
  Stream stream("projections=y@0 joint=cb*cr");
  stream.set_caps(table_caps);
  config.log->matrices_held = true; // a read would wait for 5 s
  const auto begin = Clock::now();
  for (guint i = 0; i < 8; i++) {
    std::vector<GstBuffer*> out = push_table_frames(stream, i, 1);
    unref_all(out); // while the frame is being counted
  }
  stream.drain();
  fail_unless(Clock::now() - begin < std::chrono::seconds(4));
  fail_unless_equals_uint64(stream.stat("counted"), 8);
  config.log->matrices_held = false;
}
GST_END_TEST

GST_START_TEST(a_table_that_nobody_can_count_again_is_named_counted_and_told_of_once) {
  for (const FaultStage stage : {FaultStage::read, FaultStage::absent}) {
    FakeConfig config = failing({fault(3, stage, ErrorKind::transient, 4)});
    config.host_pixels = false;
    set_fake(config);
    Stream stream(all_tables);
    stream.set_caps(table_caps);
    std::vector<GstBuffer*> out = push_table_frames(stream, 0, 8);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 8);
    for (guint i = 0; i < 8; i++) {
      // Two projections, and a joint histogram of the frame and of each of two regions.
      fail_unless_equals_int(expect_tables(tables_in(reports[i]), i), i >= 2 && i < 6 ? 5 : 0);
      fail_if(gst_structure_has_field(reports[i], "error"));
      fail_unless_equals_uint64(uint64_field(reports[i], "failed"), 0);
    }
    fail_unless_equals_uint64(stream.stat("counted"), 8);
    fail_unless_equals_uint64(stream.stat("failed"), 0);
    fail_unless_equals_uint64(stream.stat("failed-tables"), 4 * 5);
    expect_warnings(stream, {"A projection or joint histogram could not be read"});
    unref_all(out);
  }
}
GST_END_TEST

GST_START_TEST(each_lost_frame_has_its_message_and_their_loss_is_told_of_once) {
  for (const FaultStage stage : {FaultStage::wait, FaultStage::memory}) {
    FakeConfig config = failing({fault(2, stage, ErrorKind::transient, 1)});
    config.host_pixels = false;
    set_fake(config);
    Stream stream(all_tables);
    stream.set_caps(table_caps);
    std::vector<GstBuffer*> out = push_table_frames(stream, 0, 4);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 4);
    for (guint i = 0; i < 4; i++) {
      fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
      fail_unless_equals_uint64(uint64_field(reports[i], "timestamp"), i * 40 * GST_MSECOND);
      fail_unless_equals_uint64(uint64_field(reports[i], "failed"), i == 1 ? 1 : 0);
      fail_unless_equals_int(gst_structure_has_field(reports[i], "counts"), i != 1);
    }
    fail_unless_equals_string(gst_structure_get_string(reports[1], "error-kind"), "no-resources");
    fail_unless_equals_uint64(stream.stat("failed"), 1);
    unref_all(out);
  }
  FakeConfig config = failing({fault(2, FaultStage::wait, ErrorKind::bug, 100)});
  config.host_pixels = false;
  config.depth = 8;
  config.delay = std::chrono::milliseconds(10);
  set_fake(config);
  Stream stream("post-messages=true max-in-flight=8");
  stream.set_caps(raw_caps("RGBA", width, height));
  std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 6); // all in flight
  stream.drain();
  const guint64 failed = stream.stat("failed");
  fail_unless(failed > 1);
  fail_unless_equals_int(stream.reports().size(), 6);
  expect_warnings(stream, {"Counting on the CPU", "A frame could not be counted"});
  unref_all(out);
}
GST_END_TEST

GST_START_TEST(an_interval_says_how_many_of_its_frames_failed) {
  // Two frames per interval: of the first one fails, of the second both.
  FakeConfig config = failing({fault(2, FaultStage::wait, ErrorKind::bug, 3)});
  config.host_pixels = false;
  config.delay = std::chrono::milliseconds(10);
  set_fake(config);
  Stream stream(all_tables + "interval=80000000 max-in-flight=8");
  stream.set_caps(table_caps);
  std::vector<GstBuffer*> out = push_table_frames(stream, 0, 6);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 3);
  const guint64 frames[] = {1, 0, 2}, failed[] = {1, 2, 0};
  for (guint i = 0; i < 3; i++) {
    fail_unless_equals_uint64(uint64_field(reports[i], "frame"), 2 * i);
    fail_unless_equals_uint64(uint64_field(reports[i], "frames"), frames[i]);
    fail_unless_equals_uint64(uint64_field(reports[i], "failed"), failed[i]);
    fail_unless_equals_int(gst_structure_has_field(reports[i], "error"), i == 1);
    fail_unless_equals_int(gst_structure_has_field(reports[i], "histogram"), i != 1);
  }
  fail_unless_equals_uint64(stream.stat("failed"), 3);
  unref_all(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_frame_whose_count_fails_closes_an_interval_that_it_reaches_the_end_of);
  tcase_add_test(chain, a_transient_fault_costs_no_frame_and_the_device_is_tried_again);
  tcase_add_test(chain, a_run_of_transient_faults_is_one_warning_and_asks_ever_more_seldom);
  tcase_add_test(chain, each_run_of_transient_faults_is_told_once);
  tcase_add_test(chain, a_transient_fault_with_jobs_in_flight_leaves_their_order_and_counts);
  tcase_add_test(chain, a_device_lost_with_jobs_in_flight_costs_no_frame);
  tcase_add_test(chain, a_device_lost_at_submit_costs_no_frame);
  tcase_add_test(chain, a_bug_is_told_once_and_the_cpu_counts_on);
  tcase_add_test(chain, a_frame_that_the_host_cannot_read_fails_with_its_reason);
  tcase_add_test(chain, a_device_that_hangs_is_given_up_in_bounded_time);
  tcase_add_test(chain, an_element_whose_device_hangs_can_be_stopped_at_once);
  tcase_add_test(chain, a_device_that_hangs_does_not_hold_up_a_flush);
  tcase_add_test(chain, eos_waits_for_the_recounts_of_a_lost_device);
  tcase_add_test(chain, after_a_restart_of_the_element_the_device_is_asked_again);
  tcase_add_test(chain, a_frame_whose_tables_the_device_does_not_deliver_is_counted_again);
  tcase_add_test(chain, metas_that_are_read_after_the_device_was_lost_have_all_tables);
  tcase_add_test(chain, no_table_is_read_that_nobody_can_ask_for);
  tcase_add_test(chain, a_table_that_nobody_can_count_again_is_named_counted_and_told_of_once);
  tcase_add_test(chain, each_lost_frame_has_its_message_and_their_loss_is_told_of_once);
  tcase_add_test(chain, an_interval_says_how_many_of_its_frames_failed);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "faults", add_tests);
}
