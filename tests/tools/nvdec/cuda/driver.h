// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for NVIDIA's driver library libcuda.so.1, as far as FFmpeg's hwcontext_cuda and
// GStreamer's library of CUDA use it. Its one device has the memory of the host: a CUdeviceptr is
// an address of this process. All work is done before a function returns. Contexts, streams and
// events are numbers that are never used again. All functions of the library are thread-safe. No
// kernel runs.
//
// cuGetProcAddress is left out on purpose: without it the CUDA runtime finds no device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace videohistogram::fake_cuda {

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
Driver& driver();

using Lock = std::lock_guard<std::mutex>;

extern thread_local std::vector<Handle> contexts_of_thread; ///< the current one is the last

/// 0: none.
Handle current_context();

/// Tells and counts a misuse. Returns the result.
Result misused(const char* what, Result result);

/// The functions below are called with the driver locked.
Result check_context();
Result check_stream(Handle stream);
Result check_device(Device device);

/// The block around an address; end(): there is none.
std::map<uintptr_t, Block>::iterator find_block(uintptr_t address);

/// Locks the driver.
Result use_stream(Handle stream);

} // namespace videohistogram::fake_cuda
