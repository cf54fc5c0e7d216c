// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element videoscope in a stream: caps, gaps, late pictures, invalid buffers, settings.
#include "tests/fake/process.h"
#include "tests/plugin/scope/scopes_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

TEST(Element, DrawsEveryFrameWithItsTimes) {
  Scopes stream;
  for (guint i = 0; i < 3; i++) {
    ASSERT_EQ(gst_harness_push(*stream, Scopes::frame(i)), GST_FLOW_OK);
    GstBuffer* out = gst_harness_pull(*stream);
    EXPECT_EQ(GST_BUFFER_PTS(out), i * 40 * GST_MSECOND);
    EXPECT_EQ(GST_BUFFER_DURATION(out), 40 * GST_MSECOND);
    EXPECT_EQ(gst_buffer_get_size(out), 320u * 240 * 4);
    gst_buffer_unref(out);
  }
  EXPECT_EQ(stream.stat("counted"), 3u);
  EXPECT_EQ(stream.stat("drawn"), 3u);
  EXPECT_EQ(gst_harness_query_latency(*stream), 0u);
}

TEST(Element, PicturesOfAllFormatsShowTheSame) {
  std::vector<guint8> bgrx;
  for (const char* format : {"BGRx", "RGBA", "ARGB", "xBGR"}) {
    Scopes stream("", (std::string("video/x-raw,width=320,height=240,format=") + format).c_str());
    std::vector<guint8> bytes = stream.picture(Scopes::frame(0));
    const GstVideoFormatInfo* info =
        gst_video_format_get_info(gst_video_format_from_string(format));
    std::vector<guint8> swapped(bytes.size(), 255);
    for (size_t i = 0; i < bytes.size(); i += 4) {
      size_t other = i + 0 + 1 + 2 + 3;
      for (guint c = 0; c < 3; c++) {
        const auto offset = static_cast<size_t>(GST_VIDEO_FORMAT_INFO_POFFSET(info, c));
        swapped[i + 2 - c] = bytes[i + offset];
        other -= offset;
      }
      ASSERT_EQ(bytes[other], 255) << "alpha or x of " << format;
    }
    if (bgrx.empty())
      bgrx = swapped;
    EXPECT_TRUE(swapped == bgrx) << format;
  }
}

TEST(Element, LateFramesAreDroppedUncounted) {
  Scopes stream;
  EXPECT_FALSE(stream.picture(Scopes::frame(0)).empty());
  gst_harness_push_upstream_event(
      *stream, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, 200 * GST_MSECOND, 0));
  EXPECT_TRUE(stream.picture(Scopes::frame(1)).empty());
  EXPECT_FALSE(stream.picture(Scopes::frame(20)).empty());
  EXPECT_EQ(stream.stat("frames"), 3u);
  EXPECT_EQ(stream.stat("dropped"), 1u);
  EXPECT_EQ(stream.stat("counted"), 2u);
  EXPECT_EQ(stream.stat("drawn"), 2u);
  GstMessage* message = stream.pop(GST_MESSAGE_QOS);
  EXPECT_NE(message, nullptr);
  g_clear_pointer(&message, gst_message_unref);
  g_object_set(stream.element(), "qos", FALSE, nullptr);
  EXPECT_FALSE(stream.picture(Scopes::frame(1)).empty());
}

TEST(Element, LateFramesRaiseThePeak) {
  Scopes in_time("hold=peak"), late("hold=peak"), without("hold=peak");
  std::vector<guint8> pictures[3];
  size_t n = 0;
  for (Scopes* stream : {&in_time, &late, &without}) {
    EXPECT_FALSE(stream->picture(Scopes::frame(0)).empty());
    if (stream == &late)
      gst_harness_push_upstream_event(
          **stream, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, 200 * GST_MSECOND, 0));
    if (stream != &without) {
      EXPECT_EQ(stream->picture(Scopes::frame(1)).empty(), stream == &late);
    }
    pictures[n++] = stream->picture(Scopes::frame(20));
  }
  EXPECT_EQ(late.stat("dropped"), 1u);
  EXPECT_EQ(late.stat("counted"), 3u);
  EXPECT_TRUE(pictures[1] == pictures[0]);
  EXPECT_TRUE(pictures[2] != pictures[0]);
}

TEST(Element, QosEventsEndHere) {
  Scopes stream;
  EXPECT_FALSE(stream.picture(Scopes::frame(0)).empty());
  for (const bool qos : {true, false}) {
    g_object_set(stream.element(), "qos", gboolean{qos}, nullptr);
    EXPECT_TRUE(gst_harness_push_upstream_event(
        *stream, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, GST_SECOND, GST_SECOND)));
  }
  while (GstEvent* event = gst_harness_try_pull_upstream_event(*stream)) {
    EXPECT_NE(GST_EVENT_TYPE(event), GST_EVENT_QOS);
    gst_event_unref(event);
  }
}

TEST(Element, AfterADecoderAllFramesOfALateVideoArrive) {
  for (const bool peak : {false, true}) {
    SCOPED_TRACE(peak);
    // By the offset, each frame of the 13 s should have been shown 20 s ago.
    GstElement* const pipeline = gst_parse_launch(
        "filesrc location=" VIDEO " ! matroskademux ! vp8dec ! identity sleep-time=2000 ! "
        "videoscope name=scopes ! video/x-raw,width=64,height=48 ! "
        "fakesink sync=true qos=true ts-offset=-20000000000",
        nullptr);
    if (!pipeline)
      GTEST_SKIP() << "no matroskademux or vp8dec (Debian: gstreamer1.0-plugins-good)";
    GstElement* const scopes = gst_bin_get_by_name(GST_BIN(pipeline), "scopes");
    if (peak)
      gst_util_set_object_arg(G_OBJECT(scopes), "hold", "peak");
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstBus* const bus = gst_element_get_bus(pipeline);
    GstMessage* message = gst_bus_timed_pop_filtered(
        bus, 60 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
    EXPECT_TRUE(message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS);
    g_clear_pointer(&message, gst_message_unref);
    GstStructure* stats = nullptr;
    g_object_get(scopes, "stats", &stats, nullptr);
    guint64 frames = 0, counted = 0, drawn = 0, dropped = 0;
    gst_structure_get(stats, "frames", G_TYPE_UINT64, &frames, "counted", G_TYPE_UINT64, &counted,
                      "drawn", G_TYPE_UINT64, &drawn, "dropped", G_TYPE_UINT64, &dropped, nullptr);
    EXPECT_EQ(frames, 390u);
    EXPECT_EQ(drawn + dropped, frames);
    EXPECT_EQ(counted, peak ? frames : drawn);
    EXPECT_GE(drawn, 13u); // one per second
    EXPECT_GT(dropped, 0u);
    gst_structure_free(stats);
    gst_object_unref(scopes);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(bus);
    gst_object_unref(pipeline);
  }
}

TEST(Element, GapsAndInvalidBuffersHaveAPictureWithoutTraces) {
  Scopes stream;
  const std::vector<guint8> drawn = stream.picture(Scopes::frame(0));
  GstBuffer* gap = Scopes::frame(1);
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  const std::vector<guint8> empty = stream.picture(gap);
  EXPECT_TRUE(empty != drawn);
  EXPECT_TRUE(stream.picture(Scopes::frame(2, 100)) == empty);
  EXPECT_TRUE(stream.picture(Scopes::frame(2, 100)) == empty);
  EXPECT_EQ(stream.warnings(), 1u);
  EXPECT_TRUE(stream.picture(Scopes::frame(0)) == drawn);
  EXPECT_EQ(stream.stat("skipped-gap"), 1u);
  EXPECT_EQ(stream.stat("skipped-invalid"), 2u);
}

TEST(Element, CapsChangeInTheStream) {
  Scopes stream;
  for (const char* format : {"I420", "RGBA", "GRAY8", "P010_10LE", "RGBA64_LE", "UYVY"})
    for (const int width : {1, 63, 640}) {
      GstVideoInfo info;
      gst_video_info_set_format(&info, gst_video_format_from_string(format),
                                static_cast<guint>(width), 31);
      info.fps_n = 25;
      gst_harness_set_src_caps(*stream, gst_video_info_to_caps(&info));
      EXPECT_EQ(stream.picture(Scopes::frame(0, info.size)).size(), 320u * 240 * 4) << format;
    }
  EXPECT_EQ(stream.stat("counted"), 18u);
  EXPECT_EQ(stream.warnings(), 9u); // the vectorscope of frames without Cb and Cr
}

TEST(Element, ArrowheadsOfFramesWithoutACompositeSignalAreEmptyAndWarn) {
  Scopes stream("scopes=arrowhead");
  std::vector<guint8> of_576;
  for (const guint rows : {576u, 480u, 486u, 720u, 575u}) {
    GstVideoInfo info;
    gst_video_info_set_format(&info, GST_VIDEO_FORMAT_I420, 64, rows);
    info.fps_n = 25;
    gst_harness_set_src_caps(*stream, gst_video_info_to_caps(&info));
    const std::vector<guint8> picture = stream.picture(Scopes::frame(0, info.size));
    EXPECT_EQ(stream.warnings(), rows == 720 || rows == 575 ? 1u : 0u) << rows;
    if (rows == 576)
      of_576 = picture;
    else
      EXPECT_TRUE(picture != of_576) << rows; // other limits, or none
  }
}

TEST(Element, SettingsChangeInTheStream) {
  Scopes stream("scopes=waveform");
  const std::vector<guint8> before = stream.picture(Scopes::frame(0));
  g_object_set(stream.element(), "scopes", "Histogram, VECTORSCOPE", nullptr);
  EXPECT_TRUE(stream.picture(Scopes::frame(0)) != before);
  EXPECT_EQ(stream.warnings(), 0u);
  g_object_set(stream.element(), "scopes", "", nullptr); // none
  EXPECT_EQ(stream.warnings(), 0u);
  for (const char* wrong : {"wave", "parade;histogram", "waveform(mode=rgb", "waveform)",
                            "waveform+", "waveform(rgb)", "waveform(mode=red)", "waveform(gain=2)",
                            "parade(color=picture)", "vectorscope(direction=rows)",
                            "waveform(backend=cpu)", "waveform(zoom=20)", "waveform(mode=rgb)x"}) {
    g_object_set(stream.element(), "scopes", wrong, nullptr);
    EXPECT_EQ(stream.warnings(), 1u) << wrong;
  }
  g_object_set(stream.element(), "scopes", "waveform", "percentiles", "50,101", nullptr);
  EXPECT_EQ(stream.warnings(), 1u);
  EXPECT_TRUE(stream.picture(Scopes::frame(0)) == before);
}

TEST(Element, WarnsOncePerCapsThatThereIsNoVectorscope) {
  Stream stream("videoscope", "", "", "video/x-raw,width=320,height=240");
  for (const int size : {64, 64, 32}) {
    gst_harness_set_src_caps_str(*stream, video_caps("RGBA", size, size).c_str());
    for (int i = 1; i <= 3; i++) {
      g_object_set(stream.element(), "intensity", double{1} * i, nullptr);
      const size_t bytes = static_cast<size_t>(size) * static_cast<size_t>(size) * 4;
      EXPECT_FALSE(stream.output(buffer_of(std::vector<guint8>(bytes))).empty());
    }
  }
  EXPECT_EQ(stream.warnings(), 2u);
}

TEST(Element, DefaultSizeIs720p) {
  Scopes stream("", "video/x-raw");
  EXPECT_EQ(stream.picture(Scopes::frame(0)).size(), 1280u * 720 * 4);
  Scopes high("", "video/x-raw,height=360");
  EXPECT_EQ(high.picture(Scopes::frame(0)).size(), 640u * 360 * 4);
}

TEST(Element, EndsAndFlushes) {
  Scopes stream;
  EXPECT_FALSE(stream.picture(Scopes::frame(0)).empty());
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_flush_start()));
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_segment(&segment)));
  EXPECT_FALSE(stream.picture(Scopes::frame(0)).empty());
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_eos()));
}

namespace {

void count_line(const gchar*, GLogLevelFlags, const gchar*, gpointer lines) {
  ++*static_cast<int*>(lines);
}

} // namespace

TEST(Element, DrawsFramesOfASegmentThatIsNotInTime) {
  Scopes stream;
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_BYTES); // the default of appsrc
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_segment(&segment)));
  int criticals = 0;
  const guint handler =
      g_log_set_handler("GStreamer", G_LOG_LEVEL_CRITICAL, count_line, &criticals);
  EXPECT_FALSE(stream.picture(Scopes::frame(1)).empty());
  g_log_remove_handler("GStreamer", handler);
  EXPECT_EQ(criticals, 0);
}

namespace {

GstEvent* pointer_at(double x, double y) {
  return gst_event_new_navigation(
      gst_structure_new("application/x-gst-navigation", "event", G_TYPE_STRING, "mouse-move",
                        "pointer_x", G_TYPE_DOUBLE, x, "pointer_y", G_TYPE_DOUBLE, y, nullptr));
}

/// The property `reading` as text; empty: there is none.
std::string reading_of(GstElement* element) {
  GstStructure* reading = nullptr;
  g_object_get(element, "reading", &reading, nullptr);
  if (!reading)
    return "";
  gchar* const text = gst_structure_to_string(reading);
  const std::string copy = text;
  g_free(text);
  gst_structure_free(reading);
  return copy;
}

} // namespace

TEST(Element, ReadsThePixelUnderThePointer) {
  Scopes stream("scopes=waveform");
  EXPECT_EQ(reading_of(stream.element()), "");
  EXPECT_FALSE(stream.picture(Scopes::frame(0)).empty());
  gst_harness_push_upstream_event(*stream, pointer_at(200, 100));
  while (GstEvent* event = gst_harness_try_pull_upstream_event(*stream)) {
    EXPECT_NE(GST_EVENT_TYPE(event), GST_EVENT_NAVIGATION);
    gst_event_unref(event);
  }
  const std::string reading = reading_of(stream.element());
  EXPECT_EQ(reading.find("videoscope-reading, x=(double)200, y=(double)100, "
                         "scope=(string)waveform, channels=(string)Y, value=(uint)"),
            0u)
      << reading;
  GstMessage* const message = stream.pop(GST_MESSAGE_ELEMENT);
  ASSERT_NE(message, nullptr);
  gchar* const posted = gst_structure_to_string(gst_message_get_structure(message));
  EXPECT_EQ(posted, reading);
  g_free(posted);
  gst_message_unref(message);
  gst_harness_push_upstream_event(*stream, pointer_at(0, 0)); // the margin
  EXPECT_EQ(reading_of(stream.element()), "");
  EXPECT_EQ(stream.pop(GST_MESSAGE_ELEMENT), nullptr);
}

TEST(Element, MakesThePictureBeforeTheFirstFrame) {
  Scopes later;
  later.picture(Scopes::frame(0));
  g_object_set(later.element(), "hold", 2, nullptr); // reference
  const std::vector<guint8> under_itself = later.picture(Scopes::frame(0));
  for (const char* hold : {"peak", "reference"}) {
    Scopes stream(std::string("hold=") + hold);
    gst_harness_push_upstream_event(*stream, pointer_at(250, 50));
    EXPECT_NE(reading_of(stream.element()), "");
    for (const char* counter : {"frames", "counted", "drawn", "count-time", "draw-time"})
      EXPECT_EQ(stream.stat(counter), 0u) << counter;
    EXPECT_TRUE(stream.picture(Scopes::frame(0)) == under_itself); // nothing else is held
  }
}

TEST(Element, CapsWithoutAFrameDoNotWarn) {
  Stream stream("videoscope", "", "", "video/x-raw,width=320,height=240");
  gst_harness_set_src_caps_str(*stream, video_caps("RGBA", 64, 48).c_str());
  EXPECT_EQ(stream.warnings(), 0u); // about the vectorscope
  gst_harness_set_src_caps_str(*stream, video_caps("I420", 64, 48).c_str());
  EXPECT_FALSE(stream.output(buffer_of(std::vector<guint8>(64 * 48 * 3 / 2))).empty());
  EXPECT_EQ(stream.warnings(), 0u);
}

TEST(Element, HoldsWhatWasDrawnWhenThePropertyWasSet) {
  Scopes stream("scopes=waveform");
  const std::vector<guint8> first = stream.picture(Scopes::frame(0));
  const std::vector<guint8> second = stream.picture(Scopes::frame(60));
  g_object_set(stream.element(), "hold", 2, nullptr); // reference
  const std::vector<guint8> held = stream.picture(Scopes::frame(0));
  EXPECT_TRUE(held != first && held != second);
  EXPECT_TRUE(stream.picture(Scopes::frame(0)) == held);
  g_object_set(stream.element(), "hold", 2, nullptr); // frame 0 under itself
  stream.picture(Scopes::frame(0));
  EXPECT_TRUE(stream.picture(Scopes::frame(0)) != held);
  g_object_set(stream.element(), "hold", 0, nullptr);
  EXPECT_TRUE(stream.picture(Scopes::frame(0)) == first);
}

TEST(Element, SeeksAndDrawsTheSameFrames) {
  const std::string end = "videoscope ! video/x-raw,width=320,height=240 ! fakesink name=a";
  // The source makes one frame before the seek, then frames 5 to 13.
  EXPECT_EQ(last_frames(source_of(10) + end, {"a"}, true), last_frames(source_of(14) + end, {"a"}));
  EXPECT_NE(last_frames(source_of(15) + end, {"a"}), last_frames(source_of(14) + end, {"a"}));
}

TEST(Element, OneThreadDrawsIfTheProcessMayUseOneCore) {
  const videohistogram::OneCore one;
  Scopes stream("", "video/x-raw,width=1280,height=720");
  const size_t before = videohistogram::threads_of_process();
  EXPECT_FALSE(stream.picture(Scopes::frame(0)).empty());
  EXPECT_EQ(videohistogram::threads_of_process(), before);
  EXPECT_EQ(stream.stat("drawn"), 1u);
}

TEST(Element, StopsInAChildAfterFork) {
  Scopes stream("", "video/x-raw,width=1280,height=720"); // two threads draw
  for (guint i = 0; i < 3; i++)
    EXPECT_FALSE(stream.picture(Scopes::frame(i)).empty());
  EXPECT_EQ(videohistogram::status_of_child([&] {
              return gst_element_set_state(stream.element(), GST_STATE_NULL) ==
                     GST_STATE_CHANGE_SUCCESS;
            }),
            0);
  EXPECT_FALSE(stream.picture(Scopes::frame(3)).empty());
}

TEST(Element, SeveralInAPipelineDrawTheSame) {
  const std::string end = "videoscope ! video/x-raw,width=320,height=240 ! fakesink name=";
  const auto one = last_frames(source_of(10) + end + "a", {"a"});
  const auto both = last_frames(
      source_of(10) + "tee name=t ! queue ! " + end + "a t. ! queue ! " + end + "b", {"a", "b"});
  EXPECT_EQ(both[0], one[0]);
  EXPECT_EQ(both[1], one[0]);
}
