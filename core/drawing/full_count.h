// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The count that is shown at full brightness or height, by what a picture contains. Integer sums in
// any order, and operations that IEEE 754 defines to the bit: CPU and GPU find the same one.
#pragma once

#include "core/drawing/light.h"
#include "core/host_device.h"

#include <cstdint>
#include <cstring>

namespace videohistogram {

/// Fraction bits of scaled_logarithm().
constexpr uint32_t logarithm_bits = 8;

/// The logarithm to base 2 of a count above 0, times 2^logarithm_bits: piecewise linear, the bits
/// of a float. Inlined, as are sums: code for several sets of instructions shares no symbol.
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t scaled_logarithm(uint32_t count) {
  const auto number = static_cast<float>(count);
  int32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return static_cast<uint32_t>(bits - bits_of_one) >> (23 - logarithm_bits);
}

/// Sums over the counts of tables that are drawn with one scale.
struct CountSums {
  uint64_t samples = 0;    ///< the sum of all counts
  uint64_t logarithms = 0; ///< the sum of count * scaled_logarithm(count)
  uint32_t most = 0;       ///< the largest count

  [[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE void add(uint32_t count) {
    if (count == 0)
      return;
    samples += count;
    logarithms += uint64_t{count} * scaled_logarithm(count);
    most = count > most ? count : most;
  }
  [[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE void add(const CountSums& other) {
    samples += other.samples;
    logarithms += other.logarithms;
    most = other.most > most ? other.most : most;
  }
};

/// The most that is shown of traces and of curves, in typical counts: see full_count().
constexpr float trace_range = 2.5f, curve_range = 4;

/// The count to show at full brightness or height; 0 if there are no samples. It is the largest
/// one, but at most `range` times the typical one, which is the geometric mean of the counts in
/// which samples lie. So a few counts that are far above all others, such as those of black
/// borders, do not make the others small; and as all samples have a part in the mean, it changes
/// little from frame to frame.
VIDEOHISTOGRAM_HOST_DEVICE inline float full_count(const CountSums& sums, float range) {
  if (sums.samples == 0)
    return 0;
  constexpr double to_bits = 1 << (23 - logarithm_bits);
  const double mean =
      static_cast<double>(sums.logarithms) / static_cast<double>(sums.samples) * to_bits;
  const int32_t bits = static_cast<int32_t>(mean) + bits_of_one;
  float typical;
  std::memcpy(&typical, &bits, sizeof typical);
  const auto most = static_cast<float>(sums.most);
  const float full = range * typical;
  return full < most ? full : most;
}

} // namespace videohistogram
