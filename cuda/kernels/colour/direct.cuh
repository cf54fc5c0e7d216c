// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The kernels for the quantities that are most often counted together in 256 bins, one kernel per
// DirectOperation. They count in the arrays of lane_table.cuh. An operation knows the quantity of
// each table when it is compiled: its code for single pixels has no others.
#pragma once

#include "cuda/kernels/colour/packed.cuh"
#include "cuda/kernels/common/lane_table.cuh"

namespace videohistogram::cuda {

namespace {

/// What chroma adds to R, G and B, and the increments of their counters.
struct ChromaCounts {
  int32_t r, g, b;
  uint32_t of_r, of_g, of_b;
};

/// Counts R, G and B in an array each. `chroma_of(cb, cr)` returns ChromaCounts.
template <class T, class ChromaOf>
__device__ __forceinline__ void count_three(const PackedSums& sums, const Group<T>& group,
                                            uint32_t lane_bytes, ChromaOf&& chroma_of) {
  each_pixel<T>(group, chroma_of, [&](int32_t y, const ChromaCounts& chroma) {
    const int32_t luma = y * sums.y + sums.y_constant;
    count_in_lane<2>(clamped_sum(luma, chroma.r), lane_bytes, chroma.of_r);
    count_in_lane<2>(clamped_sum(luma, chroma.g), lane_bytes + lane_array_bytes, chroma.of_g);
    count_in_lane<2>(clamped_sum(luma, chroma.b), lane_bytes + 2 * lane_array_bytes, chroma.of_b);
  });
}

/// R, G, B and MAXRGB with three increments per pixel. The counters of a colour are two halves of a
/// word: of pixels of which it is the largest colour, the high one, and of other pixels. No half
/// overflows: see max_halves_counts.
struct CountRgbAndMaximum {
  static constexpr uint32_t arrays = 3, tables = 4;
  static constexpr uint32_t maximum = 0x10000;
  static __device__ constexpr Quantity quantity(uint32_t table) {
    return table == 3 ? Quantity::maxrgb : static_cast<Quantity>(table);
  }

  /// The largest colour is that of the largest term: Y adds the same to all, and clamping keeps
  /// their order.
  static __device__ __forceinline__ ChromaCounts chroma_of(const PackedSums& sums, int32_t cb,
                                                           int32_t cr) {
    const ChromaTerms terms = chroma_terms(sums, cb, cr);
    const bool r = terms.r >= terms.g && terms.r >= terms.b, g = !r && terms.g >= terms.b;
    const uint32_t of_r = r ? maximum : 1, of_g = g ? maximum : 1;
    return {terms.r, terms.g, terms.b, of_r, of_g, maximum + 2 - of_r - of_g};
  }

  template <class T>
  static __device__ __forceinline__ void count(const ColourArguments& a, const Group<T>& group,
                                               uint32_t lane_bytes) {
    const PackedSums& sums = a.packed_sums[0];
    count_three<T>(sums, group, lane_bytes,
                   [&](int32_t cb, int32_t cr) { return chroma_of(sums, cb, cr); });
  }

  static __device__ __forceinline__ void count_values(const uint32_t (&values)[tables],
                                                      uint32_t lane_bytes) {
    bool counted = false;
#pragma unroll
    for (uint32_t i = 0; i < arrays; i++) {
      const bool most = !counted && values[i] == values[3];
      counted |= most;
      count_in_lane<0>(values[i], lane_bytes + i * lane_array_bytes, most ? maximum : 1);
    }
  }

  static __device__ __forceinline__ void add(uint32_t (&sums)[tables], uint32_t array,
                                             uint32_t counter) {
    sums[array] = __dp2a_lo(counter, 0x0101u, sums[array]); // both halves
    sums[3] = __dp2a_lo(counter, 0x0100u, sums[3]);         // the high half
  }
};

/// Histograms that have an array each, of 32-bit counters.
template <uint32_t Tables>
struct CountArrays {
  static constexpr uint32_t arrays = Tables, tables = Tables;

  static __device__ __forceinline__ void count_values(const uint32_t (&values)[tables],
                                                      uint32_t lane_bytes) {
#pragma unroll
    for (uint32_t i = 0; i < tables; i++)
      count_in_lane<0>(values[i], lane_bytes + i * lane_array_bytes, 1);
  }
  static __device__ __forceinline__ void add(uint32_t (&sums)[tables], uint32_t array,
                                             uint32_t counter) {
    sums[array] += counter;
  }
};

struct CountRgb : CountArrays<3> {
  static __device__ constexpr Quantity quantity(uint32_t table) {
    return static_cast<Quantity>(table);
  }

  template <class T>
  static __device__ __forceinline__ void count(const ColourArguments& a, const Group<T>& group,
                                               uint32_t lane_bytes) {
    const PackedSums& sums = a.packed_sums[0];
    count_three<T>(sums, group, lane_bytes, [&](int32_t cb, int32_t cr) {
      const ChromaTerms terms = chroma_terms(sums, cb, cr);
      return ChromaCounts{terms.r, terms.g, terms.b, 1, 1, 1};
    });
  }
};

struct CountMaximum : CountArrays<1> {
  static __device__ constexpr Quantity quantity(uint32_t) { return Quantity::maxrgb; }

  template <class T>
  static __device__ __forceinline__ void count(const ColourArguments& a, const Group<T>& group,
                                               uint32_t lane_bytes) {
    const PackedSums& sums = a.packed_sums[1];
    each_pixel<T>(
        group, [&](int32_t cb, int32_t cr) { return chroma_terms(sums, cb, cr).most; },
        [&](int32_t y, int32_t term) {
          count_in_lane<2>(clamped_sum(y * sums.y + sums.y_constant, term), lane_bytes, 1);
        });
  }
};

struct CountRange : CountArrays<1> {
  static __device__ constexpr Quantity quantity(uint32_t) { return Quantity::range; }

  template <class T>
  static __device__ __forceinline__ void count(const ColourArguments& a, const Group<T>& group,
                                               uint32_t lane_bytes) {
    // The second pixel's place takes a shift: the unit for multiplications has enough to do. The
    // bits of half_base, and what remains of the first half, are known.
    constexpr uint32_t known = (half_base_bits << 16 | half_base_bits) >> 9;
    static_assert(lane_row_bytes == 1u << (16 - 9));
    const uint32_t second_base = lane_bytes - known;
    each_range_pair<T>(a.bounds, group, [&](uint32_t masks) {
      count_in_lane<0>(masks, lane_bytes, 1);
      count_at((masks >> 9) + second_base);
    });
  }
};

/// Calls `use` with the number of threads that sum the counters of a value.
template <class Use>
__device__ __forceinline__ void with_parts(Use&& use) {
  if (blockDim.x == colour_threads)
    use(std::integral_constant<uint32_t, colour_threads / 256>());
  else
    use(std::integral_constant<uint32_t, colour_threads / 512>());
}

template <class T, class Operation>
__global__ void __launch_bounds__(colour_threads, 1)
    direct_colour_kernel(const __grid_constant__ ColourArguments a) {
  const uint32_t lane_bytes = threadIdx.x % lane_copies * 4;
  const Rank rank(blockIdx.x, a.shape.portions);
  with_walk<T>(a, rank, [&](auto& walk) {
    clear_table(Operation::arrays * lane_array_bytes, blockDim.x);
    begin_reading(a.shape.pixels_ready);
    count_groups<T>(
        a, walk, [] { __syncthreads(); }, [] {},
        [&](const Group<T>& group) { Operation::template count<T>(a, group, lane_bytes); });
  });
  count_singles<T>(
      a, rank, [] {},
      [&](const Item& item) {
        const Samples samples = load_samples<T>(a, item);
        uint32_t values[Operation::tables];
#pragma unroll
        for (uint32_t i = 0; i < Operation::tables; i++)
          values[i] = packed_quantity_of(a, Operation::quantity(i), samples) * a.tables[i].scale >>
                      a.tables[i].depth;
        Operation::count_values(values, lane_bytes);
      });
  __syncthreads();
  begin_merging();
  const LaneMerge merge{a.scratch, a.shape.portions, a.narrow, Operation::tables, a.results};
  with_parts([&](auto parts) {
    uint32_t sums[Operation::tables] = {};
    each_lane_counter<Operation::arrays, decltype(parts)::value>(
        [&](uint32_t array, uint32_t counter) { Operation::add(sums, array, counter); });
    merge_lane_sums<decltype(parts)::value>(merge, sums);
  });
}

} // namespace

} // namespace videohistogram::cuda
