// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for NVIDIA's driver library libcuda.so.1, as far as FFmpeg's hwcontext_cuda and
// GStreamer's library of CUDA use it. Its one device has the memory of the host: a CUdeviceptr is
// an address of this process. All work is done before a function returns. Contexts, streams and
// events are numbers that are never used again. All functions are thread-safe. No kernel runs.
//
// cuGetProcAddress is left out on purpose: without it the CUDA runtime finds no device.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <vector>

extern "C" {
/// Memory of the device that is allocated now, in blocks.
int fake_device_blocks = 0;
/// Memory functions that were called without a context that exists, copies and fills outside of
/// what is allocated, and frees of what is not: each one is told on stderr.
int fake_cuda_misuse = 0;
}

namespace {

/// CUresult
enum Result {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999,
};

using Device = int;
using DevicePointer = uintptr_t; ///< CUdeviceptr, which is as wide as a pointer
using Handle = uintptr_t;        ///< CUcontext, CUstream or CUevent

/// CUmemorytype
enum MemoryType : int32_t { HOST = 1, DEVICE = 2, ARRAY = 3, UNIFIED = 4 };

/// CUDA_MEMCPY2D
struct Copy2D {
  size_t source_x, source_y;
  MemoryType source_type;
  const void* source_host;
  DevicePointer source_device;
  void* source_array;
  size_t source_pitch;
  size_t target_x, target_y;
  MemoryType target_type;
  void* target_host;
  DevicePointer target_device;
  void* target_array;
  size_t target_pitch;
  size_t width, height;
};
static_assert(sizeof(void*) == 8 && sizeof(Copy2D) == 128, "the size of CUDA_MEMCPY2D");
static_assert(offsetof(Copy2D, source_device) == 32 && offsetof(Copy2D, target_type) == 72 &&
                  offsetof(Copy2D, target_pitch) == 104,
              "the members of CUDA_MEMCPY2D");

constexpr size_t ALIGNMENT = 512; // of textures, and of what is allocated
constexpr size_t TOTAL_MEMORY = size_t{8} << 30;
constexpr int DRIVER_VERSION = 12020;

struct Block {
  size_t size;
  Handle context;
  bool on_host;
};

struct Driver {
  std::mutex mutex;
  bool initialized = false;
  Handle last = 0x1000;
  std::set<Handle> contexts, streams, events;
  std::map<uintptr_t, Block> blocks;
  Handle primary = 0;
  unsigned primary_users = 0, primary_flags = 0;

  Handle make(std::set<Handle>& kind) {
    last += 16;
    kind.insert(last);
    return last;
  }
};

/// Never destroyed: destructors of static objects may free memory of the device.
Driver& driver() {
  static Driver* const driver = new Driver;
  return *driver;
}

using Lock = std::lock_guard<std::mutex>;

thread_local std::vector<Handle> contexts_of_thread;

Handle current_context() {
  return contexts_of_thread.empty() ? 0 : contexts_of_thread.back();
}

Result misused(const char* what, Result result) {
  fake_cuda_misuse++;
  std::fprintf(stderr, "The stand-in for libcuda.so.1 was misused: %s\n", what);
  return result;
}

/// With the driver locked, as for the functions below.
Result check_context() {
  if (!current_context())
    return misused("no context is current", CUDA_ERROR_INVALID_CONTEXT);
  if (!driver().contexts.count(current_context()))
    return misused("the current context is destroyed", CUDA_ERROR_CONTEXT_IS_DESTROYED);
  return CUDA_SUCCESS;
}

Result check_stream(Handle stream) {
  if (const Result result = check_context())
    return result;
  const bool is_default = stream <= 2; // CU_STREAM_LEGACY is 1, CU_STREAM_PER_THREAD 2
  return is_default || driver().streams.count(stream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

Result check_device(Device device) {
  if (!driver().initialized)
    return CUDA_ERROR_NOT_INITIALIZED;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/// The block around an address; end(): there is none.
std::map<uintptr_t, Block>::iterator find_block(uintptr_t address) {
  auto& blocks = driver().blocks;
  auto block = blocks.upper_bound(address);
  if (block == blocks.begin())
    return blocks.end();
  --block;
  return address - block->first < block->second.size ? block : blocks.end();
}

Result check_range(DevicePointer start, size_t size) {
  if (size == 0)
    return CUDA_SUCCESS;
  const auto block = find_block(start);
  if (block == driver().blocks.end() || size > block->second.size - (start - block->first))
    return misused("bytes outside of what is allocated", CUDA_ERROR_ILLEGAL_ADDRESS);
  return CUDA_SUCCESS;
}

Result allocate(uintptr_t* address, size_t size, bool on_host) {
  const Lock lock(driver().mutex);
  if (const Result result = check_context())
    return result;
  if (!address || size == 0)
    return CUDA_ERROR_INVALID_VALUE;
  void* const memory =
      size <= TOTAL_MEMORY
          ? std::aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)
          : nullptr;
  if (!memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = reinterpret_cast<uintptr_t>(memory);
  driver().blocks[*address] = {size, current_context(), on_host};
  fake_device_blocks += !on_host;
  return CUDA_SUCCESS;
}

Result release(uintptr_t address, bool on_host) {
  const Lock lock(driver().mutex);
  if (address == 0)
    return CUDA_SUCCESS;
  if (const Result result = check_context())
    return result;
  const auto block = driver().blocks.find(address);
  if (block == driver().blocks.end() || block->second.on_host != on_host)
    return misused("memory is freed that is not allocated", CUDA_ERROR_INVALID_VALUE);
  driver().blocks.erase(block);
  fake_device_blocks -= !on_host;
  std::free(reinterpret_cast<void*>(address));
  return CUDA_SUCCESS;
}

/// An address that is said to be on the device must be in a block of it.
Result copy(uintptr_t target, bool target_on_device, uintptr_t source, bool source_on_device,
            size_t size, Handle stream) {
  const Lock lock(driver().mutex);
  if (const Result result = check_stream(stream))
    return result;
  if (target_on_device)
    if (const Result result = check_range(target, size))
      return result;
  if (source_on_device)
    if (const Result result = check_range(source, size))
      return result;
  if (size > 0)
    std::memmove(reinterpret_cast<void*>(target), reinterpret_cast<const void*>(source), size);
  return CUDA_SUCCESS;
}

/// One side of a copy of rows: the first byte, from the members of Copy2D.
Result find_start(MemoryType type, const void* host, DevicePointer device, size_t x, size_t y,
                  size_t pitch, const Copy2D& copy, uintptr_t* start) {
  if (type != HOST && type != DEVICE && type != UNIFIED)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (copy.height > 1 && pitch < x + copy.width)
    return CUDA_ERROR_INVALID_VALUE;
  *start = (type == HOST ? reinterpret_cast<uintptr_t>(host) : device) + y * pitch + x;
  return type == DEVICE ? check_range(*start, (copy.height - 1) * pitch + copy.width)
                        : CUDA_SUCCESS;
}

Result copy_rows(const Copy2D* copy, Handle stream) {
  const Lock lock(driver().mutex);
  if (const Result result = check_stream(stream))
    return result;
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  if (copy->width == 0 || copy->height == 0)
    return CUDA_SUCCESS;
  uintptr_t source = 0, target = 0;
  if (const Result result =
          find_start(copy->source_type, copy->source_host, copy->source_device, copy->source_x,
                     copy->source_y, copy->source_pitch, *copy, &source))
    return result;
  if (const Result result =
          find_start(copy->target_type, copy->target_host, copy->target_device, copy->target_x,
                     copy->target_y, copy->target_pitch, *copy, &target))
    return result;
  for (size_t row = 0; row < copy->height; row++)
    std::memcpy(reinterpret_cast<void*>(target + row * copy->target_pitch),
                reinterpret_cast<const void*>(source + row * copy->source_pitch), copy->width);
  return CUDA_SUCCESS;
}

template <class T>
Result fill(DevicePointer start, size_t pitch, T value, size_t width, size_t height,
            Handle stream) {
  const Lock lock(driver().mutex);
  if (const Result result = check_stream(stream))
    return result;
  for (size_t row = 0; row < height; row++) {
    const DevicePointer row_start = start + row * pitch;
    if (const Result result = check_range(row_start, width * sizeof(T)))
      return result;
    std::fill_n(reinterpret_cast<T*>(row_start), width, value);
  }
  return CUDA_SUCCESS;
}

Result create_context(Handle* context, Device device) {
  const Lock lock(driver().mutex);
  if (const Result result = check_device(device))
    return result;
  *context = driver().make(driver().contexts);
  contexts_of_thread.push_back(*context);
  return CUDA_SUCCESS;
}

Result create(Handle* handle, std::set<Handle>& kind) {
  const Lock lock(driver().mutex);
  if (const Result result = check_context())
    return result;
  *handle = driver().make(kind);
  return CUDA_SUCCESS;
}

Result destroy(Handle handle, std::set<Handle>& kind) {
  const Lock lock(driver().mutex);
  return kind.erase(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

Result check_event(Handle event) {
  const Lock lock(driver().mutex);
  return driver().events.count(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

Result use_stream(Handle stream) {
  const Lock lock(driver().mutex);
  return check_stream(stream);
}

Result get_pointer_attribute(void* value, int attribute, DevicePointer pointer) {
  const Lock lock(driver().mutex);
  const auto block = find_block(pointer);
  if (!value || block == driver().blocks.end())
    return CUDA_ERROR_INVALID_VALUE;
  const auto set = [value](auto x) { std::memcpy(value, &x, sizeof x); };
  switch (attribute) {
  case 1: // CU_POINTER_ATTRIBUTE_CONTEXT
    set(block->second.context);
    break;
  case 2: // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
    set(block->second.on_host ? HOST : DEVICE);
    break;
  case 3: // CU_POINTER_ATTRIBUTE_DEVICE_POINTER
    set(pointer);
    break;
  case 4: // CU_POINTER_ATTRIBUTE_HOST_POINTER
    if (!block->second.on_host)
      return CUDA_ERROR_INVALID_VALUE;
    set(pointer);
    break;
  case 8: // CU_POINTER_ATTRIBUTE_IS_MANAGED
    set(0u);
    break;
  case 9: // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    set(0);
    break;
  case 11: // CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
    set(block->first);
    break;
  case 12: // CU_POINTER_ATTRIBUTE_RANGE_SIZE
    set(block->second.size);
    break;
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return CUDA_SUCCESS;
}

struct ErrorText {
  Result result;
  const char *name, *text;
};
constexpr ErrorText ERROR_TEXTS[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "illegal memory access"},
    {CUDA_ERROR_CONTEXT_IS_DESTROYED, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

int get_error_text(int result, const char** text, const char* ErrorText::*member) {
  *text = nullptr;
  for (const ErrorText& entry : ERROR_TEXTS)
    if (entry.result == result)
      *text = entry.*member;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

extern "C" {

// The device

int cuInit(unsigned) {
  const Lock lock(driver().mutex);
  driver().initialized = true;
  return CUDA_SUCCESS;
}

int cuDriverGetVersion(int* version) {
  *version = DRIVER_VERSION;
  return CUDA_SUCCESS;
}

int cuGetErrorName(int result, const char** text) {
  return get_error_text(result, text, &ErrorText::name);
}
int cuGetErrorString(int result, const char** text) {
  return get_error_text(result, text, &ErrorText::text);
}

int cuDeviceGetCount(int* count) {
  const Lock lock(driver().mutex);
  *count = 1;
  return check_device(0);
}

int cuDeviceGet(Device* device, int ordinal) {
  const Lock lock(driver().mutex);
  *device = ordinal;
  return check_device(ordinal);
}

int cuDeviceGetName(char* name, int size, Device device) {
  const Lock lock(driver().mutex);
  std::snprintf(name, static_cast<size_t>(size), "Stand-in for a GPU");
  return check_device(device);
}

int cuDeviceGetUuid(unsigned char* uuid, Device device) {
  const Lock lock(driver().mutex);
  std::memset(uuid, 0x5d, 16);
  return check_device(device);
}
int cuDeviceGetUuid_v2(unsigned char* uuid, Device device) {
  return cuDeviceGetUuid(uuid, device);
}

int cuDeviceGetPCIBusId(char* id, int size, Device device) {
  const Lock lock(driver().mutex);
  std::snprintf(id, static_cast<size_t>(size), "0000:5D:00.0");
  return check_device(device);
}

int cuDeviceTotalMem_v2(size_t* size, Device device) {
  const Lock lock(driver().mutex);
  *size = TOTAL_MEMORY;
  return check_device(device);
}

int cuDeviceComputeCapability(int* major, int* minor, Device device) {
  const Lock lock(driver().mutex);
  *major = 9;
  *minor = 0;
  return check_device(device);
}

int cuDeviceGetAttribute(int* value, int attribute, Device device) {
  const Lock lock(driver().mutex);
  switch (attribute) {
  case 1: // CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK
    *value = 1024;
    break;
  case 10: // CU_DEVICE_ATTRIBUTE_WARP_SIZE
    *value = 32;
    break;
  case 14: // CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT
    *value = ALIGNMENT;
    break;
  case 16: // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    *value = 16;
    break;
  case 19: // CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY
  case 41: // CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING
    *value = 1;
    break;
  case 33: // CU_DEVICE_ATTRIBUTE_PCI_BUS_ID
    *value = 0x5d;
    break;
  case 51: // CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT
    *value = 32;
    break;
  case 75: // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    *value = 9;
    break;
  default: // minor version 0; no virtual memory, no memory pools, ...
    *value = 0;
    break;
  }
  return check_device(device);
}

int cuDeviceCanAccessPeer(int* can, Device, Device) {
  *can = 0;
  return CUDA_SUCCESS;
}

// Contexts

int cuCtxCreate_v2(Handle* context, unsigned, Device device) {
  return create_context(context, device);
}
int cuCtxCreate_v3(Handle* context, void*, int, unsigned, Device device) {
  return create_context(context, device);
}
int cuCtxCreate_v4(Handle* context, void*, unsigned, Device device) {
  return create_context(context, device);
}

int cuCtxDestroy_v2(Handle context) {
  const Lock lock(driver().mutex);
  if (!driver().contexts.erase(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (current_context() == context)
    contexts_of_thread.pop_back();
  return CUDA_SUCCESS;
}

int cuCtxPushCurrent_v2(Handle context) {
  const Lock lock(driver().mutex);
  if (!driver().contexts.count(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  contexts_of_thread.push_back(context);
  return CUDA_SUCCESS;
}

int cuCtxPopCurrent_v2(Handle* context) {
  if (!current_context())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = current_context();
  contexts_of_thread.pop_back();
  return CUDA_SUCCESS;
}

int cuCtxSetCurrent(Handle context) {
  const Lock lock(driver().mutex);
  if (context && !driver().contexts.count(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!contexts_of_thread.empty())
    contexts_of_thread.pop_back();
  if (context)
    contexts_of_thread.push_back(context);
  return CUDA_SUCCESS;
}

int cuCtxGetCurrent(Handle* context) {
  *context = current_context();
  return CUDA_SUCCESS;
}

int cuCtxGetDevice(Device* device) {
  *device = 0;
  return current_context() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

int cuCtxSynchronize() {
  return use_stream(0);
}
int cuCtxSetLimit(int, size_t) {
  return use_stream(0);
}

int cuCtxGetFlags(unsigned* flags) {
  *flags = 0;
  return use_stream(0);
}

int cuCtxGetApiVersion(Handle, unsigned* version) {
  *version = DRIVER_VERSION;
  return CUDA_SUCCESS;
}

int cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return use_stream(0);
}

int cuDevicePrimaryCtxRetain(Handle* context, Device device) {
  const Lock lock(driver().mutex);
  if (const Result result = check_device(device))
    return result;
  if (driver().primary_users++ == 0)
    driver().primary = driver().make(driver().contexts);
  *context = driver().primary;
  return CUDA_SUCCESS;
}

int cuDevicePrimaryCtxRelease_v2(Device) {
  const Lock lock(driver().mutex);
  if (driver().primary_users == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--driver().primary_users == 0)
    driver().contexts.erase(driver().primary);
  return CUDA_SUCCESS;
}
int cuDevicePrimaryCtxRelease(Device device) {
  return cuDevicePrimaryCtxRelease_v2(device);
}

int cuDevicePrimaryCtxSetFlags_v2(Device, unsigned flags) {
  const Lock lock(driver().mutex);
  driver().primary_flags = flags;
  return CUDA_SUCCESS;
}
int cuDevicePrimaryCtxSetFlags(Device device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

int cuDevicePrimaryCtxGetState(Device device, unsigned* flags, int* active) {
  const Lock lock(driver().mutex);
  *flags = driver().primary_flags;
  *active = driver().primary_users > 0;
  return check_device(device);
}

// Memory

int cuMemAlloc_v2(DevicePointer* address, size_t size) {
  return allocate(address, size, false);
}
int cuMemAllocManaged(DevicePointer* address, size_t size, unsigned) {
  return allocate(address, size, false);
}
int cuMemAllocAsync(DevicePointer* address, size_t size, Handle) {
  return allocate(address, size, false);
}

int cuMemAllocPitch_v2(DevicePointer* address, size_t* pitch, size_t width, size_t height,
                       unsigned) {
  *pitch = (width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return allocate(address, *pitch * height, false);
}

int cuMemFree_v2(DevicePointer address) {
  return release(address, false);
}
int cuMemFreeAsync(DevicePointer address, Handle) {
  return release(address, false);
}

int cuMemAllocHost_v2(uintptr_t* address, size_t size) {
  return allocate(address, size, true);
}
int cuMemHostAlloc(uintptr_t* address, size_t size, unsigned) {
  return allocate(address, size, true);
}
int cuMemFreeHost(uintptr_t address) {
  return release(address, true);
}

int cuMemHostGetDevicePointer_v2(DevicePointer* pointer, uintptr_t address, unsigned) {
  *pointer = address;
  return CUDA_SUCCESS;
}

int cuMemGetInfo_v2(size_t* unused, size_t* total) {
  *unused = *total = TOTAL_MEMORY;
  return use_stream(0);
}

int cuMemGetAddressRange_v2(DevicePointer* start, size_t* size, DevicePointer pointer) {
  const Lock lock(driver().mutex);
  const auto block = find_block(pointer);
  if (block == driver().blocks.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (start)
    *start = block->first;
  if (size)
    *size = block->second.size;
  return CUDA_SUCCESS;
}

int cuPointerGetAttribute(void* value, int attribute, DevicePointer pointer) {
  return get_pointer_attribute(value, attribute, pointer);
}

int cuPointerGetAttributes(unsigned count, const int* attributes, void** values,
                           DevicePointer pointer) {
  for (unsigned i = 0; i < count; i++)
    if (const Result result = get_pointer_attribute(values[i], attributes[i], pointer))
      return result;
  return CUDA_SUCCESS;
}

int cuMemcpy(uintptr_t target, uintptr_t source, size_t size) {
  return copy(target, false, source, false, size, 0);
}
int cuMemcpyAsync(uintptr_t target, uintptr_t source, size_t size, Handle stream) {
  return copy(target, false, source, false, size, stream);
}
int cuMemcpyHtoD_v2(DevicePointer target, uintptr_t source, size_t size) {
  return copy(target, true, source, false, size, 0);
}
int cuMemcpyHtoDAsync_v2(DevicePointer target, uintptr_t source, size_t size, Handle stream) {
  return copy(target, true, source, false, size, stream);
}
int cuMemcpyDtoH_v2(uintptr_t target, DevicePointer source, size_t size) {
  return copy(target, false, source, true, size, 0);
}
int cuMemcpyDtoHAsync_v2(uintptr_t target, DevicePointer source, size_t size, Handle stream) {
  return copy(target, false, source, true, size, stream);
}
int cuMemcpyDtoD_v2(DevicePointer target, DevicePointer source, size_t size) {
  return copy(target, true, source, true, size, 0);
}
int cuMemcpyDtoDAsync_v2(DevicePointer target, DevicePointer source, size_t size, Handle stream) {
  return copy(target, true, source, true, size, stream);
}
int cuMemcpy2D_v2(const Copy2D* copy) {
  return copy_rows(copy, 0);
}
int cuMemcpy2DUnaligned_v2(const Copy2D* copy) {
  return copy_rows(copy, 0);
}
int cuMemcpy2DAsync_v2(const Copy2D* copy, Handle stream) {
  return copy_rows(copy, stream);
}

int cuMemsetD8_v2(DevicePointer start, uint8_t value, size_t count) {
  return fill(start, 0, value, count, 1, 0);
}
int cuMemsetD8Async(DevicePointer start, uint8_t value, size_t count, Handle stream) {
  return fill(start, 0, value, count, 1, stream);
}
int cuMemsetD16_v2(DevicePointer start, uint16_t value, size_t count) {
  return fill(start, 0, value, count, 1, 0);
}
int cuMemsetD16Async(DevicePointer start, uint16_t value, size_t count, Handle stream) {
  return fill(start, 0, value, count, 1, stream);
}
int cuMemsetD32_v2(DevicePointer start, uint32_t value, size_t count) {
  return fill(start, 0, value, count, 1, 0);
}
int cuMemsetD32Async(DevicePointer start, uint32_t value, size_t count, Handle stream) {
  return fill(start, 0, value, count, 1, stream);
}
int cuMemsetD2D8_v2(DevicePointer start, size_t pitch, uint8_t value, size_t width, size_t height) {
  return fill(start, pitch, value, width, height, 0);
}
int cuMemsetD2D8Async(DevicePointer start, size_t pitch, uint8_t value, size_t width, size_t height,
                      Handle stream) {
  return fill(start, pitch, value, width, height, stream);
}

// Streams and events

int cuStreamCreate(Handle* stream, unsigned) {
  return create(stream, driver().streams);
}
int cuStreamCreateWithPriority(Handle* stream, unsigned, int) {
  return create(stream, driver().streams);
}
int cuStreamDestroy_v2(Handle stream) {
  return destroy(stream, driver().streams);
}
/// The name that GStreamer 1.22 looks for.
int cuStreamDestroy(Handle stream) {
  return cuStreamDestroy_v2(stream);
}
int cuStreamQuery(Handle stream) {
  return use_stream(stream);
}
int cuStreamSynchronize(Handle stream) {
  return use_stream(stream);
}

int cuStreamWaitEvent(Handle stream, Handle event, unsigned) {
  const Result result = check_event(event);
  return result ? result : use_stream(stream);
}

int cuStreamAddCallback(Handle stream, void (*callback)(Handle, int, void*), void* data, unsigned) {
  if (const Result result = use_stream(stream))
    return result;
  callback(stream, CUDA_SUCCESS, data);
  return CUDA_SUCCESS;
}

int cuLaunchHostFunc(Handle stream, void (*function)(void*), void* data) {
  if (const Result result = use_stream(stream))
    return result;
  function(data);
  return CUDA_SUCCESS;
}

int cuEventCreate(Handle* event, unsigned) {
  return create(event, driver().events);
}
int cuEventDestroy_v2(Handle event) {
  return destroy(event, driver().events);
}
int cuEventQuery(Handle event) {
  return check_event(event);
}
int cuEventSynchronize(Handle event) {
  return check_event(event);
}

int cuEventRecord(Handle event, Handle stream) {
  const Result result = check_event(event);
  return result ? result : use_stream(stream);
}

int cuEventElapsedTime(float* milliseconds, Handle, Handle end) {
  *milliseconds = 0;
  return check_event(end);
}

// Functions that the loaders of FFmpeg and GStreamer want, and that none of the tests needs. Their
// parameters are left out: the caller removes them from the stack.
#define NOT_SUPPORTED(name)                                                                        \
  int name() {                                                                                     \
    return CUDA_ERROR_NOT_SUPPORTED;                                                               \
  }

NOT_SUPPORTED(cuArray3DCreate_v2)
NOT_SUPPORTED(cuArrayCreate_v2)
NOT_SUPPORTED(cuArrayDestroy)
NOT_SUPPORTED(cuCtxDisablePeerAccess)
NOT_SUPPORTED(cuCtxEnablePeerAccess)
NOT_SUPPORTED(cuCtxGetLimit)
NOT_SUPPORTED(cuDestroyExternalMemory)
NOT_SUPPORTED(cuDestroyExternalSemaphore)
NOT_SUPPORTED(cuDevicePrimaryCtxReset)
NOT_SUPPORTED(cuDevicePrimaryCtxReset_v2)
NOT_SUPPORTED(cuExternalMemoryGetMappedBuffer)
NOT_SUPPORTED(cuExternalMemoryGetMappedMipmappedArray)
NOT_SUPPORTED(cuGLGetDevices_v2)
NOT_SUPPORTED(cuGraphicsGLRegisterBuffer)
NOT_SUPPORTED(cuGraphicsGLRegisterImage)
NOT_SUPPORTED(cuGraphicsMapResources)
NOT_SUPPORTED(cuGraphicsResourceGetMappedPointer_v2)
NOT_SUPPORTED(cuGraphicsResourceSetMapFlags_v2)
NOT_SUPPORTED(cuGraphicsSubResourceGetMappedArray)
NOT_SUPPORTED(cuGraphicsUnmapResources)
NOT_SUPPORTED(cuGraphicsUnregisterResource)
NOT_SUPPORTED(cuImportExternalMemory)
NOT_SUPPORTED(cuImportExternalSemaphore)
NOT_SUPPORTED(cuIpcCloseMemHandle)
NOT_SUPPORTED(cuIpcGetEventHandle)
NOT_SUPPORTED(cuIpcGetMemHandle)
NOT_SUPPORTED(cuIpcOpenEventHandle)
NOT_SUPPORTED(cuIpcOpenMemHandle)
NOT_SUPPORTED(cuIpcOpenMemHandle_v2)
NOT_SUPPORTED(cuLaunchKernel)
NOT_SUPPORTED(cuLinkAddData)
NOT_SUPPORTED(cuLinkAddData_v2)
NOT_SUPPORTED(cuLinkComplete)
NOT_SUPPORTED(cuLinkCreate)
NOT_SUPPORTED(cuLinkCreate_v2)
NOT_SUPPORTED(cuLinkDestroy)
NOT_SUPPORTED(cuMemAddressFree)
NOT_SUPPORTED(cuMemAddressReserve)
NOT_SUPPORTED(cuMemAllocFromPoolAsync)
NOT_SUPPORTED(cuMemCreate)
NOT_SUPPORTED(cuMemExportToShareableHandle)
NOT_SUPPORTED(cuMemGetAccess)
NOT_SUPPORTED(cuMemGetAllocationGranularity)
NOT_SUPPORTED(cuMemGetAllocationPropertiesFromHandle)
NOT_SUPPORTED(cuMemImportFromShareableHandle)
NOT_SUPPORTED(cuMemMap)
NOT_SUPPORTED(cuMemPoolCreate)
NOT_SUPPORTED(cuMemPoolDestroy)
NOT_SUPPORTED(cuMemPoolGetAttribute)
NOT_SUPPORTED(cuMemPoolSetAttribute)
NOT_SUPPORTED(cuMemRelease)
NOT_SUPPORTED(cuMemRetainAllocationHandle)
NOT_SUPPORTED(cuMemSetAccess)
NOT_SUPPORTED(cuMemUnmap)
NOT_SUPPORTED(cuMemsetD2D16Async)
NOT_SUPPORTED(cuMemsetD2D16_v2)
NOT_SUPPORTED(cuMemsetD2D32Async)
NOT_SUPPORTED(cuMemsetD2D32_v2)
NOT_SUPPORTED(cuModuleGetFunction)
NOT_SUPPORTED(cuModuleGetGlobal)
NOT_SUPPORTED(cuModuleGetGlobal_v2)
NOT_SUPPORTED(cuModuleLoadData)
NOT_SUPPORTED(cuModuleUnload)
NOT_SUPPORTED(cuSignalExternalSemaphoresAsync)
NOT_SUPPORTED(cuTexObjectCreate)
NOT_SUPPORTED(cuTexObjectDestroy)
NOT_SUPPORTED(cuWaitExternalSemaphoresAsync)
}
