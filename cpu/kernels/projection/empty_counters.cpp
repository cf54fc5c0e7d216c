// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionFunctions::empty, compiled once for each set of instructions: see core/vectors.h.
#include "cpu/kernels/projection/projection_functions.h"

#include "core/vectors.h"

#include <cstring>

namespace videohistogram::cpu::INSTRUCTION_SET {

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

} // namespace

// The counters of a position stay in the L1 cache meanwhile.
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

} // namespace videohistogram::cpu::INSTRUCTION_SET
