// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the kernels of sums on frames in device memory, one sum at a time and all together, the
// tables that a scan of an archive counts, and both together, beside a kernel that only reads the
// frame. Before that, frames of many formats and sizes are compared with the CPU's sums; if any
// differs, nothing is measured.
//
//   bench_sums [--check | --tune | --once]
//
// --check compares and does not measure. --tune does not compare, and measures with other bands
// than those that plan_sums_launch() chooses. --once launches all kernels once, for a profiler. A
// time is the median of frames that are alone on the device.
#include "benchmarks/sums_frame.h"
#include "core/hue.h"
#include "counter.h"
#include "cpu/cpu_backend.h"
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/kernels/sums/sums_plan.h"
#include "cuda/planned_launches.h"
#include "cuda/result_layout.h"
#include "gpu.h"

#include "timing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

namespace {

constexpr SumSet of_rows = sum_bit(Sum::tout) | sum_bit(Sum::speckle) | sum_bit(Sum::vrep) |
                           sum_bit(Sum::linerep) | sum_bit(Sum::brng) | sum_bit(Sum::rows) |
                           sum_bit(Sum::columns) | sum_bit(Sum::activity),
                 of_fields = sum_bit(Sum::msef) | sum_bit(Sum::ssimf) | sum_bit(Sum::idet),
                 of_cells = sum_bit(Sum::light) | sum_bit(Sum::rgb) | sum_bit(Sum::iris),
                 of_gradients = sum_bit(Sum::sobel) | sum_bit(Sum::hstep) | sum_bit(Sum::vstep);
constexpr QuantitySet colours = quantity_bit(Quantity::y) | quantity_bit(Quantity::cb) |
                                quantity_bit(Quantity::cr) | quantity_bit(Quantity::sat) |
                                quantity_bit(Quantity::hue),
                      range = quantity_bit(Quantity::range),
                      tables = colours | range | all_differences;
constexpr size_t scratch_bytes = size_t{1} << 20, max_results = size_t{1} << 18;

template <typename Entry>
Buffer<Entry> on_device(const Entry* table, size_t entries) {
  Buffer<Entry> buffer = Buffer<Entry>::device(entries);
  check(cudaMemcpy(buffer.data(), table, entries * sizeof(Entry), cudaMemcpyHostToDevice),
        "copying a table");
  return buffer;
}

/// A frame on the host and copies of it on the device.
class CopiedFrame : public SumsFrame {
public:
  CopiedFrame(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t seed,
              size_t copies)
      : SumsFrame(format, width, height, seed) {
    for (size_t i = 0; i < copies; i++) {
      copies_.push_back(Buffer<uint8_t>::device(bytes().size()));
      check(
          cudaMemcpy(copies_.back().data(), bytes().data(), bytes().size(), cudaMemcpyHostToDevice),
          "copying a frame");
    }
  }

  FrameView device_view(size_t copy) const {
    FrameView device = view();
    for (uint32_t p = 0; p < device.format->n_planes; p++)
      device.planes[p].data = at(copy) + offset(p);
    return device;
  }
  const uint8_t* at(size_t copy) const { return copies_[copy % copies_.size()].data(); }

private:
  std::vector<Buffer<uint8_t>> copies_;
};

/// A frame and the frame before, and their sums and tables.
class Contest {
public:
  Contest(const char* format, uint32_t width, uint32_t height, size_t copies)
      : format_(*find_format(format)), now_(format_, width, height, 1, copies),
        before_(format_, width, height, 2, copies), light_(light_table(format_.depth)),
        light_of_colours_(light_table(colour_depth(format_.depth))),
        device_light_(on_device(light_->data(), light_->size())),
        device_colours_(on_device(light_of_colours_->data(), light_of_colours_->size())),
        device_iris_(on_device(iris_light().data(), iris_light().size())),
        device_hues_(on_device(hue_table(format_.depth), hue_table_entries(format_.depth))),
        scratch_(Buffer<uint8_t>::device(scratch_bytes)),
        blocks_(Buffer<cuda::RegionBlock>::mapped(cuda::max_region_blocks)),
        results_(Buffer<uint32_t>::mapped(max_results)) {}

  /// Plans some of the sums, and tables with a bin per value. Without `tables` no table is counted.
  void plan(SumSet sums, QuantitySet tables = 0) {
    PlanSpec spec;
    counts_tables_ = tables != 0;
    if (!counts_tables_) // a plan has a table
      tables = quantity_bit(format_.is_ycbcr() ? Quantity::y : Quantity::gray);
    for (Quantity quantity : select_quantities(format_, tables))
      spec.tables.push_back(
          {{quantity, format_.values_of(quantity).bins_for(1u << format_.depth)}, {}});
    spec.sums = {sums & countable_sums(format_, true, 1), light_, light_of_colours_};
    plan_ = *compile_plan(format_, now_.view().width, now_.view().height, spec);
    launches_.forget();
  }

  cuda::SumsLaunch launch(const cuda::DeviceProperties& device, size_t copy) {
    return cuda::plan_sums_launch({device, *plan_, device_view(copy), {}, memory()});
  }
  cudaError_t enqueue(const cuda::DeviceProperties& device, size_t copy, cudaStream_t stream) {
    if (!counts_tables_)
      return cuda::launch_sums_kernels(launch(device, copy), stream);
    return cuda::launch_kernels(launches_.plan(device, plan_, device_view(copy), {}, memory()),
                                nullptr, stream);
  }

  /// Whether the last results are the CPU's.
  bool is_right() const {
    const std::unique_ptr<Backend> cpu = create_cpu_backend(1);
    const std::unique_ptr<Job> job = cpu->make_job();
    std::vector<uint32_t> counts(plan_->total_counts(0));
    FrameView view = now_.view();
    view.before = std::make_shared<const FrameView>(before_.view());
    if (!cpu->submit(*job, view, plan_, {}).ok() || !job->wait(counts.data()).ok())
      return false;
    bool right = true;
    if (counts_tables_) {
      std::vector<uint32_t> found(counts.size());
      cuda::collect_counts(*plan_, 0, true, results_.data(), found.data());
      right = found == counts;
      if (!right)
        std::printf("%s %ux%u: tables differ\n", format_.name, view.width, view.height);
    }
    if (!plan_->sums.spec.sums)
      return right;
    const std::vector<int64_t>& expected = job->sums()->values;
    const auto* const found =
        reinterpret_cast<const int64_t*>(results_.data() + cuda::first_sum_result(*plan_, 0));
    for (uint32_t s = 0; s < n_sums; s++) {
      if (!(plan_->sums.spec.sums >> s & 1))
        continue;
      const size_t first = plan_->sums.places[s].first, n = plan_->sums.places[s].values();
      size_t i = 0;
      while (i < n && found[first + i] == expected[first + i])
        i++;
      if (i == n)
        continue;
      std::printf("%s %ux%u: value %zu of %s is %lld, not %lld\n", format_.name, view.width,
                  view.height, i, sum_table[s].name, static_cast<long long>(found[first + i]),
                  static_cast<long long>(expected[first + i]));
      right = false;
    }
    return right;
  }

  const CopiedFrame& frame() const { return now_; }

private:
  FrameView device_view(size_t copy) const {
    FrameView view = now_.device_view(copy);
    view.before = std::make_shared<const FrameView>(before_.device_view(copy));
    return view;
  }
  cuda::CountMemory memory() {
    cuda::CountMemory memory{scratch_.data(), scratch_bytes,   blocks_.data(),
                             blocks_.data(),  results_.data(), device_hues_.data()};
    memory.light = device_light_.data();
    memory.light_of_colours = device_colours_.data();
    memory.iris_light = device_iris_.data();
    return memory;
  }

  const FormatInfo& format_;
  CopiedFrame now_, before_;
  LightTable light_, light_of_colours_;
  Buffer<uint32_t> device_light_, device_colours_, device_iris_;
  Buffer<uint16_t> device_hues_;
  Buffer<uint8_t> scratch_; ///< all zero between frames
  Buffer<cuda::RegionBlock> blocks_;
  Buffer<uint32_t> results_;
  SharedPlan plan_;
  bool counts_tables_ = false;
  cuda::PlannedLaunches launches_; ///< of frames with tables
};

/// Compares two frames in succession, the second one with scratch that the first one left.
bool check_sums(const cuda::DeviceProperties& device, cudaStream_t stream) {
  bool right = true;
  struct Size {
    uint32_t width, height;
  };
  for (const char* format : {"GRAY8", "I420", "NV12", "Y42B", "Y444", "UYVY", "AYUV", "YUV9",
                             "I420_10LE", "P010_10LE", "I422_12LE", "P016_LE", "Y444_16LE"})
    for (const Size& size :
         {Size{1, 1}, Size{3, 5}, Size{7, 4}, Size{16, 16}, Size{33, 35}, Size{64, 36},
          Size{127, 67}, Size{129, 133}, Size{720, 576}, Size{1001, 301}, Size{1920, 1080}}) {
      Contest contest(format, size.width, size.height, 1);
      contest.plan(all_sums);
      for (int i = 0; i < 2; i++)
        check(contest.enqueue(device, 0, stream), "adding up a frame");
      check(cudaStreamSynchronize(stream), "adding up a frame");
      right = contest.is_right() && right;
    }
  return right;
}

void measure(const cuda::DeviceProperties& properties, const Device& device, Timer& timer,
             Reader& reader, const char* format, uint32_t width, uint32_t height) {
  constexpr int repetitions = 30;
  const size_t frame_bytes = size_t{width} * height;
  const size_t copies = std::max<size_t>(2, 2 * device.l2_bytes / frame_bytes + 1);
  Contest contest(format, width, height, copies);
  double read = 1e30;
  for (const Reader::Shape& shape : reader.shapes(false))
    read = std::min(read,
                    timer.alone(
                        [&](int i, cudaStream_t stream) {
                          return reader.enqueue(shape, contest.frame().at(static_cast<size_t>(i)),
                                                contest.frame().bytes().size(), false, stream);
                        },
                        repetitions));
  std::printf("%s %ux%u: reading takes %.1f us\n", format, width, height, read);
  const auto time = [&](const char* name, SumSet sums, QuantitySet tables = 0) {
    contest.plan(sums, tables);
    const double us = timer.alone(
        [&](int i, cudaStream_t stream) {
          return contest.enqueue(properties, static_cast<size_t>(i), stream);
        },
        repetitions);
    std::printf("  %-27s %8.1f us %6.2f\n", name, us, us / read);
    std::fflush(stdout);
    if (!contest.is_right())
      std::exit(1);
  };
  for (uint32_t s = 0; s < n_sums; s++)
    time(sum_table[s].name, 1u << s);
  time("rows, columns", of_rows);
  time("fields", of_fields);
  time("cells", of_cells & ~sum_bit(Sum::iris));
  time("cells and IRIS", of_cells);
  time("gradients", of_gradients);
  time("all but gradients", all_sums & ~of_gradients);
  time("all sums", all_sums);
  time("Y, CB, CR, SAT, HUE", 0, colours);
  time("RANGE", 0, range);
  time("differences", 0, all_differences);
  time("tables of a scan", 0, tables);
  time("tables, all but gradients", all_sums & ~of_gradients, tables);
  time("tables and all sums", all_sums, tables);
}

/// Measures an 8K frame with other choices than plan_sums_launch() makes.
void tune(const cuda::DeviceProperties& properties, const Device& device, Timer& timer) {
  constexpr int repetitions = 30;
  const char* const format = "NV12";
  Contest contest(format, 7680, 4320, std::max<size_t>(2, 2 * device.l2_bytes / (7680 * 4320) + 1));
  const auto time = [&](const char* name, SumSet sums, uint32_t choice, auto change) {
    contest.plan(sums);
    const double us = timer.alone(
        [&](int i, cudaStream_t stream) {
          cuda::SumsLaunch launch = contest.launch(properties, static_cast<size_t>(i));
          change(launch);
          return cuda::launch_sums_kernels(launch, stream);
        },
        repetitions);
    std::printf("  %-24s %4u %8.1f us\n", name, choice, us);
    std::fflush(stdout);
  };
  for (uint32_t band : {10u, 18u, 34u, 50u, 66u, 122u})
    time("rows per block of rows", of_rows, band,
         [&](cuda::SumsLaunch& launch) { launch.parameters.row_band = band; });
  for (uint32_t band : {16u, 24u, 32u, 48u, 64u, 96u, 128u})
    time("rows per warp of fields", of_fields, band,
         [&](cuda::SumsLaunch& launch) { launch.parameters.field_band = band; });
  time("launched early", all_sums, 1, [](cuda::SumsLaunch& launch) { launch.overlap = true; });
  time("launched early", all_sums, 0, [](cuda::SumsLaunch& launch) { launch.overlap = false; });
}

int run(const char* option) {
  const bool only_check = std::strcmp(option, "--check") == 0;
  const Device device = open_device();
  cuda::DeviceProperties properties;
  properties.overlap = true;
  properties.capability = device.capability;
  properties.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
  properties.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
  for (const cuda::Family& family : cuda::families)
    check(family.prepare(properties), "loading the project's kernels");
  Timer timer;
  if (std::strcmp(option, "--once") == 0) {
    Contest contest("NV12", 7680, 4320, 1);
    contest.plan(all_sums);
    check(contest.enqueue(properties, 0, timer.stream()), "adding up a frame");
    check(cudaStreamSynchronize(timer.stream()), "adding up a frame");
    return 0;
  }
  if (std::strcmp(option, "--tune") == 0) {
    tune(properties, device, timer);
    return 0;
  }
  if (!check_sums(properties, timer.stream()))
    return 1;
  std::printf("%s: all sums are those of the CPU\n", device.name);
  if (only_check)
    return 0;
  Reader reader(device);
  measure(properties, device, timer, reader, "NV12", 7680, 4320);
  measure(properties, device, timer, reader, "P010_10LE", 7680, 4320);
  measure(properties, device, timer, reader, "NV12", 1920, 1080);
  return 0;
}

} // namespace

} // namespace videohistogram::benchmark

int main(int argc, char** argv) {
  return videohistogram::benchmark::run(argc > 1 ? argv[1] : "");
}
