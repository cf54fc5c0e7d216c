// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/copy_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <system_error>
#include <utility>

namespace videohistogram::cuda {

namespace {

// Small pieces let the link start early and the threads end together. Finished pieces are reported
// in one range, so small pieces do not cause many transfers. On the host of an H200, pieces of 1
// MiB instead gave 1590 4K frames per second and not 1480, but 276 8K frames and not 304.
constexpr size_t min_piece_bytes = 256 * 1024;
constexpr size_t max_pieces = 256; ///< in the target at the same time
// Pieces per lap if the target is smaller than the copy: some pieces are filled while others are
// read. On the host of an H200, 8K frames per second: 182 through 8 MiB; 290 through 16; 314
// through 32 in pieces of 256 KiB, 328 in pieces of 512; 287 in blocks of a frame's size.
constexpr size_t pieces_of_a_lap = 64;
constexpr size_t min_lap_piece_bytes = 1024, max_lap_piece_bytes = 512 * 1024;

// Ten threads, including the caller's, saturate a memory bus; more only take cores from other work.
// On the host of an H200, 4K frames per second: 1480 with 8 threads, 1500 with 10. Stores that
// bypass the caches gave 1100 to 1350, since the copy engine reads fresh copies from the cache.
constexpr uint32_t max_threads = 9;

constexpr size_t round_up(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Waits for other threads, which seldom take long: yields at first, then sleeps.
class Pause {
public:
  void reset() { yields_ = 0; }
  void operator()() {
    if (yields_ < 1000) {
      yields_++;
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

private:
  uint32_t yields_ = 0;
};

} // namespace

/// A copy, cut into pieces that threads take one by one. It lies on the stack of copy().
class CopyPool::ActiveCopy {
public:
  enum class Taken { piece, none_yet, none_left };

  explicit ActiveCopy(const PackedCopy& copy) : copy_(copy) {
    const size_t bytes = copy.bytes(), room = std::min(copy.target_bytes, bytes);
    const bool laps = room < bytes;
    size_t piece = 0;
    if (laps)
      piece = std::clamp(room / pieces_of_a_lap / 64 * 64, std::min(room, min_lap_piece_bytes),
                         max_lap_piece_bytes);
    else
      piece = round_up(std::max(min_piece_bytes, (bytes + max_pieces - 1) / max_pieces), 64);
    if (copy.rows == 1 || copy.stride == static_cast<ptrdiff_t>(copy.row_bytes)) {
      piece_bytes_ = piece; // one run of bytes can be cut anywhere
      contiguous_ = true;
    } else {
      const size_t min_rows = laps ? 1 : (size_t{copy.rows} + max_pieces - 1) / max_pieces;
      piece_bytes_ = copy.row_bytes * std::max(piece / copy.row_bytes, min_rows);
      contiguous_ = false;
    }
    pieces_ = (bytes + piece_bytes_ - 1) / piece_bytes_;
    lap_ = laps ? std::min(room / piece_bytes_, max_pieces) : pieces_;
    may_take_ = lap_;
  }

  size_t pieces() const { return pieces_; }
  bool exhausted() const { return next_.load(std::memory_order_relaxed) >= pieces_; }

  /// Takes the next piece and copies it, if a piece may be taken.
  Taken copy_piece() {
    size_t piece = next_.load(std::memory_order_relaxed);
    do {
      if (piece >= pieces_)
        return Taken::none_left;
      if (piece >= may_take_.load(std::memory_order_acquire))
        return Taken::none_yet;
    } while (!next_.compare_exchange_weak(piece, piece + 1, std::memory_order_relaxed));
    const size_t begin = piece * piece_bytes_, end = end_of(piece);
    uint8_t* const target = place_of(piece);
    if (contiguous_) {
      std::memcpy(target, copy_.source + begin, end - begin);
    } else {
      const size_t first = begin / copy_.row_bytes, last = end / copy_.row_bytes;
      for (size_t row = first; row < last; row++)
        std::memcpy(target + (row - first) * copy_.row_bytes,
                    copy_.source + static_cast<ptrdiff_t>(row) * copy_.stride, copy_.row_bytes);
    }
    done_[piece % lap_].store(piece + 1, std::memory_order_release);
    return Taken::piece;
  }

  /// Reports finished pieces that follow without a gap; false if there are none. Only for copy().
  bool report(Progress& progress) {
    const size_t first = reported_;
    while (is_done(reported_) && (reported_ == first || reported_ % lap_ != 0))
      reported_++;
    if (reported_ == first)
      return false;
    if (!progress.copied(place_of(first), first * piece_bytes_, end_of(reported_ - 1)))
      stop();
    return true;
  }
  /// Allows pieces to be taken whose place in the target is free again. Only for copy().
  void make_room(Progress& progress) {
    if (lap_ == pieces_ || ended())
      return;
    if (const std::optional<size_t> passed = progress.passed())
      may_take_.store(std::min(*passed / piece_bytes_ + lap_, pieces_), std::memory_order_release);
    else
      stop();
  }
  /// Whether there is nothing more to report.
  bool ended() const { return stopped_ || reported_ == pieces_; }
  /// Stops further pieces from being taken.
  void stop() {
    stopped_ = true;
    next_.store(pieces_, std::memory_order_relaxed);
  }

  uint32_t users = 0; ///< pool threads that use this copy; with the pool's mutex held

private:
  bool is_done(size_t piece) const {
    return piece < pieces_ && done_[piece % lap_].load(std::memory_order_acquire) == piece + 1;
  }
  size_t end_of(size_t piece) const { return std::min((piece + 1) * piece_bytes_, copy_.bytes()); }
  uint8_t* place_of(size_t piece) const { return copy_.target + piece % lap_ * piece_bytes_; }

  const PackedCopy copy_;
  size_t piece_bytes_, pieces_;
  size_t lap_; ///< number of pieces for which the target has room
  bool contiguous_;
  size_t reported_ = 0;
  bool stopped_ = false;
  std::atomic<size_t> next_{0};
  std::atomic<size_t> may_take_; ///< pieces with a lower number may be taken
  /// For each place in the target, the number plus one of the last piece that was finished there.
  std::array<std::atomic<size_t>, max_pieces> done_{};
};

/// Lets the pool's threads work on a copy for the lifetime of this object.
class CopyPool::Helper {
public:
  Helper(CopyPool& pool, ActiveCopy& work) : pool_(pool), work_(work) {
    const size_t helpers = std::min<size_t>(pool.max_threads_, work.pieces() - 1);
    if (helpers == 0)
      return;
    {
      std::lock_guard lock(pool.mutex_);
      pool.start_threads();
      pool.active_.push_back(&work);
    }
    for (size_t i = 0; i < helpers; i++)
      pool.wake_.notify_one();
  }
  ~Helper() {
    work_.stop(); // has an effect only if an exception ended copy()
    std::unique_lock lock(pool_.mutex_);
    std::vector<ActiveCopy*>& active = pool_.active_;
    active.erase(std::remove(active.begin(), active.end(), &work_), active.end());
    pool_.released_.wait(lock, [&] { return work_.users == 0; });
  }
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

private:
  CopyPool& pool_;
  ActiveCopy& work_;
};

std::shared_ptr<CopyPool> CopyPool::for_node(const NumaNode& node) {
  // Never destroyed, so that the order of destruction at process exit does not matter.
  static std::mutex* const mutex = new std::mutex;
  static auto* const pools = new std::map<int, std::weak_ptr<CopyPool>>; // key: the node's index
  std::lock_guard lock(*mutex);
  if (std::shared_ptr<CopyPool> pool = (*pools)[node.index].lock())
    return pool;
  std::vector<int> cpus = usable_cpus(node);
  const auto cores = static_cast<size_t>(std::max(std::thread::hardware_concurrency(), 1u));
  size_t free_cores = cores;
  for (const auto& [index, other] : *pools)
    if (const auto pool = other.lock())
      free_cores -= std::min<size_t>(pool->max_threads_ + 1, free_cores);
  // One core is left to the thread that calls copy().
  const size_t here = std::min(cpus.empty() ? cores : cpus.size(), free_cores);
  const size_t threads = std::min<size_t>(std::max<size_t>(here, 1) - 1, max_threads);
  auto pool = std::make_shared<CopyPool>(static_cast<uint32_t>(threads), std::move(cpus));
  (*pools)[node.index] = pool;
  return pool;
}

CopyPool::CopyPool(uint32_t max_threads, std::vector<int> cpus)
    : max_threads_(max_threads), cpus_(std::move(cpus)) {}

CopyPool::~CopyPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

void CopyPool::start_threads() {
  if (started_)
    return;
  started_ = true;
  threads_.reserve(max_threads_);
  try {
    while (threads_.size() < max_threads_)
      threads_.emplace_back([this] { run(); });
  } catch (const std::system_error&) {
    // The system allows no more threads: those that started do the work.
  }
}

CopyPool::ActiveCopy* CopyPool::find_copy() {
  for (ActiveCopy* work : active_)
    if (!work->exhausted())
      return work;
  return nullptr;
}

void CopyPool::run() {
  set_thread_affinity(cpus_);
  std::unique_lock lock(mutex_);
  while (true) {
    ActiveCopy* work = nullptr;
    wake_.wait(lock, [&] { return stopping_ || (work = find_copy()); });
    if (!work)
      return;
    work->users++;
    lock.unlock();
    Pause pause;
    for (ActiveCopy::Taken taken; (taken = work->copy_piece()) != ActiveCopy::Taken::none_left;) {
      if (taken == ActiveCopy::Taken::piece)
        pause.reset();
      else
        pause();
    }
    lock.lock();
    if (--work->users == 0)
      released_.notify_all();
  }
}

void CopyPool::copy(const PackedCopy& copy, Progress& progress) {
  ActiveCopy work(copy);
  const Helper help(*this, work);
  // At the end other threads are still copying the last pieces, at most one per thread.
  for (Pause pause; !work.ended();) {
    const bool copied = work.copy_piece() == ActiveCopy::Taken::piece;
    const bool reported = work.report(progress);
    work.make_room(progress);
    if (copied || reported)
      pause.reset();
    else
      pause();
  }
}

} // namespace videohistogram::cuda
