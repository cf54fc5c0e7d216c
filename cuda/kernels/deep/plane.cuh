// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Arguments that the blocks of a plane share, and the part of the counters that each block counts
// in.
#pragma once

#include "cuda/kernels/deep/walk.cuh"

namespace videohistogram::cuda {

namespace {

/// The counters of a block's table: see DeepShape.
enum class Counters : uint8_t { bins, fields, halves };

constexpr Counters counters_of(const DeepShape& shape) {
  return shape.fields ? Counters::fields : shape.halves ? Counters::halves : Counters::bins;
}

/// The compile-time configuration of one plane's code.
template <uint32_t Samples, class Quantities, Counters Kind>
struct DeepKernelConfig : Groups<Samples> {
  using Computed = Quantities;
  static constexpr Counters counters = Kind;
  static constexpr bool fields = Kind == Counters::fields, halves = Kind == Counters::halves;
  /// Groups loaded ahead of counting.
  static constexpr uint32_t ahead = Samples == 3 ? 1 : Samples == 4 && halves ? 4 : 2;
  static_assert(Computed::size == 0 || Kind == Counters::bins);
};

/// The arguments that all blocks of a plane share.
struct PlaneArguments {
  DeepParameters p;
  DeepShape shape;
  uint32_t blocks;
  uint32_t channels, counters; ///< of all parts together
  /// These byte selectors move a sample into the upper half of a word, where it is masked. The
  /// upper half of its product with `scale` is then its bin, (value * bins) >> depth, with no
  /// remainder lost: the product is value * bins << (32 - depth).
  uint32_t selectors[4];
  uint32_t rgb_selectors[3];
  uint32_t mask;
  uint32_t scale;
  /// Only with fields: rotations[0], a rotation to the left, moves the field of a word's lower
  /// sample to where `field_mask` is; rotations[1] does so for the upper sample.
  uint32_t rotations[2];
  uint32_t field_mask;
  uint32_t asked;          ///< one bit per sample of a pixel, set if the sample is counted
  uint32_t first_bytes[4]; ///< bytes from the table's start to the counters of each sample
  /// Only with halves, together with the members above: `field_mask` is that of the word.
  uint32_t half_mask;      ///< the field's highest bit, which selects the half of the word
  uint32_t swizzle_mask;   ///< the bits of an address that swizzle_halves() changes
  uint32_t parts[4];       ///< the part that counts each sample
  uint32_t first_pairs[4]; ///< the first pair of counters of each sample's channel
  uint32_t lowest;         ///< the lowest bit of `field_mask`
};

template <uint32_t Planes>
struct Arguments {
  PlaneArguments planes[Planes];
};

/// The place of a counter among those of its part. Values at regular distances, as in images that
/// once had fewer bits, would otherwise share a bank.
__device__ __forceinline__ uint32_t swizzle(uint32_t counter) {
  return counter ^ ((counter >> 5 ^ counter >> 10) & 31);
}

/// The part of the counters that a block counts in.
struct Part {
  uint32_t index;      ///< number of the part
  uint32_t portion;    ///< number of this block among the part's blocks
  uint32_t begin;      ///< first counter of the part
  uint32_t size;       ///< maximum counters of a part; one after them takes bins of other parts
  uint32_t channels;   ///< one bit per channel, set if the part has counters of the channel
  uint32_t copies;     ///< copies of each counter
  uint32_t lane_bytes; ///< from the first copy of a counter to this thread's
};

/// The part of block `block`, numbered among the blocks of its plane.
__device__ __forceinline__ Part part_of_block(const PlaneArguments& a, uint32_t block) {
  Part part;
  part.index = block % a.shape.parts;
  part.portion = block / a.shape.parts;
  part.begin = part.index * a.shape.part_counters;
  part.size = a.shape.part_counters;
  part.copies = a.shape.copies;
  part.lane_bytes = (threadIdx.x & (a.shape.copies - 1)) * 4;
  part.channels = 0;
  for (uint32_t c = 0; c < a.channels; c++)
    if (c * a.p.bins < part.begin + part.size && (c + 1) * a.p.bins > part.begin)
      part.channels |= 1u << c;
  return part;
}

} // namespace

} // namespace videohistogram::cuda
