// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Up and down through the states, many elements at once, results that outlive everything.
#include "tests/fake/process.h"
#include "tests/plugin/support/element_test.h"

#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <random>
#include <string>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

GstElement* make_element() {
  return GST_ELEMENT(gst_object_ref_sink(gst_parse_launch(element_line().c_str(), nullptr)));
}

/// Takes a lone element to a state. It has a backend in PAUSED and PLAYING, and none below.
void go_to(GstElement* element, GstState state) {
  fail_unless_equals_int(gst_element_set_state(element, state), GST_STATE_CHANGE_SUCCESS);
  GstState reached = GST_STATE_VOID_PENDING;
  fail_unless_equals_int(gst_element_get_state(element, &reached, nullptr, 0),
                         GST_STATE_CHANGE_SUCCESS);
  fail_unless_equals_int(reached, state);
  const char* const backend = who() == Who::cpu ? "cpu" : "cuda";
  expect_active_backend(element, state >= GST_STATE_PAUSED ? backend : nullptr);
}

/// Walks a lone element through a sequence of states, as GStreamer's own `states` test does.
void walk(std::initializer_list<GstState> states, int times) {
  GstElement* element = make_element();
  for (int i = 0; i < times; i++)
    for (GstState state : states)
      go_to(element, state);
  go_to(element, GST_STATE_NULL);
  gst_object_unref(element);
}

/// Resident memory of the process in KiB, without what the allocator keeps of freed memory.
long resident_kib() {
  malloc_trim(0);
  long pages = 0;
  FILE* file = std::fopen("/proc/self/statm", "r");
  fail_unless(file && std::fscanf(file, "%*d %ld", &pages) == 1);
  std::fclose(file);
  return pages * 4;
}

} // namespace

GST_START_TEST(states_go_up_and_down_200_times) {
  walk({GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_READY,
        GST_STATE_NULL},
       200);
}
GST_END_TEST

GST_START_TEST(states_go_up_in_steps_200_times) {
  walk({GST_STATE_READY, GST_STATE_NULL, GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_READY,
        GST_STATE_NULL, GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_PAUSED,
        GST_STATE_READY, GST_STATE_NULL},
       200);
}
GST_END_TEST

GST_START_TEST(states_go_down_in_steps_200_times) {
  walk({GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_READY, GST_STATE_PLAYING,
        GST_STATE_NULL},
       200);
}
GST_END_TEST

GST_START_TEST(a_pipeline_plays_and_stops_many_times_in_the_same_memory) {
  const std::string line = "videotestsrc num-buffers=2 ! " + raw_caps("RGBA", 64, 48) + " ! " +
                           element_line("post-messages=true name=it") + " ! fakesink";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  GstElement* element = gst_bin_get_by_name(GST_BIN(pipeline), "it");
  constexpr int rounds = 1000, merged = 300;
  // Only the main arena gives all its freed memory back: others grow with the order of threads.
  mallopt(M_ARENA_MAX, 1);
  long before = 0;
  for (int i = 0; i < rounds; i++) {
    if (i == merged)
      before = resident_kib();
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    // Every third round is stopped in the middle of things.
    if (i % 3)
      expect_end(pipeline, line, 30 * GST_SECOND);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    if (i % 3)
      fail_unless_equals_uint64(Stream::stat_of(element, "counted"), 2);
  }
  const long grown = resident_kib() - before;
#ifdef __SANITIZE_ADDRESS__
  (void)grown; // AddressSanitizer keeps what was freed
#else
  fail_unless(grown < 8 * 1024, "resident memory grew by %ld KiB", grown);
#endif
  gst_object_unref(element);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(buffer_meta_and_histogram_outlive_the_element) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(20);
  set_fake(config);
  const Frame frame = make_plain_frame("RGBA", 64, 48, Content::noise);
  std::vector<GstBuffer*> held;
  {
    Stream stream;
    stream.set_caps(raw_caps("RGBA", 64, 48));
    for (int i = 0; i < 4; i++) {
      stream.push(make_plain_buffer(frame));
      held.push_back(stream.pull());
    }
  }
  GstVideoHistogram* histogram =
      gst_video_histogram_ref(gst_buffer_get_video_histogram_meta(held[3])->histogram);
  for (GstBuffer* buffer : held) {
    expect_histograms(buffer, frame, default_request(frame));
    gst_buffer_unref(buffer);
  }
  const Request request = default_request(frame);
  expect_counts(histogram, request, reference::count(frame.view(), request).data());
  gst_video_histogram_unref(histogram);
}
GST_END_TEST

GST_START_TEST(messages_outlive_the_element) {
  GstMessage* message = nullptr;
  const Frame frame = make_plain_frame("RGBA", 64, 48, Content::noise);
  {
    Stream stream("post-messages=true");
    stream.set_caps(raw_caps("RGBA", 64, 48));
    stream.push(make_plain_buffer(frame));
    message = stream.message(GST_MESSAGE_ELEMENT, 10 * GST_SECOND);
    fail_unless(message != nullptr);
  }
  const GValue* value = gst_structure_get_value(gst_message_get_structure(message), "histogram");
  const Request request = default_request(frame);
  expect_counts(static_cast<GstVideoHistogram*>(g_value_get_boxed(value)), request,
                reference::count(frame.view(), request).data());
  gst_message_unref(message);
}
GST_END_TEST

GST_START_TEST(an_element_stops_in_a_child_after_fork) {
  if (who() != Who::cpu)
    return; // CUDA does not work in a child
  const Frame frame = make_plain_frame("RGBA", 1280, 720, Content::noise); // for several threads
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 1280, 720));
  for (int i = 0; i < 3; i++) {
    stream.push(make_plain_buffer(frame));
    gst_buffer_unref(stream.pull());
  }
  fail_unless_equals_int(status_of_child([&] {
                           return gst_element_set_state(stream.element(), GST_STATE_NULL) ==
                                  GST_STATE_CHANGE_SUCCESS;
                         }),
                         0);
  stream.push(make_plain_buffer(frame));
  gst_buffer_unref(stream.pull());
}
GST_END_TEST

GST_START_TEST(an_element_of_its_own_is_made_and_thrown_away_in_every_state) {
  for (GstState state : {GST_STATE_NULL, GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING}) {
    for (int i = 0; i < 50; i++) {
      GstElement* element = make_element();
      go_to(element, state);
      go_to(element, GST_STATE_NULL);
      gst_object_unref(element);
    }
  }
}
GST_END_TEST

GST_START_TEST(a_paused_pipeline_stalls_nothing) {
  // A sink that holds the streaming thread, and a pool of two buffers: no job waits for a further
  // frame.
  const std::string line = "videotestsrc num-buffers=50 ! " + raw_caps("RGBA", 64, 48) + " ! " +
                           element_line("name=it") + " ! fakesink name=sink";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  fail_unless_equals_int(gst_element_get_state(pipeline, nullptr, nullptr, 30 * GST_SECOND),
                         GST_STATE_CHANGE_SUCCESS);
  GstElement* sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  GstSample* sample = nullptr;
  g_object_get(sink, "last-sample", &sample, nullptr);
  fail_unless(sample != nullptr);
  GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(gst_sample_get_buffer(sample));
  fail_unless(gst_video_histogram_wait(meta->histogram, 10 * GST_SECOND, nullptr));
  gst_sample_unref(sample);
  gst_object_unref(sink);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(sixty_four_elements_count_and_go_in_random_order) {
  std::vector<std::unique_ptr<Stream>> streams;
  const Frame frame = make_plain_frame("BGRA", 50, 40, Content::runs);
  for (int i = 0; i < 64; i++) {
    streams.push_back(std::make_unique<Stream>(i % 2 ? "post-messages=true" : ""));
    streams.back()->set_caps(raw_caps("BGRA", 50, 40));
  }
  std::vector<GstBuffer*> held;
  for (auto& stream : streams) {
    fail_unless_equals_int(stream->push(make_plain_buffer(frame)), GST_FLOW_OK);
    held.push_back(stream->pull());
  }
  std::mt19937 random(64);
  std::shuffle(streams.begin(), streams.end(), random);
  while (!streams.empty())
    streams.pop_back();
  for (GstBuffer* buffer : held) {
    expect_histograms(buffer, frame, default_request(frame));
    gst_buffer_unref(buffer);
  }
}
GST_END_TEST

GST_START_TEST(names_that_an_application_gives_stay) {
  Stream stream; // registers the element
  for (const char* name : {"videohistogramelement-left", "videohistogramelement", "mine"}) {
    GstElement* const element = gst_element_factory_make("videohistogram", name);
    fail_unless_equals_string(GST_OBJECT_NAME(element), name);
    gst_object_unref(element);
  }
  GstElement* const element = gst_element_factory_make("videohistogram", nullptr);
  const std::string given = GST_OBJECT_NAME(element);
  fail_unless(given.find_first_not_of("0123456789", 14) == given.npos &&
              given.compare(0, 14, "videohistogram") == 0);
  gst_object_unref(element);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, names_that_an_application_gives_stay);
  tcase_add_test(chain, states_go_up_and_down_200_times);
  tcase_add_test(chain, states_go_up_in_steps_200_times);
  tcase_add_test(chain, states_go_down_in_steps_200_times);
  tcase_add_test(chain, a_pipeline_plays_and_stops_many_times_in_the_same_memory);
  tcase_add_test(chain, buffer_meta_and_histogram_outlive_the_element);
  tcase_add_test(chain, messages_outlive_the_element);
  tcase_add_test(chain, an_element_stops_in_a_child_after_fork);
  tcase_add_test(chain, an_element_of_its_own_is_made_and_thrown_away_in_every_state);
  tcase_add_test(chain, a_paused_pipeline_stalls_nothing);
  tcase_add_test(chain, sixty_four_elements_count_and_go_in_random_order);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "lifecycle", add_tests);
}
