// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures counting frames in device memory whose samples are packed, and frames with planes of 10
// bits: each beside the plain format in which the same number of samples lies, or nearly the same.
//
//   bench_packed [--json FILE] [--filter TEXT] [--quick] [--list]
//
//   --json FILE    writes every number, and on which machine it was measured
//   --filter TEXT  measures only cells whose name contains TEXT
//   --quick        measures frames of 8K and 1080p with random content only
//   --list         prints the names of the cells and measures nothing
//
// Needs only the NVIDIA driver. Exit status: 1 if a frame was counted wrongly, 2 if the benchmark
// could not run.
#include "benchmarks/frame_counter.h"
#include "benchmarks/json.h"
#include "commit.h"
#include "counting.h"
#include "cpu/cpu_backend.h"
#include "cuda/frame_buffers.h"
#include "cuda/kernels/byte/byte_kernel.h"
#include "cuda/kernels/deep/deep_plan.h"
#include "cuda/kernels/packed/packed_plan.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/unpack/unpack_plan.h"
#include "cuda/planned_launches.h"
#include "options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

/// A format, and the one that it is compared with; null: others are compared with it.
struct Pair {
  const char *format, *beside;
};
constexpr Pair pairs[] = {
    {"I422_10LE", nullptr},       {"v210", "I422_10LE"},        {"UYVP", "I422_10LE"},
    {"NV16_10LE32", "I422_10LE"}, {"NV16_10LE40", "I422_10LE"}, {"I422_10BE", "I422_10LE"},
    {"Y444_10LE", nullptr},       {"Y410", "Y444_10LE"},        {"r210", "Y444_10LE"},
    {"RGB10A2_LE", "Y444_10LE"},  {"RGB10x2_LE", "Y444_10LE"},  {"GBR_10LE", "Y444_10LE"},
    {"A444_10LE", "Y444_10LE"},
};

struct Size {
  const char* name;
  uint32_t width, height;
};
constexpr Size sizes[] = {{"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"8K", 7680, 4320}};

struct PackedCell {
  Pair pair;
  Size size;
  bool random; ///< false: all bytes are equal
  uint32_t bins;

  std::string name() const {
    return std::string(pair.format) + "/" + size.name + (random ? "/random/" : "/constant/") +
           std::to_string(bins);
  }
  const FormatInfo& format() const { return *find_format(pair.format); }
  uint64_t samples() const {
    uint64_t samples = 0;
    for (uint32_t g = 0; g < format().n_sample_planes; g++) {
      const SamplePlane& plane = format().sample_planes[g];
      samples +=
          uint64_t{plane.width_of(size.width)} * plane.height_of(size.height) * plane.n_components;
    }
    return samples;
  }
};

std::vector<PackedCell> chosen_cells(const Options& options) {
  std::vector<PackedCell> cells;
  for (const Size& size : sizes)
    for (bool random : {true, false})
      for (uint32_t bins : {1024u, 256u})
        for (const Pair& pair : pairs) {
          const PackedCell cell{pair, size, random, bins};
          const std::string beside = pair.beside ? pair.beside : "";
          if ((!options.quick || (random && size.height != 2160)) &&
              (cell.name() + "/" + beside).find(options.filter) != std::string::npos)
            cells.push_back(cell);
        }
  return cells;
}

/// The plan of all channels: those with fewer values than `bins` have one bin per value.
SharedPlan plan_of(const PackedCell& cell) {
  PlanSpec spec;
  for (Quantity quantity : select_quantities(cell.format(), cell.format().channels()))
    spec.tables.push_back({{quantity, cell.format().values_of(quantity).bins_for(cell.bins)}, {}});
  Expected<SharedPlan> plan = compile_plan(cell.format(), cell.size.width, cell.size.height, spec);
  if (!plan.ok()) {
    std::fprintf(stderr, "%s\n", plan.error().message.c_str());
    std::exit(2);
  }
  return *plan;
}

/// The bytes of a frame without padding.
std::vector<uint8_t> make_bytes(const PackedCell& cell) {
  std::vector<uint8_t> bytes(
      packed_layout(cell.format(), cell.size.width, cell.size.height, 256).size, 0x5a);
  std::mt19937 random(1);
  for (size_t i = 0; cell.random && i < bytes.size(); i++)
    bytes[i] = static_cast<uint8_t>(random());
  return bytes;
}

FrameView view_of(const PackedCell& cell, const uint8_t* data) {
  FrameView view;
  view.format = &cell.format();
  view.width = cell.size.width;
  view.height = cell.size.height;
  const PackedLayout layout = packed_layout(*view.format, view.width, view.height, 256);
  for (uint32_t p = 0; p < view.format->n_planes; p++)
    view.planes[p] = {data, layout.size, layout.offsets[p],
                      static_cast<ptrdiff_t>(view.row_bytes(p))};
  return view;
}

/// Counts frames of a cell as the backend does.
class PackedCounter {
public:
  explicit PackedCounter(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    check(cuda::prepare_byte_kernels(properties_), "loading the kernels"); // first: see overlap
    check(cuda::prepare_deep_kernels(properties_), "loading the kernels");
    check(cuda::prepare_packed_kernels(properties_), "loading the kernels");
    check(cuda::prepare_unpack_kernels(properties_), "loading the kernels");
  }

  void prepare(const PackedCell& cell, const SharedPlan& plan) {
    cell_ = cell;
    plan_ = plan;
    planned_.forget();
    scratch_ = Buffer<uint8_t>::device(
        std::max(cuda::deep_frame_scratch_bytes(*plan), cuda::packed_frame_scratch_bytes(*plan)));
    results_ = Buffer<uint32_t>::mapped(plan->total_counts(0));
    unpacked_ = Buffer<uint8_t>::device(
        std::max<size_t>(1, cuda::unpacked_frame_bytes(*plan, cell.size.height)));
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) {
    cuda::CountMemory memory{};
    memory.scratch = scratch_.data();
    memory.scratch_bytes = scratch_.size();
    memory.results = results_.data();
    FrameView view = view_of(cell_, frame);
    if (cuda::is_unpacked(*plan_)) {
      const cuda::Unpacking unpacking = cuda::plan_unpacking(properties_, view, unpacked_.data());
      if (cudaError_t code = cuda::launch_unpack_kernel(unpacking.launch, stream))
        return code;
      view = unpacking.unpacked;
    }
    return cuda::launch_kernels(planned_.plan(properties_, plan_, view, {}, memory), nullptr,
                                stream);
  }

  std::vector<uint32_t> counts() const {
    return {results_.data(), results_.data() + results_.size()};
  }

private:
  cuda::DeviceProperties properties_;
  PackedCell cell_{};
  SharedPlan plan_;
  Buffer<uint8_t> scratch_, unpacked_;
  Buffer<uint32_t> results_;
  cuda::PlannedLaunches planned_;
};

struct Result {
  PackedCell cell;
  Measurement measurement;
};

const Modes modes = {
    {"alone", &Times::alone_us}, {"stream", &Times::stream_us}, {"graph", &Times::graph_us}};

/// The result for the plain format of a cell; null if it was not measured.
const Result* plain_of(const std::vector<Result>& results, const PackedCell& cell) {
  for (const Result& result : results)
    if (cell.pair.beside && cell.pair.beside == std::string(result.cell.pair.format) &&
        cell.size.name == result.cell.size.name && cell.random == result.cell.random &&
        cell.bins == result.cell.bins)
      return &result;
  return nullptr;
}

void print(const Result& result, const Result* plain) {
  const Measurement& m = result.measurement;
  std::printf("%-32s", result.cell.name().c_str());
  if (!m.why_not.empty())
    std::printf("  WRONG: %s", m.why_not.c_str());
  for (const Mode& mode : modes)
    std::printf(" %9.2f %6.3f", m.times.*mode.time,
                plain ? ratio(m.times.*mode.time, plain->measurement.times.*mode.time) : 1.0);
  if (plain)
    std::printf("   %.3f samples per sample of %s",
                static_cast<double>(result.cell.samples()) /
                    static_cast<double>(plain->cell.samples()),
                plain->cell.pair.format);
  std::printf("\n");
  std::fflush(stdout);
}

std::string json_row(const Result& result, const Result* plain) {
  const PackedCell& cell = result.cell;
  const size_t bytes = packed_layout(cell.format(), cell.size.width, cell.size.height, 256).size;
  std::string row =
      "    {\"name\": " + quoted(cell.name()) + ", \"format\": " + quoted(cell.pair.format) +
      ", \"width\": " + std::to_string(cell.size.width) +
      ", \"height\": " + std::to_string(cell.size.height) +
      ", \"bytes\": " + std::to_string(bytes) + ", \"samples\": " + std::to_string(cell.samples()) +
      ", \"bins\": " + std::to_string(cell.bins);
  for (const Mode& mode : modes)
    row += std::string(", \"") + mode.name +
           "_us\": " + number(result.measurement.times.*mode.time, 2);
  if (plain) {
    row += ", \"beside\": " + quoted(cell.pair.beside);
    for (const Mode& mode : modes)
      row += std::string(", \"") + mode.name + "_to_plain\": " +
             number(ratio(result.measurement.times.*mode.time, plain->measurement.times.*mode.time),
                    3);
  }
  return row + "}";
}

bool write_json(const std::string& path, const Device& device, const std::vector<Result>& results) {
  std::string rows;
  for (const Result& result : results)
    rows += (rows.empty() ? "" : ",\n") + json_row(result, plain_of(results, result.cell));
  return write_file(path, "{\n  \"benchmark\": \"packed\",\n  " + device_json(device) +
                              ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " +
                              quoted(COMMIT) + ",\n  \"cells\": [\n" + rows + "\n  ]\n}\n");
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!options.parse(argc, argv))
    return 2;
  const std::vector<PackedCell> cells = chosen_cells(options);
  if (options.list) {
    print_names(cells);
    return 0;
  }
  const Device device = open_device();
  std::printf(
      "%s\n\nMicroseconds per frame in device memory, with inputs rotated past the L2 cache, "
      "and\nthe ratio to the plain format. All counts were compared with the CPU's.\n"
      "%-32s %9s %6s %9s %6s %9s %6s\n",
      device_line(device).c_str(), "", "alone", "/plain", "stream", "/plain", "graph", "/plain");

  PackedCounter counter(device);
  Timer timer;
  Frames frames;
  std::unique_ptr<Backend> cpu = create_cpu_backend(4);
  std::vector<Result> results;
  bool wrong = false;
  for (const PackedCell& cell : cells) {
    const std::vector<uint8_t> bytes = make_bytes(cell);
    frames.fill(bytes, device.l2_bytes);
    const SharedPlan plan = plan_of(cell);
    std::vector<uint32_t> expected(plan->total_counts(0));
    FrameCounter on_cpu(*cpu, plan);
    if (Status status = on_cpu.count(view_of(cell, bytes.data()), expected.data()); !status.ok()) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      return 2;
    }
    counter.prepare(cell, plan);
    results.push_back(
        {cell,
         measure_counts(
             "ours",
             [&](int i, cudaStream_t stream) { return counter.enqueue(frames.at(i), stream); },
             [&] { return compare(counter.counts(), expected); }, frames, timer)});
    wrong |= results.back().measurement.wrong;
    print(results.back(), plain_of(results, cell));
  }
  if (!options.json.empty() && !write_json(options.json, device, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every frame was counted as the CPU counts it\n");
  return wrong ? 1 : 0;
}
