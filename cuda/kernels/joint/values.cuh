// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The indices of counters. Each source of values is a type with
//
//   Config       how samples are loaded singly, and the sizes of groups: see walk.cuh
//   Group        what a thread loads at once
//   rows         rows of a group
//   pieces       pieces of a row; the indices of all its pairs would not fit the registers
//   items        pairs of values per piece
//   ahead        groups that are loaded ahead of counting
//   load()       loads a group
//   prepare()    called once per loaded group, before its pieces
//   indices()    the indices of the counters of a piece
//   index_of()   the index of a single item's counter
//   IfAligned    the same source for addresses that are multiples of 16
//
// An index is bin of x * bins of y + bin of y. Where the quantities are not known when compiling,
// both axes run through the same code, one after the other.
#pragma once

#include "cuda/kernels/colour/single.cuh"
#include "cuda/kernels/joint/joint_arguments.h"

namespace videohistogram::cuda {

namespace {

/// Packed pixels in groups of whole 16-byte vectors.
template <uint32_t SampleBytes, uint32_t PixelBytes>
struct PixelConfig {
  static constexpr uint32_t sample_bytes = SampleBytes, pixel_bytes = PixelBytes;
  static constexpr bool luma = true; ///< items are pixels
  static constexpr uint32_t vectors = group_vectors(SampleBytes, PixelBytes);
  static constexpr uint32_t rows = 1, row_pixels = 16 * vectors / PixelBytes;
  static constexpr uint32_t cells = row_pixels;
};

/// Pixel i of a group of 3- or 4-byte pixels, from its first byte on; bits after the pixel may be
/// anything.
template <uint32_t PixelBytes, uint32_t Words>
__device__ __forceinline__ uint32_t pixel_of(const uint32_t (&words)[Words], uint32_t i) {
  if (PixelBytes == 4)
    return words[i];
  const uint32_t byte = i * PixelBytes, word = byte / 4;
  return __funnelshift_r(words[word], words[word + 1 < Words ? word + 1 : word], 8 * (byte % 4));
}

/// The bin of a value of the second axis is added to that of the first axis times `bins`.
__device__ __forceinline__ void add_bin(const JointAxis& axis, uint32_t value, uint32_t& index) {
  index = index * axis.bins + (value * axis.factor >> axis.shift);
}

} // namespace

} // namespace videohistogram::cuda
