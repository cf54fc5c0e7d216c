// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Marks of videoscopeoverlay on frames in a GPU's memory: the pixels are those of frames in system
// memory.
#include "tests/plugin/scope/device/overlay_pair.h"

using namespace videohistogram::scope;

TEST(DeviceOverlay, MarksAreOfWholeFramesWhateverScopesShow) {
  for (const char* format : {"NV12", "RGBA"}) {
    SCOPED_TRACE(format);
    const GstVideoInfo info = info_of(format);
    const std::string marks = "scopes=\"\" marks=zebra+safe-area zebra-range=20-70 ";
    Stream whole("videoscopeoverlay", on_cpu + marks, video_caps(format, width, height),
                 video_caps(format, width, height));
    Pair pair(marks + "show-region=part", format);
    const std::vector<guint8> pixels = pixels_of(info, 1);
    for (const bool has_region : {true, false, true}) {
      const std::vector<guint8> expected = output(whole, host_buffer(info, pixels, 1), info);
      GstBuffer* const buffers[] = {host_buffer(info, pixels, 1), device_buffer(info, pixels, 1)};
      for (GstBuffer* buffer : buffers)
        if (has_region)
          gst_buffer_add_video_region_of_interest_meta(buffer, "part", 30, 20, 60, 40);
      EXPECT_TRUE(same_pixels(info, expected, output(pair.host, buffers[0], info)));
      EXPECT_TRUE(same_pixels(info, expected, output(pair.device, buffers[1], info)));
    }
    EXPECT_EQ(pair.device.stat("marked"), 3u);
    EXPECT_EQ(pair.device.warnings(), 0u);
  }
}

TEST(DeviceOverlay, MarksThePixelsOfSystemMemory) {
  constexpr const char* alone = "scopes=\"\" ";
  for (const char* format : formats)
    for (const char* properties :
         {"marks=false-color", "marks=zebra+gamut zebra-range=20-70", "marks=peaking",
          "marks=safe-area+peaking marks-split=0.7", "marks=false-color+peaking+safe-area",
          "marks=false-color+zebra+gamut+peaking marks-split=0.6 marks-legend=false"}) {
      SCOPED_TRACE(std::string(format) + " " + properties);
      const GstVideoInfo info = info_of(format);
      Pair pair(alone + std::string(properties), format);
      for (unsigned seed = 0; seed < 3; seed++)
        EXPECT_TRUE(pair.draw_alike(info, seed)) << "frame " << seed;
      EXPECT_EQ(pair.device.stat("marked"), 3u);
      EXPECT_EQ(pair.device.stat("blended") + pair.device.stat("copied"), 0u);
      EXPECT_EQ(pair.device.stat("failed"), 0u);
    }
}

TEST(DeviceOverlay, MarksThePixelsOfSystemMemoryInEachColorimetry) {
  for (const char* format : {"NV12", "P010_10LE", "RGBA"})
    for (const char* colorimetry :
         {"bt709", "bt2100-pq", "bt2100-hlg", "bt2020", "sRGB", "2:1:5:1", "1:1:14:7"}) {
      SCOPED_TRACE(std::string(format) + " " + colorimetry);
      const std::string of = std::string(",colorimetry=") + colorimetry;
      for (const auto& [w, h] : {std::pair(width, height), {33, 17}}) {
        const GstVideoInfo info = frame_info(format, w, h);
        Pair pair("scopes=waveform marks=false-color+zebra+gamut gamut-limits=p3", format, w, h);
        const std::string host_caps = video_caps(format, w, h) + of;
        const std::string caps = device_caps(format, w, h) + of;
        gst_harness_set_sink_caps_str(*pair.host, host_caps.c_str());
        gst_harness_set_src_caps_str(*pair.host, host_caps.c_str());
        gst_harness_set_sink_caps_str(*pair.device, caps.c_str());
        gst_harness_set_src_caps_str(*pair.device, caps.c_str());
        for (unsigned seed = 0; seed < 2; seed++)
          EXPECT_TRUE(pair.draw_alike(info, seed));
        EXPECT_EQ(pair.device.stat("marked"), 2u);
        EXPECT_EQ(pair.device.warnings(), pair.host.warnings());
      }
    }
}

TEST(DeviceOverlay, MarksCopiesOfFramesThatOthersRead) {
  const GstVideoInfo info = info_of("NV12");
  Pair pair("marks=false-color+peaking", "NV12");
  for (unsigned seed = 0; seed < 3; seed++) {
    const std::vector<guint8> pixels = pixels_of(info, seed);
    const std::vector<guint8> expected = output(pair.host, host_buffer(info, pixels, seed), info);
    GstBuffer* const buffer = device_buffer(info, pixels, seed);
    GstBuffer* const other = gst_buffer_ref(buffer);
    EXPECT_TRUE(same_pixels(info, expected, output(pair.device, buffer, info)));
    EXPECT_TRUE(same_pixels(info, pixels, read_pixels(other, info)));
    gst_buffer_unref(other);
  }
  EXPECT_EQ(pair.device.stat("copied"), 3u);
}

TEST(DeviceOverlay, MarksOnTheGpuWherePicturesAreAttached) {
  const GstVideoInfo info = info_of("NV12");
  const std::vector<guint8> pixels = pixels_of(info, 2);
  Stream stream("videoscopeoverlay", std::string(on_gpu) + "marks=false-color", "",
                with_composition);
  attach_pictures(stream);
  ASSERT_EQ(gst_harness_push(*stream, device_buffer(info, pixels)), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  EXPECT_NE(gst_buffer_get_video_overlay_composition_meta(out), nullptr);
  Stream host("videoscopeoverlay", std::string(on_cpu) + "scopes=\"\" marks=false-color",
              video_caps("NV12", width, height), video_caps("NV12", width, height));
  EXPECT_TRUE(
      same_pixels(info, output(host, host_buffer(info, pixels), info), read_pixels(out, info)));
  gst_buffer_unref(out);
  EXPECT_EQ(stream.stat("attached"), 1u);
  EXPECT_EQ(stream.stat("marked"), 1u);
  EXPECT_EQ(stream.stat("blended"), 0u);
}
