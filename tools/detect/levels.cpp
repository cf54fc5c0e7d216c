// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/levels.h"

namespace videohistogram::tools {

namespace {

constexpr double crowded_share = 0.005, crowded_factor = 4, populated_share = 0.0002;
constexpr int64_t codes_before = 8;
constexpr int64_t limits_8_bits[] = {235, 16, 240, 16, 240};

} // namespace

LimitUse look_at_limit(const uint64_t* counts, unsigned depth, uint64_t samples, Limit limit) {
  LimitUse use;
  const int64_t code = int64_t{1} << (depth - 8), codes = int64_t{256} * code;
  const int64_t at = limits_8_bits[static_cast<size_t>(limit)] * code;
  const int64_t step = at < codes / 2 ? -1 : 1; // out of the range
  for (int64_t value = at + step; value >= 0 && value < codes; value += step)
    use.is_passed |= counts[value] > 0;
  const int64_t reach = depth < 10 ? 1 : 2 * (code / 4) + 1;
  uint64_t crowd = 0, before = 0;
  for (int64_t i = 0; i < reach; i++)
    crowd += counts[at - step * i];
  bool is_populated = true;
  for (int64_t i = 0; i < codes_before; i++) {
    uint64_t count = 0;
    for (int64_t k = 0; k < code; k++)
      count += counts[at - step * (reach + i * code + k)];
    is_populated &= static_cast<double>(count) >= populated_share * static_cast<double>(samples);
    before += count;
  }
  const double mean = static_cast<double>(before) / static_cast<double>(codes_before);
  use.is_crowded = !use.is_passed && is_populated &&
                   static_cast<double>(crowd) >= crowded_share * static_cast<double>(samples) &&
                   static_cast<double>(crowd) >= crowded_factor * mean;
  return use;
}

bool is_of_8_bits(const uint64_t* counts, unsigned depth, size_t& values) {
  const unsigned extra = depth - 8;
  const size_t mask = (size_t{1} << extra) - 1;
  bool is_constant = true, repeats = true;
  size_t low = 0;
  values = 0;
  for (size_t value = 0; value < size_t{1} << depth; value++) {
    if (counts[value] == 0)
      continue;
    if (values++ == 0)
      low = value & mask;
    is_constant &= (value & mask) == low;
    repeats &= extra <= 8 && (value & mask) == value >> 8;
  }
  return is_constant || repeats;
}

} // namespace videohistogram::tools
