// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/qc/entropy.h"

#include <cmath>

namespace videohistogram::tools {

namespace {

/// Adds as the filter does: in double precision, rounded to a float after each value.
void add(float& entropy, uint64_t count, uint64_t samples) {
  if (count == 0)
    return;
  const float share = static_cast<float>(count) / static_cast<float>(samples);
  const double term = -std::log2(static_cast<double>(share)) * static_cast<double>(share);
  entropy = static_cast<float>(static_cast<double>(entropy) + term);
}

} // namespace

NormalizedEntropy measure_entropy(const uint64_t* counts, unsigned depth, uint64_t samples) {
  if (samples == 0)
    return {NAN, NAN};
  float normal = 0, diff = 0;
  for (size_t value = 0; value < size_t{1} << depth; value++) {
    const uint64_t count = counts[value];
    add(normal, count, samples);
    if (value == 0)
      continue;
    const uint64_t before = counts[value - 1];
    add(diff, count > before ? count - before : before - count, samples);
  }
  const double bits = depth;
  return {static_cast<double>(normal) / bits, static_cast<double>(diff) / bits};
}

} // namespace videohistogram::tools
