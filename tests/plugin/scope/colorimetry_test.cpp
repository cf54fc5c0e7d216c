// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Scopes of frames whose colours are stated in part, overridden, or of a matrix that R, G and B
// cannot be computed with.
#include "plugin/scope/description.h"
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

using namespace videohistogram;

namespace {

std::string frame_caps(const std::string& colorimetry, const std::string& more = "",
                       const std::string& format = "I420") {
  return video_caps(format, 64, 48) +
         (colorimetry.empty() ? "" : ",colorimetry=(string)" + colorimetry) + more;
}

/// A ramp of Y with coloured stripes.
GstBuffer* frame() {
  std::vector<guint8> bytes(64 * 48 * 3 / 2);
  for (size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<guint8>(i < 64 * 48 ? i % 64 * 4 : 60 + i % 32 * 4);
  return buffer_of(bytes);
}

std::vector<guint8> picture(const std::string& element, const std::string& properties,
                            const std::string& caps, guint warnings = 0) {
  Stream stream(element, properties, caps,
                element == "videoscope" ? "video/x-raw,format=BGRx,width=640,height=480" : "");
  std::vector<guint8> bytes = stream.output(frame());
  EXPECT_FALSE(bytes.empty()) << element << " " << properties << " " << caps;
  EXPECT_EQ(stream.warnings(), warnings) << element << " " << properties << " " << caps;
  return bytes;
}

std::string description(const std::string& colorimetry, const char* format = "I420",
                        const std::string& more = "", const std::string& overrides = "") {
  const std::unique_ptr<GstCaps, decltype(&gst_caps_unref)> caps(
      gst_caps_from_string(frame_caps(colorimetry, more, format).c_str()), gst_caps_unref);
  return scope::describe(frame_colours(read_caps(caps.get()), overrides), *find_format(format));
}

} // namespace

TEST(Colorimetry, TitlesTellWhatIsAssumed) {
  EXPECT_EQ(description(""), "BT.601 limited assumed, 8 bit");
  EXPECT_EQ(description("1:0:0:0"), "BT.601 assumed, full, 8 bit");
  EXPECT_EQ(description("0:3:5:1"), "BT.709, limited assumed, 8 bit");
  EXPECT_EQ(description("bt709"), "BT.709 limited 8 bit");
  EXPECT_EQ(description("1:4:0:0"), "BT.601 full 8 bit");
  EXPECT_EQ(description("2:0:14:7", "P010_10LE"), "BT.2020 PQ assumed, limited, 10 bit");
  EXPECT_EQ(description("bt2100-hlg", "I420_12LE"), "BT.2020 HLG limited 12 bit");
  EXPECT_EQ(description("", "RGBA"), "RGB, full assumed, 8 bit");
  EXPECT_EQ(description("2:0:0:0", "GRAY8"), "Gray limited 8 bit");
  EXPECT_EQ(description("2:0:14:7", "P010_10LE", ",x-matrix-h273=14"),
            "H.273 matrix 14 PQ limited 10 bit");
  EXPECT_EQ(description("", "I420", "", "bt2020"), "BT.2020 limited 8 bit");
  EXPECT_EQ(description("", "I420", "", "0:5:0:0"), "SMPTE 240M, limited assumed, 8 bit");
}

TEST(Colorimetry, TheTransferFunctionOfStillsSaysNothingAboutTheMatrix) {
  const auto of_rows = [](int rows, const std::string& colorimetry) {
    const std::string text = video_caps("Y444", 64, rows) + ",colorimetry=(string)" + colorimetry;
    const std::unique_ptr<GstCaps, decltype(&gst_caps_unref)> caps(
        gst_caps_from_string(text.c_str()), gst_caps_unref);
    return scope::describe(frame_colours(read_caps(caps.get()), ""), *find_format("Y444"));
  };
  for (const int rows : {480, 1080}) {
    // sRGB with its primaries, without a matrix and with that of RGB.
    EXPECT_EQ(of_rows(rows, "1:0:7:1"), "BT.709 assumed, full, 8 bit") << rows;
    EXPECT_EQ(of_rows(rows, "1:1:7:1"), "BT.709 assumed, full, 8 bit") << rows;
    EXPECT_EQ(of_rows(rows, "1:4:7:1"), "BT.601 full 8 bit") << rows; // as of JPEG files
  }
  EXPECT_EQ(of_rows(480, "1:0:7:0"), "BT.601 assumed, full, 8 bit");
  EXPECT_EQ(of_rows(1080, "1:0:7:0"), "BT.709 assumed, full, 8 bit");
}

TEST(Colorimetry, ThePropertyDrawsAsCapsThatStateTheSame) {
  for (const std::string element : {"videoscope", "videoscopeoverlay"}) {
    const std::string settings = element == "videoscope" ? "" : "width=1.0 height=1.0 ";
    const std::vector<guint8> full = picture(element, settings, frame_caps("1:3:5:1")),
                              limited = picture(element, settings, frame_caps("bt709"));
    EXPECT_TRUE(full != limited) << element;
    EXPECT_TRUE(full == picture(element, settings + "colorimetry=1:0:0:0", frame_caps("bt709")))
        << element;
    EXPECT_TRUE(full == picture(element, settings + "colorimetry=1:3:5:1", frame_caps("")))
        << element;
    EXPECT_TRUE(limited == picture(element, settings + "colorimetry=bt709", frame_caps("1:0:0:0")))
        << element;
  }
}

TEST(Colorimetry, ThePropertyTakesEffectWithTheNextFrame) {
  Stream stream("videoscope", "", frame_caps("bt709"),
                "video/x-raw,format=BGRx,width=640,height=480");
  const std::vector<guint8> limited = stream.output(frame());
  g_object_set(stream.element(), "colorimetry", "1:0:0:0", nullptr);
  EXPECT_TRUE(stream.output(frame()) == picture("videoscope", "", frame_caps("1:3:5:1")));
  g_object_set(stream.element(), "colorimetry", "", nullptr);
  EXPECT_TRUE(stream.output(frame()) == limited);
}

TEST(Colorimetry, FullRangeWithoutAMatrixHasTheLevelsOfFullRange) {
  const std::string luma = "scopes=waveform";
  std::vector<guint8> stated = picture("videoscope", luma, frame_caps("1:4:16:4")),
                      missing = picture("videoscope", luma, frame_caps("1:0:0:0")),
                      limited = picture("videoscope", luma, frame_caps("2:4:16:4"));
  // The titles differ, which are in the upper 40 rows.
  for (std::vector<guint8>* bytes : {&stated, &missing, &limited})
    bytes->erase(bytes->begin(), bytes->begin() + 40 * 640 * 4);
  EXPECT_TRUE(stated == missing);
  EXPECT_TRUE(stated != limited);
}

TEST(Colorimetry, AnImpossibleTextWarnsOncePerCaps) {
  const std::vector<guint8> expected = picture("videoscope", "", frame_caps("bt709"));
  EXPECT_TRUE(expected == picture("videoscope", "colorimetry=0:1:0:0", frame_caps("bt709"), 1));
  Stream stream("videoscope", "colorimetry=0:1:0:0", frame_caps("bt709"), "");
  EXPECT_FALSE(stream.output(frame()).empty());
  g_object_set(stream.element(), "intensity", 2.0, nullptr); // a new picture
  EXPECT_FALSE(stream.output(frame()).empty());
  EXPECT_EQ(stream.warnings(), 1u);
}

TEST(Colorimetry, TextThatIsNoneIsRefusedWhenItIsSet) {
  Stream stream("videoscope", "colorimetry=1:0:0:0", frame_caps("bt709"), "");
  EXPECT_FALSE(stream.output(frame()).empty());
  for (const char* text : {"nonsense", "1:0:0", "1:99:0:0"}) {
    g_object_set(stream.element(), "colorimetry", text, nullptr);
    EXPECT_EQ(stream.warnings(), 1u) << text;
    gchar* value = nullptr;
    g_object_get(stream.element(), "colorimetry", &value, nullptr);
    EXPECT_STREQ(value, "1:0:0:0");
    g_free(value);
  }
}

TEST(Colorimetry, AnUnknownMatrixIsToldAndHasNeitherColoursNorTargets) {
  const std::string caps = frame_caps("2:0:14:7", ",x-matrix-h273=(int)14");
  EXPECT_TRUE(picture("videoscope", "scopes=vectorscope targets=both", caps, 1) ==
              picture("videoscope", "scopes=vectorscope targets=none skin-tone=-1", caps, 1));
  // Y takes the place of R, G and B.
  EXPECT_TRUE(picture("videoscope", "scopes=waveform waveform-mode=rgb", caps, 1) ==
              picture("videoscope", "scopes=waveform waveform-mode=luma", caps, 1));
  EXPECT_FALSE(picture("videoscopeoverlay", "", caps, 1).empty());
}
