// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/values/values_kernel.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// An image of computed values in device memory, from which projections are counted, or values
/// filtered, as from a plane of a frame.
struct ValueImage {
  QuantityList quantities; ///< image_values at most; a pixel has their values in this order
  bool of_chroma;          ///< a pixel per chroma sample, not per pixel of the frame
  uint32_t value_bytes;    ///< 1 or 2
  uint32_t width, height;
  uint32_t stride; ///< bytes from a row to the next one
  size_t first;    ///< bytes from CountMemory::values to the first row

  uint32_t pixel_bytes() const { return image_values * value_bytes; }
};

/// The images of the quantities that the plan's projections need, each in exactly one of them.
/// Empty if all projections are of planes' samples.
std::vector<ValueImage> value_images(const Plan& plan);

/// Bytes of CountMemory::values that these images need.
size_t value_image_bytes(const Plan& plan);

/// Plans the launches that write the images of a frame whose planes lie in device memory. Calls no
/// CUDA and reads no pixel. The frame must have passed check_plan().
std::vector<ValuesLaunch> plan_values_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
