// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "benchmarks/cpu_parades.h"

#include "benchmarks/cpu_pictures.h"
#include "benchmarks/ffmpeg.h"
#include "benchmarks/frame_counter.h"
#include "benchmarks/json.h"
#include "benchmarks/plain_values.h"
#include "core/direction.h"
#include "cpu/cpu_backend.h"
#include "cpu/target.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace videohistogram::cpu_benchmark {

namespace {

using namespace videohistogram::benchmark;

constexpr Size size = {"1080p", 1920, 1080};

struct Parade {
  const char* format;
  const char* ffmpeg; ///< FFmpeg's name of the format; nullptr: do not measure its filter
  std::vector<Quantity> quantities;
  uint32_t bins;
  double angle;
};

const std::vector<Parade>& parades() {
  constexpr Quantity r = Quantity::r, g = Quantity::g, b = Quantity::b;
  constexpr Quantity y = Quantity::y, cb = Quantity::cb, cr = Quantity::cr;
  static const std::vector<Parade> all = {
      {"RGBA", nullptr, {r, g, b}, 256, 0},
      {"RGBA", nullptr, {r, g, b}, 256, 45},
      {"RGBA", nullptr, {r, g, b}, 256, 90},
      {"NV12", nullptr, {r, g, b}, 256, 0},
      {"NV12", nullptr, {r, g, b}, 256, 45},
      {"NV12", nullptr, {r, g, b}, 256, 90},
      {"I422_10LE", "yuv422p10le", {y, cb, cr}, 1024, 0},
      {"I422_10LE", nullptr, {y, cb, cr}, 256, 0},
  };
  return all;
}

/// The sample plane whose samples a quantity's values belong to.
const SamplePlane& plane_of(const FormatInfo& format, Quantity quantity) {
  return format.sample_planes[sample_plane_of(format, quantity)];
}

/// The projections of the quantities, and one histogram, which every plan has.
SharedPlan plan_of(const FrameView& frame, const std::vector<Quantity>& quantities, uint32_t bins,
                   double angle) {
  const FormatInfo& format = *frame.format;
  std::vector<Table> projections;
  for (Quantity quantity : quantities) {
    const SamplePlane& plane = plane_of(format, quantity);
    Expected<Direction> direction =
        direction_of_angle(angle, plane.width_of(frame.width), plane.height_of(frame.height), bins);
    if (!direction.ok())
      std::abort(); // impossible with these angles and sizes
    projections.push_back({{quantity, bins}, *direction});
  }
  return make_plan(format, frame.width, frame.height, quantity_bit(quantities[0]), bins,
                   projections);
}

/// The matrix of a projection, pixel by pixel.
std::vector<uint32_t> expected_matrix(const Plan& plan, const FrameView& frame,
                                      const Projection& projection) {
  std::vector<uint32_t> matrix(projection.counters());
  const SamplePlane& plane = plane_of(plan.format, projection.quantity);
  const uint32_t depth = plan.format.values_of(projection.quantity).depth;
  for (uint32_t y = 0; y < plane.height_of(frame.height); y++)
    for (uint32_t x = 0; x < plane.width_of(frame.width); x++) {
      const uint32_t value =
          value_at(plan, frame, projection.quantity, x << plane.x_sub, y << plane.y_sub);
      matrix[size_t{projection.direction.position(x, y)} * projection.bins +
             (uint64_t{value} * projection.bins >> depth)]++;
    }
  return matrix;
}

/// A plan, what counts it, and its best time.
struct Cell {
  std::unique_ptr<Backend> backend;
  FrameCounter counter;
  Counts counts;
  double ms = 1e9;

  Cell(const SharedPlan& plan, const std::string& target)
      : backend(create_cpu_backend(1, cpu::find_target(target))), counter(*backend, plan),
        counts(plan->total_counts(0)) {}

  void run(const FrameView& frame) {
    const auto begin = std::chrono::steady_clock::now();
    (void)counter.count(frame, counts.data());
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    ms = std::min(ms, taken.count());
  }

  bool is_right(const FrameView& frame) {
    std::vector<std::vector<uint32_t>> matrices;
    if (!counter.count(frame, counts.data(), matrices).ok())
      return false;
    const Plan& plan = counter.plan();
    for (size_t i = 0; i < matrices.size(); i++)
      if (matrices[i] != expected_matrix(plan, frame, plan.projections[i]))
        return false;
    return true;
  }
};

/// FFmpeg's time for the parade of a frame, on one thread.
FfmpegTime time_waveform(const Parade& parade, const Picture& picture) {
  std::vector<uint8_t> pixels; // without padding
  const FrameView& frame = picture.frame;
  for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
    for (uint32_t y = 0; y < frame.rows(plane); y++) {
      const uint8_t* const row = frame.planes[plane].row(y);
      pixels.insert(pixels.end(), row, row + frame.row_bytes(plane));
    }
  const FfmpegInput input(parade.ffmpeg, frame.width, frame.height, pixels.size(), {pixels.data()});
  return input.time("waveform=display=parade:components=7", 40, 1, 3);
}

std::string names_of(const std::vector<Quantity>& quantities) {
  std::string names;
  for (Quantity quantity : quantities)
    names += (names.empty() ? "" : "+") + std::string(quantity_name(quantity));
  return names;
}

bool time_parade(const Parade& parade, const char* content, const std::string& target, int rounds,
                 std::string& json) {
  const Picture& picture = make_picture(content, *find_format(parade.format), size);
  const FrameView& frame = picture.frame;
  Cell all(plan_of(frame, parade.quantities, parade.bins, parade.angle), target);
  Cell one(plan_of(frame, {parade.quantities[0]}, parade.bins, parade.angle), target);
  const std::string names = names_of(parade.quantities);
  if (!all.is_right(frame) || !one.is_right(frame)) {
    std::fprintf(stderr, "a matrix of %s of %s %s at %g degrees is wrong\n", names.c_str(), content,
                 parade.format, parade.angle);
    return false;
  }
  for (int round = 0; round < rounds; round++)
    for (Cell* cell : {&all, &one})
      cell->run(frame);
  std::printf("%-10s %-10s %-9s %5u %6g %-8s %8.3f %8.3f %6.2fx", parade.format, names.c_str(),
              content, parade.bins, parade.angle, target.c_str(), all.ms, one.ms, all.ms / one.ms);
  std::string row =
      "    {\"format\": " + quoted(parade.format) + ", \"projections\": " + quoted(names) +
      ", \"content\": " + quoted(content) + ", \"bins\": " + std::to_string(parade.bins) +
      ", \"angle\": " + number(parade.angle, 1) + ", \"target\": " + quoted(target) +
      ", \"ours_ms\": " + number(all.ms, 3) + ", \"first_alone_ms\": " + number(one.ms, 3);
  if (parade.ffmpeg) {
    const FfmpegTime waveform = time_waveform(parade, picture);
    if (waveform.why_not.empty()) {
      std::printf(" | waveform %.2f, %.1fx", 1e3 * waveform.cpu_s, 1e3 * waveform.cpu_s / all.ms);
      row += ", \"waveform_cpu_ms\": " + number(1e3 * waveform.cpu_s, 3);
    } else {
      std::printf(" | waveform not measured: %s", waveform.why_not.c_str());
      row += ", \"not_measured\": " + quoted(waveform.why_not);
    }
  }
  std::printf("\n");
  std::fflush(stdout);
  json += (json.empty() ? "" : ",\n") + row + "}";
  return true;
}

} // namespace

bool time_parades(const std::vector<std::string>& targets, int rounds, std::string& json) {
  std::printf(
      "\nparades of 1920x1080, ms per frame with one thread: all projections, and the first "
      "alone\n%-10s %-10s %-9s %5s %6s %-8s %8s %8s\n",
      "format", "channels", "content", "bins", "angle", "target", "all", "first");
  for (const Parade& parade : parades())
    for (const char* content : {"random", "photo"})
      for (const std::string& target : targets)
        if (!time_parade(parade, content, target, rounds, json))
          return false;
  return true;
}

} // namespace videohistogram::cpu_benchmark
