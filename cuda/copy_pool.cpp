// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/copy_pool.h"

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

// Small enough that the link starts early and that threads end together; what is ready is reported
// in one range, so small pieces do not mean many transfers. On the host of an H200, in pieces of 1
// MiB instead, 4K frames were 1590 a second and not 1480, but 8K frames 276 and not 304.
constexpr size_t fewest_piece_bytes = 256 * 1024;
constexpr size_t most_pieces = 256;

// Ten threads, with the caller's own, fill a memory bus; more only take the cores from others. On
// the host of an H200, 4K frames a second: 1480 with 8 threads, 1500 with 10. With stores that go
// past the caches it was 1100 to 1350: what was just copied is sent out of the cache.
constexpr uint32_t most_threads = 9;

constexpr size_t round_up(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

} // namespace

/// A copy, cut into pieces that threads take one by one. Lives on the caller's stack.
class CopyPool::Work {
public:
  explicit Work(const PackedCopy& copy) : copy_(copy) {
    const size_t bytes = copy.bytes();
    const size_t piece =
        round_up(std::max(fewest_piece_bytes, (bytes + most_pieces - 1) / most_pieces), 64);
    if (copy.rows == 1 || copy.stride == static_cast<ptrdiff_t>(copy.row_bytes)) {
      piece_bytes_ = piece; // one run of bytes, cut anywhere
      contiguous_ = true;
    } else {
      const size_t fewest_rows = (size_t{copy.rows} + most_pieces - 1) / most_pieces;
      piece_bytes_ = copy.row_bytes * std::max(piece / copy.row_bytes, fewest_rows);
      contiguous_ = false;
    }
    pieces_ = (bytes + piece_bytes_ - 1) / piece_bytes_;
  }

  size_t pieces() const { return pieces_; }
  bool exhausted() const { return next_.load(std::memory_order_relaxed) >= pieces_; }

  /// Takes a piece and copies it; false if there is none left to take.
  bool copy_piece() {
    const size_t piece = next_.fetch_add(1, std::memory_order_relaxed);
    if (piece >= pieces_)
      return false;
    const size_t begin = piece * piece_bytes_, end = end_of(piece);
    if (contiguous_) {
      std::memcpy(copy_.target + begin, copy_.source + begin, end - begin);
    } else {
      const size_t last = end / copy_.row_bytes;
      for (size_t row = begin / copy_.row_bytes; row < last; row++)
        std::memcpy(copy_.target + row * copy_.row_bytes,
                    copy_.source + static_cast<ptrdiff_t>(row) * copy_.stride, copy_.row_bytes);
    }
    done_[piece].store(true, std::memory_order_release);
    return true;
  }

  /// Reports the pieces that have followed without a gap; false if there were none. Called by one
  /// thread.
  bool report(Progress& progress) {
    const size_t first = reported_;
    while (reported_ < pieces_ && done_[reported_].load(std::memory_order_acquire))
      reported_++;
    if (reported_ == first)
      return false;
    progress.copied(first * piece_bytes_, end_of(reported_ - 1));
    return true;
  }
  bool all_reported() const { return reported_ == pieces_; }

  uint32_t users = 0; ///< threads of the pool that use this; with the pool's mutex held

private:
  size_t end_of(size_t piece) const { return std::min((piece + 1) * piece_bytes_, copy_.bytes()); }

  const PackedCopy copy_;
  size_t piece_bytes_, pieces_;
  bool contiguous_;
  size_t reported_ = 0;
  std::atomic<size_t> next_{0};
  std::array<std::atomic<bool>, most_pieces> done_{};
};

std::shared_ptr<CopyPool> CopyPool::near(const NumaNode& node) {
  // Never destroyed, so that the order in which a process ends does not matter.
  static std::mutex* const mutex = new std::mutex;
  static auto* const pools = new std::map<int, std::weak_ptr<CopyPool>>; // by the node's index
  std::lock_guard lock(*mutex);
  if (std::shared_ptr<CopyPool> pool = (*pools)[node.index].lock())
    return pool;
  std::vector<int> cpus = usable_cpus(node);
  const auto cores = static_cast<size_t>(std::max(std::thread::hardware_concurrency(), 1u));
  size_t free_cores = cores;
  for (const auto& [index, other] : *pools)
    if (const auto pool = other.lock())
      free_cores -= std::min<size_t>(pool->max_threads_ + 1, free_cores);
  // One core is left to the thread that asks for the copies.
  const size_t here = std::min(cpus.empty() ? cores : cpus.size(), free_cores);
  const size_t threads = std::min<size_t>(std::max<size_t>(here, 1) - 1, most_threads);
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
    // The machine has no more threads to give: those that came do the work.
  }
}

CopyPool::Work* CopyPool::find_work() {
  for (Work* work : active_)
    if (!work->exhausted())
      return work;
  return nullptr;
}

void CopyPool::run() {
  stay_on(cpus_);
  std::unique_lock lock(mutex_);
  while (true) {
    Work* work = nullptr;
    wake_.wait(lock, [&] { return stopping_ || (work = find_work()); });
    if (!work)
      return;
    work->users++;
    lock.unlock();
    while (work->copy_piece()) {
    }
    lock.lock();
    if (--work->users == 0)
      released_.notify_all();
  }
}

void CopyPool::copy(const PackedCopy& copy, Progress& progress) {
  Work work(copy);
  const size_t helpers = std::min<size_t>(max_threads_, work.pieces() - 1);
  if (helpers > 0) {
    {
      std::lock_guard lock(mutex_);
      start_threads();
      active_.push_back(&work);
    }
    for (size_t i = 0; i < helpers; i++)
      wake_.notify_one();
  }

  while (work.copy_piece())
    work.report(progress);

  if (helpers > 0) {
    {
      std::lock_guard lock(mutex_);
      active_.erase(std::find(active_.begin(), active_.end(), &work));
    }
    // What is left is on other threads already, less than a piece each.
    for (uint32_t idle = 0; !work.all_reported();) {
      if (work.report(progress))
        idle = 0;
      else if (++idle < 1000)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    std::unique_lock lock(mutex_);
    released_.wait(lock, [&] { return work.users == 0; });
  }
}

} // namespace videohistogram::cuda
