// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/packed/packed_kernel.h"

#include <vector>

namespace videohistogram::cuda {

/// Bytes of CountMemory::scratch that plan_packed_launches() needs.
size_t packed_frame_scratch_bytes(const Plan& plan);

/// Plans the launches that count a frame of packed samples whose planes lie in device memory, in
/// this order: one for the frame, then one per region. Calls no CUDA and reads no pixel. The
/// results are already in the plan's bins. The frame must have passed check_plan(), and the plan
/// counts_packed().
std::vector<PackedLaunch> plan_packed_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
