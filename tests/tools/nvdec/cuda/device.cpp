// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

#include <cstdio>
#include <cstring>

using namespace videohistogram::fake_cuda;

namespace {

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

} // extern "C"
