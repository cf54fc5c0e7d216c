// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Compares the CPU backend with OpenCV's calcHist (one call per channel), a plain loop with one
// table per channel, and a loop that only reads, on the same frames with one bin per value. The
// counts of each cell are compared with the plain loop's before the cell is timed.
//
//   bench_cpu [--json FILE] [--picture FILE] [--target NAME]... [Google Benchmark's own options]
//
// Each --target adds a row; without --target the backend chooses. At the end a table of ratios is
// printed; --json also writes it to a file, with the machine's name and load. A cell is the best of
// many short runs, which are interleaved with those of the other cells: the ratios then hardly
// depend on other load of the machine.
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/frame_counter.h"
#include "commit.h"
#include "core/threads/workers.h"
#include "cpu/cpu_backend.h"

#include <benchmark/benchmark.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::cpu_benchmark;

constexpr Size sizes[] = {{"720p", 1280, 720}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};
constexpr const char* contents[] = {"random",   "values x32", "photo",
                                    "gradient", "two-valued", "constant"};
constexpr const char* formats[] = {"RGBA",      "GRAY8",     "NV12",     "NV21", "I420",
                                   "YV12",      "Y42B",      "Y444",     "YUY2", "UYVY",
                                   "P010_10LE", "I420_10LE", "Y444_10LE"};
constexpr const char* peers[] = {"opencv", "plain", "floor"};
constexpr int repetitions = 30;

/// RGBA and GRAY8 have every cell; of the many Y'CbCr formats only the most different cells are
/// run.
bool has_cell(const FormatInfo& format, const std::string& content, const Size& size) {
  return !(format.channels() & quantity_bit(Quantity::y)) ||
         (size.height > 720 && content != "values x32" && content != "gradient");
}

void count_opencv(const Picture& counted, std::vector<cv::Mat>& histograms) {
  const FormatInfo& format = *counted.frame.format;
  const int bins = 1 << format.depth;
  const float range[] = {0, static_cast<float>(bins << format.shift)};
  const float* ranges = range;
  size_t channel = 0;
  for (uint32_t g = 0; g < format.n_sample_planes; g++) {
    const SamplePlaneView sample_plane = counted.frame.sample_plane(g);
    const int samples = sample_plane.info->pixel_bytes / format.sample_bytes;
    const cv::Mat image(static_cast<int>(sample_plane.height), static_cast<int>(sample_plane.width),
                        CV_MAKETYPE(format.sample_bytes == 1 ? CV_8U : CV_16U, samples),
                        const_cast<uint8_t*>(sample_plane.data),
                        static_cast<size_t>(sample_plane.stride));
    for (Quantity wanted : counted.plan->quantities) {
      const int c = sample_plane.info->offset_of(wanted) / format.sample_bytes;
      if (sample_plane.info->channels() & quantity_bit(wanted))
        cv::calcHist(&image, 1, &c, cv::Mat(), histograms[channel++], 1, &bins, &ranges);
    }
  }
}

/// Reads OpenCV's counts; its floats are exact up to 2^24, which no bin here exceeds.
void read_opencv(const std::vector<cv::Mat>& histograms, Counts& counts) {
  auto next = counts.begin();
  for (const cv::Mat& histogram : histograms)
    for (int v = 0; v < histogram.rows; v++)
      *next++ = static_cast<uint32_t>(histogram.at<float>(v));
}

#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
uint64_t
read_bytes(const uint8_t* p, size_t bytes) {
  typedef uint64_t Vector __attribute__((vector_size(64), aligned(1)));
  Vector a{}, b{}, c{}, d{};
  for (; bytes >= 256; bytes -= 256, p += 256) {
    const auto* v = reinterpret_cast<const Vector*>(p);
    a |= v[0];
    b |= v[1];
    c |= v[2];
    d |= v[3];
  }
  a |= b | c | d;
  return a[0] | a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7];
}

/// Reads every byte and does nothing else: the lower bound of the time.
class Reading final : public ParallelTask {
public:
  explicit Reading(const std::vector<uint8_t>& bytes) : bytes_(bytes) {}
  void begin() { next_ = 0; }
  void run_share() override {
    constexpr size_t piece = 64 * 1024;
    for (size_t at; (at = next_.fetch_add(piece)) < bytes_.size();)
      benchmark::DoNotOptimize(read_bytes(bytes_.data() + at, std::min(piece, bytes_.size() - at)));
  }

private:
  const std::vector<uint8_t>& bytes_;
  std::atomic<size_t> next_{0};
};

/// Runs one cell: a counter on a format, content and size with a number of threads. `counter` is
/// one of `peers` or the name of a target.
void run_cell(benchmark::State& state, const std::string& counter, const FormatInfo& format,
              const std::string& content, const Size& size, uint32_t threads) {
  const Picture& counted = make_picture(content, format, size);
  Counts counts(counted.expected.size());

  if (counter == "opencv") {
    cv::setNumThreads(static_cast<int>(threads));
    std::vector<cv::Mat> histograms(counted.plan->quantities.size);
    count_opencv(counted, histograms);
    read_opencv(histograms, counts);
    if (counts != counted.expected)
      state.SkipWithError("the counts are wrong");
    for (auto _ : state)
      count_opencv(counted, histograms);
  } else if (counter == "plain") {
    for (auto _ : state) {
      count_plain(counted, counts);
      benchmark::ClobberMemory();
    }
  } else if (counter == "floor") {
    Workers workers;
    Reading reading(counted.pixels);
    for (auto _ : state) {
      reading.begin();
      workers.run(reading, threads - 1);
    }
  } else {
    const auto backend = create_cpu_backend(threads, cpu::find_target(counter));
    FrameCounter frame_counter(*backend, counted.plan);
    if (!frame_counter.count(counted.frame, counts.data()).ok() || counts != counted.expected)
      state.SkipWithError("the counts are wrong");
    for (auto _ : state)
      (void)frame_counter.count(counted.frame, counts.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * counted.frame.pixel_bytes()));
}

std::string cell_name(const std::string& counter, const std::string& format,
                      const std::string& content, const std::string& size, uint32_t threads) {
  return counter + "/" + format + "/" + content + "/" + size + "/" + std::to_string(threads) +
         " threads";
}

/// Prints as Google Benchmark does, and keeps the best GB/s of every cell.
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

  std::map<std::string, double> best; ///< best repetition per cell, since the machine may be shared
};

std::string machine_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

/// Average number of runnable processes in the last minute, those of this benchmark included.
std::string load_average() {
  std::ifstream info("/proc/loadavg");
  std::string minute;
  return info >> minute ? minute : "null";
}

} // namespace

int main(int argc, char** argv) {
  const char* json_path = nullptr;
  const char* picture_path = PICTURE;
  std::vector<std::string> targets;
  char interleave[] = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> rest{argv[0], interleave};
  for (int i = 1; i < argc; i++) {
    if (!std::strcmp(argv[i], "--json") && i + 1 < argc)
      json_path = argv[++i];
    else if (!std::strcmp(argv[i], "--picture") && i + 1 < argc)
      picture_path = argv[++i];
    else if (!std::strcmp(argv[i], "--target") && i + 1 < argc)
      targets.push_back(argv[++i]);
    else
      rest.push_back(argv[i]);
  }
  if (!load_photo(picture_path)) {
    std::fprintf(stderr, "OpenCV cannot read the image %s; name another with --picture\n",
                 picture_path);
    return 1;
  }
  if (targets.empty())
    targets.push_back("auto");
  for (const std::string& target : targets) {
    const cpu::Target* const found = cpu::find_target(target);
    if (target != "auto" && !(found && found->supported())) {
      std::fprintf(stderr, "this CPU or this build has no target %s; there are", target.c_str());
      for (const cpu::Target* const* built = cpu::targets(); *built; built++)
        if ((*built)->supported())
          std::fprintf(stderr, " %s", (*built)->name);
      std::fprintf(stderr, "\n");
      return 1;
    }
  }
  std::vector<std::string> counters(std::begin(peers), std::end(peers));
  counters.insert(counters.end(), targets.begin(), targets.end());

  const std::string load_before = load_average();
  const uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
  for (const char* format : formats)
    for (const char* content : contents)
      for (const Size& size : sizes)
        for (const uint32_t threads : std::set<uint32_t>{1, std::min(2u, cores), cores})
          for (const std::string& counter : counters)
            if (has_cell(*find_format(format), content, size) &&
                (threads == 1 || counter != "plain"))
              benchmark::RegisterBenchmark(
                  cell_name(counter, format, content, size.name, threads).c_str(), run_cell,
                  counter, *find_format(format), std::string(content), size, threads)
                  ->UseRealTime()
                  ->MinTime(0.01)
                  ->Repetitions(repetitions)
                  ->Unit(benchmark::kMicrosecond);

  int rest_count = static_cast<int>(rest.size());
  benchmark::Initialize(&rest_count, rest.data());
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);

  const auto gb = [&](const std::string& counter, const char* format, const char* content,
                      const char* size, uint32_t threads) {
    // Google Benchmark appends the cell's options to its name.
    const std::string name = cell_name(counter, format, content, size, threads) + "/";
    const auto cell = collector.best.lower_bound(name);
    return cell != collector.best.end() && cell->first.rfind(name, 0) == 0 ? cell->second : 0.0;
  };
  std::printf("\n%s, %u cores; GB/s, best of %d; on the right by 2 threads%s\n"
              "%-9s %-11s %-6s %-8s %7s %8s %6s %6s %11s %9s %9s | %7s %6s %7s\n",
              machine_name().c_str(), cores, repetitions, cores > 2 ? " and by all" : "", "format",
              "content", "size", "target", "ours", "calcHist", "plain", "floor", "to calcHist",
              "to plain", "of floor", "ours", "to one", "floor");
  std::string rows;
  for (const char* format : formats)
    for (const char* content : contents)
      for (const Size& size : sizes)
        for (const std::string& target : targets) {
          const auto of = [&](const std::string& counter, uint32_t threads) {
            return gb(counter, format, content, size.name, std::min(threads, cores));
          };
          const double ours = of(target, 1), opencv = of("opencv", 1), plain = of("plain", 1);
          const double floor = of("floor", 1);
          if (ours <= 0 || opencv <= 0 || plain <= 0 || floor <= 0)
            continue; // excluded by a filter
          const double two = of(target, 2), two_floor = of("floor", 2);
          const double all = of(target, cores), all_floor = of("floor", cores);
          const double all_opencv = of("opencv", cores);
          std::printf("%-9s %-11s %-6s %-8s %7.2f %8.2f %6.2f %6.1f %10.2fx %8.2fx %8.0f%% | %7.2f "
                      "%5.2fx %7.1f",
                      format, content, size.name, target.c_str(), ours, opencv, plain, floor,
                      ours / opencv, ours / plain, 100 * ours / floor, two, two / ours, two_floor);
          if (cores > 2)
            std::printf(" | %7.2f %5.2fx %7.1f", all, all / ours, all_floor);
          std::printf("\n");
          char row[1024];
          std::snprintf(
              row, sizeof row,
              "%s    {\"format\": \"%s\", \"content\": \"%s\", \"size\": \"%s\", "
              "\"target\": \"%s\", \"ours_gbs\": %.3f, \"calchist_gbs\": %.3f, "
              "\"plain_gbs\": %.3f, \"floor_gbs\": %.3f, \"ours_2_threads_gbs\": %.3f, "
              "\"floor_2_threads_gbs\": %.3f, \"ours_all_threads_gbs\": %.3f, "
              "\"calchist_all_threads_gbs\": %.3f, \"floor_all_threads_gbs\": %.3f, "
              "\"ours_to_calchist\": %.3f, \"ours_to_plain\": %.3f, \"ours_to_floor\": %.3f, "
              "\"two_threads_to_one\": %.3f, \"all_threads_to_one\": %.3f}",
              rows.empty() ? "" : ",\n", format, content, size.name, target.c_str(), ours, opencv,
              plain, floor, two, two_floor, all, all_opencv, all_floor, ours / opencv, ours / plain,
              ours / floor, two / ours, all / ours);
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
