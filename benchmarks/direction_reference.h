// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/direction.h"
#include "core/quantity.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// The reference for counting along a direction: the definitions, pixel by pixel.

namespace videohistogram::benchmark {

constexpr uint32_t direction_bins = 256;

/// The LUMA of contiguous RGBA pixels, with the weights of BT.709.
inline std::vector<uint8_t> luma_of(const uint8_t* rgba, size_t pixels) {
  const LumaWeights w = luma_bt709;
  std::vector<uint8_t> luma(pixels);
  for (uint8_t& value : luma) {
    value = static_cast<uint8_t>((w.r * rgba[0] + w.g * rgba[1] + w.b * rgba[2] + 32768) >> 16);
    rgba += 4;
  }
  return luma;
}

/// The matrix [position][bin] of contiguous values.
inline std::vector<uint32_t> count_along(const Direction& direction, uint32_t width,
                                         uint32_t height, const std::vector<uint8_t>& values) {
  std::vector<uint32_t> matrix(size_t{direction.positions} * direction_bins);
  const uint8_t* value = values.data();
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      matrix[size_t{direction.position(x, y)} * direction_bins + *value++]++;
  return matrix;
}

} // namespace videohistogram::benchmark
