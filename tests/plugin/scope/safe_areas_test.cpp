// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines around safe areas that videoscopeoverlay draws, and marks of several kinds together.
#include "tests/plugin/scope/marked_frames.h"

namespace {

/// The numbers of pixels left out at a side, from the shares of docs/scopes.md.
int outside(double percent, int pixels) {
  return static_cast<int>(std::floor(percent * pixels / 100 + 0.5));
}

/// Where a pixel lies on the edge, `line` pixels wide, of what is left of a frame.
bool on_edge(int x, int y, int w, int h, double percent, int line) {
  const int left = outside(percent, w), top = outside(percent, h);
  const int nearest = std::min({x - left, y - top, w - left - 1 - x, h - top - 1 - y});
  return nearest >= 0 && nearest < line;
}

/// The line of a pixel; dashes of the outer one are four times as long.
Expected line_of(int x, int y, int w, int h) {
  const int line = std::max(1, (h + 270) / 540), stripe = std::max(8, h / 135 * 2);
  for (const bool action : {true, false})
    if (on_edge(x, y, w, h, action ? 3.5 : 5, line))
      return thin((x + y) / (action ? 4 * stripe : stripe) % 2 == 0 ? white : black, 3);
  return as_it_was;
}

} // namespace

TEST(Marks, SafeAreasHaveLinesOfBlackAndWhiteDashes) {
  for (const char* format : {"NV12", "I420", "Y444", "P010_10LE", "RGBA", "BGR", "GRAY8", "YUY2"})
    for (const auto& [w, h] : {std::pair(200, 120), {201, 113}, {72, 1082}, {20, 14}, {1, 1}}) {
      SCOPED_TRACE(std::string(format) + " " + std::to_string(w));
      const std::string caps = video_caps(format, w, h);
      const GstVideoInfo info = info_of_caps(caps);
      const Samples frame(info, noise(info, 3));
      Coding coding;
      coding.rgb = GST_VIDEO_INFO_IS_RGB(&info);
      coding.full = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
      if (h > 576)
        coding.kr = 0.2126, coding.kb = 0.0722;
      const Samples expected = marked(
          frame, info, coding, [&, w = w, h = h](int x, int y) { return line_of(x, y, w, h); });
      EXPECT_TRUE(equal(expected, output_of(caps, "marks=safe-area", frame.bytes())));
    }
}

TEST(Marks, SafeAreasOf1920x1080HaveTheNumbersOfTheRecommendation) {
  const std::string caps = video_caps("NV12", 1920, 1080);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> grey(info.size, 128);
  const Samples out(info, output_of(caps, "marks=safe-area", grey));
  std::vector<int> columns, rows;
  for (int x = 0; x < 1920; x++)
    if (out.get(0, x, 540) != 128)
      columns.push_back(x);
  for (int y = 0; y < 1080; y++)
    if (out.get(0, 960, y) != 128)
      rows.push_back(y);
  // Lines are two pixels wide.
  EXPECT_EQ(columns, std::vector<int>({67, 68, 96, 97, 1822, 1823, 1851, 1852}));
  EXPECT_EQ(rows, std::vector<int>({38, 39, 54, 55, 1024, 1025, 1040, 1041}));
}

TEST(Marks, LinesLieOverEdgesAndTheseOverLevels) {
  for (const char* format : {"NV12", "Y444", "P010_10LE", "I422_10LE", "RGBA", "GRAY8"})
    for (const double split : {1.0, 0.5}) {
      SCOPED_TRACE(format);
      const int w = 173, h = 90;
      const std::string caps = video_caps(format, w, h);
      const GstVideoInfo info = info_of_caps(caps);
      // Noise of some codes, and squares that have edges.
      Samples frame(info, noise(info, 8));
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info); c++)
            if (GST_VIDEO_INFO_IS_RGB(&info) || c == 0)
              frame.set(c, x, y,
                        ((x / 9 + y / 7) % 3 == 0 ? 180 : 60 + x % 5) << (frame.depth() - 8));
      const std::string of_split = " marks-split=" + std::to_string(split);
      const auto with = [&](const char* marks) {
        return Samples(info, output_of(caps, marks + of_split, frame.bytes()));
      };
      const Samples all = with("marks=false-color+zebra+peaking+safe-area zebra-range=20-40");
      const Samples levels = with("marks=false-color+zebra zebra-range=20-40");
      const Samples peaks = with("marks=peaking"), lines = with("marks=safe-area");
      Coding coding;
      coding.rgb = GST_VIDEO_INFO_IS_RGB(&info);
      coding.full = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
      int edges = 0;
      const auto luma = [&](int x, int y) {
        x = std::clamp(x, 0, w - 1), y = std::clamp(y, 0, h - 1);
        if (coding.rgb && !GST_VIDEO_INFO_IS_YUV(&info))
          return luma_of(frame, x, y);
        return frame.get(0, x, y);
      };
      const int unit = coding.full ? 255 << (frame.depth() - 8) : 219 << (frame.depth() - 8);
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info) && c < 3; c++) {
            if ((x & ((1 << frame.x_sub(c)) - 1)) != 0 || (y & ((1 << frame.y_sub(c)) - 1)) != 0)
              continue;
            // A chroma sample has that of a line, or else an edge, in any of its pixels.
            bool is_edge = false, is_line = false;
            for (int v = y; v < std::min(y + (1 << frame.y_sub(c)), h); v++)
              for (int u = x; u < std::min(x + (1 << frame.x_sub(c)), w); u++) {
                const int sum = std::abs(luma(u + 1, v) - luma(u - 1, v)) +
                                std::abs(luma(u, v + 1) - luma(u, v - 1));
                is_edge |= 100 * sum >= 25 * unit;
                is_line |= line_of(u, v, w, h).marked;
              }
            edges += is_edge && !is_line ? 1 : 0;
            ASSERT_EQ(all.get(c, x, y), (is_line   ? lines
                                         : is_edge ? peaks
                                                   : levels)
                                            .get(c, x, y))
                << c << " " << x << " " << y;
          }
      EXPECT_GT(edges, 500);
    }
}
