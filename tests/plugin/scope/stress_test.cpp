// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers, caps, properties, events and queries of both elements at the same time, while elements
// are made and destroyed. Nothing may hang, crash or leak, and every frame comes out.
//
// Takes 2 seconds per test; VIDEOHISTOGRAM_STRESS_SECONDS says how many instead.
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
using Random = std::mt19937;

Clock::duration stress_time() {
  const char* const text = std::getenv("VIDEOHISTOGRAM_STRESS_SECONDS");
  const std::chrono::duration<double> seconds(text ? g_ascii_strtod(text, nullptr) : 2.0);
  return std::chrono::duration_cast<Clock::duration>(seconds);
}

/// Sets a property of the element to a value that its type has, or to a text that may be refused.
void set_any_property(GstElement* element, Random& random) {
  guint n = 0;
  GParamSpec** const specs = g_object_class_list_properties(G_OBJECT_GET_CLASS(element), &n);
  GParamSpec* const spec = specs[random() % n];
  g_free(specs);
  const std::string name = spec->name;
  // The backend is chosen at the start; a name would have to be unique.
  if (!(spec->flags & G_PARAM_WRITABLE) || name == "name" || name == "parent")
    return;
  if (G_IS_PARAM_SPEC_ENUM(spec)) {
    const GEnumClass* const values = G_PARAM_SPEC_ENUM(spec)->enum_class;
    g_object_set(element, spec->name, values->values[random() % values->n_values].value, nullptr);
  } else if (G_IS_PARAM_SPEC_DOUBLE(spec)) {
    const auto* const range = G_PARAM_SPEC_DOUBLE(spec);
    const double share = static_cast<double>(random() % 101) / 100;
    g_object_set(element, spec->name, range->minimum + share * (range->maximum - range->minimum),
                 nullptr);
  } else if (G_IS_PARAM_SPEC_BOOLEAN(spec)) {
    g_object_set(element, spec->name, static_cast<gboolean>(random() % 2), nullptr);
  } else if (name == "scopes") {
    constexpr const char* texts[] = {"waveform", "histogram+vectorscope", "", "nothing",
                                     "parade,waveform,vectorscope,histogram"};
    g_object_set(element, spec->name, texts[random() % std::size(texts)], nullptr);
  } else if (name == "percentiles") {
    constexpr const char* texts[] = {"", "50", "1,99.5", "101", "x"};
    g_object_set(element, spec->name, texts[random() % std::size(texts)], nullptr);
  }
}

GstEvent* any_event(Random& random) {
  switch (random() % 3) {
  case 0:
    return gst_event_new_reconfigure();
  case 1:
    return gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1,
                             static_cast<GstClockTimeDiff>(random() % 100) - 50, GST_SECOND);
  default:
    return gst_event_new_navigation(gst_structure_new(
        "application/x-gst-navigation", "event", G_TYPE_STRING, "mouse-move", "pointer_x",
        G_TYPE_DOUBLE, static_cast<double>(random() % 400), "pointer_y", G_TYPE_DOUBLE,
        static_cast<double>(random() % 300), nullptr));
  }
}

/// Acts as applications and sinks do while frames stream.
void disturb(Stream& stream, std::atomic<bool>& stop, unsigned seed) {
  Random random(seed);
  while (!stop) {
    set_any_property(stream.element(), random);
    gst_harness_push_upstream_event(*stream, any_event(random));
    GstStructure* structure = nullptr;
    g_object_get(stream.element(), random() % 2 ? "reading" : "stats", &structure, nullptr);
    g_clear_pointer(&structure, gst_structure_free);
    while (GstMessage* message = stream.pop(GST_MESSAGE_ANY)) // empties the bus
      gst_message_unref(message);
  }
}

void flush(Stream& stream) {
  gst_harness_push_event(*stream, gst_event_new_flush_start());
  gst_harness_push_event(*stream, gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(*stream, gst_event_new_segment(&segment));
}

/// Frames of changing caps, some of them shared, gaps or truncated.
void stream_frames(Stream& stream, Random& random, Clock::time_point end, bool same_size) {
  constexpr const char* formats[] = {"NV12", "RGBA", "I422_10LE", "GRAY8", "UYVY", "P010_10LE"};
  GstVideoInfo info{};
  for (guint number = 0; Clock::now() < end; number++) {
    if (number % 8 == 0) {
      const std::string caps =
          video_caps(formats[random() % std::size(formats)], 1 + static_cast<int>(random() % 300),
                     1 + static_cast<int>(random() % 200));
      GstCaps* const parsed = gst_caps_from_string(caps.c_str());
      ASSERT_TRUE(gst_video_info_from_caps(&info, parsed));
      gst_harness_set_src_caps(*stream, parsed);
    }
    if (random() % 32 == 0)
      flush(stream);
    const gsize size = random() % 16 ? info.size : random() % info.size;
    GstBuffer* const frame =
        buffer_of(std::vector<guint8>(size, static_cast<guint8>(random())), number);
    if (random() % 8 == 0)
      GST_BUFFER_FLAG_SET(frame, GST_BUFFER_FLAG_GAP);
    GstBuffer* const shared = random() % 2 ? gst_buffer_ref(frame) : nullptr;
    ASSERT_EQ(gst_harness_push(*stream, frame), GST_FLOW_OK);
    GstBuffer* const out = gst_harness_try_pull(*stream);
    if (same_size && out) { // else it was late
      ASSERT_EQ(gst_buffer_get_size(out), size);
    }
    gst_clear_buffer(const_cast<GstBuffer**>(&out));
    if (shared) {
      ASSERT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(shared), 1);
      gst_buffer_unref(shared);
    }
  }
}

void stress(const std::string& element, const std::string& downstream, bool same_size) {
  const Clock::time_point end = Clock::now() + stress_time();
  for (unsigned seed = 1; Clock::now() < end; seed++) {
    Stream stream(element, "", "", downstream);
    std::atomic<bool> stop{false};
    std::thread first([&] { disturb(stream, stop, 2 * seed); });
    std::thread second([&] { disturb(stream, stop, 2 * seed + 1); });
    Random random(seed);
    stream_frames(stream, random, std::min(end, Clock::now() + stress_time() / 4), same_size);
    stop = true;
    first.join();
    second.join();
    if (testing::Test::HasFatalFailure())
      return;
  }
}

} // namespace

TEST(Stress, OfVideoscope) {
  stress("videoscope", "video/x-raw,width=[1,400],height=[1,300]", false);
}

TEST(Stress, OfPicturesThatTwoThreadsDraw) {
  stress("videoscope", "video/x-raw,width=[1280,1300],height=[720,740]", false);
}

TEST(Stress, OfVideoscopeoverlay) {
  stress("videoscopeoverlay", "video/x-raw", true);
}
