// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the marks that videoscopeoverlay writes into frames of 1920x1080 on the CPU, on one thread:
// false colour, zebra, pixels out of gamut, peaking and safe areas, with the legend.
//
//   bench_marks [--json FILE] [--rounds N]
//
// A time is the median of the CPU time of `rounds` frames (default 60), without the copy that makes
// the frame anew. Content "levels": all levels of the signal, and colours, in stripes with noise of
// two codes of 8 bits, so that all steps are used; "grey": one level and no colour.
#include "benchmarks/json.h"
#include "commit.h"
#include "plugin/scope/draw/marks/frame_marker.h"
#include "plugin/scope/draw/marks/make_marks.h"
#include "plugin/scope/overlay/blender.h"

#include <gst/video/video.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;
using namespace videohistogram::scope;

constexpr uint32_t width = 1920, height = 1080;

double cpu_ms() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Marks that are timed.
struct Row {
  const char *format, *colorimetry, *marks;
  GamutLimits limits = GamutLimits::r103;
};
constexpr Row rows[] = {{"NV12", "bt709", "false-color"},
                        {"NV12", "bt709", "zebra"},
                        {"NV12", "bt709", "false-color+zebra"},
                        {"NV12", "bt709", "peaking"},
                        {"NV12", "bt709", "safe-area"},
                        {"NV12", "bt709", "gamut"},
                        {"P010_10LE", "bt709", "false-color"},
                        {"P010_10LE", "bt709", "zebra"},
                        {"P010_10LE", "bt2100-pq", "false-color"},
                        {"P010_10LE", "bt2100-pq", "zebra"},
                        {"P010_10LE", "bt2100-pq", "gamut"},
                        {"P010_10LE", "bt2100-pq", "gamut", GamutLimits::bt709},
                        {"RGBA", "sRGB", "false-color"}};

MarkOptions options_of(const Row& row) {
  const auto has = [&](const char* mark) { return std::strstr(row.marks, mark) != nullptr; };
  MarkOptions options;
  options.false_colour = has("false-color");
  options.zebra = has("zebra");
  options.gamut = has("gamut");
  options.peaking = has("peaking");
  options.safe_areas = has("safe-area");
  options.gamut_limits = row.limits;
  return options;
}

Source source_of(const Row& row) {
  Source source;
  source.format = find_format(row.format);
  source.width = width;
  source.height = height;
  source.colours.full_range = source.format->is_rgb();
  source.colours.narrow_rgb = !source.colours.full_range;
  if (!std::strcmp(row.colorimetry, "bt2100-pq")) {
    source.colours.kr = 0.2627;
    source.colours.kb = 0.0593;
    source.colours.transfer = Transfer::pq;
    source.colours.primaries = bt2020_primaries;
  }
  return source;
}

/// The samples of a frame, of 8 bits, or of 10 in the upper bits of 16.
std::vector<uint8_t> make_frame(const GstVideoInfo& info, bool levels) {
  std::mt19937 random(1);
  std::vector<uint8_t> bytes(info.size);
  const bool deep = GST_VIDEO_INFO_COMP_DEPTH(&info, 0) > 8;
  const bool is_rgb = GST_VIDEO_INFO_IS_RGB(&info);
  for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(&info); plane++) {
    const bool chroma = plane > 0;
    const auto stride = static_cast<uint32_t>(GST_VIDEO_INFO_PLANE_STRIDE(&info, plane));
    const uint32_t n = stride / (deep ? 2 : 1), n_rows = chroma ? height / 2 : height;
    for (uint32_t y = 0; y < n_rows; y++)
      for (uint32_t x = 0; x < n; x++) {
        const double across = (is_rgb ? x / 4 : x) / (is_rgb ? width : double{1} * n);
        const double level = !levels ? 0.4 : chroma ? 0.5 + 0.25 * std::sin(9 * across) : across;
        const double code = (chroma && !levels ? 128 : 16 + 219 * level) + random() % 1024 / 512.0;
        uint8_t* const row =
            bytes.data() + GST_VIDEO_INFO_PLANE_OFFSET(&info, plane) + size_t{y} * stride;
        const auto sample = static_cast<uint32_t>(code * (deep ? 4 : 1));
        if (deep) {
          row[2 * x] = static_cast<uint8_t>(sample << 6);
          row[2 * x + 1] = static_cast<uint8_t>(sample >> 2);
        } else {
          row[x] = static_cast<uint8_t>(sample);
        }
      }
  }
  return bytes;
}

/// The median of the times of marking a frame, in ms; below 0: there is no memory.
double time_marks(const Row& row, bool levels, int rounds) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, gst_video_format_from_string(row.format), width, height);
  gst_video_colorimetry_from_string(&info.colorimetry, row.colorimetry);
  const Source source = source_of(row);
  auto marks =
      make_marks(source, options_of(row),
                 *picture_colours(info, source.colours, source.colours.transfer), false, nullptr);
  if (!marks.ok())
    return -1;
  const std::vector<uint8_t> frame = make_frame(info, levels);
  std::vector<uint8_t> marked(frame.size());
  WritablePixels pixels{};
  pixels.format = source.format;
  for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(&info); plane++) {
    pixels.planes[plane] = marked.data() + GST_VIDEO_INFO_PLANE_OFFSET(&info, plane);
    pixels.strides[plane] = GST_VIDEO_INFO_PLANE_STRIDE(&info, plane);
  }
  FrameMarker marker;
  std::vector<double> times;
  for (int round = 0; round < rounds; round++) {
    std::copy(frame.begin(), frame.end(), marked.begin());
    const double begin = cpu_ms();
    marker.mark(**marks, pixels, static_cast<uint32_t>(round) % std::max((*marks)->stripe(), 1u));
    times.push_back(cpu_ms() - begin);
  }
  if (marked == frame)
    return -1; // nothing was marked
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<size_t>(rounds) / 2];
}

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s [--json FILE] [--rounds N]\n", program);
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  const char* json_path = nullptr;
  int rounds = 60;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return usage(argv[0]);
    if (!std::strcmp(argv[i], "--json"))
      json_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--rounds") && std::atoi(argv[i + 1]) > 0)
      rounds = std::atoi(argv[i + 1]);
    else
      return usage(argv[0]);
  }
  const std::string load_before = load_average();
  std::printf("%s, load %s; CPU time per frame of 1920x1080 on one thread, median of %d\n",
              processor_name().c_str(), load_before.c_str(), rounds);
  std::string cells;
  for (const Row& row : rows)
    for (const bool levels : {true, false}) {
      const bool quiet = !levels && (options_of(row).gamut || options_of(row).peaking);
      if (quiet)
        continue; // one grey has no such marks
      const double ms = time_marks(row, levels, rounds);
      const char* const content = levels ? "levels" : "grey";
      const char* const limits = row.limits == GamutLimits::bt709 ? "bt709" : "r103";
      if (ms < 0) {
        std::fprintf(stderr, "%s %s: nothing was marked\n", row.format, row.marks);
        return 1;
      }
      std::printf("%-10s %-10s %-18s %-6s %-7s %6.2f ms\n", row.format, row.colorimetry, row.marks,
                  options_of(row).gamut ? limits : "", content, ms);
      std::string cell = "    {\"format\": " + quoted(row.format) +
                         ", \"colorimetry\": " + quoted(row.colorimetry) +
                         ", \"marks\": " + quoted(row.marks);
      if (options_of(row).gamut)
        cell += ", \"gamut_limits\": " + quoted(limits);
      cell += ", \"content\": " + quoted(content) + ", \"cpu_ms\": " + number(ms, 3) + "}";
      cells += (cells.empty() ? "" : ",\n") + cell;
    }
  if (!json_path)
    return 0;
  const std::string json =
      "{\n  \"benchmark\": \"marks\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
      ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() + ",\n  \"cells\": [\n" + cells +
      "\n  ]\n}\n";
  return write_file(json_path, json) ? 0 : 1;
}
