// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "cuda/device/errors.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <utility>

// Owners of resources of a CUDA context. All are created and destroyed with that context current,
// are movable, and are empty by default. Once CUDA is lost no call may be made, so they leak their
// resource.
// Thread-safety: one thread at a time.

namespace videohistogram::cuda {

/// Owns a handle, which `Release` destroys.
template <class Handle, cudaError_t (*Release)(Handle)>
class Owner {
public:
  explicit Owner(Handle handle = nullptr) : handle_(handle) {}
  ~Owner() { reset(); }
  Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owner& operator=(Owner&& other) noexcept { return std::swap(handle_, other.handle_), *this; }

  /// Destroys the handle. Like every CUDA free, that of memory waits for the device.
  void reset() {
    if (handle_ && !is_lost())
      (void)check(Release(handle_), "freeing the GPU's resources"); // device_lost latches CUDA lost
    handle_ = nullptr;
  }
  Handle get() const { return handle_; }

private:
  Handle handle_;
};

/// Owns a block of memory.
template <cudaError_t (*Release)(void*)>
class Block : public Owner<void*, Release> {
public:
  using Owner<void*, Release>::Owner;

  uint8_t* data() const { return static_cast<uint8_t*>(this->get()); }
  size_t size() const { return this->get() ? size_ : 0; }

protected:
  size_t size_ = 0; ///< of the block, if there is one
};

/// A block of device memory.
class DeviceBlock : public Block<cudaFree> {
public:
  using Block::Block;
  static Expected<DeviceBlock> allocate(size_t size);
  /// Frees the block, and allocates another one in its place.
  Status reallocate(size_t size) {
    reset();
    return allocate(size).move_to(*this);
  }
};

/// A block of page-locked host memory, which the copy engine reads directly.
class PinnedBlock : public Block<cudaFreeHost> {
public:
  using Block::Block;
  /// `mapped`: the block also has a device address, at which kernels read and write it.
  static Expected<PinnedBlock> allocate(size_t size, bool mapped = false);

  /// The device address. Only for a mapped block.
  uint8_t* device_data() const { return static_cast<uint8_t*>(device_data_); }

private:
  void* device_data_ = nullptr;
};

/// A CUDA stream that does not wait for the legacy default stream.
class Stream : public Owner<cudaStream_t, cudaStreamDestroy> {
public:
  using Owner::Owner;
  static Expected<Stream> create();
};

/// A mark in a stream. The host can query whether the device has passed it.
class Event : public Owner<cudaEvent_t, cudaEventDestroy> {
public:
  using Owner::Owner;
  /// `timed`: the event records when it was passed, which costs the device some time.
  static Expected<Event> create(bool timed = false);
};

} // namespace videohistogram::cuda
