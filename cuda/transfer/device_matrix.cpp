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
    50'000; // a fast link; on slower links the first poll comes somewhat early

} // namespace

MatrixReader::~MatrixReader() {
  ContextScope scope(*context_); // on failure CUDA is lost and the resources leak
  bounce_.reset();
  done_ = Event();
  stream_ = Stream();
}

Status MatrixReader::create_resources() {
  if (!stream_.get()) {
    if (Status status = Stream::create().move_to(stream_); !status.ok())
      return status;
  }
  if (!done_.get()) {
    if (Status status = Event::create().move_to(done_); !status.ok())
      return status;
  }
  if (bounce_.size() == 0) {
    if (Status status = PinnedBlock::allocate(bounce_bytes).move_to(bounce_); !status.ok())
      return status;
  }
  return {};
}

/// Copies through pinned memory: a copy to pageable memory would not return while the device hangs.
Status MatrixReader::read(const uint8_t* device, size_t bytes, uint8_t* host) {
  std::lock_guard lock(mutex_);
  ContextScope scope(*context_);
  if (!scope.status().ok())
    return scope.status();
  if (Status status = create_resources(); !status.ok())
    return status;
  for (size_t begin = 0; begin < bytes; begin += bounce_bytes) {
    const size_t size = std::min(bounce_bytes, bytes - begin);
    PollSchedule schedule(std::chrono::steady_clock::now(),
                          std::chrono::microseconds(size / bytes_per_us));
    const cudaError_t code = cudaMemcpyAsync(bounce_.data(), device + begin, size,
                                             cudaMemcpyDeviceToHost, stream_.get());
    if (Status copying = check(code, "copying a matrix to the host"); !copying.ok())
      return copying;
    if (Status marked = check(cudaEventRecord(done_.get(), stream_.get()), "marking a copy's end");
        !marked.ok())
      return lose(marked.error()); // the copy may still be in progress
    if (Status copied = await(done_, schedule, time_limit_, "copying a matrix to the host",
                              "the GPU did not copy a matrix");
        !copied.ok())
      return copied;
    std::copy_n(bounce_.data(), size, host + begin);
  }
  return {};
}

Status DeviceMatrices::read(size_t first, size_t counters, uint32_t* counts) {
  std::lock_guard lock(mutex_);
  if (!gone_.ok())
    return gone_;
  if (reader_)
    return reader_->read(memory_.data() + first * sizeof(uint32_t), counters * sizeof(uint32_t),
                         reinterpret_cast<uint8_t*>(counts));
  std::copy_n(counts_.get() + first, counters, counts);
  return {};
}

DeviceBlock DeviceMatrices::take_memory(bool keep) {
  std::lock_guard lock(mutex_);
  if (keep && reader_) {
    try {
      counts_.reset(new uint32_t[counters_]); // not zeroed, unlike with make_unique()
      gone_ = reader_->read(memory_.data(), counters_ * sizeof(uint32_t),
                            reinterpret_cast<uint8_t*>(counts_.get()));
    } catch (const std::bad_alloc&) {
      gone_ = {ErrorKind::transient, "the projections and joint histograms are lost: the host had "
                                     "no memory for a copy when the GPU reused theirs; "
                                     "read them sooner, or hold fewer histograms"};
    }
    if (!gone_.ok())
      counts_.reset();
  }
  reader_.reset(); // releases the context, which must not live as long as the holders of matrices
  return std::exchange(memory_, DeviceBlock());
}

} // namespace videohistogram::cuda
