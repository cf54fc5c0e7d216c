// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A block has the counters of one part in shared memory, 32 bits each. It counts with the
// instruction ATOMS.POPC.INC, which `atomicAdd(.., 1)` becomes if its result is unused. The
// instruction merges equal addresses within a warp, so that flat images are as fast as others. If
// all counters fit a block, there are copies for neighbouring lanes. If they do not, the blocks of
// all parts of a portion read the same pixels at about the same time, so that the L2 cache serves
// all of them but one. The blocks of a part merge in scratch memory; the last block, known by a
// ticket, writes the result and leaves the scratch zeroed.
//
// If the number of bins is a power of two and not too large, a bin is a field of the sample's bits
// and becomes an address with hardly any arithmetic.
//
// If there are more such bins, a word of the table has two counters: see halves.cuh.
//
// Each plane of a frame has its own blocks in one launch. Its code is compiled for its pixels and
// its place among the arguments, so that a plane is counted as if it were alone.
//
// No counter overflows: a rectangle has fewer than 2^32 pixels.
#pragma once

#include "cuda/kernels/common/load.cuh"
#include "cuda/kernels/common/quantities.cuh"
#include "cuda/kernels/common/shared_table.cuh"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/common/ticket.cuh"
#include "cuda/kernels/deep/halves.cuh"
#include "cuda/kernels/deep/walk.cuh"

namespace videohistogram::cuda {

namespace {

/// Counts a bin of a channel. `first` is the channel's first counter, relative to the part's first.
/// A bin of another part is counted beside the table: a conditional increment would become a
/// branch, which takes longer.
__device__ __forceinline__ void count_bin(const Part& part, uint32_t first, uint32_t bin) {
  const uint32_t place = swizzle(min(first + bin, part.size));
  count_at(part.lane_bytes + place * (part.copies * 4));
}

/// A pixel's samples, two per word, the first one in the lowest bits.
struct Pixel {
  uint32_t low, high;
};

/// Counts a quantity that is computed from R, G and B, if the part has some of its counters.
template <class Value, uint32_t Pixels>
__device__ __forceinline__ void count_quantity(const PlaneArguments& a, const Part& part,
                                               uint32_t channel, const Pixel (&pixels)[Pixels]) {
  if (!(part.channels >> channel & 1))
    return;
  const uint32_t first = channel * a.p.bins - part.begin;
#pragma unroll
  for (uint32_t i = 0; i < Pixels; i++) {
    uint32_t rgb[3];
#pragma unroll
    for (uint32_t k = 0; k < 3; k++)
      rgb[k] = (__byte_perm(pixels[i].low, pixels[i].high, a.rgb_selectors[k]) & a.mask) >>
               (16 + a.p.shift);
    const uint32_t value = Value::of(a.p.weights, rgb) >> Value::shift;
    count_bin(part, first, value * a.p.bins >> a.p.depth); // the product is at most 65535 * 65536
  }
}

/// Counts the quantities computed from pixels, in the channels after the stored ones.
template <class... Quantities, uint32_t Pixels>
__device__ __forceinline__ void count_computed(const PlaneArguments& a, const Part& part,
                                               const Pixel (&pixels)[Pixels],
                                               Computed<Quantities...>) {
  [[maybe_unused]] uint32_t channel = a.p.stored;
  (count_quantity<Quantities>(a, part, channel++, pixels), ...);
}

template <class T, uint32_t Pixels>
__device__ __forceinline__ void count_pixels(const PlaneArguments& a, const Part& part,
                                             const Pixel (&pixels)[Pixels]) {
#pragma unroll
  for (uint32_t c = 0; c < T::samples; c++)
    if (c < a.p.stored && part.channels >> c & 1) {
      const uint32_t first = c * a.p.bins - part.begin;
#pragma unroll
      for (uint32_t i = 0; i < Pixels; i++) {
        const uint32_t sample = T::samples == 1
                                    ? pixels[i].low << 16
                                    : __byte_perm(pixels[i].low, pixels[i].high, a.selectors[c]);
        count_bin(part, first, __umulhi(sample & a.mask, a.scale));
      }
    }
  count_computed(a, part, pixels, typename T::Computed());
}

/// Counts the first `Samples` samples in `words`, which are whole pixels, by their fields. A
/// rotation and a mask give the address. count_bin() would take so many operations that these, and
/// not memory, would limit the speed.
template <class T, uint32_t Samples, uint32_t Words>
__device__ __forceinline__ void count_fields(const PlaneArguments& a, const Part& part,
                                             const uint32_t (&words)[Words]) {
#pragma unroll
  for (uint32_t s = 0; s < T::samples; s++)
    if (T::samples == 1 || (a.asked >> s & 1)) {
      const uint32_t first = a.first_bytes[s] + part.lane_bytes;
#pragma unroll
      for (uint32_t i = s; i < Samples; i += T::samples) {
        const uint32_t word = words[i / 2];
        count_at((__funnelshift_l(word, word, a.rotations[i & 1]) & a.field_mask) | first);
      }
    }
}

/// The pixels that one thread loads at once.
template <class T>
struct Group {
  uint32_t words[4 * T::vectors];
};

/// Counts `N` groups in a table of halves.
template <class T, uint32_t N>
__device__ __forceinline__ void count_half_groups(const PlaneArguments& a, const Part& part,
                                                  const Group<T>* groups) {
  constexpr uint32_t group_words = 4 * T::vectors;
  const auto word = [&](uint32_t i) { return groups[i / group_words].words[i % group_words]; };
  count_halves<T, 2 * N * group_words>(a, part, word);
}

/// Splits words into pixels. Two pixels have as many words as one pixel has samples.
template <class T>
__device__ __forceinline__ void split_words(const uint32_t (&words)[4 * T::vectors],
                                            Pixel (&pixels)[T::group_pixels]) {
#pragma unroll
  for (uint32_t i = 0; i < T::group_pixels; i += 2) {
    const uint32_t* const w = words + i / 2 * T::samples;
    if (T::samples == 1) {
      pixels[i] = {w[0], 0};
      pixels[i + 1] = {w[0] >> 16, 0};
    } else if (T::samples == 2) {
      pixels[i] = {w[0], 0};
      pixels[i + 1] = {w[1], 0};
    } else if (T::samples == 3) {
      pixels[i] = {w[0], w[1]};
      pixels[i + 1] = {__funnelshift_r(w[1], w[2], 16), w[2] >> 16};
    } else {
      pixels[i] = {w[0], w[1]};
      pixels[i + 1] = {w[2], w[3]};
    }
  }
}

template <class T>
__device__ __forceinline__ void count_group(const PlaneArguments& a, const Part& part,
                                            const Group<T>& group) {
  if constexpr (T::fields) {
    count_fields<T, 8 * T::vectors>(a, part, group.words);
  } else if constexpr (T::halves) {
    count_half_groups<T, 1>(a, part, &group);
  } else {
    Pixel pixels[T::group_pixels];
    split_words<T>(group.words, pixels);
    count_pixels<T>(a, part, pixels);
  }
}

template <class T>
__device__ __forceinline__ Pixel load_pixel(const uint8_t* at) {
  uint32_t samples[4] = {};
#pragma unroll
  for (uint32_t i = 0; i < T::samples; i++)
    samples[i] = at[2 * i] | at[2 * i + 1] << 8;
  return {samples[0] | samples[1] << 16, samples[2] | samples[3] << 16};
}

template <class T>
__device__ __forceinline__ void count_single(const PlaneArguments& a, const Part& part,
                                             const uint8_t* at) {
  const Pixel pixels[1] = {load_pixel<T>(at)};
  if constexpr (T::fields) {
    const uint32_t words[2] = {pixels[0].low, pixels[0].high};
    count_fields<T, T::samples>(a, part, words);
  } else if constexpr (T::halves) {
    const auto word = [&](uint32_t i) { return i == 0 ? pixels[0].low : pixels[0].high; };
    count_halves<T, T::samples>(a, part, word);
  } else {
    count_pixels<T>(a, part, pixels);
  }
}

__device__ __forceinline__ Walk walk_of(const PlaneArguments& a, const Part& part,
                                        uint32_t row_items) {
  return walk_of_thread(a.shape.portions, part.portion, threadIdx.x, row_items, a.p.height);
}

/// Loads the next groups of a walk; `row` is the last call's. Returns bit k if groups[k] is loaded.
template <class T>
__device__ __forceinline__ uint32_t load_groups(const PlaneArguments& a, Walk& walk, Row& row,
                                                Group<T> (&groups)[T::ahead]) {
  uint32_t there = 0;
#pragma unroll
  for (uint32_t k = 0; k < T::ahead; k++)
    if (walk.more()) {
      if (walk.y() != row.y)
        row = row_at<T>(a.p, walk.y());
      if (walk.x() < row.groups) {
        const auto* const source =
            reinterpret_cast<const uint4*>(row.start + row.head * T::pixel_bytes) +
            size_t{walk.x()} * T::vectors;
        load_aligned<4 * T::vectors, false>(groups[k].words, source);
        there |= 1u << k;
      }
      walk.advance();
    }
  return there;
}

/// Counts groups[k] if bit k of `there` is set. With halves, a block counts few of the samples of
/// pixels of four: all groups at once, so that more additions are in flight.
template <class T>
__device__ __forceinline__ void count_loaded(const PlaneArguments& a, const Part& part,
                                             const Group<T> (&groups)[T::ahead], uint32_t there) {
  if constexpr (T::halves && T::samples == 4)
    if (there == (1u << T::ahead) - 1)
      return count_half_groups<T, T::ahead>(a, part, groups);
#pragma unroll
  for (uint32_t k = 0; k < T::ahead; k++)
    if (there >> k & 1)
      count_group<T>(a, part, groups[k]);
}

template <class T>
__device__ __forceinline__ void count_groups(const PlaneArguments& a, const Part& part) {
  Walk walk = walk_of(a, part, max_groups<T>(a.p));
  Row row = row_at<T>(a.p, walk.y());
  // The first loads are in flight while the table is cleared.
  Group<T> now[T::ahead];
  uint32_t there = load_groups<T>(a, walk, row, now);
  clear_table(a.shape.shared_bytes, deep_threads);
  __syncthreads();
  for (;;) {
    const bool more = walk.more();
    Group<T> next[T::ahead];
    const uint32_t next_there = load_groups<T>(a, walk, row, next);
    count_loaded<T>(a, part, now, there);
    if (!more)
      return;
#pragma unroll
    for (uint32_t k = 0; k < T::ahead; k++)
      now[k] = next[k];
    there = next_there;
  }
}

/// Counts the pixels of each row that are in no group.
template <class T>
__device__ __forceinline__ void count_edges(const PlaneArguments& a, const Part& part) {
  for (Walk walk = walk_of(a, part, max_edges<T>(a.p)); walk.more(); walk.advance()) {
    const Row row = row_at<T>(a.p, walk.y());
    const uint32_t x = edge_x<T>(row, walk.x());
    if (x < a.p.width)
      count_single<T>(a, part, row.start + size_t{x} * T::pixel_bytes);
  }
}

/// Counts every pixel individually, if the rows have no groups.
template <class T>
__device__ __forceinline__ void count_singles(const PlaneArguments& a, const Part& part) {
  clear_table(a.shape.shared_bytes, deep_threads);
  __syncthreads();
  for (Walk walk = walk_of(a, part, a.p.width); walk.more(); walk.advance()) {
    const uint8_t* const row = a.p.pixels + static_cast<int64_t>(walk.y()) * a.p.stride;
    count_single<T>(a, part, row + size_t{walk.x()} * T::pixel_bytes);
  }
}

/// The sum of a counter's copies. Threads that would share a bank begin with different copies.
template <class T>
__device__ __forceinline__ uint32_t sum_of(const Part& part, uint32_t counter) {
  uint32_t sum = 0;
  if constexpr (T::fields) {
    const uint32_t vectors = part.copies / 4, first = (counter & 7) * vectors >> 3;
#pragma unroll 4
    for (uint32_t i = 0; i < vectors; i++) {
      const uint4 copies = shared_table[counter * vectors + ((first + i) & (vectors - 1))];
      sum += copies.x + copies.y + copies.z + copies.w;
    }
  } else {
    const uint32_t place = swizzle(counter), first = (place & 31) * part.copies >> 5;
    for (uint32_t i = 0; i < part.copies; i++)
      sum += table_words()[place * part.copies + ((first + i) & (part.copies - 1))];
  }
  return sum;
}

/// The word of a part's counter among the counters in the scratch.
template <class T>
__device__ __forceinline__ uint32_t scratch_word(uint32_t counter) {
  return T::fields ? counter / field_sector_counters * field_sector_words +
                         counter % field_sector_counters
                   : counter;
}

/// Merges the counts of the blocks of a part, and writes the result.
template <class T>
__device__ __forceinline__ void write_result(const PlaneArguments& a, const Part& part) {
  const uint32_t counters = min(part.size, a.counters - part.begin);
  uint32_t* const result = a.p.results + part.begin;
  if (a.shape.portions == 1) {
    for (uint32_t i = threadIdx.x; i < counters; i += deep_threads)
      result[i] = sum_of<T>(part, i);
    return;
  }

  uint32_t* const scratch = a.p.scratch + max_deep_parts + part.begin;
  for (uint32_t i = threadIdx.x; i < counters; i += deep_threads)
    if (const uint32_t sum = sum_of<T>(part, i))
      atomicAdd(&scratch[scratch_word<T>(i)], sum);
  if (!is_last_block(a.p.scratch + part.index, a.shape.portions))
    return;
    // The loads of an unrolled round wait for the L2 cache together.
#pragma unroll 8
  for (uint32_t i = threadIdx.x; i < counters; i += deep_threads) {
    result[i] = __ldcg(&scratch[scratch_word<T>(i)]);
    scratch[scratch_word<T>(i)] = 0;
  }
}

template <class T>
__device__ __forceinline__ void count_part(const PlaneArguments& a, uint32_t block) {
  const Part part = part_of_block(a, block);
  if (!has_groups<T>(a.p)) {
    count_singles<T>(a, part);
  } else {
    count_groups<T>(a, part);
    if (has_edges<T>(a.p))
      count_edges<T>(a, part);
  }
  __syncthreads();
  if constexpr (T::halves)
    write_halves(a, part);
  else
    write_result<T>(a, part);
}

/// Counts a block's part. `block` is its number among the blocks of the planes from `Index` on.
template <uint32_t Index, class T, class... Others, uint32_t Planes>
__device__ __forceinline__ void count_planes(const Arguments<Planes>& a, uint32_t block) {
  if constexpr (sizeof...(Others) > 0)
    if (block >= a.planes[Index].blocks)
      return count_planes<Index + 1, Others...>(a, block - a.planes[Index].blocks);
  count_part<T>(a.planes[Index], block);
}

/// `T` is the configuration of each plane. The launch before this one is complete.
template <class... T>
__global__ void __launch_bounds__(deep_threads, 1) deep_kernel(const Arguments<sizeof...(T)> a) {
  begin_reading(true);
  count_planes<0, T...>(a, blockIdx.x);
}

} // namespace

} // namespace videohistogram::cuda
