// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/context.h"
#include "cuda/copy_pool.h"
#include "cuda/device_matrix.h"
#include "cuda/device_use.h"
#include "cuda/launch_shape.h"
#include "cuda/memory.h"
#include "cuda/numa.h"
#include "cuda/placement.h"
#include "cuda/planned_count.h"
#include "cuda/poll_schedule.h"
#include "cuda/region_plan.h"
#include "cuda/staging_ring.h"
#include "histogram/backend.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>

namespace videohistogram::cuda {

/// Of the region blocks that a slot has room for.
constexpr size_t region_block_bytes = max_region_blocks * sizeof(RegionBlock);

/// What the slots of a context share. Thread-safety: constant, but for `use`, and for matrix_reader
/// and `ring`, which are the submitting thread's.
struct SlotShared {
  std::shared_ptr<const DeviceContext> context;
  DeviceProperties device;
  NumaNode node;        ///< near the device
  size_t scratch_bytes; ///< of a slot, for 8-bit samples
  std::chrono::milliseconds time_limit;
  bool measure_time;
  size_t most_staged_bytes; ///< of a frame that has a staging block of its size
  std::shared_ptr<CopyPool> copy_pool;
  /// Made by the submitting thread for the first frame that is counted along a direction, whose
  /// kernels are loaded then too.
  std::shared_ptr<MatrixReader> matrix_reader;
  /// Made for the first frame that goes through it.
  std::unique_ptr<StagingRing> ring;
  DeviceUse* use;

  /// A frame of so many bytes that has to be staged goes through the ring.
  bool is_for_ring(size_t bytes) const { return bytes > most_staged_bytes; }
};

/// Scratch that a slot can have so that that of `depth` slots takes less than 1 MiB.
size_t scratch_bytes_for(uint32_t depth);

/// What a frame in flight needs.
struct SlotNeeds {
  size_t frame_bytes;      ///< device memory for the pixels; 0: they are there
  size_t scratch_bytes;    ///< device memory in which blocks meet; zero between frames
  size_t result_bytes;     ///< mapped pinned memory
  size_t matrix_bytes = 0; ///< device memory for the counts along a direction; 0: there are none
};

/// The memory, stream and event that one frame in flight needs, reused from frame to frame. It is
/// the job of the frame that is in it.
/// Thread-safety: the submitting thread uses it while it is idle, the job's thread while it is not;
/// finish() from both.
class Slot final : public Job {
public:
  explicit Slot(SlotShared& shared) : shared_(shared) {}
  ~Slot() { drop_matrix(); }

  bool idle() const { return idle_.load(std::memory_order_acquire); }
  /// Somebody has the last matrix, whose memory is this slot's.
  bool matrix_held() const { return matrix_ && matrix_.use_count() > 1; }

  /// What a frame needs that comes from the host, before it is there.
  SlotNeeds needs(const FormatInfo& format, uint32_t width, uint32_t height) const;
  /// What this frame and request need.
  SlotNeeds needs(const FrameView& frame, const Request& request) const;

  // With the context current, by the submitting thread:

  /// Frees what is far more than `needs` says, and unless `keep_small` what is less. The slot must
  /// be idle.
  void fit(const SlotNeeds& needs, bool keep_small);
  /// Gets whatever is needed and is not there yet. What is too small is freed first, and gets a
  /// margin; on an error nothing is left half made, and the next call tries again.
  Status acquire(const SlotNeeds& needs);
  /// acquire() would free memory, which waits for everything that is on the device.
  bool must_free(const SlotNeeds& needs) const;
  /// Starts to count a frame. acquire() must have been successful. The slot is not idle afterwards,
  /// unless an error is returned.
  Status start(const FrameView& frame, const Request& request);
  /// Waits until the device has finished the frame: at most as long as the time limit, which begins
  /// when the work of others is done that the frame has to wait for.
  Status finish();

  // Job:
  Status wait(uint32_t* counts) override;
  bool holds_frame() const override { return holds_frame_; }
  const FrameView* host_pixels() const override {
    return host_pixels_.format ? &host_pixels_ : nullptr;
  }
  std::shared_ptr<Matrix> matrix() override { return has_matrix_ ? matrix_ : nullptr; }
  std::chrono::nanoseconds device_time() const override { return device_time_; }
  void release() override;

private:
  class Upload;

  Status make_events();
  Status make_matrix(size_t bytes);
  DeviceBlock drop_matrix();
  Status begin(const FrameView& frame, const Request& request);
  Status finish_rest();
  void note_finished();

  Status follow(const FrameView& frame);
  Status upload(const FrameView& frame, const Placement& placement);
  Status upload_pinned(const FrameView& frame, const Placement& placement);
  Status upload_staged(const FrameView& frame, const Placement& placement);
  Status stage(PackedCopy copy, size_t offset);
  Status launch(const FrameView& frame, const Request& request);
  uint8_t* results() const { return mapped_.device_data() + region_block_bytes; }

  SlotShared& shared_;
  Stream stream_;
  Event done_;
  Event begun_;   ///< only if times are measured
  Event written_; ///< what the frame's own stream has to do first; only once one came
  DeviceBlock frame_;
  DeviceBlock scratch_;
  PinnedBlock staging_; ///< only once a pageable frame came that does not go through the ring
  PinnedBlock mapped_;  ///< region blocks, then results
  PlannedCount planned_;
  std::shared_ptr<DeviceMatrix> matrix_; ///< of the last frame that had one

  FrameView host_pixels_;    ///< without a format: there are none
  bool has_matrix_ = false;  ///< it is this frame's
  bool holds_frame_ = false; ///< where it was not copied by a CPU
  bool in_ring_ = false;     ///< the last frame that was copied by a CPU went through the ring
  size_t counts_ = 0;        ///< in the result that was asked for
  uint32_t bins_ = 0;        ///< to which the device's 256 are folded; 0: it counted in bins
  bool follows_ = false;     ///< written_ is the frame's
  bool finished_ = false;    ///< the device is known to be done with the frame
  std::chrono::nanoseconds device_time_{0};
  std::chrono::steady_clock::time_point submitted_;
  uint64_t usual_pixels_ = 0;
  ExpectedTime usual_time_; ///< of frames with about so many pixels
  ExpectedTime usual_rest_; ///< of which after a copy through the ring
  std::atomic<bool> idle_{true};
};

} // namespace videohistogram::cuda
