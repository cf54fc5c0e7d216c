// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures joint histograms of frames in device memory: the project's kernels, beside histograms
// of the same frame and alone, a kernel that only reads the frame, a kernel that counts by atomic
// additions in device memory, and CUB's histogram of indices.
//
//   bench_joint [--json FILE] [--filter TEXT] [--quick] [--list]
//
//   --json FILE    writes every number, and on which machine it was measured
//   --filter TEXT  measures only cells whose name contains TEXT
//   --quick        measures random and constant frames only, without the other counters
//   --list         prints the names of the cells and measures nothing
//
// Needs only the NVIDIA driver. Exit status: 1 if any counter counted wrongly, 2 if the benchmark
// could not run.
#include "contents.h"
#include "counting.h"
#include "joint.h"
#include "options.h"

#include <cstdio>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

struct Size {
  const char* name;
  uint32_t width, height;
};
constexpr Size sizes[] = {{"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"8K", 7680, 4320}};

enum class Pixels { nv12, p010, rgba };

struct What {
  Pixels pixels;
  Quantity x, y;
  uint32_t bins;
};
constexpr What whats[] = {
    {Pixels::nv12, Quantity::cb, Quantity::cr, 256},
    {Pixels::nv12, Quantity::y, Quantity::cb, 256},
    {Pixels::nv12, Quantity::y, Quantity::sat, 256},
    {Pixels::p010, Quantity::cb, Quantity::cr, 256},
    {Pixels::p010, Quantity::cb, Quantity::cr, 1024},
    {Pixels::rgba, Quantity::r, Quantity::g, 256},
};

Cell frame_of(Pixels pixels, const Size& size, Content content) {
  if (pixels == Pixels::rgba)
    return {4, size.name, size.width, size.height, content, Alpha::opaque};
  Cell frame{3, size.name, size.width, size.height, content, Alpha::none};
  frame.chroma = Chroma::pairs;
  frame.sample_bytes = pixels == Pixels::p010 ? 2 : 1;
  return frame;
}

std::vector<JointCell> chosen_cells(const Options& options) {
  std::vector<JointCell> cells;
  for (Pixels pixels : {Pixels::nv12, Pixels::p010, Pixels::rgba})
    for (const Size& size : sizes)
      for (Content content :
           {Content::random, Content::constant, Content::two_valued, Content::photo})
        for (const What& what : whats) {
          const JointCell cell{frame_of(pixels, size, content), what.x, what.y, what.bins};
          if (what.pixels != pixels ||
              (options.quick && content != Content::random && content != Content::constant))
            continue;
          if (cell.name().find(options.filter) != std::string::npos)
            cells.push_back(cell);
        }
  return cells;
}

/// Returns what is wrong with the counts; empty: nothing. Histograms are compared if both sides
/// have them.
std::string compare_all(const JointCounts& counts, const JointCounts& expected) {
  using Counts = std::vector<uint32_t> JointCounts::*;
  for (const Counts of : {&JointCounts::x, &JointCounts::y, &JointCounts::pairs})
    if (!(counts.*of).empty() && !(expected.*of).empty())
      if (std::string wrong = compare(counts.*of, expected.*of); !wrong.empty())
        return wrong;
  return "";
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv))
    return 2;
  const std::vector<JointCell> cells = chosen_cells(options);
  if (options.list) {
    print_names(cells);
    return 0;
  }

  const Device device = open_device();
  std::vector<std::unique_ptr<JointCounter>> counters = make_joint_counters(device);
  if (!options.quick)
    for (std::unique_ptr<JointCounter>& peer : make_joint_peers())
      counters.push_back(std::move(peer));
  print_joint_header(device);

  Reader reader(device);
  Timer timer;
  Frames frames;
  std::vector<uint8_t> pixels;
  Measurement read;
  std::vector<JointResult> results;
  bool wrong = false;
  for (const JointCell& cell : cells) {
    const Cell* const before = results.empty() ? nullptr : &results.back().cell.frame;
    if (!before || !before->same_pixels(cell.frame)) {
      pixels = make_pixels(cell.frame);
      frames.fill(cell.frame, pixels, device.l2_bytes);
    }
    if (!before || before->bytes() != cell.frame.bytes())
      read = measure_read(cell.frame, frames, reader, timer);
    const JointCounts expected = count_joint_on_cpu(cell, pixels);
    JointResult result{cell, {read}};
    for (const std::unique_ptr<JointCounter>& counter : counters) {
      if (!counter->can_count(cell))
        continue;
      counter->prepare(cell);
      result.counters.push_back(measure_counts(
          counter->name(),
          [&](int i, cudaStream_t stream) { return counter->enqueue(frames.at(i), stream); },
          [&] { return compare_all(counter->counts(), expected); }, frames, timer));
      wrong |= result.counters.back().wrong;
    }
    print_joint(result);
    results.push_back(std::move(result));
  }
  if (!options.json.empty() && !write_joint_json(options.json, device, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every counter counted what the CPU counted\n");
  return wrong ? 1 : 0;
}
