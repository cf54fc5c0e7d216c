// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace videohistogram::benchmark {

using Clock = std::chrono::steady_clock;

inline double seconds(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

/// `percent`: 0 to 100. `values` has at least one.
inline double percentile(std::vector<double> values, size_t percent) {
  const size_t index = std::min(values.size() * percent / 100, values.size() - 1);
  std::nth_element(values.begin(), values.begin() + static_cast<ptrdiff_t>(index), values.end());
  return values[index];
}

} // namespace videohistogram::benchmark
