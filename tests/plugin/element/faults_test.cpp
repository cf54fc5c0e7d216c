// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A device that fails: no frame loses its histogram as long as the host can read its pixels, the
// user is told once, and the element can always be stopped. The fake device fails on command.
#include "tests/plugin/support/fake_gpus.h"

#include <chrono>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using Clock = std::chrono::steady_clock;

namespace {

double seconds_to_stop(Stream& stream) {
  const auto begin = Clock::now();
  fail_unless_equals_int(gst_element_set_state(stream.element(), GST_STATE_NULL),
                         GST_STATE_CHANGE_SUCCESS);
  return std::chrono::duration<double>(Clock::now() - begin).count();
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
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "faults", add_tests);
}
