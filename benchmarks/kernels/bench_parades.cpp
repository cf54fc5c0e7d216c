// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures parades of frames in device memory: projections of R, G and B at one angle. Beside them
// it measures one projection, and a kernel that only reads the frame.
//
//   bench_parades [--json FILE] [--filter TEXT] [--quick] [--list]
//
//   --json FILE    writes every number, and on which machine it was measured
//   --filter TEXT  measures only cells whose name contains TEXT
//   --quick        measures random and constant frames only
//   --list         prints the names of the cells and measures nothing
//
// Needs only the NVIDIA driver. Exit status: 1 if any counter counted wrongly, 2 if the benchmark
// could not run.
#include "benchmarks/frame_counter.h"
#include "benchmarks/json.h"
#include "commit.h"
#include "contents.h"
#include "counting.h"
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/values/values_plan.h"
#include "cuda/planned_launches.h"
#include "options.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

constexpr uint32_t bins = 256;

struct Size {
  const char* name;
  uint32_t width, height;
};
constexpr Size sizes[] = {{"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"8K", 7680, 4320}};

/// The projections that are counted together.
struct What {
  const char* name;
  std::vector<Quantity> quantities;
};

struct ParadeCell {
  Cell frame;
  int angle;

  std::string name() const {
    return std::string(frame.format()) + "/" + frame.size + "/" + content_name(frame.content) +
           "/" + std::to_string(angle);
  }
  std::vector<What> whats() const {
    const Quantity one = frame.is_yuv() ? Quantity::y : Quantity::r;
    return {{"one", {one}}, {"parade", {Quantity::r, Quantity::g, Quantity::b}}};
  }
};

std::vector<ParadeCell> chosen_cells(const Options& options) {
  std::vector<ParadeCell> cells;
  for (bool yuv : {false, true})
    for (const Size& size : sizes)
      for (Content content : {Content::random, Content::constant, Content::photo})
        for (int angle : {0, 90, 30}) {
          ParadeCell cell{{yuv ? 3u : 4u, size.name, size.width, size.height, content,
                           yuv ? Alpha::none : Alpha::opaque},
                          angle};
          cell.frame.chroma = yuv ? Chroma::pairs : Chroma::none;
          if (options.quick && content == Content::photo)
            continue;
          if (cell.name().find(options.filter) != std::string::npos)
            cells.push_back(cell);
        }
  return cells;
}

SharedPlan plan_of(const ParadeCell& cell, const What& what) {
  const FormatInfo& format = *find_format(cell.frame.format());
  const Direction direction =
      *direction_of_angle(cell.angle, cell.frame.width, cell.frame.height, bins);
  std::vector<Table> tables;
  for (Quantity quantity : what.quantities)
    tables.push_back({{quantity, bins}, direction});
  return make_plan(format, cell.frame.width, cell.frame.height, format.channels(), bins, tables);
}

/// The project's kernels for the projections of a plan, without its histograms.
class Ours {
public:
  explicit Ours(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    properties_.overlap = device.capability >= 90;
    check(cuda::prepare_projection_kernels(properties_), "loading the project's kernels");
    check(cuda::prepare_values_kernels(properties_), "loading the project's kernels");
  }

  void prepare(const Cell& frame, SharedPlan plan) {
    frame_ = frame;
    plan_ = std::move(plan);
    planned_.forget();
    size_t counters = 0;
    for (const Projection& projection : plan_->projections)
      counters += cuda::matrix_step(projection.counters());
    matrices_.reset();
    values_.reset();
    matrices_ = Buffer<uint32_t>::device(counters);
    values_ = Buffer<uint8_t>::device(std::max<size_t>(cuda::value_image_bytes(*plan_), 1));
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) {
    cuda::CountMemory memory{scratch_.data(), scratch_bytes, blocks_.data(), blocks_.data(),
                             results_.data()};
    memory.values = values_.data();
    const cuda::FrameLaunches& all =
        planned_.plan(properties_, plan_, view_of(frame_, frame), {}, memory);
    cuda::FrameLaunches some;
    some.families = all.families;
    some.overlap = all.overlap;
    some.values = all.values;
    some.projections = all.projections;
    return cuda::launch_kernels(some, matrices_.data(), stream);
  }

  /// The counts of the projections, one after the other.
  std::vector<uint32_t> counts() {
    const std::vector<uint32_t> all = read_counts(matrices_);
    std::vector<uint32_t> counts;
    size_t first = 0;
    for (const Projection& projection : plan_->projections) {
      const auto begin = all.begin() + static_cast<ptrdiff_t>(first);
      counts.insert(counts.end(), begin, begin + static_cast<ptrdiff_t>(projection.counters()));
      first += cuda::matrix_step(projection.counters());
    }
    return counts;
  }

private:
  static constexpr size_t scratch_bytes = size_t{1} << 20, max_results = size_t{1} << 16;

  cuda::DeviceProperties properties_{};
  Buffer<uint8_t> scratch_ = Buffer<uint8_t>::device(scratch_bytes);
  Buffer<cuda::RegionBlock> blocks_ = Buffer<cuda::RegionBlock>::mapped(cuda::max_region_blocks);
  Buffer<uint32_t> results_ = Buffer<uint32_t>::mapped(max_results);
  cuda::PlannedLaunches planned_;
  Cell frame_{};
  SharedPlan plan_;
  Buffer<uint32_t> matrices_;
  Buffer<uint8_t> values_;
};

/// The same counts by a loop over pixels, by the definitions in core/colour.h.
std::vector<uint32_t> count_on_cpu(const ParadeCell& cell, const Plan& plan,
                                   const std::vector<uint8_t>& pixels) {
  const FrameView frame = view_of(cell.frame, pixels.data());
  const SamplePlaneView first = frame.sample_plane(0),
                        last = frame.sample_plane(plan.format.n_sample_planes - 1u);
  std::vector<uint32_t> counts;
  for (const Projection& projection : plan.projections) {
    const size_t begin = counts.size();
    counts.resize(begin + projection.counters());
    const auto index = static_cast<uint32_t>(projection.quantity);
    for (uint32_t y = 0; y < frame.height; y++)
      for (uint32_t x = 0; x < frame.width; x++) {
        const uint8_t* const pixel = first.row(y) + size_t{x} * first.info->pixel_bytes;
        uint32_t value = pixel[cell.frame.is_yuv() ? 0 : index];
        if (projection.domain != Domain::plane) {
          const uint8_t* const chroma = last.row(y / 2) + size_t{x / 2} * 2;
          value = plan.colours.rgb.colour(index, value, chroma[0], chroma[1]);
        }
        counts[begin + size_t{projection.direction.position(x, y)} * bins + value]++;
      }
  }
  return counts;
}

struct Result {
  ParadeCell cell;
  std::vector<Measurement> counters; ///< "read", then the projections
};

const Modes modes = {{"alone", &Times::alone_us}, {"graph", &Times::graph_us}};

void print_result(const Result& result) {
  std::printf("\n%s\n  %-18s %9s %6s %9s %6s\n", result.cell.name().c_str(), "", "alone", "/read",
              "graph", "/read");
  for (const Measurement& m : result.counters) {
    print_measurement(m, result.counters.front().times, modes);
    std::printf("\n");
  }
  std::fflush(stdout);
}

bool write_results(const std::string& path, const Device& device,
                   const std::vector<Result>& results) {
  std::string rows;
  for (const Result& result : results)
    for (const Measurement& m : result.counters) {
      const Cell& frame = result.cell.frame;
      rows += std::string(rows.empty() ? "" : ",\n") +
              "    {\"name\": " + quoted(result.cell.name() + "/" + m.counter) +
              ", \"format\": " + quoted(frame.format()) + ", \"size\": " + quoted(frame.size) +
              ", \"bytes\": " + std::to_string(frame.bytes()) +
              ", \"content\": " + quoted(content_name(frame.content)) +
              ", \"angle\": " + std::to_string(result.cell.angle) +
              ", \"bins\": " + std::to_string(bins) + ", \"counter\": " + quoted(m.counter) +
              (m.why_not.empty() ? times_json(m.times, result.counters.front().times, modes)
                                 : ", \"wrong\": " + quoted(m.why_not)) +
              "}";
    }
  return write_file(path, "{\n  \"benchmark\": \"parades\",\n  " + device_json(device) +
                              ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " +
                              quoted(COMMIT) + ",\n  \"cells\": [\n" + rows + "\n  ]\n}\n");
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv))
    return 2;
  const std::vector<ParadeCell> cells = chosen_cells(options);
  if (options.list) {
    print_names(cells);
    return 0;
  }

  const Device device = open_device();
  std::printf(
      "%s\n"
      "Projections of frames in device memory, 256 bins. Microseconds per frame, with\n"
      "inputs rotated past the L2 cache: alone on the device, in a CUDA graph; beside each\n"
      "time its ratio to reading every byte of the frame and nothing else.\n",
      device_line(device).c_str());
  Ours ours(device);
  Reader reader(device);
  Timer timer;
  Frames frames;
  std::vector<uint8_t> pixels;
  std::vector<Result> results;
  bool wrong = false;
  for (const ParadeCell& cell : cells) {
    if (results.empty() || !results.back().cell.frame.same_pixels(cell.frame)) {
      pixels = make_pixels(cell.frame);
      frames.fill(cell.frame, pixels, device.l2_bytes);
    }
    Result result{cell, {measure_read(cell.frame, frames, reader, timer)}};
    for (const What& what : cell.whats()) {
      const SharedPlan plan = plan_of(cell, what);
      ours.prepare(cell.frame, plan);
      const std::vector<uint32_t> expected = count_on_cpu(cell, *plan, pixels);
      result.counters.push_back(measure_counts(
          what.name, [&](int i, cudaStream_t stream) { return ours.enqueue(frames.at(i), stream); },
          [&] { return compare(ours.counts(), expected); }, frames, timer));
      wrong |= result.counters.back().wrong;
    }
    print_result(result);
    results.push_back(std::move(result));
  }
  if (!options.json.empty() && !write_results(options.json, device, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every counter counted what the CPU counted\n");
  return wrong ? 1 : 0;
}
