// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers, caps, properties, states, events and queries all at once. Nothing may hang, crash or
// leak, and whatever histogram comes out is complete and has as many samples as its frame.
//
// Takes 2 seconds; VIDEOHISTOGRAM_STRESS_SECONDS says how many instead.
#include "tests/plugin/support/element_test.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <thread>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;

namespace {

using Random = std::mt19937;

double stress_seconds() {
  const char* text = std::getenv("VIDEOHISTOGRAM_STRESS_SECONDS");
  return text ? g_ascii_strtod(text, nullptr) : 2.0;
}

/// Histograms on their way to be checked, off the streaming thread.
class Checker {
public:
  Checker() : thread_([this] { run(); }) {}

  void add(GstVideoHistogram* histogram, guint64 samples) {
    {
      std::lock_guard lock(mutex_);
      queue_.push_back({gst_video_histogram_ref(histogram), samples});
    }
    added_.notify_one();
  }
  void finish() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    added_.notify_one();
    thread_.join();
  }

  guint64 checked = 0, wrong = 0; ///< after finish()

private:
  struct Item {
    GstVideoHistogram* histogram;
    guint64 samples;
  };

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      added_.wait(lock, [this] { return !queue_.empty() || stopping_; });
      if (queue_.empty())
        return;
      const Item item = queue_.front();
      queue_.pop_front();
      lock.unlock();
      checked++;
      if (!gst_video_histogram_wait(item.histogram, 30 * GST_SECOND, nullptr) ||
          gst_video_histogram_get_samples(item.histogram, 0) != item.samples)
        wrong++;
      gst_video_histogram_unref(item.histogram);
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<Item> queue_;
  bool stopping_ = false;
  std::thread thread_;
};

GstPadProbeReturn check_buffer(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  GstBuffer* buffer = gst_pad_probe_info_get_buffer(info);
  if (GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(buffer))
    static_cast<Checker*>(data)->add(meta->histogram, guint64{static_cast<guint>(meta->roi.w)} *
                                                          static_cast<guint>(meta->roi.h));
  return GST_PAD_PROBE_DROP;
}

void begin_stream(GstPad* pad, Random& random, guint& width, guint& height, std::string& format) {
  const char* const formats[] = {"RGBA", "BGR", "GRAY8", "xRGB"};
  format = formats[random() % G_N_ELEMENTS(formats)];
  width = 1 + random() % 200;
  height = 1 + random() % 100;
  gst_pad_push_event(pad, gst_event_new_stream_start("stress"));
  GstCaps* caps = gst_caps_from_string(raw_caps(format, width, height).c_str());
  gst_pad_push_event(pad, gst_event_new_caps(caps));
  gst_caps_unref(caps);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.rate = random() % 2 ? 1.0 : 2.0;
  gst_pad_push_event(pad, gst_event_new_segment(&segment));
}

GstBuffer* some_buffer(Random& random, const std::string& format, guint width, guint height,
                       guint i) {
  GstBuffer* buffer = make_plain_buffer(make_plain_frame(format, width, height, Content::noise, i));
  GST_BUFFER_PTS(buffer) = i * 10 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 10 * GST_MSECOND;
  switch (random() % 8) {
  case 0:
    GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_GAP);
    break;
  case 1:
    gst_buffer_set_size(buffer, static_cast<gssize>(random() % gst_buffer_get_size(buffer)));
    break;
  case 2:
    gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_RGBA, 300, 300);
    break;
  case 3:
    for (guint n = random() % 5; n > 0; n--)
      gst_buffer_add_video_region_of_interest_meta(buffer, "r", random(), random() % 50,
                                                   random() % 50, random());
    break;
  default:
    break;
  }
  return buffer;
}

void push_stream(GstPad* pad, Random& random) {
  static thread_local guint i = 0;
  guint width, height;
  std::string format;
  begin_stream(pad, random, width, height, format);
  for (guint n = random() % 30; n > 0; n--)
    gst_pad_push(pad, some_buffer(random, format, width, height, i++));
  if (random() % 10 == 0)
    gst_pad_push_event(pad, gst_event_new_eos());
}

void set_property(GstElement* element, Random& random) {
  static const char* const changes[][2] = {
      {"bins", "1"},
      {"bins", "16"},
      {"bins", "256"},
      {"bins", "300"},
      {"channels", "r+g+b+a+gray"},
      {"channels", "luma+gray"},
      {"channels", "no such"},
      {"regions", "a:0,0,9,9;b:3,3,100,1"},
      {"regions", ""},
      {"regions-only", "true"},
      {"regions-only", "false"},
      {"message-percentiles", "1,99"},
      {"bins", "0"},
      {"attach-meta", "true"},
      {"attach-meta", "false"},
      {"post-messages", "true"},
      {"post-messages", "false"},
      {"interval", "0"},
      {"interval", "50000000"},
      {"message-counts", "true"},
      {"message-counts", "false"},
      {"max-in-flight", "0"},
      {"max-in-flight", "1"},
      {"max-in-flight", "5"},
      {"devices", "0"},
      {"devices", "none"},
      {"backend", "auto"},
      {"backend", "cpu"},
      {"backend", "cuda"},
  };
  const auto& change = changes[random() % G_N_ELEMENTS(changes)];
  gst_util_set_object_arg(G_OBJECT(element), change[0], change[1]);
  if (random() % 4 == 0) { // and back to what can be counted
    gst_util_set_object_arg(G_OBJECT(element), "bins", "256");
    gst_util_set_object_arg(G_OBJECT(element), "channels", "r+g+b+a+gray");
    gst_util_set_object_arg(G_OBJECT(element), "devices", "0");
  }
  GstStructure* stats = nullptr;
  gchar* active = nullptr;
  g_object_get(element, "stats", &stats, "active-backend", &active, nullptr);
  gst_structure_free(stats);
  g_free(active);
  g_usleep(random() % 2000);
}

void change_state(GstElement* element, Random& random) {
  constexpr GstState states[] = {GST_STATE_NULL, GST_STATE_READY, GST_STATE_PAUSED,
                                 GST_STATE_PLAYING, GST_STATE_PLAYING};
  gst_element_set_state(element, states[random() % G_N_ELEMENTS(states)]);
  gst_element_set_state(element, GST_STATE_PLAYING);
  g_usleep(random() % 20000);
}

void send_event(GstHarness* harness, Random& random) {
  switch (random() % 5) {
  case 0:
    gst_pad_push_event(harness->srcpad, gst_event_new_flush_start());
    g_usleep(random() % 1000);
    gst_pad_push_event(harness->srcpad, gst_event_new_flush_stop(random() % 2));
    break;
  case 1: {
    GstQuery* query = gst_query_new_drain();
    gst_pad_peer_query(harness->srcpad, query);
    gst_query_unref(query);
    break;
  }
  case 2:
    gst_pad_push_event(harness->sinkpad, gst_event_new_reconfigure());
    break;
  case 3:
    gst_pad_push_event(harness->sinkpad,
                       gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2.0, 100, GST_SECOND));
    break;
  default: {
    GstQuery* query = gst_query_new_latency();
    gst_pad_peer_query(harness->sinkpad, query);
    gst_query_unref(query);
    break;
  }
  }
  g_usleep(random() % 5000);
}

} // namespace

GST_START_TEST(everything_at_once_hangs_nothing_and_every_histogram_is_complete) {
  FakeConfig config;
  config.delay = std::chrono::microseconds(500);
  for (uint64_t frame = 7; frame < 100000; frame += 50)
    config.faults.push_back(
        {frame, 1, frame % 100 == 7 ? FaultStage::submit : FaultStage::wait, ErrorKind::transient});
  set_fake(config);
  // An element that was stopped or flushed has forgotten caps and segment, which the next stream
  // brings; until then GStreamer complains of whoever pushes.
  gst_check_add_log_filter(
      "GStreamer", G_LOG_LEVEL_WARNING,
      g_regex_new("Got data flow before (segment|stream-start) event|Sticky event misordering",
                  static_cast<GRegexCompileFlags>(0), static_cast<GRegexMatchFlags>(0), nullptr),
      [](const gchar*, GLogLevelFlags, const gchar*, gpointer) -> gboolean { return TRUE; },
      nullptr, nullptr);

  Checker checker;
  {
    Stream stream;
    gst_pad_add_probe(stream.harness()->sinkpad, GST_PAD_PROBE_TYPE_BUFFER, check_buffer, &checker,
                      nullptr);
    std::atomic<bool> running{true};
    std::vector<std::thread> threads;
    const auto run = [&](guint seed, std::function<void(Random&)> act) {
      threads.emplace_back([&running, seed, act = std::move(act)] {
        Random random(seed);
        while (running)
          act(random);
      });
    };
    run(1, [&](Random& random) { push_stream(stream.harness()->srcpad, random); });
    run(2, [&](Random& random) { set_property(stream.element(), random); });
    run(3, [&](Random& random) { change_state(stream.element(), random); });
    run(4, [&](Random& random) { send_event(stream.harness(), random); });
    run(5, [&](Random&) {
      if (GstMessage* message = gst_bus_timed_pop(stream.bus(), 10 * GST_MSECOND))
        gst_message_unref(message);
    });
    g_usleep(static_cast<gulong>(stress_seconds() * 1e6));
    running = false;
    for (std::thread& thread : threads)
      thread.join();
  }
  checker.finish();
  fail_unless_equals_uint64(checker.wrong, 0);
  fail_unless(checker.checked > 20, "only %" G_GUINT64_FORMAT " frames came through",
              checker.checked);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, everything_at_once_hangs_nothing_and_every_histogram_is_complete);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "stress", add_tests);
}
