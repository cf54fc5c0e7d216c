// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Repeats an experiment of the literature: how long it takes to compute the histogram of an image
// of 0.1 to 133 megapixels in system memory, one image at a time. It compares the CPU, one GPU,
// several GPUs with each split, and CUB and NPP with a plain upload.
//
//   bench_experiment [--json FILE] [--most MEGAPIXELS] [--quick]
//
// The ways of one size take turns. All counts are compared with a plain loop's. compare_octave
// measures Octave; benchmarks/plot draws both. Exit status 1: a count was wrong.
#include "benchmarks/json.h"
#include "commit.h"
#include "images.h"
#include "way.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

struct Size {
  uint32_t width, height;
};
constexpr Size sizes[] = {{424, 240},   {640, 480},   {1280, 800},  {1920, 1080},  {2560, 1600},
                          {3840, 2160}, {5120, 3200}, {7680, 4320}, {10240, 6480}, {15360, 8640}};

struct Options {
  std::string json;
  double max_megapixels = 1000;
  int rounds = 5;
  double seconds_a_round = 0.03; ///< per way
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    if (name == "--quick") {
      options.rounds = 3;
      options.seconds_a_round = 0.01;
    } else if (i + 1 < argc && name == "--json") {
      options.json = argv[++i];
    } else if (i + 1 < argc && name == "--most") {
      options.max_megapixels = std::atof(argv[++i]);
    } else {
      return false;
    }
  }
  return true;
}

/// The times of a way for the images of one size.
struct Point {
  const Way* way;
  std::vector<double> us;

  double best() const { return *std::min_element(us.begin(), us.end()); }
  double median() const {
    std::vector<double> sorted = us;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

/// Counts one image and checks the counts. Returns microseconds.
double time_one(Way& way, const Images& images, size_t i, std::vector<uint32_t>& counts) {
  i %= images.size();
  std::fill(counts.begin(), counts.end(), 0);
  const auto begin = std::chrono::steady_clock::now();
  const Status status = way.count(images.frame(i), counts.data());
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - begin;
  if (!status.ok() || counts != images.expected(i)) {
    std::fprintf(stderr, "WRONG: %s, %ux%u: %s\n", way.name().c_str(), images.frame(i).width,
                 images.frame(i).height,
                 status.ok() ? "the counts differ from a plain loop's"
                             : status.error().message.c_str());
    std::exit(1);
  }
  return us.count();
}

std::vector<Point> measure(Ways& ways, const Images& images, const Options& options) {
  std::vector<uint32_t> counts(images.expected(0).size());
  std::vector<Point> points;
  std::vector<size_t> a_round;
  for (const auto& way : ways.all) {
    way->prepare(images.frame(0));
    double us = 1e9;
    for (size_t i = 0; i < 4; i++) // also lets the GPUs' shares settle
      us = std::min(us, time_one(*way, images, i, counts));
    a_round.push_back(
        static_cast<size_t>(std::clamp(1e6 * options.seconds_a_round / us, 3.0, 200.0)));
    points.push_back({way.get(), {}});
  }
  size_t next = 0; // consecutive counts are of different images
  for (int round = 0; round < options.rounds; round++)
    for (size_t w = 0; w < ways.all.size(); w++)
      for (size_t i = 0; i < a_round[w]; i++)
        points[w].us.push_back(time_one(*ways.all[w], images, next++, counts));
  return points;
}

std::string json_point(const Point& point, const Images& images, const char* memory) {
  const FrameView& frame = images.frame(0);
  const Way& way = *point.way;
  std::string json =
      "    {\"memory\": " + quoted(memory) + ", \"width\": " + std::to_string(frame.width) +
      ", \"height\": " + std::to_string(frame.height) +
      ", \"bytes\": " + std::to_string(frame.pixel_bytes()) +
      ", \"images\": " + std::to_string(images.size()) + ", \"counter\": " + quoted(way.counter);
  if (way.threads > 0)
    json += ", \"threads\": " + std::to_string(way.threads);
  if (way.gpus > 0)
    json += ", \"gpus\": " + std::to_string(way.gpus);
  if (!way.split.empty())
    json += ", \"split\": " + quoted(way.split);
  return json + ", \"repetitions\": " + std::to_string(point.us.size()) +
         ", \"median_us\": " + number(point.median(), 3) +
         ", \"best_us\": " + number(point.best(), 3) + "}";
}

/// Formats `map` as a JSON object of strings.
std::string json_object(const std::map<std::string, std::string>& map) {
  std::string json;
  for (const auto& [key, value] : map)
    json += (json.empty() ? "" : ", ") + quoted(key) + ": " + quoted(value);
  return "{" + json + "}";
}

bool write_json(const std::string& path, const Ways& ways, const std::string& load_before,
                const std::string& points) {
  std::string devices;
  for (const std::string& device : ways.devices)
    devices += (devices.empty() ? "" : ", ") + quoted(device);
  const std::string json =
      "{\n  \"benchmark\": \"experiment\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"cores\": " + std::to_string(std::thread::hardware_concurrency()) +
      ",\n  \"devices\": [" + devices + "],\n  \"driver\": " + quoted(driver_line()) +
      ",\n  \"versions\": " + json_object(ways.versions) + ",\n  \"date\": " + quoted(utc_now()) +
      ",\n  \"commit\": " + quoted(COMMIT) + ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() +
      ",\n  \"format\": \"RGBA\",\n  \"bins\": 256,\n  \"content\": \"photo\",\n  "
      "\"not_measured\": " +
      json_object(ways.not_measured) + ",\n  \"points\": [\n" + points + "\n  ]\n}\n";
  return write_file(path, json);
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr, "usage: %s [--json FILE] [--most MEGAPIXELS] [--quick]\n", argv[0]);
    return 2;
  }
  const std::string load_before = load_average();
  Ways ways;
  add_backends(ways);
  add_libraries(ways);
  for (const auto& [counter, why] : ways.not_measured)
    std::printf("%s: not measured: %s\n", counter.c_str(), why.c_str());

  std::string json;
  for (const Size& size : sizes) {
    if (1e-6 * size.width * size.height > options.max_megapixels)
      continue;
    for (const char* memory : {"pageable", "pinned"}) {
      const bool pinned = memory == std::string("pinned");
      if (pinned && !ways.pinned)
        continue;
      const Images images(size.width, size.height, pinned ? ways.pinned.get() : nullptr);
      std::printf("\n%ux%u, %s memory, %zu images\n", size.width, size.height, memory,
                  images.size());
      for (const Point& point : measure(ways, images, options)) {
        std::printf("  %-18s %10.3f ms, best %10.3f, of %zu\n", point.way->name().c_str(),
                    1e-3 * point.median(), 1e-3 * point.best(), point.us.size());
        json += (json.empty() ? "" : ",\n") + json_point(point, images, memory);
      }
      std::fflush(stdout);
    }
  }
  std::printf("\nAll counts were right.\n");
  return options.json.empty() || write_json(options.json, ways, load_before, json) ? 0 : 2;
}
