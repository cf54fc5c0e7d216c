// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pins and the probe: their values in messages and below the scopes. The expected ones are computed
// here from the samples of the frames.
#include "tests/plugin/scope/scopes_stream.h"
#include "tests/plugin/scope/strip_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

constexpr guint width = 64, height = 48;

/// The samples of an I420 frame, each of its own value.
std::vector<guint8> samples() {
  std::vector<guint8> bytes(width * height * 3 / 2);
  for (size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<guint8>(16 + i * 7919 % 220);
  return bytes;
}

/// A value of a message, as GStreamer writes it.
std::string text_of(const GstStructure* structure, const char* field) {
  const GValue* const value = structure ? gst_structure_get_value(structure, field) : nullptr;
  gchar* const text = value ? gst_value_serialize(value) : nullptr;
  const std::string copy = text ? text : "none";
  g_free(text);
  return copy;
}

/// The last videoscope-values; the caller frees it. nullptr: none was posted.
GstStructure* values(Stream& stream) {
  GstStructure* last = nullptr;
  while (GstMessage* message = stream.pop(GST_MESSAGE_ELEMENT)) {
    const GstStructure* const structure = gst_message_get_structure(message);
    if (gst_structure_has_name(structure, "videoscope-values")) {
      g_clear_pointer(&last, gst_structure_free);
      last = gst_structure_copy(structure);
    }
    gst_message_unref(message);
  }
  return last;
}

std::vector<guint> list_of(const GstStructure* structure, const char* field) {
  std::vector<guint> list;
  const GValue* const array = gst_structure_get_value(structure, field);
  for (guint i = 0; array && i < gst_value_array_get_size(array); i++)
    list.push_back(g_value_get_uint(gst_value_array_get_value(array, i)));
  return list;
}

/// Pin `i` of a message.
const GstStructure* pin(const GstStructure* message, guint i) {
  const GValue* const pins = gst_structure_get_value(message, "pins");
  return gst_value_get_structure(gst_value_array_get_value(pins, i));
}

} // namespace

TEST(Probes, PinsTellTheSamplesOfPixels) {
  const std::vector<guint8> bytes = samples();
  Stream stream("videoscope", "scopes=waveform pins=\"5,7; 63,47;64,0\"",
                video_caps("I420", width, height) + ",colorimetry=bt709", pictures);
  const std::vector<guint8> picture = stream.output(buffer_of(bytes, 3));
  GstStructure* const message = values(stream);
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(text_of(message, "timestamp"), "120000000");
  EXPECT_EQ(text_of(message, "stream-time"), "120000000");
  EXPECT_FALSE(gst_structure_has_field(message, "probe"));
  const guint places[][2] = {{5, 7}, {63, 47}};
  for (guint i = 0; i < 2; i++) {
    const auto [x, y] = places[i];
    const size_t chroma = (y / 2) * (width / 2) + x / 2;
    const guint luma = bytes[y * width + x], cb = bytes[width * height + chroma],
                cr = bytes[width * height * 5 / 4 + chroma];
    EXPECT_EQ(text_of(pin(message, i), "x"), std::to_string(x));
    EXPECT_EQ(text_of(pin(message, i), "y"), std::to_string(y));
    EXPECT_EQ(text_of(pin(message, i), "channels"), "Y+Cb+Cr+R+G+B");
    const std::vector<guint> list = list_of(pin(message, i), "values");
    ASSERT_EQ(list.size(), 6u);
    EXPECT_EQ(std::vector<guint>(list.begin(), list.begin() + 3),
              (std::vector<guint>{luma, cb, cr}));
    // BT.709 in limited range: excursions of 219 and 224.
    const double b = (cb - 128.0) * 219 / 224, r = (cr - 128.0) * 219 / 224;
    const double rgb[] = {luma + 1.5748 * r, luma - 0.187324 * b - 0.468124 * r, luma + 1.8556 * b};
    for (guint c = 0; c < 3; c++)
      EXPECT_NEAR(list[3 + c], std::clamp(rgb[c], 0.0, 255.0), 0.51) << c;
    std::string shown;
    const char* const names[] = {"Y", "Cb", "Cr", "R", "G", "B"};
    for (guint c = 0; c < 6; c++)
      shown += std::string(c ? "  " : "") + names[c] + " " + std::to_string(list[c]);
    EXPECT_TRUE(has_text(picture, "pin " + std::to_string(x) + "," + std::to_string(y), shown));
  }
  EXPECT_EQ(text_of(pin(message, 2), "channels"), "\"\""); // outside of the frame
  EXPECT_TRUE(list_of(pin(message, 2), "values").empty());
  EXPECT_TRUE(has_text(picture, "pin 64,0", "-"));
  gst_structure_free(message);
}

TEST(Probes, TheProbeTellsMinimumMeanAndMaximum) {
  const std::vector<guint8> bytes = samples();
  Stream stream("videoscope", "scopes=waveform probe=7,9,20,12",
                video_caps("I420", width, height) + ",colorimetry=bt709", pictures);
  const std::vector<guint8> picture = stream.output(buffer_of(bytes));
  GstStructure* const message = values(stream);
  ASSERT_NE(message, nullptr);
  const GstStructure* const probe =
      gst_value_get_structure(gst_structure_get_value(message, "probe"));
  EXPECT_EQ(text_of(probe, "x") + text_of(probe, "y") + text_of(probe, "width") +
                text_of(probe, "height"),
            "792012");
  EXPECT_EQ(text_of(probe, "channels"), "Y+Cb+Cr+R+G+B");
  struct Plane {
    const char* name;
    size_t first, stride;
    guint left, top, right, bottom; ///< samples that the box touches
  };
  const Plane planes[] = {{"Y", 0, width, 7, 9, 27, 21},
                          {"Cb", width * height, width / 2, 3, 4, 14, 11},
                          {"Cr", width * height * 5 / 4, width / 2, 3, 4, 14, 11}};
  for (guint p = 0; p < 3; p++) {
    guint min = 255, max = 0, sum = 0, n = 0;
    for (guint y = planes[p].top; y < planes[p].bottom; y++)
      for (guint x = planes[p].left; x < planes[p].right; x++, n++) {
        const guint sample = bytes[planes[p].first + y * planes[p].stride + x];
        min = std::min(min, sample);
        max = std::max(max, sample);
        sum += sample;
      }
    const double mean = static_cast<double>(sum) / n;
    EXPECT_EQ(list_of(probe, "min")[p], min);
    EXPECT_EQ(list_of(probe, "max")[p], max);
    const GValue* const means = gst_structure_get_value(probe, "mean");
    EXPECT_EQ(g_value_get_double(gst_value_array_get_value(means, p)), mean);
    char shown[64];
    std::snprintf(shown, sizeof shown, "%u  %.1f  %u", min, mean, max);
    EXPECT_TRUE(has_text(picture, planes[p].name, shown)) << shown;
  }
  EXPECT_TRUE(has_text(picture, "probe 7,9 20x12", "min, mean, max"));
  gst_structure_free(message);
}

TEST(Probes, ValuesHaveTheCodesOfTheFormat) {
  const auto first_pin = [](const char* format, const std::vector<guint8>& bytes) {
    Stream stream("videoscope", "scopes=waveform pins=0,0",
                  video_caps(format, 1, 1) +
                      ",colorimetry=" + (format[0] == 'I' ? "bt709" : "sRGB"),
                  pictures);
    stream.output(buffer_of(bytes));
    GstStructure* const message = values(stream);
    if (!message)
      return std::string("none");
    std::string text = text_of(pin(message, 0), "channels");
    for (const guint value : list_of(pin(message, 0), "values"))
      text += " " + std::to_string(value);
    gst_structure_free(message);
    return text;
  };
  // 940 of 10 bits is white, whose R, G and B are counted with 12 bits.
  EXPECT_EQ(first_pin("I420_10LE", {0xac, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0}),
            "Y+Cb+Cr+R+G+B 940 512 512 940 940 940");
  EXPECT_EQ(first_pin("RGBA", {1, 2, 3, 4}), "R+G+B+A 1 2 3 4");
  EXPECT_EQ(first_pin("GRAY8", {200, 0, 0, 0}), "GRAY 200");
}

TEST(Probes, AreOfTheWholeFrameBesideARegion) {
  const std::vector<guint8> bytes = samples();
  Stream stream("videoscope", "scopes=waveform show-region=face pins=5,7",
                video_caps("I420", width, height), pictures);
  GstBuffer* const buffer = buffer_of(bytes);
  gst_buffer_add_video_region_of_interest_meta(buffer, "face", 20, 20, 16, 16);
  stream.output(buffer);
  GstStructure* const message = values(stream);
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(list_of(pin(message, 0), "values")[0], guint{bytes[7 * width + 5]});
  gst_structure_free(message);
}

TEST(Probes, FramesThatAreNotCountedHaveNoValues) {
  Stream stream("videoscope", "scopes=waveform pins=5,7 probe=0,0,4,4",
                video_caps("I420", width, height), pictures);
  stream.output(buffer_of(samples()));
  GstStructure* message = values(stream);
  EXPECT_NE(message, nullptr);
  g_clear_pointer(&message, gst_structure_free);
  GstBuffer* const gap = buffer_of(samples());
  GST_BUFFER_FLAG_SET(gap, GST_BUFFER_FLAG_GAP);
  const std::vector<guint8> picture = stream.output(gap);
  EXPECT_EQ(values(stream), nullptr);
  EXPECT_TRUE(has_text(picture, "pin 5,7", "-"));
  EXPECT_TRUE(has_text(picture, "probe 0,0 4x4", "-"));
}

TEST(Probes, TextsThatNameNoPixelsAreRefused) {
  Scopes stream("pins=1,2 probe=1,2,3,4");
  stream.picture(Scopes::frame(0));
  std::string too_many = "0,0";
  for (guint i = 0; i < 16; i++)
    too_many += ";" + std::to_string(i) + ",0";
  const std::pair<const char*, std::string> wrong[] = {
      {"pins", "1"},      {"pins", "1,2,3"},     {"pins", "-1,2"},  {"pins", "1.5,2"},
      {"pins", too_many}, {"probe", "1,2,0,4"},  {"probe", "1,2"},  {"probe", "1,2,3,4,5"},
      {"probe", "a"},     {"probe", "1,2,3,-4"}, {"pins", "1,2+3"},
  };
  for (const auto& [property, text] : wrong) {
    g_object_set(stream.element(), property, text.c_str(), nullptr);
    gchar* kept = nullptr;
    g_object_get(stream.element(), property, &kept, nullptr);
    EXPECT_STREQ(kept, property == std::string("pins") ? "1,2" : "1,2,3,4") << text;
    g_free(kept);
    EXPECT_EQ(stream.warnings(), 1u) << property << " " << text;
  }
  g_object_set(stream.element(), "pins", too_many.substr(4).c_str(), "probe", "", nullptr);
  EXPECT_EQ(stream.warnings(), 0u);
}
