// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/projection/projection_kernel.h"

#include <vector>

namespace videohistogram::cuda {

/// Plans the launches that count the plan's projections in a frame whose planes and value images
/// lie in device memory. Projections of stored samples of the same pixels, with the same direction
/// and number of bins, are counted together, three at a time. The matrices themselves are not set.
/// Calls no CUDA and reads no pixel. The frame must have passed check_plan().
std::vector<ProjectionLaunch> plan_projection_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
