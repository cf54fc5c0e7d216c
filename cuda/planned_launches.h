// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/byte/plan.h"
#include "cuda/kernels/deep/plan.h"
#include "cuda/kernels/projection/plan.h"

#include <array>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

/// All that is launched to count a frame.
struct FrameLaunches {
  std::optional<ByteLaunch> bytes; ///< all histograms of 8-bit samples; none of deeper ones
  std::vector<DeepLaunch> deep;    ///< of deeper samples the frame, then each region
  std::vector<ProjectionLaunch> projections; ///< without their matrices
};

/// The launches for frame after frame. Frames of a stream mostly differ in their addresses alone:
/// then the launches of the frame before are taken, which costs a hundredth of planning them.
/// Thread-safety: one thread at a time.
class PlannedLaunches {
public:
  /// The launches that count a frame, which has passed check_plan() and whose planes lie in device
  /// memory. Device and memory must be those of the call before, unless forget() came between.
  /// Calls no CUDA and reads no pixel. Kept until the next call.
  const FrameLaunches& plan(const DeviceProperties& device, const SharedPlan& plan,
                            const FrameView& frame, const std::vector<Rect>& regions,
                            const CountMemory& memory);

  void forget() { plan_.reset(); }

private:
  bool is_for(const SharedPlan& plan, const FrameView& frame,
              const std::vector<Rect>& regions) const;

  SharedPlan plan_;     ///< null: there are no launches, else some for frames that lie so:
  uint32_t height_ = 0; ///< of the frame
  std::array<uintptr_t, max_planes> first_rows_{}; ///< their addresses
  std::array<ptrdiff_t, max_planes> strides_{};
  std::vector<Rect> regions_;

  FrameLaunches launches_;
};

/// Launches them one after the other and does not wait. The matrix of each projection begins
/// matrix_step() counters behind the one before, the first one at `matrices`.
cudaError_t launch_kernels(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream);

} // namespace videohistogram::cuda
