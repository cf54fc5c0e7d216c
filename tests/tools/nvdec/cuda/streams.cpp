// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

using namespace videohistogram::fake_cuda;

namespace {

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

} // namespace

extern "C" {

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

} // extern "C"
