// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts in a table in which two counters of 16 bits share a word, so that the blocks of fewer
// parts read the same pixels.
//
// An addition returns the word before it, which tells whether a counter passed 65535. The block
// then adds 65536 to the count in scratch memory. Lanes that add to the same word wait for each
// other, since an addition to the upper half is no increment by 1, which the hardware merges. So a
// lane whose samples are all equal adds once, and one lane adds for a warp whose samples are all
// equal.
#pragma once

#include "cuda/kernels/common/meeting.cuh"
#include "cuda/kernels/common/shared_table.cuh"
#include "cuda/kernels/deep/plane.cuh"

namespace videohistogram::cuda {

namespace {

/// Moves the counters of a table of halves, as swizzle() does. The copies of a counter stay
/// together. `place`: bytes from the first word.
__device__ __forceinline__ uint32_t swizzle_halves(const PlaneArguments& a, uint32_t place) {
  return place ^ ((place >> 5 ^ place >> 10) & a.swizzle_mask);
}

/// The words of the scratch in which blocks merge, one per pair of halves.
__device__ __forceinline__ unsigned long long* pair_words(const PlaneArguments& a) {
  return reinterpret_cast<unsigned long long*>(a.p.scratch + max_deep_parts);
}

/// Called if a counter passed 65535 in the addition before which its word was `old`. `pair`: the
/// word in which blocks merge both counters. The upper half took a carry of the lower one.
__device__ __noinline__ void carry_half(unsigned long long* pair, bool upper, uint32_t old) {
  constexpr unsigned long long low = 65536, high = low << narrow_bits;
  const bool both = !upper && old >> 16 == 0xffff;
  atomicAdd(pair, upper ? high : low - (1ull << narrow_bits) + (both ? high : 0));
}

/// Adds `n` to the counter of `field`, a sample's bin as a place in a table of halves whose channel
/// begins at `first`. Returns the word before.
__device__ __forceinline__ uint32_t add_to_half(const PlaneArguments& a, uint32_t field,
                                                uint32_t first, uint32_t n) {
  const uint32_t place = swizzle_halves(a, (field & a.field_mask) | first);
  return atomicAdd(table_words() + place / 4, field & a.half_mask ? n << 16 : n);
}

/// Carries if adding `n` to the counter of `field`, whose word was `old`, made it pass 65535.
/// `sample`: number of the sample in its pixel.
__device__ __forceinline__ void carry_if_passed(const PlaneArguments& a, uint32_t sample,
                                                uint32_t field, uint32_t old, uint32_t n) {
  const bool upper = field & a.half_mask;
  if ((upper ? old >> 16 : old & 0xffff) + n > 0xffff)
    carry_half(pair_words(a) + a.first_pairs[sample] + ((field & a.field_mask) >> a.lowest), upper,
               old);
}

/// Counts samples as count_fields() does in a table of halves. `word(i)`: word i.
template <class T, uint32_t Samples, class Word>
__device__ __forceinline__ void count_halves(const PlaneArguments& a, const Part& part,
                                             const Word& word) {
  constexpr uint32_t large = 0x80008000; // the highest bits of both counters
#pragma unroll
  for (uint32_t s = 0; s < T::samples; s++)
    if ((a.asked >> s & 1) && a.parts[s] == part.index) {
      constexpr uint32_t count = (Samples + T::samples - 1) / T::samples;
      const auto field = [&](uint32_t i) {
        const uint32_t sample = s + i * T::samples, w = word(sample / 2);
        return __funnelshift_l(w, w, a.rotations[sample & 1]) & (a.field_mask | a.half_mask);
      };
      const auto same = [&](uint32_t active) {
        uint32_t different = 0;
#pragma unroll
        for (uint32_t i = 1; i < count; i++)
          different |= field(i) ^ field(0);
        return __all_sync(active, different == 0) != 0;
      };
      const uint32_t first = a.first_bytes[s] + part.lane_bytes, active = __activemask();
      if (__all_sync(active, field(0) == field(count - 1)) && same(active)) {
        const int leader = __ffs(static_cast<int>(active)) - 1;
        const bool equal = __all_sync(active, field(0) == __shfl_sync(active, field(0), leader));
        const uint32_t n = count * (equal ? static_cast<uint32_t>(__popc(active)) : 1);
        if (!equal || (threadIdx.x & 31) == static_cast<uint32_t>(leader)) {
          const uint32_t old = add_to_half(a, field(0), first, n);
          if (old & large)
            carry_if_passed(a, s, field(0), old, n);
        }
      } else {
        uint32_t old[count], all = 0;
#pragma unroll
        for (uint32_t i = 0; i < count; i++) {
          old[i] = add_to_half(a, field(i), first, 1);
          all |= old[i];
        }
        if (all & large)
#pragma unroll
          for (uint32_t i = 0; i < count; i++)
            carry_if_passed(a, s, field(i), old[i], 1);
      }
    }
}

/// Merges the counts of the blocks of a part, whose counters are halves, and writes the result. A
/// block that merges alone does so in the scratch, too, where its carries are.
__device__ __forceinline__ void write_halves(const PlaneArguments& a, const Part& part) {
  const uint32_t half = a.p.bins / 2, pairs = min(part.size, a.counters - part.begin) / 2;
#pragma unroll 4
  for (uint32_t i = threadIdx.x; i < pairs; i += deep_threads) {
    const uint32_t place = swizzle_halves(a, i * part.copies * 4) / 4;
    uint32_t low = 0, high = 0;
    for (uint32_t copy = 0; copy < part.copies; copy++) {
      const uint32_t word = table_words()[place + ((copy + i) & (part.copies - 1))];
      low += word & 0xffff;
      high += word >> 16;
    }
    // As meet_narrow(), but with carries: the block's own ones may have borrowed from the number of
    // blocks, so that only the sum is exact.
    const uint32_t pair = part.begin / 2 + i;
    const uint64_t counts =
        uint64_t{1} << 2 * narrow_bits | static_cast<uint64_t>(high) << narrow_bits | low;
    const uint64_t sum = counts + atomicAdd(pair_words(a) + pair, counts);
    if (sum >> 2 * narrow_bits == a.shape.portions) {
      constexpr uint32_t mask = (1u << narrow_bits) - 1;
      pair_words(a)[pair] = 0;
      uint32_t* const result = a.p.results + pair / half * a.p.bins + pair % half;
      result[0] = static_cast<uint32_t>(sum) & mask;
      result[half] = static_cast<uint32_t>(sum >> narrow_bits) & mask;
    }
  }
}

} // namespace

} // namespace videohistogram::cuda
