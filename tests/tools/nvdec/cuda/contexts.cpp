// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

using namespace videohistogram::fake_cuda;

namespace {

Result create_context(Handle* context, Device device) {
  const Lock lock(driver().mutex);
  if (const Result result = check_device(device))
    return result;
  *context = driver().make(driver().contexts);
  contexts_of_thread.push_back(*context);
  return CUDA_SUCCESS;
}

} // namespace

extern "C" {

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

} // extern "C"
