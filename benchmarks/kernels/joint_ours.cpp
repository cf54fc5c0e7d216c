// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/planned_launches.h"
#include "cuda/result_layout.h"
#include "joint.h"

#include <algorithm>

namespace videohistogram::benchmark {

namespace {

/// The state that all counters of the project share.
struct Shared {
  cuda::DeviceProperties properties;
  Buffer<uint8_t> scratch; ///< all zero between frames
  Buffer<cuda::RegionBlock> blocks;
  Buffer<uint32_t> results, matrices;

  static constexpr size_t scratch_bytes = size_t{1} << 20, max_results = size_t{1} << 18,
                          max_counters = size_t{1} << 20;
};

class Ours final : public JointCounter {
public:
  Ours(std::shared_ptr<const Shared> shared, const char* name, bool histograms, bool joint)
      : shared_(std::move(shared)), name_(name), histograms_(histograms), joint_(joint) {}

  std::string name() const override { return name_; }
  bool can_count(const JointCell&) const override { return true; }

  void prepare(const JointCell& cell) override {
    cell_ = cell;
    plan_ = cell.plan();
    planned_.forget();
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    const cuda::CountMemory memory{shared_->scratch.data(), Shared::scratch_bytes,
                                   shared_->blocks.data(),  shared_->blocks.data(),
                                   shared_->results.data(), nullptr};
    const cuda::FrameLaunches& all =
        planned_.plan(shared_->properties, plan_, view_of(cell_.frame, frame), {}, memory);
    if (histograms_ && joint_)
      return cuda::launch_kernels(all, shared_->matrices.data(), stream);
    cuda::FrameLaunches some;
    some.families = all.families;
    some.overlap = all.overlap;
    if (histograms_) {
      some.bytes = all.bytes;
      some.deep = all.deep;
    } else {
      some.joints = all.joints;
    }
    return cuda::launch_kernels(some, shared_->matrices.data(), stream);
  }

  JointCounts counts() override {
    JointCounts counts;
    if (joint_) {
      counts.pairs = read_counts(shared_->matrices);
      counts.pairs.resize(plan_->joints[0].counters());
    }
    if (histograms_) {
      std::vector<uint32_t> all(plan_->total_counts(0));
      cuda::collect_counts(*plan_, 0, false, shared_->results.data(), all.data());
      const auto copy = [&](Quantity quantity, std::vector<uint32_t>& to) {
        for (const Histogram& h : plan_->histograms)
          if (h.quantity == quantity)
            to.assign(&all[h.first], &all[h.first] + h.bins);
      };
      copy(cell_.x, counts.x);
      copy(cell_.y, counts.y);
    }
    return counts;
  }

private:
  const std::shared_ptr<const Shared> shared_;
  const char* const name_;
  const bool histograms_, joint_;
  cuda::PlannedLaunches planned_;
  JointCell cell_{};
  SharedPlan plan_;
};

} // namespace

std::vector<std::unique_ptr<JointCounter>> make_joint_counters(const Device& device) {
  const auto shared = std::make_shared<Shared>();
  cuda::DeviceProperties& properties = shared->properties;
  properties.capability = device.capability;
  properties.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
  properties.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
  check(cuda::prepare_byte_kernels(properties), "loading the project's kernels");
  check(cuda::prepare_deep_kernels(properties), "loading the project's kernels");
  check(cuda::prepare_joint_kernels(properties), "loading the project's kernels");
  shared->scratch = Buffer<uint8_t>::device(Shared::scratch_bytes);
  shared->blocks = Buffer<cuda::RegionBlock>::mapped(cuda::max_region_blocks);
  shared->results = Buffer<uint32_t>::mapped(Shared::max_results);
  shared->matrices = Buffer<uint32_t>::device(Shared::max_counters);
  std::vector<std::unique_ptr<JointCounter>> counters;
  counters.push_back(std::make_unique<Ours>(shared, "histograms", true, false));
  counters.push_back(std::make_unique<Ours>(shared, "histograms, joint", true, true));
  counters.push_back(std::make_unique<Ours>(shared, "joint", false, true));
  return counters;
}

} // namespace videohistogram::benchmark
