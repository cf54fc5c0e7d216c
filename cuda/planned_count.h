// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/byte_plan.h"

#include <array>
#include <vector>

namespace videohistogram::cuda {

/// plan_byte_launch() for frame after frame. Frames of a stream mostly differ in their addresses
/// alone; then the plan before is taken, which costs a hundredth of making one. Thread-safety: one
/// thread at a time.
class PlannedCount {
public:
  /// What plan_byte_launch() gives. Device and memory must be those of the call before, unless
  /// forget() came between. Kept until the next call.
  const ByteLaunch& plan(const DeviceProperties& device, const SharedPlan& plan,
                         const FrameView& frame, const std::vector<Rect>& regions,
                         const CountMemory& memory);

  void forget() { plan_.reset(); }

private:
  bool is_for(const SharedPlan& plan, const FrameView& frame,
              const std::vector<Rect>& regions) const;

  SharedPlan plan_;     ///< null: there is no launch, else one for frames of this plan that lie so:
  uint32_t height_ = 0; ///< of the frame
  std::array<uintptr_t, max_planes> first_rows_{}; ///< their addresses
  std::array<ptrdiff_t, max_planes> strides_{};

  ByteLaunch launch_{};
};

} // namespace videohistogram::cuda
