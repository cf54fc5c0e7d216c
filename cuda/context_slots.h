// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "cuda/slot.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

/// A backend's slots in one CUDA context, with the kernels loaded there.
/// Thread-safety: as for Backend::prepare() and Backend::submit().
class ContextSlots {
public:
  /// Loads the kernels into the context and creates `config.depth` slots; the depth is already
  /// clamped. `use` outlives the slots.
  static Expected<std::unique_ptr<ContextSlots>> create(MemoryPlace context,
                                                        const CudaConfig& config, DeviceUsage& use);
  ~ContextSlots();

  const MemoryPlace& context() const { return shared_.context; }
  const NumaNode& node() const { return node_; }

  /// Whether no job is pending.
  bool idle() const;
  /// Whether frames were submitted or memory was reserved since announce(). True before announce().
  bool used() const { return used_; }

  /// Frees memory that the announced frames do not need. Slots beyond the frames' limit free all of
  /// theirs.
  void announce(const FramesAhead& frames);
  /// Reserves memory for announced frames, which come from the host. Call only after announce().
  void reserve(const FramesAhead& frames);
  /// Starts to count the frame and returns the slot that counts it.
  Expected<Slot*> submit(const FrameView& frame, const SharedPlan& plan,
                         const std::vector<Rect>& regions);

private:
  /// The properties of a frame that its needs depend on, and the sizes of its buffers.
  struct Prepared {
    SharedPlan plan; ///< null: nothing is prepared
    size_t regions = 0;
    uint32_t height = 0;
    MemoryKind memory = MemoryKind::host;
    const FormatInfo* format = nullptr; ///< of the frames, which may be unpacked
    BufferSizes sizes{};
  };

  ContextSlots(MemoryPlace context, const DeviceProperties& properties, const CudaConfig& config,
               DeviceUsage& use);
  /// The sizes for announced frames, if they come from the host.
  BufferSizes host_sizes(const FramesAhead& frames) const {
    const Plan& plan = frames.plan;
    const FormatInfo& format = is_tiled(plan.format.packing) ? *plan.format.unpacked : plan.format;
    BufferSizes sizes =
        host_frame_sizes(limits_, format, plan.width, frames.height, frames_needed(plan));
    sizes.unpacked = unpacked_frame_bytes(plan, frames.height);
    return sizes;
  }
  Slot* idle_slot(bool for_matrices) const;
  void trim(const BufferSizes& sizes, FrameBuffers::Trim trim);
  Status make_room(Slot& slot, const BufferSizes& sizes);
  Status prepare(const FrameView& frame, const SharedPlan& plan, size_t regions);
  Status load(size_t family);
  Status load(const Plan& plan);
  Status load_painting(const FrameView& frame, const SharedPlan& plan);

  const NumaNode node_; ///< host memory and CPUs near the device
  const BufferLimits limits_;
  SlotShared shared_;
  std::vector<std::unique_ptr<Slot>> slots_;
  bool used_ = true;
  Prepared prepared_; ///< for the frame before; empty after announce() and an error
  size_t usable_;     ///< number of slots, from the first on, that the announced frames may use
  /// The BufferSizes::pixels to which all slots were trimmed; none if slots differ.
  std::optional<size_t> trimmed_pixels_;
  size_t last_pixels_ = 0; ///< BufferSizes::pixels of the last frame
};

} // namespace videohistogram::cuda
