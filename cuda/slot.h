// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/context.h"
#include "cuda/copy_pool.h"
#include "cuda/launch_shape.h"
#include "cuda/memory.h"
#include "cuda/region_plan.h"
#include "histogram/backend.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>

namespace videohistogram::cuda {

/// Of the region blocks that a slot has room for.
constexpr size_t region_block_bytes = max_region_blocks * sizeof(RegionBlock);

/// What the slots of a backend share. Thread-safety: constant, but for the counters.
struct SlotShared {
  const PrimaryContext* context;
  DeviceProperties device;
  size_t scratch_bytes; ///< of a slot, for 8-bit samples
  std::chrono::milliseconds time_limit;
  std::shared_ptr<CopyPool> copy_pool;
  std::atomic<uint64_t> bytes_uploaded{0}, bytes_staged{0};
};

/// Scratch that a slot can have so that that of `depth` slots takes less than 1 MiB.
size_t scratch_bytes_for(uint32_t depth);

/// What a frame in flight needs.
struct SlotNeeds {
  size_t frame_bytes;   ///< device memory for the pixels
  size_t scratch_bytes; ///< device memory in which blocks meet; zero between frames
  size_t result_bytes;  ///< mapped pinned memory
};

/// The memory, stream and event that one frame in flight needs, reused from frame to frame. It is
/// the job of the frame that is in it.
/// Thread-safety: the submitting thread uses it while it is idle, the job's thread while it is not;
/// finish() from both.
class Slot final : public Job {
public:
  explicit Slot(SlotShared& shared) : shared_(shared) {}

  bool idle() const { return idle_.load(std::memory_order_acquire); }

  /// What a frame of that many bytes needs, whatever is counted in it; with a request, what that
  /// needs as well.
  SlotNeeds needs(size_t frame_bytes) const;
  SlotNeeds needs(const FrameView& frame, const Request& request) const;

  // With the context current, by the submitting thread:

  /// Frees what is not exactly what `needs` says. The slot must be idle.
  void fit(const SlotNeeds& needs);
  /// Gets whatever is needed and is not there yet. What is too small is freed first; on an error
  /// nothing is left half made, and the next call tries again.
  Status acquire(const SlotNeeds& needs);
  /// acquire() would free memory, which waits for everything that is on the device.
  bool must_free(const SlotNeeds& needs) const;
  /// Starts to count a frame. acquire() must have been successful. The slot is not idle afterwards,
  /// unless an error is returned.
  Status start(const FrameView& frame, const Request& request);
  /// Waits, at most as long as the time limit, until the device has finished the frame.
  Status finish() const;

  // Job:
  Status wait(uint32_t* counts) override;
  bool holds_frame() const override { return holds_frame_; }
  const FrameView* host_pixels() const override { return &host_pixels_; }
  void release() override;

private:
  class Upload;

  bool is_pinned(const FrameView& frame) const;
  Status upload_pinned(const FrameView& frame);
  Status upload_staged(const FrameView& frame);
  Status launch(const FrameView& frame, const Request& request, bool bottom_up);
  Status launch_deep(const FrameView& frame, const Request& request, bool bottom_up);
  uint8_t* results() const { return mapped_.device_data() + region_block_bytes; }

  SlotShared& shared_;
  Stream stream_;
  Event done_;
  DeviceBlock frame_;
  DeviceBlock scratch_;
  PinnedBlock staging_; ///< only once a pageable frame came
  PinnedBlock mapped_;  ///< region blocks, then results

  FrameView host_pixels_;
  bool holds_frame_ = false;
  size_t counts_ = 0;     ///< in the result that was asked for
  uint32_t bins_ = 0;     ///< to which the device's 256 are folded; 0: it counted in bins
  bool finished_ = false; ///< the device is known to be done with the frame
  std::atomic<bool> idle_{true};
};

} // namespace videohistogram::cuda
