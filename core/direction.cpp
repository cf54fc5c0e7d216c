// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/direction.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace videohistogram {

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr int64_t half = int64_t{1} << 30; ///< half a position, in units of `origin`

/// L of an angle; that of a line is one more. At most 2^33: W, H < 2^32 and |c|, |s| <= 2^30.
uint64_t positions_of(int64_t c, int64_t s, uint32_t width, uint32_t height) {
  const uint64_t length =
      width * static_cast<uint64_t>(std::abs(c)) + height * static_cast<uint64_t>(std::abs(s));
  return (length + half - 1) / half;
}

/// 2^31 times the position of the first pixel's centre. Call only for at most max_frame_counters
/// positions: then W|c| and H|s| are at most 2^56.
int64_t origin_of(int64_t c, int64_t s, uint32_t width, uint32_t height, int64_t positions) {
  return (1 - int64_t{width}) * c - (1 - int64_t{height}) * s + positions * half;
}

/// A direction without its angle.
Expected<Direction> make_direction(int64_t c, int64_t s, uint32_t extra_positions, uint32_t width,
                                   uint32_t height, uint32_t bins) {
  using std::to_string;
  const uint64_t positions = positions_of(c, s, width, height) + extra_positions;
  if (positions > max_frame_counters / std::max(bins, 1u))
    return refusal("an image of " + to_string(width) + "x" + to_string(height) + " has " +
                   to_string(positions) + " positions along this direction; with " +
                   to_string(bins) + " bins that is more than " + to_string(max_frame_counters) +
                   " counters: ask for fewer bins");
  const auto n = static_cast<uint32_t>(positions);
  return Direction{c, s, origin_of(c, s, width, height, n), n};
}

} // namespace

Expected<Direction> direction_of_angle(double angle, uint32_t width, uint32_t height,
                                       uint32_t bins) {
  if (!std::isfinite(angle))
    return refusal("the angle is not a finite number of degrees");
  angle = std::fmod(angle, 360.0);
  if (angle < 0)
    angle += 360.0;
  if (angle >= 360.0) // a tiny negative angle was rounded up to 360
    angle = 0;
  // Full quarter turns, and the rest below 90 degrees. fmod is exact, so multiples of 90 are, too.
  const double rest = std::fmod(angle, 90.0);
  const auto quarter = std::lround((angle - rest) / 90.0);
  int64_t c = std::llround(half * std::cos(rest * (pi / 180)));
  int64_t s = std::llround(half * std::sin(rest * (pi / 180)));
  for (long i = 0; i < quarter; i++) {
    const int64_t turned = -s;
    s = c;
    c = turned;
  }
  Expected<Direction> direction = make_direction(c, s, 0, width, height, bins);
  if (direction.ok())
    direction->angle = angle;
  return direction;
}

Expected<Direction> direction_of_line(const Line& line, uint32_t width, uint32_t height,
                                      uint32_t bins) {
  using std::to_string;
  if (line.x1 >= width || line.x2 >= width || line.y1 >= height || line.y2 >= height)
    return refusal("the line from " + to_string(line.x1) + "," + to_string(line.y1) + " to " +
                   to_string(line.x2) + "," + to_string(line.y2) + " leaves the image, which is " +
                   to_string(width) + "x" + to_string(height));
  const double dx = static_cast<double>(line.x2) - line.x1;
  const double dy = static_cast<double>(line.y2) - line.y1;
  if (dx == 0 && dy == 0)
    return refusal("the line from " + to_string(line.x1) + "," + to_string(line.y1) +
                   " ends where it begins, and so has no direction");
  const double length = std::hypot(dx, dy);
  Expected<Direction> direction =
      make_direction(std::llround(half * (dy / length)), std::llround(half * (dx / length)), 1,
                     width, height, bins);
  if (!direction.ok())
    return direction;
  constexpr int64_t whole = 2 * half;
  // The distance of the first point from the middle of a position, in (-half, half].
  int64_t residue =
      (2 * (line.x1 * direction->c - line.y1 * direction->s) + direction->origin - half) % whole;
  if (residue > half)
    residue -= whole;
  else if (residue <= -half)
    residue += whole;
  direction->origin -= residue;
  const double angle = std::atan2(dx, dy) * (180 / pi);
  direction->angle = angle < 0 ? angle + 360 : angle;
  return direction;
}

bool fits(const Direction& direction, uint32_t width, uint32_t height) {
  const int64_t c = direction.c, s = direction.s;
  if (c < -half || c > half || s < -half || s > half)
    return false;
  // Rounding moves the cosine and the sine by at most half a unit each.
  if (std::abs(c * c + s * s - half * half) > 2 * half)
    return false;
  const uint64_t positions = positions_of(c, s, width, height);
  const uint64_t claimed = direction.positions;
  if (claimed == 0 || claimed > max_frame_counters ||
      (claimed != positions && claimed != positions + 1))
    return false;
  const int64_t origin = origin_of(c, s, width, height, direction.positions);
  if (claimed == positions)
    return direction.origin == origin;
  return direction.origin >= origin - half && direction.origin < origin + half;
}

} // namespace videohistogram
