// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Primaries of R, G and B, linear light, and chromaticities of CIE 1931.
#pragma once

#include "plugin/scope/draw/axis.h"

#include <array>

namespace videohistogram::scope {

/// A matrix of three rows.
using Matrix3 = std::array<std::array<double, 3>, 3>;

/// ITU-R BT.709, SMPTE EG 432-1 (P3 with the white D65) and ITU-R BT.2020.
constexpr Primaries bt709_primaries = {{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, d65};
constexpr Primaries p3_primaries = {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65};
constexpr Primaries bt2020_primaries = {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65};

/// X, Y and Z of linear R, G and B. Y of R = G = B = 1 is 1.
Matrix3 xyz_of_rgb(const Primaries& primaries);
/// Linear R, G and B of the primaries `to` from those of `from`.
Matrix3 rgb_of_rgb(const Primaries& from, const Primaries& to);

/// Whether two sets have the same colours; tables of standards round them, and their white.
bool are_equal(const Primaries& a, const Primaries& b);

/// Linear light, 1 at the signal 1: of SDR by BT.1886 with the exponent 2.4, of PQ that of the
/// display, of HLG that of the scene. Signals below 0 have the negative light of those above 0.
double linear_light(Transfer transfer, double signal);

} // namespace videohistogram::scope
