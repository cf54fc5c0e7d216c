// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The arguments of the joint kernels, worked out on the host from the parameters of a launch.
#pragma once

#include "cuda/kernels/colour/colour_arguments.h"
#include "cuda/kernels/joint/joint_kernel.h"

#include <cstdint>

namespace videohistogram::cuda {

/// The chroma samples in a group of chroma samples.
constexpr uint32_t chroma_group_items(uint32_t sample_bytes) {
  return 8 / sample_bytes;
}

/// 16-byte vectors in a group of packed pixels, which consists of whole pixels, or of each of two
/// planes. The more of them, the fewer instructions a pixel takes.
constexpr uint32_t group_vectors(uint32_t sample_bytes, uint32_t pixel_bytes) {
  return pixel_bytes % 3 == 0 ? 3 : pixel_bytes == sample_bytes ? 1 : 2;
}

/// Which samples a kernel reads, and which quantities it knows.
enum class JointSource : uint8_t {
  stored, ///< two stored samples of packed pixels, or of two planes of the same resolution
  chroma, ///< any quantities of chroma samples
  ycbcr,  ///< any quantities of Y'CbCr pixels
  rgb,    ///< any quantities of RGB pixels
};

struct JointArguments : SourceArguments {
  JointAxis axes[2]; ///< x and y
  JointShape shape;
  uint32_t counters;
  uint32_t swizzle; ///< the shift in place_of()
  uint32_t* matrix;

  // Of stored samples and of RGB pixels:
  /// The first pixel of the frame's top row; of two planes the first samples of x and of y.
  const uint8_t* pixels[2];
  int64_t strides[2];
  uint32_t pixel_alignment; ///< every group's loads are at multiples of 16, 4 or 1 bytes

  // Of stored samples:
  uint32_t components[2]; ///< indices of x and y in ColourSource::samples
  bool whole;             ///< both axes have one bin per value
  /// For __byte_perm(): moves y into the low bits of a word, x after it into as many bits as y.
  uint32_t pair_selector;

  // Of RGB pixels:
  uint32_t selectors[4]; ///< for __byte_perm(): move R, G, B or A of a pixel to the low bits
};

JointSource source_of(const JointParameters& p);
/// Maximum number of items that a thread of the kernel loads together.
uint32_t group_items(const JointParameters& p);

/// The arguments of a launch that is not empty.
JointArguments joint_arguments(const JointLaunch& launch);

} // namespace videohistogram::cuda
