// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/error.h"
#include "histogram/format.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// A rectangle in pixels, origin top left.
struct Rect {
  uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// One frame's pixels in host memory. Borrowed: whoever made the view keeps the bytes mapped.
/// Everything in it may come from another process, so nothing may be read before check_frame().
struct FrameView {
  const FormatInfo* format = nullptr;
  uint32_t width = 0;            ///< pixels
  uint32_t height = 0;           ///< rows
  const uint8_t* data = nullptr; ///< the mapped bytes
  size_t size = 0;               ///< how many are mapped
  size_t offset = 0;             ///< from `data` to the first pixel of the first (top) row
  ptrdiff_t stride = 0;          ///< bytes from a row to the one below it; negative is bottom-up

  /// Bytes of a row's pixels, without padding.
  size_t row_bytes() const { return size_t{width} * format->pixel_bytes; }
  /// Bytes of all pixels, without padding.
  size_t pixel_bytes() const { return row_bytes() * height; }
  /// The first pixel of row y. Only after check_frame().
  const uint8_t* row(uint32_t y) const {
    return data + offset + static_cast<ptrdiff_t>(y) * stride;
  }
};

/// Whether a frame can be counted: at least 1x1, at most 2^32 - 1 pixels so that a count fits 32
/// bits, |stride| at least a row's bytes, and the first and the last row inside the mapped bytes
/// for either sign of the stride. Reads no pixel. This is the one check of every backend's input.
Status check_frame(const FrameView& frame);

} // namespace videohistogram
