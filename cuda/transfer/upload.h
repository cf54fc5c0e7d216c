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

/// How the device gets at a frame's pixels.
enum class TransferPath {
  in_place, ///< they are in device memory
  pinned,   ///< the copy engine reads them from where they are on the host
  staged,   ///< a CPU copies them to a pinned block as large as they are
  ring,     ///< a CPU copies them through a pinned block that is smaller than they are
};

/// A frame from the host on its way to the device.
struct Upload {
  TransferPath path;
  FrameView device_pixels; ///< once the stream has passed the copy
  /// The same pixels where the host can read them while the frame's buffers are its own. None of a
  /// frame that went through the ring.
  std::optional<FrameView> host_pixels;
};

/// Copies frames from the host to one context's device. Thread-safety: one thread at a time, with
/// the context current.
class Uploader {
public:
  /// `node` is near the device; `max_staged_bytes` as in CudaConfig. `node` and `use` outlive
  /// this.
  Uploader(const NumaNode& node, size_t max_staged_bytes, std::chrono::milliseconds time_limit,
           DeviceUsage& use);

  /// Starts to copy `frame`, which has passed check_frame(), to `buffers.pixels()`. `buffers` were
  /// reserved for `sizes`. The stream still reads pinned and staged pixels afterwards. After an
  /// error it may still read the frame and the buffers, too.
  Expected<Upload> upload(const FrameView& frame, const BufferSizes& sizes, FrameBuffers& buffers,
                          cudaStream_t stream);

  /// Frees the ring; the next frame that goes through it gets a new one.
  void free_ring() { ring_.reset(); }

private:
  class Transfer;

  TransferPath path_of(const FrameView& frame, const Placement& placement,
                       const BufferSizes& sizes) const;
  Status copy_staged(const FrameView& frame, const Placement& placement, uint8_t* staging,
                     uint8_t* target, cudaStream_t stream);
  Status copy_through_ring(const FrameView& frame, const Placement& placement, uint8_t* target,
                           cudaStream_t stream);
  Status create_ring();
  Status stage(const PackedCopy& copy, Transfer transfer);

  const NumaNode& node_;
  const size_t ring_bytes_;
  const std::chrono::milliseconds time_limit_;
  const std::shared_ptr<CopyPool> copy_pool_;
  std::unique_ptr<StagingRing> ring_; ///< created for the first frame that goes through it
  DeviceUsage& use_;
};

} // namespace videohistogram::cuda
