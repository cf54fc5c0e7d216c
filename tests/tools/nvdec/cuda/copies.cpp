// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

#include <algorithm>
#include <cstring>

using namespace videohistogram::fake_cuda;

namespace {

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

Result check_range(DevicePointer start, size_t size) {
  if (size == 0)
    return CUDA_SUCCESS;
  const auto block = find_block(start);
  if (block == driver().blocks.end() || size > block->second.size - (start - block->first))
    return misused("bytes outside of what is allocated", CUDA_ERROR_ILLEGAL_ADDRESS);
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

} // namespace

extern "C" {

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

} // extern "C"
