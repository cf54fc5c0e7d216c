// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/resources.h"

#include "cuda/device/errors.h"

namespace videohistogram::cuda {

namespace {

/// Handles the result of a free: the error cannot be returned, but device_lost latches CUDA lost.
void freed(cudaError_t code) {
  if (code != cudaSuccess)
    cuda_error(code, "freeing the GPU's resources");
}

} // namespace

Expected<DeviceBlock> DeviceBlock::allocate(size_t size) {
  if (is_lost())
    return lost_error();
  DeviceBlock block;
  void* data = nullptr;
  Status status = check(cudaMalloc(&data, size), "allocating GPU memory");
  if (!status.ok())
    return status.error();
  block.data_ = static_cast<uint8_t*>(data);
  block.size_ = size;
  return block;
}

void DeviceBlock::reset() {
  if (data_ && !is_lost())
    freed(cudaFree(data_));
  data_ = nullptr;
  size_ = 0;
}

Expected<PinnedBlock> PinnedBlock::allocate(size_t size, bool mapped) {
  if (is_lost())
    return lost_error();
  PinnedBlock block;
  void *data = nullptr, *device_data = nullptr;
  Status status =
      check(cudaHostAlloc(&data, size, mapped ? cudaHostAllocMapped : cudaHostAllocDefault),
            "allocating pinned memory");
  if (!status.ok())
    return status.error();
  block.data_ = static_cast<uint8_t*>(data);
  block.size_ = size;
  if (mapped)
    status = check(cudaHostGetDevicePointer(&device_data, data, 0), "mapping pinned memory");
  if (!status.ok())
    return status.error();
  block.device_data_ = static_cast<uint8_t*>(device_data);
  return block;
}

void PinnedBlock::reset() {
  if (data_ && !is_lost())
    freed(cudaFreeHost(data_));
  data_ = device_data_ = nullptr;
  size_ = 0;
}

Expected<Stream> Stream::create() {
  if (is_lost())
    return lost_error();
  Stream stream;
  Status status = check(cudaStreamCreateWithFlags(&stream.handle_, cudaStreamNonBlocking),
                        "creating a CUDA stream");
  if (!status.ok())
    return status.error();
  return stream;
}

Stream::~Stream() {
  if (handle_ && !is_lost())
    freed(cudaStreamDestroy(handle_));
}

Expected<Event> Event::create(bool timed) {
  if (is_lost())
    return lost_error();
  Event event;
  Status status = check(
      cudaEventCreateWithFlags(&event.handle_, timed ? cudaEventDefault : cudaEventDisableTiming),
      "creating a CUDA event");
  if (!status.ok())
    return status.error();
  return event;
}

Event::~Event() {
  if (handle_ && !is_lost())
    freed(cudaEventDestroy(handle_));
}

} // namespace videohistogram::cuda
