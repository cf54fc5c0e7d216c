// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

#include <cstdlib>
#include <cstring>

using namespace videohistogram::fake_cuda;

extern "C" {
/// Memory of the device that is allocated now, in blocks.
int fake_device_blocks = 0;
}

namespace {

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

} // namespace

extern "C" {

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

} // extern "C"
