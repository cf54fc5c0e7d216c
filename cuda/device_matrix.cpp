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

/// Large enough for the link, and the same whatever the matrix has.
constexpr size_t bounce_bytes = size_t{4} << 20;

constexpr std::chrono::microseconds pause{50};

/// Waits for a copy no longer than the limit; CUDA is lost if it takes longer.
Status pass(const Event& event, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    if (is_lost())
      return lost_error();
    const cudaError_t code = cudaEventQuery(event.get());
    if (code != cudaErrorNotReady)
      return check(code, "copying a matrix to the host");
    if (std::chrono::steady_clock::now() >= deadline) {
      latch_lost("the GPU did not copy a matrix within " + std::to_string(limit.count()) + " ms");
      return lost_error();
    }
    std::this_thread::sleep_for(pause);
  }
}

} // namespace

DeviceMatrix::DeviceMatrix(std::shared_ptr<const DeviceContext> context, DeviceBlock memory,
                           size_t counters, std::chrono::milliseconds time_limit)
    : context_(std::move(context)), counters_(counters), time_limit_(time_limit),
      memory_(std::move(memory)) {}

DeviceMatrix::~DeviceMatrix() = default;

Status DeviceMatrix::read(uint32_t* counts) {
  std::lock_guard lock(mutex_);
  if (!gone_.ok())
    return gone_;
  if (memory_.size() == 0) {
    std::copy(counts_.begin(), counts_.end(), counts);
    return {};
  }
  ContextScope scope(*context_);
  return scope.status().ok() ? fetch(counts) : scope.status();
}

/// By way of pinned memory: a copy to any other would not return before a device that hangs.
Status DeviceMatrix::fetch(uint32_t* counts) {
  Expected<Stream> stream = Stream::create();
  if (!stream.ok())
    return stream.error();
  Expected<Event> done = Event::create();
  if (!done.ok())
    return done.error();
  const size_t bytes = counters_ * sizeof(uint32_t);
  Expected<PinnedBlock> bounce = PinnedBlock::allocate(std::min(bytes, bounce_bytes));
  if (!bounce.ok())
    return bounce.error();
  for (size_t begin = 0; begin < bytes; begin += bounce_bytes) {
    const size_t size = std::min(bounce_bytes, bytes - begin);
    Status status = check(cudaMemcpyAsync(bounce->data(), memory_.data() + begin, size,
                                          cudaMemcpyDeviceToHost, stream->get()),
                          "copying a matrix to the host");
    if (status.ok())
      status = check(cudaEventRecord(done->get(), stream->get()), "marking the end of a copy");
    if (status.ok())
      status = pass(*done, time_limit_);
    if (!status.ok())
      return status;
    std::copy_n(bounce->data(), size, reinterpret_cast<uint8_t*>(counts) + begin);
  }
  return {};
}

DeviceBlock DeviceMatrix::take_memory(bool keep) {
  std::lock_guard lock(mutex_);
  if (keep) {
    try {
      counts_.resize(counters_);
      gone_ = fetch(counts_.data());
    } catch (const std::bad_alloc&) {
      gone_ = {ErrorKind::transient, "no memory on the host for a matrix"};
    }
  }
  return std::exchange(memory_, DeviceBlock());
}

void DeviceMatrix::leak() {
  std::lock_guard lock(mutex_);
  memory_.leak();
  gone_ = is_lost() ? Status(lost_error())
                    : Status(ErrorKind::transient, "the CUDA context of a matrix was destroyed");
}

} // namespace videohistogram::cuda
