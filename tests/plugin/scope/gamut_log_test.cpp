// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Errors of gamut in messages. How many pixels of a frame are outside follows from its samples:
// BT.709 in limited range, where 5 to 246 are inside.
#include "tests/plugin/scope/scopes_stream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr guint width = 64, height = 48, cells = width * height / 4;

struct Colour {
  guint8 y, cb, cr;
};
constexpr Colour inside{100, 128, 128};
// Y + 1.8556 (Cb - 128) 219 / 224 is B, Y + 1.5748 (Cr - 128) 219 / 224 is R.
constexpr Colour blue_above{200, 200, 128}, red_below{20, 128, 60}, all_above{250, 128, 128},
    all_below{4, 128, 128};

/// A frame of I420 whose first `n` chroma samples, of four pixels each, have a colour.
GstBuffer* frame(guint number, guint n, Colour outside) {
  std::vector<guint8> bytes(width * height * 3 / 2);
  for (guint i = 0; i < cells; i++) {
    const Colour colour = i < n ? outside : inside;
    const guint x = i % (width / 2), y = i / (width / 2);
    for (guint pixel : {0u, 1u, width, width + 1})
      bytes[2 * y * width + 2 * x + pixel] = colour.y;
    bytes[width * height + i] = colour.cb;
    bytes[width * height + cells + i] = colour.cr;
  }
  return buffer_of(bytes, number);
}
/// 1 % of the pixels are 7.68 cells.
constexpr guint allowed = 7, too_many = 8;

class Log : public Stream {
public:
  explicit Log(const std::string& properties = "scopes=waveform gamut-log=true",
               const char* colorimetry = "bt709", const char* element = "videoscope")
      : Stream(element, properties,
               video_caps("I420", width, height) + ",colorimetry=" + colorimetry,
               std::string(element) == "videoscope" ? "video/x-raw,format=BGRx,width=160,height=90"
                                                    : "") {}

  void push(GstBuffer* buffer) { output(buffer); }
  /// The next message, without the fields that are not asked for; empty: there is none.
  std::string error() {
    std::string text;
    while (text.empty()) {
      GstMessage* const message = pop(GST_MESSAGE_ELEMENT);
      if (!message)
        break;
      const GstStructure* const structure = gst_message_get_structure(message);
      if (gst_structure_has_name(structure, "videoscope-gamut-error"))
        text = text_of(structure);
      gst_message_unref(message);
    }
    return text;
  }

private:
  static guint64 number(const GstStructure* structure, const char* field) {
    guint64 value = 0;
    EXPECT_TRUE(gst_structure_get_uint64(structure, field, &value)) << field;
    return value;
  }
  /// "2 at 80/80", with the time code if there is one.
  static std::string place_of(const GstStructure* structure) {
    const auto ms = [&](const char* field) {
      return std::to_string(number(structure, field) / GST_MSECOND);
    };
    const char* const code = gst_structure_get_string(structure, "timecode");
    return std::to_string(number(structure, "frame")) + " at " + ms("timestamp") + "/" +
           ms("stream-time") + (code ? std::string(" ") + code : "");
  }
  static const GstStructure* part(const GstStructure* structure, const char* field) {
    return gst_value_get_structure(gst_structure_get_value(structure, field));
  }
  static std::string text_of(const GstStructure* structure) {
    const GstStructure* const peak = part(structure, "peak");
    gdouble share = 0;
    EXPECT_TRUE(gst_structure_get_double(peak, "share", &share));
    return place_of(structure) + " to " + place_of(part(structure, "last")) + ", " +
           std::to_string(number(structure, "frames")) + " in " +
           std::to_string(number(structure, "duration") / GST_MSECOND) + " ms, " +
           std::to_string(std::lround(share * cells)) + " cells of " +
           gst_structure_get_string(peak, "channel") + " " +
           gst_structure_get_string(peak, "limit") + " in " + place_of(peak);
  }
};

} // namespace

TEST(GamutLog, AnErrorLastsWhileMoreThanOnePercentIsOutside) {
  Log log;
  log.push(frame(0, allowed, blue_above));
  log.push(frame(1, too_many, blue_above));
  log.push(frame(2, 30, red_below));
  log.push(frame(3, 30, all_above)); // not more than the frame before
  log.push(frame(4, 9, blue_above));
  EXPECT_EQ(log.error(), "");
  log.push(frame(5, allowed, blue_above));
  EXPECT_EQ(log.error(),
            "1 at 40/40 to 4 at 160/160, 4 in 160 ms, 30 cells of R below in 2 at 80/80");
  log.push(frame(6, 0, inside));
  EXPECT_EQ(log.error(), "");
}

TEST(GamutLog, TheWorstChannelHasTheMostPixelsOutside) {
  Log log;
  const std::vector<std::pair<Colour, const char*>> all = {
      {blue_above, "B above"},     {red_below, "R below"},
      {{40, 128, 220}, "G below"}, // R is inside: 182
      {{200, 128, 10}, "G above"}, // R is inside: 18
      {all_above, "Y above"},      // as many as of R, G and B
      {all_below, "Y below"}};
  guint number = 0;
  for (const auto& [colour, name] : all) {
    log.push(frame(number++, 20, colour));
    log.push(frame(number++, 0, inside));
    EXPECT_NE(log.error().find(std::string("20 cells of ") + name), std::string::npos) << name;
  }
}

TEST(GamutLog, AnOpenErrorEndsWithTheStream) {
  const std::string error = "0 at 0/0 to 1 at 40/40, 2 in 80 ms, 20 cells of B above in 0 at 0/0";
  const auto begin = [](Log& log) {
    log.push(frame(0, 20, blue_above));
    log.push(frame(1, 19, blue_above));
    EXPECT_EQ(log.error(), "");
  };
  Log ended;
  begin(ended);
  EXPECT_TRUE(gst_harness_push_event(*ended, gst_event_new_eos()));
  EXPECT_EQ(ended.error(), error);
  gst_element_set_state(ended.element(), GST_STATE_READY);
  EXPECT_EQ(ended.error(), "");

  Log stopped;
  begin(stopped);
  gst_element_set_state(stopped.element(), GST_STATE_READY);
  EXPECT_EQ(stopped.error(), error);

  Log renegotiated;
  begin(renegotiated);
  gst_harness_set_src_caps_str(*renegotiated,
                               (video_caps("I420", width, height) + ",colorimetry=bt601").c_str());
  EXPECT_EQ(renegotiated.error(), error);

  Log sought;
  begin(sought);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  EXPECT_TRUE(gst_harness_push_event(*sought, gst_event_new_segment(&segment)));
  EXPECT_EQ(sought.error(), error);

  // A frame that is not counted is no part of an error.
  Log gap;
  begin(gap);
  GstBuffer* const empty = frame(2, 20, blue_above);
  GST_BUFFER_FLAG_SET(empty, GST_BUFFER_FLAG_GAP);
  gap.push(empty);
  EXPECT_EQ(gap.error(), error);

  Log off;
  begin(off);
  g_object_set(off.element(), "gamut-log", FALSE, nullptr);
  off.push(frame(2, 20, blue_above));
  EXPECT_EQ(off.error(), error);
  off.push(frame(3, 0, inside));
  EXPECT_EQ(off.error(), "");

  Log other;
  begin(other);
  g_object_set(other.element(), "intensity", 2.0, nullptr); // another picture, the same error
  other.push(frame(2, 0, inside));
  EXPECT_EQ(other.error(), error);
  other.push(frame(3, 20, blue_above));
  g_object_set(other.element(), "show-region", "face", nullptr); // other pixels
  other.push(frame(4, 20, blue_above));
  EXPECT_NE(other.error().find("3 at 120/120 to 3 at 120/120, 1 in 40 ms"), std::string::npos);
}

TEST(GamutLog, TellsTimeCodesAndFramesWithoutTimes) {
  Log log;
  const auto coded = [](guint number, guint n) {
    GstBuffer* const buffer = frame(number, n, all_below);
    gst_buffer_add_video_time_code_meta_full(buffer, 25, 1, nullptr, GST_VIDEO_TIME_CODE_FLAGS_NONE,
                                             10, 0, 0, number, 0);
    return buffer;
  };
  log.push(coded(5, 10));
  log.push(coded(6, 11));
  log.push(coded(7, 0));
  EXPECT_EQ(log.error(), "0 at 200/200 10:00:00:05 to 1 at 240/240 10:00:00:06, 2 in 80 ms, "
                         "11 cells of Y below in 1 at 240/240 10:00:00:06");
  GstBuffer* const timeless = frame(0, 10, all_below);
  GST_BUFFER_PTS(timeless) = GST_CLOCK_TIME_NONE;
  log.push(timeless);
  log.push(frame(8, 0, inside));
  const std::string none = std::to_string(GST_CLOCK_TIME_NONE / GST_MSECOND);
  const std::string place = "3 at " + none + "/" + none;
  EXPECT_EQ(log.error(),
            place + " to " + place + ", 1 in " + none + " ms, 10 cells of Y below in " + place);
}

TEST(GamutLog, FramesWhosePicturesAreDroppedBelongToErrors) {
  Log log;
  log.push(frame(0, 0, inside));
  gst_harness_push_upstream_event(
      *log, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, GST_SECOND, GST_SECOND));
  EXPECT_TRUE(log.output(frame(1, 20, all_above)).empty());
  EXPECT_TRUE(log.output(frame(2, 0, inside)).empty());
  EXPECT_EQ(log.stat("dropped"), 2u);
  EXPECT_EQ(log.error(), "1 at 40/40 to 1 at 40/40, 1 in 40 ms, 20 cells of Y above in 1 at 40/40");
}

TEST(GamutLog, NeedsNoPicture) {
  Log log("scopes=\"\" gamut-log=true", "bt709", "videoscopeoverlay");
  log.push(frame(0, 20, all_above));
  log.push(frame(1, 0, inside));
  EXPECT_EQ(log.stat("counted"), 2u);
  EXPECT_EQ(log.error(), "0 at 0/0 to 0 at 0/0, 1 in 40 ms, 20 cells of Y above in 0 at 0/0");
}

TEST(GamutLog, FullRangeHasNoErrorsAndAWarning) {
  Log full("scopes=waveform gamut-log=true", "1:3:5:1");
  full.push(frame(0, 20, all_above));
  full.push(frame(1, 0, inside));
  EXPECT_EQ(full.warnings(), 1u);
  EXPECT_EQ(full.error(), "");
  Log off("scopes=waveform", "1:3:5:1");
  off.push(frame(0, 20, all_above));
  EXPECT_EQ(off.warnings(), 0u);
}
