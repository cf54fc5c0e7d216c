// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// gst_video_histogram_get_signalstats() of frames that the reference counted, against what FFmpeg's
// filter signalstats prints of the same frames, digit by digit. Run with the folder of the media.
#include "tests/reference/colours.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gst/videohistogram/videohistogram.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::reference {

namespace {

std::string media;

using Figures = std::map<std::string, std::string>; ///< key to printed value
using Histogram = std::unique_ptr<GstVideoHistogram, decltype(&gst_video_histogram_unref)>;

/// A format of GStreamer's and its name in FFmpeg.
struct Format {
  const char *name, *ffmpeg;
};
constexpr Format i420{"I420", "yuv420p"}, y42b{"Y42B", "yuv422p"}, y444{"Y444", "yuv444p"},
    i420_10{"I420_10LE", "yuv420p10le"}, i422_10{"I422_10LE", "yuv422p10le"},
    y444_10{"Y444_10LE", "yuv444p10le"}, i420_12{"I420_12LE", "yuv420p12le"},
    y444_12{"Y444_12LE", "yuv444p12le"};

class Folder {
public:
  Folder() {
    char* made = g_dir_make_tmp("signalstats-XXXXXX", nullptr);
    path_ = made ? made : "";
    g_free(made);
  }
  ~Folder() {
    if (!path_.empty())
      std::filesystem::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// Runs ffmpeg in `folder`. Returns what it wrote to standard output; false if it failed.
bool run_ffmpeg(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                std::string& output) {
  std::vector<char*> argv{g_strdup("ffmpeg")};
  for (const std::string& argument : arguments)
    argv.push_back(g_strdup(argument.c_str()));
  argv.push_back(nullptr);
  char *out = nullptr, *err = nullptr;
  int status = -1;
  const bool ran = g_spawn_sync(folder.c_str(), argv.data(), nullptr, G_SPAWN_SEARCH_PATH, nullptr,
                                nullptr, &out, &err, &status, nullptr) &&
                   status == 0;
  if (err && *err)
    std::printf("ffmpeg: %s\n", err);
  output = out ? out : "";
  g_free(out);
  g_free(err);
  for (char* argument : argv)
    g_free(argument);
  return ran;
}

/// Frames without padding, and what FFmpeg is asked for and prints of each.
struct Video {
  Format format;
  uint32_t width, height;
  size_t n_frames;
  std::vector<std::string> input; ///< ffmpeg's arguments, from the folder of a test
  std::string filters;            ///< before signalstats; empty, or with a comma at the end
  std::string bytes;              ///< of all frames
  std::vector<Figures> printed;   ///< of each frame
};

/// Decodes, filters and measures all videos with one ffmpeg: its start takes longer than most
/// videos.
void run_signalstats(std::vector<Video>& videos, const Folder& folder) {
  std::vector<std::string> arguments{"-nostdin", "-v", "error"};
  for (const Video& video : videos)
    arguments.insert(arguments.end(), video.input.begin(), video.input.end());
  const auto file = [](const char* stem, size_t i) { return stem + std::to_string(i); };
  for (size_t i = 0; i < videos.size(); i++) {
    const std::string map = std::to_string(i) + ":v",
                      graph = videos[i].filters +
                              "signalstats,metadata=mode=print:file=" + file("printed", i);
    for (const std::string& argument :
         {std::string("-map"), map, std::string("-vf"), graph, std::string("-f"),
          std::string("rawvideo"), std::string("-y"), file("frames", i)})
      arguments.push_back(argument);
  }
  std::string output;
  EXPECT_TRUE(run_ffmpeg(arguments, folder.path(), output));
  for (size_t i = 0; i < videos.size(); i++) {
    Video& video = videos[i];
    std::ifstream frames(folder / file("frames", i), std::ios::binary);
    video.bytes.assign(std::istreambuf_iterator<char>(frames), {});
    std::ifstream printed(folder / file("printed", i));
    const std::string prefix = "lavfi.signalstats.";
    for (std::string line; std::getline(printed, line);) {
      const size_t equals = line.find('=');
      if (line.rfind("frame:", 0) == 0)
        video.printed.emplace_back();
      else if (line.rfind(prefix, 0) == 0 && equals != std::string::npos && !video.printed.empty())
        video.printed.back()[line.substr(prefix.size(), equals - prefix.size())] =
            line.substr(equals + 1);
    }
  }
}

/// A frame in memory as FFmpeg's rawvideo lays it out.
FrameView view_of(const char* bytes, size_t size, const Format& format, uint32_t width,
                  uint32_t height) {
  FrameView frame;
  frame.format = &format_named(format.name);
  frame.width = width;
  frame.height = height;
  const PackedLayout layout = packed_layout(*frame.format, width, height, 1);
  for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
    frame.planes[plane] = {reinterpret_cast<const uint8_t*>(bytes), size, layout.offsets[plane],
                           static_cast<ptrdiff_t>(frame.row_bytes(plane))};
  return frame;
}

/// The histogram of all that signalstats uses, counted by the reference.
Histogram histogram_of(const FrameView& frame, const FrameView* before) {
  const Rect all{0, 0, frame.width, frame.height};
  const uint32_t depth = frame.format->depth, values = 1u << depth;
  std::vector<GstVideoHistogramChannelInfo> channels;
  std::vector<guint64> counts;
  const auto add = [&](const char* name, uint32_t bits, const std::vector<uint32_t>& counted) {
    channels.push_back(
        {name, static_cast<guint>(counted.size()), bits, static_cast<guint>(counted.size()), {}});
    counts.insert(counts.end(), counted.begin(), counted.end());
  };
  constexpr Quantity stored[] = {Quantity::y, Quantity::cb, Quantity::cr};
  for (Quantity channel : stored) {
    std::vector<uint32_t> counted(values, 0);
    for (uint32_t sample : stored_samples(frame, channel).samples)
      counted.at(sample)++;
    add(quantity_name(channel), depth, counted);
  }
  add("SAT", depth, count_computed(frame, Computed::sat, {}, values, all));
  add("HUE", 9, count_computed(frame, Computed::hue, {}, 360, all));
  constexpr const char* differences[] = {"DIFF-Y", "DIFF-Cb", "DIFF-Cr"};
  for (size_t i = 0; before && i < 3; i++)
    add(differences[i], depth, count_difference(frame, *before, stored[i], values, all));
  return {gst_video_histogram_new(GST_VIDEO_FORMAT_UNKNOWN, frame.width, frame.height, nullptr,
                                  channels.data(), static_cast<guint>(channels.size()),
                                  counts.data(), counts.size(), nullptr),
          gst_video_histogram_unref};
}

std::string print(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

/// The figures as FFmpeg prints them. A difference that does not exist is 0 there.
Figures figures_of(GstVideoHistogram* histogram, bool first) {
  GstVideoHistogramSignalStats s{};
  EXPECT_TRUE(gst_video_histogram_get_signalstats(histogram, &s, nullptr));
  Figures figures;
  const std::pair<const char*, double> whole[] = {{"YMIN", s.y_min},
                                                  {"YLOW", s.y_low},
                                                  {"YHIGH", s.y_high},
                                                  {"YMAX", s.y_max},
                                                  {"UMIN", s.u_min},
                                                  {"ULOW", s.u_low},
                                                  {"UHIGH", s.u_high},
                                                  {"UMAX", s.u_max},
                                                  {"VMIN", s.v_min},
                                                  {"VLOW", s.v_low},
                                                  {"VHIGH", s.v_high},
                                                  {"VMAX", s.v_max},
                                                  {"SATMIN", s.sat_min},
                                                  {"SATLOW", s.sat_low},
                                                  {"SATHIGH", s.sat_high},
                                                  {"SATMAX", s.sat_max},
                                                  {"HUEMED", s.hue_median},
                                                  {"YBITDEPTH", s.y_bit_depth},
                                                  {"UBITDEPTH", s.u_bit_depth},
                                                  {"VBITDEPTH", s.v_bit_depth}};
  for (const auto& [key, value] : whole)
    figures[key] = print("%.0f", value);
  const std::pair<const char*, double> real[] = {{"YAVG", s.y_average},
                                                 {"UAVG", s.u_average},
                                                 {"VAVG", s.v_average},
                                                 {"SATAVG", s.sat_average},
                                                 {"HUEAVG", s.hue_average}};
  for (const auto& [key, value] : real)
    figures[key] = print("%g", value);
  const std::pair<const char*, double> differences[] = {
      {"YDIF", s.y_difference}, {"UDIF", s.u_difference}, {"VDIF", s.v_difference}};
  for (const auto& [key, value] : differences) {
    EXPECT_EQ(std::isnan(value), first) << key;
    figures[key] = first ? "0" : print("%g", value);
  }
  return figures;
}

/// Compares every key of every frame.
void expect_printed(const Video& video) {
  const Format& format = video.format;
  const uint32_t width = video.width, height = video.height;
  const size_t size = packed_layout(format_named(format.name), width, height, 1).size;
  ASSERT_EQ(video.bytes.size(), video.n_frames * size) << format.name;
  ASSERT_EQ(video.printed.size(), video.n_frames) << format.name;
  FrameView before;
  for (size_t n = 0; n < video.n_frames; n++) {
    const FrameView frame = view_of(&video.bytes[n * size], size, format, width, height);
    ASSERT_TRUE(check_frame(frame).ok());
    const Histogram histogram = histogram_of(frame, n > 0 ? &before : nullptr);
    ASSERT_TRUE(histogram);
    const Figures figures = figures_of(histogram.get(), n == 0);
    ASSERT_EQ(figures.size(), 28u);
    for (const auto& [key, value] : figures) {
      const auto printed = video.printed[n].find(key);
      ASSERT_NE(printed, video.printed[n].end()) << key;
      ASSERT_EQ(value, printed->second) << key << " of frame " << n << ", " << format.name;
    }
    before = frame;
  }
}

/// Frames of a video, from the start of its dissolve on, scaled and converted.
Video film(const char* name, const Format& format, uint32_t width, uint32_t height,
           size_t n_frames) {
  std::ostringstream filters;
  const size_t first = 150;
  filters << "trim=start_frame=" << first << ":end_frame=" << first + n_frames << ",scale=" << width
          << ":" << height << ",format=" << format.ffmpeg << ",";
  return {format, width, height, n_frames, {"-i", media + "/" + name}, filters.str(), {}, {}};
}

void expect_films(std::vector<Video> videos) {
  const Folder folder;
  run_signalstats(videos, folder);
  for (const Video& video : videos)
    expect_printed(video);
}

/// Frames whose samples are the results of `next`, as input of FFmpeg in `bytes`. The samples must
/// fit the depth of the format, because signalstats does not check them.
template <typename Next>
Video made(const Format& format, uint32_t width, uint32_t height, size_t n_frames,
           const Next& next) {
  Video video{format, width, height, n_frames, {}, {}, {}, {}};
  const FormatInfo& info = format_named(format.name);
  const size_t samples = packed_layout(info, width, height, 1).size / info.sample_bytes * n_frames;
  for (size_t i = 0; i < samples; i++) {
    const uint32_t sample = next();
    video.bytes.push_back(static_cast<char>(sample & 0xFF));
    if (info.sample_bytes == 2)
      video.bytes.push_back(static_cast<char>(sample >> 8));
  }
  return video;
}

/// Of made() videos.
void expect_made(std::vector<Video> videos) {
  const Folder folder;
  std::vector<std::string> bytes;
  for (Video& video : videos) {
    const std::string name = "made" + std::to_string(bytes.size());
    std::ofstream(folder / name, std::ios::binary) << video.bytes;
    bytes.push_back(std::move(video.bytes));
    video.bytes.clear();
    const std::string size = std::to_string(video.width) + "x" + std::to_string(video.height);
    video.input = {"-f", "rawvideo", "-pixel_format", video.format.ffmpeg, "-video_size", size,
                   "-i", name};
  }
  run_signalstats(videos, folder);
  for (size_t i = 0; i < videos.size(); i++) {
    EXPECT_TRUE(videos[i].bytes == bytes[i])
        << "ffmpeg changed samples of " << videos[i].format.name;
    expect_printed(videos[i]);
  }
}

} // namespace

TEST(Signalstats, OfAFilmAreFfmpegs) {
  expect_films({film("telescope.mp4", i420, 480, 270, 100)});
}

TEST(Signalstats, OfAScaledFilmOfOddSizeAreFfmpegs) {
  expect_films(
      {film("telescope.webm", i420, 255, 191, 80), film("telescope.webm", y42b, 321, 181, 20)});
}

TEST(Signalstats, OfAConvertedFilmOf10And12BitsAreFfmpegs) {
  expect_films({film("telescope.mp4", i420_10, 321, 241, 20),
                film("telescope.mp4", i422_10, 192, 108, 20),
                film("telescope.webm", i420_12, 192, 108, 20)});
}

TEST(Signalstats, OfNoiseAreFfmpegs) {
  std::mt19937 random(1);
  std::vector<Video> videos;
  for (const Format& format : {i420, y42b, y444, i420_10, i422_10, y444_10, i420_12, y444_12}) {
    const uint32_t depth = format_named(format.name).depth;
    videos.push_back(
        made(format, 64, 47, 8, [&] { return static_cast<uint32_t>(random() >> (32 - depth)); }));
  }
  expect_made(std::move(videos));
}

// Sample counts whose 10 % or 90 % ends in .5 and is rounded to even.
TEST(Signalstats, OfFewSamplesAreFfmpegs) {
  std::mt19937 random(2);
  std::vector<Video> videos;
  for (uint32_t width : {1, 2, 5, 6, 10, 15, 25, 35, 45})
    videos.push_back(made(width % 2 ? y444 : i420_10, width, 1, 20,
                          [&] { return static_cast<uint32_t>(random() >> 24); }));
  expect_made(std::move(videos));
}

// HUEMED of a frame of one pixel is the hue of a pair of Cb, Cr, SATMAX its saturation.
TEST(Signalstats, OfSinglePixelsAreFfmpegs) {
  std::mt19937 random(3);
  std::vector<Video> videos;
  for (const Format& format : {y444, y444_10, y444_12}) {
    const uint32_t depth = format_named(format.name).depth, middle = 1u << (depth - 1);
    uint32_t n = 0, cb = 0;
    videos.push_back(made(format, 1, 1, 1500, [&] {
      const uint32_t sample = static_cast<uint32_t>(random() >> (32 - depth));
      const uint32_t pixel = n / 3, channel = n++ % 3;
      if (channel == 1)
        cb = sample;
      if (channel < 2 || pixel % 3 == 0)
        return sample;
      // Angles of whole degrees: multiples of 45.
      return pixel % 3 == 1 ? cb : std::min(2 * middle - cb, 2 * middle - 1);
    }));
  }
  expect_made(std::move(videos));
}

} // namespace videohistogram::reference

int main(int argc, char** argv) {
  using namespace videohistogram::reference;
  testing::InitGoogleTest(&argc, argv);
  gst_init(nullptr, nullptr);
  if (argc != 2) {
    std::printf("usage: %s MEDIA\n", argv[0]);
    return 2;
  }
  media = std::filesystem::absolute(argv[1]);
  std::string filters, decoders;
  const std::filesystem::path here = std::filesystem::current_path();
  if (!run_ffmpeg({"-v", "error", "-filters"}, here, filters) ||
      !run_ffmpeg({"-v", "error", "-decoders"}, here, decoders) ||
      filters.find(" signalstats ") == std::string::npos ||
      filters.find(" metadata ") == std::string::npos ||
      decoders.find(" h264 ") == std::string::npos || decoders.find(" vp8 ") == std::string::npos) {
    std::printf("SKIP: no ffmpeg with signalstats, H.264 and VP8 (Debian: ffmpeg)\n");
    return 77;
  }
  return RUN_ALL_TESTS();
}
