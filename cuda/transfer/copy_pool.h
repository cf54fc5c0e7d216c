// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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

/// A copy of rows into a block, without the padding between them. A block smaller than all rows
/// together is reused: the copy goes through it several times, in laps.
struct PackedCopy {
  const uint8_t* source; ///< the first row
  ptrdiff_t stride;      ///< bytes from a row to the next one; may be negative
  size_t row_bytes;
  uint32_t rows;
  uint8_t* target;
  size_t target_bytes; ///< at least row_bytes if there is padding between rows

  size_t bytes() const { return row_bytes * rows; }
};

/// Threads that help to copy frames. They sleep while there is no large copy.
/// Thread-safety: any thread; copies from several threads share the pool.
class CopyPool {
public:
  /// Callbacks of a copy, on the thread that called copy().
  class Progress {
  public:
    /// Reports that the copy's bytes from `begin` to `end` are at `data`. Ranges follow each other
    /// without gaps, from 0 to bytes(). Returns false to stop the copy.
    virtual bool copied(const uint8_t* data, size_t begin, size_t end) = 0;
    /// Called if the target is smaller than the copy. Returns how many of the copy's bytes, from
    /// the first on, are no longer needed in the target; no value stops the copy.
    virtual std::optional<size_t> passed() = 0;

  protected:
    ~Progress() = default;
  };

  /// Returns the pool of a node, whose threads run near its memory; all unknown nodes share one
  /// pool. A pool exists as long as a caller holds it. All pools together have fewer threads than
  /// cores.
  static std::shared_ptr<CopyPool> for_node(const NumaNode& node);

  /// Starts no thread: the first copy of more than one piece starts them. The threads stay on
  /// `cpus` unless the list is empty.
  explicit CopyPool(uint32_t max_threads, std::vector<int> cpus = {});
  ~CopyPool();
  CopyPool(const CopyPool&) = delete;
  CopyPool& operator=(const CopyPool&) = delete;

  /// Copies all bytes in pieces, together with the pool's threads; the caller copies a single piece
  /// alone. Allocates nothing once the threads have started.
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
  std::condition_variable wake_;     ///< there is a copy to work on, or the pool ends
  std::condition_variable released_; ///< the last pool thread has left a copy
  std::vector<ActiveCopy*> active_;  ///< with mutex_ held
  bool started_ = false;             ///< with mutex_ held
  bool stopping_ = false;            ///< with mutex_ held
  std::vector<std::thread> threads_; ///< with mutex_ held
};

} // namespace videohistogram::cuda
