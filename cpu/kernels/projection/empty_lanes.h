// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionPlan::empty in vectors of the size that the including file is compiled for. Nothing
// here has external linkage, and no inline function with external linkage is called: the linker
// keeps one copy of such a function, which has to run on any CPU.
#pragma once

#include "core/vectors.h"

#include <cstdint>
#include <cstring>

namespace videohistogram::cpu {

namespace {

typedef Full<uint32_t> WideCounts;
/// As many counters of 16 bits.
typedef Vector<uint16_t, lanes<uint32_t>> NarrowCounts;

void add_to_sums(const uint16_t* counters, uint32_t n, uint32_t* sums) {
  uint32_t i = 0;
  for (; i + lanes<uint32_t> <= n; i += lanes<uint32_t>) {
    const auto from = load<NarrowCounts>(counters + i);
    store(sums + i, load<WideCounts>(sums + i) + __builtin_convertvector(from, WideCounts));
  }
  for (; i < n; i++)
    sums[i] += counters[i];
}

/// Writes the sums of `n` pairs. `to` may be `from`.
void add_pairs(const uint16_t* from, uint32_t n, uint16_t* to) {
  uint32_t i = 0;
  for (; i + lanes<uint32_t> <= n; i += lanes<uint32_t>) {
    const auto pairs = load<WideCounts>(from + 2 * i);
    store(to + i, __builtin_convertvector((pairs & 0xffff) + (pairs >> 16), NarrowCounts));
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
