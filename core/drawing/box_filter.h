// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram {

/// How counts of source cells in a row are spread over the cells of a display: by the share of each
/// source cell that lies in a display cell. The shares of a source cell add up to 1 if all of it is
/// displayed, so that counts are neither lost nor added.
class BoxFilter {
public:
  /// A display cell: `n` source cells from `first` on.
  struct Cell {
    uint32_t first, n;
    size_t shares; ///< index of the first one's share
  };

  BoxFilter() = default;
  /// The display has `cells` cells that show the source from `begin` to `end`, in source cells, of
  /// which there are `sources`. `reversed`: the last display cell shows the beginning.
  BoxFilter(double begin, double end, uint32_t sources, uint32_t cells, bool reversed);

  uint32_t cells() const { return static_cast<uint32_t>(cells_.size()); }

  /// Calls `add(source, share)` for each source cell of a display cell.
  template <class Add>
  void for_each(uint32_t cell, Add add) const {
    const Cell& c = cells_[cell];
    for (uint32_t i = 0; i < c.n; i++)
      add(c.first + i, shares_[c.shares + i]);
  }

  const std::vector<Cell>& all_cells() const { return cells_; }
  const std::vector<float>& all_shares() const { return shares_; }

private:
  std::vector<Cell> cells_;
  std::vector<float> shares_;
};

} // namespace videohistogram
