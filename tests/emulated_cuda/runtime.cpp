// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of the CUDA runtime and driver that cuda/ calls.
#include "tests/emulated_cuda/emulated_cuda.h"
#include "tests/emulated_cuda/state.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

namespace videohistogram::emulated {

namespace {

thread_local CUstreamCaptureMode capture_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

cudaError_t allocate(void** to, size_t size, bool pinned) {
  State& s = state();
  Lock lock(s.mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  const int device = current()->device;
  if (!pinned && size > device_bytes - used_bytes(device))
    return cudaErrorMemoryAllocation;
  const size_t alignment = pinned ? 4096 : 256;
  void* const block = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!block)
    return cudaErrorMemoryAllocation;
  // New memory is not zero, since CUDA does not promise that. Only the first pages are written:
  // writing all of large blocks would take longer than the rest of the tests.
  std::memset(block, 0xA5, std::min(size, size_t{1} << 16));
  const auto begin = reinterpret_cast<uintptr_t>(block);
  s.blocks[begin] = {begin, size, device, pinned};
  *to = block;
  return cudaSuccess;
}

cudaError_t release(void* block, bool pinned) {
  if (!block)
    return cudaSuccess;
  State& s = state();
  Lock lock(s.mutex);
  const cudaError_t code = count_call(lock);
  if (s.faulted)
    return code;
  const auto found = s.blocks.find(reinterpret_cast<uintptr_t>(block));
  if (found == s.blocks.end() || found->second.pinned != pinned)
    return cudaErrorInvalidValue;
  wait_for_device(lock);
  if (s.faulted) // the device may still use the block
    return cudaErrorIllegalAddress;
  s.blocks.erase(found);
  s.freed++;
  std::free(block);
  return code; // of another call, then
}

/// Copies rows after all earlier work of the stream. Host memory must be pinned: copies of pageable
/// memory would have to wait.
cudaError_t copy_rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                      size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  State& s = state();
  Lock lock(s.mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  if (width > to_pitch || width > from_pitch)
    return cudaErrorInvalidPitchValue;
  const Block* const to_block = find_block(to, (height - 1) * to_pitch + width);
  const Block* const from_block = find_block(from, (height - 1) * from_pitch + width);
  expect(to_block && from_block, "an asynchronous copy is from and to pinned or a device's memory");
  expect(exists(stream) && reaches(stream->context->device, *to_block) &&
             reaches(stream->context->device, *from_block),
         "the stream's device reaches both sides of a copy");
  expect(to_block->pinned == (kind == cudaMemcpyDeviceToHost) &&
             from_block->pinned == (kind == cudaMemcpyHostToDevice),
         "a copy goes the way that its kind says");
  return push_work(stream, [=] {
    for (size_t y = 0; y < height; y++)
      std::memcpy(static_cast<char*>(to) + y * to_pitch,
                  static_cast<const char*>(from) + y * from_pitch, width);
  });
}

CUresult init(unsigned int) {
  return static_cast<CUresult>(begin_call());
}

CUresult device_get(CUdevice* device, int index) {
  *device = index;
  return static_cast<CUresult>(begin_call());
}

CUresult retain_primary(CUcontext* context, CUdevice device) {
  expect(static_cast<size_t>(device) < state().primary.size(), "there is such a device");
  *context = state().primary[device].get();
  return static_cast<CUresult>(begin_call());
}

CUresult push_context(CUcontext context) {
  const auto result = static_cast<CUresult>(begin_call());
  if (result == CUDA_SUCCESS)
    entered().push_back(context);
  return result;
}

CUresult pop_context(CUcontext* context) {
  expect(!entered().empty(), "there is a context to leave");
  *context = entered().back();
  entered().pop_back();
  return static_cast<CUresult>(begin_call());
}

CUresult exchange_capture_mode(CUstreamCaptureMode* mode) {
  const auto result = static_cast<CUresult>(begin_call());
  if (result == CUDA_SUCCESS)
    std::swap(*mode, capture_mode);
  return result;
}

cudaError_t find_function(const char* name, void** function) {
  const std::pair<const char*, void*> functions[] = {
      {"cuInit", reinterpret_cast<void*>(&init)},
      {"cuDeviceGet", reinterpret_cast<void*>(&device_get)},
      {"cuDevicePrimaryCtxRetain", reinterpret_cast<void*>(&retain_primary)},
      {"cuCtxPushCurrent", reinterpret_cast<void*>(&push_context)},
      {"cuCtxPopCurrent", reinterpret_cast<void*>(&pop_context)},
      {"cuThreadExchangeStreamCaptureMode", reinterpret_cast<void*>(&exchange_capture_mode)},
  };
  *function = nullptr;
  for (const auto& [known, address] : functions)
    if (std::strcmp(known, name) == 0)
      *function = address;
  return begin_call();
}

} // namespace

} // namespace videohistogram::emulated

using namespace videohistogram::emulated;

extern "C" {

cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
  case cudaErrorMemoryAllocation:
    return "cudaErrorMemoryAllocation";
  case cudaErrorInvalidValue:
    return "cudaErrorInvalidValue";
  case cudaErrorIllegalAddress:
    return "cudaErrorIllegalAddress";
  default:
    return "an emulated error";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  return cudaGetErrorName(error);
}

cudaError_t cudaGetLastError() {
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = static_cast<int>(state().primary.size());
  return begin_call();
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::memset(properties, 0, sizeof *properties);
  std::strcpy(properties->name, device_name);
  return begin_call();
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  switch (attribute) {
  case cudaDevAttrComputeCapabilityMajor:
    *value = 9;
    break;
  case cudaDevAttrMultiProcessorCount:
    *value = 132;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = 232448;
    break;
  default:
    *value = 0;
  }
  return begin_call();
}

#if CUDART_VERSION >= 12050
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int,
                                             unsigned long long, cudaDriverEntryPointQueryResult*) {
  return find_function(symbol, function);
}
#elif CUDART_VERSION >= 12000
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult*) {
  return find_function(symbol, function);
}
#else
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long) {
  return find_function(symbol, function);
}
#endif

cudaError_t cudaMalloc(void** block, size_t size) {
  return allocate(block, size, false);
}

cudaError_t cudaFree(void* block) {
  return release(block, false);
}

cudaError_t cudaHostAlloc(void** block, size_t size, unsigned int) {
  return allocate(block, size, true);
}

cudaError_t cudaFreeHost(void* block) {
  return release(block, true);
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  *device = host;
  return begin_call();
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  Lock lock(state().mutex);
  const Block* const block = find_block(pointer, 1);
  *attributes = {};
  attributes->type = !block          ? cudaMemoryTypeUnregistered
                     : block->pinned ? cudaMemoryTypeHost
                                     : cudaMemoryTypeDevice;
  return count_call(lock);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy_rows(to, size, from, size, size, 1, kind, stream);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

cudaError_t cudaMemsetAsync(void* begin, int value, size_t size, cudaStream_t stream) {
  return enqueue(stream, [=] {
    expect_device_memory(begin, size, "it can clear that memory");
    std::memset(begin, value, size);
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
  State& s = state();
  Lock lock(s.mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  auto made = std::make_unique<CUstream_st>();
  made->context = current();
  CUstream_st* const it = *stream = made.get();
  s.streams[it] = std::move(made);
  it->thread = std::thread([it] { run(*it); });
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  State& s = state();
  Lock lock(s.mutex);
  const cudaError_t code = count_call(lock);
  if (s.faulted)
    return code;
  if (s.streams.count(stream) == 0)
    return cudaErrorInvalidResourceHandle;
  stream->ending = true;
  stream->given->notify_one();
  std::thread thread = std::move(stream->thread);
  lock.unlock();
  thread.join();
  lock.lock();
  s.streams.erase(stream);
  return code;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = cudaStreamCaptureStatusNone;
  return begin_call();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  State& s = state();
  Lock lock(s.mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  const std::shared_ptr<CUevent_st> marked = find_event(event);
  if (!marked)
    return cudaErrorInvalidResourceHandle;
  return push_work(stream, [&s, marked, wanted = marked->recorded] {
    Lock waiting(s.mutex);
    s.changed.wait(waiting, [&] { return s.faulted || marked->passed >= wanted; });
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  State& s = state();
  Lock lock(s.mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  auto made = std::make_shared<CUevent_st>();
  made->context = current();
  made->timed = flags == cudaEventDefault;
  *event = made.get();
  s.events[made.get()] = std::move(made);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  State& s = state();
  Lock lock(s.mutex);
  const cudaError_t code = count_call(lock);
  if (s.faulted)
    return code;
  return s.events.erase(event) == 1 ? code : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  State& s = state();
  Lock lock(s.mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  const std::shared_ptr<CUevent_st> marked = find_event(event);
  if (!marked || !exists(stream) || marked->context != stream->context)
    return cudaErrorInvalidResourceHandle;
  marked->recorded++;
  give_work(*stream, [&s, marked, number = marked->recorded] {
    std::lock_guard passing(s.mutex);
    if (number < marked->passed)
      return; // recorded again in another stream, which was faster
    marked->passed = number;
    marked->time = std::chrono::steady_clock::now();
    s.changed.notify_all();
  });
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  State& s = state();
  Lock lock(s.mutex);
  const std::shared_ptr<CUevent_st> marked = find_event(event);
  // Polls before the event has passed are not numbered: how many there are depends on timing. The
  // query that succeeds is numbered.
  if (marked && marked->passed != marked->recorded && !s.faulted)
    return cudaErrorNotReady;
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  return marked ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  Lock lock(state().mutex);
  if (const cudaError_t code = count_call(lock); code != cudaSuccess)
    return code;
  for (cudaEvent_t event : {begin, end}) {
    const std::shared_ptr<CUevent_st> marked = find_event(event);
    if (!marked || !marked->timed || marked->recorded == 0)
      return cudaErrorInvalidResourceHandle;
    if (marked->passed != marked->recorded)
      return cudaErrorNotReady;
  }
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return cudaSuccess;
}

} // extern "C"
