// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames with marks, as tests expect them. Samples are found by GStreamer's description of formats.
#pragma once

#include "tests/plugin/scope/overlay_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using Colour = std::array<double, 3>; ///< R, G, B of 8 bits

inline const Colour purple = {128, 26, 179}, blue = {13, 64, 242}, green = {26, 179, 38},
                    pink = {255, 140, 179}, yellow = {255, 230, 26}, red = {242, 20, 20};
inline const Colour black = {0, 0, 0}, white = {255, 255, 255}, magenta = {255, 0, 230},
                    edge = {255, 38, 26};

/// Frames of a format, by component: of a plane the component 0 is Y or R.
class Samples {
public:
  Samples(const GstVideoInfo& info, std::vector<guint8> frame)
      : info_(info), bytes_(std::move(frame)) {}

  int depth(guint c = 0) const { return static_cast<int>(info_.finfo->depth[c]); }
  int x_sub(guint c) const { return static_cast<int>(info_.finfo->w_sub[c]); }
  int y_sub(guint c) const { return static_cast<int>(info_.finfo->h_sub[c]); }
  /// The sample that the pixel x, y has of component c.
  int get(guint c, int x, int y) const {
    const size_t at = place(c, x, y);
    const int value = depth(c) > 8 ? bytes_[at] | bytes_[at + 1] << 8 : bytes_[at];
    return value >> info_.finfo->shift[c] & ((1 << depth(c)) - 1);
  }
  void set(guint c, int x, int y, int value) {
    const size_t at = place(c, x, y);
    value <<= info_.finfo->shift[c];
    bytes_[at] = static_cast<guint8>(value);
    if (depth(c) > 8)
      bytes_[at + 1] = static_cast<guint8>(value >> 8);
  }
  const std::vector<guint8>& bytes() const { return bytes_; }

private:
  size_t place(guint c, int x, int y) const {
    const guint plane = info_.finfo->plane[c];
    // GStreamer 1.22 says 1 of Cr in P010, in samples.
    const bool in_samples = depth(c) > 8 && info_.finfo->poffset[c] == 1;
    return info_.offset[plane] +
           static_cast<size_t>(info_.finfo->poffset[c] * (in_samples ? 2 : 1)) +
           static_cast<size_t>(info_.stride[plane] * (y >> y_sub(c)) +
                               info_.finfo->pixel_stride[c] * (x >> x_sub(c)));
  }
  GstVideoInfo info_;
  std::vector<guint8> bytes_;
};

/// Samples of a colour in frames: R, G, B, or Y, Cb, Cr by Kr and Kb. Colours have 8 bits.
struct Coding {
  double kr = 0.299, kb = 0.114;
  bool full = false, rgb = false;
  std::function<double(double)> transfer = [](double component) { return component; };

  std::array<int, 3> of(const Colour& colour, int depth) const {
    const double r = transfer(colour[0] / 255), g = transfer(colour[1] / 255),
                 b = transfer(colour[2] / 255);
    const double y = kr * r + (1 - kr - kb) * g + kb * b;
    const double unit = full ? 255 : 219, zero = full ? 0 : 16, chroma = full ? 255 : 224;
    std::array<double, 3> codes = {zero + unit * y, 128 + chroma * (b - y) / 2 / (1 - kb),
                                   128 + chroma * (r - y) / 2 / (1 - kr)};
    if (rgb)
      codes = {zero + unit * r, zero + unit * g, zero + unit * b};
    std::array<int, 3> samples{};
    for (size_t i = 0; i < 3; i++)
      samples[i] = static_cast<int>(std::clamp(std::floor(codes[i] + 0.5), 0.0, 255.0))
                   << (depth - 8);
    return samples;
  }
};

/// The expected mark of a pixel: none, grey or a colour.
struct Expected {
  bool marked = false, grey = false;
  Colour colour{};
  int rank = 0; ///< among the pixels of a chroma sample, which takes the colour of the highest
};
inline const Expected as_it_was = {}, in_grey = {true, true, {}};
inline Expected in(const Colour& colour) {
  return {true, false, colour};
}

/// Of a mark of single pixels, such as an edge.
inline Expected thin(const Colour& colour, int rank) {
  return {true, false, colour, rank};
}

/// LUMA by the weights of BT.709.
inline int luma_of(const Samples& rgb, int x, int y) {
  const gint64 sum = gint64{13933} * rgb.get(0, x, y) + gint64{46871} * rgb.get(1, x, y) +
                     gint64{4732} * rgb.get(2, x, y);
  return static_cast<int>((sum + 32768) >> 16);
}

/// Writes what is expected into a frame. A chroma sample takes the colour of the first of its
/// pixels with the highest rank.
template <class Rule>
Samples marked(const Samples& frame, const GstVideoInfo& info, const Coding& coding, Rule rule) {
  Samples out = frame;
  const guint n = coding.rgb || GST_VIDEO_INFO_IS_YUV(&info) ? 3 : 1;
  const int width = GST_VIDEO_INFO_WIDTH(&info), height = GST_VIDEO_INFO_HEIGHT(&info);
  std::vector<Expected> marks;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      marks.push_back(rule(x, y));
  const auto mark_at = [&](int x, int y) { return marks[static_cast<size_t>(y * width + x)]; };
  for (guint c = 0; c < n; c++) {
    const int columns = 1 << frame.x_sub(c), rows = 1 << frame.y_sub(c);
    for (int y = 0; y < height; y += rows)
      for (int x = 0; x < width; x += columns) {
        Expected expected = mark_at(x, y);
        for (int down = 0; down < rows && y + down < height; down++)
          for (int right = 0; right < columns && x + right < width; right++)
            if (const Expected other = mark_at(x + right, y + down); other.rank > expected.rank)
              expected = other;
        if (!expected.marked)
          continue;
        if (!expected.grey)
          out.set(c, x, y, coding.of(expected.colour, frame.depth())[c]);
        else if (!coding.rgb)
          out.set(c, x, y, c == 0 ? frame.get(0, x, y) : 1 << (frame.depth() - 1));
        else
          out.set(c, x, y, luma_of(frame, x, y));
      }
  }
  return out;
}

inline std::vector<guint8> noise(const GstVideoInfo& info, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<guint8> bytes(info.size);
  for (guint8& byte : bytes)
    byte = static_cast<guint8>(random());
  return bytes;
}

inline constexpr const char* no_scopes = "scopes=\"\" marks-legend=false ";

inline std::vector<guint8> output_of(const std::string& caps, const std::string& properties,
                                     const std::vector<guint8>& frame, GstClockTime time = 0) {
  Stream stream("videoscopeoverlay", no_scopes + properties, caps, caps);
  GstBuffer* const buffer = buffer_of(frame);
  GST_BUFFER_PTS(buffer) = time;
  std::vector<guint8> out = stream.output(buffer);
  EXPECT_EQ(stream.stat("marked"), 1u);
  EXPECT_EQ(stream.stat("blended") + stream.stat("attached"), 0u);
  EXPECT_EQ(stream.warnings(), 0u);
  return out;
}

inline GstVideoInfo info_of_caps(const std::string& text) {
  GstVideoInfo info;
  GstCaps* const caps = gst_caps_from_string(text.c_str());
  EXPECT_TRUE(gst_video_info_from_caps(&info, caps));
  gst_caps_unref(caps);
  return info;
}

inline testing::AssertionResult equal(const Samples& expected, const std::vector<guint8>& got) {
  if (expected.bytes().size() != got.size())
    return testing::AssertionFailure() << got.size() << " bytes";
  for (size_t i = 0; i < got.size(); i++)
    if (expected.bytes()[i] != got[i])
      return testing::AssertionFailure() << "byte " << i << ": expected "
                                         << int{expected.bytes()[i]} << ", got " << int{got[i]};
  return testing::AssertionSuccess();
}

inline double pq_signal(double nits) {
  const double y = std::pow(nits / 10000, 0.1593017578125);
  return nits > 0 ? std::pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375) : 0;
}
