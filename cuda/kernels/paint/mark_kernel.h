// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/frame_marks.h"
#include "cuda/device/device_properties.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace videohistogram::cuda {

/// The marks on one frame. Pointers are device pointers.
struct MarkLaunch {
  MarkRules rules;
  MarkedFrame frame;
  uint8_t* peaks; ///< a byte per pixel, which the first kernel writes; null without peaking
  uint32_t phase; ///< of the zebra's stripes
};

/// Loads this family's kernels: see prepare_kernels() in kernel_table.h.
cudaError_t prepare_mark_kernels(DeviceProperties& device);

/// Marks a frame in one launch, with peaking in two, that begin when all that is in the stream has
/// ended. Does not wait.
cudaError_t launch_mark_kernels(const MarkLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
