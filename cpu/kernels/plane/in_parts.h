// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>

namespace videohistogram::cpu {

/// Calls `add` for 0 to n - 1, in turn from each eighth of the range. Neighbours often have the
/// same counter, whose next increment would wait until the last one is stored.
template <class Add>
inline void in_parts(size_t n, const Add& add) {
  constexpr size_t parts = 8;
  const size_t part = n / parts;
  for (size_t i = 0; i < part; i++) {
#pragma GCC unroll 8
    for (size_t k = 0; k < parts; k++)
      add(i + k * part);
  }
  for (size_t i = parts * part; i < n; i++)
    add(i);
}

} // namespace videohistogram::cpu
