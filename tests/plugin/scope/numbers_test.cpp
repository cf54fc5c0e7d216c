// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers below the scopes. Their values are computed here from the samples of the frames.
#include "tests/plugin/scope/scopes_stream.h"
#include "tests/plugin/scope/strip_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

/// A frame of I420 or I420_10LE without colour, 64x48; `luma(i)` is the code of pixel i.
template <class Luma>
GstBuffer* gray_frame(guint depth, const Luma& luma, guint number = 0) {
  constexpr size_t pixels = 64 * 48, all = pixels * 3 / 2;
  std::vector<guint8> bytes(depth > 8 ? 2 * all : all);
  for (size_t i = 0; i < all; i++) {
    const auto code = static_cast<guint16>(i < pixels ? luma(i) : 1u << (depth - 1));
    if (depth > 8) {
      bytes[2 * i] = static_cast<guint8>(code);
      bytes[2 * i + 1] = static_cast<guint8>(code >> 8);
    } else {
      bytes[i] = static_cast<guint8>(code);
    }
  }
  return buffer_of(bytes, number);
}

/// SMPTE ST 2084, of MAXRGB of a gray of 10 bits in limited range: 12 bits of full range.
double pq_light(guint code) {
  const double maxrgb = std::clamp(std::round((code - 64.0) * 4095 / 876), 0.0, 4095.0) / 4095;
  const double p = std::pow(maxrgb, 32 / 2523.0);
  const double linear = std::max(p - 107 / 128.0, 0.0) / (2413 / 128.0 - 2392 / 128.0 * p);
  return 10000 * std::pow(linear, 16384 / 2610.0);
}

std::string nits(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f nits", value < 10 ? 2 : value < 100 ? 1 : 0, value);
  return text;
}

class Strip : public Stream {
public:
  explicit Strip(const std::string& properties, const char* colorimetry = "bt709",
                 const char* format = "I420")
      : Stream("videoscope", "scopes=waveform " + properties,
               video_caps(format, 64, 48) + ",colorimetry=" + colorimetry, pictures) {}
};

constexpr const char* hdr = "I420_10LE";

} // namespace

TEST(Numbers, TellNumbersAndTimesOfFrames) {
  Strip stream("numbers=frame+timecode");
  const auto frame = [](guint number) {
    return gray_frame(
        8, [](size_t) { return 90; }, number);
  };
  std::vector<guint8> picture = stream.output(frame(0));
  EXPECT_TRUE(has_text(picture, "frame", "0"));
  EXPECT_TRUE(has_text(picture, "time", "0:00:00.000"));
  EXPECT_FALSE(has_text(picture, "frame", "1"));
  picture = stream.output(frame(91501)); // at 40 ms each
  EXPECT_TRUE(has_text(picture, "frame", "1"));
  EXPECT_TRUE(has_text(picture, "time", "1:01:00.040"));
  GstBuffer* const coded = frame(2);
  gst_buffer_add_video_time_code_meta_full(coded, 30000, 1001, nullptr,
                                           GST_VIDEO_TIME_CODE_FLAGS_DROP_FRAME, 10, 11, 12, 13, 0);
  EXPECT_TRUE(has_text(stream.output(coded), "TC", "10:11:12;13"));
  GstBuffer* const timeless = frame(3);
  GST_BUFFER_PTS(timeless) = GST_CLOCK_TIME_NONE;
  picture = stream.output(timeless);
  EXPECT_TRUE(has_text(picture, "frame", "3"));
  EXPECT_TRUE(has_text(picture, "time", "-"));
  // A segment begins anew.
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.time = GST_SECOND; // the stream time of the position 0
  EXPECT_TRUE(gst_harness_push_event(*stream, gst_event_new_segment(&segment)));
  picture = stream.output(frame(1));
  EXPECT_TRUE(has_text(picture, "frame", "0"));
  EXPECT_TRUE(has_text(picture, "time", "0:00:01.040"));
}

TEST(Numbers, TellPercentilesAndTheShareOutsideOfR103) {
  // Y of a gray pixel is its R, G and B: 5 to 246 lie inside.
  Strip stream("numbers=r103+percentiles percentiles=10,50,99.5");
  const auto luma = [](size_t i) { return i < 31 ? 4 : i < 61 ? 5 : i < 2000 ? 125 : 246; };
  std::vector<guint8> picture = stream.output(gray_frame(8, luma));
  EXPECT_TRUE(has_text(picture, "outside R 103", "1.01 %")); // 31 of 3072
  EXPECT_TRUE(has_text(picture, "Y", "P10 50  P50 50  P99.5 105 %"));
  picture = stream.output(gray_frame(8, [](size_t) { return 16; }));
  EXPECT_TRUE(has_text(picture, "outside R 103", "0.00 %"));
  EXPECT_TRUE(has_text(picture, "Y", "P10 0  P50 0  P99.5 0 %"));
  EXPECT_TRUE(has_text(stream.output(gray_frame(8, [](size_t) { return 250; })), "outside R 103",
                       "100.00 %"));
  GstBuffer* const gap = gray_frame(8, luma);
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  picture = stream.output(gap);
  EXPECT_TRUE(has_text(picture, "outside R 103", "-"));
  EXPECT_TRUE(has_text(picture, "Y", "-"));
  Strip codes("numbers=percentiles units=code percentiles=50");
  EXPECT_TRUE(has_text(codes.output(gray_frame(8, luma)), "Y", "P50 125"));
  // Full range has no values outside.
  Strip full("numbers=r103", "1:3:5:1");
  EXPECT_TRUE(has_text(full.output(gray_frame(8, luma)), "outside R 103", "-"));
}

TEST(Numbers, TellThePeakOfTheShareAndItsTime) {
  Strip stream("numbers=r103");
  const auto frame = [](guint number, size_t outside) {
    return gray_frame(
        8, [=](size_t i) { return i < outside ? 250 : 125; }, number);
  };
  EXPECT_TRUE(has_text(stream.output(frame(0, 0)), "peak", "0.00 %"));
  std::vector<guint8> picture = stream.output(frame(1, 62));
  EXPECT_TRUE(has_text(picture, "peak", "2.02 %, time 0:00:00.040")); // 62 of 3072
  picture = stream.output(frame(2, 62));                              // the first one stays
  EXPECT_TRUE(has_text(picture, "peak", "2.02 %, time 0:00:00.040"));
  // A frame whose picture is dropped is counted, too.
  gst_harness_push_upstream_event(
      *stream, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, GST_SECOND, GST_SECOND));
  GstBuffer* const coded = frame(3, 93);
  gst_buffer_add_video_time_code_meta_full(coded, 25, 1, nullptr, GST_VIDEO_TIME_CODE_FLAGS_NONE,
                                           10, 11, 12, 13, 0);
  EXPECT_TRUE(stream.output(coded).empty());
  picture = stream.output(frame(100, 31));
  EXPECT_TRUE(has_text(picture, "outside R 103", "1.01 %"));
  EXPECT_TRUE(has_text(picture, "peak", "3.03 %, TC 10:11:12:13"));
  g_object_set(stream.element(), "intensity", 2.0, nullptr); // another picture, the same stream
  EXPECT_TRUE(has_text(stream.output(frame(101, 0)), "peak", "3.03 %, TC 10:11:12:13"));
  // The share of other pixels begins anew.
  g_object_set(stream.element(), "show-region", "face", nullptr);
  EXPECT_TRUE(has_text(stream.output(frame(102, 31)), "peak", "1.01 %, time 0:00:04.080"));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(*stream, gst_event_new_segment(&segment));
  EXPECT_TRUE(has_text(stream.output(frame(103, 0)), "peak", "0.00 %"));
  Strip full("numbers=r103", "1:3:5:1");
  EXPECT_TRUE(has_text(full.output(frame(0, 62)), "peak", "-"));
}

TEST(Numbers, TellTheLightOfAllFrames) {
  Strip stream("numbers=light", "bt2100-pq", hdr);
  const auto push = [&](guint low, guint high, guint number) {
    return stream.output(gray_frame(
        10, [=](size_t i) { return i % 4 == 0 ? high : low; }, number));
  };
  const auto average = [](guint low, guint high) {
    return (3 * pq_light(low) + pq_light(high)) / 4;
  };
  std::vector<guint8> picture = push(200, 700, 0);
  EXPECT_TRUE(has_text(picture, "MaxCLL", nits(pq_light(700))));
  EXPECT_TRUE(has_text(picture, "MaxFALL", nits(average(200, 700))));
  picture = push(600, 610, 1); // a larger average
  EXPECT_TRUE(has_text(picture, "MaxCLL", nits(pq_light(700))));
  EXPECT_TRUE(has_text(picture, "MaxFALL", nits(average(600, 610))));
  // A frame whose picture is dropped is counted, too.
  gst_harness_push_upstream_event(
      *stream, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, GST_SECOND, GST_SECOND));
  EXPECT_TRUE(push(64, 900, 2).empty());
  EXPECT_EQ(stream.stat("dropped"), 1u);
  EXPECT_EQ(stream.stat("counted"), 3u);
  picture = push(64, 64, 100);
  EXPECT_TRUE(has_text(picture, "MaxCLL", nits(pq_light(900))));
  EXPECT_TRUE(has_text(picture, "MaxFALL", nits(std::max(average(600, 610), average(64, 900)))));
  g_object_set(stream.element(), "intensity", 2.0, nullptr); // another picture, the same stream
  EXPECT_TRUE(has_text(push(64, 64, 101), "MaxCLL", nits(pq_light(900))));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(*stream, gst_event_new_segment(&segment));
  EXPECT_TRUE(has_text(push(300, 300, 102), "MaxCLL", nits(pq_light(300))));

  // Light of other pixels, or by another curve, begins anew.
  g_object_set(stream.element(), "colorimetry", "bt2100-hlg", nullptr);
  EXPECT_TRUE(has_text(push(721, 721, 103), "MaxCLL", "\u2264 203 nits"));
  g_object_set(stream.element(), "colorimetry", "", nullptr);
  push(64, 900, 104);
  g_object_set(stream.element(), "show-region", "face", nullptr);
  EXPECT_TRUE(has_text(push(300, 300, 105), "MaxCLL", nits(pq_light(300))));

  Strip hlg("numbers=light", "bt2100-hlg", hdr);
  // 75 % of HLG is 203 nits on a display of 1000: ITU-R BT.2408. Here 721 of 64 to 940.
  EXPECT_TRUE(has_text(hlg.output(gray_frame(10, [](size_t) { return 721; })), "MaxCLL",
                       "\u2264 203 nits"));
  Strip sdr("numbers=light");
  EXPECT_TRUE(has_text(sdr.output(gray_frame(8, [](size_t) { return 90; })), "MaxCLL", "-"));
}

TEST(Numbers, StandAlsoBelowNoScopes) {
  Stream stream("videoscope", "scopes=\"\" numbers=frame", frames, pictures);
  EXPECT_TRUE(has_text(stream.output(Scopes::frame(0)), "frame", "0"));
  // Without labels or numbers the scopes have the whole picture.
  Scopes plain("scopes=waveform"), none("scopes=waveform numbers=\"\""),
      with("scopes=waveform numbers=frame");
  const std::vector<guint8> picture = plain.picture(Scopes::frame(0));
  EXPECT_EQ(none.picture(Scopes::frame(0)), picture);
  EXPECT_NE(with.picture(Scopes::frame(0)), picture);
}

TEST(Numbers, WithoutRoomAreNotMeasured) {
  for (const char* scopes : {"\"\"", "waveform"}) {
    Stream stream("videoscope", std::string("numbers=light scopes=") + scopes,
                  video_caps(hdr, 64, 48) + ",colorimetry=bt2100-pq",
                  "video/x-raw,format=BGRx,width=40,height=24");
    Stream without("videoscope", std::string("scopes=") + scopes,
                   video_caps(hdr, 64, 48) + ",colorimetry=bt2100-pq",
                   "video/x-raw,format=BGRx,width=40,height=24");
    const auto frame = [] { return gray_frame(10, [](size_t) { return 700; }); };
    EXPECT_EQ(stream.output(frame()), without.output(frame())) << scopes;
  }
}

TEST(Numbers, TextsThatNameNoNumbersAreRefused) {
  Scopes stream("numbers=frame");
  stream.picture(Scopes::frame(0));
  for (const char* text : {"frames", "frame+frame", "frame+", "light;r103"}) {
    g_object_set(stream.element(), "numbers", text, nullptr);
    gchar* kept = nullptr;
    g_object_get(stream.element(), "numbers", &kept, nullptr);
    EXPECT_STREQ(kept, "frame") << text;
    g_free(kept);
    EXPECT_EQ(stream.warnings(), 1u) << text;
  }
  for (const char* text : {"", " Frame , LIGHT+r103", "timecode,percentiles"}) {
    g_object_set(stream.element(), "numbers", text, nullptr);
    EXPECT_EQ(stream.warnings(), 0u) << text;
  }
}

TEST(Numbers, HaveAPointInEveryLocale) {
  g_autofree gchar* folder = g_dir_make_tmp("locales-XXXXXX", nullptr);
  const std::string made = std::string(folder) + "/de_DE";
  const bool has_locale =
      std::system(
          ("localedef -i de_DE -f ISO-8859-1 " + made + " > " + folder + "/log 2>&1").c_str()) == 0;
  g_setenv("LOCPATH", folder, TRUE);
  const bool is_set = has_locale && std::setlocale(LC_NUMERIC, "de_DE");
  if (is_set) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1f", 0.5);
    EXPECT_STREQ(text, "0,5");
    Strip stream("numbers=r103+percentiles percentiles=0.5 probe=0,0,2,1");
    const std::vector<guint8> picture =
        stream.output(gray_frame(8, [](size_t i) { return i < 31 ? 4 : 125; }));
    EXPECT_TRUE(has_text(picture, "outside R 103", "1.01 %"));
    EXPECT_TRUE(has_text(picture, "Y", "P0.5 -5 %"));
    EXPECT_TRUE(has_text(picture, "Y", "4  4.0  4"));
    std::setlocale(LC_NUMERIC, "C");
  }
  EXPECT_EQ(std::system(("rm -r " + std::string(folder)).c_str()), 0);
  if (!is_set)
    GTEST_SKIP() << "no localedef or no source of de_DE (Debian: locales)";
}
