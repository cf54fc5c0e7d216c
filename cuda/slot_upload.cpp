// SPDX-License-Identifier: LGPL-2.1-or-later
// How a slot brings the pixels of a frame from the host to its device.
#include "cuda/slot.h"
#include "cuda/status.h"

#include <climits>

namespace videohistogram::cuda {

namespace {

bool is_host_memory(const uint8_t* address) {
  if (is_lost())
    return false;
  cudaPointerAttributes attributes;
  const cudaError_t code = cudaPointerGetAttributes(&attributes, address);
  if (code == cudaSuccess)
    return attributes.type == cudaMemoryTypeHost;
  if (classify(code) == ErrorKind::device_lost)
    cuda_error(code, "asking whether a frame is pinned"); // latches
  else
    cudaGetLastError(); // the query's own error, which means no more than "not pinned"
  return false;
}

bool is_pinned(const FrameView& frame) {
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    const PlaneView& plane = frame.planes[p];
    const uint32_t rows = frame.rows(p);
    const size_t distance = rows > 1 ? plane.row_distance() : 0;
    if (distance > INT_MAX)
      return false; // more than the copy engine's pitch
    const uint8_t* const lowest = plane.lowest_row(rows);
    if (!is_host_memory(lowest) ||
        !is_host_memory(lowest + (rows - 1) * distance + frame.row_bytes(p) - 1))
      return false;
  }
  return true;
}

} // namespace

Status Slot::upload(const FrameView& frame, const Placement& placement) {
  const bool pinned = is_pinned(frame);
  if (is_lost())
    return lost_error();
  Status status = pinned ? upload_pinned(frame, placement) : upload_staged(frame, placement);
  if (status.ok())
    shared_.use->bytes_uploaded.fetch_add(
        placement.as_it_lies ? placement.size : frame.pixel_bytes(), std::memory_order_relaxed);
  return status;
}

Status Slot::upload_pinned(const FrameView& frame, const Placement& placement) {
  holds_frame_ = true;
  host_pixels_ = frame;
  cudaError_t code = cudaSuccess;
  if (placement.as_it_lies) {
    code = cudaMemcpyAsync(frame_.data(), placement.first, placement.size, cudaMemcpyHostToDevice,
                           stream_.get());
  } else {
    for (uint32_t p = 0; p < frame.format->n_planes && code == cudaSuccess; p++) {
      const PlaneView& plane = frame.planes[p];
      const size_t row_bytes = frame.row_bytes(p);
      const uint32_t rows = frame.rows(p);
      code = cudaMemcpy2DAsync(frame_.data() + placement.packed.offsets[p], row_bytes,
                               plane.lowest_row(rows), rows > 1 ? plane.row_distance() : row_bytes,
                               row_bytes, rows, cudaMemcpyHostToDevice, stream_.get());
    }
  }
  return check(code, "copying a pinned frame to the GPU");
}

/// Sends a staging block's bytes off as they are filled in.
class Slot::Upload final : public CopyPool::Progress {
public:
  Upload(Slot& slot, size_t offset) : slot_(slot), offset_(offset) {}

  void copied(size_t begin, size_t end) override {
    if (status.ok() && is_lost())
      status = lost_error();
    if (status.ok())
      status = check(cudaMemcpyAsync(slot_.frame_.data() + offset_ + begin,
                                     slot_.staging_.data() + offset_ + begin, end - begin,
                                     cudaMemcpyHostToDevice, slot_.stream_.get()),
                     "copying a frame to the GPU");
  }

  Status status;

private:
  Slot& slot_;
  size_t offset_;
};

Status Slot::upload_staged(const FrameView& frame, const Placement& placement) {
  if (staging_.size() < placement.size) {
    const NearMemory near(shared_.node);
    Expected<PinnedBlock> staging = PinnedBlock::allocate(frame_.size());
    if (!staging.ok())
      return staging.error();
    staging_ = std::move(*staging);
  }
  holds_frame_ = false;
  host_pixels_ = view_at(frame, placement, staging_.data());
  const auto stage = [&](const PackedCopy& copy, size_t offset) {
    Upload upload(*this, offset);
    shared_.copy_pool->copy(copy, upload);
    shared_.use->bytes_staged.fetch_add(copy.bytes(), std::memory_order_relaxed);
    return upload.status;
  };
  if (placement.as_it_lies)
    return stage({placement.first, 0, placement.size, 1, staging_.data()}, 0);
  Status status;
  for (uint32_t p = 0; p < frame.format->n_planes && status.ok(); p++) {
    const size_t offset = placement.packed.offsets[p];
    status = stage({frame.planes[p].lowest_row(frame.rows(p)),
                    static_cast<ptrdiff_t>(frame.planes[p].row_distance()), frame.row_bytes(p),
                    frame.rows(p), staging_.data() + offset},
                   offset);
  }
  return status;
}

} // namespace videohistogram::cuda
