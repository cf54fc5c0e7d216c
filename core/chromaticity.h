// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Primaries of R, G and B, linear light, and chromaticities of CIE 1931 and 1976. The definition of
// CIE-X, CIE-Y, CIE-U and CIE-V is that of every backend, bit for bit.
#pragma once

#include "core/host_device.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// How signals become light.
enum class Transfer : uint8_t {
  sdr, ///< ITU-R BT.1886 with the exponent 2.4
  pq,  ///< SMPTE ST 2084
  hlg, ///< ARIB STD-B67, ITU-R BT.2100
};

/// A chromaticity of CIE 1931.
struct Chromaticity {
  double x, y;

  bool operator==(const Chromaticity& o) const { return x == o.x && y == o.y; }
};
constexpr Chromaticity d65 = {0.3127, 0.3290};

/// The chromaticities of R, G and B, and of the white that R = G = B shows.
struct Primaries {
  Chromaticity r, g, b, white;

  bool operator==(const Primaries& o) const {
    return r == o.r && g == o.g && b == o.b && white == o.white;
  }
};
/// ITU-R BT.709, SMPTE EG 432-1 (P3 with the white D65) and ITU-R BT.2020.
constexpr Primaries bt709_primaries = {{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, d65};
constexpr Primaries p3_primaries = {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65};
constexpr Primaries bt2020_primaries = {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65};

/// A matrix of three rows.
using Matrix3 = std::array<std::array<double, 3>, 3>;
/// X, Y and Z of linear R, G and B. Y of R = G = B = 1 is 1.
Matrix3 xyz_of_rgb(const Primaries& primaries);
/// Linear R, G and B of the primaries `to` from those of `from`.
Matrix3 rgb_of_rgb(const Primaries& from, const Primaries& to);

/// Whether two sets have the same colours; tables of standards round them, and their white.
bool are_equal(const Primaries& a, const Primaries& b);

/// Linear light, 1 at the signal 1: of SDR by BT.1886 with the exponent 2.4, of PQ that of the
/// display, of HLG that of the scene. Signals below 0 have the negative light of those above 0.
double linear_light(Transfer transfer, double signal);

// Values of CIE-X, CIE-Y, CIE-U and CIE-V. A chromaticity is at least 0.
constexpr uint32_t xy_per_unit = 600;          ///< x and y of 1/600 are one value: 0 to 0.85
constexpr uint32_t uv_per_unit = 800;          ///< u' and v': 0 to 0.6375
constexpr uint32_t outside_chromaticity = 510; ///< so large, or larger
constexpr uint32_t no_chromaticity = 511;      ///< pixels that are black
constexpr uint32_t chromaticity_values = 512;

/// How R, G and B become values of CIE-X, CIE-Y, CIE-U and CIE-V:
///
///   value = min(floor((over.r R + over.g G + over.b B) / (under.r R + under.g G + under.b B)),
///               outside_chromaticity), or no_chromaticity if R, G and B are all below `least`
///
/// in floats, each operation rounded, sums from left to right. R, G and B here are light, from a
/// table per code. Light and factors have 12 significant bits, so that products are exact and the
/// result does not depend on whether they are contracted with sums. The error of a value is below
/// 1/5.
/// Thread-safety: a value.
struct ChromaticityPlan {
  struct Factors {
    float r = 0, g = 0, b = 0;

    VIDEOHISTOGRAM_HOST_DEVICE float sum(float red, float green, float blue) const {
      return r * red + g * green + b * blue;
    }
  };
  struct Ratio {
    Factors over, under;

    /// `red`, `green`, `blue`: light.
    VIDEOHISTOGRAM_HOST_DEVICE uint32_t value(float least, float red, float green,
                                              float blue) const {
      if (red < least && green < least && blue < least)
        return no_chromaticity;
      const auto whole =
          static_cast<uint32_t>(over.sum(red, green, blue) / under.sum(red, green, blue));
      return whole < outside_chromaticity ? whole : outside_chromaticity;
    }
  };

  Ratio ratios[4];              ///< of CIE-X, CIE-Y, CIE-U and CIE-V
  float least = 0;              ///< the light of one code of the frames above black
  const float* light = nullptr; ///< of each code of R, G and B, 0 at black and below; never freed
  uint32_t codes = 0;           ///< entries of `light`
  size_t light_bytes() const { return codes * sizeof *light; }

  /// `index`: 0 (CIE-X) to 3 (CIE-V). `r`, `g`, `b`: codes.
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t value(uint32_t index, uint32_t r, uint32_t g,
                                            uint32_t b) const {
    return ratios[index].value(least, light[r], light[g], light[b]);
  }
};

/// Codes of R, G and B of `depth` bits, whose black is 0 and white the last code, or with `narrow`
/// 16 and 235 of 8 bits. `step`: codes from black to the first one that has a chromaticity.
struct CodedLight {
  Transfer transfer;
  uint32_t depth;
  bool narrow;
  uint32_t step;
};

/// The first call for some codes computes their table, of at most 256 KiB.
/// Thread-safety: any thread.
ChromaticityPlan make_chromaticities(const CodedLight& coded, const Primaries& primaries);

} // namespace videohistogram
