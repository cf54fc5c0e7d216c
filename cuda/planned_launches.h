// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/byte/plan.h"
#include "cuda/kernels/colour/plan.h"
#include "cuda/kernels/deep/plan.h"
#include "cuda/kernels/joint/plan.h"
#include "cuda/kernels/projection/plan.h"
#include "cuda/kernels/values/plan.h"

#include <array>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

/// All kernel launches for one frame.
struct FrameLaunches {
  std::optional<ByteLaunch> bytes;   ///< plane histograms of 8-bit samples
  std::vector<DeepLaunch> deep;      ///< those of deeper samples: the frame, then each region
  std::vector<ColourLaunch> colours; ///< pixel and chroma histograms: the frame, then each region
  std::vector<ValuesLaunch> values;  ///< images that projections are counted from
  std::vector<ProjectionLaunch> projections; ///< launch_kernels() sets their matrices
  std::vector<JointLaunch> joints; ///< the frame, then each region; their matrices as above
  bool overlap = false;            ///< launches may begin while the one before them ends
};

/// Plans the launches of consecutive frames. Frames of a stream mostly differ in their addresses
/// only; the previous frame's launches are then reused, which costs a hundredth of planning them.
class PlannedLaunches {
public:
  /// Returns the launches that count a frame, which has passed check_plan() and whose planes lie in
  /// device memory. `device` and `memory` must be those of the previous call, unless forget() came
  /// between. Calls no CUDA and reads no pixel. The result is valid until the next call.
  const FrameLaunches& plan(const DeviceProperties& device, const SharedPlan& plan,
                            const FrameView& frame, const std::vector<Rect>& regions,
                            const CountMemory& memory);

  void forget() { plan_.reset(); }

private:
  bool is_for(const SharedPlan& plan, const FrameView& frame,
              const std::vector<Rect>& regions) const;

  SharedPlan plan_;                                ///< null: launches_ is not valid
  uint32_t height_ = 0;                            ///< of the last frame, as the members below
  std::array<uintptr_t, max_planes> first_rows_{}; ///< addresses
  std::array<ptrdiff_t, max_planes> strides_{};
  std::vector<Rect> regions_;
  bool interlaced_ = false;

  FrameLaunches launches_;
};

/// Launches all kernels in order and does not wait. The frame's first matrix begins at `matrices`,
/// each further one matrix_step() counters behind the previous one. The matrices of joint
/// histograms are cleared while the kernels of plane histograms end.
cudaError_t launch_kernels(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream);

} // namespace videohistogram::cuda
