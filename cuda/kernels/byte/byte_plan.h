// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/byte/byte_kernel.h"
#include "cuda/kernels/common/frame_to_count.h"

namespace videohistogram::cuda {

/// Plans the launch that counts a frame of 8-bit samples, which has passed check_plan(), with all
/// sample planes and regions. Writes the region blocks; calls no CUDA and reads no pixel.
ByteLaunch plan_byte_launch(const FrameToCount& wanted);

} // namespace videohistogram::cuda
