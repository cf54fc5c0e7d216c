// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/weighted/weighted_kernel.h"

#include <vector>

namespace videohistogram::cuda {

/// One launch per weighted projection, without their matrices.
std::vector<WeightedLaunch> plan_weighted_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
