// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// show-region: pictures of a region are those of the region that videocrop cuts out.
#include "core/frame.h"
#include "tests/plugin/scope/scopes_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using videohistogram::Rect;

namespace {

/// A frame with its caps.
struct Frame {
  std::string caps;
  std::vector<guint8> bytes;
};

constexpr int width = 98, height = 72;

/// The frame that a pipeline makes.
Frame make_frame(const std::string& pipeline_without_sink) {
  GstElement* const pipeline =
      gst_parse_launch((pipeline_without_sink + " ! fakesink name=sink").c_str(), nullptr);
  EXPECT_NE(pipeline, nullptr) << pipeline_without_sink;
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  EXPECT_EQ(gst_element_get_state(pipeline, nullptr, nullptr, 20 * GST_SECOND),
            GST_STATE_CHANGE_SUCCESS)
      << pipeline_without_sink;
  GstElement* const sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  GstSample* sample = nullptr;
  g_object_get(sink, "last-sample", &sample, nullptr);
  Frame frame;
  gchar* const caps = gst_caps_to_string(gst_sample_get_caps(sample));
  frame.caps = caps;
  g_free(caps);
  // As rows without padding, or those of the caps.
  GstVideoInfo info;
  gst_video_info_from_caps(&info, gst_sample_get_caps(sample));
  GstBuffer* const packed = gst_buffer_new_allocate(nullptr, info.size, nullptr);
  gst_buffer_memset(packed, 0, 0, info.size);
  GstVideoFrame from, to;
  EXPECT_TRUE(gst_video_frame_map(&from, &info, gst_sample_get_buffer(sample), GST_MAP_READ));
  EXPECT_TRUE(gst_video_frame_map(&to, &info, packed, GST_MAP_WRITE));
  EXPECT_TRUE(gst_video_frame_copy(&to, &from));
  gst_video_frame_unmap(&from);
  gst_video_frame_unmap(&to);
  frame.bytes = bytes_of(packed);
  gst_buffer_unref(packed);
  gst_sample_unref(sample);
  gst_object_unref(sink);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  return frame;
}

std::string source(const char* format, const char* more = "") {
  return "videotestsrc pattern=zone-plate kx2=23 ky2=17 kt=1 num-buffers=1 ! "
         "video/x-raw,format=" +
         std::string(format) + ",width=" + std::to_string(width) +
         ",height=" + std::to_string(height) + ",colorimetry=bt709" + more;
}
std::string cut_out(const Rect& rect) {
  const auto text = [](uint32_t number) { return std::to_string(number); };
  return " ! videocrop left=" + text(rect.x) + " top=" + text(rect.y) +
         " right=" + text(width - rect.x - rect.width) +
         " bottom=" + text(height - rect.y - rect.height);
}

/// Small pictures have no titles, which would differ.
constexpr const char* untitled = "video/x-raw,format=BGRx,width=100,height=60";

GstBuffer* with_region(const Frame& frame, const Rect& rect, const char* type = "face") {
  GstBuffer* const buffer = buffer_of(frame.bytes);
  gst_buffer_add_video_region_of_interest_meta(buffer, type, rect.x, rect.y, rect.width,
                                               rect.height);
  return buffer;
}

std::vector<guint8> drawn(const Frame& frame, const std::string& properties,
                          GstBuffer* buffer = nullptr, const char* pictures = untitled) {
  Stream stream("videoscope", properties, frame.caps, pictures);
  std::vector<guint8> picture = stream.output(buffer ? buffer : buffer_of(frame.bytes));
  EXPECT_EQ(stream.stat("counted"), 1u);
  return picture;
}

} // namespace

TEST(ShowRegion, PicturesAreThoseOfTheRegionAsVideocropCutsItOut) {
  struct Case {
    const char *format, *cut_as; ///< the format in which the cut frame is counted
    Rect asked, shown;
    const char* more = "";
  };
  const Case cases[] = {
      {"I420", "I420", {16, 8, 40, 32}, {16, 8, 40, 32}},
      {"I420", "I420", {17, 9, 39, 31}, {16, 8, 40, 32}}, // whole chroma samples
      {"I420", "I420", {60, 50, 500, 500}, {60, 50, 38, 22}},
      {"I420", "I420", {16, 8, 40, 32}, {16, 8, 40, 32}, ",interlace-mode=interleaved"},
      {"I420", "I420", {16, 10, 40, 29}, {16, 8, 40, 32}, ",interlace-mode=interleaved"},
      {"NV12", "NV12", {2, 2, 94, 68}, {2, 2, 94, 68}},
      {"P010_10LE", "I420_10LE", {16, 8, 40, 32}, {16, 8, 40, 32}},
      {"Y444", "Y444", {17, 9, 33, 31}, {17, 9, 33, 31}},
      {"YUY2", "YUY2", {18, 9, 40, 31}, {18, 9, 40, 31}},
      {"RGB", "RGB", {17, 9, 33, 31}, {17, 9, 33, 31}},
      {"BGRx", "BGRx", {17, 9, 33, 31}, {17, 9, 33, 31}},
      {"GRAY8", "GRAY8", {17, 9, 33, 31}, {17, 9, 33, 31}},
      {"v210", "I422_10LE", {13, 9, 31, 31}, {12, 9, 36, 31}}, // and blocks
      {"UYVP", "I422_10LE", {13, 9, 31, 31}, {12, 9, 32, 31}},
      {"NV12_10LE32", "I420_10LE", {13, 8, 31, 32}, {12, 8, 36, 32}},
  };
  for (const Case& c : cases) {
    const std::string from = source(c.cut_as, c.more);
    const Frame whole = make_frame(
        from + (c.format == std::string(c.cut_as)
                    ? ""
                    : " ! videoconvert dither=none ! video/x-raw,format=" + std::string(c.format)));
    const Frame cut = make_frame(from + cut_out(c.shown));
    for (const char* scopes :
         {"histogram", "waveform", "waveform(color=picture)", "parade", "vectorscope",
          "waveform(filter=low-pass)", "waveform(filter=low-pass,direction=rows)",
          "waveform(filter=low-pass,color=picture)", "parade(filter=low-pass,mode=ycbcr)"}) {
      const std::string of = std::string("scopes=") + scopes;
      const std::vector<guint8> expected = drawn(cut, of);
      ASSERT_FALSE(expected.empty());
      // Values of the frame beyond the region have no part in filtered ones.
      EXPECT_EQ(drawn(whole, of + " show-region=face", with_region(whole, c.asked)), expected)
          << c.format << " " << scopes << " " << c.asked.x;
    }
    EXPECT_NE(drawn(whole, "scopes=waveform"), drawn(cut, "scopes=waveform")) << c.format;
  }
}

TEST(ShowRegion, RegionsAreFoundByTheirTypeAndMayMove) {
  const Frame whole = make_frame(source("I420"));
  const Rect first = {16, 8, 40, 32}, second = {50, 40, 40, 32};
  const auto cut = [&](const Rect& rect) {
    return drawn(make_frame(source("I420") + cut_out(rect)), "scopes=waveform");
  };
  Stream stream("videoscope", "scopes=waveform show-region=face", whole.caps, untitled);
  GstBuffer* buffer = with_region(whole, {0, 0, 10, 10}, "Face");
  for (const Rect& rect : {first, second}) // the first one of the type
    gst_buffer_add_video_region_of_interest_meta(buffer, "face", rect.x, rect.y, rect.width,
                                                 rect.height);
  EXPECT_EQ(stream.output(buffer), cut(first));
  EXPECT_EQ(stream.output(with_region(whole, second)), cut(second));
  EXPECT_EQ(stream.output(with_region(whole, {0, 0, 20, 20})), cut({0, 0, 20, 20}));
  GstBuffer* const outside = with_region(whole, {width, 0, 20, 20});
  gst_buffer_add_video_region_of_interest_meta(outside, "face", 0, 0, 20, 20);
  EXPECT_EQ(stream.output(outside), cut({0, 0, 20, 20})); // the first one in the frame
  EXPECT_EQ(stream.output(with_region(whole, {width, 0, 20, 20})),
            drawn(whole, "scopes=waveform")); // outside of the frame
  EXPECT_EQ(stream.output(with_region(whole, second, "hand")), drawn(whole, "scopes=waveform"));
  EXPECT_EQ(stream.warnings(), 0u);
}

TEST(ShowRegion, ARegionThatMovesKeepsItsSizeAndHeldTraces) {
  for (const char* more : {"", ",interlace-mode=mixed"}) {
    const Frame whole = make_frame(source("I420", more));
    Stream stream("videoscope", "scopes=waveform waveform-extents=peak show-region=face",
                  whole.caps, untitled);
    Stream still("videoscope", "scopes=waveform waveform-extents=peak show-region=face", whole.caps,
                 untitled);
    std::vector<guint8> moved, stayed;
    for (const guint step : {0u, 1u, 2u, 3u}) {
      GstBuffer* const buffer = with_region(whole, {16 + step, 8 + step, 40, 32});
      if (step == 1)
        GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
      moved = stream.output(buffer);
      stayed = still.output(with_region(whole, {19, 11, 40, 32}));
    }
    // The peaks of where the region was before are still drawn.
    EXPECT_NE(moved, stayed) << more;
  }
}

TEST(ShowRegion, ReadingsHaveTheColumnsOfTheFrame) {
  const Frame whole = make_frame(source("I420"));
  const auto column = [&](const char* properties) {
    Stream stream("videoscope", std::string("scopes=waveform ") + properties, whole.caps, untitled);
    stream.output(with_region(whole, {0, 8, 40, 32}));
    stream.output(with_region(whole, {50, 40, 40, 32}));
    gst_harness_push_upstream_event(
        *stream, gst_event_new_navigation(gst_structure_new(
                     "application/x-gst-navigation", "event", G_TYPE_STRING, "mouse-move",
                     "pointer_x", G_TYPE_DOUBLE, 3.0, "pointer_y", G_TYPE_DOUBLE, 30.0, nullptr)));
    GstStructure* reading = nullptr;
    guint found = G_MAXUINT;
    g_object_get(stream.element(), "reading", &reading, nullptr);
    EXPECT_TRUE(reading && gst_structure_get_uint(reading, "column", &found));
    g_clear_pointer(&reading, gst_structure_free);
    return found;
  };
  const guint of_frame = column(""), of_region = column("show-region=face");
  EXPECT_LT(of_frame, 5u);
  EXPECT_GE(of_region, 50u);
  EXPECT_LT(of_region, 53u);
}

TEST(ShowRegion, CropsReferToAllPixelsOfTheBuffer) {
  const Frame whole = make_frame(source("I420"));
  const Rect rect = {50, 40, 40, 32};
  const std::vector<guint8> expected =
      drawn(make_frame(source("I420") + cut_out(rect)), "scopes=waveform");
  const auto with_crop = [&] {
    GstBuffer* const buffer = buffer_of(whole.bytes);
    GstVideoCropMeta* const crop = gst_buffer_add_video_crop_meta(buffer);
    crop->x = rect.x;
    crop->y = rect.y;
    crop->width = rect.width;
    crop->height = rect.height;
    return buffer;
  };
  EXPECT_EQ(drawn(whole, "scopes=waveform show-region=crop", with_crop()), expected);
  EXPECT_EQ(drawn(whole, "scopes=waveform", with_crop()), drawn(whole, "scopes=waveform"));
  // Caps that tell the size of the visible part alone.
  GstBuffer* const buffer = with_crop();
  gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_I420, width,
                            height);
  Frame visible = whole;
  visible.caps = "video/x-raw,format=I420,width=40,height=32,framerate=30/1,colorimetry=bt709";
  EXPECT_EQ(drawn(visible, "scopes=waveform show-region=crop", buffer), expected);
  EXPECT_EQ(drawn(whole, "scopes=waveform show-region=crop"), drawn(whole, "scopes=waveform"));
}

TEST(ShowRegion, TitlesTellWhatIsShown) {
  const Frame whole = make_frame(source("I420"));
  constexpr const char* titled = "video/x-raw,format=BGRx,width=480,height=270";
  const Rect all = {0, 0, width, height};
  const auto picture = [&](const char* properties, GstBuffer* buffer) {
    return drawn(whole, std::string("scopes=waveform ") + properties, buffer, titled);
  };
  const auto plain = picture("", nullptr), none = picture("show-region=face", nullptr),
             face = picture("show-region=face", with_region(whole, all));
  EXPECT_NE(none, plain);
  EXPECT_NE(face, plain);
  EXPECT_NE(face, none);
  // They differ in the title alone, since the region is the whole frame.
  const size_t below = size_t{480} * 4 * 20;
  EXPECT_TRUE(std::equal(plain.begin() + below, plain.end(), none.begin() + below));
  EXPECT_TRUE(std::equal(plain.begin() + below, plain.end(), face.begin() + below));
}

TEST(ShowRegion, FramesInTilesAreShownWhole) {
  const Frame whole = make_frame(source("NV12_4L4"));
  Stream stream("videoscope", "scopes=waveform show-region=face", whole.caps, untitled);
  EXPECT_EQ(stream.output(with_region(whole, {16, 8, 40, 32})), drawn(whole, "scopes=waveform"));
  EXPECT_EQ(stream.warnings(), 1u);
}

TEST(ShowRegion, TextsThatAreNoNamesAreRefused) {
  Scopes stream("show-region=face");
  stream.picture(Scopes::frame(0));
  for (const std::string& text :
       {std::string("a\"b"), std::string(64, 'x'), std::string("a\nb"), std::string("\xff\xfe")}) {
    g_object_set(stream.element(), "show-region", text.c_str(), nullptr);
    gchar* kept = nullptr;
    g_object_get(stream.element(), "show-region", &kept, nullptr);
    EXPECT_STREQ(kept, "face") << text;
    g_free(kept);
    EXPECT_EQ(stream.warnings(), 1u) << text;
  }
  for (const char* layout : {"show-region=crop", "scopes=waveform show-region=\"a face\""}) {
    g_object_set(stream.element(), "layout", layout, nullptr);
    gchar* kept = nullptr;
    g_object_get(stream.element(), "layout", &kept, nullptr);
    EXPECT_STREQ(kept, layout);
    g_free(kept);
  }
  g_object_set(stream.element(), "scopes", "waveform(show-region=crop)", nullptr);
  EXPECT_EQ(stream.warnings(), 1u); // a setting of the element
}
