// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"
#include "cuda/kernels/byte/byte_plan.h"
#include "cuda/kernels/difference/difference_kernel.h"

namespace videohistogram::cuda {

/// Bytes of CountMemory::scratch that plan_difference_launch() needs.
size_t difference_frame_scratch_bytes(const Plan& plan);

/// Plans the launch that counts the plan's difference histograms in a frame. The planes of the
/// frame and of FrameView::before, which is not null, lie in device memory. `results` has room for
/// all counts, one histogram after the other. Calls no CUDA and reads no pixel. The frame must have
/// passed check_frame() and check_plan().
DifferenceLaunch plan_difference_launch(const DeviceProperties& device, const Plan& plan,
                                        const FrameView& frame, const CountMemory& memory,
                                        uint32_t* results);

} // namespace videohistogram::cuda
