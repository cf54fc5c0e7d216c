// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "core/plan.h"
#include "cuda/device/numa.h"
#include "cuda/device/resources.h"
#include "cuda/kernels/byte/plan.h"
#include "cuda/transfer/device_matrix.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram::cuda {

/// The rules for the sizes of buffers in a context.
struct BufferLimits {
  size_t scratch; ///< bytes of scratch that every frame gets; deep samples may need more
  size_t staging; ///< bytes of the largest staging block; larger frames go through the ring
};

/// Bytes of scratch per frame, so that those of `depth` frames together stay below 1 MiB.
size_t scratch_bytes_for(uint32_t depth);

/// The bytes that one frame needs of each buffer.
struct BufferSizes {
  size_t pixels;   ///< device memory; 0 for a frame that is in device memory already
  size_t staging;  ///< pinned memory, if the frame is pageable; 0 if it does not need a block
  size_t scratch;  ///< device memory in which blocks of threads merge; zero between frames
  size_t results;  ///< mapped pinned memory
  size_t matrices; ///< device memory for the projections
};

/// Of 8-bit frames from the host, whatever is counted.
BufferSizes host_frame_sizes(const BufferLimits& limits, const FormatInfo& format, uint32_t width,
                             uint32_t height);
/// Of one frame, which has passed check_plan(), with so many regions.
BufferSizes frame_sizes(const BufferLimits& limits, const FrameView& frame, const Plan& plan,
                        size_t regions);

/// The memory of one frame in flight, which is kept for the next one. Two of its calls allocate:
/// reserve(), and staging() for the first pageable frame. CUDA waits for the whole device, without
/// a limit, whenever memory is freed.
/// Thread-safety: one thread at a time, with the context current; results() and matrices() may be
/// called from another thread while the frame is counted.
class FrameBuffers {
public:
  /// `node` is the part of the host's memory that is near the device.
  explicit FrameBuffers(const NumaNode& node) : node_(node) {}
  ~FrameBuffers() { drop_matrices(); }
  FrameBuffers(const FrameBuffers&) = delete;
  FrameBuffers& operator=(const FrameBuffers&) = delete;

  /// Which blocks trim() frees: those that are more than a quarter too large, or all that have not
  /// exactly that size. A block that is too small and kept gets a margin when reserve() replaces
  /// it.
  enum class Trim { large, all_but_exact };
  void trim(const BufferSizes& sizes, Trim trim);

  /// reserve() would free a block, and so wait for the device.
  bool reserve_frees(const BufferSizes& sizes) const;
  /// reserve() would leave the addresses in count_memory() as they are.
  bool has_count_memory(const BufferSizes& sizes) const;
  /// Replaces the blocks that are too small; new scratch is cleared in `stream`. If `sizes` has a
  /// projections, matrices() are then new ones, which `reader` copies out; else `reader` may be
  /// null. After an error no block is half made, and the next call tries again.
  Status reserve(const BufferSizes& sizes, cudaStream_t stream,
                 const std::shared_ptr<MatrixReader>& reader);

  /// Device memory for the pixels.
  uint8_t* pixels() const { return pixels_.data(); }
  /// Pinned memory for the pixels, which the first call allocates: only pageable frames that do not
  /// go through the ring need it.
  Expected<uint8_t*> staging();
  CountMemory count_memory() const;
  /// The results in count_memory(), where the host reads them.
  const uint32_t* results() const;
  /// The projections of the last frame that had some; null before the first one.
  const std::shared_ptr<DeviceMatrices>& matrices() const { return matrices_; }
  /// A reader still holds matrices(): the next ones cost a copy of their counts to the host.
  bool matrices_held() const { return matrices_ && matrices_.use_count() > 1; }

private:
  Status make_matrices(size_t bytes, const std::shared_ptr<MatrixReader>& reader);
  DeviceBlock drop_matrices();

  const NumaNode& node_;
  DeviceBlock pixels_;
  DeviceBlock scratch_;
  PinnedBlock staging_;
  PinnedBlock mapped_; ///< region blocks, then results
  std::shared_ptr<DeviceMatrices> matrices_;
};

} // namespace videohistogram::cuda
