// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cuda/kernels/byte/byte_kernel.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// The memory that a launch uses besides the frame. All but region_blocks are device pointers.
struct CountMemory {
  uint8_t* scratch; ///< all zero before and after a frame
  size_t scratch_bytes;
  RegionBlock* region_blocks; ///< host address; room for max_region_blocks
  const RegionBlock* device_region_blocks;
  uint32_t* results; ///< see ResultLayout
  /// hue_table() of the frames' depth; null unless HUE is counted.
  const uint16_t* hue = nullptr;
  uint8_t* values = nullptr; ///< room for value images; null if there are none
};

/// Plans the launch that counts a frame of 8-bit samples, which has passed check_plan(), with all
/// sample planes and regions. Writes the region blocks; calls no CUDA and reads no pixel.
ByteLaunch plan_byte_launch(const DeviceProperties& device, const Plan& plan,
                            const FrameView& frame, const std::vector<Rect>& regions,
                            const CountMemory& memory);

} // namespace videohistogram::cuda
