// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/scope/draw/drawn.h"

#include <algorithm>

namespace videohistogram::scope {

/// SMPTE EG 1 in the codes of BT.601, 8 bits: seven bars of 75 %, the same in blue alone, and -I,
/// white, +Q and black.
inline Frame smpte_bars() {
  constexpr Frame::Pixel bars[] = {{180, 128, 128}, {162, 44, 142}, {131, 156, 44}, {112, 72, 58},
                                   {84, 184, 198},  {65, 100, 212}, {35, 212, 114}};
  constexpr Frame::Pixel black = {16, 128, 128};
  constexpr Frame::Pixel bottom[] = {{16, 158, 95}, {235, 128, 128}, {16, 174, 149}, black};
  return {8, 336, 48, [=](uint32_t x, uint32_t y) -> Frame::Pixel {
            const uint32_t bar = x / 48;
            if (y < 32)
              return bars[bar];
            if (y < 36) // blue, black, magenta, black, cyan, black, white
              return bar % 2 ? black : bars[6 - bar];
            return bottom[std::min(x / 60, 3u)];
          }};
}

} // namespace videohistogram::scope
