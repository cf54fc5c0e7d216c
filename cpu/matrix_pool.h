// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace videohistogram::cpu {

/// Bits of the counters of a matrix.
enum class CounterWidth { narrow = 16, wide = 32 };

/// A matrix in host memory.
class HostMatrix final : public Matrix {
public:
  explicit HostMatrix(size_t capacity) : capacity_(capacity), memory_(new std::byte[capacity]) {}

  size_t capacity() const { return capacity_; }
  void resize(size_t counters, CounterWidth width) {
    size_ = counters;
    width_ = width;
  }
  /// The counts; they are written before the matrix is handed out. nullptr: of the other width.
  uint16_t* narrow() const { return counts<uint16_t>(CounterWidth::narrow); }
  uint32_t* wide() const { return counts<uint32_t>(CounterWidth::wide); }

  Status read(uint32_t* counts) override;
  HostCounts host_counts() const override { return {narrow(), wide()}; }

private:
  template <class Count>
  Count* counts(CounterWidth width) const {
    return width == width_ ? reinterpret_cast<Count*>(memory_.get()) : nullptr;
  }

  const size_t capacity_; ///< bytes
  size_t size_ = 0;       ///< counters in use
  CounterWidth width_ = CounterWidth::wide;
  std::unique_ptr<std::byte[]> memory_;
};

/// Reuses the memory of released matrices: the first use of new pages takes as long as a quarter of
/// the counting.
/// Thread-safety: one thread at a time. Matrices may be released from any thread, and outlive the
/// pool.
class MatrixPool {
public:
  /// Keeps up to `matrices` spare ones, or more if more were allowed before. Matrices are read
  /// soon, one or two frames later, so that a few more than those of one frame are enough.
  void keep(size_t matrices);
  /// Frees all spare matrices, and has those that are still held freed on their release. Keeps no
  /// spare ones until keep().
  void drop();

  /// A matrix of `counters` counters with undefined values; nullptr if there is no memory.
  std::shared_ptr<HostMatrix> take(size_t counters, CounterWidth width);

private:
  struct FreeList {
    std::mutex mutex;
    std::vector<std::unique_ptr<HostMatrix>> spare; ///< with mutex held
    size_t max_spare = 0;                           ///< capacity of `spare`; with mutex held
  };
  std::shared_ptr<FreeList> free_list_ = std::make_shared<FreeList>();
};

} // namespace videohistogram::cpu
