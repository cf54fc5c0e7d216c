// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// ProjectionFunctions::low_pass, compiled once for each set of instructions: see core/vectors.h.
// The weights of low_pass() are those of [1 4 6 4 1] three times in succession. Sums of 16 bits, as
// long as they suffice, have twice as many lanes in a vector.
#include "core/low_pass.h"
#include "core/vectors.h"
#include "cpu/kernels/colour/colour_functions.h"
#include "cpu/kernels/projection/projection_functions.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

/// What a row of sums has more than the next one.
constexpr uint32_t taps = 5;
static_assert(3 * (taps - 1) == 2 * low_pass_reach);
/// Entries of a row, after which whole vectors may be read and written.
constexpr uint32_t row_room = segment_pixels + low_pass_room;

/// Loads numbers into lanes of `Sum`.
template <class Sum, class From>
inline Full<Sum> load_lanes(const From* from) {
  if constexpr (sizeof(Sum) == sizeof(From))
    return load<Full<Sum>>(from);
  else
    return reinterpret_cast<Full<Sum>>(load_ints(from));
}

/// A vector of sums of five neighbours each: the first of them from `v` on.
template <class Sum, class From>
inline Full<Sum> next_sums(const From* v) {
  const auto at = [v](uint32_t i) { return load_lanes<Sum>(v + i); };
  const Full<Sum> middle = at(2);
  return (at(0) + at(4)) + ((at(1) + at(3) + middle) << 2) + (middle << 1);
}

template <class Sum, class From>
inline void add_neighbours(const From* from, uint32_t n, Sum* to) {
  for (uint32_t i = 0; i < n; i += lanes<Sum>)
    store(to + i, next_sums<Sum>(from + i));
}

/// `First` and `Second`: types that hold the first and the second sums.
template <class First, class Second>
inline void filter(const uint16_t* values, uint32_t n, uint16_t* filtered) {
  alignas(64) First first[row_room];
  alignas(64) Second second[row_room];
  add_neighbours(values, n + 2 * (taps - 1), first);
  add_neighbours(first, n + taps - 1, second);
  constexpr uint32_t step = lanes<uint32_t>;
  for (uint32_t i = 0; i < n; i += step)
    store(filtered + i, __builtin_convertvector((next_sums<uint32_t>(second + i) + 2048) >> 12,
                                                Vector<uint16_t, step>));
}

} // namespace

void filter_low_pass(const uint16_t* values, uint32_t n, uint32_t depth, uint16_t* filtered) {
  if (depth <= 8)
    filter<uint16_t, uint16_t>(values, n, filtered);
  else if (depth <= 12)
    filter<uint16_t, uint32_t>(values, n, filtered);
  else
    filter<uint32_t, uint32_t>(values, n, filtered);
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
