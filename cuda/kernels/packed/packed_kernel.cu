// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The kernels that count packed samples where they lie, and their launch. A block has the counters
// of all channels in shared memory, with copies for neighbouring lanes. A unit is read once, and
// its samples are taken apart in registers: unpacked samples would be written and read again, which
// takes more than twice the bytes of the frame. The blocks merge as meeting.cuh says.
#include "cuda/kernels/common/item_walk.h"
#include "cuda/kernels/common/kernel_table.h"
#include "cuda/kernels/common/load.cuh"
#include "cuda/kernels/common/meeting.cuh"
#include "cuda/kernels/common/shared_table.cuh"
#include "cuda/kernels/common/stream_order.cuh"
#include "cuda/kernels/packed/walk.h"

#include <vector>

namespace videohistogram::cuda {

namespace {

/// A unit that begins `begin` bytes after the first of some words in registers. Has the functions
/// of MemoryUnit. All arguments are constants of unrolled loops.
template <uint32_t Words>
struct LoadedUnit {
  const uint32_t (&words)[Words];
  uint32_t begin;

  __device__ __forceinline__ uint32_t byte(uint32_t i) const {
    return words[(begin + i) / 4] >> (begin + i) % 4 * 8 & 255;
  }
  __device__ __forceinline__ uint32_t little32(uint32_t i) const { return words[(begin + i) / 4]; }
  __device__ __forceinline__ uint32_t big32(uint32_t i) const {
    return __byte_perm(words[(begin + i) / 4], 0, 0x0123);
  }
  /// Bits from 40 on may be anything.
  __device__ __forceinline__ uint64_t little40(uint32_t i) const {
    const uint32_t word = (begin + i) / 4;
    return (words[word] | uint64_t{words[word + 1]} << 32) >> (begin + i) % 4 * 8;
  }
  /// Bits from 40 on may be anything.
  __device__ __forceinline__ uint64_t big40(uint32_t i) const {
    const uint32_t word = (begin + i) / 4;
    const uint64_t pair = uint64_t{__byte_perm(words[word], 0, 0x0123)} << 32 |
                          __byte_perm(words[word + 1], 0, 0x0123);
    return pair >> (24 - (begin + i) % 4 * 8);
  }
};

/// What a thread needs to count.
struct Lane {
  uint32_t counter_bytes; ///< from a counter to the next one
  uint32_t first[4];      ///< bytes from the table's start to this lane's copy of each channel
};

__device__ __forceinline__ Lane lane_of(const PackedLaunch& a) {
  Lane lane;
  lane.counter_bytes = a.shape.copies * 4;
#pragma unroll
  for (uint32_t to = 0; to < 4; to++)
    lane.first[to] = a.parameters.channels[to].first * lane.counter_bytes +
                     (threadIdx.x & (a.shape.copies - 1)) * 4;
  return lane;
}

__device__ __forceinline__ void count_sample(const PackedLaunch& a, const Lane& lane, uint32_t to,
                                             uint32_t value) {
  const uint32_t bin = value * a.parameters.channels[to].bins >> packed_value_bits;
  count_at(bin * lane.counter_bytes + lane.first[to]);
}

template <Packing packing>
struct Group {
  uint32_t words[UnitGroup<packing>::words];
};

template <Packing packing>
__device__ __forceinline__ void count_group(const PackedLaunch& a, const Lane& lane,
                                            const Group<packing>& group) {
#pragma unroll
  for (uint32_t i = 0; i < UnitGroup<packing>::units; i++)
    each_sample(packing,
                LoadedUnit<UnitGroup<packing>::words>{group.words, i * unit_bytes(packing)}, 0,
                [&](uint32_t to, uint32_t, uint32_t value) {
                  if (a.parameters.channels[to].bins > 0)
                    count_sample(a, lane, to, value);
                });
}

using Walk = ItemWalk<uint32_t>; // a rectangle has fewer than 2^32 pixels

__device__ __forceinline__ Walk walk_of(const PackedLaunch& a, uint32_t row_items) {
  return Walk(blockIdx.x * packed_threads + threadIdx.x, a.shape.portions * packed_threads,
              row_items, a.parameters.rows);
}

/// Loads the next groups of a walk. Returns bit k if groups[k] is loaded.
template <Packing packing>
__device__ __forceinline__ uint32_t
load_groups(const PackedParameters& p, const RowUnits<packing>& row, Walk& walk,
            Group<packing> (&groups)[UnitGroup<packing>::ahead]) {
  using Size = UnitGroup<packing>;
  uint32_t there = 0;
#pragma unroll
  for (uint32_t k = 0; k < Size::ahead; k++)
    if (walk.more()) {
      const uint8_t* const from =
          p.first + static_cast<int64_t>(walk.y()) * p.stride +
          (size_t{row.begin} + size_t{walk.x()} * Size::units) * unit_bytes(packing);
      if (Size::words % 4 == 0 && row.alignment == 16) {
        load_aligned<Size::words, false>(groups[k].words, from);
      } else {
#pragma unroll
        for (uint32_t i = 0; i < Size::words; i++)
          groups[k].words[i] = __ldg(reinterpret_cast<const uint32_t*>(from) + i);
      }
      there |= 1u << k;
      walk.advance();
    }
  return there;
}

template <Packing packing>
__device__ __forceinline__ void count_groups(const PackedLaunch& a, const Lane& lane,
                                             const RowUnits<packing>& row) {
  constexpr uint32_t ahead = UnitGroup<packing>::ahead;
  Walk walk = walk_of(a, row.groups);
  Group<packing> now[ahead];
  uint32_t there = load_groups<packing>(a.parameters, row, walk, now);
  for (;;) {
    const bool more = walk.more();
    Group<packing> next[ahead];
    const uint32_t next_there = load_groups<packing>(a.parameters, row, walk, next);
#pragma unroll
    for (uint32_t k = 0; k < ahead; k++)
      if (there >> k & 1)
        count_group<packing>(a, lane, now[k]);
    if (!more)
      return;
#pragma unroll
    for (uint32_t k = 0; k < ahead; k++)
      now[k] = next[k];
    there = next_there;
  }
}

/// Counts the samples of units in no group that lie in the rectangle.
template <Packing packing>
__device__ __forceinline__ void count_edges(const PackedLaunch& a, const Lane& lane,
                                            const RowUnits<packing>& row) {
  const PackedParameters& p = a.parameters;
  for (Walk walk = walk_of(a, row.edges); walk.more(); walk.advance()) {
    const uint32_t unit = row.edge(walk.x()), begin = unit * unit_bytes(packing);
    const MemoryUnit in{p.first + static_cast<int64_t>(walk.y()) * p.stride + begin,
                        min(p.row_bytes - begin, unit_bytes(packing))};
    each_sample(packing, in, unit, [&](uint32_t to, uint32_t column, uint32_t value) {
      const PackedChannel& channel = p.channels[to];
      if (channel.bins > 0 && column >= channel.begin && column < channel.end)
        count_sample(a, lane, to, value);
    });
  }
}

/// The sum of a counter's copies. Threads that would share a bank begin with different copies.
__device__ __forceinline__ uint32_t sum_of(uint32_t copies, uint32_t counter) {
  const uint32_t first = (counter & 31) * copies >> 5;
  uint32_t sum = 0;
#pragma unroll 4
  for (uint32_t i = 0; i < copies; i++)
    sum += table_words()[counter * copies + ((first + i) & (copies - 1))];
  return sum;
}

/// Merges the counts of all blocks, and writes the result.
__device__ __forceinline__ void write_result(const PackedLaunch& a) {
  const PackedParameters& p = a.parameters;
  const uint32_t pairs = packed_pairs(p.counters);
#pragma unroll 2
  for (uint32_t i = threadIdx.x; i < pairs; i += packed_threads) {
    const bool second = i + pairs < p.counters;
    const PairMeeting meeting{p.scratch + i / 4 * packed_sector_words + i % 4,
                              packed_pair_words(p.counters), a.shape.portions, p.narrow};
    meet_and_write(meeting, sum_of(a.shape.copies, i),
                   second ? sum_of(a.shape.copies, i + pairs) : 0, p.results + i, pairs, second);
  }
}

template <Packing packing>
__global__ void __launch_bounds__(packed_threads, 1)
    packed_kernel(const __grid_constant__ PackedLaunch a) {
  const RowUnits<packing> row(a.parameters);
  const Lane lane = lane_of(a);
  clear_table(a.shape.shared_bytes, packed_threads);
  begin_reading(a.shape.pixels_ready);
  __syncthreads();
  count_groups<packing>(a, lane, row);
  if (row.edges > 0)
    count_edges<packing>(a, lane, row);
  __syncthreads();
  begin_merging();
  write_result(a);
}

struct Compiled {
  Packing packing;
  bool counts(const Compiled& wanted) const { return packing == wanted.packing; }
};

const std::vector<Kernel<Compiled>>& packed_kernels() {
  static const std::vector<Kernel<Compiled>> list{
      {{Packing::word_le32}, &packed_kernel<Packing::word_le32>},
      {{Packing::word_be32}, &packed_kernel<Packing::word_be32>},
      {{Packing::v210}, &packed_kernel<Packing::v210>},
      {{Packing::uyvp}, &packed_kernel<Packing::uyvp>},
  };
  return list;
}

} // namespace

cudaError_t prepare_packed_kernels(DeviceProperties& device) {
  return prepare_kernels(packed_kernels(), device);
}

cudaError_t launch_packed_kernel(const PackedLaunch& launch, cudaStream_t stream) {
  const PackedShape& shape = launch.shape;
  return launch_variant(packed_kernels(), {launch.parameters.packing},
                        {dim3(shape.portions), packed_threads, shape.shared_bytes, shape.overlap},
                        launch, stream);
}

} // namespace videohistogram::cuda
