// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the CPU backend, with one thread, on joint histograms of frames of 1920x1080, beside
// OpenCV's calcHist of the same two channels. The counts of each cell are compared with those of a
// loop over single samples, and with OpenCV's, before the cell is timed.
//
//   bench_cpu_joint [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]
//
// Each --target adds a row; without --target the backend chooses. A time is the best of `rounds`
// single frames (default 30); the times of a row are taken in turn, so that other load of the
// machine changes their ratio little.
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/frame_counter.h"
#include "benchmarks/json.h"
#include "benchmarks/plain_values.h"
#include "commit.h"
#include "cpu/cpu_backend.h"
#include "cpu/target.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;
using namespace videohistogram::cpu_benchmark;

constexpr Size size = {"1080p", 1920, 1080};
constexpr const char* contents[] = {"random", "photo", "constant"};

/// Two channels of one sample plane.
struct Pair {
  const char* format;
  Quantity x, y;
  uint32_t bins; ///< per axis
};
constexpr Pair pairs[] = {
    {"NV12", Quantity::cb, Quantity::cr, 256},
    {"RGBA", Quantity::r, Quantity::g, 256},
    {"P010_10LE", Quantity::cb, Quantity::cr, 1024},
};

/// The joint histogram, and the histogram of one channel, which every plan has.
SharedPlan plan_of(const FormatInfo& format, const Pair& pair) {
  return make_plan(format, size.width, size.height, quantity_bit(pair.x), pair.bins,
                   {{{pair.x, pair.bins}, {}, ValueAxis{pair.y, pair.bins}}});
}

Counts count_plain(const Plan& plan, const FrameView& frame, const Pair& pair) {
  Counts counts(size_t{pair.bins} * pair.bins);
  const SamplePlane& plane = plan.format.sample_planes[sample_plane_of(plan.format, pair.x)];
  const auto bin = [&](Quantity quantity, uint32_t x, uint32_t y) {
    return sample_at(frame, quantity, x << plane.x_sub, y << plane.y_sub) * pair.bins >>
           plan.format.depth;
  };
  for (uint32_t y = 0; y < plane.height_of(frame.height); y++)
    for (uint32_t x = 0; x < plane.width_of(frame.width); x++)
      counts[bin(pair.x, x, y) * pair.bins + bin(pair.y, x, y)]++;
  return counts;
}

/// OpenCV's joint histogram, which it counts in floats.
class Peer {
public:
  Peer(const FrameView& frame, const Pair& pair)
      : view_(frame.sample_plane(sample_plane_of(*frame.format, pair.x))),
        image_(static_cast<int>(view_.height), static_cast<int>(view_.width), type_of(frame),
               const_cast<uint8_t*>(view_.row(0)), static_cast<size_t>(view_.stride)),
        channels_{channel_of(frame, pair.x), channel_of(frame, pair.y)},
        bins_{static_cast<int>(pair.bins), static_cast<int>(pair.bins)},
        end_(static_cast<float>(1 << (8 * frame.format->sample_bytes))) {}

  void count() {
    const float range[] = {0, end_};
    const float* ranges[] = {range, range};
    cv::calcHist(&image_, 1, channels_, cv::Mat(), histogram_, 2, bins_, ranges);
  }
  bool is(const Counts& counts) const {
    return std::equal(counts.begin(), counts.end(), histogram_.ptr<float>(),
                      [](uint32_t a, float b) { return static_cast<float>(a) == b; });
  }

private:
  int type_of(const FrameView& frame) const {
    const int bytes = frame.format->sample_bytes;
    return CV_MAKETYPE(bytes == 1 ? CV_8U : CV_16U, view_.info->pixel_bytes / bytes);
  }
  int channel_of(const FrameView& frame, Quantity quantity) const {
    return view_.info->offset_of(quantity) / frame.format->sample_bytes;
  }

  SamplePlaneView view_;
  cv::Mat image_, histogram_;
  int channels_[2], bins_[2];
  float end_;
};

template <class Work>
double milliseconds(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// Times one row; an empty text if its counts are wrong.
std::string run_row(const std::string& target, const Pair& pair, const char* content, int rounds) {
  const FrameView& frame = make_picture(content, *find_format(pair.format), size).frame;
  const auto backend = create_cpu_backend(1, cpu::find_target(target));
  const SharedPlan plan = plan_of(*frame.format, pair);
  FrameCounter counter(*backend, plan);
  Counts counts(plan->total_counts(0));
  std::vector<std::vector<uint32_t>> matrices;
  const Counts expected = count_plain(*plan, frame, pair);
  Peer peer(frame, pair);
  peer.count();
  if (!counter.count(frame, counts.data(), matrices).ok() || matrices[0] != expected ||
      !peer.is(expected))
    return {};
  double ours = 1e9, opencv = 1e9;
  for (int round = 0; round < rounds; round++) {
    ours = std::min(ours, milliseconds([&] { (void)counter.count(frame, counts.data()); }));
    opencv = std::min(opencv, milliseconds([&] { peer.count(); }));
  }
  const std::string names = std::string(quantity_name(pair.x)) + "*" + quantity_name(pair.y);
  std::printf("%-9s %-6s %5u %-9s %-8s %8.3f %8.3f %8.2fx\n", pair.format, names.c_str(), pair.bins,
              content, target.c_str(), ours, opencv, opencv / ours);
  std::fflush(stdout);
  return "    {\"format\": " + quoted(pair.format) + ", \"joint\": " + quoted(names) +
         ", \"bins\": " + std::to_string(pair.bins) + ", \"content\": " + quoted(content) +
         ", \"target\": " + quoted(target) + ", \"ours_ms\": " + number(ours, 4) +
         ", \"opencv_ms\": " + number(opencv, 4) +
         ", \"opencv_to_ours_time\": " + number(opencv / ours, 3) + "}";
}

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]\n",
               program);
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  const char *json_path = nullptr, *picture_path = PICTURE;
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
    std::fprintf(stderr, "OpenCV cannot read the image %s; name another with --picture\n",
                 picture_path);
    return 1;
  }

  cv::setNumThreads(1);
  const std::string load_before = load_average();
  std::printf("%s, load %s; ms per frame of 1920x1080 on one thread, best of %d\n"
              "%-9s %-6s %5s %-9s %-8s %8s %8s\n",
              processor_name().c_str(), load_before.c_str(), rounds, "format", "joint", "bins",
              "content", "target", "ours", "calcHist");
  std::string rows;
  for (const Pair& pair : pairs)
    for (const char* content : contents)
      for (const std::string& target : targets) {
        const std::string row = run_row(target, pair, content, rounds);
        if (row.empty()) {
          std::fprintf(stderr, "the joint histogram of %s %s is wrong with the target %s\n",
                       content, pair.format, target.c_str());
          return 1;
        }
        rows += (rows.empty() ? "" : ",\n") + row;
      }
  if (!json_path)
    return 0;
  const std::string json =
      "{\n  \"benchmark\": \"cpu-joint\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"cores\": " + std::to_string(std::max(1u, std::thread::hardware_concurrency())) +
      ",\n  \"opencv\": " + quoted(CV_VERSION) + ",\n  \"date\": " + quoted(utc_now()) +
      ",\n  \"commit\": " + quoted(COMMIT) + ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() + ",\n  \"cells\": [\n" + rows +
      "\n  ]\n}\n";
  return write_file(json_path, json) ? 0 : 1;
}
