// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The project's kernels for samples of more than 8 bits.
#include "benchmarks/frame_counter.h"
#include "counter.h"
#include "cuda/kernels/deep/deep_plan.h"
#include "cuda/planned_launches.h"

namespace videohistogram::benchmark {

namespace {

class OursDeep final : public Counter {
public:
  explicit OursDeep(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    check(cuda::prepare_deep_kernels(properties_), "loading the project's deep kernels");
  }

  std::string name() const override { return "ours"; }

  bool has(const Cell& cell) const override { return cell.sample_bytes == 2 && !cell.regions; }

  void prepare(const Cell& cell) override {
    view_ = {};
    view_.format = find_format(cell.format());
    view_.width = cell.width;
    view_.height = cell.height;
    size_t offset = 0;
    const std::vector<Cell> planes = cell.planes();
    for (size_t p = 0; p < planes.size(); p++) {
      view_.planes[p].offset = offset;
      view_.planes[p].stride = static_cast<ptrdiff_t>(planes[p].stride());
      offset += planes[p].stride() * planes[p].height;
    }
    planned_.forget();
    plan_ =
        make_plan(*view_.format, view_.width, view_.height, view_.format->channels(), cell.bins);
    const size_t scratch_bytes = cuda::deep_frame_scratch_bytes(*plan_);
    scratch_ = Buffer<uint32_t>::device(scratch_bytes / sizeof(uint32_t));
    results_ = Buffer<uint32_t>::mapped(plan_->total_counts(0));
    memory_ = {};
    memory_.scratch = reinterpret_cast<uint8_t*>(scratch_.data());
    memory_.scratch_bytes = scratch_bytes;
    memory_.results = results_.data();
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    for (PlaneView& plane : view_.planes)
      plane.data = frame;
    return cuda::launch_kernels(planned_.plan(properties_, plan_, view_, {}, memory_), nullptr,
                                stream);
  }

  std::vector<uint32_t> counts() override {
    return {results_.data(), results_.data() + plan_->total_counts(0)};
  }

private:
  cuda::DeviceProperties properties_;
  Buffer<uint32_t> scratch_; ///< all zero between frames
  Buffer<uint32_t> results_;
  cuda::CountMemory memory_{};
  FrameView view_;
  SharedPlan plan_;
  cuda::PlannedLaunches planned_;
};

} // namespace

std::unique_ptr<Counter> make_ours_deep(const Device& device) {
  return std::make_unique<OursDeep>(device);
}

} // namespace videohistogram::benchmark
