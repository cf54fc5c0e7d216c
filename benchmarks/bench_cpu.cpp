// SPDX-License-Identifier: LGPL-2.1-or-later
// The CPU backend beside OpenCV's calcHist (one call a channel) and a plain loop with one table, on
// the same frames. Every cell's counts are compared with the plain loop's before it is timed.
//
//   bench_cpu [--json FILE] [--picture FILE] [Google Benchmark's own options]
//
// Ends with a table of ratios; --json writes it with the machine's name and how busy it was. A cell
// is the best of many short runs, which take turns with those of the other cells: a machine that
// does something else now and then gives the same ratios.
#include "commit.h"
#include "cpu/cpu_backend.h"
#include "histogram/request.h"

#include <benchmark/benchmark.h>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace videohistogram;

struct Size {
  const char* name;
  uint32_t width, height;
};
constexpr Size sizes[] = {{"720p", 1280, 720}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};
constexpr const char* contents[] = {"random", "constant", "two-valued", "photo"};
constexpr const char* formats[] = {"RGBA", "GRAY8"};
constexpr const char* counters[] = {"ours", "opencv", "plain"};
constexpr int repetitions = 30;

cv::Mat picture; // RGBA

std::vector<uint8_t> make_pixels(const std::string& content, const FormatInfo& format,
                                 const Size& size) {
  const uint32_t bytes = format.pixel_bytes;
  std::vector<uint8_t> pixels(size_t{size.width} * size.height * bytes);
  std::mt19937 random(1);
  for (size_t i = 0; i < pixels.size(); i += bytes) {
    const auto x = static_cast<int>(i / bytes % size.width);
    const auto y = static_cast<int>(i / bytes / size.width);
    const uint32_t value = random();
    for (uint32_t c = 0; c < bytes; c++)
      pixels[i + c] =
          content == "random"     ? static_cast<uint8_t>(value >> (8 * c))
          : content == "constant" ? static_cast<uint8_t>(40 + 50 * c)
          : content == "two-valued"
              ? (value & 1 ? 200 : 10)
              : picture.at<cv::Vec4b>(y % picture.rows, x % picture.cols)[static_cast<int>(c)];
  }
  return pixels;
}

/// Kept from cell to cell.
const std::vector<uint8_t>& pixels_of(const std::string& content, const FormatInfo& format,
                                      const Size& size) {
  static std::map<std::string, std::vector<uint8_t>> made;
  std::vector<uint8_t>& pixels = made[content + format.name + size.name];
  if (pixels.empty())
    pixels = make_pixels(content, format, size);
  return pixels;
}

using Counts = std::vector<uint32_t>; // [channels][256]

template <uint32_t channels>
void count_plain(const std::vector<uint8_t>& pixels, Counts& counts) {
  std::fill(counts.begin(), counts.end(), 0);
  const uint8_t* const end = pixels.data() + pixels.size();
  uint32_t* const table = counts.data();
  for (const uint8_t* p = pixels.data(); p < end; p += channels)
    for (uint32_t c = 0; c < channels; c++)
      table[256 * c + p[c]]++;
}

void count_plain(const std::vector<uint8_t>& pixels, uint32_t channels, Counts& counts) {
  channels == 4 ? count_plain<4>(pixels, counts) : count_plain<1>(pixels, counts);
}

void count_opencv(const cv::Mat& image, std::vector<cv::Mat>& histograms) {
  const int bins = 256;
  const float range[] = {0, 256};
  const float* ranges = range;
  for (int c = 0; c < image.channels(); c++)
    cv::calcHist(&image, 1, &c, cv::Mat(), histograms[static_cast<size_t>(c)], 1, &bins, &ranges);
}

/// OpenCV's counts; its floats are exact up to 2^24, which no bin here exceeds.
void read_opencv(const std::vector<cv::Mat>& histograms, Counts& counts) {
  for (size_t c = 0; c < histograms.size(); c++)
    for (int v = 0; v < 256; v++)
      counts[256 * c + static_cast<size_t>(v)] = static_cast<uint32_t>(histograms[c].at<float>(v));
}

bool count_ours(Backend& backend, const FrameView& frame, const Request& request, Counts& counts) {
  Expected<JobPtr> job = backend.submit(frame, request);
  return job.ok() && (*job)->wait(counts.data()).ok();
}

/// One cell: a counter on a format, content and size, with a number of threads.
void run_cell(benchmark::State& state, const std::string& counter, const FormatInfo& format,
              const std::string& content, const Size& size, uint32_t threads) {
  const std::vector<uint8_t>& pixels = pixels_of(content, format, size);
  const uint32_t channels = format.pixel_bytes;
  Counts expected(256 * channels), counts(expected.size());
  count_plain(pixels, channels, expected);

  if (counter == "ours") {
    const auto backend = create_cpu_backend(threads);
    FrameView frame;
    frame.format = &format;
    frame.width = size.width;
    frame.height = size.height;
    frame.data = pixels.data();
    frame.size = pixels.size();
    frame.stride = static_cast<ptrdiff_t>(frame.row_bytes());
    Request request;
    request.channels = select_channels(format, format.channels());
    if (!count_ours(*backend, frame, request, counts) || counts != expected)
      state.SkipWithError("the counts are wrong");
    for (auto _ : state)
      count_ours(*backend, frame, request, counts);
  } else if (counter == "opencv") {
    cv::setNumThreads(static_cast<int>(threads));
    const cv::Mat image(static_cast<int>(size.height), static_cast<int>(size.width),
                        CV_8UC(static_cast<int>(channels)), const_cast<uint8_t*>(pixels.data()));
    std::vector<cv::Mat> histograms(channels);
    count_opencv(image, histograms);
    read_opencv(histograms, counts);
    if (counts != expected)
      state.SkipWithError("the counts are wrong");
    for (auto _ : state)
      count_opencv(image, histograms);
  } else {
    for (auto _ : state) {
      count_plain(pixels, channels, counts);
      benchmark::ClobberMemory();
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * pixels.size()));
}

std::string cell_name(const std::string& counter, const std::string& format,
                      const std::string& content, const std::string& size, uint32_t threads) {
  return counter + "/" + format + "/" + content + "/" + size + "/" +
         (threads == 1 ? "1 thread" : "all threads");
}

/// Shows what Google Benchmark shows, and keeps the GB/s of every cell.
class Collector final : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration)
        for (const auto& [name, counter] : run.counters)
          if (name == "bytes_per_second")
            best[run.benchmark_name()] = std::max(best[run.benchmark_name()], counter.value / 1e9);
    }
  }

  std::map<std::string, double> best; ///< of the repetitions, since the machine may be shared
};

std::string machine_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

/// Runnable processes of the last minute, those of this benchmark included.
std::string load_average() {
  std::ifstream info("/proc/loadavg");
  std::string minute;
  return info >> minute ? minute : "null";
}

} // namespace

int main(int argc, char** argv) {
  const char* json_path = nullptr;
  const char* picture_path = PICTURE;
  char interleave[] = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> rest{argv[0], interleave};
  for (int i = 1; i < argc; i++) {
    if (!std::strcmp(argv[i], "--json") && i + 1 < argc)
      json_path = argv[++i];
    else if (!std::strcmp(argv[i], "--picture") && i + 1 < argc)
      picture_path = argv[++i];
    else
      rest.push_back(argv[i]);
  }
  const cv::Mat loaded = cv::imread(picture_path, cv::IMREAD_COLOR);
  if (loaded.empty()) {
    std::fprintf(stderr, "%s is no picture that OpenCV reads; name one with --picture\n",
                 picture_path);
    return 1;
  }
  cv::cvtColor(loaded, picture, cv::COLOR_BGR2RGBA);

  const std::string load_before = load_average();
  const uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
  for (const char* format : formats)
    for (const char* content : contents)
      for (const Size& size : sizes)
        for (const uint32_t threads : {1u, cores})
          for (const char* counter : counters)
            if ((threads == 1 || std::strcmp(counter, "plain")) && (threads == 1 || cores > 1))
              benchmark::RegisterBenchmark(
                  cell_name(counter, format, content, size.name, threads).c_str(), run_cell,
                  std::string(counter), *find_format(format), std::string(content), size, threads)
                  ->UseRealTime()
                  ->MinTime(0.01)
                  ->Repetitions(repetitions)
                  ->Unit(benchmark::kMicrosecond);

  int rest_count = static_cast<int>(rest.size());
  benchmark::Initialize(&rest_count, rest.data());
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);

  const auto gb = [&](const char* counter, const char* format, const char* content,
                      const char* size, uint32_t threads) {
    // Google Benchmark appends what was set for the cell.
    const std::string name = cell_name(counter, format, content, size, threads);
    for (const auto& [cell, value] : collector.best)
      if (cell.rfind(name, 0) == 0)
        return value;
    return 0.0;
  };
  std::printf("\n%s, %u cores; GB/s, best of %d\n%-6s %-11s %-6s %8s %8s %8s %12s %11s %14s %12s\n",
              machine_name().c_str(), cores, repetitions, "format", "content", "size", "ours",
              "calcHist", "plain", "to calcHist", "to plain", "all to one", "all to cv all");
  std::string rows;
  for (const char* format : formats)
    for (const char* content : contents)
      for (const Size& size : sizes) {
        const double ours = gb("ours", format, content, size.name, 1);
        const double opencv = gb("opencv", format, content, size.name, 1);
        const double plain = gb("plain", format, content, size.name, 1);
        const double all = gb("ours", format, content, size.name, cores);
        const double opencv_all = gb("opencv", format, content, size.name, cores);
        if (ours <= 0 || opencv <= 0 || plain <= 0)
          continue; // left out by a filter
        std::printf("%-6s %-11s %-6s %8.2f %8.2f %8.2f %11.2fx %10.2fx %13.2fx %11.2fx\n", format,
                    content, size.name, ours, opencv, plain, ours / opencv, ours / plain,
                    all / ours, opencv_all > 0 ? all / opencv_all : 0);
        char row[512];
        std::snprintf(row, sizeof row,
                      "%s    {\"format\": \"%s\", \"content\": \"%s\", \"size\": \"%s\", "
                      "\"ours_gbs\": %.3f, \"calchist_gbs\": %.3f, \"plain_gbs\": %.3f, "
                      "\"ours_all_threads_gbs\": %.3f, \"calchist_all_threads_gbs\": %.3f, "
                      "\"ours_to_calchist\": %.3f, \"ours_to_plain\": %.3f, "
                      "\"all_threads_to_one\": %.3f}",
                      rows.empty() ? "" : ",\n", format, content, size.name, ours, opencv, plain,
                      all, opencv_all, ours / opencv, ours / plain, all / ours);
        rows += row;
      }

  if (json_path) {
    char date[32];
    const std::time_t now = std::time(nullptr);
    std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    std::ofstream json(json_path);
    json << "{\n  \"benchmark\": \"cpu\",\n  \"machine\": \"" << machine_name()
         << "\",\n  \"cores\": " << cores << ",\n  \"date\": \"" << date << "\",\n  \"commit\": \""
         << COMMIT << "\",\n  \"opencv\": \"" << CV_VERSION
         << "\",\n  \"load_average_before\": " << load_before
         << ",\n  \"load_average_after\": " << load_average() << ",\n  \"cells\": [\n"
         << rows << "\n  ]\n}\n";
    if (!json.flush()) {
      std::perror(json_path);
      return 1;
    }
  }
  return 0;
}
