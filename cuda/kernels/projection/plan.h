// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/direction.h"
#include "core/frame.h"
#include "core/plan.h"
#include "cuda/kernels/projection/kernel.h"

#include <cstdint>

namespace videohistogram::cuda {

/// The launch that counts a projection of a frame whose planes lie in device memory. Calls no CUDA
/// and reads no pixel. The frame must have passed check_plan(). `projection` is one of the plan's;
/// `matrix`: a device pointer to its counters.
ProjectionLaunch plan_projection_launch(const DeviceProperties& device, const Plan& plan,
                                        const Projection& projection, const FrameView& frame,
                                        uint32_t* matrix);

} // namespace videohistogram::cuda
