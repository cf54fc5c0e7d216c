// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The caps that the elements of scopes ask upstream for.
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

/// What the element's sink pad accepts in front of `downstream`, of what `upstream` makes. The
/// caller owns the caps.
GstCaps* accepted(const char* element, const char* downstream, const char* upstream) {
  Stream stream(element, "", "", downstream);
  GstPad* const pad = gst_element_get_static_pad(stream.element(), "sink");
  GstCaps* const filter = gst_caps_from_string(upstream);
  GstCaps* const caps = gst_pad_query_caps(pad, filter);
  gst_caps_unref(filter);
  gst_object_unref(pad);
  return caps;
}

std::string text_of(GstCaps* caps) {
  gchar* const text = gst_caps_to_string(caps);
  std::string copy = text;
  g_free(text);
  gst_caps_unref(caps);
  return copy;
}

/// The caps that a source makes which takes the first that are accepted.
std::string negotiated(const char* element, const char* downstream, const char* upstream) {
  return text_of(gst_caps_fixate(accepted(element, downstream, upstream)));
}

/// What the element of this name makes in a pipeline.
GstVideoInfo made_by(const char* name, const std::string& description) {
  GstElement* const pipeline = gst_parse_launch(description.c_str(), nullptr);
  EXPECT_NE(pipeline, nullptr);
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  EXPECT_EQ(gst_element_get_state(pipeline, nullptr, nullptr, 20 * GST_SECOND),
            GST_STATE_CHANGE_SUCCESS);
  GstElement* const element = gst_bin_get_by_name(GST_BIN(pipeline), name);
  GstPad* const pad = gst_element_get_static_pad(element, "src");
  GstCaps* const caps = gst_pad_get_current_caps(pad);
  GstVideoInfo info;
  EXPECT_TRUE(gst_video_info_from_caps(&info, caps));
  gst_caps_unref(caps);
  gst_object_unref(pad);
  gst_object_unref(element);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  return info;
}

std::string size_of(const GstVideoInfo& info) {
  return std::to_string(info.width) + "x" + std::to_string(info.height);
}

/// The format of the frames that videotestsrc makes for an element, by its own order of formats.
std::string format_of_source(const std::string& rest) {
  const GstVideoInfo info = made_by("source", "videotestsrc num-buffers=1 name=source ! " + rest);
  return std::string(GST_VIDEO_INFO_NAME(&info)) + (GST_VIDEO_INFO_IS_YUV(&info) ? " Y'CbCr" : "") +
         " " + size_of(info);
}

constexpr const char* any_video = "video/x-raw,format={BGRx,RGB,NV12,I420,GRAY8},width=[1,4096],"
                                  "height=[1,4096],framerate=[0/1,240/1]";

} // namespace

TEST(Caps, OfVideoDoNotDependOnSizeAndFormatOfThePicture) {
  const std::string free = text_of(accepted("videoscope", "video/x-raw", any_video));
  for (const char* picture : {"video/x-raw,width=333,height=222", "video/x-raw,format=BGRx",
                              "video/x-raw,format=ABGR,width=1,height=1,pixel-aspect-ratio=1/1"})
    EXPECT_EQ(text_of(accepted("videoscope", picture, any_video)), free) << picture;
  EXPECT_EQ(
      format_of_source("videoscope ! video/x-raw,format=BGRx,width=333,height=222 ! fakesink"),
      format_of_source("videoscope ! fakesink"));
}

TEST(Caps, LeaveThePictureAsNearTo16To9AsTheyAllow) {
  const std::pair<const char*, const char*> cases[] = {
      {"format=BGRx", "1280x720"},
      {"width=640", "640x360"},
      {"height=1080", "1920x1080"},
      {"width=333,height=222", "333x222"},
      {"width=[1,640]", "640x360"},
      {"height=[1,480]", "853x480"},
      {"width=[1,640],height=[1,480]", "640x360"},
      {"width=[1,960],height=[1,480]", "853x480"},
      {"width=[1920,4096],height=[1,4096]", "1920x1080"},
      {"width=[1,4096],height=[1000,4096]", "1777x1000"},
      {"width={320,720},height={240,576}", "720x576"},
      {"height=1", "1x1"}};
  for (const auto& [picture, size] : cases)
    EXPECT_EQ(size_of(made_by("scope", "videotestsrc num-buffers=1 ! videoscope name=scope ! "
                                       "video/x-raw," +
                                           std::string(picture) + " ! fakesink")),
              size)
        << picture;
}

TEST(Caps, OfVideoHaveTheFrameRateOfThePicture) {
  GstCaps* const caps = accepted("videoscope", "video/x-raw,framerate=24000/1001", any_video);
  GstCaps* const expected = gst_caps_from_string("video/x-raw,framerate=24000/1001");
  EXPECT_TRUE(gst_caps_is_subset(caps, expected));
  gst_caps_unref(expected);
  gst_caps_unref(caps);
  EXPECT_EQ(text_of(accepted("videoscope", "video/x-raw,framerate=300/1", any_video)), "EMPTY");
  EXPECT_EQ(text_of(accepted("videoscope", "video/x-raw,format=I420", any_video)), "EMPTY");
}

TEST(Caps, NameFormatsOfYCbCrFirst) {
  for (const char* element : {"videoscope", "videoscopeoverlay"}) {
    SCOPED_TRACE(element);
    EXPECT_NE(negotiated(element, "video/x-raw", any_video).find("format=(string)NV12"),
              std::string::npos);
    EXPECT_NE(format_of_source(element + std::string(" ! fakesink")).find("Y'CbCr"),
              std::string::npos);
    EXPECT_NE(format_of_source(element + std::string(" ! videoconvert ! fakesink")).find("Y'CbCr"),
              std::string::npos);
  }
  EXPECT_NE(negotiated("videoscopeoverlay", "video/x-raw,format={RGB,I420}", any_video)
                .find("format=(string)I420"),
            std::string::npos);
  EXPECT_NE(
      negotiated("videoscopeoverlay", "video/x-raw,format=RGB;video/x-raw,format=I420", any_video)
          .find("format=(string)I420"),
      std::string::npos);
}

TEST(Caps, OfLinearDmabufFramesAreThoseOfTheirFormat) {
  const std::string plain = video_caps("NV12", 64, 48), picture = video_caps("BGRA", 320, 180);
  const std::string drm = "video/x-raw(memory:DMABuf),format=DMA_DRM,drm-format=NV12,width=64,"
                          "height=48,framerate=25/1";
  std::vector<guint8> frame(64 * 48 * 3 / 2);
  for (size_t i = 0; i < frame.size(); i++)
    frame[i] = static_cast<guint8>(i * 7 % 251);
  Stream expected("videoscope", "", plain, picture), stream("videoscope", "", drm, picture);
  const std::vector<guint8> drawn = stream.output(buffer_of(frame));
  EXPECT_FALSE(drawn.empty());
  EXPECT_EQ(drawn, expected.output(buffer_of(frame)));
  // Pictures are not blended into them.
  EXPECT_EQ(text_of(accepted("videoscopeoverlay", "video/x-raw(memory:DMABuf)", drm.c_str())),
            "EMPTY");
}

TEST(Caps, OfOtherFormatsNeedAConversion) {
  for (const auto& [element, formats] :
       {std::pair<const char*, std::vector<const char*>>{"videoscope", {"RGB16", "BGR16", "RGB8P"}},
        {"videoscopeoverlay", {"v210", "UYVP", "r210", "Y410", "P010_10BE", "GBR_10BE"}}})
    for (const char* format : formats) {
      const std::string caps = video_caps(format, 64, 48);
      EXPECT_EQ(text_of(accepted(element, "video/x-raw", caps.c_str())), "EMPTY") << format;
      EXPECT_FALSE(last_frames("videotestsrc num-buffers=2 ! " + caps +
                                   " ! videoconvert dither=none ! " + element +
                                   " ! fakesink name=a",
                               {"a"})[0]
                       .empty())
          << format;
    }
}

TEST(Caps, OfPackedFormatsAreTakenByVideoscope) {
  for (const char* format : {"v210", "UYVP", "r210", "Y410", "P010_10BE", "GBR_10BE", "RGB15",
                             "RGB10A2_LE", "NV12_64Z32", "GRAY10_LE32", "IYU1"}) {
    const std::string caps = video_caps(format, 64, 48);
    EXPECT_FALSE(
        last_frames("videotestsrc num-buffers=2 ! " + caps + " ! videoscope ! fakesink name=a",
                    {"a"})[0]
            .empty())
        << format;
  }
}

TEST(Caps, KeepTheOrderOfFeatures) {
  const std::string caps = text_of(accepted(
      "videoscopeoverlay", "video/x-raw(memory:CUDAMemory),format=BGRx;video/x-raw,format=NV12",
      "video/x-raw(memory:CUDAMemory);video/x-raw"));
  EXPECT_LT(caps.find("BGRx"), caps.find("NV12")) << caps;
}
