// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/families.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

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
  /// Where the planes of a frame lie.
  struct Place {
    uint32_t planes = 0; ///< 0: there is no frame
    std::array<uintptr_t, max_planes> first_rows{};
    std::array<ptrdiff_t, max_planes> strides{};

    explicit Place(const FrameView* frame);
    /// The bytes by which all planes lie further on than those at `other`. None if strides differ,
    /// or distances.
    std::optional<ptrdiff_t> distance_from(const Place& other) const;
  };

  SharedPlan plan_;     ///< null: launches_ is not valid
  uint32_t height_ = 0; ///< of the last frame, as the members below
  Place now_{nullptr}, before_{nullptr};
  std::vector<Rect> regions_;
  bool interlaced_ = false, before_interlaced_ = false;

  FrameLaunches launches_;
};

/// Launches the kernels of all families of a frame and does not wait. The frame's first
/// matrix begins at `matrices`, each further one matrix_step() counters after the previous one.
cudaError_t launch_kernels(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream);

} // namespace videohistogram::cuda
