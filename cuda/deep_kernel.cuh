// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A block counts the counters of its part in shared memory, in 32 bits each, by `atomicAdd(.., 1)`
// with the result unused: that becomes ATOMS.POPC.INC, which merges equal addresses within a warp,
// so that flat pictures are as fast as others. Where all counters fit, there are copies for
// neighbouring lanes; where they do not, the blocks of all parts of a portion read the same pixels
// side by side, so that the L2 cache serves all of them but one. The blocks of a part meet in
// scratch memory; the last of them, known by a ticket, writes the result and leaves it zeroed.
//
// No counter overflows: a rectangle has fewer than 2^32 pixels.
#pragma once

#include "cuda/deep_kernel.h"

namespace videohistogram::cuda {

namespace {

/// What a block needs to know, the same for all of them.
struct Arguments {
  DeepParameters p;
  DeepShape shape;
  uint32_t channels, counters; ///< in all parts
  /// A sample is brought into the upper half of a word by these byte selectors and masked; the
  /// upper half of its product with `scale` is then its bin, (value * bins) >> depth, without a
  /// remainder lost: the product is value * bins << (32 - depth).
  uint32_t selectors[4];
  uint32_t luma_selectors[3];
  uint32_t mask;
  uint32_t scale;
};

/// What is known when a kernel is compiled.
template <uint32_t Samples, bool Luma>
struct Traits {
  static constexpr uint32_t samples = Samples; ///< in a pixel
  static constexpr bool luma = Luma;
  static constexpr uint32_t pixel_bytes = 2 * Samples;
  /// A group is what a thread loads at once: whole pixels in whole 16-byte vectors.
  static constexpr uint32_t vectors = Samples == 3 ? 3 : 1;
  static constexpr uint32_t group_pixels = vectors * 16 / pixel_bytes;
  /// Groups loaded before they are counted.
  static constexpr uint32_t ahead = Samples == 3 ? 1 : 2;
  /// Where rows begin at multiples of this, some pixel of them begins at a multiple of 16.
  static constexpr uint32_t alignment = Samples == 3 ? 2 : pixel_bytes;
  static_assert((group_pixels & (group_pixels - 1)) == 0);
};

extern __shared__ uint4 shared_table[];

__device__ __forceinline__ uint32_t* table() {
  return reinterpret_cast<uint32_t*>(shared_table);
}

/// Where a counter lies among those of its part. Values at regular distances, as those of pictures
/// that once had fewer bits, would otherwise share a bank.
__device__ __forceinline__ uint32_t swizzle(uint32_t counter) {
  return counter ^ ((counter >> 5 ^ counter >> 10) & 31);
}

/// The part of the counters that this block has.
struct Part {
  uint32_t begin;      ///< the first one
  uint32_t size;       ///< how many there may be; behind them lies one for all that are in no part
  uint32_t channels;   ///< a bit for each channel that has some of them
  uint32_t copies;     ///< of each
  uint32_t lane_bytes; ///< from the first copy of a counter to this thread's
};

__device__ __forceinline__ Part part_of_block(const Arguments& a) {
  Part part;
  part.begin = blockIdx.x % a.shape.parts * a.shape.part_counters;
  part.size = a.shape.part_counters;
  part.copies = a.shape.copies;
  part.lane_bytes = (threadIdx.x & (a.shape.copies - 1)) * 4;
  part.channels = 0;
  for (uint32_t c = 0; c < a.channels; c++)
    if (c * a.p.bins < part.begin + part.size && (c + 1) * a.p.bins > part.begin)
      part.channels |= 1u << c;
  return part;
}

/// Counts a bin of a channel, given the channel's first counter from the part's begin on. Where it
/// is in another part it is counted beside the table: an increment under a condition would become
/// a branch, which takes longer.
__device__ __forceinline__ void count_bin(const Part& part, uint32_t first, uint32_t bin) {
  const uint32_t place = swizzle(min(first + bin, part.size));
  char* const bytes = reinterpret_cast<char*>(shared_table) + part.lane_bytes;
  atomicAdd(reinterpret_cast<unsigned int*>(bytes + place * (part.copies * 4)), 1u);
}

/// A pixel's samples, two in a word, the first one in the lowest bits.
struct Pixel {
  uint32_t low, high;
};

template <class T, uint32_t Pixels>
__device__ __forceinline__ void count_pixels(const Arguments& a, const Part& part,
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
  if (T::luma && part.channels >> a.p.stored & 1) {
    const uint32_t first = a.p.stored * a.p.bins - part.begin;
    const LumaWeights& w = a.p.weights;
#pragma unroll
    for (uint32_t i = 0; i < Pixels; i++) {
      uint32_t rgb[3];
#pragma unroll
      for (uint32_t k = 0; k < 3; k++)
        rgb[k] = (__byte_perm(pixels[i].low, pixels[i].high, a.luma_selectors[k]) & a.mask) >>
                 (16 + a.p.shift);
      const uint32_t luma = (w.r * rgb[0] + w.g * rgb[1] + w.b * rgb[2] + 32768u) >> 16;
      count_bin(part, first, luma * a.p.bins >> a.p.depth); // at most 65535 * 65536
    }
  }
}

/// The pixels that one thread loads at once.
template <class T>
struct Group {
  uint4 vectors[T::vectors];
};

template <class T>
__device__ __forceinline__ void count_group(const Arguments& a, const Part& part,
                                            const Group<T>& group) {
  uint32_t words[4 * T::vectors];
#pragma unroll
  for (uint32_t v = 0; v < T::vectors; v++) {
    words[4 * v] = group.vectors[v].x;
    words[4 * v + 1] = group.vectors[v].y;
    words[4 * v + 2] = group.vectors[v].z;
    words[4 * v + 3] = group.vectors[v].w;
  }
  // Two pixels have as many words as one has samples.
  Pixel pixels[T::group_pixels];
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
  count_pixels<T>(a, part, pixels);
}

/// The items of a rectangle that one thread gets, of which each row has `row_items`.
class Walk {
public:
  __device__ __forceinline__ Walk(const Arguments& a, uint32_t row_items) : row_items_(row_items) {
    const uint32_t step = a.shape.portions * block_threads;
    const uint32_t first = blockIdx.x / a.shape.parts * block_threads + threadIdx.x;
    const uint32_t items = row_items * a.p.height; // no more than pixels
    left_ = first < items ? (items - 1 - first) / step + 1 : 0;
    const uint32_t divisor = max(row_items, 1u);
    x_ = first % divisor;
    y_ = first / divisor;
    dx_ = step % divisor;
    dy_ = step / divisor;
  }

  __device__ __forceinline__ bool more() const { return left_ > 0; }
  __device__ __forceinline__ uint32_t x() const { return x_; }
  __device__ __forceinline__ uint32_t y() const { return y_; }
  __device__ __forceinline__ void advance() {
    left_--;
    y_ += dy_;
    if (x_ >= row_items_ - dx_) { // x_ + dx_ could wrap
      x_ -= row_items_ - dx_;
      y_++;
    } else {
      x_ += dx_;
    }
  }

private:
  uint32_t row_items_, left_, x_, y_, dx_, dy_;
};

/// A row whose pixels are `head` single ones, then `groups` aligned groups, then single ones.
struct Row {
  uint32_t y;
  uint32_t head, groups;
  const uint8_t* start;
};

template <class T>
__device__ __forceinline__ Row row_at(const Arguments& a, uint32_t y) {
  Row row;
  row.y = y;
  row.start = a.p.pixels + static_cast<int64_t>(y) * a.p.stride;
  const uint32_t missing =
      (0u - static_cast<uint32_t>(reinterpret_cast<uintptr_t>(row.start))) & 15;
  // Of pixels of 6 bytes, 3 for each 2 bytes: 3 * 6 = 18 is 2 more than a multiple of 16.
  row.head = T::samples == 3 ? missing / 2 * 3 & 7 : missing / T::pixel_bytes;
  row.groups = a.p.width > row.head ? (a.p.width - row.head) / T::group_pixels : 0;
  return row;
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
__device__ __forceinline__ void count_single(const Arguments& a, const Part& part,
                                             const uint8_t* at) {
  const Pixel pixels[1] = {load_pixel<T>(at)};
  count_pixels<T>(a, part, pixels);
}

/// Loads the next groups of a walk; `row` is the one of the last call. Bit k of the result:
/// groups[k] is there.
template <class T>
__device__ __forceinline__ uint32_t load_groups(const Arguments& a, Walk& walk, Row& row,
                                                Group<T> (&groups)[T::ahead]) {
  uint32_t there = 0;
#pragma unroll
  for (uint32_t k = 0; k < T::ahead; k++)
    if (walk.more()) {
      if (walk.y() != row.y)
        row = row_at<T>(a, walk.y());
      if (walk.x() < row.groups) {
        const auto* const source =
            reinterpret_cast<const uint4*>(row.start + row.head * T::pixel_bytes) +
            size_t{walk.x()} * T::vectors;
#pragma unroll
        for (uint32_t v = 0; v < T::vectors; v++)
          groups[k].vectors[v] = __ldg(source + v);
        there |= 1u << k;
      }
      walk.advance();
    }
  return there;
}

__device__ __forceinline__ void clear_table(const Arguments& a) {
  for (uint32_t i = threadIdx.x; i < a.shape.shared_bytes / sizeof(uint4); i += block_threads)
    shared_table[i] = make_uint4(0, 0, 0, 0);
}

template <class T>
__device__ __forceinline__ void count_groups(const Arguments& a, const Part& part) {
  Walk walk(a, a.p.width / T::group_pixels);
  Row row = row_at<T>(a, walk.y());
  // The first loads are under way while the table is cleared.
  Group<T> now[T::ahead];
  uint32_t there = load_groups<T>(a, walk, row, now);
  clear_table(a);
  __syncthreads();
  for (;;) {
    const bool more = walk.more();
    Group<T> next[T::ahead];
    const uint32_t next_there = load_groups<T>(a, walk, row, next);
#pragma unroll
    for (uint32_t k = 0; k < T::ahead; k++)
      if (there >> k & 1)
        count_group<T>(a, part, now[k]);
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
__device__ __forceinline__ void count_edges(const Arguments& a, const Part& part) {
  for (Walk walk(a, min(a.p.width, 2 * (T::group_pixels - 1))); walk.more(); walk.advance()) {
    const Row row = row_at<T>(a, walk.y());
    const uint32_t x = walk.x() < row.head ? walk.x() : walk.x() + row.groups * T::group_pixels;
    if (x < a.p.width)
      count_single<T>(a, part, row.start + size_t{x} * T::pixel_bytes);
  }
}

/// Counts every pixel by itself.
template <class T>
__device__ __forceinline__ void count_singles(const Arguments& a, const Part& part) {
  clear_table(a);
  __syncthreads();
  for (Walk walk(a, a.p.width); walk.more(); walk.advance()) {
    const uint8_t* const row = a.p.pixels + static_cast<int64_t>(walk.y()) * a.p.stride;
    count_single<T>(a, part, row + size_t{walk.x()} * T::pixel_bytes);
  }
}

/// The sum of a counter's copies. Threads that would meet in a bank begin with different copies.
__device__ __forceinline__ uint32_t sum_of(const Part& part, uint32_t counter) {
  const uint32_t place = swizzle(counter), first = (place & 31) * part.copies >> 5;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < part.copies; i++)
    sum += table()[place * part.copies + ((first + i) & (part.copies - 1))];
  return sum;
}

/// Brings together what the blocks of a part have counted, and writes it.
__device__ __forceinline__ void write_result(const Arguments& a, const Part& part) {
  const uint32_t counters = min(part.size, a.counters - part.begin);
  uint32_t* const result = a.p.results + part.begin;
  if (a.shape.portions == 1) {
    for (uint32_t i = threadIdx.x; i < counters; i += block_threads)
      result[i] = sum_of(part, i);
    return;
  }

  uint32_t* const scratch = a.p.scratch + max_deep_parts + part.begin;
  for (uint32_t i = threadIdx.x; i < counters; i += block_threads)
    if (const uint32_t sum = sum_of(part, i))
      atomicAdd(&scratch[i], sum);
  __threadfence();
  __syncthreads();
  uint32_t* const ticket = a.p.scratch + blockIdx.x % a.shape.parts;
  const bool is_last = threadIdx.x == 0 && atomicAdd(ticket, 1u) == a.shape.portions - 1;
  if (!__syncthreads_or(is_last))
    return;

  __threadfence();
  // Every round waits for the L2 cache once.
#pragma unroll 8
  for (uint32_t i = threadIdx.x; i < counters; i += block_threads) {
    result[i] = __ldcg(&scratch[i]);
    scratch[i] = 0;
  }
  if (threadIdx.x == 0)
    *ticket = 0;
}

template <class T>
__global__ void __launch_bounds__(block_threads, 1) deep_kernel(const Arguments a) {
  const Part part = part_of_block(a);
  const auto start = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(a.p.pixels));
  const uint32_t stride = a.p.height > 1 ? static_cast<uint32_t>(a.p.stride) : 0;
  if ((start | stride) % T::alignment != 0) {
    count_singles<T>(a, part);
  } else {
    count_groups<T>(a, part);
    if ((start | stride) % 16 != 0 || a.p.width % T::group_pixels != 0)
      count_edges<T>(a, part);
  }
  __syncthreads();
  write_result(a, part);
}

} // namespace

} // namespace videohistogram::cuda
