// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "cuda/device/completion.h"
#include "cuda/device/device_properties.h"
#include "cuda/device/device_usage.h"
#include "cuda/device/numa.h"
#include "cuda/device/resources.h"
#include "cuda/frame_buffers.h"
#include "cuda/planned_launches.h"
#include "cuda/transfer/device_matrix.h"
#include "cuda/transfer/upload.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace videohistogram::cuda {

/// The parts that all slots of a context share. Thread-safety: only the submitting thread uses
/// `device`, `uploader` and `matrix_reader`; the rest is constant, or as its type says.
struct SlotShared {
  const std::shared_ptr<const DeviceContext> context;
  DeviceProperties device; ///< prepare_projection_kernels() adds to it
  const NumaNode& node;    ///< near the device
  const std::chrono::milliseconds time_limit;
  const bool measure_time;
  DeviceUsage& use;
  Uploader uploader;
  /// Created, and its kernels loaded, before the first frame that is counted along a direction.
  std::shared_ptr<MatrixReader> matrix_reader;
};

/// What one frame in flight has on a device. It takes the frame there, launches the count, and
/// hands out the result; its parts own the memory, copy the pixels and know when the device is
/// done. Thread-safety: the submitting thread uses it while it is idle, the job's thread while it
/// is not; wait_for_device() from both.
class Slot {
public:
  explicit Slot(SlotShared& shared)
      : shared_(shared), completion_(shared.time_limit, shared.measure_time),
        buffers_(shared.node) {}

  bool idle() const { return idle_.load(std::memory_order_acquire); }
  /// Of an idle slot, with the context current.
  FrameBuffers& buffers() { return buffers_; }

  // By the submitting thread, with the context current, while the slot is idle:

  /// Gets what a frame of such sizes needs and the slot does not have yet.
  Status reserve(const BufferSizes& sizes);
  /// Starts to count a frame, for which `sizes` are frame_sizes(). The slot is not idle afterwards,
  /// unless an error is returned; the device is then done with the frame, or lost.
  Status start(const FrameView& frame, const SharedPlan& plan, const std::vector<Rect>& regions,
               const BufferSizes& sizes);

  /// Waits until the device is done with the frame, for a bounded time. With the context current.
  Status wait_for_device() { return completion_.wait(); }

  // As Job has them, of the frame that is in it:
  Status wait(uint32_t* counts);
  bool holds_frame() const {
    return path_ == TransferPath::in_place || path_ == TransferPath::pinned;
  }
  const FrameView* host_pixels() const { return host_pixels_ ? &*host_pixels_ : nullptr; }
  std::shared_ptr<Matrix> projection(size_t index) const;
  std::optional<std::chrono::nanoseconds> device_time() const { return device_time_; }
  void release();

private:
  Status enqueue(const FrameView& frame, const std::vector<Rect>& regions,
                 const BufferSizes& sizes);
  Status enqueue_work(const FrameView& frame, const std::vector<Rect>& regions,
                      const BufferSizes& sizes);
  Status launch(const FrameView& device_frame, const std::vector<Rect>& regions);
  void count_transfer();
  void note_device_done();

  SlotShared& shared_;
  Stream stream_;
  Completion completion_;
  FrameBuffers buffers_;
  PlannedLaunches launches_;

  // Of the frame that is in it:
  SharedPlan plan_;
  TransferPath path_ = TransferPath::in_place;
  std::optional<FrameView> host_pixels_; ///< none: the frame cannot be counted again
  size_t counts_ = 0;                    ///< of all histograms, in the plan's bins
  bool device_done_ = false;
  std::optional<std::chrono::nanoseconds> device_time_;

  std::atomic<bool> idle_{true};
};

} // namespace videohistogram::cuda
