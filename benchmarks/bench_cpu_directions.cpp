// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures the CPU backend counting LUMA along a direction, and a plain loop that counts the four
// channels of the same RGBA frame. Each matrix is compared with one counted pixel by pixel before
// its cell is timed.
//
// Also measures GRAY8 frames with the same LUMA values at 0 degrees, and FFmpeg's waveform filter
// on them if there is an ffmpeg program. That filter's counts stop at 255. Then parades, which are
// several projections of a frame: see cpu_parades.h.
//
//   bench_cpu_directions [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]
//                        [--only parades]
//
// Each --target adds rows; without --target the backend chooses. A cell is the best of N frames.
// Between two of its frames every other cell of the same image counts one: the ratios then hardly
// depend on other load of the machine.
#include "benchmarks/cpu_parades.h"
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/direction_reference.h"
#include "benchmarks/ffmpeg.h"
#include "benchmarks/frame_counter.h"
#include "benchmarks/json.h"
#include "benchmarks/waveform.h"
#include "commit.h"
#include "core/direction.h"
#include "cpu/cpu_backend.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;
using namespace videohistogram::cpu_benchmark;

constexpr Size sizes[] = {{"1080p", 1920, 1080}, {"4K", 3840, 2160}};
constexpr const char* contents[] = {"random", "photo", "two-valued", "constant"};
constexpr double angles[] = {0, 3, 30, 45, 60, 87, 90, 200};

/// A measured function and its best time.
struct Cell {
  std::function<void()> count;
  double seconds = 0;

  void run() {
    const auto begin = std::chrono::steady_clock::now();
    count();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (seconds == 0 || taken.count() < seconds)
      seconds = taken.count();
  }
};

/// The plan of a projection of `along` and of the histograms of `channels`.
SharedPlan plan_of(const FrameView& frame, double angle, Quantity along, QuantitySet channels) {
  Expected<Direction> direction =
      direction_of_angle(angle, frame.width, frame.height, direction_bins);
  if (!direction.ok())
    std::abort(); // impossible with these angles and sizes
  return make_plan(*frame.format, frame.width, frame.height, channels, direction_bins,
                   {{{along, direction_bins}, *direction}});
}

/// A function that counts `frame`, which must outlive it. Empty if the frame's matrix is not that
/// of `values`.
std::function<void()> counting(const FrameView& frame, const SharedPlan& plan,
                               const std::vector<uint8_t>& values, const std::string& target,
                               uint32_t threads) {
  /// Members in the order of construction.
  struct Counting {
    std::unique_ptr<Backend> backend;
    FrameCounter counter;
    Counts counts;
  };
  std::unique_ptr<Backend> cpu = create_cpu_backend(threads, cpu::find_target(target));
  FrameCounter counter(*cpu, plan);
  const std::shared_ptr<Counting> all(
      new Counting{std::move(cpu), std::move(counter), Counts(plan->total_counts(0))});
  const Direction& direction = plan->projections[0].direction;
  std::vector<uint32_t> matrix(plan->projections[0].counters());
  if (!all->counter.count(frame, all->counts.data(), matrix.data()).ok() ||
      matrix != count_along(direction, frame.width, frame.height, values))
    return {};
  return [all, &frame] { (void)all->counter.count(frame, all->counts.data()); };
}

/// One row of the table: an angle for an image and a target.
struct Row {
  const char* size;
  std::string content, target;
  double angle;
  /// LUMA and its matrix with one thread, two and all; the four channels and that matrix with one.
  Cell along, along_two, along_all, beside;
};

/// Prints that the matrix is wrong, and returns false.
bool wrong(const std::string& content, double angle) {
  std::fprintf(stderr, "%s at %g degrees: the matrix is wrong\n", content.c_str(), angle);
  return false;
}

class Bench {
public:
  Bench(std::vector<std::string> targets, int rounds)
      : targets_(std::move(targets)), rounds_(rounds) {}

  /// Returns false if a count is wrong.
  bool run(const Size& size, const std::string& content);
  /// The rows of the two tables.
  const std::string& json() const { return json_; }
  const std::string& waveform_json() const { return waveform_json_; }

private:
  bool prepare(Row& row, const Picture& picture, const std::vector<uint8_t>& luma);
  void print(const Row& row, const Picture& picture, double plain_seconds);
  /// Prints the times of counting a GRAY8 frame with one thread and with all, and FFmpeg's times.
  void print_waveform(const std::vector<uint8_t>& luma, const Size& size,
                      const std::string& content, double one_s, double all_s);

  const std::vector<std::string> targets_;
  const int rounds_;
  const uint32_t cores_ = std::max(1u, std::thread::hardware_concurrency());
  std::string json_, waveform_json_;
};

bool Bench::prepare(Row& row, const Picture& picture, const std::vector<uint8_t>& luma) {
  const auto add = [&](Cell& cell, uint32_t threads, QuantitySet channels) {
    cell.count =
        counting(picture.frame, plan_of(picture.frame, row.angle, Quantity::luma, channels), luma,
                 row.target, threads);
    return static_cast<bool>(cell.count);
  };
  const QuantitySet only = quantity_bit(Quantity::luma);
  return add(row.along, 1, only) && add(row.along_two, std::min(2u, cores_), only) &&
         add(row.along_all, cores_, only) && add(row.beside, 1, picture.frame.format->channels());
}

bool Bench::run(const Size& size, const std::string& content) {
  const Picture& picture = make_picture(content, *find_format("RGBA"), size);
  const std::vector<uint8_t> luma =
      luma_of(picture.frame.planes[0].row(0), size_t{size.width} * size.height);
  Counts counts(picture.expected.size());
  Cell plain;
  plain.count = [&] { count_plain(picture, counts); };
  std::vector<Row> rows;
  for (const std::string& target : targets_)
    for (double angle : angles) {
      rows.push_back({size.name, content, target, angle, {}, {}, {}, {}});
      if (!prepare(rows.back(), picture, luma))
        return wrong(content, angle);
    }
  FrameView gray;
  gray.format = find_format("GRAY8");
  gray.width = size.width;
  gray.height = size.height;
  gray.planes[0] = {luma.data(), luma.size(), 0, static_cast<ptrdiff_t>(size.width)};
  const SharedPlan gray_plan = plan_of(gray, 0, Quantity::gray, quantity_bit(Quantity::gray));
  Cell gray_one, gray_all;
  gray_one.count = counting(gray, gray_plan, luma, targets_.front(), 1);
  gray_all.count = counting(gray, gray_plan, luma, targets_.front(), cores_);
  if (!gray_one.count || !gray_all.count)
    return wrong(content, 0);
  for (int round = 0; round < rounds_; round++) {
    for (Row& row : rows) {
      plain.run();
      for (Cell* cell : {&row.along, &row.along_two, &row.along_all, &row.beside})
        cell->run();
    }
    gray_one.run();
    gray_all.run();
  }
  for (const Row& row : rows)
    print(row, picture, plain.seconds);
  print_waveform(luma, size, content, gray_one.seconds, gray_all.seconds);
  return true;
}

void Bench::print(const Row& row, const Picture& picture, double plain_seconds) {
  const auto gbs = [&](double seconds) {
    return static_cast<double>(picture.frame.pixel_bytes()) / seconds / 1e9;
  };
  const double along = gbs(row.along.seconds), plain = gbs(plain_seconds);
  const double beside = gbs(row.beside.seconds);
  const double two = gbs(row.along_two.seconds), all = gbs(row.along_all.seconds);
  std::printf("%-6s %-11s %-8s %6g %7.2f %6.2f %8.2fx %7.2f | %7.2f %6.2fx | %7.2f %6.2fx\n",
              row.size, row.content.c_str(), row.target.c_str(), row.angle, along, plain,
              along / plain, beside, two, two / along, all, all / along);
  std::fflush(stdout);
  json_ += std::string(json_.empty() ? "" : ",\n") + "    {\"size\": " + quoted(row.size) +
           ", \"content\": " + quoted(row.content) + ", \"target\": " + quoted(row.target) +
           ", \"angle\": " + number(row.angle, 1) + ", \"ours_gbs\": " + number(along, 3) +
           ", \"plain_gbs\": " + number(plain, 3) +
           ", \"ours_to_plain\": " + number(along / plain, 3) +
           ", \"ours_with_four_channels_gbs\": " + number(beside, 3) +
           ", \"ours_2_threads_gbs\": " + number(two, 3) +
           ", \"ours_all_threads_gbs\": " + number(all, 3) + "}";
}

void Bench::print_waveform(const std::vector<uint8_t>& luma, const Size& size,
                           const std::string& content, double one_s, double all_s) {
  const double one_ms = 1e3 * one_s, all_ms = 1e3 * all_s;
  std::printf("%-6s %-11s GRAY8, 0 degrees, ms per frame with one thread and with all: ours (%s) "
              "%.2f %.2f, "
              "FFmpeg's waveform ",
              size.name, content.c_str(), targets_.front().c_str(), one_ms, all_ms);
  std::string row = "    {\"size\": " + quoted(size.name) + ", \"content\": " + quoted(content) +
                    ", \"target\": " + quoted(targets_.front()) +
                    ", \"ours_ms\": " + number(one_ms, 3) +
                    ", \"ours_all_threads_ms\": " + number(all_ms, 3);
  const WaveformTime by_one = time_waveform(luma, size.width, size.height, 1);
  const WaveformTime by_all = time_waveform(luma, size.width, size.height, 0);
  const std::string& why_not = by_one.why_not.empty() ? by_all.why_not : by_one.why_not;
  if (why_not.empty()) {
    std::printf("%.2f (%.1fx) %.2f (%.1fx)\n", 1e3 * by_one.seconds, by_one.seconds / one_s,
                1e3 * by_all.seconds, by_all.seconds / all_s);
    row += ", \"waveform_ms\": " + number(1e3 * by_one.seconds, 3) +
           ", \"waveform_all_threads_ms\": " + number(1e3 * by_all.seconds, 3);
  } else {
    std::printf("not measured: %s\n", why_not.c_str());
    row += ", \"not_measured\": " + quoted(why_not);
  }
  std::fflush(stdout);
  waveform_json_ += (waveform_json_.empty() ? "" : ",\n") + row + "}";
}

int usage(const char* program) {
  std::fprintf(stderr,
               "usage: %s [--json FILE] [--picture FILE] [--target NAME]... [--rounds N] "
               "[--only parades]\n",
               program);
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  const char* json_path = nullptr;
  const char* picture_path = PICTURE;
  std::vector<std::string> targets;
  int rounds = 30;
  bool directions = true;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return usage(argv[0]);
    if (!std::strcmp(argv[i], "--json"))
      json_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--picture"))
      picture_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--target"))
      targets.push_back(argv[i + 1]);
    else if (!std::strcmp(argv[i], "--only") && !std::strcmp(argv[i + 1], "parades"))
      directions = false;
    else if (!std::strcmp(argv[i], "--rounds") && std::atoi(argv[i + 1]) > 0)
      rounds = std::atoi(argv[i + 1]);
    else
      return usage(argv[0]);
  }
  if (targets.empty())
    targets.push_back("auto");
  for (const std::string& target : targets) {
    const cpu::Target* const found = cpu::find_target(target);
    if (target != "auto" && !(found && found->supported())) {
      std::fprintf(stderr, "this CPU or this build has no target %s\n", target.c_str());
      return 1;
    }
  }
  if (!load_photo(picture_path)) {
    std::fprintf(stderr, "OpenCV cannot read the image %s; name another with --picture\n",
                 picture_path);
    return 1;
  }

  const uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
  if (directions)
    std::printf(
        "%s, %u cores; GB/s, best of %d; LUMA along a direction and its histogram, with one "
        "thread, two and all;\nplain: R, G, B and A with a plain loop; beside: along, "
        "and R, G, B and A\nFFmpeg's waveform is not exact: its counts stop at 255. Its time "
        "is that of the program\nwith the filter less that without: CPU time with one thread, "
        "with all\nwall time, which other load lengthens\n%-6s %-11s %-8s %6s %7s %6s "
        "%9s %7s | %7s %7s | %7s %7s\n",
        processor_name().c_str(), cores, rounds, "size", "content", "target", "angle", "ours",
        "plain", "to plain", "beside", "by two", "to one", "by all", "to one");
  const std::string load_before = load_average();
  Bench bench(targets, rounds);
  for (const Size& size : sizes)
    for (const char* content : contents)
      if (directions && !bench.run(size, content))
        return 1;
  std::string parades;
  if (!time_parades(targets, rounds, parades))
    return 1;

  if (!json_path)
    return 0;
  const std::string ffmpeg = ffmpeg_version().empty() ? "null" : quoted(ffmpeg_version());
  const std::string json =
      "{\n  \"benchmark\": \"cpu-directions\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"cores\": " + std::to_string(cores) + ",\n  \"ffmpeg\": " + ffmpeg +
      ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
      ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() + ",\n  \"cells\": [\n" + bench.json() +
      "\n  ],\n  \"waveform\": [\n" + bench.waveform_json() + "\n  ],\n  \"parades\": [\n" +
      parades + "\n  ]\n}\n";
  return write_file(json_path, json) ? 0 : 1;
}
