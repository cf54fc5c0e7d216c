// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/filter/filter_kernel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

/// An image of the filtered values of a quantity in device memory, one word of 16 bits per pixel,
/// from which projections are counted as from a plane of a frame.
struct FilteredImage {
  Quantity quantity;
  uint32_t sample_plane; ///< with a sample per value
  uint32_t depth;        ///< bits of a value
  uint32_t width, height;
  uint32_t stride; ///< bytes from a row to the next one
  size_t first;    ///< bytes from CountMemory::values to the first row
  /// The values are in this one of value_images(); else they are samples of the frame.
  std::optional<size_t> image;
};

/// The images that the plan's filtered projections need, one per quantity. They lie after
/// value_images().
std::vector<FilteredImage> filtered_images(const Plan& plan);

/// The index of a quantity's image among filtered_images().
size_t find_filtered(const std::vector<FilteredImage>& images, Quantity quantity);

/// Bytes of CountMemory::values that value_images() and filtered_images() need.
size_t all_image_bytes(const Plan& plan);

/// Plans the launches that write the images, of a frame whose planes lie in device memory. Calls no
/// CUDA and reads no pixel. The frame must have passed check_plan().
std::vector<FilterLaunch> plan_filter_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
