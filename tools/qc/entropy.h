// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFmpeg's filter entropy prints of a plane.
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::tools {

/// The entropy of a plane as a share of the bits of a sample: `normal` of the samples, `diff` of
/// the differences of the counts of neighbouring values. NaN without samples.
struct NormalizedEntropy {
  double normal, diff;
};

/// `counts` has 2^`depth` counts of `samples` samples.
NormalizedEntropy measure_entropy(const uint64_t* counts, unsigned depth, uint64_t samples);

} // namespace videohistogram::tools
