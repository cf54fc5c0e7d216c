// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/resources.h"

namespace videohistogram::cuda {

namespace {

/// The resource whose handle `create(&handle)` creates.
template <class Resource, class Create>
Expected<Resource> created(const char* doing, Create&& create) {
  if (is_lost())
    return lost_error();
  decltype(Resource().get()) handle = nullptr;
  if (Status status = check(create(&handle), doing); !status.ok())
    return status.error();
  return Resource(handle);
}

} // namespace

Expected<DeviceBlock> DeviceBlock::allocate(size_t size) {
  Expected<DeviceBlock> block = created<DeviceBlock>(
      "allocating GPU memory", [&](void** data) { return cudaMalloc(data, size); });
  if (block.ok())
    block->size_ = size;
  return block;
}

Expected<PinnedBlock> PinnedBlock::allocate(size_t size, bool mapped) {
  const unsigned flags = mapped ? cudaHostAllocMapped : cudaHostAllocDefault;
  Expected<PinnedBlock> block = created<PinnedBlock>(
      "allocating pinned memory", [&](void** data) { return cudaHostAlloc(data, size, flags); });
  if (!block.ok())
    return block;
  block->size_ = size;
  Status status;
  if (mapped)
    status = check(cudaHostGetDevicePointer(&block->device_data_, block->data(), 0),
                   "mapping pinned memory");
  return status.ok() ? std::move(block) : status.error();
}

Expected<Stream> Stream::create() {
  return created<Stream>("creating a CUDA stream", [](cudaStream_t* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
  });
}

Expected<Event> Event::create(bool timed) {
  const unsigned flags = timed ? cudaEventDefault : cudaEventDisableTiming;
  return created<Event>("creating a CUDA event",
                        [&](cudaEvent_t* event) { return cudaEventCreateWithFlags(event, flags); });
}

} // namespace videohistogram::cuda
