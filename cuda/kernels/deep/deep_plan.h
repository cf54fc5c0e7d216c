// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/deep/deep_kernel.h"

#include <vector>

namespace videohistogram::cuda {

/// The parameters of one plane's histograms that the plan gives; the caller's fields are zero.
DeepParameters deep_parameters(const Plan& plan, const PlaneHistograms& plane);

/// Bytes of CountMemory::scratch that plan_deep_launches() needs.
size_t deep_frame_scratch_bytes(const Plan& plan);

/// Plans the launches that count a frame of 16-bit samples whose planes lie in device memory, in
/// this order: one for the frame, then one per region. Calls no CUDA and reads no pixel. The
/// results are already in the plan's bins. The frame must have passed check_plan().
std::vector<DeepLaunch> plan_deep_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
