// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A block counts into a table of its own in shared memory, [pair][value][copy] of 32-bit words with
// two channels in 16 bits each. Lane l counts in copy l, so the lanes of a warp never meet in a
// bank or an address whatever the picture shows. At the end a block sums the copies, and the blocks
// of one rectangle meet in a scratch set of device memory; the last of them, known by a ticket,
// folds values to bins, writes the result to mapped pinned memory and leaves the scratch zeroed.
#pragma once

#include "cuda/count_kernel.h"

namespace videohistogram::cuda {

namespace {

constexpr uint32_t group_vectors(uint32_t pixel_bytes) {
  return pixel_bytes == 3 ? 3 : 1;
}

/// What is known when a kernel is compiled.
template <uint32_t PixelBytes, uint32_t Stored, bool Luma, uint32_t Copies>
struct Traits {
  static constexpr uint32_t pixel_bytes = PixelBytes;
  static constexpr uint32_t stored = Stored;
  static constexpr bool luma = Luma;
  static constexpr uint32_t copies = Copies;
  static constexpr uint32_t counters = Stored + (Luma ? 1 : 0);
  static constexpr uint32_t rows = counter_pairs(counters) * 256;
  static constexpr uint32_t words = rows * Copies;
  static_assert(rows <= block_threads, "a thread sums at most one row");
  static_assert(words * 4 == table_bytes(counters, Copies));

  /// A value becomes the byte offset of its row by a shift of this.
  static constexpr uint32_t row_shift = Copies == 32 ? 7 : 6;
  static_assert(Copies * 4 == 1u << row_shift);
  static constexpr uint32_t row_mask = 0xffu << row_shift;

  static constexpr uint32_t vectors = group_vectors(PixelBytes);
  static constexpr uint32_t pixels = group_pixels(PixelBytes);
  /// Groups loaded before they are counted; two of three vectors would not fit the registers.
  static constexpr uint32_t ahead = PixelBytes == 3 ? 1 : 2;

  /// A half of a word must never carry into its neighbour. block_threads / copies threads count in
  /// the same copy, so this many pixels a thread may be counted before the table is drained into
  /// registers. That bounds the pixels of a block, however large the frame and few the blocks.
  static constexpr uint32_t max_thread_pixels = 65535 / (block_threads / Copies);
  /// The same in groups, with one pixel kept for the frame's tail; a multiple of `ahead`.
  static constexpr uint32_t max_thread_groups = (max_thread_pixels - 1) / pixels / ahead * ahead;
  static_assert(max_thread_groups > 0);
};

/// What a thread knows of its row: sums over the copies, of a pair's two channels.
struct RowSums {
  uint32_t low = 0, high = 0;
};

extern __shared__ uint4 shared_table[];

__device__ __forceinline__ uint32_t* table() {
  return reinterpret_cast<uint32_t*>(shared_table);
}

template <class T>
__device__ __forceinline__ void clear_table() {
  for (uint32_t i = threadIdx.x; i < T::words / 4; i += block_threads)
    shared_table[i] = make_uint4(0, 0, 0, 0);
}

/// Counts in channel `counter` the value whose row begins at byte `row`.
template <class T>
__device__ __forceinline__ void count_row(uint32_t row, uint32_t lane_bytes, uint32_t counter) {
  char* const pair = reinterpret_cast<char*>(shared_table) + counter / 2 * 256 * T::copies * 4;
  atomicAdd(reinterpret_cast<unsigned int*>(pair + (row | lane_bytes)),
            counter % 2 ? 0x10000u : 1u);
}

__device__ __forceinline__ uint32_t byte_of(uint32_t pixel, uint32_t offset) {
  return __byte_perm(pixel, 0, 0x4440 | offset);
}

/// `pixel` has its first byte in its lowest bits; bits above the pixel may be anything.
template <class T>
__device__ __forceinline__ void count_pixel(const CountParameters& p, uint32_t pixel,
                                            uint32_t lane_bytes) {
#pragma unroll
  for (int c = 0; c < static_cast<int>(T::stored); c++) {
    // A rotation brings the byte where the row's offset has it: one instruction for any channel.
    const uint32_t turn = (8u * p.offsets[c] - T::row_shift) & 31u;
    count_row<T>(__funnelshift_r(pixel, pixel, turn) & T::row_mask, lane_bytes, c);
  }
  if (T::luma) {
    const uint32_t sum = p.luma.r * byte_of(pixel, p.luma_offsets[0]) +
                         p.luma.g * byte_of(pixel, p.luma_offsets[1]) +
                         p.luma.b * byte_of(pixel, p.luma_offsets[2]) + 32768u;
    count_row<T>((sum >> (16 - T::row_shift)) & T::row_mask, lane_bytes, T::stored);
  }
}

/// The pixels that one thread loads at once.
template <class T>
struct Group {
  uint4 vectors[T::vectors];
};

template <class T>
__device__ __forceinline__ Group<T> load_group(const uint4* source, uint32_t index) {
  Group<T> group;
#pragma unroll
  for (uint32_t v = 0; v < T::vectors; v++) {
    // A frame is read once. The three vectors of a group share cache lines with the neighbour's, so
    // those go through the cache.
    const uint4* const at = source + size_t{index} * T::vectors + v;
    group.vectors[v] = T::vectors == 1 ? __ldcs(at) : __ldg(at);
  }
  return group;
}

template <class T>
__device__ __forceinline__ void count_group(const CountParameters& p, const Group<T>& group,
                                            uint32_t lane_bytes) {
  uint32_t words[4 * T::vectors];
#pragma unroll
  for (uint32_t v = 0; v < T::vectors; v++) {
    words[4 * v] = group.vectors[v].x;
    words[4 * v + 1] = group.vectors[v].y;
    words[4 * v + 2] = group.vectors[v].z;
    words[4 * v + 3] = group.vectors[v].w;
  }
  if (T::pixel_bytes == 4) {
#pragma unroll
    for (uint32_t i = 0; i < 4; i++)
      count_pixel<T>(p, words[i], lane_bytes);
  } else if (T::pixel_bytes == 3) {
    // Four pixels in three words.
#pragma unroll
    for (uint32_t i = 0; i + 2 < 4 * T::vectors; i += 3) {
      count_pixel<T>(p, words[i], lane_bytes);
      count_pixel<T>(p, __funnelshift_r(words[i], words[i + 1], 24), lane_bytes);
      count_pixel<T>(p, __funnelshift_r(words[i + 1], words[i + 2], 16), lane_bytes);
      count_pixel<T>(p, words[i + 2] >> 8, lane_bytes);
    }
  } else {
#pragma unroll
    for (uint32_t i = 0; i < 4; i++)
#pragma unroll
      for (uint32_t byte = 0; byte < 4; byte++)
        count_row<T>(__funnelshift_r(words[i], words[i], (8 * byte - T::row_shift) & 31u) &
                         T::row_mask,
                     lane_bytes, 0);
  }
}

template <class T>
__device__ __forceinline__ uint32_t load_pixel(const uint8_t* at) {
  if (T::pixel_bytes == 4)
    return *reinterpret_cast<const uint32_t*>(at);
  if (T::pixel_bytes == 3)
    return at[0] | at[1] << 8 | at[2] << 16;
  return *at;
}

/// Adds the table to the sums: thread t sums row t. The table keeps its counts. Every thread begins
/// with another vector of its row, so that a phase's eight threads read eight groups of banks.
template <class T>
__device__ __forceinline__ void drain_table(RowSums& sums) {
  constexpr uint32_t row_vectors = T::copies / 4;
  if (threadIdx.x >= T::rows)
    return;
  const uint32_t first = threadIdx.x / (32 / T::copies);
#pragma unroll
  for (uint32_t i = 0; i < row_vectors; i++) {
    const uint4 v = shared_table[threadIdx.x * row_vectors + (i + first) % row_vectors];
    sums.low += (v.x & 0xffff) + (v.y & 0xffff) + (v.z & 0xffff) + (v.w & 0xffff);
    sums.high += (v.x >> 16) + (v.y >> 16) + (v.z >> 16) + (v.w >> 16);
  }
}

/// This block's part of the whole frame, which is one run of bytes.
template <class T>
__device__ __forceinline__ void count_frame(const CountParameters& p, uint32_t lane_bytes,
                                            RowSums& sums) {
  const uint4* const source = reinterpret_cast<const uint4*>(p.pixels);
  const uint64_t pixels = uint64_t{p.width} * p.height; // below 2^32
  const uint32_t groups = static_cast<uint32_t>(pixels / T::pixels);
  const uint32_t step = p.frame_blocks * block_threads;
  uint32_t at = blockIdx.x * block_threads + threadIdx.x;

  // The first loads are under way while the table is cleared.
  Group<T> next[T::ahead];
#pragma unroll
  for (uint32_t k = 0; k < T::ahead; k++)
    if (at + k * step < groups)
      next[k] = load_group<T>(source, at + k * step);
  clear_table<T>();
  __syncthreads();

  const uint32_t tail = static_cast<uint32_t>(pixels % T::pixels);
  if (blockIdx.x == 0 && threadIdx.x < tail) {
    const size_t index = size_t{groups} * T::pixels + threadIdx.x;
    count_pixel<T>(p, load_pixel<T>(p.pixels + index * T::pixel_bytes), lane_bytes);
  }

  const uint32_t rounds = (groups + step - 1) / step; // the same in every thread
  for (uint32_t round = 0;;) {
    const uint32_t stop = min(rounds, round + T::max_thread_groups);
    for (; round < stop; round += T::ahead) {
      Group<T> now[T::ahead];
#pragma unroll
      for (uint32_t k = 0; k < T::ahead; k++) {
        now[k] = next[k];
        const uint32_t later = at + (T::ahead + k) * step;
        if (later < groups)
          next[k] = load_group<T>(source, later);
      }
#pragma unroll
      for (uint32_t k = 0; k < T::ahead; k++)
        if (at + k * step < groups)
          count_group<T>(p, now[k], lane_bytes);
      at += T::ahead * step;
    }
    __syncthreads();
    drain_table<T>(sums);
    if (round >= rounds)
      return;
    __syncthreads();
    clear_table<T>();
    __syncthreads();
  }
}

/// This block's part of a rectangle, pixel by pixel in reading order.
template <class T>
__device__ __forceinline__ void count_region(const CountParameters& p, const RegionBlock& work,
                                             uint32_t lane_bytes, RowSums& sums) {
  const uint32_t pixels = work.width * work.height; // below 2^32
  const uint32_t step = work.blocks * block_threads;
  const uint32_t first = work.rank * block_threads + threadIdx.x;
  const uint32_t rounds = pixels > 0 ? (pixels - 1) / step + 1 : 0; // the same in every thread
  const uint32_t own = first < pixels ? (pixels - 1 - first) / step + 1 : 0;

  uint32_t x = 0, y = 0, dx = 0, dy = 0;
  if (pixels > 0) {
    x = first % work.width;
    y = first / work.width;
    dx = step % work.width;
    dy = step / work.width;
  }
  const uint8_t* const corner = p.pixels + (size_t{work.y} * p.width + work.x) * T::pixel_bytes;
  clear_table<T>();
  __syncthreads();

  for (uint32_t round = 0;;) {
    const uint32_t stop = min(rounds, round + T::max_thread_pixels);
#pragma unroll 4
    for (uint32_t i = round; i < min(own, stop); i++) {
      const size_t index = size_t{y} * p.width + x;
      count_pixel<T>(p, load_pixel<T>(corner + index * T::pixel_bytes), lane_bytes);
      y += dy;
      if (x >= work.width - dx) { // x + dx could wrap
        x -= work.width - dx;
        y++;
      } else {
        x += dx;
      }
    }
    round = stop;
    __syncthreads();
    drain_table<T>(sums);
    if (round >= rounds)
      return;
    __syncthreads();
    clear_table<T>();
    __syncthreads();
  }
}

/// Brings the sums of a rectangle's blocks together as [counter][256] at the start of the table.
/// False: another block will do it. All of the block's threads call it and get the same answer.
template <class T>
__device__ __forceinline__ bool gather(const CountParameters& p, uint32_t blocks, uint32_t set,
                                       const RowSums& sums) {
  const uint32_t pair = threadIdx.x / 256;
  const uint32_t low = 2 * pair * 256 + threadIdx.x % 256, high = low + 256;
  const bool has_low = threadIdx.x < T::rows;
  const bool has_high = has_low && 2 * pair + 1 < T::counters;
  __syncthreads(); // the table was read and is free from here on
  if (blocks == 1) {
    if (has_low)
      table()[low] = sums.low;
    if (has_high)
      table()[high] = sums.high;
    __syncthreads();
    return true;
  }

  uint32_t* const counters = p.counters + set * scratch_set_counters;
  if (has_low && sums.low)
    atomicAdd(&counters[low], sums.low);
  if (has_high && sums.high)
    atomicAdd(&counters[high], sums.high);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    table()[0] = atomicAdd(&p.tickets[set], 1u);
  __syncthreads();
  const bool last = table()[0] == blocks - 1;
  __syncthreads();
  if (!last)
    return false;

  __threadfence();
  for (uint32_t i = threadIdx.x; i < T::counters * 256; i += block_threads) {
    table()[i] = __ldcg(&counters[i]); // written in the L2 cache by other blocks
    counters[i] = 0;
  }
  if (threadIdx.x == 0)
    p.tickets[set] = 0;
  __syncthreads();
  return true;
}

/// bin = (value * bins) >> 8: bin b has the values from ceil(256 b / bins) on.
template <class T>
__device__ __forceinline__ void write_result(const CountParameters& p, uint32_t rectangle) {
  uint32_t* const result = p.results + rectangle * T::counters * p.bins;
  for (uint32_t i = threadIdx.x; i < T::counters * p.bins; i += block_threads) {
    const uint32_t counter = i / p.bins, bin = i % p.bins;
    const uint32_t begin = (bin * 256 + p.bins - 1) / p.bins;
    const uint32_t end = ((bin + 1) * 256 + p.bins - 1) / p.bins;
    uint32_t sum = 0;
    for (uint32_t value = begin; value < end; value++)
      sum += table()[counter * 256 + value];
    result[i] = sum;
  }
  __threadfence_system();
}

template <class T>
__global__ void __launch_bounds__(block_threads, 1) count_kernel(const CountParameters p) {
  const uint32_t lane_bytes = threadIdx.x % T::copies * 4;
  RowSums sums;
  uint32_t blocks = p.frame_blocks, set = 0, rectangle = 0;
  if (blockIdx.x < p.frame_blocks) {
    count_frame<T>(p, lane_bytes, sums);
  } else {
    // Read once a block: the table of work lies in host memory.
    constexpr uint32_t work_words = sizeof(RegionBlock) / 4;
    const RegionBlock* const source = p.region_blocks + (blockIdx.x - p.frame_blocks);
    if (threadIdx.x < work_words)
      table()[threadIdx.x] = reinterpret_cast<const volatile uint32_t*>(source)[threadIdx.x];
    __syncthreads();
    const RegionBlock work = *reinterpret_cast<const RegionBlock*>(shared_table);
    __syncthreads();
    blocks = work.blocks;
    set = work.scratch_set;
    rectangle = work.rectangle;
    count_region<T>(p, work, lane_bytes, sums);
  }
  if (gather<T>(p, blocks, set, sums))
    write_result<T>(p, rectangle);
}

} // namespace

} // namespace videohistogram::cuda
