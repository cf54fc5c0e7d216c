// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "cuda/device/device_properties.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

struct RegionBlock;

/// The memory that launches use besides the frame. All but region_blocks are device pointers.
struct CountMemory {
  uint8_t* scratch; ///< all zero before and after a frame
  size_t scratch_bytes;
  RegionBlock* region_blocks; ///< host address; room for max_region_blocks
  const RegionBlock* device_region_blocks;
  uint32_t* results; ///< see ResultLayout
  /// hue_table() of the frames' depth; null unless HUE is counted.
  const uint16_t* hue = nullptr;
  /// ChromaticityPlan::light; null unless a chromaticity is counted.
  const float* chromaticity_light = nullptr;
  uint8_t* values = nullptr; ///< room for value images; null if there are none
  /// Tables of SumsSpec and iris_light(); null unless they are needed.
  const uint32_t *light = nullptr, *light_of_colours = nullptr, *iris_light = nullptr;
};

/// A frame for which launches are planned. It has passed check_plan(), and its planes lie in device
/// memory. All members are borrowed.
struct FrameToCount {
  const DeviceProperties& device;
  const Plan& plan;
  const FrameView& frame;
  const std::vector<Rect>& regions;
  const CountMemory& memory;

  /// A rectangle in which histograms are counted: 0 is the whole frame, i + 1 region i.
  Rect rectangle(size_t index) const {
    return index == 0 ? Rect{0, 0, frame.width, frame.height} : regions[index - 1];
  }
};

} // namespace videohistogram::cuda
