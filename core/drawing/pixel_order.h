// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <cstring>

namespace videohistogram {

/// The byte of each component in a pixel of 4 bytes.
struct PixelOrder {
  uint8_t r = 2, g = 1, b = 0, a = 3;

  uint32_t pack(uint8_t red, uint8_t green, uint8_t blue, uint8_t alpha) const {
    uint8_t bytes[4] = {};
    bytes[r] = red;
    bytes[g] = green;
    bytes[b] = blue;
    bytes[a] = alpha;
    uint32_t pixel;
    std::memcpy(&pixel, bytes, sizeof pixel);
    return pixel;
  }
};

} // namespace videohistogram
