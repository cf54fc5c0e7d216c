// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts the absolute differences of the samples of two frames, of any depth in any number of bins;
// lanes.cuh counts bytes as they are. Each plane has its own blocks. A block has the counters of
// one part in shared memory, 32 bits each, with copies for neighbouring lanes: most differences of
// a video are small, and lanes that count the same one do not meet. The blocks of a part merge in
// scratch memory; the last block, known by a ticket, writes the result and leaves the scratch
// zeroed. No counter overflows: a plane has fewer than 2^32 samples of a kind.
#pragma once

#include "cuda/kernels/common/item_walk.h"
#include "cuda/kernels/common/load.cuh"
#include "cuda/kernels/common/shared_table.cuh"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/common/ticket.cuh"
#include "cuda/kernels/difference/difference_kernel.h"

namespace videohistogram::cuda {

namespace {

/// The compile-time configuration of a kernel.
template <uint32_t SampleBytes, uint32_t Vectors>
struct DifferenceConfig {
  static constexpr uint32_t sample_bytes = SampleBytes;
  /// A group is what a thread loads at once of each frame: whole pixels in 16-byte vectors. Pixels
  /// of three samples need three vectors.
  static constexpr uint32_t vectors = Vectors;
  static constexpr uint32_t group_bytes = 16 * Vectors;
  static constexpr uint32_t words = 4 * Vectors;
  /// The samples of a group lie in periods: the places of samples in pixels repeat.
  static constexpr uint32_t period = Vectors == 3 ? 3 : 4;
  static constexpr uint32_t ahead = Vectors == 3 ? 1 : 2; ///< groups loaded together
};

/// What a block counts, and where.
struct Block {
  uint32_t part, portion, portions;
  uint32_t begin, size; ///< first counter of the part, and maximum counters of a part
  uint32_t word_bytes;  ///< bytes from a counter to the next one
  uint32_t lane_bytes;  ///< from the first copy of a counter to this thread's
};

/// Counts a difference in histogram `table`. A bin of another part is counted beside the table: a
/// branch would take longer.
__device__ __forceinline__ void count_value(const DifferenceLaunch& l, const Block& block,
                                            uint32_t table, uint32_t value) {
  const uint32_t counter = table * l.bins + (value * l.bins >> l.depth) - block.begin;
  count_at(min(counter, block.size) * block.word_bytes + block.lane_bytes);
}

__device__ __forceinline__ uint32_t difference(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

/// The bytes of a group.
template <class T>
struct Group {
  uint32_t words[T::words];
};

/// Counts all samples of a group. `tables` has one entry per place in a period.
template <class T>
__device__ __forceinline__ void count_group(const DifferenceLaunch& l, const Block& block,
                                            const uint32_t (&tables)[T::period],
                                            const Group<T>& now, const Group<T>& before) {
  constexpr uint32_t per_word = 4 / T::sample_bytes;
  const uint32_t mask = (1u << l.depth) - 1;
#pragma unroll
  for (uint32_t i = 0; i < T::words * per_word; i++) {
    const uint32_t table = tables[i % T::period];
    if (table == no_table) // the same in all threads
      continue;
    const uint32_t a = now.words[i / per_word], b = before.words[i / per_word];
    const uint32_t bit = 8 * T::sample_bytes * (i % per_word);
    const uint32_t value = T::sample_bytes == 1
                               ? __vabsdiffu4(a, b) >> bit & 255
                               : difference(a >> bit >> l.shift & mask, b >> bit >> l.shift & mask);
    count_value(l, block, table, value);
  }
}

template <class T>
__device__ __forceinline__ uint32_t load_sample(const DifferenceLaunch& l, const uint8_t* at) {
  const uint32_t sample = T::sample_bytes == 1 ? at[0] : at[0] | at[1] << 8;
  return sample >> l.shift & ((1u << l.depth) - 1);
}

/// The rows of both frames in groups, or as one long row if neither has padding.
struct Rows {
  const uint8_t *now, *before;
  int64_t stride, before_stride;
  uint64_t row_bytes;
  uint32_t rows, alignment;
};

template <class T>
__device__ __forceinline__ Rows rows_of(const DifferencePlane& p) {
  Rows rows{p.now,
            p.before,
            p.stride,
            p.before_stride,
            uint64_t{p.width} * p.pixel_samples * T::sample_bytes,
            p.height,
            1};
  const auto dense = static_cast<int64_t>(rows.row_bytes);
  if (p.stride == dense && p.before_stride == dense) {
    rows.row_bytes *= rows.rows;
    rows.rows = 1;
  }
  const uint32_t bits = static_cast<uint32_t>(reinterpret_cast<size_t>(rows.now)) |
                        static_cast<uint32_t>(reinterpret_cast<size_t>(rows.before)) |
                        (rows.rows > 1 ? static_cast<uint32_t>(rows.stride) |
                                             static_cast<uint32_t>(rows.before_stride)
                                       : 0);
  rows.alignment = alignment_of(bits);
  return rows;
}

using Walk = ItemWalk<uint64_t>;

/// The walk of this thread over the items of all rows, `row_items` each.
__device__ __forceinline__ Walk walk_of(const Block& block, uint32_t row_items, uint32_t rows) {
  return Walk(block.portion * difference_threads + threadIdx.x, block.portions * difference_threads,
              row_items, rows);
}

template <class T>
struct Pair {
  Group<T> now, before;
};

/// Loads the next pair of groups, if there is one. True if it was loaded.
template <class T>
__device__ __forceinline__ bool load_pair(const Rows& rows, Walk& walk, Pair<T>& pair) {
  if (!walk.more())
    return false;
  const uint64_t x = uint64_t{walk.x()} * T::group_bytes;
  const auto y = static_cast<int64_t>(walk.y());
  load_words<T::words, true>(pair.now.words, rows.now + y * rows.stride + x, rows.alignment);
  load_words<T::words, true>(pair.before.words, rows.before + y * rows.before_stride + x,
                             rows.alignment);
  walk.advance();
  return true;
}

/// Counts all groups of the rows by `count(pair)`. `prepare` runs while the first loads are in
/// flight, in all threads of the block.
template <class T, class Prepare, class Count>
__device__ __forceinline__ void each_pair(const Rows& rows, Walk& walk, Prepare&& prepare,
                                          Count&& count) {
  Pair<T> next[T::ahead];
  bool there[T::ahead];
#pragma unroll
  for (uint32_t k = 0; k < T::ahead; k++)
    there[k] = load_pair<T>(rows, walk, next[k]);
  prepare();
  while (there[0]) {
    // All loads of a round come before its counts: more bytes are in flight, and memory is read in
    // larger pieces.
    Pair<T> now[T::ahead];
    bool counted[T::ahead];
#pragma unroll
    for (uint32_t k = 0; k < T::ahead; k++) {
      now[k] = next[k];
      counted[k] = there[k];
      there[k] = load_pair<T>(rows, walk, next[k]);
    }
#pragma unroll
    for (uint32_t k = 0; k < T::ahead; k++)
      if (counted[k])
        count(now[k]);
  }
}

template <class T>
__device__ __forceinline__ Walk walk_of_groups(const Block& block, const Rows& rows) {
  return walk_of(block, static_cast<uint32_t>(rows.row_bytes / T::group_bytes), rows.rows);
}

template <class T>
__device__ __forceinline__ void count_groups(const DifferenceLaunch& l, const DifferencePlane& p,
                                             const Block& block, const Rows& rows, Walk& walk) {
  uint32_t tables[T::period];
#pragma unroll
  for (uint32_t i = 0; i < T::period; i++)
    tables[i] = p.tables[i % p.pixel_samples];
  each_pair<T>(
      rows, walk, [] { __syncthreads(); },
      [&](const Pair<T>& pair) { count_group<T>(l, block, tables, pair.now, pair.before); });
}

/// Counts the samples of each row after its groups by `count(place, difference, sample)`: the
/// sample's place in its pixel, its difference, and the sample of the frame.
template <class T, class Count>
__device__ __forceinline__ void each_end(const DifferenceLaunch& l, const DifferencePlane& p,
                                         const Block& block, const Rows& rows, Count&& count) {
  const uint64_t grouped = rows.row_bytes / T::group_bytes * T::group_bytes;
  const auto samples = static_cast<uint32_t>((rows.row_bytes - grouped) / T::sample_bytes);
  for (Walk walk = walk_of(block, samples, rows.rows); walk.more(); walk.advance()) {
    const uint32_t place = walk.x() % p.pixel_samples; // groups are whole pixels
    const uint64_t x = grouped + uint64_t{walk.x()} * T::sample_bytes;
    const auto y = static_cast<int64_t>(walk.y());
    const uint32_t now = load_sample<T>(l, rows.now + y * rows.stride + x),
                   before = load_sample<T>(l, rows.before + y * rows.before_stride + x);
    count(place, difference(now, before), now);
  }
}

/// The sum of a counter's copies. Threads that would share a bank begin with different copies.
__device__ __forceinline__ uint32_t sum_of(uint32_t copies, uint32_t counter) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < copies; i++)
    sum += table_words()[counter * copies + ((counter + i) & (copies - 1))];
  return sum;
}

/// Merges the counts of the blocks of a part, and writes the result. `tickets` and `scratch` are
/// those of the plane.
__device__ __forceinline__ void write_result(const DifferenceShape& shape, const Block& block,
                                             uint32_t counters, uint32_t* tickets,
                                             uint32_t* scratch, uint32_t* results) {
  const uint32_t size = min(block.size, counters - block.begin);
  uint32_t* const result = results + block.begin;
  if (block.portions == 1) {
    for (uint32_t i = threadIdx.x; i < size; i += difference_threads)
      result[i] = sum_of(shape.copies, i);
    return;
  }
  uint32_t* const words = scratch + block.begin;
  for (uint32_t i = threadIdx.x; i < size; i += difference_threads)
    if (const uint32_t sum = sum_of(shape.copies, i))
      atomicAdd(&words[i], sum);
  if (!is_last_block(&tickets[block.part], block.portions))
    return;
  for (uint32_t i = threadIdx.x; i < size; i += difference_threads) {
    result[i] = __ldcg(&words[i]);
    words[i] = 0;
  }
}

/// The plane that this block counts.
__device__ __forceinline__ uint32_t plane_of_block(const DifferenceLaunch& l) {
  uint32_t index = 0;
  for (uint32_t i = 1; i < l.n_planes; i++)
    index += blockIdx.x >= l.shapes[i].first_block ? 1 : 0;
  return index;
}

__device__ __forceinline__ Block block_of(const DifferenceShape& shape) {
  Block block;
  block.part = (blockIdx.x - shape.first_block) % shape.parts;
  block.portion = (blockIdx.x - shape.first_block) / shape.parts;
  block.portions = shape.portions;
  block.begin = block.part * shape.part_counters;
  block.size = shape.part_counters;
  block.word_bytes = shape.copies * 4;
  block.lane_bytes = (threadIdx.x & (shape.copies - 1)) * 4;
  return block;
}

template <class T>
__global__ void __launch_bounds__(difference_threads, 1)
    difference_kernel(const __grid_constant__ DifferenceLaunch l) {
  const uint32_t index = plane_of_block(l);
  const DifferencePlane& p = l.planes[index];
  const DifferenceShape& shape = l.shapes[index];
  const Block block = block_of(shape);
  const Rows rows = rows_of<T>(p);
  Walk walk = walk_of_groups<T>(block, rows);
  clear_table(shape.shared_bytes, difference_threads);
  begin_reading(l.pixels_ready);
  count_groups<T>(l, p, block, rows, walk);
  each_end<T>(l, p, block, rows, [&](uint32_t place, uint32_t value, uint32_t) {
    if (p.tables[place] != no_table)
      count_value(l, block, p.tables[place], value);
  });
  __syncthreads();
  begin_merging();
  write_result(shape, block, p.n_tables * l.bins, l.scratch + index * max_difference_parts,
               l.scratch + max_sample_planes * max_difference_parts + p.first - l.planes[0].first,
               l.results + p.first);
}

} // namespace

} // namespace videohistogram::cuda
