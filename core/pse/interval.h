// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times of frames compared with limits, in whole numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace videohistogram::pse {

/// A length of time in seconds, exactly.
struct Seconds {
  int64_t numerator, denominator;
};

/// Frames per second; the numerator is 0 if the rate is not known or varies.
struct FrameRate {
  int64_t numerator = 0, denominator = 1;

  /// Whether frames come in multiples of 30 per second, or of 30000 in 1001 seconds.
  bool is_multiple_of_30() const {
    return numerator > 0 && denominator > 0 &&
           (numerator % (30 * denominator) == 0 || is_multiple_of_30000_1001());
  }
  bool is_multiple_of_30000_1001() const {
    return numerator > 0 && denominator > 0 && numerator * 1001 % (30000 * denominator) == 0;
  }
};

/// Whether two frames that are `nanoseconds` apart, by their times, are at least `length` apart.
/// Containers round times, by up to half a millisecond each: times that are less than a millisecond
/// from a whole number of frames stand for this number.
inline bool reaches(int64_t nanoseconds, const Seconds& length, const FrameRate& rate) {
  constexpr int64_t second = 1000000000, rounding = 1000000;
  if (rate.numerator > 0 && rate.denominator > 0) {
    const double frame = 1e9 * static_cast<double>(rate.denominator);
    const auto frames = static_cast<int64_t>(std::llround(
        static_cast<double>(nanoseconds) * static_cast<double>(rate.numerator) / frame));
    const int64_t ticks = frames * rate.denominator;
    const int64_t exact =
        ticks / rate.numerator * second + ticks % rate.numerator * second / rate.numerator;
    if (std::abs(nanoseconds - exact) < rounding)
      return ticks * length.denominator >= length.numerator * rate.numerator;
  }
  if (nanoseconds / second > length.numerator / length.denominator)
    return true; // products of longer times may not fit
  return nanoseconds * length.denominator >= length.numerator * second;
}

} // namespace videohistogram::pse
