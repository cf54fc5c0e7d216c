// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/cuda_backend.h"
#include "cuda/slot.h"

#include <memory>
#include <vector>

namespace videohistogram::cuda {

/// What a backend has in one context: its kernels are loaded there, and its slots live there.
/// Thread-safety: as Backend says of prepare() and submit().
class ContextSlots {
public:
  /// Loads the kernels into the context. `config.depth` is what it is going to be; `use` outlives
  /// the slots.
  static Expected<std::unique_ptr<ContextSlots>>
  create(std::shared_ptr<const DeviceContext> context, const CudaConfig& config, DeviceUse& use);
  ~ContextSlots();

  const DeviceContext& context() const { return *shared_.context; }
  const NumaNode& node() const { return shared_.node; }

  /// No job is pending.
  bool idle() const;
  /// A frame was submitted or announced since forget_use().
  bool used() const { return used_; }
  void forget_use() { used_ = false; }

  /// Makes ready for frames that come from the host.
  void prepare(const FramesAhead& frames);
  Expected<JobPtr> submit(const FrameView& frame, const Request& request);

private:
  ContextSlots() = default;
  Slot* idle_slot(bool for_matrix) const;
  void fit(const SlotNeeds& needs, bool keep_small);
  Status make_room(Slot& slot, const SlotNeeds& needs);

  SlotShared shared_{};
  std::vector<std::unique_ptr<Slot>> slots_;
  bool used_ = true;
  size_t frame_bytes_ = 0; ///< what all slots' memory is for; 0: they differ
};

} // namespace videohistogram::cuda
