// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/pixel_order.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram {

/// The pixels of a picture without traces, row by row from the top. Each row is stored as what
/// differs from the row above: a graticule of 1920x1080 pixels then fits the cache. To read all of
/// its pixels for each frame would take as long as to draw the traces. Thread-safety: immutable.
class Background {
public:
  Background() = default;
  /// `row_at(y)` returns a pointer to the pixels of a row, 0xXXRRGGBB. XX is ignored: the stored
  /// pixels are opaque.
  template <class RowAt>
  Background(uint32_t width, uint32_t height, const PixelOrder& order, RowAt row_at)
      : width_(width) {
    for (uint32_t y = 0; y < height; y++)
      add_row(row_at(y), y > 0 ? row_at(y - 1) : nullptr, order);
    first_change_.push_back(changes_.size());
  }

  size_t width() const { return width_; }
  size_t height() const { return first_change_.empty() ? 0 : first_change_.size() - 1; }

  /// Turns `row`, the width() pixels of the row above `y`, into the row `y`. The first row, 0,
  /// needs no row above.
  void go_to(size_t y, uint32_t* row) const;
  /// All pixels, row by row.
  std::vector<uint32_t> pixels() const;

private:
  /// Pixels of a row that differ from the row above.
  struct Change {
    uint32_t x, n;
    size_t first; ///< index in changed_
  };
  void add_row(const uint32_t* row, const uint32_t* above, const PixelOrder& order);

  size_t width_ = 0;
  std::vector<size_t> first_change_; ///< per row, and one more that ends the last row
  std::vector<Change> changes_;
  std::vector<uint32_t> changed_; ///< pixels
};

} // namespace videohistogram
