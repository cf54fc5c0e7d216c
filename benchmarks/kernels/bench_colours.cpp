// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures counting colours, RANGE, SAT, HUE and differences of Y'CbCr frames in device memory: the
// project's kernels, a kernel that only reads the frame, and conversions to RGB that CUB counts
// afterwards.
//
//   bench_colours [--json FILE] [--filter TEXT] [--quick] [--list]
//
//   --json FILE    writes every number, and on which machine it was measured
//   --filter TEXT  measures only cells whose name contains TEXT
//   --quick        measures random and constant frames only, without the other counters
//   --list         prints the names of the cells and measures nothing
//
// Needs only the NVIDIA driver. Exit status: 1 if any counter counted wrongly, 2 if the benchmark
// could not run.
#include "colours.h"
#include "contents.h"
#include "counting.h"
#include "options.h"

#include <cstdio>
#include <optional>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

struct Size {
  const char* name;
  uint32_t width, height;
};
constexpr Size sizes[] = {{"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"8K", 7680, 4320}};

constexpr QuantitySet maximum = quantity_bit(Quantity::maxrgb),
                      sat_hue = quantity_bit(Quantity::sat) | quantity_bit(Quantity::hue);

struct What {
  const char* name;
  QuantitySet quantities;
  uint32_t bins, deep_bins; ///< of NV12 and P010; 0: not measured
};
constexpr What whats[] = {
    {"r+g+b+maxrgb", rgb_set | maximum, 256, 256},
    {"r+g+b", rgb_set, 256, 256},
    {"maxrgb", maximum, 256, 4096},
    {"range", quantity_bit(Quantity::range), 256, 256},
    {"sat+hue", sat_hue, 256, 1024},
    {"y+cb+cr", ycbcr_set, 256, 1024},
    {"y+cb+cr+sat+hue", ycbcr_set | sat_hue, 256, 1024},
    {"r+g+b+maxrgb", rgb_set | maximum, 0, 4096},
    {"diff", all_differences, 256, 1024},
    {"y+cb+cr+sat+hue+range+diff", // of each frame of an archive
     ycbcr_set | sat_hue | quantity_bit(Quantity::range) | all_differences, 256, 1024},
};

std::vector<ColourCell> chosen_cells(const Options& options) {
  std::vector<ColourCell> cells;
  for (uint32_t sample_bytes : {1u, 2u})
    for (const Size& size : sizes)
      for (Content content :
           {Content::random, Content::constant, Content::photo, Content::values_x32})
        for (const What& what : whats) {
          Cell frame{3, size.name, size.width, size.height, content, Alpha::none};
          frame.chroma = Chroma::pairs;
          frame.sample_bytes = sample_bytes;
          const ColourCell cell{frame, what.name, what.quantities,
                                sample_bytes == 2 ? what.deep_bins : what.bins};
          if (cell.bins == 0 ||
              (options.quick && content != Content::random && content != Content::constant))
            continue;
          if (cell.name().find(options.filter) != std::string::npos)
            cells.push_back(cell);
        }
  return cells;
}

Measurement measure_counter(ColourCounter& counter, const ColourCell& cell, const Frames& frames,
                            const ColourCounts& reference, Timer& timer) {
  Measurement m;
  m.counter = counter.name();
  m.why_not = counter.why_not();
  if (!m.why_not.empty())
    return m;
  counter.prepare(cell);
  const std::vector<uint32_t> expected = reference.of(*cell.plan());
  m = measure_counts(
      counter.name(),
      [&](int i, cudaStream_t stream) { return counter.enqueue(frames.at(i), stream); },
      [&] { return counter.exact() ? compare(counter.counts(), expected) : ""; }, frames, timer);
  if (!counter.exact())
    m.detail = "not compared: another conversion";
  return m;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv))
    return 2;
  const std::vector<ColourCell> cells = chosen_cells(options);
  if (options.list) {
    print_names(cells);
    return 0;
  }

  const Device device = open_device();
  std::vector<std::unique_ptr<ColourCounter>> counters;
  counters.push_back(make_colours(device));
  if (!options.quick) {
    counters.push_back(make_conversion_and_cub());
    counters.push_back(make_npp_and_cub(device));
  }
  print_colours_header(device);

  Reader reader(device);
  Timer timer;
  Frames frames;
  std::optional<ColourCounts> reference;
  Measurement read;
  std::vector<ColourResult> results;
  bool wrong = false;
  for (const ColourCell& cell : cells) {
    const Cell* const before = results.empty() ? nullptr : &results.back().cell.frame;
    if (!before || !before->same_pixels(cell.frame)) {
      const std::vector<uint8_t> pixels = make_pixels(cell.frame);
      reference.emplace(cell.frame, pixels);
      frames.fill(cell.frame, pixels, device.l2_bytes);
    }
    if (!before || before->bytes() != cell.frame.bytes())
      read = measure_read(cell.frame, frames, reader, timer);
    ColourResult result{cell, {read}};
    for (const std::unique_ptr<ColourCounter>& counter : counters) {
      if (!counter->can_count(cell))
        continue;
      result.counters.push_back(measure_counter(*counter, cell, frames, *reference, timer));
      wrong |= result.counters.back().wrong;
    }
    print_colours(result);
    results.push_back(std::move(result));
  }
  if (!options.json.empty() && !write_colours_json(options.json, device, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every counter counted what the CPU counted\n");
  return wrong ? 1 : 0;
}
