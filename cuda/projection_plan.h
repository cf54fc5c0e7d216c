// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/projection_kernel.h"
#include "histogram/direction.h"
#include "histogram/frame.h"
#include "histogram/plan.h"

#include <cstdint>

namespace videohistogram::cuda {

/// The launch that counts a projection of a frame whose planes lie in device memory. Calls no CUDA
/// and reads no pixel. The frame must have passed check_plan(). `projection` is one of the plan's;
/// `matrix`: a device pointer to its counters.
ProjectionLaunch plan_projection_launch(const DeviceProperties& device, const Plan& plan,
                                        const Projection& projection, const FrameView& frame,
                                        uint32_t* matrix);

} // namespace videohistogram::cuda
