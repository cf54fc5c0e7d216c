// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures that move as a whole, seen by the cells of a grid.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace videohistogram::pse {

/// Values of the cells of a grid, row by row, such as their light in cd/m2.
struct CellValues {
  size_t columns = 0, rows = 0;
  std::vector<double> values;
};

/// How far a picture moved, in cells: to the right and down.
struct Displacement {
  double x = 0, y = 0;
};

/// The value that a cell has if the picture moved so: that of the place it came from, between four
/// cells. Nothing: this place was outside of the picture.
std::optional<double> value_after(const CellValues& before, const Displacement& moved, size_t cell);

/// Finds pans. A picture pans if it moved by up to eight cells across and five down, in about the
/// direction of the frame before, and if nothing else explains its light nearly as well: what moved
/// to and fro, or may have moved another way, such as stripes in counterphase, does not pan.
class PanFinder {
public:
  /// Takes the light of each frame in order. Returns how far the picture moved since the frame
  /// before if it pans.
  std::optional<Displacement> add(const CellValues& light);
  /// The light of the frame before the last one that was added.
  const CellValues& before() const { return before_; }

private:
  CellValues before_, last_;
  Displacement moved_; ///< with the last frame that differed from the one before
};

} // namespace videohistogram::pse
