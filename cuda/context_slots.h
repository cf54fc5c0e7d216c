// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "cuda/slot.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

/// What a backend has in one context: its kernels are loaded there, and its slots live there.
/// Thread-safety: as Backend says of prepare() and submit().
class ContextSlots {
public:
  /// Loads the kernels into the context. `config.depth` is what it is going to be; `use` outlives
  /// the slots.
  static Expected<std::unique_ptr<ContextSlots>>
  create(std::shared_ptr<const DeviceContext> context, const CudaConfig& config, DeviceUsage& use);
  ~ContextSlots();

  const DeviceContext& context() const { return *shared_.context; }
  const NumaNode& node() const { return node_; }

  /// No job is pending.
  bool idle() const;
  /// Frames were submitted, or memory was reserved, since announce().
  bool used() const { return used_; }

  /// Frees what such frames do not need, and all of the slots that they may not use.
  void announce(const FramesAhead& frames);
  /// Reserves memory for them. Only after announce(), if they come from the host.
  void reserve(const FramesAhead& frames);
  /// A slot that counts the frame.
  Expected<Slot*> submit(const FrameView& frame, const SharedPlan& plan,
                         const std::vector<Rect>& regions);

private:
  ContextSlots(std::shared_ptr<const DeviceContext> context, const DeviceProperties& properties,
               const CudaConfig& config, DeviceUsage& use);
  Slot* idle_slot(bool for_matrices) const;
  void trim(const BufferSizes& sizes, FrameBuffers::Trim trim);
  Status make_room(Slot& slot, const BufferSizes& sizes);
  Status load_projection_kernels();

  const NumaNode node_; ///< near the device
  const BufferLimits limits_;
  SlotShared shared_;
  std::vector<std::unique_ptr<Slot>> slots_;
  bool used_ = true;
  size_t usable_; ///< how many slots, the first ones, the announced frames may use
  /// BufferSizes::pixels that the buffers of all slots were trimmed to; none if they differ.
  std::optional<size_t> trimmed_pixels_;
};

} // namespace videohistogram::cuda
