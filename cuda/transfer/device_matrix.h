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

/// Copies from a context's device memory to any memory of the host. What it needs for that it gets
/// once and keeps, since to free such things waits for the device without a limit.
/// Thread-safety: any thread.
class MatrixReader {
public:
  /// A device that has not copied a piece after `time_limit` is taken for lost.
  MatrixReader(std::shared_ptr<const DeviceContext> context, std::chrono::milliseconds time_limit)
      : context_(std::move(context)), time_limit_(time_limit) {}
  ~MatrixReader();
  MatrixReader(const MatrixReader&) = delete;
  MatrixReader& operator=(const MatrixReader&) = delete;

  /// Whatever is written to `device` has to be done.
  Status read(const uint8_t* device, size_t bytes, uint8_t* host);

private:
  Status create_resources();

  const std::shared_ptr<const DeviceContext> context_;
  const std::chrono::milliseconds time_limit_;
  std::mutex mutex_;
  // With mutex_ held:
  Stream stream_;
  Event done_;
  PinnedBlock bounce_;
};

/// Counters from a frame's projection to the next one in a block of device memory, for `counters`
/// of the first: each begins where the kernels' largest vectors are aligned.
constexpr size_t matrix_step(size_t counters) {
  return (counters + 63) / 64 * 64;
}

/// The projections of a frame in a device's memory, which they are only copied out of when somebody
/// reads one or when the memory is needed while somebody may still read them.
/// Thread-safety: read() from any thread, the rest from one thread at a time.
class DeviceMatrices {
public:
  /// `counters` of all of them, in `memory`. Work on them has to be done before they are read.
  DeviceMatrices(std::shared_ptr<MatrixReader> reader, DeviceBlock memory, size_t counters)
      : counters_(counters), reader_(std::move(reader)), memory_(std::move(memory)) {}

  /// As Matrix::read(), of `counters` from number `first` on.
  Status read(size_t first, size_t counters, uint32_t* counts);

  /// Bytes of the memory; 0 once it was taken.
  size_t size() const { return memory_.size(); }
  uint32_t* device_counts() const { return reinterpret_cast<uint32_t*>(memory_.data()); }

  /// Gives the memory back, with the context current; with `keep` what is in it is kept on the
  /// host. What cannot be kept is lost to readers, who are told why.
  DeviceBlock take_memory(bool keep);

private:
  const size_t counters_;
  std::mutex mutex_;
  // With mutex_ held:
  std::shared_ptr<MatrixReader> reader_; ///< null once the memory was taken
  DeviceBlock memory_;                   ///< then empty
  std::unique_ptr<uint32_t[]> counts_;   ///< then they are here
  Status gone_;                          ///< or this says why they are not
};

/// One of the projections. Thread-safety: any thread.
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
