// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The curve of a histogram, column by column. Only additions, multiplications and divisions, which
// IEEE 754 defines to the bit: CPU and GPU draw the same curve.
#pragma once

#include "core/host_device.h"

#include <cstdint>
#include <cstring>

namespace videohistogram {

/// Brightness of the lamps for values outside of the range, and of the percentile marks. Brighter
/// colours turn white.
constexpr uint32_t lamp_brightness = 190;

/// Most bins of a curve. Devices have a thread per bin.
constexpr uint32_t most_curve_bins = 1024;

/// Decades that the logarithmic scale shows below all samples in one bin.
constexpr double curve_decades = 6;

/// The logarithm to base 10 of a finite number above 0 that is not subnormal, with an error of a
/// few units in the last place. std::log10() of a host's library and that of a GPU would differ.
VIDEOHISTOGRAM_HOST_DEVICE inline double decimal_logarithm(double number) {
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  int64_t exponent = static_cast<int64_t>(bits >> 52 & 0x7ff) - 1023;
  bits = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
  double mantissa; // 1 to 2, then sqrt(1/2) to sqrt(2)
  std::memcpy(&mantissa, &bits, sizeof mantissa);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    exponent++;
  }
  const double s = (mantissa - 1) / (mantissa + 1), square = s * s; // s: at most 0.172
  double series = 0;                                                // of artanh(s) / s
  for (int n = 23; n >= 1; n -= 2)
    series = series * square + 1.0 / n;
  constexpr double ln2 = 0.6931471805599453, ln10 = 2.302585092994046;
  return (static_cast<double>(exponent) * ln2 + 2 * s * series) / ln10;
}

/// What the heights of a curve depend on besides its counts.
struct CurveScale {
  double full = 0;    ///< the count that is shown at 94 % of the height
  double samples = 0; ///< the sum of all counts
  double height = 0;  ///< of the plot, in pixels
  bool logarithmic = false;
};

/// The count that a column shows of its bins: the greatest. A mean would draw peaks of equal counts
/// at unequal heights, as their bins lie in one column or in two.
struct ColumnCount {
  uint32_t most = 0;

  VIDEOHISTOGRAM_HOST_DEVICE void add(uint32_t count) { most = count > most ? count : most; }
};

/// The height of a curve, in pixels from the bottom of its plot, where a bin has `count` samples.
VIDEOHISTOGRAM_HOST_DEVICE inline float curve_height(double count, const CurveScale& scale) {
  if (!(count > 0))
    return 0;
  double share = count / scale.full * 0.94;
  if (scale.logarithmic)
    share = 1 + decimal_logarithm(count / scale.samples) / curve_decades;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  const double height = share * scale.height;
  return static_cast<float>(height > 1 ? height : 1);
}

/// Where the outline of a column begins, to meet its neighbours. `line` is the width of the
/// outline.
VIDEOHISTOGRAM_HOST_DEVICE inline float curve_step(const float* heights, uint32_t column,
                                                   uint32_t columns, float line) {
  const float here = heights[column];
  const float left = column > 0 ? heights[column - 1] : here;
  const float right = column + 1 < columns ? heights[column + 1] : here;
  const float lower = right < left ? right : left, inner = here - line;
  return lower < inner ? lower : inner;
}

/// Whether a percentile lies above a bin. `cumulated` counts the samples up to that bin, itself
/// included; `share` is the percentile's, 0 to 1.
VIDEOHISTOGRAM_HOST_DEVICE inline bool is_below_percentile(uint64_t cumulated, double share,
                                                           double samples) {
  const double wanted = share * samples;
  return static_cast<double>(cumulated) < (wanted > 1 ? wanted : 1);
}

/// The column of a bin's middle.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t column_of_bin(uint32_t bin, uint32_t bins,
                                                         uint32_t columns) {
  return static_cast<uint32_t>((static_cast<double>(bin) + 0.5) * columns /
                               static_cast<double>(bins));
}

/// The codes of a lamp's samples: those that light it, and of these the ones far outside of the
/// range. Each is the end of the lowest codes, or the first of the highest.
struct LampLimits {
  uint32_t outside = 0, far = 0;
};

/// How many samples lie in the ranges of LampLimits.
struct LampCounts {
  uint64_t outside = 0, far = 0;
};

/// The brightness of a lamp. It is bright if more than 1 sample in 100 lies far outside.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t lamp_of(const LampCounts& counts, uint64_t samples) {
  if (counts.outside == 0)
    return 0;
  return counts.far * 100 > samples ? lamp_brightness : lamp_brightness / 2;
}

/// The lamps of a plot: squares, one below the other along both edges, a pair per curve.
struct LampLayout {
  uint32_t side;   ///< pixels, above 0
  uint32_t width;  ///< of the plot; a narrow one has no lamps
  uint32_t curves; ///< of the plot

  /// Pixels between an edge of the plot and its lamps, and between lamps.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t gap() const { return side / 2; }
  /// The curve whose lamps lie in a row of the plot; `curves`: no lamp lies there.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t curve_of(uint32_t row) const {
    const uint32_t pitch = side + gap();
    if (width < 4 * side || row < gap() || (row - gap()) % pitch >= side)
      return curves;
    const uint32_t curve = (row - gap()) / pitch;
    return curve < curves ? curve : curves;
  }
  /// Whether a lamp lies in a column, in rows that have some. `from_edge` counts from the edge at
  /// that lamp, from 0 on.
  VIDEOHISTOGRAM_HOST_DEVICE bool covers(uint32_t from_edge) const {
    return from_edge >= gap() && from_edge < gap() + side;
  }
};

} // namespace videohistogram
