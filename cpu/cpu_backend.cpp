// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/cpu_backend.h"

#include "cpu/count.h"
#include "cpu/workers.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace videohistogram {

namespace {

using namespace cpu;

/// A frame gets one more thread for each of these: waking one takes as long as counting tens of KiB
/// of noise, and flat frames are counted several times as fast.
constexpr uint64_t bytes_per_thread = 256 * 1024;
/// Threads take pieces of this size one by one, so that they end together on a busy machine too.
constexpr uint64_t piece_bytes = 64 * 1024;

/// One frame and its regions, cut into pieces of whole rows that threads take one by one.
class FrameWork final : public Work {
public:
  void begin(const FrameView& frame, const Request& request, uint32_t* counts) {
    frame_ = frame;
    plan_ = make_plan(*frame.format, request);
    region_counts_ = request.region_counts();
    counts_ = counts;
    rects_.clear();
    pieces_ = bytes_ = 0;
    add({0, 0, frame.width, frame.height});
    for (const Rect& region : request.regions)
      add(region);
    next_.store(0, std::memory_order_relaxed);
  }

  uint64_t bytes() const { return bytes_; }

  void take_part() override {
    Tally tally;
    size_t current = 0;
    bool counted = false;
    for (;;) {
      const uint64_t piece = next_.fetch_add(1, std::memory_order_relaxed);
      if (piece >= pieces_)
        break;
      // Pieces come in order, so their rectangles do.
      const size_t previous = current;
      while (piece >= rects_[current].end_piece)
        current++;
      if (current != previous && counted) {
        add_to_result(tally, previous);
        counted = false;
      }
      count_piece(rects_[current], piece, tally);
      counted = true;
    }
    if (counted)
      add_to_result(tally, current);
  }

private:
  struct CutRect {
    Rect rect;
    uint32_t rows;      ///< in a piece; the last one may have fewer
    uint64_t end_piece; ///< of the frame's pieces the first one that is behind this rectangle
  };

  void add(const Rect& rect) {
    CutRect cut{rect, 1, pieces_};
    if (rect.width > 0 && rect.height > 0) {
      const uint64_t row_bytes = uint64_t{rect.width} * plan_.pixel_bytes;
      cut.rows =
          static_cast<uint32_t>(std::clamp<uint64_t>(piece_bytes / row_bytes, 1, rect.height));
      pieces_ += (rect.height - 1) / cut.rows + 1;
      bytes_ += row_bytes * rect.height;
    }
    cut.end_piece = pieces_;
    rects_.push_back(cut);
  }

  void count_piece(const CutRect& cut, uint64_t piece, Tally& tally) {
    const uint64_t pieces = (cut.rect.height - 1) / cut.rows + 1;
    const auto row = static_cast<uint32_t>((piece + pieces - cut.end_piece) * cut.rows);
    Rect rect = cut.rect;
    rect.y += row;
    rect.height = std::min(cut.rows, cut.rect.height - row);
    count_rect(plan_, frame_, rect, tally);
  }

  void add_to_result(Tally& tally, size_t rect) {
    std::lock_guard lock(mutex_);
    fold(plan_, tally, counts_ + rect * region_counts_);
  }

  FrameView frame_;
  Plan plan_;
  std::vector<CutRect> rects_; ///< the frame, then its regions
  uint64_t pieces_ = 0;
  uint64_t bytes_ = 0;
  std::atomic<uint64_t> next_{0}; ///< piece
  std::mutex mutex_;
  uint32_t* counts_ = nullptr; ///< what they point to, with mutex_ held
  size_t region_counts_ = 0;
};

class CpuBackend final : public Backend, private Job {
public:
  explicit CpuBackend(uint32_t max_threads) : max_threads_(max_threads) {}

  const char* name() const override { return "cpu"; }
  std::string device() const override {
    return max_threads_ == 1 ? "1 thread" : "up to " + std::to_string(max_threads_) + " threads";
  }
  uint32_t depth() const override { return 1; }
  void prepare(const FormatInfo&, uint32_t, uint32_t) override {}
  TransferStats transfers() const override {
    TransferStats stats;
    stats.zero_copy_frames = frames_.load(std::memory_order_relaxed);
    return stats;
  }

  Expected<JobPtr> submit(const FrameView& frame, const Request& request) override {
    if (pending_.exchange(true, std::memory_order_acquire))
      return Error{ErrorKind::bug, "the CPU counts one frame at a time", "CpuBackend::submit"};
    counts_.assign(request.total_counts(), 0);
    work_.begin(frame, request, counts_.data());
    const uint64_t threads =
        std::clamp<uint64_t>(work_.bytes() / bytes_per_thread, 1, max_threads_);
    workers_.run(work_, static_cast<uint32_t>(threads - 1));
    frames_.fetch_add(1, std::memory_order_relaxed);
    return JobPtr(this);
  }

private:
  // As a Job it has nothing left to do but to hand over the counts.
  Status wait(uint32_t* counts) override {
    std::copy(counts_.begin(), counts_.end(), counts);
    return {};
  }
  bool holds_frame() const override { return false; }
  const FrameView* host_pixels() const override { return nullptr; }
  void release() override { pending_.store(false, std::memory_order_release); }

  const uint32_t max_threads_;
  FrameWork work_;
  std::vector<uint32_t> counts_;
  std::atomic<bool> pending_{false};
  std::atomic<uint64_t> frames_{0};
  Workers workers_;
};

} // namespace

std::unique_ptr<Backend> create_cpu_backend(uint32_t max_threads) {
  if (max_threads == 0)
    max_threads = std::max(1u, std::thread::hardware_concurrency());
  return std::make_unique<CpuBackend>(max_threads);
}

} // namespace videohistogram
