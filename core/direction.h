// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cstdint>

namespace videohistogram {

/// The line through the centres of the pixels (x1, y1) and (x2, y2).
struct Line {
  uint32_t x1, y1, x2, y2;
};

/// How positions run across an image: like the columns of the image turned clockwise by an angle
/// about its centre. All members but `angle` are integers, so that all backends agree.
/// Thread-safety: a value.
struct Direction {
  int64_t c = int64_t{1} << 30; ///< round(2^30 cos)
  int64_t s = 0;                ///< round(2^30 sin)
  int64_t origin = 0; ///< position of the centre of pixel (0, 0), in units of 2^-31 positions
  uint32_t positions = 0;
  double angle = 0; ///< degrees, in [0, 360)

  /// The position of a pixel of the image, from 0 to positions - 1.
  uint32_t position(uint32_t x, uint32_t y) const {
    return static_cast<uint32_t>((2 * (x * c - y * s) + origin) >> 31);
  }
};

/// Maximum number of counters of a frame with projections: positions times bins of each projection,
/// plus those of the histograms.
constexpr uint64_t max_frame_counters = uint64_t{1} << 26;

/// The direction of an image turned by `angle` degrees: v(x, y) = (2x + 1 - W)c - (2y + 1 - H)s +
/// L 2^30 with L = ceil((W|c| + H|s|) / 2^30), and position = floor(v / 2^31). At 0 degrees the
/// position is x, at 90 degrees H - 1 - y. Errors: invalid_argument if the angle is not finite, or
/// if positions times `bins` is more than max_frame_counters.
Expected<Direction> direction_of_angle(double angle, uint32_t width, uint32_t height,
                                       uint32_t bins);

/// The direction in which all pixels of a line have the same position: angle =
/// atan2(x2 - x1, y2 - y1), L is one more, and v is reduced by the residue of v(x1, y1) - 2^30
/// modulo 2^31, taken in (-2^30, 2^30]. A pixel belongs to the line if the line misses its centre
/// by less than half a pixel, horizontally or vertically. If the line runs midway between two
/// pixels, one of them may have the next position. Errors: as for direction_of_angle(), and
/// invalid_argument if the points are equal or one of them lies outside the image.
Expected<Direction> direction_of_line(const Line& line, uint32_t width, uint32_t height,
                                      uint32_t bins);

/// Whether `direction` is one of an image of this size. Then every pixel of the image has a
/// position, and along its rows or along its columns at most two neighbours share one.
bool fits(const Direction& direction, uint32_t width, uint32_t height);

} // namespace videohistogram
