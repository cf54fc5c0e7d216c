// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The property `max-memory`: how many frames it leaves in flight, and which projections.
#include "tests/plugin/support/projection_check.h"

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr const char* caps_1080p = "video/x-raw,format=GRAY8,width=1920,height=1080,framerate=25/1";

/// 2 MB; projections of 256 bins have 1920 or 1080 KiB.
Frame gray_1080p(guint number = 0) {
  return make_plain_frame("GRAY8", 1920, 1080, Content::noise, number);
}

std::shared_ptr<FakeLog> set_logging_fake() {
  FakeConfig config;
  config.log = std::make_shared<FakeLog>();
  set_fake(config);
  return config.log;
}

/// Pushes six frames, and returns them and how many were in flight at once. The device finishes no
/// frame until `expected` ones are in flight, and a while longer, in which one more could come.
std::pair<std::vector<GstBuffer*>, guint64> push_held(Stream& stream, FakeLog& log, FrameMaker make,
                                                      guint64 expected) {
  log.max_pending = 0;
  log.held = true;
  std::thread device([&log, expected] {
    using namespace std::chrono;
    const auto end = steady_clock::now() + 5s;
    while (log.pending < expected && steady_clock::now() < end)
      std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms);
    log.held = false;
  });
  std::vector<GstBuffer*> out = push_frames(stream, make, 0, 6);
  device.join();
  stream.drain();
  return {std::move(out), log.max_pending};
}

/// The most of the pushed frames that were in flight at once. Fails unless their counts are right.
guint64 max_pending(Stream& stream, FakeLog& log, FrameMaker make, guint64 expected) {
  const auto [out, most] = push_held(stream, log, make, expected);
  expect_exact(out, make, 0);
  return most;
}

/// Pushes a frame. Fails unless its histogram is right, and its projections are the given ones and
/// right.
void expect_counted_with(Stream& stream, const Frame& frame, const std::vector<double>& angles) {
  GstBuffer* out = pass(stream, frame);
  expect_histograms(out, frame, default_request(frame));
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), angles.size());
  for (guint i = 0; i < angles.size(); i++)
    expect_matrix(projection_of(histogram_of(out), i),
                  matrix_of(frame, at_angle(frame, angles[i], Quantity::gray), Quantity::gray));
  gst_buffer_unref(out);
}

void expect_memory_warning(Stream& stream, const std::string& word) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     word);
}

} // namespace

GST_START_TEST(fewer_frames_are_in_flight_where_the_memory_is_bounded) {
  const std::pair<const char*, guint64> cases[] = {{"", 3},
                                                   {"max-memory=0", 3},
                                                   {"max-memory=12000000", 3},
                                                   {"max-memory=8000000", 2},
                                                   {"max-memory=5000000", 1},
                                                   {"max-memory=1", 1},
                                                   {"max-memory=0 max-in-flight=5", 5},
                                                   {"max-memory=8000000 max-in-flight=5", 2}};
  for (const auto& [properties, expected] : cases) {
    const auto log = set_logging_fake();
    Stream stream(properties);
    stream.set_caps(caps_1080p);
    fail_unless_equals_uint64(max_pending(stream, *log, gray_1080p, expected), expected);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
}
GST_END_TEST

GST_START_TEST(the_number_of_frames_in_flight_follows_the_caps_and_the_projections) {
  const auto log = set_logging_fake();
  Stream stream("max-memory=12000000");
  for (int i = 0; i < 2; i++) {
    stream.set_caps(caps_1080p);
    fail_unless_equals_uint64(max_pending(stream, *log, gray_1080p, 3), 3);
    set(stream, "projections", "gray@0");
    fail_unless_equals_uint64(max_pending(stream, *log, gray_1080p, 1), 1);
    stream.set_caps(raw_caps("RGBA", width, height)); // RGBA has no gray
    fail_unless_equals_uint64(max_pending(stream, *log, numbered, 3), 3);
    set(stream, "projections", "");
    stream.count_messages(GST_MESSAGE_WARNING);
  }
}
GST_END_TEST

GST_START_TEST(regions_that_lower_the_frames_in_flight_do_not_end_an_interval) {
  const auto log = set_logging_fake();
  Stream stream("max-memory=30000000 bins=0 post-messages=true interval=3600000000000");
  const FrameMaker make = [](guint number) {
    return make_plain_frame("GRAY16_LE", 16, 16, Content::noise, number);
  };
  stream.set_caps(raw_caps("GRAY16_LE", 16, 16));
  const auto push = [&](guint64 expected) {
    const auto [out, most] = push_held(stream, *log, make, expected);
    for (GstBuffer* buffer : out)
      gst_buffer_unref(buffer);
    return most;
  };
  fail_unless_equals_uint64(push(3), 3);
  std::string regions;
  for (int i = 0; i < 40; i++) // 512 KiB each
    regions += "a:0,0,1,1;";
  set(stream, "regions", regions);
  fail_unless_equals_uint64(push(1), 1);
  stream.push_event(gst_event_new_eos());
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 12);
}
GST_END_TEST

GST_START_TEST(the_last_projections_are_left_out_with_one_warning) {
  Stream stream("max-memory=12000000 projections=gray@0;gray@90;gray@180;gray@270");
  stream.set_caps(caps_1080p);
  for (guint i = 0; i < 3; i++)
    expect_counted_with(stream, gray_1080p(i), {0, 90});
  expect_memory_warning(stream, "2 of 4 projections are counted");
  // Projections of fewer bins have room, and there is no warning.
  set(stream, "bins", "16");
  GstBuffer* out = pass(stream, gray_1080p());
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 4);
  gst_buffer_unref(out);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(histograms_are_counted_whatever_the_bound) {
  Stream stream("max-memory=1 projections=gray@0;gray@90");
  stream.set_caps(caps_1080p);
  for (guint i = 0; i < 3; i++)
    expect_counted_with(stream, gray_1080p(i), {});
  expect_memory_warning(stream, "max-memory=1 is too small for the projections");
  fail_unless_equals_uint64(stream.stat("counted"), 3);
  // Other caps post the warning again.
  stream.set_caps(raw_caps("GRAY8", 64, 48));
  expect_counted_with(stream, make_plain_frame("GRAY8", 64, 48, Content::noise), {});
  expect_memory_warning(stream, "0 of 2 projections are counted");
}
GST_END_TEST

GST_START_TEST(the_bound_that_the_warning_names_is_enough) {
  std::string bound = "1";
  for (int enough = 0; enough < 2; enough++) {
    Stream stream("max-memory=" + bound + " projections=gray@0;gray@45");
    stream.set_caps(caps_1080p);
    expect_counted_with(stream, gray_1080p(),
                        enough ? std::vector<double>{0, 45} : std::vector<double>{});
    GstMessage* message = stream.message(GST_MESSAGE_WARNING);
    fail_unless_equals_int(message == nullptr, enough);
    if (!message)
      continue;
    GError* error = nullptr;
    gst_message_parse_warning(message, &error, nullptr);
    const char* const takes = strstr(error->message, "takes ");
    fail_unless(takes != nullptr, "%s", error->message);
    bound = std::to_string(g_ascii_strtoull(takes + strlen("takes "), nullptr, 10));
    g_error_free(error);
    gst_message_unref(message);
  }
}
GST_END_TEST

GST_START_TEST(the_bound_is_read_when_the_element_starts) {
  Stream stream("max-memory=1 projections=gray@0");
  stream.set_caps(caps_1080p);
  expect_counted_with(stream, gray_1080p(), {});
  set(stream, "max-memory", "0");
  set(stream, "projections", "gray@90");
  expect_counted_with(stream, gray_1080p(), {});
  gst_element_set_state(stream.element(), GST_STATE_READY);
  gst_element_set_state(stream.element(), GST_STATE_PLAYING);
  stream.set_caps(caps_1080p);
  expect_counted_with(stream, gray_1080p(), {90});
}
GST_END_TEST

static void add_tests(TCase* chain) {
  if (who() == Who::fake) {
    tcase_add_test(chain, fewer_frames_are_in_flight_where_the_memory_is_bounded);
    tcase_add_test(chain, the_number_of_frames_in_flight_follows_the_caps_and_the_projections);
    tcase_add_test(chain, regions_that_lower_the_frames_in_flight_do_not_end_an_interval);
  }
  tcase_add_test(chain, the_last_projections_are_left_out_with_one_warning);
  tcase_add_test(chain, histograms_are_counted_whatever_the_bound);
  tcase_add_test(chain, the_bound_that_the_warning_names_is_enough);
  tcase_add_test(chain, the_bound_is_read_when_the_element_starts);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "memory", add_tests);
}
