// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/byte_plan.h"
#include "cuda/deep_kernel.h"

namespace videohistogram::cuda {

/// What a plan tells of the histograms of one plane; the caller's fields are zero.
DeepParameters deep_parameters(const Plan& plan, const PlaneHistograms& plane);

/// Bytes of CountMemory::scratch that deep_count_frame() needs.
size_t deep_frame_scratch_bytes(const Plan& plan);

/// Counts a frame of 16-bit samples whose planes lie in device memory: all of its grids in one
/// launch, and each region in one more. Does not wait. The results have their bins already. The
/// frame must have passed check_plan().
cudaError_t deep_count_frame(const DeviceProperties& device, const Plan& plan,
                             const FrameView& frame, const std::vector<Rect>& regions,
                             const CountMemory& memory, cudaStream_t stream);

} // namespace videohistogram::cuda
