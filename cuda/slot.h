// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "cuda/device/completion.h"
#include "cuda/device/device_properties.h"
#include "cuda/device/device_usage.h"
#include "cuda/device/numa.h"
#include "cuda/device/resources.h"
#include "cuda/frame_buffers.h"
#include "cuda/painter.h"
#include "cuda/planned_launches.h"
#include "cuda/transfer/colour_tables.h"
#include "cuda/transfer/device_matrix.h"
#include "cuda/transfer/light_tables.h"
#include "cuda/transfer/upload.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace videohistogram::cuda {

/// The state that all slots of a context share. Thread-safety: only the submitting thread uses
/// `device`, `uploader` and `matrix_reader`; the rest is constant, or as its type says.
struct SlotShared {
  const MemoryPlace context;
  DeviceProperties device; ///< preparing further kernels may change it
  const NumaNode& node;    ///< host memory and CPUs near the device
  const std::chrono::milliseconds time_limit;
  const bool measure_time;
  DeviceUsage& use;
  Uploader uploader;
  /// Created before the first frame that has matrices.
  std::shared_ptr<MatrixReader> matrix_reader;
  ColourTables colour_tables{};
  LightTables light_tables{};
  /// Used by frames with a painting, of which one at a time is in flight.
  Painter painter{};
  FamilySet loaded{}; ///< families whose kernels are loaded
  bool unpacking_loaded = false;
};

/// The device side of one frame in flight: it uploads the frame, launches the kernels and returns
/// the result. Its members own the memory, copy the pixels and track completion.
/// Thread-safety: the submitting thread uses the slot while it is idle, the job's thread while it
/// is not; both may call wait_for_device().
class Slot {
public:
  explicit Slot(SlotShared& shared)
      : shared_(shared), completion_(shared.time_limit, shared.measure_time),
        buffers_(shared.node) {}

  bool idle() const { return idle_.load(std::memory_order_acquire); }
  /// Call only while the slot is idle and the context is current.
  FrameBuffers& buffers() { return buffers_; }

  // The submitting thread calls these with the context current, while the slot is idle:

  /// Allocates what a frame of these sizes needs and the slot lacks.
  Status reserve(const BufferSizes& sizes);
  /// Starts to count a frame; `sizes` are its frame_sizes(). On success the slot is no longer idle.
  /// After an error the slot is idle, and the device is done with the frame or lost.
  Status start(const FrameView& frame, const SharedPlan& plan, const std::vector<Rect>& regions,
               const BufferSizes& sizes);

  /// Waits until the device is done with the frame, for a bounded time, with the context current.
  Status wait_for_device() { return completion_.wait(); }

  // The functions of Job, for the slot's present frame:
  Status wait(uint32_t* counts);
  bool holds_frame() const {
    return path_ == TransferPath::in_place || path_ == TransferPath::pinned || before_pinned_;
  }
  const FrameView* host_pixels() const { return host_pixels_ ? &*host_pixels_ : nullptr; }
  /// The staging block belongs to the slot, and start() overwrites it only after it has saved the
  /// matrices of the frame before. Blocks of a lost device are never freed.
  bool keeps_pixels() const { return host_pixels_ && path_ == TransferPath::staged; }
  std::shared_ptr<Matrix> matrix(size_t index) const;
  const Sums* sums() const { return plan_->sums.empty() ? nullptr : &sums_; }
  std::optional<std::chrono::nanoseconds> device_time() const { return device_time_; }
  void release();

private:
  Status enqueue(const FrameView& frame, const std::vector<Rect>& regions,
                 const BufferSizes& sizes);
  Status enqueue_work(const FrameView& frame, const std::vector<Rect>& regions,
                      const BufferSizes& sizes);
  Expected<Upload> upload_with_before(const FrameView& frame, const BufferSizes& sizes);
  Expected<FrameView> unpack(const FrameView& device_frame);
  Status launch(const FrameView& device_frame, const std::vector<Rect>& regions);
  void count_transfer();
  Status finish_device_work();
  void note_device_done();

  SlotShared& shared_;
  Stream stream_;
  Completion completion_;
  FrameBuffers buffers_;
  PlannedLaunches launches_;

  // State of the slot's present frame:
  SharedPlan plan_;
  TransferPath path_ = TransferPath::in_place;
  Sums sums_;                            ///< after wait()
  bool has_before_ = false;              ///< the frame is compared with the frame before
  bool before_pinned_ = false;           ///< the copy engine reads the frame before in place
  std::optional<FrameView> host_pixels_; ///< none if the frame cannot be counted again
  size_t regions_ = 0;
  bool device_done_ = false;
  std::optional<std::chrono::nanoseconds> device_time_;

  std::atomic<bool> idle_{true};
};

} // namespace videohistogram::cuda
