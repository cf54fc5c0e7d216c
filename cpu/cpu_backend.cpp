// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/cpu_backend.h"

#include "core/threads/workers.h"
#include "core/unpacked_frame.h"
#include "cpu/frame_work.h"
#include "cpu/kernels/colour/count_colours.h"
#include "cpu/kernels/joint/count_joint.h"
#include "cpu/kernels/plane/count.h"
#include "cpu/kernels/plane/count_deep.h"
#include "cpu/kernels/plane/count_packed.h"
#include "cpu/kernels/projection/count_projection.h"
#include "cpu/kernels/projection/count_weighted.h"
#include "cpu/kernels/sums/sums_work.h"
#include "cpu/matrix_pool.h"
#include "cpu/unpack_work.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace videohistogram {

namespace {

using namespace cpu;

/// A frame gets one thread per this number of bytes. A helper that is still awake from the last
/// frame starts within 2 us. Waking a helper takes 40 to 160 us, as long as counting up to 1 MiB of
/// noise; run() does not wait for it, so it arrives in time for large frames only.
constexpr uint64_t bytes_per_thread = 256 * 1024;

/// Bytes of unpacked samples per thread that are counted while they are in its L2 cache, and the
/// least number of them per counter: of rows with fewer, adding up counters takes longer than
/// reading samples from memory. Of unpacked v210 with 1024 bins, 1 MiB took 2.0 ms, 256 KiB 2.3.
constexpr uint64_t unpacked_bytes_per_thread = 1024 * 1024, unpacked_bytes_per_counter = 64;
/// Rows of a frame are unpacked in multiples of this number: rows that share chroma, which of
/// interlaced 4:2:0 are 4, then are unpacked together.
constexpr uint32_t band_unit = 4;

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
    const Sums* sums() const override { return has_sums ? &added : nullptr; }
    std::shared_ptr<Matrix> matrix(size_t index) override {
      return index < matrices.size() ? matrices[index] : nullptr;
    }

    std::vector<uint32_t> counts;
    std::vector<std::shared_ptr<HostMatrix>> matrices; ///< null: no memory for this matrix
    Sums added;
    bool has_sums = false;

  private:
    void do_release() override { matrices.clear(); }
  };

  /// A histogram that is the sum of a matrix over one of its axes.
  struct Marginal {
    size_t histogram; ///< index among the plan's
    size_t matrix;    ///< index among the job's
    enum { over_positions, over_x, over_y } way;

    bool operator==(const Marginal& other) const {
      return histogram == other.histogram && matrix == other.matrix && way == other.way;
    }
  };

  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override {
    if (!frame.place.on_host())
      return refusal("the CPU cannot read a GPU's memory");
    count_tables(static_cast<CpuJob&>(job), frame, plan, regions);
    frames_.fetch_add(1, std::memory_order_relaxed);
    return {};
  }

  /// Counts one table after the other, since counting takes longer than reading. A quantity with a
  /// histogram and a projection or a joint histogram is read once: its histogram is the sum of the
  /// matrix over the other axis, unless the matrix is so large that summing it takes longer. If the
  /// histogram has more bins than the projection, these are counted, and folded for the matrix.
  void count_tables(CpuJob& job, const FrameView& frame, const SharedPlan& plan,
                    const std::vector<Rect>& regions) {
    const bool is_packed = frame.format->packing != Packing::none;
    const bool by_bands = is_packed && !plan->needs_whole_frames();
    const FrameView plain = is_packed && !by_bands ? unpack(frame, 0, frame.height) : frame;
    begin(job, plain, plan, regions, frame.format->packing);
    if (in_place_)
      count_samples(job, frame, regions);
    by_bands ? count_bands(job, frame, regions) : count_rows(job, plain, regions);
    for (ProjectionPlan& pass : projection_passes_)
      count_projections(plain, pass, job);
    for (const WeightedPlan& weighted : weighted_)
      count_weighted(plain, weighted, job);
    count_joints(plain, regions, job);
    add_sums(plain, job);
  }

  void add_sums(const FrameView& plain, CpuJob& job) {
    job.has_sums = !sums_work_.empty();
    if (!job.has_sums)
      return;
    sums_work_.begin(plain, job.added);
    run(sums_work_);
  }

  auto counts_of(CpuJob& job, size_t first) const {
    return [&job, first, step = plan_->rectangle_counts()](uint32_t, size_t rectangle) {
      return job.counts.data() + first + rectangle * step;
    };
  }

  /// Adds the counts of a packed frame to the histograms that are not counted in place. Some rows
  /// after the other are unpacked and counted while they are in the caches.
  void count_bands(CpuJob& job, const FrameView& frame, const std::vector<Rect>& regions) {
    if (colour_work_.empty() && (in_place_ || (byte_work_.empty() && deep_work_.empty())))
      return;
    const uint64_t row_bytes = UnpackedFrame::bytes(*frame.format, frame.width, 1);
    const auto rows = static_cast<uint32_t>(std::clamp<uint64_t>(
        max_threads_ *
            std::max(unpacked_bytes_per_thread,
                     unpacked_bytes_per_counter * plan_->total_counts(regions.size())) /
            row_bytes / band_unit * band_unit,
        band_unit, (frame.height - 1) / band_unit * uint64_t{band_unit} + band_unit));
    std::vector<Rect> inside(regions.size());
    for (uint32_t y = 0, height; y < frame.height; y += height) {
      height = std::min(rows, frame.height - y);
      for (size_t i = 0; i < regions.size(); i++)
        inside[i] = rows_of(regions[i], y, height);
      if (!plan_->whole_frame && std::all_of(inside.begin(), inside.end(), [](const Rect& rect) {
            return rect.width == 0 || rect.height == 0;
          }))
        continue;
      count_rows(job, unpack(frame, y, height), inside);
    }
  }

  /// The part of a region in rows y to y + height, counted from y.
  static Rect rows_of(const Rect& region, uint32_t y, uint32_t height) {
    const uint32_t top = std::max(region.y, y),
                   bottom = std::min(region.y + region.height, y + height);
    return top < bottom ? Rect{region.x, top - y, region.width, bottom - top} : Rect{};
  }

  /// Unpacks rows of a frame, and of the frame before.
  FrameView unpack(const FrameView& frame, uint32_t y, uint32_t height) {
    FrameView view = unpack(frame, y, height, unpacked_);
    if (frame.before)
      view.before = std::make_shared<const FrameView>(unpack(*frame.before, y, height, before_));
    return view;
  }

  FrameView unpack(const FrameView& frame, uint32_t y, uint32_t height, UnpackedFrame& to) {
    to.begin(frame, y, height);
    unpack_work_.begin(to, target_.unpack);
    run(unpack_work_);
    return to.view();
  }

  /// Begins a job with counts of 0. `packing` is that of the frame in memory.
  void begin(CpuJob& job, const FrameView& frame, const SharedPlan& plan,
             const std::vector<Rect>& regions, Packing packing) {
    job.counts.resize(plan->total_counts(regions.size()));
    std::memset(job.counts.data(), 0, job.counts.size() * sizeof(uint32_t)); // faster than assign()
    if (plan != plan_)
      matrices_.drop(); // of other sizes
    const size_t n_matrices = plan->n_matrices(regions.size());
    if (n_matrices > 0)
      matrices_.keep(n_matrices + 1);
    for (size_t i = 0; i < n_matrices; i++)
      job.matrices.push_back(matrices_.take(plan->matrix_counters(i), width_of(frame, *plan, i)));
    choose_sums(frame, *plan, regions, job);
    set_plan(plan, packing);
  }

  /// Adds the counts of all rows of a frame without a packing to the histograms, without those that
  /// are counted in place.
  void count_rows(CpuJob& job, const FrameView& plain, const std::vector<Rect>& regions) {
    if (!in_place_)
      count_samples(job, plain, regions);
    count(colour_work_, plain, regions, counts_of(job, 0));
  }

  /// Adds the counts of samples as they lie in memory.
  void count_samples(CpuJob& job, const FrameView& frame, const std::vector<Rect>& regions) {
    count(byte_work_, frame, regions, counts_of(job, plan_->plane_first));
    count(deep_work_, frame, regions, counts_of(job, plan_->plane_first));
    count(packed_work_, frame, regions, counts_of(job, 0));
  }

  /// Plans how frames with this packing are counted whose marginals are those of marginals_.
  void set_plan(const SharedPlan& plan, Packing packing) {
    if (plan == plan_ && packing == planned_packing_ && marginals_ == planned_marginals_)
      return;
    plan_.reset(); // an exception below then leaves no plan
    QuantitySet direct = ~QuantitySet{0};
    std::vector<uint32_t> projection_bins;
    for (const Projection& projection : plan->projections)
      projection_bins.push_back(projection.bins);
    for (const Marginal& sum : marginals_) {
      const Histogram& histogram = plan->histograms[sum.histogram];
      direct &= ~quantity_bit(histogram.quantity);
      if (sum.way == Marginal::over_positions)
        projection_bins[sum.matrix] = histogram.bins;
    }
    const bool deep = plan->format.sample_bytes == 2,
               high_byte_first = packing == Packing::big_endian;
    in_place_ = high_byte_first || counts_packed(packing);
    byte_work_.set_layers(deep ? std::vector<BytePlan>()
                               : make_byte_plans(*plan, direct, target_, small_target_));
    deep_work_.set_layers(deep && !counts_packed(packing)
                              ? make_deep_plans(*plan, direct, high_byte_first)
                              : std::vector<DeepPlan>());
    packed_work_.set_layers(counts_packed(packing) ? make_packed_plans(*plan, direct)
                                                   : std::vector<PackedPlan>());
    colour_work_.set_layers(make_colour_counts(*plan, direct, target_, small_target_));
    projection_passes_ = make_projection_plans(*plan, projection_bins, target_);
    weighted_.clear();
    for (const WeightedProjection& projection : plan->weighted)
      weighted_.push_back(make_weighted_plan(*plan, projection, target_));
    std::vector<JointCounts> joints;
    for (const Joint& joint : plan->joints)
      joints.push_back(make_joint_counts(*plan, joint, target_));
    joint_work_.set_layers(std::move(joints));
    sums_work_.set_plan(*plan, target_);
    planned_packing_ = packing;
    planned_marginals_ = marginals_;
    plan_ = plan;
  }

  /// The width of a matrix. Any pair may be that of all pixels; sums of weights are large.
  static CounterWidth width_of(const FrameView& frame, const Plan& plan, size_t matrix) {
    if (matrix >= plan.projections.size())
      return CounterWidth::wide;
    const Projection& projection = plan.projections[matrix];
    return matrix_width(projection.direction, frame.sample_plane(projection.sample_plane));
  }

  /// Chooses the histograms that are summed from a matrix, each from the first one possible.
  void choose_sums(const FrameView& frame, const Plan& plan, const std::vector<Rect>& regions,
                   const CpuJob& job) {
    marginals_.clear();
    if (!plan.has_matrices() || !regions.empty() || !plan.whole_frame)
      return;
    for (size_t h = 0; h < plan.histograms.size(); h++)
      if (plan.histograms[h].domain != Domain::frames)
        choose_sum(frame, plan, h, job);
  }

  void choose_sum(const FrameView& frame, const Plan& plan, size_t h, const CpuJob& job) {
    const auto& [quantity, domain, bins, depth, first] = plan.histograms[h];
    const SamplePlaneView view = frame.sample_plane(sample_plane_of(plan.format, quantity));
    const uint64_t samples = uint64_t{view.width} * view.height;
    // Counters of a strip are summed by vectors while they are in the caches: a counter takes an
    // eighth of the time of a sample that is counted.
    const auto is_worth = [&](size_t matrix, uint64_t counters) {
      const uint64_t most = matrix < plan.projections.size() ? 8 * samples : samples;
      return job.matrices[matrix] && counters <= most;
    };
    for (size_t i = 0; i < plan.projections.size(); i++) {
      const Projection& projection = plan.projections[i];
      if (projection.quantity == quantity && !projection.is_filtered() &&
          can_sum(bins, projection.bins, width_of(frame, plan, i)) &&
          is_worth(i, uint64_t{projection.direction.positions} * bins)) {
        marginals_.push_back({h, i, Marginal::over_positions});
        return;
      }
    }
    if (domain != Domain::plane)
      return;
    for (size_t i = 0; i < plan.joints.size(); i++) {
      const Joint& joint = plan.joints[i];
      const size_t matrix = plan.matrix_of_joint(i, 0);
      const bool counts_samples =
          joint.domain == Domain::chroma || view.info->x_sub + view.info->y_sub == 0;
      if (!counts_samples || !is_worth(matrix, joint.counters()))
        continue;
      const bool is_x = joint.x.quantity == quantity && joint.x.bins == bins,
                 is_y = joint.y.quantity == quantity && joint.y.bins == bins;
      if (is_x || is_y) {
        marginals_.push_back({h, matrix, is_x ? Marginal::over_y : Marginal::over_x});
        return;
      }
    }
  }

  template <class Task, class CountsOf>
  void count(Task& work, const FrameView& frame, const std::vector<Rect>& regions,
             const CountsOf& counts_of) {
    if (work.empty())
      return;
    work.begin(frame, *plan_, regions, counts_of);
    run(work);
  }

  /// Counts the projections of a pass, and sums histograms from them.
  void count_projections(const FrameView& frame, ProjectionPlan& pass, CpuJob& job) {
    ProjectionWork::Output outputs[max_pass_tables] = {};
    for (size_t t = 0; t < pass.tables.size(); t++) {
      const size_t matrix = pass.tables[t].projection;
      const auto sum = std::find_if(marginals_.begin(), marginals_.end(),
                                    [&](const Marginal& sum) { return sum.matrix == matrix; });
      if (job.matrices[matrix])
        outputs[t].matrix = job.matrices[matrix].get();
      if (sum != marginals_.end())
        outputs[t].sums = job.counts.data() + plan_->histograms[sum->histogram].first;
    }
    if (std::none_of(outputs, outputs + pass.tables.size(),
                     [](const ProjectionWork::Output& output) { return output.matrix; }))
      return;
    pass.sample_plane =
        frame.sample_plane(plan_->projections[pass.tables[0].projection].sample_plane);
    if (pass.values)
      pass.values_view = view_of(*pass.values, frame);
    projection_work_.begin(pass, outputs);
    run(projection_work_);
  }

  void count_weighted(const FrameView& frame, const WeightedPlan& weighted, CpuJob& job) {
    HostMatrix* matrices[max_weights] = {};
    for (uint32_t i = 0; i < weighted.n_weights(); i++)
      matrices[i] = job.matrices[weighted.projection.first_matrix + i].get();
    weighted_work_.begin(weighted, frame, matrices);
    run(weighted_work_);
  }

  /// Counts the joint histograms of all rectangles, and sums histograms from them.
  void count_joints(const FrameView& frame, const std::vector<Rect>& regions, CpuJob& job) {
    for (size_t i = plan_->first_joint(); i < job.matrices.size(); i++)
      if (job.matrices[i])
        std::memset(job.matrices[i]->wide(), 0, plan_->matrix_counters(i) * sizeof(uint32_t));
    count(joint_work_, frame, regions, [&](uint32_t joint, size_t rectangle) -> uint32_t* {
      const size_t matrix = plan_->matrix_of_joint(joint, rectangle);
      return matrix < job.matrices.size() && job.matrices[matrix] ? job.matrices[matrix]->wide()
                                                                  : nullptr;
    });
    for (const Marginal& sum : marginals_) {
      if (sum.way == Marginal::over_positions)
        continue;
      const Joint& joint = plan_->joints[sum.matrix - plan_->first_joint()];
      (sum.way == Marginal::over_y ? add_marginal_of_x : add_marginal_of_y)(
          joint, job.matrices[sum.matrix]->wide(),
          job.counts.data() + plan_->histograms[sum.histogram].first);
    }
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
  FrameWork<PackedPlan, DeepTally> packed_work_;
  bool in_place_ = false; ///< count_samples() takes packed frames as they lie in memory
  FrameWork<ColourCounts, ColourTally> colour_work_;
  FrameWork<JointCounts, JointTally> joint_work_;
  ProjectionWork projection_work_;
  WeightedWork weighted_work_;
  SumsWork sums_work_;
  SharedPlan plan_;                         ///< plan of the last frame; null: none
  std::vector<Marginal> planned_marginals_; ///< those of the last frame
  Packing planned_packing_ = Packing::none;
  std::vector<ProjectionPlan> projection_passes_;
  std::vector<WeightedPlan> weighted_;
  std::vector<Marginal> marginals_; ///< of the present frame
  MatrixPool matrices_;
  UnpackedFrame unpacked_, before_; ///< of the present frame and of the one before
  UnpackWork unpack_work_;
  std::atomic<uint64_t> frames_{0};
  Workers workers_;
};

} // namespace

std::unique_ptr<Backend> create_cpu_backend(uint32_t max_threads, const Target* target) {
  if (max_threads == 0)
    max_threads = usable_cores();
  return std::make_unique<CpuBackend>(max_threads, target ? *target : best_target(),
                                      target ? *target : generic_target);
}

FrameMemory cpu_frame_memory(const Plan& plan, size_t regions) {
  uint64_t counters = plan.total_counts(regions);
  for (size_t i = 0; i < plan.n_matrices(regions); i++)
    counters += plan.matrix_counters(i);
  uint64_t unpacked = 0; // at most whole frames, as with matrices
  if (plan.format.unpacked)
    unpacked =
        UnpackedFrame::bytes(plan.format, plan.width, plan.height) * (plan.of_two_frames() ? 2 : 1);
  return {counters * sizeof(uint32_t) + plan.sums.size * sizeof(int64_t) + unpacked, 0};
}

} // namespace videohistogram
