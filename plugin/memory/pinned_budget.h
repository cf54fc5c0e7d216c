// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <atomic>
#include <cstddef>

namespace videohistogram {

/// A limit on the memory that is pinned at once. Pinned memory cannot be swapped out, and a long
/// queue downstream of an element holds all its buffers.
/// Thread-safety: any thread.
class PinnedBudget {
public:
  explicit PinnedBudget(size_t max_bytes) : most_(max_bytes) {}

  /// The budget of all elements of the process: a quarter of the machine's memory. Never destroyed.
  static PinnedBudget& of_process();

  /// Takes `bytes` from the rest of the budget. If less is left, takes nothing and returns false.
  bool take(size_t bytes);
  void give_back(size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  size_t most() const { return most_; }

private:
  const size_t most_;
  std::atomic<size_t> used_{0};
};

} // namespace videohistogram
