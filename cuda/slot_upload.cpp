// SPDX-License-Identifier: LGPL-2.1-or-later
// How a slot brings the pixels of a frame from the host to its device.
#include "cuda/slot.h"
#include "cuda/status.h"

#include <algorithm>
#include <climits>
#include <optional>

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

size_t longest_row(const FrameView& frame) {
  size_t longest = 0;
  for (uint32_t p = 0; p < frame.format->n_planes; p++)
    longest = std::max(longest, frame.row_bytes(p));
  return longest;
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

/// Sends staged bytes off as they are there.
class Slot::Upload final : public CopyPool::Progress {
public:
  /// To `offset` in the slot's memory; `ring` if that is what they go through.
  Upload(Slot& slot, size_t offset, StagingRing* ring)
      : slot_(slot), offset_(offset), ring_(ring) {}

  bool copied(const uint8_t* data, size_t begin, size_t end) override {
    status = is_lost()
                 ? Status(lost_error())
                 : check(cudaMemcpyAsync(slot_.frame_.data() + offset_ + begin, data, end - begin,
                                         cudaMemcpyHostToDevice, slot_.stream_.get()),
                         "copying a frame to the GPU");
    if (status.ok() && ring_)
      status = ring_->mark(end, slot_.stream_.get());
    return status.ok();
  }
  std::optional<size_t> passed() override {
    Expected<size_t> passed = ring_->passed();
    if (passed.ok())
      return *passed;
    status = passed.error();
    return {};
  }

  Status status;

private:
  Slot& slot_;
  size_t offset_;
  StagingRing* ring_;
};

/// One plane, or all of them as they lie, to `offset` in the slot's memory.
Status Slot::stage(PackedCopy copy, size_t offset) {
  StagingRing* const ring = in_ring_ ? shared_.ring.get() : nullptr;
  if (ring)
    if (Status status = ring->begin(); !status.ok())
      return status;
  copy.target = ring ? ring->data() : staging_.data() + offset;
  copy.target_bytes = ring ? ring->size() : copy.bytes();
  Upload upload(*this, offset, ring);
  shared_.copy_pool->copy(copy, upload);
  if (upload.status.ok())
    shared_.use->bytes_staged.fetch_add(copy.bytes(), std::memory_order_relaxed);
  return upload.status;
}

Status Slot::upload_staged(const FrameView& frame, const Placement& placement) {
  holds_frame_ = false;
  const size_t ring_bytes = shared_.most_staged_bytes / 3;
  in_ring_ = shared_.is_for_ring(needs(*frame.format, frame.width, frame.height).frame_bytes) &&
             (placement.as_it_lies || longest_row(frame) <= ring_bytes);
  if (in_ring_ && !shared_.ring) {
    Expected<std::unique_ptr<StagingRing>> ring =
        StagingRing::create(ring_bytes, shared_.node, shared_.time_limit);
    if (!ring.ok())
      return ring.error();
    shared_.ring = std::move(*ring);
  } else if (!in_ring_ && staging_.size() < placement.size) {
    const NearMemory near(shared_.node);
    Expected<PinnedBlock> staging = PinnedBlock::allocate(frame_.size());
    if (!staging.ok())
      return staging.error();
    staging_ = std::move(*staging);
  }
  host_pixels_ = in_ring_ ? FrameView() : view_at(frame, placement, staging_.data());
  if (placement.as_it_lies)
    return stage({placement.first, 0, placement.size, 1, nullptr, 0}, 0);
  Status status;
  for (uint32_t p = 0; p < frame.format->n_planes && status.ok(); p++)
    status = stage({frame.planes[p].lowest_row(frame.rows(p)),
                    static_cast<ptrdiff_t>(frame.planes[p].row_distance()), frame.row_bytes(p),
                    frame.rows(p), nullptr, 0},
                   placement.packed.offsets[p]);
  return status;
}

} // namespace videohistogram::cuda
