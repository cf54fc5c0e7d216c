// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How far colours stand out from each other, as WCAG 2.1 defines it.
#pragma once

#include "tests/plugin/scope/draw/drawn.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

/// sRGB, 0 to 1, as linear light.
inline Colour3 linear(const Colour& colour) {
  const auto of = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {of(colour.r), of(colour.g), of(colour.b)};
}

inline double relative_luminance(const Colour& colour) {
  const Colour3 c = linear(colour);
  return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

inline double contrast(const Colour& one, const Colour& other) {
  const double a = relative_luminance(one), b = relative_luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace videohistogram::scope
