// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "colours.h"
#include "contents.h"
#include "core/hue.h"
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/planned_launches.h"
#include "cuda/result_layout.h"

namespace videohistogram::benchmark {

namespace {

class Ours final : public ColourCounter {
public:
  explicit Ours(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    check(cuda::prepare_byte_kernels(properties_), "loading the project's kernels");
    check(cuda::prepare_deep_kernels(properties_), "loading the project's kernels");
    check(cuda::prepare_colour_kernels(properties_), "loading the project's kernels");
    check(cuda::prepare_difference_kernels(properties_), "loading the project's kernels");
    l2_bytes_ = device.l2_bytes;
    scratch_ = Buffer<uint8_t>::device(scratch_bytes);
    blocks_ = Buffer<cuda::RegionBlock>::mapped(cuda::max_region_blocks);
    results_ = Buffer<uint32_t>::mapped(max_results);
  }

  std::string name() const override { return "ours"; }
  bool can_count(const ColourCell&) const override { return true; }

  void prepare(const ColourCell& cell) override {
    cell_ = cell.frame;
    plan_ = cell.plan();
    launches_.forget();
    before_.clear();
    if (!plan_->histograms_in(Domain::frames).empty())
      make_frames_before();
    const uint32_t depth = plan_->format.depth;
    if (plan_->colours.hue) {
      hue_ = Buffer<uint16_t>::device(hue_table_entries(depth));
      check(cudaMemcpy(hue_.data(), hue_table(depth), hue_.size() * sizeof(uint16_t),
                       cudaMemcpyHostToDevice),
            "copying the table of hues");
    }
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    const cuda::CountMemory memory{scratch_.data(), scratch_bytes,   blocks_.data(),
                                   blocks_.data(),  results_.data(), hue_.data()};
    FrameView view = view_of(cell_, frame);
    if (!before_.empty())
      view.before = std::make_shared<const FrameView>(
          view_of(cell_, before_[turn_++ % before_.size()].data()));
    const cuda::FrameLaunches& launches = launches_.plan(properties_, plan_, view, {}, memory);
    return cuda::launch_kernels(launches, nullptr, stream);
  }

  std::vector<uint32_t> counts() override {
    std::vector<uint32_t> counts(plan_->total_counts(0));
    cuda::collect_counts(*plan_, 0, !before_.empty(), results_.data(), counts.data());
    return counts;
  }

private:
  /// Copies of the frame before, more than the L2 cache holds.
  void make_frames_before() {
    const std::vector<uint8_t> pixels = pixels_before(make_pixels(cell_));
    for (size_t bytes = 0; bytes <= 2 * l2_bytes_; bytes += pixels.size()) {
      before_.push_back(Buffer<uint8_t>::device(pixels.size()));
      check(cudaMemcpy(before_.back().data(), pixels.data(), pixels.size(), cudaMemcpyHostToDevice),
            "copying the frame before");
    }
  }

  static constexpr size_t scratch_bytes = size_t{1} << 20, max_results = size_t{1} << 18;

  cuda::DeviceProperties properties_;
  cuda::PlannedLaunches launches_;
  Buffer<uint8_t> scratch_; ///< all zero between frames
  Buffer<cuda::RegionBlock> blocks_;
  Buffer<uint32_t> results_;
  Buffer<uint16_t> hue_;
  size_t l2_bytes_ = 0;
  std::vector<Buffer<uint8_t>> before_; ///< of differences
  size_t turn_ = 0;
  Cell cell_{};
  SharedPlan plan_;
};

} // namespace

std::unique_ptr<ColourCounter> make_colours(const Device& device) {
  return std::make_unique<Ours>(device);
}

} // namespace videohistogram::benchmark
