// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/difference/difference_kernel.h"

namespace videohistogram::cuda {

/// Bytes of CountMemory::scratch that plan_difference_launch() needs.
size_t difference_frame_scratch_bytes(const Plan& plan);

/// Plans the launch that counts the plan's difference histograms in a frame, and with them the
/// histograms of its samples where the kernel can count all of them. The planes of
/// FrameView::before, which is not null, lie in device memory, too. Calls no CUDA and reads no
/// pixel.
DifferenceLaunch plan_difference_launch(const FrameToCount& wanted);

} // namespace videohistogram::cuda
