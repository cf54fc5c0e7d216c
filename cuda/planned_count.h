// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/count_frame.h"

#include <array>

namespace videohistogram::cuda {

/// plan_count() for frame after frame. Frames of a stream mostly differ in their addresses alone;
/// then the plan before is taken, which costs a hundredth of making one.
/// Thread-safety: one thread at a time.
class PlannedCount {
public:
  /// What plan_count() gives. Device and memory must be those of the call before, unless forget()
  /// came between. Kept until the next call.
  const CountLaunch& plan(const DeviceProperties& device, const FrameView& frame,
                          const Request& request, const CountMemory& memory);

  void forget() { planned_ = false; }

private:
  bool is_for(const FrameView& frame, const Request& request) const;

  bool planned_ = false; ///< there is a plan, for this:
  const FormatInfo* format_ = nullptr;
  uint32_t width_ = 0, height_ = 0;
  std::array<uintptr_t, max_planes> first_rows_{}; ///< their addresses
  std::array<ptrdiff_t, max_planes> strides_{};
  QuantityList channels_;
  LumaWeights luma_{};

  CountLaunch launch_{};
};

} // namespace videohistogram::cuda
