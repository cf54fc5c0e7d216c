// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionPlan::empty in vectors of the size that the including file is compiled for. Nothing
// here has external linkage, and no inline function of another header is called: the linker keeps
// one copy of such a function, which has to run on any CPU.
#pragma once

#include <cstdint>
#include <cstring>

namespace videohistogram::cpu {

namespace {

/// Bytes of a vector.
#if defined(__AVX512BW__)
constexpr uint32_t empty_bytes = 64;
#elif defined(__AVX2__)
constexpr uint32_t empty_bytes = 32;
#else
constexpr uint32_t empty_bytes = 16;
#endif
/// Counters of 32 bits in a vector, and a vector of as many of 16 bits.
constexpr uint32_t empty_lanes = empty_bytes / 4;
typedef uint32_t WideCounts __attribute__((vector_size(empty_bytes)));
typedef uint16_t NarrowCounts __attribute__((vector_size(empty_bytes / 2)));

void add_to_sums(const uint16_t* counters, uint32_t n, uint32_t* sums) {
  uint32_t i = 0;
  for (; i + empty_lanes <= n; i += empty_lanes) {
    NarrowCounts from;
    WideCounts to;
    std::memcpy(&from, counters + i, sizeof from);
    std::memcpy(&to, sums + i, sizeof to);
    to += __builtin_convertvector(from, WideCounts);
    std::memcpy(sums + i, &to, sizeof to);
  }
  for (; i < n; i++)
    sums[i] += counters[i];
}

/// Writes the sums of `n` pairs. `to` may be `from`.
void add_pairs(const uint16_t* from, uint32_t n, uint16_t* to) {
  uint32_t i = 0;
  for (; i + empty_lanes <= n; i += empty_lanes) {
    WideCounts pairs;
    std::memcpy(&pairs, from + 2 * i, sizeof pairs);
    const NarrowCounts sums =
        __builtin_convertvector((pairs & 0xffff) + (pairs >> 16), NarrowCounts);
    std::memcpy(to + i, &sums, sizeof sums);
  }
  for (; i < n; i++)
    to[i] = static_cast<uint16_t>(from[2 * i] + from[2 * i + 1]);
}

/// The counters of a position stay in the L1 cache meanwhile.
void empty_counters(uint16_t* counters, uint32_t n, uint32_t fold, uint16_t* counts,
                    uint32_t* sums) {
  if (sums)
    add_to_sums(counters, n, sums);
  uint32_t left = n;
  for (; fold > 2; fold /= 2)
    add_pairs(counters, left /= 2, counters);
  if (fold == 2)
    add_pairs(counters, left / 2, counts);
  else
    std::memcpy(counts, counters, left * sizeof *counts);
  std::memset(counters, 0, n * sizeof *counters);
}

} // namespace

} // namespace videohistogram::cpu
