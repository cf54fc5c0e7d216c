// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/direction.h"
#include "core/frame.h"
#include "core/plan.h"
#include "cuda/kernels/projection/kernel.h"

#include <cstdint>

namespace videohistogram::cuda {

/// Plans the launch that counts `projection`, one of the plan's, in a frame whose planes lie in
/// device memory. `matrix` is a device pointer to the projection's counters. Calls no CUDA and
/// reads no pixel. The frame must have passed check_plan().
ProjectionLaunch plan_projection_launch(const DeviceProperties& device, const Plan& plan,
                                        const Projection& projection, const FrameView& frame,
                                        uint32_t* matrix);

} // namespace videohistogram::cuda
