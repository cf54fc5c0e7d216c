// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/layout.h"

namespace videohistogram::scope {

/// The limits of EBU R 103 as signals: codes 5 and 246 of 8 bits.
constexpr double r103_low = (5.0 - 16) / 219, r103_high = (246.0 - 16) / 219;

/// A point of a plot, or two signals.
struct GamutPoint {
  double x, y;
};

/// Where the pairs of signals of a gamut display lie. Diamonds have B and G in the upper half, at
/// x = B - G and y = B + G, and R and G in the lower half, at x = R - G and y = -(R + G). Lightning
/// has Cb and Y in the upper half, at x = 2 Cb and y = Y, and Cr and Y in the lower half, at
/// x = 2 Cr and y = -Y.
class GamutGeometry {
public:
  explicit GamutGeometry(ScopeKind kind) : kind_(kind) {}

  /// Whether each half has a plot of its own.
  bool is_split() const { return kind_ == ScopeKind::split_diamond; }

  /// The place of two signals as shares of the plot's width and height, from its upper left corner.
  GamutPoint place(bool upper, double first, double second) const {
    const bool lightning = kind_ == ScopeKind::lightning;
    const double x = lightning ? 2 * first : first - second;
    const double y = lightning ? second : first + second;
    const double up = (upper ? y : -y) / y_scale();
    return {0.5 + x / (2 * reach), origin(upper) - up};
  }
  /// The signals at a place.
  GamutPoint signals(bool upper, double across, double down) const {
    const double x = (across - 0.5) * 2 * reach;
    const double up = (origin(upper) - down) * y_scale(), y = upper ? up : -up;
    if (kind_ == ScopeKind::lightning)
      return {x / 2, y};
    return {(y + x) / 2, (y - x) / 2};
  }

private:
  static constexpr double reach = 1.2; ///< of x, and of y as a share of its largest nominal value

  double most() const { return kind_ == ScopeKind::lightning ? 1 : 2; }
  /// y of the plot's height.
  double y_scale() const { return is_split() ? most() * (reach + 0.2) : 2 * reach * most(); }
  /// The place of y = 0.
  double origin(bool upper) const {
    if (!is_split())
      return 0.5;
    const double below = 0.2 / (reach + 0.2);
    return upper ? 1 - below : below;
  }

  ScopeKind kind_;
};

} // namespace videohistogram::scope
