// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/cpu_backend.h"

#include "cpu/count.h"
#include "cpu/count_deep.h"
#include "cpu/count_direction.h"
#include "cpu/matrix_pool.h"
#include "cpu/workers.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace videohistogram {

namespace {

using namespace cpu;

/// A frame gets one more thread for each of these. One that is still awake from the last frame
/// starts within 2 us; waking one takes 40 to 160, as long as counting up to 1 MiB of noise. It is
/// not waited for, and comes in time for large frames only.
constexpr uint64_t bytes_per_thread = 256 * 1024;
/// Threads take pieces of this size one by one, so that they end together on a busy machine too.
constexpr uint64_t piece_pixels = 16 * 1024;

/// A tally of bytes has room for any plan.
void fit(const BytePlan&, ByteTally&) {}

/// One frame and its regions, cut into pieces of whole rows that threads take one by one: first
/// those of their own share, which lie one behind the other as caches like it, then what is left of
/// others'.
template <class PlanePlan, class Tally>
class FrameWork final : public Work {
public:
  /// `make_plan` makes the plan of a grid. The counts must be zero.
  template <class MakePlan>
  void begin(const FrameView& frame, const Request& request, const MakePlan& make_plan,
             uint32_t* counts) {
    region_counts_ = request.region_counts();
    counts_ = counts;
    rects_.clear();
    layers_.clear();
    pieces_ = bytes_ = 0;
    for (uint32_t g = 0, n = 1; g < frame.format->n_grids; g += n) {
      n = 1;
      if (grid_request(*frame.format, g, request).channels() == 0)
        continue;
      layers_.push_back({frame.grid(g), make_plan(g)});
      n = grids_of(layers_.back().plan);
      if (request.whole_frame)
        add({0, 0, frame.width, frame.height}, 0);
      for (uint32_t i = 0; i < request.regions.size(); i++)
        add(request.regions[i], i + 1);
    }
  }

  /// Before the work is done by up to that many threads.
  void prepare_for(size_t threads) {
    while (parts_.size() < threads)
      parts_.push_back(std::make_unique<Part>());
    for (size_t i = 0; i < threads; i++) {
      for (const Layer& layer : layers_)
        fit(layer.plan, parts_[i]->tally);
      parts_[i]->next.store(pieces_ * i / threads, std::memory_order_relaxed);
      parts_[i]->end = pieces_ * (i + 1) / threads;
    }
    threads_ = threads;
    joined_.store(0, std::memory_order_relaxed);
  }

  uint64_t bytes() const { return bytes_; }

  void take_part() override {
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
  /// A grid in which something is counted, maybe with the next one.
  struct Layer {
    GridView grid;
    PlanePlan plan;
  };

  struct CutRect {
    Rect rect;          ///< of the grid
    uint32_t layer;     ///< its place in layers_
    uint32_t result;    ///< 0: the whole frame, then the regions
    uint32_t rows;      ///< in a piece; the last one may have fewer
    uint64_t end_piece; ///< of the frame's pieces the first one that is behind this rectangle
  };

  /// What one thread has.
  struct Part {
    alignas(64) std::atomic<uint64_t> next{0}; ///< piece of its share
    uint64_t end = 0;                          ///< of its share
    Tally tally;                               ///< all zero between frames
  };

  /// A piece that is left, or pieces_.
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

  /// Adds a rectangle of the frame, of the last layer.
  void add(const Rect& frame_rect, uint32_t result) {
    const Layer& layer = layers_.back();
    const Rect rect = grid_rect(*layer.grid.grid, frame_rect);
    if (rect.width == 0 || rect.height == 0)
      return;
    CutRect cut{rect, static_cast<uint32_t>(layers_.size() - 1), result, 0, 0};
    const auto most_rows =
        static_cast<uint32_t>(std::clamp<uint64_t>(piece_pixels / rect.width, 1, rect.height));
    // As equal as possible: a small rest would be counted another way, and slower.
    cut.rows = (rect.height - 1) / ((rect.height - 1) / most_rows + 1) + 1;
    pieces_ += (rect.height - 1) / cut.rows + 1;
    bytes_ += uint64_t{rect.width} * rect.height * layer.grid.grid->pixel_bytes;
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
    count_rect(layer.plan, layer.grid, rect, tally);
  }

  void add_to_result(Tally& tally, const CutRect& cut) {
    const PlanePlan& plan = layers_[cut.layer].plan;
    settle(plan, tally);
    std::lock_guard lock(mutex_);
    fold(plan, tally, counts_ + cut.result * region_counts_);
  }

  std::vector<Layer> layers_;
  std::vector<CutRect> rects_; ///< of each layer the frame, then its regions
  uint64_t pieces_ = 0;
  uint64_t bytes_ = 0;
  std::vector<std::unique_ptr<Part>> parts_; ///< of threads_ threads, or more
  size_t threads_ = 0;
  std::atomic<size_t> joined_{0}; ///< threads
  std::mutex mutex_;
  uint32_t* counts_ = nullptr; ///< what they point to, with mutex_ held
  size_t region_counts_ = 0;
};

class CpuBackend final : public Backend, private Job {
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

  Expected<JobPtr> submit(const FrameView& frame, const Request& request) override {
    if (frame.on_device())
      return Error{ErrorKind::invalid_argument, "the CPU cannot read a GPU's memory",
                   "CpuBackend::submit"};
    if (pending_.exchange(true, std::memory_order_acquire))
      return Error{ErrorKind::bug, "the CPU counts one frame at a time", "CpuBackend::submit"};
    JobPtr job(this);
    if (request.direction)
      count_direction(frame, request);
    else
      count(frame, request);
    frames_.fetch_add(1, std::memory_order_relaxed);
    return job;
  }

private:
  void count(const FrameView& frame, const Request& request) {
    counts_.assign(request.total_counts(), 0);
    const FormatInfo& format = *frame.format;
    if (format.sample_bytes == 2)
      count(deep_work_, frame, request,
            [&](uint32_t grid) { return make_deep_plan(format, grid, request); });
    else
      count(work_, frame, request, [&](uint32_t grid) {
        return make_plan(format, grid, request, target_, small_target_);
      });
  }

  template <class PlanePlan, class Tally, class MakePlan>
  void count(FrameWork<PlanePlan, Tally>& work, const FrameView& frame, const Request& request,
             const MakePlan& make_plan) {
    work.begin(frame, request, make_plan, counts_.data());
    run(work);
  }

  /// Counts, along the direction too: one after the other, since either has enough to do with what
  /// it has read. But a channel that is wanted both ways is read once: its counts are the sums of
  /// the matrix, unless that is so large that adding it up takes longer. Where there is no memory
  /// for the matrix, the frame is counted without it.
  void count_direction(const FrameView& frame, const Request& request) {
    const size_t counters = size_t{request.direction->direction.positions} * request.bins;
    matrix_ = matrices_.take(counters);
    if (!matrix_) {
      count(frame, request);
      return;
    }
    const DirectionPlan plan = make_direction_plan(frame, request, target_);
    const QuantityList& channels = request.channels;
    const auto place = static_cast<uint32_t>(
        std::find(channels.begin(), channels.end(), request.direction->channel) - channels.begin());
    uint32_t* sums = nullptr;
    if (place < channels.size && request.regions.empty() &&
        counters <= size_t{plan.grid.width} * plan.grid.height) {
      Request others = request;
      others.channels.size--;
      for (uint32_t c = place; c < others.channels.size; c++)
        others.channels.channels[c] = channels[c + 1];
      count(frame, others);
      sums = &*counts_.insert(counts_.begin() + place * request.bins, request.bins, 0);
    } else {
      count(frame, request);
    }
    direction_work_.begin(plan, matrix_->counts(), sums);
    run(direction_work_);
  }

  template <class Work>
  void run(Work& work) {
    const uint64_t threads = std::clamp<uint64_t>(work.bytes() / bytes_per_thread, 1, max_threads_);
    work.prepare_for(threads);
    workers_.run(work, static_cast<uint32_t>(threads - 1));
  }

  // As a Job it has nothing left to do but to hand over the counts.
  Status wait(uint32_t* counts) override {
    std::copy(counts_.begin(), counts_.end(), counts);
    return {};
  }
  bool holds_frame() const override { return false; }
  const FrameView* host_pixels() const override { return nullptr; }
  std::shared_ptr<Matrix> matrix() override { return matrix_; }
  void release() override {
    matrix_.reset();
    pending_.store(false, std::memory_order_release);
  }

  const uint32_t max_threads_;
  const Target& target_;
  const Target& small_target_;
  FrameWork<BytePlan, ByteTally> work_;
  FrameWork<DeepPlan, DeepTally> deep_work_;
  DirectionWork direction_work_;
  MatrixPool matrices_;
  std::vector<uint32_t> counts_;
  std::shared_ptr<HostMatrix> matrix_; ///< null: not asked for, or no memory
  std::atomic<bool> pending_{false};
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
