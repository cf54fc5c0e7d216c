// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The project's kernel for 8-bit samples: one launch per frame and no other call.
#include "benchmarks/frame_counter.h"
#include "counter.h"
#include "cuda/kernels/byte/byte_plan.h"
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/result_layout.h"

namespace videohistogram::benchmark {

namespace {

class Ours final : public Counter {
public:
  explicit Ours(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    check(cuda::prepare_byte_kernels(properties_), "loading the project's kernels");
    scratch_ = Buffer<uint8_t>::device(scratch_bytes);
    blocks_ = Buffer<cuda::RegionBlock>::mapped(cuda::max_region_blocks);
    results_ = Buffer<uint32_t>::mapped((1 + max_regions) * max_channels * 256);
  }

  std::string name() const override { return "ours"; }

  bool has(const Cell& cell) const override { return cell.sample_bytes == 1; }

  void prepare(const Cell& cell) override {
    planned_for_ = scratch_.data(); // a placeholder until the frames' addresses are known
    FrameView view;
    view.format = find_format(cell.format());
    view.width = cell.width;
    view.height = cell.height;
    size_t offset = 0, p = 0;
    for (const Cell& plane : cell.planes()) {
      const size_t bytes = plane.stride() * plane.height;
      view.planes[p++] = {planned_for_, offset + bytes, offset,
                          static_cast<ptrdiff_t>(plane.stride())};
      offset += bytes;
    }
    const SharedPlan plan =
        make_plan(*view.format, view.width, view.height, view.format->channels(), 256);
    launch_ = cuda::plan_byte_launch(
        {properties_,
         *plan,
         view,
         cell.region_list(),
         {scratch_.data(), scratch_bytes, blocks_.data(), blocks_.data(), results_.data()}});
    tables_ = (1 + cell.regions) * size_t{cell.channels};
    bins_ = cell.bins;
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    for (cuda::BytePlane& plane : launch_.parameters.planes)
      if (plane.pixels)
        plane.pixels += frame - planned_for_;
    planned_for_ = frame;
    return cuda::launch_byte_kernel(launch_, stream);
  }

  std::vector<uint32_t> counts() override {
    std::vector<uint32_t> counts(tables_ * bins_);
    cuda::fold_bins(results_.data(), tables_, bins_, counts.data());
    return counts;
  }

private:
  static constexpr size_t scratch_bytes = size_t{1} << 20;

  cuda::DeviceProperties properties_;
  Buffer<uint8_t> scratch_; ///< all zero between frames
  Buffer<cuda::RegionBlock> blocks_;
  Buffer<uint32_t> results_;
  cuda::ByteLaunch launch_{};
  const uint8_t* planned_for_ = nullptr; ///< the address that launch_ was last set to
  size_t tables_ = 0;
  uint32_t bins_ = 0;
};

} // namespace

std::unique_ptr<Counter> make_ours(const Device& device) {
  return std::make_unique<Ours>(device);
}

} // namespace videohistogram::benchmark
