// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures counting a frame in device memory: the project's kernel, CUB, NPP and the algorithms of
// the literature, and a kernel that only reads the frame.
//
//   bench_kernels [--json FILE] [--filter TEXT] [--quick] [--list]
//
//   --json FILE    writes every number, and on which machine it was measured
//   --filter TEXT  measures only cells whose name contains TEXT
//   --quick        measures only the few most informative cells
//   --list         prints the names of the cells and measures nothing
//
// Needs only the NVIDIA driver; NPP is measured if its libraries are found. Exit status: 1 if any
// counter counted wrongly, 2 if the benchmark could not run.
#include "contents.h"
#include "counter.h"
#include "options.h"
#include "report.h"

#include <algorithm>
#include <cstdio>

namespace {

using namespace videohistogram::benchmark;

/// One number of Times for the read-only kernel, in the shape that is fastest in a short trial.
template <typename Measure>
double fastest_read(const std::vector<Reader::Shape>& shapes, const Measure& measure,
                    std::string& shape_name) {
  constexpr int trial = 5, full = 30;
  const Reader::Shape* best = nullptr;
  double best_us = 0;
  for (const Reader::Shape& shape : shapes) {
    const double us = measure(shape, trial);
    if (us > 0 && (!best || us < best_us)) {
      best = &shape;
      best_us = us;
    }
  }
  if (!best)
    return 0;
  shape_name = best->name();
  return measure(*best, full);
}

/// Times the read-only kernel in shapes that are launched early if `early`, else in the others.
Measurement measure_read(const Cell& cell, const Frames& frames, uint32_t expected, Reader& reader,
                         bool early, Timer& timer) {
  Measurement m;
  m.counter = early ? "read, early" : "read";
  const std::vector<Reader::Shape> shapes = reader.shapes(early);
  if (shapes.empty()) {
    m.why_not = "this device launches nothing early";
    return m;
  }
  // The floor of a shifted or padded frame is reading as many bytes from an aligned address.
  const auto address = [&](int i) { return frames.at(i) - cell.base_offset; };
  if (cell.plain()) {
    for (const Reader::Shape& shape : shapes) {
      reader.clear();
      check(reader.enqueue(shape, address(0), cell.bytes(), true, timer.stream()), "reading");
      check(cudaStreamSynchronize(timer.stream()), "reading");
      if (reader.result() != expected) {
        m.wrong = true;
        m.why_not = "did not read every byte once: " + shape.name();
        return m;
      }
    }
  }

  const int in_a_row = std::max(20, frames.count());
  const auto enqueue = [&](const Reader::Shape& shape) {
    return [&, shape](int i, cudaStream_t stream) {
      return reader.enqueue(shape, address(i), cell.bytes(), false, stream);
    };
  };
  std::string alone, stream, graph;
  m.times.alone_us = fastest_read(
      shapes, [&](const Reader::Shape& s, int n) { return timer.alone(enqueue(s), n); }, alone);
  m.times.stream_us = fastest_read(
      shapes,
      [&](const Reader::Shape& s, int n) {
        return timer.back_to_back(enqueue(s), in_a_row, n / 2);
      },
      stream);
  m.times.graph_us = fastest_read(
      shapes,
      [&](const Reader::Shape& s, int n) {
        return timer.graph(enqueue(s), in_a_row, n / 2, m.times.no_graph);
      },
      graph);
  m.detail = "[" + alone + "; " + stream + "; " + graph + "]";
  return m;
}

/// Returns what is wrong with the counts; empty: nothing.
std::string compare(const Cell& cell, const std::vector<uint32_t>& counts,
                    const std::vector<uint32_t>& expected) {
  if (counts.size() != expected.size())
    return "delivered " + std::to_string(counts.size()) + " counts";
  for (size_t i = 0; i < counts.size(); i++)
    if (counts[i] != expected[i])
      return "channel " + std::to_string(i / cell.bins % cell.channels) + ", bin " +
             std::to_string(i % cell.bins) + ": " + std::to_string(counts[i]) + ", not " +
             std::to_string(expected[i]);
  return "";
}

Measurement measure_counter(Counter& counter, const Cell& cell, const Frames& frames,
                            const std::vector<uint32_t>& expected, Timer& timer) {
  Measurement m;
  m.counter = counter.name();
  m.why_not = counter.why_not(cell);
  if (!m.why_not.empty())
    return m;
  counter.prepare(cell);
  const Enqueue enqueue = [&](int i, cudaStream_t stream) {
    return counter.enqueue(frames.at(i), stream);
  };
  const auto is_right = [&] {
    check(cudaDeviceSynchronize(), "counting a frame");
    const std::vector<uint32_t> counts = counter.counts();
    m.why_not = compare(cell, counts, expected);
    m.wrong = !m.why_not.empty();
    return !m.wrong;
  };

  // The first frame loads the kernel; the second shows whether a counter depends on what the first
  // left in memory.
  check(enqueue(0, timer.stream()), "counting a frame");
  if (!is_right())
    return m;
  const double estimate_us = timer.alone(enqueue, 1);
  if (!is_right())
    return m;
  const Times times = timer.all(enqueue, frames.count(), estimate_us);
  if (is_right())
    m.times = times;
  return m;
}

std::vector<Cell> chosen_cells(const Options& options) {
  std::vector<Cell> cells;
  for (const Cell& cell : all_cells())
    if ((!options.quick || cell.quick) && cell.name().find(options.filter) != std::string::npos)
      cells.push_back(cell);
  return cells;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv))
    return 2;
  const std::vector<Cell> cells = chosen_cells(options);
  if (options.list) {
    print_names(cells);
    return 0;
  }

  RunInfo info;
  info.device = open_device();
  std::vector<std::unique_ptr<Counter>> counters;
  counters.push_back(make_ours(info.device));
  counters.push_back(make_ours_deep(info.device));
  counters.push_back(make_cub());
  counters.push_back(make_npp(info.device, info.npp));
  for (std::unique_ptr<Counter>& counter : make_literature(info.device))
    counters.push_back(std::move(counter));
  print_header(info);

  Reader reader(info.device);
  Timer timer;
  Frames frames;
  std::vector<uint8_t> pixels;
  std::vector<CellResult> results;
  bool wrong = false;
  for (const Cell& cell : cells) {
    if (results.empty() || !results.back().cell.same_pixels(cell)) {
      pixels = make_pixels(cell);
      frames.fill(cell, pixels, info.device.l2_bytes);
    }
    const std::vector<uint32_t> expected = count_on_cpu(cell, pixels);
    CellResult result{cell, {}, {}};
    const uint32_t sum = sum_on_cpu(pixels);
    result.read = measure_read(cell, frames, sum, reader, false, timer);
    result.counters.push_back(measure_read(cell, frames, sum, reader, true, timer));
    wrong |= result.read.wrong || result.counters.back().wrong;
    for (const std::unique_ptr<Counter>& counter : counters) {
      if (!counter->has(cell))
        continue;
      result.counters.push_back(measure_counter(*counter, cell, frames, expected, timer));
      wrong |= result.counters.back().wrong;
    }
    print_cell(result);
    results.push_back(std::move(result));
  }
  if (!options.json.empty() && !write_json(options.json, info, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every counter counted what the CPU counted\n");
  return wrong ? 1 : 0;
}
