// SPDX-License-Identifier: LGPL-2.1-or-later
// Times a picture of scopes on one thread: counting a frame of 1920x1080, and drawing all four
// scopes at 1920x1080.
//
//   bench_scopes [--json FILE] [--picture FILE] [--rounds N]
//
// Times are CPU time of the thread, which other load of the machine changes little, and medians of
// `rounds` frames (default 40).
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/json.h"
#include "commit.h"
#include "cpu/cpu_backend.h"
#include "plugin/scope/draw/picture.h"

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(times.size() / 2),
                   times.end());
  return times[times.size() / 2];
}

/// Times one row; an empty text if it fails.
std::string run_row(const char* format, const char* content, int rounds) {
  const FrameView& frame = make_picture(content, *find_format(format), size).frame;
  scope::Source source;
  source.format = frame.format;
  source.width = frame.width;
  source.height = frame.height;
  source.colours.narrow_rgb = true;
  auto picture = scope::Picture::create(source, {}, size.width, size.height, {});
  if (!picture.ok())
    return {};
  const SharedPlan& plan = (*picture)->plan();
  const auto backend = create_cpu_backend(1);
  const auto job = backend->make_job();
  scope::CountedTables tables;
  std::vector<uint32_t> pixels(size_t{size.width} * size.height);
  std::vector<double> counting, drawing;
  for (int round = 0; round < rounds; round++) {
    tables.release();
    const double begin = cpu_ms();
    if (!backend->submit(*job, frame, plan, {}).ok() ||
        !job->wait(tables.histograms_of(*plan)).ok() || !tables.read(plan, *job).ok())
      return {};
    job->release();
    const double counted = cpu_ms();
    (*picture)->draw(&tables, {reinterpret_cast<uint8_t*>(pixels.data()),
                               static_cast<ptrdiff_t>(4 * size.width)});
    counting.push_back(counted - begin);
    drawing.push_back(cpu_ms() - counted);
  }
  std::printf("%-10s %-9s %8.2f %8.2f\n", format, content, median(counting), median(drawing));
  std::fflush(stdout);
  return "    {\"format\": " + quoted(format) + ", \"content\": " + quoted(content) +
         ", \"counting_ms\": " + number(median(counting), 3) +
         ", \"drawing_ms\": " + number(median(drawing), 3) + "}";
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
  std::printf("%s, load %s; CPU ms per frame of 1920x1080 on one thread, median of %d\n"
              "%-10s %-9s %8s %8s\n",
              processor_name().c_str(), load_before.c_str(), rounds, "format", "content",
              "counting", "drawing");
  std::string rows;
  for (const char* format : {"NV12", "I422_10LE", "RGBA"})
    for (const char* content : {"photo", "random", "constant"}) {
      const std::string row = run_row(format, content, rounds);
      if (row.empty()) {
        std::fprintf(stderr, "%s frames cannot be counted\n", format);
        return 1;
      }
      rows += (rows.empty() ? "" : ",\n") + row;
    }
  if (!json_path)
    return 0;
  const std::string json =
      "{\n  \"benchmark\": \"scopes\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
      ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() + ",\n  \"cells\": [\n" + rows +
      "\n  ]\n}\n";
  return write_file(json_path, json) ? 0 : 1;
}
