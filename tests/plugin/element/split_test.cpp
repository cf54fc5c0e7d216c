// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How several GPUs of one element share its frames, and what happens if some of them fail.
#include "tests/plugin/support/fake_gpus.h"

#include <algorithm>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr const char* splits[] = {"auto", "rows", "frames"};

std::string all_split(const char* split) {
  return std::string("devices=all split=") + split;
}

void expect_reports_in_order(Stream& stream, guint n) {
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), n);
  for (guint i = 0; i < n; i++) {
    const Frame frame = frame_number(i);
    fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
    const GValue* histogram = gst_structure_get_value(reports[i], "histogram");
    expect_counts(static_cast<GstVideoHistogram*>(g_value_get_boxed(histogram)),
                  default_request(frame),
                  reference::count(frame.view(), default_request(frame)).data());
  }
}

} // namespace

// Over fake and real GPUs:

GST_START_TEST(every_split_counts_every_frame_as_one_gpu_does) {
  Fakes(3).use();
  for (const char* split : splits) {
    Stream stream(all_split(split) + " post-messages=true");
    guint n = 0;
    for (const char* format : {"RGBA", "NV12", "I420", "YUY2", "P010_10LE", "GRAY8"})
      for (const auto& [w, h] : {std::pair<guint, guint>{640, 361}, {33, 7}, {5, 2}, {1, 1}}) {
        stream.set_caps(raw_caps(format, w, h));
        for (guint i = 0; i < 3; i++, n++) {
          const Frame frame = make_plain_frame(format, w, h, Content::noise, n);
          GstBuffer* buffer = make_plain_buffer(frame);
          Request request = default_request(frame);
          request.regions = {{w / 3, h / 3, w - w / 3, (h + 1) / 2}, {0, 0, w, h}};
          for (const Rect& r : request.regions)
            gst_buffer_add_video_region_of_interest_meta(buffer, "r", r.x, r.y, r.width, r.height);
          expect_counted(stream, buffer, frame, request);
        }
      }
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted"), n);
    fail_unless_equals_uint64(stream.stat("counted-cuda"), n);
    fail_unless_equals_uint64(stream.stat("failed"), 0);
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), n);
    for (guint i = 0; i < n; i++)
      fail_unless_equals_uint64(uint64_field(reports[i], "frame"), i);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
}
GST_END_TEST

GST_START_TEST(large_and_small_frames_follow_each_other_with_nothing_lost) {
  Fakes(2).use();
  Stream stream(all_split("auto") + " post-messages=true");
  guint n = 0;
  for (int round = 0; round < 2; round++) {
    for (guint side : {5120u, 64u, 5121u}) { // of more than 24 MiB: by rows, three in flight
      stream.set_caps(raw_caps("GRAY8", side, side));
      const Frame frame = make_plain_frame("GRAY8", side, side, Content::runs, side);
      std::vector<GstBuffer*> out;
      for (guint i = 0; i < 4; i++, n++) {
        fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
        out.push_back(stream.pull());
      }
      const Request request = default_request(frame);
      const std::vector<uint32_t> expected = reference::count(frame.view(), request);
      for (GstBuffer* buffer : out) {
        expect_counts(gst_buffer_get_video_histogram_meta(buffer)->histogram, request,
                      expected.data());
        gst_buffer_unref(buffer);
      }
    }
  }
  stream.drain();
  fail_unless_equals_uint64(stream.stat("counted"), n);
  fail_unless_equals_int(stream.reports().size(), n);
}
GST_END_TEST

GST_START_TEST(max_in_flight_of_one_counts_before_the_buffer_is_pushed) {
  Fakes(2).use();
  for (const char* split : splits) {
    Stream stream(all_split(split) + " max-in-flight=1");
    stream.set_caps(raw_caps("RGBA", width, height));
    for (guint i = 0; i < 5; i++) {
      stream.push(make_plain_buffer(frame_number(i)));
      GstBuffer* out = stream.pull();
      fail_unless(
          gst_video_histogram_is_ready(gst_buffer_get_video_histogram_meta(out)->histogram));
      expect_histograms(out, frame_number(i), default_request(frame_number(i)));
      gst_buffer_unref(out);
    }
  }
}
GST_END_TEST

// Over fake GPUs alone:

GST_START_TEST(messages_are_in_stream_order_however_fast_each_gpu_is) {
  for (const char* split : splits) {
    Fakes fakes(3);
    fakes.configs[0].delay = std::chrono::milliseconds(12);
    fakes.configs[2].delay = std::chrono::milliseconds(4);
    fakes.use();
    Stream stream(all_split(split) + " post-messages=true");
    stream.set_caps(raw_caps("RGBA", width, height));
    std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 24);
    stream.push_event(gst_event_new_eos());
    expect_reports_in_order(stream, 24); // all before the event has passed
    expect_exact(out, frame_number, 0);
  }
}
GST_END_TEST

GST_START_TEST(each_gpu_has_up_to_three_frames_or_parts_in_flight) {
  const std::pair<const char*, guint64> cases[] = {{"rows", 3}, {"frames", 3}};
  for (const auto& [split, most] : cases) {
    Fakes fakes(3);
    for (FakeConfig& config : fakes.configs)
      config.delay = std::chrono::milliseconds(60);
    fakes.use();
    Stream stream(all_split(split));
    stream.set_caps(raw_caps("RGBA", width, height));
    std::vector<GstBuffer*> out;
    guint64 pending = 0;
    for (guint i = 0; i < 18; i++) {
      stream.push(make_plain_buffer(frame_number(i)));
      out.push_back(stream.pull());
      guint64 now = 0;
      for (guint d = 0; d < 3; d++)
        now += fakes.log(d).pending;
      pending = std::max(pending, now);
    }
    for (guint d = 0; d < 3; d++)
      fail_unless(fakes.log(d).max_pending <= most, "%s: %" G_GUINT64_FORMAT, split,
                  fakes.log(d).max_pending.load());
    // Nine frames, or parts of three.
    fail_unless(pending > 6 && pending <= 9, "%s: %" G_GUINT64_FORMAT " pending", split, pending);
    expect_exact(out, frame_number, 0);
  }
}
GST_END_TEST

GST_START_TEST(a_gpu_that_fails_is_named_and_costs_no_frame) {
  for (const char* split : {"rows", "frames"}) // splits that use all GPUs
    for (FaultStage stage : {FaultStage::submit, FaultStage::wait})
      for (ErrorKind kind : {ErrorKind::transient, ErrorKind::bug}) {
        Fakes fakes(3);
        fakes.configs[1].faults = {fault(2, stage, kind)};
        fakes.use();
        Stream stream(all_split(split) + " post-messages=true");
        stream.set_caps(raw_caps("RGBA", width, height));
        std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 20);
        stream.drain();
        expect_exact(out, frame_number, 0);
        expect_reports_in_order(stream, 20);
        expect_one_warning(stream, kind == ErrorKind::bug
                                       ? "Counting without GPU 1 from now on"
                                       : "Counting without GPU 1 until it can be used again");
        fail_unless_equals_uint64(stream.stat("counted"), 20);
        fail_unless_equals_uint64(stream.stat("failed"), 0);
        fail_unless(stream.stat("counted-cpu") >= 1 && stream.stat("counted-cpu") <= 6);
        expect_active_backend(stream.element(), "cuda");
        fail_unless(fakes.log(0).submits > 3 && fakes.log(2).submits > 3);
      }
}
GST_END_TEST

GST_START_TEST(left_to_us_the_next_gpu_goes_on_for_one_that_fails) {
  for (FaultStage stage : {FaultStage::submit, FaultStage::wait}) {
    Fakes fakes(3);
    for (FakeConfig& config : fakes.configs)
      config.faults = {fault(2, stage, ErrorKind::bug)};
    fakes.use();
    Stream stream(all_split("auto"));
    stream.set_caps(raw_caps("RGBA", width, height));
    for (guint i = 0; i < 3; i++) { // one at a time: none is busy
      push_exact(stream, i, 1);
      stream.drain();
    }
    guint failed = 0; // elements begin with different ones
    while (failed < 2 && fakes.log(failed).submits != 2)
      failed++;
    std::vector<guint64> expected(3, 0);
    expected[failed] = 2;
    expected[(failed + 1) % 3] = 1;
    fail_unless(fakes.submits() == expected);
    expect_one_warning(
        stream, ("Counting without GPU " + std::to_string(failed) + " from now on: ").c_str());
    fail_unless_equals_uint64(stream.stat("counted"), 3);
    fail_unless_equals_uint64(stream.stat("counted-cpu"), 1);
    expect_active_backend(stream.element(), "cuda");
  }
}
GST_END_TEST

GST_START_TEST(the_warning_of_the_last_gpu_says_that_the_cpu_counts) {
  Fakes fakes(2);
  for (guint d = 0; d < 2; d++)
    fakes.configs[d].faults = {fault(1 + 5 * d, FaultStage::wait, ErrorKind::bug)};
  fakes.use();
  Stream stream(all_split("rows"));
  stream.set_caps(raw_caps("RGBA", width, height));
  push_exact(stream, 0, 3);
  stream.drain();
  expect_one_warning(stream, "Counting without GPU 0 from now on: ");
  push_exact(stream, 3, 3);
  stream.drain();
  expect_one_warning(stream,
                     "Counting without GPU 1 from now on, and on the CPU since no GPU is left: ");
  expect_active_backend(stream.element(), "cpu");
}
GST_END_TEST

GST_START_TEST(all_gpus_lost_are_one_warning_and_cost_no_frame) {
  for (const char* split : splits)
    for (bool holds_frame : {true, false}) {
      Fakes fakes(3);
      for (FakeConfig& config : fakes.configs) {
        config.faults = {fault(3, FaultStage::wait, ErrorKind::device_lost)};
        config.delay = std::chrono::milliseconds(2);
        config.holds_frame = holds_frame;
      }
      fakes.use();
      Stream stream(all_split(split));
      stream.set_caps(raw_caps("RGBA", width, height));
      std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 30);
      stream.drain();
      expect_exact(out, frame_number, 0);
      expect_one_warning(stream, "restart");
      expect_active_backend(stream.element(), "cpu");
      fail_unless_equals_uint64(stream.stat("counted"), 30);
      fail_unless_equals_uint64(stream.stat("failed"), 0);
      // One call may begin while another thread is being told of the loss.
      for (guint d = 0; d < 3; d++)
        fail_unless(fakes.log(d).calls_after_lost <= 1);
      stream.set_caps(raw_caps("RGBA", 2 * width, height));
      expect_counted(stream, make_plain_frame("RGBA", 2 * width, height, Content::runs));
    }
}
GST_END_TEST

GST_START_TEST(a_flush_lets_go_of_the_frames_on_all_gpus_and_reports_none) {
  for (const char* split : splits) {
    Fakes fakes(2);
    fakes.use();
    Stream stream(all_split(split) + " post-messages=true");
    stream.set_caps(raw_caps("RGBA", width, height));
    for (guint d = 0; d < 2; d++)
      fakes.log(d).held = true;
    std::vector<GstBuffer*> out = push_frames(stream, frame_number, 0, 3);
    stream.push_event(gst_event_new_flush_start());
    for (guint d = 0; d < 2; d++)
      fakes.log(d).held = false;
    stream.push_event(gst_event_new_flush_stop(TRUE));
    for (guint d = 0; d < 2; d++)
      fail_unless_equals_uint64(fakes.log(d).pending, 0);
    expect_exact(out, frame_number, 0);
    fail_unless_equals_int(stream.reports().size(), 0);
  }
}
GST_END_TEST

GST_START_TEST(frames_of_many_elements_are_spread_evenly) {
  constexpr guint elements = 16, gpus = 4;
  const Fakes fakes(gpus);
  fakes.use();
  std::vector<std::unique_ptr<Stream>> streams;
  for (guint i = 0; i < elements; i++) {
    streams.push_back(std::make_unique<Stream>("devices=all split=frames"));
    streams.back()->set_caps(raw_caps("RGBA", width, height));
  }
  for (guint n = 0; n < 3; n++) { // not a multiple of the GPUs
    for (auto& stream : streams)
      push_exact(*stream, n, 1);
  }
  for (auto& stream : streams)
    stream->drain();
  fail_unless(fakes.submits() == std::vector<guint64>(gpus, elements * 3 / gpus));
  // Each GPU is made ready for one frame of each element; more come with the frames that need them.
  for (guint d = 0; d < gpus; d++)
    fail_unless_equals_int(fakes.log(d).prepared_frames, 1);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_split_counts_every_frame_as_one_gpu_does);
  tcase_add_test(chain, large_and_small_frames_follow_each_other_with_nothing_lost);
  tcase_add_test(chain, max_in_flight_of_one_counts_before_the_buffer_is_pushed);
  if (who() != Who::fake)
    return;
  tcase_add_test(chain, messages_are_in_stream_order_however_fast_each_gpu_is);
  tcase_add_test(chain, each_gpu_has_up_to_three_frames_or_parts_in_flight);
  tcase_add_test(chain, a_gpu_that_fails_is_named_and_costs_no_frame);
  tcase_add_test(chain, left_to_us_the_next_gpu_goes_on_for_one_that_fails);
  tcase_add_test(chain, the_warning_of_the_last_gpu_says_that_the_cpu_counts);
  tcase_add_test(chain, all_gpus_lost_are_one_warning_and_cost_no_frame);
  tcase_add_test(chain, a_flush_lets_go_of_the_frames_on_all_gpus_and_reports_none);
  tcase_add_test(chain, frames_of_many_elements_are_spread_evenly);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "split", add_tests);
}
