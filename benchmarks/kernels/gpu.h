// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

// CUDA helpers for all parts of the benchmark. An error ends the program, since later measurements
// would be meaningless. Thread-safety: none; there is one thread.

namespace videohistogram::benchmark {

inline void check(cudaError_t code, const char* doing) {
  if (code == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", doing, cudaGetErrorString(code));
  std::exit(2);
}

/// Device memory, or pinned host memory that kernels write to. Empty until allocated.
template <typename T>
class Buffer {
public:
  Buffer() = default;
  ~Buffer() { reset(); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept { return swap(other), *this; }

  /// Zeroed device memory for `size` elements.
  static Buffer device(size_t size) {
    Buffer buffer;
    check(cudaMalloc(reinterpret_cast<void**>(&buffer.data_), size * sizeof(T)),
          "allocating device memory");
    check(cudaMemset(buffer.data_, 0, size * sizeof(T)), "clearing device memory");
    check(cudaDeviceSynchronize(),
          "clearing device memory"); // non-blocking streams do not wait for it
    buffer.size_ = size;
    return buffer;
  }
  /// Zeroed pinned host memory for `size` elements; with unified addressing data() is valid on host
  /// and device.
  static Buffer mapped(size_t size) {
    Buffer buffer;
    check(cudaHostAlloc(reinterpret_cast<void**>(&buffer.data_), size * sizeof(T),
                        cudaHostAllocMapped),
          "allocating pinned memory");
    for (size_t i = 0; i < size; i++)
      buffer.data_[i] = T();
    buffer.size_ = size;
    buffer.mapped_ = true;
    return buffer;
  }
  void reset() {
    if (data_)
      check(mapped_ ? cudaFreeHost(data_) : cudaFree(data_), "freeing memory");
    data_ = nullptr;
    size_ = 0;
    mapped_ = false;
  }

  T* data() const { return data_; }
  size_t size() const { return size_; }

private:
  void swap(Buffer& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapped_, other.mapped_);
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  bool mapped_ = false;
};

/// Copies 32-bit counts from device memory. The device must be idle.
template <typename Count>
std::vector<uint32_t> read_counts(const Buffer<Count>& buffer) {
  static_assert(sizeof(Count) == sizeof(uint32_t));
  std::vector<uint32_t> counts(buffer.size());
  check(cudaMemcpy(counts.data(), buffer.data(), counts.size() * sizeof(uint32_t),
                   cudaMemcpyDeviceToHost),
        "copying counts");
  return counts;
}

/// Properties of the measured device on which launches and the report depend.
struct Device {
  char name[256];
  int multiprocessors, capability; ///< capability: 10 * major + minor
  int clock_khz;
  int threads_per_multiprocessor, threads_per_block;
  size_t shared_per_block, shared_opt_in;
  size_t l2_bytes;
  int driver_version, runtime_version; ///< 1000 * major + 10 * minor
};

/// Makes device 0 current and returns its properties.
Device open_device();

} // namespace videohistogram::benchmark
