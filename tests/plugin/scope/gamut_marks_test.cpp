// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pixels out of gamut that videoscopeoverlay marks.
#include "tests/plugin/scope/marked_frames.h"
#include "tests/reference/colours.h"

namespace {

/// Linear R, G and B in the primaries of BT.2020 (ITU-R BT.2087; P3 by SMPTE RP 177).
using Linear = std::array<double, 3>;
Linear from_709(const Linear& c) {
  return {0.6274 * c[0] + 0.3293 * c[1] + 0.0433 * c[2],
          0.0691 * c[0] + 0.9195 * c[1] + 0.0114 * c[2],
          0.0164 * c[0] + 0.0880 * c[1] + 0.8956 * c[2]};
}
Linear from_p3(const Linear& c) {
  return {0.7538 * c[0] + 0.1986 * c[1] + 0.0476 * c[2],
          0.0457 * c[0] + 0.9418 * c[1] + 0.0125 * c[2],
          std::max(-0.0012 * c[0] + 0.0176 * c[1] + 0.9836 * c[2], 0.0)};
}

} // namespace

TEST(Marks, GamutMarksWhatRangeMarks) {
  videohistogram::reference::ColourSpec spec;
  spec.matrix = videohistogram::reference::Matrix::bt601;
  for (const char* format : {"NV12", "Y444", "P010_10LE", "I422_10LE"}) {
    SCOPED_TRACE(format);
    const std::string caps = video_caps(format, 70, 50) + ",colorimetry=bt601";
    const GstVideoInfo info = info_of_caps(caps);
    Samples frame(info, noise(info, 5));
    // Chroma near the limits, so that some pixels lie inside.
    for (int y = 0; y < 50; y++)
      for (int x = 0; x < 70; x++)
        for (guint c = 1; c < 3; c++)
          frame.set(c, x, y,
                    (1 << (frame.depth() - 1)) + (frame.get(c, x, y) >> 2) -
                        (1 << (frame.depth() - 3)));
    const auto depth = static_cast<uint32_t>(frame.depth());
    int outside = 0;
    const Samples expected = marked(frame, info, Coding{}, [&](int x, int y) {
      const bool out =
          videohistogram::reference::range_of(spec, depth, false, frame.get(0, x, y),
                                              frame.get(1, x, y), frame.get(2, x, y)) != 0;
      outside += out ? 1 : 0;
      return out ? thin(magenta, 1) : as_it_was;
    });
    EXPECT_GT(outside, 100);
    EXPECT_LT(outside, 3400);
    EXPECT_TRUE(equal(expected, output_of(caps, "marks=gamut", frame.bytes())));
  }
}

TEST(Marks, GamutGivesAChromaSampleItsColourWhicheverPixelIsOutside) {
  for (const char* format : {"NV12", "I420", "I420_10LE", "Y42B"})
    for (const int place : {0, 1, 2, 3}) {
      SCOPED_TRACE(std::string(format) + " " + std::to_string(place));
      const std::string caps = video_caps(format, 8, 8) + ",colorimetry=bt601";
      const GstVideoInfo info = info_of_caps(caps);
      Samples frame(info, std::vector<guint8>(info.size));
      const int depth = frame.depth(), at_x = 4 + place % 2, at_y = 2 + place / 2;
      for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
          for (guint c = 0; c < 3; c++)
            frame.set(c, x, y, (c == 0 ? x == at_x && y == at_y ? 254 : 60 : 128) << (depth - 8));
      const Samples out(info, output_of(caps, "marks=gamut", frame.bytes()));
      const std::array<int, 3> samples = Coding{}.of(magenta, depth);
      EXPECT_EQ(out.get(0, at_x, at_y), samples[0]);
      EXPECT_EQ(out.get(1, at_x, at_y), samples[1]);
      EXPECT_EQ(out.get(2, at_x, at_y), samples[2]);
      EXPECT_EQ(out.get(0, at_x ^ 1, at_y), 60 << (depth - 8)) << "the luma of others stays";
      EXPECT_EQ(out.get(1, 0, 0), 128 << (depth - 8));
    }
}

TEST(Marks, GamutOfFullRangeIsAWarningAndHasNoLegend) {
  for (const char* format : {"NV12", "RGBA", "GRAY8"}) {
    SCOPED_TRACE(format);
    const std::string caps = video_caps(format, 640, 360) +
                             ",colorimetry=" + (std::string(format) == "RGBA" ? "sRGB" : "1:4:5:4");
    const GstVideoInfo info = info_of_caps(caps);
    Stream stream("videoscopeoverlay", "scopes=\"\" marks=gamut", caps, caps);
    EXPECT_EQ(stream.output(buffer_of(noise(info, 5))), noise(info, 5));
    EXPECT_EQ(stream.output(buffer_of(noise(info, 6), 1)), noise(info, 6));
    EXPECT_EQ(stream.warnings(), 1u);
  }
}

TEST(Marks, GamutMarksColoursOutsideOfSmallerPrimaries) {
  struct Patch {
    Linear colour; ///< in the primaries of BT.2020
    bool outside_709, outside_p3;
  };
  std::vector<Patch> patches;
  for (int i = 1; i < 8; i++) { // bars
    const Linear bar = {i & 1 ? 1.0 : 0.0, i & 2 ? 1.0 : 0.0, i & 4 ? 1.0 : 0.0};
    const bool neutral = i == 7;
    for (const double level : {1.0, 0.5, 0.1}) {
      const Linear at = {level * bar[0], level * bar[1], level * bar[2]};
      patches.push_back({at, !neutral, !neutral});
      patches.push_back({from_p3(at), !neutral && i != 4, false}); // both have the same blue
      patches.push_back({from_709(at), false, false});
    }
  }
  patches.push_back({{0, 0, 0}, false, false});
  for (const char* colorimetry : {"bt2020-10", "bt2100-pq", "bt2100-hlg", "1:6:13:7"}) {
    SCOPED_TRACE(colorimetry);
    const std::string name = colorimetry;
    const auto signal = [&](double light) {
      light = std::clamp(light, 0.0, 1.0);
      return name == "bt2100-pq" ? pq_signal(1000 * light)
             : name == "bt2100-hlg"
                 ? (light <= 1.0 / 12 ? std::sqrt(3 * light)
                                      : 0.17883277 * std::log(12 * light - 0.28466892) + 0.55991073)
                 : std::pow(light, 1 / 2.4);
    };
    const bool full = name == "1:6:13:7";
    const auto n = static_cast<int>(patches.size());
    const std::string caps = video_caps("Y444_10LE", n, 1) + ",colorimetry=" + colorimetry;
    const GstVideoInfo info = info_of_caps(caps);
    Samples frame(info, std::vector<guint8>(info.size));
    for (int i = 0; i < n; i++) {
      const Linear& colour = patches[static_cast<size_t>(i)].colour;
      const double r = signal(colour[0]), g = signal(colour[1]), b = signal(colour[2]);
      const double luma = 0.2627 * r + 0.678 * g + 0.0593 * b;
      const double zero = full ? 0 : 64, unit = full ? 1023 : 876, chroma = full ? 1023 : 896;
      frame.set(0, i, 0, static_cast<int>(std::lround(zero + unit * luma)));
      frame.set(1, i, 0,
                static_cast<int>(std::min(std::lround(512 + chroma * (b - luma) / 1.8814), 1023L)));
      frame.set(2, i, 0,
                static_cast<int>(std::min(std::lround(512 + chroma * (r - luma) / 1.4746), 1023L)));
    }
    for (const bool p3 : {false, true}) {
      const std::string limits = p3 ? "gamut-limits=p3" : "gamut-limits=bt709";
      const Samples out(info, output_of(caps, "marks=gamut " + limits, frame.bytes()));
      for (int i = 0; i < n; i++) {
        bool changed = false;
        for (guint c = 0; c < 3; c++)
          changed |= out.get(c, i, 0) != frame.get(c, i, 0);
        const Patch& patch = patches[static_cast<size_t>(i)];
        EXPECT_EQ(changed, p3 ? patch.outside_p3 : patch.outside_709)
            << limits << ", patch " << i << ": " << patch.colour[0] << " " << patch.colour[1] << " "
            << patch.colour[2];
      }
    }
  }
}

TEST(Marks, GamutOfOtherPrimariesIsAWarning) {
  const std::string caps = video_caps("NV12", 64, 48) + ",colorimetry=bt709";
  const GstVideoInfo info = info_of_caps(caps);
  Stream stream("videoscopeoverlay", std::string(no_scopes) + "marks=gamut gamut-limits=p3", caps,
                caps);
  EXPECT_EQ(stream.output(buffer_of(noise(info, 2))), noise(info, 2));
  EXPECT_EQ(stream.output(buffer_of(noise(info, 3), 1)), noise(info, 3));
  EXPECT_EQ(stream.warnings(), 1u);
}
