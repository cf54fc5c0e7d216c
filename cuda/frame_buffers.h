// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "core/plan.h"
#include "cuda/device/numa.h"
#include "cuda/device/resources.h"
#include "cuda/kernels/byte/byte_plan.h"
#include "cuda/transfer/device_matrix.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram::cuda {

/// The size limits for the buffers in a context.
struct BufferLimits {
  size_t scratch; ///< bytes of scratch per frame; deep samples may need more
  size_t staging; ///< maximum bytes of a staging block; larger frames go through the ring
};

/// Scratch bytes per frame; the scratch of `depth` frames together stays below 1 MiB.
size_t scratch_bytes_for(uint32_t depth);

/// Bytes of each buffer that one frame needs.
struct BufferSizes {
  size_t pixels;   ///< device memory; 0 for a frame that is already in device memory
  size_t staging;  ///< pinned memory for a pageable frame; 0 if no block is needed
  size_t scratch;  ///< device memory in which thread blocks merge; all zero between frames
  size_t results;  ///< mapped pinned memory
  size_t matrices; ///< device memory for the matrices
  size_t values;   ///< device memory for value images
  size_t unpacked; ///< device memory for frames of packed samples, unpacked
};

/// The number of frames whose pixels a frame's count needs: 2 with the frame before.
inline uint32_t frames_needed(const Plan& plan) {
  return plan.of_two_frames() ? 2 : 1;
}
/// Bytes for the unpacked frames that the count of a frame of `height` rows needs; 0 if its samples
/// are not packed, or are counted where they lie.
size_t unpacked_frame_bytes(const Plan& plan, uint32_t height);
/// The sizes for frames from the host, each with the pixels of `frames` frames in succession. They
/// suffice for the plane histograms of 8-bit samples.
BufferSizes host_frame_sizes(const BufferLimits& limits, const FormatInfo& format, uint32_t width,
                             uint32_t height, uint32_t frames = 1);
/// The sizes for one frame, which has passed check_plan(), with `regions` regions.
BufferSizes frame_sizes(const BufferLimits& limits, const FrameView& frame, const Plan& plan,
                        size_t regions);

/// The memory of one frame in flight, kept for the next frame. Only two calls allocate: reserve(),
/// and staging() for the first pageable frame. Whenever memory is freed, CUDA waits for the whole
/// device without a time limit.
/// Thread-safety: one thread at a time, with the context current; another thread may call results()
/// and matrices() while the frame is counted.
class FrameBuffers {
public:
  /// `node` is the NUMA node near the device.
  explicit FrameBuffers(const NumaNode& node) : node_(node) {}
  ~FrameBuffers();
  FrameBuffers(const FrameBuffers&) = delete;
  FrameBuffers& operator=(const FrameBuffers&) = delete;

  /// The blocks that trim() frees. `large`: blocks more than 25 % larger than needed.
  /// `all_but_exact`: every block whose size differs from what is needed. trim() frees nothing if
  /// the counts of held matrices cannot be saved.
  enum class Trim { large, all_but_exact };
  void trim(const BufferSizes& sizes, Trim trim);

  /// Whether reserve() would free a block, and so wait for the device.
  bool reserve_frees(const BufferSizes& sizes) const;
  /// Whether reserve() would keep the addresses in count_memory().
  bool has_count_memory(const BufferSizes& sizes) const;
  /// Call before each frame, since the frame overwrites all of the memory. First copies matrices()
  /// to the host if a reader still holds them; if that fails, all memory stays as it is. Then
  /// replaces the blocks that are too small; new scratch is cleared in `stream`. If
  /// `sizes.matrices` is not 0, creates new matrices(), which `reader` copies to the host;
  /// otherwise `reader` may be null. After an error every block is either complete or empty, and
  /// the next call tries again.
  Status reserve(const BufferSizes& sizes, cudaStream_t stream,
                 const std::shared_ptr<MatrixReader>& reader);

  /// Device memory for the pixels.
  uint8_t* pixels() const { return pixels_.data(); }
  /// Pinned memory for the pixels, which the first call allocates: only pageable frames that do not
  /// go through the ring need it.
  Expected<uint8_t*> staging();
  /// Device memory for unpacked frames.
  uint8_t* unpacked() const { return unpacked_.data(); }
  /// Without a hue table.
  CountMemory count_memory() const;
  /// The results in count_memory(), at their host address.
  const uint32_t* results() const;
  /// The matrices of the last frame; null if it has none.
  const std::shared_ptr<DeviceMatrices>& matrices() const { return matrices_; }
  /// Whether a reader still holds matrices(). The next matrices then cost a copy to the host.
  bool matrices_held() const { return matrices_ && matrices_.use_count() > 1; }

private:
  Status end_matrices();
  Status make_matrices(size_t bytes, const std::shared_ptr<MatrixReader>& reader);
  size_t matrix_bytes() const { return matrices_ ? matrices_->size() : matrix_memory_.size(); }

  const NumaNode& node_;
  DeviceBlock pixels_;
  DeviceBlock scratch_;
  DeviceBlock values_;
  DeviceBlock unpacked_;
  PinnedBlock staging_;
  PinnedBlock mapped_; ///< region blocks, then results
  std::shared_ptr<DeviceMatrices> matrices_;
  DeviceBlock matrix_memory_; ///< for the next matrices; empty while matrices_ uses it
};

} // namespace videohistogram::cuda
