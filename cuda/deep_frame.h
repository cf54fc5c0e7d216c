// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/count_frame.h"
#include "cuda/deep_kernel.h"

namespace videohistogram::cuda {

/// What a grid of a format and a request tell; the caller's fields are zero. `request` must have
/// passed check_request().
DeepParameters deep_parameters(const FormatInfo& format, uint32_t grid, const Request& request);

/// Bytes of CountMemory::scratch that deep_count_frame() needs.
size_t deep_frame_scratch_bytes(const FormatInfo& format, const Request& request);

/// Counts a frame of 16-bit samples whose planes lie in device memory: all of its grids in one
/// launch, and each region in one more. Does not wait. The results have their bins already.
cudaError_t deep_count_frame(const DeviceProperties& device, const FrameView& frame,
                             const Request& request, const CountMemory& memory,
                             cudaStream_t stream);

} // namespace videohistogram::cuda
