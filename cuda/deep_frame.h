// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/count_frame.h"

namespace videohistogram::cuda {

/// Bytes of CountMemory::scratch that deep_count_frame() needs.
size_t deep_frame_scratch_bytes(const FormatInfo& format, const Request& request);

/// Counts a frame of 16-bit samples whose planes lie in device memory: all of its grids in one
/// launch, and each region in one more. Does not wait. The results have their bins already.
cudaError_t deep_count_frame(const DeviceProperties& device, const FrameView& frame,
                             const Request& request, const CountMemory& memory,
                             cudaStream_t stream);

} // namespace videohistogram::cuda
