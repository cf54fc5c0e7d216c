// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the kernels of sums on frames in device memory, one sum at a time and all together, beside
// a kernel that only reads the frame. Before that, frames of many formats and sizes are compared
// with the CPU's sums; a difference ends the program.
//
//   bench_sums [--check]
//
// Frames hold a gradient with noise; the frame before is another one. A time is the median of
// frames that are alone on the device.
#include "counter.h"
#include "cpu/cpu_backend.h"
#include "cuda/kernels/sums/sums_plan.h"
#include "gpu.h"
#include "timing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

namespace {

constexpr size_t scratch_bytes = size_t{1} << 20, max_results = size_t{1} << 18;

LightTable light_table(uint32_t depth) {
  std::vector<uint32_t> table(size_t{1} << depth);
  for (uint32_t i = 0; i < table.size(); i++)
    table[i] = i * i % 200001;
  return std::make_shared<const std::vector<uint32_t>>(std::move(table));
}

Buffer<uint32_t> on_device(const uint32_t* table, size_t entries) {
  Buffer<uint32_t> buffer = Buffer<uint32_t>::device(entries);
  check(cudaMemcpy(buffer.data(), table, entries * sizeof(uint32_t), cudaMemcpyHostToDevice),
        "copying a table");
  return buffer;
}

/// A frame on the host and copies of it on the device.
class SumsFrame {
public:
  SumsFrame(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t seed, size_t copies)
      : layout_(packed_layout(format, width, height, 64)), bytes_(layout_.size) {
    view_.format = &format;
    view_.width = width;
    view_.height = height;
    std::mt19937 random(seed);
    for (uint32_t p = 0; p < format.n_planes; p++) {
      const size_t row_bytes = view_.row_bytes(p), rows = view_.rows(p);
      uint8_t* const plane = bytes_.data() + layout_.offsets[p];
      view_.planes[p] = {plane, row_bytes * rows, 0, static_cast<ptrdiff_t>(row_bytes)};
      for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < row_bytes; x++)
          plane[y * row_bytes + x] = static_cast<uint8_t>(
              (x + y) * 150 / (row_bytes + rows) + (random() % 17 == 0 ? random() : random() % 9));
    }
    for (size_t i = 0; i < copies; i++) {
      copies_.push_back(Buffer<uint8_t>::device(bytes_.size()));
      check(cudaMemcpy(copies_.back().data(), bytes_.data(), bytes_.size(), cudaMemcpyHostToDevice),
            "copying a frame");
    }
  }

  const FrameView& view() const { return view_; }
  FrameView device_view(size_t copy) const {
    FrameView view = view_;
    for (uint32_t p = 0; p < view.format->n_planes; p++)
      view.planes[p].data = at(copy) + layout_.offsets[p];
    return view;
  }
  const uint8_t* at(size_t copy) const { return copies_[copy % copies_.size()].data(); }
  size_t bytes() const { return bytes_.size(); }

private:
  PackedLayout layout_;
  std::vector<uint8_t> bytes_;
  FrameView view_;
  std::vector<Buffer<uint8_t>> copies_;
};

/// A frame and the frame before, and their sums.
class Contest {
public:
  Contest(const char* format, uint32_t width, uint32_t height, size_t copies)
      : format_(*find_format(format)), now_(format_, width, height, 1, copies),
        before_(format_, width, height, 2, copies), light_(light_table(format_.depth)),
        light_of_colours_(light_table(colour_depth(format_.depth))),
        device_light_(on_device(light_->data(), light_->size())),
        device_colours_(on_device(light_of_colours_->data(), light_of_colours_->size())),
        device_iris_(on_device(iris_light().data(), iris_light().size())),
        scratch_(Buffer<uint8_t>::device(scratch_bytes)),
        results_(Buffer<uint32_t>::mapped(max_results)) {}

  /// Plans some of the sums.
  void plan(SumSet sums) {
    PlanSpec spec;
    spec.tables = {{{format_.is_ycbcr() ? Quantity::y : Quantity::gray, 256}, {}}};
    spec.sums = {sums & countable_sums(format_, true), light_, light_of_colours_};
    plan_ = *compile_plan(format_, now_.view().width, now_.view().height, spec);
  }

  cudaError_t enqueue(const cuda::DeviceProperties& device, size_t copy, cudaStream_t stream) {
    cuda::CountMemory memory{scratch_.data(), scratch_bytes, nullptr, nullptr, results_.data()};
    memory.light = device_light_.data();
    memory.light_of_colours = device_colours_.data();
    memory.iris_light = device_iris_.data();
    FrameView view = now_.device_view(copy);
    view.before = std::make_shared<const FrameView>(before_.device_view(copy));
    return cuda::launch_sums_kernels(cuda::plan_sums_launch({device, *plan_, view, {}, memory}),
                                     stream);
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
    const std::vector<int64_t>& expected = job->sums()->values;
    const auto* const found =
        reinterpret_cast<const int64_t*>(results_.data() + cuda::first_sum_result(*plan_, 0));
    for (uint32_t s = 0; s < n_sums; s++)
      if (plan_->sums.spec.sums >> s & 1)
        for (size_t i = 0; i < plan_->sums.places[s].values(); i++) {
          const size_t at = plan_->sums.places[s].first + i;
          if (found[at] == expected[at])
            continue;
          std::printf("%s %ux%u: value %zu of %s is %lld, not %lld\n", format_.name, view.width,
                      view.height, i, sum_table[s].name, static_cast<long long>(found[at]),
                      static_cast<long long>(expected[at]));
          return false;
        }
    return true;
  }

  const SumsFrame& frame() const { return now_; }

private:
  const FormatInfo& format_;
  SumsFrame now_, before_;
  LightTable light_, light_of_colours_;
  Buffer<uint32_t> device_light_, device_colours_, device_iris_;
  Buffer<uint8_t> scratch_; ///< all zero between frames
  Buffer<uint32_t> results_;
  SharedPlan plan_;
};

/// Compares two frames in succession, the second one with scratch that the first one left.
bool check_sums(const cuda::DeviceProperties& device, cudaStream_t stream) {
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
      if (!contest.is_right())
        return false;
    }
  return true;
}

void measure(const cuda::DeviceProperties& properties, const Device& device, Timer& timer,
             Reader& reader, const char* format, uint32_t width, uint32_t height) {
  constexpr int repetitions = 30;
  const size_t frame_bytes = size_t{width} * height;
  const size_t copies = std::max<size_t>(2, 2 * device.l2_bytes / frame_bytes + 1);
  Contest contest(format, width, height, copies);
  double read = 1e30;
  for (const Reader::Shape& shape : reader.shapes(false))
    read = std::min(read, timer.alone(
                              [&](int i, cudaStream_t stream) {
                                return reader.enqueue(shape,
                                                      contest.frame().at(static_cast<size_t>(i)),
                                                      contest.frame().bytes(), false, stream);
                              },
                              repetitions));
  std::printf("%s %ux%u: reading takes %.1f us\n", format, width, height, read);
  const auto time = [&](const char* name, SumSet sums) {
    contest.plan(sums);
    const double us = timer.alone(
        [&](int i, cudaStream_t stream) {
          return contest.enqueue(properties, static_cast<size_t>(i), stream);
        },
        repetitions);
    std::printf("  %-14s %8.1f us %6.2f\n", name, us, us / read);
    std::fflush(stdout);
  };
  for (uint32_t s = 0; s < n_sums; s++)
    time(sum_table[s].name, 1u << s);
  time("all but IRIS", all_sums & ~sum_bit(Sum::iris));
  time("all", all_sums);
}

int run(bool only_check) {
  const Device device = open_device();
  cuda::DeviceProperties properties;
  properties.capability = device.capability;
  properties.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
  properties.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
  check(cuda::prepare_sums_kernels(properties), "loading the project's kernels");
  Timer timer;
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
  return videohistogram::benchmark::run(argc > 1 && std::strcmp(argv[1], "--check") == 0);
}
