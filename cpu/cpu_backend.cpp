// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/cpu_backend.h"

#include "cpu/frame_work.h"
#include "cpu/kernels/colour/count_colours.h"
#include "cpu/kernels/plane/count.h"
#include "cpu/kernels/plane/count_deep.h"
#include "cpu/kernels/projection/count_projection.h"
#include "cpu/matrix_pool.h"
#include "cpu/workers.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace videohistogram {

namespace {

using namespace cpu;

/// A frame gets one thread per this number of bytes. A helper that is still awake from the last
/// frame starts within 2 us. Waking a helper takes 40 to 160 us, as long as counting up to 1 MiB of
/// noise; run() does not wait for it, so it arrives in time for large frames only.
constexpr uint64_t bytes_per_thread = 256 * 1024;
class CpuBackend final : public Backend {
public:
  CpuBackend(uint32_t max_threads, const Target& target, const Target& small_target)
      : max_threads_(max_threads), target_(target), small_target_(small_target) {}

  const char* name() const override { return "cpu"; }
  std::string device() const override {
    return max_threads_ == 1 ? "1 thread" : "up to " + std::to_string(max_threads_) + " threads";
  }
  uint32_t depth() const override { return 1; }
  void prepare(const FramesAhead&) override {}
  TransferStats transfers() const override {
    TransferStats stats;
    stats.zero_copy_frames = frames_.load(std::memory_order_relaxed);
    return stats;
  }
  std::unique_ptr<Job> make_job() override { return std::make_unique<CpuJob>(); }

private:
  /// A frame that submit() has counted; wait() only copies the counts.
  class CpuJob final : public Job {
  public:
    ~CpuJob() override { release(); }
    Status wait(uint32_t* to) override {
      std::copy(counts.begin(), counts.end(), to);
      return {};
    }
    bool holds_frame() const override { return false; }
    const FrameView* host_pixels() const override { return nullptr; }
    std::shared_ptr<Matrix> projection(size_t index) override {
      return index < matrices.size() ? matrices[index] : nullptr;
    }

    std::vector<uint32_t> counts;
    std::vector<std::shared_ptr<HostMatrix>> matrices; ///< null: no memory for this projection

  private:
    void do_release() override { matrices.clear(); }
  };

  /// Counts one table after the other, since counting takes longer than reading. A quantity with a
  /// histogram and a projection is read once: its histogram is the sum of the projection over all
  /// positions, unless the projection is so large that summing it takes longer.
  Status do_submit(Job& any_job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override {
    if (frame.on_device())
      return refusal("the CPU cannot read a GPU's memory");
    auto& job = static_cast<CpuJob&>(any_job);
    job.counts.resize(plan->total_counts(regions.size()));
    std::memset(job.counts.data(), 0, job.counts.size() * sizeof(uint32_t)); // faster than assign()
    QuantitySet summed = 0;
    for (const Projection& projection : plan->projections) {
      job.matrices.push_back(matrices_.take(projection.counters()));
      const SamplePlaneView view = frame.sample_plane(projection.sample_plane);
      if (job.matrices.back() && regions.empty() && projection.bins == plan->bins &&
          projection.counters() <= size_t{view.width} * view.height)
        summed |= quantity_bit(projection.quantity);
    }
    set_plan(plan, ~summed);
    uint32_t* const counts = job.counts.data();
    count(byte_work_, frame, *plan, regions, counts + plan->plane_first);
    count(deep_work_, frame, *plan, regions, counts + plan->plane_first);
    count(colour_work_, frame, *plan, regions, counts);
    for (size_t i = 0; i < plan->projections.size(); i++)
      if (job.matrices[i])
        count_projection(frame, i, summed, job);
    frames_.fetch_add(1, std::memory_order_relaxed);
    return {};
  }

  /// `direct`: the quantities whose histograms are counted, not summed from a projection.
  void set_plan(const SharedPlan& plan, QuantitySet direct) {
    if (plan == plan_ && direct == direct_)
      return;
    plan_.reset(); // an exception below then leaves no plan
    const bool deep = plan->format.sample_bytes == 2;
    byte_work_.set_layers(deep ? std::vector<BytePlan>()
                               : make_byte_plans(*plan, direct, target_, small_target_));
    deep_work_.set_layers(deep ? make_deep_plans(*plan, direct) : std::vector<DeepPlan>());
    colour_work_.set_layers(make_colour_counts(*plan, target_, small_target_));
    projection_plans_.clear();
    for (const Projection& projection : plan->projections)
      projection_plans_.push_back(make_projection_plan(*plan, projection, target_));
    plan_ = plan;
    direct_ = direct;
  }

  template <class Task>
  void count(Task& work, const FrameView& frame, const Plan& plan, const std::vector<Rect>& regions,
             uint32_t* counts) {
    if (work.empty())
      return;
    work.begin(frame, plan, regions, counts);
    run(work);
  }

  /// `summed`: the quantities whose histograms are still to be summed from a projection. The
  /// quantity of this projection is removed from the set.
  void count_projection(const FrameView& frame, size_t index, QuantitySet& summed, CpuJob& job) {
    const Projection& projection = plan_->projections[index];
    const QuantityList& quantities = plan_->quantities;
    const auto place = static_cast<size_t>(
        std::find(quantities.begin(), quantities.end(), projection.quantity) - quantities.begin());
    const bool sum = place < quantities.size && projection.bins == plan_->bins &&
                     (summed & quantity_bit(projection.quantity)) != 0;
    if (sum)
      summed &= ~quantity_bit(projection.quantity);
    ProjectionPlan& plan = projection_plans_[index];
    plan.sample_plane = frame.sample_plane(projection.sample_plane);
    projection_work_.begin(plan, job.matrices[index]->counts(),
                           sum ? job.counts.data() + plan_->histograms[place].first : nullptr);
    run(projection_work_);
  }

  template <class Task>
  void run(Task& work) {
    const uint64_t threads = std::clamp<uint64_t>(work.bytes() / bytes_per_thread, 1, max_threads_);
    work.prepare_for(threads);
    workers_.run(work, static_cast<uint32_t>(threads - 1));
  }

  const uint32_t max_threads_;
  const Target& target_;
  const Target& small_target_;
  FrameWork<BytePlan, ByteTally> byte_work_;
  FrameWork<DeepPlan, DeepTally> deep_work_;
  FrameWork<ColourCounts, ColourTally> colour_work_;
  ProjectionWork projection_work_;
  SharedPlan plan_; ///< plan of the last frame; null: none
  QuantitySet direct_ = 0;
  std::vector<ProjectionPlan> projection_plans_;
  MatrixPool matrices_;
  std::atomic<uint64_t> frames_{0};
  Workers workers_;
};

} // namespace

std::unique_ptr<Backend> create_cpu_backend(uint32_t max_threads, const Target* target) {
  if (max_threads == 0)
    max_threads = std::max(1u, std::thread::hardware_concurrency());
  return std::make_unique<CpuBackend>(max_threads, target ? *target : best_target(),
                                      target ? *target : generic_target);
}

} // namespace videohistogram
