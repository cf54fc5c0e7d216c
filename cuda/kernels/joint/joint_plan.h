// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/joint/joint_kernel.h"

#include <vector>

namespace videohistogram::cuda {

/// Plans the launches that count the plan's joint histograms in a frame whose planes lie in device
/// memory: those of the whole frame, unless Plan::whole_frame is false, then those of each region.
/// Their order is that of Plan::matrix_of_joint(), and so is JointLaunch::first; the matrices
/// themselves are not set. Calls no CUDA and reads no pixel. The frame must have passed
/// check_plan().
std::vector<JointLaunch> plan_joint_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
