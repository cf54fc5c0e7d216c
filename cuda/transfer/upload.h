// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "cuda/device/device_usage.h"
#include "cuda/device/numa.h"
#include "cuda/frame_buffers.h"
#include "cuda/transfer/copy_pool.h"
#include "cuda/transfer/placement.h"
#include "cuda/transfer/staging_ring.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

namespace videohistogram::cuda {

/// How a frame's pixels reach the device.
enum class TransferPath {
  in_place, ///< the pixels are in device memory already
  pinned,   ///< the copy engine reads the pixels in place on the host
  staged,   ///< the CPU copies the pixels to a pinned block of equal size
  ring,     ///< the CPU copies the pixels through a smaller pinned block
};

/// A frame from the host whose copy to the device is enqueued.
struct Upload {
  TransferPath path;
  FrameView device_pixels; ///< valid once the stream has passed the copy
  /// The same pixels at a host address, valid while the job keeps the frame and its buffers. None
  /// for a frame that went through the ring.
  std::optional<FrameView> host_pixels;
};

/// Copies frames from the host to one context's device. Thread-safety: one thread at a time, with
/// the context current.
class Uploader {
public:
  /// `node`, near the device, and `use` outlive the uploader; `max_staged_bytes` is CudaConfig's.
  Uploader(const NumaNode& node, size_t max_staged_bytes, std::chrono::milliseconds time_limit,
           DeviceUsage& use);

  /// Starts to copy `frame`, which has passed check_frame(), to `buffers.pixels()` + `offset`.
  /// `buffers` were reserved for `sizes`. After the call the stream still reads pinned and staged
  /// pixels. After an error the stream may still read the frame and the buffers.
  Expected<Upload> upload(const FrameView& frame, const BufferSizes& sizes, FrameBuffers& buffers,
                          cudaStream_t stream, size_t offset = 0);

  /// Frees the ring; the next frame that needs a ring gets a new one.
  void free_ring() { ring_.reset(); }

private:
  class Transfer;

  TransferPath path_of(const FrameView& frame, const Placement& placement,
                       const BufferSizes& sizes) const;
  Status copy_staged(const FrameView& frame, const Placement& placement, uint8_t* staging,
                     uint8_t* target, cudaStream_t stream);
  Status copy_through_ring(const FrameView& frame, const Placement& placement, uint8_t* target,
                           cudaStream_t stream);
  Status stage(const PackedCopy& copy, Transfer transfer);

  const NumaNode& node_;
  const size_t ring_bytes_;
  const std::chrono::milliseconds time_limit_;
  const std::shared_ptr<CopyPool> copy_pool_;
  std::unique_ptr<StagingRing> ring_; ///< created for the first frame that goes through it
  DeviceUsage& use_;
};

} // namespace videohistogram::cuda
