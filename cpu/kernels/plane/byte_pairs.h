// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// Two stored samples of one byte each, of sample planes with the same number of bytes per pixel.
struct BytePair {
  uint32_t pixel_bytes = 0;               ///< 0: there is no such pair
  uint32_t plane_of_x = 0, byte_of_x = 0; ///< index among the sample planes, offset in a pixel
  uint32_t plane_of_y = 0, byte_of_y = 0;
};

/// The low bytes of counters, one counter per pair of bytes. They take a quarter of the cache that
/// counters of 32 bits take. Each overflow is added to the 32-bit counter at once.
class LowBytes {
public:
  void reserve() { bytes_.resize(256 * 256, 0); }
  /// Counts a rectangle. `counts`, [x][y], get what the low bytes cannot hold.
  void count(const BytePair& pair, const SamplePlaneView* planes, const Rect& rect,
             uint32_t* counts);
  /// Adds the low bytes to the counts, [x][y], and clears them.
  void fold(uint32_t* counts);

private:
  void count_row(const uint8_t* x, const uint8_t* y, uint32_t n, uint32_t step, uint32_t* counts);

  std::vector<uint8_t> bytes_; ///< [y][x]; all zero while `used_` is false
  bool used_ = false;
};

} // namespace videohistogram::cpu
