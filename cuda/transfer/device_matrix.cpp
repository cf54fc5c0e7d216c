// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/device_matrix.h"

#include "cuda/device/await.h"
#include "cuda/device/context.h"
#include "cuda/device/errors.h"

#include <algorithm>
#include <new>
#include <utility>

namespace videohistogram::cuda {

namespace {

constexpr size_t bounce_bytes = size_t{4} << 20;
constexpr size_t bytes_per_us =
    50'000;                 // a fast link; on slower links the first poll comes somewhat early
constexpr int attempts = 3; // after an error that may be gone a moment later

} // namespace

MatrixReader::~MatrixReader() {
  ContextScope scope(context_); // on failure CUDA is lost and the resources leak
  bounce_.reset();
  done_ = Event();
  stream_ = Stream();
}

Status MatrixReader::prepare() {
  std::lock_guard lock(mutex_);
  Status status;
  if (!stream_.get())
    status = Stream::create().move_to(stream_);
  if (status.ok() && !done_.get())
    status = Event::create().move_to(done_);
  if (status.ok() && bounce_.size() == 0)
    status = PinnedBlock::allocate(bounce_bytes).move_to(bounce_);
  return status;
}

Status MatrixReader::read(const uint8_t* device, size_t bytes, uint8_t* host) {
  std::lock_guard lock(mutex_);
  Status status = copy(device, bytes, host);
  for (int i = 1; i < attempts && !status.ok(); i++)
    if (status.error().kind != ErrorKind::device_lost)
      status = copy(device, bytes, host);
  return status;
}

/// Copies through pinned memory: a copy to pageable memory would not return while the device hangs.
/// Called with mutex_ held.
Status MatrixReader::copy(const uint8_t* device, size_t bytes, uint8_t* host) {
  ContextScope scope(context_);
  if (!scope.status().ok())
    return scope.status();
  for (size_t begin = 0; begin < bytes; begin += bounce_bytes) {
    const size_t size = std::min(bounce_bytes, bytes - begin);
    if (Status status = copy_piece(device + begin, size); !status.ok())
      return status;
    std::copy_n(bounce_.data(), size, host + begin);
  }
  return {};
}

/// Copies to the pinned block. Called with mutex_ held.
Status MatrixReader::copy_piece(const uint8_t* device, size_t size) {
  PollSchedule schedule(std::chrono::steady_clock::now(),
                        std::chrono::microseconds(size / bytes_per_us));
  const cudaError_t code =
      cudaMemcpyAsync(bounce_.data(), device, size, cudaMemcpyDeviceToHost, stream_.get());
  if (Status copying = check(code, "copying a matrix to the host"); !copying.ok())
    return copying;
  if (Status marked = check(cudaEventRecord(done_.get(), stream_.get()), "marking a copy's end");
      !marked.ok())
    return lose(marked.error()); // the copy may still be in progress
  return await(done_, schedule, time_limit_, "copying a matrix to the host",
               "the GPU did not copy a matrix");
}

Status DeviceMatrices::read(size_t first, size_t counters, uint32_t* counts) {
  std::lock_guard lock(mutex_);
  if (counts_) {
    std::copy_n(counts_.get() + first, counters, counts);
    return {};
  }
  return reader_ ? reader_->read(memory_.data() + first * sizeof(uint32_t),
                                 counters * sizeof(uint32_t), reinterpret_cast<uint8_t*>(counts))
                 : saved_;
}

Status DeviceMatrices::save() try {
  std::lock_guard lock(mutex_);
  if (counts_ || !reader_)
    return saved_;
  std::unique_ptr<uint32_t[]> counts(new uint32_t[counters_]); // not zeroed
  saved_ = reader_->read(memory_.data(), counters_ * sizeof(uint32_t),
                         reinterpret_cast<uint8_t*>(counts.get()));
  if (saved_.ok())
    counts_ = std::move(counts);
  return saved_;
} catch (const std::bad_alloc&) {
  saved_ = {ErrorKind::transient,
            "the host has no memory for projections and joint histograms whose "
            "memory on the GPU is needed; read them sooner, or hold fewer "
            "histograms"};
  return saved_;
}

DeviceBlock DeviceMatrices::take_memory() {
  std::lock_guard lock(mutex_);
  if (!counts_ && saved_.ok())
    saved_ = {ErrorKind::bug, "the memory of a matrix was taken before its counts were saved"};
  reader_.reset(); // releases the context, which must not live as long as the holders of matrices
  return std::exchange(memory_, DeviceBlock());
}

} // namespace videohistogram::cuda
