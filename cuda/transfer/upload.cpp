// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/upload.h"

#include "cuda/device/errors.h"

#include <algorithm>
#include <climits>
#include <utility>

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
    cuda_error(code, "asking whether a frame is pinned"); // latches CUDA lost
  else
    cudaGetLastError(); // clears the query's error, which only means "not pinned"
  return false;
}

bool is_pinned(const FrameView& frame, const Placement& placement) {
  if (placement.keeps_layout)
    return is_host_memory(placement.first) && is_host_memory(placement.first + placement.size - 1);
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    const PlaneView& plane = frame.planes[p];
    const uint32_t rows = frame.rows(p);
    const size_t distance = rows > 1 ? plane.row_distance() : 0;
    if (distance > INT_MAX)
      return false; // more than the copy engine's maximum pitch
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

/// Calls `copy` with each part of a frame, the whole frame or each plane, and with the part's
/// offset in the target block, until a call fails.
template <class Copy>
Status for_each_part(const FrameView& frame, const Placement& placement, const Copy& copy) {
  if (placement.keeps_layout)
    return copy(PackedCopy{placement.first, 0, placement.size, 1, nullptr, 0}, size_t{0});
  Status status;
  for (uint32_t p = 0; p < frame.format->n_planes && status.ok(); p++) {
    const PlaneView& plane = frame.planes[p];
    status = copy(PackedCopy{plane.lowest_row(frame.rows(p)),
                             static_cast<ptrdiff_t>(plane.row_distance()), frame.row_bytes(p),
                             frame.rows(p), nullptr, 0},
                  placement.packed.offsets[p]);
  }
  return status;
}

/// Lets the copy engine read the frame in place.
Status copy_pinned(const FrameView& frame, const Placement& placement, uint8_t* target,
                   cudaStream_t stream) {
  return for_each_part(frame, placement, [&](const PackedCopy& part, size_t offset) {
    const cudaError_t code =
        part.rows == 1 ? cudaMemcpyAsync(target + offset, part.source, part.row_bytes,
                                         cudaMemcpyHostToDevice, stream)
                       : cudaMemcpy2DAsync(target + offset, part.row_bytes, part.source,
                                           static_cast<size_t>(part.stride), part.row_bytes,
                                           part.rows, cudaMemcpyHostToDevice, stream);
    return check(code, "copying a pinned frame to the GPU");
  });
}

} // namespace

Uploader::Uploader(const NumaNode& node, size_t max_staged_bytes,
                   std::chrono::milliseconds time_limit, DeviceUsage& use)
    : node_(node), ring_bytes_(max_staged_bytes / 3), time_limit_(time_limit),
      copy_pool_(CopyPool::for_node(node_)), use_(use) {}

Expected<Upload> Uploader::upload(const FrameView& frame, const BufferSizes& sizes,
                                  FrameBuffers& buffers, cudaStream_t stream, size_t offset) {
  const Placement placement = place(frame);
  uint8_t* const target = buffers.pixels() + offset;
  Upload upload{path_of(frame, placement, sizes), view_at(frame, placement, target), {}};
  if (is_lost())
    return lost_error();
  Status status;
  if (upload.path == TransferPath::pinned) {
    upload.host_pixels = frame;
    status = copy_pinned(frame, placement, target, stream);
  } else if (upload.path == TransferPath::ring) {
    status = copy_through_ring(frame, placement, target, stream);
  } else {
    Expected<uint8_t*> staging = buffers.staging();
    if (!staging.ok())
      return staging.error();
    upload.host_pixels = view_at(frame, placement, *staging + offset);
    status = copy_staged(frame, placement, *staging + offset, target, stream);
  }
  if (!status.ok())
    return status.error();
  use_.bytes_uploaded.fetch_add(placement.keeps_layout ? placement.size : frame.pixel_bytes(),
                                std::memory_order_relaxed);
  return upload;
}

TransferPath Uploader::path_of(const FrameView& frame, const Placement& placement,
                               const BufferSizes& sizes) const {
  if (is_pinned(frame, placement))
    return TransferPath::pinned;
  // CopyPool does not divide a row that has padding after it, so the ring must hold a whole row.
  const bool fits_ring = placement.keeps_layout || longest_row(frame) <= ring_bytes_;
  return sizes.staging == 0 && fits_ring ? TransferPath::ring : TransferPath::staged;
}

/// Enqueues finished parts of a copy in the device's stream while the CPU copies the next parts.
class Uploader::Transfer final : public CopyPool::Progress {
public:
  /// `ring`: the ring that the parts lie in, or null if every part has its own place.
  Transfer(uint8_t* target, StagingRing* ring, cudaStream_t stream)
      : target_(target), ring_(ring), stream_(stream) {}

  bool copied(const uint8_t* data, size_t begin, size_t end) override {
    status = is_lost() ? Status(lost_error())
                       : check(cudaMemcpyAsync(target_ + begin, data, end - begin,
                                               cudaMemcpyHostToDevice, stream_),
                               "copying a frame to the GPU");
    if (status.ok() && ring_)
      status = ring_->mark(end, stream_);
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
  uint8_t* const target_;
  StagingRing* const ring_;
  const cudaStream_t stream_;
};

Status Uploader::copy_staged(const FrameView& frame, const Placement& placement, uint8_t* staging,
                             uint8_t* target, cudaStream_t stream) {
  return for_each_part(frame, placement, [&](PackedCopy part, size_t offset) {
    part.target = staging + offset;
    part.target_bytes = part.bytes();
    return stage(part, Transfer(target + offset, nullptr, stream));
  });
}

Status Uploader::copy_through_ring(const FrameView& frame, const Placement& placement,
                                   uint8_t* target, cudaStream_t stream) {
  if (!ring_)
    if (Status status = StagingRing::create(ring_bytes_, node_, time_limit_).move_to(ring_);
        !status.ok())
      return status;
  return for_each_part(frame, placement, [&](PackedCopy part, size_t offset) {
    if (Status status = ring_->begin(); !status.ok())
      return status;
    part.target = ring_->data();
    part.target_bytes = ring_->size();
    return stage(part, Transfer(target + offset, ring_.get(), stream));
  });
}

Status Uploader::stage(const PackedCopy& copy, Transfer transfer) {
  copy_pool_->copy(copy, transfer);
  if (transfer.status.ok())
    use_.bytes_staged.fetch_add(copy.bytes(), std::memory_order_relaxed);
  return transfer.status;
}

} // namespace videohistogram::cuda
