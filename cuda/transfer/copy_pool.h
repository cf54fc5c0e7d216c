// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/device/numa.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace videohistogram::cuda {

/// Rows that are to lie one after the other, without the padding between them, in a block or, if
/// that is smaller than they are, again and again through it.
struct PackedCopy {
  const uint8_t* source; ///< the first row
  ptrdiff_t stride;      ///< bytes from a row to the next one; may be negative
  size_t row_bytes;
  uint32_t rows;
  uint8_t* target;
  size_t target_bytes; ///< no fewer than a row has, if there is padding between rows

  size_t bytes() const { return row_bytes * rows; }
};

/// Threads that help to copy frames. They sleep while there is nothing large to copy.
/// Thread-safety: any thread; copies from several threads share the pool.
class CopyPool {
public:
  /// Told and asked on the thread that called copy().
  class Progress {
  public:
    /// The bytes from `begin` to `end` of what is copied are at `data`. Ranges follow each other
    /// without gaps, the first from 0, the last to bytes(). False: the rest is not wanted.
    virtual bool copied(const uint8_t* data, size_t begin, size_t end) = 0;
    /// Where the target is smaller than what is copied: how many bytes of the copy, from the first
    /// one, are no longer needed there. No value: the rest is not wanted.
    virtual std::optional<size_t> passed() = 0;

  protected:
    ~Progress() = default;
  };

  /// The pool of a node, whose threads run near its memory, or the one of all unknown nodes. It
  /// lives as long as somebody holds it. All pools together have fewer threads than there are
  /// cores.
  static std::shared_ptr<CopyPool> for_node(const NumaNode& node);

  /// Starts no thread; they come with the first copy that is worth it, and stay on `cpus` if there
  /// are any.
  explicit CopyPool(uint32_t max_threads, std::vector<int> cpus = {});
  ~CopyPool();
  CopyPool(const CopyPool&) = delete;
  CopyPool& operator=(const CopyPool&) = delete;

  /// Copies everything, piece by piece, together with the pool's threads; a copy of one piece is
  /// done alone. Allocates nothing once the threads are there.
  void copy(const PackedCopy& work, Progress& progress);

private:
  class ActiveCopy;
  class Helper;

  void start_threads();
  void run();
  ActiveCopy* find_copy();

  const uint32_t max_threads_;
  const std::vector<int> cpus_;
  std::mutex mutex_;
  std::condition_variable wake_;     ///< there is work, or the pool ends
  std::condition_variable released_; ///< a thread has let go of a piece of work
  std::vector<ActiveCopy*> active_;  ///< with mutex_ held
  bool started_ = false;             ///< with mutex_ held
  bool stopping_ = false;            ///< with mutex_ held
  std::vector<std::thread> threads_; ///< with mutex_ held
};

} // namespace videohistogram::cuda
