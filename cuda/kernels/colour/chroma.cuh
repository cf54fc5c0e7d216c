// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The kernels for SAT, HUE, or both, of samples of up to 10 bits. All arithmetic is that of floats,
// and a sum with a large power of two makes a result the low bits of a word. Counters are those of
// wide.cuh, all in one part, and lie in their order.
#pragma once

#include "cuda/kernels/colour/wide.cuh"

namespace videohistogram::cuda {

namespace {

/// Where this thread counts. Values are words that still have the exponent bits of a float; the
/// bases make up for these.
struct ChromaCounters {
  uint32_t row_bytes;          ///< bytes from a counter to the next one
  uint32_t sat_base, hue_base; ///< bytes to this thread's copy of the first counter
  float sat_factor;            ///< bins per unit of SAT
  float zero;                  ///< integer_base, and the offset of chroma
};

__device__ __forceinline__ ChromaCounters chroma_counters(const ColourArguments& a, bool sat) {
  const uint32_t copies = a.shape.copies, lane_bytes = (threadIdx.x & (copies - 1)) * 4;
  const ColourTable &first = a.tables[0], &second = a.tables[sat ? 1 : 0];
  ChromaCounters counters;
  counters.row_bytes = copies * 4;
  counters.sat_base = (first.first - integer_base_bits) * counters.row_bytes + lane_bytes;
  counters.hue_base = (second.first - hue_bias_bits) * counters.row_bytes + lane_bytes;
  counters.sat_factor = static_cast<float>(first.scale) / static_cast<float>(1u << first.depth);
  counters.zero = integer_base + static_cast<float>(1u << (a.p.depth - 1));
  return counters;
}

/// `cb` and `cr` are without their offset.
template <bool Sat, bool Hue>
__device__ __forceinline__ void count_sample(const ColourArguments& a,
                                             const ChromaCounters& counters, float cb, float cr) {
  if (Sat) {
    // Bins are a power of two: the bin of the root is that of the whole root.
    const float bin = __fmaf_rz(approximate_root(cb, cr), counters.sat_factor, integer_base);
    count_at(__float_as_uint(bin) * counters.row_bytes + counters.sat_base);
  }
  if (Hue)
    count_at(hue_bits_of(a, cb, cr) * counters.row_bytes + counters.hue_base);
}

template <class T, bool Sat, bool Hue>
__global__ void __launch_bounds__(colour_threads, 1)
    chroma_colour_kernel(const __grid_constant__ ColourArguments a) {
  const ChromaCounters counters = chroma_counters(a, Sat);
  const Rank rank(blockIdx.x, a.shape.portions);
  with_walk<T>(a, rank, [&](auto& walk) {
    clear_table(a.shape.shared_bytes, blockDim.x);
    begin_reading(a.shape.pixels_ready);
    count_groups<T>(
        a, walk, [] { __syncthreads(); }, [] {},
        [&](const Group<T>& group) {
#pragma unroll
          for (uint32_t cell = 0; cell < T::cells; cell++)
            count_sample<Sat, Hue>(a, counters, cb_minus<T>(group, cell, counters.zero),
                                   cr_minus<T>(group, cell, counters.zero));
        });
  });
  count_singles<T>(
      a, rank, [] {},
      [&](const Item& item) {
        const Samples s = load_samples<T>(a, item);
        const float zero = counters.zero - integer_base;
        count_sample<Sat, Hue>(a, counters, static_cast<float>(s.v[1]) - zero,
                               static_cast<float>(s.v[2]) - zero);
      });
  __syncthreads();
  begin_merging();
  write_result<false>(a, {0, 0, a.shape.part_counters, 0, 0});
}

} // namespace

} // namespace videohistogram::cuda
