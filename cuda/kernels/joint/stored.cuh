// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Pairs of two stored samples: of packed pixels, such as R and G or the chroma of NV12, or of two
// planes.
#pragma once

#include "cuda/kernels/joint/values.cuh"

namespace videohistogram::cuda {

namespace {

/// Two stored samples of pixels of `PixelBytes` bytes; of two planes if that equals SampleBytes.
/// `Aligned`: all groups lie at multiples of 16 bytes.
template <uint32_t SampleBytes, uint32_t PixelBytes, bool Aligned = false>
struct StoredSource {
  using IfAligned = StoredSource<SampleBytes, PixelBytes, true>;
  using Config = PixelConfig<SampleBytes, PixelBytes>;
  static constexpr bool planar = PixelBytes == SampleBytes;
  static constexpr uint32_t rows = 1, pieces = 1, items = Config::row_pixels;
  /// Of groups with more pixels a thread counts few, and three do not fit the registers.
  static constexpr uint32_t ahead = items > 8 ? 1 : 2;
  static constexpr uint32_t words = 4 * Config::vectors;
  using Indices = uint32_t[items];
  struct Group {
    uint32_t x[words];              ///< of the pixels, or of the plane of x
    uint32_t y[planar ? words : 1]; ///< of the plane of y
  };

  static __device__ __forceinline__ Group load(const JointArguments& a, uint32_t column,
                                               uint32_t row) {
    const size_t left = size_t{column} * (4 * words);
    const uint32_t alignment = Aligned ? 16 : a.pixel_alignment;
    Group group;
    load_words<words, false>(group.x, a.pixels[0] + row * a.strides[0] + left, alignment);
    if constexpr (planar)
      load_words<words, false>(group.y, a.pixels[1] + row * a.strides[1] + left, alignment);
    return group;
  }
  static __device__ __forceinline__ void prepare(const JointArguments&, Group&) {}

  static __device__ __forceinline__ void indices(const JointArguments& a, const Group& group,
                                                 uint32_t, uint32_t, Indices& index) {
    if (a.whole) {
#pragma unroll
      for (uint32_t i = 0; i < items; i++)
        index[i] = index_of_whole(a, pair_of(a, group, i));
    } else {
#pragma unroll
      for (uint32_t i = 0; i < items; i++) {
        const uint32_t pair = pair_of(a, group, i);
        add_bin(a.axes[0], pair >> bits, index[i]);
        add_bin(a.axes[1], pair & ((1u << bits) - 1), index[i]);
      }
    }
  }

  static __device__ __forceinline__ uint32_t index_of(const JointArguments& a, const Item& item) {
    uint32_t index = 0;
    for (uint32_t i = 0; i < 2; i++)
      add_bin(a.axes[i], load_sample<Config>(a, a.components[i], item.x, item.y), index);
    return index;
  }

private:
  static constexpr uint32_t bits = 8 * SampleBytes;

  /// The index of a pair if both axes have one bin per value.
  static __device__ __forceinline__ uint32_t index_of_whole(const JointArguments& a,
                                                            uint32_t pair) {
    return SampleBytes == 1 ? pair : (pair >> 16) * (a.axes[1].bins - 0x10000) + pair;
  }

  /// The values of pixel i: y in the low bits, x above it.
  static __device__ __forceinline__ uint32_t pair_of(const JointArguments& a, const Group& group,
                                                     uint32_t i) {
    uint32_t samples;
    if constexpr (planar && SampleBytes == 1)
      samples = __byte_perm(group.x[i / 4], group.y[i / 4], 0x0004 + i % 4 * 0x11) & 0xffff;
    else if constexpr (planar)
      samples = __byte_perm(group.x[i / 2], group.y[i / 2], i % 2 ? 0x3276 : 0x1054);
    else if constexpr (PixelBytes == 8)
      samples = __byte_perm(group.x[2 * i], group.x[2 * i + 1], a.pair_selector);
    else if constexpr (PixelBytes == 2)
      samples = __byte_perm(group.x[i / 2], 0, a.pair_selector + i % 2 * 0x22);
    else
      samples = __byte_perm(pixel_of<PixelBytes>(group.x, i), 0, a.pair_selector);
    return SampleBytes == 1 ? samples : samples >> a.p.shift & ((1u << a.p.depth) - 1) * 0x10001u;
  }
};

} // namespace

} // namespace videohistogram::cuda
