// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// State of the emulated devices.
#pragma once

#include "tests/emulated_cuda/device.h"

#include <cuda.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct CUctx_st {
  int device;
};

/// Members are used with the mutex held.
struct CUevent_st {
  CUctx_st* context;
  bool timed;
  uint64_t recorded = 0, passed = 0;          ///< how often
  std::chrono::steady_clock::time_point time; ///< when it was passed last
};

/// Members are used with the mutex held; the thread does its work in order.
struct CUstream_st {
  CUctx_st* context;
  std::deque<std::function<void()>> work;
  /// Notified of new work, of the stream's end, and of a fault. Shared, since a Lock may notify it
  /// after the stream is destroyed.
  std::shared_ptr<std::condition_variable> given = std::make_shared<std::condition_variable>();
  bool working = false, ending = false;
  std::thread thread;
};

namespace videohistogram::emulated {

struct Block {
  uintptr_t begin;
  size_t size;
  int device; ///< of the context in which it was made
  bool pinned;
};

struct State {
  std::mutex mutex;
  std::condition_variable changed; ///< work was done, or a device faulted
  std::atomic<uint64_t> freed{0};  ///< blocks, so far; changes with the mutex held
  // With mutex held:
  std::vector<std::unique_ptr<CUctx_st>> primary;
  std::map<uintptr_t, Block> blocks; ///< by their first byte
  std::map<cudaStream_t, std::unique_ptr<CUstream_st>> streams;
  std::map<cudaEvent_t, std::shared_ptr<CUevent_st>> events;
  uint64_t calls = 0, failing_call = 0, hanging_call = UINT64_MAX, calls_after_illegal_address = 0;
  cudaError_t failure = cudaSuccess;
  bool faulted = false; ///< an illegal address was met
  bool notes_places = false;
  std::map<std::vector<void*>, std::vector<uint64_t>> places; ///< calls by return addresses
};

State& state();

/// Locks State::mutex. Streams that are given work meanwhile are woken after the lock is released:
/// a thread that wakes to a locked mutex costs two more switches, per part of a frame in a ring.
class Lock : public std::unique_lock<std::mutex> {
public:
  explicit Lock(std::mutex& mutex) : unique_lock(mutex) {}
  ~Lock();
};

/// The contexts that a thread has entered, the current one last.
std::vector<CUctx_st*>& entered();
/// As the runtime does without a context, it takes the first device's.
CUctx_st* current();

// With the mutex held:

/// Numbers a call. Returns the error with which it must fail, or cudaSuccess.
cudaError_t count_call(Lock& lock);
/// Waits for all that a context's device has to do, as calls that free memory do.
void wait_for_device(Lock& lock);
/// Bytes of a device's memory that are allocated.
size_t used_bytes(int device);
/// The block that has all of these bytes.
const Block* find_block(const void* begin, size_t bytes);
/// A kernel or the copy engine of `device` can use it.
bool reaches(int device, const Block& block);
bool idle(const CUstream_st& stream);
bool exists(cudaStream_t stream);
/// Gives work to a stream that exists, whatever the context.
void give_work(CUstream_st& stream, std::function<void()> work);
/// Work is given to a stream in its own context.
cudaError_t push_work(cudaStream_t stream, std::function<void()> work);
std::shared_ptr<CUevent_st> find_event(cudaEvent_t event);

/// A stream's thread.
void run(CUstream_st& stream);

} // namespace videohistogram::emulated
