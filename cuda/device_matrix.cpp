// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device_matrix.h"

#include "cuda/context.h"
#include "cuda/status.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

namespace videohistogram::cuda {

namespace {

constexpr size_t bounce_bytes = size_t{4} << 20;
constexpr std::chrono::microseconds pause{50};

} // namespace

MatrixReader::~MatrixReader() {
  ContextScope scope(*context_); // if it fails, CUDA is lost and all of it leaks
  bounce_.reset();
  done_ = Event();
  stream_ = Stream();
}

Status MatrixReader::get_ready() {
  if (!stream_.get()) {
    Expected<Stream> stream = Stream::create();
    if (!stream.ok())
      return stream.error();
    stream_ = std::move(*stream);
  }
  if (!done_.get()) {
    Expected<Event> done = Event::create();
    if (!done.ok())
      return done.error();
    done_ = std::move(*done);
  }
  if (bounce_.size() == 0) {
    Expected<PinnedBlock> bounce = PinnedBlock::allocate(bounce_bytes);
    if (!bounce.ok())
      return bounce.error();
    bounce_ = std::move(*bounce);
  }
  return {};
}

/// Waits for a copy no longer than the limit; CUDA is lost if it takes longer.
Status MatrixReader::pass() const {
  const auto deadline = std::chrono::steady_clock::now() + time_limit_;
  for (;;) {
    if (is_lost())
      return lost_error();
    const cudaError_t code = cudaEventQuery(done_.get());
    if (code != cudaErrorNotReady)
      return check(code, "copying a matrix to the host");
    if (std::chrono::steady_clock::now() >= deadline) {
      latch_lost("the GPU did not copy a matrix within " + std::to_string(time_limit_.count()) +
                 " ms");
      return lost_error();
    }
    std::this_thread::sleep_for(pause);
  }
}

/// By way of pinned memory: a copy to any other would not return before a device that hangs.
Status MatrixReader::read(const uint8_t* device, size_t bytes, uint8_t* host) {
  std::lock_guard lock(mutex_);
  ContextScope scope(*context_);
  Status status = scope.status();
  if (status.ok())
    status = get_ready();
  for (size_t begin = 0; begin < bytes && status.ok(); begin += bounce_bytes) {
    const size_t size = std::min(bounce_bytes, bytes - begin);
    status = check(cudaMemcpyAsync(bounce_.data(), device + begin, size, cudaMemcpyDeviceToHost,
                                   stream_.get()),
                   "copying a matrix to the host");
    if (status.ok())
      status = check(cudaEventRecord(done_.get(), stream_.get()), "marking the end of a copy");
    if (status.ok())
      status = pass();
    if (status.ok())
      std::copy_n(bounce_.data(), size, host + begin);
  }
  return status;
}

Status DeviceMatrix::read(uint32_t* counts) {
  std::lock_guard lock(mutex_);
  if (!gone_.ok())
    return gone_;
  if (reader_)
    return reader_->read(memory_.data(), counters_ * sizeof(uint32_t),
                         reinterpret_cast<uint8_t*>(counts));
  std::copy_n(counts_.get(), counters_, counts);
  return {};
}

DeviceBlock DeviceMatrix::take_memory(bool keep) {
  std::lock_guard lock(mutex_);
  if (keep && reader_) {
    try {
      counts_.reset(new uint32_t[counters_]); // unlike make_unique(), not zeroed
      gone_ = reader_->read(memory_.data(), counters_ * sizeof(uint32_t),
                            reinterpret_cast<uint8_t*>(counts_.get()));
    } catch (const std::bad_alloc&) {
      gone_ = {ErrorKind::transient,
               "the counts along the direction are lost: there was no memory on the host when the "
               "GPU needed theirs; read them sooner, or hold fewer histograms"};
    }
    if (!gone_.ok())
      counts_.reset();
  }
  reader_.reset(); // and with it the context, which is not to live as long as those who hold this
  return std::exchange(memory_, DeviceBlock());
}

} // namespace videohistogram::cuda
