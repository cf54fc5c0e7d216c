// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The kernel of 32-bit counters, for histograms of any number of bins. A block has the counters of
// one part in shared memory; if all counters fit a block, there are copies for neighbouring lanes.
// If they do not, the blocks of all parts of a portion read the same samples at about the same
// time, so that the L2 cache serves all of them but one.
#pragma once

#include "cuda/kernels/colour/packed.cuh"

namespace videohistogram::cuda {

namespace {

/// The part of the counters that a block counts in.
struct Part {
  uint32_t index;
  uint32_t begin;      ///< first counter of the part
  uint32_t size;       ///< maximum counters of a part; those after them take bins of other parts
  uint32_t word_bytes; ///< bytes from a counter to the next one
  uint32_t lane_bytes; ///< from the first copy of a counter to this thread's
};

/// The place of a counter among those of its part. Values at regular distances, as in images that
/// once had fewer bits, would otherwise share a bank.
__device__ __forceinline__ uint32_t swizzle(uint32_t counter) {
  return counter ^ (counter >> 5 & 31);
}

/// Counts in a counter, numbered from the part's first. A counter of another part is replaced by
/// one beside the table, which takes less time than a branch.
__device__ __forceinline__ void count_in(const Part& part, uint32_t counter) {
  count_at(swizzle(min(counter, part.size)) * part.word_bytes + part.lane_bytes);
}

__device__ __forceinline__ bool has_counters(const Part& part, const ColourTable& table) {
  return table.first < part.begin + part.size && table.first + table.bins > part.begin;
}

/// Counts a colour of samples of up to 12 bits, or the largest colour.
template <class T, bool Maximum>
__device__ __forceinline__ void count_wide_colour(const ColourArguments& a, const Part& part,
                                                  const ColourTable& table, const Group<T>& group) {
  const ColourSums& sums = a.sums[Maximum ? 1 : 0];
  const uint32_t i = Maximum ? 0 : static_cast<uint32_t>(table.quantity);
  const auto highest = static_cast<int32_t>((sums.last << sums.shift) + (1u << sums.shift) - 1);
  const uint32_t first = table.first - part.begin;
  each_pixel<T>(
      group,
      [&](int32_t cb, int32_t cr) {
        return Maximum ? largest_chroma_term(sums, cb, cr) : chroma_term(sums, i, cb, cr);
      },
      [&](int32_t y, int32_t term) {
        const auto sum = static_cast<uint32_t>(max(min(y * sums.y + term, highest), 0));
        count_in(part, first + ((sum >> sums.shift) * table.scale >> table.depth));
      });
}

/// Counts SAT or HUE, where the kernels of chroma.cuh do not.
template <class T>
__device__ __forceinline__ void count_chroma(const ColourArguments& a, const Part& part,
                                             const ColourTable& table, const Group<T>& group) {
  const uint32_t first = table.first - part.begin;
  uint32_t values[T::cells];
  visit_chroma(a, table.quantity, [&](auto value_of) {
#pragma unroll
    for (uint32_t cell = 0; cell < T::cells; cell++)
      values[cell] = value_of(cb_of<T>(group, cell), cr_of<T>(group, cell));
  });
#pragma unroll
  for (uint32_t cell = 0; cell < T::cells; cell++)
    count_in(part, first + (values[cell] * table.scale >> table.depth));
}

template <class T>
__device__ __forceinline__ void count_tables(const ColourArguments& a, const Part& part,
                                             Group<T>& group) {
#pragma unroll 1
  for (uint32_t i = 0; i < a.n_tables; i++) {
    const ColourTable& table = a.tables[i];
    if (!has_counters(part, table))
      continue;
    forget_values<T>(group);
    if constexpr (!T::luma)
      count_chroma<T>(a, part, table, group);
    else if (table.quantity == Quantity::maxrgb)
      count_wide_colour<T, true>(a, part, table, group);
    else
      count_wide_colour<T, false>(a, part, table, group);
  }
}

/// any_quantity_of() a chromaticity. As a part of the kernel it would take registers of all others.
template <class T>
__device__ __noinline__ uint32_t call_for_chromaticity(const SourceArguments& a, Quantity quantity,
                                                       const Samples& samples) {
  return any_quantity_of<T>(a, quantity, samples);
}

template <class T>
__device__ __forceinline__ void count_wide_item(const ColourArguments& a, const Part& part,
                                                const Item& item) {
  const Samples samples = load_samples<T>(a, item);
  for (uint32_t i = 0; i < a.n_tables; i++) {
    const ColourTable& table = a.tables[i];
    if (has_counters(part, table)) {
      const uint32_t value = T::luma && is_chromaticity(table.quantity)
                                 ? call_for_chromaticity<T>(a, table.quantity, samples)
                                 : quantity_of<T>(a, table.quantity, samples);
      count_in(part, table.first - part.begin + (value * table.scale >> table.depth));
    }
  }
}

/// The sum of a counter's copies. Threads that would share a bank begin with different copies.
template <bool Swizzled>
__device__ __forceinline__ uint32_t sum_of(const ColourArguments& a, uint32_t counter) {
  const uint32_t copies = a.shape.copies;
  if (copies >= 4) {
    const uint32_t vectors = copies / 4, row = Swizzled ? swizzle(counter) : counter;
    uint32_t sum = 0;
#pragma unroll 4
    for (uint32_t i = 0; i < vectors; i++) {
      const uint4 v = shared_table[row * vectors + ((threadIdx.x + i) & (vectors - 1))];
      sum += v.x + v.y + (v.z + v.w);
    }
    return sum;
  }
  const uint32_t place = Swizzled ? swizzle(counter) : counter, first = (place & 31) * copies >> 5;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < copies; i++)
    sum += table_words()[place * copies + ((first + i) & (copies - 1))];
  return sum;
}

/// Merges the counts of the blocks of a part. The block that is the last one at a word writes the
/// result. `Swizzled`: counters are in the places that swizzle() gives.
template <bool Swizzled>
__device__ __forceinline__ void write_result(const ColourArguments& a, const Part& part) {
  const uint32_t counters = min(part.size, a.counters - part.begin);
  for (uint32_t i = 2 * threadIdx.x; i < counters; i += 2 * blockDim.x) {
    const bool second = i + 1 < counters;
    const uint32_t low = sum_of<Swizzled>(a, i), high = second ? sum_of<Swizzled>(a, i + 1) : 0;
    const uint32_t pair = (part.begin + i) / 2; // a part begins with an even counter
    const PairMeeting meeting{a.scratch + (a.spread ? pair / 4 * sector_words + pair % 4 : pair),
                              (a.counters + 1) / 2, a.shape.portions, a.narrow};
    meet_and_write(meeting, low, high, a.results + part.begin + i, 1, second);
  }
}

template <class T>
__global__ void __launch_bounds__(colour_threads, 1)
    wide_colour_kernel(const __grid_constant__ ColourArguments a) {
  Part part;
  part.index = blockIdx.x % a.shape.parts;
  part.begin = part.index * a.shape.part_counters;
  part.size = a.shape.part_counters;
  part.word_bytes = a.shape.copies * 4;
  part.lane_bytes = (threadIdx.x & (a.shape.copies - 1)) * 4;
  const Rank rank(blockIdx.x / a.shape.parts, a.shape.portions);
  with_walk<T>(a, rank, [&](auto& walk) {
    clear_table(a.shape.shared_bytes, blockDim.x);
    begin_reading(a.shape.pixels_ready);
    count_groups<T>(
        a, walk, [] { __syncthreads(); }, [] {},
        [&](Group<T>& group) { count_tables<T>(a, part, group); });
  });
  count_singles<T>(
      a, rank, [] {}, [&](const Item& item) { count_wide_item<T>(a, part, item); });
  __syncthreads();
  begin_merging();
  write_result<true>(a, part);
}

} // namespace

} // namespace videohistogram::cuda
