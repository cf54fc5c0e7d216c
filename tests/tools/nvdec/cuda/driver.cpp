// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

#include <cstdio>

extern "C" {
/// Memory functions that were called without a context that exists, copies and fills outside of
/// what is allocated, and frees of what is not: each one is told on stderr.
int fake_cuda_misuse = 0;
}

namespace videohistogram::fake_cuda {

Driver& driver() {
  static Driver* const driver = new Driver;
  return *driver;
}

thread_local std::vector<Handle> contexts_of_thread;

Handle current_context() {
  return contexts_of_thread.empty() ? 0 : contexts_of_thread.back();
}

Result misused(const char* what, Result result) {
  fake_cuda_misuse++;
  std::fprintf(stderr, "The stand-in for libcuda.so.1 was misused: %s\n", what);
  return result;
}

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

std::map<uintptr_t, Block>::iterator find_block(uintptr_t address) {
  auto& blocks = driver().blocks;
  auto block = blocks.upper_bound(address);
  if (block == blocks.begin())
    return blocks.end();
  --block;
  return address - block->first < block->second.size ? block : blocks.end();
}

Result use_stream(Handle stream) {
  const Lock lock(driver().mutex);
  return check_stream(stream);
}

} // namespace videohistogram::fake_cuda
