// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The emulated devices: what they have, what they do, and when they fail.
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/emulated_cuda/state.h"

#include <execinfo.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace videohistogram::emulated {

namespace {

thread_local int working_device = -1; ///< the device whose stream this thread runs

/// The block in which this thread found bytes last; it is there as long as no block is freed.
struct KnownBlock {
  uintptr_t begin = 0, end = 0;
  uint64_t freed = 0; ///< State::freed when it was found
};
thread_local KnownBlock known_block;

/// What this thread notifies when its Lock ends.
thread_local std::vector<std::shared_ptr<std::condition_variable>> to_notify;

} // namespace

// Never destroyed: streams may still work while the process exits.
State& state() {
  static State* const instance = [] {
    auto* const made = new State;
    for (int device = 0; device < 2; device++)
      made->primary.push_back(std::make_unique<CUctx_st>(CUctx_st{device}));
    return made;
  }();
  return *instance;
}

std::vector<CUctx_st*>& entered() {
  thread_local std::vector<CUctx_st*> contexts;
  return contexts;
}

CUctx_st* current() {
  return entered().empty() ? state().primary[0].get() : entered().back();
}

Lock::~Lock() {
  if (owns_lock())
    unlock();
  for (const auto& given : to_notify)
    given->notify_one();
  to_notify.clear();
}

bool idle(const CUstream_st& stream) {
  return stream.work.empty() && !stream.working;
}

void wait_for_device(Lock& lock) {
  State& s = state();
  const int device = current()->device;
  s.changed.wait(lock, [&] {
    return s.faulted || std::all_of(s.streams.begin(), s.streams.end(), [&](const auto& stream) {
             return stream.first->context->device != device || idle(*stream.first);
           });
  });
}

size_t used_bytes(int device) {
  size_t sum = 0;
  for (const auto& [begin, block] : state().blocks)
    sum += !block.pinned && block.device == device ? block.size : 0;
  return sum;
}

namespace {

/// The return addresses on the stack of the caller, innermost first.
std::vector<void*> call_stack() {
  std::vector<void*> addresses(64);
  addresses.resize(static_cast<size_t>(backtrace(addresses.data(), 64)));
  return addresses;
}

} // namespace

cudaError_t count_call(Lock& lock) {
  State& s = state();
  if (s.faulted) {
    s.calls_after_illegal_address++;
    return cudaErrorIllegalAddress;
  }
  s.calls++;
  if (s.notes_places)
    s.places[call_stack()].push_back(s.calls);
  if (s.calls != s.failing_call)
    return cudaSuccess;
  if (s.failure == cudaErrorIllegalAddress) {
    s.faulted = true; // a device that has told so touches no memory any more
    for (const auto& stream : s.streams)
      stream.first->given->notify_one();
    s.changed.notify_all();
    s.changed.wait(lock, [&] {
      return std::none_of(s.streams.begin(), s.streams.end(),
                          [](const auto& stream) { return stream.first->working; });
    });
  }
  return s.failure;
}

const Block* find_block(const void* begin, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(begin);
  const auto& blocks = state().blocks;
  auto block = blocks.upper_bound(address);
  if (block == blocks.begin())
    return nullptr;
  --block;
  return address + bytes <= block->first + block->second.size ? &block->second : nullptr;
}

bool reaches(int device, const Block& block) {
  return block.pinned || block.device == device;
}

void run(CUstream_st& stream) {
  State& s = state();
  Lock lock(s.mutex);
  working_device = stream.context->device;
  for (;;) {
    stream.given->wait(lock, [&] {
      return (!stream.work.empty() && (s.calls < s.hanging_call || s.faulted)) ||
             (stream.ending && stream.work.empty());
    });
    if (stream.work.empty())
      return;
    std::function<void()> work = std::move(stream.work.front());
    stream.work.pop_front();
    if (!s.faulted) {
      stream.working = true;
      lock.unlock();
      work();
      work = nullptr;
      lock.lock();
      stream.working = false;
    }
    s.changed.notify_all();
  }
}

bool exists(cudaStream_t stream) {
  return state().streams.count(stream) > 0;
}

void give_work(CUstream_st& stream, std::function<void()> work) {
  stream.work.push_back(std::move(work));
  to_notify.push_back(stream.given);
}

cudaError_t push_work(cudaStream_t stream, std::function<void()> work) {
  if (!exists(stream) || stream->context != current())
    return cudaErrorInvalidResourceHandle;
  give_work(*stream, std::move(work));
  return cudaSuccess;
}

std::shared_ptr<CUevent_st> find_event(cudaEvent_t event) {
  const auto found = state().events.find(event);
  return found == state().events.end() ? nullptr : found->second;
}

uint64_t calls() {
  std::lock_guard lock(state().mutex);
  return state().calls;
}

void note_places() {
  std::lock_guard lock(state().mutex);
  state().notes_places = true;
}

std::vector<std::vector<uint64_t>> noted_places() {
  std::lock_guard lock(state().mutex);
  std::vector<std::vector<uint64_t>> places;
  for (const auto& [addresses, calls] : state().places)
    places.push_back(calls);
  std::sort(places.begin(), places.end());
  return places;
}

void fail_call(uint64_t call, cudaError_t code) {
  std::lock_guard lock(state().mutex);
  state().failing_call = call;
  state().failure = code;
}

uint64_t calls_after_illegal_address() {
  std::lock_guard lock(state().mutex);
  return state().calls_after_illegal_address;
}

void hang_at_call(uint64_t call) {
  std::lock_guard lock(state().mutex);
  state().hanging_call = call;
}

Live live() {
  State& s = state();
  std::lock_guard lock(s.mutex);
  Live live{0, 0, s.streams.size(), s.events.size(), {used_bytes(0), used_bytes(1)}, 0};
  for (const auto& [begin, block] : s.blocks) {
    (block.pinned ? live.pinned_blocks : live.device_blocks)++;
    live.pinned_bytes += block.pinned ? block.size : 0;
  }
  return live;
}

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work) {
  Lock lock(state().mutex);
  const cudaError_t code = count_call(lock);
  return code == cudaSuccess ? push_work(stream, std::move(work)) : code;
}

void expect_device_memory(const void* begin, size_t bytes, const char* what) {
  State& s = state();
  const auto address = reinterpret_cast<uintptr_t>(begin);
  // Kernels ask for each sample that they read.
  if (address >= known_block.begin && address + bytes <= known_block.end &&
      known_block.freed == s.freed.load(std::memory_order_relaxed))
    return;
  std::lock_guard lock(s.mutex);
  const Block* const block = find_block(begin, bytes);
  expect(block && reaches(working_device, *block), what);
  known_block = {block->begin, block->begin + block->size, s.freed};
}

void expect(bool condition, const char* what) {
  if (condition)
    return;
  std::fprintf(stderr, "the emulated device does not find that %s\n", what);
  std::abort();
}

cudaError_t begin_call() {
  Lock lock(state().mutex);
  return count_call(lock);
}

} // namespace videohistogram::emulated
