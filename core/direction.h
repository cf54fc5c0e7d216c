// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cstdint>

namespace videohistogram {

/// Two pixels that a line goes through.
struct Line {
  uint32_t x1, y1, x2, y2;
};

/// How positions run across a picture: as the columns would if it were turned clockwise by an angle
/// about its centre. Integers, so that all who count agree. Thread-safety: a value.
struct Direction {
  int64_t c = int64_t{1} << 30; ///< round(2^30 cos)
  int64_t s = 0;                ///< round(2^30 sin)
  int64_t origin = 0;           ///< of pixel (0, 0), in units of 2^-31 positions
  uint32_t positions = 0;
  double angle = 0; ///< degrees, in [0, 360)

  /// The position of a pixel of the picture, 0 to positions - 1.
  uint32_t position(uint32_t x, uint32_t y) const {
    return static_cast<uint32_t>((2 * (x * c - y * s) + origin) >> 31);
  }
};

/// More counters than this, positions times bins, are not counted along a direction.
constexpr uint64_t max_frame_counters = uint64_t{1} << 26;

/// The direction of a picture turned by `angle` degrees: v(x, y) = (2x + 1 - W)c - (2y + 1 - H)s +
/// L 2^30 with L = ceil((W|c| + H|s|) / 2^30), and position = floor(v / 2^31). At 0 it is x, at 90
/// it is H - 1 - y. Errors: invalid_argument for an angle that is not finite, or for a picture so
/// large that positions times `bins` would be more than max_frame_counters.
Expected<Direction> direction_of_angle(double angle, uint32_t width, uint32_t height,
                                       uint32_t bins);

/// The direction in which all pixels of a line have one position: angle = atan2(x2 - x1, y2 - y1),
/// L is one more, and v is less by the residue of v(x1, y1) - 2^30 modulo 2^31, taken in
/// (-2^30, 2^30]. The pixels of a line are those whose centres it misses by less than half a pixel,
/// across or down; where it runs just between two, one of these may have the next position.
/// Errors as above, and for two equal points or one outside of the picture.
Expected<Direction> direction_of_line(const Line& line, uint32_t width, uint32_t height,
                                      uint32_t bins);

/// Whether `direction` can be of a picture of that size: then every pixel of it has a position, and
/// in a row or in a column no more than two neighbours have the same one.
bool fits(const Direction& direction, uint32_t width, uint32_t height);

} // namespace videohistogram
