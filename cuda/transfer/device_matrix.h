// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/matrix.h"
#include "cuda/device/resources.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>

namespace videohistogram::cuda {

/// Copies device memory of a context to any memory of the host. The reader allocates its stream,
/// event and pinned block once and keeps them, since freeing them waits for the device without a
/// limit.
/// Thread-safety: any thread.
class MatrixReader {
public:
  /// A device that has not copied a piece within `time_limit` counts as lost. Call prepare() before
  /// the first frame whose matrices are read: reading then allocates nothing.
  MatrixReader(MemoryPlace context, std::chrono::milliseconds time_limit)
      : context_(std::move(context)), time_limit_(time_limit) {}
  ~MatrixReader();
  MatrixReader(const MatrixReader&) = delete;
  MatrixReader& operator=(const MatrixReader&) = delete;

  /// Allocates the stream, the event and the pinned block, with the context current.
  Status prepare();
  /// Copies `bytes` bytes. All work that writes to `device` must be complete. A copy that fails is
  /// tried again a few times, unless the device is lost.
  Status read(const uint8_t* device, size_t bytes, uint8_t* host);

private:
  Status copy(const uint8_t* device, size_t bytes, uint8_t* host);
  Status copy_piece(const uint8_t* device, size_t size);

  const MemoryPlace context_;
  const std::chrono::milliseconds time_limit_;
  std::mutex mutex_;
  // With mutex_ held:
  Stream stream_;
  Event done_;
  PinnedBlock bounce_;
};

/// The matrices of a frame in device memory, matrix_step() counters apart. They are copied to the
/// host only when a reader reads one, or when the memory is needed while a reader still holds them.
/// Thread-safety: read() and save() from any thread, the rest from one thread at a time.
class DeviceMatrices {
public:
  /// `memory` holds `counters` counters, of all matrices together. Work that writes them must be
  /// complete before they are read.
  DeviceMatrices(std::shared_ptr<MatrixReader> reader, DeviceBlock memory, size_t counters)
      : counters_(counters), reader_(std::move(reader)), memory_(std::move(memory)) {}

  /// Like Matrix::read(), for `counters` counters from number `first` on.
  Status read(size_t first, size_t counters, uint32_t* counts);

  /// Copies the counters to the host, unless they are there. Reads then need no device memory.
  /// After an error the counters are where they were.
  Status save();

  /// Bytes of the memory; 0 after take_memory().
  size_t size() const { return memory_.size(); }
  uint32_t* device_counts() const { return reinterpret_cast<uint32_t*>(memory_.data()); }

  /// Returns the memory. Counters that save() did not copy are lost: later reads return the last
  /// error of save().
  DeviceBlock take_memory();

private:
  const size_t counters_;
  std::mutex mutex_;
  // With mutex_ held:
  std::shared_ptr<MatrixReader> reader_; ///< null after take_memory()
  DeviceBlock memory_;                   ///< empty after take_memory()
  std::unique_ptr<uint32_t[]> counts_;   ///< the counters, after save()
  Status saved_;                         ///< the last result of save()
};

/// One matrix of a DeviceMatrices. Thread-safety: any thread.
class DeviceMatrix final : public Matrix {
public:
  DeviceMatrix(std::shared_ptr<DeviceMatrices> all, size_t first, size_t counters)
      : all_(std::move(all)), first_(first), counters_(counters) {}

  Status read(uint32_t* counts) override { return all_->read(first_, counters_, counts); }

private:
  const std::shared_ptr<DeviceMatrices> all_;
  const size_t first_, counters_;
};

} // namespace videohistogram::cuda
