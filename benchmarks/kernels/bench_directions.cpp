// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures counting a frame in device memory along a direction: the project's kernel and the
// algorithms of the literature, a kernel that only reads the frame, and one that only writes the
// matrix. At 0 degrees it also measures FFmpeg's waveform filter for GRAY8 on the CPU, if there is
// an ffmpeg program.
//
//   bench_directions [--json FILE] [--filter TEXT] [--quick] [--list]
//
//   --json FILE    writes every number, and on which machine it was measured
//   --filter TEXT  measures only cells whose name contains TEXT
//   --quick        measures 4K, 8K and the literature's smallest and largest sizes, with random
//                  pixels only and without FFmpeg
//   --list         prints the names of the cells and measures nothing
//
// GRAY8 frames are counted in the same way as the Y of NV12 and I420.
//
// Needs only the NVIDIA driver. Exit status: 1 if any counter counted wrongly, 2 if the benchmark
// could not run.
#include "benchmarks/waveform.h"
#include "contents.h"
#include "counter.h"
#include "directions.h"
#include "options.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

struct Size {
  const char* name;
  uint32_t width, height;
  bool quick;
  bool film; ///< also measured in GRAY8
};
constexpr Size sizes[] = {
    {"4K", 3840, 2160, true, true},
    {"8K", 7680, 4320, true, true},
    // The sizes of the literature.
    {"640x651", 640, 651, true, false},
    {"1920x1953", 1920, 1953, false, false},
    {"2400x2442", 2400, 2442, false, false},
    {"3932x4000", 3932, 4000, true, false},
};

std::vector<DirectionCell> chosen_cells(const Options& options) {
  std::vector<DirectionCell> cells;
  for (const Size& size : sizes)
    for (Content content : {Content::random, Content::constant, Content::photo})
      for (uint32_t channels : {4u, 1u})
        for (int angle : {0, 30, 45, 60, 90}) {
          const Alpha alpha = channels == 4 ? Alpha::opaque : Alpha::none;
          DirectionCell cell{{channels, size.name, size.width, size.height, content, alpha},
                             angle,
                             *direction_of_angle(angle, size.width, size.height, direction_bins)};
          if (options.quick && (!size.quick || content != Content::random))
            continue;
          if (channels == 1 && !size.film)
            continue;
          if (cell.name().find(options.filter) != std::string::npos)
            cells.push_back(cell);
        }
  return cells;
}

/// Times the read-only kernel, alone and in a graph, each in its fastest shape.
Measurement measure_read(const Cell& cell, const Frames& frames, Reader& reader, Timer& timer) {
  Measurement m;
  m.counter = "read";
  for (const Reader::Shape& shape : reader.shapes(false)) {
    const Enqueue enqueue = [&](int i, cudaStream_t stream) {
      return reader.enqueue(shape, frames.at(i), cell.bytes(), false, stream);
    };
    const Times times = timer.all(enqueue, frames.count(), timer.alone(enqueue, 2));
    const auto keep_least = [](double& best, double value) {
      best = best > 0 ? std::min(best, value) : value;
    };
    keep_least(m.times.alone_us, times.alone_us);
    keep_least(m.times.graph_us, times.graph_us);
  }
  return m;
}

/// Returns what is wrong with the counts; empty: nothing.
std::string compare(const std::vector<uint32_t>& counts, const std::vector<uint32_t>& expected) {
  if (counts.size() != expected.size())
    return "delivered " + std::to_string(counts.size()) + " counts";
  for (size_t i = 0; i < counts.size(); i++)
    if (counts[i] != expected[i])
      return "position " + std::to_string(i / direction_bins) + ", bin " +
             std::to_string(i % direction_bins) + ": " + std::to_string(counts[i]) + ", not " +
             std::to_string(expected[i]);
  return "";
}

Measurement measure_counter(DirectionCounter& counter, const DirectionCell& cell,
                            const Frames& frames, const std::vector<uint8_t>& values,
                            Timer& timer) {
  Measurement m;
  m.counter = counter.name();
  counter.prepare(cell);
  const std::vector<uint32_t> expected = counter.expected(cell, values);
  const Enqueue enqueue = [&](int i, cudaStream_t stream) {
    return counter.enqueue(frames.at(i), stream);
  };
  const auto is_right = [&] {
    check(cudaDeviceSynchronize(), "counting a frame");
    m.why_not = compare(counter.counts(), expected);
    m.wrong = !m.why_not.empty();
    return !m.wrong;
  };
  check(enqueue(0, timer.stream()), "counting a frame");
  if (!is_right())
    return m;
  const Times times = timer.all(enqueue, frames.count(), timer.alone(enqueue, 2));
  if (is_right()) // checks the counts after many launches, too
    m.times = times;
  return m;
}

/// Times FFmpeg's waveform filter on the CPU.
Measurement measure_waveform(const Cell& frame, const std::vector<uint8_t>& values) {
  Measurement m;
  m.counter = "FFmpeg waveform";
  const WaveformTime time = time_waveform(values, frame.width, frame.height, 0);
  m.why_not = time.why_not;
  m.times.alone_us = 1e6 * time.seconds;
  m.detail = "on a CPU with " + std::to_string(std::thread::hardware_concurrency()) +
             " threads; not exact, its counts stop at 255";
  return m;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv))
    return 2;
  const std::vector<DirectionCell> cells = chosen_cells(options);
  if (options.list) {
    print_names(cells);
    return 0;
  }

  const Device device = open_device();
  std::vector<std::unique_ptr<DirectionCounter>> counters;
  counters.push_back(make_matrix_writer(device));
  counters.push_back(make_direction(device));
  for (std::unique_ptr<DirectionCounter>& counter : make_rotations())
    counters.push_back(std::move(counter));
  print_directions_header(device);

  Reader reader(device);
  Timer timer;
  Frames frames;
  std::vector<uint8_t> values;
  Measurement read;
  std::vector<DirectionResult> results;
  bool wrong = false;
  for (const DirectionCell& cell : cells) {
    if (results.empty() || !results.back().cell.frame.same_pixels(cell.frame)) {
      const std::vector<uint8_t> pixels = make_pixels(cell.frame);
      values = cell.frame.channels == 1 ? pixels : luma_of(pixels.data(), pixels.size() / 4);
      frames.fill(cell.frame, pixels, device.l2_bytes);
      read = measure_read(cell.frame, frames, reader, timer);
    }
    DirectionResult result{cell, {read}};
    for (const std::unique_ptr<DirectionCounter>& counter : counters) {
      if (!counter->can_count(cell))
        continue;
      result.counters.push_back(measure_counter(*counter, cell, frames, values, timer));
      wrong |= result.counters.back().wrong;
    }
    if (cell.angle == 0 && cell.frame.channels == 1 && !options.quick)
      result.counters.push_back(measure_waveform(cell.frame, values));
    print_direction(result);
    results.push_back(std::move(result));
  }
  if (!options.json.empty() && !write_directions_json(options.json, device, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every counter counted what the CPU counted\n");
  return wrong ? 1 : 0;
}
