// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/context.h"
#include "cuda/copy_pool.h"
#include "cuda/launch_shape.h"
#include "cuda/memory.h"
#include "histogram/backend.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>

namespace videohistogram::cuda {

/// What the slots of a backend share. Thread-safety: constant, but for the counters.
struct SlotShared {
  const PrimaryContext* context;
  DeviceProperties device;
  uint32_t scratch_sets; ///< rectangles of a frame that may have several blocks each
  std::chrono::milliseconds time_limit;
  std::shared_ptr<CopyPool> copy_pool;
  std::atomic<uint64_t> bytes_uploaded{0}, bytes_staged{0};
};

/// Scratch sets that a slot can have so that the scratch of `depth` slots takes less than 1 MiB.
uint32_t scratch_sets_for(uint32_t depth);

/// The memory, stream and event that one frame in flight needs, reused from frame to frame. It is
/// the job of the frame that is in it.
/// Thread-safety: the submitting thread uses it while it is idle, the job's thread while it is not;
/// finish() from both.
class Slot final : public Job {
public:
  explicit Slot(SlotShared& shared) : shared_(shared) {}

  bool idle() const { return idle_.load(std::memory_order_acquire); }

  // With the context current, by the submitting thread:

  /// Frees the frame's memory unless it is exactly what frames of `frame_bytes` bytes need. The
  /// slot must be idle.
  void fit(size_t frame_bytes);
  /// Gets whatever such a frame needs and is not there yet. What is too small is freed first; on an
  /// error nothing is left half made, and the next call tries again.
  Status acquire(size_t frame_bytes);
  /// acquire() would free memory, which waits for everything that is on the device.
  bool must_free(size_t frame_bytes) const;
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
  size_t device_bytes(size_t frame_bytes) const;

  SlotShared& shared_;
  Stream stream_;
  Event done_;
  DeviceBlock device_;  ///< the frame, then tickets and counters
  PinnedBlock staging_; ///< only once a pageable frame came
  PinnedBlock mapped_;  ///< results, then region blocks

  FrameView host_pixels_;
  bool holds_frame_ = false;
  size_t counts_ = 0;     ///< in the result
  bool finished_ = false; ///< the device is known to be done with the frame
  std::atomic<bool> idle_{true};
};

} // namespace videohistogram::cuda
