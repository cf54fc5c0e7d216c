// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A group: the samples that a thread loads and counts together. It has 16 bytes of Y, or of each of
// the two rows that share chroma if Cb and Cr have half as many rows, and the chroma of these
// pixels. However the samples lie in memory, the registers hold the same afterwards: Y in
// succession, and pairs of Cb and Cr.
#pragma once

#include "core/field_rows.h"
#include "cuda/kernels/colour/colour_arguments.h"
#include "cuda/kernels/common/load.cuh"

namespace videohistogram::cuda {

namespace {

/// The compile-time configuration of a kernel. `Luma`: groups are of pixels, else of chroma samples
/// and without Y. `Batch`: groups that a thread loads together, and counts one after the other.
template <uint32_t SampleBytes, uint32_t XSub, uint32_t YSub, bool Luma, uint32_t Batch = 1>
struct ColourConfig {
  static constexpr uint32_t sample_bytes = SampleBytes, x_sub = XSub, y_sub = YSub;
  static constexpr bool luma = Luma;
  static constexpr uint32_t batch = Batch;
  static constexpr uint32_t rows = Luma && YSub ? 2 : 1; ///< of Y per group
  static constexpr uint32_t row_pixels = 16 / SampleBytes;
  static constexpr uint32_t cells = row_pixels >> XSub; ///< chroma samples per group
  static constexpr uint32_t cell_columns = 1 << XSub;   ///< pixels of a row with the same chroma
  static constexpr uint32_t chroma_words = XSub ? 4 : 8;
  static constexpr uint32_t word_samples = 4 / SampleBytes;
  static constexpr bool may_be_packed = SampleBytes == 1 && XSub == 1 && (YSub == 0 || !Luma);
  /// Whether bytes are read once: the L2 cache then need not keep them.
  static constexpr bool streamed = true;
  /// Maximum that a group adds to a counter.
  static constexpr uint32_t items = Luma ? rows * row_pixels : cells;
};

/// The samples of a group, as they lie in memory or normalised.
template <class T>
struct Group {
  uint32_t y[T::rows][4];
  uint32_t chroma[T::chroma_words];
};

/// Loads the group in a column and row of groups.
template <class T>
__device__ __forceinline__ Group<T> load_group(const SourceArguments& a, uint32_t column,
                                               uint32_t row) {
  constexpr uint32_t half = T::chroma_words / 2;
  Group<T> group{};
  const uint8_t* const chroma = a.chroma + row * a.p.samples[1].stride;
  if (T::may_be_packed && a.arrangement == Arrangement::packed) {
    load_words<4, T::streamed>(group.y[0], chroma + size_t{column} * 32, a.alignment);
    load_words<4, T::streamed>(group.chroma, chroma + size_t{column} * 32 + 16, a.alignment);
    return group;
  }
  if (T::luma) {
    uint32_t y = row;
    int64_t distance = a.p.samples[0].stride;
    if (T::rows == 2) { // rows of the same field share chroma
      y = first_row_of_chroma(row, a.p.interlaced);
      distance *= rows_apart(a.p.interlaced);
    }
    const uint8_t* const luma = a.luma + y * a.p.samples[0].stride + size_t{column} * 16;
#pragma unroll
    for (uint32_t r = 0; r < T::rows; r++)
      load_words<4, T::streamed>(group.y[r], luma + r * distance, a.alignment);
  }
  if (a.arrangement == Arrangement::pairs) {
    load_words<T::chroma_words, T::streamed>(
        group.chroma, chroma + size_t{column} * (T::chroma_words * 4), a.alignment);
  } else {
    const size_t offset = size_t{column} * (half * 4);
    load_words<half, T::streamed>(group.chroma, chroma + offset, a.alignment);
    load_words<half, T::streamed>(group.chroma + half,
                                  a.p.samples[2].first + row * a.p.samples[2].stride + offset,
                                  a.alignment);
  }
  return group;
}

/// Separates Y and chroma of packed samples. `swapped`: chroma comes first.
template <class T>
__device__ __forceinline__ void unpack(Group<T>& group, bool swapped) {
  const uint32_t even = swapped ? 0x7531 : 0x6420, odd = swapped ? 0x6420 : 0x7531;
  uint32_t words[8];
#pragma unroll
  for (uint32_t i = 0; i < 4; i++) {
    words[i] = group.y[0][i];
    words[4 + i] = group.chroma[i];
  }
#pragma unroll
  for (uint32_t i = 0; i < 4; i++) {
    group.y[0][i] = __byte_perm(words[2 * i], words[2 * i + 1], even);
    group.chroma[i] = __byte_perm(words[2 * i], words[2 * i + 1], odd);
  }
}

/// Makes pairs of the words of Cb and those of Cr after them.
template <class T>
__device__ __forceinline__ void pair_up(Group<T>& group) {
  constexpr uint32_t half = T::chroma_words / 2;
  uint32_t words[T::chroma_words];
#pragma unroll
  for (uint32_t i = 0; i < T::chroma_words; i++)
    words[i] = group.chroma[i];
#pragma unroll
  for (uint32_t i = 0; i < half; i++) {
    group.chroma[2 * i] =
        __byte_perm(words[i], words[half + i], T::sample_bytes == 1 ? 0x5140 : 0x5410);
    group.chroma[2 * i + 1] =
        __byte_perm(words[i], words[half + i], T::sample_bytes == 1 ? 0x7362 : 0x7632);
  }
}

/// Brings a group's samples into the order Y, Cb, Cr; samples become values.
template <class T>
__device__ __forceinline__ void normalise(const SourceArguments& a, Group<T>& group) {
  if (T::may_be_packed && a.arrangement == Arrangement::packed) {
    unpack<T>(group, a.swapped);
  } else if (a.arrangement == Arrangement::planar) {
    pair_up<T>(group);
  } else if (a.swapped) {
#pragma unroll
    for (uint32_t i = 0; i < T::chroma_words; i++)
      group.chroma[i] = __byte_perm(group.chroma[i], 0, T::sample_bytes == 1 ? 0x2301 : 0x1032);
  }
  if (T::sample_bytes == 1)
    return;
  const uint32_t mask = ((1u << a.p.depth) - 1) * 0x10001u;
#pragma unroll
  for (uint32_t i = 0; i < T::chroma_words; i++)
    group.chroma[i] = group.chroma[i] >> a.p.shift & mask;
  if (T::luma)
#pragma unroll
    for (uint32_t r = 0; r < T::rows; r++)
#pragma unroll
      for (uint32_t i = 0; i < 4; i++)
        group.y[r][i] = group.y[r][i] >> a.p.shift & mask;
}

/// Value `index` of words.
template <class T>
__device__ __forceinline__ uint32_t value_at(const uint32_t* words, uint32_t index) {
  if (T::sample_bytes == 1)
    return __byte_perm(words[index / 4], 0, 0x4440 | index % 4);
  return index % 2 ? words[index / 2] >> 16 : words[index / 2] & 0xffff;
}

/// Y of pixel `column` in row `row` of a normalised group.
template <class T>
__device__ __forceinline__ uint32_t y_of(const Group<T>& group, uint32_t row, uint32_t column) {
  // An 8-bit value comes from a dot product, not a byte permutation: the integer and logic unit has
  // enough to do in counting.
  if (T::sample_bytes == 1)
    return __dp4a(group.y[row][column / 4], 1u << column % 4 * 8, 0u);
  return value_at<T>(group.y[row], column);
}
template <class T>
__device__ __forceinline__ uint32_t cb_of(const Group<T>& group, uint32_t cell) {
  return value_at<T>(group.chroma, 2 * cell);
}
template <class T>
__device__ __forceinline__ uint32_t cr_of(const Group<T>& group, uint32_t cell) {
  return value_at<T>(group.chroma, 2 * cell + 1);
}

/// The number whose sums with smaller ones have no bits below 1.
constexpr float integer_base = 8388608; // 2^23
constexpr uint32_t integer_base_bits = 0x4B000000;

/// Sample `index` of a group's chroma as a float. `zero`: integer_base plus the samples' offset.
/// There is no conversion: a sample is a part of the bits of a float, whatever its depth.
template <class T>
__device__ __forceinline__ float chroma_minus(const Group<T>& group, uint32_t index, float zero) {
  const uint32_t bits =
      T::sample_bytes == 1
          ? __byte_perm(group.chroma[index / 4], integer_base_bits, 0x7440 | index % 4)
          : __byte_perm(group.chroma[index / 2], integer_base_bits, index % 2 ? 0x7432 : 0x7410);
  return __uint_as_float(bits) - zero;
}
template <class T>
__device__ __forceinline__ float cb_minus(const Group<T>& group, uint32_t cell, float zero) {
  return chroma_minus<T>(group, 2 * cell, zero);
}
template <class T>
__device__ __forceinline__ float cr_minus(const Group<T>& group, uint32_t cell, float zero) {
  return chroma_minus<T>(group, 2 * cell + 1, zero);
}

/// Keeps the compiler from extracting the values of words once for several loops: they do not fit
/// the registers.
template <uint32_t Words>
__device__ __forceinline__ void forget_values(uint32_t (&words)[Words]) {
#pragma unroll
  for (uint32_t& word : words)
    asm volatile("" : "+r"(word));
}
template <class T>
__device__ __forceinline__ void forget_values(Group<T>& group) {
#pragma unroll
  for (uint32_t row = 0; row < T::rows; row++)
    forget_values(group.y[row]);
  forget_values(group.chroma);
}

} // namespace

} // namespace videohistogram::cuda
