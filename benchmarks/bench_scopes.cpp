// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times a picture of scopes on one thread and on two: counting a frame of 1920x1080, and drawing
// all four scopes or a parade of Y, Cb and Cr at 1920x1080, all four at 1280x720, or a vectorscope
// at 1024x1024. FFmpeg's filters draw the same parade and a vectorscope of that size on one thread
// for comparison.
//
//   bench_scopes [--json FILE] [--picture FILE] [--rounds N]
//
// Times are medians of `rounds` frames (default 40). Those of one thread are its CPU time, which
// other load of the machine changes little; those of two threads are by the clock.
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/ffmpeg.h"
#include "benchmarks/json.h"
#include "commit.h"
#include "cpu/cpu_backend.h"
#include "plugin/scope/draw/picture.h"

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;
using namespace videohistogram::cpu_benchmark;

constexpr Size size = {"1080p", 1920, 1080};

double cpu_ms() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

double wall_ms() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(times.size() / 2),
                   times.end());
  return times[times.size() / 2];
}

/// A picture that is timed, and how FFmpeg draws the same scope.
struct Row {
  const char *format, *scopes;
  uint32_t width = size.width, height = size.height; ///< of the picture
  const char* ffmpeg = nullptr; ///< FFmpeg's name of the format; nullptr: its filter is not timed
  const char* filter = nullptr; ///< its picture has one row, and column, per value
};
constexpr const char* parade = "waveform=display=parade:components=7";
constexpr const char* vectorscope = "vectorscope=mode=color3";
constexpr Row rows[] = {{"NV12", "all"},
                        {"I422_10LE", "all"},
                        {"RGBA", "all"},
                        {"NV12", "all", 1280, 720},
                        {"I422_10LE", "all", 1280, 720},
                        {"I422_10LE", "parade", 1920, 1080, "yuv422p10le", parade},
                        {"I420", "vectorscope", 1024, 1024, "yuv420p", vectorscope},
                        {"I420_10LE", "vectorscope", 1024, 1024, "yuv420p10le", vectorscope},
                        {"Y444_10LE", "vectorscope", 1024, 1024, "yuv444p10le", vectorscope}};

/// The CPU time of FFmpeg's filter for a frame, on one thread.
FfmpegTime time_ffmpeg(const Row& row, const FrameView& frame) {
  std::vector<uint8_t> pixels; // without padding
  for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
    for (uint32_t y = 0; y < frame.rows(plane); y++) {
      const uint8_t* const row = frame.planes[plane].row(y);
      pixels.insert(pixels.end(), row, row + frame.row_bytes(plane));
    }
  const FfmpegInput input(row.ffmpeg, frame.width, frame.height, pixels.size(), {pixels.data()});
  return input.time(row.filter, 40, 1, 3);
}

scope::PictureOptions options_of(const Row& row) {
  scope::PictureOptions options;
  if (row.filter == parade) {
    options.scopes = {scope::ScopeKind::parade};
    options.parade_mode = scope::ParadeMode::ycbcr;
  } else if (row.filter == vectorscope) {
    options.scopes = {scope::ScopeKind::vectorscope};
  }
  return options;
}

/// Medians of counting and drawing frames, in ms.
struct Times {
  double counting = 0, drawing = 0;
};

/// Times frames on `threads` threads by a clock; nothing if they cannot be counted.
std::optional<Times> time_frames(const Row& row, const FrameView& frame, scope::Picture& picture,
                                 unsigned threads, double (*clock_ms)(), int rounds) {
  const SharedPlan& plan = picture.plan();
  const auto backend = create_cpu_backend(threads);
  const auto job = backend->make_job();
  scope::CountedTables tables;
  std::vector<uint32_t> pixels(size_t{row.width} * row.height);
  std::vector<double> counting, drawing;
  for (int round = 0; round < rounds; round++) {
    tables.release();
    const double begin = clock_ms();
    if (!backend->submit(*job, frame, plan, {}).ok() ||
        !job->wait(tables.histograms_of(plan)).ok() || !tables.read(plan, *job).ok())
      return {};
    job->release();
    const double counted = clock_ms();
    picture.draw(&tables,
                 {reinterpret_cast<uint8_t*>(pixels.data()), static_cast<ptrdiff_t>(4 * row.width)},
                 threads);
    counting.push_back(counted - begin);
    drawing.push_back(clock_ms() - counted);
  }
  return Times{median(counting), median(drawing)};
}

/// Times one row; an empty text if it fails.
std::string run_row(const Row& row, const char* content, int rounds) {
  const char* const format = row.format;
  const FrameView& frame = make_picture(content, *find_format(format), size).frame;
  scope::Source source;
  source.format = frame.format;
  source.width = frame.width;
  source.height = frame.height;
  source.colours.narrow_rgb = true;
  auto picture = scope::Picture::create(source, options_of(row), row.width, row.height, {});
  if (!picture.ok())
    return {};
  const auto one = time_frames(row, frame, **picture, 1, cpu_ms, rounds);
  const auto two = time_frames(row, frame, **picture, 2, wall_ms, rounds);
  if (!one || !two)
    return {};
  const double ours = one->counting + one->drawing;
  const std::string drawn = std::to_string(row.width) + "x" + std::to_string(row.height);
  std::printf("%-10s %-11s %-9s %-9s %8.2f %8.2f %8.2f %8.2f", format, row.scopes, drawn.c_str(),
              content, one->counting, one->drawing, two->counting, two->drawing);
  std::string json = "    {\"format\": " + quoted(format) + ", \"scopes\": " + quoted(row.scopes) +
                     ", \"size\": " + quoted(drawn) + ", \"content\": " + quoted(content) +
                     ", \"counting_ms\": " + number(one->counting, 3) +
                     ", \"drawing_ms\": " + number(one->drawing, 3) +
                     ", \"counting_on_two_wall_ms\": " + number(two->counting, 3) +
                     ", \"drawing_on_two_wall_ms\": " + number(two->drawing, 3);
  if (row.ffmpeg) {
    const FfmpegTime theirs = time_ffmpeg(row, frame);
    if (theirs.why_not.empty()) {
      std::printf("  FFmpeg %.2f, %.1fx", 1e3 * theirs.cpu_s, 1e3 * theirs.cpu_s / ours);
      json += ", \"ffmpeg_ms\": " + number(1e3 * theirs.cpu_s, 3);
    } else {
      std::printf("  FFmpeg not measured: %s", theirs.why_not.c_str());
      json += ", \"not_measured\": " + quoted(theirs.why_not);
    }
  }
  std::printf("\n");
  std::fflush(stdout);
  return json + "}";
}

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s [--json FILE] [--picture FILE] [--rounds N]\n", program);
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  const char *json_path = nullptr, *picture_path = PICTURE;
  int rounds = 40;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return usage(argv[0]);
    if (!std::strcmp(argv[i], "--json"))
      json_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--picture"))
      picture_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--rounds") && std::atoi(argv[i + 1]) > 0)
      rounds = std::atoi(argv[i + 1]);
    else
      return usage(argv[0]);
  }
  if (!load_photo(picture_path)) {
    std::fprintf(stderr, "OpenCV cannot read the image %s; name another with --picture\n",
                 picture_path);
    return 1;
  }
  const std::string load_before = load_average();
  std::printf(
      "%s, load %s; ms per frame of 1920x1080, median of %d: CPU time on one thread, then by\n"
      "the clock on two\n%-10s %-11s %-9s %-9s %8s %8s %8s %8s\n",
      processor_name().c_str(), load_before.c_str(), rounds, "format", "scopes", "size", "content",
      "counting", "drawing", "counting", "drawing");
  std::string cells;
  for (const Row& row : rows)
    for (const char* content : {"photo", "random", "constant"}) {
      const std::string cell = run_row(row, content, rounds);
      if (cell.empty()) {
        std::fprintf(stderr, "%s frames cannot be counted\n", row.format);
        return 1;
      }
      cells += (cells.empty() ? "" : ",\n") + cell;
    }
  if (!json_path)
    return 0;
  const std::string json =
      "{\n  \"benchmark\": \"scopes\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
      ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() + ",\n  \"cells\": [\n" + cells +
      "\n  ]\n}\n";
  return write_file(json_path, json) ? 0 : 1;
}
