// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/direction_kernel.h"
#include "cuda/launch_shape.h"
#include "histogram/direction.h"
#include "histogram/frame.h"
#include "histogram/plan.h"

#include <cstdint>

namespace videohistogram::cuda {

/// The picture that is counted along a direction.
struct DirectionWork {
  Direction direction;
  uint32_t width, height;
  uint32_t bins;
  uint32_t pixel_bytes;
  bool bytes; ///< samples are bytes
};

/// How a picture is cut into strips on a device. Right on every device that CUDA knows (48 KiB of
/// shared memory), tuned for some. Pure: the same arguments give the same shape.
DirectionShape choose_direction_shape(const DeviceProperties& device, const DirectionWork& work);

/// The launch that counts a projection of a frame whose planes lie in device memory. Calls no CUDA
/// and reads no pixel. The frame must have passed check_plan(). `projection` is one of the plan's;
/// `matrix`: a device pointer to its counters.
DirectionLaunch plan_direction(const DeviceProperties& device, const Plan& plan,
                               const Projection& projection, const FrameView& frame,
                               uint32_t* matrix);

} // namespace videohistogram::cuda
