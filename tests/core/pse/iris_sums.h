// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The sums of IRIS, pixel by pixel.
#pragma once

#include "core/pse/iris.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace videohistogram::pse {

/// Sums over frames of B, G, R of 8 bits.
class IrisSummer {
public:
  IrisSums add(const std::vector<uint8_t>& bgr) {
    IrisSums sums;
    std::vector<std::array<int64_t, 2>> values(bgr.size() / 3);
    for (size_t i = 0; i < values.size(); i++) {
      const int64_t b = light(bgr[3 * i]), g = light(bgr[3 * i + 1]), r = light(bgr[3 * i + 2]);
      values[i] = {722 * b + 7152 * g + 2126 * r,
                   r >= 4 * (g + b) ? std::max<int64_t>(r - g - b, 0) : 0};
      sums.luminance += values[i][0];
      sums.red += values[i][1];
      if (before_.empty())
        continue;
      sums.luminance_changed += values[i][0] != before_[i][0];
      sums.red_changed += values[i][1] != before_[i][1];
    }
    before_ = std::move(values);
    return sums;
  }

private:
  static int64_t light(uint8_t code) {
    const double signal = code / 255.0;
    return std::llround(std::ldexp(
        signal <= 0.04045 ? signal / 12.92 : std::pow((signal + 0.055) / 1.055, 2.4), 24));
  }

  std::vector<std::array<int64_t, 2>> before_;
};

} // namespace videohistogram::pse
