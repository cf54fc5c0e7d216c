// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element videoscopeoverlay in a stream: gaps, new caps and settings, seeks, late frames, what
// becomes of metas and references, and the picture under the pointer.
#include "tests/plugin/scope/overlay_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

const std::string source = source_of(10);

} // namespace

TEST(OverlayStream, GapsAndInvalidBuffersPassAsTheyAre) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", placed, caps, caps);
  const std::vector<guint8> drawn = stream.output(buffer_of(frame));
  GstBuffer* const gap = buffer_of(frame);
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  ASSERT_EQ(gst_harness_push(*stream, gap), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  EXPECT_EQ(out, gap);
  EXPECT_TRUE(GST_BUFFER_FLAG_IS_SET(out, GST_BUFFER_FLAG_GAP));
  EXPECT_EQ(bytes_of(out), frame);
  gst_buffer_unref(out);
  const std::vector<guint8> short_frame(100, 7);
  EXPECT_EQ(stream.output(buffer_of(short_frame)), short_frame);
  GstBuffer* const without_memory = gst_buffer_new();
  ASSERT_EQ(gst_harness_push(*stream, without_memory), GST_FLOW_OK);
  GstBuffer* const passed = gst_harness_pull(*stream);
  EXPECT_EQ(passed, without_memory);
  gst_buffer_unref(passed);
  EXPECT_EQ(stream.warnings(), 1u);
  EXPECT_EQ(stream.output(buffer_of(frame)), drawn);
  EXPECT_EQ(stream.stat("skipped-gap"), 1u);
  EXPECT_EQ(stream.stat("skipped-invalid"), 2u);
}

TEST(OverlayStream, CapsAndSettingsChangeInTheStream) {
  Stream stream("videoscopeoverlay", "", "", "video/x-raw");
  guint64 frames = 0;
  for (const char* format : {"I420", "RGBA", "GRAY8", "P010_10LE", "UYVY"})
    for (const auto& [w, h] : {std::pair(1, 1), {63, 31}, {2, 100}, {640, 33}, {1280, 720}}) {
      SCOPED_TRACE(std::string(format) + " " + std::to_string(w) + "x" + std::to_string(h));
      const GstVideoInfo info = info_of(format, w, h);
      gst_harness_set_src_caps_str(*stream, video_caps(format, w, h).c_str());
      const std::vector<guint8> frame = random_frame(info);
      EXPECT_EQ(stream.output(buffer_of(frame)).size(), info.size);
      frames++;
      EXPECT_EQ(stream.stat("blended"), frames);
    }
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  gst_harness_set_src_caps_str(*stream, caps.c_str());
  const std::vector<guint8> before = stream.output(buffer_of(frame));
  g_object_set(stream.element(), "x", 0.5, "y", 0.2, "width", 0.5, "height", 0.5, "opacity", 1.0,
               "backing-opacity", 1.0, nullptr);
  Stream fixed("videoscopeoverlay", std::string(placed) + "opacity=1", caps, caps);
  EXPECT_NE(stream.output(buffer_of(frame)), before);
  EXPECT_EQ(stream.output(buffer_of(frame)), fixed.output(buffer_of(frame)));
  g_object_set(stream.element(), "opacity", 0.0, nullptr);
  EXPECT_EQ(stream.output(buffer_of(frame)), frame);
}

TEST(OverlayStream, ColorimetryChangesInTheStream) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  for (const char* properties : {"scopes=waveform+vectorscope", "scopes=\"\" marks=false-color"}) {
    Stream stream("videoscopeoverlay", properties, caps, caps);
    const std::vector<guint8> before = stream.output(buffer_of(frame));
    g_object_set(stream.element(), "colorimetry", "1:3:5:1", nullptr); // full range
    Stream fresh("videoscopeoverlay", std::string(properties) + " colorimetry=1:3:5:1", caps, caps);
    const std::vector<guint8> after = stream.output(buffer_of(frame));
    EXPECT_NE(after, before) << properties;
    EXPECT_EQ(after, fresh.output(buffer_of(frame))) << properties;
  }
}

TEST(OverlayStream, HeldTracesStayWhenTheScopesMove) {
  const std::string caps = video_caps("NV12", width, height);
  const GstVideoInfo info = info_of("NV12");
  Stream still("videoscopeoverlay", std::string(placed) + "hold=peak", caps, caps);
  Stream moved("videoscopeoverlay", "x=1 y=1 width=0.5 height=0.5 backing-opacity=1 hold=peak",
               caps, caps);
  Stream forgetful("videoscopeoverlay", placed, caps, caps);
  for (Stream* stream : {&still, &moved, &forgetful})
    stream->output(buffer_of(random_frame(info, 1)));
  g_object_set(moved.element(), "x", 0.5, "y", 0.2, nullptr);
  const std::vector<guint8> dark(info.size, 60);
  const std::vector<guint8> held = still.output(buffer_of(dark));
  EXPECT_EQ(moved.output(buffer_of(dark)), held);
  EXPECT_NE(forgetful.output(buffer_of(dark)), held);
}

TEST(OverlayStream, WarnsOnceThatThereIsNoVectorscopeHoweverTheScopesMove) {
  const std::string caps = video_caps("RGBA", width, height);
  const std::vector<guint8> frame = random_frame(info_of("RGBA"));
  Stream stream("videoscopeoverlay", "", caps, caps);
  for (int i = 0; i < 6; i++) {
    g_object_set(stream.element(), "x", 0.1 * i, "width", 0.3 + 0.1 * i, nullptr);
    EXPECT_FALSE(stream.output(buffer_of(frame)).empty());
  }
  EXPECT_EQ(stream.warnings(), 1u);
}

TEST(OverlayStream, KeepsTimesFlagsAndMetas) {
  const std::string caps = video_caps("NV12", width, height);
  Stream stream("videoscopeoverlay", placed, caps, caps);
  for (const bool shared : {false, true}) {
    GstBuffer* const buffer = buffer_of(random_frame(info_of("NV12")), 7);
    GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_MARKER);
    gst_buffer_add_video_region_of_interest_meta(buffer, "face", 1, 2, 3, 4);
    ASSERT_EQ(gst_harness_push(*stream, shared ? gst_buffer_ref(buffer) : buffer), GST_FLOW_OK);
    GstBuffer* const out = gst_harness_pull(*stream);
    EXPECT_EQ(GST_BUFFER_PTS(out), 280 * GST_MSECOND);
    EXPECT_EQ(GST_BUFFER_DURATION(out), 40 * GST_MSECOND);
    EXPECT_TRUE(GST_BUFFER_FLAG_IS_SET(out, GST_BUFFER_FLAG_MARKER));
    EXPECT_EQ(gst_buffer_get_n_meta(out, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE), 1u);
    gst_buffer_unref(out);
    if (shared)
      gst_buffer_unref(buffer);
  }
  EXPECT_EQ(gst_harness_query_latency(*stream), 0u);
}

TEST(OverlayStream, ReadsThePictureUnderThePointer) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", std::string(placed) + "scopes=histogram", caps, caps);
  Stream scopes("videoscope", "scopes=histogram", caps, video_caps("BGRA", wide, high));
  stream.output(buffer_of(frame));
  scopes.output(buffer_of(frame));
  const auto reading = [](Stream& of, double x, double y) {
    gst_harness_push_upstream_event(
        *of,
        gst_event_new_navigation(gst_structure_new(
            "application/x-gst-navigation", "event", G_TYPE_STRING, "mouse-button-press", "button",
            G_TYPE_INT, 1, "pointer_x", G_TYPE_DOUBLE, x, "pointer_y", G_TYPE_DOUBLE, y, nullptr)));
    GstStructure* structure = nullptr;
    g_object_get(of.element(), "reading", &structure, nullptr);
    gchar* const text = structure ? gst_structure_to_string(structure) : g_strdup("none");
    g_clear_pointer(&structure, gst_structure_free);
    const std::string copy = text;
    g_free(text);
    return copy;
  };
  for (const auto& [x, y] : {std::pair(10.0, 20.0), {40.5, 30.5}, {70.0, 50.0}}) {
    EXPECT_NE(reading(scopes, x, y), "none");
    EXPECT_EQ(reading(stream, left + x, top + y), reading(scopes, x, y));
  }
  for (const auto& [x, y] : {std::pair(-1.0, 20.0), {wide + 0.0, 20.0}, {20.0, high + 0.0}})
    EXPECT_EQ(reading(stream, left + x, top + y), "none");
  guint navigations = 0; // the frame's coordinates are those of upstream
  while (GstEvent* event = gst_harness_try_pull_upstream_event(*stream)) {
    navigations += GST_EVENT_TYPE(event) == GST_EVENT_NAVIGATION;
    gst_event_unref(event);
  }
  EXPECT_EQ(navigations, 6u);
}

TEST(OverlayStream, LateFramesAreDroppedUncountedIfAsked) {
  const std::string caps = video_caps("NV12", width, height);
  for (const bool qos : {false, true}) {
    SCOPED_TRACE(qos);
    Stream stream("videoscopeoverlay", placed, caps, caps);
    gboolean is_default = TRUE;
    g_object_get(stream.element(), "qos", &is_default, nullptr);
    EXPECT_FALSE(is_default);
    g_object_set(stream.element(), "qos", gboolean{qos}, nullptr);
    for (guint i = 0; i < 4; i++) {
      const bool dropped = qos && i > 0;
      EXPECT_EQ(stream.output(buffer_of(random_frame(info_of("NV12")), i)).empty(), dropped);
      gst_harness_push_upstream_event(
          *stream, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, GST_SECOND, GST_SECOND));
    }
    EXPECT_FALSE(stream.output(buffer_of(random_frame(info_of("NV12")), 100)).empty());
    EXPECT_EQ(stream.stat("frames"), 5u);
    EXPECT_EQ(stream.stat("counted"), qos ? 2u : 5u);
    EXPECT_EQ(stream.stat("dropped"), qos ? 3u : 0u);
    GstMessage* message = stream.pop(GST_MESSAGE_QOS);
    EXPECT_EQ(message != nullptr, qos);
    g_clear_pointer(&message, gst_message_unref);
    guint events = 0; // upstream gets them all, as the video goes through
    while (GstEvent* event = gst_harness_try_pull_upstream_event(*stream)) {
      events += GST_EVENT_TYPE(event) == GST_EVENT_QOS;
      gst_event_unref(event);
    }
    EXPECT_EQ(events, 4u);
  }
}

TEST(OverlayStream, FlushesAndEnds) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", placed, caps, caps);
  const std::vector<guint8> before = stream.output(buffer_of(frame));
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_flush_start()));
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_segment(&segment)));
  EXPECT_EQ(stream.output(buffer_of(frame)), before);
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_eos()));
}

TEST(OverlayStream, BehindATeeOtherBranchesAreUntouched) {
  const auto plain = last_frames(source + "fakesink name=a", {"a"});
  const auto over = last_frames(source + "videoscopeoverlay ! fakesink name=a", {"a"});
  EXPECT_NE(plain, over);
  const auto both = last_frames(source + "tee name=t ! queue ! videoscopeoverlay ! fakesink "
                                         "name=a t. ! queue ! fakesink name=b",
                                {"a", "b"});
  EXPECT_EQ(both[0], over[0]);
  EXPECT_EQ(both[1], plain[0]);
}

TEST(OverlayStream, SeveralInAPipelineEachShowTheirInput) {
  const auto one = last_frames(source + "videoscopeoverlay x=0 ! fakesink name=a", {"a"});
  const auto two = last_frames(
      source + "videoscopeoverlay x=0 ! videoscopeoverlay x=1 y=0 ! fakesink name=a", {"a"});
  const auto three = last_frames(source + "videoscopeoverlay x=0 ! tee name=t ! queue ! "
                                          "videoscopeoverlay x=1 y=0 ! fakesink name=a "
                                          "t. ! queue ! fakesink name=b",
                                 {"a", "b"});
  EXPECT_NE(one, two);
  EXPECT_EQ(three[0], two[0]);
  EXPECT_EQ(three[1], one[0]);
}

TEST(OverlayStream, SeeksAndShowsTheSameFrames) {
  const std::string end = "videoscopeoverlay ! fakesink name=a";
  // The source makes one frame before the seek, then frames 5 to 13.
  EXPECT_EQ(last_frames(source_of(10) + end, {"a"}, true), last_frames(source_of(14) + end, {"a"}));
  EXPECT_NE(last_frames(source_of(15) + end, {"a"}), last_frames(source_of(14) + end, {"a"}));
}

TEST(OverlayStream, KeepsNoReferences) {
  const std::string caps = video_caps("NV12", width, height);
  int alive = 0;
  const auto count = [](gpointer data, GstMiniObject*) { --*static_cast<int*>(data); };
  GstElement* element = nullptr;
  for (const bool attach : {false, true}) {
    std::vector<GstBuffer*> outputs;
    {
      Stream stream("videoscopeoverlay", placed, "", attach ? with_feature(caps) : caps);
      if (attach)
        gst_harness_add_propose_allocation_meta(
            *stream, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, nullptr);
      gst_harness_set_src_caps_str(*stream, caps.c_str());
      element = stream.element();
      g_object_add_weak_pointer(G_OBJECT(element), reinterpret_cast<gpointer*>(&element));
      for (guint i = 0; i < 4; i++) {
        GstBuffer* const buffer = buffer_of(random_frame(info_of("NV12")), i);
        gst_mini_object_weak_ref(GST_MINI_OBJECT(buffer), count, &alive);
        alive++;
        ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
        outputs.push_back(gst_harness_pull(*stream));
      }
    }
    EXPECT_EQ(element, nullptr);
    for (GstBuffer* out : outputs) { // pictures outlive the element
      if (const auto* const meta = gst_buffer_get_video_overlay_composition_meta(out)) {
        GstVideoOverlayRectangle* const rectangle =
            gst_video_overlay_composition_get_rectangle(meta->overlay, 0);
        GstBuffer* const pixels = gst_video_overlay_rectangle_get_pixels_unscaled_raw(
            rectangle, GST_VIDEO_OVERLAY_FORMAT_FLAG_GLOBAL_ALPHA);
        EXPECT_EQ(bytes_of(pixels).size(), size_t{4} * wide * high);
      }
      gst_buffer_unref(out);
    }
    EXPECT_EQ(alive, 0);
  }
}
