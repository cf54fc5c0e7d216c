// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A block's counters: a table in shared memory (layout.h) of words with two 16-bit channels. Lane l
// counts in copy l: the lanes of a warp share no bank and no address, whatever the image shows.
#pragma once

#include "cuda/kernels/byte/byte_kernel.h"
#include "cuda/kernels/byte/row_sums.cuh"
#include "cuda/kernels/common/quantities.cuh"

namespace videohistogram::cuda {

namespace {

/// The compile-time configuration of a kernel.
template <uint32_t PixelBytes, uint32_t Stored, class Quantities, uint32_t Copies, bool Small>
struct ByteKernelConfig {
  static constexpr uint32_t pixel_bytes = PixelBytes;
  static constexpr uint32_t stored = Stored;
  using Computed = Quantities;
  static constexpr uint32_t copies = Copies;
  /// For small frames: if the frame is one run of bytes, a block counts at most max_small_pixels.
  static constexpr bool small = Small;
  static constexpr uint32_t threads = Small ? small_byte_threads : byte_threads;
  static constexpr uint32_t counters = Stored + Computed::size;
  static constexpr uint32_t pairs = counter_pairs(counters);
  using Layout = TableLayout<pairs, Copies, threads>;
  static constexpr uint32_t rows = Layout::rows;
  static constexpr uint32_t row_threads = Layout::row_threads;
  static_assert(Layout::words * 4 == byte_table_bytes(counters, Copies));

  /// Bytes after which the channels of a row repeat.
  static constexpr uint32_t period = PixelBytes == 1 ? 4 : PixelBytes;
  /// Each byte is counted independently: threads need not have whole pixels.
  static constexpr bool bytewise = Computed::size == 0 && (PixelBytes != 3 || Stored == 3);
  /// 16-byte vectors that a thread loads together to have whole pixels.
  static constexpr uint32_t group_vectors = PixelBytes == 3 && !bytewise ? 3 : 1;
  /// Every byte is counted in the first counter. The compile-time flag saves a twentieth of the
  /// time.
  static constexpr bool ones = PixelBytes == 1 && Stored == 1;
  /// BytePlane::pattern gives the channel of a byte.
  static constexpr bool patterned = bytewise && PixelBytes != 4 && !ones;
  /// The kernel for single bytes counts several planes; other kernels count one.
  static constexpr bool several_planes = PixelBytes == 1 && !ones;
  static constexpr uint32_t group_bytes = 16 * group_vectors;
  /// Maximum that a group adds to a counter, and that a vector of a row of any alignment adds.
  static constexpr uint32_t group_counts = (group_bytes + PixelBytes - 1) / PixelBytes;
  static constexpr uint32_t vector_counts = (16 + PixelBytes - 1) / PixelBytes;
  /// Groups loaded ahead of counting. A small frame has only a few groups per thread.
  static constexpr uint32_t ahead = group_vectors == 3 ? 1 : Small ? 2 : 3;

  /// Maximum counts per thread and channel before the table is drained into registers. The 16 bits
  /// of a channel must not carry into the other half of the word, and threads / copies threads
  /// count in the same copy. The limit holds however large the frame and however few the blocks.
  static constexpr uint32_t max_thread_counts = 65535 / (threads / Copies);
};

template <class T>
__device__ __forceinline__ void clear_table() {
  clear_table(T::Layout::words * 4, T::threads);
}

__device__ __forceinline__ uint32_t byte_of(uint32_t pixel, uint32_t offset) {
  return __byte_perm(pixel, 0, 0x4440 | offset);
}

/// Bytes from the first word of a pair to the counter of byte `byte` of `word` in this thread's
/// copy. The copy lies `lane_bytes` bytes after the row's start.
template <class T>
__device__ __forceinline__ uint32_t place_of(uint32_t word, uint32_t byte, uint32_t lane_bytes,
                                             uint32_t pair) {
  // One instruction: the value is moved to byte 1 of the result, which multiplies it by 256;
  // lane_bytes is byte 0; byte 1 of lane_bytes, which is zero, fills the rest. The issue rate of
  // these instructions limits the speed of counting.
  if (T::Layout::is_wide(pair))
    return __byte_perm(word, lane_bytes, 0x5504 | byte << 4);
  // Two instructions, PRMT and IMAD, which different units execute.
  return (byte_of(word, byte) << T::Layout::narrow_shift) + lane_bytes;
}

/// Counts byte `byte` of `word` in channel `counter`.
template <class T>
__device__ __forceinline__ void count_value(uint32_t word, uint32_t byte, uint32_t lane_bytes,
                                            uint32_t counter) {
  char* const pair = reinterpret_cast<char*>(shared_table) + T::Layout::pair_begin(counter / 2);
  atomicAdd(
      reinterpret_cast<unsigned int*>(pair + place_of<T>(word, byte, lane_bytes, counter / 2)),
      counter % 2 ? 0x10000u : 1u);
}

/// R, G and B of a pixel, each extracted where it is used.
struct Rgb {
  const ByteParameters& p;
  uint32_t pixel;

  __device__ __forceinline__ uint32_t operator[](uint32_t k) const {
    return byte_of(pixel, p.rgb_offsets[k]);
  }
};

/// Counts the quantities computed from a pixel, in the counters after the stored channels.
template <class T, class... Quantities>
__device__ __forceinline__ void count_computed(const ByteParameters& p, uint32_t pixel,
                                               uint32_t lane_bytes, Computed<Quantities...>) {
  [[maybe_unused]] uint32_t counter = T::stored;
  (count_value<T>(Quantities::of(p.weights, Rgb{p, pixel}), Quantities::shift / 8, lane_bytes,
                  counter++),
   ...);
}

/// Counts a pixel. Its first byte is in the lowest bits; bits above the pixel may be anything.
template <class T>
__device__ __forceinline__ void count_pixel(const ByteParameters& p, uint32_t pixel,
                                            uint32_t lane_bytes) {
#pragma unroll
  for (int c = 0; c < static_cast<int>(T::stored); c++)
    count_value<T>(pixel, p.offsets[c], lane_bytes, c);
  count_computed<T>(p, pixel, lane_bytes, typename T::Computed());
}

/// The counter of each byte of a period: its pair, this thread's copy, its half of a word.
template <class T>
struct ByteRows {
  uint32_t base[T::period]; ///< bytes from the table's start; below 256 for a wide pair
  /// 0 for a byte that is not counted: adding 0 is as fast as counting, a branch is slower.
  uint32_t increment[T::period];
};

template <class T>
__device__ __forceinline__ ByteRows<T> byte_rows(const BytePlane& plane, uint32_t lane_bytes) {
  ByteRows<T> rows;
#pragma unroll
  for (uint32_t byte = 0; byte < T::period; byte++) {
    const uint32_t counter = plane.pattern[byte];
    rows.base[byte] = T::Layout::pair_begin(counter / 2 % T::pairs) | lane_bytes;
    rows.increment[byte] = counter == not_counted ? 0u : counter % 2 ? 0x10000u : 1u;
  }
  return rows;
}

/// Counts byte `byte` of `word`, which is byte `of_period` of its period.
template <class T>
__device__ __forceinline__ void count_in(const ByteRows<T>& rows, uint32_t word, uint32_t byte,
                                         uint32_t of_period) {
  count_at(place_of<T>(word, byte, rows.base[of_period], 0), rows.increment[of_period]);
}

/// Counts a single byte, which is byte `of_period` of its period.
template <class T>
__device__ __forceinline__ void count_byte(const ByteParameters& p, const ByteRows<T>& rows,
                                           uint32_t value, uint32_t of_period,
                                           uint32_t lane_bytes) {
  if (T::ones) {
    count_value<T>(value, 0, lane_bytes, 0);
  } else if (T::patterned) {
#pragma unroll
    for (uint32_t byte = 0; byte < T::period; byte++)
      if (byte == of_period)
        count_in<T>(rows, value, 0, byte);
  } else {
#pragma unroll
    for (int c = 0; c < static_cast<int>(T::stored); c++)
      if (p.offsets[c] == of_period)
        count_value<T>(value, 0, lane_bytes, c);
  }
}

/// The rows of a period of three, rotated so that byte `first` comes first.
template <class T>
__device__ __forceinline__ ByteRows<T> rotated(const ByteRows<T>& rows, uint32_t first) {
  ByteRows<T> r;
#pragma unroll
  for (uint32_t byte = 0; byte < 3; byte++) {
    const uint32_t second = (byte + 1) % 3, third = (byte + 2) % 3;
    r.base[byte] = first == 0 ? rows.base[byte] : first == 1 ? rows.base[second] : rows.base[third];
    r.increment[byte] = first == 0   ? rows.increment[byte]
                        : first == 1 ? rows.increment[second]
                                     : rows.increment[third];
  }
  return r;
}

/// Counts a vector that starts with byte `first` of a period.
template <class T>
__device__ __forceinline__ void count_vector(const ByteRows<T>& rows, const uint32_t* words,
                                             uint32_t first) {
  if (T::period == 3) {
    const ByteRows<T> r = rotated<T>(rows, first);
#pragma unroll
    for (uint32_t i = 0; i < 16; i++)
      count_in<T>(r, words[i / 4], i % 4, i % 3);
  } else {
#pragma unroll
    for (uint32_t i = 0; i < 16; i++) // rotated so that each byte is at its place in a period
      count_in<T>(rows, __funnelshift_l(words[i / 4], words[i / 4], 8 * first), i % 4, i % 4);
  }
}

/// Counts all bytes of a vector in the first counter.
template <class T>
__device__ __forceinline__ void count_ones(const uint32_t* words, uint32_t lane_bytes) {
#pragma unroll
  for (uint32_t i = 0; i < 16; i++)
    count_value<T>(words[i / 4], i % 4, lane_bytes, 0);
}

} // namespace

} // namespace videohistogram::cuda
