// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/context.h"
#include "cuda/copy_pool.h"
#include "cuda/launch_shape.h"
#include "cuda/memory.h"
#include "cuda/placement.h"
#include "cuda/region_plan.h"
#include "histogram/backend.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>

namespace videohistogram::cuda {

/// Of the region blocks that a slot has room for.
constexpr size_t region_block_bytes = max_region_blocks * sizeof(RegionBlock);

/// How many bytes went where, of all slots of a backend.
struct TransferCounters {
  std::atomic<uint64_t> bytes_uploaded{0}, bytes_staged{0};
  std::atomic<uint64_t> zero_copy_frames{0}, pinned_frames{0}, staged_frames{0};
};

/// What the slots of a context share. Thread-safety: constant, but for the counters.
struct SlotShared {
  std::shared_ptr<const DeviceContext> context;
  DeviceProperties device;
  size_t scratch_bytes; ///< of a slot, for 8-bit samples
  std::chrono::milliseconds time_limit;
  std::shared_ptr<CopyPool> copy_pool;
  TransferCounters* transfers;
};

/// Scratch that a slot can have so that that of `depth` slots takes less than 1 MiB.
size_t scratch_bytes_for(uint32_t depth);

/// What a frame in flight needs.
struct SlotNeeds {
  size_t frame_bytes;   ///< device memory for the pixels; 0: they are there
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

  /// What a frame needs that comes from the host, before it is there.
  SlotNeeds needs(const FormatInfo& format, uint32_t width, uint32_t height) const;
  /// What this frame and request need.
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
  const FrameView* host_pixels() const override {
    return host_pixels_.format ? &host_pixels_ : nullptr;
  }
  void release() override;

private:
  class Upload;

  Status follow(const FrameView& frame);
  Status upload(const FrameView& frame, const Placement& placement);
  Status upload_pinned(const FrameView& frame, const Placement& placement);
  Status upload_staged(const FrameView& frame, const Placement& placement);
  Status launch(const FrameView& frame, const Request& request);
  uint8_t* results() const { return mapped_.device_data() + region_block_bytes; }

  SlotShared& shared_;
  Stream stream_;
  Event done_;
  Event written_; ///< what the frame's own stream has to do first; only once one came
  DeviceBlock frame_;
  DeviceBlock scratch_;
  PinnedBlock staging_; ///< only once a pageable frame came
  PinnedBlock mapped_;  ///< region blocks, then results

  FrameView host_pixels_;    ///< without a format: there are none
  bool holds_frame_ = false; ///< where it was not copied by a CPU
  size_t counts_ = 0;        ///< in the result that was asked for
  uint32_t bins_ = 0;        ///< to which the device's 256 are folded; 0: it counted in bins
  bool finished_ = false;    ///< the device is known to be done with the frame
  std::atomic<bool> idle_{true};
};

} // namespace videohistogram::cuda
