// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/slot.h"

#include <memory>
#include <vector>

namespace videohistogram::cuda {

/// What a backend has in one context: its kernels are loaded there, and its slots live there.
/// Thread-safety: as Backend says of prepare() and submit().
class ContextSlots {
public:
  /// Loads the kernels into the context.
  static Expected<std::unique_ptr<ContextSlots>>
  create(std::shared_ptr<const DeviceContext> context, uint32_t depth,
         std::chrono::milliseconds time_limit, TransferCounters& transfers);
  ~ContextSlots();

  const DeviceContext& context() const { return *shared_.context; }

  /// Makes ready for frames of this size that come from the host. What cannot be had now is asked
  /// for again by submit().
  void prepare(const FormatInfo& format, uint32_t width, uint32_t height);
  Expected<JobPtr> submit(const FrameView& frame, const Request& request);

private:
  ContextSlots() = default;
  Status make_room(Slot& slot, const SlotNeeds& needs);

  SlotShared shared_{};
  std::vector<std::unique_ptr<Slot>> slots_;
  size_t frame_bytes_ = 0; ///< what all slots' memory is for; 0: they differ
};

} // namespace videohistogram::cuda
