// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/sums/sums_kernel.h"

#include <cstddef>

namespace videohistogram::cuda {

/// The index, in numbers of 32 bits, at which the sums of a frame begin among its results.
size_t first_sum_result(const Plan& plan, size_t regions);

/// Bytes of scratch per frame.
size_t sums_frame_scratch_bytes(const Plan& plan);

/// Plans the launches for the sums of a frame.
SumsLaunch plan_sums_launch(const FrameToCount& wanted);

} // namespace videohistogram::cuda
