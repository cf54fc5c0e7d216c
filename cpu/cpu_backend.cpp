// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/cpu_backend.h"

#include "cpu/kernels/count.h"
#include "cpu/kernels/count_deep.h"
#include "cpu/kernels/count_projection.h"
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
/// Pixels per piece. Threads take one piece at a time, to end together even on a busy machine.
constexpr uint64_t piece_pixels = 16 * 1024;

/// A ByteTally has room for any plan.
void reserve(const BytePlan&, ByteTally&) {}

bool counts_nothing(const BytePlan& plan) {
  return plan.n_places == 0;
}
bool counts_nothing(const DeepPlan& plan) {
  return plan.channels() == 0;
}

/// The work for one frame and its regions, cut into pieces of whole rows. A thread first takes the
/// pieces of its own share, adjacent in memory for the caches, then those left of other shares.
template <class PlanePlan, class Tally>
class FrameWork final : public ParallelTask {
public:
  /// Sets the plan of the frames that follow. `make_plan(p)` returns how plan.planes[p] is counted.
  template <class MakePlan>
  void set_plan(const Plan& plan, const MakePlan& make_plan) {
    layers_.clear();
    for (size_t p = 0; p < plan.planes.size(); p++) {
      const PlanePlan counted = make_plan(p);
      if (counts_nothing(counted))
        continue;
      // Two sample planes counted together have the second one's pixels and the first one's size.
      layers_.push_back({plan.planes[p].sample_plane, {}, counted});
      p += sample_planes_of(counted) - 1;
    }
  }

  /// Begins a frame, after set_plan(). `counts` must be zero.
  void begin(const FrameView& frame, const Plan& plan, const std::vector<Rect>& regions,
             uint32_t* counts) {
    rectangle_counts_ = plan.rectangle_counts();
    counts_ = counts + plan.plane_first;
    rects_.clear();
    pieces_ = bytes_ = 0;
    for (uint32_t l = 0; l < layers_.size(); l++) {
      layers_[l].view = frame.sample_plane(layers_[l].sample_plane);
      if (plan.whole_frame)
        add(l, {0, 0, frame.width, frame.height}, 0);
      for (uint32_t i = 0; i < regions.size(); i++)
        add(l, regions[i], i + 1);
    }
  }

  /// Call before run_share() runs on up to `threads` threads.
  void prepare_for(size_t threads) {
    while (parts_.size() < threads)
      parts_.push_back(std::make_unique<Part>());
    for (size_t i = 0; i < threads; i++) {
      for (const Layer& layer : layers_)
        reserve(layer.plan, parts_[i]->tally);
      parts_[i]->next.store(pieces_ * i / threads, std::memory_order_relaxed);
      parts_[i]->end = pieces_ * (i + 1) / threads;
    }
    threads_ = threads;
    joined_.store(0, std::memory_order_relaxed);
  }

  uint64_t bytes() const { return bytes_; }

  void run_share() override {
    const size_t thread = joined_.fetch_add(1, std::memory_order_relaxed);
    Tally& tally = parts_[thread]->tally;
    const CutRect* current = nullptr;
    for (uint64_t piece; (piece = take(thread)) < pieces_;) {
      const CutRect* const rect = rect_of(piece);
      if (current && current != rect)
        add_to_result(tally, *current);
      current = rect;
      count_piece(*rect, piece, tally);
    }
    if (current)
      add_to_result(tally, *current);
  }

private:
  /// A sample plane with histograms, possibly counted together with the next one.
  struct Layer {
    uint32_t sample_plane;
    SamplePlaneView view; ///< the sample plane of the current frame
    PlanePlan plan;
  };

  struct CutRect {
    Rect rect;          ///< in pixels of the sample plane
    uint32_t layer;     ///< index into layers_
    uint32_t result;    ///< 0: the whole frame; i + 1: region i
    uint32_t rows;      ///< rows per piece; the last piece may have fewer
    uint64_t end_piece; ///< index of the frame's first piece after this rectangle
  };

  /// The state of one thread.
  struct Part {
    alignas(64) std::atomic<uint64_t> next{0}; ///< next piece of its share
    uint64_t end = 0;                          ///< end of its share
    Tally tally;                               ///< all zero between frames
  };

  /// The index of a piece that is left; pieces_ if there is none.
  uint64_t take(size_t thread) {
    for (size_t i = 0; i < threads_; i++) {
      Part& part = *parts_[(thread + i) % threads_];
      const uint64_t piece = part.next.fetch_add(1, std::memory_order_relaxed);
      if (piece < part.end)
        return piece;
    }
    return pieces_;
  }

  const CutRect* rect_of(uint64_t piece) const {
    return &*std::upper_bound(
        rects_.begin(), rects_.end(), piece,
        [](uint64_t wanted, const CutRect& rect) { return wanted < rect.end_piece; });
  }

  /// Adds a rectangle, in pixels of the frame.
  void add(uint32_t index, const Rect& frame_rect, uint32_t result) {
    const Layer& layer = layers_[index];
    const Rect rect = sample_plane_rect(*layer.view.info, frame_rect);
    if (rect.width == 0 || rect.height == 0)
      return;
    CutRect cut{rect, index, result, 0, 0};
    const auto max_rows =
        static_cast<uint32_t>(std::clamp<uint64_t>(piece_pixels / rect.width, 1, rect.height));
    // Pieces have about the same size: a small last piece would be counted by a slower method.
    cut.rows = (rect.height - 1) / ((rect.height - 1) / max_rows + 1) + 1;
    pieces_ += (rect.height - 1) / cut.rows + 1;
    bytes_ += uint64_t{rect.width} * rect.height * layer.view.info->pixel_bytes;
    cut.end_piece = pieces_;
    rects_.push_back(cut);
  }

  void count_piece(const CutRect& cut, uint64_t piece, Tally& tally) {
    const uint64_t pieces = (cut.rect.height - 1) / cut.rows + 1;
    const auto row = static_cast<uint32_t>((piece + pieces - cut.end_piece) * cut.rows);
    Rect rect = cut.rect;
    rect.y += row;
    rect.height = std::min(cut.rows, cut.rect.height - row);
    const Layer& layer = layers_[cut.layer];
    count_rect(layer.plan, layer.view, rect, tally);
  }

  void add_to_result(Tally& tally, const CutRect& cut) {
    const PlanePlan& plan = layers_[cut.layer].plan;
    merge_copies(plan, tally);
    std::lock_guard lock(mutex_);
    fold(plan, tally, counts_ + cut.result * rectangle_counts_);
  }

  std::vector<Layer> layers_;
  std::vector<CutRect> rects_; ///< per layer: the frame, then its regions
  uint64_t pieces_ = 0;
  uint64_t bytes_ = 0;
  std::vector<std::unique_ptr<Part>> parts_; ///< at least threads_ entries
  size_t threads_ = 0;
  std::atomic<size_t> joined_{0}; ///< threads that have joined
  std::mutex mutex_;
  uint32_t* counts_ = nullptr; ///< counts of the first rectangle; written with mutex_ held
  size_t rectangle_counts_ = 0;
};

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
    if (plan->format.sample_bytes == 2)
      count(deep_work_, frame, *plan, regions, job);
    else
      count(byte_work_, frame, *plan, regions, job);
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
    if (plan->format.sample_bytes == 2)
      deep_work_.set_plan(*plan, [&](size_t p) { return make_deep_plan(*plan, p, direct); });
    else
      byte_work_.set_plan(*plan, [&](size_t p) {
        return make_byte_plan(*plan, p, direct, target_, small_target_);
      });
    projection_plans_.clear();
    for (const Projection& projection : plan->projections)
      projection_plans_.push_back(make_projection_plan(*plan, projection, target_));
    plan_ = plan;
    direct_ = direct;
  }

  template <class Task>
  void count(Task& work, const FrameView& frame, const Plan& plan, const std::vector<Rect>& regions,
             CpuJob& job) {
    work.begin(frame, plan, regions, job.counts.data());
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
