// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Quantities computed from the samples of a Y'CbCr pixel, and the limits of RANGE. The definitions
// here are those of every backend, bit for bit.
#pragma once

#include "core/chromaticity.h"
#include "core/host_device.h"

#include <cmath>
#include <cstdint>

namespace videohistogram {

/// Bits of R, G and B computed from Y'CbCr samples of `depth` bits.
constexpr uint32_t colour_depth(uint32_t depth) {
  return depth == 10 ? 12 : depth;
}

/// The codes at or beyond which RANGE marks a component.
enum class RangeLimits : uint8_t {
  r103,  ///< EBU R 103: 5 to 246 of 8 bits
  legal, ///< 16 to 235 of 8 bits
};

/// How the samples of frames are read, and how colours are coded.
struct ColourSpec {
  /// The shares of red and blue in Y: Kr and Kb of ITU-R BT.601, BT.709 and others.
  double kr = 0.2126, kb = 0.0722;
  bool full_range = false; ///< range of the frames' samples, Y'CbCr or RGB
  /// Codes of R, G and B computed from Y'CbCr: false: black is 0, white 2^depth - 1. true: black is
  /// 16 and white 235 of 8 bits, so that over- and undershoots are kept.
  bool narrow_rgb = false;
  RangeLimits limits = RangeLimits::r103;
  /// False if the matrix of Y'CbCr frames has no Kr and Kb: nothing can be computed with it.
  bool has_matrix = true;
  Transfer transfer = Transfer::sdr;
  Primaries primaries = bt709_primaries;

  bool operator==(const ColourSpec& o) const {
    return kr == o.kr && kb == o.kb && has_matrix == o.has_matrix && full_range == o.full_range &&
           narrow_rgb == o.narrow_rgb && limits == o.limits && transfer == o.transfer &&
           primaries == o.primaries;
  }
};

/// R, G and B of a Y'CbCr pixel, in integers:
///
///   colour = clamp(((y (Y - y_zero) + cb (Cb - c_zero) + cr (Cr - c_zero) + 2^(shift - 1))
///                   >> shift) + offset, 0, 2^depth - 1)
///
/// The coefficients are those of ITU-R BT.601, BT.709 and BT.2020 (non-constant luminance):
/// R = Y + 2 (1 - Kr) Cr, B = Y + 2 (1 - Kb) Cb,
/// G = Y - 2 Kb (1 - Kb) / Kg Cb - 2 Kr (1 - Kr) / Kg Cr, in units of 2^-shift codes, rounded half
/// up. For samples of up to 12 bits all coefficients fit 16 bits with a sign, and all sums 32 bits.
/// Thread-safety: a value.
struct ColourTransform {
  struct Row {
    int32_t y = 0, cb = 0, cr = 0;
  };
  Row rows[3]; ///< R, G and B; `y` is equal in all
  int32_t y_zero = 0, c_zero = 0;
  int32_t offset = 0; ///< the code of black
  uint32_t shift = 0;
  uint32_t depth = 0; ///< bits per colour

  VIDEOHISTOGRAM_HOST_DEVICE int32_t last() const {
    return static_cast<int32_t>((1u << depth) - 1);
  }

  /// Colour 0 (R) to 2 (B).
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t colour(uint32_t index, uint32_t y, uint32_t cb,
                                             uint32_t cr) const {
    const Row& row = rows[index];
    return code(row.y * (int64_t{y} - y_zero) + row.cb * (int64_t{cb} - c_zero) +
                row.cr * (int64_t{cr} - c_zero));
  }
  /// The largest of R, G and B.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t maximum(uint32_t y, uint32_t cb, uint32_t cr) const {
    const uint32_t r = colour(0, y, cb, cr), g = colour(1, y, cb, cr), b = colour(2, y, cb, cr);
    return r > g ? (r > b ? r : b) : (g > b ? g : b);
  }
  /// colour() in two parts: code(luma(y) + chroma(index, cb, cr)).
  VIDEOHISTOGRAM_HOST_DEVICE int64_t luma(uint32_t y) const {
    return rows[0].y * (int64_t{y} - y_zero);
  }
  VIDEOHISTOGRAM_HOST_DEVICE int64_t chroma(uint32_t index, uint32_t cb, uint32_t cr) const {
    return rows[index].cb * (int64_t{cb} - c_zero) + rows[index].cr * (int64_t{cr} - c_zero);
  }
  /// Never falls as `sum` rises. int32_t suffices for samples of up to 12 bits.
  template <class Sum>
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t code(Sum sum) const {
    const Sum value = ((sum + (Sum{1} << (shift - 1))) >> shift) + offset;
    return static_cast<uint32_t>(value < 0 ? 0 : value > last() ? last() : value);
  }
  /// The colour of a pixel without chroma.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t gray(uint32_t y) const {
    return code(rows[0].y * (int64_t{y} - y_zero));
  }

  bool operator==(const ColourTransform& o) const {
    for (uint32_t i = 0; i < 3; i++)
      if (rows[i].y != o.rows[i].y || rows[i].cb != o.rows[i].cb || rows[i].cr != o.rows[i].cr)
        return false;
    return y_zero == o.y_zero && c_zero == o.c_zero && offset == o.offset && shift == o.shift &&
           depth == o.depth;
  }
};

/// The transform of samples of `depth` bits: 8, 10, 12 or 16.
ColourTransform make_colour_transform(const ColourSpec& spec, uint32_t depth, bool narrow_rgb);

/// floor(sqrt(cb^2 + cr^2)) of chroma samples of `depth` bits, relative to their middle: the
/// saturation of FFmpeg's filter signalstats.
uint32_t saturation(uint32_t cb, uint32_t cr, uint32_t depth);

/// Lowest and highest code that RANGE does not mark.
struct CodeLimits {
  uint32_t low = 0, high = UINT32_MAX;
};
/// The limits of codes of `depth` bits, 5 to 16.
CodeLimits code_limits(RangeLimits limits, uint32_t depth);

/// RANGE of codes of R, G, B and Y: bits 0 to 3 mark those below the limits, bits 4 to 7 those
/// above them.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t range_mask(const CodeLimits& limits,
                                                      const uint32_t codes[4]) {
  uint32_t mask = 0;
  for (uint32_t i = 0; i < 4; i++)
    mask |= (codes[i] < limits.low ? 1u << i : 0) | (codes[i] > limits.high ? 16u << i : 0);
  return mask;
}

/// BRNG of a Y'CbCr pixel of `depth` bits: 1 if Y is outside of 16 to 235, or Cb or Cr of 16 to
/// 240, times 2^(depth - 8), whatever the range of the frames; else 0. So counts FFmpeg's filter
/// signalstats (BRNG).
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t
is_outside_broadcast_range(uint32_t y, uint32_t cb, uint32_t cr, uint32_t depth) {
  const uint32_t low = 16u << (depth - 8), high = 235u << (depth - 8), c_high = 240u << (depth - 8);
  return y < low || y > high || cb < low || cb > c_high || cr < low || cr > c_high ? 1 : 0;
}

/// R-G and G-B of two codes of `depth` bits: half their difference, rounded down, above 2^(depth -
/// 1), the value of grey.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t
colour_difference(uint32_t minuend, uint32_t subtrahend, uint32_t depth) {
  return ((1u << depth) + minuend - subtrahend) >> 1;
}

/// CHROMA of a Y'CbCr pixel: the amplitude of the colour subcarrier of a composite signal,
/// sqrt(U^2 + V^2) with U = 0.492 (B - Y) and V = 0.877 (R - Y). Its unit is a code of R, G and B:
/// the amplitude 1 has as many codes as there are from black to white. In integers, with Cb and Cr
/// relative to their middle:
///
///   U = (u Cb + 2^10) >> 11, V = (v Cr + 2^10) >> 11, in units of 1/16 code
///   CHROMA = min((floor(sqrt(U^2 + V^2)) + 8) >> 4, last)
///
/// Of samples of up to 12 bits, U^2 + V^2 fits 32 bits.
struct Subcarrier {
  int32_t u = 0, v = 0; ///< factors of Cb and Cr, in units of 2^-15 codes, rounded half up
  int32_t c_zero = 0;   ///< the middle of the samples of Cb and Cr
  uint32_t last = 0;    ///< highest code

  VIDEOHISTOGRAM_HOST_DEVICE int32_t along_u(uint32_t cb) const {
    return (u * (static_cast<int32_t>(cb) - c_zero) + 1024) >> 11;
  }
  VIDEOHISTOGRAM_HOST_DEVICE int32_t along_v(uint32_t cr) const {
    return (v * (static_cast<int32_t>(cr) - c_zero) + 1024) >> 11;
  }
  /// `root`: floor(sqrt(U^2 + V^2)).
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t code(uint32_t root) const {
    const uint32_t rounded = (root + 8) >> 4;
    return rounded < last ? rounded : last;
  }
  uint32_t amplitude(uint32_t cb, uint32_t cr) const {
    const int64_t x = along_u(cb), y = along_v(cr);
    // Below 2^42, so that the rounding of the root does not reach the next whole number.
    return code(static_cast<uint32_t>(std::sqrt(static_cast<double>(x * x + y * y))));
  }
};

/// Of samples of `depth` bits: 8, 10, 12 or 16.
Subcarrier make_subcarrier(const ColourSpec& spec, uint32_t depth);

/// How the computed quantities of a plan's pixels are derived, and from which samples.
struct ColourPlan {
  ColourTransform rgb;    ///< R, G and B
  ColourTransform full;   ///< for MAXRGB; equal to `rgb` unless that is narrow
  ColourTransform narrow; ///< for RANGE
  /// Limits of RANGE: of codes of `narrow`, or of the samples of stored R, G and B. Full-range RGB
  /// has nothing outside of them.
  CodeLimits limits;
  Subcarrier subcarrier; ///< for CHROMA
  /// Of codes of `rgb`, or of stored R, G and B; with `light` if a chromaticity is counted.
  ChromaticityPlan chromaticities;
  const uint16_t* hue = nullptr; ///< hue_table() of the depth if HUE is counted

  /// RANGE of a Y'CbCr pixel.
  uint32_t range(uint32_t y, uint32_t cb, uint32_t cr) const {
    const uint32_t codes[4] = {narrow.colour(0, y, cb, cr), narrow.colour(1, y, cb, cr),
                               narrow.colour(2, y, cb, cr), narrow.gray(y)};
    return range_mask(limits, codes);
  }
  /// RANGE of a pixel of stored R, G and B, which has no Y.
  uint32_t range_of_rgb(uint32_t r, uint32_t g, uint32_t b) const {
    const uint32_t codes[4] = {r, g, b, limits.low};
    return range_mask(limits, codes);
  }
};

} // namespace videohistogram
