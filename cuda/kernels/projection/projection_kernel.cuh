// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A block owns a strip of positions. It alone counts the pixels at these positions, in a table in
// shared memory, and writes the table to the matrix. A launch for several projections has a table
// and a matrix for each of them. So the matrix is written once, by plain stores, and is neither
// cleared nor merged, unless blocks share a strip. Each byte of the frame is read once, except the
// vectors at a strip's edges: the neighbouring block reads these at about the same time.
//
// The counters of a position are those of all projections, one after the other.
//
// The pixels of a strip are contiguous in every row. The threads take groups of 4 or 8 of them, in
// a few rows at once, so that neighbouring threads read neighbouring vectors. A group's positions
// are exact, in units of 2^-30 positions: 64 bits for every fourth pixel, 32 for the other pixels.
//
// Increments by `atomicAdd(.., 1)` with the result unused become ATOMS.POPC.INC, which merges equal
// addresses within a warp, so flat images take no longer than others. A conditional increment would
// become a branch; pixels outside the strip are counted beside the strip's counters instead.
#pragma once

#include "core/field_rows.h"
#include "cuda/kernels/common/load.cuh"
#include "cuda/kernels/common/quantities.cuh"
#include "cuda/kernels/common/shared_table.cuh"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/projection/projection_kernel.h"
#include "cuda/kernels/projection/strip.cuh"

namespace videohistogram::cuda {

/// Blocks that a multiprocessor has threads for: that of compute capability 7.5 has 1,024.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
constexpr uint32_t resident_projection_blocks = 1;
#else
constexpr uint32_t resident_projection_blocks = projection_blocks_per_multiprocessor;
#endif

namespace {

/// The compile-time configuration of a kernel.
template <uint32_t Tables, uint32_t PixelBytes, class Counted, bool Bytes, bool Aligned,
          bool Colours = false>
struct ProjectionKernelConfig {
  static constexpr uint32_t tables =
      Tables; ///< projections; if several, of stored samples or colours
  static constexpr uint32_t pixel_bytes = PixelBytes;
  using Value = Counted; ///< the counted quantity, a type of quantities.cuh
  static constexpr bool computed = Value::set != 0;
  static constexpr bool bytes = Bytes;
  static constexpr bool aligned = Aligned;
  static constexpr bool colours = Colours; ///< R, G and B are computed, see ProjectionColours
  static constexpr uint32_t group = group_pixels(PixelBytes);
  /// Words of a group; an unaligned group touches one word more.
  static constexpr uint32_t words = group * PixelBytes / 4;
  static constexpr uint32_t loaded_words = words + (Aligned ? 0 : 1);
  static constexpr uint32_t byte_row = table_row(byte_values); ///< words per position of the table
  /// Positions of the table before the strip's.
  static constexpr uint32_t guard = Bytes ? guard_positions(PixelBytes) : 0;
  /// Rows whose groups are loaded ahead of counting, as far as registers suffice.
  static constexpr int32_t at_once = Aligned && Bytes ? 2 : 1;
};

constexpr uint32_t fraction_mask = (1u << 30) - 1;

/// The shared-memory address of word `index`, in a register. A compiler that sees the computation
/// repeats it for every increment.
__device__ __forceinline__ uint32_t table_address(uint32_t index) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(table_words() + index));
  asm volatile("" : "+r"(address));
  return address;
}

/// a * b + c in one instruction.
__device__ __forceinline__ int64_t multiply_add(int32_t a, int32_t b, int64_t c) {
  int64_t sum;
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(sum) : "r"(a), "r"(b), "l"(c));
  return sum;
}

/// Increments the word `Offset` bytes after `address`. Becomes ATOMS.POPC.INC.
template <uint32_t Offset>
__device__ __forceinline__ void increment(uint32_t address) {
  asm volatile("red.shared.add.u32 [%0+%1], 1;" ::"r"(address), "n"(Offset) : "memory");
}

/// A group of pixels, and its place in the strip.
template <class T>
struct Group {
  uint32_t words[T::loaded_words];
  uint32_t chroma[T::colours ? 2 : 1]; ///< pairs of Cb and Cr, or all of Cb and then of Cr
  bool there;                          ///< false: no pixel of the group is in the strip
  int64_t place;                       ///< place of the first pixel, see count_group()
  uint32_t pixels, shift; ///< unless aligned: number of pixels, and bits before the first one
};

/// Loads the chroma of eight pixels: four samples each of Cb and Cr.
template <class T>
__device__ __forceinline__ void load_chroma(const ProjectionColours& c, uint32_t y, uint32_t index,
                                            Group<T>& group) {
  const uint32_t row = chroma_row_of(y, c.y_sub, c.interlaced, c.last_row);
  const int64_t offset = row * c.stride;
  if (c.cr) {
    group.chroma[0] = __ldg(reinterpret_cast<const uint32_t*>(c.chroma + offset) + index);
    group.chroma[1] = __ldg(reinterpret_cast<const uint32_t*>(c.cr + offset) + index);
  } else {
    const uint2 pairs = __ldg(reinterpret_cast<const uint2*>(c.chroma + offset) + index);
    group.chroma[0] = pairs.x;
    group.chroma[1] = pairs.y;
  }
}

/// What chroma adds to R, G and B of each two pixels.
struct ChromaTerms {
  int32_t of[4][3];
};

template <class T>
__device__ __forceinline__ ChromaTerms chroma_terms(const ProjectionColours& c,
                                                    const Group<T>& group) {
  uint32_t pairs[2] = {group.chroma[0], group.chroma[1]};
  if (c.cr) {
    pairs[0] = __byte_perm(group.chroma[0], group.chroma[1], 0x5140);
    pairs[1] = __byte_perm(group.chroma[0], group.chroma[1], 0x7362);
  }
  ChromaTerms terms;
#pragma unroll
  for (uint32_t cell = 0; cell < 4; cell++) {
    const uint32_t word = pairs[cell / 2], lowest = cell % 2 * 16;
    const auto first = static_cast<int32_t>(__dp4a(word, 1u << lowest, 0u));
    const auto second = static_cast<int32_t>(__dp4a(word, 256u << lowest, 0u));
#pragma unroll
    for (uint32_t k = 0; k < 3; k++)
      terms.of[cell][k] = c.first[k] * first + (c.second[k] * second + c.constants[k]);
  }
  return terms;
}

/// y * Y of pixel `i` of a group.
__device__ __forceinline__ int32_t luma_term(const ProjectionColours& c, const uint32_t (&words)[2],
                                             uint32_t i) {
  return c.y * static_cast<int32_t>(__dp4a(words[i / 4], 1u << 8 * (i % 4), 0u));
}

/// Loads the words in which a group's bytes lie. Bytes outside the frame become 0.
template <class T>
__device__ __forceinline__ void load_words(const ProjectionParameters& p, const uint8_t* at,
                                           Group<T>& group) {
  const uint32_t before = static_cast<uint32_t>(reinterpret_cast<size_t>(at)) % 4;
  const uint8_t* const first = at - before;
  const uint32_t bytes = before + group.pixels * T::pixel_bytes;
  group.shift = 8 * before;
#pragma unroll
  for (uint32_t i = 0; i < T::loaded_words; i++) {
    const uint8_t* const word = first + 4 * i;
    group.words[i] = 0;
    if (4 * i >= bytes)
      continue;
    if (word >= p.begin && word + 4 <= p.end) {
      group.words[i] = __ldg(reinterpret_cast<const uint32_t*>(word));
    } else {
      for (uint32_t byte = 0; byte < 4; byte++)
        if (word + byte >= p.begin && word + byte < p.end)
          group.words[i] |= uint32_t{__ldg(word + byte)} << 8 * byte;
    }
  }
}

/// Loads a walk's group, if it has pixels of the strip.
template <class T>
__device__ __forceinline__ void load_group(const ProjectionParameters& p, const Strip& strip,
                                           const Walk& walk, bool more, Group<T>& group) {
  // Left of the frame the index becomes a large number.
  const uint32_t index = static_cast<uint32_t>(walk.start >> 32);
  group.place = multiply_add(static_cast<int32_t>(index * T::group), p.c, walk.place);
  group.there = more && index < p.groups &&
                static_cast<uint32_t>(group.place >> 30) < strip.positions + T::group - 1;
  if (!group.there)
    return;
  const uint8_t* const at = walk.row + uint64_t{index} * (T::group * T::pixel_bytes);
  if constexpr (T::aligned) {
    load_aligned<T::words, false>(group.words, at);
    if constexpr (T::colours)
      load_chroma(p.colours, walk.y, index, group);
  } else {
    group.pixels = min(p.width - index * T::group, T::group);
    load_words<T>(p, at, group);
  }
}

/// The bytes that `selector` picks, counted from byte `byte` of a group.
template <class T>
__device__ __forceinline__ uint32_t sample_at(const uint32_t (&words)[T::words], uint32_t byte,
                                              uint32_t selector) {
  const uint32_t word = byte / 4, next = word + 1 < T::words ? word + 1 : word;
  return __byte_perm(words[word], words[next], selector + 0x1111 * (byte % 4));
}

/// The word whose lowest bytes are pixel `i` of a group of byte samples; other bytes may be
/// anything.
template <class T>
__device__ __forceinline__ uint32_t pixel_word(const uint32_t (&words)[T::words], uint32_t i) {
  const uint32_t byte = i * T::pixel_bytes;
  if (T::pixel_bytes == 4)
    return words[i];
  return __funnelshift_r(words[byte / 4], words[min(byte / 4 + 1, T::words - 1)], 8 * (byte % 4));
}

/// The address of a pixel's counter, for a projection of byte samples; see counter_of_pixel().
template <class T>
__device__ __forceinline__ uint32_t address_of_pixel(const ProjectionParameters& p,
                                                     const uint32_t (&words)[T::words], uint32_t i,
                                                     uint32_t table, uint32_t position) {
  // A dot product takes the byte, multiplies it by 4 and adds the position's address.
  const uint32_t byte = i * T::pixel_bytes;
  if constexpr (T::computed)
    return __dp4a(T::Value::of_bytes(p.byte_weights, p.rgb_selectors, pixel_word<T>(words, i)),
                  4u << T::Value::shift, position);
  else if constexpr (T::pixel_bytes == 1)
    return __dp4a(words[byte / 4], 4u << 8 * (byte % 4), position);
  else if constexpr (T::pixel_bytes == 2)
    return __dp4a(words[byte / 4], p.multipliers[table] << 8 * (byte % 4), position);
  else
    return __dp4a(pixel_word<T>(words, i), p.multipliers[table], position);
}

/// The counter of pixel `i` of a group of 16-bit samples among those of the pixel's position, for
/// one of the projections: its bin in the part.
template <class T>
__device__ __forceinline__ uint32_t counter_of_pixel(const ProjectionParameters& p,
                                                     const Strip& strip,
                                                     const uint32_t (&words)[T::words], uint32_t i,
                                                     uint32_t table) {
  const uint32_t byte = i * T::pixel_bytes;
  uint32_t sample;
  if constexpr (T::computed) {
    uint32_t rgb[3];
#pragma unroll
    for (uint32_t k = 0; k < 3; k++)
      rgb[k] = (sample_at<T>(words, byte, p.rgb_selectors[k]) & p.rgb_mask) >> p.rgb_shift;
    sample = T::Value::of(p.weights, rgb) << (16 - T::Value::shift);
  } else {
    sample = sample_at<T>(words, byte, p.selectors[table]);
  }
  const uint32_t bin = __umulhi(sample & p.mask, p.scale);
  return min(bin - strip.bin, strip.bins);
}

/// Counts a group. A place is 2^30 times a position in the strip, plus an offset with which the
/// places of groups with pixels of the strip begin at 0. A group's pixels are counted four at a
/// time. Pixel i of the four is ((fraction + i * c) >> 30) positions after the first pixel,
/// computed in 32 bits: from the first to the last pixel the position grows by at most 3, or falls
/// by as much. If it falls, 3 positions are added to the fraction.
template <class T>
__device__ __forceinline__ void count_group(const ProjectionParameters& p, const Strip& strip,
                                            uint32_t address, const Group<T>& group) {
  if (!group.there)
    return;
  uint32_t words[T::words];
#pragma unroll
  for (uint32_t i = 0; i < T::words; i++)
    words[i] = T::aligned
                   ? group.words[i]
                   : __funnelshift_r(group.words[i], group.words[min(i + 1, T::loaded_words - 1)],
                                     group.shift);
  ChromaTerms terms;
  if constexpr (T::colours)
    terms = chroma_terms(p.colours, group);
#pragma unroll
  for (uint32_t i = 0; i < T::group; i++) {
    const int64_t place = group.place + int64_t{p.c} * (i / 4 * 4);
    const uint32_t fraction = (static_cast<uint32_t>(place) & fraction_mask) | p.fraction_more;
    uint32_t position = static_cast<uint32_t>(place >> 30) +
                        ((fraction + i % 4 * static_cast<uint32_t>(p.c)) >> 30);
    if (!T::bytes)
      position = min(position - p.before, strip.positions);
    if (!T::aligned && i >= group.pixels)
      position = T::bytes ? 0 : strip.positions;
    if constexpr (T::bytes) {
      constexpr uint32_t row_bytes = 4 * T::byte_row;
      const uint32_t at = address + position * (T::tables * row_bytes);
      if constexpr (T::colours) {
        const int32_t luma = luma_term(p.colours, words, i);
        const auto colour_at = [&](uint32_t k) {
          const int32_t sum = __viaddmin_s32_relu(luma, terms.of[i / 2][k], (1 << 24) - 1);
          return __dp4a(static_cast<uint32_t>(sum), 4u << 16, at);
        };
        increment<0>(colour_at(0));
        increment<row_bytes>(colour_at(1));
        increment<2 * row_bytes>(colour_at(2));
      } else {
        increment<0>(address_of_pixel<T>(p, words, i, 0, at));
        if constexpr (T::tables > 1) {
          increment<row_bytes>(address_of_pixel<T>(p, words, i, 1, at));
          increment<2 * row_bytes>(address_of_pixel<T>(p, words, i, 2, at));
        }
      }
    } else {
#pragma unroll
      for (uint32_t t = 0; t < T::tables; t++)
        increment<0>(address + 4 * ((position * T::tables + t) * p.shape.table_row +
                                    counter_of_pixel<T>(p, strip, words, i, t)));
    }
  }
}

/// The first value of a bin.
__device__ __forceinline__ uint32_t first_value(const ProjectionParameters& p, uint32_t bin) {
  return (bin * byte_values + p.bins - 1) / p.bins;
}

/// Writes the table of a projection to the block's piece of its matrix.
template <class T>
__device__ __forceinline__ void write_table(const ProjectionParameters& p, const Strip& strip,
                                            uint32_t projection, uint32_t* matrix) {
  for (uint32_t position = threadIdx.x / 32; position < strip.positions;
       position += projection_threads / 32) {
    const uint32_t* const counts =
        table_words() + ((position + T::guard) * T::tables + projection) * p.shape.table_row;
    uint32_t* const to = matrix + ((strip.position + position) * p.bins + strip.bin);
    for (uint32_t bin = threadIdx.x % 32; bin < strip.bins; bin += 32) {
      uint32_t count;
      if (T::bytes && p.bins != byte_values) {
        count = 0;
        for (uint32_t value = first_value(p, bin); value < first_value(p, bin + 1); value++)
          count += counts[value];
      } else {
        count = counts[bin];
      }
      if (p.shape.shares == 1)
        to[bin] = count;
      else if (count > 0)
        atomicAdd(to + bin, count);
    }
  }
}

template <class T>
__device__ __forceinline__ void count_strip(const ProjectionParameters& p, const Strip& strip,
                                            Walk& walk) {
  const uint32_t address =
      table_address(T::bytes ? (T::guard - p.before) * T::tables * T::byte_row : 0);
  for (uint32_t group = 0; group < p.shape.row_groups; group += p.shape.tile_groups) {
    if (threadIdx.x % p.shape.tile_groups + group >= p.shape.row_groups)
      break;
    int32_t left = static_cast<int32_t>(walk.rows);
    for (; left > 0; left -= T::at_once) {
      Group<T> groups[T::at_once];
#pragma unroll
      for (int32_t k = 0; k < T::at_once; k++) {
        load_group<T>(p, strip, walk, k < left, groups[k]);
        advance(p, walk, 1);
      }
#pragma unroll
      for (const Group<T>& group : groups)
        count_group<T>(p, strip, address, group);
    }
    // Return to the thread's first row, and go to its next groups.
    advance(p, walk, left - static_cast<int64_t>(walk.rows));
    walk.start += static_cast<int64_t>(p.shape.tile_groups) << 32;
  }
}

template <class T>
__global__ void __launch_bounds__(projection_threads, resident_projection_blocks)
    projection_kernel(const ProjectionParameters p) {
  clear_table(p.shape.shared_bytes, projection_threads);
  const Strip strip = find_strip<T>(p);
  Walk walk = begin_walk(p, strip);
  wait_for_previous_launch();
  __syncthreads();
  count_strip<T>(p, strip, walk);
  __syncthreads();
  allow_next_launch();
#pragma unroll
  for (uint32_t t = 0; t < T::tables; t++)
    write_table<T>(p, strip, t, p.matrices[t]);
}

} // namespace

} // namespace videohistogram::cuda
