// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace videohistogram {

/// The counters of a table that each pixel of a plot shows, where plots have other axes than
/// tables.
struct CellMap {
  /// A counter, and the share of its count that the pixel shows.
  struct Tap {
    uint32_t counter;
    float share;
  };
  /// Per pixel, row by row, the index of its first tap; one more ends the last pixel. Empty: there
  /// is no map.
  std::vector<uint32_t> first;
  std::vector<Tap> taps;

  bool empty() const { return first.empty(); }
};

} // namespace videohistogram
