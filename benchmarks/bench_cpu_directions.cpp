// SPDX-License-Identifier: LGPL-2.1-or-later
// The CPU backend counting LUMA along a direction, beside a plain loop that counts the four
// channels of the same RGBA frame. Every cell's matrix is compared with one that is counted pixel
// by pixel before it is timed.
//
//   bench_cpu_directions [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]
//
// Each --target gives rows of its own; without one the backend chooses. A cell is the best of N
// frames, between which each other cell of its picture counts one: a machine that does something
// else now and then gives the same ratios.
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/json.h"
#include "commit.h"
#include "cpu/cpu_backend.h"
#include "histogram/direction.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
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
constexpr uint32_t bins = 256;

/// What is asked of a backend, and how fast it was.
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

Request make_request(const Picture& picture, double angle, ChannelSet channels) {
  Request request;
  request.channels = select_channels(*picture.frame.format, channels);
  request.bins = bins;
  Expected<Direction> direction =
      direction_of_angle(angle, picture.frame.width, picture.frame.height, bins);
  if (!direction.ok())
    std::abort(); // not with these angles and sizes
  request.direction = DirectionRequest{Channel::luma, *direction};
  return request;
}

std::vector<uint32_t> count_pixel_by_pixel(const Picture& picture, const Request& request) {
  const Direction& direction = request.direction->direction;
  const LumaWeights& w = request.luma;
  std::vector<uint32_t> matrix(size_t{direction.positions} * bins, 0);
  for (uint32_t y = 0; y < picture.frame.height; y++) {
    const uint8_t* p = picture.frame.planes[0].row(y);
    for (uint32_t x = 0; x < picture.frame.width; x++, p += 4)
      matrix[size_t{direction.position(x, y)} * bins +
             ((w.r * p[0] + w.g * p[1] + w.b * p[2] + 32768) >> 16)]++;
  }
  return matrix;
}

/// Counts a frame; false if that failed. `matrix`: null where it need not be read.
bool count(Backend& backend, const Picture& picture, const Request& request, Counts& counts,
           std::vector<uint32_t>* matrix) {
  Expected<JobPtr> job = backend.submit(picture.frame, request);
  if (!job.ok() || !(*job)->wait(counts.data()).ok())
    return false;
  return !matrix || (*job)->matrix()->read(matrix->data()).ok();
}

/// One row of the table: an angle, on a picture, with a target.
struct Row {
  const char* size;
  std::string content, target;
  double angle;
  /// LUMA and its matrix by one thread, two and all; the four channels and the matrix by one.
  Cell along, along_two, along_all, beside;
};

class Bench {
public:
  Bench(std::vector<std::string> targets, int rounds)
      : targets_(std::move(targets)), rounds_(rounds) {}

  /// False if a matrix is wrong.
  bool run(const Size& size, const std::string& content);
  const std::string& json() const { return json_; }

private:
  bool prepare(Row& row, const Picture& picture);
  void print(const Row& row, const Picture& picture, double plain_seconds);

  const std::vector<std::string> targets_;
  const int rounds_;
  const uint32_t cores_ = std::max(1u, std::thread::hardware_concurrency());
  std::string json_;
};

bool Bench::prepare(Row& row, const Picture& picture) {
  const auto add = [&](Cell& cell, uint32_t threads, ChannelSet channels) {
    const auto request = std::make_shared<Request>(make_request(picture, row.angle, channels));
    const auto counts = std::make_shared<Counts>(request->total_counts());
    const std::shared_ptr<Backend> backend =
        create_cpu_backend(threads, cpu::find_target(row.target));
    std::vector<uint32_t> matrix(size_t{request->direction->direction.positions} * bins);
    if (!count(*backend, picture, *request, *counts, &matrix) ||
        matrix != count_pixel_by_pixel(picture, *request)) {
      std::fprintf(stderr, "%s at %g degrees: the matrix is wrong\n", row.content.c_str(),
                   row.angle);
      return false;
    }
    cell.count = [=, &picture] { count(*backend, picture, *request, *counts, nullptr); };
    return true;
  };
  const ChannelSet luma = channel_bit(Channel::luma);
  return add(row.along, 1, luma) && add(row.along_two, std::min(2u, cores_), luma) &&
         add(row.along_all, cores_, luma) && add(row.beside, 1, ~luma);
}

bool Bench::run(const Size& size, const std::string& content) {
  const Picture& picture = make_picture(content, *find_format("RGBA"), size);
  Counts counts(picture.expected.size());
  Cell plain;
  plain.count = [&] { count_plain(picture, counts); };
  std::vector<Row> rows;
  for (const std::string& target : targets_)
    for (double angle : angles) {
      rows.push_back({size.name, content, target, angle, {}, {}, {}, {}});
      if (!prepare(rows.back(), picture))
        return false;
    }
  for (int round = 0; round < rounds_; round++)
    for (Row& row : rows) {
      plain.run();
      for (Cell* cell : {&row.along, &row.along_two, &row.along_all, &row.beside})
        cell->run();
    }
  for (const Row& row : rows)
    print(row, picture, plain.seconds);
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

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]\n",
               program);
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  const char* json_path = nullptr;
  const char* picture_path = PICTURE;
  std::vector<std::string> targets;
  int rounds = 30;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return usage(argv[0]);
    if (!std::strcmp(argv[i], "--json"))
      json_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--picture"))
      picture_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--target"))
      targets.push_back(argv[i + 1]);
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
    std::fprintf(stderr, "%s is no picture that OpenCV reads; name one with --picture\n",
                 picture_path);
    return 1;
  }

  const uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::printf("%s, %u cores; GB/s, best of %d; LUMA along a direction and its counts, by one "
              "thread, by two and by all;\nplain: R, G, B and A by a plain loop; beside: along, "
              "and R, G, B and A\n%-6s %-11s %-8s %6s %7s %6s %9s %7s | %7s %7s | %7s %7s\n",
              processor_name().c_str(), cores, rounds, "size", "content", "target", "angle", "ours",
              "plain", "to plain", "beside", "by two", "to one", "by all", "to one");
  const std::string load_before = load_average();
  Bench bench(targets, rounds);
  for (const Size& size : sizes)
    for (const char* content : contents)
      if (!bench.run(size, content))
        return 1;

  if (json_path) {
    std::ofstream json(json_path);
    json << "{\n  \"benchmark\": \"cpu-directions\",\n  \"machine\": " << quoted(processor_name())
         << ",\n  \"cores\": " << cores << ",\n  \"date\": " << quoted(utc_now())
         << ",\n  \"commit\": " << quoted(COMMIT) << ",\n  \"load_average_before\": " << load_before
         << ",\n  \"load_average_after\": " << load_average() << ",\n  \"cells\": [\n"
         << bench.json() << "\n  ]\n}\n";
    if (!json.flush()) {
      std::perror(json_path);
      return 1;
    }
  }
  return 0;
}
