// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// videoscopeoverlay with frames in a GPU's memory: the pixels are those of frames in system memory
// that the CPU counts. The program runs on emulated memory and on GstCudaMemory.
#include "tests/plugin/scope/device/overlay_pair.h"

#include <algorithm>
#include <cstdio>

using namespace videohistogram::scope;

TEST(DeviceOverlay, DrawsThePixelsOfSystemMemory) {
  for (const char* format : formats)
    for (const char* properties :
         {"", placed, "x=0 y=0 width=1 height=1 opacity=1", "opacity=0.2 width=0.2"}) {
      SCOPED_TRACE(std::string(format) + " " + properties);
      const GstVideoInfo info = info_of(format);
      Pair pair(properties, format);
      for (unsigned seed = 0; seed < 4; seed++)
        EXPECT_TRUE(pair.draw_alike(info, seed)) << "frame " << seed;
      EXPECT_EQ(pair.device.stat("blended"), 4u);
      EXPECT_EQ(pair.device.stat("copied"), 0u);
      EXPECT_EQ(pair.device.stat("drawn"), 4u);
      EXPECT_EQ(pair.device.stat("failed"), 0u);
      EXPECT_EQ(pair.device.warnings(), pair.host.warnings());
    }
}

TEST(DeviceOverlay, DrawsThePixelsOfSystemMemoryInOddSizes) {
  for (const char* format : {"NV12", "P010_10LE", "RGBA", "I420"})
    for (const auto& [w, h] : {std::pair(2, 2), {17, 14}, {321, 242}, {1282, 722}}) {
      SCOPED_TRACE(std::string(format) + " " + std::to_string(w) + "x" + std::to_string(h));
      const GstVideoInfo info = frame_info(format, w, h);
      Pair pair("x=0.3 y=0.8 width=0.7 height=0.6", format, w, h);
      for (unsigned seed = 0; seed < 2; seed++)
        EXPECT_TRUE(pair.draw_alike(info, seed));
    }
}

TEST(DeviceOverlay, DrawsThePixelsOfSystemMemoryInEachColorimetry) {
  for (const char* format : {"NV12", "P010_10LE", "RGBA"})
    for (const char* colorimetry :
         {"bt709", "bt601", "bt2100-pq", "bt2100-hlg", "1:4:7:1", "sRGB", "2:1:5:1", "1:1:14:7"}) {
      SCOPED_TRACE(std::string(format) + " " + colorimetry);
      const GstVideoInfo info = info_of(format);
      const std::string of = std::string(",colorimetry=") + colorimetry;
      Pair pair("scopes=histogram+parade", format);
      gst_harness_set_sink_caps_str(*pair.host, (video_caps(format, width, height) + of).c_str());
      gst_harness_set_src_caps_str(*pair.host, (video_caps(format, width, height) + of).c_str());
      gst_harness_set_sink_caps_str(*pair.device, (test_caps(format) + of).c_str());
      gst_harness_set_src_caps_str(*pair.device, (test_caps(format) + of).c_str());
      for (unsigned seed = 0; seed < 2; seed++)
        EXPECT_TRUE(pair.draw_alike(info, seed));
    }
}

TEST(DeviceOverlay, WritesNumbersAsOverSystemMemory) {
  for (const char* format : {"NV12", "P010_10LE", "RGBA"}) {
    SCOPED_TRACE(format);
    const GstVideoInfo info = frame_info(format, 402, 302);
    Pair pair("scopes=waveform width=1 height=1 numbers=frame+timecode+light+r103+percentiles "
              "pins=3,5;401,301 probe=1,2,30,20",
              format, 402, 302);
    if (std::string(format) == "P010_10LE") { // with light
      const std::string pq = ",colorimetry=bt2100-pq";
      const std::string host_caps = video_caps(format, 402, 302) + pq;
      const std::string caps = device_caps(format, 402, 302) + pq;
      for (Stream* stream : {&pair.host, &pair.device}) {
        const char* const text = (stream == &pair.host ? host_caps : caps).c_str();
        gst_harness_set_sink_caps_str(**stream, text);
        gst_harness_set_src_caps_str(**stream, text);
      }
    }
    for (unsigned seed = 0; seed < 2; seed++) {
      EXPECT_TRUE(pair.draw_alike(info, seed));
      std::string values[2];
      for (Stream* stream : {&pair.host, &pair.device})
        if (GstMessage* const message = stream->pop(GST_MESSAGE_ELEMENT)) {
          gchar* const text = gst_structure_to_string(gst_message_get_structure(message));
          values[stream == &pair.device] = text;
          g_free(text);
          gst_message_unref(message);
        }
      EXPECT_NE(values[0], "");
      EXPECT_EQ(values[0], values[1]);
    }
    EXPECT_EQ(pair.device.stat("failed"), 0u);
    EXPECT_EQ(pair.device.warnings(), pair.host.warnings());
  }
}

TEST(DeviceOverlay, ShowsRegionsAsOfSystemMemory) {
  for (const char* format : {"NV12", "P010_10LE", "RGBA"}) {
    SCOPED_TRACE(format);
    const GstVideoInfo info = info_of(format);
    Pair pair(std::string(placed) + "marks=zebra show-region=part", format);
    const std::vector<guint8> pixels = pixels_of(info, 1);
    for (const guint x : {10u, 30u}) {
      GstBuffer* const buffers[] = {host_buffer(info, pixels, 1), device_buffer(info, pixels, 1)};
      for (GstBuffer* buffer : buffers)
        gst_buffer_add_video_region_of_interest_meta(buffer, "part", x, 20, 60, 40);
      EXPECT_TRUE(same_pixels(info, output(pair.host, buffers[0], info),
                              output(pair.device, buffers[1], info)));
    }
    EXPECT_EQ(pair.device.stat("counted"), 2u);
    EXPECT_EQ(pair.device.stat("marked"), 2u);
  }
}

TEST(DeviceOverlay, LightWithoutRoomIsNotMeasured) {
  const GstVideoInfo info = info_of("P010_10LE");
  for (const char* properties : {"scopes=\"\" numbers=light width=0.1 height=0.1",
                                 "scopes=waveform numbers=light width=0.1 height=0.1"}) {
    SCOPED_TRACE(properties);
    Pair pair(properties, "P010_10LE");
    const std::string pq = ",colorimetry=bt2100-pq";
    gst_harness_set_sink_caps_str(*pair.host,
                                  (video_caps("P010_10LE", width, height) + pq).c_str());
    gst_harness_set_src_caps_str(*pair.host, (video_caps("P010_10LE", width, height) + pq).c_str());
    gst_harness_set_sink_caps_str(*pair.device, (test_caps("P010_10LE") + pq).c_str());
    gst_harness_set_src_caps_str(*pair.device, (test_caps("P010_10LE") + pq).c_str());
    const std::vector<guint8> pixels = pixels_of(info, 1);
    for (unsigned frame = 0; frame < 2; frame++)
      EXPECT_TRUE(same_pixels(info, output(pair.host, host_buffer(info, pixels, frame), info),
                              output(pair.device, device_buffer(info, pixels, frame), info)));
    EXPECT_EQ(pair.device.stat("failed"), 0u);
  }
}

TEST(DeviceOverlay, TransfersNoFrameAndNoTable) {
  if (!is_emulated())
    GTEST_SKIP() << "only emulated memory counts transfers";
  const GstVideoInfo info = info_of("NV12");
  Stream stream("videoscopeoverlay", std::string(on_gpu) + placed, test_caps("NV12"),
                test_caps("NV12"));
  std::vector<GstBuffer*> outputs;
  for (unsigned i = 0; i < 4; i++) {
    GstBuffer* const buffer = device_buffer(info, pixels_of(info, i), i);
    GstBuffer* const shared = i % 2 ? gst_buffer_ref(buffer) : nullptr;
    const uint64_t before = transfers();
    ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
    outputs.push_back(gst_harness_pull(*stream));
    EXPECT_EQ(transfers(), before) << (i % 2 ? "shared" : "writable");
    gst_clear_buffer(const_cast<GstBuffer**>(&shared));
  }
  for (GstBuffer* out : outputs)
    gst_buffer_unref(out);
  EXPECT_EQ(stream.stat("copied"), 2u);
  EXPECT_EQ(stream.stat("blended"), 4u);
}

namespace {

/// A buffer with the memory and the metas of another one.
GstBuffer* sharing(GstBuffer* buffer) {
  GstBuffer* const made = gst_buffer_new();
  gst_buffer_append_memory(made, gst_buffer_get_memory(buffer, 0));
  gst_buffer_copy_into(made, buffer, GST_BUFFER_COPY_METADATA, 0, static_cast<gsize>(-1));
  if (const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer)) {
    gsize offsets[GST_VIDEO_MAX_PLANES];
    gint strides[GST_VIDEO_MAX_PLANES];
    std::copy_n(meta->offset, GST_VIDEO_MAX_PLANES, offsets);
    std::copy_n(meta->stride, GST_VIDEO_MAX_PLANES, strides);
    gst_buffer_add_video_meta_full(made, meta->flags, meta->format, meta->width, meta->height,
                                   meta->n_planes, offsets, strides);
  }
  return made;
}

} // namespace

TEST(DeviceOverlay, FramesThatOthersReadAreCopiedOnce) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> pixels = pixels_of(info, 1);
  Pair pair(placed, "NV12");
  Stream& stream = pair.device;
  const std::vector<guint8> expected = output(pair.host, host_buffer(info, pixels, 0), info);

  GstBuffer* buffer = device_buffer(info, pixels);
  const GstMemory* const memory = gst_buffer_peek_memory(buffer, 0);
  ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
  GstBuffer* out = gst_harness_pull(*stream);
  EXPECT_EQ(out, buffer);
  EXPECT_EQ(gst_buffer_peek_memory(out, 0), memory);
  EXPECT_EQ(stream.stat("copied"), 0u);
  gst_buffer_unref(out);

  buffer = device_buffer(info, pixels, 1);
  gst_buffer_add_video_region_of_interest_meta(buffer, "part", 1, 2, 3, 4);
  GST_BUFFER_OFFSET(buffer) = 77;
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_MARKER);
  GstBuffer* const shares_memory = sharing(buffer);
  guint copied = 0;
  for (GstBuffer* pushed : {buffer, gst_buffer_ref(shares_memory)}) {
    ASSERT_EQ(gst_harness_push(*stream, pushed), GST_FLOW_OK);
    out = gst_harness_pull(*stream);
    EXPECT_TRUE(same_pixels(info, expected, read_pixels(out, info)));
    EXPECT_TRUE(same_pixels(info, pixels, read_pixels(shares_memory, info)));
    EXPECT_EQ(GST_BUFFER_PTS(out), 40 * GST_MSECOND);
    EXPECT_EQ(GST_BUFFER_DURATION(out), 40 * GST_MSECOND);
    EXPECT_EQ(GST_BUFFER_OFFSET(out), 77u);
    EXPECT_TRUE(GST_BUFFER_FLAG_IS_SET(out, GST_BUFFER_FLAG_MARKER));
    EXPECT_EQ(gst_buffer_get_n_meta(out, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE), 1u);
    EXPECT_EQ(gst_buffer_get_n_meta(out, GST_VIDEO_META_API_TYPE), 1u);
    EXPECT_EQ(stream.stat("copied"), ++copied);
    gst_buffer_unref(out);
  }
  EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(shares_memory), 1);
  gst_buffer_unref(shares_memory);
}

TEST(DeviceOverlay, HeldTracesAndNewPropertiesFollowThoseOfSystemMemory) {
  for (const char* format : {"NV12", "RGBA"}) {
    const GstVideoInfo info = info_of(format);
    Pair pair(placed, format);
    unsigned seed = 0;
    const auto set = [&](const char* property, const char* value) {
      for (Stream* stream : {&pair.host, &pair.device})
        gst_util_set_object_arg(G_OBJECT(stream->element()), property, value);
    };
    const auto draw = [&](const char* what) {
      for (int i = 0; i < 3; i++)
        EXPECT_TRUE(pair.draw_alike(info, seed++)) << what << ", frame " << i;
    };
    draw("at first");
    set("hold", "peak");
    draw("peak");
    set("opacity", "0.4");
    draw("opacity");
    set("hold", "reference");
    draw("reference");
    set("x", "1");
    draw("x");
    set("scopes", "histogram+vectorscope");
    draw("scopes");
    set("width", "0.9");
    draw("width");
    set("histogram-scale", "log");
    draw("log");
    set("hold", "none");
    draw("none");
    EXPECT_EQ(pair.device.warnings(), pair.host.warnings());
    EXPECT_EQ(pair.device.stat("failed"), 0u);
  }
}

/// The host draws over a frame with a crop that others may read.
TEST(DeviceOverlay, HeldTracesBeginAgainWhereTheHostDraws) {
  const GstVideoInfo info = info_of("NV12");
  const std::string properties = std::string(placed) + " hold=peak";
  Pair pair(properties, "NV12");
  // Frames drawn by the same side in a row: a new element has their held traces.
  unsigned seed = 0;
  for (const auto& [frames, by_host] : {std::pair(2, false), {3, true}, {2, false}, {1, true}}) {
    Stream fresh("videoscopeoverlay", on_cpu + properties, video_caps("NV12", width, height),
                 video_caps("NV12", width, height));
    for (int i = 0; i < frames; i++, seed++) {
      SCOPED_TRACE("frame " + std::to_string(seed));
      const std::vector<guint8> pixels = pixels_of(info, seed);
      const std::vector<guint8> expected = output(fresh, host_buffer(info, pixels, seed), info);
      GstBuffer* buffer = device_buffer(info, pixels, seed);
      GstBuffer* other = nullptr;
      if (by_host) {
        gst_buffer_add_video_crop_meta(buffer);
        other = sharing(buffer);
      }
      EXPECT_TRUE(same_pixels(info, expected, output(pair.device, buffer, info)));
      if (other)
        gst_buffer_unref(other);
    }
  }
  EXPECT_EQ(pair.device.stat("blended"), 8u);
  EXPECT_EQ(pair.device.stat("copied"), 4u);
}

TEST(DeviceOverlay, FollowsNewCaps) {
  Stream stream("videoscopeoverlay", std::string(on_gpu) + placed, "", "");
  struct Step {
    const char* format;
    int w, h;
    bool on_device;
  };
  constexpr Step steps[] = {{"NV12", 160, 120, true},      {"NV12", 320, 180, true},
                            {"P010_10LE", 320, 180, true}, {"RGBA", 64, 64, true},
                            {"RGBA", 64, 64, false},       {"RGBA", 64, 64, true},
                            {"NV12", 160, 120, true}};
  for (const Step& step : steps) {
    SCOPED_TRACE(std::string(step.format) + (step.on_device ? " in a GPU's memory" : ""));
    const GstVideoInfo info = frame_info(step.format, step.w, step.h);
    const std::string system = video_caps(step.format, step.w, step.h);
    const std::string caps = step.on_device ? device_caps(step.format, step.w, step.h) : system;
    gst_harness_set_src_caps_str(*stream, caps.c_str());
    Stream host("videoscopeoverlay", std::string(on_cpu) + placed, system, system);
    for (unsigned seed = 0; seed < 3; seed++) {
      const std::vector<guint8> pixels = pixels_of(info, seed);
      GstBuffer* const buffer =
          step.on_device ? device_buffer(info, pixels, seed) : host_buffer(info, pixels, seed);
      EXPECT_TRUE(same_pixels(info, output(host, host_buffer(info, pixels, seed), info),
                              output(stream, buffer, info)));
    }
  }
  EXPECT_EQ(stream.stat("failed"), 0u);
  EXPECT_EQ(stream.stat("copied"), 0u);
}

TEST(DeviceOverlay, GapsPassAsTheyAre) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> pixels = pixels_of(info, 2);
  Pair pair(placed, "NV12");
  EXPECT_TRUE(pair.draw_alike(info, 1));
  GstBuffer* const gap = device_buffer(info, pixels);
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  EXPECT_TRUE(same_pixels(info, pixels, output(pair.device, gap, info)));
  EXPECT_TRUE(pair.draw_alike(info, 3));
  EXPECT_EQ(pair.device.stat("skipped-gap"), 1u);
  EXPECT_EQ(pair.device.stat("blended"), 2u);
}

TEST(DeviceOverlay, PicturesAreAttachedIfDownstreamBlendsThem) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> pixels = pixels_of(info, 2);
  Stream stream("videoscopeoverlay", std::string(on_gpu) + placed, "", with_composition);
  attach_pictures(stream);
  ASSERT_EQ(gst_harness_push(*stream, device_buffer(info, pixels)), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  EXPECT_NE(gst_buffer_get_video_overlay_composition_meta(out), nullptr);
  EXPECT_TRUE(same_pixels(info, pixels, read_pixels(out, info)));
  gst_buffer_unref(out);
  EXPECT_EQ(stream.stat("attached"), 1u);
  EXPECT_EQ(stream.stat("blended"), 0u);
}

TEST(DeviceOverlay, TheCpuDrawsIfItCounts) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> pixels = pixels_of(info, 2);
  Pair pair(placed, "NV12");
  Stream stream("videoscopeoverlay", std::string(on_cpu) + placed, test_caps("NV12"),
                test_caps("NV12"));
  EXPECT_TRUE(same_pixels(info, output(pair.host, host_buffer(info, pixels, 0), info),
                          output(stream, device_buffer(info, pixels), info)));
  EXPECT_EQ(stream.stat("blended"), 1u);
}

TEST(DeviceOverlay, KeepsNoReferences) {
  const GstVideoInfo info = info_of("NV12");
  GstElement* element = nullptr;
  std::vector<GstBuffer*> outputs;
  const std::vector<guint8> pixels = pixels_of(info, 2);
  {
    Stream stream("videoscopeoverlay", std::string(on_gpu) + placed, test_caps("NV12"),
                  test_caps("NV12"));
    element = stream.element();
    g_object_add_weak_pointer(G_OBJECT(element), reinterpret_cast<gpointer*>(&element));
    for (guint i = 0; i < 6; i++) {
      GstBuffer* const buffer = device_buffer(info, pixels, i);
      GstBuffer* const shared = i % 2 ? gst_buffer_ref(buffer) : nullptr;
      ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
      outputs.push_back(gst_harness_pull(*stream));
      if (shared) {
        EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(shared), 1);
        gst_buffer_unref(shared);
      }
    }
  }
  EXPECT_EQ(element, nullptr);
  const std::vector<guint8> first = read_pixels(outputs[0], info);
  EXPECT_NE(first, pixels);
  for (GstBuffer* out : outputs) { // copies outlive the element
    EXPECT_TRUE(same_pixels(info, first, read_pixels(out, info)));
    EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(out), 1);
    gst_buffer_unref(out);
  }
}

TEST(DeviceOverlay, TheHostDrawsTheSameOfCountsOfBothBackends) {
  const std::string source = "videotestsrc num-buffers=3 ! "
                             "video/x-raw,format=NV12,width=640,height=360,framerate=25/1 ! ";
  for (const char* scopes : {"histogram+waveform", "parade", "vectorscope"}) {
    const std::string overlay = source + "videoscopeoverlay x=0.3 hold=peak scopes=" + scopes;
    EXPECT_EQ(last_frames(overlay + " backend=cuda ! fakesink name=a", {"a"}),
              last_frames(overlay + " backend=cpu ! fakesink name=a", {"a"}))
        << scopes;
  }
}

TEST(DeviceOverlay, PipelinesShowTheSameOnBothKindsOfMemory) {
  GstElementFactory* const upload = gst_element_factory_find("cudaupload");
  if (is_emulated() || !upload)
    GTEST_SKIP() << "needs a GPU and cudaupload";
  gst_object_unref(upload);
  const std::string source = "videotestsrc num-buffers=12 ! "
                             "video/x-raw,format=NV12,width=640,height=360,framerate=25/1 ! ";
  const std::string gpu = source + "cudaupload ! video/x-raw(memory:CUDAMemory) ! ",
                    download = "! cudadownload ! video/x-raw ! fakesink name=",
                    overlay = "videoscopeoverlay x=0.3 hold=peak ";
  const auto plain = last_frames(source + "fakesink name=a", {"a"});
  const auto expected = last_frames(source + overlay + "backend=cpu ! fakesink name=a", {"a"});
  EXPECT_NE(expected, plain);
  EXPECT_EQ(last_frames(gpu + overlay + download + "a", {"a"}), expected);
  const auto both = last_frames(gpu + "tee name=t ! queue ! " + overlay + download +
                                    "a t. ! queue " + download + "b",
                                {"a", "b"});
  EXPECT_EQ(both[0], expected[0]);
  EXPECT_EQ(both[1], plain[0]);
  const auto two = last_frames(source + overlay +
                                   "backend=cpu ! videoscopeoverlay backend=cpu "
                                   "x=1 y=0 ! fakesink name=a",
                               {"a"});
  EXPECT_EQ(last_frames(gpu + overlay + "! videoscopeoverlay x=1 y=0 " + download + "a", {"a"}),
            two);
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  gst_init(&argc, &argv);
  GST_ELEMENT_REGISTER(videoscopeoverlay, nullptr);
  std::string why_not;
  if (!has_device_buffers(why_not)) {
    std::printf("skipped: %s\n", why_not.c_str());
    return 77;
  }
  return RUN_ALL_TESTS();
}
