// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <utility>

// Owners of resources of a CUDA context. All are created and destroyed with that context current,
// are movable, and are empty by default. Once CUDA is lost no call may be made, so they leak their
// resource.
// Thread-safety: one thread at a time.

namespace videohistogram::cuda {

/// A block of device memory.
class DeviceBlock {
public:
  DeviceBlock() = default;
  ~DeviceBlock() { reset(); }
  DeviceBlock(DeviceBlock&& other) noexcept { swap(other); }
  DeviceBlock& operator=(DeviceBlock&& other) noexcept { return swap(other), *this; }

  static Expected<DeviceBlock> allocate(size_t size);
  /// Frees the memory. Like every CUDA free, it waits for the device.
  void reset();

  uint8_t* data() const { return data_; }
  size_t size() const { return size_; }

private:
  void swap(DeviceBlock& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

/// A block of page-locked host memory, which the copy engine reads directly.
class PinnedBlock {
public:
  PinnedBlock() = default;
  ~PinnedBlock() { reset(); }
  PinnedBlock(PinnedBlock&& other) noexcept { swap(other); }
  PinnedBlock& operator=(PinnedBlock&& other) noexcept { return swap(other), *this; }

  /// `mapped`: the block also has a device address, at which kernels read and write it.
  static Expected<PinnedBlock> allocate(size_t size, bool mapped = false);
  void reset();

  uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  /// The device address. Only for a mapped block.
  uint8_t* device_data() const { return device_data_; }

private:
  void swap(PinnedBlock& other) {
    std::swap(data_, other.data_);
    std::swap(device_data_, other.device_data_);
    std::swap(size_, other.size_);
  }

  uint8_t* data_ = nullptr;
  uint8_t* device_data_ = nullptr;
  size_t size_ = 0;
};

/// A CUDA stream that does not wait for the legacy default stream.
class Stream {
public:
  Stream() = default;
  ~Stream();
  Stream(Stream&& other) noexcept { std::swap(handle_, other.handle_); }
  Stream& operator=(Stream&& other) noexcept { return std::swap(handle_, other.handle_), *this; }

  static Expected<Stream> create();
  cudaStream_t get() const { return handle_; }

private:
  cudaStream_t handle_ = nullptr;
};

/// A mark in a stream. The host can query whether the device has passed it.
class Event {
public:
  Event() = default;
  ~Event();
  Event(Event&& other) noexcept { std::swap(handle_, other.handle_); }
  Event& operator=(Event&& other) noexcept { return std::swap(handle_, other.handle_), *this; }

  /// `timed`: the event records when it was passed, which costs the device some time.
  static Expected<Event> create(bool timed = false);
  cudaEvent_t get() const { return handle_; }

private:
  cudaEvent_t handle_ = nullptr;
};

} // namespace videohistogram::cuda
