// SPDX-License-Identifier: LGPL-2.1-or-later
// The project's own kernel: one launch a frame, which needs no call besides.
#include "counter.h"
#include "cuda/count_kernel.h"
#include "cuda/fold_bins.h"
#include "cuda/launch_shape.h"
#include "cuda/region_plan.h"

namespace videohistogram::benchmark {

namespace {

class Ours final : public Counter {
public:
  explicit Ours(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    check(cuda::prepare_count_kernels(properties_), "loading the project's kernels");
    scratch_ = Buffer<uint64_t>::device(scratch_bytes / sizeof(uint64_t));
    blocks_ = Buffer<cuda::RegionBlock>::mapped(cuda::max_region_blocks);
    results_ = Buffer<uint32_t>::mapped((1 + max_regions) * max_channels * 256);
  }

  std::string name() const override { return "ours"; }

  bool has(const Cell& cell) const override { return cell.sample_bytes == 1; }

  void prepare(const Cell& cell) override {
    variant_ = {cell.channels, cell.channels, false};
    const uint64_t pixels = uint64_t{cell.width} * cell.height;
    shape_ = cuda::choose_launch_shape(properties_, cell.channels, cell.channels, pixels);
    const cuda::ScratchPlan plan =
        cuda::plan_scratch(scratch_.data(), scratch_bytes, cell.channels, pixels);
    region_blocks_ =
        cuda::plan_regions({cell.width, cell.height, false, shape_.frame_blocks, plan.region_sets},
                           cell.region_list(), blocks_.data());
    tables_ = (1 + cell.regions) * size_t{cell.channels};
    bins_ = cell.bins;

    parameters_ = {};
    parameters_.stride = cell.stride();
    parameters_.width = cell.width;
    parameters_.height = cell.height;
    parameters_.frame_blocks = shape_.frame_blocks;
    for (uint8_t c = 0; c < cell.channels; c++)
      parameters_.offsets[c] = c;
    parameters_.region_blocks = blocks_.data();
    parameters_.scratch = plan.scratch;
    parameters_.results = results_.data();
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    parameters_.pixels = frame;
    return cuda::launch_count(variant_, shape_, parameters_, region_blocks_, stream);
  }

  std::vector<uint32_t> counts() override {
    std::vector<uint32_t> counts(tables_ * bins_);
    cuda::fold_bins(results_.data(), tables_, bins_, counts.data());
    return counts;
  }

private:
  static constexpr size_t scratch_bytes = size_t{1} << 20;

  cuda::DeviceProperties properties_;
  Buffer<uint64_t> scratch_; ///< zero between frames
  Buffer<cuda::RegionBlock> blocks_;
  Buffer<uint32_t> results_;
  cuda::CountVariant variant_{};
  cuda::LaunchShape shape_{};
  cuda::CountParameters parameters_{};
  uint32_t region_blocks_ = 0;
  size_t tables_ = 0;
  uint32_t bins_ = 0;
};

} // namespace

std::unique_ptr<Counter> make_ours(const Device& device) {
  return std::make_unique<Ours>(device);
}

} // namespace videohistogram::benchmark
